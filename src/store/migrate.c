/* migrate.c -- a whole site from a SQLite file to a PostgreSQL database, or back: every row of every table, in one transaction of the
 * target, which is empty before and, should anything go wrong, afterwards. Nobody else may use either of them meanwhile.
 *
 * Both are laid out alike; which columns there are PostgreSQL is asked, and SQLite must have the same. What only servers that share a
 * database need (who lives, who leads) is not moved; the heads of the logs each kind keeps in its own way. */
#define _GNU_SOURCE
#include <endian.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "data_file.h"
#include "postgres_internal.h"
#include "sqlite_schema.h"

static const char *const tables[] = {"users",   "keys",     "tables",  "events",       "log",  "clubs",
                                     "members", "rulesets", "results", "result_seats", "bans", "pushes"};

enum { TABLES = sizeof tables / sizeof tables[0], COLUMNS_MAX = 40, SQL_MAX = 2048 };

/* The two ends, whichever is which. */
typedef struct {
    Store *file; /* store_open_sqlite() */
    sqlite3 *sqlite;
    PGconn *postgres;
    char *trouble;
} Ends;

typedef struct {
    const char *name;
    char columns[SQL_MAX]; /* quoted, with commas */
    int count;
    Oid type[COLUMNS_MAX];
    bool is_log;
} SiteTable;

enum { OID_BYTEA = 17, OID_BIGINT = 20, OID_TEXT = 25, OID_FLOAT8 = 701 };

static bool fail_sqlite(const Ends *ends, const char *name) {
    return store_fail(ends->trouble, "%s: %s; nothing was moved", name, sqlite3_errmsg(ends->sqlite));
}

static bool fail_postgres(const Ends *ends, const char *name) {
    return store_fail(ends->trouble, "%s: %s; nothing was moved", name, PQerrorMessage(ends->postgres));
}

/* ---- what there is ---- */

