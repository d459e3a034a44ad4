/* memory_read.c -- rows out of memory: for each kind of reading the list, which of its
 * rows are meant, and their order. */
#include "memory_internal.h"

#include <stdlib.h>
#include <string.h>

static int order(int64_t a, int64_t b) { return (a > b) - (a < b); }
static int order_ids(uint64_t a, uint64_t b) { return order((int64_t)a, (int64_t)b); }

/* ---- users and clubs ---- */

static bool is_user(const MemoryStore *store, const StoreRead *what, const void *row) {
    (void)store;
    const StoreUser *user = row;
    if (what->kind == READ_USER) return user->id == what->first;
    if (what->kind == READ_USERS) return user->kind == (UserKind)what->first;
    if (what->kind == READ_USER_BY_KEY) return user->key[0] && strcmp(user->key, what->text) == 0;
    return user->owner && user->owner == what->first;
}

static int order_users(const void *a, const void *b) {
    const StoreUser *x = *(const void *const *)a, *y = *(const void *const *)b;
    return x->made_at != y->made_at ? order(x->made_at, y->made_at) : order_ids(x->id, y->id);
}

static bool is_club(const MemoryStore *store, const StoreRead *what, const void *row) {
    (void)store;
    const StoreClub *club = row;
    if (what->kind == READ_CLUB) return club->id == what->first;
    if (what->kind == READ_CLUB_BY_KEY) return club->key[0] && strcmp(club->key, what->text) == 0;
    return club->invite[0] && strcmp(club->invite, what->text) == 0;
}

static bool is_member(const MemoryStore *store, const StoreRead *what, const void *row) {
    (void)store;
    const StoreMember *member = row;
    if (what->kind == READ_MEMBER) return member->club == what->first && member->user == what->second;
    return what->kind == READ_MEMBERS ? member->club == what->first : member->user == what->first;
}

static int order_members(const void *a, const void *b) {
    const StoreMember *x = *(const void *const *)a, *y = *(const void *const *)b;
    if (x->since != y->since) return order(x->since, y->since);
    return x->user != y->user ? order_ids(x->user, y->user) : order_ids(x->club, y->club);
}

/* ---- keys, tables, bans ---- */

static bool is_key(const MemoryStore *store, const StoreRead *what, const void *row) {
    (void)store;
    const StoreKey *key = row;
    if (what->kind == READ_KEY) return memcmp(key->hash, what->hash, STORE_HASH_BYTES) == 0;
    return key->user == what->first && key->kind == (KeyKind)what->second;
}

static int order_keys(const void *a, const void *b) {
    const StoreKey *x = *(const void *const *)a, *y = *(const void *const *)b;
    return x->made_at != y->made_at ? order(x->made_at, y->made_at) : memcmp(x->hash, y->hash, STORE_HASH_BYTES);
}

static bool is_table(const MemoryStore *store, const StoreRead *what, const void *row) {
    (void)store;
    const StoreTable *table = row;
    if (what->kind == READ_TABLE) return table->id == what->first;
    if (what->kind == READ_TABLE_BY_CODE) return strcmp(table->code, what->text) == 0;
    return table->state == (TableRowState)what->first;
}

static int order_tables(const void *a, const void *b) {
    const StoreTable *x = *(const void *const *)a, *y = *(const void *const *)b;
    return x->made_at != y->made_at ? order(x->made_at, y->made_at) : order_ids(x->id, y->id);
}

static bool is_event(const MemoryStore *store, const StoreRead *what, const void *row) {
    (void)store;
    const StoreEvent *event = row;
    if (what->kind == READ_EVENT) return event->id == what->first;
    if (what->kind == READ_EVENT_BY_CODE) return strcmp(event->code, what->text) == 0;
    return event->state == (TableRowState)what->first;
}

static int order_events(const void *a, const void *b) {
    const StoreEvent *x = *(const void *const *)a, *y = *(const void *const *)b;
    return x->made_at != y->made_at ? order(y->made_at, x->made_at) : order_ids(y->id, x->id);
}

static bool is_push(const MemoryStore *store, const StoreRead *what, const void *row) {
    (void)store, (void)what, (void)row;
    return true;
}

static int order_pushes(const void *a, const void *b) {
    const StorePush *x = *(const void *const *)a, *y = *(const void *const *)b;
    return x->made_at != y->made_at ? order(x->made_at, y->made_at) : memcmp(x->hash, y->hash, STORE_HASH_BYTES);
}

