/* apply.c -- carrying out an entry: one function for each kind, which refuses before it changes anything. */
#include <string.h>

#include "event_internal.h"

typedef struct {
    Tourney *tourney;
    TourneyEntry *entry;
    TourneyAnswer *answer;
} Applying;

static bool refuse(const Applying *applying, TourneyRefusal refusal, const char *more) {
    return tourney_refuse(applying->answer, refusal, more);
}

/* ---- names ---- */

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

static uint32_t hash_of(const char *name) {
    uint32_t hash = 2166136261u;
    for (; *name; name++) hash = (hash ^ (uint8_t)lower(*name)) * 16777619u;
    return hash;
}

static bool is_same_name(const char *a, const char *b) {
    while (*a && lower(*a) == lower(*b)) a++, b++;
    return lower(*a) == lower(*b);
}

/* Names that were changed or taken back stay in the slots; whoever finds one looks at the name itself. */
static void add_name(Tourney *tourney, Entrant who) {
    uint32_t mask = tourney->slot_room - 1, at = hash_of(tourney->entrant[who].name) & mask;
    while (tourney->slot[at] && tourney->slot[at] != who) at = (at + 1) & mask;
    tourney->slot[at] = who;
}

Entrant tourney_find(const Tourney *tourney, const char *name) {
    if (!tourney->slot_room) return NOBODY;
    uint32_t mask = tourney->slot_room - 1;
    for (uint32_t at = hash_of(name) & mask; tourney->slot[at]; at = (at + 1) & mask) {
        const TourneyEntrant *entrant = &tourney->entrant[tourney->slot[at]];
        if (entrant->standing != ENTRANT_ABSENT && is_same_name(entrant->name, name)) return tourney->slot[at];
    }
    return NOBODY;
}

/* Room for another entrant with its name; slots are rebuilt when they become crowded, which also drops old names. */
static bool reserve_names(Tourney *tourney, uint32_t entrants) {
    uint32_t names = entrants + tourney->renames;
    if (!tourney_grow((void **)&tourney->entrant, &tourney->entrant_room, (uint64_t)entrants + 1,
                      sizeof *tourney->entrant))
        return false;
    if (tourney->slot_room && names * 2 < tourney->slot_room) return true;
    if (!tourney_grow((void **)&tourney->slot, &tourney->slot_room, (uint64_t)names * 4 + 16, sizeof *tourney->slot))
        return false;
    memset(tourney->slot, 0, sizeof *tourney->slot * tourney->slot_room);
    for (uint32_t i = 1; i <= tourney->entrants; i++)
        if (tourney->entrant[i].standing != ENTRANT_ABSENT) add_name(tourney, (Entrant)i);
    return true;
}

void tourney_clear(Tourney *tourney) {
    uint32_t entrants = 0;
    for (uint32_t i = 1; i <= tourney->entries; i++) entrants += tourney->entry[i].kind == TOURNEY_enter;
    if (tourney->slot) memset(tourney->slot, 0, sizeof *tourney->slot * tourney->slot_room);
    if (tourney->entrant) memset(tourney->entrant, 0, sizeof *tourney->entrant * tourney->entrant_room);
    if (tourney->game) memset(tourney->game, 0, sizeof *tourney->game * tourney->game_room);
    tourney->entrants = entrants;
    tourney->games = tourney->open = tourney->renames = 0;
    tourney->state = TOURNEY_EMPTY;
    tourney->paused = tourney->short_of_memory = false;
    tourney->round = tourney->rounds = 0;
    tourney->started_s = 0;
    memset(&tourney->split, 0, sizeof tourney->split);
}

/* ---- what an entry needs ---- */

static bool is_running(const Applying *applying) {
    switch ((TourneyState)applying->tourney->state) {
    case TOURNEY_EMPTY: return refuse(applying, TOURNEY_REFUSAL_no_tournament, NULL);
    case TOURNEY_GATHERING: return refuse(applying, TOURNEY_REFUSAL_not_begun, "start begins it.");
    case TOURNEY_OVER: return refuse(applying, TOURNEY_REFUSAL_over, "Only correct and undo change it now.");
    case TOURNEY_RUNNING: break;
    }
    return true;
}

