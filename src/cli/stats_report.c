/* stats_report.c -- working out what `uno stats` tells. */
#include "stats_report.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- gathering ---- */

static bool start_player(const Results *results, uint32_t number, StatsPlayer *player) {
    *player = (StatsPlayer){.number = number};
    player->opponent = calloc(results->players, sizeof *player->opponent);
    player->partner = calloc(results->players, sizeof *player->partner);
    player->ruleset = calloc(results->rulesets, sizeof *player->ruleset);
    return player->opponent && player->partner && player->ruleset;
}

static void add_seat(StatsPlayer *player, const Result *result, unsigned seat) {
    const Outcome *outcome = &result->outcome;
    stats_add(&player->stats, outcome, seat);
    stats_add_share(&player->ruleset[result->ruleset], outcome, seat);
    for (unsigned other = 0; other < outcome->players; other++) {
        if (result->player[other] == player->number) continue;
        bool partners = stats_are_partners(outcome, seat, other);
        StatsPair *pairs = partners ? player->partner : player->opponent;
        stats_add_pair(&pairs[result->player[other]], outcome, seat, other);
    }
}

static void add_results(const Results *results, StatsPlayer *player) {
    for (size_t i = 0; i < results->count; i++) {
        const Result *result = &results->result[i];
        bool there = false;
        for (unsigned seat = 0; seat < result->outcome.players; seat++) {
            if (result->player[seat] != player->number) continue;
            add_seat(player, result, seat);
            there = true;
        }
        if (there) stats_add_events(&player->events, &result->outcome);
    }
}

typedef struct {
    StatsReport *report;
    uint32_t *place; /* by number of player: of report->player, from 1 */
    bool failed;
} Rating;

static void see_rating(void *context, const Result *result, unsigned seat, const Standing *standing) {
    Rating *rating = context;
    uint32_t place = rating->place[result->player[seat]];
    if (!place || rating->failed) return;
    for (unsigned other = seat + 1; other < result->outcome.players; other++)
        if (result->player[other] == result->player[seat]) return; /* a point for each game */
    StatsHistory *history = &rating->report->player[place - 1].history[standing->scope];
    if (history->points == history->room) {
        size_t room = history->room ? 2 * history->room : 64;
        StatsPoint *longer = realloc(history->point, room * sizeof *longer);
        if (!longer) {
            rating->failed = true;
            return;
        }
        history->point = longer;
        history->room = room;
    }
    bool duel = result->outcome.players == 2 && standing->duels;
    history->point[history->points++] =
        (StatsPoint){result->outcome.at, skill_ordinal(&standing->skill), duel ? standing->duel.rating : 0};
}

static bool rate_all(StatsReport *report) {
    Rating rating = {report, calloc(report->results.players + 1, sizeof *rating.place), false};
    if (!rating.place) return false;
    for (uint32_t i = 0; i < report->players; i++) rating.place[report->player[i].number] = i + 1;
    bool good = results_rate(&report->results, &report->ladder, see_rating, &rating);
    free(rating.place);
    return good && !rating.failed;
}

static int most_games_first(const void *a, const void *b) {
    const StatsPlayer *x = a, *y = b;
    if (x->stats.all.games != y->stats.all.games) return x->stats.all.games > y->stats.all.games ? -1 : 1;
    return x->number < y->number ? -1 : 1;
}

bool stats_report_make(StatsReport *report) {
    const Results *results = &report->results;
    results_sort(&report->results);
    uint32_t only = report->only ? results_find(results, report->only) : NO_PLAYER;
    report->player = calloc(results->players + 1, sizeof *report->player);
    if (!report->player) return false;
    for (uint32_t number = 0; number < results->players; number++) {
        if (only != NO_PLAYER && number != only) continue;
        StatsPlayer *player = &report->player[report->players++];
        if (!start_player(results, number, player)) return false;
        add_results(results, player);
    }
    if (report->players) qsort(report->player, report->players, sizeof *report->player, most_games_first);
    return rate_all(report);
}

void stats_report_free(StatsReport *report) {
    for (uint32_t i = 0; i < report->players; i++) {
        StatsPlayer *player = &report->player[i];
        for (int family = 0; family < FAMILIES; family++) free(player->history[family].point);
        free(player->opponent);
        free(player->partner);
        free(player->ruleset);
    }
    free(report->player);
    ladder_free(&report->ladder);
    results_free(&report->results);
}

/* ---- for all forms ---- */

const char *stats_name(const Results *results, uint32_t player, char out[STATS_NAME_MAX]) {
    const ResultsPlayer *who = &results->player[player];
    snprintf(out, STATS_NAME_MAX, "%s%s", who->bot ? "bot " : "", who->name);
    return out;
}

const Standing *stats_main_standing(const StatsReport *report, uint32_t player) {
    const Standing *most = NULL;
    for (int family = 0; family < FAMILIES; family++) {
        const Standing *standing = results_standing(&report->ladder, (Family)family, player);
        if (standing && (!most || standing->games > most->games)) most = standing;
    }
    return most;
}

const StatsHistory *stats_main_history(const StatsReport *report, const StatsPlayer *player) {
    const Standing *standing = stats_main_standing(report, player->number);
    return &player->history[standing ? standing->scope : 0];
}

double stats_percent(uint32_t part, uint32_t whole) { return whole ? 100.0 * part / whole : 0; }

double stats_chance_percent(const StatsShare *share) {
    return share->games ? 100.0 * (double)share->expected / OUTCOME_WIN / share->games : 0;
}

const char *stats_date(int64_t at_ms, char out[STATS_DATE_MAX]) {
    time_t seconds = (time_t)(at_ms / 1000);
    struct tm parts;
    if (!at_ms || !gmtime_r(&seconds, &parts) || !strftime(out, STATS_DATE_MAX, "%Y-%m-%d", &parts)) strcpy(out, "-");
    return out;
}
