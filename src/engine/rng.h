/* rng.h -- the one source of chance: the ChaCha20 key stream.
 *
 * The stream is ChaCha20 with the game's 32-byte seed as key, nonce 0 and the
 * block counter from 0, read as 16-bit little-endian numbers. A whole game can
 * thus be checked with any library that has ChaCha20. Draws below n use Lemire's
 * multiply-and-reject method, so that every outcome is exactly equally likely. */
#ifndef UNO_RNG_H
#define UNO_RNG_H

#include <stdbool.h>
#include <stdint.h>

enum { SEED_BYTES = 32, RNG_BYTES = 128, RNG_NUMBERS = RNG_BYTES / 2 };

typedef struct {
    uint8_t bytes[SEED_BYTES];
} Seed;

typedef struct {
    uint32_t key[8];
    uint8_t stream[RNG_BYTES]; /* two blocks of the key stream */
    uint64_t next_block;       /* the number of the block after them */
    uint64_t used;             /* numbers of `stream` already given out; RNG_NUMBERS: none left */
} Rng;

void rng_init(Rng *rng, const Seed *seed);

/* Two generators, and their first numbers: one waits for itself most of the time, so that two take little longer. */
void rng_init_two(Rng rng[2], const Seed seed[2]);

/* Makes the next two blocks. Only for rng_next() and for setting up a generator. */
void rng_refill(Rng *rng);

/* The next number, 0 .. 65535. */
static inline uint32_t rng_next(Rng *rng) {
    if (__builtin_expect(rng->used == RNG_NUMBERS, 0)) rng_refill(rng);
    const uint8_t *at = rng->stream + 2 * rng->used++;
    return at[0] | (uint32_t)at[1] << 8;
}

/* rng_below() when numbers run out or one is rejected. */
uint32_t rng_below_slowly(Rng *rng, uint32_t n);

/* rng_below() as long as a number is at hand and is not rejected; else false, and
 * nothing is used up. A number is rejected if its product with n ends below
 * 65536 % n; only one that ends below n need be looked at more closely. */
static inline bool rng_try_below(Rng *rng, uint32_t n, uint32_t *out) {
    if (__builtin_expect(rng->used == RNG_NUMBERS, 0)) return false;
    const uint8_t *at = rng->stream + 2 * rng->used;
    uint32_t product = (at[0] | (uint32_t)at[1] << 8) * n;
    if (__builtin_expect((product & 0xFFFF) < n, 0)) return false;
    rng->used++;
    *out = product >> 16;
    return true;
}

/* Uniform in 0 .. n-1, for 1 <= n <= 65535. */
static inline uint32_t rng_below(Rng *rng, uint32_t n) {
    uint32_t out;
    return rng_try_below(rng, n, &out) ? out : rng_below_slowly(rng, n);
}

#endif
