/* score.h -- the points of a game of several deals, played with real cards:
 * who wins a deal scores what the opponents hold (O22), the first to reach the
 * target wins (O23), partners score together (Q11). */
#ifndef UNO_SCORE_H
#define UNO_SCORE_H

#include "../engine/rules.h"

typedef enum {
    SCORE_NONE,
    SCORE_DEAL,   /* `seat` wins a deal and `points`; NO_SEAT: nobody does (H206) */
    SCORE_CORRECT /* the score of `seat` and partners is `points` */
} ScoreEntryKind;

typedef struct {
    uint8_t kind, seat;
    uint16_t points;
} ScoreEntry;

typedef struct {
    Rules rules;
    uint8_t players;
    uint16_t deals;
    uint32_t score[SEATS_MAX]; /* of the seat's team */
    SeatMask winners;          /* 0 until the game is won */
} Score;

/* A deal is worth less than this: four decks of the dearest cards are. */
enum { DEAL_POINTS_MAX = 20000, SCORE_MAX = 60000 };

typedef enum { SCORE_TAKEN, SCORE_IS_OVER, SCORE_TOO_MANY, SCORE_NOT_A_PLAYER } ScoreVerdict;

/* Rules of the classic family and a number of players that they allow. */
void score_init(Score *score, const Rules *rules, unsigned players);

/* Takes the entry in, or says why not and changes nothing. */
ScoreVerdict score_apply(Score *score, const ScoreEntry *entry);

/* The seat and its partners. */
SeatMask score_team(const Score *score, Seat seat);

/* The points of a card by its code, with or without a colour ("r5", "skip", "+4"), and its name
 * ("reverse", "wild"); false: there is no such card. */
bool score_card(const Rules *rules, const char *word, unsigned *points);

#endif
