/* sockets.c -- who is connected, and what they send: one JSON object a message. */
#include "sockets.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../engine/text.h"
#include "../words/words.h"
#include "../wire/view_json.h"
#include "hall.h"
#include "messages.h"
#include "people.h"
#include "tables.h"

enum { STRIKES_MAX = 50, LOBBY_MS = 500 };

/* Close codes of our own (4000 to 4999). */
enum { CLOSE_FLOOD = 4008, CLOSE_SIGNED_OUT = 4001 };

/* ---- coming and going ---- */

Socket *sockets_of_user(const Hub *hub, uint64_t user) { return map_get(&hub->sockets_of_user, user); }

static uint64_t network_of(const char *address) {
    char network[NETWORK_MAX];
    address_network(address, network);
    return map_hash(network);
}

/* A number instead of a pointer: there is nothing to allocate. */
static size_t count_from(const Hub *hub, const char *address) {
    return (size_t)(uintptr_t)map_get(&hub->sockets_of_address, network_of(address));
}

static bool set_count_from(Hub *hub, const char *address, size_t count) {
    if (!count) return map_take(&hub->sockets_of_address, network_of(address)), true;
    return map_put(&hub->sockets_of_address, network_of(address), (void *)(uintptr_t)count);
}

/* Into the books of its person and its address. False: no memory, and it is in none. */
static bool enlist(Hub *hub, Socket *socket) {
    Socket *first = sockets_of_user(hub, socket->user.id);
    size_t count = count_from(hub, socket->address);
    if (!set_count_from(hub, socket->address, count + 1)) return false;
    if (!map_put(&hub->sockets_of_user, socket->user.id, socket))
        return set_count_from(hub, socket->address, count), false;
    socket->next_of_user = first;
    if (first) first->before_of_user = socket;
    return true;
}

static void strike_off(Hub *hub, const Socket *socket) {
    Socket *next = socket->next_of_user, *before = socket->before_of_user;
    if (next) next->before_of_user = before;
    if (before) before->next_of_user = next;
    else if (next) map_put(&hub->sockets_of_user, socket->user.id, next); /* its place is there */
    else map_take(&hub->sockets_of_user, socket->user.id);
    set_count_from(hub, socket->address, count_from(hub, socket->address) - 1);
}

static void socket_free(Hub *hub, Socket *socket) {
    strike_off(hub, socket);
    desk_disconnect(hub, socket);
    hall_unfollow(socket);
    free(socket);
}

void sockets_free(Hub *hub) {
    size_t at = 0;
    for (Socket *socket; (socket = map_next(&hub->sockets, &at));) {
        socket->desk = NULL;
        hall_unfollow(socket);
        free(socket);
    }
    map_free(&hub->sockets);
    map_free(&hub->sockets_of_user);
    map_free(&hub->sockets_of_address);
}

void sockets_rename(Hub *hub, const StoreUser *user) {
    for (Socket *socket = sockets_of_user(hub, user->id); socket; socket = socket->next_of_user) socket->user = *user;
}

static bool are_too_many(Hub *hub, uint64_t user, const char *address) {
    unsigned of_user = 0;
    if (hub->sockets.count >= hub->config.sockets_max) return true;
    if (hub->config.unlimited) return false;
    const Socket *socket = sockets_of_user(hub, user);
    while (socket && of_user < hub->config.sockets_per_user) socket = socket->next_of_user, of_user++;
    return of_user >= hub->config.sockets_per_user || count_from(hub, address) >= hub->config.sockets_per_address;
}

static Socket *open_socket(Hub *hub, HubLine line, const StoreUser *user, const StoreKey *key, const char *address) {
    Socket *socket = calloc(1, sizeof *socket);
    if (!socket) return NULL;
    socket->line = line;
    socket->user = *user;
    memcpy(socket->key, key->hash, sizeof socket->key);
    snprintf(socket->address, sizeof socket->address, "%s", address);
    socket->observer = SPECTATOR;
    if (enlist(hub, socket)) {
        if (map_put(&hub->sockets, line, socket)) return socket;
        strike_off(hub, socket);
    }
    free(socket);
    return NULL;
}

