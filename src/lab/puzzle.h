/* puzzle.h -- positions out of games between bots in which one move is clearly best.
 *
 * A position is taken only after two looks by the judge (judge.h): a quick one that finds a candidate, and a deep one
 * in worlds of its own that has to confirm it by a wide margin against each of the other moves. Everything follows
 * from the seed. */
#ifndef UNO_PUZZLE_H
#define UNO_PUZZLE_H

#include "../bots/judge.h"
#include "../engine/witness.h"
#include "../ruleset/ruleset.h"

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

/* The chance of a puzzle by its name: a day ("2026-11-18"), or any other text. Everywhere the same. */
typedef enum { PUZZLE_OF_DAY, PUZZLE_OF_TEXT } PuzzleName;
void puzzle_seed(PuzzleName kind, const char *named, Seed *out);

/* A puzzle is about one deal, not about a match. False: *error says what these rules have against it. */
bool puzzle_rules(Ruleset *ruleset, RulesetError *error);

/* False: none was found in PUZZLE_GAMES games. */
bool puzzle_find(const Rules *rules, unsigned players, const Seed *seed, Puzzle *out);

#endif
