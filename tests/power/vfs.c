/* vfs.c -- SQLite's files go through disk.c: the usual ones do the work, and the disk hears of every change. A sync is
 * only told to the disk: what the machine under the test does with it does not matter. */
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "disk.h"

typedef struct {
    sqlite3_file base;
    DiskFile *file;     /* NULL: not watched (temporary ones) */
    bool new_name;      /* of a journal: its first sync brings its name along, as SQLite's own files do */
    sqlite3_file *real; /* behind this */
} Watched;

static sqlite3_vfs *usual;

static Watched *watched(sqlite3_file *file) { return (Watched *)file; }
static sqlite3_file *real(sqlite3_file *file) { return watched(file)->real; }

static int on_close(sqlite3_file *file) { return real(file)->pMethods->xClose(real(file)); }

static int on_read(sqlite3_file *file, void *out, int count, sqlite3_int64 offset) {
    return real(file)->pMethods->xRead(real(file), out, count, offset);
}

static int on_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    DiskFile *at = watched(file)->file;
    if (at && !disk_write(at, (size_t)offset, bytes, (size_t)count)) return SQLITE_IOERR_WRITE;
    return real(file)->pMethods->xWrite(real(file), bytes, count, offset);
}

static int on_truncate(sqlite3_file *file, sqlite3_int64 length) {
    DiskFile *at = watched(file)->file;
    if (at && !disk_truncate(at, (size_t)length)) return SQLITE_IOERR_TRUNCATE;
    return real(file)->pMethods->xTruncate(real(file), length);
}

static int on_sync(sqlite3_file *file, int flags) {
    Watched *at = watched(file);
    (void)flags;
    if (!at->file) return SQLITE_OK;
    if (!disk_sync(at->file) || (at->new_name && !disk_sync_names())) return SQLITE_IOERR_FSYNC;
    at->new_name = false;
    return SQLITE_OK;
}

static int on_size(sqlite3_file *file, sqlite3_int64 *out) { return real(file)->pMethods->xFileSize(real(file), out); }

static int on_lock(sqlite3_file *file, int level) { return real(file)->pMethods->xLock(real(file), level); }
static int on_unlock(sqlite3_file *file, int level) { return real(file)->pMethods->xUnlock(real(file), level); }
static int on_reserved(sqlite3_file *file, int *out) {
    return real(file)->pMethods->xCheckReservedLock(real(file), out);
}

/* What would change the file behind the disk's back is not offered. */
static int on_control(sqlite3_file *file, int what, void *argument) {
    if (what == SQLITE_FCNTL_SIZE_HINT || what == SQLITE_FCNTL_CHUNK_SIZE) return SQLITE_OK;
    return real(file)->pMethods->xFileControl(real(file), what, argument);
}

static int on_sector(sqlite3_file *file) { return real(file)->pMethods->xSectorSize(real(file)); }
static int on_device(sqlite3_file *file) { return real(file)->pMethods->xDeviceCharacteristics(real(file)); }

static int on_map(sqlite3_file *file, int page, int size, int extend, void volatile **out) {
    return real(file)->pMethods->xShmMap(real(file), page, size, extend, out);
}
static int on_map_lock(sqlite3_file *file, int offset, int count, int flags) {
    return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}
static void on_barrier(sqlite3_file *file) { real(file)->pMethods->xShmBarrier(real(file)); }
static int on_unmap(sqlite3_file *file, int deletes) { return real(file)->pMethods->xShmUnmap(real(file), deletes); }

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = on_close,
    .xRead = on_read,
    .xWrite = on_write,
    .xTruncate = on_truncate,
    .xSync = on_sync,
    .xFileSize = on_size,
    .xLock = on_lock,
    .xUnlock = on_unlock,
    .xCheckReservedLock = on_reserved,
    .xFileControl = on_control,
    .xSectorSize = on_sector,
    .xDeviceCharacteristics = on_device,
    .xShmMap = on_map,
    .xShmLock = on_map_lock,
    .xShmBarrier = on_barrier,
    .xShmUnmap = on_unmap,
};

static int on_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out) {
    Watched *at = watched(file);
    bool is_journal = flags & (SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL), made = false;
    (void)vfs;
    memset(at, 0, sizeof *at);
    at->real = (sqlite3_file *)(at + 1);
    memset(at->real, 0, (size_t)usual->szOsFile);
    if (name && disk_is_dead() && flags & SQLITE_OPEN_CREATE) return SQLITE_CANTOPEN;
    int code = usual->xOpen(usual, name, at->real, flags, out);
    if (code != SQLITE_OK) return code;
    at->file = name ? disk_open(name, false, &made) : NULL;
    at->new_name = made && is_journal;
    file->pMethods = &methods;
    return SQLITE_OK;
}

static int on_delete(sqlite3_vfs *vfs, const char *name, int syncs) {
    (void)vfs;
    if (!disk_unlink(name) || (syncs && !disk_sync_names())) return SQLITE_IOERR_DELETE;
    return usual->xDelete(usual, name, 0);
}

static int on_access(sqlite3_vfs *vfs, const char *name, int flags, int *out) {
    (void)vfs;
    return usual->xAccess(usual, name, flags, out);
}

static int on_path(sqlite3_vfs *vfs, const char *name, int size, char *out) {
    (void)vfs;
    return usual->xFullPathname(usual, name, size, out);
}

void disk_watch_sqlite(void) {
    static sqlite3_vfs vfs;
    usual = sqlite3_vfs_find(NULL);
    vfs = *usual;
    vfs.iVersion = 2;
    vfs.szOsFile = (int)sizeof(Watched) + usual->szOsFile;
    vfs.zName = "power";
    vfs.pNext = NULL;
    vfs.xOpen = on_open;
    vfs.xDelete = on_delete;
    vfs.xAccess = on_access;
    vfs.xFullPathname = on_path;
    if (sqlite3_vfs_register(&vfs, 1) != SQLITE_OK) abort();
}
