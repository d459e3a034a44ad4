/* store_check.h -- what the tests of the stores share: rows of a small world (ids 1 to
 * WORLD - 1), all that a store knows of it as one text, and files to keep it in. */
#ifndef UNO_TESTS_STORE_CHECK_H
#define UNO_TESTS_STORE_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "store/store.h"

enum { WORLD = 7 };

/* ---- rows ---- */

static inline StoreUser sample_user(uint64_t id) {
    StoreUser user = {.id = id, .kind = USER_ACCOUNT, .made_at = 1000 + (int64_t)id, .seen_at = 2000};
    snprintf(user.name, sizeof user.name, "Käthe %u", (unsigned)id);
    snprintf(user.key, sizeof user.key, "kathe%u", (unsigned)id);
    snprintf(user.password, sizeof user.password, "$argon2id$v=19$%u", (unsigned)id);
    return user;
}

static inline StoreKey sample_key(uint8_t byte, uint64_t user) {
    StoreKey key = {.kind = KEY_SESSION, .user = user, .made_at = 100 + byte, .expires_at = 900};
    memset(key.hash, byte, sizeof key.hash);
    snprintf(key.label, sizeof key.label, "browser %u", byte);
    return key;
}

static inline StoreTable sample_table(uint64_t id) {
    StoreTable table = {.id = id, .club = 3, .made_at = 5000 - (int64_t)id};
    snprintf(table.code, sizeof table.code, "TAB%u", (unsigned)id);
    return table;
}

static inline StoreEvent sample_event(uint64_t id) {
    StoreEvent event = {.id = id, .owner = 2, .made_at = 6000 - (int64_t)id};
    snprintf(event.code, sizeof event.code, "EVE%u", (unsigned)id);
    snprintf(event.title, sizeof event.title, "Friday %u", (unsigned)id);
    return event;
}

static inline StoreClub sample_club(uint64_t id, uint64_t owner) {
    StoreClub club = {.id = id, .owner = owner, .made_at = 70};
    snprintf(club.name, sizeof club.name, "Club %u", (unsigned)id);
    snprintf(club.key, sizeof club.key, "club%u", (unsigned)id);
    snprintf(club.invite, sizeof club.invite, "INV%u", (unsigned)id);
    return club;
}

static inline StoreRuleset sample_ruleset(uint64_t club, const char *name, unsigned version) {
    StoreRuleset ruleset = {.club = club, .version = version, .author = 1, .at = 40 + version};
    snprintf(ruleset.name, sizeof ruleset.name, "%s", name);
    snprintf(ruleset.hash, sizeof ruleset.hash, "%032x", version);
    ruleset.text = "[ruleset]\nextends = official\n";
    ruleset.length = strlen(ruleset.text);
    return ruleset;
}

static inline StoreResult sample_result(uint64_t id, uint64_t club, int64_t finished_at) {
    StoreResult result = {.id = id, .table = 9, .club = club, .started_at = 10, .finished_at = finished_at};
    snprintf(result.code, sizeof result.code, "TAB9");
    snprintf(result.ruleset, sizeof result.ruleset, "official");
    snprintf(result.hash, sizeof result.hash, "%032x", 77);
    result.finished = true;
    result.players = 2;
    result.family = 1;
    result.event = 5;
    result.deals = 3;
    result.actions = 211;
    result.happened[EVENT_dealt] = 3, result.happened[EVENT_played] = (uint32_t)(60 + id);
    result.seat[0] = (StoreResultSeat){.user = 1, .name = "Ada", .score = 512, .won = true, .place = 1};
    result.seat[1] = (StoreResultSeat){.user = 0, .name = "a bot", .bot = "medium", .score = 40, .team = 1, .place = 2};
    result.seat[0].mu = 27.25, result.seat[0].sigma = 8.125, result.seat[0].duel = 1662.5;
    for (unsigned i = 0; i < SEAT_COUNTS; i++) result.seat[0].count[i] = 3 + i, result.seat[1].count[i] = 30 + i;
    result.record = "uno 1\nseat A Ada\nA R5\n";
    result.record_length = strlen(result.record);
    return result;
}

static inline StoreBan sample_ban(const char *what, int64_t at, int64_t until) {
    StoreBan ban = {.at = at, .until = until};
    snprintf(ban.what, sizeof ban.what, "%s", what);
    snprintf(ban.why, sizeof ban.why, "it was rude");
    return ban;
}

/* ---- committing ---- */

