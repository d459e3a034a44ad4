/* sqlite_backup.c -- a copy of the database that is consistent in itself, and a copy put
 * in its place. Neither ever writes over a file that was there. */
#define _GNU_SOURCE
#include "sqlite_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Opens a database of ours, of this version or an older one. */
static sqlite3 *open_ours(const char *path, int flags, char trouble[STORE_TROUBLE_MAX]) {
    unsigned version = 0;
    sqlite3 *base = schema_open(path, flags, trouble);
    if (!base) return NULL;
    bool good = schema_check(base, path, schema_version, &version, trouble) &&
                (version > 0 || store_fail(trouble, "%s is empty: it is not a database of uno", path));
    if (good) return base;
    sqlite3_close(base);
    return NULL;
}

/* ---- copying ---- */

static int is_ok(void *good, int count, char **values, char **names) {
    (void)names;
    *(bool *)good = count == 1 && values[0] && strcmp(values[0], "ok") == 0;
    return !*(bool *)good;
}

static bool check_whole(sqlite3 *base, const char *path, char trouble[STORE_TROUBLE_MAX]) {
    bool whole = false;
    sqlite3_exec(base, "PRAGMA integrity_check(1)", is_ok, &whole, NULL);
    return whole || store_fail(trouble, "the database %s is damaged: go back to an earlier backup of it", path);
}

/* All pages in one step: a reader sees one state of the database, whatever its server writes meanwhile. */
static bool copy_pages(sqlite3 *source, const char *path, sqlite3 *copy, const char *copy_path,
                       char trouble[STORE_TROUBLE_MAX]) {
    sqlite3_backup *backup = sqlite3_backup_init(copy, "main", source, "main");
    int code = backup ? sqlite3_backup_step(backup, -1) : SQLITE_ERROR;
    sqlite3_backup_finish(backup);
    if (code == SQLITE_DONE && sqlite3_exec(copy, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL) == SQLITE_OK)
        return true; /* one file, with nothing beside it */
    return store_fail(trouble, "cannot copy the database %s to %s (%s): see that the disk has room", path, copy_path,
                      code == SQLITE_DONE || !backup ? sqlite3_errmsg(copy) : sqlite3_errstr(code));
}

/* Copies to `copy_path`, where a file of this call's is or none. On failure it is gone. */
static bool copy_checked(sqlite3 *source, const char *path, const char *copy_path, char trouble[STORE_TROUBLE_MAX]) {
    int file = open(copy_path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0)
        return store_fail(trouble, "cannot write %s (%s): use a folder that is there and has room", copy_path,
                          strerror(errno));
    sqlite3 *copy = schema_open(copy_path, SQLITE_OPEN_READWRITE, trouble);
    bool good = copy && copy_pages(source, path, copy, copy_path, trouble) && check_whole(copy, path, trouble);
    if (sqlite3_close(copy) != SQLITE_OK) good = false;
    if (good && fsync(file) != 0) good = store_fail(trouble, "cannot write %s: %s", copy_path, strerror(errno));
    close(file);
    if (!good) unlink(copy_path);
    return good;
}

/* ---- backup ---- */

static bool reserve(const char *to, char trouble[STORE_TROUBLE_MAX]) {
    int file = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file >= 0) {
        close(file);
        return true;
    }
    if (errno == EEXIST) return store_fail(trouble, "%s is there already: give another name for the backup", to);
    return store_fail(trouble, "cannot write %s (%s): use a folder that is there and that this user may write", to,
                      strerror(errno));
}

bool store_backup_sqlite(const char *path, const char *to, char trouble[STORE_TROUBLE_MAX]) {
    char part[DATA_PATH_MAX], target[DATA_PATH_MAX];
    sqlite3 *source = open_ours(path, SQLITE_OPEN_READWRITE, trouble);
    if (!source) return false;
    /* The name is taken with an empty file; the copy gets it once it is whole and on the disk. */
    bool reserved = data_path(to, target, trouble) && reserve(target, trouble), good = false;
    if (reserved) {
        data_path_ending(target, ".part", part);
        good = copy_checked(source, path, part, trouble);
        if (good && (rename(part, target) != 0 || !data_sync_folder(target))) {
            good = store_fail(trouble, "cannot write %s: %s", to, strerror(errno));
            unlink(part);
        }
        if (!good) unlink(target);
    }
    sqlite3_close(source);
    return good;
}

