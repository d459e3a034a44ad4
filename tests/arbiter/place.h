/* place.h -- what runners of scenarios share: complaints with their place, items, and which rules are covered. */
#ifndef TESTS_PLACE_H
#define TESTS_PLACE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    const char *file;
    unsigned line;  /* of the file */
    unsigned fails; /* of this scenario */
} Place;

/* Prints "file:line: " and the words, and counts it. */
__attribute__((format(printf, 2, 3))) void complain_at(Place *place, const char *format, ...);

/* The next item of "a 1, b "c, d", e": cut off at its comma; NULL behind the last. */
char *next_item(char **rest);

/* ---- ids ---- */

/* Reads the list of ids; false: said what is wrong. */
bool ids_load(const char *path);

/* The ids of a heading are covered; complains of those that are not known. */
void ids_cover(Place *place, char *words);

/* False: said which ids nothing covers, or are covered and excused. */
bool ids_complete(const char *path);

#endif
