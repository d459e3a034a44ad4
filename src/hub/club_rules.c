/* club_rules.c -- a club's rulesets. A version never changes; saving makes the next one,
 * and withdrawing is a version as well. */
#include <stdio.h>
#include <string.h>

#include "../engine/text.h"
#include "../wire/view_json.h"
#include "clubs.h"
#include "people.h"
#include "tables.h"
#include "rules_api.h"

/* A row with its text, which a visitor is shown for a moment only. */
typedef struct {
    StoreRuleset row;
    char text[RULESET_TEXT_MAX];
} Kept;

/* "friday-2": names stand in paths and in "club:ID/NAME@VERSION". */
static bool is_rules_name(const char *name) {
    size_t length = strlen(name);
    return length && length <= RULES_NAME_LENGTH_MAX && name[0] != '-' && !rules_is_builtin(name) &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == length;
}

/* ---- finding ---- */

typedef struct {
    bool found;
    Kept *out;
} Search;

static bool keep_version(void *context, const void *row) {
    Search *search = context;
    const StoreRuleset *ruleset = row;
    search->out->row = *ruleset;
    snprintf(search->out->text, sizeof search->out->text, "%.*s", (int)ruleset->length, ruleset->text);
    search->out->row.text = search->out->text;
    search->found = true;
    return false;
}

/* Version 0: the newest. */
static bool find_version(Hub *hub, uint64_t club, const char *name, unsigned version, Kept *out) {
    Search search = {.out = out};
    store_version(hub->facts, club, name, version, keep_version, &search);
    return search.found;
}

/* The rules of a row; their name says which version it is. */
static bool parse_row(const StoreRuleset *row, bool with_version, Ruleset *out, RulesetError *error) {
    if (!rules_parse(row->name, row->text, out, error)) return false;
    if (with_version) snprintf(out->name, sizeof out->name, "%.*s@%u", RULES_NAME_LENGTH_MAX, row->name, row->version);
    return true;
}

/* A version from 1 up, without anything behind it. */
static bool parse_version(const char *text, unsigned *out) {
    long long number;
    if (!scan_number(&text, 1, CLUB_VERSIONS_MAX, &number) || *text) return false;
    *out = (unsigned)number;
    return true;
}

static bool fail(RulesetError *error, const char *text) {
    snprintf(error->text, sizeof error->text, "%s", text);
    return false;
}

bool club_rules_find(Hub *hub, const StoreUser *user, const char *name, Ruleset *out, uint64_t *club,
                     RulesetError *error) {
    char id[ID_TEXT] = "", rules[RULES_NAME_LENGTH_MAX + 1] = "", version_text[8] = "";
    unsigned version = 0;
    StoreMember member;
    Kept kept;
    /* The widths are those of the buffers. */
    int parts = sscanf(name, "%16[0-9a-f]/%40[a-z0-9-]@%7[0-9]", id, rules, version_text);
    char spelt[ID_TEXT + RULES_NAME_LENGTH_MAX + 16];
    snprintf(spelt, sizeof spelt, "%s/%s%s%s", id, rules, parts == 3 ? "@" : "", version_text);
    if (parts < 2 || strcmp(spelt, name) != 0 || !id_parse(id, club))
        return fail(error, "a ruleset of a club is written club:ID/NAME or club:ID/NAME@VERSION");
    if (!user || !store_member(hub->facts, *club, user->id, &member) || member.role == MEMBER_NONE)
        return fail(error, "you are in no such club");
    if (parts == 3 && !parse_version(version_text, &version)) return fail(error, "there is no such version");
    if (!find_version(hub, *club, rules, version, &kept) || kept.row.withdrawn)
        return fail(error, "the club has no such ruleset, or it was withdrawn");
    return parse_row(&kept.row, false, out, error);
}

/* ---- as JSON ---- */

static void add_row(cJSON *json, const StoreRuleset *row) {
    cJSON_AddStringToObject(json, "name", row->name);
    cJSON_AddNumberToObject(json, "version", row->version);
    cJSON_AddStringToObject(json, "hash", row->hash);
    json_add_id(json, "author", row->author);
    cJSON_AddNumberToObject(json, "at", (double)row->at);
    cJSON_AddBoolToObject(json, "withdrawn", row->withdrawn);
}

static bool list_rules(void *context, const void *row) {
    Kept kept = {.row = *(const StoreRuleset *)row};
    Ruleset ruleset;
    RulesetError error;
    cJSON *one = cJSON_CreateObject();
    snprintf(kept.text, sizeof kept.text, "%.*s", (int)kept.row.length, kept.row.text);
    kept.row.text = kept.text;
    add_row(one, &kept.row);
    cJSON_AddStringToObject(one, "title", parse_row(&kept.row, false, &ruleset, &error) ? ruleset.title : "");
    cJSON_AddItemToArray(context, one);
    return true;
}

