/* book_words.h -- the sentences of a rulebook in one language. book.def, book_words.def, program_words.def and rules.def have the English and
 * list the keys; a language that lacks one of them, or the name of a built-in ruleset, does not compile. */
#ifndef UNO_BOOK_WORDS_H
#define UNO_BOOK_WORDS_H

#include "../engine/rules.h"

/* The rows of rules.def, in their order. */
enum {
#define FLAG(name, ...) OPTION_ROW_##name,
#define NUMBER(name, ...) OPTION_ROW_##name,
#define CHOICE(name, ...) OPTION_ROW_##name,
#define LIST(name, ...) OPTION_ROW_##name,
#include "../engine/rules.def"
#undef FLAG
#undef NUMBER
#undef CHOICE
#undef LIST
    OPTION_ROWS
};

/* The built-in rulesets; tools/embed-rulesets names the row of each. */
enum {
#define OPTION(name, first, second)
#define BOOK(key, words)
#define RULESET(name, title, about) RULESET_WORDS_##name,
#include "book_german.def"
#undef OPTION
#undef BOOK
#undef RULESET
    RULESET_WORDS
};

typedef enum {
#define HEADING(key, when, words) BOOK_##key,
#define TEXT(key, when, sources, words) BOOK_##key,
#define RULE(when, option)
#define TABLE(when, which)
#include "book.def"
#undef HEADING
#undef TEXT
#undef RULE
#undef TABLE
#define WORD(key, words) BOOK_##key,
#include "book_words.def"
#include "program_words.def"
#undef WORD
    BOOK_OPTIONS,                                   /* two of each row of rules.def, as it has them */
    BOOK_RULESETS = BOOK_OPTIONS + 2 * OPTION_ROWS, /* title and about of each built-in ruleset */
    BOOK_PHRASES = BOOK_RULESETS + 2 * RULESET_WORDS
} BookPhrase;

/* In English a ruleset's title and what it is about are NULL: they stand in its file. */
typedef struct BookLanguage {
    const char *phrase[BOOK_PHRASES];
} BookLanguage;

extern const BookLanguage book_english, book_german;

#endif
