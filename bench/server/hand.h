/* hand.h -- as little of a game of the official rules as one must know to go on: the
 * own hand, the top card, and what is asked of whom.
 *
 * A real client folds the whole view (src/client/fold.h); a load client with a thousand
 * of them would then be what is measured. What it chooses is legal: a server that
 * refuses it has a fault, or this has. */
#ifndef UNO_BENCH_HAND_H
#define UNO_BENCH_HAND_H

#include <stdbool.h>
#include <stddef.h>

enum { HAND_MAX = 120, CARD_MAX = 4, ACTION_MAX = 16 };

typedef struct {
    char seat;                     /* 'A' ...; 0: none */
    char card[HAND_MAX][CARD_MAX]; /* "R5", "W+4" */
    unsigned cards;
    char top[CARD_MAX], colour;
    char phase[12];
    bool asked; /* this seat is awaited */
    bool playing;
} Hand;

/* A message, as far as it matters here. */
typedef enum { TOLD_OTHER, TOLD_HELLO, TOLD_JOINED, TOLD_TABLE, TOLD_START, TOLD_ACT, TOLD_NO } ToldKind;

typedef struct {
    ToldKind kind;
    unsigned long q, id; /* 0: none */
    char by;             /* TOLD_ACT: who acted */
    bool of_itself;      /* ... and did it themselves */
    bool over;           /* ... and the game is over */
} Told;

/* Changes the hand by a message of the server. False: it cannot be read. */
bool hand_hear(Hand *hand, const char *text, size_t length, Told *told);

/* What this seat does now, in notation; false: nothing. */
bool hand_choose(const Hand *hand, char out[ACTION_MAX]);

#endif