static bool everybody_is_known(const Applying *applying) {
    const Tourney *tourney = applying->tourney;
    for (unsigned i = 0; i < applying->entry->count; i++) {
        Entrant who = applying->entry->who[i];
        if (!who || who > tourney->entrants || tourney->entrant[who].standing == ENTRANT_ABSENT)
            return refuse(applying, TOURNEY_REFUSAL_nobody, NULL);
    }
    return true;
}

/* ---- entering ---- */

static bool apply_new(Applying *applying) {
    Tourney *tourney = applying->tourney;
    if (tourney->state != TOURNEY_EMPTY) return refuse(applying, TOURNEY_REFUSAL_there_already, NULL);
    if (applying->entry->settings) tourney->settings = *applying->entry->settings;
    tourney->state = TOURNEY_GATHERING;
    tourney->split.winner = NO_GROUP;
    return true;
}

/* A team of a tournament of teams names its members, with commas between them. */
static bool check_team(const Applying *applying) {
    unsigned size = (unsigned)applying->tourney->settings.number[NUMBER_team], named = 0;
    bool blank = true;
    char more[160];
    if (size == 1) return true;
    for (const char *at = applying->entry->words;; at++) {
        if (*at && *at != ',') {
            blank = blank && *at == ' ';
            continue;
        }
        if (!blank) named++;
        blank = true;
        if (!*at) break;
    }
    if (named == size) return true;
    Text text = text_in(more, sizeof more);
    text_put(&text, "A team has ");
    text_number(&text, size);
    text_put(&text, " members here, with commas between them, and ");
    text_number(&text, named);
    text_put(&text, named == 1 ? " is named." : " are named.");
    return refuse(applying, TOURNEY_REFUSAL_team_size, more);
}

static bool check_enter(const Applying *applying) {
    const Tourney *tourney = applying->tourney;
    const TourneyEntry *entry = applying->entry;
    const TourneyAbout *form = &tourney_forms[tourney->settings.form];
    if (tourney->state == TOURNEY_OVER) return refuse(applying, TOURNEY_REFUSAL_over, NULL);
    if (tourney->state == TOURNEY_RUNNING && !form_row(tourney)->late)
        return refuse(applying, TOURNEY_REFUSAL_no_late_entry, NULL);
    if (!check_team(applying)) return false;
    if (tourney_find(tourney, entry->name))
        return refuse(applying, TOURNEY_REFUSAL_name_taken, "Add something that tells the two apart.");
    uint32_t most = (uint32_t)form->high, there = tourney->entrants;
    if (tourney->settings.form == FORM_robin && tourney->settings.number[NUMBER_seats] > 2) most = ROBIN_AT_TABLES_MOST;
    for (uint32_t i = 1; there >= most && i <= tourney->entrants; i++)
        there -= tourney->entrant[i].standing == ENTRANT_ABSENT;
    if (there >= most || tourney->entrants >= TOURNEY_ENTRANTS_MAX)
        return refuse(applying, TOURNEY_REFUSAL_full, NULL); /* H101 */
    bool split = tourney->settings.form == FORM_split;
    if (!split && entry->group[0] != NO_GROUP) return refuse(applying, TOURNEY_REFUSAL_not_split, NULL);
    if (split && entry->group[0] < GROUPS && tourney_group_size(tourney, entry->group[0]) >= SPLIT_GROUP_MOST)
        return refuse(applying, TOURNEY_REFUSAL_group_full, "Enter the other one."); /* H101, T4 */
    return true;
}

static bool apply_enter(Applying *applying) {
    Tourney *tourney = applying->tourney;
    TourneyEntry *entry = applying->entry;
    if (tourney->state == TOURNEY_EMPTY) return refuse(applying, TOURNEY_REFUSAL_no_tournament, NULL);
    if (!check_enter(applying)) return false;
    uint32_t number = entry->who[0] ? entry->who[0] : tourney->entrants + 1;
    if (!reserve_names(tourney, number > tourney->entrants ? number : tourney->entrants))
        return tourney->short_of_memory = true, false;
    entry->who[0] = (Entrant)number;
    if (number > tourney->entrants) tourney->entrants = number;
    TourneyEntrant *entrant = &tourney->entrant[number];
    memset(entrant, 0, sizeof *entrant);
    memcpy(entrant->name, entry->name, sizeof entrant->name);
    memcpy(entrant->members, entry->words, sizeof entrant->members);
    entrant->standing = ENTRANT_IN;
    entrant->held = NO_FACE;
    entrant->seq = entry->seq;
    entrant->group = entry->group[0];
    if (tourney->settings.form == FORM_split && entrant->group == NO_GROUP) { /* the smaller group */
        entrant->group = 0;
        entrant->group = tourney_group_size(tourney, 0) - 1 > tourney_group_size(tourney, 1);
    }
    add_name(tourney, (Entrant)number);
    return true;
}

