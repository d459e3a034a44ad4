/* sockets.c -- who is connected, and what they send: one JSON object a message. */
#include "sockets.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../engine/text.h"
#include "../table/words.h"
#include "../wire/view_json.h"
#include "messages.h"
#include "people.h"
#include "tables.h"

enum { STRIKES_MAX = 50, LOBBY_MS = 500 };

/* Close codes of our own (4000 to 4999). */
enum { CLOSE_FLOOD = 4008, CLOSE_SIGNED_OUT = 4001 };

/* ---- coming and going ---- */

static void socket_free(Hub *hub, Socket *socket) {
    desk_disconnect(hub, socket);
    free(socket);
}

void sockets_free(Hub *hub) {
    size_t at = 0;
    for (Socket *socket; (socket = map_next(&hub->sockets, &at));) {
        socket->desk = NULL;
        free(socket);
    }
    map_free(&hub->sockets);
}

void sockets_rename(Hub *hub, const StoreUser *user) {
    size_t at = 0;
    for (Socket *socket; (socket = map_next(&hub->sockets, &at));)
        if (socket->user.id == user->id) socket->user = *user;
}

static bool are_too_many(Hub *hub, uint64_t user, const char *address) {
    char network[NETWORK_MAX], other[NETWORK_MAX];
    unsigned of_user = 0, of_address = 0;
    size_t at = 0;
    if (hub->sockets.count >= hub->config.sockets_max) return true;
    if (hub->config.unlimited) return false;
    address_network(address, network);
    for (const Socket *socket; (socket = map_next(&hub->sockets, &at));) {
        address_network(socket->address, other);
        of_user += socket->user.id == user;
        of_address += strcmp(other, network) == 0;
    }
    return of_user >= hub->config.sockets_per_user || of_address >= hub->config.sockets_per_address;
}

static Socket *open_socket(Hub *hub, HubLine line, const StoreUser *user, const StoreKey *key, const char *address) {
    Socket *socket = calloc(1, sizeof *socket);
    if (!socket) return NULL;
    socket->line = line;
    socket->user = *user;
    memcpy(socket->key, key->hash, sizeof socket->key);
    snprintf(socket->address, sizeof socket->address, "%s", address);
    socket->observer = SPECTATOR;
    if (map_put(&hub->sockets, line, socket)) return socket;
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

unsigned hub_socket_opened(Hub *hub, HubLine line, const HubRequest *request) {
    StoreUser user;
    StoreKey key;
    if (hub->failed || hub->draining || hub->disk_full) return 503;
    if (request->foreign) return 403;
    if (!people_find(hub, request->session, KEY_SESSION, &user, &key)) return 401;
    if (people_is_banned(hub, user.id, request->address)) return 403;
    if (are_too_many(hub, user.id, request->address)) return 429;
    Socket *socket = open_socket(hub, line, &user, &key, request->address);
    if (!socket) return 503;
    people_renew(hub, &user, &key);
    greet(hub, socket);
    return 0;
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
    size_t at = 0;
    for (Socket *socket; (socket = map_next(&hub->sockets, &at));) {
        if (socket->user.id != user || (hash && memcmp(socket->key, hash, STORE_HASH_BYTES) != 0)) continue;
        end_socket(hub, socket, CLOSE_SIGNED_OUT, why);
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
    if (!hub->lobby_at) hub->lobby_at = hub->mono_ms + LOBBY_MS;
}

void sockets_elapse(Hub *hub) {
    if (!hub->lobby_at || hub->mono_ms < hub->lobby_at) return;
    size_t at = 0;
    char *text = NULL;
    hub->lobby_at = 0;
    for (const Socket *socket; (socket = map_next(&hub->sockets, &at));) {
        if (!socket->lobby) continue;
        if (!text && !(text = lobby_text(hub))) return;
        hub_say(hub, socket->line, text, strlen(text));
    }
    free(text);
}

int64_t sockets_due_in(const Hub *hub) { return hub->lobby_at ? hub->lobby_at - hub->mono_ms : INT64_MAX; }

/* ---- hearing ---- */

/* Too much of it ends the connection: nobody sends like that by hand. */
static bool is_flooding(Hub *hub, Socket *socket) {
    unsigned rate = hub->config.messages_per_s;
    if (hub->config.unlimited || rate_take(&socket->rate, hub->mono_ms, rate, 1000, 5 * rate)) return false;
    if (++socket->strikes > STRIKES_MAX) end_socket(hub, socket, CLOSE_FLOOD, "too many messages");
    else socket_no(hub, socket, NULL, "too_often", "That was too often: wait a little and try again.");
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

void hub_socket_message(Hub *hub, HubLine line, const char *text, size_t length) {
    Socket *socket = map_get(&hub->sockets, line);
    char id[MESSAGE_ID_MAX];
    hub->count.messages++;
    if (!socket || hub->failed || is_flooding(hub, socket)) return;
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
