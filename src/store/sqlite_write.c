/* sqlite_write.c -- rows of a batch into the file. An id that is not there (0) and a key
 * that nobody has ("") are kept as NULL: they point nowhere, and they are not unique. */
#include "sqlite_internal.h"

#include <errno.h>
#include <string.h>

static const char *const put_sql[PUT_KINDS] = {
    [PUT_LOG] = "INSERT INTO log (table_id, seq, at, text, sum, before)"
                " VALUES (?1, ?2, ?3, ?4, ?5, (SELECT last FROM heads WHERE table_id = ?1))",
    [PUT_TABLE] = "INSERT INTO tables (id, code, state, club, made_at, closed_at, trouble) VALUES (?, ?, ?, ?, ?, ?, ?)"
                  " ON CONFLICT (id) DO UPDATE SET code = excluded.code, state = excluded.state,"
                  " club = excluded.club, made_at = excluded.made_at, closed_at = excluded.closed_at,"
                  " trouble = excluded.trouble",
    [PUT_EVENT] = "INSERT INTO events (id, code, state, owner, title, made_at, closed_at, trouble)"
                  " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET code = excluded.code,"
                  " state = excluded.state, owner = excluded.owner, title = excluded.title,"
                  " made_at = excluded.made_at, closed_at = excluded.closed_at, trouble = excluded.trouble",
    [PUT_USER] = "INSERT INTO users (id, kind, owner, name, key, password, made_at, seen_at, unlisted)"
                 " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET kind = excluded.kind,"
                 " owner = excluded.owner, name = excluded.name, key = excluded.key, password = excluded.password,"
                 " made_at = excluded.made_at, seen_at = excluded.seen_at, unlisted = excluded.unlisted",
    [PUT_KEY] = "INSERT INTO keys (hash, kind, user, label, made_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)"
                " ON CONFLICT (hash) DO UPDATE SET kind = excluded.kind, user = excluded.user,"
                " label = excluded.label, made_at = excluded.made_at, expires_at = excluded.expires_at",
    [PUT_KEY_END] = "DELETE FROM keys WHERE hash = ?",
    [PUT_KEYS_END] = "DELETE FROM keys WHERE user = ? AND kind = ?",
    [PUT_CLUB] = "INSERT INTO clubs (id, name, key, invite, owner, made_at) VALUES (?, ?, ?, ?, ?, ?)"
                 " ON CONFLICT (id) DO UPDATE SET name = excluded.name, key = excluded.key,"
                 " invite = excluded.invite, owner = excluded.owner, made_at = excluded.made_at",
    [PUT_MEMBER] = "INSERT INTO members (club, user, role, since) VALUES (?, ?, ?, ?)"
                   " ON CONFLICT (club, user) DO UPDATE SET role = excluded.role, since = excluded.since",
    [PUT_MEMBER_END] = "DELETE FROM members WHERE club = ? AND user = ?",
    [PUT_RULESET] = "INSERT INTO rulesets (club, name, version, hash, author, at, withdrawn, text)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    [PUT_RESULT] = "INSERT INTO results (id, table_id, club, code, ruleset, hash, started_at, finished_at, finished,"
                   " players, family, event, deals, actions, record)"
                   " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    [PUT_RESULT_SEAT] = "INSERT INTO result_seats (result, seat, user, name, score, won, finished_at, bot, team, place,"
                        " mu, sigma, duel"
#define COUNT(name, heading, words) ", " #name
#include "../rating/seat_count.def"
#undef COUNT
                        ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?"
#define COUNT(name, heading, words) ", ?"
#include "../rating/seat_count.def"
#undef COUNT
                        ")",
    [PUT_BAN] = "INSERT INTO bans (what, why, at, until) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (what) DO UPDATE SET why = excluded.why, at = excluded.at, until = excluded.until",
    [PUT_BAN_END] = "DELETE FROM bans WHERE what = ?",
    [PUT_NO_RECORD_NAME] = "UPDATE results SET record = replace(record, char(10) || 'seat ' || char(65 + s.seat) || ' '"
                           " || s.name || char(10), char(10)) FROM result_seats s"
                           " WHERE s.result = results.id AND s.user = ?1 AND s.seat = ?2 AND s.user <> 0"
                           " AND s.name <> ''",
    [PUT_NO_NAME] = "UPDATE result_seats SET name = '' WHERE user = ? AND user <> 0",
    [PUT_OLD_TABLE] = "SELECT t.id, h.last FROM tables t LEFT JOIN heads h ON h.table_id = t.id"
                      " WHERE t.state = 1 AND t.closed_at < ? ORDER BY t.closed_at LIMIT 1",
    [PUT_BEFORE] = "SELECT before FROM log WHERE place = ? AND table_id = ?",
    [PUT_LOG_END] = "DELETE FROM log WHERE place = ?",
    [PUT_HEAD] = "UPDATE heads SET last = ? WHERE table_id = ?",
    [PUT_HEAD_END] = "DELETE FROM heads WHERE table_id = ?",
    [PUT_TABLE_END] = "DELETE FROM tables WHERE id = ?",
    [PUT_OLD_KEYS] = "DELETE FROM keys WHERE hash IN"
                     " (SELECT hash FROM keys WHERE expires_at <> 0 AND expires_at < ? LIMIT ?)",
    [PUT_OLD_BANS] = "DELETE FROM bans WHERE what IN (SELECT what FROM bans WHERE until <> 0 AND until < ? LIMIT ?)",
    [PUT_BEGIN] = "BEGIN IMMEDIATE",
    [PUT_COMMIT] = "COMMIT",
    [PUT_ROLLBACK] = "ROLLBACK",
};

bool sqlite_prepare_puts(SqliteStore *store) {
    for (int i = 0; i < PUT_KINDS; i++)
        if (sqlite3_prepare_v3(store->writer, put_sql[i], -1, SQLITE_PREPARE_PERSISTENT, &store->put[i], NULL) !=
            SQLITE_OK)
            return false;
    return true;
}

/* sqlite3_system_errno() does not know of a commit that failed: the step that did has left its own. */
int sqlite_step_put(SqliteStore *store, PutKind kind) {
    errno = 0;
    int code = sqlite3_step(store->put[kind]);
    if (code != SQLITE_DONE) store->reason = errno;
    sqlite3_reset(store->put[kind]);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

/* FNV-1a of 64 bits. */
static uint64_t mix_bytes(uint64_t sum, const char *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) sum = (sum ^ (uint8_t)bytes[i]) * 0x100000001b3;
    return sum;
}

static uint64_t mix_number(uint64_t sum, uint64_t number) {
    for (int i = 0; i < 8; i++) sum = (sum ^ (number >> (8 * i) & 0xff)) * 0x100000001b3;
    return sum;
}

uint64_t log_checksum(uint64_t table, uint64_t seq, int64_t at, const char *text, size_t length) {
    uint64_t sum = mix_number(0xcbf29ce484222325, table);
    sum = mix_number(mix_number(sum, seq), (uint64_t)at);
    return mix_bytes(sum, text, length);
}

/* ---- the values of a statement, from left to right ---- */

typedef struct {
    sqlite3_stmt *statement;
    int at, code; /* code: the first that went wrong */
} Values;

static Values values_of(SqliteStore *store, PutKind kind) { return (Values){.statement = store->put[kind]}; }

static void note(Values *values, int code) {
    if (values->code == SQLITE_OK) values->code = code;
}

static void put_number(Values *values, int64_t number) {
    note(values, sqlite3_bind_int64(values->statement, ++values->at, number));
}

static void put_id(Values *values, uint64_t id) { put_number(values, (int64_t)id); }

static void put_null(Values *values) { note(values, sqlite3_bind_null(values->statement, ++values->at)); }

static void put_pointer(Values *values, uint64_t id) {
    if (id) put_id(values, id);
    else put_null(values);
}

static void put_bytes(Values *values, const char *text, size_t length) {
    note(values, sqlite3_bind_text64(values->statement, ++values->at, text, length, SQLITE_STATIC, SQLITE_UTF8));
}

static void put_text(Values *values, const char *text) { put_bytes(values, text, strlen(text)); }

static void put_key_text(Values *values, const char *text) {
    if (text[0]) put_text(values, text);
    else put_null(values);
}

static void put_real(Values *values, double number) {
    note(values, sqlite3_bind_double(values->statement, ++values->at, number));
}

static void put_hash(Values *values, const uint8_t hash[STORE_HASH_BYTES]) {
    note(values, sqlite3_bind_blob(values->statement, ++values->at, hash, STORE_HASH_BYTES, SQLITE_STATIC));
}

static int finish(SqliteStore *store, const Values *values, PutKind kind) {
    return values->code == SQLITE_OK ? sqlite_step_put(store, kind) : values->code;
}

/* ---- a row each ---- */

static int put_log(SqliteStore *store, const StoreEntry *entry) {
    Values values = values_of(store, PUT_LOG);
    put_id(&values, entry->table);
    put_id(&values, entry->seq);
    put_number(&values, entry->at);
    put_bytes(&values, entry->text, entry->length);
    put_id(&values, log_checksum(entry->table, entry->seq, entry->at, entry->text, entry->length));
    return finish(store, &values, PUT_LOG);
}

static int put_table(SqliteStore *store, const StoreTable *table) {
    Values values = values_of(store, PUT_TABLE);
    put_id(&values, table->id);
    put_text(&values, table->code);
    put_number(&values, table->state);
    put_id(&values, table->club);
    put_number(&values, table->made_at);
    put_number(&values, table->closed_at);
    put_text(&values, table->trouble);
    return finish(store, &values, PUT_TABLE);
}

static int put_event(SqliteStore *store, const StoreEvent *event) {
    Values values = values_of(store, PUT_EVENT);
    put_id(&values, event->id);
    put_text(&values, event->code);
    put_number(&values, event->state);
    put_id(&values, event->owner);
    put_text(&values, event->title);
    put_number(&values, event->made_at);
    put_number(&values, event->closed_at);
    put_text(&values, event->trouble);
    return finish(store, &values, PUT_EVENT);
}

static int put_user(SqliteStore *store, const StoreUser *user) {
    Values values = values_of(store, PUT_USER);
    put_id(&values, user->id);
    put_number(&values, user->kind);
    put_pointer(&values, user->owner);
    put_text(&values, user->name);
    put_key_text(&values, user->key);
    put_text(&values, user->password);
    put_number(&values, user->made_at);
    put_number(&values, user->seen_at);
    put_number(&values, user->unlisted);
    return finish(store, &values, PUT_USER);
}

static int put_key(SqliteStore *store, const StoreKey *key) {
    Values values = values_of(store, PUT_KEY);
    put_hash(&values, key->hash);
    put_number(&values, key->kind);
    put_id(&values, key->user);
    put_text(&values, key->label);
    put_number(&values, key->made_at);
    put_number(&values, key->expires_at);
    return finish(store, &values, PUT_KEY);
}

static int put_key_end(SqliteStore *store, const StoreKey *key) {
    Values values = values_of(store, PUT_KEY_END);
    put_hash(&values, key->hash);
    return finish(store, &values, PUT_KEY_END);
}

static int put_keys_end(SqliteStore *store, const StoreKey *key) {
    Values values = values_of(store, PUT_KEYS_END);
    put_id(&values, key->user);
    put_number(&values, key->kind);
    return finish(store, &values, PUT_KEYS_END);
}

static int put_club(SqliteStore *store, const StoreClub *club) {
    Values values = values_of(store, PUT_CLUB);
    put_id(&values, club->id);
    put_text(&values, club->name);
    put_key_text(&values, club->key);
    put_key_text(&values, club->invite);
    put_pointer(&values, club->owner);
    put_number(&values, club->made_at);
    return finish(store, &values, PUT_CLUB);
}

static int put_member(SqliteStore *store, const StoreMember *member) {
    PutKind kind = member->role == MEMBER_NONE ? PUT_MEMBER_END : PUT_MEMBER;
    Values values = values_of(store, kind);
    put_id(&values, member->club);
    put_id(&values, member->user);
    if (kind == PUT_MEMBER) {
        put_number(&values, member->role);
        put_number(&values, member->since);
    }
    return finish(store, &values, kind);
}

static int put_ruleset(SqliteStore *store, const StoreRuleset *ruleset) {
    Values values = values_of(store, PUT_RULESET);
    put_id(&values, ruleset->club);
    put_text(&values, ruleset->name);
    put_number(&values, ruleset->version);
    put_text(&values, ruleset->hash);
    put_id(&values, ruleset->author);
    put_number(&values, ruleset->at);
    put_number(&values, ruleset->withdrawn);
    put_bytes(&values, ruleset->text, ruleset->length);
    return finish(store, &values, PUT_RULESET);
}

static int put_result_seat(SqliteStore *store, const StoreResult *result, unsigned seat) {
    const StoreResultSeat *who = &result->seat[seat];
    Values values = values_of(store, PUT_RESULT_SEAT);
    put_id(&values, result->id);
    put_number(&values, seat);
    put_id(&values, who->user);
    put_text(&values, who->name);
    put_number(&values, who->score);
    put_number(&values, who->won);
    put_number(&values, result->finished_at);
    put_text(&values, who->bot);
    put_number(&values, who->team);
    put_number(&values, who->place);
    put_real(&values, who->mu);
    put_real(&values, who->sigma);
    put_real(&values, who->duel);
    for (int i = 0; i < SEAT_COUNTS; i++) put_number(&values, who->count[i]);
    return finish(store, &values, PUT_RESULT_SEAT);
}

static int put_result(SqliteStore *store, const StoreResult *result) {
    Values values = values_of(store, PUT_RESULT);
    put_id(&values, result->id);
    put_id(&values, result->table);
    put_id(&values, result->club);
    put_text(&values, result->code);
    put_text(&values, result->ruleset);
    put_text(&values, result->hash);
    put_number(&values, result->started_at);
    put_number(&values, result->finished_at);
    put_number(&values, result->finished);
    put_number(&values, result->players);
    put_number(&values, result->family);
    put_id(&values, result->event);
    put_number(&values, result->deals);
    put_number(&values, result->actions);
    put_bytes(&values, result->record, result->record_length);
    int code = finish(store, &values, PUT_RESULT);
    for (unsigned seat = 0; seat < result->players && code == SQLITE_OK; seat++)
        code = put_result_seat(store, result, seat);
    return code;
}

static int put_ban(SqliteStore *store, const StoreBan *ban) {
    PutKind kind = ban_is_lifted(ban) ? PUT_BAN_END : PUT_BAN;
    Values values = values_of(store, kind);
    put_text(&values, ban->what);
    if (kind == PUT_BAN) {
        put_text(&values, ban->why);
        put_number(&values, ban->at);
        put_number(&values, ban->until);
    }
    return finish(store, &values, kind);
}

int sqlite_make_anonymous(SqliteStore *store, const StoreUser *user) {
    int code = SQLITE_OK;
    for (int seat = 0; seat < STORE_SEATS_MAX && code == SQLITE_OK; seat++) {
        Values records = values_of(store, PUT_NO_RECORD_NAME);
        put_id(&records, user->id);
        put_number(&records, seat);
        code = finish(store, &records, PUT_NO_RECORD_NAME);
    }
    if (code != SQLITE_OK) return code;
    Values seats = values_of(store, PUT_NO_NAME);
    put_id(&seats, user->id);
    return finish(store, &seats, PUT_NO_NAME);
}

int sqlite_put(SqliteStore *store, const Write *write) {
    switch (write->kind) {
    case WRITE_LOG: return put_log(store, write->row);
    case WRITE_TABLE: return put_table(store, write->row);
    case WRITE_EVENT: return put_event(store, write->row);
    case WRITE_USER: return put_user(store, write->row);
    case WRITE_KEY: return put_key(store, write->row);
    case WRITE_KEY_END: return put_key_end(store, write->row);
    case WRITE_KEYS_END: return put_keys_end(store, write->row);
    case WRITE_CLUB: return put_club(store, write->row);
    case WRITE_MEMBER: return put_member(store, write->row);
    case WRITE_RULESET: return put_ruleset(store, write->row);
    case WRITE_RESULT: return put_result(store, write->row);
    case WRITE_BAN: return put_ban(store, write->row);
    case WRITE_ANONYMOUS: return SQLITE_OK; /* when all else is done: sqlite_make_anonymous() */
    }
    return SQLITE_MISUSE;
}
