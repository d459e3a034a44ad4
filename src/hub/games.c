/* games.c -- games that are over: lists for those they concern, and their records and reviews for
 * anybody who was given the id, which nobody can guess. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "hall.h"
#include "people.h"
#include "reviews.h"

enum { GAMES_MOST = 100, GAMES_USUAL = 20 };

cJSON *result_json(const StoreResult *result) {
    cJSON *json = cJSON_CreateObject();
    json_add_id(json, "id", result->id);
    json_add_id(json, "club", result->club);
    cJSON_AddStringToObject(json, "table", result->code);
    cJSON_AddStringToObject(json, "ruleset", result->ruleset);
    cJSON_AddStringToObject(json, "hash", result->hash);
    cJSON_AddNumberToObject(json, "started_at", (double)result->started_at);
    cJSON_AddNumberToObject(json, "finished_at", (double)result->finished_at);
    cJSON_AddBoolToObject(json, "finished", result->finished);
    cJSON *seats = cJSON_AddArrayToObject(json, "seats");
    for (unsigned i = 0; i < result->players && i < STORE_SEATS_MAX; i++) {
        const StoreResultSeat *seat = &result->seat[i];
        cJSON *one = cJSON_CreateObject();
        json_add_id(one, "user", seat->user);
        cJSON_AddStringToObject(one, "name", seat->name);
        cJSON_AddNumberToObject(one, "score", seat->score);
        cJSON_AddBoolToObject(one, "won", seat->won);
        cJSON_AddStringToObject(one, "bot", seat->bot);
        cJSON_AddNumberToObject(one, "place", seat->place);
        cJSON_AddNumberToObject(one, "team", seat->team);
        cJSON_AddItemToArray(seats, one);
    }
    return json;
}

/* ---- lists ---- */

typedef struct {
    uint64_t user, club;
    int64_t before;
    unsigned most;
} Wanted;

static bool query_id(const ApiCall *call, const char *name, uint64_t *out) {
    char text[24];
    if (!api_query(call, name, text, sizeof text)) return api_lacks(call, name);
    if (!strcmp(text, "me")) return *out = call->user->id, true;
    return id_parse(text, out);
}

static bool answer_wanted(Hub *hub, const ApiCall *call, Wanted *out) {
    long long before = 0, most = GAMES_USUAL;
    *out = (Wanted){0};
    if (!query_id(call, "user", &out->user) || !query_id(call, "club", &out->club) ||
        !api_number(call, "before", INT64_C(1) << 53, &before) || !api_number(call, "most", GAMES_MOST, &most)) {
        api_error(hub, call->line, 400, "bad_query",
                  "Expected user=me or an id, club= an id, before= a time in ms, most= a number up to %d.", GAMES_MOST);
        return false;
    }
    out->before = before;
    out->most = (unsigned)most;
    if (!out->user && !out->club) out->user = call->user->id;
    return true;
}

/* Own games and those of own bots; of others only what they played in a club that the asker is in. */
static bool answer_may_see(Hub *hub, const ApiCall *call, const Wanted *wanted) {
    StoreMember member;
    StoreUser bot;
    bool club =
        wanted->club && store_member(hub->facts, wanted->club, call->user->id, &member) && member.role != MEMBER_NONE;
    bool own = wanted->user == call->user->id || (wanted->user && store_user(hub->facts, wanted->user, &bot) &&
                                                  bot.kind == USER_BOT && bot.owner == call->user->id);
    if (own || club) return true;
    api_error(hub, call->line, 403, "not_allowed",
              "You can see your own games, and those of the clubs you are in (club=).");
    return false;
}

static bool list_result(void *context, const void *row) {
    cJSON_AddItemToArray(context, result_json(row));
    return true;
}

static void answer_games(Hub *hub, const ApiCall *call) {
    Wanted wanted;
    if (!answer_wanted(hub, call, &wanted) || !answer_may_see(hub, call, &wanted)) return;
    cJSON *json = cJSON_CreateObject(), *list = cJSON_AddArrayToObject(json, "games");
    if (wanted.most) store_results(hub->facts, wanted.user, wanted.club, wanted.before, wanted.most, list_result, list);
    api_reply(hub, call->line, 200, json);
}

/* ---- one game ---- */

typedef struct {
    Hub *hub;
    HubLine line;
    const ApiCall *call;
    bool found;
} Asked;

static bool answer_result(void *context, const void *row) {
    Asked *asked = context;
    cJSON *json = cJSON_CreateObject();
    asked->found = true;
    cJSON_AddItemToObject(json, "game", result_json(row));
    api_reply(asked->hub, asked->line, 200, json);
    return false;
}

/* "official-2026-01-31.uno", of characters that every disk takes. */
static void file_name(const StoreResult *result, char *out, size_t size) {
    time_t seconds = (time_t)(result->finished_at / 1000);
    struct tm when;
    char date[16] = "";
    if (gmtime_r(&seconds, &when)) strftime(date, sizeof date, "-%Y-%m-%d", &when);
    snprintf(out, size, "%s%s.uno", result->ruleset, date);
    for (char *c = out; *c; c++)
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.", *c)) *c = '-';
}

/* All tables of a round may play the same deals: a record has their seed, and somebody may still be at it. */
static bool others_play_its_deals(Hub *hub, const StoreResult *result) {
    const Hall *hall = result->event ? halls_find(hub, result->event) : NULL;
    return hall && hall->tourney.settings.number[NUMBER_duplicate] && hall->tourney.state != TOURNEY_OVER;
}

/* False: it was answered why the record cannot be had. */
static bool found_record(Asked *asked, const StoreResult *result) {
    asked->found = true;
    if (!others_play_its_deals(asked->hub, result)) return true;
    api_error(asked->hub, asked->line, 409, "deals_in_play",
              "All tables of this event play the same deals: the record is here once the event is over.");
    return false;
}

static bool answer_result_record(void *context, const void *row) {
    Asked *asked = context;
    const StoreResult *result = row;
    char file[STORE_NAME_MAX + 24];
    if (!found_record(asked, result)) return false;
    file_name(result, file, sizeof file);
    api_reply_text(asked->hub, asked->line, "text/plain; charset=utf-8", file, result->record, result->record_length);
    return false;
}

static void answer_one(Hub *hub, const ApiCall *call, StoreVisit visit) {
    Asked asked = {.hub = hub, .line = call->line, .call = call};
    uint64_t id;
    if (id_parse(call->part[0], &id)) store_result(hub->facts, id, visit, &asked);
    if (!asked.found) api_error(hub, call->line, 404, "no_game", "There is no such game.");
}

static void answer_game(Hub *hub, const ApiCall *call) { answer_one(hub, call, answer_result); }

static bool answer_result_review(void *context, const void *row) {
    const StoreResult *result = row;
    Asked *asked = context;
    if (found_record(asked, result)) reviews_begin(asked->hub, asked->call, result->record, result->record_length);
    return false;
}

static void answer_review(Hub *hub, const ApiCall *call) { answer_one(hub, call, answer_result_review); }

static void answer_record(Hub *hub, const ApiCall *call) { answer_one(hub, call, answer_result_record); }

const ApiRoute game_routes[] = {
    {"GET", "/api/games", API_PERSON, answer_games, true},
    {"GET", "/api/games/*", API_ANYBODY, answer_game, false},
    {"GET", "/api/games/*/record", API_ANYBODY, answer_record, false},
    {"GET", "/api/games/*/review", API_ANYBODY, answer_review, true},
    {0},
};
