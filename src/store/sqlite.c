/* sqlite.c -- the store in one SQLite file: opening, committing, closing.
 *
 * A commit is one transaction: it returns once the write-ahead log is on the disk
 * (synchronous = FULL). What fails is rolled back whole. Where nothing but room is
 * missing, the same batch can be tried again; after a failed fsync nobody knows what is
 * on the disk and what the system will still write, so there is no trying again. */
#include "sqlite_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- committing ---- */

/* Of the errors of the disk those are harmless that write nothing for want of room, or of memory: the write-ahead
 * log has no end of a transaction, so there was none. All others (a failed fsync, a read or a write that the disk did
 * not do, a lock that was lost) leave open what is on the disk. */
static bool is_want_of_room(int code, int reason) {
    bool writing = code == SQLITE_IOERR_WRITE || code == SQLITE_IOERR_SHMSIZE;
    return code == SQLITE_IOERR_NOMEM || (writing && (reason == ENOSPC || reason == EDQUOT || reason == EFBIG));
}

/* `code` is an extended one, `reason` the system's. */
static StoreVerdict verdict_of(int code, int reason) {
    switch (code & 0xff) {
    case SQLITE_FULL:
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_BUSY: /* somebody else writes the file, and for long */
    case SQLITE_NOMEM: return STORE_FULL;
    case SQLITE_IOERR: return is_want_of_room(code, reason) ? STORE_FULL : STORE_FAILED;
    }
    return STORE_FAILED;
}

static void explain(const SqliteStore *store, int code, int reason, const Write *write, size_t row, char *trouble) {
    bool is_disk = (code & 0xff) == SQLITE_IOERR || (code & 0xff) == SQLITE_CANTOPEN;
    const char *system = is_disk && reason ? strerror(reason) : "", *colon = *system ? ": " : "";
    if (verdict_of(code, reason) == STORE_FULL) {
        store_fail(trouble, "the database %s cannot be written (%s%s%s): see that its disk has room and can be written",
                   store->path, sqlite3_errmsg(store->writer), colon, system);
    } else if ((code & 0xff) == SQLITE_IOERR) {
        store_fail(trouble, "the disk of the database %s fails (%s%s%s): see to the disk, then start again",
                   store->path, sqlite3_errmsg(store->writer), colon, system);
    } else if (write) {
        store_fail(trouble, "nothing was written to the database %s: row %zu of the batch (%s): %s", store->path, row,
                   write_name(write->kind), sqlite3_errmsg(store->writer));
    } else {
        store_fail(trouble, "nothing was written to the database %s: %s", store->path, sqlite3_errmsg(store->writer));
    }
}

static StoreVerdict sqlite_commit(Store *base, const StoreBatch *batch, char trouble[STORE_TROUBLE_MAX]) {
    SqliteStore *store = (SqliteStore *)base;
    if (!batch->count) return STORE_DONE;
    int code = sqlite_step_put(store, PUT_BEGIN);
    const Write *write = NULL;
    size_t row = 0;
    for (const Write *next = batch->head; next && code == SQLITE_OK; next = next->next) {
        code = sqlite_put(store, next);
        write = next;
        row++;
    }
    for (const Write *next = batch->head; next && code == SQLITE_OK; next = next->next)
        if (next->kind == WRITE_ANONYMOUS) code = sqlite_make_anonymous(store, next->row);
    if (code == SQLITE_OK) {
        write = NULL;
        if (batch->forgets) code = sqlite_forget(store, &batch->forget);
    }
    if (code == SQLITE_OK) code = sqlite_step_put(store, PUT_COMMIT);
    if (code == SQLITE_OK) return STORE_DONE;
    int reason = store->reason;
    explain(store, code, reason, write, row, trouble);
    if (!sqlite3_get_autocommit(store->writer)) sqlite_step_put(store, PUT_ROLLBACK);
    return verdict_of(code, reason);
}

/* ---- opening ---- */

