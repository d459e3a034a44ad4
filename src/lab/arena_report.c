/* arena_report.c -- what an arena found, as tables for people and as JSON for programs. */
#include "arena_report.h"

#include <math.h>
#include <string.h>

#include "options.h"
#include "say.h"

enum { CHANGES_TEXT = 2048, BAR_WIDTH = 24, TIME_MAX = 32, LINE_WIDTH = 90 };

static double per(uint64_t a, uint64_t b) { return b ? (double)a / (double)b : 0; }

/* "38 ns", "1.20 ms": three digits, however short or long it was. */
static const char *say_time(double ns, char out[TIME_MAX]) {
    static const char *const unit[] = {"ns", "us", "ms", "s"};
    unsigned i = 0;
    while (ns >= 999.5 && i < 3) ns /= 1000, i++;
    snprintf(out, TIME_MAX, "%.*f %s", i == 0 || ns >= 99.95 ? 0 : ns >= 9.995 ? 1 : 2, ns, unit[i]);
    return out;
}
static bool is_match(const ArenaHeading *heading) { return heading->plan->rules->option.target > 0; }

/* ---- how long the games were ---- */

typedef struct {
    double mean, median;
    uint32_t longest;
} Length;

/* `lengths` ascend. */
static Length length_of(const uint32_t *lengths, unsigned long games) {
    uint64_t sum = 0;
    if (!games) return (Length){0, 0, 0};
    for (unsigned long i = 0; i < games; i++) sum += lengths[i];
    unsigned long upper = games / 2, lower = games - 1 - upper;
    double middle = ((double)lengths[lower] + (double)lengths[upper]) / 2;
    return (Length){per(sum, games), middle, lengths[games - 1]};
}

/* ---- for people ---- */

static void print_heading(const ArenaHeading *heading, const ArenaReport *report, FILE *file) {
    const ArenaPlan *plan = heading->plan;
    char changes[CHANGES_TEXT];
    unsigned tables = arena_tables(plan);
    bool changed = list_changes(heading->before, plan->rules, changes, sizeof changes);
    fprintf(file, "%s%s%s, %u players, seed '%s'\n", heading->ruleset->name, changed ? " with " : "", changes,
            plan->players, heading->seed);
    fprintf(file, "%lu games: %lu deal%s, each played %lu times", report->games, report->deals,
            report->deals == 1 ? "" : "s", arena_games_per_deal(plan));
    if (tables > 1) fprintf(file, ", by %u line-ups from %u seats", tables, plan->players);
    else fprintf(file, ", once from each seat");
    if (heading->wanted < plan->deals * arena_games_per_deal(plan)) fprintf(file, " (%lu rounded up)", heading->wanted);
    fprintf(file, "\n");
    if (report->stopped) fprintf(file, "Stopped early: these are the deals that were complete.\n");
    fprintf(file, "\n");
}

static int name_width(const ArenaPlan *plan) {
    size_t width = 3;
    for (unsigned bot = 0; bot < plan->bots; bot++)
        if (strlen(plan->bot[bot].name) > width) width = strlen(plan->bot[bot].name);
    return (int)width;
}

static bool has_points(const ArenaPlan *plan, const ArenaReport *report) {
    for (unsigned bot = 0; bot < plan->bots; bot++)
        if (report->tally[bot].points) return true;
    return false;
}

