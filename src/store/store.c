/* store.c -- the calls of store.h, handed on to the kind of store at hand. */
#include "store_internal.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool store_fail(char trouble[STORE_TROUBLE_MAX], const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(trouble, STORE_TROUBLE_MAX, format, arguments);
    va_end(arguments);
    return false;
}

StoreVerdict store_commit(Store *store, const StoreBatch *batch, char trouble[STORE_TROUBLE_MAX]) {
    return store->calls->commit(store, batch, trouble);
}

void store_close(Store *store) {
    if (store) store->calls->close(store);
}

const char *store_trouble(Store *store) { return store->trouble; }

bool store_read(Store *store, const StoreRead *what, StoreVisit visit, void *context) {
    store->trouble[0] = 0;
    return store->calls->read(store, what, visit, context);
}

static bool read_all(Store *store, StoreRead what, StoreVisit visit, void *context) {
    return store_read(store, &what, visit, context);
}

/* ---- one row ---- */

typedef struct {
    void *out;
    size_t size;
    bool found;
} One;

static bool keep_row(void *context, const void *row) {
    One *one = context;
    memcpy(one->out, row, one->size);
    one->found = true;
    return false;
}

static bool read_one(Store *store, StoreRead what, void *out, size_t size) {
    One one = {.out = out, .size = size};
    return read_all(store, what, keep_row, &one) && one.found;
}

static bool read_by_text(Store *store, ReadKind kind, const char *text, void *out, size_t size) {
    StoreRead what = {.kind = kind};
    return (size_t)snprintf(what.text, sizeof what.text, "%s", text) < sizeof what.text &&
           read_one(store, what, out, size);
}

static bool read_by_hash(Store *store, ReadKind kind, const uint8_t hash[STORE_HASH_BYTES], void *out, size_t size) {
    StoreRead what = {.kind = kind};
    memcpy(what.hash, hash, sizeof what.hash);
    return read_one(store, what, out, size);
}

bool store_user(Store *store, uint64_t id, StoreUser *out) {
    return read_one(store, (StoreRead){.kind = READ_USER, .first = id}, out, sizeof *out);
}

bool store_user_by_key(Store *store, const char *key, StoreUser *out) {
    return read_by_text(store, READ_USER_BY_KEY, key, out, sizeof *out);
}

bool store_key(Store *store, const uint8_t hash[STORE_HASH_BYTES], StoreKey *out) {
    return read_by_hash(store, READ_KEY, hash, out, sizeof *out);
}

bool store_holder(Store *store, const uint8_t hash[STORE_HASH_BYTES], StoreUser *out) {
    return read_by_hash(store, READ_HOLDER, hash, out, sizeof *out);
}

bool store_club(Store *store, uint64_t id, StoreClub *out) {
    return read_one(store, (StoreRead){.kind = READ_CLUB, .first = id}, out, sizeof *out);
}

bool store_club_by_key(Store *store, const char *key, StoreClub *out) {
    return read_by_text(store, READ_CLUB_BY_KEY, key, out, sizeof *out);
}

bool store_club_by_invite(Store *store, const char *invite, StoreClub *out) {
    return read_by_text(store, READ_CLUB_BY_INVITE, invite, out, sizeof *out);
}

bool store_event(Store *store, uint64_t id, StoreEvent *out) {
    return read_one(store, (StoreRead){.kind = READ_EVENT, .first = id}, out, sizeof *out);
}

bool store_event_by_code(Store *store, const char *code, StoreEvent *out) {
    return read_by_text(store, READ_EVENT_BY_CODE, code, out, sizeof *out);
}

bool store_table(Store *store, uint64_t id, StoreTable *out) {
    return read_one(store, (StoreRead){.kind = READ_TABLE, .first = id}, out, sizeof *out);
}

bool store_table_by_code(Store *store, const char *code, StoreTable *out) {
    return read_by_text(store, READ_TABLE_BY_CODE, code, out, sizeof *out);
}

bool store_member(Store *store, uint64_t club, uint64_t user, StoreMember *out) {
    return read_one(store, (StoreRead){.kind = READ_MEMBER, .first = club, .second = user}, out, sizeof *out);
}

static bool note_row(void *context, const void *row) {
    (void)row;
    *(bool *)context = true;
    return false;
}

bool store_has_old(Store *store, int64_t closed_before, int64_t now) {
    bool found = false;
    StoreRead what = {.kind = READ_OLD, .first = (uint64_t)now, .before = closed_before};
    return read_all(store, what, note_row, &found) && found;
}

/* ---- many rows ---- */

bool store_tables(Store *store, TableRowState state, StoreVisit visit, void *context) {
    return read_all(store, (StoreRead){.kind = READ_TABLES, .first = (uint64_t)state}, visit, context);
}

bool store_events(Store *store, TableRowState state, unsigned most, StoreVisit visit, void *context) {
    StoreRead what = {.kind = READ_EVENTS, .first = (uint64_t)state, .most = most};
    return read_all(store, what, visit, context);
}