cJSON *club_rules_json(Hub *hub, uint64_t club) {
    cJSON *list = cJSON_CreateArray();
    store_rulesets(hub->facts, club, list_rules, list);
    return list;
}

/* A version in full. What an older server took and this one refuses is still shown, with what is wrong. */
static cJSON *kept_json(const Kept *kept) {
    Ruleset ruleset;
    RulesetError error;
    cJSON *json = cJSON_CreateObject();
    add_row(json, &kept->row);
    cJSON_AddStringToObject(json, "text", kept->text);
    if (parse_row(&kept->row, false, &ruleset, &error)) {
        cJSON_AddItemToObject(json, "rules", rules_json(&ruleset));
        rules_add_options(json, &ruleset.rules);
    } else rules_add_error(json, &error);
    return json;
}

static void answer_kept(Hub *hub, HubLine line, unsigned status, const Kept *kept) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddItemToObject(json, "ruleset", kept_json(kept));
    api_reply(hub, line, status, json);
}

/* ---- saving ---- */

static bool count_row(void *context, const void *row) {
    (void)row;
    ++*(unsigned *)context;
    return true;
}

static bool answer_room(Hub *hub, HubLine line, uint64_t club, const Kept *newest) {
    unsigned rulesets = 0;
    store_rulesets(hub->facts, club, count_row, &rulesets);
    if (newest->row.version >= CLUB_VERSIONS_MAX) {
        api_error(hub, line, 409, "too_many", "A ruleset has at most %d versions: save it under a new name.",
                  CLUB_VERSIONS_MAX);
        return false;
    }
    if ((newest->row.version && !newest->row.withdrawn) || rulesets < CLUB_RULESETS_MAX) return true;
    api_error(hub, line, 409, "too_many", "A club has at most %d rulesets: withdraw one first.", CLUB_RULESETS_MAX);
    return false;
}

static void answer_conflict(Hub *hub, HubLine line, const Kept *newest) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "error", "conflict");
    cJSON_AddStringToObject(json, "message",
                            "Somebody else has saved these rules meanwhile: look at the newest version first.");
    cJSON_AddItemToObject(json, "ruleset", newest->row.version ? kept_json(newest) : cJSON_CreateNull());
    api_reply(hub, line, 409, json);
}

/* What the body says, checked. */
static bool answer_saved(Hub *hub, const ApiCall *call, Kept *out, long *base) {
    const char *text = api_text(call, "text", RULESET_TEXT_MAX - 1);
    Ruleset ruleset;
    RulesetError error;
    if (!is_rules_name(call->part[1])) {
        api_error(hub, call->line, 400, "bad_name",
                  "The name of a ruleset has 1 to %d of the characters a-z, 0-9 and -, and is no built-in one.",
                  RULES_NAME_LENGTH_MAX);
        return false;
    }
    if (!text || !json_is_whole(cJSON_GetObjectItemCaseSensitive(call->body, "base"), 0, CLUB_VERSIONS_MAX, base)) {
        api_error(hub, call->line, 400, "bad_text",
                  "\"text\" must be a ruleset of at most %d bytes, \"base\" the version it was made from (0: none).",
                  RULESET_TEXT_MAX - 1);
        return false;
    }
    if (!rules_parse(call->part[1], text, &ruleset, &error)) {
        rules_answer_error(hub, call->line, 400, &error);
        return false;
    }
    strcpy(out->row.name, call->part[1]);
    strcpy(out->text, text);
    out->row.text = out->text;
    out->row.length = strlen(text);
    ruleset_hash(&ruleset.rules, out->row.hash);
    return true;
}

static bool write_version(Hub *hub, const ApiCall *call, const Membership *in, unsigned version, Kept *out) {
    out->row.club = in->club.id;
    out->row.version = version;
    out->row.author = call->user->id;
    out->row.at = hub->wall_ms;
    char saving[STORE_HOLD_MAX];
    snprintf(saving, sizeof saving, "rulesets %s", in->id);
    if (!nodes_hold(hub, saving, hub->node, RULES_HOLD_MS)) return answer_busy(hub, call->line);
    if (!answer_reserve(hub, call->line, "%s", saving)) return false;
    hub_wrote(hub, batch_ruleset(hub_write(hub), &out->row));
    return true;
}

