/* outcome.h -- what a game that is over leaves for ratings and statistics: who came where, and what is counted of each
 * seat (seat_count.def). Everything after works on outcomes; nothing has to replay the game again.
 *
 *     record --outcome_of_record()--> Outcome --> ladder.h, results.h, a server's store
 *
 * Places. The winners have the first. The others follow by their points where the rules count towards a target, and by
 * the order in which they went out where the rules play on for places; in all other games they share the second place:
 * one deal tells who has won, not who was near. Where nobody wins all share the first. */
#ifndef UNO_RATING_OUTCOME_H
#define UNO_RATING_OUTCOME_H

#include "../record/record.h"
#include "ladder.h"
#include "seat_count.h"

typedef struct {
    uint8_t team, place;
    bool won;
    uint16_t points;
    uint32_t count[SEAT_COUNTS];
} OutcomeSeat;

typedef struct {
    uint64_t id; /* the same for the same game, wherever its record comes from */
    int64_t at;  /* ms since 1970; 0: not known */
    uint8_t family, players;
    uint16_t deals;
    uint32_t actions;
    uint32_t events[EVENT_KINDS]; /* how often each happened: which rules fired; none: that was not kept */
    OutcomeSeat seat[SEATS_MAX];
} Outcome;

/* ---- a game as it is played: from the deal to the end ---- */

typedef struct {
    Outcome out;
    Seat due; /* a call that is missing so far; NO_SEAT: none is */
} OutcomeFold;

void outcome_begin(OutcomeFold *fold);

/* After the deal, and after each action: everything that is counted lies open. */
void outcome_watch(OutcomeFold *fold, const Rules *rules, const Board *board, const Witness *witness);

/* When it is over; id, time and number of actions are the caller's. */
void outcome_end(const OutcomeFold *fold, const Rules *rules, const Board *board, Outcome *out);

/* ---- out of a record ---- */

/* Replays it. False: *error says what is wrong: it breaks the rules, is not what it says it is, or is not over. */
bool outcome_of_record(const Record *record, Outcome *out, RecordError *error);

/* A date of a record ("2026-01-31", "2026-01-31T20:15Z") as ms since 1970; 0: it is none. */
int64_t outcome_time(const char *date);

/* The game as a ladder takes it, all but the players. */
LadderGame outcome_for_ladder(const Outcome *outcome, uint32_t scope);

/* How many wins chance would have given the seat, in parts of OUTCOME_WIN, which every number of seats divides: among
 * equals each seat is as likely to be among the winners as any other, with teams and shared wins too. */
enum { OUTCOME_WIN = 2520 };
unsigned outcome_expected(const Outcome *outcome);

#endif
