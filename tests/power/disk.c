#define _GNU_SOURCE
#include "disk.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "random.h"

enum { SECTOR = 512, FILES_MAX = 4096, NAMES_MAX = 256, CHANGES_MAX = 4096, DESCRIPTORS = 1024 };

uint64_t disk_cuts, disk_lost_writes, disk_torn_writes;

/* ---- what is on the disk, and what is on its way ---- */

typedef struct {
    char *bytes; /* NULL: the file is cut to `offset` */
    size_t offset, count;
} Change;

struct DiskFile {
    char *bytes; /* on the disk */
    size_t length, room;
    Change *change; /* on its way, in order */
    size_t changes, change_room;
};

enum { NAME_MAX_HERE = 128 };

typedef struct {
    char name[NAME_MAX_HERE];
    DiskFile *file;
} Name;

typedef struct {
    char name[NAME_MAX_HERE];
    DiskFile *file;                 /* NULL: the name goes */
    char instead_of[NAME_MAX_HERE]; /* renamed: this one goes in the same moment; "": none */
} NameChange;

static struct {
    char folder[PATH_MAX];
    uint64_t chance;
    DiskFile *file[FILES_MAX];
    unsigned files;
    Name synced[NAMES_MAX], now[NAMES_MAX];
    NameChange change[CHANGES_MAX];
    unsigned synced_count, now_count, changes;
    unsigned operations, cut_at; /* cut_at 0: never */
    bool on, dead, in_order;
    DiskFile *descriptor[DESCRIPTORS];
    bool is_folder[DESCRIPTORS];
} disk;

static unsigned below(unsigned n) { return random_below(&disk.chance, n); }

static void *grown(void *memory, size_t *room, size_t wanted, size_t size) {
    if (wanted <= *room) return memory;
    *room = 2 * wanted + 64;
    memory = realloc(memory, *room * size);
    if (!memory) abort();
    return memory;
}

static void put_bytes(DiskFile *file, size_t offset, const char *bytes, size_t count) {
    file->bytes = grown(file->bytes, &file->room, offset + count + 1, 1);
    if (offset > file->length) memset(file->bytes + file->length, 0, offset - file->length);
    memcpy(file->bytes + offset, bytes, count);
    if (offset + count > file->length) file->length = offset + count;
}

static void set_length(DiskFile *file, size_t length) {
    if (length > file->length) put_bytes(file, length, "", 0);
    file->length = length;
}

static void apply(DiskFile *file, const Change *change) {
    if (change->bytes) put_bytes(file, change->offset, change->bytes, change->count);
    else set_length(file, change->offset);
}

static void forget_changes(DiskFile *file) {
    for (size_t i = 0; i < file->changes; i++) free(file->change[i].bytes);
    file->changes = 0;
}

/* ---- names ---- */

/* NULL: not in the folder. */
static const char *name_of(const char *path) {
    size_t length = strlen(disk.folder);
    bool inside = disk.on && strncmp(path, disk.folder, length) == 0 && path[length] == '/';
    return inside && path[length + 1] && !strchr(path + length + 1, '/') ? path + length + 1 : NULL;
}

static Name *find(Name *list, unsigned count, const char *name) {
    for (unsigned i = 0; i < count; i++)
        if (strcmp(list[i].name, name) == 0) return &list[i];
    return NULL;
}

static void set_name(Name *list, unsigned *count, const char *name, DiskFile *file) {
    Name *at = find(list, *count, name);
    if (file && !at) {
        if (*count == NAMES_MAX) abort();
        at = &list[(*count)++];
        snprintf(at->name, sizeof at->name, "%s", name);
    }
    if (file) at->file = file;
    else if (at) *at = list[--*count];
}

static void apply_name(Name *list, unsigned *count, const NameChange *change) {
    set_name(list, count, change->name, change->file);
    if (change->instead_of[0]) set_name(list, count, change->instead_of, NULL);
}

static void change_name(const char *name, DiskFile *file, const char *instead_of) {
    if (disk.changes == CHANGES_MAX || strlen(name) >= NAME_MAX_HERE || strlen(instead_of) >= NAME_MAX_HERE) abort();
    NameChange *change = &disk.change[disk.changes++];
    *change = (NameChange){.file = file};
    memcpy(change->name, name, strlen(name) + 1);
    memcpy(change->instead_of, instead_of, strlen(instead_of) + 1);
    apply_name(disk.now, &disk.now_count, change);
}

/* ---- the power ---- */

bool disk_is_dead(void) { return disk.dead; }

void disk_cut(void) { disk.dead = true; }

