/* local.h -- a game in a page (a terminal plays at home.h): people share the keyboard, players (bots and
 * programs) sit in the other seats. Keeps the record, takes back, resumes. No input,
 * output or clock of its own.
 *
 *     local_begin()
 *     for (;;) switch (local_step()) {
 *         LOCAL_ACTED   a player has acted: tell witness.event, go on
 *         LOCAL_ASKS    it is for a person now: local_person() says for whom; show them
 *                       local_view(); then local_act(), local_let_be() or local_undo()
 *         LOCAL_OVER    the record has its result
 *         LOCAL_FAILED  a player cannot play on: local->trouble
 *     }
 *     local_free()
 *
 * What a bot does depends on the rules, the record so far and `chance` alone: a game
 * that is resumed, or taken back and played again, goes on as it would have. (A program
 * of somebody else's, or a bot with a budget by time, is as constant as it is.)
 *
 * Several people at one keyboard must not see each other's hands. Whoever shows a
 * person's view says so with local_hand_to() first; from then on nothing that happened
 * before can be taken back, since the next person has seen the table. */
#ifndef UNO_LOCAL_H
#define UNO_LOCAL_H

#include "../engine/view.h"
#include "../record/record.h"
#include "../wire/player.h"

enum { LOCAL_TROUBLE_MAX = 400 };

typedef struct Local Local;

struct Local {
    /* Filled in by the caller before local_begin(). */
    Record record;             /* rules, names, chance; on resuming also the actions so far; owned from then on */
    SeatMask people;           /* seats played by people; none: the players are among themselves */
    Player *player[SEATS_MAX]; /* of the other seats; opened and closed by the caller */
    uint64_t chance;           /* what the players' dice start from; local_chance() makes one out of the seed */
    bool undo_allowed;
    /* Called when the record should be kept: once the game has begun, after every action of a
     * person, after local_undo(), and at the end. May be NULL. */
    void (*keep)(void *keeper, const Local *local);
    void *keeper;

    /* To be read. */
    Game game;
    Witness witness;                 /* its events are those of the last action, or of the deal */
    Seat holder;                     /* the person at the keyboard; NO_SEAT: nobody yet */
    char trouble[LOCAL_TROUBLE_MAX]; /* LOCAL_FAILED: who failed, and how, as a sentence */

    /* Private. */
    SeatMask declined; /* people who let be what is open to them now */
    bool offered;      /* the players had the chance to act out of turn */
    bool begun, failed;
    size_t handed; /* actions before the keyboard last changed hands */
};

typedef enum { LOCAL_ACTED, LOCAL_ASKS, LOCAL_OVER, LOCAL_FAILED } LocalStep;

/* A number that goes with the seed of the record. */
uint64_t local_chance(const Record *record);

/* Deals, and plays what the record holds already. The players begin and watch. False:
 * `trouble` says why: an action of the record is against the rules, its seed is not known,
 * or a player does not get ready. */
bool local_begin(Local *local);

/* Gives back the record; the players hear that the game is over. */
void local_free(Local *local);

/* Lets at most one player act. After LOCAL_ACTED the last row of the record says who did what. */
LocalStep local_step(Local *local);

/* People without whom the game cannot go on. */
SeatMask local_asked(const Local *local);

/* People who are not asked, but could call, catch or jump in now, and did not let it be.
 * A single person is listed only where there is something to do. With several people
 * everybody is who might hold the card to jump in with: the table must not learn from the
 * question who does. Then nobody's hand should be shown; ask them all at once. */
SeatMask local_open(const Local *local);

/* People who may act now, asked or not, worth asking or not. */
SeatMask local_may(const Local *local);

/* For whom it is now: who holds the keyboard, if there is anything for them, else the
 * first of the open ones, then of the asked ones. NO_SEAT: nobody. */
Seat local_person(const Local *local);

/* True when more than one person plays. */
bool local_is_shared(const Local *local);

/* This person now sees their hand. */
void local_hand_to(Local *local, Seat seat);

/* What a seat, or SPECTATOR, may know now. */
void local_view(const Local *local, unsigned observer, View *out);

/* A person acts. VERDICT_ok, or why not and nothing has changed. When there is no memory
 * for the record, the game fails: the next step says so. */
Verdict local_act(Local *local, Seat seat, Action action);

/* These people let be what is open to them out of turn; play goes on. */
void local_let_be(Local *local, SeatMask seats);

/* Takes back the last action of a person and all that followed it; the witness then holds
 * the events before it. With several people only
 * who holds the keyboard can take back, and never what somebody else has seen since. */
bool local_may_undo(const Local *local);
bool local_undo(Local *local);

#endif
