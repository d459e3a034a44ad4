/* rating_json.c -- ratings and statistics as JSON. */
#include "rating_json.h"

static void add_number(cJSON *json, const char *name, double number) { cJSON_AddNumberToObject(json, name, number); }

cJSON *standing_json(const Standing *standing) {
    cJSON *json = cJSON_CreateObject();
    add_number(json, "mu", standing->skill.mu);
    add_number(json, "sigma", standing->skill.sigma);
    add_number(json, "ordinal", skill_ordinal(&standing->skill));
    add_number(json, "games", standing->games);
    cJSON_AddBoolToObject(json, "provisional", skill_is_provisional(&standing->skill, standing->games));
    if (!standing->duels) return json;
    cJSON *duel = cJSON_AddObjectToObject(json, "duel");
    add_number(duel, "rating", standing->duel.rating);
    add_number(duel, "deviation", standing->duel.deviation);
    add_number(duel, "volatility", standing->duel.volatility);
    add_number(duel, "games", standing->duels);
    cJSON_AddBoolToObject(duel, "provisional", glicko_is_provisional(&standing->duel, standing->duels));
    return json;
}

cJSON *share_json(const StatsShare *share) {
    cJSON *json = cJSON_CreateObject();
    add_number(json, "games", share->games);
    add_number(json, "wins", share->wins);
    add_number(json, "expected", (double)share->expected / OUTCOME_WIN);
    return json;
}

cJSON *stats_json(const Stats *stats) {
    cJSON *json = share_json(&stats->all);
    add_number(json, "points", (double)stats->points);
    add_number(json, "deals", (double)stats->deals);
    add_number(json, "actions", (double)stats->actions);
    add_number(json, "streak", stats->streak);
    add_number(json, "longest", stats->longest);
    for (int i = 0; i < SEAT_COUNTS; i++) add_number(json, seat_count_name((SeatCount)i), (double)stats->count[i]);
    return json;
}

cJSON *events_json(const StatsEvents *events) {
    bool told[EVENT_KINDS] = {false};
    cJSON *json = cJSON_CreateObject();
    add_number(json, "games", events->games);
    cJSON *times = cJSON_AddObjectToObject(json, "times");
    for (unsigned kind; (kind = stats_next_event(events, told)) < EVENT_KINDS;)
        add_number(times, event_name((EventKind)kind), events->times[kind]);
    return json;
}

cJSON *pair_json(const StatsPair *pair) {
    cJSON *json = share_json(&pair->with);
    add_number(json, "ahead", pair->ahead);
    add_number(json, "behind", pair->behind);
    return json;
}
