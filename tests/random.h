/* random.h -- chance for tests: splitmix64, which needs nothing and is the same
 * everywhere. Not the generator under test. */
#ifndef UNO_TESTS_RANDOM_H
#define UNO_TESTS_RANDOM_H

#include <stdint.h>

static inline uint64_t random_next(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

/* In 0 .. n-1. The tiny bias does not matter to a test. */
static inline unsigned random_below(uint64_t *state, unsigned n) {
    return (unsigned)((random_next(state) >> 32) * n >> 32);
}

#endif
