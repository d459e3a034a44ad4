/* stats_report.h -- what `uno stats` tells, worked out once, and the forms it is told in. */
#ifndef UNO_STATS_REPORT_H
#define UNO_STATS_REPORT_H

#include <stdio.h>

#include "../rating/results.h"
#include "../rating/stats.h"

/* A rating after a game. */
typedef struct {
    int64_t at;
    double ordinal, duel; /* duel: only where the game was one, else 0 */
} StatsPoint;

/* In the order of the games of one family. */
typedef struct {
    StatsPoint *point;
    size_t points, room;
} StatsHistory;

typedef struct {
    uint32_t number; /* of Results.player */
    Stats stats;
    StatsHistory history[FAMILIES];
    StatsPair *opponent, *partner; /* by number of player; whoever has no games was neither */
    StatsShare *ruleset;           /* by number of ruleset */
    StatsEvents events;            /* of the games they were in */
} StatsPlayer;

typedef struct {
    Results results; /* sorted */
    Ladder ladder;
    StatsPlayer *player;    /* those to be told, the most games first */
    uint32_t players;       /* of them */
    const char *only;       /* the name that was asked for; NULL: everybody */
    unsigned files, broken; /* files read, records that were left out */
} StatsReport;

/* Works out everything of report->results. False: no memory. */
bool stats_report_make(StatsReport *report);
void stats_report_free(StatsReport *report);

/* "Ada", "bot medium". */
enum { STATS_NAME_MAX = RECORD_NAME_MAX + 4 };
const char *stats_name(const Results *results, uint32_t player, char out[STATS_NAME_MAX]);

/* The rating that a player is listed with: in the family they have played most. NULL: nobody else was ever there. */
const Standing *stats_main_standing(const StatsReport *report, uint32_t player);

/* And the history of that one. */
const StatsHistory *stats_main_history(const StatsReport *report, const StatsPlayer *player);

double stats_percent(uint32_t part, uint32_t whole);
double stats_chance_percent(const StatsShare *share);

/* "2026-01-31", or "-" where no time is known. */
enum { STATS_DATE_MAX = 16 };
const char *stats_date(int64_t at_ms, char out[STATS_DATE_MAX]);

void stats_print(const StatsReport *report, FILE *file);
bool stats_print_json(const StatsReport *report, FILE *file); /* false: no memory */
void stats_print_csv(const StatsReport *report, FILE *file);
void stats_print_html(const StatsReport *report, FILE *file);

#endif
