/* playout.h -- the plainest player there is, for measuring and for tests: plays a
 * card whenever it can, each playable face equally often, draws only when it
 * cannot, names colours and targets at random and always calls UNO. */
#ifndef UNO_PLAYOUT_H
#define UNO_PLAYOUT_H

#include "../engine/game.h"
#include "dice.h"

/* One of the set's actions; the set is not empty. */
Action playout_pick(const Rules *rules, const ActionSet *set, Dice *dice);

/* Plays a game to its end, or until `limit` actions are done; returns how many were. */
unsigned long playout_run(const Rules *rules, Game *game, Dice *dice, unsigned long limit);

#endif
