/* postgres.c -- the store in a PostgreSQL database: opening, committing, closing.
 *
 * A commit is one transaction, sent in one go and answered once it is durable as the database understands that (with a synchronous
 * standby: there as well). A connection that breaks meanwhile leaves open whether the transaction was made. So every
 * transaction also counts `commits` of its node up, from the number before to its own: once there is a connection again the
 * row tells, and it is locked for reading, so that a transaction still under way is waited for. Nothing is written twice, and nothing is
 * called written that is not.
 *
 * Several servers share a database. A transaction first moves the heads of the logs that it adds to (PUT_HEAD), always in the same order: a
 * head that another server has moved stays, and that part of the batch is left out. Then come the rows. */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "postgres_internal.h"

/* "Uno1", shared: a version that wants the database for itself keeps out, or is kept out. A connection that was closed a
 * moment ago still has it for that moment. Whoever stands still in the middle of a transaction does not hold the others up for long. */
#define LOCK_SQL \
    "SET lock_timeout TO '3s'; SELECT pg_advisory_lock_shared(" POSTGRES_LOCK "); SET lock_timeout TO 0;" \
    " SET idle_in_transaction_session_timeout TO '2s'"

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

PGconn *postgres_dial(const char *url) {
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

bool postgres_run(PGconn *connection, const char *sql) { return has_done(PQexec(connection, sql), NULL); }

static bool lock_and_prepare(PostgresStore *store, char trouble[STORE_TROUBLE_MAX]) {
    if (!postgres_run(store->writer, LOCK_SQL))
        return store_fail(trouble, "the database is used by another server: stop that one first");
    return postgres_prepare_puts(store->writer) ||
           store_fail(trouble, "the database is not as its version says: %s", PQerrorMessage(store->writer));
}

/* ---- committing ---- */

enum { NUMBER_ROW = 1, AGAIN_MAX = 20 }; /* after BEGIN: the number of the commit */

/* What came of the statements that were sent, up to the mark. The first that failed counts. */
typedef struct {
    bool good;
    bool again;  /* it failed only because others wrote at the same moment */
    int64_t row; /* which statement failed */
    char why[STORE_TROUBLE_MAX];
} Answers;

static bool is_bad_moment(const PGresult *result) {
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    return state && (strcmp(state, "40P01") == 0 || strcmp(state, "40001") == 0); /* deadlock, serialization */
}

/* Reads every answer; `parts`: those of the heads, from statement 2 on, say which parts are lost. */
static void collect(PGconn *connection, size_t statements, Part *parts, Answers *answers) {
    *answers = (Answers){.good = true, .row = -1};
    for (size_t i = 0; i <= statements; i++) {
        PGresult *result = PQgetResult(connection);
        if (!result) break; /* the connection is gone */
        ExecStatusType status = PQresultStatus(result);
        if (status == PGRES_PIPELINE_SYNC) return PQclear(result);
        bool done = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
        if (!done && answers->good) {
            answers->good = false;
            answers->row = (int64_t)i;
            answers->again = is_bad_moment(result);
            snprintf(answers->why, sizeof answers->why, "%s", PQresultErrorMessage(result));
        }
        if (i > NUMBER_ROW && parts) {
            parts->lost = done && !PQntuples(result);
            parts = parts->next;
        }
        PQclear(result);
        while ((result = PQgetResult(connection))) PQclear(result); /* the end of this statement's answer */
    }
    answers->good = false;
}

static bool send_plain(PGconn *connection, const char *sql) {
    return PQsendQueryParams(connection, sql, 0, NULL, NULL, NULL, NULL, 1);
}

/* BEGIN, the number, and the heads of all logs. False: the connection is gone. */
static bool send_heads(PostgresStore *store, const StoreBatch *batch, size_t *statements) {
    const int64_t number[] = {store->commits + 1, (int64_t)store->base.node};
    bool sent = PQenterPipelineMode(store->writer) && send_plain(store->writer, "BEGIN") &&
                !postgres_put_numbers(store, PUT_NUMBER, number, 2);
    *statements = 2;
    for (const Part *part = batch->parts; part && sent; part = part->next, ++*statements)
        sent = !postgres_put_head(store, part);
    return sent;
}

/* What other servers are to hear of the batch, in one row. False: the connection is gone, or there is no memory. */
static bool send_news(PostgresStore *store, const StoreBatch *batch, size_t *statements) {
    char *text = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&text, &length);
    if (!file) return false;
    for (const Part *part = batch->parts; part; part = part->next)
        if (!part->lost && part->first)
            fprintf(file, "log %llu %llu\n", (unsigned long long)part->log, (unsigned long long)part->last);
    for (const Write *write = batch->head; write; write = write->next)
        if (write->kind == WRITE_NEWS && !write_is_lost(write)) {
            const StoreNews *news = write->row;
            fwrite(news->text, 1, news->length, file);
        }
    bool good = fclose(file) == 0;
    if (good && length) {
        good = !postgres_put_news(store, text, length);
        ++*statements;
    }
    free(text);
    return good;
}

