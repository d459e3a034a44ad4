/* postgres.c -- the store in a PostgreSQL database: opening, committing, closing.
 *
 * A commit is one transaction, sent in one go and answered once it is durable as the database understands that (with a synchronous
 * standby: there as well). A connection that breaks meanwhile leaves open whether the transaction was made. So every
 * transaction also counts `server.commits` up, from the number before to its own: once there is a connection again the
 * row tells, and it is locked for reading, so that a transaction still under way is waited for. Nothing is written twice, and nothing is
 * called written that is not.
 *
 * One server at a time: the writer holds an advisory lock, and a count that somebody else went on with stops this one. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "postgres_internal.h"

/* "Uno1". A connection that was closed a moment ago still has it for that moment. */
#define LOCK_SQL "SET lock_timeout TO '3s'; SELECT pg_advisory_lock(x'556e6f31'::bigint); SET lock_timeout TO 0"

/* ---- statements ---- */

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* Copies the SQL of rows_*.h in the words of PostgreSQL; false: no room. */
static bool translate(const char *sql, char *out, size_t size) {
    size_t used = 0;
    int plain = 0;
    for (const char *at = sql; *at;) {
        char piece[16] = {*at, 0};
        size_t taken = 1;
        if (*at == '?' && isdigit((unsigned char)at[1])) piece[0] = '$';
        else if (*at == '?') snprintf(piece, sizeof piece, "$%d", ++plain);
        else if (strncmp(at, "user", 4) == 0 && !is_word(at[4]) && (at == sql || !is_word(at[-1]))) {
            strcpy(piece, "\"user\"");
            taken = 4;
        }
        size_t length = strlen(piece);
        if (used + length >= size) return false;
        memcpy(out + used, piece, length);
        used += length;
        at += taken;
    }
    out[used] = 0;
    return true;
}

bool postgres_prepare(PGconn *connection, const char *name, const char *sql, const Oid *types, int count) {
    char translated[2048];
    if (!translate(sql, translated, sizeof translated)) return false;
    PGresult *result = PQprepare(connection, name, translated, count, types);
    bool good = PQresultStatus(result) == PGRES_COMMAND_OK;
    PQclear(result);
    return good;
}

/* ---- connections ---- */

/* libpq would print what the database merely remarks. */
static void say_nothing(void *unused, const char *message) { (void)unused, (void)message; }

static PGconn *dial(const char *url) {
    const char *const keywords[] = {"dbname", "options", "fallback_application_name", "connect_timeout", NULL};
    const char *const values[] = {url, "-c search_path=uno", "uno", "5", NULL};
    PGconn *connection = PQconnectdbParams(keywords, values, 1);
    PQsetNoticeProcessor(connection, say_nothing, NULL);
    return connection;
}

/* The one number that a query gives; -1: it gives none. */
static int64_t ask_number(PGconn *connection, const char *sql) {
    PGresult *result = PQexecParams(connection, sql, 0, NULL, NULL, NULL, NULL, 1);
    int64_t number = PQntuples(result) == 1 ? postgres_number(result, 0, 0) : -1;
    PQclear(result);
    return number;
}

static bool has_done(PGresult *result, int64_t *rows) {
    ExecStatusType status = PQresultStatus(result);
    bool good = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
    if (rows) *rows = status == PGRES_TUPLES_OK ? PQntuples(result) : atoll(PQcmdTuples(result));
    PQclear(result);
    return good;
}

static bool run(PGconn *connection, const char *sql) { return has_done(PQexec(connection, sql), NULL); }

static bool lock_and_prepare(PostgresStore *store, char trouble[STORE_TROUBLE_MAX]) {
    if (!run(store->writer, LOCK_SQL))
        return store_fail(trouble, "the database is used by another server: stop that one first");
    return postgres_prepare_puts(store->writer) ||
           store_fail(trouble, "the database is not as its version says: %s", PQerrorMessage(store->writer));
}

/* ---- committing ---- */

enum { NUMBER_ROW = 1 }; /* after BEGIN: the number of the commit */

/* What came of the statements that were sent, up to the mark. The first that failed counts. */
typedef struct {
    bool good;
    int64_t row; /* which statement failed */
    char why[STORE_TROUBLE_MAX];
} Answers;

