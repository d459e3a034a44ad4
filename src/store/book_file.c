/* book_file.c -- appends and syncs a line before anybody is told; what is half written is cut. */
#define _GNU_SOURCE
#include "book_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "data_file.h"

__attribute__((format(printf, 3, 4))) static bool fail(char *trouble, size_t size, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(trouble, size, format, arguments);
    va_end(arguments);
    return false;
}

/* The bytes of the file; -1: errno says why not. */
static ssize_t read_all(int file, char *memory, size_t capacity) {
    size_t length = 0;
    while (length < capacity) {
        ssize_t bytes = read(file, memory + length, capacity - length);
        if (bytes < 0 && errno == EINTR) continue;
        if (bytes < 0) return -1;
        if (bytes == 0) break;
        length += (size_t)bytes;
    }
    return (ssize_t)length;
}

static bool write_all(int file, const char *bytes, size_t count) {
    while (count) {
        ssize_t written = write(file, bytes, count);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        bytes += written;
        count -= (size_t)written;
    }
    return true;
}

static bool load(BookFile *file, char *trouble, size_t size) {
    BookError error;
    struct stat about;
    if (fstat(file->file, &about) != 0 || !S_ISREG(about.st_mode))
        return fail(trouble, size, "%s is not a file that can be kept as a log", file->path);
    ssize_t length = read_all(file->file, file->memory, BOOK_BYTES_MAX);
    if (length < 0) return fail(trouble, size, "cannot read %s: %s", file->path, strerror(errno));
    if (length == BOOK_BYTES_MAX) return fail(trouble, size, "%s is too large to be the log of an arbiter", file->path);
    if (!book_load(&file->book, (size_t)length, &error)) {
        if (!error.line) return fail(trouble, size, "%s: %s", file->path, error.text);
        return fail(trouble, size,
                    "%s, line %u: %s\nThe lines before it are good: take this line and all after it out of a copy of "
                    "the file, and open that",
                    file->path, error.line, error.text);
    }
    file->dropped = (size_t)length - file->book.length;
    if (file->reading) return true;
    if (file->dropped && ftruncate(file->file, (off_t)file->book.length) != 0)
        return fail(trouble, size, "cannot write %s: %s", file->path, strerror(errno));
    if (lseek(file->file, 0, SEEK_END) < 0) return fail(trouble, size, "%s: %s", file->path, strerror(errno));
    return true;
}

static bool prepare(BookFile *file, const char *path, char *trouble, size_t size) {
    memset(file, 0, sizeof *file);
    file->file = -1;
    file->path = path;
    file->memory = malloc(BOOK_BYTES_MAX + 1);
    if (!file->memory) return fail(trouble, size, "there is no memory left");
    book_init(&file->book, file->memory, BOOK_BYTES_MAX);
    return true;
}

bool book_file_read(BookFile *file, const char *path, char *trouble, size_t size) {
    if (!prepare(file, path, trouble, size)) return false;
    file->reading = true;
    file->file = open(path, O_RDONLY | O_CLOEXEC);
    bool good = file->file >= 0 || fail(trouble, size, "cannot open %s: %s", path, strerror(errno));
    good = good && load(file, trouble, size);
    if (!good) book_file_close(file);
    return good;
}

bool book_file_open(BookFile *file, const char *path, char *trouble, size_t size) {
    if (!prepare(file, path, trouble, size)) return false;
    if (!path) return true;
    file->made = access(path, F_OK) != 0;
    file->file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    bool good = file->file >= 0 || fail(trouble, size, "cannot open %s: %s", path, strerror(errno));
    if (good && flock(file->file, LOCK_EX | LOCK_NB) != 0)
        good = fail(trouble, size, "%s is open in another arbiter: go on there, or close it first", path);
    good = good && load(file, trouble, size);
    if (good) data_sync_folder(path); /* a new file is on the disk only when its folder is */
    else book_file_close(file);
    return good;
}

/* Cuts the file to what was entered; true: the next line can be written. */
static bool cut(BookFile *file, size_t length) {
    file->torn = ftruncate(file->file, (off_t)length) != 0 || lseek(file->file, (off_t)length, SEEK_SET) < 0;
    return !file->torn;
}

static bool keep(BookFile *file, size_t before) {
    if (file->torn && !cut(file, before)) return false;
    return write_all(file->file, file->book.text + before, file->book.length - before) && fdatasync(file->file) == 0;
}

bool book_file_enter(BookFile *file, const char *line, const RulesFinder *finder, char *told, unsigned size) {
    size_t before = file->book.length;
    if (!book_enter(&file->book, line, finder, told, size)) return false;
    if (file->file < 0 || file->book.length == before || keep(file, before)) return true;
    int reason = errno;
    cut(file, before);
    book_retract(&file->book, before);
    snprintf(told, size, "Not entered: %s cannot be written (%s). Make room, then enter it again.", file->path,
             strerror(reason));
    return false;
}

void book_file_close(BookFile *file) {
    if (file->made && file->file >= 0 && file->book.length == 0) unlink(file->path); /* nothing was entered */
    if (file->file >= 0) close(file->file);
    free(file->memory);
    file->memory = NULL;
    file->file = -1;
}
