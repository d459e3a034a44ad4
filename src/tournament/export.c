/* export.c -- a tournament as text, CSV, JSON and its log. */
#include "export.h"

#include <stdlib.h>
#include <string.h>

#include "../wire/json_text.h"
#include "event_internal.h"
#include "export_internal.h"

enum { PIECE = 4096 };

void export_put(const Exporting *out, const char *text) { out->printer->put(out->printer->sink, text); }

void export_number(const Exporting *out, long long number) {
    char digits[24];
    Text text = text_in(digits, sizeof digits);
    text_number(&text, number);
    export_put(out, digits);
}

const char *export_title(const Tourney *tourney) {
    return tourney->settings.title[0] ? tourney->settings.title : tourney_forms[tourney->settings.form].title;
}

/* ---- text ---- */

/* Names count by characters, not bytes. */
static unsigned width_of(const char *name) {
    unsigned width = 0;
    for (; *name; name++) width += (*name & 0xC0) != 0x80;
    return width;
}

static void put_padded(const Exporting *out, const char *words, unsigned width) {
    export_put(out, words);
    for (unsigned i = width_of(words); i < width; i++) export_put(out, " ");
}

static void put_right(const Exporting *out, long long number, unsigned width) {
    char digits[24];
    Text text = text_in(digits, sizeof digits);
    text_number(&text, number);
    for (unsigned i = text.length; i < width; i++) export_put(out, " ");
    export_put(out, digits);
}

static void text_heading(const Exporting *out) {
    static const char *const states[] = {"", "People are entering", "Being played", "Over"};
    const Tourney *tourney = out->tourney;
    export_put(out, export_title(tourney));
    export_put(out, "\n");
    export_put(out, tourney_forms[tourney->settings.form].title);
    export_put(out, ", rules ");
    export_put(out, tourney->settings.rules);
    export_put(out, ". ");
    export_put(out, states[tourney->state]);
    if (tourney->paused) export_put(out, ", pausing");
    if (tourney->round) {
        export_put(out, ": round ");
        export_number(out, tourney->round);
        if (tourney->rounds) export_put(out, " of "), export_number(out, tourney->rounds);
    }
    export_put(out, ". Entry ");
    export_number(out, tourney->seq);
    export_put(out, ".\n");
    Entrant champion = tourney_champion(tourney);
    if (champion) {
        export_put(out, "Winner: ");
        export_put(out, tourney->entrant[champion].name);
        export_put(out, "\n");
    }
}

static void text_groups(const Exporting *out) {
    const Tourney *tourney = out->tourney;
    for (unsigned group = 0; tourney->settings.form == FORM_split && group < GROUPS; group++) {
        export_put(out, group ? "" : "\n");
        put_padded(out, tourney->settings.group[group], 10);
        export_number(out, tourney->split.total[group]);
        export_put(out, " points, ");
        export_number(out, tourney_group_size(tourney, group));
        export_put(out, " players");
        export_put(out, tourney->split.winner == group ? ": wins the group phase\n" : "\n");
    }
}

/* Wins have a column of their own, and the number of a lot tells nobody anything. */
static bool shows_tie(const TourneySettings *settings, unsigned i) {
    return form_has_points(settings->form) && settings->tiebreak[i] != TIEBREAK_wins &&
           settings->tiebreak[i] != TIEBREAK_lot;
}

static void text_row(const Exporting *out, const TourneyRow *row) {
    static const char *const standings[] = {"", "", "pauses", "withdrew", "eliminated"};
    const TourneyEntrant *entrant = &out->tourney->entrant[row->who];
    const TourneySettings *settings = &out->tourney->settings;
    if (row->place) put_right(out, row->place, 5);
    else export_put(out, "    -");
    export_put(out, row->place && row->shared > 1 ? "= " : "  ");
    put_padded(out, entrant->name, 26);
    if (form_has_points(settings->form)) put_right(out, row->points, 7);
    put_right(out, entrant->games, 7);
    put_right(out, entrant->wins, 6);
    for (unsigned i = 0; i < settings->tiebreaks; i++)
        if (shows_tie(settings, i)) put_right(out, row->broken[i], 12);
    if (settings->form == FORM_split) export_put(out, "  "), export_put(out, settings->group[entrant->group]);
    if (entrant->held != NO_FACE) export_put(out, "  holds "), export_put(out, tourney_card_name(entrant->held));
    if (standings[entrant->standing][0]) export_put(out, "  "), export_put(out, standings[entrant->standing]);
    export_put(out, "\n");
}

