/* playout.h -- the plainest player there is, for measuring and for tests: plays a
 * card whenever it can, each playable face equally often, draws only when it
 * cannot, names colours and targets at random and always calls UNO. */
#ifndef UNO_PLAYOUT_H
#define UNO_PLAYOUT_H

#include "../engine/game.h"

/* A small fast generator (wyrand); any start will do. */
typedef struct {
    uint64_t state;
} Dice;

static inline uint64_t dice_next(Dice *dice) {
    uint64_t state = dice->state += UINT64_C(0xA0761D6478BD642F);
    unsigned __int128 product = (unsigned __int128)state * (state ^ UINT64_C(0xE7037ED1A0B428DB));
    return (uint64_t)(product >> 64) ^ (uint64_t)product;
}

/* 0 .. n-1; the bias of a multiplication without rejection is below 2^-26. */
static inline unsigned dice_below(Dice *dice, unsigned n) { return (unsigned)((dice_next(dice) >> 32) * n >> 32); }

/* One of the set's actions; the set is not empty. */
Action playout_pick(const Rules *rules, const ActionSet *set, Dice *dice);

/* Plays a game to its end, or until `limit` actions are done; returns how many were. */
unsigned long playout_run(const Rules *rules, Game *game, Dice *dice, unsigned long limit);

#endif
