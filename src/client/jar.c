/* jar.c -- sessions in a file of one line for each server and name, for its owner alone. */
#define _GNU_SOURCE
#include "jar.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINE_MAX_BYTES = CLIENT_BASE_MAX + RECORD_NAME_MAX * 4 + CLIENT_COOKIE_MAX + 8, LINES_MAX = 200 };

bool jar_path(char out[JAR_PATH_MAX]) {
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    int length = state && *state ? snprintf(out, JAR_PATH_MAX, "%s/uno/sessions", state)
                 : home && *home ? snprintf(out, JAR_PATH_MAX, "%s/.local/state/uno/sessions", home)
                                 : JAR_PATH_MAX;
    return length < JAR_PATH_MAX;
}

/* The cookie of a line that begins with this server and name; NULL: it does not. */
static const char *cookie_of(const char *line, const char *base, const char *name) {
    size_t base_length = strlen(base), name_length = strlen(name);
    if (strncmp(line, base, base_length) != 0 || line[base_length] != '\t') return NULL;
    line += base_length + 1;
    if (strncmp(line, name, name_length) != 0 || line[name_length] != '\t') return NULL;
    return line + name_length + 1;
}

bool jar_find(const char *path, const char *base, const char *name, char cookie[CLIENT_COOKIE_MAX]) {
    char line[LINE_MAX_BYTES];
    FILE *file = fopen(path, "re");
    bool found = false;
    while (file && !found && fgets(line, sizeof line, file)) {
        const char *value = cookie_of(line, base, name);
        size_t length = value ? strcspn(value, "\r\n") : 0;
        found = length && length < CLIENT_COOKIE_MAX;
        if (found) snprintf(cookie, CLIENT_COOKIE_MAX, "%.*s", (int)length, value);
    }
    if (file) fclose(file);
    return found;
}

static void make_folders(const char *path) {
    char folder[JAR_PATH_MAX];
    snprintf(folder, sizeof folder, "%s", path);
    for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        mkdir(folder, 0700); /* whether it worked shows when the file is opened */
        *slash = '/';
    }
}

/* The newest first; what was there of others follows. */
static bool write_lines(FILE *out, FILE *old, const char *base, const char *name, const char *cookie) {
    char line[LINE_MAX_BYTES];
    fprintf(out, "%s\t%s\t%s\n", base, name, cookie);
    for (unsigned lines = 1; old && lines < LINES_MAX && fgets(line, sizeof line, old); lines++)
        if (!cookie_of(line, base, name)) fputs(line, out);
    return fflush(out) == 0 && fsync(fileno(out)) == 0;
}

bool jar_keep(const char *path, const char *base, const char *name, const char *cookie,
              char trouble[CLIENT_TROUBLE_MAX]) {
    char part[JAR_PATH_MAX + 24], known[CLIENT_COOKIE_MAX];
    if (jar_find(path, base, name, known) && strcmp(known, cookie) == 0) return true;
    make_folders(path);
    snprintf(part, sizeof part, "%s.%ld", path, (long)getpid());
    int descriptor = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    FILE *out = descriptor < 0 ? NULL : fdopen(descriptor, "w"), *old = fopen(path, "re");
    bool good = out && write_lines(out, old, base, name, cookie);
    int why = errno;
    if (out && fclose(out) != 0) good = false, why = errno;
    else if (!out && descriptor >= 0) close(descriptor);
    if (old) fclose(old);
    if (good && rename(part, path) != 0) good = false, why = errno;
    if (good) return true;
    unlink(part);
    snprintf(trouble, CLIENT_TROUBLE_MAX, "cannot write %.300s: %s; the seat cannot be found again from here", path,
             strerror(why));
    return false;
}

/* As a shell takes it. */
static void put_quoted(FILE *out, const char *text) {
    fputc('\'', out);
    for (; *text; text++)
        if (*text == '\'') fputs("'\\''", out);
        else fputc(*text, out);
    fputc('\'', out);
}

const char *jar_command(const char *base, const char *name, const char *code, char *out, size_t size) {
    FILE *text = fmemopen(out, size, "w");
    out[0] = 0;
    if (!text) return out;
    fprintf(text, "uno play --connect %s/t/%s", base, code);
    if (name[0]) fputs(" --name ", text);
    if (name[0] && strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == strlen(name))
        fputs(name, text);
    else if (name[0]) put_quoted(text, name);
    fclose(text);
    out[size - 1] = 0;
    return out;
}
