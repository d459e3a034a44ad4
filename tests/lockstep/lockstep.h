/* lockstep.h -- one game played twice: by the engine with real cards, and by a
 * tally that is told what the table saw.
 *
 *     play.c      random play, with a taste that makes rare things happen
 *     setup.c     games that begin in the middle
 *     feed.c      from what the table saw to entries
 *     compare.c   are both in the same situation, and what rare things happened
 *     possible.c  which entries a table can make
 *     entries.c   entries of any kind and content, thrown at a tally
 *     lockstep.c  many games; the program */
#ifndef UNO_LOCKSTEP_H
#define UNO_LOCKSTEP_H

#include "arbiter/tally.h"
#include "random.h"
#include "ruleset/ruleset.h"

typedef enum {
#define RARE(name, words, possible) RARE_##name,
#include "rare.def"
#undef RARE
    RARES
} Rare;

typedef struct {
    unsigned long games, entries, compared, mixes;
    unsigned long rare[RARES];
} Score;

/* How the players of one game like to play. */
typedef struct {
    unsigned plays, answers, refuses; /* of 16 times that they could */
    uint64_t numbers, favourites;     /* faces they like to bid, and to play */
    bool fated;                       /* the favourites are also what is drawn */
    bool says_passes;                 /* that nobody plays an action card is entered as well */
    Seat favoured;                    /* outbids everybody, so that decks are full at the end; or NO_SEAT */
    ActionKind bonus;                 /* what is chosen, or ACT_NONE: either */
} Taste;

enum { FAULT_MAX = 400 };

typedef struct {
    const Rules *rules;
    uint64_t random;
    Taste taste;
    Game game;
    Witness witness;
    Tally tally;
    bool behind; /* the table has seen something that is not entered yet */
    Score *score;
    char fault[FAULT_MAX];
} Pair;

/* Notes the fault; always false. */
bool pair_fault(Pair *pair, const char *format, ...);

/* ---- play.c ---- */

void taste_choose(uint64_t *random, Taste *taste);

/* Settles what is drawn next, as the players like it. */
void taste_settle_fate(Pair *pair);

/* Something that a seat that is asked may do. */
Action taste_pick(Pair *pair, Seat *seat);

/* ---- setup.c ---- */

/* Moves both from the deal to somewhere later in a game. */
bool pair_set_up(Pair *pair);

/* ---- feed.c ---- */

/* What the table saw of the action, done on `before`, as entries. */
bool pair_feed(Pair *pair, const Board *before, Seat seat, Action action);

/* ---- compare.c ---- */

bool event_happened(const Witness *witness, EventKind kind);
void pair_count_rare(Pair *pair, const Board *before, Action action);
bool pair_compare(Pair *pair);

/* ---- possible.c ---- */

/* Whether the table can enter this now, by rules and counts. */
bool entry_possible(const Rules *rules, const Tally *tally, const Entry *entry);

/* ---- entries.c ---- */

/* Plays a game of random entries; false and *fault where something does not hold. */
bool entries_game(const Rules *rules, unsigned players, uint64_t seed, Score *score, char fault[FAULT_MAX]);

#endif
