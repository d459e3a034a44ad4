/* save.h -- a game kept in a file while it is played. The file is a record
 * (record.h) that is whole at every moment: a new one is written beside it, brought
 * to the disk and moved into its place. While the game runs, comments at its end say
 * who plays which seat. */
#ifndef UNO_SAVE_H
#define UNO_SAVE_H

#include "../table/home.h"

enum { SAVE_PATH_MAX = 4096, SAVE_WHO_MAX = 256, SAVE_TROUBLE_MAX = 128 };

typedef struct {
    char path[SAVE_PATH_MAX];          /* "": nothing is kept */
    char who[SEATS_MAX][SAVE_WHO_MAX]; /* what plays each seat; "": a person */
    char trouble[SAVE_TROUBLE_MAX];    /* why the last attempt to write failed; "": all is well */
} SaveFile;

/* Makes the file, which must be new. False: errno. */
bool save_create(SaveFile *save, const char *path);

/* Begins to keep a running game in a new file, or writes it again where it is kept already. *said is a
 * sentence for the person either way. False: it is kept nowhere; name another file. */
bool save_begin(void *save, const Home *home, const char *path, char *said, size_t size);

/* Goes on with a file that is there. False: errno. */
bool save_reopen(SaveFile *save, const char *path);

/* Writes the game; what goes wrong is in `trouble`. Fits Home's `keep`. */
void save_keep(void *save, const Home *home);

/* Reads who plays which seat out of a saved game's comments. Returns the seats that are
 * mentioned; people have "" in `who`. */
SeatMask save_read_who(const char *text, unsigned players, char who[SEATS_MAX][SAVE_WHO_MAX]);

#endif
