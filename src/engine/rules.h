/* rules.h -- the rules of a game as a value that never changes while it runs.
 *
 * `Rules` is filled from the defaults of rules.def, changed by name with
 * rules_set(), given cards of its own with rules_add_card(), and closed with
 * rules_finish(), which checks that its parts agree and works out the tables
 * that play reads. A Rules that rules_finish() accepted can be used by any
 * number of games and threads. */
#ifndef UNO_RULES_H
#define UNO_RULES_H

#include "program.h"

enum { SEATS_MAX = 10, SPLIT_SEATS_MAX = 6, NO_SEAT = 0xF };
typedef uint8_t Seat;
typedef uint16_t SeatMask;

typedef enum {
#define FAMILY(NAME, name) FAMILY_##NAME,
#include "family.def"
#undef FAMILY
} Family;
enum {
    FAMILIES = 0
#define FAMILY(NAME, name) +1
#include "family.def"
#undef FAMILY
};

const char *family_name(Family family); /* "classic" */
bool family_find(const char *name, Family *out);

enum { PLACES_MAX = 10 };

/* The options themselves, one member per row of rules.def. */
typedef struct {
#define FLAG(name, ...) int16_t name;
#define NUMBER(name, ...) int16_t name;
#define CHOICE(name, ...) int16_t name;
#define LIST(name, ...) int16_t name[PLACES_MAX];
#include "rules.def"
#undef FLAG
#undef NUMBER
#undef CHOICE
#undef LIST
} Options;

/* The values of the choices, in the order of their rows. */
typedef enum { DEALER_DRAW, DEALER_RANDOM, DEALER_FIRST_SEAT } DealerChoice;
enum { OPENING_PUT_BACK, OPENING_NAMES, OPENING_ANY_WILD };
enum { STACK_OFF, STACK_SAME, STACK_FOUR_ON_TWO, STACK_ANY };
enum { CHANCE_OFF, CHANCE_COLOUR, CHANCE_ANY };
enum { SWAP_OFF, SWAP_MAY, SWAP_MUST };
enum { WILD4_NO_OTHER_CARD, WILD4_NO_COLOUR };
enum { UNO_OFF, UNO_WITH_PLAY, UNO_UNTIL_NEXT_TURN };
enum { STALEMATE_SHARED, STALEMATE_NOBODY };
enum { STREAK_FROZEN, STREAK_RESET };
enum { POOL_NUMBERS, POOL_HAND };
enum { TIMING_ROUND, TIMING_INTERRUPT };
enum { REVERSE_NEW_HAND, REVERSE_PLAYED };
enum { WILD_NOMINEE, WILD_BOTH, WILD_OPPONENT };
enum { TRUTH_NONE, TRUTH_ACTOR, TRUTH_BOTH };
enum { DARE_OPTIONAL, DARE_ACTOR, DARE_BOTH };
enum { FROM_DECK, FROM_SHED };
enum { BARRIER_NONE, BARRIER_TWO_ACTIONS, BARRIER_ONLY_CARD };

/* Where rules are played by and never written or printed, nobody reads what is wrong with them, or the ids behind them: a
 * page that only plays carries none of those words. */
#ifdef RULES_UNPRINTED
enum { RULES_PRINTED = 0 };
#else
enum { RULES_PRINTED = 1 };
#endif

/* ---- rows ---- */

typedef enum { ROW_FLAG, ROW_NUMBER, ROW_CHOICE, ROW_LIST } RowType;
typedef enum {
    SECTION_SETUP,
    SECTION_TURN,
    SECTION_DRAWS,
    SECTION_CARDS,
    SECTION_ACTIONS,
    SECTION_UNO,
    SECTION_END,
    SECTIONS
} Section;
typedef enum {
#define FAMILY(NAME, name) FOR_##NAME = 1 << FAMILY_##NAME,
#include "family.def"
#undef FAMILY
    FOR_ALL = (1 << FAMILIES) - 1
} Families;

typedef struct {
    const char *name;
    RowType type;
    Families families;
    Section section;
    int low, high, standard; /* `standard` is the default; a choice counts from 0 */
    const char *sources;     /* ids, separated by blanks */
    const char *choices;     /* names separated by '|', or NULL */
    unsigned offset;         /* of the member in Options */
} RuleRow;

extern const RuleRow rule_rows[];
extern const unsigned rule_row_count;

/* The row of that name, or NULL. */
const RuleRow *rule_row_find(const char *name);

/* The row whose name is most like `name`, for "did you mean"; or NULL. */
const RuleRow *rule_row_nearest(const char *name);

/* How many edits make one word out of the other, up to a limit of 8. */
unsigned word_distance(const char *a, const char *b);

/* ---- cards ---- */

/* What a card does, in order. ROLL takes the effect after it when the die shows
 * n or more, and the one after that otherwise. */
