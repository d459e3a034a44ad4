/* stats_text.c -- `uno stats` in a terminal: everybody in a table, or one player in full. */
#include <string.h>

#include "stats_report.h"

enum { NAME_WIDTH_MAX = 24, POINTS_SHOWN = 40, EVENTS_SHOWN = 12 };

/* Letters take a column each, whatever bytes they have: good enough for names. */
static int columns_of(const char *text) {
    int columns = 0;
    for (; *text; text++) columns += ((unsigned char)*text & 0xC0) != 0x80;
    return columns;
}

static void print_padded(const char *text, int width, FILE *file) {
    int columns = columns_of(text);
    fprintf(file, "%s%*s", text, columns < width ? width - columns : 0, "");
}

/* "21.4", "8.1?" while it is provisional. */
static const char *say_skill(const Standing *standing, char out[16]) {
    if (!standing) return strcpy(out, "-");
    snprintf(out, 16, "%.1f%s", skill_ordinal(&standing->skill),
             skill_is_provisional(&standing->skill, standing->games) ? "?" : "");
    return out;
}

static const char *say_duel(const Standing *standing, char out[16]) {
    if (!standing || !standing->duels) return strcpy(out, "-");
    snprintf(out, 16, "%.0f%s", standing->duel.rating,
             glicko_is_provisional(&standing->duel, standing->duels) ? "?" : "");
    return out;
}

/* ---- everybody ---- */

static int name_width(const StatsReport *report) {
    int width = 6;
    for (uint32_t i = 0; i < report->players; i++) {
        char name[STATS_NAME_MAX];
        int columns = columns_of(stats_name(&report->results, report->player[i].number, name));
        if (columns > width) width = columns;
    }
    return width < NAME_WIDTH_MAX ? width : NAME_WIDTH_MAX;
}

static void print_row(const StatsReport *report, const StatsPlayer *player, int width, FILE *file) {
    char name[STATS_NAME_MAX], skill[16], duel[16];
    const Stats *stats = &player->stats;
    const Standing *standing = stats_main_standing(report, player->number);
    double deals = stats->deals ? (double)stats->deals : 1;
    print_padded(stats_name(&report->results, player->number, name), width, file);
    fprintf(file, " %6u %5u %6.1f %7.1f %7s %6s %9.1f %6.2f %7llu %8llu %5llu/%llu\n", stats->all.games,
            stats->all.wins, stats_percent(stats->all.wins, stats->all.games), stats_chance_percent(&stats->all),
            say_skill(standing, skill), say_duel(standing, duel), (double)stats->points / stats->all.games,
            (double)stats->count[SEAT_COUNT_cards_left] / deals,
            (unsigned long long)stats->count[SEAT_COUNT_calls_missed],
            (unsigned long long)stats->count[SEAT_COUNT_catches],
            (unsigned long long)stats->count[SEAT_COUNT_challenges_won],
            (unsigned long long)stats->count[SEAT_COUNT_challenges_lost]);
}

static void print_everybody(const StatsReport *report, FILE *file) {
    int width = name_width(report);
    print_padded("player", width, file);
    fprintf(file, " %6s %5s %6s %7s %7s %6s %9s %6s %7s %8s %7s\n", "games", "won", "win %", "chance", "rating", "duel",
            "points", "left", "missed", "catches", "chall.");
    for (uint32_t i = 0; i < report->players; i++) print_row(report, &report->player[i], width, file);
    fputs(
        "\nrating: mu - 3 sigma of the family played most; duel: Glicko-2; ? provisional. points: of a game. left: cards "
        "in the hand\nwhen a deal is over. missed: calls of UNO. chall.: challenges won/lost. --player NAME tells more "
        "of one player.\n",
        file);
}

/* ---- one player ---- */

static void print_counts(const Stats *stats, FILE *file) {
    for (int i = 0; i < SEAT_COUNTS; i++)
        fprintf(file, "  %6llu  %s\n", (unsigned long long)stats->count[i], seat_count_words((SeatCount)i));
}

static void print_standing(const StatsReport *report, uint32_t player, FILE *file) {
    for (int family = 0; family < FAMILIES; family++) {
        const Standing *standing = results_standing(&report->ladder, (Family)family, player);
        char skill[16], duel[16];
        if (!standing) continue;
        fprintf(file, "  %-8s rating %s (mu %.2f, sigma %.2f, %u games)", family_name((Family)family),
                say_skill(standing, skill), standing->skill.mu, standing->skill.sigma, standing->games);
        if (standing->duels)
            fprintf(file, ", duels %s (give or take %.0f, %u duels)", say_duel(standing, duel),
                    standing->duel.deviation, standing->duels);
        fputc('\n', file);
    }
}

