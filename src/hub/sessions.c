/* sessions.c -- sessions and links. A key's user is the person who holds its secret; only the
 * hash of the secret is kept.
 *
 * A session that ends must not come back, and no new one begin, because of a request that
 * came a moment before its end was on the disk: all of them ask for "keys ID". */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../engine/blake2b.h"
#include "people.h"
#include "qr.h"

enum { QR_TEXT_MAX = 600 };

/* ---- who is it ---- */

/* Who changes them reserves this, so that nobody else does before it is on the disk. */
static const char *keys_name(uint64_t user, char out[STORE_NAME_MAX]) {
    char id[ID_TEXT];
    id_format(user, id);
    snprintf(out, STORE_NAME_MAX, "keys %s", id);
    return out;
}

bool people_renew(Hub *hub, const StoreUser *user, const StoreKey *key) {
    StoreUser seen = *user;
    StoreKey renewed = *key;
    char id[ID_TEXT], row[STORE_NAME_MAX], keys[STORE_NAME_MAX];
    if (key->kind != KEY_SESSION || key->expires_at - hub->wall_ms > SESSION_MS - DAY_MS) return false;
    id_format(user->id, id);
    snprintf(row, sizeof row, "row %s", id);
    if (!hub_reserve(hub, row) || !hub_reserve(hub, keys_name(user->id, keys))) return false;
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
    char keys[STORE_NAME_MAX];
    if (!token_hash(token, hash)) return false;
    bool has_key = store_key(hub->facts, hash, key), has_user = store_holder(hub->facts, hash, user);
    if (!has_key || !has_user || key->kind != kind || is_over(hub, key)) return false;
    if (hub_is_stale(hub, keys_name(user->id, keys))) return false; /* it may have ended meanwhile */
    if (user->kind == USER_BOT && (!user->owner || people_is_banned(hub, user->owner, NULL))) return false;
    return !people_is_banned(hub, user->id, NULL);
}

/* ---- beginning ---- */

typedef struct {
    unsigned count;
    StoreKey oldest;
} Keys;

static bool count_key(void *context, const void *row) {
    Keys *keys = context;
    const StoreKey *key = row;
    if (!keys->count++ || key->expires_at < keys->oldest.expires_at) keys->oldest = *key;
    return true;
}

static Keys keys_of(Hub *hub, uint64_t user, KeyKind kind) {
    Keys keys = {0};
    store_keys_of(hub->facts, user, kind, count_key, &keys);
    return keys;
}

/* Where there are too many the oldest ends. */
static void make_room(Hub *hub, uint64_t user, KeyKind kind) {
    Keys keys = keys_of(hub, user, kind);
    if (keys.count < SESSIONS_MAX) return;
    hub_wrote(hub, batch_key_end(hub_write(hub), keys.oldest.hash));
    if (kind == KEY_SESSION) sockets_end(hub, user, keys.oldest.hash, "this session has ended");
}

void session_start(Hub *hub, uint64_t user, char token[HUB_TOKEN_HEX]) {
    make_room(hub, user, KEY_SESSION);
    session_write(hub, user, token);
}

void session_write(Hub *hub, uint64_t user, char token[HUB_TOKEN_HEX]) {
    StoreKey key = {
        .kind = KEY_SESSION, .user = user, .made_at = hub->wall_ms, .expires_at = hub->wall_ms + SESSION_MS};
    hub_new_token(hub, token, key.hash);
    hub_wrote(hub, batch_key(hub_write(hub), &key));
}

/* ---- where somebody has signed in before ---- */

static void known_hash(uint64_t user, const char *address, uint8_t hash[STORE_HASH_BYTES]) {
    char id[ID_TEXT], network[NETWORK_MAX], text[ID_TEXT + NETWORK_MAX + 16];
    Blake2b state;
    id_format(user, id);
    address_network(address, network);
    int length = snprintf(text, sizeof text, "known device %s %s", id, network);
    blake2b_init(&state, STORE_HASH_BYTES);
    blake2b_update(&state, text, (size_t)length);
    blake2b_final(&state, hash);
}

bool device_is_known(Hub *hub, uint64_t user, const char *address) {
    uint8_t hash[STORE_HASH_BYTES];
    StoreKey key;
    known_hash(user, address, hash);
    return store_key(hub->facts, hash, &key) && key.kind == KEY_KNOWN && key.user == user && !is_over(hub, &key);
}

bool sign_in_is_known(Hub *hub, uint64_t user, const char *address) {
    keys_of(hub, user, KEY_SESSION);
    if (address && !device_is_known(hub, user, address)) keys_of(hub, user, KEY_KNOWN);
    return !hub_lacks(hub);
}

void device_remember(Hub *hub, uint64_t user, const char *address) {
    StoreKey key = {.kind = KEY_KNOWN, .user = user, .made_at = hub->wall_ms, .expires_at = hub->wall_ms + KNOWN_MS};
    if (!device_is_known(hub, user, address)) make_room(hub, user, KEY_KNOWN);
    known_hash(user, address, key.hash);
    hub_wrote(hub, batch_key(hub_write(hub), &key));
}

/* ---- ending ---- */

void answer_logout(Hub *hub, const ApiCall *call) {
    bool everywhere = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(call->body, "everywhere"));
    if (call->user && call->key && call->key->kind == KEY_SESSION) {
        uint64_t user = call->user->id;
        char keys[STORE_NAME_MAX];
        hub_touch(hub, keys_name(user, keys)); /* whatever was written before: the session ends after it */
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
    if (!answer_rate(hub, call->line, RATE_LINK, id)) return;
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
    char token[HUB_TOKEN_HEX];
    StoreUser user;
    StoreKey key;
    if (!answer_rate_from(hub, call->line, RATE_REDEEM, call->request->address)) return;
    if (!link || !people_find(hub, link, KEY_LINK, &user, &key)) {
        api_error(hub, call->line, 403, "bad_link",
                  "This link was used already or is older than ten minutes: make a new one on the other device.");
        return;
    }
    bool replaces = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(call->body, "replace"));
    if (call->user && call->user->id != user.id && !replaces) {
        api_error(hub, call->line, 409, "signed_in",
                  "You are somebody else here already: send \"replace\":true to give that up.");
        return;
    }
    if (!sign_in_is_known(hub, user.id, NULL)) return;
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
