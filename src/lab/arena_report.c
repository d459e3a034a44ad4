/* arena_report.c -- what an arena found, as tables for people and as JSON for programs. */
#include "arena_report.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { TIME_MAX = 32, LINE_WIDTH = 90, PIECE_MAX = 4096 };

__attribute__((format(printf, 2, 3))) static void print(const Printer *to, const char *format, ...) {
    char text[PIECE_MAX];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    to->put(to->sink, text);
}

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

static void print_heading(const ArenaHeading *heading, const ArenaReport *report, const Printer *to) {
    const ArenaPlan *plan = heading->plan;
    unsigned tables = arena_tables(plan);
    print(to, "%s%s%s, %u players, seed '%s'\n", heading->ruleset->name, *heading->changes ? " with " : "",
          heading->changes, plan->players, heading->seed);
    print(to, "%lu games: %lu deal%s, each played %lu times", report->games, report->deals,
          report->deals == 1 ? "" : "s", arena_games_per_deal(plan));
    if (tables > 1) print(to, ", by %u line-ups from %u seats", tables, plan->players);
    else print(to, ", once from each seat");
    if (heading->wanted < plan->deals * arena_games_per_deal(plan)) print(to, " (%lu rounded up)", heading->wanted);
    print(to, "\n");
    if (report->stopped) print(to, "Stopped early: these are the deals that were complete.\n");
    print(to, "\n");
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

static void print_rows(const ArenaHeading *heading, const ArenaReport *report, const Printer *to) {
    const ArenaPlan *plan = heading->plan;
    int width = name_width(plan);
    Estimate elo[ARENA_BOTS_MAX];
    elo_estimate(&report->elo, plan->bots, elo);
    bool scored = has_points(plan, report);
    print(to, "%-*s %8s %6s %15s %6s %5s%s %8s %8s\n", width, "bot", "games", "win %", "95 %", "Elo", "+-",
          scored ? "  points" : "", "mean", "max");
    for (unsigned bot = 0; bot < plan->bots; bot++) {
        const ArenaTally *tally = &report->tally[bot];
        char interval[32] = "-", reach[16] = "-", points[32] = "", mean[TIME_MAX], most[TIME_MAX];
        Estimate wins = arena_wins(report, bot);
        if (wins.sure) snprintf(interval, sizeof interval, "%.2f - %.2f", 100 * wins.low, 100 * wins.high);
        if (elo[bot].sure) snprintf(reach, sizeof reach, "%.0f", elo[bot].high - elo[bot].value);
        if (scored) snprintf(points, sizeof points, " %7.1f", per(tally->points, tally->sittings));
        print(to, "%-*s %8llu %6.2f %15s %6.0f %5s%s %8s %8s\n", width, plan->bot[bot].name,
              (unsigned long long)tally->games, 100 * wins.value, interval, elo[bot].value, reach, points,
              say_time(per(tally->ns, tally->decisions), mean), say_time((double)tally->ns_max, most));
    }
    print(to, "%-*s %8s %6.2f\n\n", width, "even", "", 100 * arena_even(plan));
}

/* One figure for each bot, after some words, in lines that are not too long. */
static void print_each(const ArenaHeading *heading, const ArenaReport *report, const char *words,
                       double (*figure)(const ArenaTally *), const Printer *to) {
    size_t column = strlen(words);
    print(to, "%s", words);
    for (unsigned bot = 0, last = heading->plan->bots - 1; bot <= last; bot++) {
        char item[ARENA_NAME_MAX + 32];
        size_t length = (size_t)snprintf(item, sizeof item, "%s %.1f%s", heading->plan->bot[bot].name,
                                         figure(&report->tally[bot]), bot < last ? "," : ".");
        bool fits = column + 1 + length <= LINE_WIDTH;
        print(to, "%s%s", fits ? " " : "\n  ", item);
        column = fits ? column + 1 + length : 2 + length;
    }
    print(to, "\n");
}
static double decisions_a_game(const ArenaTally *tally) { return per(tally->decisions, tally->sittings); }
static double points_a_deal(const ArenaTally *tally) { return per(tally->points, tally->dealt); }

static void print_lengths(const ArenaHeading *heading, const ArenaReport *report, const Printer *to) {
    Length actions = length_of(report->actions, report->games), turns = length_of(report->turns, report->games);
    print(to, "A game had %.1f actions (median %.0f, longest %u), %.1f %s (median %.0f, longest %u).\n", actions.mean,
          actions.median, actions.longest, turns.mean, board_length_unit(heading->plan->rules), turns.median,
          turns.longest);
    print_each(heading, report, "Decisions a game:", decisions_a_game, to);
    if (is_match(heading)) {
        char words[80];
        snprintf(words, sizeof words, "A match had %.1f deals; points a deal:", per(report->dealt, report->games));
        print_each(heading, report, words, points_a_deal, to);
    }
    if (report->undecided) print(to, "%lu games had no winner and count as shared by all.\n", report->undecided);
}

static void print_forfeits(const ArenaHeading *heading, const ArenaReport *report, const Printer *to) {
    const ArenaPlan *plan = heading->plan;
    if (!report->forfeits) return;
    print(to, "\n%lu forfeited:", report->forfeits);
    for (unsigned bot = 0, told = 0; bot < plan->bots; bot++)
        if (report->tally[bot].forfeits)
            print(to, "%s %s %llu", told++ ? "," : "", plan->bot[bot].name,
                  (unsigned long long)report->tally[bot].forfeits);
    print(to, "\n");
    unsigned long left = report->forfeits;
    for (unsigned i = 0; i < report->reasons; i++) {
        const ArenaForfeit *forfeit = &report->reason[i];
        print(to, "  %lu x %s %s (%sdeal %lu, seat %c)\n", forfeit->times, plan->bot[forfeit->bot].name,
              forfeit->reason, forfeit->times > 1 ? "first: " : "", forfeit->deal + 1, 'A' + (int)forfeit->seat);
        left -= forfeit->times;
    }
    if (left) print(to, "  ... and %lu more\n", left);
}

void arena_print(const ArenaHeading *heading, const ArenaReport *report, const Printer *to) {
    print_heading(heading, report, to);
    if (!report->games) return;
    print_rows(heading, report, to);
    print_lengths(heading, report, to);
    print_forfeits(heading, report, to);
}

/* ---- for programs ---- */

static void json_text(const Printer *to, const char *text) {
    print(to, "\"");
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\') print(to, "\\%c", c);
        else if (c < ' ' || c == 0x7F) print(to, "\\u%04x", c);
        else print(to, "%c", c);
    }
    print(to, "\"");
}

