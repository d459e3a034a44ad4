/* book_english.c -- the rulebook's sentences in English, from where they stand. */
#include "book_words.h"

const BookLanguage book_english = {{
#define HEADING(key, when, words) words,
#define TEXT(key, when, sources, words) words,
#define RULE(when, option)
#define TABLE(when, which)
#include "book.def"
#undef HEADING
#undef TEXT
#undef RULE
#undef TABLE
#define WORD(key, words) words,
#include "book_words.def"
#include "program_words.def"
#undef WORD
#define FLAG(name, family, section, standard, sources, off, on) off, on,
#define NUMBER(name, family, section, low, high, standard, sources, zero, some) zero, some,
#define CHOICE(name, family, section, standard, sources, choices, sentences) sentences, "",
#define LIST(name, family, section, low, high, sources, empty, some) empty, some,
#include "../engine/rules.def"
#undef FLAG
#undef NUMBER
#undef CHOICE
#undef LIST
}};
