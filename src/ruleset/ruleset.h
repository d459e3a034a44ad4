/* ruleset.h -- rules as small text files.
 *
 * A ruleset is an .ini file: what it extends, the options it changes, the cards
 * it adds. The built-in ones are compiled in and found by name; any other is
 * found by its path. Nothing here prints or exits; a caller owns every struct. */
#ifndef UNO_RULESET_H
#define UNO_RULESET_H

#include <stddef.h>

#include "../engine/rules.h"

enum {
    RULESET_NAME_MAX = 48,
    RULESET_TITLE_MAX = 80,
    RULESET_ABOUT_MAX = 400,
    RULESET_HASH_HEX = 33,
    RULESET_TEXT_MAX = 32768
};

typedef struct {
    char name[RULESET_NAME_MAX];   /* "ultimate"; of a file: its name without folder and ".ini" */
    char title[RULESET_TITLE_MAX]; /* "Ultimate UNO" */
    char about[RULESET_ABOUT_MAX]; /* one or two sentences */
    char parent[RULESET_NAME_MAX]; /* what it extends, or "" */
    Rules rules;                   /* finished */
    unsigned title_of, about_of;   /* 1 + the built-in ruleset whose words these are (book_words.h); 0: its own */
} Ruleset;

typedef struct {
    char file[256];
    unsigned line;             /* from 1; 0: the whole file */
    unsigned column;           /* from 1; 0: the whole line */
    char text[320];            /* what is wrong and what to do */
    const char *about, *fixes; /* of options that do not agree: as RulesError has them; else NULL */
} RulesetError;

typedef void RulesetErrorSeen(void *context, const RulesetError *error);

/* Reads it and tells every error, not only the first; returns how many there are. What can have no effect is told
 * after them, with a text that begins "warning: ", and not counted. */
unsigned ruleset_check(const char *name_or_path, Ruleset *out, RulesetErrorSeen *seen, void *context);

/* The same of a text, which may extend built-in ones only. */
unsigned ruleset_check_text(const char *name, const char *text, size_t length, Ruleset *out, RulesetErrorSeen *seen,
                            void *context);

/* A built-in name, or the path of a file (anything with a '/' or ending in ".ini"). */
bool ruleset_load(const char *name_or_path, Ruleset *out, RulesetError *error);

/* The text of a ruleset; `folder` is where the files it extends are looked for,
 * NULL: it may extend built-in ones only. */
bool ruleset_parse(const char *name, const char *text, size_t length, const char *folder, Ruleset *out,
                   RulesetError *error);

/* Changes one option, "key=value", and checks the whole again. */
bool ruleset_change(Ruleset *ruleset, const char *assignment, RulesetError *error);

/* The rules alone as canonical text: the family, every option that is not at
 * its default, every own card. Parsing it gives the same rules. */
unsigned ruleset_format(const Rules *rules, char *out, unsigned size);

/* A stable name for the rules: BLAKE2b-128 of the canonical text without its glyphs, in hex. */
void ruleset_hash(const Rules *rules, char out[RULESET_HASH_HEX]);

/* True for the hash that these rules had when glyphs were part of it: old records state it. */
bool ruleset_had_hash(const Rules *rules, const char *hash);

typedef struct {
    const char *name, *text;
    size_t length;
    unsigned words; /* RULESET_WORDS_... of book_words.h */
} BuiltinRuleset;

extern const BuiltinRuleset builtin_rulesets[];
extern const unsigned builtin_ruleset_count;

/* The language that books are written in (book_words.h); NULL: English. */
typedef struct BookLanguage BookLanguage;

/* ---- for forms ---- */

/* What [card NAME], [counter NAME] and [deck NAME] have besides `when`, and the words of `stays` and `wild`; closed by NULL. */
extern const char *const card_keys[],
    *const counter_keys[], *const counter_switches[], *const deck_keys[], *const stays_words[], *const wild_words[];
enum { STAY_TURNS_MOST = 20 };

