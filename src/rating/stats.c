/* stats.c -- sums. */
#include "stats.h"

void stats_add_share(StatsShare *share, const Outcome *outcome, unsigned seat) {
    share->games++;
    share->wins += outcome->seat[seat].won;
    share->expected += outcome_expected(outcome);
}

void stats_add(Stats *stats, const Outcome *outcome, unsigned seat) {
    const OutcomeSeat *at = &outcome->seat[seat];
    stats_add_share(&stats->all, outcome, seat);
    stats->points += at->points;
    stats->actions += outcome->actions;
    stats->deals += outcome->deals;
    for (int i = 0; i < SEAT_COUNTS; i++) stats->count[i] += at->count[i];
    if (at->won) stats->streak = stats->streak > 0 ? stats->streak + 1 : 1;
    else stats->streak = stats->streak < 0 ? stats->streak - 1 : -1;
    if (stats->streak > (int32_t)stats->longest) stats->longest = (uint32_t)stats->streak;
}

void stats_add_events(StatsEvents *events, const Outcome *outcome) {
    uint32_t all = 0;
    for (unsigned kind = 0; kind < EVENT_KINDS; kind++) {
        events->times[kind] += outcome->events[kind];
        all |= outcome->events[kind];
    }
    events->games += all != 0;
}

unsigned stats_next_event(const StatsEvents *events, bool told[EVENT_KINDS]) {
    unsigned most = EVENT_KINDS;
    for (unsigned kind = 0; kind < EVENT_KINDS; kind++)
        if (!told[kind] && events->times[kind] && (most == EVENT_KINDS || events->times[kind] > events->times[most]))
            most = kind;
    if (most < EVENT_KINDS) told[most] = true;
    return most;
}

bool stats_are_partners(const Outcome *outcome, unsigned seat, unsigned other) {
    return seat != other && outcome->seat[seat].team == outcome->seat[other].team;
}

void stats_add_pair(StatsPair *pair, const Outcome *outcome, unsigned seat, unsigned other) {
    stats_add_share(&pair->with, outcome, seat);
    pair->ahead += outcome->seat[seat].place < outcome->seat[other].place;
    pair->behind += outcome->seat[seat].place > outcome->seat[other].place;
}