static void print_rows(const ArenaHeading *heading, const ArenaReport *report, FILE *file) {
    const ArenaPlan *plan = heading->plan;
    int width = name_width(plan);
    Estimate elo[ARENA_BOTS_MAX];
    elo_estimate(&report->elo, plan->bots, elo);
    bool scored = has_points(plan, report);
    fprintf(file, "%-*s %8s %6s %15s %6s %5s%s %8s %8s\n", width, "bot", "games", "win %", "95 %", "Elo", "+-",
            scored ? "  points" : "", "mean", "max");
    for (unsigned bot = 0; bot < plan->bots; bot++) {
        const ArenaTally *tally = &report->tally[bot];
        char interval[32] = "-", reach[16] = "-", points[32] = "", mean[TIME_MAX], most[TIME_MAX];
        Estimate wins = arena_wins(report, bot);
        if (wins.sure) snprintf(interval, sizeof interval, "%.2f - %.2f", 100 * wins.low, 100 * wins.high);
        if (elo[bot].sure) snprintf(reach, sizeof reach, "%.0f", elo[bot].high - elo[bot].value);
        if (scored) snprintf(points, sizeof points, " %7.1f", per(tally->points, tally->sittings));
        fprintf(file, "%-*s %8llu %6.2f %15s %6.0f %5s%s %8s %8s\n", width, plan->bot[bot].name,
                (unsigned long long)tally->games, 100 * wins.value, interval, elo[bot].value, reach, points,
                say_time(per(tally->ns, tally->decisions), mean), say_time((double)tally->ns_max, most));
    }
    fprintf(file, "%-*s %8s %6.2f\n\n", width, "even", "", 100 * arena_even(plan));
}

/* One figure for each bot, after some words, in lines that are not too long. */
static void print_each(const ArenaHeading *heading, const ArenaReport *report, const char *words,
                       double (*figure)(const ArenaTally *), FILE *file) {
    size_t column = strlen(words);
    fprintf(file, "%s", words);
    for (unsigned bot = 0, last = heading->plan->bots - 1; bot <= last; bot++) {
        char item[ARENA_NAME_MAX + 32];
        size_t length = (size_t)snprintf(item, sizeof item, "%s %.1f%s", heading->plan->bot[bot].name,
                                         figure(&report->tally[bot]), bot < last ? "," : ".");
        bool fits = column + 1 + length <= LINE_WIDTH;
        fprintf(file, "%s%s", fits ? " " : "\n  ", item);
        column = fits ? column + 1 + length : 2 + length;
    }
    fprintf(file, "\n");
}
static double decisions_a_game(const ArenaTally *tally) { return per(tally->decisions, tally->sittings); }
static double points_a_deal(const ArenaTally *tally) { return per(tally->points, tally->dealt); }

static void print_lengths(const ArenaHeading *heading, const ArenaReport *report, FILE *file) {
    Length actions = length_of(report->actions, report->games), turns = length_of(report->turns, report->games);
    fprintf(file, "A game had %.1f actions (median %.0f, longest %u), %.1f %s (median %.0f, longest %u).\n",
            actions.mean, actions.median, actions.longest, turns.mean, board_length_unit(heading->plan->rules),
            turns.median, turns.longest);
    print_each(heading, report, "Decisions a game:", decisions_a_game, file);
    if (is_match(heading)) {
        char words[80];
        snprintf(words, sizeof words, "A match had %.1f deals; points a deal:", per(report->dealt, report->games));
        print_each(heading, report, words, points_a_deal, file);
    }
    if (report->undecided) fprintf(file, "%lu games had no winner and count as shared by all.\n", report->undecided);
}

static void print_forfeits(const ArenaHeading *heading, const ArenaReport *report, FILE *file) {
    const ArenaPlan *plan = heading->plan;
    if (!report->forfeits) return;
    fprintf(file, "\n%lu forfeited:", report->forfeits);
    for (unsigned bot = 0, told = 0; bot < plan->bots; bot++)
        if (report->tally[bot].forfeits)
            fprintf(file, "%s %s %llu", told++ ? "," : "", plan->bot[bot].name,
                    (unsigned long long)report->tally[bot].forfeits);
    fprintf(file, "\n");
    unsigned long left = report->forfeits;
    for (unsigned i = 0; i < report->reasons; i++) {
        const ArenaForfeit *forfeit = &report->reason[i];
        fprintf(file, "  %lu x %s %s (%sdeal %lu, seat %c)\n", forfeit->times, plan->bot[forfeit->bot].name,
                forfeit->reason, forfeit->times > 1 ? "first: " : "", forfeit->deal + 1, 'A' + (int)forfeit->seat);
        left -= forfeit->times;
    }
    if (left) fprintf(file, "  ... and %lu more\n", left);
}

void arena_print(const ArenaHeading *heading, const ArenaReport *report, FILE *file) {
    print_heading(heading, report, file);
    if (!report->games) return;
    print_rows(heading, report, file);
    print_lengths(heading, report, file);
    print_forfeits(heading, report, file);
}

