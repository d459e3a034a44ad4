/* nothing.c -- what a page has not: files, clocks, a terminal. Whoever asks is told so. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../client/fold_internal.h"

int errno;

FILE *fopen(const char *path, const char *mode) {
    (void)path, (void)mode;
    errno = ENOENT;
    return NULL;
}

size_t fread(void *out, size_t size, size_t count, FILE *file) {
    (void)out, (void)size, (void)count, (void)file;
    return 0;
}

int ferror(FILE *file) {
    (void)file;
    return 1;
}

int fclose(FILE *file) {
    (void)file;
    return 0;
}

char *strerror(int number) {
    static char words[] = "no such file";
    (void)number;
    return words;
}

int clock_gettime(clockid_t clock, struct timespec *out) {
    (void)clock;
    *out = (struct timespec){0};
    return 0;
}

/* What people write stays text in a page; and the lobby is not a table's business there. */
void foreign_clean(char *text) { (void)text; }

void foreign_clean_json(cJSON *json, bool keeps_lines) { (void)json, (void)keeps_lines; }

bool fold_hear_lobby(ClientTable *table, const cJSON *list) {
    (void)table;
    return cJSON_IsArray(list);
}

void abort(void) { __builtin_trap(); }
