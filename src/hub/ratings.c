/* ratings.c -- the fold of all results, and how it grows. */
#include "ratings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t BOT_BIT = UINT64_C(1) << 63; /* ids of users have 63 bits */

/* The families are scopes themselves; all others are numbered far from them. */
static uint32_t scope_of(const char *text) { return (uint32_t)(map_hash(text) >> 32) | UINT32_C(1) << 31; }

uint32_t ratings_scope_of_rules(const char *hash) {
    char text[STORE_RULES_HASH_MAX + 8];
    snprintf(text, sizeof text, "rules %s", hash);
    return scope_of(text);
}

static uint32_t scope_of_id(const char *what, uint64_t number) {
    char id[ID_TEXT], text[ID_TEXT + 8];
    id_format(number, id);
    snprintf(text, sizeof text, "%s %s", what, id);
    return scope_of(text);
}

uint32_t ratings_scope_of_club(uint64_t club) { return scope_of_id("club", club); }
uint32_t ratings_scope_of_event(uint64_t event) { return scope_of_id("event", event); }

uint64_t ratings_bot(const char *kind) { return map_hash(kind) | BOT_BIT; }

/* A bot of this program whose kind is not known is nobody. */
static uint64_t player_of(const StoreResultSeat *seat) {
    if (seat->user) return seat->user;
    return seat->bot[0] ? ratings_bot(seat->bot) : 0;
}

void ratings_outcome(const StoreResult *result, Outcome *out) {
    *out = (Outcome){.id = result->id,
                     .at = result->finished_at,
                     .family = result->family,
                     .players = (uint8_t)result->players,
                     .deals = (uint16_t)result->deals,
                     .actions = result->actions};
    for (unsigned seat = 0; seat < result->players && seat < SEATS_MAX; seat++) {
        const StoreResultSeat *from = &result->seat[seat];
        OutcomeSeat *to = &out->seat[seat];
        *to = (OutcomeSeat){from->team, from->place, from->won, (uint16_t)from->score, {0}};
        memcpy(to->count, from->count, sizeof to->count);
    }
    memcpy(out->events, result->happened, sizeof out->events);
}

/* ---- growing ---- */

static bool make_room(struct Ratings *ratings) {
    size_t count = ratings->ladder.count;
    if (count <= ratings->stats_room) return true;
    size_t room = 2 * count;
    Stats *longer = realloc(ratings->stats, room * sizeof *longer);
    if (!longer) return false;
    memset(longer + ratings->stats_room, 0, (room - ratings->stats_room) * sizeof *longer);
    ratings->stats = longer;
    ratings->stats_room = room;
    return true;
}

static bool add_events(Map *map, uint64_t key, const Outcome *outcome) {
    StatsEvents *events = map_get(map, key);
    if (!events) {
        events = calloc(1, sizeof *events);
        if (!events || !map_put(map, key, events)) return free(events), false;
    }
    stats_add_events(events, outcome);
    return true;
}

/* Of somebody who has several seats the game is still one. */
static bool sits_before(const StoreResult *result, unsigned seat) {
    for (unsigned before = 0; before < seat; before++)
        if (result->seat[before].user == result->seat[seat].user) return true;
    return false;
}

static bool add_events_of_seats(struct Ratings *ratings, const StoreResult *result, const Outcome *outcome) {
    bool good = true;
    for (unsigned seat = 0; seat < result->players && good; seat++)
        if (result->seat[seat].user && !sits_before(result, seat))
            good = add_events(&ratings->happened_to[result->family], result->seat[seat].user, outcome);
    return good;
}

static bool add_in(struct Ratings *ratings, const StoreResult *result, const Outcome *outcome, uint32_t scope) {
    LadderGame game = outcome_for_ladder(outcome, scope);
    for (unsigned seat = 0; seat < game.seats; seat++) game.player[seat] = player_of(&result->seat[seat]);
    if (!ladder_counts(&game)) return true;
    if (!ladder_add(&ratings->ladder, &game) || !make_room(ratings)) return false;
    for (unsigned seat = 0; seat < game.seats; seat++) {
        const Standing *standing = ladder_find(&ratings->ladder, scope, game.player[seat]);
        if (standing) stats_add(&ratings->stats[standing - ratings->ladder.row], outcome, seat);
    }
    if (scope == result->family && !add_events_of_seats(ratings, result, outcome)) return false;
    return add_events(&ratings->happened, UINT64_C(1) + scope, outcome);
}

