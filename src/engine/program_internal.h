/* program_internal.h -- what the files that carry out programs share. Private to src/engine. */
#ifndef UNO_PROGRAM_INTERNAL_H
#define UNO_PROGRAM_INTERNAL_H

#include "classic_internal.h"
#include "program_code.h"

static inline Extra *extra_of(Change *change) { return &change->game->board.extra; }

static inline void tell(Change *change, EventKind kind, Seat seat, Seat other, Face card, unsigned amount) {
    witness_event(change->witness, kind, seat, other, card, amount);
}

static inline bool is_in(const Board *board, unsigned seat) {
    return seat < board->players && !(board->out >> seat & 1);
}

/* ---- program_second.c ---- */

unsigned second_take(Private *own, unsigned place); /* the card, counted from 1, out of its place */
void second_put_back(Change *change, unsigned card);
unsigned second_draw(Change *change, Seat seat, unsigned n); /* as far as the hand has room; returns how many */
unsigned down_place(const Game *game, unsigned slot);        /* of a card that lies face down, in its owner's Private */
void laid_add(Change *change, unsigned card, Seat owner, Seat at, unsigned turns);
void laid_remove(Change *change, unsigned slot);

/* ---- program_amounts.c ---- */

Seat who_is(Change *change, unsigned who); /* NO_SEAT: nobody is there */
unsigned amount_of(Change *change, const Amount *amount);
bool test_holds(Change *change, const Code *code);

/* ---- program_moves.c ---- */

void hand_changed(Change *change, Seat seat);
void card_discard(Change *change, Seat seat, Face card);

/* Whose cards a step about `who` moves, and where they go: NO_SEAT, the discards. False: none move. */
bool cards_go(Change *change, const Code *code, Seat who, Seat *from, Seat *to);
void card_goes(Change *change, const Code *code, Seat from, Seat to, Face card);
void cards_go_by_chance(Change *change, const Code *code, Seat from, Seat to, unsigned n);
bool cards_go_by_choice(Change *change, const Code *code); /* false: asks */
Seat cards_chosen_with(Change *change);

/* ---- program_steps.c ---- */

void counter_set(Change *change, unsigned counter, Seat seat, unsigned value);
void program_step(Change *change, const Code *code);

/* ---- program_run.c ---- */

void program_ask(Change *change, Seat seat, AskKind kind);
void program_begin(Extra *x, unsigned at, Seat me, Seat target, unsigned slot);
bool program_run(Change *change); /* false: somebody is asked */

#endif