/* A figure of so many digits after the point; null where it is not known. */
static void json_figure(const Printer *to, const char *name, double figure, int digits, bool known) {
    if (known) print(to, ", \"%s\": %.*f", name, digits, figure);
    else print(to, ", \"%s\": null", name);
}

static void json_options(const Printer *to, const Rules *before, const Rules *after) {
    bool first = true;
    print(to, "  \"options\": {");
    for (unsigned i = 0; i < rule_row_count; i++) {
        const RuleRow *row = &rule_rows[i];
        char old[128], new[128];
        if (!(row->families >> after->family & 1)) continue;
        rules_get(before, row, old, sizeof old);
        rules_get(after, row, new, sizeof new);
        if (strcmp(old, new) == 0) continue;
        print(to, "%s\"%s\": ", first ? "" : ", ", row->name);
        json_text(to, new);
        first = false;
    }
    print(to, "},\n");
}

static void json_forfeit(const ArenaHeading *heading, const ArenaForfeit *forfeit, const Printer *to) {
    print(to, "{\"deal\": %lu, \"lineup\": %u, \"rotation\": %u, \"seat\": \"%c\", \"name\": ", forfeit->deal,
          forfeit->table, forfeit->turn, 'A' + (int)forfeit->seat);
    json_text(to, heading->plan->bot[forfeit->bot].name);
    print(to, ", \"reason\": ");
    json_text(to, forfeit->reason);
    print(to, "}");
}

