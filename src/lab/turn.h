/* turn.h -- one game stepped in one call, for a caller to whom each call is dear: applies
 * an action by its number, finds who is asked next, and writes what that seat may do and
 * sees. batch.h does the same for many games, which begin again when they end; here the
 * game is the caller's and stays where it is when it is over. */
#ifndef UNO_TURN_H
#define UNO_TURN_H

#include "batch.h"

typedef struct {
    /* the caller's */
    const Encoder *encoder;
    Game *game;
    Witness *witness;
    Past *past;
    uint8_t *mask;        /* encoder->numbers bytes, 0 or 1 */
    uint8_t *observation; /* encoder->observation bytes */
    /* told */
    uint32_t seat;   /* to move; NO_SEAT: the game is over */
    uint32_t action; /* what the last step did; ENCODE_WAIT: the seat let it be */
    uint32_t waived; /* seats that let it be */
    ActionSet set;   /* what the seat may do */
} Turn;

/* Finds who is to move, and shows what that seat sees: at the beginning, and whenever
 * something else has changed the game. */
void turn_show(Turn *turn);

/* Does what the number stands for. False, and nothing has changed: it is not legal. */
bool turn_step(Turn *turn, int64_t number);

/* One of the legal numbers, each as likely; -1: the game is over. */
int64_t turn_sample(const Turn *turn, Dice *dice);

#endif
