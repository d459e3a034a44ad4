/* stats.h -- what results say of one player: a fold over outcomes, in whole numbers. Only what is told in a row (streaks)
 * needs the games by time. */
#ifndef UNO_RATING_STATS_H
#define UNO_RATING_STATS_H

#include "outcome.h"

/* Of a seat in many games. */
typedef struct {
    uint32_t games, wins;
    uint64_t expected; /* wins that chance would have given, in parts of OUTCOME_WIN */
} StatsShare;

typedef struct {
    StatsShare all;
    uint64_t points, actions, deals;
    uint64_t count[SEAT_COUNTS];
    int32_t streak;   /* at the end: wins in a row, below 0 games without one */
    uint32_t longest; /* wins in a row, ever */
} Stats;

void stats_add_share(StatsShare *share, const Outcome *outcome, unsigned seat);

/* One game more of the seat; for the streaks the eldest comes first. */
void stats_add(Stats *stats, const Outcome *outcome, unsigned seat);

/* What happened in games, and in how many. A game of which that was never kept has no events at all, and is none of them. */
typedef struct {
    uint32_t games;
    uint32_t times[EVENT_KINDS];
} StatsEvents;

void stats_add_events(StatsEvents *events, const Outcome *outcome);

/* The kind that happened most often of those that are not `told` yet, which it is then; EVENT_KINDS: that was all. */
unsigned stats_next_event(const StatsEvents *events, bool told[EVENT_KINDS]);

/* Two seats of a game, seen from the first. Opponents: who came before whom; partners: won together. */
typedef struct {
    StatsShare with;        /* the first one's games and wins */
    uint32_t ahead, behind; /* of opponents; equal places are neither */
} StatsPair;

bool stats_are_partners(const Outcome *outcome, unsigned seat, unsigned other);
void stats_add_pair(StatsPair *pair, const Outcome *outcome, unsigned seat, unsigned other);

#endif
