/* entry.h -- what the person who keeps the counts tells the arbiter: what the
 * table has seen, never which card somebody holds (H71, V74). */
#ifndef UNO_ARBITER_ENTRY_H
#define UNO_ARBITER_ENTRY_H

#include "../engine/game.h"

typedef enum {
    ENTRY_NONE,
    ENTRY_ROUND,    /* a number round: number[] of every seat that showed one, else NO_NUMBER */
    ENTRY_PLAY,     /* `seat` plays the action card `card` on `other`; a Wild has no other */
    ENTRY_MEET,     /* `card` of `seat` and `second` of `other` are played at once (duel) */
    ENTRY_PASS,     /* nobody plays, counters or challenges */
    ENTRY_COUNTER,  /* the target counters with `card` */
    ENTRY_ANSWERED, /* a truth is told, a dare is done */
    ENTRY_REFUSED,
    ENTRY_PENALTY_TWO,  /* for a refused truth: 2 action cards for the asker, 2 number cards for the refuser */
    ENTRY_PENALTY_FIVE, /* 5 number cards for the refuser */
    ENTRY_SHED,         /* `seats` shed a number card where they need not, 0: nobody */
    ENTRY_NAME,         /* a Wild names `choice`, and `other` where one is nominated */
    ENTRY_STEAL,        /* a 0 takes a card of `sort` from `other`; NO_SEAT: takes none */
    ENTRY_HIT,          /* a 7 hits `other` */
    ENTRY_BONUS_CARD,
    ENTRY_BONUS_DRAW,
    ENTRY_CHALLENGE, /* `seat` lays the +2 or +4 `card` against the claim, or against a claim while stuck */
    ENTRY_STUCK,     /* the only card of the seat that is asked is a +2 or +4 (D37) */
    ENTRY_SHED_IT,   /* the stuck seat sheds the number card it has drawn */
    /* corrections (H73) */
    ENTRY_SET_NUMBERS, /* `seat` holds `amount` number cards */
    ENTRY_SET_ACTIONS,
    ENTRY_SET_STREAK,
    ENTRY_SET_BLOCKED, /* `amount` 0 or 1 */
    ENTRY_SET_LEAD,    /* `seat` leads */
    ENTRY_SET_NUMBER_DECK,
    ENTRY_SET_ACTION_DECK,
} EntryKind;
#define ENTRY_KINDS (ENTRY_SET_ACTION_DECK + 1)

#define CASE_CORRECTIONS \
    case ENTRY_SET_NUMBERS: \
    case ENTRY_SET_ACTIONS: \
    case ENTRY_SET_STREAK: \
    case ENTRY_SET_BLOCKED: \
    case ENTRY_SET_LEAD: \
    case ENTRY_SET_NUMBER_DECK: \
    case ENTRY_SET_ACTION_DECK

/* What a 0 took, where it may be either (H73). */
typedef enum { SORT_UNSAID, SORT_NUMBER, SORT_ACTION } CardSort;

enum { NO_NUMBER = 0xFF };

typedef struct {
    uint8_t kind;
    uint8_t seat, other; /* NO_SEAT where none */
    Face card, second;   /* NO_FACE where none */
    uint8_t choice;      /* NO_CHOICE where none */
    uint8_t sort;
    uint8_t seats;
    uint8_t number[SPLIT_SEATS_MAX];
    uint16_t amount;
} Entry;

/* An entry of that kind that says nothing else yet. */
static inline Entry entry_of(EntryKind kind) {
    Entry entry = {.kind = (uint8_t)kind, .seat = NO_SEAT, .other = NO_SEAT};
    entry.card = entry.second = NO_FACE;
    entry.choice = NO_CHOICE;
    for (unsigned seat = 0; seat < SPLIT_SEATS_MAX; seat++) entry.number[seat] = NO_NUMBER;
    return entry;
}

static inline bool entry_corrects(const Entry *entry) { return entry->kind >= ENTRY_SET_NUMBERS; }

#endif
