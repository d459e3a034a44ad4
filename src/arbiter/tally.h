/* tally.h -- the counts of a Split UNO game that is played with real cards.
 *
 * The rules live in the engine alone. A Tally is a game of the engine whose
 * hands are stand-ins: the counts are true, the cards are not. Before an action
 * is put to the engine, the card that the table has seen is slipped into the
 * hand for one of the same sort; so everything countable is enforced and what
 * nobody can see is taken on trust (H72). What needs no choice, or a choice
 * that the counts do not show, is answered here: which card is shed, who passes
 * before the one who plays. */
#ifndef UNO_TALLY_H
#define UNO_TALLY_H

#include "../engine/witness.h"
#include "entry.h"

/* H70: as both texts print it, after the deal. */
enum { PRINTED_NUMBERS = 68, PRINTED_ACTIONS = 32 };

/* No deck is larger than this. */
enum { TALLY_NUMBERS_MAX = 400, TALLY_ACTIONS_MAX = 100 };

typedef struct {
    uint8_t players;
    Seat lead;
    uint16_t numbers, actions; /* in the decks after the deal */
} TallySetup;

/* The decks that real cards leave: 76 for each set that is needed, less what is dealt (H2, H70). */
void tally_physical(const Rules *rules, TallySetup *setup);

typedef struct {
    Rules rules;    /* the table's rules; a 0 always asks, as only the table knows what it took */
    bool may_spare; /* a 0 may take nothing (V24) */
    Game game;
    uint16_t numbers_total, actions_total; /* all there are: never more in hands, deck and shed pile together */
    uint8_t undutiful;                     /* seats whose last number was not what a Wild had named (H61) */
} Tally;

/* Why an entry is refused, and about whom. */
typedef enum {
#define OBJECTION(name, ids, sentence) OBJECTION_##name,
#include "objection.def"
#undef OBJECTION
    OBJECTIONS
} ObjectionKind;

typedef struct {
    uint8_t kind;
    uint8_t seat, other;
    uint16_t amount;
    uint8_t verdict; /* OBJECTION_rule: the engine's own reason */
} Objection;

const char *objection_ids(const Objection *objection); /* "V21 A16": the rules behind it */

/* What an entry made happen, in order. Of a card that is shed or taken back
 * only its CardSort is told, as the amount. */
enum { TALLY_EVENTS_MAX = 96 };
typedef struct {
    unsigned count;
    Event event[TALLY_EVENTS_MAX];
} TallyEvents;

/* Rules of the Split family and a number of players that they allow. */
void tally_init(Tally *tally, const Rules *rules, const TallySetup *setup);

/* Takes the entry in, or says why not and changes nothing. `events` may be NULL. */
bool tally_apply(Tally *tally, const Entry *entry, TallyEvents *events, Objection *objection);

static inline bool tally_over(const Tally *tally) { return tally->game.board.phase == PHASE_OVER; }

/* True while the table may play a number round or an action card. */
bool tally_between_steps(const Tally *tally);

/* Who shows a number in the coming round; *shows is false where they only shed (A16). */
unsigned tally_bidders(const Tally *tally, bool *shows);

/* Whom the 0 that is asked about could take a card from. */
SeatMask tally_victims(const Tally *tally);

/* True where the only card of the seat that is asked could be a +2 or +4 (D37, H84). */
bool tally_may_be_stuck(const Tally *tally);

/* Every entry that would be taken now, except number rounds, meetings and corrections;
 * sheds as all subsets. Returns how many. */
enum { TALLY_CHOICES_MAX = 256 };
unsigned tally_choices(const Tally *tally, Entry out[TALLY_CHOICES_MAX]);

/* Every pair of cards that two players could reveal together now (D21, D22). Returns how many. */
enum { TALLY_MEETINGS_MAX = SPLIT_SORTS * SPLIT_SORTS };
unsigned tally_meetings(const Tally *tally, Entry out[TALLY_MEETINGS_MAX]);

#endif
