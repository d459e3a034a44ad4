/* phrase.h -- a template with its marks filled in. */
#ifndef UNO_PHRASE_H
#define UNO_PHRASE_H

#include "../engine/text.h"
#include "words.h"

/* What stands for the marks of a template; those it has not need not be set. */
typedef struct {
    unsigned a, b;                  /* seats */
    Face card;                      /* NO_FACE: "a card" */
    bool named;                     /* the card is named, even to a reader who types */
    unsigned number, name;          /* {n}, {k} */
    const char *fits, *list, *what; /* texts made before */
} Parts;

/* The form for the reader: the first where {a} is the reader, the second where {b} is. */
unsigned phrase_form_of(const Teller *teller, const Parts *parts);

void phrase_put_form(Text *text, const Teller *teller, Phrase phrase, unsigned form, const Parts *parts);

/* Fills in from there, which is inside a template. */
void phrase_fill(Text *text, const Teller *teller, const char *words, const Parts *parts);

/* In the form for those who pick, or for those who type. */
void phrase_put(Text *text, const Teller *teller, Phrase phrase, const Parts *parts);

const char *phrase_of(const Teller *teller, Phrase phrase); /* the template itself */

#endif
