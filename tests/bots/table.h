/* table.h -- one game among bots, played three times over: as it is, with the bots
 * moved about in memory, and with everything that the bot asked cannot see dealt
 * anew in the very place where the game is kept. All three must go the same way.
 *
 * While the game goes as it is, whatever a bot does is held against what it may
 * do, and what its memory makes of the table against the table. */
#ifndef UNO_TESTS_TABLE_H
#define UNO_TESTS_TABLE_H

#include "bots/bot.h"
#include "random.h"

typedef enum {
    FAULT_NONE,
    FAULT_SILENT,     /* does nothing although awaited, or something although it may do nothing */
    FAULT_ILLEGAL,    /* does what it may not do */
    FAULT_SLIPS,      /* a careful one forgets to call UNO */
    FAULT_UNREPEATED, /* plays otherwise the second time, as a copy that has moved */
    FAULT_PEEKS,      /* plays otherwise when only the unseen is other */
    FAULT_WORLDS,     /* imagines a world that cannot be, or remembers one */
    FAULT_ENGINE,     /* nothing of a bot's */
} Fault;

enum { KINDS_MAX = 16, DECISIONS_MAX = 3000 };

/* Who sits there, and what for. */
typedef struct {
    const Rules *rules;
    unsigned players;
    const BotKind *kind[SEATS_MAX];
    SeatMask careful; /* seats that never forget to call UNO */
    unsigned worlds;  /* a searching bot's budget */
    unsigned warm_up; /* so many actions are done by chance before the bots sit down */
    unsigned limit;   /* of decisions */
    uint64_t seed;
} Sitting;

typedef struct {
    unsigned long decisions, games;
    unsigned long by_seat[SEATS_MAX]; /* decisions of each seat */
    unsigned long dealt_anew;         /* decisions in which another hand, or a hidden choice, really was another */
    unsigned long lets_be;            /* decisions to do nothing */
    unsigned long worlds;             /* imagined and found possible */
    unsigned long slips;              /* UNO calls omitted, */
    unsigned long misses;             /* and catches */
} Tally;

typedef struct {
    Fault fault;
    char words[200];
} Finding;

/* Plays it; FAULT_NONE, or what was found first. */
Fault table_play(const Sitting *sitting, Tally *tally, Finding *out);

/* worlds.c: true when the world could be what the view is a view of. */
bool world_possible(const Rules *rules, const View *view, const Game *world);

/* Imagines a few worlds behind the view; false: one is impossible, or the memory's counts are wrong. */
bool worlds_possible(const Rules *rules, const View *view, const Memory *memory, uint64_t seed, unsigned count);

/* plants.c: bots that must be found out. */
typedef struct {
    const char *what;
    BotKind kind;
    Fault found; /* as what */
    Families families;
    bool careful; /* sits as one that never forgets to call */
} Plant;

extern const Plant plants[];
extern const unsigned plant_count;

/* What the plants have got hold of: where the table keeps its game. */
void plants_begin(const Game *game);

#endif
