/* stats_html.c -- `uno stats` as one page that needs nothing else: charts as inline SVG, each with the table it is
 * drawn from; light and dark by the reader's wish, and printable. */
#include <string.h>

#include "stats_report.h"

enum { CHART_LINES = 6, CHART_POINTS = 120, WIDTH = 720, HEIGHT = 260, LEFT = 44, RIGHT = 130, TOP = 12, BOTTOM = 26 };

static const char *const style =
    ":root{color-scheme:light dark;--text:#1c1c22;--soft:#5b5b66;--line:#c9c9d2;--paper:#fff;--bar:#2f6fb5}"
    "@media(prefers-color-scheme:dark){:root{--text:#ececf1;--soft:#a9a9b6;--line:#44444f;--paper:#17171c;--bar:#7fb2ea}}"
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:var(--text);"
    "background:var(--paper)}"
    "h1{font-size:1.6rem}h2{font-size:1.25rem;margin-top:2.5rem}h3{font-size:1rem;margin-bottom:.25rem}"
    ".scroll{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums}"
    "th,td{padding:.3rem .6rem;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap}"
    "th:first-child,td:first-child{text-align:left}caption{text-align:left;color:var(--soft);padding:.3rem 0}"
    ".chart{min-width:36rem}svg{max-width:100%;height:auto;display:block}svg text{fill:var(--text);font:12px system-ui,sans-serif}"
    ".axis{stroke:var(--line)}.run{fill:none;stroke-width:2}.bar{fill:var(--bar)}.even{stroke:var(--soft);"
    "stroke-dasharray:3 3}summary{cursor:pointer;padding:.4rem 0}p.soft,.soft{color:var(--soft)}"
    "@media print{body{margin:0;max-width:none}details{display:block}section{break-inside:avoid}}";

/* Lines differ by dashes as well as by colour. */
static const struct {
    const char *colour, *dash;
} lines[CHART_LINES] = {{"#2f6fb5", ""},        {"#b5482f", "7 3"}, {"#2f8f4e", "2 3"},
                        {"#8a4fb0", "9 3 2 3"}, {"#a8780a", "4 2"}, {"#0a8f9c", "12 4"}};

static void put_text(const char *text, FILE *file) {
    for (; *text; text++) switch (*text) {
        case '&': fputs("&amp;", file); break;
        case '<': fputs("&lt;", file); break;
        case '>': fputs("&gt;", file); break;
        case '"': fputs("&quot;", file); break;
        default: fputc(*text, file);
        }
}

static void put_name(const StatsReport *report, uint32_t player, FILE *file) {
    char name[STATS_NAME_MAX];
    put_text(stats_name(&report->results, player, name), file);
}

/* A table that may be wider than the screen: it scrolls, by keyboard as well. */
static void open_table(const char *label, const StatsReport *report, uint32_t player, FILE *file) {
    fprintf(file, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"%s", label);
    if (player != NO_PLAYER) put_name(report, player, file);
    fputs("\"><table>", file);
}

/* ---- rating over time ---- */

typedef struct {
    double low, high;
    size_t longest;
} Frame;

static unsigned line_count(const StatsReport *report) {
    return report->players < CHART_LINES ? report->players : CHART_LINES;
}

static Frame frame_of(const StatsReport *report) {
    Frame frame = {0, 1, 2};
    for (unsigned i = 0; i < line_count(report); i++) {
        const StatsHistory *history = stats_main_history(report, &report->player[i]);
        if (history->points > frame.longest) frame.longest = history->points;
        for (size_t k = 0; k < history->points; k++) {
            if (history->point[k].ordinal < frame.low) frame.low = history->point[k].ordinal;
            if (history->point[k].ordinal > frame.high) frame.high = history->point[k].ordinal;
        }
    }
    return frame;
}

static double x_of(const Frame *frame, size_t point) {
    return LEFT + (double)(WIDTH - LEFT - RIGHT) * (double)point / (double)(frame->longest - 1);
}

static double y_of(const Frame *frame, double ordinal) {
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (ordinal - frame->low) / (frame->high - frame->low);
}

/* Of a long history every n-th point, and the last. */
static size_t next_point(const StatsHistory *history, size_t point) {
    size_t step = history->points / CHART_POINTS + 1, next = point + step;
    return point + 1 == history->points || next < history->points ? next : history->points - 1;
}