/* Reads every answer; the count of `statements` includes BEGIN and the number. */
static void collect(PGconn *connection, size_t statements, Answers *answers) {
    *answers = (Answers){.good = true, .row = -1};
    for (size_t i = 0; i <= statements; i++) {
        PGresult *result = PQgetResult(connection);
        if (!result) break; /* the connection is gone */
        ExecStatusType status = PQresultStatus(result);
        if (status == PGRES_PIPELINE_SYNC) return PQclear(result);
        if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK && answers->good) {
            answers->good = false;
            answers->row = (int64_t)i;
            snprintf(answers->why, sizeof answers->why, "%s", PQresultErrorMessage(result));
        }
        PQclear(result);
        while ((result = PQgetResult(connection))) PQclear(result); /* the end of this statement's answer */
    }
    answers->good = false;
}

static bool send_plain(PGconn *connection, const char *sql) {
    return PQsendQueryParams(connection, sql, 0, NULL, NULL, NULL, NULL, 1);
}

/* BEGIN, the number, all rows; COMMIT too, unless there is more to do. False: the connection is gone. */
static bool send_batch(PostgresStore *store, const StoreBatch *batch, bool ends, size_t *statements) {
    int64_t number = store->commits + 1;
    bool sent = PQenterPipelineMode(store->writer) && send_plain(store->writer, "BEGIN") &&
                !postgres_put_numbers(store, PUT_NUMBER, &number, 1);
    *statements = 2;
    for (const Write *write = batch->head; write && sent; write = write->next) {
        sent = !postgres_put(store, write);
        *statements += write->kind == WRITE_RESULT ? 1 + ((const StoreResult *)write->row)->players
                                                   : write->kind != WRITE_ANONYMOUS;
    }
    for (const Write *write = batch->head; write && sent; write = write->next)
        if (write->kind == WRITE_ANONYMOUS) {
            sent = !postgres_make_anonymous(store, write->row);
            *statements += STORE_SEATS_MAX + 1;
        }
    if (sent && ends) {
        sent = send_plain(store->writer, "COMMIT");
        ++*statements;
    }
    return sent && PQpipelineSync(store->writer);
}

/* One statement with numbers, outside of the pipeline. */
static PGresult *put_and_wait(PostgresStore *store, int kind, int64_t first, int64_t second) {
    const int64_t numbers[] = {first, second};
    PGresult *result = NULL;
    if (postgres_put_numbers(store, kind, numbers, 2)) return NULL;
    for (PGresult *next; (next = PQgetResult(store->writer));) {
        PQclear(result);
        result = next;
    }
    return result;
}

/* As sqlite_forget.c: a bite at a time, the log of the table that was closed first from its end. */
static bool forget(PostgresStore *store, const StoreForget *what) {
    int64_t left = what->most, rows;
    while (left > 0) {
        PGresult *result = put_and_wait(store, PUT_OLD_TABLE, what->closed_before, 0);
        int64_t table =
            PQresultStatus(result) == PGRES_TUPLES_OK && PQntuples(result) ? postgres_number(result, 0, 0) : 0;
        if (!has_done(result, NULL)) return false;
        if (!table) break;
        if (!has_done(put_and_wait(store, PUT_LOG_BITE, table, left), &rows)) return false;
        left -= rows;
        if (!has_done(put_and_wait(store, PUT_LOG_LEFT, table, 0), &rows)) return false;
        if (rows) break;
        if (!has_done(put_and_wait(store, PUT_TABLE_END, table, 0), NULL)) return false;
        left--;
    }
    return has_done(put_and_wait(store, PUT_OLD_KEYS, what->now, what->most), NULL) &&
           has_done(put_and_wait(store, PUT_OLD_BANS, what->now, what->most), NULL);
}

static StoreVerdict lose(PostgresStore *store, char trouble[STORE_TROUBLE_MAX]) {
    store->lost = true;
    store_fail(trouble, "the database is out of reach (%s): see that it runs; everything waits until it does",
               PQerrorMessage(store->writer));
    return STORE_FULL;
}

/* After a connection was lost: STORE_DONE and *made, or what is wrong. The row is waited for as long as somebody else,
 * such as the lost connection's own transaction, has it. */
