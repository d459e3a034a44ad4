/* sqlite_read.c -- rows out of the file (rows_read.h has the queries). */
#include "sqlite_internal.h"

#include <stdio.h>
#include <string.h>

/* ---- the columns of a row, from left to right ---- */

typedef SqliteStore RowStore;

typedef struct {
    sqlite3_stmt *statement;
    int at;
} Columns;

static int64_t next_number(Columns *columns) { return sqlite3_column_int64(columns->statement, columns->at++); }

/* Valid until the statement moves on. */
static const char *next_bytes(Columns *columns, size_t *length) {
    const char *text = (const char *)sqlite3_column_text(columns->statement, columns->at);
    *length = text ? (size_t)sqlite3_column_bytes(columns->statement, columns->at) : 0;
    columns->at++;
    return text ? text : "";
}

static double next_real(Columns *columns) { return sqlite3_column_double(columns->statement, columns->at++); }

static void next_hash(Columns *columns, uint8_t hash[STORE_HASH_BYTES]) {
    const void *bytes = sqlite3_column_blob(columns->statement, columns->at);
    if (sqlite3_column_bytes(columns->statement, columns->at) == STORE_HASH_BYTES)
        memcpy(hash, bytes, STORE_HASH_BYTES);
    columns->at++;
}

/* From the last row of the table to the first, whatever a damaged row says of itself: that will be noticed. */
#define LOG_ROWS \
    "WITH RECURSIVE rows (" LOG_COLUMNS ", place, before) AS (SELECT " LOG_COLUMNS ", place, before FROM log" \
    " WHERE place = (SELECT last FROM heads WHERE table_id = ?1) UNION ALL" \
    " SELECT l.table_id, l.seq, l.at, l.text, l.sum, l.place, l.before FROM rows r JOIN log l ON l.place = r.before" \
    " WHERE l.place < r.place) "
#define LOG_QUERY LOG_ROWS "SELECT " LOG_COLUMNS ", table_id <> ?1 FROM rows WHERE seq >= ?2 ORDER BY seq"

#include "rows_read.h"

bool sqlite_prepare_reads(SqliteStore *store) {
    for (int i = 0; i < READ_STATEMENTS; i++)
        if (readings[i].sql && sqlite3_prepare_v3(store->reader, readings[i].sql, -1, SQLITE_PREPARE_PERSISTENT,
                                                  &store->read[i], NULL) != SQLITE_OK)
            return false;
    return true;
}

static void bind_values(sqlite3_stmt *statement, const StoreRead *what) {
    int count = sqlite3_bind_parameter_count(statement);
    if (count >= 1) sqlite3_bind_int64(statement, 1, (int64_t)what->first);
    if (count >= 2) sqlite3_bind_int64(statement, 2, (int64_t)what->second);
    if (count >= 3) sqlite3_bind_text(statement, 3, what->text, -1, SQLITE_STATIC);
    if (count >= 4) sqlite3_bind_blob(statement, 4, what->hash, STORE_HASH_BYTES, SQLITE_STATIC);
    if (count >= 5) sqlite3_bind_int64(statement, 5, what->before);
    if (count >= 6) sqlite3_bind_int64(statement, 6, what->most);
}

static bool fail_to_read(SqliteStore *store) {
    return store_fail(store->base.trouble, "the database %s cannot be read: %s", store->path,
                      sqlite3_errmsg(store->reader));
}

static bool read_rows(SqliteStore *store, int which, const StoreRead *what, StoreVisit visit, void *context) {
    sqlite3_stmt *statement = store->read[which], *extra = NULL;
    if (!statement) return true;        /* what only nodes ask that share a store */
    if (sqlite3_stmt_busy(statement)) { /* a visitor reads the same kind as the reading it is part of */
        if (sqlite3_prepare_v2(store->reader, readings[which].sql, -1, &extra, NULL) != SQLITE_OK)
            return fail_to_read(store);
        statement = extra;
    }
    bind_values(statement, what);
    int code = SQLITE_DONE;
    bool more = true;
    while (more && (code = sqlite3_step(statement)) == SQLITE_ROW)
        more = readings[which].show(store, (Columns){.statement = statement}, visit, context);
    bool good = !more || code == SQLITE_DONE || fail_to_read(store);
    sqlite3_reset(statement);
    sqlite3_finalize(extra);
    return good && !store->base.trouble[0];
}

bool sqlite_read(Store *store, const StoreRead *what, StoreVisit visit, void *context) {
    return read_rows((SqliteStore *)store, (int)what->kind, what, visit, context);
}
