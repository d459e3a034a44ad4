/* checksum.h -- many games folded into one number.
 *
 * Any change of behaviour, in any rule these tables use, changes the number;
 * another compiler or processor must not. */
#ifndef UNO_CHECKSUM_H
#define UNO_CHECKSUM_H

#include <stdint.h>

/* Plays `games` games of a family (0 classic, 1 split), shared out over its
 * tables. Returns 0 when a table's rules are not accepted, or a listed action
 * is refused: the number of a real run is never 0. */
uint64_t checksum_games(uint32_t family, uint32_t games);

/* The same for games that the bots play, each kind in its turn at every table. */
uint64_t checksum_bots(uint32_t games);

/* The same for random entries of Split games in the arbiter's tally. */
uint64_t checksum_arbiter(uint32_t games);

/* The same for ratings, to their last digit: each game is a table and a duel. */
uint64_t checksum_ratings(uint32_t games);

#endif