static void print_pairs(const StatsReport *report, const StatsPair *pairs, const char *heading, bool partners,
                        FILE *file) {
    bool headed = false;
    for (uint32_t i = 0; i < report->results.players; i++) {
        char name[STATS_NAME_MAX];
        const StatsPair *pair = &pairs[i];
        if (!pair->with.games) continue;
        if (!headed) {
            fprintf(file, "\n%-24s %6s %5s %6s %7s%s\n", heading, "games", "won", "win %", "chance",
                    partners ? "" : "  ahead behind");
            headed = true;
        }
        print_padded(stats_name(&report->results, i, name), NAME_WIDTH_MAX, file);
        fprintf(file, " %6u %5u %6.1f %7.1f", pair->with.games, pair->with.wins,
                stats_percent(pair->with.wins, pair->with.games), stats_chance_percent(&pair->with));
        if (!partners) fprintf(file, " %6u %6u", pair->ahead, pair->behind);
        fputc('\n', file);
    }
}

static void print_rulesets(const StatsReport *report, const StatsPlayer *player, FILE *file) {
    fprintf(file, "\n%-24s %6s %5s %6s %7s\n", "ruleset", "games", "won", "win %", "chance");
    for (uint32_t i = 0; i < report->results.rulesets; i++) {
        const StatsShare *share = &player->ruleset[i];
        if (!share->games) continue;
        print_padded(report->results.ruleset[i], NAME_WIDTH_MAX, file);
        fprintf(file, " %6u %5u %6.1f %7.1f\n", share->games, share->wins, stats_percent(share->wins, share->games),
                stats_chance_percent(share));
    }
}

static void print_events(const StatsPlayer *player, FILE *file) {
    bool told[EVENT_KINDS] = {false};
    fputs("\nwhat happened in these games\n", file);
    for (unsigned rank = 0; rank < EVENTS_SHOWN; rank++) {
        unsigned kind = stats_next_event(&player->events, told);
        if (kind == EVENT_KINDS) return;
        fprintf(file, "  %8u  %s\n", player->events.times[kind], event_name((EventKind)kind));
    }
}

static void print_history(const StatsHistory *history, unsigned family, FILE *file) {
    size_t first = history->points > POINTS_SHOWN ? history->points - POINTS_SHOWN : 0;
    if (!history->points) return;
    fprintf(file, "\nrating over time, %s%s\n", family_name((Family)family), first ? " (the last games)" : "");
    for (size_t i = first; i < history->points; i++) {
        char date[STATS_DATE_MAX];
        const StatsPoint *point = &history->point[i];
        fprintf(file, "  %5zu  %-10s %6.1f", i + 1, stats_date(point->at, date), point->ordinal);
        if (point->duel != 0) fprintf(file, "  duels %.0f", point->duel);
        fputc('\n', file);
    }
}

static void print_player(const StatsReport *report, const StatsPlayer *player, FILE *file) {
    char name[STATS_NAME_MAX];
    const Stats *stats = &player->stats;
    fprintf(file, "%s: %u games, %u won (%.1f %%; chance would give %.1f %%)\n",
            stats_name(&report->results, player->number, name), stats->all.games, stats->all.wins,
            stats_percent(stats->all.wins, stats->all.games), stats_chance_percent(&stats->all));
    fprintf(file, "  now %d %s in a row, at most %u wins; %llu points; %.1f actions a game\n",
            stats->streak < 0 ? -stats->streak : stats->streak, stats->streak < 0 ? "without a win" : "won",
            stats->longest, (unsigned long long)stats->points, (double)stats->actions / stats->all.games);
    print_standing(report, player->number, file);
    fputc('\n', file);
    print_counts(stats, file);
    print_pairs(report, player->opponent, "against", false, file);
    print_pairs(report, player->partner, "together with", true, file);
    print_rulesets(report, player, file);
    print_events(player, file);
    for (unsigned family = 0; family < FAMILIES; family++) print_history(&player->history[family], family, file);
}

void stats_print(const StatsReport *report, FILE *file) {
    fprintf(file, "%zu %s, %u %s\n\n", report->results.count, report->results.count == 1 ? "game" : "games",
            report->results.players, report->results.players == 1 ? "player" : "players");
    if (!report->only) print_everybody(report, file);
    else
        for (uint32_t i = 0; i < report->players; i++) print_player(report, &report->player[i], file);
}