static void text_standings(const Exporting *out) {
    const TourneySettings *settings = &out->tourney->settings;
    if (!out->count) return;
    export_put(out, "\nplace  name                     ");
    export_put(out, form_has_points(settings->form) ? "  points  games  wins" : "   games  wins");
    for (unsigned i = 0; i < settings->tiebreaks; i++)
        if (shows_tie(settings, i)) {
            const char *name = tourney_tiebreaks[settings->tiebreak[i]].name;
            for (unsigned w = width_of(name); w < 12; w++) export_put(out, " ");
            export_put(out, name);
        }
    export_put(out, "\n");
    for (uint32_t i = 0; i < out->count; i++) text_row(out, &out->rows[i]);
}

/* Ada v Ben: Ada, or its scores. */
static void export_outcome(const Tourney *tourney, const TourneyGame *game, char *words, unsigned size) {
    Text text = text_in(words, size);
    if (game->state == GAME_OPEN) {
        text_put(&text, "is being played");
        if (game->where[0]) text_put(&text, " at "), text_put(&text, game->where);
    }
    if (game->state != GAME_OVER || game->by == BY_BYE) return;
    unsigned first = 0;
    for (unsigned seat = 0; seat < game->seats; seat++) {
        if (game->place[seat] != 1) continue;
        text_put(&text, first++ ? ", " : "");
        text_put(&text, tourney->entrant[game->who[seat]].name);
    }
    text_put(&text, first == game->seats ? " level" : first ? first > 1 ? " win" : " wins" : "nobody came");
    if (game->by == BY_NOSHOW && first) text_put(&text, " (walk-over)");
}

static void text_games(const Exporting *out, bool open) {
    const Tourney *tourney = out->tourney;
    char words[PIECE];
    bool any = false;
    for (uint32_t i = 1; i <= tourney->games; i++) {
        const TourneyGame *game = &tourney->game[i];
        if (game->state == GAME_EMPTY || (open ? !game_is_playable(game) : game_is_playable(game))) continue;
        if (!any) export_put(out, open ? "\nTo be played\n" : "\nGames\n");
        any = true;
        put_right(out, i, 5);
        export_put(out, "  ");
        tourney_game_title(tourney, i, words, sizeof words);
        put_padded(out, words, 24);
        export_put(out, " ");
        tourney_game_players(tourney, i, words, sizeof words);
        export_put(out, words);
        export_outcome(tourney, game, words, sizeof words);
        if (words[0]) export_put(out, ": "), export_put(out, words);
        export_put(out, "\n");
    }
}

static void write_text(const Exporting *out) {
    char words[PIECE];
    text_heading(out);
    text_groups(out);
    text_standings(out);
    text_games(out, false);
    text_games(out, true);
    tourney_possible_words(out->tourney, words, sizeof words);
    export_put(out, "\nPossible now: ");
    export_put(out, words);
    export_put(out, ".\n");
}

/* ---- log ---- */

static void write_log(const Exporting *out) {
    static const char *const fates[] = {"", "undone", "corrected", "moot"};
    const Tourney *tourney = out->tourney;
    char line[TOURNEY_LINE_MAX];
    for (uint32_t i = 1; i <= tourney->entries; i++) {
        put_right(out, i, 5);
        export_put(out, "  ");
        put_padded(out, fates[tourney->fate[i]], 10);
        tourney_format(tourney, &tourney->entry[i], line, sizeof line);
        export_put(out, line);
        export_put(out, "\n");
    }
}

/* ---- CSV ---- */

/* In quotes; one that a spreadsheet would take for a formula begins with an apostrophe. */
static void csv_words(const Exporting *out, const char *words) {
    export_put(out, strchr("=+-@", *words) && *words ? "\"'" : "\"");
    export_put(out, words); /* names have no quotes */
    export_put(out, "\"");
}