static void greet(Hub *hub, Socket *socket) {
    char id[ID_TEXT];
    cJSON *json = cJSON_CreateObject(), *user = cJSON_CreateObject();
    id_format(socket->user.id, id);
    cJSON_AddStringToObject(json, "t", "hello");
    cJSON_AddStringToObject(json, "protocol", HUB_PROTOCOL);
    cJSON_AddItemToObject(json, "user", user);
    cJSON_AddStringToObject(user, "id", id);
    cJSON_AddStringToObject(user, "name", socket->user.name);
    cJSON_AddStringToObject(user, "kind", socket->user.kind == USER_ACCOUNT ? "account" : "guest");
    socket_say_json(hub, socket, json);
}

/* The status to refuse it with; 0: it is open. */
static unsigned try_to_open(Hub *hub, HubLine line, const HubRequest *request) {
    StoreUser user;
    StoreKey key;
    char id[ID_TEXT];
    if (hub->failed || hub->draining || hub->disk_full) return 503;
    if (request->foreign) return 403;
    if (!people_may_from(hub, RATE_UPGRADE, request->address)) return 429;
    if (!people_find(hub, request->session, KEY_SESSION, &user, &key)) return 401;
    if (people_is_banned(hub, user.id, request->address)) return 403;
    id_format(user.id, id);
    if (!people_may(hub, RATE_USER_UPGRADE, id) || are_too_many(hub, user.id, request->address)) return 429;
    Socket *socket = open_socket(hub, line, &user, &key, request->address);
    if (!socket) return 503;
    people_renew(hub, &user, &key);
    hub->world.opened(hub->world.self, line, 0); /* before anything is said */
    greet(hub, socket);
    return 0;
}

void socket_try(Hub *hub, const Asking *asking) {
    if (asking->gone) return;
    unsigned status = try_to_open(hub, asking->line, &asking->request);
    if (status && !hub_lacks(hub)) hub->world.opened(hub->world.self, asking->line, status);
}

void socket_fail(Hub *hub, const Asking *asking) {
    if (!asking->gone) hub->world.opened(hub->world.self, asking->line, 503);
}

void hub_socket_asked(Hub *hub, HubLine line, const HubRequest *request) {
    asking_begin(hub, &(Asking){.kind = ASKING_SOCKET, .line = line, .request = *request});
}

Socket *sockets_open_stream(Hub *hub, HubLine line, const StoreUser *user, const StoreKey *key, const char *address) {
    if (are_too_many(hub, user->id, address)) return NULL;
    Socket *socket = open_socket(hub, line, user, key, address);
    if (socket) socket->stream = true;
    return socket;
}

void hub_socket_closed(Hub *hub, HubLine line) {
    Socket *socket = map_take(&hub->sockets, line);
    if (socket) socket_free(hub, socket);
}

static void end_socket(Hub *hub, Socket *socket, unsigned code, const char *why) {
    hub_close(hub, socket->line, code, why);
    map_take(&hub->sockets, socket->line);
    socket_free(hub, socket);
}

void sockets_end(Hub *hub, uint64_t user, const uint8_t hash[STORE_HASH_BYTES], const char *why) {
    for (Socket *socket = sockets_of_user(hub, user), *next; socket; socket = next) {
        next = socket->next_of_user;
        if (!hash || memcmp(socket->key, hash, STORE_HASH_BYTES) == 0) end_socket(hub, socket, CLOSE_SIGNED_OUT, why);
    }
}

void sockets_end_banned(Hub *hub) {
    size_t at = 0;
    for (Socket *socket; (socket = map_next(&hub->sockets, &at));)
        if (people_is_banned(hub, socket->user.id, socket->address))
            end_socket(hub, socket, CLOSE_SIGNED_OUT, "shut out");
}

/* ---- saying ---- */

