/* api.c -- requests: who asks, which function answers, and how an answer is put. */
#include "api.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "people.h"
#include "sockets.h"

/* ---- answering ---- */

static void reply_json(Hub *hub, HubLine line, HubResponse *response, cJSON *json) {
    char *text = json ? cJSON_PrintUnformatted(json) : NULL;
    response->type = "application/json";
    response->body = text ? text : "{}";
    response->length = strlen(response->body);
    hub_answer(hub, line, response);
    free(text);
    cJSON_Delete(json);
}

void api_reply(Hub *hub, HubLine line, unsigned status, cJSON *json) {
    HubResponse response = {.status = status};
    reply_json(hub, line, &response, json);
}

void api_reply_session(Hub *hub, HubLine line, unsigned status, cJSON *json, const char *session) {
    HubResponse response = {.status = status, .session = session};
    reply_json(hub, line, &response, json);
}

void api_reply_text(Hub *hub, HubLine line, const char *type, const char *file, const char *text, size_t length) {
    HubResponse response = {.status = 200, .type = type, .file = file, .body = text, .length = length};
    hub_answer(hub, line, &response);
}

void api_error(Hub *hub, HubLine line, unsigned status, const char *code, const char *format, ...) {
    char message[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "error", code);
    cJSON_AddStringToObject(json, "message", message);
    HubResponse response = {.status = status, .retry_s = status == 429 ? 5 : status == 503 ? 30 : 0};
    reply_json(hub, line, &response, json);
}

/* ---- reading ---- */

const char *api_text(const ApiCall *call, const char *name, size_t most) {
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(call->body, name));
    return text && strlen(text) <= most ? text : NULL;
}

static int hex_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool resolve(const char *at, size_t length, char *out, size_t size) {
    size_t used = 0;
    for (size_t i = 0; i < length; i++) {
        char c = at[i] == '+' ? ' ' : at[i];
        if (c == '%') {
            if (i + 2 >= length) return false;
            int high = hex_value(at[i + 1]), low = hex_value(at[i + 2]);
            if (high < 0 || low < 0 || !(high | low)) return false;
            c = (char)(high << 4 | low);
            i += 2;
        }
        if (used + 1 >= size) return false;
        out[used++] = c;
    }
    out[used] = 0;
    return true;
}

bool api_query(const ApiCall *call, const char *name, char *out, size_t size) {
    size_t length = strlen(name);
    for (const char *at = call->request->query; *at;) {
        size_t pair = strcspn(at, "&");
        if (pair > length && strncmp(at, name, length) == 0 && at[length] == '=')
            return resolve(at + length + 1, pair - length - 1, out, size);
        at += pair + (at[pair] == '&');
    }
    return false;
}

void id_format(uint64_t id, char out[ID_TEXT]) { snprintf(out, ID_TEXT, "%016llx", (unsigned long long)id); }

bool id_parse(const char *text, uint64_t *out) {
    if (strlen(text) != ID_TEXT - 1 || strspn(text, "0123456789abcdef") != ID_TEXT - 1) return false;
    *out = strtoull(text, NULL, 16);
    return *out != 0;
}

/* ---- finding who answers ---- */

static bool path_fits(const char *pattern, const char *path, char part[API_PARTS][API_PART_MAX]) {
    unsigned parts = 0;
    while (*pattern) {
        if (*pattern != '*') {
            if (*pattern++ != *path++) return false;
            continue;
        }
        size_t length = strcspn(path, "/");
        if (!length || length >= API_PART_MAX || parts == API_PARTS) return false;
        memcpy(part[parts], path, length);
        part[parts++][length] = 0;
        path += length;
        pattern++;
    }
    return !*path;
}

static const ApiRoute *const lists[] = {people_routes, club_routes,   rules_routes, game_routes,
                                        lobby_routes,  remote_routes, follow_routes};

/* *other: the path is known by another method. */
static const ApiRoute *find_route(const HubRequest *request, ApiCall *call, bool *other) {
    for (unsigned i = 0; i < sizeof lists / sizeof lists[0]; i++)
        for (const ApiRoute *route = lists[i]; route->method; route++) {
            if (!path_fits(route->path, request->path, call->part)) continue;
            if (strcmp(route->method, request->method) == 0) return route;
            *other = true;
        }
    return NULL;
}

