/* policy.h -- quick sensible play, for playouts: what a search assumes that all
 * seats do once it has stopped looking. It sees what the seat may see. */
#ifndef UNO_POLICY_H
#define UNO_POLICY_H

#include "../engine/game.h"
#include "dice.h"

/* One of the set's actions; the set is not empty and the table waits for the seat. */
Action policy_pick(const Rules *rules, const Board *board, const Private *own, Seat seat, const ActionSet *set,
                   Dice *dice);

/* Plays on to the end of the deal, or of the game, or until `limit` actions are done. */
void policy_run(const Rules *rules, Game *game, Dice *dice, unsigned limit);

/* Split: plays on until the step is complete, or the game over. */
void policy_run_step(const Rules *rules, Game *game, Dice *dice);

#endif
