/* page_internal.h -- what the files behind page.h share. */
#ifndef UNO_PAGE_INTERNAL_H
#define UNO_PAGE_INTERNAL_H

#include "../ruleset/ruleset.h"
#include "../words/words.h"
#include "page.h"
#include "reply.h"

/* The rules in a place, or NULL: the caller answers page_no_rules(). */
const Ruleset *page_rules(unsigned place);
const char *page_no_rules(void);

/* "A" as 0; "" as `nobody`. False: neither. */
bool page_seat(const char *text, unsigned nobody, unsigned *out);

/* Cuts a list of names into its lines, in place; NULL for those that are missing or empty.
 * Returns how many lines there are. */
unsigned page_lines(char *text, const char *line[SEATS_MAX]);

/* Keeps a copy of a text of `count` lines in *copy and points at them; "" keeps nothing. NULL, or the answer that says what
 * is wrong, and then everything stays as it was. */
const char *page_take_lines(const char *text, char **copy, const char **line, unsigned count);

/* {} */
const char *page_done(void);

/* The language of rulebooks (page_workshop.c sets it); NULL: English. */
extern const BookLanguage *page_book_words;

/* A Teller for readers who pick, in the language spoken, with the letters of seats that have no name. */
Teller page_teller(const Rules *rules, char *names, unsigned reader);

/* The reason of this name (move_why_name); WHYS: there is none. */
MoveWhy page_why(const char *name);

/* Reads a view; NULL, or the answer that says what is wrong. */
const char *page_read_view(const Rules *rules, const char *text, View *out);

/* The answers of page_options() and page_refusal(); a list of events as rows. */
const char *page_answer_options(const Teller *teller, const View *view);
const char *page_answer_refusal(const Rules *rules, const View *view, const char *notation);
void page_put_events(const Teller *teller, const Witness *witness);

/* {"code","message","rules"} of a refusal, without its brackets. */
void page_put_refusal(Verdict verdict);

#endif
