/* match.h -- one game among players, from the deal to its winners.
 *
 * After every change all who watch are shown the table. Then each seat that is not
 * awaited but may act (call, catch, jump in) is offered it: first the one whose
 * UNO call is open, then round the table from the seat whose turn it is. Whoever
 * takes the offer acts, and all begins anew. If nobody does, the awaited seat is
 * asked (so one who forgot to call and has the turn again may be caught first);
 * where several choose at once, one after another, none seeing what the others chose.
 *
 * A player who fails, does nothing although awaited, or does what the rules refuse
 * forfeits: the game ends there, all seats of other teams win, and the reason is in
 * the result. A game that goes on too long ends undecided: a match never hangs. */
#ifndef UNO_MATCH_H
#define UNO_MATCH_H

#include <stdatomic.h>

#include "../wire/player.h"

enum { MATCH_ACTIONS_MAX = 2000000, MATCH_REASON_MAX = 200 };

typedef struct {
    const Rules *rules;
    unsigned players;
    Player *player[SEATS_MAX];
    uint64_t chance[SEATS_MAX]; /* each player's own seed */
    Seed seed;                  /* of the cards */
    const Face *gift;           /* Split: an action card that each seat begins with (H107), NO_FACE; NULL: none */
    unsigned long limit;        /* of actions; 0: MATCH_ACTIONS_MAX */
    const atomic_bool *stop;    /* once true, the match is broken off; may be NULL */
} Match;

typedef enum { MATCH_OVER, MATCH_LIMIT, MATCH_FORFEIT, MATCH_STOPPED } MatchEnd;

typedef struct {
    uint64_t decisions; /* how often it was asked and had a choice of something to do */
    uint64_t ns, ns_max;
} MatchTime;

typedef struct {
    MatchEnd end;
    SeatMask winners; /* 0: nobody */
    unsigned deals;
    unsigned long actions, turns;
    uint16_t score[SEATS_MAX];
    MatchTime time[SEATS_MAX];
    Seat culprit;                  /* MATCH_FORFEIT: who forfeited */
    char reason[MATCH_REASON_MAX]; /* and why, in words that follow the player's name */
} MatchResult;

void match_play(const Match *match, MatchResult *out);

#endif