static const StatsEvents *known_events(const Map *map, uint64_t key) {
    const StatsEvents *events = map_get(map, key);
    return events && events->games ? events : NULL;
}

const StatsEvents *ratings_events(const struct Ratings *ratings, uint32_t scope) {
    return known_events(&ratings->happened, UINT64_C(1) + scope);
}

const StatsEvents *ratings_events_of(const struct Ratings *ratings, uint32_t family, uint64_t user) {
    return known_events(&ratings->happened_to[family], user);
}

static void note_ratings(const struct Ratings *ratings, StoreResult *result) {
    for (unsigned seat = 0; seat < result->players; seat++) {
        StoreResultSeat *at = &result->seat[seat];
        const Standing *standing = ladder_find(&ratings->ladder, result->family, player_of(at));
        if (!standing) continue;
        at->mu = standing->skill.mu;
        at->sigma = standing->skill.sigma;
        at->duel = result->players == 2 && standing->duels ? standing->duel.rating : 0;
    }
}

/* One that was broken off has no places. */
static bool is_rated(const StoreResult *result) {
    bool placed = result->finished && result->players >= 2 && result->players <= SEATS_MAX;
    for (unsigned seat = 0; seat < result->players && placed; seat++) placed = result->seat[seat].place != 0;
    return placed;
}

bool ratings_add(struct Ratings *ratings, StoreResult *result) {
    Outcome outcome;
    if (result->finished_at > ratings->last_at) ratings->last_at = result->finished_at;
    if (!is_rated(result)) return true;
    ratings_outcome(result, &outcome);
    if (!add_in(ratings, result, &outcome, result->family) ||
        !add_in(ratings, result, &outcome, ratings_scope_of_rules(result->hash)))
        return false;
    if (result->club && !add_in(ratings, result, &outcome, ratings_scope_of_club(result->club))) return false;
    if (result->event && !add_in(ratings, result, &outcome, ratings_scope_of_event(result->event))) return false;
    note_ratings(ratings, result);
    return true;
}

bool ratings_keep(Hub *hub, const Outcome *outcome, StoreResult *result) {
    result->deals = outcome->deals;
    memcpy(result->happened, outcome->events, sizeof result->happened);
    for (unsigned seat = 0; seat < result->players; seat++) {
        result->seat[seat].place = outcome->seat[seat].place;
        memcpy(result->seat[seat].count, outcome->seat[seat].count, sizeof result->seat[seat].count);
    }
    return ratings_add(hub->ratings, result);
}

/* Never the same moment twice, so that reading them again gives the same order; but a clock that was far ahead once is
 * not followed. */
int64_t ratings_now(const Hub *hub) {
    enum { AHEAD_MS = 60000 };
    int64_t last = hub->ratings->last_at;
    return last >= hub->wall_ms && last < hub->wall_ms + AHEAD_MS ? last + 1 : hub->wall_ms;
}

bool ratings_list(Hub *hub, uint64_t user, bool listed) {
    if (listed) return map_put(&hub->ratings->accounts, user, hub->ratings);
    map_take(&hub->ratings->accounts, user);
    return true;
}

/* ---- the start ---- */

typedef struct {
    Store *store;
    Hub *hub;
    bool good;
} Loading;

static bool load_result(void *context, const void *row) {
    Loading *loading = context;
    StoreResult result = *(const StoreResult *)row;
    return loading->good = ratings_add(loading->hub->ratings, &result);
}

static bool load_account(void *context, const void *row) {
    Loading *loading = context;
    const StoreUser *user = row;
    return loading->good = ratings_list(loading->hub, user->id, !user->unlisted);
}

bool ratings_load(Hub *hub, Store *store) {
    hub->ratings = calloc(1, sizeof *hub->ratings);
    Loading loading = {store, hub, hub->ratings != NULL};
    return loading.good && store_users(loading.store, USER_ACCOUNT, load_account, &loading) && loading.good &&
           store_outcomes(loading.store, load_result, &loading) && loading.good;
}

static void free_events(Map *map) {
    size_t at = 0;
    for (void *events; (events = map_next(map, &at));) free(events);
    map_free(map);
}

void ratings_unload(Hub *hub) {
    if (!hub->ratings) return;
    free_events(&hub->ratings->happened);
    for (unsigned family = 0; family < FAMILIES; family++) free_events(&hub->ratings->happened_to[family]);
    ladder_free(&hub->ratings->ladder);
    free(hub->ratings->stats);
    map_free(&hub->ratings->accounts);
    free(hub->ratings);
    hub->ratings = NULL;
}
