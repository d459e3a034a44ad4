/* rules_api.c -- rulesets and options for the page: everything is read off the rows of
 * rules.def and the built-in files. */
#include "gathered.h"
#include "rules_api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clubs.h"
#include "names.h"
#include "people.h"

/* ---- reading ---- */

bool rules_parse(const char *name, const char *text, Ruleset *out, RulesetError *error) {
    size_t length = strlen(text);
    *error = (RulesetError){0};
    if (length >= RULESET_TEXT_MAX) {
        snprintf(error->text, sizeof error->text, "a ruleset has at most %d bytes", RULESET_TEXT_MAX - 1);
        return false;
    }
    if ((error->line = text_hidden_line(text, length))) {
        snprintf(error->text, sizeof error->text, "this line has characters that cannot be seen: leave them out");
        return false;
    }
    return ruleset_parse(name, text, length, NULL, out, error);
}

bool rules_is_builtin(const char *name) {
    for (unsigned i = 0; i < builtin_ruleset_count; i++)
        if (!strcmp(builtin_rulesets[i].name, name)) return true;
    return false;
}

bool rules_find(Hub *hub, const StoreUser *user, const char *name, Ruleset *out, uint64_t *club, RulesetError *error) {
    *club = 0;
    *error = (RulesetError){0};
    if (strchr(name, '\n') && strchr(name, '[')) return rules_parse("own rules", name, out, error);
    if (!strncmp(name, "club:", 5)) return club_rules_find(hub, user, name + 5, out, club, error);
    /* A path would be read from the server's disk. */
    if (!strpbrk(name, "/.")) return ruleset_load(name, out, error);
    snprintf(error->text, sizeof error->text, "there is no ruleset of that name");
    return false;
}

/* ---- as JSON ---- */

static void add_mended(cJSON *json, const char *name, const char *text) {
    char copy[RULESET_ABOUT_MAX];
    snprintf(copy, sizeof copy, "%s", text);
    text_mend(copy);
    cJSON_AddStringToObject(json, name, copy);
}

static void add_players(cJSON *json, const Rules *rules) {
    int least = rules->option.min_players, most = rules->option.max_players;
    while (most > least && !rules_allow_players(rules, (unsigned)most, NULL)) most--;
    while (least < most && !rules_allow_players(rules, (unsigned)least, NULL)) least++;
    cJSON *players = cJSON_AddObjectToObject(json, "players");
    cJSON_AddNumberToObject(players, "least", least);
    cJSON_AddNumberToObject(players, "most", most);
}

cJSON *rules_json(const Ruleset *ruleset) {
    char hash[RULESET_HASH_HEX];
    cJSON *json = cJSON_CreateObject();
    ruleset_hash(&ruleset->rules, hash);
    add_mended(json, "name", ruleset->name);
    add_mended(json, "title", ruleset->title);
    add_mended(json, "about", ruleset->about);
    add_mended(json, "parent", ruleset->parent);
    cJSON_AddStringToObject(json, "family", family_name(ruleset->rules.family));
    add_players(json, &ruleset->rules);
    cJSON_AddStringToObject(json, "hash", hash);
    return json;
}

void rules_add_options(cJSON *json, const Rules *rules) {
    cJSON *options = cJSON_AddObjectToObject(json, "options");
    for (unsigned i = 0; i < rule_row_count; i++) {
        char value[128];
        if (!(rule_rows[i].families >> rules->family & 1)) continue;
        rules_get(rules, &rule_rows[i], value, sizeof value);
        cJSON_AddStringToObject(options, rule_rows[i].name, value);
    }
}

void rules_add_error(cJSON *json, const RulesetError *error) {
    cJSON_AddNumberToObject(json, "line", error->line);
    cJSON_AddNumberToObject(json, "column", error->column);
    add_mended(json, "message", error->text);
}

void rules_answer_error(Hub *hub, HubLine line, unsigned status, const RulesetError *error) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "error", status == 404 ? "no_ruleset" : "bad_ruleset");
    rules_add_error(json, error);
    api_reply(hub, line, status, json);
}

/* ---- books and differences ---- */

void rules_answer_book(Hub *hub, HubLine line, const Ruleset *ruleset) {
    Gathered book;
    Printer printer = gather_start(&book);
    if (!book.file) return answer_no_memory(hub, line);
    ruleset_book(ruleset, NULL, BOOK_MARKDOWN, 0, &printer);
    if (gather_end(&book)) api_reply_text(hub, line, "text/markdown; charset=utf-8", NULL, book.text, book.length);
    else answer_no_memory(hub, line);
    free(book.text);
}

void rules_answer_diff(Hub *hub, HubLine line, const Ruleset *a, const Ruleset *b) {
    Gathered diff;
    Printer printer = gather_start(&diff);
    if (!diff.file) return answer_no_memory(hub, line);
    unsigned differences = ruleset_diff(a, b, NULL, &printer);
    if (gather_end(&diff)) {
        cJSON *json = cJSON_CreateObject();
        text_mend(diff.text);
        cJSON_AddNumberToObject(json, "differences", differences);
        cJSON_AddStringToObject(json, "text", diff.text);
        api_reply(hub, line, 200, json);
    } else answer_no_memory(hub, line);
    free(diff.text);
}

