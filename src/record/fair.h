/* fair.h -- where the chance of a game comes from, so that anyone can check it.
 *
 * Before a game the dealing side draws a secret and publishes a commitment, the
 * secret's hash. Then every seat adds 32 bytes of its own. The seed of the game
 * is a hash over both:
 *
 *     commitment = BLAKE2b-256(secret)
 *     seed       = BLAKE2b-256("uno game seed 1" secret contribution[A] contribution[B] ...)
 *
 * A seat that adds nothing counts as 32 zero bytes. When the game is over the
 * secret is shown, and whoever kept the commitment can redo the sum. */
#ifndef UNO_FAIR_H
#define UNO_FAIR_H

#include <stdbool.h>

#include "../engine/rng.h"

#define FAIR_SEED_TAG "uno game seed 1"

void fair_commitment(const Seed *secret, Seed *out);
void fair_seed(const Seed *secret, const Seed *contributions, unsigned seats, Seed *out);

/* The seed that stands for a text, for games that are to be repeated: BLAKE2b-256 of it. */
void fair_seed_of_text(const char *text, Seed *out);

bool fair_equal(const Seed *a, const Seed *b);

#endif
