/* belief.h -- between two, the other hand as it most likely is, by what its player did.
 *
 * A belief is one hand that may be the other's, together with when each of its cards came. It
 * walks: a card changes places with a hidden one, or with one that came at another time,
 * and stays there as often as the hand then explains the trail better (Metropolis and
 * Hastings). So the hands that are passed are as frequent as they are likely. How likely a hand
 * is to have done what was done is said by nobody's rules in particular: by weights
 * that all who play sensibly have in common, softly, so that no play is impossible. Whole
 * numbers throughout: the same walk everywhere. */
#ifndef UNO_BELIEF_H
#define UNO_BELIEF_H

#include "dice.h"
#include "memory.h"

enum { BELIEF_CARDS_MAX = 80 };

/* A card of the hand, or one that was laid from it, and from which to which sign it was there. */
typedef struct {
    Face face;
    uint8_t came, left; /* the number of a sign; `left` is beyond them all if it is there still */
} BeliefCard;

/* What one sign was chosen from. */
typedef struct {
    uint16_t fitting[COLOURS]; /* weights of the cards that fitted, by their colour */
    uint16_t wilds;            /* and of those without one */
    uint8_t fours;             /* Wild +4 */
    uint8_t held[COLOURS];     /* cards of each colour, whether they fitted or not */
} BeliefSum;

typedef struct {
    const Rules *rules;
    const Trail *trail;
    uint16_t weight[FACES];
    Cards pool; /* hidden, and not in the hand */
    BeliefCard card[BELIEF_CARDS_MAX];
    unsigned cards;
    uint8_t loose[BELIEF_CARDS_MAX]; /* those that may be others */
    unsigned loose_cards;
    BeliefSum sum[SIGNS_MAX];
    int likely; /* the hand, in 256ths of a doubling */
    bool times; /* some cards came later than others */
} Belief;

/* Begins with the hand of that seat in this world. False: it is too large to think about. */
bool belief_begin(Belief *belief, const Rules *rules, const View *view, const Trail *trail, const Game *world,
                  Seat seat, Dice *dice);

/* Takes so many steps for each card that may be another. */
void belief_walk(Belief *belief, unsigned steps, Dice *dice);

/* Deals the seat's hand again in another world of the same view. False: in this one some of the cards lie where no hand
 * comes by them; nothing has changed. */
bool belief_deal(const Belief *belief, Game *world, Seat seat);

#endif
