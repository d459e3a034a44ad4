/* reply.h -- the one answer of a call, as JSON that grows in memory. Commas are seen to,
 * texts are escaped, and bytes that are no UTF-8 become question marks.
 *
 *     reply_begin();
 *     reply_open('{');
 *     reply_name("title"), reply_text(ruleset->title);
 *     reply_close('}');
 *     return reply_end(); */
#ifndef UNO_REPLY_H
#define UNO_REPLY_H

#include <stdbool.h>
#include <stddef.h>

#include "../engine/view.h"
#include "../ruleset/ruleset.h"

void reply_begin(void);
const char *reply_end(void); /* closed with a zero; where memory ran out, an error instead */

void reply_open(char bracket);
void reply_close(char bracket);
void reply_name(const char *name); /* the next thing is its value */

void reply_text(const char *text); /* NULL: null */
void reply_text_of(const char *text, size_t length);
void reply_number(long long number);
void reply_flag(bool flag);
void reply_seat(unsigned seat);                /* "A"; null for none */
void reply_seats(unsigned seats);              /* ["A","C"] */
void reply_seed(const Seed *seed);             /* 64 hex digits; null for NULL */
void reply_split(const char *text, char mark); /* "a|b||d" as ["a","b","","d"]; [] for NULL */

/* What is printed is a value as it stands. */
Printer reply_json(void);

/* A text that comes in pieces, for whoever prints. */
Printer reply_text_begin(void);
void reply_text_end(void);

/* As src/wire writes them; cards in the order of their faces. */
void reply_card(const Rules *rules, Face face); /* "R5"; null for none */
void reply_cards(const Rules *rules, const Cards *cards);
void reply_action(const Rules *rules, Action action); /* null for none */
void reply_view(const Rules *rules, const View *view);

/* A whole answer: {"error":code,"message":message}. */
const char *reply_error(const char *code, const char *message);
const char *reply_error_at(const char *code, const char *message, unsigned line, unsigned column);

#endif
