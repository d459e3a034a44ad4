/* data_file.c -- the path of a database, and the lock that keeps a second server out. */
#define _GNU_SOURCE
#include "data_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store_internal.h"

enum { ENDING_MAX = 64 };

bool data_path(const char *path, char out[DATA_PATH_MAX], char trouble[STORE_TROUBLE_MAX]) {
    char *real = realpath(path, NULL);
    const char *found = real ? real : path; /* one that is not there yet stands for itself */
    bool fits = strlen(found) + ENDING_MAX < DATA_PATH_MAX;
    if (fits) snprintf(out, DATA_PATH_MAX, "%s", found);
    free(real);
    return fits || store_fail(trouble, "the path of the database is too long: give a shorter one");
}

void data_path_ending(const char *path, const char *ending, char out[DATA_PATH_MAX]) {
    size_t length = strnlen(path, DATA_PATH_MAX - ENDING_MAX);
    memcpy(out, path, length);
    snprintf(out + length, ENDING_MAX, "%s", ending);
}

bool data_exists(const char *path) {
    struct stat about;
    return lstat(path, &about) == 0;
}

bool data_sync_folder(const char *path) {
    char folder[DATA_PATH_MAX];
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 1, slash ? path : ".");
    int opened = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (opened < 0) return false;
    bool synced = fsync(opened) == 0;
    int reason = errno;
    close(opened);
    errno = reason;
    return synced;
}

/* ---- the lock ---- */

static bool fail_to_make(const char *path, char trouble[STORE_TROUBLE_MAX]) {
    switch (errno) {
    case ENOENT:
        return store_fail(trouble, "the folder of the database %s is not there: make it first (mkdir -p)", path);
    case ENOTDIR:
        return store_fail(trouble, "a part of the path %s is not a folder: give the path of a file in a folder", path);
    case EACCES:
    case EPERM:
    case EROFS:
        return store_fail(trouble, "the folder of the database %s cannot be written (%s): give this user the right to",
                          path, strerror(errno));
    }
    return store_fail(trouble, "cannot make a file next to the database %s: %s", path, strerror(errno));
}

static bool fail_as_used(const DataLock *lock, const char *path, char trouble[STORE_TROUBLE_MAX]) {
    char holder[24] = "";
    ssize_t length = pread(lock->file, holder, sizeof holder - 1, 0);
    long process = length > 0 ? strtol(holder, NULL, 10) : 0;
    char who[48] = "";
    if (process > 0) snprintf(who, sizeof who, " (process %ld)", process);
    return store_fail(trouble, "the database %s is used by another server%s: stop that one first, or use another file",
                      path, who);
}

/* The lock file may have been taken away by its last holder after we opened it. */
static bool is_still_there(const DataLock *lock) {
    struct stat mine, there;
    return fstat(lock->file, &mine) == 0 && stat(lock->path, &there) == 0 && mine.st_ino == there.st_ino &&
           mine.st_dev == there.st_dev;
}

bool data_lock(DataLock *lock, const char *path, char trouble[STORE_TROUBLE_MAX]) {
    data_path_ending(path, ".lock", lock->path);
    for (;;) {
        lock->file = open(lock->path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        if (lock->file < 0) return fail_to_make(path, trouble);
        bool locked = flock(lock->file, LOCK_EX | LOCK_NB) == 0;
        if (locked && is_still_there(lock)) break;
        if (!locked) fail_as_used(lock, path, trouble);
        close(lock->file);
        lock->file = -1;
        if (!locked) return false;
    }
    /* For the trouble of others only: that it cannot be written on a full disk does no harm. */
    if (ftruncate(lock->file, 0) == 0) dprintf(lock->file, "%ld\n", (long)getpid());
    return true;
}

void data_unlock(DataLock *lock) {
    if (lock->file < 0) return;
    unlink(lock->path);
    close(lock->file);
    lock->file = -1;
}
