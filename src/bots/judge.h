/* judge.h -- what a seat's actions are worth, from what the seat may know: a fair
 * judge of moves, not a player.
 *
 * Worlds that the view allows are dealt (worlds.h); in each of them every candidate is
 * tried with the same luck, and all seats play on quickly but sensibly (policy.h) to the
 * end of the deal or game. What that is worth on average is the candidate's chance to
 * win. Nothing that the seat cannot know has any part in it: two games that look alike
 * to a seat get the same judgement. Whole numbers throughout: the same view, memory and
 * seed give the same judgement everywhere. */
#ifndef UNO_JUDGE_H
#define UNO_JUDGE_H

#include "memory.h"
#include "worth.h"

enum { JUDGE_MAX = 48 };

/* One thing the seat could do. ACT_NONE: lets it be (only where nobody waits for it). */
typedef struct {
    Action action;
    unsigned worlds;       /* in which it was tried */
    uint64_t sum, square;  /* of its worth; squares divided by WORTH_ALL */
    int64_t ahead;         /* of the first candidate, summed over these worlds, */
    uint64_t ahead_square; /* and squared, each divided by WORTH_ALL */
} Judged;

typedef struct {
    unsigned count;
    Judged candidate[JUDGE_MAX]; /* the one asked about first */
} Judgement;

/* Lists what the seat of the view could do instead, less what is never better: a play
 * without the call, a misplay. `first` comes first; ACT_NONE for it where the seat is
 * not awaited and let it be. Returns how many there are. */
unsigned judge_list(const Rules *rules, const View *view, Action first, bool awaited, Judgement *out);

/* Tries them in so many more worlds. `memory` may be NULL. False: no game has this view. */
bool judge_look(const Rules *rules, const View *view, const Memory *memory, unsigned worlds, uint64_t seed,
                Judgement *judgement);

/* The candidate with the highest average. */
unsigned judge_best(const Judgement *judgement);

/* Its average worth, 0 to WORTH_ALL. */
static inline unsigned judge_worth(const Judged *judged) {
    return judged->worlds ? (unsigned)(judged->sum / judged->worlds) : 0;
}

/* True when the difference from the first candidate is more than `tenths` of its standard error. */
bool judge_clear(const Judged *judged, unsigned tenths);

#endif
