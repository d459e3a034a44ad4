/* vocabulary.h -- the words of the arbiter's language (docs/arbiter.md). */
#ifndef UNO_VOCABULARY_H
#define UNO_VOCABULARY_H

#include "entry.h"

typedef struct {
    const char *word; /* NULL ends the list; of several for one thing the first is the usual one */
    uint8_t value;
} Word;

extern const Word card_words[];   /* to a Face */
extern const Word choice_words[]; /* what a Wild can name */
extern const Word answer_words[]; /* to an EntryKind: what answers a question by itself */

/* The row of a word, capitals aside; or NULL. */
const Word *word_find(const Word *list, const char *word);

/* The usual word for a value that is in the list. */
const char *word_for(const Word *list, unsigned value);

/* True for a word that means something in the language: no player can be called so. */
bool word_is_reserved(const char *word);

#endif
