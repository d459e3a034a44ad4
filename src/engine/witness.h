/* witness.h -- what happened in the last action, and which cards each seat has
 * seen in other hands.
 *
 * game_apply() reports to a Witness where one is given; playouts give none and
 * pay nothing. `known[o][h]` holds cards that observer o knows to be in hand h:
 * a hand given away in a swap, shown in a challenge, a card lost in a steal, a
 * bid that was taken back; when a deal is over, every hand. It is a lower bound and always within the hand. The
 * observer after the last seat is the spectator, who knows what all know. */
#ifndef UNO_WITNESS_H
#define UNO_WITNESS_H

#include "game.h"

enum { SPECTATOR = SEATS_MAX, OBSERVERS = SEATS_MAX + 1, EVENTS_MAX = 64 };

/* What an event may have. */
enum { HAS_SEAT = 1, HAS_OTHER = 2, HAS_CARD = 4, HAS_AMOUNT = 8 };

typedef enum {
#define EVENT(name, fields, words) EVENT_##name,
#include "event.def"
#undef EVENT
    EVENT_KINDS
} EventKind;

typedef struct {
    uint8_t kind;
    uint8_t seat, other; /* NO_SEAT where none */
    Face card;           /* NO_FACE where none or where the table does not see it */
    uint16_t amount;
} Event;

struct Witness {
    Cards known[OBSERVERS][SEATS_MAX];
    unsigned events;
    Event event[EVENTS_MAX];
};

/* Forgets everything. */
void witness_init(Witness *witness);

/* All of the following do nothing when `witness` is NULL. */
void witness_begin(Witness *witness); /* a new action: drops the last one's events */
void witness_event(Witness *witness, EventKind kind, Seat seat, Seat other, Face card, unsigned amount);
void witness_left(Witness *witness, Seat holder, Face card); /* a card left a hand, seen by all */
void witness_kept(Witness *witness, Seat holder, Face card); /* all saw the card go into the hand */
void witness_shown(Witness *witness, Seat observer, Seat holder, const Cards *hand);
void witness_opened(Witness *witness, const Game *game);                  /* all hands lie open: the deal is over */
void witness_swapped(Witness *witness, const Game *game, Seat a, Seat b); /* after the swap */
void witness_rotated(Witness *witness,
                     const Game *game); /* after the rotation; by direction, past seats that are out */
void witness_stolen(Witness *witness, Seat thief, Seat victim, Face card);
void witness_moved(Witness *witness, Seat from, Seat to, Face card); /* only those two saw it */
void witness_shown_all(Witness *witness, Seat holder, const Cards *hand);
void witness_new_deal(Witness *witness);

/* EVENT_counter: the counter times this, and what it shows now. */
enum { COUNTER_EVENT = 1000 };

const char *event_name(EventKind kind); /* "caught" */
unsigned event_fields(EventKind kind);  /* HAS_SEAT | HAS_OTHER */

/* What an amount means where the template has {k}: the colours, and the rules of a Wild of Split UNO. */
#define DUTY_WORDS "red", "yellow", "green", "blue", "an even number", "an odd number", "0 to 4", "5 to 9"

/* What the table hears of an event, in plain words ("B draws 2"); `names` gives
 * each seat's name, NULL: its letter. Returns the length. */
enum { EVENT_TEXT_MAX = 160 };
unsigned event_format(const Rules *rules, const Event *event, const char *const *names, char *out, unsigned size);

#endif
