/* playout.h -- the plainest player there is, for measuring and for tests: plays a
 * card whenever it can, each playable face equally often, draws only when it
 * cannot, names colours and targets at random and always calls UNO. */
#ifndef UNO_PLAYOUT_H
#define UNO_PLAYOUT_H

#include "../engine/usual.h"
#include "dice.h"

/* One of these cards, of which none asks for a target. Since nobody can guess which it will be, without a branch. */
static inline Laying playout_card(const Rules *rules, uint64_t cards, Dice *dice) {
    uint64_t roll = dice_next(dice);
    Face card = (Face)bits_select(cards, (unsigned)((roll >> 32) * bits_count(cards) >> 32));
    return (Laying){card, rules->naming >> card & 1 ? (uint8_t)(roll % COLOURS) : (uint8_t)face_colour(card)};
}

/* One of the set's actions; the set is not empty. */
Action playout_pick(const Rules *rules, const ActionSet *set, Dice *dice);

/* Plays a game to its end, or until `limit` actions are done; returns how many were. */
unsigned long playout_run(const Rules *rules, Game *game, Dice *dice, unsigned long limit);

/* The same game, one action after the other: listed, picked, applied. */
unsigned long playout_steps(const Rules *rules, Game *game, Dice *dice, unsigned long limit);

#endif
