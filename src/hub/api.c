/* api.c -- requests: who asks, which function answers, and how an answer is put. */
#include "api.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../engine/text.h"
#include "slice.h"
#include "people.h"
#include "reviews.h"
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

void api_error_setting(Hub *hub, HubLine line, const SettingFault *fault) {
    HubResponse response = {.status = 400};
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "error", "bad_settings");
    setting_fault_json(fault, json);
    reply_json(hub, line, &response, json);
}

/* ---- reading ---- */

const char *api_text(const ApiCall *call, const char *name, size_t most) {
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(call->body, name));
    return text && strlen(text) <= most ? text : NULL;
}

static bool resolve(Slice raw, char *out, size_t size) {
    size_t used = 0;
    for (size_t i = 0; i < raw.length; i++) {
        char c = raw.at[i] == '+' ? ' ' : raw.at[i];
        if (c == '%') {
            int byte = slice_unescape(raw, i);
            if (byte <= 0) return false;
            c = (char)byte;
            i += 2;
        }
        if (used + 1 >= size) return false;
        out[used++] = c;
    }
    out[used] = 0;
    return true;
}

/* The value of a member as it was sent; `at` NULL: it is not there. */
static Slice query_value(const ApiCall *call, const char *name) {
    size_t length = strlen(name);
    for (const char *at = call->request->query; *at;) {
        size_t pair = strcspn(at, "&"), key = strcspn(at, "=&");
        if (key == length && strncmp(at, name, length) == 0)
            return key < pair ? (Slice){at + key + 1, pair - key - 1} : (Slice){at + key, 0};
        at += pair + (at[pair] == '&');
    }
    return (Slice){NULL, 0};
}

bool api_lacks(const ApiCall *call, const char *name) { return !query_value(call, name).at; }

bool api_query(const ApiCall *call, const char *name, char *out, size_t size) {
    Slice raw = query_value(call, name);
    return raw.at && resolve(raw, out, size);
}

bool api_number(const ApiCall *call, const char *name, long long high, long long *out) {
    char text[24];
    const char *at = text;
    if (!api_query(call, name, text, sizeof text)) return api_lacks(call, name);
    return scan_number(&at, 0, high, out) && !*at;
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

static const ApiRoute *const lists[] = {people_routes, club_routes,   rules_routes,   game_routes,  lobby_routes,
                                        remote_routes, follow_routes, ratings_routes, event_routes, push_routes};

const ApiRoute *api_route(unsigned number) {
    for (unsigned i = 0; i < sizeof lists / sizeof lists[0]; i++)
        for (const ApiRoute *route = lists[i]; route->method; route++)
            if (!number--) return route;
    return NULL;
}

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
    case API_BOT: break;
    }
    if (user && user->kind == USER_BOT) return true;
    return api_error(hub, call->line, 401, "no_token", "Send a bot's token: Authorization: Bearer ..."), false;
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

/* Who asks. False: it is not known yet, or nobody may just now from there, and that was answered. */
static bool find_asker(Hub *hub, ApiCall *call, StoreUser *user, StoreKey *key) {
    const HubRequest *request = call->request;
    bool token = request->bearer[0], known = false;
    if (token && !people_might_from(hub, RATE_TOKEN, request->address)) return answer_too_often(hub, call->line);
    known = token ? people_find(hub, request->bearer, KEY_BOT, user, key)
                  : people_find(hub, request->session, KEY_SESSION, user, key);
    if (hub_lacks(hub)) return false;
    if (token && !known && !answer_rate_from(hub, call->line, RATE_TOKEN, request->address)) return false;
    if (known) call->user = user, call->key = key;
    return true;
}

void request_try(Hub *hub, const Asking *asking) {
    const HubRequest *request = &asking->request;
    HubLine line = asking->line;
    ApiCall call = {.line = line, .request = request, .gone = asking->gone};
    StoreUser user;
    StoreKey key;
    bool other = false;
    if (strcmp(request->path, "/healthz") == 0 || hub->disk_full) {
        hub->at_once = true;
        get_health(hub, line);
        hub->at_once = false;
        return;
    }
    if (hub->failed) return api_error(hub, line, 503, "failed", "The server has stopped.");
    if (!answer_rate_from(hub, line, RATE_REQUEST, request->address)) return;
    if (request->foreign && !is_reading(request))
        return api_error(hub, line, 403, "foreign", "Requests from other pages are not taken.");
    const ApiRoute *route = find_route(request, &call, &other);
    if (!route && other) return api_error(hub, line, 405, "bad_method", "This path takes other methods: docs/api.md.");
    if (!route) return api_error(hub, line, 404, "no_such_path", "There is nothing under this path: docs/api.md.");
    if (!find_asker(hub, &call, &user, &key)) return;
    if (people_is_banned(hub, call.user ? user.id : 0, request->address))
        return api_error(hub, line, 403, "banned", "You are shut out of this server.");
    if (route->costly && !answer_rate_from(hub, line, RATE_COSTLY, request->address)) return;
    if (may_ask(hub, route, &call)) serve(hub, route, &call);
}

void request_fail(Hub *hub, const Asking *asking) {
    api_error(hub, asking->line, 503, "unreadable", "The server cannot look that up just now: try again.");
}

void hub_request(Hub *hub, HubLine line, const HubRequest *request) {
    hub->count.requests++;
    asking_begin(hub, &(Asking){.kind = ASKING_REQUEST, .line = line, .request = *request});
}

/* Only streams, and what waits for the store, are still there when a request goes. */
void hub_request_gone(Hub *hub, HubLine line) {
    asking_gone(hub, line);
    reviews_gone(hub, line);
    hub_socket_closed(hub, line);
}
