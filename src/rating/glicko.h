/* glicko.h -- ratings of duels: Glicko-2 (Glickman 2013), with the constants of the package `glicko2`
 * (docs/ratings.md). A rating period is as many duels as the caller says; a ladder (ladder.h) takes each for itself. */
#ifndef UNO_RATING_GLICKO_H
#define UNO_RATING_GLICKO_H

#include <stdbool.h>

typedef struct {
    double rating, deviation, volatility;
} Glicko;

/* Against whom, as they were before the period; score 1 a win, 0.5 a draw, 0 a loss. */
typedef struct {
    Glicko opponent;
    double score;
} GlickoDuel;

enum { GLICKO_SURE_GAMES = 10 };

/* 1500, give or take 350. */
Glicko glicko_new(void);

/* The rating after a period with these duels; without any only the deviation grows. */
Glicko glicko_rate(const Glicko *before, const GlickoDuel *duel, unsigned duels);

/* Fewer than GLICKO_SURE_GAMES duels, or a deviation above 110. */
bool glicko_is_provisional(const Glicko *glicko, unsigned duels);

#endif