void socket_say_json(Hub *hub, const Socket *socket, cJSON *json) {
    char *text = json ? cJSON_PrintUnformatted(json) : NULL;
    if (text) hub_say(hub, socket->line, text, strlen(text));
    hub_wrote(hub, text);
    free(text);
    cJSON_Delete(json);
}

static cJSON *reply(const char *what, const char *id) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "t", what);
    if (id) cJSON_AddRawToObject(json, "id", id);
    return json;
}

void socket_ok(Hub *hub, Socket *socket, const char *id) { socket_say_json(hub, socket, reply("ok", id)); }

void socket_held(Hub *hub, Socket *socket, const char *id) { socket_say_json(hub, socket, reply("held", id)); }

void socket_no(Hub *hub, Socket *socket, const char *id, const char *code, const char *format, ...) {
    char message[WORDS_REFUSAL_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    cJSON *json = reply("no", id);
    cJSON_AddStringToObject(json, "code", code);
    cJSON_AddStringToObject(json, "message", message);
    socket_say_json(hub, socket, json);
}

void setting_fault_json(const SettingFault *fault, cJSON *json) {
    char text[sizeof fault->words + 40];
    setting_fault_text(fault, text, sizeof text);
    cJSON_AddStringToObject(json, "message", text);
    if (!fault->name) return;
    cJSON_AddStringToObject(json, "field", fault->name);
    cJSON_AddStringToObject(json, "reason", fault->words);
}

void socket_no_setting(Hub *hub, Socket *socket, const char *id, const SettingFault *fault) {
    cJSON *json = reply("no", id);
    cJSON_AddStringToObject(json, "code", refusal_code(REFUSAL_bad_settings));
    setting_fault_json(fault, json);
    socket_say_json(hub, socket, json);
}

void socket_no_rules(Hub *hub, Socket *socket, const char *id, Verdict verdict, const char *message) {
    cJSON *json = reply("no", id);
    cJSON_AddStringToObject(json, "code", verdict_name(verdict));
    cJSON_AddStringToObject(json, "message", message);
    cJSON *rules = cJSON_AddArrayToObject(json, "rules");
    for (const char *at = verdict_rules(verdict); *at; at += strspn(at, " ")) {
        char one[16];
        int length = (int)strcspn(at, " ");
        snprintf(one, sizeof one, "%.*s", length, at);
        cJSON_AddItemToArray(rules, cJSON_CreateString(one));
        at += length;
    }
    socket_say_json(hub, socket, json);
}

void sockets_tell_all(Hub *hub, const char *text, size_t length) {
    size_t at = 0;
    for (const Socket *socket; (socket = map_next(&hub->sockets, &at));)
        if (!socket->stream) hub->world.send(hub->world.self, socket->line, text, length);
}

bool socket_has_muted(const Socket *socket, uint64_t user) {
    for (unsigned i = 0; i < socket->mutes; i++)
        if (socket->muted[i] == user) return true;
    return false;
}

/* ---- the lobby ---- */

void sockets_lobby_changed(Hub *hub) {
    hub->lobby_changed = true;
    if (!hub->lobby_at) hub->lobby_at = hub->mono_ms + LOBBY_MS;
}

void sockets_elapse(Hub *hub) {
    if (!hub->lobby_at || hub->mono_ms < hub->lobby_at) return;
    size_t at = 0;
    char *text = NULL;
    hub->lobby_at = 0;
    if (hub->node) lobby_say(hub, false);
    for (const Socket *socket; (socket = map_next(&hub->sockets, &at));) {
        if (!socket->lobby) continue;
        if (!text && !(text = lobby_text(hub))) return;
        hub_say(hub, socket->line, text, strlen(text));
    }
    free(text);
}

int64_t sockets_due_in(const Hub *hub) { return hub->lobby_at ? hub->lobby_at - hub->mono_ms : INT64_MAX; }

/* ---- hearing ---- */

/* Too much of it ends the connection: nobody sends like that by hand. A new socket brings no new right to it. */
static bool is_flooding(Hub *hub, Socket *socket) {
    unsigned rate = hub->config.messages_per_s;
    char id[ID_TEXT];
    if (hub->config.unlimited) return false;
    id_format(socket->user.id, id);
    if (rate_take(&socket->rate, hub->mono_ms, rate, 1000, 5 * rate) && people_may(hub, RATE_MESSAGE, id)) return false;
    if (++socket->strikes > STRIKES_MAX) end_socket(hub, socket, CLOSE_FLOOD, "too many messages");
    else socket_no(hub, socket, NULL, "too_often", "You are doing that too often: wait a little and try again.");
    return true;
}

/* The request's own number or text as JSON again; NULL: it has none. */
static const char *read_id(const cJSON *message, char out[MESSAGE_ID_MAX]) {
    cJSON *id = cJSON_GetObjectItemCaseSensitive(message, "id");
    long number;
    if (json_is_whole(id, 0, INT32_MAX, &number)) { /* nearly always, and the library takes long over numbers */
        Text text = text_in(out, MESSAGE_ID_MAX);
        return text_number(&text, number), out;
    }
    if (!cJSON_IsNumber(id) && !cJSON_IsString(id)) return NULL;
    return cJSON_PrintPreallocated(id, out, MESSAGE_ID_MAX, false) ? out : NULL;
}

void message_try(Hub *hub, const Asking *asking) {
    Socket *socket = map_get(&hub->sockets, asking->line);
    const char *text = asking->request.body;
    size_t length = asking->request.length;
    char id[MESSAGE_ID_MAX];
    if (!socket || hub->failed) return;
    /* Whatever is said there now may have to be taken back. */
    if (socket->desk && !hub->disk_full && asking_waits(hub, &socket->desk->shared)) return;
    hub->at_once = hub->disk_full;
    cJSON *message = length <= HUB_MESSAGE_MAX ? cJSON_ParseWithLength(text, length) : NULL;
    if (!cJSON_IsObject(message))
        socket_no(hub, socket, NULL, "bad_message", "A message is one JSON object of at most %d bytes.",
                  HUB_MESSAGE_MAX);
    else if (hub->disk_full)
        socket_no(hub, socket, read_id(message, id), "storage_full",
                  "The server has no room to write: wait, nothing is lost.");
    else message_handle(hub, socket, message, read_id(message, id));
    hub->at_once = false;
    cJSON_Delete(message);
}

void message_fail(Hub *hub, const Asking *asking) {
    Socket *socket = map_get(&hub->sockets, asking->line);
    char id[MESSAGE_ID_MAX];
    cJSON *message = cJSON_ParseWithLength(asking->request.body, asking->request.length);
    if (socket)
        socket_no(hub, socket, read_id(message, id), "unreadable",
                  "The server cannot look that up just now: try again.");
    cJSON_Delete(message);
}

/* Too many wait behind one that waits for the store. That tells of nothing that is to be written. */
static void refuse_to_queue(Hub *hub, Socket *socket, const char *text, size_t length) {
    char id[MESSAGE_ID_MAX];
    cJSON *message = length <= HUB_MESSAGE_MAX ? cJSON_ParseWithLength(text, length) : NULL;
    hub->at_once = true;
    socket_no(hub, socket, read_id(message, id), "too_often", "That was too often: wait a little and try again.");
    hub->at_once = false;
    cJSON_Delete(message);
}

void hub_socket_message(Hub *hub, HubLine line, const char *text, size_t length) {
    Socket *socket = map_get(&hub->sockets, line);
    Asking *before = map_get(&hub->askings, line);
    hub->count.messages++;
    if (!socket || hub->failed || is_flooding(hub, socket)) return;
    if (!before)
        asking_begin(hub, &(Asking){.kind = ASKING_MESSAGE, .line = line, .request = {.body = text, .length = length}});
    else if (length > HUB_MESSAGE_MAX || !asking_queue(before, text, length))
        refuse_to_queue(hub, socket, text, length);
}
