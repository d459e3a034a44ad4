/* reading.h -- a ruleset file on its way in: reading.c takes its lines apart,
 * ruleset.c knows where files and parents come from. Private to this room. */
#ifndef UNO_READING_H
#define UNO_READING_H

#include "ruleset_internal.h"

enum { LINE_MAX_BYTES = 512, OPTIONS_MAX = 96 };

typedef enum { IN_NOTHING, IN_RULESET, IN_RULES, IN_CARD } Place;

/* A file being read, and, behind `below`, the files that wait for it. */
typedef struct Reading {
    const struct Reading *below;
    const char *name, *folder;
    Ruleset *out;
    RulesetError *error;
    bool failed, started; /* started: family or parent are settled, options may come */

    const char *text, *at, *end;
    unsigned line;
    char raw[LINE_MAX_BYTES]; /* the line at hand, as written */

    Place place;
    bool seen_ruleset, seen_rules;
    unsigned seen_keys;                /* of [ruleset], or of the card at hand */
    unsigned option_line[OPTIONS_MAX]; /* where each option is set; 0: not here */
    char family[16], extends[RULESET_NAME_MAX];
    unsigned family_line, extends_line, card_line;
    CardRow card;
} Reading;

/* Reads the whole text into r->out, without rules_finish(). */
bool reading_lines(Reading *r);

/* Called once, when [ruleset] is over: fills r->out->rules from the family or
 * the parent, so that there are rules to change. */
bool reading_start(Reading *r);

/* Notes the first error; always returns false. Line and column as in RulesetError. */
__attribute__((format(printf, 4, 5))) bool reading_fail(Reading *r, unsigned line, unsigned column, const char *format,
                                                        ...);

/* Cuts the next piece off *rest; NULL when there is none. */
char *next_piece(char **rest, const char *separators);

#endif