void disk_cut_at(unsigned operation) {
    disk.operations = 0;
    disk.cut_at = operation;
}

/* Counts a change; false: the power goes in the midst of it, or has gone. */
static bool lives(void) {
    if (disk.dead) return false;
    if (++disk.operations == disk.cut_at) disk.dead = true;
    return !disk.dead;
}

/* What became of one write: all of its sectors, some, or none. */
static void tear(DiskFile *file, const Change *change) {
    size_t kept = 0;
    if (!change->bytes) {
        if (below(2)) apply(file, change);
        return;
    }
    if (disk.in_order) put_bytes(file, change->offset, change->bytes, kept = below((unsigned)change->count + 1));
    for (size_t at = 0, end; !disk.in_order && at < change->count; at = end) {
        end = at + SECTOR - (change->offset + at) % SECTOR;
        if (end > change->count) end = change->count;
        if (below(2)) continue;
        put_bytes(file, change->offset + at, change->bytes + at, end - at);
        kept += end - at;
    }
    disk_torn_writes += kept && kept < change->count;
}

/* The length got there, and the bytes did not. */
static void keep_lengths(DiskFile *file) {
    for (size_t i = 0; i < file->changes; i++) {
        const Change *change = &file->change[i];
        size_t end = change->offset + change->count;
        if (!change->bytes || end > file->length) set_length(file, end);
    }
}

static void lose(DiskFile *file, unsigned manner) {
    size_t whole = manner == 1 ? file->changes : manner == 2 ? below((unsigned)file->changes + 1) : 0;
    for (size_t i = 0; i < whole; i++) apply(file, &file->change[i]);
    if (manner == 2 && whole < file->changes) tear(file, &file->change[whole]);
    for (size_t i = 0; manner == 3 && i < file->changes; i++) tear(file, &file->change[i]);
    if (manner == 4) keep_lengths(file);
    disk_lost_writes += file->changes - whole;
    forget_changes(file);
}

static void empty_folder(void) {
    DIR *folder = opendir(disk.folder);
    if (!folder) abort();
    for (struct dirent *entry; (entry = readdir(folder));)
        if (entry->d_name[0] != '.') unlinkat(dirfd(folder), entry->d_name, 0);
    closedir(folder);
}

int __real_open(const char *path, int flags, ...);
ssize_t __real_write(int file, const void *bytes, size_t count);
int __real_close(int file);

static void put_back(const Name *name) {
    char path[PATH_MAX + 160];
    snprintf(path, sizeof path, "%s/%s", disk.folder, name->name);
    int file = __real_open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (file < 0) abort();
    for (size_t at = 0; at < name->file->length;) {
        ssize_t written = __real_write(file, name->file->bytes + at, name->file->length - at);
        if (written <= 0) abort();
        at += (size_t)written;
    }
    __real_close(file);
}

void disk_restart(void) {
    unsigned manner = below(disk.in_order ? 4 : 5), names = manner == 1 ? disk.changes
                                                            : manner    ? below(disk.changes + 1)
                                                                        : 0;
    for (unsigned i = 0; i < disk.files; i++) lose(disk.file[i], manner);
    for (unsigned i = 0; i < names; i++) apply_name(disk.synced, &disk.synced_count, &disk.change[i]);
    disk.changes = 0;
    memcpy(disk.now, disk.synced, sizeof disk.now);
    disk.now_count = disk.synced_count;
    empty_folder();
    for (unsigned i = 0; i < disk.now_count; i++) put_back(&disk.now[i]);
    memset(disk.descriptor, 0, sizeof disk.descriptor);
    memset(disk.is_folder, 0, sizeof disk.is_folder);
    disk.dead = false;
    disk.cut_at = 0;
    disk_cuts++;
}

void disk_begin(const char *folder, bool in_order, uint64_t seed) {
    disk.in_order = in_order;
    snprintf(disk.folder, sizeof disk.folder, "%s", folder);
    disk.chance = seed;
    disk.on = true;
}

void disk_end(void) {
    empty_folder();
    for (unsigned i = 0; i < disk.files; i++) {
        forget_changes(disk.file[i]);
        free(disk.file[i]->change);
        free(disk.file[i]->bytes);
        free(disk.file[i]);
    }
    memset(&disk, 0, sizeof disk);
}

/* ---- what is done to it ---- */

DiskFile *disk_open(const char *path, bool empties, bool *made) {
    const char *name = name_of(path);
    if (!name || strlen(name) >= NAME_MAX_HERE) return NULL;
    Name *at = find(disk.now, disk.now_count, name);
    *made = !at;
    if (at) {
        if (empties) disk_truncate(at->file, 0);
        return at->file;
    }
    DiskFile *file = calloc(1, sizeof *file);
    if (!file || disk.files == FILES_MAX) abort();
    disk.file[disk.files++] = file;
    lives();
    change_name(name, file, "");
    return file;
}

