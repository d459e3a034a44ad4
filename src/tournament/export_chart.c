/* export_chart.c -- a wall chart as SVG, and pages to print as HTML. */
#include "event_internal.h"
#include "export_internal.h"
#include "picture.h"

enum { PIECE = 4096 };

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

void export_svg(const Exporting *out) { tourney_print_svg(out->tourney, out->printer, true); }

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
    bool points = form_has_points(out->tourney->settings.form);
    export_put(out, "<h2>Standings</h2>\n<table><tr><th>Place<th>Name");
    export_put(out, points ? "<th>Points<th>Games<th>Wins</tr>\n" : "<th>Games<th>Wins</tr>\n");
    for (uint32_t i = 0; i < out->count; i++) {
        const TourneyEntrant *entrant = &out->tourney->entrant[out->rows[i].who];
        export_put(out, "<tr>");
        if (out->rows[i].place) put_count(out, out->rows[i].place);
        else put_cell(out, "-");
        put_cell(out, entrant->name);
        if (points) put_count(out, out->rows[i].points);
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
        "#888;padding:.3em .8em;text-align:left}.blank{width:6em}section{break-inside:avoid}svg{max-width:100%;"
        "height:auto}</style>\n<h1>");
    put_escaped(out, export_title(out->tourney));
    export_put(out, "</h1>\n");
    put_sheets(out);
    put_standings(out);
    if (!out->tourney->games) return;
    export_put(out, "<h2>Wall chart</h2>\n");
    tourney_print_svg(out->tourney, out->printer, false);
}
