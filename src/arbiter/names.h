/* names.h -- the players, as the arbiter's language knows them. */
#ifndef UNO_ARBITER_NAMES_H
#define UNO_ARBITER_NAMES_H

#include "../engine/rules.h"

enum { PLAYER_NAME_MAX = 25 };

typedef struct {
    unsigned count;
    char name[SEATS_MAX][PLAYER_NAME_MAX];
} Names;

/* NULL, or why no player can be called so. */
const char *name_trouble(const char *name);

/* Adds a player. NULL, or why not. */
const char *names_add(Names *names, const char *name);

/* The seat that a word means: a whole name, the beginning of just one, or else a seat's letter.
 * NO_SEAT: none, or more than one. Capitals do not matter. */
Seat names_find(const Names *names, const char *word);

#endif
