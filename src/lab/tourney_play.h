/* tourney_play.h -- the games of a tournament played by bots, one or all that are left: what a rest of the evening
 * might bring, and how likely. */
#ifndef UNO_TOURNEY_PLAY_H
#define UNO_TOURNEY_PLAY_H

#include "../tournament/event.h"
#include "match.h"

typedef struct {
    const Rules *rules;
    Player *player[SEATS_MAX]; /* who plays each seat; open */
    Seed seed;                 /* all chance comes from it */
    uint64_t games;            /* played so far: each has a chance of its own */
} TourneyPlay;

/* Where all tables of a round play the same deals: the entry that says which, before the first of them is played. False:
 * this game needs none. */
bool tourney_play_deals(TourneyPlay *play, const Tourney *tourney, uint32_t game, TourneyEntry *out);

/* Plays a game that can be played, and makes its result an entry. A game that does not end is decided by lot. False:
 * the rules do not allow so many players. */
bool tourney_play_game(TourneyPlay *play, const Tourney *tourney, uint32_t game, TourneyEntry *out);

/* The entry that moves a tournament on: which deals are played, a result, the next round, its start or end. False: it is
 * over, or stuck (*answer says why). */
bool tourney_play_next(TourneyPlay *play, const Tourney *tourney, TourneyEntry *out, TourneyAnswer *answer);

/* How often each entrant came where. */
typedef struct {
    uint32_t runs;
    uint32_t *won, *four; /* of each entrant: first and alone; among the first four */
    uint64_t *places;     /* added up, of those who had one */
} TourneyChances;

/* Plays the rest of the tournament so many times. False: no memory, or stuck: *answer says why. */
bool tourney_simulate(TourneyPlay *play, const Tourney *tourney, uint32_t runs, TourneyChances *out,
                      TourneyAnswer *answer);
void tourney_chances_free(TourneyChances *chances);

#endif
