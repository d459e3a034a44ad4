/* postgres_read.c -- rows out of the database (rows_read.h has the queries). An answer is there whole before its first row is shown, so a
 * visitor may read meanwhile. A connection that was lost is made anew once; reading again does no harm. */
#define _GNU_SOURCE
#include <endian.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "postgres_internal.h"

typedef PostgresStore RowStore;

typedef struct {
    const PGresult *result;
    int row, at;
} Columns;

/* As wide as the type is; NULL is 0. */
int64_t postgres_number(const PGresult *result, int row, int column) {
    const char *bytes = PQgetvalue(result, row, column);
    uint64_t wide;
    uint32_t narrow;
    switch (PQgetlength(result, row, column)) { /* foreign: a width */
    case 8: return memcpy(&wide, bytes, 8), (int64_t)be64toh(wide);
    case 4: return memcpy(&narrow, bytes, 4), (int32_t)be32toh(narrow);
    case 1: return bytes[0];
    }
    return 0;
}

static int64_t next_number(Columns *columns) { return postgres_number(columns->result, columns->row, columns->at++); }

static double next_real(Columns *columns) {
    int64_t bits = next_number(columns);
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static const char *next_bytes(Columns *columns, size_t *length) {
    *length = (size_t)PQgetlength(columns->result, columns->row, columns->at);
    return PQgetvalue(columns->result, columns->row, columns->at++);
}

static void next_hash(Columns *columns, uint8_t hash[STORE_HASH_BYTES]) {
    size_t length;
    const char *bytes = next_bytes(columns, &length);
    if (length == STORE_HASH_BYTES) memcpy(hash, bytes, STORE_HASH_BYTES);
}

#define LOG_QUERY "SELECT " LOG_COLUMNS ", 0 FROM log WHERE table_id = ?1 AND seq >= ?2 ORDER BY seq"

#define SHARED_READINGS
#include "rows_read.h"

enum { READ_VALUES = 6 };

bool postgres_prepare_reads(PGconn *connection) {
    static const Oid types[READ_VALUES] = {20, 20, 25, 17, 20, 20}; /* bigint, text, bytea */
    for (int i = 0; i < READ_STATEMENTS; i++) {
        char name[16];
        snprintf(name, sizeof name, "read%d", i);
        if (!postgres_prepare(connection, name, readings[i].sql, types, READ_VALUES)) return false;
    }
    return true;
}

static PGresult *ask(const PostgresStore *store, int which, const StoreRead *what) {
    uint64_t first = htobe64(what->first), second = htobe64(what->second), before = htobe64((uint64_t)what->before),
             most = htobe64(what->most);
    const char *values[READ_VALUES] = {(const char *)&first,     (const char *)&second, what->text,
                                       (const char *)what->hash, (const char *)&before, (const char *)&most};
    const int lengths[READ_VALUES] = {8, 8, (int)strlen(what->text), STORE_HASH_BYTES, 8, 8};
    static const int binary[READ_VALUES] = {1, 1, 1, 1, 1, 1};
    char name[16];
    snprintf(name, sizeof name, "read%d", which);
    return PQexecPrepared(store->reader, name, READ_VALUES, values, lengths, binary, 1);
}

/* False: it is still out of reach. */
static bool connect_again(PostgresStore *store) {
    PQreset(store->reader);
    return PQstatus(store->reader) == CONNECTION_OK && postgres_prepare_reads(store->reader);
}

static bool read_rows(RowStore *store, int which, const StoreRead *what, StoreVisit visit, void *context) {
    PGresult *result = ask(store, which, what);
    if (PQresultStatus(result) != PGRES_TUPLES_OK && connect_again(store)) { /* asking again does no harm */
        PQclear(result);
        result = ask(store, which, what);
    }
    bool good = PQresultStatus(result) == PGRES_TUPLES_OK;
    if (!good) store_fail(store->base.trouble, "the database cannot be read: %s", PQerrorMessage(store->reader));
    int rows = good ? PQntuples(result) : 0;
    for (int row = 0; row < rows; row++)
        if (!readings[which].show(store, (Columns){.result = result, .row = row}, visit, context)) break;
    PQclear(result);
    return good && !store->base.trouble[0];
}

bool postgres_read(Store *store, const StoreRead *what, StoreVisit visit, void *context) {
    return read_rows((PostgresStore *)store, (int)what->kind, what, visit, context);
}
