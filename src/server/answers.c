/* answers.c -- pieces that several requests use, each with its own answer where it fails. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "names.h"
#include "people.h"

bool answer_name(Hub *hub, const ApiCall *call, char out[STORE_NAME_MAX]) {
    const char *name = api_text(call, "name", 4 * STORE_NAME_MAX), *why;
    if (!name) {
        api_error(hub, call->line, 400, "bad_name", "\"name\" must be a text of 1 to %d characters.",
                  NAME_CHARACTERS_MAX);
        return false;
    }
    if (name_tidy(name, out, &why)) return true;
    api_error(hub, call->line, 400, "bad_name", "That cannot be a name: %s. It may have 1 to %d characters.", why,
              NAME_CHARACTERS_MAX);
    return false;
}

bool answer_rate(Hub *hub, HubLine line, const char *what, const char *who, unsigned count, int64_t per_ms,
                 unsigned burst) {
    if (hub->config.unlimited || rates_take(&hub->rates, what, who, hub->mono_ms, count, per_ms, burst)) return true;
    api_error(hub, line, 429, "too_often", "That was too often: wait a little and try again.");
    return false;
}

bool answer_reserve(Hub *hub, HubLine line, const char *format, ...) {
    char name[2 * STORE_NAME_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(name, sizeof name, format, arguments);
    va_end(arguments);
    if (hub_reserve(hub, name)) return true;
    api_error(hub, line, 409, "busy", "Another change of the same is just being saved: try again.");
    return false;
}

void answer_no_memory(Hub *hub, HubLine line) {
    api_error(hub, line, 503, "no_memory", "The server has no memory left for this: try again later.");
}

bool answer_name_is_free(Hub *hub, HubLine line, uint64_t user, const char *name) {
    StoreUser other;
    char key[STORE_NAME_MAX], taking[STORE_NAME_MAX + 8];
    name_key(name, key);
    snprintf(taking, sizeof taking, "user %s", key);
    bool taken = store_user_by_key(hub->store, key, &other) && other.id != user;
    if (!taken && hub_reserve(hub, taking)) return true;
    api_error(hub, line, 409, "name_taken", "Somebody has that name already: choose another one.");
    return false;
}

void json_add_id(cJSON *json, const char *name, uint64_t id) {
    char text[ID_TEXT];
    id_format(id, text);
    if (id) cJSON_AddStringToObject(json, name, text);
    else cJSON_AddNullToObject(json, name);
}

cJSON *user_json(const StoreUser *user) {
    static const char *const kinds[] = {[USER_GUEST] = "guest", [USER_ACCOUNT] = "account", [USER_BOT] = "bot"};
    cJSON *json = cJSON_CreateObject();
    json_add_id(json, "id", user->id);
    cJSON_AddStringToObject(json, "name", user->name);
    cJSON_AddStringToObject(json, "kind", kinds[user->kind]);
    return json;
}

void answer_user(Hub *hub, HubLine line, unsigned status, const StoreUser *user, const char *session) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddItemToObject(json, "user", user ? user_json(user) : cJSON_CreateNull());
    if (session) api_reply_session(hub, line, status, json, session);
    else api_reply(hub, line, status, json);
}
