/* tell.c -- games and entries in words, and what is possible. */
#include "event_internal.h"

static const struct {
    const char *name, *title, *sentence;
} stages[STAGES] = {
#define STAGE(name, title, sentence) {#name, title, sentence},
#include "stage.def"
#undef STAGE
};
static const char *const entry_words[TOURNEY_ENTRY_KINDS] = {
#define ENTRY(name, form, words) words,
#include "entry.def"
#undef ENTRY
};

const char *tourney_stage_name(unsigned stage) { return stages[stage].name; }

uint32_t tourney_table_number(const Tourney *tourney, uint32_t number) {
    uint32_t table = 1;
    for (uint32_t i = number - 1; i && tourney->game[i].stage == STAGE_round; i--, table++)
        if (tourney->game[i].round != tourney->game[number].round) break;
    return table;
}

void tourney_game_title(const Tourney *tourney, uint32_t number, char *out, unsigned size) {
    const TourneyGame *game = &tourney->game[number];
    Text text = text_in(out, size);
    if (game->last) {
        text_put(&text, "Final table, round ");
        text_number(&text, game->round);
        return;
    }
    text_put(&text, game->stage == STAGE_duel ? "Round" : stages[game->stage].title);
    switch ((TourneyStage)game->stage) {
    case STAGE_round:
        text_char(&text, ' ');
        text_number(&text, game->round);
        text_put(&text, ", table ");
        text_number(&text, tourney_table_number(tourney, number));
        if (game->lower) text_put(&text, ", one loss");
        break;
    case STAGE_tie:
        text_put(&text, " for place ");
        text_number(&text, game->round);
        break;
    case STAGE_upper:
    case STAGE_lower:
        text_put(&text, ", round ");
        text_number(&text, game->round);
        break;
    case STAGE_duel:
        text_char(&text, ' ');
        text_number(&text, game->round);
        break;
    case STAGE_q1:
    case STAGE_e1:
    case STAGE_q2:
    case STAGE_final:
    case STAGE_third:
    case STAGE_again:
    case STAGES: break;
    }
}

static void put_seat(const Tourney *tourney, const TourneyGame *game, unsigned seat, Text *text) {
    const TourneyFeed *feed = &game->feed[seat < 2 ? seat : 0];
    if (game->who[seat]) {
        text_put(text, tourney->entrant[game->who[seat]].name);
    } else if (seat < 2 && feed->game && !game_is_settled(&tourney->game[feed->game])) {
        text_put(text, feed->loser ? "loser of game " : "winner of game ");
        text_number(text, feed->game);
    } else {
        text_put(text, "nobody");
    }
}

void tourney_game_players(const Tourney *tourney, uint32_t number, char *out, unsigned size) {
    const TourneyGame *game = &tourney->game[number];
    Text text = text_in(out, size);
    for (unsigned seat = 0; seat < game->seats; seat++) {
        if (seat) text_put(&text, game->teams && seat % 2 ? " and " : game->seats > 2 && !game->teams ? ", " : " v ");
        put_seat(tourney, game, seat, &text);
    }
    if (game->seats == 1) text_put(&text, " has a bye");
}

/* ---- entries ---- */

static void put_list(const Tourney *tourney, const TourneyEntry *entry, Text *text) {
    if (entry->kind == TOURNEY_enter) return text_put(text, entry->name);
    if (!entry->count) text_put(text, "everybody");
    for (unsigned i = 0; i < entry->count; i++) {
        text_put(text, i == 0 ? "" : i + 1u == entry->count ? " and " : ", ");
        text_put(text, tourney_name(tourney, entry->who[i]));
    }
}

static void put_places(const Tourney *tourney, const TourneyEntry *entry, Text *text) {
    for (unsigned i = 0; i < entry->count; i++) {
        if (i) text_put(text, entry->level >> i & 1 ? " level with " : " before ");
        text_put(text, tourney_name(tourney, entry->who[i]));
        if (!entry->scored) continue;
        text_put(text, " (");
        text_number(text, entry->score[i]);
        text_char(text, ')');
    }
}