static size_t statements_of(const Write *write) {
    if (write->kind == WRITE_RESULT) return 1 + ((const StoreResult *)write->row)->players;
    return write->kind != WRITE_ANONYMOUS && write->kind != WRITE_NEWS;
}

/* All rows that are not lost; COMMIT too, unless there is more to do. */
static bool send_rows(PostgresStore *store, const StoreBatch *batch, bool ends, size_t *statements) {
    bool sent = true;
    for (const Write *write = batch->head; write && sent; write = write->next) {
        if (write_is_lost(write)) continue;
        sent = !postgres_put(store, write);
        *statements += statements_of(write);
    }
    for (const Write *write = batch->head; write && sent; write = write->next)
        if (write->kind == WRITE_ANONYMOUS) {
            sent = !postgres_make_anonymous(store, write->row);
            *statements += STORE_SEATS_MAX + 1;
        }
    sent = sent && send_news(store, batch, statements);
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

/* How many commits of this node the database has; -1: it cannot be asked. */
static int64_t ask_commits(PostgresStore *store) {
    char sql[120];
    snprintf(sql, sizeof sql, "SELECT commits FROM counts WHERE node = %lld FOR UPDATE", (long long)store->base.node);
    return ask_number(store->writer, sql);
}

/* After a connection was lost: STORE_DONE and *made, or what is wrong. The row is waited for as long as somebody else,
 * such as the lost connection's own transaction, has it. */
static StoreVerdict find_again(PostgresStore *store, bool *made, char trouble[STORE_TROUBLE_MAX]) {
    PQfinish(store->writer);
    store->writer = postgres_dial(store->url);
    if (PQstatus(store->writer) != CONNECTION_OK) return lose(store, trouble);
    if (!lock_and_prepare(store, trouble))
        return PQstatus(store->writer) == CONNECTION_OK ? STORE_FULL : lose(store, trouble);
    int64_t commits = ask_commits(store);
    if (commits < 0) return lose(store, trouble);
    store->lost = false;
    *made = commits == store->commits + 1;
    if (*made || commits == store->commits) return STORE_DONE;
    store_fail(trouble, "the database does not know what this server has written: it stops");
    return STORE_FAILED;
}

static StoreVerdict finish_batch(PostgresStore *store, const StoreBatch *batch, const Answers *answers, bool ends,
                                 char trouble[STORE_TROUBLE_MAX]) {
    bool good = answers->good;
    if (good && !ends) good = forget(store, &batch->forget) && postgres_run(store->writer, "COMMIT");
    if (PQstatus(store->writer) != CONNECTION_OK) return lose(store, trouble);
    if (good) return store->commits++, STORE_DONE;
    postgres_run(store->writer, "ROLLBACK");
    if (PQstatus(store->writer) != CONNECTION_OK) return lose(store, trouble); /* its last words were no answer */
    if (answers->row == NUMBER_ROW)
        store_fail(trouble, "the database does not know what this server has written: it stops");
    else
        store_fail(trouble, "nothing was written to the database: statement %lld of the batch: %s",
                   (long long)answers->row, answers->why);
    return STORE_FAILED;
}

/* Everything is sent, and every answer is there. False: the connection is gone. The answers of the heads come first: what is
 * lost is not sent. Where there are none, all goes at once. */
static bool write_batch(PostgresStore *store, const StoreBatch *batch, bool ends, Answers *answers) {
    size_t statements;
    if (!send_heads(store, batch, &statements)) return false;
    if (batch->parts) {
        if (!PQpipelineSync(store->writer)) return false;
        collect(store->writer, statements, batch->parts, answers);
        statements = 0;
        if (PQstatus(store->writer) != CONNECTION_OK) return false;
        if (!answers->good) return PQexitPipelineMode(store->writer);
    }
    if (!send_rows(store, batch, ends, &statements)) return false;
    collect(store->writer, statements, NULL, answers);
    if (batch->parts && answers->row >= 0) answers->row += NUMBER_ROW + 1; /* it is not the number */
    return PQstatus(store->writer) == CONNECTION_OK && PQexitPipelineMode(store->writer);
}

static StoreVerdict postgres_commit(Store *base, const StoreBatch *batch, char trouble[STORE_TROUBLE_MAX]) {
    PostgresStore *store = (PostgresStore *)base;
    bool made = false, ends = !batch->forgets;
    Answers answers;
    StoreVerdict verdict = STORE_FAILED;
    if (!batch->count) return STORE_DONE;
    if (store->lost) {
        StoreVerdict found = find_again(store, &made, trouble);
        if (found != STORE_DONE) return found;
        if (made) return store->commits++, postgres_ring(store), STORE_DONE;
    }
    for (unsigned tries = 0; tries < AGAIN_MAX; tries++) {
        if (!write_batch(store, batch, ends, &answers)) return lose(store, trouble);
        verdict = finish_batch(store, batch, &answers, ends, trouble);
        if (verdict != STORE_FAILED || !answers.again) break;
    }
    if (verdict == STORE_DONE) postgres_ring(store);
    return verdict;
}

/* ---- opening ---- */

static void postgres_close(Store *base) {
    PostgresStore *store = (PostgresStore *)base;
    if (store->writer && PQstatus(store->writer) == CONNECTION_OK) {
        char sql[80];
        snprintf(sql, sizeof sql, "DELETE FROM lives WHERE node = %lld", (long long)base->node);
        postgres_run(store->writer, sql); /* others need not wait to know */
    }
    PQfinish(store->reader);
    PQfinish(store->writer);
    PQfinish(store->bell);
    if (store->rung >= 0) close(store->rung);
    free(store->url);
    free(store);
}

bool store_is_url(const char *data) {
    return strncmp(data, "postgresql://", 13) == 0 || strncmp(data, "postgres://", 11) == 0;
}

/* A node begins to count; those of long ago are forgotten. */
static bool count_in(PostgresStore *store) {
    char sql[200];
    uint64_t number = 0;
    if (getentropy(&number, sizeof number)) return false;
    store->base.node = (number >> 2) + 1;
    snprintf(sql, sizeof sql,
             "DELETE FROM counts WHERE at < now() - interval '7 days';"
             " INSERT INTO counts (node, commits) VALUES (%lld, 0)",
             (long long)store->base.node);
    return postgres_run(store->writer, sql);
}

static bool open_both(PostgresStore *store, char trouble[STORE_TROUBLE_MAX]) {
    store->writer = postgres_dial(store->url);
    if (PQstatus(store->writer) != CONNECTION_OK)
        return store_fail(trouble, "cannot reach the database: %s", PQerrorMessage(store->writer));
    if (!postgres_schema(store->writer, trouble) || !lock_and_prepare(store, trouble)) return false;
    if (!count_in(store)) return store_fail(trouble, "cannot write to the database: %s", PQerrorMessage(store->writer));
    store->reader = postgres_dial(store->url);
    return (PQstatus(store->reader) == CONNECTION_OK && postgres_prepare_reads(store->reader)) ||
           store_fail(trouble, "the database is not as its version says: %s", PQerrorMessage(store->reader));
}

Store *store_open_postgres(const char *url, char trouble[STORE_TROUBLE_MAX]) {
    static const StoreCalls calls = {
        .commit = postgres_commit, .read = postgres_read, .wait = postgres_wait, .close = postgres_close};
    PostgresStore *store = calloc(1, sizeof *store);
    if (store) store->url = strdup(url);
    if (!store || !store->url) {
        store_fail(trouble, "there is no memory left");
        free(store);
        return NULL;
    }
    store->base.calls = &calls;
    store->rung = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (open_both(store, trouble)) return &store->base;
    postgres_close(&store->base);
    return NULL;
}

Store *store_open(const char *data, char trouble[STORE_TROUBLE_MAX]) {
    return store_is_url(data) ? store_open_postgres(data, trouble) : store_open_sqlite(data, trouble);
}