static void sqlite_close(Store *base) {
    SqliteStore *store = (SqliteStore *)base;
    for (int i = 0; i < READ_STATEMENTS; i++) sqlite3_finalize(store->read[i]);
    for (int i = 0; i < PUT_KINDS; i++) sqlite3_finalize(store->put[i]);
    /* The writer goes last: it brings the write-ahead log home and takes it away. */
    sqlite3_close(store->reader);
    sqlite3_close(store->writer);
    data_unlock(&store->lock);
    free(store);
}

/* Makes the file for this user alone: it has people's sessions in it. SQLite gives the files
 * beside it the same rights. */
static bool make_file(const char *path, char trouble[STORE_TROUBLE_MAX]) {
    struct stat about;
    if (stat(path, &about) == 0 && !S_ISREG(about.st_mode))
        return store_fail(trouble, "%s is not a file: give the path of a file for the database", path);
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0)
        return store_fail(trouble, "cannot open the database %s (%s): give this user the right to read and write it",
                          path, strerror(errno));
    close(file);
    return true;
}

static bool set_up(sqlite3 *base, const char *sql) { return sqlite3_exec(base, sql, NULL, NULL, NULL) == SQLITE_OK; }

static int is_wal(void *good, int count, char **values, char **names) {
    (void)names;
    *(bool *)good = count == 1 && strcmp(values[0], "wal") == 0;
    return 0;
}

/* A checkpoint after each 1000 pages (4 MB) of write-ahead log is a short one; the log's file is cut back
 * to 16 MB when something large made it grow. */
#define WRITER_SETTINGS \
    "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -16384;" \
    " PRAGMA wal_autocheckpoint = 1000; PRAGMA journal_size_limit = 16777216"

static bool open_writer(SqliteStore *store, char trouble[STORE_TROUBLE_MAX]) {
    unsigned version = 0;
    store->writer = schema_open(store->path, SQLITE_OPEN_READWRITE, trouble);
    if (!store->writer || !schema_check(store->writer, store->path, schema_version, &version, trouble)) return false;
    if (sqlite3_db_readonly(store->writer, "main"))
        return store_fail(trouble, "the database %s cannot be written: give this user the right to", store->path);
    bool wal = false;
    sqlite3_exec(store->writer, "PRAGMA journal_mode = WAL", is_wal, &wal, NULL);
    if (!wal)
        return store_fail(trouble,
                          "the database %s cannot have a write-ahead log (%s): keep it on a disk of this machine",
                          store->path, sqlite3_errmsg(store->writer));
    if (!set_up(store->writer, WRITER_SETTINGS))
        return store_fail(trouble, "cannot use the database %s: %s", store->path, sqlite3_errmsg(store->writer));
    return schema_update(store->writer, store->path, schema_steps, version, schema_version, trouble) &&
           (sqlite_prepare_puts(store) || store_fail(trouble, "the database %s is not as its version says: %s",
                                                     store->path, sqlite3_errmsg(store->writer)));
}

static bool open_reader(SqliteStore *store, char trouble[STORE_TROUBLE_MAX]) {
    store->reader = schema_open(store->path, SQLITE_OPEN_READONLY, trouble);
    return store->reader &&
           (sqlite_prepare_reads(store) || store_fail(trouble, "the database %s is not as its version says: %s",
                                                      store->path, sqlite3_errmsg(store->reader)));
}

sqlite3 *sqlite_writer(Store *store) { return ((SqliteStore *)store)->writer; }

Store *store_open_sqlite(const char *path, char trouble[STORE_TROUBLE_MAX]) {
    static const StoreCalls calls = {.commit = sqlite_commit, .read = sqlite_read, .close = sqlite_close};
    SqliteStore *store = calloc(1, sizeof *store);
    if (!store) {
        store_fail(trouble, "there is no memory left");
        return NULL;
    }
    store->base.calls = &calls;
    store->lock.file = -1;
    bool good = data_path(path, store->path, trouble) && data_lock(&store->lock, store->path, trouble) &&
                make_file(store->path, trouble) && open_writer(store, trouble) && open_reader(store, trouble);
    if (good) {
        data_sync_folder(store->path);
        return &store->base;
    }
    sqlite_close(&store->base);
    return NULL;
}
