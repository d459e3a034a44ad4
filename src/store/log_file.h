/* log_file.h -- a log of lines in a file that one program at a time may write: the arbiter's book, a tournament. What
 * is appended is on the disk when the call returns, or has not happened. A file that was cut off in the middle of a
 * line stands as it was before that line. */
#ifndef UNO_LOG_FILE_H
#define UNO_LOG_FILE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    const char *path; /* the caller's; NULL: nothing is kept */
    char *memory;     /* what the file held, with room for `most` bytes and a zero */
    size_t most, held;
    size_t length;  /* bytes that count */
    size_t dropped; /* bytes of an unfinished line that were cut off */
    int file;
    bool made;    /* the file was not there: it goes again if nothing is entered */
    bool reading; /* the file stays as it is */
    bool torn;    /* a line that could not be kept may be there in part */
} LogFile;

/* Opens the file, or makes it, and reads it; no other program may have it open to write, after `patience_ms` at most.
 * `keeper` is who keeps such a log, for messages: "arbiter". `path` NULL: memory only. False: `trouble` says what is wrong and what to do, and
 * nothing has been changed; there is nothing to close. */
bool log_file_open(LogFile *log, const char *path, const char *keeper, size_t most, unsigned patience_ms, char *trouble,
                   size_t size);

/* Reads the file and leaves it as it is, whoever has it open; nothing can be appended. False: as above. */
bool log_file_read(LogFile *log, const char *path, const char *keeper, size_t most, char *trouble, size_t size);

/* The caller has looked at it: so many bytes count, the rest is cut off. False: as above, and it is closed. */
bool log_file_accept(LogFile *log, size_t good, char *trouble, size_t size);

/* Writes whole lines behind what counts. False: errno says why, and nothing was added. */
bool log_file_append(LogFile *log, const char *bytes, size_t count);

void log_file_close(LogFile *log);

#endif