static bool apply_rename(Applying *applying) {
    Tourney *tourney = applying->tourney;
    TourneyEntry *entry = applying->entry;
    if (!everybody_is_known(applying)) return false;
    Entrant same = tourney_find(tourney, entry->name);
    if (same && same != entry->who[0]) return refuse(applying, TOURNEY_REFUSAL_name_taken, NULL);
    tourney->renames++;
    if (!reserve_names(tourney, tourney->entrants)) return tourney->short_of_memory = true, false;
    memcpy(tourney->entrant[entry->who[0]].name, entry->name, sizeof entry->name);
    tourney->entrant[entry->who[0]].seq = entry->seq;
    add_name(tourney, entry->who[0]);
    return true;
}

static bool apply_start(Applying *applying) {
    Tourney *tourney = applying->tourney;
    const TourneyAbout *form = &tourney_forms[tourney->settings.form];
    if (tourney->state >= TOURNEY_RUNNING) return refuse(applying, TOURNEY_REFUSAL_begun, NULL);
    if (tourney->state == TOURNEY_EMPTY) return refuse(applying, TOURNEY_REFUSAL_no_tournament, NULL);
    uint32_t there = 0;
    for (uint32_t i = 1; i <= tourney->entrants; i++) there += tourney->entrant[i].standing == ENTRANT_IN;
    if (there < (uint32_t)form->low) {
        char more[80];
        Text text = text_in(more, sizeof more);
        text_put(&text, "It takes ");
        text_number(&text, form->low);
        text_put(&text, ", and there are ");
        text_number(&text, there);
        text_char(&text, '.');
        return refuse(applying, TOURNEY_REFUSAL_too_few, more); /* H101 */
    }
    if (!form_row(tourney)->start(tourney, applying->answer)) return false;
    tourney->state = TOURNEY_RUNNING;
    tourney->started_s = applying->entry->at_s;
    games_refresh(tourney, 1);
    form_row(tourney)->after(tourney);
    return true;
}

/* ---- rounds ---- */

/* What was paired is laid out. */
static void lay_tables(Tourney *tourney, const TourneyEntry *entry) {
    uint32_t end = entry->pairs + entry->paired, first = tourney->games + 1;
    for (uint32_t at = entry->pairs; at < end; at += 1u + tourney->pool[at]) {
        const Entrant *who = &tourney->pool[at + 1];
        unsigned count = tourney->pool[at];
        uint32_t game = game_lay(tourney, STAGE_round, tourney->round, who, count);
        if (!game) return;
        tourney->game[game].teams = tourney->settings.form == FORM_partners && count == 4;
        tourney->game[game].seq = entry->seq;
    }
    if (is_knockout_at_tables(&tourney->settings)) knockout_lay(tourney, first);
}

static bool keep_pairing(Tourney *tourney, TourneyEntry *entry, const Tables *tables) {
    if (tables->failed || !tourney_grow((void **)&tourney->pool, &tourney->pool_room,
                                        (uint64_t)tourney->pool_used + tables->used, sizeof *tourney->pool))
        return tourney->short_of_memory = true, false;
    memcpy(tourney->pool + tourney->pool_used, tables->seat, sizeof *tables->seat * tables->used);
    entry->pairs = tourney->pool_used;
    entry->paired = tables->used;
    tourney->pool_used += tables->used;
    return true;
}

