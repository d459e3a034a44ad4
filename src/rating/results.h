/* results.h -- a set of games that are over, with the names of those who played them.
 *
 *     results_add_record()   a record more
 *     results_sort()         by time; a game that is there twice counts once
 *     results_rate()         everybody's ratings after each game
 *
 * What is worked out of a sorted set does not depend on the order in which its games came in. People are the same when
 * their names are, byte by byte; bots are known by their kind. Results own memory: results_free(). */
#ifndef UNO_RATING_RESULTS_H
#define UNO_RATING_RESULTS_H

#include "outcome.h"

typedef struct {
    char name[RECORD_NAME_MAX]; /* of a bot: its kind */
    bool bot;
} ResultsPlayer;

typedef struct {
    Outcome outcome;
    uint32_t ruleset;           /* a number of Results.ruleset */
    uint32_t player[SEATS_MAX]; /* numbers of Results.player */
} Result;

typedef struct {
    Result *result;
    size_t count, room;
    ResultsPlayer *player;
    uint32_t players, player_room;
    uint32_t *slot; /* a hash table of players, from 1; twice as many as there is room */
    char (*ruleset)[RULESET_NAME_MAX];
    uint32_t rulesets, ruleset_room;
} Results;

/* False: *error says what is wrong with the record, and nothing has changed. */
bool results_add_record(Results *results, const Record *record, RecordError *error);

void results_sort(Results *results);

/* The player of that name; of a bot, its kind. NO_PLAYER: there is none such. A person goes before a bot. */
#define NO_PLAYER UINT32_MAX
uint32_t results_find(const Results *results, const char *name);

/* Of a sorted set: rates game by game, in a scope for each family, and shows after each how those who played it stand
 * (`seat` counts through the game; of somebody with several seats the last shows). `see` may be NULL. False: no
 * memory. The ladder's players are the numbers of Results.player plus 1. */
typedef void (*ResultsSee)(void *context, const Result *result, unsigned seat, const Standing *standing);
bool results_rate(const Results *results, Ladder *ladder, ResultsSee see, void *context);

const Standing *results_standing(const Ladder *ladder, Family family, uint32_t player);

void results_free(Results *results);

#endif
