/* scenarios.h -- what the parts of the scenario runner know of each other. */
#ifndef ARBITER_SCENARIOS_H
#define ARBITER_SCENARIOS_H

#include <stdbool.h>
#include <stddef.h>

#include "arbiter/book.h"
#include "place.h"

enum { TELL_BYTES = 8192 };

/* Checks what stands behind "expect": every item of it. */
void expect_check(Place *place, const Book *book, const char *told, char *items);

#endif
