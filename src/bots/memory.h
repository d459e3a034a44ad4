/* memory.h -- what a bot has noticed in the course of a deal, out of nothing but
 * the views it was shown: who drew although a colour was led, and so most likely
 * had nothing that fits; who kept the card just drawn; which colour was named; who
 * bids high again and again.
 *
 * The cards of another hand are thought of as batches, by when they came. All
 * cards of a batch came before the same evidence, so none of them is a face that
 * the evidence speaks against. */
#ifndef UNO_MEMORY_H
#define UNO_MEMORY_H

#include "../engine/view.h"
#include "trail.h"

enum { BATCHES_MAX = 6 };

typedef struct {
    unsigned cards;
    uint64_t banned; /* faces that it most likely does not have */
} CardBatch;

typedef struct {
    CardBatch batch[BATCHES_MAX]; /* the oldest first */
    unsigned batches;
    unsigned named; /* the colour its player named last, as long as that tells something; NO_COLOUR: none */
} Guess;

/* A card that somebody chose to lay, and the table they saw: a hand that would have
 * laid another is hardly the hand. Holds until that seat draws. */
typedef struct {
    bool holds;
    Face card;
    Board table;
} LaidCard;

typedef struct {
    bool begun;
    Board before; /* the table as it was last seen */
    bool guesses; /* classic: what follows says something about hands */
    Guess guess[SEATS_MAX];
    LaidCard laid[SEATS_MAX];
    Trail trail;                  /* between two: of the other hand */
    Cards hand;                   /* the own one, as it was last seen */
    int16_t bids_high[SEATS_MAX]; /* Split: how much speaks for a seat that always bids its highest card */
} Memory;

/* How likely it is, of 256, that the seat bids its highest card. */
unsigned memory_bids_highest(const Memory *memory, Seat seat);

void memory_init(Memory *memory);

/* The table has changed, or is seen for the first time. */
void memory_watch(const Rules *rules, Memory *memory, const View *view);

/* True when the memory is of this very moment, so that its guesses can be used. */
bool memory_fits(const Memory *memory, const View *view);

#endif