static void put_moves(const Tourney *tourney, const TourneyEntry *entry, Text *text) {
    for (unsigned i = 0; i < entry->count; i++) {
        text_put(text, i ? ", " : "");
        text_put(text, tourney_name(tourney, entry->who[i]));
        text_put(text, " to ");
        text_put(text, tourney->settings.group[entry->group[i]]);
    }
}

static void put_game(const Tourney *tourney, uint32_t number, Text *text) {
    char title[64];
    if (number <= tourney->games)
        return tourney_game_title(tourney, number, title, sizeof title), text_put(text, title);
    text_put(text, "Game "); /* its round was taken back */
    text_number(text, number);
}

void tourney_tell(const Tourney *tourney, const TourneyEntry *entry, char *out, unsigned size) {
    Text text = text_in(out, size);
    const char *at = entry_words[entry->kind];
    for (Mark mark; (mark = template_next(&at, &text)).letter;) {
        switch (mark.letter) {
        case 'w': put_list(tourney, entry, &text); break;
        case 'x':
        case 'y': text_put(&text, tourney_name(tourney, entry->who[mark.letter == 'y'])); break;
        case 'g': put_game(tourney, entry->number, &text); break;
        case 'p': put_places(tourney, entry, &text); break;
        case 'n': text_number(&text, entry->number); break;
        case 'm': put_moves(tourney, entry, &text); break;
        case 'c': text_put(&text, tourney_card_name(entry->card)); break;
        }
    }
}

/* ---- what is possible ---- */

static uint32_t bit(TourneyEntryKind kind) { return UINT32_C(1) << kind; }

static uint32_t possible_running(const Tourney *tourney) {
    const SplitEvent *split = &tourney->split;
    bool is_split = tourney->settings.form == FORM_split, arena = tourney->settings.form == FORM_arena;
    bool between = tourney_has_rounds(tourney) && (!tourney->open || arena); /* two rounds */
    uint32_t kinds = bit(TOURNEY_withdraw) | bit(tourney->paused ? TOURNEY_back : TOURNEY_pause);
    if (tourney->open) kinds |= bit(TOURNEY_result) | bit(TOURNEY_noshow) | bit(TOURNEY_open);
    if (is_split && split->phase == SPLIT_DUEL) kinds |= bit(TOURNEY_represent);
    if (is_split && split->phase == SPLIT_WINDOW) {
        kinds |= bit(TOURNEY_share);
        if (!split->shifted) kinds |= bit(TOURNEY_shift);
    }
    if (!tourney->paused && (is_split ? split->phase == SPLIT_WINDOW : between)) kinds |= bit(TOURNEY_round);
    if (!is_split && between) kinds |= bit(TOURNEY_finish);
    if (form_row(tourney)->late) kinds |= bit(TOURNEY_enter);
    return kinds;
}

uint32_t tourney_possible(const Tourney *tourney) {
    uint32_t always = bit(TOURNEY_rename) | bit(TOURNEY_undo) | (tourney->games ? bit(TOURNEY_correct) : 0);
    switch ((TourneyState)tourney->state) {
    case TOURNEY_EMPTY: return bit(TOURNEY_new);
    case TOURNEY_GATHERING: return always | bit(TOURNEY_enter) | bit(TOURNEY_withdraw) | bit(TOURNEY_start);
    case TOURNEY_RUNNING: return always | possible_running(tourney);
    case TOURNEY_OVER: return always;
    }
    return always;
}

void tourney_possible_words(const Tourney *tourney, char *out, unsigned size) {
    Text text = text_in(out, size);
    uint32_t kinds = tourney_possible(tourney);
    for (TourneyEntryKind kind = 0; kind < TOURNEY_ENTRY_KINDS; kind++) {
        if (!(kinds & bit(kind))) continue;
        if (text.length) text_put(&text, ", ");
        text_put(&text, tourney_entry_name(kind));
        if (kind != TOURNEY_round) continue;
        text_char(&text, ' ');
        text_number(&text, tourney->round + 1);
    }
}
