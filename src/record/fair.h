/* fair.h -- where the chance of a game comes from, so that anyone can check it.
 *
 * Before a game the dealing side draws a secret and publishes a commitment, the secret's
 * hash. Then every seat that wants to draws a seed and publishes a commitment to it. Once
 * all commitments are fixed the seats reveal their seeds. The seed of the game is a hash
 * over all of them, a block of 33 bytes for each seat:
 *
 *     commitment = BLAKE2b-256(secret)
 *     commit     = BLAKE2b-256("uno seat seed 1" seed)
 *     block      = 1 seed      of a seat that revealed,
 *                  2 commit    of one that did not,
 *                  0 (32 zero bytes)      of one that added nothing
 *     game seed  = BLAKE2b-256("uno game seed 2" secret block[A] block[B] ...)
 *
 * When the game is over the secret is shown, and anybody who kept the commitments can redo
 * the sum. The operator of the server learns the seeds as they are revealed and can pass one
 * off as late: every seat that did not reveal leaves a choice between two deals.
 *
 * Games of before seats committed (way 1) have seeds that were said in the open:
 *
 *     game seed  = BLAKE2b-256("uno game seed 1" secret seed[A] seed[B] ...)
 *
 * with 32 zero bytes for a seat that added nothing. */
#ifndef UNO_FAIR_H
#define UNO_FAIR_H

#include <stdbool.h>

#include "../engine/rng.h"

enum { FAIR_OPEN = 1, FAIR_COMMITTED = 2 }; /* the ways */

/* What a seat adds; nothing: all zero. */
typedef struct {
    bool committed; /* it fixed its seed before anybody revealed */
    bool added;     /* its seed is known: revealed, or said in the open */
    Seed commit, seed;
} FairPart;

void fair_commitment(const Seed *secret, Seed *out);
void fair_commit(const Seed *seed, Seed *out);

/* The seed of the game, by one of the ways. */
void fair_seed(unsigned way, const Seed *secret, const FairPart *parts, unsigned seats, Seed *out);

/* The seed that stands for a text, for games that are to be repeated: BLAKE2b-256 of it. */
void fair_seed_of_text(const char *text, Seed *out);

bool fair_equal(const Seed *a, const Seed *b);

#endif
