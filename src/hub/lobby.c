/* lobby.c -- finding and making tables. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "messages.h"
#include "names.h"
#include "people.h"

enum { LOBBY_ROWS = 100, LOBBY_BUILD_MS = 500 };

/* ---- settings out of JSON ---- */

/* A value as the text that settings_set() takes. */
static bool value_text(const cJSON *item, char *out, size_t size) {
    if (cJSON_IsString(item)) return (size_t)snprintf(out, size, "%s", item->valuestring) < size;
    if (cJSON_IsBool(item)) return snprintf(out, size, "%d", cJSON_IsTrue(item) != 0) > 0;
    if (!cJSON_IsNumber(item) || item->valuedouble < 0 || item->valuedouble > 1e6) return false;
    if (item->valuedouble != (double)(long)item->valuedouble) return false;
    return snprintf(out, size, "%ld", (long)item->valuedouble) > 0;
}

static bool read_rules(Hub *hub, const StoreUser *user, const cJSON *json, Ruleset *out, uint64_t *club,
                       SettingFault *fault) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, "ruleset");
    const cJSON *options = cJSON_GetObjectItemCaseSensitive(json, "options"), *option;
    RulesetError error;
    const char *name = item ? cJSON_GetStringValue(item) : "official";
    if (!name) return setting_fault(fault, NULL, "\"ruleset\" is the name of a ruleset");
    if (!rules_find(hub, user, name, out, club, &error)) return setting_fault(fault, NULL, "%s", error.text);
    if ((unsigned)cJSON_GetArraySize(options) > rule_row_count)
        return setting_fault(fault, NULL, "options: there are only %u", rule_row_count);
    cJSON_ArrayForEach(option, options) {
        char value[64], assignment[128];
        if (!value_text(option, value, sizeof value)) value[0] = 0;
        snprintf(assignment, sizeof assignment, "%.60s=%s", option->string, cJSON_IsTrue(option) ? "on" : value);
        if (cJSON_IsFalse(option)) snprintf(assignment, sizeof assignment, "%.60s=off", option->string);
        if (!ruleset_change(out, assignment, &error)) return setting_fault(fault, NULL, "%s", error.text);
    }
    return true;
}

static bool read_rows(const cJSON *json, TableSettings *out, SettingFault *fault) {
    for (unsigned i = 0; i < setting_row_count; i++) {
        const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, setting_rows[i].name);
        char value[4 * TABLE_TITLE_MAX], title[STORE_NAME_MAX];
        const char *reason;
        if (!item) continue;
        const char *name = setting_rows[i].name;
        bool is_text = setting_rows[i].type == SETTING_TEXT;
        if (!value_text(item, value, sizeof value)) return setting_fault(fault, name, "that is no value for it");
        if (is_text && !name_tidy(value, title, &reason)) return setting_fault(fault, name, "%s", reason);
        if (!settings_set(out, name, is_text ? title : value, fault)) return false;
    }
    return true;
}

/* What was set before the server wanted more stays as it is: the table does not play faster for it. */
static bool check_pace(const Hub *hub, const cJSON *json, const TableSettings *settings, SettingFault *fault) {
    if (settings->pace_ms >= hub->config.pace_min_ms || !cJSON_HasObjectItem(json, "pace_ms")) return true;
    return setting_fault(fault, "pace_ms", "this server gives bots at least %u milliseconds a move",
                         hub->config.pace_min_ms);
}

bool lobby_settings(Hub *hub, const StoreUser *user, const cJSON *json, const TableSettings *base, TableSettings *out,
                    SettingFault *fault) {
    bool other_rules = cJSON_HasObjectItem(json, "ruleset") || cJSON_HasObjectItem(json, "options");
    if (base) *out = *base;
    if (!base || other_rules) {
        Ruleset ruleset;
        uint64_t club = 0;
        if (!read_rules(hub, user, json, &ruleset, &club, fault)) return false;
        if (!base) settings_init(out, &ruleset), out->pace_ms = (uint16_t)hub->config.pace_ms;
        out->ruleset = ruleset;
        out->club = club;
        if (!rules_allow_players(&ruleset.rules, out->seats, NULL))
            out->seats = (uint8_t)ruleset.rules.option.min_players;
    }
    return read_rows(json, out, fault) && settings_check(out, fault) && check_pace(hub, json, out, fault);
}

/* ---- the list ---- */

bool lobby_lists(const Desk *desk) {
    return desk->table.settings.is_public && desk->table.stage != TABLE_CLOSED && !desk->closed;
}

static cJSON *list_tables(Hub *hub, bool (*wanted)(const Desk *desk, uint64_t id), uint64_t id) {
    cJSON *list = cJSON_CreateArray();
    size_t at = 0;
    unsigned rows = 0;
    for (const Desk *desk; rows < LOBBY_ROWS && (desk = map_next(&hub->desks, &at));)
        if (wanted(desk, id)) cJSON_AddItemToArray(list, show_row(desk)), rows++;
    return list;
}