bool store_log(Store *store, uint64_t table, uint64_t from_seq, StoreVisit visit, void *context) {
    return read_all(store, (StoreRead){.kind = READ_LOG, .first = table, .second = from_seq}, visit, context);
}

bool store_keys_of(Store *store, uint64_t user, KeyKind kind, StoreVisit visit, void *context) {
    return read_all(store, (StoreRead){.kind = READ_KEYS_OF, .first = user, .second = (uint64_t)kind}, visit, context);
}

bool store_bots_of(Store *store, uint64_t owner, StoreVisit visit, void *context) {
    return read_all(store, (StoreRead){.kind = READ_BOTS_OF, .first = owner}, visit, context);
}

bool store_members(Store *store, uint64_t club, StoreVisit visit, void *context) {
    return read_all(store, (StoreRead){.kind = READ_MEMBERS, .first = club}, visit, context);
}

bool store_clubs_of(Store *store, uint64_t user, StoreVisit visit, void *context) {
    return read_all(store, (StoreRead){.kind = READ_CLUBS_OF, .first = user}, visit, context);
}

bool store_rulesets(Store *store, uint64_t club, StoreVisit visit, void *context) {
    return read_all(store, (StoreRead){.kind = READ_RULESETS, .first = club}, visit, context);
}

/* Of a name that is too long there is none. */
static bool read_versions(Store *store, StoreRead what, const char *name, StoreVisit visit, void *context) {
    if ((size_t)snprintf(what.text, sizeof what.text, "%s", name) >= sizeof what.text) return true;
    return read_all(store, what, visit, context);
}

bool store_version(Store *store, uint64_t club, const char *name, unsigned version, StoreVisit visit, void *context) {
    return read_versions(store, (StoreRead){.kind = READ_VERSION, .first = club, .second = version}, name, visit,
                         context);
}

bool store_versions(Store *store, uint64_t club, const char *name, StoreVisit visit, void *context) {
    return read_versions(store, (StoreRead){.kind = READ_VERSIONS, .first = club}, name, visit, context);
}

bool store_bans(Store *store, StoreVisit visit, void *context) {
    return read_all(store, (StoreRead){.kind = READ_BANS}, visit, context);
}

bool store_pushes(Store *store, StoreVisit visit, void *context) {
    return read_all(store, (StoreRead){.kind = READ_PUSHES}, visit, context);
}

bool store_users(Store *store, UserKind kind, StoreVisit visit, void *context) {
    return read_all(store, (StoreRead){.kind = READ_USERS, .first = (uint64_t)kind}, visit, context);
}

bool store_outcomes(Store *store, StoreVisit visit, void *context) {
    return read_all(store, (StoreRead){.kind = READ_OUTCOMES, .most = UINT_MAX}, visit, context);
}

bool store_results(Store *store, uint64_t user, uint64_t club, int64_t before, unsigned most, StoreVisit visit,
                   void *context) {
    StoreRead what = {.kind = user   ? READ_RESULTS_OF_USER
                              : club ? READ_RESULTS_OF_CLUB
                                     : READ_RESULTS,
                      .first = user,
                      .second = club,
                      .before = before ? before : INT64_MAX,
                      .most = most};
    return read_all(store, what, visit, context);
}

bool store_result(Store *store, uint64_t id, StoreVisit visit, void *context) {
    return read_all(store, (StoreRead){.kind = READ_RESULT, .first = id}, visit, context);
}

/* ---- several servers ---- */

uint64_t store_node(const Store *store) { return store->node; }

bool store_wait(Store *store, int ms) { return store->calls->wait && store->calls->wait(store, ms); }

bool store_live(Store *store, uint64_t node, int64_t now, unsigned ms, StoreLife *out) {
    StoreRead what = {.kind = READ_LIFE, .first = node, .before = now, .most = ms};
    return read_one(store, what, out, sizeof *out);
}

bool store_lease(Store *store, uint64_t table, StoreLease *out) {
    return read_one(store, (StoreRead){.kind = READ_LEASE, .first = table}, out, sizeof *out);
}

bool store_hold(Store *store, const char *name, uint64_t holder, int64_t now, unsigned ms, StoreHold *out) {
    StoreRead what = {.kind = READ_HOLD, .first = holder, .before = now, .most = ms};
    return (size_t)snprintf(what.text, sizeof what.text, "%s", name) < sizeof what.text &&
           read_one(store, what, out, sizeof *out);
}

bool store_leases(Store *store, uint64_t node, bool held, int64_t now, unsigned most, StoreVisit visit, void *context) {
    StoreRead what = {.kind = READ_LEASES, .first = node, .second = held, .before = now, .most = most};
    return read_all(store, what, visit, context);
}

bool store_present(Store *store, uint64_t table, int64_t now, StoreVisit visit, void *context) {
    return read_all(store, (StoreRead){.kind = READ_PRESENT, .first = table, .before = now}, visit, context);
}

bool store_news(Store *store, uint64_t position, StoreVisit visit, void *context) {
    return read_all(store, (StoreRead){.kind = READ_NEWS, .second = position}, visit, context);
}
