/* arena.h -- many games among bots, and what they tell about how strong each is.
 *
 * The unit is a deal: one shuffle, played as often as there are seats, with the
 * line-up moved on by a seat each time, so that each bot has held each hand. With
 * fewer bots than seats the last one takes all the seats that are left; with more,
 * every combination of bots that fills the table plays every deal.
 *
 * All chance comes from the seed, each deal's from its number, and all that is
 * counted is counted in whole numbers: the report is the same for any number of
 * threads, times apart, as long as no bot thinks by the clock. */
#ifndef UNO_ARENA_H
#define UNO_ARENA_H

#include "../rating/elo.h"
#include "match.h"

enum {
    ARENA_BOTS_MAX = ELO_PLAYERS_MAX,
    ARENA_NAME_MAX = 64,
    ARENA_THREADS_MAX = 256,
    ARENA_GAMES_MAX = 10000000,
    ARENA_TABLES_MAX = 1000,
    ARENA_FORFEITS_MAX = 20, /* told with their reasons; all are counted */
    ARENA_FAILURES_MAX = 5,  /* games in a row that a program forfeits without an answer: then it is enough */
    ARENA_WIN = 2520         /* a win; k who share it have 2520 / k each, for every k up to ten */
};

typedef struct {
    char name[ARENA_NAME_MAX];
    PlayerPlan plan;
} ArenaBot;

typedef struct {
    const Rules *rules;
    unsigned bots, players, threads;
    ArenaBot bot[ARENA_BOTS_MAX];
    Seed seed;
    unsigned long deals;
} ArenaPlan;

/* What one bot did, over all its seats. A seat of one game is a sitting. */
typedef struct {
    uint64_t games; /* in which it had a seat */
    uint64_t sittings;
    uint64_t won; /* in parts of ARENA_WIN; a team's win counts for each seat */
    uint64_t points, dealt, decisions, forfeits, ns, ns_max; /* `dealt`: deals, more than one a sitting in a match */
    uint64_t won_won, won_sittings, sittings_sittings;       /* sums of products, over the deals */
} ArenaTally;

typedef struct {
    unsigned long deal;
    unsigned table, turn; /* which combination, and how far it was moved on */
    unsigned bot, seat;
    unsigned long times; /* among `reason`: forfeits of this bot for this reason, the first told */
    char reason[MATCH_REASON_MAX];
} ArenaForfeit;

/* All of it is whole numbers: reports of parts can be added up in any order. */
typedef struct {
    unsigned long deals, games, undecided, forfeits;
    uint64_t dealt; /* deals of all games: more than one a game in a match for points */
    ArenaTally tally[ARENA_BOTS_MAX];
    EloCounts elo; /* who won over whom */
    unsigned told, reasons;
    ArenaForfeit forfeit[ARENA_FORFEITS_MAX]; /* the first ones, each by itself */
    ArenaForfeit reason[ARENA_FORFEITS_MAX];  /* the first reasons, with how often each was */
    uint32_t *actions, *turns;                /* of each game, in ascending order; arena_report_free() */
    bool stopped;
    bool failed;          /* stopped because of a program that forfeits every game */
    ArenaForfeit failure; /* the last of its forfeits */
} ArenaReport;

/* How far it is, for a progress bar. */
typedef struct {
    unsigned long games, all_games;
    double share; /* of the first bot's sittings, won */
} ArenaProgress;

typedef struct {
    bool (*look)(void *self, const ArenaProgress *progress); /* a few times a second; false stops. May be NULL */
    void *self;
} ArenaWatcher;

/* How many line-ups there are, and games to a deal. */
unsigned arena_tables(const ArenaPlan *plan);
unsigned long arena_games_per_deal(const ArenaPlan *plan);

/* Plays; deals and threads are at least 1. False: there is no memory, or no thread.
 * When it is stopped, the deals that are not complete are left out. It stops by
 * itself once a program has forfeited ARENA_FAILURES_MAX games in a row without
 * having answered once in any of them. Whatever it returns, the report is the
 * caller's to free. */
bool arena_run(const ArenaPlan *plan, const ArenaWatcher *watcher, ArenaReport *out);
void arena_report_free(ArenaReport *report);

/* The share of its games that a bot wins, 0 to 1, and the share of even players. The
 * interval is that of the deals: the games of one deal resemble each other. */
Estimate arena_wins(const ArenaReport *report, unsigned bot);
double arena_even(const ArenaPlan *plan);

#endif
