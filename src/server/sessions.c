/* sessions.c -- sessions and links. Who holds the secret of a key is its user; only the
 * hash of the secret is kept.
 *
 * A session that ends must not come back, and no new one begin, because of a request that
 * came a moment before its end was on the disk: all of them ask for "keys ID". */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "people.h"
#include "qr.h"

enum { QR_TEXT_MAX = 600 };

/* ---- who is it ---- */

/* True when nobody else changes the user's keys before this is on the disk. */
static bool reserve_keys(Hub *hub, uint64_t user) {
    char id[ID_TEXT], name[STORE_NAME_MAX];
    id_format(user, id);
    snprintf(name, sizeof name, "keys %s", id);
    return hub_reserve(hub, name);
}

bool people_renew(Hub *hub, const StoreUser *user, const StoreKey *key) {
    StoreUser seen = *user;
    StoreKey renewed = *key;
    char id[ID_TEXT], row[STORE_NAME_MAX];
    if (key->kind != KEY_SESSION || key->expires_at - hub->wall_ms > SESSION_MS - DAY_MS) return false;
    id_format(user->id, id);
    snprintf(row, sizeof row, "row %s", id);
    if (!hub_reserve(hub, row) || !reserve_keys(hub, user->id)) return false;
    seen.seen_at = hub->wall_ms;
    renewed.expires_at = hub->wall_ms + SESSION_MS;
    hub_wrote(hub, batch_user(hub_write(hub), &seen) && batch_key(hub_write(hub), &renewed));
    return true;
}

static bool is_over(const Hub *hub, const StoreKey *key) {
    return key->expires_at != 0 && key->expires_at <= hub->wall_ms;
}

bool people_find(Hub *hub, const char *token, KeyKind kind, StoreUser *user, StoreKey *key) {
    uint8_t hash[STORE_HASH_BYTES];
    if (!token_hash(token, hash) || !store_key(hub->store, hash, key)) return false;
    if (key->kind != kind || is_over(hub, key) || !store_user(hub->store, key->user, user)) return false;
    if (user->kind == USER_BOT && (!user->owner || people_is_banned(hub, user->owner, NULL))) return false;
    return !people_is_banned(hub, user->id, NULL);
}

/* ---- beginning ---- */

typedef struct {
    unsigned count;
    StoreKey oldest;
} Sessions;

static bool count_session(void *context, const void *row) {
    Sessions *sessions = context;
    const StoreKey *key = row;
    if (!sessions->count++ || key->expires_at < sessions->oldest.expires_at) sessions->oldest = *key;
    return true;
}

void session_start(Hub *hub, uint64_t user, char token[HUB_TOKEN_HEX]) {
    Sessions sessions = {0};
    StoreKey key = {
        .kind = KEY_SESSION, .user = user, .made_at = hub->wall_ms, .expires_at = hub->wall_ms + SESSION_MS};
    store_keys_of(hub->store, user, KEY_SESSION, count_session, &sessions);
    if (sessions.count >= SESSIONS_MAX) {
        hub_wrote(hub, batch_key_end(hub_write(hub), sessions.oldest.hash));
        sockets_end(hub, user, sessions.oldest.hash, "this session has ended");
    }
    hub_new_token(hub, token, key.hash);
    hub_wrote(hub, batch_key(hub_write(hub), &key));
}

/* ---- ending ---- */

void answer_logout(Hub *hub, const ApiCall *call) {
    bool everywhere = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(call->body, "everywhere"));
    if (call->user && call->key && call->key->kind == KEY_SESSION) {
        uint64_t user = call->user->id;
        reserve_keys(hub, user); /* whatever was written before: the session ends after it */
        bool written = everywhere ? batch_keys_end(hub_write(hub), user, KEY_SESSION) &&
                                        batch_keys_end(hub_write(hub), user, KEY_LINK)
                                  : batch_key_end(hub_write(hub), call->key->hash);
        hub_wrote(hub, written);
        sockets_end(hub, user, everywhere ? NULL : call->key->hash, "logged out");
    }
    answer_user(hub, call->line, 200, NULL, "");
}

/* ---- to another device ---- */

void answer_link(Hub *hub, const ApiCall *call) {
    char token[HUB_TOKEN_HEX], link[sizeof hub->config.url + HUB_TOKEN_HEX + 8], id[ID_TEXT];
    StoreKey key = {
        .kind = KEY_LINK, .user = call->user->id, .made_at = hub->wall_ms, .expires_at = hub->wall_ms + LINK_MS};
    id_format(call->user->id, id);
    if (!answer_rate(hub, call->line, "link", id, 30, HOUR_MS, 10)) return;
    if (!answer_reserve(hub, call->line, "keys %s", id)) return;
    hub_new_token(hub, token, key.hash);
    /* One link at a time: the one before it ends. */
    hub_wrote(hub, batch_keys_end(hub_write(hub), call->user->id, KEY_LINK) && batch_key(hub_write(hub), &key));
    snprintf(link, sizeof link, "%s/l/%s", hub->config.url, token);
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "link", link);
    cJSON_AddNumberToObject(json, "expires_at", (double)key.expires_at);
    api_reply(hub, call->line, 201, json);
}

void answer_redeem(Hub *hub, const ApiCall *call) {
    const char *link = api_text(call, "token", HUB_TOKEN_HEX);
    char token[HUB_TOKEN_HEX], network[NETWORK_MAX];
    StoreUser user;
    StoreKey key;
    address_network(call->request->address, network);
    if (!answer_rate(hub, call->line, "redeem", network, 60, HOUR_MS, 20)) return;
    if (!link || !people_find(hub, link, KEY_LINK, &user, &key)) {
        api_error(hub, call->line, 403, "bad_link",
                  "This link was used already or is older than ten minutes: make a new one on the other device.");
        return;
    }
    /* Of two who come with the same link at once the first gets in. */
    char id[ID_TEXT];
    id_format(user.id, id);
    if (!answer_reserve(hub, call->line, "keys %s", id)) return;
    hub_wrote(hub, batch_key_end(hub_write(hub), key.hash));
    session_start(hub, user.id, token);
    answer_user(hub, call->line, 200, &user, token);
}

/* Only what leads to this server: nobody else's links are drawn here. */
static bool is_own_url(const Hub *hub, const char *text) {
    size_t length = strlen(hub->config.url);
    return length && strncmp(text, hub->config.url, length) == 0 && (!text[length] || strchr("/?#", text[length]));
}

void answer_qr(Hub *hub, const ApiCall *call) {
    char text[QR_TEXT_MAX], address[sizeof hub->config.url + QR_TEXT_MAX];
    bool given = api_query(call, "text", text, sizeof text);
    /* A path is completed by how others reach this server, which the page need not know. */
    snprintf(address, sizeof address, "%s%s", given && *text == '/' ? hub->config.url : "", given ? text : "");
    if (!is_own_url(hub, address)) {
        api_error(hub, call->line, 400, "bad_text", "\"text\" must be an address of this server.");
        return;
    }
    char *svg = qr_svg(address);
    if (svg) api_reply_text(hub, call->line, "image/svg+xml", NULL, svg, strlen(svg));
    else answer_no_memory(hub, call->line);
    free(svg);
}
