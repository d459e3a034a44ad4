/* nothing.c -- what a page has not: files, clocks, programs of their own. Whoever asks is told so. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../wire/process_player.h"

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

bool process_player_open(const ProcessPlan *plan, Player *out, char error[PROCESS_TROUBLE_MAX]) {
    (void)plan, (void)out;
    snprintf(error, PROCESS_TROUBLE_MAX, "cannot be started in a page");
    return false;
}

void abort(void) { __builtin_trap(); }