/* What a rule does at all its moments, and what a counter and the second deck are, in words; returns the length. */
unsigned ruleset_rule_says(const Rules *rules, const BookLanguage *language, const char *name, char *out,
                           unsigned size);
unsigned ruleset_counter_says(const Rules *rules, const BookLanguage *language, unsigned counter, char *out,
                              unsigned size);
unsigned ruleset_deck_says(const Rules *rules, const BookLanguage *language, char *out, unsigned size);

/* A player, a moment, who has set it off (MOMENT_NONE: who laid the draw card that is answered), and a kind of cards
 * (KIND_ANY to KIND_SAME), as books call them. */
void ruleset_whom_words(const BookLanguage *language, Whom who, char *out, unsigned size);
void ruleset_moment_words(const BookLanguage *language, Moment moment, char *out, unsigned size);
void ruleset_doer_words(const BookLanguage *language, Moment moment, char *out, unsigned size);
void ruleset_kind_words(const BookLanguage *language, unsigned kind, char *out, unsigned size);

/* ---- for people ---- */

/* "en", which is NULL, and "de"; false: there is no such language. */
bool book_language_find(const char *code, const BookLanguage **out);

/* Those of a built-in ruleset in the language; what others say of themselves stays as it is. */
const char *ruleset_title(const Ruleset *ruleset, const BookLanguage *language);
const char *ruleset_about(const Ruleset *ruleset, const BookLanguage *language);

/* Where a report goes, piece by piece. */
typedef struct {
    void (*put)(void *sink, const char *text);
    void *sink;
} Printer;

/* An option or a card that two rulesets have otherwise: what it is in each, and its sentence or "". */
typedef struct {
    const char *name, *from, *to, *was, *is;
} RulesetChange;
typedef void RulesetChangeSeen(void *context, const RulesetChange *change);

/* Tells each change from `a` to `b`; returns how many there are. Of two families only what both have is compared. */
unsigned ruleset_changes(const Ruleset *a, const Ruleset *b, const BookLanguage *language, RulesetChangeSeen *seen,
                         void *context);

/* The same in print; two families count as one difference more. */
unsigned ruleset_diff(const Ruleset *a, const Ruleset *b, const BookLanguage *language, const Printer *printer);

/* The whole rulebook, complete enough to play from. */
typedef enum { BOOK_MARKDOWN, BOOK_TERMINAL } BookFormat;
void ruleset_book(const Ruleset *ruleset, const BookLanguage *language, BookFormat format, unsigned width,
                  const Printer *printer);

/* The same on one page: what a new player has to hear before the first card. */
void ruleset_short(const Ruleset *ruleset, const BookLanguage *language, BookFormat format, unsigned width,
                   const Printer *printer);

/* An item of the book's lists, in its order. */
typedef struct {
    const char *words;   /* what it says */
    const char *options; /* that it tells: "min_players max_players", or "" */
    const char *sources; /* the ids of what it rules: "O5 U7", or "" */
} BookItem;
typedef void BookItemSeen(void *context, const BookItem *item);
void ruleset_book_items(const Ruleset *ruleset, const BookLanguage *language, BookItemSeen *seen, void *context);

/* What a card does, as the book's table of cards has it; returns the length, 0: nothing special. */
unsigned ruleset_card_does(const Rules *rules, const BookLanguage *language, Face face, char *out, unsigned size);

/* What an option means: at that number of a choice, otherwise at off, 0 or none (0) and at the rest (1), where `value`
 * stands for the number. Returns the length; 0: that needs no words. */
unsigned option_meaning(const BookLanguage *language, const RuleRow *row, unsigned which, const char *value, char *out,
                        unsigned size);

/* An option that a program offers (game.h, program_option()), in words. */
unsigned program_option_sentence(const BookLanguage *language, const Rules *rules, unsigned at, char *out,
                                 unsigned size);

/* {"options":[...]}: a JSON object for each row of rules.def, from which forms are made (docs/api.md). */
void ruleset_options_json(const BookLanguage *language, const Printer *printer);

#endif
