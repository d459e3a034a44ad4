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
    [PUT_NUMBER] = "WITH counted AS (UPDATE counts SET commits = ?1 WHERE node = ?2 AND commits = ?1 - 1 RETURNING 1)"
                   " SELECT 1 / count(*) FROM counted",
    /* ?1 log, ?2 first, ?3 last, ?4 epoch, ?5 node. */
    [PUT_HEAD] = "INSERT INTO heads (id, seq, node, epoch) SELECT ?1, ?3, ?5, 1 WHERE ?2 = 1 OR"
                 " (?2 > 1 AND EXISTS (SELECT 1 FROM heads WHERE id = ?1))"
                 " ON CONFLICT (id) DO UPDATE SET seq = ?3 WHERE heads.seq = ?2 - 1"
                 " AND (?4 = 0 OR (heads.epoch = ?4 AND heads.node = ?5)) RETURNING 1",
    [PUT_NEWS] = "INSERT INTO news (node, text) VALUES (?, ?)",
    [PUT_PRESENCE] = "INSERT INTO presence (table_id, node, spectators, people) VALUES (?, ?, ?, ?)"
                     " ON CONFLICT (table_id, node) DO UPDATE SET spectators = excluded.spectators,"
                     " people = excluded.people",
    [PUT_PRESENCE_END] = "DELETE FROM presence WHERE table_id = ? AND node = ?",
    [PUT_OLD_TABLE] = "SELECT id FROM tables WHERE state = 1 AND closed_at < ? ORDER BY closed_at, id LIMIT 1",
    [PUT_LOG_BITE] = "DELETE FROM log WHERE table_id = ?1 AND seq IN"
                     " (SELECT seq FROM log WHERE table_id = ?1 ORDER BY seq DESC LIMIT ?2)",
    [PUT_LOG_LEFT] = "SELECT 1 FROM log WHERE table_id = ? LIMIT 1",
    [PUT_TABLE_END] = "WITH head AS (DELETE FROM heads WHERE id = ?1),"
                      " there AS (DELETE FROM presence WHERE table_id = ?1) DELETE FROM tables WHERE id = ?1",
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
    static const Oid numbers[] = {20, 20, 20, 20, 20}; /* bigint, where no column says so */
    for (int i = 0; i < PUT_KINDS; i++) {
        bool rows = i < PUT_NUMBER || (i > PUT_HEAD && i <= PUT_PRESENCE_END);
        int count = i == PUT_HEAD ? 5 : rows && i != PUT_NO_RECORD_NAME ? 0 : 2;
        if (!postgres_prepare(connection, name_of(i).text, put_sql[i], count ? numbers : NULL, count)) return false;
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

static void put_id(Values *values, uint64_t id);

static int put_presence(const RowStore *store, const StorePresence *presence) {
    bool anybody = presence->players || presence->spectators;
    Values values = values_of(store, PUT_PRESENCE);
    char people[STORE_SEATS_MAX * 21 + 1] = "";
    size_t used = 0;
    for (unsigned i = 0; i < presence->players; i++)
        used += (size_t)snprintf(people + used, sizeof people - used, "%llu ", (unsigned long long)presence->player[i]);
    put_id(&values, presence->table);
    put_id(&values, presence->node);
    if (!anybody) return finish(store, &values, PUT_PRESENCE_END);
    put_number(&values, presence->spectators);
    put_bytes(&values, people, used);
    return finish(store, &values, PUT_PRESENCE);
}

/* The news of a batch are one row: postgres.c. */
static int put_node_row(const RowStore *store, const Write *write) {
    return write->kind == WRITE_PRESENCE ? put_presence(store, write->row) : 0;
}

#include "rows_write.h"

int postgres_put(PostgresStore *store, const Write *write) { return put_row(store, write); }

int postgres_make_anonymous(PostgresStore *store, const StoreUser *user) { return put_anonymous(store, user); }

int postgres_put_numbers(PostgresStore *store, int kind, const int64_t *numbers, int count) {
    Values values = values_of(store, kind);
    for (int i = 0; i < 2; i++) put_number(&values, i < count ? numbers[i] : 0);
    return finish(store, &values, kind);
}

int postgres_put_head(PostgresStore *store, const Part *part) {
    Values values = values_of(store, PUT_HEAD);
    put_id(&values, part->log);
    put_id(&values, part->first);
    put_id(&values, part->last);
    put_id(&values, part->epoch);
    put_id(&values, store->base.node);
    return finish(store, &values, PUT_HEAD);
}

int postgres_put_news(PostgresStore *store, const char *text, size_t length) {
    Values values = values_of(store, PUT_NEWS);
    put_id(&values, store->base.node);
    put_bytes(&values, text, length);
    return finish(store, &values, PUT_NEWS);
}
