/* words.h -- a table in plain words, as text: what has happened, what is asked, what
 * may be done about it, and why not. Everything is told from a View or from events
 * that all may know, so nothing hidden can slip out.
 *
 * Every function writes into `out` like the engine's texts do: always closed with a
 * zero, cut where it does not fit, and the whole length returned. Nothing here
 * allocates, prints, or needs more of libc than the engine: it runs in a browser. */
#ifndef UNO_WORDS_H
#define UNO_WORDS_H

#include "../engine/view.h"
#include "language.h"

typedef struct {
    const Language *language; /* NULL: English */
    const Rules *rules;
    const char *name[SEATS_MAX]; /* of each seat */
    unsigned reader;             /* the seat that is called "you", or SPECTATOR */
    bool picks;                  /* the reader picks an answer and does not type it: cards are named, not coded */
} Teller;

/* Rooms in which nothing is cut. */
enum {
    WORDS_FACE_MAX = 40,
    WORDS_EVENT_MAX = EVENT_TEXT_MAX + 40,
    WORDS_EVENTS_MAX = EVENTS_MAX * WORDS_EVENT_MAX,
    WORDS_QUESTION_MAX = 1024,
    WORDS_BESIDES_MAX = 512,
    WORDS_ACTION_MAX = 160,
    WORDS_HINT_MAX = 400,
    WORDS_REFUSAL_MAX = 512,
    WORDS_CARDS_MAX = 1024, /* forty cards or so; longer lists are cut */
    WORDS_LEARNT_MAX = 2 * WORDS_CARDS_MAX,
    WORDS_RESULT_MAX = 512,
};

/* "you", or the seat's name. */
const char *words_name(const Teller *teller, unsigned seat);

/* The colour or the rule that a duty names: "red", "an even number"; duty < NAMES. */
const char *words_duty(const Teller *teller, unsigned duty);

/* "5", "Skip", "Wild Draw Four": the name without the colour. */
const char *words_card_name(const Teller *teller, Face face);

/* "red 5", "blue Skip", "Wild Draw Four". */
unsigned words_face(const Teller *teller, Face face, char *out, unsigned size);

/* "red 5, red 5, Wild": a card each, in the order of the faces; "" for none. */
unsigned words_cards(const Teller *teller, const Cards *cards, char *out, unsigned size);

/* One event as a sentence without its full stop, with "you" where it concerns the
 * reader: "Ben plays R5", or "Ben plays red 5" to a reader who picks; "You draw 2 cards". */
unsigned words_event(const Teller *teller, const Event *event, char *out, unsigned size);

/* The same without its subject, to stand beside the seat's name: "plays red 5"; "" for an event that is
 * not the seat's own deed. */
unsigned words_deed(const Teller *teller, const Event *event, char *out, unsigned size);

/* True for an event that says nothing new after the one before it: the card of a jump-in. */
bool words_is_told(const Event *events, unsigned index);

/* False for an event that is not told to the reader: such a card, what others choose in secret, and what a team scores
 * when that was told of another of its seats. */
bool words_is_worth(const Teller *teller, const Event *events, unsigned index);

/* All that the last action brought about, as sentences on one line; "" where nothing is
 * worth telling (that somebody else has chosen in secret goes without saying). */
unsigned words_events(const Teller *teller, const Witness *witness, char *out, unsigned size);

/* The cards that came into a seat's hand with the last action by a draw or a theft; false: none did. */
bool words_gained(const Witness *witness, Seat seat, const Cards *before, const Cards *now, Cards *out);

/* What the last action told the seat of the two views alone, as sentences on one line: the cards it got, and
 * what it now knows of a hand that it was shown, gave away, or lost a card to. "" for a spectator. */
unsigned words_learnt(const Teller *teller, const Witness *witness, const View *before, const View *now, char *out,
                      unsigned size);

/* Who won: "Ben and you win the game." */
unsigned words_result(const Teller *teller, const Board *board, char *out, unsigned size);

/* What is asked of the view's seat ("Play red or 7, or draw."); for anybody else: who
 * is waited for, and for what. One or two sentences with their full stops. */
unsigned words_question(const Teller *teller, const View *view, char *out, unsigned size);

/* What may be open to a seat beside the question. The last two belong to an answer: those who type are told how a
 * card is aimed, and that a play can carry the call. */
typedef enum { BESIDE_call, BESIDE_catch, BESIDE_jump, BESIDE_swap, BESIDE_uno, BESIDES } Beside;

/* One of them without full stop; "" where it is not open. */
unsigned words_beside(const Teller *teller, const View *view, Beside beside, char *out, unsigned size);

/* All that are open, a line each, without a line end after the last; or "". */
unsigned words_besides(const Teller *teller, const View *view, char *out, unsigned size);

/* What the seat does by this action: "play red 5 and call UNO", "draw a card",
 * "challenge the Wild +4". The view is the seat's own. */
unsigned words_action(const Teller *teller, const View *view, Action action, char *out, unsigned size);

/* What a good player would do and why: "A good player would play red 5, which ...". `action` may be ACT_NONE, to let it
 * be; WHYS: there is nothing else to do. */
unsigned words_hint(const Teller *teller, const View *view, Action action, unsigned why, char *out, unsigned size);

/* What would have been better, and why: "Better: play red 5, which ...". */
unsigned words_better(const Teller *teller, const View *view, Action action, MoveWhy why, char *out, unsigned size);

/* The sentence of a verdict. */
const char *words_verdict(const Teller *teller, Verdict verdict);

/* Why an action is refused: the verdict's sentence, with an example where one helps, and
 * the ids of the rulings in brackets. */
unsigned words_refusal(const Teller *teller, const View *view, Action action, Verdict verdict, char *out,
                       unsigned size);

#endif
