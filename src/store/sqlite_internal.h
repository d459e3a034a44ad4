/* sqlite_internal.h -- the parts of the store in a SQLite file.
 *
 *     sqlite.c         opening, committing, closing
 *     sqlite_schema.c  what is in the file, and how an older one is brought up to date
 *     sqlite_write.c   a row of a batch into the file
 *     sqlite_read.c    rows out of it
 *     sqlite_forget.c  what nobody needs any more
 *     sqlite_backup.c  copies of it
 *
 * Two connections: `writer` belongs to the thread that commits, `reader` to the thread that
 * reads. In WAL mode neither waits for the other, and a reader sees whole commits only. */
#ifndef UNO_SQLITE_INTERNAL_H
#define UNO_SQLITE_INTERNAL_H

#include "batch_internal.h"
#include "data_file.h"
#include "rows.h"
#include "sqlite_schema.h"

enum {
    PUT_OLD_TABLE = ROW_PUTS, /* sqlite_forget.c: these */
    PUT_BEFORE,
    PUT_LOG_END,
    PUT_HEAD,
    PUT_HEAD_END,
    PUT_TABLE_END, /* to here */
    PUT_BEGIN,
    PUT_COMMIT,
    PUT_ROLLBACK,
    PUT_KINDS,
};

typedef struct {
    Store base;
    DataLock lock;
    char path[DATA_PATH_MAX];
    sqlite3 *writer, *reader;
    int reason; /* the system's, of the last step of the writer that failed; 0: it gave none */
    sqlite3_stmt *put[PUT_KINDS], *read[READ_STATEMENTS]; /* prepared once, kept */
} SqliteStore;

/* ---- rows ---- */

bool sqlite_prepare_puts(SqliteStore *store);
bool sqlite_prepare_reads(SqliteStore *store);

/* SQLITE_OK, or the extended code of what went wrong. */
int sqlite_step_put(SqliteStore *store, int kind);
int sqlite_put(SqliteStore *store, const Write *write);
/* Takes the names of a user out of the results; `user` has nothing but the id. */
int sqlite_make_anonymous(SqliteStore *store, const StoreUser *user);
int sqlite_forget(SqliteStore *store, const StoreForget *what);

bool sqlite_read(Store *store, const StoreRead *what, StoreVisit visit, void *context);

#endif