static bool may_ask(Hub *hub, const ApiRoute *route, const ApiCall *call) {
    const StoreUser *user = call->user;
    switch (route->access) {
    case API_ANYBODY: return true;
    case API_PERSON:
        if (user && user->kind != USER_BOT) return true;
        return api_error(hub, call->line, 401, "no_session", "Say who you are first: POST /api/guest."), false;
    case API_ACCOUNT:
        if (user && user->kind == USER_ACCOUNT) return true;
        return api_error(hub, call->line, user ? 403 : 401, "no_account", "This needs a name with a password."), false;
    default:
        if (user && user->kind == USER_BOT) return true;
        return api_error(hub, call->line, 401, "no_token", "Send a bot's token: Authorization: Bearer ..."), false;
    }
}

static bool has_body(const HubRequest *request) {
    return strcmp(request->method, "POST") == 0 || strcmp(request->method, "PUT") == 0;
}

static bool is_reading(const HubRequest *request) { return strcmp(request->method, "GET") == 0; }

static void serve(Hub *hub, const ApiRoute *route, ApiCall *call) {
    const HubRequest *request = call->request;
    cJSON *body = NULL;
    if (has_body(request)) {
        body = request->length ? cJSON_ParseWithLength(request->body, request->length) : cJSON_CreateObject();
        if (!cJSON_IsObject(body)) {
            cJSON_Delete(body);
            return api_error(hub, call->line, 400, "bad_json", "The body must be one JSON object.");
        }
    }
    call->body = body;
    route->answer(hub, call);
    cJSON_Delete(body);
}

static void get_health(Hub *hub, HubLine line) {
    static const char good[] = "{\"status\":\"good\"}";
    if (hub->failed) return api_error(hub, line, 503, "failed", "The server has stopped.");
    if (hub->disk_full)
        return api_error(hub, line, 503, "storage_full", "The server has no room to write: try again later.");
    if (hub->draining) return api_error(hub, line, 503, "going_down", "The server is going down.");
    HubResponse response = {.status = 200, .type = "application/json", .body = good, .length = sizeof good - 1};
    hub_answer(hub, line, &response);
}

static bool is_too_often(Hub *hub, const HubRequest *request) {
    unsigned rate = hub->config.requests_per_s;
    char network[NETWORK_MAX];
    if (hub->config.unlimited) return false;
    address_network(request->address, network);
    return !rates_take(&hub->rates, "request", network, hub->mono_ms, rate, 1000, 5 * rate);
}

void hub_request(Hub *hub, HubLine line, const HubRequest *request) {
    ApiCall call = {.line = line, .request = request};
    StoreUser user;
    StoreKey key;
    bool other = false;
    hub->count.requests++;
    if (strcmp(request->path, "/healthz") == 0 || hub->disk_full) {
        hub->at_once = true;
        get_health(hub, line);
        hub->at_once = false;
        return;
    }
    if (hub->failed) return api_error(hub, line, 503, "failed", "The server has stopped.");
    if (is_too_often(hub, request))
        return api_error(hub, line, 429, "too_often", "That was too often: wait a little and try again.");
    if (request->foreign && !is_reading(request))
        return api_error(hub, line, 403, "foreign", "Requests from other pages are not taken.");
    const ApiRoute *route = find_route(request, &call, &other);
    if (!route && other) return api_error(hub, line, 405, "bad_method", "This path takes other methods: docs/api.md.");
    if (!route) return api_error(hub, line, 404, "no_such_path", "There is nothing under this path: docs/api.md.");
    bool known = request->bearer[0] ? people_find(hub, request->bearer, KEY_BOT, &user, &key)
                                    : people_find(hub, request->session, KEY_SESSION, &user, &key);
    if (people_is_banned(hub, known ? user.id : 0, request->address))
        return api_error(hub, line, 403, "banned", "You are shut out of this server.");
    if (known) call.user = &user, call.key = &key;
    if (may_ask(hub, route, &call)) serve(hub, route, &call);
}

/* Only streams are still there when a request goes. */
void hub_request_gone(Hub *hub, HubLine line) { hub_socket_closed(hub, line); }