/* The number that a query gives; -1: it gives none. */
static int64_t sqlite_count(const Ends *ends, const char *sql) {
    sqlite3_stmt *statement = NULL;
    int64_t count = -1;
    if (sqlite3_prepare_v2(ends->sqlite, sql, -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        count = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return count;
}

/* False: what PostgreSQL has there SQLite has not, or the other way round. */
static bool learn_table(const Ends *ends, const char *name, SiteTable *table) {
    char sql[256];
    size_t used = 0;
    *table = (SiteTable){.name = name, .is_log = strcmp(name, "log") == 0};
    snprintf(sql, sizeof sql, "SELECT * FROM \"%s\" LIMIT 0", name);
    PGresult *result = PQexecParams(ends->postgres, sql, 0, NULL, NULL, NULL, NULL, 1);
    bool good = PQresultStatus(result) == PGRES_TUPLES_OK && PQnfields(result) <= COLUMNS_MAX;
    for (int i = 0; good && i < PQnfields(result); i++) {
        used += (size_t)snprintf(table->columns + used, SQL_MAX - used, "%s\"%s\"", i ? ", " : "", PQfname(result, i));
        table->type[table->count++] = PQftype(result, i);
        good = used < SQL_MAX;
    }
    PQclear(result);
    if (!good) return fail_postgres(ends, name);
    snprintf(sql, sizeof sql, "SELECT count(*) FROM pragma_table_info('%s')%s", name,
             table->is_log ? " WHERE name NOT IN ('place', 'before')" : "");
    return sqlite_count(ends, sql) == table->count ||
           store_fail(ends->trouble, "%s has other columns there than here: nothing was moved", name);
}

/* A reading of all rows, by SQLite, in the order in which they were written. */
static sqlite3_stmt *select_all(const Ends *ends, const SiteTable *table) {
    char sql[SQL_MAX + 100];
    sqlite3_stmt *statement = NULL;
    snprintf(sql, sizeof sql, "SELECT %s FROM \"%s\"%s", table->columns, table->name,
             table->is_log ? " ORDER BY place" : "");
    sqlite3_prepare_v2(ends->sqlite, sql, -1, &statement, NULL);
    return statement;
}

/* ---- to PostgreSQL, by COPY in its binary form: a row is the number of its values, then length and bytes of each ---- */

static bool say(const Ends *ends, const void *bytes, size_t length) {
    return PQputCopyData(ends->postgres, bytes, (int)length) == 1;
}

static bool say_value(const Ends *ends, const void *bytes, size_t length) {
    uint32_t size = htobe32((uint32_t)length);
    return say(ends, &size, sizeof size) && (!length || say(ends, bytes, length));
}

static bool say_column(const Ends *ends, sqlite3_stmt *row, int column, Oid type) {
    uint64_t number;
    double real;
    if (sqlite3_column_type(row, column) == SQLITE_NULL) return say(ends, "\xff\xff\xff\xff", 4);
    switch (type) { /* foreign: PostgreSQL's numbers of types */
    case OID_BIGINT:
        number = htobe64((uint64_t)sqlite3_column_int64(row, column));
        return say_value(ends, &number, sizeof number);
    case OID_FLOAT8:
        real = sqlite3_column_double(row, column);
        memcpy(&number, &real, sizeof number);
        number = htobe64(number);
        return say_value(ends, &number, sizeof number);
    case OID_TEXT:
    case OID_BYTEA: {
        const void *bytes = sqlite3_column_blob(row, column);
        return say_value(ends, bytes, (size_t)sqlite3_column_bytes(row, column));
    }
    }
    return false;
}

static bool say_row(const Ends *ends, const SiteTable *table, sqlite3_stmt *row) {
    uint16_t count = htobe16((uint16_t)table->count);
    bool good = say(ends, &count, sizeof count);
    for (int i = 0; i < table->count && good; i++) good = say_column(ends, row, i, table->type[i]);
    return good;
}

/* Whether the database has taken all of it. */
static bool end_copy(const Ends *ends, const SiteTable *table, bool whole) {
    bool good = PQputCopyEnd(ends->postgres, whole ? NULL : "the file cannot be read") == 1;
    for (PGresult *result; (result = PQgetResult(ends->postgres));) {
        good = good && PQresultStatus(result) == PGRES_COMMAND_OK;
        PQclear(result);
    }
    return good || !whole || fail_postgres(ends, table->name);
}

static bool copy_to_postgres(const Ends *ends, const SiteTable *table, int64_t *rows) {
    static const char head[19] = "PGCOPY\n\377\r\n";
    char sql[SQL_MAX + 100];
    snprintf(sql, sizeof sql, "COPY \"%s\" (%s) FROM STDIN (FORMAT binary)", table->name, table->columns);
    sqlite3_stmt *row = select_all(ends, table);
    if (!row) return fail_sqlite(ends, table->name);
    PGresult *result = PQexec(ends->postgres, sql);
    bool good = PQresultStatus(result) == PGRES_COPY_IN && say(ends, head, sizeof head);
    PQclear(result);
    int code = SQLITE_DONE;
    while (good && (code = sqlite3_step(row)) == SQLITE_ROW) {
        good = say_row(ends, table, row);
        ++*rows;
    }
    sqlite3_finalize(row);
    if (code != SQLITE_DONE && code != SQLITE_ROW) return end_copy(ends, table, false), fail_sqlite(ends, table->name);
    good = good && say(ends, "\xff\xff", 2);
    return good ? end_copy(ends, table, true) : fail_postgres(ends, table->name);
}

/* ---- to SQLite ---- */

/* What a column is declared as there decides how it is kept. */
static int bind_column(sqlite3_stmt *put, int column, char kind, const PGresult *result) {
    int64_t number = postgres_number(result, 0, column);
    int length = PQgetlength(result, 0, column);
    const char *bytes = PQgetvalue(result, 0, column);
    double real;
    if (PQgetisnull(result, 0, column)) return sqlite3_bind_null(put, column + 1);
    switch (kind) { /* foreign: the first letter of SQLite's type */
    case 'I': return sqlite3_bind_int64(put, column + 1, number);
    case 'T': return sqlite3_bind_text(put, column + 1, bytes, length, SQLITE_STATIC);
    case 'B': return sqlite3_bind_blob(put, column + 1, bytes, length, SQLITE_STATIC);
    case 'R': memcpy(&real, &number, sizeof real); return sqlite3_bind_double(put, column + 1, real);
    }
    return SQLITE_MISMATCH;
}

static bool put_row(sqlite3_stmt *put, const SiteTable *table, const char *kinds, const PGresult *result) {
    int code = SQLITE_OK;
    for (int i = 0; i < table->count && code == SQLITE_OK; i++) code = bind_column(put, i, kinds[i], result);
    if (code == SQLITE_OK) code = sqlite3_step(put);
    sqlite3_reset(put);
    return code == SQLITE_DONE;
}

static sqlite3_stmt *prepare_insert(const Ends *ends, const SiteTable *table, char kinds[COLUMNS_MAX]) {
    char sql[SQL_MAX + 300], marks[4 * COLUMNS_MAX + 8] = "";
    size_t used = 0;
    sqlite3_stmt *put = NULL, *row = select_all(ends, table);
    for (int i = 0; row && i < table->count; i++) {
        const char *declared = sqlite3_column_decltype(row, i);
        kinds[i] = declared ? declared[0] : 0;
        used += (size_t)snprintf(marks + used, sizeof marks - used, "%s?%d", i ? "," : "", i + 1);
    }
    sqlite3_finalize(row);
    /* A row of a log knows the one before it; table_id is its first column. */
    snprintf(sql, sizeof sql, "INSERT INTO \"%s\" (%s%s) VALUES (%s%s)", table->name, table->columns,
             table->is_log ? ", before" : "", marks,
             table->is_log ? ", (SELECT last FROM heads WHERE table_id = ?1)" : "");
    sqlite3_prepare_v2(ends->sqlite, sql, -1, &put, NULL);
    return put;
}

/* One row after the other, however many there are. */
static bool copy_to_sqlite(const Ends *ends, const SiteTable *table, int64_t *rows) {
    char sql[SQL_MAX + 100], kinds[COLUMNS_MAX];
    sqlite3_stmt *put = prepare_insert(ends, table, kinds);
    if (!put) return fail_sqlite(ends, table->name);
    snprintf(sql, sizeof sql, "SELECT %s FROM \"%s\"%s", table->columns, table->name,
             table->is_log ? " ORDER BY table_id, seq" : "");
    bool sent =
        PQsendQueryParams(ends->postgres, sql, 0, NULL, NULL, NULL, NULL, 1) && PQsetSingleRowMode(ends->postgres);
    bool read = sent, written = true;
    for (PGresult *result; sent && (result = PQgetResult(ends->postgres));) {
        ExecStatusType status = PQresultStatus(result);
        if (status == PGRES_SINGLE_TUPLE && written) {
            written = put_row(put, table, kinds, result) || fail_sqlite(ends, table->name);
            ++*rows;
        } else if (status != PGRES_SINGLE_TUPLE && status != PGRES_TUPLES_OK) read = false;
        PQclear(result);
    }
    sqlite3_finalize(put);
    return written && (read || fail_postgres(ends, table->name));
}

/* ---- the two ends ---- */

/* Nothing is changed before it is known that it can be used; so an older file is not brought up to date here. */
static bool peek_file(const char *path, bool is_target, char trouble[STORE_TROUBLE_MAX]) {
    unsigned version = 0;
    if (is_target && !data_exists(path)) return true;
    sqlite3 *base = schema_open(path, SQLITE_OPEN_READWRITE, trouble);
    if (!base) return false;
    bool good = schema_check(base, path, schema_version, &version, trouble);
    sqlite3_close(base);
    if (!good || version == schema_version || (is_target && !version)) return good;
    return store_fail(trouble, "%s is %s: start a server of this version on it once, and stop it", path,
                      version ? "of an older version of uno" : "empty");
}

static bool open_file(Ends *ends, const char *path, bool is_target) {
    if (!peek_file(path, is_target, ends->trouble)) return false;
    ends->file = store_open_sqlite(path, ends->trouble);
    if (ends->file) ends->sqlite = sqlite_writer(ends->file);
    return ends->file != NULL;
}

/* Servers have this lock as well, but share it. */
static bool lock_out_servers(const Ends *ends) {
    return postgres_run(ends->postgres, "SET lock_timeout TO '3s'; SELECT pg_advisory_lock(" POSTGRES_LOCK
                                        "); SET lock_timeout TO 0") ||
           store_fail(ends->trouble, "the database is used by a server: stop it first");
}

static bool open_database(Ends *ends, const char *url, bool is_target) {
    ends->postgres = postgres_dial(url);
    if (PQstatus(ends->postgres) != CONNECTION_OK)
        return store_fail(ends->trouble, "cannot reach the database: %s", PQerrorMessage(ends->postgres));
    if (!lock_out_servers(ends)) return false;
    PostgresAge age = postgres_age(ends->postgres);
    if (age == POSTGRES_OTHER)
        return store_fail(ends->trouble,
                          "the database is of another version of uno: start a server of this version on it "
                          "once, and stop it");
    if (age == POSTGRES_CURRENT) return true;
    return is_target ? postgres_schema(ends->postgres, ends->trouble)
                     : store_fail(ends->trouble, "there is no site in the database");
}

static int64_t postgres_count(const Ends *ends, const char *sql) {
    PGresult *result = PQexecParams(ends->postgres, sql, 0, NULL, NULL, NULL, NULL, 1);
    int64_t count = PQntuples(result) == 1 ? postgres_number(result, 0, 0) : -1;
    PQclear(result);
    return count;
}

static int64_t count_rows(const Ends *ends, const char *table, bool in_postgres) {
    char sql[100];
    snprintf(sql, sizeof sql, "SELECT count(*) FROM \"%s\"", table);
    return in_postgres ? postgres_count(ends, sql) : sqlite_count(ends, sql);
}

static bool check_empty(const Ends *ends, bool to_postgres) {
    for (int i = 0; i < TABLES; i++)
        if (count_rows(ends, tables[i], to_postgres) != 0)
            return store_fail(ends->trouble, "there is something in %s already (%s): give one that is empty",
                              to_postgres ? "the database" : "the file", tables[i]);
    return true;
}

static void close_ends(Ends *ends) {
    store_close(ends->file);
    PQfinish(ends->postgres);
}

/* ---- moving ---- */

static bool move_tables(const Ends *ends, bool to_postgres, StoreMoved told, void *context) {
    for (int i = 0; i < TABLES; i++) {
        SiteTable table;
        int64_t rows = 0;
        if (!learn_table(ends, tables[i], &table) ||
            !(to_postgres ? copy_to_postgres : copy_to_sqlite)(ends, &table, &rows))
            return false;
        if (count_rows(ends, tables[i], to_postgres) != rows)
            return store_fail(ends->trouble, "%s did not arrive whole: nothing was moved", tables[i]);
        told(context, tables[i], rows);
    }
    return true;
}

static bool run_sqlite(const Ends *ends, const char *sql) {
    return sqlite3_exec(ends->sqlite, sql, NULL, NULL, NULL) == SQLITE_OK || fail_sqlite(ends, sql);
}

static bool run_postgres(const Ends *ends, const char *sql) {
    return postgres_run(ends->postgres, sql) || fail_postgres(ends, sql);
}

static bool move_all(const Ends *ends, bool to_postgres, StoreMoved told, void *context) {
    bool good = run_postgres(ends, to_postgres ? "BEGIN" : "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY") &&
                run_sqlite(ends, to_postgres ? "BEGIN" : "BEGIN IMMEDIATE") &&
                move_tables(ends, to_postgres, told, context);
    if (good && to_postgres) good = run_postgres(ends, POSTGRES_HEADS_SQL) && run_postgres(ends, "COMMIT");
    else if (good) good = run_sqlite(ends, "COMMIT");
    if (!sqlite3_get_autocommit(ends->sqlite)) sqlite3_exec(ends->sqlite, "ROLLBACK", NULL, NULL, NULL);
    if (PQtransactionStatus(ends->postgres) != PQTRANS_IDLE) postgres_run(ends->postgres, "ROLLBACK");
    if (good && to_postgres) postgres_run(ends->postgres, "ANALYZE"); /* it is quicker when it knows what it has */
    return good;
}

bool store_migrate(const char *from, const char *to, StoreMoved told, void *context, char trouble[STORE_TROUBLE_MAX]) {
    bool to_postgres = store_is_url(to);
    Ends ends = {.trouble = trouble};
    if (store_is_url(from) == to_postgres)
        return store_fail(trouble, "one of the two is a file, the other a postgresql:// address: give one of each");
    /* The source first: without one the target is not even made. */
    bool good = to_postgres ? open_file(&ends, from, false) && open_database(&ends, to, true)
                            : open_database(&ends, from, false) && open_file(&ends, to, true);
    good = good && check_empty(&ends, to_postgres) && move_all(&ends, to_postgres, told, context);
    close_ends(&ends);
    return good;
}
