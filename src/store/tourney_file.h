/* tourney_file.h -- a tournament in a file. An entry is told of only once it is on the disk. */
#ifndef UNO_TOURNEY_FILE_H
#define UNO_TOURNEY_FILE_H

#include "../tournament/event.h"
#include "log_file.h"

enum { TOURNEY_FILE_MAX = 64 << 20 };

typedef struct {
    Tourney tourney;
    LogFile log;
} TourneyFile;

/* `writing`: opens the file or makes it, and nobody else may write it meanwhile; else it is only read. False: `trouble`
 * says what is wrong and what to do; nothing has been changed. */
bool tourney_file_open(TourneyFile *file, const char *path, bool writing, char *trouble, size_t size);

/* tourney_apply(), and keeps the line. False also where it could not be written: then it has not happened. */
bool tourney_file_apply(TourneyFile *file, const TourneyEntry *entry, uint32_t seen, TourneyAnswer *answer);

void tourney_file_close(TourneyFile *file);

#endif
