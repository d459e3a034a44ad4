/* card_table.h -- the built-in cards. Private to src/engine. */
#ifndef UNO_CARD_TABLE_H
#define UNO_CARD_TABLE_H

#include "rules.h"

enum { ALL_COLOURS = (1 << COLOURS) - 1 };

/* Puts a card into the table. */
void card_table_put(Rules *rules, Face face, const CardRow *row);

/* Fills in the rows of the built-in cards of rules->family. */
void card_table_init(Rules *rules);

/* The faces of Split UNO that `specials` takes in or leaves out (H4). */
#define SPLIT_SPECIALS (FACE_BIT(FACE_TRUTH) | FACE_BIT(FACE_DARE))

#endif
