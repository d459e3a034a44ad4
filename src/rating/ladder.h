/* ladder.h -- everybody's ratings: a fold over results, the eldest first.
 *
 *     ladder_add()    a result changes the standings of those who played it
 *     ladder_find()   how somebody stands
 *
 * The same results in the same order give the same digits. Ratings are kept apart by scope, a number of the caller's: a
 * family of rules, or one ruleset. A duel, two seats that play for themselves, changes the duel rating as well.
 *
 * Who sits in several seats of a game, as a kind of bot does, gets the mean of what these seats make of the rating; a
 * game that only one player takes part in rates nobody. A player 0 is somebody of whom nothing is known: as strong as
 * a beginner, and not kept. A Ladder owns memory: ladder_free(). */
#ifndef UNO_RATING_LADDER_H
#define UNO_RATING_LADDER_H

#include <stddef.h>

#include "glicko.h"
#include "skill.h"

/* Of one week or season; `number` says of which. */
typedef struct {
    int32_t number;
    uint32_t games, wins;
} LadderSpan;

typedef struct {
    uint64_t player;
    uint32_t scope;
    uint32_t games, wins, duels; /* seats, where somebody has several */
    Skill skill;
    Glicko duel;
    LadderSpan week, season; /* the last ones with a game */
    int64_t last_at;         /* ms since 1970 */
} Standing;

typedef struct {
    Standing *row; /* in the order in which they came */
    size_t count, room;
    uint32_t *slot; /* a hash table of row numbers from 1; 0: free */
    size_t slots;
} Ladder;

typedef struct {
    int64_t at; /* ms since 1970 */
    uint32_t scope;
    unsigned seats;
    uint64_t player[SKILL_SEATS_MAX];
    uint8_t team[SKILL_SEATS_MAX], place[SKILL_SEATS_MAX];
} LadderGame;

/* Somebody plays with somebody else in it; any other game rates nobody. */
bool ladder_counts(const LadderGame *game);

/* False: no memory, and nothing has changed. */
bool ladder_add(Ladder *ladder, const LadderGame *game);

/* NULL: no game of this player is known. Valid until the next ladder_add(). */
const Standing *ladder_find(const Ladder *ladder, uint32_t scope, uint64_t player);

void ladder_free(Ladder *ladder);

/* Which week (Monday to Sunday, UTC) and which season (a quarter of a year) a time falls in, counted from 1970. */
int32_t ladder_week(int64_t at_ms);
int32_t ladder_season(int64_t at_ms);

#endif
