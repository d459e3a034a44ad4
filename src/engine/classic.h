/* classic.h -- what lies open on a classic table, beyond what every table has. */
#ifndef UNO_CLASSIC_H
#define UNO_CLASSIC_H

#include "rules.h"

typedef struct {
    int8_t direction; /* +1 clockwise, -1 */
    uint8_t colour;   /* in play; NO_COLOUR until an opening Wild is named */
    Face top;
    Face before_top; /* top and colour just before the last Wild +4: what its honesty is judged by */
    uint8_t before_colour;
    uint16_t held;    /* cards its player held just after */
    uint16_t pending; /* cards to draw; 0: none */
    uint8_t chain;    /* draw cards in the pending chain */
    Face draw_card;   /* the last of them */
    uint8_t attacker; /* who laid it */
    uint8_t passer;   /* who passed the draw on by chance, else NO_SEAT */
    uint8_t returner; /* PHASE_RETURNED: who sent it back and will play next */
    uint8_t
        returned_by; /* PHASE_RETURNED: the card value that may answer (VALUE_REVERSE), or VALUE_WILD for a reflector */
    uint8_t finisher; /* who went out on the pending draw (H173), else NO_SEAT */
    uint8_t uno_seat; /* whose call-and-catch window is open, else NO_SEAT */
    bool uno_called;
    bool drawn_fits;          /* PHASE_DRAWN: the table knows that the drawn card can be played (draw to match) */
    uint16_t uno_tried;       /* seats that have tried to catch in this window */
    uint8_t passes;           /* in a row */
    uint8_t places;           /* elimination: players out so far */
    uint8_t place[SEATS_MAX]; /* elimination: 1 for the first out; 0 while in play */
    bool reseated;            /* a program has swapped seats in this deal: Extra.order has who sits where (L26) */
    uint8_t laid;             /* PHASE_MORE: cards laid in this turn */
    uint64_t swaps;           /* PHASE_MORE: a target (4 bits, NO_SEAT: none) for each card laid, the first lowest */
} ClassicBoard;

/* O5, U7: the faces with the colour or the symbol, and those without a colour. */
static inline uint64_t classic_fitting(const Rules *rules, Face top, unsigned colour) {
    return COLOUR_MASK(colour) | VALUE_MASK(face_value(top)) | rules->fits;
}

/* True when a Wild +4 out of this hand, on that top card and colour, would be
 * dishonest (H139, H168). `others` is the hand without the Wild +4. */
bool classic_dishonest(const Rules *rules, uint64_t other_faces, Face top, unsigned colour);

#endif
