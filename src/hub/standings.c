/* standings.c -- lists by rating, and what is known of one player. Lists for everybody name accounts and the kinds of
 * bots; the members of a club see each other; with whom somebody plays only they see themselves. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../bots/bot.h"
#include "../rating/rating_json.h"
#include "clubs.h"
#include "hall.h"
#include "people.h"
#include "ratings.h"
#include "rules_api.h"

enum { ROWS_MOST = 100, ROWS_USUAL = 20, HISTORY_MOST = 200, PAIRS_MOST = 50 };

typedef enum { PERIOD_ALL, PERIOD_WEEK, PERIOD_SEASON } Period;

typedef struct {
    uint32_t scope;
    Period period;
    unsigned from, most;
} Listing;

/* ---- the query ---- */

static const char *const family_words[] = {
#define FAMILY(NAME, name) [FAMILY_##NAME] = #name,
#include "../engine/family.def"
#undef FAMILY
};
static const char *const period_words[] = {[PERIOD_ALL] = "all", [PERIOD_WEEK] = "week", [PERIOD_SEASON] = "season"};

/* The member of the query as the number of its word; what is not there is the first. */
static bool query_word(const ApiCall *call, const char *name, const char *const *words, unsigned count, unsigned *out) {
    char text[24];
    *out = 0;
    if (!api_query(call, name, text, sizeof text)) return api_lacks(call, name);
    while (*out < count && strcmp(words[*out], text) != 0) ++*out;
    return *out < count;
}

static bool answer_listing(Hub *hub, const ApiCall *call, Listing *out) {
    unsigned family, period;
    long long from = 0, most = ROWS_USUAL;
    if (!query_word(call, "family", family_words, FAMILIES, &family) ||
        !query_word(call, "period", period_words, 3, &period) || !api_number(call, "from", INT32_MAX, &from) ||
        !api_number(call, "most", ROWS_MOST, &most)) {
        api_error(hub, call->line, 400, "bad_query",
                  "Expected family=classic or split, period=week, season or all, from= a number, most= up to %d.",
                  ROWS_MOST);
        return false;
    }
    *out = (Listing){family, (Period)period, (unsigned)from, (unsigned)most};
    return true;
}

/* `ruleset=official` counts the games by exactly these rules. */
static bool answer_listing_rules(Hub *hub, const ApiCall *call, Listing *listing) {
    char name[RULESET_NAME_MAX], hash[RULESET_HASH_HEX];
    Ruleset ruleset;
    RulesetError error;
    if (api_lacks(call, "ruleset")) return true;
    bool found =
        api_query(call, "ruleset", name, sizeof name) && rules_is_builtin(name) && ruleset_load(name, &ruleset, &error);
    if (!found) {
        api_error(hub, call->line, 404, "no_ruleset", "There is no such ruleset: GET /api/rulesets lists them.");
        return false;
    }
    ruleset_hash(&ruleset.rules, hash);
    listing->scope = ratings_scope_of_rules(hash);
    return true;
}

/* ---- rows ---- */

static const LadderSpan *span_of(const Standing *standing, Period period) {
    return period == PERIOD_WEEK ? &standing->week : &standing->season;
}

static bool played_in(const Hub *hub, const Standing *standing, Period period) {
    if (period == PERIOD_ALL) return true;
    int32_t now = period == PERIOD_WEEK ? ladder_week(hub->wall_ms) : ladder_season(hub->wall_ms);
    return span_of(standing, period)->number == now;
}

/* Those of whom enough is known first, then by what they are worth almost certainly. */
static int better_first(const void *a, const void *b) {
    const Standing *x = *(const Standing *const *)a, *y = *(const Standing *const *)b;
    bool new_x = skill_is_provisional(&x->skill, x->games), new_y = skill_is_provisional(&y->skill, y->games);
    double worth_x = skill_ordinal(&x->skill), worth_y = skill_ordinal(&y->skill);
    if (new_x != new_y) return new_x ? 1 : -1;
    if (worth_x != worth_y) return worth_x > worth_y ? -1 : 1;
    return x->player < y->player ? -1 : x->player > y->player;
}

static const char *bot_of(uint64_t player) {
    for (unsigned i = 0; i < bot_kind_count; i++)
        if (ratings_bot(bot_kinds[i]->name) == player) return bot_kinds[i]->name;
    return NULL;
}

static bool is_listed(const Hub *hub, const Standing *standing) {
    return map_get(&hub->ratings->accounts, standing->player) || bot_of(standing->player);
}

