/* pairing.h -- who plays whom, two at a table or more: nobody meets the same opponent twice while that can be avoided,
 * then those with about as many points meet. Knows nothing of a tournament. */
#ifndef UNO_PAIRING_H
#define UNO_PAIRING_H

#include <stdbool.h>
#include <stdint.h>

#include "partition.h"

enum { PAIRING_EXACT_MAX = PARTITION_MOST };

/* Vertices 0 .. count - 1, best first; count is even (a bye is a vertex like any other, the last). Those whom vertex v
 * has met are met[start[v]] .. met[start[v + 1] - 1], each as often as they met. */
typedef struct {
    uint32_t count;
    const int32_t *points;
    const uint32_t *start, *met;
    const uint16_t *times; /* NULL, or how often each two have met, count by count: then start and met are not read */
    bool bye;              /* the last vertex is one: it goes to the lowest that can have it */
    unsigned enough;       /* tables: not to have met so often yet comes before everything; 0: only how often counts */
} Pairing;

/* Fills mate[]. As few have met before as possible; up to `exact` vertices (at most PAIRING_EXACT_MAX) the points of
 * the pairs are also as near as possible, beyond that nearly so. False: there is no memory. */
bool pairing_solve(const Pairing *pairing, unsigned exact, uint32_t *mate);

/* Tables of any size: those at table t are seat[first[t]] .. seat[first[t + 1] - 1], of `tables` tables whose sizes
 * differ by at most one. What the caller has put there is improved; up to `exact` vertices it becomes the best of all:
 * as few have met before as possible, then as near in points as possible. False: there is no memory. */
bool pairing_seat(const Pairing *pairing, uint32_t tables, unsigned exact, uint32_t *seat, uint32_t *first);

/* How often the two have met. */
unsigned pairing_met(const Pairing *pairing, uint32_t one, uint32_t other);

#endif