static void put_line(const StatsReport *report, const Frame *frame, unsigned i, double *label, FILE *file) {
    const StatsHistory *history = stats_main_history(report, &report->player[i]);
    if (!history->points) return;
    fprintf(file, "<polyline class=\"run\" stroke=\"%s\" stroke-dasharray=\"%s\" points=\"", lines[i].colour,
            lines[i].dash);
    for (size_t k = 0; k < history->points; k = next_point(history, k))
        fprintf(file, "%.1f,%.1f ", x_of(frame, k), y_of(frame, history->point[k].ordinal));
    fputs("\"/>", file);
    const StatsPoint *last = &history->point[history->points - 1];
    double y = TOP + 6 + 16 * *label;
    ++*label;
    fprintf(file,
            "<line class=\"run\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-dasharray=\"%s\"/>"
            "<text x=\"%d\" y=\"%.1f\">",
            WIDTH - RIGHT + 6, WIDTH - RIGHT + 28, y, y, lines[i].colour, lines[i].dash, WIDTH - RIGHT + 33, y + 4);
    put_name(report, report->player[i].number, file);
    fprintf(file, " %.1f</text>", last->ordinal);
}

static void put_axis(const Frame *frame, FILE *file) {
    for (int i = 0; i <= 4; i++) {
        double value = frame->low + (frame->high - frame->low) * i / 4, y = y_of(frame, value);
        fprintf(file,
                "<line class=\"axis\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/><text x=\"%d\" y=\"%.1f\" "
                "text-anchor=\"end\">%.1f</text>",
                LEFT, WIDTH - RIGHT, y, y, LEFT - 6, y + 4, value);
    }
    fprintf(file, "<text x=\"%d\" y=\"%d\">game 1</text><text x=\"%d\" y=\"%d\" text-anchor=\"end\">game %zu</text>",
            LEFT, HEIGHT - 6, WIDTH - RIGHT, HEIGHT - 6, frame->longest);
}

static void put_history_table(const StatsReport *report, const StatsPlayer *player, FILE *file) {
    const StatsHistory *history = stats_main_history(report, player);
    open_table("Rating over time: ", report, player->number, file);
    fputs("<caption>", file);
    put_name(report, player->number, file);
    fputs("</caption><thead><tr><th scope=\"col\">game</th><th scope=\"col\">date</th><th scope=\"col\">rating</th>"
          "<th scope=\"col\">duel rating</th></tr></thead><tbody>",
          file);
    for (size_t k = 0; k < history->points; k = next_point(history, k)) {
        char date[STATS_DATE_MAX];
        const StatsPoint *point = &history->point[k];
        fprintf(file, "<tr><th scope=\"row\">%zu</th><td>%s</td><td>%.1f</td><td>", k + 1, stats_date(point->at, date),
                point->ordinal);
        if (point->duel != 0) fprintf(file, "%.0f", point->duel);
        fputs("</td></tr>", file);
    }
    fputs("</tbody></table></div>", file);
}

static void put_history(const StatsReport *report, FILE *file) {
    Frame frame = frame_of(report);
    double label = 0;
    fprintf(
        file,
        "<section><h2>Rating over time</h2><div class=\"scroll\" tabindex=\"0\" role=\"region\" "
        "aria-label=\"Chart\"><svg class=\"chart\" viewBox=\"0 0 %d %d\" role=\"img\" aria-labelledby=\"over-time\">"
        "<title id=\"over-time\">Rating after each game of the players with the most games; the tables below have "
        "the figures.</title>",
        WIDTH, HEIGHT);
    put_axis(&frame, file);
    for (unsigned i = 0; i < line_count(report); i++) put_line(report, &frame, i, &label, file);
    fputs(
        "</svg></div><p class=\"soft\">Of each the family of rules played most.</p><details><summary>The same as tables</summary>",
        file);
    for (unsigned i = 0; i < line_count(report); i++) put_history_table(report, &report->player[i], file);
    fputs("</details></section>", file);
}

/* ---- everybody ---- */

