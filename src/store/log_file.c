/* log_file.c -- appends and syncs a line before anybody is told; what is half written is cut. */
#define _GNU_SOURCE
#include "log_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "data_file.h"

enum { PAUSE_MS = 10 };

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

static bool load(LogFile *log, const char *keeper, char *trouble, size_t size) {
    struct stat about;
    if (fstat(log->file, &about) != 0 || !S_ISREG(about.st_mode))
        return fail(trouble, size, "%s is not a file that can be kept as a log", log->path);
    ssize_t length = read_all(log->file, log->memory, log->most);
    if (length < 0) return fail(trouble, size, "cannot read %s: %s", log->path, strerror(errno));
    if ((size_t)length == log->most)
        return fail(trouble, size, "%s is too large to be the log of %s", log->path, keeper);
    log->held = (size_t)length;
    return true;
}

static bool prepare(LogFile *log, const char *path, size_t most, char *trouble, size_t size) {
    *log = (LogFile){.path = path, .most = most, .file = -1, .memory = malloc(most + 1)};
    return log->memory || fail(trouble, size, "there is no memory left");
}

bool log_file_read(LogFile *log, const char *path, const char *keeper, size_t most, char *trouble, size_t size) {
    if (!prepare(log, path, most, trouble, size)) return false;
    log->reading = true;
    log->file = open(path, O_RDONLY | O_CLOEXEC);
    bool good = log->file >= 0 || fail(trouble, size, "cannot open %s: %s", path, strerror(errno));
    good = good && load(log, keeper, trouble, size);
    if (!good) log_file_close(log);
    return good;
}

/* Who had it before may have taken it away again: then there is another one by now, or none. */
static bool is_gone(const LogFile *log) {
    struct stat now;
    return fstat(log->file, &now) != 0 || now.st_nlink == 0;
}

/* Opens it, and locks it; false: errno is EWOULDBLOCK where somebody else has it for all of this time. */
static bool take(LogFile *log, unsigned patience_ms) {
    const struct timespec pause = {.tv_nsec = PAUSE_MS * 1000000L};
    for (unsigned waited = 0;; waited += PAUSE_MS) {
        if (log->file < 0) {
            log->made = access(log->path, F_OK) != 0;
            log->file = open(log->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        }
        if (log->file < 0) return false;
        if (flock(log->file, LOCK_EX | LOCK_NB) == 0) {
            if (!is_gone(log)) return true;
            close(log->file);
            log->file = -1;
        } else if (errno != EWOULDBLOCK) return false;
        errno = EWOULDBLOCK;
        if (waited >= patience_ms) return log->made = false; /* whoever has it made it */
        nanosleep(&pause, NULL);
    }
}

bool log_file_open(LogFile *log, const char *path, const char *keeper, size_t most, unsigned patience_ms, char *trouble,
                   size_t size) {
    if (!prepare(log, path, most, trouble, size)) return false;
    if (!path) return true;
    bool good = take(log, patience_ms);
    if (!good && errno == EWOULDBLOCK)
        fail(trouble, size, "%s is open in another %s: go on there, or close it first", path,
             strchr(keeper, ' ') ? strchr(keeper, ' ') + 1 : keeper);
    else if (!good) fail(trouble, size, "cannot open %s: %s", path, strerror(errno));
    good = good && load(log, keeper, trouble, size);
    if (good) data_sync_folder(path); /* a new file is on the disk only when its folder is */
    else log_file_close(log);
    return good;
}

bool log_file_accept(LogFile *log, size_t good, char *trouble, size_t size) {
    log->length = good;
    log->dropped = log->held - good;
    if (log->reading || log->file < 0) return true;
    bool cut = !log->dropped || ftruncate(log->file, (off_t)good) == 0;
    if (cut && lseek(log->file, 0, SEEK_END) >= 0) return true;
    fail(trouble, size, "cannot write %s: %s", log->path, strerror(errno));
    log_file_close(log);
    return false;
}

/* Cuts the file to what was entered; true: the next line can be written. */
static bool cut(LogFile *log) {
    log->torn = ftruncate(log->file, (off_t)log->length) != 0 || lseek(log->file, (off_t)log->length, SEEK_SET) < 0;
    return !log->torn;
}

static bool keep(LogFile *log, const char *bytes, size_t count) {
    if (log->torn && !cut(log)) return false;
    return write_all(log->file, bytes, count) && fdatasync(log->file) == 0;
}

bool log_file_append(LogFile *log, const char *bytes, size_t count) {
    if (log->file >= 0 && !keep(log, bytes, count)) {
        int reason = errno;
        cut(log);
        errno = reason;
        return false;
    }
    log->length += count;
    return true;
}

void log_file_close(LogFile *log) {
    if (log->made && log->file >= 0 && log->length == 0) unlink(log->path); /* nothing was entered */
    if (log->file >= 0) close(log->file);
    free(log->memory);
    log->memory = NULL;
    log->file = -1;
}