static bool note(DiskFile *file, Change change) {
    if (disk.dead) return false;
    file->change = grown(file->change, &file->change_room, file->changes + 1, sizeof *file->change);
    file->change[file->changes++] = change;
    return lives();
}

bool disk_write(DiskFile *file, size_t offset, const void *bytes, size_t count) {
    if (disk.dead) return false;
    char *copy = malloc(count + 1);
    if (!copy) abort();
    memcpy(copy, bytes, count);
    return note(file, (Change){copy, offset, count});
}

bool disk_truncate(DiskFile *file, size_t length) { return note(file, (Change){NULL, length, 0}); }

bool disk_sync(DiskFile *file) {
    if (!lives()) return false;
    for (size_t i = 0; i < file->changes; i++) apply(file, &file->change[i]);
    forget_changes(file);
    return true;
}

bool disk_sync_names(void) {
    if (!lives()) return false;
    memcpy(disk.synced, disk.now, sizeof disk.synced);
    disk.synced_count = disk.now_count;
    disk.changes = 0;
    return true;
}

bool disk_unlink(const char *path) {
    const char *name = name_of(path);
    if (!name) return true;
    if (disk.dead) return false;
    if (find(disk.now, disk.now_count, name)) change_name(name, NULL, "");
    return lives();
}

/* ---- libc, as far as the store uses it ---- */

static int gone(void) { return errno = EIO, -1; }

static DiskFile *file_of(int file) { return file >= 0 && file < DESCRIPTORS ? disk.descriptor[file] : NULL; }

int __wrap_open(const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    int mode = va_arg(arguments, int), opened;
    va_end(arguments);
    bool made, inside = name_of(path) != NULL;
    if (inside && disk.dead && flags & (O_CREAT | O_TRUNC)) return gone();
    opened = __real_open(path, flags, flags & O_CREAT ? mode : 0);
    if (opened < 0 || opened >= DESCRIPTORS || !disk.on) return opened;
    disk.is_folder[opened] = flags & O_DIRECTORY && strncmp(path, disk.folder, strlen(disk.folder)) == 0;
    disk.descriptor[opened] = inside ? disk_open(path, flags & O_TRUNC, &made) : NULL;
    return opened;
}

int __wrap_close(int file) {
    if (file >= 0 && file < DESCRIPTORS) {
        disk.descriptor[file] = NULL;
        disk.is_folder[file] = false;
    }
    return __real_close(file);
}

ssize_t __wrap_write(int file, const void *bytes, size_t count) {
    DiskFile *at = file_of(file);
    off_t offset = at ? lseek(file, 0, SEEK_CUR) : 0;
    if (at && (offset < 0 || !disk_write(at, (size_t)offset, bytes, count))) return gone();
    return __real_write(file, bytes, count);
}

int __real_ftruncate(int file, off_t length);
int __wrap_ftruncate(int file, off_t length) {
    DiskFile *at = file_of(file);
    if (at && !disk_truncate(at, (size_t)length)) return gone();
    return __real_ftruncate(file, length);
}

static int sync_of(int file) {
    if (file < 0 || file >= DESCRIPTORS) return 0;
    if (disk.is_folder[file]) return disk_sync_names() ? 0 : gone();
    return !disk.descriptor[file] || disk_sync(disk.descriptor[file]) ? 0 : gone();
}

int __wrap_fsync(int file) { return sync_of(file); }
int __wrap_fdatasync(int file) { return sync_of(file); }

int __real_unlink(const char *path);
int __wrap_unlink(const char *path) { return disk_unlink(path) ? __real_unlink(path) : gone(); }

static bool give_name(const char *from, const char *to, bool takes) {
    const char *old = name_of(from), *new = name_of(to);
    if (!old || !new) return true;
    if (disk.dead) return false;
    const Name *at = find(disk.now, disk.now_count, old);
    if (!at) return true;
    change_name(new, at->file, takes ? old : "");
    return lives();
}

int __real_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to) {
    return give_name(from, to, true) ? __real_rename(from, to) : gone();
}

int __real_link(const char *from, const char *to);
int __wrap_link(const char *from, const char *to) {
    const char *name = name_of(to);
    if (name && find(disk.now, disk.now_count, name)) return errno = EEXIST, -1;
    return give_name(from, to, false) ? __real_link(from, to) : gone();
}