static void put_everybody(const StatsReport *report, FILE *file) {
    fputs("<section><h2>Players</h2>", file);
    open_table("Players", report, NO_PLAYER, file);
    fputs("<thead><tr><th scope=\"col\">player</th><th scope=\"col\">games</th>"
          "<th scope=\"col\">won</th><th scope=\"col\">win %</th><th scope=\"col\">by chance %</th>"
          "<th scope=\"col\">rating</th><th scope=\"col\">duel</th><th scope=\"col\">points</th>",
          file);
    for (int i = 0; i < SEAT_COUNTS; i++)
        fprintf(file, "<th scope=\"col\" title=\"%s\">%s</th>", seat_count_words((SeatCount)i),
                seat_count_heading((SeatCount)i));
    fputs("</tr></thead><tbody>", file);
    for (uint32_t i = 0; i < report->players; i++) {
        const StatsPlayer *player = &report->player[i];
        const Stats *stats = &player->stats;
        const Standing *standing = stats_main_standing(report, player->number);
        fputs("<tr><th scope=\"row\">", file);
        put_name(report, player->number, file);
        fprintf(file, "</th><td>%u</td><td>%u</td><td>%.1f</td><td>%.1f</td><td>", stats->all.games, stats->all.wins,
                stats_percent(stats->all.wins, stats->all.games), stats_chance_percent(&stats->all));
        if (standing)
            fprintf(file, "%.1f%s", skill_ordinal(&standing->skill),
                    skill_is_provisional(&standing->skill, standing->games) ? " (provisional)" : "");
        fputs("</td><td>", file);
        if (standing && standing->duels)
            fprintf(file, "%.0f%s", standing->duel.rating,
                    glicko_is_provisional(&standing->duel, standing->duels) ? " (provisional)" : "");
        fprintf(file, "</td><td>%llu</td>", (unsigned long long)stats->points);
        for (int k = 0; k < SEAT_COUNTS; k++) fprintf(file, "<td>%llu</td>", (unsigned long long)stats->count[k]);
        fputs("</tr>", file);
    }
    fputs("</tbody></table></div></section>", file);
}

/* ---- win rate by opponent ---- */

static unsigned opponents_of(const StatsReport *report, const StatsPlayer *player) {
    unsigned count = 0;
    for (uint32_t i = 0; i < report->results.players; i++) count += player->opponent[i].with.games > 0;
    return count;
}

/* The bar says the same as the figures beside it, so it is hidden from those who hear the page. */
static void put_opponents(const StatsReport *report, const StatsPlayer *player, FILE *file) {
    if (!opponents_of(report, player)) return;
    fputs("<section><h3>", file);
    put_name(report, player->number, file);
    fputs("</h3>", file);
    open_table("Opponents of ", report, player->number, file);
    fputs("<thead><tr><th scope=\"col\">against</th><th scope=\"col\">games</th>"
          "<th scope=\"col\">won</th><th scope=\"col\">win %</th><th scope=\"col\">by chance %</th>"
          "<th scope=\"col\">ahead</th><th scope=\"col\">behind</th><td></td></tr></thead><tbody>",
          file);
    for (uint32_t i = 0; i < report->results.players; i++) {
        const StatsPair *pair = &player->opponent[i];
        if (!pair->with.games) continue;
        double won = stats_percent(pair->with.wins, pair->with.games), chance = stats_chance_percent(&pair->with);
        fputs("<tr><th scope=\"row\">", file);
        put_name(report, i, file);
        fprintf(file,
                "</th><td>%u</td><td>%u</td><td>%.1f</td><td>%.1f</td><td>%u</td><td>%u</td><td>"
                "<svg width=\"160\" height=\"14\" viewBox=\"0 0 160 14\" aria-hidden=\"true\">"
                "<rect class=\"bar\" y=\"2\" height=\"10\" width=\"%.1f\"/>"
                "<line class=\"even\" x1=\"%.1f\" x2=\"%.1f\" y1=\"0\" y2=\"14\"/></svg></td></tr>",
                pair->with.games, pair->with.wins, won, chance, pair->ahead, pair->behind, 1.6 * won, 1.6 * chance,
                1.6 * chance);
    }
    fputs("</tbody></table></div></section>", file);
}

void stats_print_html(const StatsReport *report, FILE *file) {
    fprintf(file,
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
            "content=\"width=device-width,initial-scale=1\"><title>Statistics of %zu games</title><style>%s</style>"
            "</head><body><main><h1>Statistics of %zu games</h1>",
            report->results.count, style, report->results.count);
    put_everybody(report, file);
    put_history(report, file);
    fputs("<h2>Win rate by opponent</h2><p class=\"soft\">The dashed line is what chance would give.</p>", file);
    for (uint32_t i = 0; i < report->players; i++) put_opponents(report, &report->player[i], file);
    fputs("</main></body></html>\n", file);
}