static bool is_ban(const MemoryStore *store, const StoreRead *what, const void *row) {
    (void)store, (void)what, (void)row;
    return true;
}

static int order_bans(const void *a, const void *b) {
    const StoreBan *x = *(const void *const *)a, *y = *(const void *const *)b;
    return x->at != y->at ? order(x->at, y->at) : strcmp(x->what, y->what);
}

/* ---- rulesets and results ---- */

static bool is_version(const MemoryStore *store, const StoreRead *what, const void *row) {
    (void)store;
    const StoreRuleset *ruleset = row;
    return ruleset->club == what->first && strcmp(ruleset->name, what->text) == 0 &&
           (!what->second || ruleset->version == what->second);
}

static bool is_newest_version(const MemoryStore *store, const StoreRead *what, const void *row) {
    const StoreRuleset *ruleset = row;
    const Shelf *shelf = &store->shelf[SHELF_RULESETS];
    if (ruleset->club != what->first || ruleset->withdrawn) return false;
    for (size_t i = 0; i < shelf->count; i++) {
        const StoreRuleset *other = shelf_row(shelf, i);
        if (other->club == ruleset->club && other->version > ruleset->version &&
            strcmp(other->name, ruleset->name) == 0)
            return false;
    }
    return true;
}

static int order_rulesets(const void *a, const void *b) {
    const StoreRuleset *x = *(const void *const *)a, *y = *(const void *const *)b;
    int names = strcmp(x->name, y->name);
    return names ? names : order(y->version, x->version);
}

static bool has_seat(const StoreResult *result, uint64_t user) {
    for (unsigned i = 0; i < result->players; i++)
        if (result->seat[i].user == user) return true;
    return false;
}

static bool is_result(const MemoryStore *store, const StoreRead *what, const void *row) {
    (void)store;
    const StoreResult *result = row;
    if (what->kind == READ_RESULT) return result->id == what->first;
    return result->finished_at < what->before && (!what->second || result->club == what->second) &&
           (!what->first || has_seat(result, what->first));
}

static int order_results(const void *a, const void *b) {
    const StoreResult *x = *(const void *const *)a, *y = *(const void *const *)b;
    return x->finished_at != y->finished_at ? order(y->finished_at, x->finished_at) : order_ids(y->id, x->id);
}

/* ---- reading ---- */

static bool is_outcome(const MemoryStore *store, const StoreRead *what, const void *row) {
    (void)store, (void)what;
    return ((const StoreResult *)row)->finished;
}

static int order_outcomes(const void *a, const void *b) { return -order_results(a, b); }

static const struct {
    ShelfKind shelf;
    bool (*is_meant)(const MemoryStore *store, const StoreRead *what, const void *row);
    int (*order)(const void *a, const void *b);
} readings[READ_KINDS] = {
    [READ_USER] = {SHELF_USERS, is_user, order_users},
    [READ_USER_BY_KEY] = {SHELF_USERS, is_user, order_users},
    [READ_BOTS_OF] = {SHELF_USERS, is_user, order_users},
    [READ_USERS] = {SHELF_USERS, is_user, order_users},
    [READ_KEY] = {SHELF_KEYS, is_key, order_keys},
    [READ_KEYS_OF] = {SHELF_KEYS, is_key, order_keys},
    [READ_CLUB] = {SHELF_CLUBS, is_club, NULL},
    [READ_CLUB_BY_KEY] = {SHELF_CLUBS, is_club, NULL},
    [READ_CLUB_BY_INVITE] = {SHELF_CLUBS, is_club, NULL},
    [READ_MEMBER] = {SHELF_MEMBERS, is_member, order_members},
    [READ_MEMBERS] = {SHELF_MEMBERS, is_member, order_members},
    [READ_CLUBS_OF] = {SHELF_MEMBERS, is_member, order_members},
    [READ_TABLES] = {SHELF_TABLES, is_table, order_tables},
    [READ_TABLE] = {SHELF_TABLES, is_table, order_tables},
    [READ_TABLE_BY_CODE] = {SHELF_TABLES, is_table, order_tables},
    [READ_EVENTS] = {SHELF_EVENTS, is_event, order_events},
    [READ_EVENT] = {SHELF_EVENTS, is_event, order_events},
    [READ_EVENT_BY_CODE] = {SHELF_EVENTS, is_event, order_events},
    [READ_RULESETS] = {SHELF_RULESETS, is_newest_version, order_rulesets},
    [READ_VERSION] = {SHELF_RULESETS, is_version, order_rulesets},
    [READ_VERSIONS] = {SHELF_RULESETS, is_version, order_rulesets},
    [READ_BANS] = {SHELF_BANS, is_ban, order_bans},
    [READ_PUSHES] = {SHELF_PUSHES, is_push, order_pushes},
    [READ_RESULTS] = {SHELF_RESULTS, is_result, order_results},
    [READ_RESULTS_OF_CLUB] = {SHELF_RESULTS, is_result, order_results},
    [READ_RESULTS_OF_USER] = {SHELF_RESULTS, is_result, order_results},
    [READ_RESULT] = {SHELF_RESULTS, is_result, order_results},
    [READ_OUTCOMES] = {SHELF_RESULTS, is_outcome, order_outcomes},
};

