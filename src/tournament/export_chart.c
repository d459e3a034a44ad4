/* export_chart.c -- a wall chart as SVG, and pages to print as HTML. */
#include "event_internal.h"
#include "export_internal.h"

enum { BOX_WIDTH = 210, BOX_HEIGHT = 46, GAP_X = 40, GAP_Y = 14, TOP_MARGIN = 60, PIECE = 4096 };

/* Names are anybody's words. */
static void put_escaped(const Exporting *out, const char *words) {
    char one[2] = {0, 0};
    for (; *words; words++) {
        one[0] = *words;
        export_put(out, *words == '<'   ? "&lt;"
                        : *words == '>' ? "&gt;"
                        : *words == '&' ? "&amp;"
                        : *words == '"' ? "&quot;"
                                        : one);
    }
}

/* ---- the chart ---- */

/* Games in the same column are played at the same time: a stage, and its round. */
static bool is_new_column(const TourneyGame *game, const TourneyGame *before) {
    return game->stage != before->stage || (game->round != before->round && game->stage != STAGE_duel) ||
           (game->stage == STAGE_duel && (game->round - 1) % 5 == 0);
}

static void measure(const Tourney *tourney, uint32_t *columns, uint32_t *rows) {
    uint32_t row = 0;
    *columns = *rows = 0;
    for (uint32_t i = 1; i <= tourney->games; i++) {
        if (i == 1 || is_new_column(&tourney->game[i], &tourney->game[i - 1])) ++*columns, row = 0;
        if (++row > *rows) *rows = row;
    }
}

static void put_attribute(const Exporting *out, const char *name, long long value) {
    export_put(out, " ");
    export_put(out, name);
    export_put(out, "=\"");
    export_number(out, value);
    export_put(out, "\"");
}

static void put_line(const Exporting *out, uint32_t x, uint32_t y, const char *kind, const char *words) {
    export_put(out, "<text");
    put_attribute(out, "x", x);
    put_attribute(out, "y", y);
    export_put(out, " class=\"");
    export_put(out, kind);
    export_put(out, "\">");
    put_escaped(out, words);
    export_put(out, "</text>\n");
}

static void put_box(const Exporting *out, uint32_t number, uint32_t x, uint32_t y) {
    const Tourney *tourney = out->tourney;
    const TourneyGame *game = &tourney->game[number];
    char words[PIECE];
    export_put(out, "<rect");
    put_attribute(out, "x", x);
    put_attribute(out, "y", y);
    put_attribute(out, "width", BOX_WIDTH);
    put_attribute(out, "height", BOX_HEIGHT);
    put_attribute(out, "rx", 6);
    export_put(out, game_is_playable(game) ? " class=\"open\"/>\n" : "/>\n");
    tourney_game_title(tourney, number, words, sizeof words);
    put_line(out, x + 8, y + 14, "title", words);
    tourney_game_players(tourney, number, words, sizeof words);
    put_line(out, x + 8, y + 28, "players", words);
    export_outcome(tourney, game, words, sizeof words);
    put_line(out, x + 8, y + 41, "outcome", words);
}

void export_svg(const Exporting *out) {
    const Tourney *tourney = out->tourney;
    uint32_t columns, rows, column = 0, row = 0;
    measure(tourney, &columns, &rows);
    export_put(out, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
    put_attribute(out, "width", columns * (BOX_WIDTH + GAP_X) + GAP_X);
    put_attribute(out, "height", rows * (BOX_HEIGHT + GAP_Y) + TOP_MARGIN + GAP_Y);
    export_put(
        out,
        ">\n<style>text{font:12px sans-serif}.head{font-size:22px;font-weight:bold}.title{fill:#666;font-size:10px}"
        ".outcome{font-weight:bold;font-size:11px}rect{fill:#fff;stroke:#444}rect.open{fill:#fff4c2}</style>\n");
    put_line(out, GAP_X, 36, "head", export_title(tourney));
    for (uint32_t i = 1; i <= tourney->games; i++) {
        if (i > 1 && is_new_column(&tourney->game[i], &tourney->game[i - 1])) column++, row = 0;
        if (tourney->game[i].state != GAME_EMPTY)
            put_box(out, i, GAP_X + column * (BOX_WIDTH + GAP_X), TOP_MARGIN + row * (BOX_HEIGHT + GAP_Y));
        row++;
    }
    export_put(out, "</svg>\n");
}

/* ---- pages to print ---- */

static void put_cell(const Exporting *out, const char *words) {
    export_put(out, "<td>");
    put_escaped(out, words);
    export_put(out, "</td>");
}

static void put_count(const Exporting *out, long long number) {
    export_put(out, "<td>");
    export_number(out, number);
    export_put(out, "</td>");
}

static void put_standings(const Exporting *out) {
    export_put(out, "<h2>Standings</h2>\n<table><tr><th>Place<th>Name<th>Points<th>Games<th>Wins</tr>\n");
    for (uint32_t i = 0; i < out->count; i++) {
        const TourneyEntrant *entrant = &out->tourney->entrant[out->rows[i].who];
        export_put(out, "<tr>");
        if (out->rows[i].place) put_count(out, out->rows[i].place);
        else put_cell(out, "-");
        put_cell(out, entrant->name);
        put_count(out, out->rows[i].points);
        put_count(out, entrant->games);
        put_count(out, entrant->wins);
        export_put(out, "</tr>\n");
    }
    export_put(out, "</table>\n");
}

/* A sheet for each open game, with room for what happens. */
static void put_sheets(const Exporting *out) {
    const Tourney *tourney = out->tourney;
    char words[PIECE];
    export_put(out, "<h2>Pairings</h2>\n");
    for (uint32_t i = 1; i <= tourney->games; i++) {
        const TourneyGame *game = &tourney->game[i];
        if (!game_is_playable(game)) continue;
        tourney_game_title(tourney, i, words, sizeof words);
        export_put(out, "<section><h3>Game ");
        export_number(out, i);
        export_put(out, ": ");
        put_escaped(out, words);
        export_put(out, "</h3><table><tr><th>Player<th>Score<th>Place</tr>\n");
        for (unsigned seat = 0; seat < game->seats; seat++) {
            export_put(out, "<tr>");
            put_cell(out, tourney->entrant[game->who[seat]].name);
            export_put(out, "<td class=\"blank\"></td><td class=\"blank\"></td></tr>\n");
        }
        export_put(out, "</table></section>\n");
    }
}

void export_html(const Exporting *out) {
    export_put(out, "<!doctype html>\n<meta charset=\"utf-8\">\n<title>");
    put_escaped(out, export_title(out->tourney));
    export_put(
        out,
        "</title>\n<style>body{font:14px sans-serif;margin:2em}table{border-collapse:collapse}td,th{border:1px solid "
        "#888;padding:.3em .8em;text-align:left}.blank{width:6em}section{break-inside:avoid}</style>\n<h1>");
    put_escaped(out, export_title(out->tourney));
    export_put(out, "</h1>\n");
    put_sheets(out);
    put_standings(out);
}