static bool is_wanted_public(const Desk *desk, uint64_t id) { return (void)id, lobby_lists(desk); }
static bool is_wanted_own(const Desk *desk, uint64_t user) { return table_seat_of(&desk->table, user) != NO_SEAT; }
/* With what is one's own about it: whether it waits for this person, and how long it will. */
static cJSON *list_own(Hub *hub, uint64_t user) {
    cJSON *list = cJSON_CreateArray();
    size_t at = 0;
    unsigned rows = 0;
    for (const Desk *desk; rows < LOBBY_ROWS && (desk = map_next(&hub->desks, &at));) {
        Seat seat = table_player_of(&desk->table, user);
        if (!is_wanted_own(desk, user)) continue;
        cJSON *row = show_row(desk);
        bool turn = table_awaits(&desk->table, seat);
        int64_t left = turn ? table_time_left(&desk->table, seat, desk_now(hub, desk)) : -1;
        cJSON_AddBoolToObject(row, "turn", turn);
        cJSON_AddBoolToObject(row, "slow", settings_slow(&desk->table.settings));
        if (left >= 0) cJSON_AddNumberToObject(row, "left_ms", (double)left);
        cJSON_AddItemToArray(list, row), rows++;
    }
    return list;
}

static bool is_wanted_club(const Desk *desk, uint64_t club) { return desk->table.settings.club == club; }

/* The public tables as JSON. However many ask, they are gathered twice a second at most; who was shown an older list
 * hears the newer one soon. */
static const char *public_rows(Hub *hub) {
    if (!hub->lobby_rows || hub->mono_ms - hub->lobby_built_at >= LOBBY_BUILD_MS) {
        cJSON *list = list_tables(hub, is_wanted_public, 0);
        lobby_add_elsewhere(hub, list, LOBBY_ROWS - (unsigned)cJSON_GetArraySize(list));
        free(hub->lobby_rows);
        hub->lobby_rows = cJSON_PrintUnformatted(list);
        hub->lobby_built_at = hub->mono_ms;
        hub->lobby_changed = false;
        cJSON_Delete(list);
    } else if (hub->lobby_changed) sockets_lobby_changed(hub);
    return hub->lobby_rows ? hub->lobby_rows : "[]";
}

char *lobby_text(Hub *hub) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "t", "lobby");
    cJSON_AddRawToObject(json, "tables", public_rows(hub));
    char *text = cJSON_PrintUnformatted(json);
    cJSON_Delete(json);
    return text;
}

static void get_tables(Hub *hub, const ApiCall *call) {
    cJSON *json = cJSON_CreateObject();
    char text[ID_TEXT];
    uint64_t club;
    StoreMember member;
    if (api_query(call, "club", text, sizeof text)) {
        bool known = id_parse(text, &club) && call->user && store_member(hub->facts, club, call->user->id, &member);
        if (!known) {
            cJSON_Delete(json);
            return api_error(hub, call->line, 403, "not_a_member", "Only members see the tables of a club.");
        }
        cJSON_AddItemToObject(json, "tables", list_tables(hub, is_wanted_club, club));
    } else cJSON_AddRawToObject(json, "tables", public_rows(hub));
    if (call->user) cJSON_AddItemToObject(json, "mine", list_own(hub, call->user->id));
    api_reply(hub, call->line, 200, json);
}

Desk *lobby_find(Hub *hub, const char *code, uint64_t user, const char *address, bool *too_often) {
    Desk *desk = code ? tables_find(hub, code) : NULL;
    *too_often = false;
    if (hub_lacks(hub) || (desk && asking_waits(hub, &desk->shared))) return NULL;
    if (desk && (lobby_lists(desk) || table_seat_of(&desk->table, user) != NO_SEAT)) return desk;
    *too_often = desk ? !people_might_from(hub, RATE_CODE, address) : !people_may_from(hub, RATE_CODE, address);
    return *too_often ? NULL : desk;
}

static void get_table(Hub *hub, const ApiCall *call) {
    bool too_often;
    uint64_t user = call->user ? call->user->id : 0;
    const Desk *desk = lobby_find(hub, call->part[0], user, call->request->address, &too_often);
    if (desk) return api_reply(hub, call->line, 200, show_row(desk));
    if (too_often) return (void)answer_too_often(hub, call->line);
    api_error(hub, call->line, 404, "no_such_table", "There is no table with that code: ask for a new link.");
}

/* ---- making one ---- */

static unsigned hosted_by(Hub *hub, uint64_t user) {
    size_t at = 0;
    unsigned count = 0;
    for (const Desk *desk; (desk = map_next(&hub->desks, &at));)
        count += desk->table.host != NO_SEAT && table_seat_of(&desk->table, user) == desk->table.host;
    return count;
}

/* What was written down of a new table is its maker's. */
static void pay_table(Hub *hub, const ApiCall *call, const Desk *desk) {
    if (!hub->config.unlimited)
        budget_spend(&hub->budgets, call->user->id, BUDGET_BYTES, hub->mono_ms, desk->log_bytes);
}

