/* family.h -- the two families behind game.h, and what they share.
 *
 * A family fills in a GameFamily; game.c calls it. The helpers below are the
 * only ways by which cards move, so that counts, witness and settled chance
 * are kept in one place. Private to src/engine. */
#ifndef UNO_FAMILY_H
#define UNO_FAMILY_H

#include "witness.h"

/* One action being carried out: the arguments that every step needs. */
typedef struct {
    const Rules *rules;
    Game *game;
    Witness *witness;
} Change;

/* The action is in the seat's ActionSet already. */
void classic_apply(Change *change, Seat seat, Action action);
void classic_init(Change *change);
void classic_actions(const Rules *rules, const Board *board, const Private *own, Seat seat, ActionSet *out);

/* The same as classic_actions() and game_apply_any() for lean rules (and, for the
 * second, where nobody watches), sooner. */
void classic_lean_actions(const Rules *rules, const Board *board, const Private *own, Seat seat, ActionSet *out);
Verdict classic_lean_apply(const Rules *rules, Game *game, Seat seat, Action action);

/* game_apply() by the general way, for any rules. */
Verdict game_apply_any(const Rules *rules, Game *game, Seat seat, Action action, Witness *witness);

Verdict classic_refusal(const Rules *rules, const Board *board, const Private *own, Seat seat, Action action);
SeatMask classic_waiting(const Rules *rules, const Board *board);
bool classic_sound(const Rules *rules, const Game *game);

void split_apply(Change *change, Seat seat, Action action);
void split_init(Change *change);
void split_step_begin(Change *change);
void split_recount(Change *change);
void split_actions(const Rules *rules, const Board *board, const Private *own, Seat seat, ActionSet *out);
/* Whether the action is in the set of split_actions(). */
bool split_allows(const Rules *rules, const Board *board, const Private *own, Seat seat, Action action);
Verdict split_refusal(const Rules *rules, const Board *board, const Private *own, Seat seat, Action action);
bool split_sound(const Rules *rules, const Game *game);

/* A card of a pile, by fate or by chance, removed from it. The pile has `total` > 0 cards. */
static inline Face pile_take(Cards *pile, unsigned total, Rng *rng) {
    Face face = cards_at(pile, rng_below(rng, total));
    cards_remove(pile, face);
    return face;
}

/* Takes `part` out of `from`, or returns false if it is not all there. */
static inline bool cards_taken(Cards *from, const Cards *part) {
    if (!cards_within(part, from)) return false;
    cards_take_away(from, part);
    return true;
}

/* All the cards of the game less those that lie open: hands, piles and what was
 * put away. False when more lies open than there is. */
bool board_unplaced(const Rules *rules, const Board *board, Cards *out);

/* The next settled card of a list, or NO_FACE where there is none or `pile` does not have it. */
Face fate_card(Face *list, uint8_t *left, const Cards *pile);

/* 1 to 6. */
unsigned game_roll(Game *game);

#endif
