/* dice.h -- a bot's own chance: a small fast generator (wyrand). It has nothing
 * to do with the game's: what it rolls decides which of its actions a bot takes,
 * never which card comes. Any start will do. */
#ifndef UNO_DICE_H
#define UNO_DICE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint64_t state;
} Dice;

/* Both halves of a 128-bit product, folded into one. */
static inline uint64_t dice_fold(uint64_t a, uint64_t b) {
#if defined(__SIZEOF_INT128__) && !defined(__wasm__)
    unsigned __int128 product = (unsigned __int128)a * b;
    return (uint64_t)(product >> 64) ^ (uint64_t)product;
#else
    uint64_t a_low = (uint32_t)a, a_high = a >> 32, b_low = (uint32_t)b, b_high = b >> 32;
    uint64_t low = a_low * b_low, middle = a_high * b_low + (low >> 32), other = a_low * b_high + (uint32_t)middle;
    return (a_high * b_high + (middle >> 32) + (other >> 32)) ^ (other << 32 | (uint32_t)low);
#endif
}

static inline uint64_t dice_next(Dice *dice) {
    uint64_t state = dice->state += UINT64_C(0xA0761D6478BD642F);
    return dice_fold(state, state ^ UINT64_C(0xE7037ED1A0B428DB));
}

/* 0 .. n-1; the bias of a multiplication without rejection is below 2^-26. */
static inline unsigned dice_below(Dice *dice, unsigned n) { return (unsigned)((dice_next(dice) >> 32) * n >> 32); }

/* True n times in 256. */
static inline bool dice_chance(Dice *dice, unsigned n) { return dice_next(dice) >> 56 < n; }

#endif
