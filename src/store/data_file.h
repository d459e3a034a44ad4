/* data_file.h -- the file of a database among others in its folder: where it really
 * is, that one server has it, and that a change of its name is on the disk. */
#ifndef UNO_DATA_FILE_H
#define UNO_DATA_FILE_H

#include "store.h"

enum { DATA_PATH_MAX = 4096 };

/* Held by who may write the database, for as long as it is open: a lock on a file beside it,
 * PATH.lock, which goes when it is given back. A process that dies gives it back as well. */
typedef struct {
    int file; /* -1: not held */
    char path[DATA_PATH_MAX];
} DataLock;

/* The path behind symbolic links, with room for an ending such as ".lock". False: `trouble` says why. */
bool data_path(const char *path, char out[DATA_PATH_MAX], char trouble[STORE_TROUBLE_MAX]);

/* False: `trouble` says who has it, or why it cannot be taken, and what to do. */
bool data_lock(DataLock *lock, const char *path, char trouble[STORE_TROUBLE_MAX]);
void data_unlock(DataLock *lock);

/* Writes to `out` what makes a path with this ending; `out` has room for it if `path` came from data_path(). */
void data_path_ending(const char *path, const char *ending, char out[DATA_PATH_MAX]);

bool data_exists(const char *path);

/* A new name is on the disk only when its folder is. False: errno says why. */
bool data_sync_folder(const char *path);

#endif