/* ---- for programs ---- */

static void json_text(FILE *file, const char *text) {
    fputc('"', file);
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\') fprintf(file, "\\%c", c);
        else if (c < ' ' || c == 0x7F) fprintf(file, "\\u%04x", c);
        else fputc(c, file);
    }
    fputc('"', file);
}

/* A figure of so many digits after the point; null where it is not known. */
static void json_figure(FILE *file, const char *name, double figure, int digits, bool known) {
    if (known) fprintf(file, ", \"%s\": %.*f", name, digits, figure);
    else fprintf(file, ", \"%s\": null", name);
}

static void json_options(FILE *file, const Rules *before, const Rules *after) {
    bool first = true;
    fprintf(file, "  \"options\": {");
    for (unsigned i = 0; i < rule_row_count; i++) {
        const RuleRow *row = &rule_rows[i];
        char old[128], new[128];
        if (!(row->families >> after->family & 1)) continue;
        rules_get(before, row, old, sizeof old);
        rules_get(after, row, new, sizeof new);
        if (strcmp(old, new) == 0) continue;
        fprintf(file, "%s\"%s\": ", first ? "" : ", ", row->name);
        json_text(file, new);
        first = false;
    }
    fprintf(file, "},\n");
}

static void json_forfeit(const ArenaHeading *heading, const ArenaForfeit *forfeit, FILE *file) {
    fprintf(file, "{\"deal\": %lu, \"lineup\": %u, \"rotation\": %u, \"seat\": \"%c\", \"name\": ", forfeit->deal,
            forfeit->table, forfeit->turn, 'A' + (int)forfeit->seat);
    json_text(file, heading->plan->bot[forfeit->bot].name);
    fprintf(file, ", \"reason\": ");
    json_text(file, forfeit->reason);
    fprintf(file, "}");
}

static void json_heading(const ArenaHeading *heading, const ArenaReport *report, FILE *file) {
    const ArenaPlan *plan = heading->plan;
    char hash[RULESET_HASH_HEX];
    ruleset_hash(plan->rules, hash);
    fprintf(file, "{\n  \"rules\": ");
    json_text(file, heading->ruleset->name);
    fprintf(file, ",\n  \"hash\": \"%s\",\n", hash);
    json_options(file, heading->before, plan->rules);
    fprintf(file,
            "  \"players\": %u,\n  \"games\": %lu,\n  \"deals\": %lu,\n  \"lineups\": %u,\n  \"seed\": ", plan->players,
            report->games, report->deals, arena_tables(plan));
    json_text(file, heading->seed);
    fprintf(file, ",\n  \"threads\": %u,\n", plan->threads);
    if (heading->worlds) fprintf(file, "  \"worlds\": %u,\n", heading->worlds);
    if (heading->think_ms) fprintf(file, "  \"think_ms\": %u,\n", heading->think_ms);
    fprintf(file, "  \"stopped\": %s,\n  \"failed\": ", report->stopped ? "true" : "false");
    if (report->failed) json_forfeit(heading, &report->failure, file);
    else fprintf(file, "null");
    fprintf(file, ",\n  \"undecided\": %lu,\n", report->undecided);
}

static void json_bot(const ArenaHeading *heading, const ArenaReport *report, unsigned bot, const Estimate *elo,
                     FILE *file) {
    const ArenaTally *tally = &report->tally[bot];
    bool played = tally->sittings > 0;
    Estimate wins = arena_wins(report, bot);
    fprintf(file, "    {\"name\": ");
    json_text(file, heading->plan->bot[bot].name);
    fprintf(file, ", \"games\": %llu, \"seats\": %llu, \"wins\": %.4f", (unsigned long long)tally->games,
            (unsigned long long)tally->sittings, (double)tally->won / ARENA_WIN);
    json_figure(file, "win_rate", wins.value, 6, played);
    json_figure(file, "low", wins.low, 6, wins.sure);
    json_figure(file, "high", wins.high, 6, wins.sure);
    fprintf(file, ", \"even\": %.6f", arena_even(heading->plan));
    json_figure(file, "points", per(tally->points, tally->sittings), 4, played);
    if (is_match(heading)) json_figure(file, "points_per_deal", points_a_deal(tally), 4, played);
    json_figure(file, "elo", elo->value, 2, played);
    json_figure(file, "elo_low", elo->low, 2, elo->sure);
    json_figure(file, "elo_high", elo->high, 2, elo->sure);
    fprintf(file, ",\n     \"decisions\": %llu, \"forfeits\": %llu", (unsigned long long)tally->decisions,
            (unsigned long long)tally->forfeits);
    fprintf(file, ",\n     \"time\": {\"mean_ms\": %.6f, \"max_ms\": %.6f}}", per(tally->ns, tally->decisions) / 1e6,
            (double)tally->ns_max / 1e6);
}