void answer_save_rules(Hub *hub, const ApiCall *call) {
    Membership in;
    Kept saved = {0}, newest = {0};
    long base;
    if (!answer_membership(hub, call, MEMBER_EDITOR, &in) || !answer_saved(hub, call, &saved, &base)) return;
    if (!answer_rate(hub, call->line, RATE_RULES, in.id)) return;
    find_version(hub, in.club.id, saved.row.name, 0, &newest);
    bool fresh = base == (long)newest.row.version || (base == 0 && newest.row.withdrawn);
    if (!fresh) answer_conflict(hub, call->line, &newest);
    else if (newest.row.version && !newest.row.withdrawn && strcmp(newest.text, saved.text) == 0)
        answer_kept(hub, call->line, 200, &newest); /* nothing was changed */
    else if (answer_room(hub, call->line, in.club.id, &newest) &&
             write_version(hub, call, &in, newest.row.version + 1, &saved))
        answer_kept(hub, call->line, 201, &saved);
}

/* ---- looking ---- */

/* The version that the query names under `name`, or the newest. */
static bool answer_version(Hub *hub, const ApiCall *call, MemberRole least, const char *name, Membership *in,
                           Kept *out) {
    char text[16];
    unsigned version = 0;
    if (!answer_membership(hub, call, least, in)) return false;
    bool good = !name || !api_query(call, name, text, sizeof text) || parse_version(text, &version);
    if (good && find_version(hub, in->club.id, call->part[1], version, out)) return true;
    api_error(hub, call->line, 404, "no_ruleset", "The club has no such ruleset, or no such version of it.");
    return false;
}

void answer_club_rules(Hub *hub, const ApiCall *call) {
    Membership in;
    Kept kept;
    if (answer_version(hub, call, MEMBER_PLAIN, "version", &in, &kept)) answer_kept(hub, call->line, 200, &kept);
}

static bool list_version(void *context, const void *row) {
    cJSON *one = cJSON_CreateObject();
    add_row(one, row);
    cJSON_AddItemToArray(context, one);
    return true;
}

void answer_versions(Hub *hub, const ApiCall *call) {
    Membership in;
    Kept kept;
    if (!answer_version(hub, call, MEMBER_PLAIN, NULL, &in, &kept)) return;
    cJSON *json = cJSON_CreateObject();
    store_versions(hub->facts, in.club.id, kept.row.name, list_version, cJSON_AddArrayToObject(json, "versions"));
    api_reply(hub, call->line, 200, json);
}

/* One side of a comparison: a version, a built-in ruleset, or where nothing is said `version`. */
static bool answer_diff_side(Hub *hub, const ApiCall *call, const char *side, unsigned version, Ruleset *out) {
    char text[RULESET_NAME_MAX];
    RulesetError error;
    Membership in;
    Kept kept;
    bool said = api_query(call, side, text, sizeof text);
    if (said && rules_is_builtin(text)) return ruleset_load(text, out, &error);
    if (!answer_membership(hub, call, MEMBER_PLAIN, &in)) return false;
    if ((said && !parse_version(text, &version)) || !find_version(hub, in.club.id, call->part[1], version, &kept)) {
        api_error(hub, call->line, 404, "no_ruleset", "\"%s\" must be a version or the name of a built-in ruleset.",
                  side);
        return false;
    }
    if (parse_row(&kept.row, true, out, &error)) return true;
    rules_answer_error(hub, call->line, 409, &error);
    return false;
}

void answer_club_diff(Hub *hub, const ApiCall *call) {
    Membership in;
    Kept newest;
    Ruleset from, to;
    if (!answer_version(hub, call, MEMBER_PLAIN, NULL, &in, &newest)) return;
    unsigned before = newest.row.version > 1 ? newest.row.version - 1 : 1;
    if (answer_diff_side(hub, call, "from", before, &from) && answer_diff_side(hub, call, "to", 0, &to))
        rules_answer_diff(hub, call->line, &from, &to);
}

void answer_club_book(Hub *hub, const ApiCall *call) {
    Membership in;
    Kept kept;
    Ruleset ruleset;
    RulesetError error;
    if (!answer_version(hub, call, MEMBER_PLAIN, "version", &in, &kept)) return;
    if (parse_row(&kept.row, false, &ruleset, &error)) rules_answer_book(hub, call->line, &ruleset);
    else rules_answer_error(hub, call->line, 409, &error);
}

/* ---- withdrawing ---- */

void answer_withdraw(Hub *hub, const ApiCall *call) {
    Membership in;
    Kept kept;
    if (!answer_version(hub, call, MEMBER_EDITOR, NULL, &in, &kept)) return;
    if (!kept.row.withdrawn) {
        if (!answer_rate(hub, call->line, RATE_RULES, in.id)) return;
        kept.row.withdrawn = true;
        if (!write_version(hub, call, &in, kept.row.version + 1, &kept)) return;
    }
    api_reply(hub, call->line, 200, cJSON_CreateObject());
}