static bool apply_round(Applying *applying) {
    Tourney *tourney = applying->tourney;
    TourneyEntry *entry = applying->entry;
    const FormRow *form = form_row(tourney);
    if (!is_running(applying)) return false;
    if (tourney->paused) return refuse(applying, TOURNEY_REFUSAL_paused, "back ends the break.");
    if (tourney->settings.form == FORM_split) return split_round(tourney, entry, applying->answer);
    if (!tourney_has_rounds(tourney))
        return refuse(applying, TOURNEY_REFUSAL_no_more_rounds, "The games of a bracket follow from its results.");
    if (tourney->open && tourney->settings.form != FORM_arena)
        return refuse(applying, TOURNEY_REFUSAL_round_open, "Enter the results that are missing first.");
    if (entry->number != tourney->round + 1u) {
        char more[60];
        Text text = text_in(more, sizeof more);
        text_put(&text, "The next one is round ");
        text_number(&text, tourney->round + 1);
        text_char(&text, '.');
        return refuse(applying, TOURNEY_REFUSAL_wrong_round, more);
    }
    if (!entry->paired) {
        Tables tables = {0};
        bool good = form->pair(tourney, &tables, applying->answer);
        if (good) good = keep_pairing(tourney, entry, &tables);
        seating_free(&tables);
        if (!good) return false;
    }
    tourney->round++;
    uint32_t first = tourney->games + 1;
    lay_tables(tourney, entry);
    games_refresh(tourney, first);
    form->after(tourney);
    return true;
}

static bool apply_represent(Applying *applying) {
    if (!is_running(applying) || !everybody_is_known(applying)) return false;
    if (applying->tourney->settings.form != FORM_split) return refuse(applying, TOURNEY_REFUSAL_not_split, NULL);
    if (!split_represent(applying->tourney, applying->entry->who[0], applying->answer)) return false;
    applying->tourney->game[applying->tourney->games].seq = applying->entry->seq;
    return true;
}

/* ---- games ---- */

/* The game that the entry is about, if it can be played now; and it is the one it was when the entry was made. */
static TourneyGame *playable(const Applying *applying) {
    Tourney *tourney = applying->tourney;
    TourneyEntry *entry = applying->entry;
    if (tourney->state == TOURNEY_GATHERING || tourney->state == TOURNEY_EMPTY) return is_running(applying), NULL;
    if (!entry->number || entry->number > tourney->games)
        return refuse(applying, TOURNEY_REFUSAL_no_such_game, "show lists the games."), NULL;
    TourneyGame *game = &tourney->game[entry->number];
    if (game->state == GAME_OVER)
        return refuse(applying, TOURNEY_REFUSAL_game_over, "correct puts it right, after showing what follows."), NULL;
    if (!is_running(applying)) return NULL;
    if (!game_is_playable(game)) return refuse(applying, TOURNEY_REFUSAL_game_waits, NULL), NULL;
    if (entry->stage && entry->stage != game->stage + 1)
        return refuse(applying, TOURNEY_REFUSAL_no_such_game, NULL), NULL;
    entry->stage = (uint8_t)(game->stage + 1);
    return game;
}

static int seat_of(const TourneyGame *game, Entrant who) {
    for (unsigned seat = 0; seat < game->seats; seat++)
        if (game->who[seat] == who && !(game->absent >> seat & 1)) return (int)seat;
    return -1;
}

static bool apply_open(Applying *applying) {
    Tourney *tourney = applying->tourney;
    const TourneyEntry *entry = applying->entry;
    TourneyGame *game = playable(applying);
    if (!game) return false;
    const Seed *theirs = tourney_round_seed(tourney, entry->number);
    if (theirs && entry->seeded && memcmp(theirs, &entry->seed, sizeof *theirs) != 0)
        return refuse(applying, TOURNEY_REFUSAL_other_deal, "Leave the seed out to take theirs.");
    game->state = GAME_OPEN;
    game->seq = entry->seq;
    memcpy(game->where, entry->words, sizeof game->where);
    game->seeded = entry->seeded || theirs;
    if (game->seeded) game->seed = theirs ? *theirs : entry->seed;
    return true;
}