static void json_lengths(const ArenaHeading *heading, const ArenaReport *report, FILE *file) {
    Length actions = length_of(report->actions, report->games), turns = length_of(report->turns, report->games);
    fprintf(file, "  \"length\": {\"actions\": {\"mean\": %.3f, \"median\": %.1f, \"longest\": %u}, ", actions.mean,
            actions.median, actions.longest);
    fprintf(file, "\"turns\": {\"mean\": %.3f, \"median\": %.1f, \"longest\": %u}", turns.mean, turns.median,
            turns.longest);
    if (is_match(heading)) fprintf(file, ", \"deals_per_game\": %.4f", per(report->dealt, report->games));
    fprintf(file, "},\n");
}

static void json_forfeits(const ArenaHeading *heading, const ArenaReport *report, FILE *file) {
    fprintf(file, "  \"forfeits\": [");
    for (unsigned i = 0; i < report->told; i++) {
        fprintf(file, "%s\n    ", i ? "," : "");
        json_forfeit(heading, &report->forfeit[i], file);
    }
    fprintf(file, "%s]\n}\n", report->told ? "\n  " : "");
}

void arena_print_json(const ArenaHeading *heading, const ArenaReport *report, FILE *file) {
    Estimate elo[ARENA_BOTS_MAX];
    elo_estimate(&report->elo, heading->plan->bots, elo);
    json_heading(heading, report, file);
    fprintf(file, "  \"bots\": [\n");
    for (unsigned bot = 0; bot < heading->plan->bots; bot++) {
        json_bot(heading, report, bot, &elo[bot], file);
        fprintf(file, "%s\n", bot + 1 < heading->plan->bots ? "," : "");
    }
    fprintf(file, "  ],\n");
    json_lengths(heading, report, file);
    json_forfeits(heading, report, file);
}

/* ---- the bar ---- */

static void format_left(double seconds, char *out, size_t size) {
    unsigned long left = (unsigned long)(seconds + 0.5);
    if (left >= 3600) snprintf(out, size, "%lu:%02lu h", left / 3600, left / 60 % 60);
    else snprintf(out, size, "%lu:%02lu min", left / 60, left % 60);
}

void arena_draw_bar(const ArenaHeading *heading, const ArenaProgress *progress, double seconds, FILE *file) {
    char bar[BAR_WIDTH + 1], left[32] = "-";
    double done = per(progress->games, progress->all_games);
    double rate = seconds > 0 ? (double)progress->games / seconds : 0;
    for (unsigned i = 0; i < BAR_WIDTH; i++) bar[i] = (double)i < done * BAR_WIDTH ? '#' : '.';
    bar[BAR_WIDTH] = 0;
    if (rate > 0) format_left((double)(progress->all_games - progress->games) / rate, left, sizeof left);
    char line[256];
    snprintf(line, sizeof line, "[%s] %lu/%lu games, %.*f/s, %s left, %s %.1f %%", bar, progress->games,
             progress->all_games, rate < 10 ? 1 : 0, rate, left, heading->plan->bot[0].name, 100 * progress->share);
    fprintf(file, "\r%.*s\033[K", (int)say_width() - 1, line);
    fflush(file);
}

void arena_clear_bar(FILE *file) {
    fprintf(file, "\r\033[K");
    fflush(file);
}
