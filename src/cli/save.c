/* save.c -- the save file: written beside, synced, then renamed over the old one. */
#define _GNU_SOURCE
#include "save.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "options.h"

static const char person_words[] = " is a person", player_words[] = " is played by ";

static bool fits(const char *path) {
    if (strlen(path) + sizeof ".part" <= SAVE_PATH_MAX) return true;
    errno = ENAMETOOLONG;
    return false;
}

bool save_create(SaveFile *save, const char *path) {
    if (!fits(path)) return false;
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0 || close(file) != 0) return false;
    snprintf(save->path, sizeof save->path, "%s", path);
    return true;
}

/* A link stays a link: what it leads to is replaced. */
bool save_reopen(SaveFile *save, const char *path) {
    struct stat is;
    char *real = realpath(path, NULL);
    bool good = real && fits(real) && stat(real, &is) == 0 && access(real, W_OK) == 0;
    if (good && !S_ISREG(is.st_mode)) errno = EINVAL, good = false;
    if (good) snprintf(save->path, sizeof save->path, "%s", real);
    free(real);
    return good;
}

static void print_who(const SaveFile *save, const Record *record, FILE *file) {
    for (unsigned seat = 0; seat < record->players; seat++) {
        const char *who = save->who[seat];
        fprintf(file, "# %c%s%s\n", 'A' + (int)seat, who[0] ? player_words : person_words, who);
    }
}

/* The name of a file is safe on the disk once its folder is. */
static void flush_folder(const char *path) {
    char folder[SAVE_PATH_MAX];
    snprintf(folder, sizeof folder, "%s", path);
    char *slash = strrchr(folder, '/');
    if (slash) slash[slash == folder] = 0;
    int file = open(slash ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0) return;
    fsync(file);
    close(file);
}

static bool write_record(const SaveFile *save, const Record *record, const char *path) {
    FILE *file = fopen(path, "we");
    if (!file) return false;
    Printer printer = printer_on(file);
    record_format(record, &printer);
    if (!record->finished) print_who(save, record, file);
    bool good = fflush(file) == 0 && !ferror(file) && fsync(fileno(file)) == 0;
    return fclose(file) == 0 && good;
}

void save_keep(void *self, const Home *home) {
    SaveFile *save = self;
    char part[SAVE_PATH_MAX + 8];
    if (!save->path[0]) return;
    snprintf(part, sizeof part, "%s.part", save->path);
    errno = 0;
    if (write_record(save, &home->record, part) && rename(part, save->path) == 0) {
        flush_folder(save->path);
        save->trouble[0] = 0;
        return;
    }
    snprintf(save->trouble, sizeof save->trouble, "%s", strerror(errno ? errno : EIO));
    unlink(part);
}

bool save_begin(void *self, const Home *home, const char *path, char *said, size_t size) {
    SaveFile *save = self;
    if (!save->path[0] && !save_create(save, path)) {
        bool exists = errno == EEXIST;
        snprintf(said, size, exists ? "%s exists already: name a new file." : "Cannot write %s: %s.", path,
                 strerror(errno));
        return false;
    }
    save_keep(save, home);
    if (save->trouble[0]) snprintf(said, size, "Cannot write %s: %s.", save->path, save->trouble);
    else
        snprintf(said, size, "Saved. It is kept up to date in %s; uno play --resume %s resumes it.", save->path,
                 save->path);
    return true;
}

SeatMask save_read_who(const char *text, unsigned players, char who[SEATS_MAX][SAVE_WHO_MAX]) {
    SeatMask mentioned = 0;
    for (const char *line = text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        unsigned seat = (unsigned)(line[0] == '#' && line[1] == ' ' ? line[2] - 'A' : SEATS_MAX);
        if (seat >= players) continue;
        const char *words = line + 3;
        size_t length = strcspn(words, "\r\n"), played = sizeof player_words - 1;
        if (length == sizeof person_words - 1 && memcmp(words, person_words, length) == 0) who[seat][0] = 0;
        else if (length > played && length - played < SAVE_WHO_MAX && memcmp(words, player_words, played) == 0)
            snprintf(who[seat], SAVE_WHO_MAX, "%.*s", (int)(length - played), words + played);
        else continue;
        mentioned |= (SeatMask)(1u << seat);
    }
    return mentioned;
}
