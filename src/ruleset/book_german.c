/* book_german.c -- the rulebook in German, all of it: each row has its place, and there are as many rows as places. */
#include "book_words.h"

const BookLanguage book_german = {{
#define OPTION(name, first, second) \
    [BOOK_OPTIONS + 2 * OPTION_ROW_##name] = first, [BOOK_OPTIONS + 2 * OPTION_ROW_##name + 1] = second,
#define BOOK(key, words) [BOOK_##key] = words,
#define RULESET(name, title, about) \
    [BOOK_RULESETS + 2 * RULESET_WORDS_##name] = title, [BOOK_RULESETS + 2 * RULESET_WORDS_##name + 1] = about,
#include "book_german.def"
#include "program_german.def"
#undef OPTION
#undef BOOK
#undef RULESET
#define CARD(key, words) [BOOK_card_##key] = words,
#include "cards_german.def"
#undef CARD
}};

enum {
#define OPTION(name, first, second) ROW_OPTION_##name, ROW_OPTION_SECOND_##name,
#define BOOK(key, words) ROW_##key,
#define RULESET(name, title, about) ROW_TITLE_##name, ROW_ABOUT_##name,
#include "book_german.def"
#include "program_german.def"
#undef OPTION
#undef BOOK
#undef RULESET
#define CARD(key, words) ROW_card_##key,
#include "cards_german.def"
#undef CARD
    ROWS
};
_Static_assert(
    (int)ROWS == (int)BOOK_PHRASES,
    "book_german.def or program_german.def lacks a row that book.def, book_words.def, program_words.def or rules.def has");
