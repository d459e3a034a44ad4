/* ruleset_internal.h -- shared by the files of this room only. */
#ifndef UNO_RULESET_INTERNAL_H
#define UNO_RULESET_INTERNAL_H

#include "../engine/text.h"
#include "book_words.h"
#include "ruleset.h"

/* A word of the list (closed by NULL) that `word` may have been meant to be, or NULL. */
const char *nearest_word(const char *word, const char *const *list);

/* Tells what can have no effect (warn.c). */
void ruleset_warn(const Ruleset *ruleset, RulesetErrorSeen *seen, void *context);

/* ---- paragraphs for people (prose.c) ---- */

enum { PROSE_MAX = 2048 };

/* The template itself; NULL for the language: English. */
const char *book_phrase(const BookLanguage *language, BookPhrase phrase);

/* What stands for the marks of a row of book_words.def; those it has not need not be set. */
typedef struct {
    long long n, m;
    const char *words[4]; /* {a} to {d} */
} Filling;
void put_filled(Text *text, const BookLanguage *language, BookPhrase phrase, const Filling *filling);

/* The sentence of an option at its value: "% {cards/card}" becomes "1 card" or "4
 * cards". Returns its length; 0: this value needs no words. */
unsigned option_sentence(const BookLanguage *language, const Rules *rules, const RuleRow *row, char *out,
                         unsigned size);

/* What playing the card does, in words. */
unsigned effects_sentence(const BookLanguage *language, const CardRow *row, char *out, unsigned size);

/* What the card is called. */
const char *book_card_name(const BookLanguage *language, const Rules *rules, Face face);

/* The same with what a club has written on it (program_prose.c), its full stops included; of either deck. */
unsigned card_sentence(const BookLanguage *language, const Rules *rules, Face face, char *out, unsigned size);

/* What a rule, or a lying card, does at its moment. */
unsigned rule_sentence(const BookLanguage *language, const Rules *rules, unsigned trigger, char *out, unsigned size);

/* Prints a paragraph broken at `width` columns (0: unbroken); the first line
 * begins with `first`, the others with `rest`. */
void print_wrapped(const Printer *printer, unsigned width, const char *first, const char *rest, const char *text);

/* How many columns a UTF-8 text takes, a character each. */
unsigned text_columns(const char *text);

#endif
