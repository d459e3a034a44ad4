/* program.h -- rules that a club has written: what they are, and what they keep on the table.
 *
 * The text of a card or rule (docs/rule-language.md) is compiled by
 * rules_finish() to a flat list of `Code`. A game keeps a place in that list,
 * so that a question in the middle of a program is a phase like any other. All
 * of `Extra` lies open; what only its owner knows (a second hand, a card set
 * face down) is in that seat's Private. */
#ifndef UNO_PROGRAM_H
#define UNO_PROGRAM_H

#include "cards.h"

enum { SECOND_CODE = FACES }; /* the first face of the second deck, in actions and events */
enum {
    COUNTERS_MAX = 4,
    COUNTER_NAME_MAX = 16,
    COUNTER_MOST = 99,
    COUNTER_UNSEEN = 0xFF, /* in a View: a hidden counter of somebody else */
    CLUB_RULES_MAX = 24,
    CLUB_NAME_MAX = 32,
    WHENS_MAX = 3,
    SECOND_HAND_MAX = 6, /* cards that a seat has of the second deck, those set face down among them */
    LAID_MAX = 12,
    FILTERS_MAX = 64,
    CODE_MAX = 768,
    PROGRAM_TEXT_MAX = 8192,
    PROGRAM_LENGTH_MAX = 96, /* instructions of one program */
    LOOPS_MAX = 2,
    REPEAT_MOST = 6,
    QUESTIONS_MOST = 24,
    OPTIONS_MAX_ASKED = 6,
};

typedef enum {
    MOMENT_NONE,
#define MOMENT(name, word) MOMENT_##name,
#include "program.def"
#undef MOMENT
    MOMENTS
} Moment;

typedef enum {
#define WHOM(name, word) WHOM_##name,
#include "program.def"
#undef WHOM
    WHOMS
} Whom;

typedef enum {
#define AMOUNT(name, word) AMOUNT_##name,
#include "program.def"
#undef AMOUNT
    AMOUNT_KINDS
} AmountKind;

enum { SCALE_ONE, SCALE_HALF, SCALE_DOUBLE };

typedef struct {
    uint8_t kind;   /* AmountKind */
    uint8_t of;     /* Whom */
    uint8_t scale;  /* SCALE_HALF, rounded up */
    uint8_t number; /* of NUMBER; the counter; the second card of LYING */
} Amount;

/* What stands in the list beside the steps. */
typedef enum {
    CODE_END,
#define STEP(name, word, parts, preposition) CODE_##name,
#include "program.def"
#undef STEP
    CODE_IF,     /* goes on if the test holds, else jumps; `arg`: the test, +AND: another test of the same if */
    CODE_ELSE,   /* jumps: the end of a branch */
    CODE_ROLL,   /* rolls; the ranges follow */
    CODE_RANGE,  /* number..arg: goes on if the die is within, else jumps */
    CODE_CHOOSE, /* asks; the options follow. `number` of them; jumps behind the last */
    CODE_OPTION, /* jumps to the next one: only its place matters */
    CODE_EACH,   /* a loop over `who`; jumps behind LOOP */
    CODE_REPEAT, /* a loop of so many times; jumps behind LOOP */
    CODE_LOOP,   /* jumps back to its EACH or REPEAT */
    CODE_PICK,   /* `choose player` */
    CODES
} CodeKind;

/* Tests of CODE_IF. */
enum { TEST_IS, TEST_IS_NOT, TEST_AT_LEAST, TEST_AT_MOST, TEST_CARD, TEST_WHO, TEST_NOT_WHO, TEST_AND = 0x80 };

typedef struct {
    uint8_t code, who, filter, arg;
    Amount amount, other; /* `other`: what an IF compares with */
    uint16_t jump;
} Code;

/* Cards of a hand: a colour and a kind. */
enum { FILTER_ANY = COLOURS, FILTER_SAME };
enum { KIND_ANY, KIND_NUMBERS, KIND_ACTIONS, KIND_WILDS, KIND_SAME, KIND_NAMED };
typedef struct {
    uint64_t faces;       /* all that the words allow, whatever the top card is */
    uint8_t colour, kind; /* FILTER_SAME, KIND_SAME: as the top card */
    uint8_t named;        /* a face of KIND_NAMED */
} Filter;

/* A card or rule that acts at a moment; in the order in which they act. */
typedef struct {
    uint8_t moment;
    uint8_t card; /* of the second deck; NO_FACE: a rule */
    uint16_t at;
} Trigger;
enum { TRIGGERS_MAX = 96 };