typedef enum {
    EFFECT_NONE,
#define EFFECT(name, word, low, high) EFFECT_##name,
#include "effect.def"
#undef EFFECT
} EffectKind;
#define EFFECTS (EFFECT_ROLL + 1)

typedef struct {
    uint8_t kind, n;
} Effect;

enum { CARD_EFFECTS_MAX = 6, CARD_NAME_MAX = 24, CARD_CODE_MAX = 8 };

/* A row of the card table. Built-in cards and a ruleset's own have the same form. */
typedef struct {
    char name[CARD_NAME_MAX]; /* "Draw Two" */
    char code[CARD_CODE_MAX]; /* in notation: "+2"; a coloured card gets its colour's letter in front */
    char glyph[CARD_CODE_MAX];
    uint8_t colours; /* a bit per colour it comes in; 0: it has none, and its player names one */
    uint8_t count;   /* copies per deck, of each colour */
    uint8_t points;
    Effect effects[CARD_EFFECTS_MAX];
    CardMore more;
} CardRow;

/* What a play of this face must also say. */
enum {
    ASKS_NOTHING = 0,
    ASKS_COLOUR = 1,
    ASKS_TARGET = 2,
    TARGET_OPTIONAL = 4,
    ASKS_UNBLOCKED = 8, /* the target must not be blocked yet */
};

typedef struct {
    Family family;
    Options option;

    /* The card table: every face in use has a row. */
    CardRow card[FACES];
    uint64_t faces;   /* faces in use */
    uint64_t custom;  /* of these, declared by the ruleset */
    uint64_t changed; /* built-in ones that the ruleset has otherwise */

    /* What a club has written (docs/rule-language.md). */
    CardRow second[FACES]; /* the second deck, in the order of the codes */
    uint8_t seconds;       /* so many kinds */
    struct {
        char name[CARD_NAME_MAX];   /* "Magic"; "" where there is none */
        uint8_t dealt, hand, plays; /* cards dealt; the most that are held; plays in a turn */
    } second_deck;
    CounterRow counter[COUNTERS_MAX];
    uint8_t counters;
    ClubRule club[CLUB_RULES_MAX];
    uint8_t clubs;
    char text[PROGRAM_TEXT_MAX]; /* all programs, each closed by a zero; the first byte is not used */
    uint16_t text_used;

    /* Worked out by rules_finish(). */
    Cards deck;                     /* classic: all cards; split: the action deck */
    Cards numbers;                  /* split: one set of number cards */
    uint64_t wilds;                 /* classic: faces without a colour */
    uint64_t fits;                  /* classic: these, and others that fit on everything */
    uint64_t naming;                /* classic: faces whose player names a colour */
    uint64_t last_ok;               /* faces that may be the last card of a hand */
    uint64_t effective;             /* faces with an effect */
    uint64_t reflectors;            /* faces that reflect */
    uint64_t draw_faces;            /* faces that make the next player draw */
    uint64_t plain;                 /* faces with a colour and without an effect */
    uint64_t aimed;                 /* faces whose play names, or may name, another player */
    uint64_t bluffs;                /* classic: the Wild Draw Four, if it does that: it may be dishonest */
    uint64_t movers;                /* faces that swap hands or pass them on */
    uint64_t openers;               /* classic: faces that may open the discards */
    uint64_t skips, reverses, hits; /* classic: faces whose one effect is that the next player loses the turn; that play
                                       turns round; that the next player draws, and no hand can answer it; */
    uint64_t unusual;               /* and faces with an effect that are none of these */
    uint8_t asks[FACES];
    uint8_t draw_amount[FACES]; /* of a face in draw_faces */
    Effect only_effect[FACES];  /* of a face that has exactly one */
    bool answerable;            /* some hand could answer a draw by a card */
    bool plain_turn;            /* classic: no option restricts what may be played or drawn */
    bool lean; /* classic: nor does any change what laying a card, drawing or keeping means; and no face has more
                  than seven copies */

    /* Of programs; all empty where there are none. */
    bool programs;       /* the tail of a game is in use */
    bool outs;           /* a program may put somebody out */
    uint8_t moments;     /* a bit for each moment at which something may act */
    uint64_t programmed; /* faces whose effects are a program */
    uint64_t when_drawn; /* faces that act when they are drawn */
    uint64_t priced;     /* faces that cost something */
    uint64_t answerers;  /* second cards that answer a draw */
    Cards second_cards;  /* the second deck */
    CardCode card_code[FACES], second_code[FACES];
    Filter filter[FILTERS_MAX];
    uint8_t filters;
    Trigger trigger[TRIGGERS_MAX];
    uint8_t triggers, card_triggers; /* those of cards come first */
    Code code[CODE_MAX];
    uint16_t codes;
} Rules;

