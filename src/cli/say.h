/* say.h -- a table on terminals and pipes, line by line: what lies open, one hand,
 * the question that is asked, what may be answered (the words are those of
 * words/words.h). Everything is told from a View, so nothing hidden can slip out. */
#ifndef UNO_SAY_H
#define UNO_SAY_H

#include "../words/words.h"

typedef struct {
    Teller teller;
    bool colour; /* the terminal shows colours */
} Speaker;

/* True when stdout is a terminal that can show them (TERM is set, and not "dumb") and NO_COLOR is not set. */
bool say_colours_wanted(void);

/* The columns of the terminal, within reason; 80 where there is none. */
unsigned say_width(void);

enum { SAY_CARD_MAX = 40 };

/* A card's code, painted where colours are wanted. Returns `out`. */
const char *say_card(const Speaker *speaker, Face face, char out[SAY_CARD_MAX]);

/* The table: piles, top card, who holds how much, who is asked. */
void say_table(const Speaker *speaker, const View *view);

/* The cards one by one, in order, after a heading. */
void say_cards(const Speaker *speaker, const char *heading, const Cards *cards);

/* The view's own hand, and what that seat knows of the others'. */
void say_hand(const Speaker *speaker, const View *view);

/* What is asked of the view's own seat, and what is open to it besides. */
void say_question(const Speaker *speaker, const View *view);

/* All that may be answered, numbered from 1. */
void say_actions(const Speaker *speaker, const View *view);

/* Prints text broken into lines of a terminal's width, each indented by two blanks. */
void say_wrapped(const char *text);

/* The same from a column that is reached already; the further lines are indented by `indent`. */
void say_wrapped_at(unsigned column, unsigned indent, const char *text);

/* Name and score of everybody, the winners marked. */
void say_result(const Speaker *speaker, const Board *board);

#endif