typedef struct {
    char name[COUNTER_NAME_MAX];
    uint8_t start, most;
    bool hidden; /* everybody sees their own alone */
} CounterRow;

/* A text for a moment; 0: none. The text is a place in Rules.text. */
typedef struct {
    uint16_t text;
    uint8_t moment;
} When;

typedef struct {
    char name[CLUB_NAME_MAX];
    When when[WHENS_MAX];
} ClubRule;

/* Where a card of the second deck goes when it is played. */
typedef enum { STAYS_NOT, STAYS_ME, STAYS_TARGET, STAYS_TABLE, STAYS_DOWN } Stays;

enum { WILD_NOT, WILD_FITS, WILD_NAMES }; /* fits on everything; and its player names the colour */

/* What a card has beyond its effects; all zero for most. */
typedef struct {
    uint16_t effects, drawn; /* places of texts; 0: none */
    uint16_t bans, fits;     /* filters as texts: while it lies, these may not be laid, these fit on everything */
    When when[WHENS_MAX];
    uint8_t price, counter; /* price: 0 for none */
    uint8_t stays, turns;   /* Stays; how many turns, 0: for good */
    bool answers;           /* may be played to answer a draw */
    uint8_t wild;           /* of a card with a colour: 0, WILD_FITS or WILD_NAMES */
} CardMore;

/* Compiled: where the programs of a face begin, 0: none. */
typedef struct {
    uint16_t effects, drawn;
    uint8_t bans, fits; /* filters; 0: none */
    bool target;        /* its program speaks of a target */
} CardCode;

/* ---- on the table ---- */

enum { CARD_DOWN = 0xFE, NO_SLOT = 0xFF };

typedef struct {
    uint8_t card;  /* its face in the second deck; CARD_DOWN: its owner knows it */
    uint8_t owner; /* who played it */
    uint8_t at;    /* the seat it lies at; NO_SEAT: the middle of the table */
    uint8_t turns; /* that are left; 0: it stays for good */
} Laid;

typedef enum {
    AFTER_NOTHING,
    AFTER_TURN,    /* the seat is asked to begin its turn */
    AFTER_CARD,    /* the card laid acts */
    AFTER_EFFECTS, /* who draws and who is next follows from it */
    AFTER_DRAWN,   /* the drawn card is asked about */
    AFTER_HIT,     /* the draw is answered or drawn */
    AFTER_CAST,    /* the second card acts */
    AFTER_ASK,     /* the turn goes on as before */
    AFTER_NEXT,    /* the next turn */
    AFTERS
} After;

typedef enum { ASK_NOTHING, ASK_OPTION, ASK_SEAT, ASK_COLOUR, ASK_CARD, ASKS } AskKind;

typedef struct {
    uint16_t left; /* seats still to come, or times */
    uint8_t them;
} Loop;

typedef struct {
    uint8_t counter[COUNTERS_MAX][10];
    Laid laid[LAID_MAX];
    uint8_t lying;        /* entries of `laid` */
    uint8_t casts;        /* second cards played in this turn */
    uint8_t number;       /* that the top card counts as; 0: what is printed on it */
    uint16_t second_pile; /* cards left in the second deck */
    uint8_t order[10];    /* who sits where, clockwise, once seats were swapped (ClassicBoard.reseated); else 0 */

    /* The program under way. */
    uint16_t at;          /* its place; 0: none */
    uint16_t fired;       /* lying cards that have had this moment */
    uint8_t after, back;  /* After; what follows a cast */
    uint8_t moment, next; /* the moment under way, and the next rule to ask */
    uint8_t ask, left;    /* the question; cards still to be chosen */
    uint8_t turn;         /* whose turn it is, while somebody else is asked */
    uint8_t me, doer, victim, target, chosen, slot;
    uint8_t die;
    uint8_t with; /* whom the cards are chosen by or for, as long as some are left */
    uint8_t loops;
    uint8_t deflected; /* who draws instead */
    bool again, ends, negated;
    bool sprung; /* the card at work was turned up, and leaves when it is done */
    uint16_t draw, skip;
    uint32_t action; /* the play under way */
    Loop loop[LOOPS_MAX];
} Extra;

/* The members of a program under way, as numbers. */
enum {
    RUN_NUMBERS = 0
#define RUN(member) +1
#include "program.def"
#undef RUN
};
void extra_rest(Extra *extra); /* nothing is under way */
void extra_run(const Extra *extra, uint32_t out[RUN_NUMBERS]);
bool extra_set_run(Extra *extra, const uint32_t in[RUN_NUMBERS]); /* false: a number that its member cannot hold */

#endif
