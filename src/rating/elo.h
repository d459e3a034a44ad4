/* elo.h -- ratings of a field that has played all its games: Elo by the model of Bradley and Terry, at once and not
 * game by game, and how sure it is by leaving groups of games out. */
#ifndef UNO_RATING_ELO_H
#define UNO_RATING_ELO_H

#include "estimate.h"

enum {
    ELO_PLAYERS_MAX = 16,
    ELO_GROUPS = 20, /* of games: how much they differ tells how sure a rating is */
};

/* Whole numbers: counts of parts can be added up in any order. */
typedef struct {
    uint64_t over[ELO_GROUPS][ELO_PLAYERS_MAX][ELO_PLAYERS_MAX]; /* [a][b]: half wins of a over b */
    uint64_t group[ELO_GROUPS];                                  /* deals in each */
} EloCounts;

void elo_merge(EloCounts *sum, const EloCounts *part);

/* 1500 on average; 400 points more are ten wins for each loss. A winner has won over everybody at the table who did
 * not win. A drawn game between each two is added, so that nobody's rating is without end; where it is only that game
 * which bounds the ratings, since some never lost to the others, no interval can be told. The interval is the
 * jackknife's: how the ratings change without a part of the games. */
void elo_estimate(const EloCounts *counts, unsigned players, Estimate out[ELO_PLAYERS_MAX]);

#endif
