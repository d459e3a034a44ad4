/* encode.h -- actions as numbers and tables as rows of bytes, for programs that
 * learn. docs/python.md has the whole numbering and every field.
 *
 * A number stands for the same action wherever rules and players are the same,
 * and seats count from the one that acts: 1 is its left neighbour. What is
 * legal is a set of bits, 64 to a word; the words are
 *
 *   classic   0          play a face                          number = face
 *             1          a face without a colour, naming one  number = 64 + 4 * wild + colour
 *                        and from 112 on the plain actions
 *             2t, 2t+1   words 0 and 1 again, aimed at the seat t to the left (rules with swaps)
 *             and then   all plays again, with the UNO call (only where calling is a choice)
 *                        a word of misplays (rules with misplay_penalty)
 *                        plays of a card of a colour that names one, four words to a block (rules that have such)
 *                        cards of the second hand, a word for each target (rules with a second deck)
 *                        what a program asks for: a word of cards, a word of options and seats (rules with programs)
 *   split     0          play a face that is not aimed: a bid, a counter, a Wild
 *             1          shed a number card, discard an action card
 *             2          plain actions, names, steals, hits
 *             3          action cards and names, aimed
 *
 * Everything is worked out from what the seat may know: the board and its own
 * cards. Nothing allocates or fails. */
#ifndef UNO_ENCODE_H
#define UNO_ENCODE_H

#include "../engine/witness.h"

enum {
    ENCODE_WORDS_MAX = 4 * SEATS_MAX + 1 + 2 * COLOURS * SEATS_MAX + SEATS_MAX + 2,
    ENCODE_FIELDS_MAX = 48,
    NO_NUMBER = -1,
};
enum { PAST_MAX = 64, PAST_BYTES = 5 };

/* What the whole table has heard, the latest PAST_MAX events. */
typedef struct {
    unsigned heard; /* in all; the latest is event[(heard - 1) % PAST_MAX] */
    Event event[PAST_MAX];
} Past;

/* The events of the last action, which the witness has. */
void past_note(Past *past, const Witness *witness);

/* A field of an observation: `size` bytes from `offset` on. */
typedef struct {
    const char *name;
    unsigned offset, size;
} EncodeField;

typedef struct {
    const Rules *rules;
    unsigned players;
    bool choose_calls;   /* the UNO call is an action of its own; else a play that may carry the call does */
    unsigned blocks;     /* classic: 1, or `players` where plays can be aimed */
    uint64_t only_aimed; /* classic: faces that cannot be played without a target, where there is one */
    unsigned misplays, named, casts, asked; /* classic: the words where these begin; 0: these rules have none */
    unsigned words;                         /* of a mask */
    unsigned numbers;                       /* 64 * words */
    unsigned observation;                   /* bytes */
    bool known;                             /* what the seat has seen in other hands is part of it */
    unsigned past;                          /* events that are part of it */
    unsigned more;                          /* where these two begin */
    unsigned fields;
    EncodeField field[ENCODE_FIELDS_MAX];
} Encoder;

/* `rules` must stay; `players` must be allowed by them. */
void encode_init(Encoder *encoder, const Rules *rules, unsigned players, bool choose_calls);

/* Observations have more in them, after the rest: "known", the copies of each face
 * seen in each other hand and there still; "past", the latest events, PAST_MAX at most. */
void encode_add(Encoder *encoder, bool known, unsigned past);

/* "Nothing", for a seat that could act out of turn and lets it be. */
#define ENCODE_WAIT action_plain(ACT_NONE)

/* The legal numbers, a bit each. `waits`: letting it be is legal too. */
void encode_mask(const Encoder *encoder, const ActionSet *set, Seat seat, bool waits, uint64_t *out);

/* The number of an action, or NO_NUMBER for one that these rules cannot have. */
int encode_action(const Encoder *encoder, Seat seat, Action action);

/* The action of a number, which is in the mask of `set`; `set` is NULL where only
 * the meaning is asked for. ACT_NONE of zero: no action has this number. */
Action encode_number(const Encoder *encoder, Seat seat, const ActionSet *set, unsigned number);

/* For encode_init() only: what an observation is made of. */
void encode_fields(Encoder *encoder);

/* What the seat sees: encoder->more bytes, which is all unless something was added. */
void encode_observe(const Encoder *encoder, const Board *board, const Private *own, Seat seat, uint8_t *out);

/* What was added, from out + encoder->more on. `known` is what this seat knows of each hand; NULL: nothing. */
void encode_observe_more(const Encoder *encoder, const Cards *known, const Past *past, Seat seat, uint8_t *out);

/* A byte, 0 or 1, for each bit. */
void encode_spread(const uint64_t *bits, unsigned words, uint8_t *out);

#endif