static void write_csv(const Exporting *out) {
    const TourneySettings *settings = &out->tourney->settings;
    export_put(out, "place,shared,name,group,points,games,wins,byes,difference");
    for (unsigned i = 0; i < settings->tiebreaks; i++) {
        export_put(out, ",tie_");
        export_put(out, tourney_tiebreaks[settings->tiebreak[i]].name);
    }
    export_put(out, "\r\n");
    for (uint32_t i = 0; i < out->count; i++) {
        const TourneyRow *row = &out->rows[i];
        const TourneyEntrant *entrant = &out->tourney->entrant[row->who];
        if (row->place) export_number(out, row->place);
        export_put(out, row->shared > 1 ? ",yes," : ",no,");
        csv_words(out, entrant->name);
        export_put(out, ",");
        if (entrant->group < GROUPS) csv_words(out, settings->group[entrant->group]);
        long long numbers[] = {row->points, entrant->games, entrant->wins, entrant->byes, entrant->difference};
        for (unsigned n = 0; n < sizeof numbers / sizeof *numbers; n++)
            export_put(out, ","), export_number(out, numbers[n]);
        for (unsigned t = 0; t < settings->tiebreaks; t++) export_put(out, ","), export_number(out, row->broken[t]);
        export_put(out, "\r\n");
    }
}

/* ---- JSON ---- */

static void json_name(JsonText *json, const char *name, const char *value) {
    json_put_name(json, name);
    json_put_text(json, value);
}

static void json_count(JsonText *json, const char *name, long long value) {
    json_put_name(json, name);
    json_put_number(json, value);
}

static void tourney_row_json(const Tourney *tourney, const TourneyRow *row, char *out, unsigned size) {
    static const char *const standings[] = {"absent", "in", "paused", "withdrawn", "eliminated"};
    const TourneyEntrant *entrant = &tourney->entrant[row->who];
    JsonText json = json_text_in(NULL, out, size);
    json_put_open(&json, '{');
    json_count(&json, "id", row->who);
    json_name(&json, "name", entrant->name);
    if (entrant->members[0]) json_name(&json, "members", entrant->members);
    if (entrant->group < GROUPS) json_name(&json, "group", tourney->settings.group[entrant->group]);
    json_name(&json, "standing", standings[entrant->standing]);
    json_count(&json, "place", row->place);
    json_count(&json, "shared", row->shared);
    json_count(&json, "points", row->points);
    json_count(&json, "games", entrant->games);
    json_count(&json, "wins", entrant->wins);
    json_count(&json, "byes", entrant->byes);
    if (entrant->held != NO_FACE) json_name(&json, "card", tourney_card_name(entrant->held));
    json_put_name(&json, "ties");
    json_put_open(&json, '[');
    for (unsigned i = 0; i < tourney->settings.tiebreaks; i++) json_put_number(&json, row->broken[i]);
    json_put_close(&json, ']');
    json_put_close(&json, '}');
}

static void json_seat(JsonText *json, const TourneyGame *game, unsigned seat) {
    json_put_open(json, '{');
    json_count(json, "id", game->who[seat]);
    if (seat < 2 && game->feed[seat].game) {
        json_count(json, "from", game->feed[seat].game);
        json_put_name(json, "loser");
        json_put_flag(json, game->feed[seat].loser);
    }
    if (game->state == GAME_OVER) {
        json_count(json, "place", game->place[seat]);
        json_count(json, "points", game->points[seat]);
        if (game->scored) json_count(json, "score", game->score[seat]);
    }
    json_put_close(json, '}');
}

static void tourney_game_json(const Tourney *tourney, uint32_t number, char *out, unsigned size) {
    static const char *const states[] = {"awaits", "ready", "open", "over", "empty"};
    const TourneyGame *game = &tourney->game[number];
    char title[100];
    JsonText json = json_text_in(NULL, out, size);
    tourney_game_title(tourney, number, title, sizeof title);
    json_put_open(&json, '{');
    json_count(&json, "game", number);
    json_name(&json, "stage", tourney_stage_name(game->stage));
    json_name(&json, "title", title);
    json_count(&json, "round", game->round);
    json_name(&json, "state", states[game->state]);
    if (game->state == GAME_OVER) json_name(&json, "by", tourney_by_name(game->by));
    if (game->where[0]) json_name(&json, "at", game->where);
    json_put_name(&json, "teams");
    json_put_flag(&json, game->teams);
    json_put_name(&json, "seats");
    json_put_open(&json, '[');
    for (unsigned seat = 0; seat < game->seats; seat++) json_seat(&json, game, seat);
    json_put_close(&json, ']');
    json_put_close(&json, '}');
}