static inline void assert_commit(Store *store, StoreBatch *batch, StoreVerdict wanted) {
    char trouble[STORE_TROUBLE_MAX] = "";
    StoreVerdict verdict = store_commit(store, batch, trouble);
    if (verdict != wanted) fail_msg("verdict %d instead of %d: %s", (int)verdict, (int)wanted, trouble);
    if (wanted != STORE_DONE) assert_true(trouble[0]);
    batch_clear(batch);
}

static inline void commit_log(Store *store, StoreBatch *batch, uint64_t table, uint64_t seq, const char *text) {
    assert_true(batch_log(batch, table, seq, (int64_t)seq * 10, text, strlen(text)));
    assert_commit(store, batch, STORE_DONE);
}

/* ---- all that a store knows, as text ---- */

typedef struct {
    char *text;
    size_t length, size;
} Told;

__attribute__((format(printf, 2, 3))) static inline bool tell(Told *told, const char *format, ...) {
    for (;;) {
        va_list arguments;
        va_start(arguments, format);
        size_t room = told->size - told->length;
        int length = vsnprintf(room ? told->text + told->length : NULL, room, format, arguments);
        va_end(arguments);
        assert_true(length >= 0);
        if ((size_t)length < room) {
            told->length += (size_t)length;
            return true;
        }
        told->size = 2 * told->size + (size_t)length + 1024;
        told->text = realloc(told->text, told->size);
        assert_non_null(told->text);
    }
}

static inline bool tell_user(void *told, const void *row) {
    const StoreUser *user = row;
    return tell(told, "user %llu %d %llu '%s' '%s' '%s' %lld %lld\n", (unsigned long long)user->id, (int)user->kind,
                (unsigned long long)user->owner, user->name, user->key, user->password, (long long)user->made_at,
                (long long)user->seen_at);
}

static inline bool tell_key(void *told, const void *row) {
    const StoreKey *key = row;
    return tell(told, "key %02x..%02x %d %llu '%s' %lld %lld\n", key->hash[0], key->hash[STORE_HASH_BYTES - 1],
                (int)key->kind, (unsigned long long)key->user, key->label, (long long)key->made_at,
                (long long)key->expires_at);
}

static inline bool tell_table(void *told, const void *row) {
    const StoreTable *table = row;
    tell(told, "table %llu '%s' %d %llu %lld", (unsigned long long)table->id, table->code, (int)table->state,
         (unsigned long long)table->club, (long long)table->made_at);
    if (table->closed_at) tell(told, " closed %lld", (long long)table->closed_at);
    return tell(told, " '%s'\n", table->trouble);
}

static inline bool tell_event(void *told, const void *row) {
    const StoreEvent *event = row;
    return tell(told, "event %llu '%s' %d %llu '%s' %lld %lld '%s'\n", (unsigned long long)event->id, event->code,
                (int)event->state, (unsigned long long)event->owner, event->title, (long long)event->made_at,
                (long long)event->closed_at, event->trouble);
}

static inline bool tell_entry(void *told, const void *row) {
    const StoreEntry *entry = row;
    assert_int_equal(entry->text[entry->length], 0);
    return tell(told, "log %llu.%llu at %lld '%s' %zu%s\n", (unsigned long long)entry->table,
                (unsigned long long)entry->seq, (long long)entry->at, entry->text, entry->length,
                entry->corrupt ? " CORRUPT" : "");
}

static inline bool tell_club(void *told, const void *row) {
    const StoreClub *club = row;
    return tell(told, "club %llu '%s' '%s' '%s' %llu %lld\n", (unsigned long long)club->id, club->name, club->key,
                club->invite, (unsigned long long)club->owner, (long long)club->made_at);
}

static inline bool tell_member(void *told, const void *row) {
    const StoreMember *member = row;
    return tell(told, "member %llu of %llu %d '%s' %lld\n", (unsigned long long)member->user,
                (unsigned long long)member->club, (int)member->role, member->name, (long long)member->since);
}

static inline bool tell_ruleset(void *told, const void *row) {
    const StoreRuleset *ruleset = row;
    return tell(told, "ruleset %llu '%s' %u '%s' %llu %lld %d '%s' %zu\n", (unsigned long long)ruleset->club,
                ruleset->name, ruleset->version, ruleset->hash, (unsigned long long)ruleset->author,
                (long long)ruleset->at, ruleset->withdrawn, ruleset->text, ruleset->length);
}

static inline bool tell_ban(void *told, const void *row) {
    const StoreBan *ban = row;
    return tell(told, "ban '%s' '%s' %lld %lld\n", ban->what, ban->why, (long long)ban->at, (long long)ban->until);
}

