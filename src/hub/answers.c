/* answers.c -- pieces that several requests use, each with its own answer where it fails. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../engine/text.h"
#include "names.h"
#include "people.h"
#include "tables.h"

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

/* ---- how often ---- */

enum { WIDE_TIMES = 16 };

typedef bool RateQuestion(Rates *rates, RateKind kind, unsigned times, const char *who, int64_t now_ms);

static bool ask_rates(Hub *hub, RateQuestion *question, RateKind kind, const char *address) {
    char network[NETWORK_MAX];
    if (hub->config.unlimited) return true;
    address_network(address, network);
    if (!question(&hub->rates, kind, 1, network, hub->mono_ms)) return false;
    return !address_wide(address, network) || question(&hub->rates, kind, WIDE_TIMES, network, hub->mono_ms);
}

/* What is tried again was counted before, and what is void does not count. */
static bool is_to_be_counted(Hub *hub, RateKind kind, const char *who) {
    return !hub->config.unlimited && !hub_lacks(hub) && asking_counts(hub, kind, who);
}

/* What guards a secret is counted by all servers that share the store. */
static bool count(Hub *hub, RateKind kind, bool from, const char *who) {
    bool may = from ? ask_rates(hub, rates_take, kind, who) : rates_take(&hub->rates, kind, 1, who, hub->mono_ms);
    if (may && hub->node && hub->rates.limit[kind].secret)
        nodes_say(hub, "rate %u" NEWS_PIECE "%u" NEWS_PIECE "%s\n", (unsigned)kind, from, who);
    return may;
}

void people_hear_rate(Hub *hub, const char *line) {
    char text[256];
    const char *piece[3];
    if (hub->config.unlimited || !news_pieces(line, text, sizeof text, piece, 3)) return;
    unsigned long kind = strtoul(piece[0], NULL, 10);
    if (kind >= RATE_KINDS) return; /* of another version */
    if (piece[1][0] == '1') ask_rates(hub, rates_take, (RateKind)kind, piece[2]);
    else rates_take(&hub->rates, (RateKind)kind, 1, piece[2], hub->mono_ms);
}

bool people_may(Hub *hub, RateKind kind, const char *who) {
    return !is_to_be_counted(hub, kind, who) || count(hub, kind, false, who);
}

bool people_may_from(Hub *hub, RateKind kind, const char *address) {
    return !is_to_be_counted(hub, kind, address) || count(hub, kind, true, address);
}

bool people_might_from(Hub *hub, RateKind kind, const char *address) {
    return ask_rates(hub, rates_has, kind, address);
}

bool answer_too_often(Hub *hub, HubLine line) {
    api_error(hub, line, 429, "too_often", "You are doing that too often: wait a little and try again.");
    return false;
}

bool answer_rate(Hub *hub, HubLine line, RateKind kind, const char *who) {
    return people_may(hub, kind, who) || answer_too_often(hub, line);
}

bool answer_rate_of(Hub *hub, HubLine line, RateKind kind, uint64_t user) {
    char id[ID_TEXT];
    id_format(user, id);
    return answer_rate(hub, line, kind, id);
}

bool answer_rate_from(Hub *hub, HubLine line, RateKind kind, const char *address) {
    return people_may_from(hub, kind, address) || answer_too_often(hub, line);
}

/* ---- other pieces ---- */

bool answer_busy(Hub *hub, HubLine line) {
    api_error(hub, line, 409, "busy", "Another change of the same is just being saved: try again.");
    return false;
}

bool answer_reserve(Hub *hub, HubLine line, const char *format, ...) {
    char name[2 * STORE_NAME_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(name, sizeof name, format, arguments);
    va_end(arguments);
    return hub_reserve(hub, name) || answer_busy(hub, line);
}

void answer_no_memory(Hub *hub, HubLine line) {
    api_error(hub, line, 503, "no_memory", "The server has no memory left for this: try again later.");
}

bool answer_name_is_free(Hub *hub, HubLine line, uint64_t user, const char *name) {
    StoreUser other;
    char key[STORE_NAME_MAX], taking[STORE_NAME_MAX + 8];
    name_key(name, key);
    snprintf(taking, sizeof taking, "user %s", key);
    bool taken = store_user_by_key(hub->facts, key, &other) && other.id != user;
    if (!taken && nodes_hold(hub, taking, user, NAME_HOLD_MS) && hub_reserve(hub, taking)) return true;
    api_error(hub, line, 409, "name_taken", "Somebody has that name already: choose another one.");
    return false;
}

void json_add_id(cJSON *json, const char *name, uint64_t id) {
    char text[ID_TEXT];
    id_format(id, text);
    if (id) cJSON_AddStringToObject(json, name, text);
    else cJSON_AddNullToObject(json, name);
}

cJSON *json_whole(int64_t number) {
    char digits[24];
    Text text = text_in(digits, sizeof digits);
    text_number(&text, number);
    return cJSON_CreateRaw(digits);
}

void json_add_whole(cJSON *json, const char *name, int64_t number) {
    cJSON_AddItemToObject(json, name, json_whole(number));
}

cJSON *user_json(const StoreUser *user) {
    static const char *const kinds[] = {[USER_GUEST] = "guest", [USER_ACCOUNT] = "account", [USER_BOT] = "bot"};
    cJSON *json = cJSON_CreateObject();
    json_add_id(json, "id", user->id);
    cJSON_AddStringToObject(json, "name", user->name);
    cJSON_AddStringToObject(json, "kind", kinds[user->kind]);
    if (user->unlisted) cJSON_AddTrueToObject(json, "unlisted");
    return json;
}

void answer_user(Hub *hub, HubLine line, unsigned status, const StoreUser *user, const char *session) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddItemToObject(json, "user", user ? user_json(user) : cJSON_CreateNull());
    if (session) api_reply_session(hub, line, status, json, session);
    else api_reply(hub, line, status, json);
}
