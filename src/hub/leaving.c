/* leaving.c -- everything that is kept of somebody, for them to take along; and its end. The user's row stays, without
 * a name, for the seats of the games that others played with them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clubs.h"
#include "hall.h"
#include "people.h"
#include "push.h"
#include "ratings.h"
#include "sockets.h"
#include "tables.h"

enum { EXPORT_GAMES = 1000, OWNED_MAX = 64 };

/* What tables that are still open call somebody who is gone. */
static const char gone_name[] = "Somebody";

/* ---- taking it along ---- */

static bool list_key(void *context, const void *row) {
    const StoreKey *key = row;
    cJSON *one = cJSON_CreateObject();
    cJSON_AddNumberToObject(one, "made_at", (double)key->made_at);
    cJSON_AddNumberToObject(one, "expires_at", (double)key->expires_at);
    cJSON_AddItemToArray(context, one);
    return true;
}

static bool list_bot(void *context, const void *row) {
    cJSON_AddItemToArray(context, user_json(row));
    return true;
}

static bool list_club(void *context, const void *row) {
    const StoreMember *member = row;
    cJSON *one = cJSON_CreateObject();
    json_add_id(one, "id", member->club);
    cJSON_AddStringToObject(one, "name", member->name);
    cJSON_AddNumberToObject(one, "since", (double)member->since);
    cJSON_AddItemToArray(context, one);
    return true;
}

static bool list_game(void *context, const void *row) {
    cJSON_AddItemToArray(context, result_json(row));
    return true;
}

void answer_export(Hub *hub, const ApiCall *call) {
    const StoreUser *user = call->user;
    long long before = 0;
    if (!api_number(call, "before", INT64_C(1) << 53, &before)) {
        api_error(hub, call->line, 400, "bad_query", "Expected before= a time in ms.");
        return;
    }
    cJSON *json = cJSON_CreateObject(), *about = cJSON_AddObjectToObject(json, "account");
    cJSON_AddItemToObject(json, "user", user_json(user));
    cJSON_AddNumberToObject(about, "made_at", (double)user->made_at);
    cJSON_AddNumberToObject(about, "seen_at", (double)user->seen_at);
    store_keys_of(hub->facts, user->id, KEY_SESSION, list_key, cJSON_AddArrayToObject(json, "sessions"));
    store_bots_of(hub->facts, user->id, list_bot, cJSON_AddArrayToObject(json, "bots"));
    store_clubs_of(hub->facts, user->id, list_club, cJSON_AddArrayToObject(json, "clubs"));
    store_results(hub->facts, user->id, 0, before, EXPORT_GAMES, list_game, cJSON_AddArrayToObject(json, "games"));
    halls_add_mine(hub, user, cJSON_AddArrayToObject(json, "events"));
    cJSON_AddItemToObject(json, "statistics", player_json(hub, user, true));
    char *text = cJSON_Print(json);
    cJSON_Delete(json);
    if (!text) return answer_no_memory(hub, call->line);
    api_reply_text(hub, call->line, "application/json", "uno-export.json", text, strlen(text));
    cJSON_free(text);
}

/* ---- going ---- */

typedef struct {
    unsigned count;
    bool owns; /* a club */
    uint64_t club[CLUBS_JOINED_MAX + CLUBS_OWNED_MAX];
} Clubs;

static bool keep_club(void *context, const void *row) {
    Clubs *clubs = context;
    const StoreMember *member = row;
    clubs->owns |= member->role == MEMBER_OWNER;
    clubs->club[clubs->count++] = member->club;
    return clubs->count < sizeof clubs->club / sizeof *clubs->club;
}

typedef struct {
    unsigned count;
    StoreUser bot[OWNED_MAX];
} Bots;

static bool keep_bot(void *context, const void *row) {
    Bots *bots = context;
    bots->bot[bots->count++] = *(const StoreUser *)row;
    return bots->count < OWNED_MAX;
}

/* Its keys end and its name goes; the row stays. */
static void end_user(Hub *hub, StoreUser *user) {
    StoreBatch *batch = hub_write(hub);
    sockets_end(hub, user->id, NULL, "this account is gone");
    tables_rename(hub, user->id, gone_name);
    halls_forget_user(hub, user->id, true);
    user->kind = USER_GUEST;
    user->owner = 0;
    memset(user->name, 0, sizeof user->name);
    memset(user->key, 0, sizeof user->key);
    memset(user->password, 0, sizeof user->password);
    bool done = batch_user(batch, user) && batch_anonymous(batch, user->id) && push_forget_user(hub, user->id);
    for (int kind = KEY_SESSION; kind <= KEY_KNOWN; kind++)
        done = done && batch_keys_end(batch, user->id, (KeyKind)kind);
    hub_wrote(hub, done && ratings_list(hub, user->id, false));
}

static bool answer_reserve_id(Hub *hub, HubLine line, const char *what, uint64_t number) {
    char id[ID_TEXT];
    id_format(number, id);
    return answer_reserve(hub, line, "%s %s", what, id);
}

static void end_account(Hub *hub, HubLine line, StoreUser *user) {
    Clubs clubs = {0};
    Bots *bots = calloc(1, sizeof *bots);
    if (!bots) return answer_no_memory(hub, line);
    store_clubs_of(hub->facts, user->id, keep_club, &clubs);
    store_bots_of(hub->facts, user->id, keep_bot, bots);
    bool free_to_go = !halls_wait_for(hub, user->id) && !hub_lacks(hub);
    for (unsigned i = 0; i < bots->count; i++) free_to_go = free_to_go && !halls_wait_for(hub, bots->bot[i].id);
    if (free_to_go && clubs.owns) {
        api_error(hub, line, 409, "owner", "You own a club: hand it over or close it first.");
        free_to_go = false;
    }
    free_to_go =
        free_to_go && answer_reserve_id(hub, line, "row", user->id) && answer_reserve_id(hub, line, "keys", user->id);
    for (unsigned i = 0; i < clubs.count && free_to_go; i++)
        free_to_go = answer_reserve_id(hub, line, "members", clubs.club[i]);
    for (unsigned i = 0; i < bots->count && free_to_go; i++)
        free_to_go = answer_reserve_id(hub, line, "row", bots->bot[i].id);
    if (free_to_go) {
        for (unsigned i = 0; i < clubs.count; i++) {
            StoreMember member = {.club = clubs.club[i], .user = user->id, .role = MEMBER_NONE};
            hub_wrote(hub, batch_member(hub_write(hub), &member));
        }
        for (unsigned i = 0; i < bots->count; i++) end_user(hub, &bots->bot[i]);
        end_user(hub, user);
        api_reply_session(hub, line, 200, cJSON_CreateObject(), "");
    }
    free(bots);
}

static void leaving_verified(Hub *hub, HubJob *job) {
    const PasswordJob *done = &job->password;
    StoreUser user;
    if (!done->good || !store_user(hub->facts, done->user, &user) || strcmp(user.password, done->stored) != 0) {
        api_error(hub, done->line, 403, "wrong_password", "The password is wrong.");
        return;
    }
    end_account(hub, done->line, &user);
}

void answer_leave(Hub *hub, const ApiCall *call) {
    StoreUser user = *call->user;
    const char *name = api_text(call, "name", STORE_NAME_MAX);
    if (!name || strcmp(name, user.name) != 0) {
        api_error(hub, call->line, 400, "bad_name", "\"name\" must be your own name, so that nobody goes by mistake.");
        return;
    }
    if (user.kind == USER_ACCOUNT) answer_check_password(hub, call, leaving_verified);
    else end_account(hub, call->line, &user);
}