/* ---- restore ---- */

/* The first name that is free: nothing is ever written over. */
static bool name_kept(const char *path, char *kept, size_t size, char trouble[STORE_TROUBLE_MAX]) {
    for (unsigned number = 1; number < 10000; number++) {
        char ending[40], name[DATA_PATH_MAX], wal[DATA_PATH_MAX];
        snprintf(ending, sizeof ending, ".before-restore-%u", number);
        data_path_ending(path, ending, name);
        snprintf(ending, sizeof ending, ".before-restore-%u-wal", number);
        data_path_ending(path, ending, wal);
        if (data_exists(name) || data_exists(wal)) continue;
        if (strlen(name) < size) {
            memcpy(kept, name, strlen(name) + 1);
            return true;
        }
        return store_fail(trouble, "the path of %s is too long", path);
    }
    return store_fail(trouble, "there are too many files %s.before-restore-N: take some away", path);
}

/* Brings the write-ahead log home, so that the old database is one file. That may fail, as what is being
 * replaced may be damaged: then the log is kept beside it under the name that belongs to it. */
static bool settle_old(const char *path, const char *kept, char trouble[STORE_TROUBLE_MAX]) {
    char wal[DATA_PATH_MAX], shm[DATA_PATH_MAX], kept_wal[DATA_PATH_MAX], ignored[STORE_TROUBLE_MAX];
    sqlite3 *old = schema_open(path, SQLITE_OPEN_READWRITE, ignored);
    if (old) {
        sqlite3_exec(old, "PRAGMA wal_checkpoint(TRUNCATE)", NULL, NULL, NULL);
        sqlite3_close(old);
    }
    data_path_ending(path, "-wal", wal);
    data_path_ending(path, "-shm", shm);
    data_path_ending(kept, "-wal", kept_wal);
    if (data_exists(wal) && rename(wal, kept_wal) != 0)
        return store_fail(trouble, "cannot keep %s: %s", wal, strerror(errno));
    unlink(shm);
    return true;
}

/* Gives the old file its second name; where a disk knows no second names, its only one. */
static bool keep_old(const char *path, const char *kept, char trouble[STORE_TROUBLE_MAX]) {
    return link(path, kept) == 0 || rename(path, kept) == 0 ||
           store_fail(trouble, "cannot keep %s as %s: %s", path, kept, strerror(errno));
}

static bool put_in_place(const char *path, const char *part, char *kept, size_t size, char trouble[STORE_TROUBLE_MAX]) {
    bool had_one = data_exists(path);
    kept[0] = 0;
    if (had_one &&
        (!name_kept(path, kept, size, trouble) || !settle_old(path, kept, trouble) || !keep_old(path, kept, trouble)))
        return false;
    if (rename(part, path) == 0 && data_sync_folder(path)) return true;
    store_fail(trouble, "cannot put the backup in the place of %s: %s", path, strerror(errno));
    if (had_one && !data_exists(path)) rename(kept, path);
    return false;
}

bool store_restore_sqlite(const char *path, const char *from, char *kept, size_t size,
                          char trouble[STORE_TROUBLE_MAX]) {
    char real[DATA_PATH_MAX], part[DATA_PATH_MAX];
    DataLock lock = {.file = -1};
    if (!data_path(path, real, trouble) || !data_lock(&lock, real, trouble)) return false;
    sqlite3 *source = open_ours(from, SQLITE_OPEN_READONLY, trouble);
    data_path_ending(real, ".part", part);
    bool good = source && copy_checked(source, from, part, trouble);
    sqlite3_close(source);
    if (good && !put_in_place(real, part, kept, size, trouble)) {
        good = false;
        unlink(part);
    }
    data_unlock(&lock);
    return good;
}
