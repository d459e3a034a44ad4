/* people.c -- guests, and what people are called. */
#include "people.h"

#include <stdio.h>
#include <string.h>

#include "names.h"
#include "ratings.h"
#include "sockets.h"

/* ---- made-up names ---- */

static const char *const first_words[] = {
    "Amber", "Bold",  "Brave", "Bright", "Calm",   "Clever", "Cosy",   "Curly", "Daring", "Dizzy",   "Early",
    "Eager", "Fair",  "Fancy", "Fond",   "Gentle", "Glad",   "Golden", "Grand", "Happy",  "Hardy",   "Humble",
    "Jolly", "Keen",  "Kind",  "Lively", "Lucky",  "Merry",  "Mighty", "Misty", "Noble",  "Patient", "Plucky",
    "Proud", "Quick", "Quiet", "Ready",  "Royal",  "Shiny",  "Sly",    "Snowy", "Sunny",  "Swift",   "Witty",
};
static const char *const last_words[] = {
    "Badger", "Beaver", "Bison", "Cat",    "Condor",  "Crane", "Deer",  "Dolphin", "Eagle",  "Falcon", "Ferret",
    "Finch",  "Fox",    "Gecko", "Goose",  "Hare",    "Hawk",  "Heron", "Ibis",    "Jackal", "Koala",  "Lark",
    "Lemur",  "Lion",   "Lynx",  "Marten", "Mole",    "Moose", "Newt",  "Otter",   "Owl",    "Panda",  "Parrot",
    "Puffin", "Raven",  "Robin", "Seal",   "Sparrow", "Stork", "Swan",  "Tiger",   "Toucan", "Walrus", "Wren",
};

static void make_up_name(uint64_t chance, char out[STORE_NAME_MAX]) {
    enum { FIRST = sizeof first_words / sizeof *first_words, LAST = sizeof last_words / sizeof *last_words };
    snprintf(out, STORE_NAME_MAX, "%s %s", first_words[chance % FIRST], last_words[chance / FIRST % LAST]);
}

/* A guest's name is not unique, but nobody may pass for somebody with an account. */
static bool belongs_to_account(Hub *hub, const char *name) {
    StoreUser other;
    char key[STORE_NAME_MAX];
    name_key(name, key);
    return store_user_by_key(hub->facts, key, &other);
}

static bool answer_guest_name(Hub *hub, HubLine line, const char *name) {
    if (!belongs_to_account(hub, name)) return true;
    api_error(hub, line, 409, "name_taken", "That name belongs to an account: choose another one, or log in.");
    return false;
}

/* ---- the requests ---- */

static bool name_new_guest(Hub *hub, const ApiCall *call, char out[STORE_NAME_MAX]) {
    enum { TRIES = 10 };
    if (cJSON_GetObjectItemCaseSensitive(call->body, "name"))
        return answer_name(hub, call, out) && answer_guest_name(hub, call->line, out);
    for (unsigned i = 0; i < TRIES; i++) {
        make_up_name(asking_chance(hub) >> 5 * i, out);
        if (!belongs_to_account(hub, out)) return true;
    }
    api_error(hub, call->line, 409, "name_taken", "No free name came to mind: say how you want to be called.");
    return false;
}

static void answer_guest(Hub *hub, const ApiCall *call) {
    StoreUser guest = {.kind = USER_GUEST, .made_at = hub->wall_ms, .seen_at = hub->wall_ms};
    char token[HUB_TOKEN_HEX];
    if (call->user) {
        answer_user(hub, call->line, 200, call->user, NULL);
        return;
    }
    if (hub->draining) {
        api_error(hub, call->line, 503, "going_down", "The server restarts: come back in a minute.");
        return;
    }
    if (!name_new_guest(hub, call, guest.name) || hub_lacks(hub)) return;
    if (!answer_rate_from(hub, call->line, RATE_GUEST, call->request->address)) return;
    guest.id = hub_new_id(hub);
    hub_wrote(hub, batch_user(hub_write(hub), &guest));
    session_write(hub, guest.id, token);
    answer_user(hub, call->line, 201, &guest, token);
}

/* The browser keeps its cookie for another year as well. */
static void answer_me(Hub *hub, const ApiCall *call) {
    bool renewed = call->user && call->key && people_renew(hub, call->user, call->key);
    answer_user(hub, call->line, 200, call->user, renewed ? call->request->session : NULL);
}

static void answer_rename(Hub *hub, const ApiCall *call) {
    StoreUser user = *call->user;
    char id[ID_TEXT], name[STORE_NAME_MAX];
    id_format(user.id, id);
    if (!answer_name(hub, call, name) || !answer_rate(hub, call->line, RATE_RENAME, id)) return;
    if (user.kind == USER_GUEST && !answer_guest_name(hub, call->line, name)) return;
    if (user.kind == USER_ACCOUNT && !answer_name_is_free(hub, call->line, user.id, name)) return;
    if (!answer_reserve(hub, call->line, "row %s", id)) return;
    strcpy(user.name, name);
    if (user.kind == USER_ACCOUNT) name_key(name, user.key);
    hub_wrote(hub, batch_user(hub_write(hub), &user));
    sockets_rename(hub, &user);
    tables_rename(hub, user.id, user.name);
    answer_user(hub, call->line, 200, &user, NULL);
}

/* Whether an account is on leaderboards. Its ratings go on. */
static void answer_listed(Hub *hub, const ApiCall *call) {
    const cJSON *listed = cJSON_GetObjectItemCaseSensitive(call->body, "listed");
    StoreUser user = *call->user;
    char id[ID_TEXT];
    id_format(user.id, id);
    if (!cJSON_IsBool(listed))
        return api_error(hub, call->line, 400, "bad_request",
                         "\"listed\" is true or false: whether you are on leaderboards.");
    if (!answer_rate(hub, call->line, RATE_RENAME, id) || !answer_reserve(hub, call->line, "row %s", id)) return;
    user.unlisted = cJSON_IsFalse(listed);
    hub_wrote(hub, batch_user(hub_write(hub), &user) && ratings_list(hub, user.id, !user.unlisted));
    answer_user(hub, call->line, 200, &user, NULL);
}

const ApiRoute people_routes[] = {
    {"POST", "/api/guest", API_ANYBODY, answer_guest, false},
    {"GET", "/api/me", API_ANYBODY, answer_me, false},
    {"POST", "/api/me", API_PERSON, answer_rename, false},
    {"POST", "/api/me/listed", API_ACCOUNT, answer_listed, false},
    {"GET", "/api/me/export", API_PERSON, answer_export, true},
    {"POST", "/api/me/delete", API_PERSON, answer_leave, true},
    {"POST", "/api/claim", API_PERSON, answer_claim, false},
    {"POST", "/api/login", API_ANYBODY, answer_login, false},
    {"POST", "/api/logout", API_ANYBODY, answer_logout, false},
    {"POST", "/api/password", API_ACCOUNT, answer_password, false},
    {"POST", "/api/link", API_PERSON, answer_link, false},
    {"POST", "/api/link/redeem", API_ANYBODY, answer_redeem, false},
    {"GET", "/api/qr", API_ANYBODY, answer_qr, true},
    {"POST", "/api/bots", API_ACCOUNT, answer_new_bot, false},
    {"GET", "/api/bots", API_ACCOUNT, answer_bots, false},
    {"POST", "/api/bots/*/token", API_ACCOUNT, answer_bot_token, false},
    {"DELETE", "/api/bots/*", API_ACCOUNT, answer_end_bot, false},
    {0},
};
