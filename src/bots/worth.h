/* worth.h -- what the end of a playout is worth to a seat, 0 .. WORTH_ALL. */
#ifndef UNO_WORTH_H
#define UNO_WORTH_H

#include "../engine/game.h"

enum { WORTH_ALL = 1 << 14 };

/* The deal, or the game, has ended. Where a match goes on, what counts is how
 * near the points have brought each side to the target. */
unsigned worth_end(const Rules *rules, const Board *board, Seat seat);

/* The game goes on, and all hands are known: a seat's part in the win, by how well each
 * hand stands (standing.c). Only for rules by which hands stay where they are and one
 * deal decides; for others there is nothing better than to play on to the end. */
bool worth_can_stand(const Rules *rules);
unsigned worth_standing(const Rules *rules, const Game *game, Seat seat);

#endif
