/* scenarios.h -- what the parts of the scenario runner know of each other. */
#ifndef ARBITER_SCENARIOS_H
#define ARBITER_SCENARIOS_H

#include <stdbool.h>
#include <stddef.h>

#include "arbiter/book.h"

enum { TELL_BYTES = 8192 };

typedef struct {
    const char *file;
    unsigned line;  /* of the file */
    unsigned fails; /* of this scenario */
} Place;

/* Prints "file:line: " and the words, and counts it. */
__attribute__((format(printf, 2, 3))) void complain_at(Place *place, const char *format, ...);

/* The next item of "a 1, b "c, d", e": cut off at its comma; NULL behind the last. */
char *next_item(char **rest);

/* Checks what stands behind "expect": every item of it. */
void expect_check(Place *place, const Book *book, const char *told, char *items);

/* ---- ids ---- */

/* Reads the list of ids; false: said what is wrong. */
bool ids_load(const char *path);

/* The ids of a heading are covered; complains of those that are not known. */
void ids_cover(Place *place, char *words);

/* False: said which ids nothing covers, or are covered and excused. */
bool ids_complete(const char *path);

#endif