/* Places in the order of the entry; those it does not name share the last, those who did not come are behind them. */
static bool read_places(const Applying *applying, const TourneyGame *game, uint8_t place[SEATS_MAX]) {
    const TourneyEntry *entry = applying->entry;
    unsigned last = 0;
    memset(place, 0, SEATS_MAX);
    for (unsigned i = 0; i < entry->count; i++) {
        int seat = seat_of(game, entry->who[i]);
        if (seat < 0 || place[seat]) {
            char more[200];
            Text text = text_in(more, sizeof more);
            char players[160];
            tourney_game_players(applying->tourney, entry->number, players, sizeof players);
            text_put(&text, "It is ");
            text_put(&text, players);
            text_char(&text, '.');
            return refuse(applying, TOURNEY_REFUSAL_not_in_game, more);
        }
        if (!(entry->level >> i & 1)) last = i + 1;
        place[seat] = (uint8_t)last;
    }
    bool rest = false;
    for (unsigned seat = 0; seat < game->seats; seat++) {
        if (place[seat] || game->absent >> seat & 1) continue;
        place[seat] = (uint8_t)(entry->count + 1);
        rest = true;
    }
    for (unsigned seat = 0; seat < game->seats; seat++)
        if (game->absent >> seat & 1) place[seat] = (uint8_t)(entry->count + 1u + rest);
    return true;
}

/* Partners win and lose together: the better of their places counts. */
static void join_teams(const TourneyGame *game, uint8_t place[SEATS_MAX]) {
    if (!game->teams) return;
    uint8_t one = place[0] < place[1] ? place[0] : place[1], two = place[2] < place[3] ? place[2] : place[3];
    place[0] = place[1] = one < two || one == two ? 1 : 2;
    place[2] = place[3] = two < one || one == two ? 1 : 2;
}

static bool has_one_winner(const TourneyGame *game, const uint8_t place[SEATS_MAX]) {
    unsigned first = 0;
    for (unsigned seat = 0; seat < game->seats; seat++) first += place[seat] == 1;
    return first == (game->teams ? 2u : 1u);
}

static bool refuse_shared(const Applying *applying, const TourneyGame *game) {
    char more[120];
    Text text = text_in(more, sizeof more);
    if (game->through == 1) return refuse(applying, TOURNEY_REFUSAL_draw, "Play on until somebody wins.");
    text_put(&text, "Name the ");
    text_number(&text, game->through);
    text_put(&text, " who go on; nobody else shares their places.");
    return refuse(applying, TOURNEY_REFUSAL_draw, more);
}

static bool apply_result(Applying *applying) {
    Tourney *tourney = applying->tourney;
    TourneyEntry *entry = applying->entry;
    uint8_t place[SEATS_MAX];
    TourneyGame *game = playable(applying);
    if (!game || !everybody_is_known(applying) || !read_places(applying, game, place)) return false;
    join_teams(game, place);
    if (game->stage != STAGE_round && !has_one_winner(game, place)) /* H108 */
        return refuse(applying, TOURNEY_REFUSAL_draw, "Play on until somebody wins.");
    if (game->through && !knockout_is_decided(game, place)) return refuse_shared(applying, game);
    memset(game->score, 0, sizeof game->score);
    game->scored = entry->scored;
    for (unsigned i = 0; entry->scored && i < entry->count; i++)
        game->score[seat_of(game, entry->who[i])] = entry->score[i];
    game->seq = game->result = entry->seq;
    game_decide(tourney, entry->number, place, (TourneyBy)entry->by);
    if (game->stage != STAGE_round) games_refresh(tourney, entry->number);
    form_row(tourney)->after(tourney);
    return true;
}

/* H114: whoever does not come loses, and the other one wins. */
static bool apply_noshow(Applying *applying) {
    Tourney *tourney = applying->tourney;
    TourneyEntry *entry = applying->entry;
    TourneyGame *game = playable(applying);
    if (!game || !everybody_is_known(applying)) return false;
    uint16_t absent = game->absent;
    for (unsigned i = 0; i < entry->count; i++) {
        int seat = seat_of(game, entry->who[i]);
        if (seat < 0) return refuse(applying, TOURNEY_REFUSAL_not_in_game, NULL);
        absent |= (uint16_t)(1u << seat);
    }
    if (absent == game->absent) return refuse(applying, TOURNEY_REFUSAL_not_understood, "Name those who did not come.");
    if (game->stage != STAGE_round && absent == (1u << game->seats) - 1)
        return refuse(applying, TOURNEY_REFUSAL_all_absent,
                      game->stage == STAGE_duel ? "represent sends somebody else." : "withdraw takes people out.");
    game->absent = absent;
    game->seq = entry->seq;
    game->result = entry->seq;
    games_refresh(tourney, entry->number);
    if (!game_is_settled(&tourney->game[entry->number])) tourney->game[entry->number].result = 0;
    form_row(tourney)->after(tourney);
    return true;
}

