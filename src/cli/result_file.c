/* result_file.c -- writes beside the file, then moves what is complete into its place. */
#define _GNU_SOURCE
#include "result_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command.h"

enum { PATH_ROOM = 4096 };

/* Where the results are first written: beside an ordinary file, which is thus whole
 * or not there at all; but straight into a device, a pipe or what a link points to,
 * since moving a file there would put an end to it. */
static bool place_beside(const char *path, char *out, size_t size) {
    struct stat is;
    bool special = lstat(path, &is) == 0 && !S_ISREG(is.st_mode);
    int length = special ? snprintf(out, size, "%s", path) : snprintf(out, size, "%s.%ld.part", path, (long)getpid());
    if (length < (int)size) return true;
    errno = ENAMETOOLONG;
    return false;
}

static bool write_file(const char *path, void (*write)(const void *self, FILE *file), const void *self) {
    FILE *file = fopen(path, "w");
    if (!file) return false;
    write(self, file);
    bool failed = ferror(file) != 0;
    return fclose(file) == 0 && !failed;
}

int result_write(const OptionReader *reader, const char *path, void (*write)(const void *self, FILE *file),
                 const void *self) {
    char place[PATH_ROOM];
    if (place_beside(path, place, sizeof place)) {
        bool beside = strcmp(place, path) != 0;
        if (write_file(place, write, self) && (!beside || rename(place, path) == 0)) return STATUS_GOOD;
        int reason = errno;
        if (beside) unlink(place);
        errno = reason;
    }
    complain(reader, "cannot write %s: %s", path, strerror(errno));
    return STATUS_FAILED;
}

bool result_can_write(const OptionReader *reader, const char *path) {
    char place[PATH_ROOM];
    if (place_beside(path, place, sizeof place)) {
        if (strcmp(place, path) == 0) {
            struct stat is;
            bool folder = stat(path, &is) == 0 && S_ISDIR(is.st_mode);
            if (!folder && access(path, W_OK) == 0) return true;
            if (folder) errno = EISDIR;
        } else {
            int file = open(place, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
            if (file >= 0) return close(file), unlink(place), true;
        }
    }
    complain(reader, "cannot write %s: %s", path, strerror(errno));
    return false;
}