static StoreVerdict find_again(PostgresStore *store, bool *made, char trouble[STORE_TROUBLE_MAX]) {
    PQfinish(store->writer);
    store->writer = dial(store->url);
    if (PQstatus(store->writer) != CONNECTION_OK) return lose(store, trouble);
    if (!lock_and_prepare(store, trouble))
        return PQstatus(store->writer) == CONNECTION_OK ? STORE_FULL : lose(store, trouble);
    int64_t commits = ask_number(store->writer, "SELECT commits FROM server FOR UPDATE");
    if (commits < 0) return lose(store, trouble);
    store->lost = false;
    *made = commits == store->commits + 1;
    if (*made || commits == store->commits) return STORE_DONE;
    store_fail(trouble, "another server has written to the database meanwhile: this one stops");
    return STORE_FAILED;
}

static StoreVerdict finish_batch(PostgresStore *store, const StoreBatch *batch, const Answers *answers, bool ends,
                                 char trouble[STORE_TROUBLE_MAX]) {
    bool good = answers->good;
    if (good && !ends) good = forget(store, &batch->forget) && run(store->writer, "COMMIT");
    if (PQstatus(store->writer) != CONNECTION_OK) return lose(store, trouble);
    if (good) return store->commits++, STORE_DONE;
    run(store->writer, "ROLLBACK");
    if (PQstatus(store->writer) != CONNECTION_OK) return lose(store, trouble); /* its last words were no answer */
    if (answers->row == NUMBER_ROW)
        store_fail(trouble, "another server has written to the database meanwhile: this one stops");
    else
        store_fail(trouble, "nothing was written to the database: statement %lld of the batch: %s",
                   (long long)answers->row, answers->why);
    return STORE_FAILED;
}

static StoreVerdict postgres_commit(Store *base, const StoreBatch *batch, char trouble[STORE_TROUBLE_MAX]) {
    PostgresStore *store = (PostgresStore *)base;
    bool made = false, ends = !batch->forgets;
    size_t statements;
    Answers answers;
    if (!batch->count) return STORE_DONE;
    if (store->lost) {
        StoreVerdict found = find_again(store, &made, trouble);
        if (found != STORE_DONE) return found;
        if (made) return store->commits++, STORE_DONE;
    }
    if (!send_batch(store, batch, ends, &statements)) return lose(store, trouble);
    collect(store->writer, statements, &answers);
    if (PQstatus(store->writer) != CONNECTION_OK || !PQexitPipelineMode(store->writer)) return lose(store, trouble);
    return finish_batch(store, batch, &answers, ends, trouble);
}

/* ---- opening ---- */

static void postgres_close(Store *base) {
    PostgresStore *store = (PostgresStore *)base;
    PQfinish(store->reader);
    PQfinish(store->writer);
    free(store->url);
    free(store);
}

bool store_is_url(const char *data) {
    return strncmp(data, "postgresql://", 13) == 0 || strncmp(data, "postgres://", 11) == 0;
}

static bool open_both(PostgresStore *store, char trouble[STORE_TROUBLE_MAX]) {
    store->writer = dial(store->url);
    if (PQstatus(store->writer) != CONNECTION_OK)
        return store_fail(trouble, "cannot reach the database: %s", PQerrorMessage(store->writer));
    if (!postgres_schema(store->writer, trouble) || !lock_and_prepare(store, trouble)) return false;
    store->commits = ask_number(store->writer, "SELECT commits FROM server");
    store->reader = dial(store->url);
    return (PQstatus(store->reader) == CONNECTION_OK && postgres_prepare_reads(store->reader)) ||
           store_fail(trouble, "the database is not as its version says: %s", PQerrorMessage(store->reader));
}

Store *store_open_postgres(const char *url, char trouble[STORE_TROUBLE_MAX]) {
    static const StoreCalls calls = {.commit = postgres_commit, .read = postgres_read, .close = postgres_close};
    PostgresStore *store = calloc(1, sizeof *store);
    if (store) store->url = strdup(url);
    if (!store || !store->url) {
        store_fail(trouble, "there is no memory left");
        free(store);
        return NULL;
    }
    store->base.calls = &calls;
    if (open_both(store, trouble)) return &store->base;
    postgres_close(&store->base);
    return NULL;
}

Store *store_open(const char *data, char trouble[STORE_TROUBLE_MAX]) {
    return store_is_url(data) ? store_open_postgres(data, trouble) : store_open_sqlite(data, trouble);
}
