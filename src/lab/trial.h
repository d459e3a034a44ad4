/* trial.h -- a ruleset tried out: many games among bots of one kind, counted. No threads, no clock, no floating
 * point, no allocation: it runs in a page as it does here, and counts the same.
 *
 *     trial_init()
 *     trial_play()   a game from a seed, as often as wanted; counts add up
 *
 * Seats are offered to act and asked in the order of match.h. */
#ifndef UNO_TRIAL_H
#define UNO_TRIAL_H

#include "../bots/bot.h"
#include "../engine/witness.h"

enum {
    TRIAL_ACTIONS_MAX = 200000, /* of a game; one that is not over by then is undecided */
    TRIAL_WIN = 100,            /* a win, in hundredths; shared ones are divided, rounded down */
};

typedef struct {
    const Rules *rules; /* must stay as long as the trial */
    unsigned players;
    const BotKind *kind;

    uint64_t games, undecided;    /* a game that nobody won is undecided */
    uint64_t actions, turns;      /* of Split UNO the steps are counted as turns */
    uint64_t deals;               /* begun */
    uint64_t longest;             /* actions of the longest game */
    uint64_t wins[SEATS_MAX];     /* by seat, in hundredths */
    uint64_t events[EVENT_KINDS]; /* how often each happened */
} Trial;

/* `players` must be allowed by the rules, and the kind play their family. */
void trial_init(Trial *trial, const Rules *rules, unsigned players, const BotKind *kind);

/* Plays the game of this seed to its end and adds it to the counts. */
void trial_play(Trial *trial, uint64_t seed);

#endif
