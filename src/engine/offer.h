/* offer.h -- what everybody who runs a table would otherwise have to work out: who is offered to act next, what stands
 * open beside the question, and what kind of thing an action is there. */
#ifndef UNO_OFFER_H
#define UNO_OFFER_H

#include "game.h"

/* Who is offered to act although nobody waits for them: the first that has something to do and has not let it be
 * (`waived`) since the last action. First comes the seat whose UNO call is open, then round the table from the seat
 * whose turn it is. NO_SEAT: nobody. */
Seat game_offered(const Rules *rules, const Game *game, SeatMask waived);

/* That seat, or else the first that is awaited; the game is not over. */
Seat game_asked(const Rules *rules, const Game *game, SeatMask waived);

/* What stands open beside the question, as the whole table knows it, no matter who holds what. */
enum {
    OPEN_CALL = 1, /* a UNO call is missing: it can be made up for, and its seat caught */
    OPEN_JUMP = 2, /* the card on the table can be jumped in on */
};
unsigned board_open(const Rules *rules, const Board *board);

/* The seat whose UNO call is missing, even where nothing can be done about it any more; NO_SEAT: none. */
Seat board_uncalled(const Rules *rules, const Board *board);

/* True when several seats may choose at the same time, each without knowing what the others choose. */
bool rules_choose_together(const Rules *rules);

/* A truth or dare is under way: who asks it, and who is to answer. */
bool board_dared(const Rules *rules, const Board *board, Seat *asks, Seat *answers);

/* What laying a card means here. */
typedef enum {
#define DEED(name, word) DEED_##name,
#include "deed.def"
#undef DEED
} Deed;

/* Of a card that may answer a pending draw. */
Deed deed_of_answer(const Rules *rules, Face face);

/* Of an action that the seat may do. */
Deed deed_of(const Rules *rules, const Board *board, Seat seat, Action action);
const char *deed_name(Deed deed);

/* What it means for the seat that an action names. */
typedef enum {
#define AIM(name, word) AIM_##name,
#include "deed.def"
#undef AIM
} Aim;

/* Of any action like this one, whether it names a seat or not. */
Aim aim_of(const Rules *rules, Action action);
const char *aim_name(Aim aim);

#endif
