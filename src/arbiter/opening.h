/* opening.h -- the line that begins a game in the arbiter's book:
 *
 *     game split-v3 players Ada Ben Cleo decks 68 32 lead Ben rules split bonus_wins=3
 *
 * The log keeps it in full, with every option that is not at its default, so that a
 * game stays what it was whatever becomes of the ruleset. */
#ifndef UNO_OPENING_H
#define UNO_OPENING_H

#include "sheet.h"

/* Finds rules by the name or path of a ruleset, and what they are called. False: `why` says what is wrong. */
typedef struct {
    bool (*find)(void *context, const char *word, Rules *rules, char name[SHEET_RULESET_MAX], char *why, unsigned size);
    void *context;
} RulesFinder;

/* Reads what follows "game" or "new". What is not said is taken from `last`, the game before (NULL: none): its
 * ruleset, its players, and the lead passes to the next of them. `finder` may be NULL: then the line says its rules.
 * False: `why`, and *out is of no use. */
bool opening_parse(const char *line, const Sheet *last, const RulesFinder *finder, Sheet *out, char *why,
                   unsigned size);

/* The line in full, for a sheet that nothing was entered in yet. Returns the length. */
unsigned opening_format(const Sheet *sheet, char *out, unsigned size);

#endif
