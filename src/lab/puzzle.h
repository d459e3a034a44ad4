/* puzzle.h -- positions out of games between bots in which one move is clearly best.
 *
 * A position is taken only after two looks by the judge (judge.h): a quick one that finds a candidate, and a deep one
 * in worlds of its own that has to confirm it by a wide margin against each of the other moves. Everything follows
 * from the seed. */
#ifndef UNO_PUZZLE_H
#define UNO_PUZZLE_H

#include "../bots/judge.h"
#include "../engine/witness.h"

enum {
    PUZZLE_GAMES = 200,            /* tried for one puzzle */
    PUZZLE_QUICK = 96,             /* worlds of the first look, */
    PUZZLE_DEEP = 3000,            /* and of the second */
    PUZZLE_MARGIN = WORTH_ALL / 10 /* by which the best must be ahead of the next */
};

typedef struct {
    Game game;
    Witness witness;
    View view; /* of the seat that is to move: all that may be shown */
    Action answer;
    Judgement judged; /* of the deep look, the answer first */
    size_t number;    /* of actions played before */
} Puzzle;

/* False: none was found in PUZZLE_GAMES games. */
bool puzzle_find(const Rules *rules, unsigned players, const Seed *seed, Puzzle *out);

#endif
