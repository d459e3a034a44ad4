/* postgres_write.c -- rows of a batch into the database (rows_write.h knows the rows). They are sent one behind the other without waiting
 * for answers; postgres.c looks at these. */
#define _GNU_SOURCE
#include <endian.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "postgres_internal.h"

static const char *const put_sql[PUT_KINDS] = {
    [PUT_LOG] = "INSERT INTO log (table_id, seq, at, text, sum) VALUES (?, ?, ?, ?, ?)",
#include "rows_write.def"
    /* A record is bytes: the line with the name goes. */
    [PUT_NO_RECORD_NAME] =
        "WITH lines AS (SELECT s.result, convert_to(chr(10) || 'seat ' || chr(65 + s.seat::int) || ' '"
        " || s.name || chr(10), 'UTF8') AS line FROM result_seats s"
        " WHERE s.user = ?1 AND s.seat = ?2 AND s.user <> 0 AND s.name <> '')"
        " UPDATE results SET record = overlay(record PLACING '\\x0a'::bytea"
        " FROM position(line IN record) FOR length(line))"
        " FROM lines WHERE lines.result = results.id AND position(line IN record) > 0",
    /* Where the number is not the next, the division fails, and with it the transaction. */
    [PUT_NUMBER] = "WITH counted AS (UPDATE server SET commits = ?1 WHERE commits = ?1 - 1 RETURNING 1)"
                   " SELECT 1 / count(*) FROM counted",
    [PUT_OLD_TABLE] = "SELECT id FROM tables WHERE state = 1 AND closed_at < ? ORDER BY closed_at, id LIMIT 1",
    [PUT_LOG_BITE] = "DELETE FROM log WHERE table_id = ?1 AND seq IN"
                     " (SELECT seq FROM log WHERE table_id = ?1 ORDER BY seq DESC LIMIT ?2)",
    [PUT_LOG_LEFT] = "SELECT 1 FROM log WHERE table_id = ? LIMIT 1",
    [PUT_TABLE_END] = "DELETE FROM tables WHERE id = ?",
};

/* "put12" */
typedef struct {
    char text[16];
} Name;

static Name name_of(int kind) {
    Name name;
    snprintf(name.text, sizeof name.text, "put%d", kind);
    return name;
}

bool postgres_prepare_puts(PGconn *connection) {
    static const Oid numbers[] = {20, 20}; /* bigint, where no column says so */
    for (int i = 0; i < PUT_KINDS; i++) {
        bool plain = i >= PUT_NUMBER || i == PUT_NO_RECORD_NAME;
        if (!postgres_prepare(connection, name_of(i).text, put_sql[i], plain ? numbers : NULL, plain ? 2 : 0))
            return false;
    }
    return true;
}

/* ---- the values of a statement, from left to right, as PostgreSQL writes them in binary ---- */

typedef PostgresStore RowStore;

enum { VALUES_MAX = 32 };

typedef struct {
    int count;
    const char *value[VALUES_MAX];
    int length[VALUES_MAX], binary[VALUES_MAX];
    uint64_t number[VALUES_MAX]; /* high byte first */
} Values;

static Values values_of(const RowStore *store, int kind) {
    (void)store, (void)kind;
    return (Values){0};
}

static void put_value(Values *values, const char *bytes, size_t length) {
    int at = values->count++;
    values->value[at] = bytes;
    values->length[at] = (int)length;
    values->binary[at] = 1;
}

static void put_number(Values *values, int64_t number) {
    uint64_t *place = &values->number[values->count];
    *place = htobe64((uint64_t)number);
    put_value(values, (const char *)place, sizeof *place);
}

static void put_null(Values *values) { put_value(values, NULL, 0); }

static void put_bytes(Values *values, const char *text, size_t length) { put_value(values, text, length); }

static void put_real(Values *values, double number) {
    int64_t bits;
    memcpy(&bits, &number, sizeof bits);
    put_number(values, bits);
}

static void put_hash(Values *values, const uint8_t hash[STORE_HASH_BYTES]) {
    put_value(values, (const char *)hash, STORE_HASH_BYTES);
}

static int finish(const RowStore *store, const Values *values, int kind) {
    return !PQsendQueryPrepared(store->writer, name_of(kind).text, values->count, values->value, values->length,
                                values->binary, 1);
}

static int put_node_row(const RowStore *store, const Write *write) {
    (void)store, (void)write;
    return 0;
}

#include "rows_write.h"

int postgres_put(PostgresStore *store, const Write *write) { return put_row(store, write); }

int postgres_make_anonymous(PostgresStore *store, const StoreUser *user) { return put_anonymous(store, user); }

int postgres_put_numbers(PostgresStore *store, int kind, const int64_t *numbers, int count) {
    Values values = values_of(store, kind);
    for (int i = 0; i < 2; i++) put_number(&values, i < count ? numbers[i] : 0);
    return finish(store, &values, kind);
}
