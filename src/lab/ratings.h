/* ratings.h -- what the counts of an arena say, and how sure that is: each figure
 * comes with the interval in which the true one lies in 95 of 100 arenas. */
#ifndef UNO_RATINGS_H
#define UNO_RATINGS_H

#include "arena.h"

typedef struct {
    double value, low, high;
    bool sure; /* false: there is too little to tell low and high */
} Estimate;

/* The share of its games that a bot wins, 0 to 1, and the share of even players. The
 * interval is that of the deals: the games of one deal resemble each other. */
void rating_wins(const ArenaReport *report, unsigned bot, Estimate *out);
double rating_even(const ArenaPlan *plan);

/* Elo by the model of Bradley and Terry, 1500 on average: 400 points more are ten
 * wins for each loss. A winner has won over everybody at the table who did not win.
 * A drawn game between each two is added, so that nobody's rating is without end;
 * where it is only that game which bounds the ratings, since some never lost to the
 * others, no interval can be told.
 * The interval is the jackknife's: how the ratings change without a part of the deals. */
void rating_elo(const ArenaPlan *plan, const ArenaReport *report, Estimate out[ARENA_BOTS_MAX]);

#endif