static cJSON *row_json(const Hub *hub, const Standing *standing, Period period, unsigned rank) {
    cJSON *row = cJSON_CreateObject();
    bool all = period == PERIOD_ALL;
    cJSON_AddNumberToObject(row, "rank", rank);
    cJSON_AddNumberToObject(row, "games", all ? standing->games : span_of(standing, period)->games);
    cJSON_AddNumberToObject(row, "wins", all ? standing->wins : span_of(standing, period)->wins);
    cJSON_AddItemToObject(row, "rating", standing_json(standing));
    cJSON_AddItemToObject(row, "stats", stats_json(&hub->ratings->stats[standing - hub->ratings->ladder.row]));
    return row;
}

/* Of all time alone: what happened in a week is counted nowhere. */
static void add_events(cJSON *json, const StatsEvents *events, Period period) {
    if (events && period == PERIOD_ALL) cJSON_AddItemToObject(json, "events", events_json(events));
}

/* ---- everybody ---- */

static bool add_name(Hub *hub, cJSON *row, uint64_t player) {
    StoreUser user;
    const char *bot = bot_of(player);
    if (!bot && !store_user(hub->facts, player, &user)) return false;
    json_add_id(row, "user", bot ? 0 : player);
    cJSON_AddStringToObject(row, "name", bot ? bot : user.name);
    cJSON_AddBoolToObject(row, "bot", bot != NULL);
    return true;
}

static void answer_leaderboard(Hub *hub, const ApiCall *call) {
    Listing listing;
    const Ladder *ladder = &hub->ratings->ladder;
    size_t count = 0;
    if (!answer_listing(hub, call, &listing) || !answer_listing_rules(hub, call, &listing)) return;
    const Standing **list = malloc((ladder->count + 1) * sizeof *list);
    if (!list) return answer_no_memory(hub, call->line);
    for (size_t i = 0; i < ladder->count; i++) {
        const Standing *standing = &ladder->row[i];
        if (standing->scope == listing.scope && played_in(hub, standing, listing.period) && is_listed(hub, standing))
            list[count++] = standing;
    }
    if (count) qsort(list, count, sizeof *list, better_first);
    cJSON *json = cJSON_CreateObject(), *rows = cJSON_AddArrayToObject(json, "rows");
    cJSON_AddNumberToObject(json, "of", (double)count);
    for (size_t i = listing.from; i < count && i < (size_t)listing.from + listing.most; i++) {
        cJSON *row = row_json(hub, list[i], listing.period, (unsigned)i + 1);
        if (add_name(hub, row, list[i]->player)) cJSON_AddItemToArray(rows, row);
        else cJSON_Delete(row);
    }
    add_events(json, ratings_events(hub->ratings, listing.scope), listing.period);
    free(list);
    api_reply(hub, call->line, 200, json);
}

/* ---- a club ---- */

typedef struct {
    const Hub *hub;
    uint32_t scope;
    Period period;
    unsigned count;
    const Standing *standing[CLUB_MEMBERS_MAX];
    StoreMember member[CLUB_MEMBERS_MAX];
} ClubList;

static bool list_member(void *context, const void *row) {
    ClubList *list = context;
    const StoreMember *member = row;
    const Standing *standing = ladder_find(&list->hub->ratings->ladder, list->scope, member->user);
    if (standing && played_in(list->hub, standing, list->period)) {
        list->standing[list->count] = standing;
        list->member[list->count++] = *member;
    }
    return list->count < CLUB_MEMBERS_MAX;
}

static const char *member_name(const ClubList *list, uint64_t user) {
    for (unsigned i = 0; i < list->count; i++)
        if (list->member[i].user == user) return list->member[i].name;
    return "";
}

