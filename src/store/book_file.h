/* book_file.h -- the arbiter's book in a file. A line is told of only once it is on
 * the disk; a file that was cut off in the middle of a line stands as it was before. */
#ifndef UNO_BOOK_FILE_H
#define UNO_BOOK_FILE_H

#include "../arbiter/book.h"
#include "log_file.h"

typedef struct {
    Book book; /* in the memory of the log */
    LogFile log;
    const char *path; /* the caller's; NULL: nothing is kept */
    size_t dropped;   /* bytes of an unfinished line that were cut off */
} BookFile;

/* Opens the file, or makes it; no other program may have it open as an arbiter. `path` NULL: a book in memory only.
 * False: `trouble` says what is wrong and what to do, and nothing has been changed. */
bool book_file_open(BookFile *file, const char *path, char *trouble, size_t size);

/* Reads the file and leaves it as it is, whoever has it open; nothing can be entered. False: as above. */
bool book_file_read(BookFile *file, const char *path, char *trouble, size_t size);

/* book_enter(), and keeps it. False also where it could not be written: then it has not happened. */
bool book_file_enter(BookFile *file, const char *line, const RulesFinder *finder, char *told, unsigned size);

void book_file_close(BookFile *file);

#endif
