/* home.h -- a table on one machine: people share the keyboard, bots and programs sit in the
 * other seats. The table is the server's own (table.h), and this is what drives it, in the
 * terminal and in a page: no clock, input or output of its own.
 *
 *     home_begin()
 *     for (;;) switch (home_step()) {
 *         HOME_ACTED   somebody has acted: tell table.witness, go on
 *         HOME_ASKS    it is for a person now: home_person() says for whom; show them
 *                      home_view(); then home_act(), home_let_be() or home_undo()
 *         HOME_WAITS   (live) nothing is due before home_due()
 *         HOME_OVER    the record has its result
 *         HOME_FAILED  a player cannot play on: home->trouble
 *     }
 *     home_free()
 *
 * In the terminal time stands still while a person has anything to decide, and jumps to
 * whatever is due next when nobody has. In a page the table is live: the caller says what
 * time it is (now_ms), bots keep a pace, and windows close by themselves, as at a server;
 * one person plays, and acts with home_wish(). Nobody ever runs out of time.
 *
 * The log of the table is the record: how people and players sit down, then its actions.
 * Taking back cuts it and folds it again; resuming folds one that was kept.
 *
 * What a bot does depends on the rules, the seed and the record so far alone: a game
 * that is resumed, or taken back and played again, goes on as it would have. (A program
 * of somebody else's, or a bot with a budget by time, is as constant as it is.)
 *
 * Several people at one keyboard must not see each other's hands. Whoever shows a
 * person's view says so with home_hand_to() first; from then on nothing that happened
 * before can be taken back, since the next person has seen the table. */
#ifndef UNO_HOME_H
#define UNO_HOME_H

#include "../wire/player.h"
#include "table.h"

enum { HOME_TROUBLE_MAX = 400 };

typedef struct Home Home;

struct Home {
    /* Filled in by the caller before home_begin(). */
    Record record;              /* rules, names, chance; on resuming also the actions so far; owned from then on */
    SeatMask people;            /* seats played by people; none: the others are among themselves */
    PlayerPlan plan[SEATS_MAX]; /* of the other seats: which bot, with which budget; */
    Player *player[SEATS_MAX];  /* or a program, opened and closed by the caller */
    bool undo_allowed;
    bool live;                     /* the clock runs: now_ms is the caller's, and never goes back */
    unsigned pace_ms;              /* of a live table, before a bot moves; its windows are as long as fits that */
    char title[RULESET_TITLE_MAX]; /* what the rules are called, for who is shown the table; "": they have no title */
    /* Called when the record should be kept: once the game has begun, after every action of a
     * person, after home_undo(), and at the end. May be NULL. */
    void (*keep)(void *keeper, const Home *home);
    /* Called after every entry of the table's log; `folds` tells a new one from one that is folded again. May be NULL. */
    void (*note)(void *keeper, const Home *home, const LogEntry *entry);
    void *keeper;
    int64_t now_ms;

    /* To be read. */
    Table table;                    /* its game; the witness has the events of the last action, or of the deal */
    Seat holder;                    /* the person at the keyboard; NO_SEAT: nobody yet */
    bool folds;                     /* the log is being folded from its start */
    char trouble[HOME_TROUBLE_MAX]; /* HOME_FAILED: who failed, and how, as a sentence */

    /* Private. */
    TableSettings settings;
    SeatMask declined;    /* people who let be what is open to them now */
    uint64_t offered_seq; /* the programs had the chance to act out of turn about this */
    bool begun, failed;
    size_t handed; /* actions before the keyboard last changed hands */
};

typedef enum { HOME_ACTED, HOME_ASKS, HOME_WAITS, HOME_OVER, HOME_FAILED } HomeStep;

/* Deals, and plays what the record holds already. The players begin and watch. False:
 * `trouble` says why: an action of the record is against the rules, its seed is not known,
 * or a player does not get ready. */
bool home_begin(Home *home);

/* Gives back the record; the players hear that the game is over. */
void home_free(Home *home);

/* Lets at most one of the others act. After HOME_ACTED the last row of the record says who did what. */
HomeStep home_step(Home *home);

/* Of a live table: when home_step() has something to do again, if nobody acts before; INT64_MAX: not before. */
int64_t home_due(const Home *home);

/* Of a live table: from now on bots take so long. */
void home_set_pace(Home *home, unsigned pace_ms);

/* People without whom the game cannot go on. */
SeatMask home_asked(const Home *home);

/* People who are not asked, but could call, catch or jump in now, and did not let it be.
 * A single person is listed only where there is something to do. With several people
 * everybody is who might hold the card to jump in with: the table must not learn from the
 * question who does. Then nobody's hand should be shown; ask them all at once. */
SeatMask home_open(const Home *home);

/* For whom it is now: who holds the keyboard, if there is anything for them, else the
 * first of the open ones, then of the asked ones. NO_SEAT: nobody. */
Seat home_person(const Home *home);

/* True when more than one person plays. */
bool home_is_shared(const Home *home);

/* This person now sees their hand. */
void home_hand_to(Home *home, Seat seat);

/* What a seat, or SPECTATOR, may know now. */
void home_view(const Home *home, unsigned observer, View *out);

/* A person acts. VERDICT_ok, or why not and nothing has changed. When there is no memory
 * for the record, the game fails: the next step says so. */
Verdict home_act(Home *home, Seat seat, Action action);

/* A person acts at a live table, having heard of its log up to `seen`: what a server would say. The action may be held:
 * then a later step brings it. */
TableAnswer home_wish(Home *home, Seat seat, Action action, uint64_t seen);

/* These people let be what is open to them out of turn; play goes on. */
void home_let_be(Home *home, SeatMask seats);

/* Takes back the last action of a person and all that followed it; the witness then holds
 * the events before it. With several people only
 * who holds the keyboard can take back, and never what somebody else has seen since. */
bool home_may_undo(const Home *home);
bool home_undo(Home *home);

#endif