/* ---- groups ---- */

static bool apply_shift(Applying *applying) {
    if (!is_running(applying) || !everybody_is_known(applying)) return false;
    return split_shift(applying->tourney, applying->entry, applying->answer);
}

static bool apply_share(Applying *applying) {
    if (!is_running(applying) || !everybody_is_known(applying)) return false;
    return split_share(applying->tourney, applying->entry, applying->answer);
}

/* ---- coming and going ---- */

static bool apply_withdraw(Applying *applying) {
    Tourney *tourney = applying->tourney;
    if (tourney->state == TOURNEY_OVER) return refuse(applying, TOURNEY_REFUSAL_over, NULL);
    if (!everybody_is_known(applying)) return false;
    TourneyEntrant *entrant = &tourney->entrant[applying->entry->who[0]];
    if (!entrant_is_there(entrant)) return refuse(applying, TOURNEY_REFUSAL_not_out, NULL);
    bool begun = tourney->state == TOURNEY_RUNNING;
    entrant->standing = begun ? ENTRANT_WITHDRAWN : ENTRANT_ABSENT; /* before the start nobody need know */
    entrant->held = NO_FACE;
    entrant->seq = applying->entry->seq;
    if (!begun) return true;
    games_refresh(tourney, 1); /* what they still had to play is walked over */
    form_row(tourney)->after(tourney);
    return true;
}

/* One, several, or the whole tournament. */
static bool pause_or_resume(Applying *applying, uint8_t from, uint8_t to) {
    Tourney *tourney = applying->tourney;
    const TourneyEntry *entry = applying->entry;
    bool pauses = to == ENTRANT_PAUSED;
    if (tourney->state == TOURNEY_OVER) return refuse(applying, TOURNEY_REFUSAL_over, NULL);
    if (!everybody_is_known(applying)) return false;
    if (!entry->count && tourney->paused == pauses)
        return refuse(applying, pauses ? TOURNEY_REFUSAL_paused : TOURNEY_REFUSAL_not_paused, NULL);
    for (unsigned i = 0; i < entry->count; i++)
        if (tourney->entrant[entry->who[i]].standing != from)
            return refuse(applying, pauses ? TOURNEY_REFUSAL_not_out : TOURNEY_REFUSAL_not_paused, NULL);
    if (!entry->count) tourney->paused = pauses;
    for (unsigned i = 0; i < entry->count; i++) {
        tourney->entrant[entry->who[i]].standing = to;
        tourney->entrant[entry->who[i]].seq = entry->seq;
    }
    return true;
}

static bool apply_pause(Applying *applying) { return pause_or_resume(applying, ENTRANT_IN, ENTRANT_PAUSED); }
static bool apply_back(Applying *applying) { return pause_or_resume(applying, ENTRANT_PAUSED, ENTRANT_IN); }

static bool apply_finish(Applying *applying) {
    Tourney *tourney = applying->tourney;
    if (!is_running(applying)) return false;
    if (tourney->open && tourney->settings.form != FORM_arena)
        return refuse(applying, TOURNEY_REFUSAL_round_open, "Enter the results that are missing first.");
    if (!tourney_has_rounds(tourney)) return refuse(applying, TOURNEY_REFUSAL_round_open, "Its final decides it.");
    tourney->state = TOURNEY_OVER;
    return true;
}

/* Undo and correct are about the log itself (event.c). */
static bool apply_undo(Applying *applying) { return refuse(applying, TOURNEY_REFUSAL_no_such_entry, NULL); }
static bool apply_correct(Applying *applying) { return refuse(applying, TOURNEY_REFUSAL_no_such_game, NULL); }

bool entry_carry_out(Tourney *tourney, TourneyEntry *entry, TourneyAnswer *answer) {
    static bool (*const appliers[TOURNEY_ENTRY_KINDS])(Applying *) = {
#define ENTRY(name, form, words) apply_##name,
#include "entry.def"
#undef ENTRY
    };
    return appliers[entry->kind](&(Applying){tourney, entry, answer});
}
