/* ratings.h -- everybody's ratings and statistics at this server: a fold over its results, in memory. It is made again at
 * the start and grows by each game that ends, so nothing but results is ever written, and the digits are the same
 * after a restart.
 *
 * Each game counts in up to four scopes: its family of rules, exactly its rules (by their hash), its club, and its event. Who may
 * see what is in docs/ratings.md: lists for everybody name accounts and the kinds of bots alone. */
#ifndef UNO_HUB_RATINGS_H
#define UNO_HUB_RATINGS_H

#include "../rating/stats.h"
#include "hub_internal.h"

struct Ratings {
    Ladder ladder;
    Stats *stats; /* one for each row of the ladder */
    size_t stats_room;
    Map happened;              /* scope + 1 -> StatsEvents of all its games */
    Map happened_to[FAMILIES]; /* user id -> StatsEvents of their games by this family */
    Map accounts;              /* user id -> anything: who is in lists that everybody sees */
    int64_t last_at;           /* when the last game was over: the next is so later, for the order of the fold */
};

/* At the start. False: the store cannot be read, or no memory. */
bool ratings_load(Hub *hub, Store *store);
void ratings_unload(Hub *hub);

/* Counts a game that is over, and notes in its seats what became of their ratings. False: no memory. */
bool ratings_add(struct Ratings *ratings, StoreResult *result);

/* The same of a game that is just over: its places and counts go into the books, too. */
bool ratings_keep(Hub *hub, const Outcome *outcome, StoreResult *result);

/* Somebody has a name of their own now, or none any more. False: no memory. */
bool ratings_list(Hub *hub, uint64_t user, bool listed);

/* The time at which a game that is just over goes into the books. */
int64_t ratings_now(const Hub *hub);

/* ---- scopes and players, as the ladder knows them ---- */

uint32_t ratings_scope_of_rules(const char *hash);
uint32_t ratings_scope_of_club(uint64_t club);
uint32_t ratings_scope_of_event(uint64_t event);
uint64_t ratings_bot(const char *kind); /* as a player; no user has such a number */

/* What happened in all games of a scope, or in those of a user by a family of rules; NULL: that is not known of any. */
const StatsEvents *ratings_events(const struct Ratings *ratings, uint32_t scope);
const StatsEvents *ratings_events_of(const struct Ratings *ratings, uint32_t family, uint64_t user);

/* What the store has of a game, as the fold takes it. */
void ratings_outcome(const StoreResult *result, Outcome *out);

/* All that is known of somebody, with whom they play as well if it is for themselves; NULL: no memory. */
cJSON *player_json(Hub *hub, const StoreUser *user, bool own);

#endif
