/* disk.h -- a disk that loses its power. All that is written in one folder is kept twice: as the program sees
 * it, and as it lies on the disk, which is what was synced. When the power goes, some of what was not synced is there and
 * some is not: sectors of 512 bytes in any order, lengths without their bytes, names in the order of their changes.
 *
 *     program --> disk.c: write, sync, rename ...  of the files of libc (--wrap, see the Makefile)
 *     SQLite  --> vfs.c:  the same of SQLite's files
 *                   |
 *                   +--> the folder, as the program sees it
 *                   +--> what is on the disk, and what is only on its way
 *
 * disk_restart() makes the folder what a machine finds that is switched on again. */
#ifndef UNO_TESTS_DISK_H
#define UNO_TESTS_DISK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct DiskFile DiskFile; /* what a name stands for */

/* An empty folder, from which on everything is watched. `in_order`: what of a write is there is its beginning, as on
 * the usual disks for a file that only grows. */
void disk_begin(const char *folder, bool in_order, uint64_t seed);
void disk_end(void);

/* The power goes at the so-many-th change or sync from now on, in the midst of it; 0: it does not. */
void disk_cut_at(unsigned operation);
void disk_cut(void); /* now */
bool disk_is_dead(void);
void disk_restart(void);

/* How often the power went, and what was on its way then. */
extern uint64_t disk_cuts, disk_lost_writes, disk_torn_writes;

/* ---- for vfs.c; paths outside of the folder have no file. False: the power is gone. ---- */

DiskFile *disk_open(const char *path, bool empties, bool *made);
bool disk_write(DiskFile *file, size_t offset, const void *bytes, size_t count);
bool disk_truncate(DiskFile *file, size_t length);
bool disk_sync(DiskFile *file);
bool disk_sync_names(void);
bool disk_unlink(const char *path);

/* Registers the files of SQLite as the usual ones. */
void disk_watch_sqlite(void);

#endif
