/* postgres_internal.h -- the parts of the store in a PostgreSQL database.
 *
 *     postgres.c         opening, committing, closing; connections that are lost
 *     postgres_schema.c  what is in the database
 *     postgres_write.c   a row of a batch
 *     postgres_read.c    rows out of it
 *
 *     postgres_bell.c    tells other servers that something was written, and hears it from them
 *
 * Three connections: `writer` belongs to the thread that commits, `reader` to the thread that reads, `bell` to the one that
 * waits for other servers. */
#ifndef UNO_POSTGRES_INTERNAL_H
#define UNO_POSTGRES_INTERNAL_H

#include <postgresql/libpq-fe.h>

#include "rows.h"

enum {
    PUT_NUMBER = ROW_PUTS, /* the number of this commit, if it is the next */
    PUT_HEAD,
    PUT_NEWS,
    PUT_PRESENCE,
    PUT_PRESENCE_END,
    PUT_OLD_TABLE,
    PUT_LOG_BITE,
    PUT_LOG_LEFT,
    PUT_TABLE_END,
    PUT_KINDS,
};

typedef struct {
    Store base;
    char *url;
    PGconn *writer, *reader, *bell;
    int rung;        /* an eventfd: something was written, and the others are to hear of it */
    int64_t commits; /* how many this server has made, as the database counts them too */
    bool lost;       /* the connection broke while a commit was under way: whether it was made must be asked */
} PostgresStore;

/* A lock that servers share, and that moving a site has for itself. */
#define POSTGRES_LOCK "x'556e6f31'::bigint"

/* How far each log is, where nobody leads any table yet. */
#define POSTGRES_HEADS_SQL "INSERT INTO heads SELECT table_id, max(seq), 0, 0 FROM log GROUP BY table_id"

/* Of what version the schema in a database is. */
typedef enum { POSTGRES_NONE, POSTGRES_CURRENT, POSTGRES_OTHER } PostgresAge;
PostgresAge postgres_age(PGconn *connection);

/* Makes what is not there yet. False: `trouble` says why. */
bool postgres_schema(PGconn *connection, char trouble[STORE_TROUBLE_MAX]);

/* Prepares what the writer or the reader needs. */
bool postgres_prepare_puts(PGconn *connection);
bool postgres_prepare_reads(PGconn *connection);

/* ?1 and ? of SQLite are $1, and `user` is a word of PostgreSQL's own. Prepares it under this name. */
bool postgres_prepare(PGconn *connection, const char *name, const char *sql, const Oid *types, int count);

/* Sends the rows of a batch, in pipeline mode. 0: all were sent. */
int postgres_put(PostgresStore *store, const Write *write);
int postgres_make_anonymous(PostgresStore *store, const StoreUser *user);
int postgres_put_numbers(PostgresStore *store, int kind, const int64_t *numbers, int count);

/* The head of a log moves on, if nobody else has moved it: one row is the answer. */
int postgres_put_head(PostgresStore *store, const Part *part);
int postgres_put_news(PostgresStore *store, const char *text, size_t length);

/* What came of a connection's statement. */
bool postgres_run(PGconn *connection, const char *sql);
PGconn *postgres_dial(const char *url);

bool postgres_wait(Store *store, int ms);
void postgres_ring(PostgresStore *store);

bool postgres_read(Store *store, const StoreRead *what, StoreVisit visit, void *context);

int64_t postgres_number(const PGresult *result, int row, int column);

#endif