static void answer_club_standings(Hub *hub, const ApiCall *call) {
    Membership membership;
    Listing listing;
    ClubList *list = calloc(1, sizeof *list);
    if (!list) return answer_no_memory(hub, call->line);
    if (answer_membership(hub, call, MEMBER_PLAIN, &membership) && answer_listing(hub, call, &listing)) {
        list->hub = hub;
        list->scope = ratings_scope_of_club(membership.club.id);
        list->period = listing.period;
        store_members(hub->facts, membership.club.id, list_member, list);
        if (list->count) qsort(list->standing, list->count, sizeof *list->standing, better_first);
        cJSON *json = cJSON_CreateObject(), *rows = cJSON_AddArrayToObject(json, "rows");
        cJSON_AddNumberToObject(json, "of", list->count);
        add_events(json, ratings_events(hub->ratings, list->scope), listing.period);
        for (unsigned i = listing.from; i < list->count && i < listing.from + listing.most; i++) {
            cJSON *row = row_json(hub, list->standing[i], listing.period, i + 1);
            json_add_id(row, "user", list->standing[i]->player);
            cJSON_AddStringToObject(row, "name", member_name(list, list->standing[i]->player));
            cJSON_AddBoolToObject(row, "bot", false);
            cJSON_AddItemToArray(rows, row);
        }
        api_reply(hub, call->line, 200, json);
    }
    free(list);
}

/* ---- an event ---- */

/* Everybody who entered it is named there; bots count by their kind. */
static bool add_entrant_name(const Hub *hub, cJSON *row, const Hall *hall, uint64_t player) {
    const char *bot = bot_of(player);
    Entrant who = bot ? NOBODY : hall_entrant(hall, player);
    if (!bot && !who) return false;
    json_add_id(row, "user", map_get(&hub->ratings->accounts, player) ? player : 0);
    cJSON_AddStringToObject(row, "name", bot ? bot : tourney_name(&hall->tourney, who));
    cJSON_AddBoolToObject(row, "bot", bot != NULL);
    return true;
}

static int more_wins_first(const void *a, const void *b) {
    const Standing *x = *(const Standing *const *)a, *y = *(const Standing *const *)b;
    if (x->wins != y->wins) return x->wins > y->wins ? -1 : 1;
    return x->player < y->player ? -1 : x->player > y->player;
}

static void answer_event_statistics(Hub *hub, const ApiCall *call) {
    const Hall *hall = answer_hall(hub, call);
    const Ladder *ladder = &hub->ratings->ladder;
    size_t count = 0;
    if (!hall) return;
    uint32_t scope = ratings_scope_of_event(hall->row.id);
    const Standing **list = malloc((ladder->count + 1) * sizeof *list);
    if (!list) return answer_no_memory(hub, call->line);
    for (size_t i = 0; i < ladder->count; i++)
        if (ladder->row[i].scope == scope) list[count++] = &ladder->row[i];
    if (count) qsort(list, count, sizeof *list, more_wins_first);
    cJSON *json = cJSON_CreateObject(), *rows = cJSON_AddArrayToObject(json, "rows");
    for (size_t i = 0; i < count && i < ROWS_MOST; i++) {
        cJSON *row = row_json(hub, list[i], PERIOD_ALL, (unsigned)i + 1);
        if (add_entrant_name(hub, row, hall, list[i]->player)) cJSON_AddItemToArray(rows, row);
        else cJSON_Delete(row);
    }
    cJSON_AddNumberToObject(json, "of", (double)count);
    add_events(json, ratings_events(hub->ratings, scope), PERIOD_ALL);
    free(list);
    api_reply(hub, call->line, 200, json);
}

/* ---- one player ---- */

typedef struct {
    uint64_t user;
    char bot[STORE_BOT_MAX], name[STORE_NAME_MAX];
    bool partner;
    StatsPair pair;
} Pairing;

typedef struct {
    uint64_t user;
    cJSON *history;
    unsigned pairings;
    Pairing pairing[PAIRS_MOST]; /* those met most lately */
} PlayerGames;

static StatsPair *pair_with(PlayerGames *games, const StoreResultSeat *seat, bool partner) {
    for (unsigned i = 0; i < games->pairings; i++) {
        Pairing *at = &games->pairing[i];
        if (at->user == seat->user && at->partner == partner && strcmp(at->bot, seat->bot) == 0) return &at->pair;
    }
    if (games->pairings == PAIRS_MOST) return NULL;
    Pairing *added = &games->pairing[games->pairings++];
    *added = (Pairing){.user = seat->user, .partner = partner};
    memcpy(added->bot, seat->bot, sizeof added->bot);
    memcpy(added->name, seat->name, sizeof added->name);
    return &added->pair;
}

