/* partition.h -- a few people are divided into groups of nearly the same size: every way to do it is weighed. */
#ifndef UNO_PARTITION_H
#define UNO_PARTITION_H

#include <stdbool.h>
#include <stdint.h>

enum { PARTITION_MOST = 12 };

/* What it costs to have these together: a bit for each. */
typedef uint64_t (*GroupPrice)(const void *context, uint32_t group);

/* Divides `count` people (at most PARTITION_MOST) into `groups` groups whose sizes differ by at most one, at the least
 * price in all. group[] takes their bits, that of the first person first. False: there is no memory. */
bool partition_solve(unsigned count, unsigned groups, GroupPrice price, const void *context, uint32_t *group);

#endif