static void json_heading(const ArenaHeading *heading, const ArenaReport *report, const Printer *to) {
    const ArenaPlan *plan = heading->plan;
    char hash[RULESET_HASH_HEX];
    ruleset_hash(plan->rules, hash);
    print(to, "{\n  \"rules\": ");
    json_text(to, heading->ruleset->name);
    print(to, ",\n  \"hash\": \"%s\",\n", hash);
    json_options(to, heading->before, plan->rules);
    print(to,
          "  \"players\": %u,\n  \"games\": %lu,\n  \"deals\": %lu,\n  \"lineups\": %u,\n  \"seed\": ", plan->players,
          report->games, report->deals, arena_tables(plan));
    json_text(to, heading->seed);
    print(to, ",\n  \"threads\": %u,\n", plan->threads);
    if (heading->worlds) print(to, "  \"worlds\": %u,\n", heading->worlds);
    if (heading->think_ms) print(to, "  \"think_ms\": %u,\n", heading->think_ms);
    print(to, "  \"stopped\": %s,\n  \"failed\": ", report->stopped ? "true" : "false");
    if (report->failed) json_forfeit(heading, &report->failure, to);
    else print(to, "null");
    print(to, ",\n  \"undecided\": %lu,\n", report->undecided);
}

static void json_bot(const ArenaHeading *heading, const ArenaReport *report, unsigned bot, const Estimate *elo,
                     const Printer *to) {
    const ArenaTally *tally = &report->tally[bot];
    bool played = tally->sittings > 0;
    Estimate wins = arena_wins(report, bot);
    print(to, "    {\"name\": ");
    json_text(to, heading->plan->bot[bot].name);
    print(to, ", \"games\": %llu, \"seats\": %llu, \"wins\": %.4f", (unsigned long long)tally->games,
          (unsigned long long)tally->sittings, (double)tally->won / ARENA_WIN);
    json_figure(to, "win_rate", wins.value, 6, played);
    json_figure(to, "low", wins.low, 6, wins.sure);
    json_figure(to, "high", wins.high, 6, wins.sure);
    print(to, ", \"even\": %.6f", arena_even(heading->plan));
    json_figure(to, "points", per(tally->points, tally->sittings), 4, played);
    if (is_match(heading)) json_figure(to, "points_per_deal", points_a_deal(tally), 4, played);
    json_figure(to, "elo", elo->value, 2, played);
    json_figure(to, "elo_low", elo->low, 2, elo->sure);
    json_figure(to, "elo_high", elo->high, 2, elo->sure);
    print(to, ",\n     \"decisions\": %llu, \"forfeits\": %llu", (unsigned long long)tally->decisions,
          (unsigned long long)tally->forfeits);
    print(to, ",\n     \"time\": {\"mean_ms\": %.6f, \"max_ms\": %.6f}}", per(tally->ns, tally->decisions) / 1e6,
          (double)tally->ns_max / 1e6);
}

static void json_lengths(const ArenaHeading *heading, const ArenaReport *report, const Printer *to) {
    Length actions = length_of(report->actions, report->games), turns = length_of(report->turns, report->games);
    print(to, "  \"length\": {\"actions\": {\"mean\": %.3f, \"median\": %.1f, \"longest\": %u}, ", actions.mean,
          actions.median, actions.longest);
    print(to, "\"turns\": {\"mean\": %.3f, \"median\": %.1f, \"longest\": %u}", turns.mean, turns.median,
          turns.longest);
    if (is_match(heading)) print(to, ", \"deals_per_game\": %.4f", per(report->dealt, report->games));
    print(to, "},\n");
}

static void json_forfeits(const ArenaHeading *heading, const ArenaReport *report, const Printer *to) {
    print(to, "  \"forfeits\": [");
    for (unsigned i = 0; i < report->told; i++) {
        print(to, "%s\n    ", i ? "," : "");
        json_forfeit(heading, &report->forfeit[i], to);
    }
    print(to, "%s]\n}\n", report->told ? "\n  " : "");
}

void arena_print_json(const ArenaHeading *heading, const ArenaReport *report, const Printer *to) {
    Estimate elo[ARENA_BOTS_MAX];
    elo_estimate(&report->elo, heading->plan->bots, elo);
    json_heading(heading, report, to);
    print(to, "  \"bots\": [\n");
    for (unsigned bot = 0; bot < heading->plan->bots; bot++) {
        json_bot(heading, report, bot, &elo[bot], to);
        print(to, "%s\n", bot + 1 < heading->plan->bots ? "," : "");
    }
    print(to, "  ],\n");
    json_lengths(heading, report, to);
    json_forfeits(heading, report, to);
}
