/* fair.c -- the sums of fair.h over BLAKE2b. */
#include "fair.h"

#include <string.h>

#include "../engine/blake2b.h"

/* BLAKE2b-256 of a tag and a seed. */
static void hash_tagged(const char *tag, const Seed *seed, Seed *out) {
    Blake2b hash;
    blake2b_init(&hash, SEED_BYTES);
    blake2b_update(&hash, tag, strlen(tag));
    blake2b_update(&hash, seed->bytes, SEED_BYTES);
    blake2b_final(&hash, out->bytes);
}

void fair_commitment(const Seed *secret, Seed *out) { hash_tagged("", secret, out); }

void fair_commit(const Seed *seed, Seed *out) { hash_tagged("uno seat seed 1", seed, out); }

static void add_block(Blake2b *hash, const FairPart *part) {
    static const Seed nothing;
    uint8_t kind = part->added ? 1 : part->committed ? 2 : 0;
    const Seed *seed = part->added ? &part->seed : part->committed ? &part->commit : &nothing;
    blake2b_update(hash, &kind, 1);
    blake2b_update(hash, seed->bytes, SEED_BYTES);
}

void fair_seed(unsigned way, const Seed *secret, const FairPart *parts, unsigned seats, Seed *out) {
    const char *tag = way == FAIR_OPEN ? "uno game seed 1" : "uno game seed 2";
    Blake2b hash;
    blake2b_init(&hash, SEED_BYTES);
    blake2b_update(&hash, tag, strlen(tag));
    blake2b_update(&hash, secret->bytes, SEED_BYTES);
    for (unsigned seat = 0; seat < seats; seat++) {
        if (way == FAIR_OPEN) blake2b_update(&hash, parts[seat].seed.bytes, SEED_BYTES);
        else add_block(&hash, &parts[seat]);
    }
    blake2b_final(&hash, out->bytes);
}

void fair_seed_of_text(const char *text, Seed *out) {
    Blake2b hash;
    blake2b_init(&hash, SEED_BYTES);
    blake2b_update(&hash, text, strlen(text));
    blake2b_final(&hash, out->bytes);
}

bool fair_equal(const Seed *a, const Seed *b) { return memcmp(a->bytes, b->bytes, SEED_BYTES) == 0; }
