/* events_check.h -- what must hold of every tournament, and the pairings that are best by trying all. */
#ifndef TESTS_TOURNAMENT_EVENTS_CHECK_H
#define TESTS_TOURNAMENT_EVENTS_CHECK_H

#include "dump.h"

/* NULL, or what is wrong. */
const char *event_broken(const Tourney *tourney);

/* After a round entry was taken: everybody who could play does, once; byes and rematches are as few as can be.
 * `before` is the tournament without it. */
const char *round_broken(const Tourney *before, const Tourney *after);

/* The log makes the same tournament. */
const char *log_broken(const Tourney *tourney, const char *log, size_t length);

/* Pairings of random fields, few and many, against all there are. */
const char *pairing_broken(uint64_t *random);

#endif
