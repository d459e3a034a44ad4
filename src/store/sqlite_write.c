/* sqlite_write.c -- rows of a batch into the file (rows_write.h knows the rows). */
#include "sqlite_internal.h"

#include <errno.h>
#include <string.h>

static const char *const put_sql[PUT_KINDS] = {
    [PUT_LOG] = "INSERT INTO log (table_id, seq, at, text, sum, before)"
                " VALUES (?1, ?2, ?3, ?4, ?5, (SELECT last FROM heads WHERE table_id = ?1))",
#include "rows_write.def"
    [PUT_NO_RECORD_NAME] = "UPDATE results SET record = replace(record, char(10) || 'seat ' || char(65 + s.seat) || ' '"
                           " || s.name || char(10), char(10)) FROM result_seats s"
                           " WHERE s.result = results.id AND s.user = ?1 AND s.seat = ?2 AND s.user <> 0"
                           " AND s.name <> ''",
    [PUT_OLD_TABLE] = "SELECT t.id, h.last FROM tables t LEFT JOIN heads h ON h.table_id = t.id"
                      " WHERE t.state = 1 AND t.closed_at < ? ORDER BY t.closed_at LIMIT 1",
    [PUT_BEFORE] = "SELECT before FROM log WHERE place = ? AND table_id = ?",
    [PUT_LOG_END] = "DELETE FROM log WHERE place = ?",
    [PUT_HEAD] = "UPDATE heads SET last = ? WHERE table_id = ?",
    [PUT_HEAD_END] = "DELETE FROM heads WHERE table_id = ?",
    [PUT_TABLE_END] = "DELETE FROM tables WHERE id = ?",
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
int sqlite_step_put(SqliteStore *store, int kind) {
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

typedef SqliteStore RowStore;

typedef struct {
    sqlite3_stmt *statement;
    int at, code; /* code: the first that went wrong */
} Values;

static Values values_of(SqliteStore *store, int kind) { return (Values){.statement = store->put[kind]}; }

static void note(Values *values, int code) {
    if (values->code == SQLITE_OK) values->code = code;
}

static void put_number(Values *values, int64_t number) {
    note(values, sqlite3_bind_int64(values->statement, ++values->at, number));
}

static void put_null(Values *values) { note(values, sqlite3_bind_null(values->statement, ++values->at)); }

static void put_bytes(Values *values, const char *text, size_t length) {
    note(values, sqlite3_bind_text64(values->statement, ++values->at, text, length, SQLITE_STATIC, SQLITE_UTF8));
}

static void put_real(Values *values, double number) {
    note(values, sqlite3_bind_double(values->statement, ++values->at, number));
}

static void put_hash(Values *values, const uint8_t hash[STORE_HASH_BYTES]) {
    note(values, sqlite3_bind_blob(values->statement, ++values->at, hash, STORE_HASH_BYTES, SQLITE_STATIC));
}

static int finish(SqliteStore *store, const Values *values, int kind) {
    return values->code == SQLITE_OK ? sqlite_step_put(store, kind) : values->code;
}

/* Nodes share no file. */
static int put_node_row(const RowStore *store, const Write *write) {
    (void)store, (void)write;
    return SQLITE_MISUSE;
}

#include "rows_write.h"

int sqlite_put(SqliteStore *store, const Write *write) { return put_row(store, write); }

int sqlite_make_anonymous(SqliteStore *store, const StoreUser *user) { return put_anonymous(store, user); }
