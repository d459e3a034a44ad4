/* position.h -- a game as text, and back: every field, exactly.
 *
 * One "name value" pair a line; docs/notation.md lists them. What is at its
 * usual value is left out, so a position is short enough to read. */
#ifndef UNO_POSITION_H
#define UNO_POSITION_H

#include "witness.h"

enum { POSITION_TEXT_MAX = 65536 };

typedef struct {
    unsigned line; /* from 1 */
    unsigned column;
    char text[160]; /* what was expected */
} ParseError;

/* Returns the length; `witness` may be NULL. */
unsigned position_format(const Rules *rules, const Game *game, const Witness *witness, char *out, unsigned size);

/* Reads what position_format() wrote, or a position set up by hand. Only a game
 * that game_sound() accepts is read. False: *error, and *game is untouched. */
bool position_parse(const Rules *rules, const char *text, Game *game, Witness *witness, ParseError *error);

#endif