/* ---- built-in rulesets ---- */

static void answer_rulesets(Hub *hub, const ApiCall *call) {
    cJSON *json = cJSON_CreateObject(), *list = cJSON_AddArrayToObject(json, "rulesets");
    for (unsigned i = 0; i < builtin_ruleset_count; i++) {
        Ruleset ruleset;
        RulesetError error;
        if (ruleset_load(builtin_rulesets[i].name, &ruleset, &error)) cJSON_AddItemToArray(list, rules_json(&ruleset));
    }
    api_reply(hub, call->line, 200, json);
}

/* The built-in ruleset that the path names. */
static const BuiltinRuleset *answer_builtin(Hub *hub, const ApiCall *call, Ruleset *out) {
    RulesetError error;
    for (unsigned i = 0; i < builtin_ruleset_count; i++)
        if (!strcmp(builtin_rulesets[i].name, call->part[0]) && ruleset_load(call->part[0], out, &error))
            return &builtin_rulesets[i];
    api_error(hub, call->line, 404, "no_ruleset", "There is no built-in ruleset of that name.");
    return NULL;
}

static void answer_ruleset(Hub *hub, const ApiCall *call) {
    Ruleset ruleset;
    const BuiltinRuleset *builtin = answer_builtin(hub, call, &ruleset);
    if (!builtin) return;
    char text[RULESET_TEXT_MAX];
    snprintf(text, sizeof text, "%.*s", (int)builtin->length, builtin->text);
    cJSON *json = cJSON_CreateObject(), *one = rules_json(&ruleset);
    cJSON_AddItemToObject(json, "ruleset", one);
    cJSON_AddStringToObject(one, "text", text);
    rules_add_options(one, &ruleset.rules);
    api_reply(hub, call->line, 200, json);
}

static void answer_book(Hub *hub, const ApiCall *call) {
    Ruleset ruleset;
    char format[16];
    if (api_query(call, "format", format, sizeof format) && strcmp(format, "markdown") != 0)
        api_error(hub, call->line, 400, "bad_format", "A book is printed as markdown.");
    else if (answer_builtin(hub, call, &ruleset)) rules_answer_book(hub, call->line, &ruleset);
}

/* ---- what a form is made from ---- */

static void answer_options(Hub *hub, const ApiCall *call) {
    Gathered json;
    Printer printer = gather_start(&json);
    if (!json.file) return answer_no_memory(hub, call->line);
    ruleset_options_json(NULL, &printer);
    if (gather_end(&json)) api_reply_text(hub, call->line, "application/json", NULL, json.text, json.length);
    else answer_no_memory(hub, call->line);
    free(json.text);
}

/* ---- texts ---- */

static void answer_check(Hub *hub, const ApiCall *call) {
    const char *text = api_text(call, "text", HUB_BODY_MAX);
    Ruleset ruleset;
    RulesetError error;
    if (!text) {
        api_error(hub, call->line, 400, "bad_text", "\"text\" must be the text of a ruleset.");
        return;
    }
    bool good = rules_parse("own rules", text, &ruleset, &error);
    cJSON *json = good ? rules_json(&ruleset) : cJSON_CreateObject();
    cJSON_AddBoolToObject(json, "ok", good);
    if (good) rules_add_options(json, &ruleset.rules);
    else rules_add_error(json, &error);
    api_reply(hub, call->line, 200, json);
}

static bool answer_side(Hub *hub, const ApiCall *call, const char *side, Ruleset *out) {
    const char *name = api_text(call, side, RULESET_TEXT_MAX);
    RulesetError error;
    uint64_t club;
    if (name && rules_find(hub, call->user, name, out, &club, &error)) return true;
    if (name) rules_answer_error(hub, call->line, 400, &error);
    else api_error(hub, call->line, 400, "bad_text", "\"%s\" must be the name or the text of a ruleset.", side);
    return false;
}

static void answer_diff(Hub *hub, const ApiCall *call) {
    Ruleset a, b;
    if (answer_side(hub, call, "a", &a) && answer_side(hub, call, "b", &b)) rules_answer_diff(hub, call->line, &a, &b);
}

const ApiRoute rules_routes[] = {
    {"GET", "/api/rulesets", API_ANYBODY, answer_rulesets, true},
    {"GET", "/api/rulesets/*", API_ANYBODY, answer_ruleset, true},
    {"GET", "/api/rulesets/*/book", API_ANYBODY, answer_book, true},
    {"GET", "/api/rules/options", API_ANYBODY, answer_options, true},
    {"POST", "/api/rules/check", API_ANYBODY, answer_check, true},
    {"POST", "/api/rules/diff", API_ANYBODY, answer_diff, true},
    {0},
};
