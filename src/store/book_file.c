/* book_file.c -- the arbiter's book over a log in a file. */
#include "book_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static const char keeper[] = "an arbiter";

static bool load(BookFile *file, char *trouble, size_t size) {
    BookError error;
    char first = file->log.memory[0];
    book_init(&file->book, file->log.memory, BOOK_BYTES_MAX); /* an empty book, closed with a zero */
    if (file->log.held) file->log.memory[0] = first;
    file->path = file->log.path;
    if (!file->path) return true;
    if (!book_load(&file->book, file->log.held, &error)) {
        if (!error.line) snprintf(trouble, size, "%s: %s", file->path, error.text);
        else
            snprintf(trouble, size,
                     "%s, line %u: %s\nThe lines before it are good: take this line and all after it out of a copy of "
                     "the file, and open that",
                     file->path, error.line, error.text);
        file->log.made = false; /* it is not ours to take away */
        log_file_close(&file->log);
        return false;
    }
    if (!log_file_accept(&file->log, file->book.length, trouble, size)) return false;
    file->dropped = file->log.dropped;
    return true;
}

bool book_file_read(BookFile *file, const char *path, char *trouble, size_t size) {
    memset(file, 0, sizeof *file);
    return log_file_read(&file->log, path, keeper, BOOK_BYTES_MAX, trouble, size) && load(file, trouble, size);
}

bool book_file_open(BookFile *file, const char *path, char *trouble, size_t size) {
    memset(file, 0, sizeof *file);
    return log_file_open(&file->log, path, keeper, BOOK_BYTES_MAX, 0, trouble, size) && load(file, trouble, size);
}

bool book_file_enter(BookFile *file, const char *line, const RulesFinder *finder, char *told, unsigned size) {
    size_t before = file->book.length;
    if (!book_enter(&file->book, line, finder, told, size)) return false;
    if (file->book.length == before) return true;
    if (log_file_append(&file->log, file->book.text + before, file->book.length - before)) return true;
    int reason = errno;
    book_retract(&file->book, before);
    snprintf(told, size, "Not entered: %s cannot be written (%s). Make room, then enter it again.", file->path,
             strerror(reason));
    return false;
}

void book_file_close(BookFile *file) { log_file_close(&file->log); }
