/* pairing.h -- who plays whom, two at a table: nobody meets the same opponent twice while that can be avoided, then
 * those with about as many points meet. Knows nothing of a tournament. */
#ifndef UNO_PAIRING_H
#define UNO_PAIRING_H

#include <stdbool.h>
#include <stdint.h>

enum { PAIRING_EXACT_MAX = 12 };

/* Vertices 0 .. count - 1, best first; count is even (a bye is a vertex like any other, the last). Those whom vertex v
 * has met are met[start[v]] .. met[start[v + 1] - 1], each as often as they met. */
typedef struct {
    uint32_t count;
    const int32_t *points;
    const uint32_t *start, *met;
    bool bye; /* the last vertex is one: it goes to the lowest that can have it */
} Pairing;

/* Fills mate[]. As few have met before as possible; up to `exact` vertices (at most PAIRING_EXACT_MAX) the points of
 * the pairs are also as near as possible, beyond that nearly so. False: there is no memory. */
bool pairing_solve(const Pairing *pairing, unsigned exact, uint32_t *mate);

/* How often the two have met. */
unsigned pairing_met(const Pairing *pairing, uint32_t one, uint32_t other);

#endif