static bool may_make(Hub *hub, const ApiCall *call) {
    if (hub->draining) {
        api_error(hub, call->line, 503, "going_down", "No new tables just now: try again in a minute.");
        return false;
    }
    if (hub->desks.count >= hub->config.tables_max) {
        api_error(hub, call->line, 503, "too_many_tables", "The server has no more tables: try again later.");
        return false;
    }
    if (!hub->config.unlimited && !budget_is_left(&hub->budgets, call->user->id, BUDGET_BYTES, hub->mono_ms)) {
        api_error(hub, call->line, 429, "too_often", "%s", refusal_sentence(REFUSAL_too_often));
        return false;
    }
    if (!hub->config.unlimited && hosted_by(hub, call->user->id) >= hub->config.tables_per_user) {
        api_error(hub, call->line, 409, "too_many_tables", "You host %u tables already: close one first.",
                  hub->config.tables_per_user);
        return false;
    }
    return answer_rate_of(hub, call->line, RATE_TABLE, call->user->id);
}

static void reply_table(Hub *hub, const ApiCall *call, const Desk *desk, unsigned status) {
    cJSON *json = show_row(desk);
    char link[TABLE_LINK_MAX];
    table_link(hub, desk, link);
    cJSON_AddStringToObject(json, "link", link);
    api_reply(hub, call->line, status, json);
}

static TableAnswer seat_user(Hub *hub, Desk *desk, const StoreUser *user, bool ready) {
    Wish wish = {.kind = WISH_SIT, .user = user->id, .name = user->name, .seat = NO_SEAT};
    TableAnswer said = desk_wish(hub, desk, &wish, NULL, NULL);
    if (said.refusal != REFUSAL_ok || !ready) return said;
    wish = (Wish){.kind = WISH_READY, .user = user->id, .yes = true};
    return desk_wish(hub, desk, &wish, NULL, NULL);
}

static void post_table(Hub *hub, const ApiCall *call) {
    TableSettings settings;
    SettingFault fault;
    if (!may_make(hub, call)) return;
    if (!lobby_settings(hub, call->user, call->body, NULL, &settings, &fault))
        return api_error_setting(hub, call->line, &fault);
    Desk *desk = tables_make(hub, &settings);
    if (!desk) return api_error(hub, call->line, 503, "no_memory", "The server is full: try again later.");
    pay_table(hub, call, desk);
    seat_user(hub, desk, call->user, false);
    if (cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(call->body, "start"))) {
        char date[RECORD_DATE_MAX];
        wall_date(hub, date);
        Wish wish = {.kind = WISH_START, .user = call->user->id, .game_id = hub_new_id(hub), .date = date};
        desk_wish(hub, desk, &wish, NULL, NULL);
    }
    reply_table(hub, call, desk, 201);
}

bool lobby_waits(const Desk *desk) {
    const Table *table = &desk->table;
    return lobby_lists(desk) && table->stage == TABLE_GATHERING && table->settings.starts_alone;
}

static Desk *find_here(Hub *hub, const char *rules, unsigned seats) {
    size_t at = 0;
    for (Desk *desk; (desk = map_next(&hub->desks, &at));) {
        if (!lobby_waits(desk) || desk->table.settings.seats != seats || !desk_is_watched(desk)) continue;
        if (strcmp(desk->told.rules_hash, rules) == 0) return desk;
    }
    return NULL;
}

/* A public table with the same rules that still waits for somebody. NULL: there is none, or one is being read. */
static Desk *find_quick(Hub *hub, const TableSettings *settings) {
    char wanted[RULESET_HASH_HEX];
    Desk *desk;
    ruleset_hash(&settings->ruleset.rules, wanted);
    do desk = find_here(hub, wanted, settings->seats);
    while (!desk && lobby_find_elsewhere(hub, wanted, settings->seats) && !hub_lacks(hub));
    return desk;
}

static void post_quick(Hub *hub, const ApiCall *call) {
    TableSettings settings;
    SettingFault fault;
    if (!lobby_settings(hub, call->user, call->body, NULL, &settings, &fault))
        return api_error_setting(hub, call->line, &fault);
    settings.is_public = settings.starts_alone = true;
    Desk *desk = find_quick(hub, &settings);
    if (hub_lacks(hub) || (desk && asking_waits(hub, &desk->shared))) return;
    if (desk && seat_user(hub, desk, call->user, true).refusal == REFUSAL_ok) return reply_table(hub, call, desk, 200);
    if (!may_make(hub, call)) return;
    desk = tables_make(hub, &settings);
    if (!desk) return api_error(hub, call->line, 503, "no_memory", "The server is full: try again later.");
    pay_table(hub, call, desk);
    seat_user(hub, desk, call->user, true);
    reply_table(hub, call, desk, 201);
}

const ApiRoute lobby_routes[] = {
    {"GET", "/api/tables", API_ANYBODY, get_tables, false},
    {"GET", "/api/tables/*", API_ANYBODY, get_table, false},
    {"POST", "/api/tables", API_PERSON, post_table, false},
    {"POST", "/api/quick", API_PERSON, post_quick, false},
    {0},
};
