/* rating_json.h -- ratings and statistics as JSON: the same for files, servers and pages (docs/ratings.md). */
#ifndef UNO_RATING_JSON_H
#define UNO_RATING_JSON_H

#include <cjson/cJSON.h>

#include "stats.h"

/* {"mu","sigma","ordinal","games","provisional","duel":{...}}; "duel" where there was one. */
cJSON *standing_json(const Standing *standing);

/* {"games","wins","expected"}. */
cJSON *share_json(const StatsShare *share);

/* The same with "points", "deals", "actions", "streak", "longest" and a member for each row of seat_count.def. */
cJSON *stats_json(const Stats *stats);

/* {"games","times":{"played":300,...}}: the kinds that happened, the most frequent first. */
cJSON *events_json(const StatsEvents *events);

/* The same as share_json() with "ahead" and "behind". */
cJSON *pair_json(const StatsPair *pair);

#endif
