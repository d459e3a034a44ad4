/* action.h -- what a seat can do, as one 32-bit value, and sets of such.
 *
 *     kind : 8 | card : 8 | choice : 8 | target : 4 | call : 4
 *
 * An Action says nothing about its seat or its moment: the game's phase gives
 * it its meaning (a Reverse laid while a draw is pending is a trap). */
#ifndef UNO_ACTION_H
#define UNO_ACTION_H

#include "rules.h"

typedef uint32_t Action;

typedef enum {
    ACT_NONE,
    ACT_PLAY,      /* card [colour] [target] [call]; also a bid, an action card, a counter, an answer to a draw */
    ACT_MISPLAY,   /* card: laid although it does not fit, for the penalty (H214) */
    ACT_SHED,      /* card or none: a number card chosen to be shed */
    ACT_DISCARD,   /* card: the action card that pays for a Reverse (H52) */
    ACT_CHALLENGE, /* classic: the Wild +4; split: card is the +2 or +4 laid against a claim */
    ACT_NAME,      /* colour or rule [target] */
    ACT_STEAL,     /* target or none */
    ACT_HIT,       /* target of a revealed 7 */
    ACT_DRAW,
    ACT_KEEP, /* the drawn card */
    ACT_PASS,
    ACT_ACCEPT, /* draws what is pending */
    ACT_DONE,   /* lays no further card of the number */
    ACT_CALL,   /* UNO! after the card lies */
    ACT_CATCH,  /* somebody forgot to call */
    ACT_DEAL,   /* the next deal of a match */
    ACT_ANSWER, /* a truth is told, a dare is done */
    ACT_REFUSE,
    ACT_PENALTY_A, /* for a refused truth: 2 action cards for the asker, 2 number cards for the refuser */
    ACT_PENALTY_B, /* 5 number cards for the refuser */
    ACT_BONUS_CARD,
    ACT_BONUS_DRAW,
    ACT_CAST,   /* card of the second hand [target] */
    ACT_CHOOSE, /* option, target or card: what a program asks for */
} ActionKind;
#define ACT_KINDS (ACT_CHOOSE + 1)

/* For a switch over what can be done at a classic table. */
#define CASE_SPLIT_ACTIONS \
    case ACT_NONE: \
    case ACT_SHED: \
    case ACT_DISCARD: \
    case ACT_STEAL: \
    case ACT_HIT: \
    case ACT_ANSWER: \
    case ACT_REFUSE: \
    case ACT_PENALTY_A: \
    case ACT_PENALTY_B: \
    case ACT_BONUS_CARD: \
    case ACT_BONUS_DRAW

/* The choice of ACT_NAME beyond the four colours (H62). */
enum { NAME_EVEN = COLOURS, NAME_ODD, NAME_LOW, NAME_HIGH, NAMES, NO_CHOICE = 0xFF };

static inline Action action_full(ActionKind kind, unsigned card, unsigned choice, unsigned target, bool call) {
    return (Action)kind << 24 | (Action)card << 16 | (Action)choice << 8 | (Action)target << 4 | (Action)call;
}
static inline Action action_plain(ActionKind kind) { return action_full(kind, NO_FACE, NO_CHOICE, NO_SEAT, false); }
static inline Action action_card_of(ActionKind kind, Face card) {
    return action_full(kind, card, NO_CHOICE, NO_SEAT, false);
}

static inline ActionKind action_kind(Action a) { return (ActionKind)(a >> 24); }
static inline Face action_card(Action a) { return (Face)(a >> 16); }
static inline unsigned action_choice(Action a) { return a >> 8 & 0xFF; }
static inline Seat action_target(Action a) { return (Seat)(a >> 4 & 0xF); }
static inline bool action_calls(Action a) { return a & 1; }

/* All that one seat may do now, in closed form. */
typedef struct {
    uint64_t cards;         /* faces for `card_kind` */
    uint64_t misplays;      /* faces for ACT_MISPLAY */
    uint64_t casts;         /* cards of the second deck, counted from 0, for ACT_CAST */
    uint32_t plain;         /* a bit per kind that is legal without arguments */
    SeatMask targets;       /* for plays and casts that ask a target, ACT_NAME, ACT_STEAL, ACT_HIT, ACT_CHOOSE */
    SeatMask block_targets; /* split: for a Block */
    uint8_t card_kind;      /* ACT_PLAY, ACT_SHED, ACT_DISCARD, ACT_CHALLENGE or ACT_CHOOSE */
    uint8_t target_kind;    /* ACT_STEAL, ACT_HIT, ACT_NAME, ACT_CHOOSE or ACT_NONE */
    uint8_t names;          /* a bit per choice of ACT_NAME, or per option of ACT_CHOOSE */
    bool call;              /* a play may carry the UNO call */
} ActionSet;

/* Nothing but these cards, to be played, and these plain kinds. Written field by
 * field: compilers clear a small struct at once with an instruction that is slow. */
static inline void action_set_init(ActionSet *set, uint64_t cards, uint32_t plain) {
    set->cards = cards;
    set->misplays = set->casts = 0;
    set->plain = plain;
    set->targets = set->block_targets = 0;
    set->card_kind = ACT_PLAY;
    set->target_kind = ACT_NONE;
    set->names = 0;
    set->call = false;
}

enum { ACTIONS_MAX = 2048 };

static inline bool action_set_empty(const ActionSet *set) {
    return !(set->cards | set->misplays | set->casts | set->plain | set->target_kind);
}

/* True when the kind is legal without arguments. */
static inline bool action_set_may(const ActionSet *set, ActionKind kind) { return set->plain >> kind & 1; }

/* The seats that a play of `card` may be aimed at; none: it is not aimed. */
static inline SeatMask action_set_targets(const Rules *rules, const ActionSet *set, Face card) {
    unsigned asks = rules->asks[card];
    if (!(asks & ASKS_TARGET)) return 0;
    return asks & ASKS_UNBLOCKED ? set->block_targets : set->targets;
}

bool action_set_has(const Rules *rules, const ActionSet *set, Action action);

/* Writes the set out in ascending order; returns how many there are. */
unsigned action_set_list(const Rules *rules, const ActionSet *set, Action out[ACTIONS_MAX]);

/* "R5", "W:B!", "B7>C", "shed Y3", "name even" ... (docs/notation.md). Returns
 * the length; nothing is cut off as long as size >= ACTION_TEXT_MAX. */
enum { ACTION_TEXT_MAX = 32 };
unsigned action_format(const Rules *rules, Action action, char *out, unsigned size);

/* Reads one action; *text moves behind it. False: not an action of these rules,
 * and *text stands where it stopped making sense. */
bool action_parse(const Rules *rules, const char **text, Action *out);

#endif