static void json_settings(const Exporting *out) {
    const TourneySettings *settings = &out->tourney->settings;
    char words[PIECE];
    JsonText json = json_text_in(NULL, words, sizeof words);
    json_put_open(&json, '{');
    json_name(&json, "title", export_title(out->tourney));
    json_name(&json, "form", tourney_forms[settings->form].name);
    json_name(&json, "rules", settings->rules);
    for (unsigned i = 0; i < NUMBERS; i++) json_count(&json, tourney_numbers[i].name, settings->number[i]);
    json_put_name(&json, "points");
    json_put_open(&json, '[');
    for (unsigned i = 0; i < settings->places; i++) json_put_number(&json, settings->points[i]);
    json_put_close(&json, ']');
    json_put_name(&json, "ties");
    json_put_open(&json, '[');
    for (unsigned i = 0; i < settings->tiebreaks; i++)
        json_put_text(&json, tourney_tiebreaks[settings->tiebreak[i]].name);
    json_put_close(&json, ']');
    json_put_close(&json, '}');
    export_put(out, words);
}

static void write_json(const Exporting *out) {
    static const char *const states[] = {"empty", "gathering", "running", "over"};
    const Tourney *tourney = out->tourney;
    char words[PIECE];
    export_put(out, "{\"settings\":");
    json_settings(out);
    export_put(out, ",\"state\":\"");
    export_put(out, states[tourney->state]);
    export_put(out, "\",\"seq\":");
    export_number(out, tourney->seq);
    export_put(out, ",\"round\":");
    export_number(out, tourney->round);
    export_put(out, ",\"rounds\":");
    export_number(out, tourney->rounds);
    if (tourney->settings.form == FORM_split) {
        export_put(out, ",\"totals\":[");
        export_number(out, tourney->split.total[0]);
        export_put(out, ",");
        export_number(out, tourney->split.total[1]);
        export_put(out, "]");
    }
    export_put(out, ",\"standings\":[");
    for (uint32_t i = 0; i < out->count; i++) {
        tourney_row_json(tourney, &out->rows[i], words, sizeof words);
        export_put(out, i ? ",\n" : "\n");
        export_put(out, words);
    }
    export_put(out, "],\n\"games\":[");
    for (uint32_t i = 1; i <= tourney->games; i++) {
        tourney_game_json(tourney, i, words, sizeof words);
        export_put(out, i > 1 ? ",\n" : "\n");
        export_put(out, words);
    }
    export_put(out, "]}\n");
}

/* ---- all ---- */

static const struct {
    const char *name;
    void (*write)(const Exporting *);
} formats[TOURNEY_FORMATS] = {
    [TOURNEY_TEXT] = {"text", write_text},  [TOURNEY_CSV] = {"csv", write_csv},
    [TOURNEY_JSON] = {"json", write_json},  [TOURNEY_SVG] = {"svg", export_svg},
    [TOURNEY_HTML] = {"html", export_html}, [TOURNEY_LOG] = {"log", write_log},
};

bool tourney_format_find(const char *word, TourneyFormat *out) {
    for (unsigned i = 0; i < TOURNEY_FORMATS; i++)
        if (text_equal(formats[i].name, word)) return *out = (TourneyFormat)i, true;
    return false;
}

bool tourney_export(const Tourney *tourney, TourneyFormat format, const Printer *printer) {
    TourneyRow *rows = malloc(sizeof *rows * ((size_t)tourney->entrants + 1));
    if (!rows) return false;
    Exporting out = {tourney, printer, rows, tourney_standings(tourney, rows)};
    bool good = out.count || !tourney->entrants || tourney->state <= TOURNEY_GATHERING;
    if (good) formats[format].write(&out);
    free(rows);
    return good;
}
