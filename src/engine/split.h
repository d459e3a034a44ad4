/* split.h -- what lies open on a Split UNO table, beyond what every table has.
 *
 * A step is one action card with all its consequences, or one number round.
 * Masks have a bit per seat. A field that plays no part in the present phase
 * is at its idle value, so that equal situations are equal bytes. */
#ifndef UNO_SPLIT_H
#define UNO_SPLIT_H

#include "rules.h"

/* What follows once the number cards chosen in PHASE_SHED are shed. */
typedef enum {
    SHED_IDLE,
    SHED_ENDS,    /* nothing: the step is complete */
    SHED_NAMES,   /* a Wild: its player names colour or rule */
    SHED_REPLIES, /* a Truth or Dare that both pay for first: the target replies */
    SHED_WINS,    /* the only seat not blocked has shed without a bid: it wins the round */
} ShedNext;

typedef struct {
    uint8_t lead;                        /* is asked first; moves on after a round (H9, H227) */
    uint8_t first;                       /* sheds and claims of this step are heard from here: the actor, or the lead */
    uint8_t asked;                       /* PHASE_OFFER, PHASE_CLAIM, PHASE_STUCK: seats asked before; else 0 */
    uint8_t actor, target;               /* of the action card in progress, else NO_SEAT; a Wild has no target */
    Face card;                           /* the action card in progress, else NO_FACE */
    uint8_t awaited;                     /* seats that still owe an answer */
    uint8_t committed;                   /* seats whose hidden choice is made and not yet revealed */
    uint8_t blocked;                     /* seats kept out of the next, or the present, number round */
    uint8_t bidders;                     /* seats in the present number round; 0 outside of one */
    uint8_t effects;                     /* bidders whose revealed 0 or 7 is still to be seen to */
    uint8_t had_numbers;                 /* with teams: seats that had number cards when the step began (Q24); else 0 */
    uint8_t claimant;                    /* PHASE_CLAIM, PHASE_STUCK: whose win is in question, else NO_SEAT */
    uint8_t in_round;                    /* 1 from the start of a number round until its claims are settled */
    uint8_t shed_next;                   /* ShedNext; idle outside PHASE_SHED */
    uint8_t streak[SPLIT_SEATS_MAX];     /* number rounds won in a row */
    uint8_t duty[SPLIT_SEATS_MAX];       /* a colour or rule that binds the bid (H60-H64), NAMES: none */
    Face shown[SPLIT_SEATS_MAX];         /* PHASE_STEAL, PHASE_SEVEN: the bid on the table, in no hand; else NO_FACE */
    uint16_t steps;                      /* completed */
    uint16_t numbers_left, actions_left; /* cards in the two decks */
    uint16_t put_away;                   /* number cards that are out of this game (number_deck_size) */
} SplitBoard;

/* The faces that satisfy a duty (V42, H62); all of them for NAMES. */
uint64_t split_duty_faces(unsigned duty);

/* The sorts of action card, in the order of the printed list. */
enum { SPLIT_SORTS = 7 };
extern const Face split_sorts[SPLIT_SORTS];

#endif