/* A problem with the options, in words that name the options. */
typedef struct {
    char text[200];
    /* Of rules_finish() alone, else untouched: the options that do not agree, those the sentence names first first
     * ("teams min_players"), and what would mend it ("min_players=4"); "" for nothing. */
    const char *about, *fixes;
    /* Of a program: where in its text, from 0; and the place of that text in Rules.text, 0: not of a program. */
    unsigned offset, source;
    unsigned card; /* 1 + the card that it is about, as in face_row(); 0: no card as a whole */
} RulesError;

/* Fills in the defaults of a family, with its built-in cards. The options of other families are 0, so that nobody
 * has to ask for the family first. */
void rules_init(Rules *rules, Family family);

/* Sets an option from text. False: *error says what is wrong and what would do. */
bool rules_set(Rules *rules, const char *name, const char *value, RulesError *error);

/* The value of an option as text that rules_set() takes; returns its length. */
unsigned rules_get(const Rules *rules, const RuleRow *row, char *out, unsigned size);

/* The same, and true, for an option that is not at its family's default. */
bool rules_changed(const Rules *rules, const RuleRow *row, char *out, unsigned size);

int rules_value(const Rules *rules, const RuleRow *row);

/* Back to the family's default. */
void rules_reset(Rules *rules, const RuleRow *row);

/* Declares a card of the ruleset's own (classic only). In which order that is done does not matter. */
bool rules_add_card(Rules *rules, const CardRow *row, RulesError *error);

/* One face of each card of the ruleset's own, in their order; returns how many. */
enum { OWN_CARDS_MAX = 10 };
unsigned rules_own_cards(const Rules *rules, Face out[OWN_CARDS_MAX]);

/* ---- what a club has written ---- */

/* The card of that name in the main deck: its first face, or NO_FACE. */
Face rules_find_card(const Rules *rules, const char *name);

/* A built-in card with other contents; `row` is a changed copy of its row. */
bool rules_change_card(Rules *rules, Face face, const CardRow *row, RulesError *error);

/* A kind of card of the second deck. */
bool rules_add_second(Rules *rules, const CardRow *row, RulesError *error);
bool rules_add_counter(Rules *rules, const CounterRow *row, RulesError *error);
bool rules_add_club_rule(Rules *rules, const ClubRule *rule, RulesError *error);

/* Keeps a text; 0: there is no room. */
uint16_t rules_keep_text(Rules *rules, const char *text, RulesError *error);

const char *moment_word(Moment moment);
bool moment_find(const char *word, Moment *out);

/* Compiles all programs into the tables of *rules. */
bool programs_compile(Rules *rules, RulesError *error);

/* The instruction behind the step, choice, loop or test that begins at `at`. */
unsigned code_behind(const Rules *rules, unsigned at);

/* The rule or card that a trigger belongs to. */
/* Whose text that is, among rules->club; rules->clubs: a card's. */
unsigned rules_trigger_club(const Rules *rules, unsigned trigger);
const char *rules_trigger_name(const Rules *rules, unsigned trigger);

/* Reads a code of the second deck; *out counts from SECOND_CODE. */
bool second_parse(const Rules *rules, const char **text, Face *out);

/* The row of a face of either deck. */
static inline const CardRow *face_row(const Rules *rules, Face face) {
    return face < FACES ? &rules->card[face] : &rules->second[face - SECOND_CODE];
}
static inline bool face_is_second(const Rules *rules, Face face) {
    return face >= SECOND_CODE && face < SECOND_CODE + rules->seconds;
}

/* Checks that everything fits together and works out the tables. */
bool rules_finish(Rules *rules, RulesError *error);

/* True when a table of so many can play; else *error (may be NULL) says why not. */
bool rules_allow_players(const Rules *rules, unsigned players, RulesError *error);

/* Effects as text ("draw 2, skip 1", "roll 4: draw 2 else take 2") and back. */
bool effects_parse(const char *text, Effect out[CARD_EFFECTS_MAX], RulesError *error);
unsigned effects_format(const Effect effects[CARD_EFFECTS_MAX], char *out, unsigned size);

/* The code of a face ("R5", "G+2", "W", "block"); returns its length. */
unsigned face_format(const Rules *rules, Face face, char *out, unsigned size);

/* A card of a colour, and no Wild or action card that has none. */
static inline bool face_is_coloured(const Rules *rules, Face face) { return rules->card[face].colours != 0; }

/* A number card of a family that counts these apart from its action cards. */
static inline bool face_is_number_card(const Rules *rules, Face face) { return cards_has(&rules->numbers, face); }

/* Reads the longest face code at *text and moves *text behind it. */
bool face_parse(const Rules *rules, const char **text, Face *out);

extern const char colour_letters[]; /* "RYGB" */
extern const char *const colour_names[COLOURS];

/* The team of a seat; without teams every seat is its own. */
static inline Seat rules_team(const Rules *rules, Seat seat) {
    return (Seat)(rules->option.teams ? seat % (unsigned)rules->option.teams : seat);
}

/* Split: how many sets of number cards so many players need (H2). */
unsigned rules_number_sets(const Rules *rules, unsigned players);

#endif
