/* trial.h -- one random game under examination.
 *
 * A check looks at the position a trial has reached and returns false when it
 * finds something that must never be, after writing down what. */
#ifndef UNO_TRIAL_H
#define UNO_TRIAL_H

#include "engine/view.h"
#include "random.h"

typedef struct {
    const Rules *rules;
    unsigned players;
    Seed seed;
    bool fated; /* chance was settled in advance: such a game has no record */
    uint64_t random;
    Rng sampler;
    Game game;
    Witness witness;
    Action actions[ACTIONS_MAX]; /* of the seat in question */
    unsigned count;
    char fault[400];
} Trial;

/* Writes down what is wrong; always false. */
bool trial_fault(Trial *trial, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Lists what `seat` may do. */
void trial_list(Trial *trial, Seat seat);

/* checks.c: what the rules of the house promise of every position. */
bool check_position(Trial *trial); /* cards conserved; who is asked can answer; turns and steps within their limits */
bool check_listed(Trial *trial);   /* every listed action applies, and its text reads back */
bool check_unlisted(Trial *trial); /* every other is refused, with a reason, and changes nothing */
bool check_text(Trial *trial);     /* the position's text reads back as the same game */

/* hidden.c: what a seat cannot see makes no difference to it. */
bool check_hidden(Trial *trial);

/* playout.c: games that bots play out in one go are those of one action after the other, by the general way. */
bool check_playouts(Trial *trial);

/* json.c: a view written as JSON reads back byte for byte. One observer, chosen by chance. */
bool check_json(Trial *trial);

/* Most steps a Split UNO game can take. */
unsigned split_steps_max(const Rules *rules, unsigned players);

#endif