static inline bool tell_result(void *told, const void *row) {
    const StoreResult *result = row;
    tell(told, "result %llu %llu %llu '%s' '%s' '%s' %lld %lld %d '%s' %zu:", (unsigned long long)result->id,
         (unsigned long long)result->table, (unsigned long long)result->club, result->code, result->ruleset,
         result->hash, (long long)result->started_at, (long long)result->finished_at, result->finished, result->record,
         result->record_length);
    for (unsigned kind = 0; kind < EVENT_KINDS; kind++)
        if (result->happened[kind]) tell(told, " %s %u", event_name((EventKind)kind), result->happened[kind]);
    tell(told, " %u %llu %u %u", result->family, (unsigned long long)result->event, result->deals, result->actions);
    for (unsigned i = 0; i < result->players; i++) {
        const StoreResultSeat *seat = &result->seat[i];
        tell(told, " %llu '%s' '%s' %u %d %u %u %.17g %.17g %.17g", (unsigned long long)seat->user, seat->name,
             seat->bot, seat->score, seat->won, seat->team, seat->place, seat->mu, seat->sigma, seat->duel);
        for (unsigned count = 0; count < SEAT_COUNTS; count++) tell(told, " %u", seat->count[count]);
    }
    return tell(told, "\n");
}

/* Every reading there is, of every id of the small world. */
static inline void tell_id(Told *told, Store *store, uint64_t id) {
    StoreUser user;
    StoreKey key;
    StoreClub club;
    StoreMember member;
    uint8_t hash[STORE_HASH_BYTES];
    memset(hash, (int)id, sizeof hash);
    if (store_user(store, id, &user)) tell_user(told, &user);
    if (store_key(store, hash, &key)) tell_key(told, &key);
    if (store_club(store, id, &club)) tell_club(told, &club);
    for (uint64_t other = 1; other < WORLD; other++)
        if (store_member(store, id, other, &member)) tell_member(told, &member);
    assert_true(store_log(store, id, 2, tell_entry, told));
    assert_true(store_keys_of(store, id, KEY_SESSION, tell_key, told));
    assert_true(store_keys_of(store, id, KEY_BOT, tell_key, told));
    assert_true(store_bots_of(store, id, tell_user, told));
    assert_true(store_members(store, id, tell_member, told));
    assert_true(store_clubs_of(store, id, tell_member, told));
    assert_true(store_rulesets(store, id, tell_ruleset, told));
    assert_true(store_versions(store, id, "house", tell_ruleset, told));
    assert_true(store_results(store, id, 0, 0, 3, tell_result, told));
    assert_true(store_results(store, 0, id, 105, 100, tell_result, told));
    assert_true(store_results(store, id, id % 2 + 1, 0, 100, tell_result, told));
    assert_true(store_result(store, id, tell_result, told));
}

/* The caller frees it. */
static inline char *store_told(Store *store) {
    Told told = {0};
    tell(&told, "--\n");
    for (uint64_t id = 1; id < WORLD; id++) {
        StoreUser sample = sample_user(id), user;
        StoreClub like = sample_club(id, 0), club;
        tell_id(&told, store, id);
        if (store_user_by_key(store, sample.key, &user)) tell_user(&told, &user);
        if (store_club_by_key(store, like.key, &club)) tell_club(&told, &club);
        if (store_club_by_invite(store, like.invite, &club)) tell_club(&told, &club);
    }
    for (int state = TABLE_ROW_OPEN; state <= TABLE_ROW_QUARANTINED; state++) {
        assert_true(store_tables(store, (TableRowState)state, tell_table, &told));
        assert_true(store_events(store, (TableRowState)state, 100, tell_event, &told));
    }
    assert_true(store_bans(store, tell_ban, &told));
    assert_true(store_results(store, 0, 0, 0, 100, tell_result, &told));
    assert_string_equal(store_trouble(store), "");
    return told.text;
}

static inline void assert_told_same(Store *a, Store *b) {
    char *first = store_told(a), *second = store_told(b);
    assert_string_equal(first, second);
    free(first);
    free(second);
}

/* ---- files ---- */

typedef struct {
    char folder[64], path[96];
} Files;

static inline void files_make(Files *files) {
    snprintf(files->folder, sizeof files->folder, "/tmp/uno-store-XXXXXX");
    assert_non_null(mkdtemp(files->folder));
    snprintf(files->path, sizeof files->path, "%s/uno.db", files->folder);
}

static inline void files_remove(const Files *files) {
    char command[96];
    snprintf(command, sizeof command, "rm -r '%s'", files->folder);
    assert_int_equal(system(command), 0);
}

static inline Store *assert_open(const char *path) {
    char trouble[STORE_TROUBLE_MAX] = "";
    Store *store = store_open_sqlite(path, trouble);
    if (!store) fail_msg("%s", trouble);
    return store;
}

#endif
