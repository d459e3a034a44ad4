/* say.h -- a table in plain words, for terminals and pipes: what lies open, one
 * hand, the question that is asked, what may be answered, what has happened.
 * Everything is told from a View, so nothing hidden can slip out. */
#ifndef UNO_SAY_H
#define UNO_SAY_H

#include "../engine/view.h"

typedef struct {
    const Rules *rules;
    const char *name[SEATS_MAX]; /* of each seat */
    unsigned reader;             /* the seat that is called "you", or SPECTATOR */
    bool colour;                 /* the terminal shows colours */
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

/* What is asked of the view's own seat, in one line ("Play red or 7, or draw");
 * for anybody else: who is being waited for. */
void say_question(const Speaker *speaker, const View *view);

/* All that may be answered, numbered from 1. */
void say_actions(const Speaker *speaker, const View *view);

/* One event as a sentence, with "you" where it concerns the reader. */
void say_event(const Speaker *speaker, const Event *event, char *out, unsigned size);

/* True for an event that says nothing new after the one before it: the card of a jump-in. */
bool say_is_told(const Event *events, unsigned index);

/* Prints text broken into lines of a terminal's width, each indented by two blanks. */
void say_wrapped(const char *text);

/* The same from a column that is reached already; the further lines are indented by `indent`. */
void say_wrapped_at(unsigned column, unsigned indent, const char *text);

/* Name and score of everybody, the winners marked. */
void say_result(const Speaker *speaker, const Board *board);

#endif
