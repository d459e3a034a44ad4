/* sqlite_forget.c -- what nobody needs any more goes, a bite at a time: those who wait for the
 * same commit does not wait long. A log is eaten from its end, row by row as it is chained;
 * what is left of it meanwhile is the log of a table that nobody can come to. */
#include "sqlite_internal.h"

static int step_with(SqliteStore *store, int kind, int64_t first, int64_t second) {
    sqlite3_bind_int64(store->put[kind], 1, first);
    if (sqlite3_bind_parameter_count(store->put[kind]) > 1) sqlite3_bind_int64(store->put[kind], 2, second);
    return sqlite_step_put(store, kind);
}

/* The table that was closed first, and the last row of its log (0: it has none). SQLITE_ROW: there is one. */
static int find_table(SqliteStore *store, int64_t closed_before, int64_t *table, int64_t *last) {
    sqlite3_stmt *statement = store->put[PUT_OLD_TABLE];
    sqlite3_bind_int64(statement, 1, closed_before);
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW) {
        *table = sqlite3_column_int64(statement, 0);
        *last = sqlite3_column_int64(statement, 1);
    }
    sqlite3_reset(statement);
    return code;
}

/* The row before that one in the same log; 0: it was the first, or the log is damaged there. */
static int64_t row_before(SqliteStore *store, int64_t place, int64_t table) {
    sqlite3_stmt *statement = store->put[PUT_BEFORE];
    sqlite3_bind_int64(statement, 1, place);
    sqlite3_bind_int64(statement, 2, table);
    int64_t before = sqlite3_step(statement) == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
    sqlite3_reset(statement);
    return before < place ? before : 0;
}

static int forget_log(SqliteStore *store, int64_t table, int64_t place, unsigned *left) {
    int code = SQLITE_OK;
    for (; place && *left && code == SQLITE_OK; --*left) {
        int64_t before = row_before(store, place, table);
        code = step_with(store, PUT_LOG_END, place, 0);
        place = before;
    }
    if (code != SQLITE_OK) return code;
    if (place) return step_with(store, PUT_HEAD, place, table);
    if (*left) --*left;
    code = step_with(store, PUT_HEAD_END, table, 0);
    return code == SQLITE_OK ? step_with(store, PUT_TABLE_END, table, 0) : code;
}

int sqlite_forget(SqliteStore *store, const StoreForget *what) {
    unsigned left = what->most;
    int code = SQLITE_OK;
    for (int64_t table, last; left && code == SQLITE_OK;) {
        int found = find_table(store, what->closed_before, &table, &last);
        if (found == SQLITE_DONE) break;
        code = found == SQLITE_ROW ? forget_log(store, table, last, &left) : found;
    }
    if (code == SQLITE_OK) code = step_with(store, PUT_OLD_KEYS, what->now, what->most);
    return code == SQLITE_OK ? step_with(store, PUT_OLD_BANS, what->now, what->most) : code;
}