static cJSON *point_json(const StoreResult *result, const StoreResultSeat *seat) {
    cJSON *point = cJSON_CreateObject();
    Skill skill = {seat->mu, seat->sigma};
    json_add_id(point, "game", result->id);
    cJSON_AddNumberToObject(point, "at", (double)result->finished_at);
    cJSON_AddStringToObject(point, "family", family_words[result->family]);
    cJSON_AddStringToObject(point, "ruleset", result->ruleset);
    cJSON_AddBoolToObject(point, "won", seat->won);
    cJSON_AddNumberToObject(point, "place", seat->place);
    cJSON_AddNumberToObject(point, "ordinal", skill_ordinal(&skill));
    if (seat->duel != 0) cJSON_AddNumberToObject(point, "duel", seat->duel);
    return point;
}

/* The newest comes first; the history goes forward. */
static bool see_game(void *context, const void *row) {
    PlayerGames *games = context;
    const StoreResult *result = row;
    Outcome outcome;
    ratings_outcome(result, &outcome);
    for (unsigned seat = 0; seat < result->players; seat++) {
        const StoreResultSeat *at = &result->seat[seat];
        if (at->user != games->user || !at->place || at->sigma == 0) continue;
        cJSON_InsertItemInArray(games->history, 0, point_json(result, at));
        for (unsigned other = 0; other < result->players; other++) {
            if (other == seat || (!result->seat[other].user && !result->seat[other].bot[0])) continue;
            StatsPair *pair = pair_with(games, &result->seat[other], stats_are_partners(&outcome, seat, other));
            if (pair) stats_add_pair(pair, &outcome, seat, other);
        }
    }
    return true;
}

static void add_pairs(cJSON *json, const char *name, const PlayerGames *games, bool partners) {
    cJSON *list = cJSON_AddArrayToObject(json, name);
    for (unsigned i = 0; i < games->pairings; i++) {
        const Pairing *pairing = &games->pairing[i];
        if (pairing->partner != partners) continue;
        cJSON *one = pair_json(&pairing->pair);
        json_add_id(one, "user", pairing->user);
        cJSON_AddStringToObject(one, "name", pairing->user ? pairing->name : pairing->bot);
        cJSON_AddBoolToObject(one, "bot", !pairing->user);
        cJSON_AddItemToArray(list, one);
    }
}

cJSON *player_json(Hub *hub, const StoreUser *user, bool own) {
    const struct Ratings *ratings = hub->ratings;
    PlayerGames *games = calloc(1, sizeof *games);
    if (!games) return NULL;
    cJSON *json = cJSON_CreateObject(), *families = cJSON_AddObjectToObject(json, "families");
    cJSON_AddItemToObject(json, "user", user_json(user));
    for (uint32_t family = 0; family < FAMILIES; family++) {
        const Standing *standing = ladder_find(&ratings->ladder, family, user->id);
        if (!standing) continue;
        cJSON *one = cJSON_AddObjectToObject(families, family_words[family]);
        cJSON_AddItemToObject(one, "rating", standing_json(standing));
        cJSON_AddItemToObject(one, "stats", stats_json(&ratings->stats[standing - ratings->ladder.row]));
        add_events(one, ratings_events_of(ratings, family, user->id), PERIOD_ALL);
    }
    games->user = user->id;
    games->history = cJSON_AddArrayToObject(json, "history");
    store_results(hub->facts, user->id, 0, 0, HISTORY_MOST, see_game, games);
    if (own) {
        add_pairs(json, "opponents", games, false);
        add_pairs(json, "partners", games, true);
    }
    free(games);
    return json;
}

/* Yourself, and everybody who has a name of their own: accounts and their programs. */
static void answer_player(Hub *hub, const ApiCall *call) {
    StoreUser user;
    uint64_t id = 0;
    bool own =
        call->user && (strcmp(call->part[0], "me") == 0 || (id_parse(call->part[0], &id) && id == call->user->id));
    if (own) user = *call->user;
    bool known = own || (id_parse(call->part[0], &id) && store_user(hub->facts, id, &user) && user.kind != USER_GUEST);
    if (!known) {
        api_error(hub, call->line, 404, "no_player", "There is no such player, or they are a guest.");
        return;
    }
    cJSON *json = player_json(hub, &user, own);
    if (!json) return answer_no_memory(hub, call->line);
    api_reply(hub, call->line, 200, json);
}

const ApiRoute ratings_routes[] = {
    {"GET", "/api/leaderboard", API_ANYBODY, answer_leaderboard, true},
    {"GET", "/api/players/*/statistics", API_ANYBODY, answer_player, true},
    {"GET", "/api/clubs/*/standings", API_PERSON, answer_club_standings, true},
    {"GET", "/api/events/*/statistics", API_ANYBODY, answer_event_statistics, true},
    {0},
};
