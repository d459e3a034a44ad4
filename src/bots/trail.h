/* trail.h -- what another seat did, and what it could have done: signs of its hand. */
#ifndef UNO_TRAIL_H
#define UNO_TRAIL_H

#include "../engine/game.h"

typedef enum {
    SIGN_LAID,  /* chose to lay this card */
    SIGN_LEFT,  /* laid it where there was hardly a choice: it is gone, and tells nothing else */
    SIGN_DREW,  /* drew, although a card that fits could have been laid */
    SIGN_KEPT,  /* kept the card just drawn */
    SIGN_NAMED, /* named a colour with the card just drawn */
} SignKind;

typedef struct {
    uint64_t fit;  /* the faces that could have been laid */
    uint16_t came; /* cards that came since the sign before; with the first one: and all that were there */
    uint8_t kind;
    Face card;      /* SIGN_LAID, SIGN_LEFT: the hand has it until now */
    uint8_t colour; /* that was named, else NO_COLOUR */
} Sign;

enum { SIGNS_MAX = 12 };

typedef struct {
    Sign sign[SIGNS_MAX]; /* the oldest first; beyond that many the oldest are forgotten */
    unsigned signs;
    unsigned came; /* cards that came since the last one */
} Trail;

/* The hand is looked at afresh: what was done before tells nothing of it any more. */
void trail_reset(Trail *trail, unsigned cards);

/* Classic: the table was like that, and is like this now. */
void trail_watch(const Rules *rules, Trail *trail, Seat seat, const Board *before, const Board *now);

/* The cards that the hand must have by its trail. */
unsigned trail_cards(const Trail *trail);

#endif
