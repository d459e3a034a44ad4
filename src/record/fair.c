#include "fair.h"

#include <string.h>

#include "../engine/blake2b.h"

void fair_commitment(const Seed *secret, Seed *out) {
    Blake2b hash;
    blake2b_init(&hash, SEED_BYTES);
    blake2b_update(&hash, secret->bytes, SEED_BYTES);
    blake2b_final(&hash, out->bytes);
}

void fair_seed(const Seed *secret, const Seed *contributions, unsigned seats, Seed *out) {
    Blake2b hash;
    blake2b_init(&hash, SEED_BYTES);
    blake2b_update(&hash, FAIR_SEED_TAG, strlen(FAIR_SEED_TAG));
    blake2b_update(&hash, secret->bytes, SEED_BYTES);
    for (unsigned seat = 0; seat < seats; seat++) blake2b_update(&hash, contributions[seat].bytes, SEED_BYTES);
    blake2b_final(&hash, out->bytes);
}

void fair_seed_of_text(const char *text, Seed *out) {
    Blake2b hash;
    blake2b_init(&hash, SEED_BYTES);
    blake2b_update(&hash, text, strlen(text));
    blake2b_final(&hash, out->bytes);
}

bool fair_equal(const Seed *a, const Seed *b) { return memcmp(a->bytes, b->bytes, SEED_BYTES) == 0; }