static bool is_list_of_results(const StoreRead *what) {
    return readings[what->kind].shelf == SHELF_RESULTS && what->kind != READ_RESULT;
}

/* Shows a row as the database would: a member has a name, a result or a version in a list has no text. */
static bool show(const MemoryStore *store, const StoreRead *what, const void *row, StoreVisit visit, void *context) {
    if (readings[what->kind].shelf == SHELF_MEMBERS) {
        StoreMember member = *(const StoreMember *)row;
        const char *name =
            what->kind == READ_CLUBS_OF ? memory_club(store, member.club)->name : memory_user(store, member.user)->name;
        memcpy(member.name, name, sizeof member.name);
        return visit(context, &member);
    }
    if (is_list_of_results(what)) {
        StoreResult result = *(const StoreResult *)row;
        result.record = "";
        result.record_length = 0;
        return visit(context, &result);
    }
    if (what->kind == READ_VERSIONS) {
        StoreRuleset ruleset = *(const StoreRuleset *)row;
        ruleset.text = "";
        ruleset.length = 0;
        return visit(context, &ruleset);
    }
    return visit(context, row);
}

static bool read_shelf(MemoryStore *store, const StoreRead *what, StoreVisit visit, void *context) {
    const Shelf *shelf = &store->shelf[readings[what->kind].shelf];
    const void **rows = malloc((shelf->count + 1) * sizeof *rows);
    size_t count = 0;
    if (!rows) return store_fail(store->base.trouble, "there is no memory left");
    for (size_t i = 0; i < shelf->count; i++)
        if (readings[what->kind].is_meant(store, what, shelf_row(shelf, i))) rows[count++] = shelf_row(shelf, i);
    if (count > 1) qsort(rows, count, sizeof *rows, readings[what->kind].order);
    if ((is_list_of_results(what) || what->kind == READ_EVENTS) && count > what->most) count = what->most;
    if (what->kind == READ_VERSION && count > 1) count = 1;
    for (size_t i = 0; i < count && show(store, what, rows[i], visit, context); i++) {}
    free(rows);
    return true;
}

static bool read_log(MemoryStore *store, const StoreRead *what, StoreVisit visit, void *context) {
    const MemoryLog *log = memory_log(store, what->first);
    if (!log) return true;
    for (size_t i = memory_log_place(log, what->second); i < log->count && visit(context, &log->rows[i]); i++) {}
    return true;
}

static bool read_holder(MemoryStore *store, const StoreRead *what, StoreVisit visit, void *context) {
    const Shelf *shelf = &store->shelf[SHELF_KEYS];
    for (size_t i = 0; i < shelf->count; i++) {
        const StoreKey *key = shelf_row(shelf, i);
        StoreRead user = {.kind = READ_USER, .first = key->user};
        if (memcmp(key->hash, what->hash, STORE_HASH_BYTES) == 0) return read_shelf(store, &user, visit, context);
    }
    return true;
}

bool memory_read(Store *base, const StoreRead *what, StoreVisit visit, void *context) {
    MemoryStore *store = (MemoryStore *)base;
    pthread_mutex_lock(&store->mutex);
    bool good = true;
    if (what->kind == READ_LOG) good = read_log(store, what, visit, context);
    else if (what->kind == READ_HOLDER) good = read_holder(store, what, visit, context);
    else if (what->kind > READ_OLD) good = memory_read_nodes(store, what, visit, context);
    else if (what->kind != READ_OLD) good = read_shelf(store, what, visit, context);
    else if (memory_has_old(store, what->before, (int64_t)what->first)) visit(context, what);
    pthread_mutex_unlock(&store->mutex);
    return good;
}
