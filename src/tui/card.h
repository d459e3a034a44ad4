/* card.h -- cards as text and as pictures. A colour always comes with its shape, and
 * with its letter where there are no shapes. Private to the game's screen. */
#ifndef UNO_TUI_CARD_H
#define UNO_TUI_CARD_H

#include <stddef.h>

#include "../engine/rules.h"
#include "screen.h"

/* NO_COLOUR: a card without one. */
unsigned colour_paint(unsigned colour);
const char *colour_symbol(unsigned colour);

/* The colour of a face, or NO_COLOUR. */
unsigned card_colour(const Rules *rules, Face face);

/* What stands on a card, in at most `columns` columns: "5", "Skip", "+2". */
void card_label(const Rules *rules, Face face, unsigned columns, char *out, size_t size);

/* Shape and label in one word: "●5". */
void card_text(const Rules *rules, Face face, unsigned columns, char *out, size_t size);

/* A card with a frame; `inverse` fills it with its colour. */
void card_draw(const Rules *rules, Face face, Box box, bool inverse);

/* A card that lies face down, or a deck, with a word or two on it. */
void card_draw_back(Box box, const char *first, const char *second);

/* All faces in use in the order of a hand: by colour, then by value, those without a colour last. */
unsigned card_order(const Rules *rules, Face sorted[FACES]);

#endif
