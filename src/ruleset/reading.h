/* reading.h -- a ruleset file on its way in: reading.c takes its lines apart,
 * ruleset.c knows where files and parents come from. Private to this room. */
#ifndef UNO_READING_H
#define UNO_READING_H

#include "ruleset_internal.h"

enum { LINE_MAX_BYTES = 512, OPTIONS_MAX = 96 };

typedef enum { IN_NOTHING, IN_RULESET, IN_RULES, IN_CARD, IN_COUNTER, IN_DECK, IN_RULE, IN_UNKNOWN } Place;

/* A piece of a program as the file has it, so that an error in the program has a line and a column. */
typedef struct {
    uint16_t text;   /* its place in Rules.text */
    unsigned before; /* characters that are no blanks, of the pieces before it */
    unsigned line, column;
    const char *at; /* in the file */
} Piece;
enum { PIECES_MAX = 320, PROGRAM_BYTES = 1024, SECTIONS_MAX = 192, SECTION_BYTES = 56 };

/* What the program at hand is for. */
typedef enum { FOR_NOTHING, FOR_EFFECTS, FOR_DRAWN, FOR_BANS, FOR_FREES, FOR_WHEN } Purpose;

/* A file being read, and, behind `below`, the files that wait for it. */
typedef struct Reading {
    const struct Reading *below;
    const char *name, *folder;
    Ruleset *out;
    RulesetError *error;
    bool failed, started;   /* started: family or parent are settled, options may come */
    RulesetErrorSeen *seen; /* is told every error; NULL: the first one ends the reading */
    void *context;

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
    bool second;  /* the card at hand is of the second deck */
    Face changes; /* the card of the main deck that it changes; NO_FACE: it is a new one */
    CounterRow counter;
    ClubRule rule;
    char sections[SECTIONS_MAX][SECTION_BYTES]; /* that were begun */
    unsigned section_line[SECTIONS_MAX];
    unsigned section_count;

    /* The program at hand, and where all of them stand. */
    Purpose purpose;
    unsigned purpose_when;
    char program[PROGRAM_BYTES];
    unsigned pieces_before;
    Piece piece[PIECES_MAX];
    unsigned pieces;
    const char *line_at; /* the line in the file */
} Reading;

/* Reads the whole text into r->out, without rules_finish(). */
bool reading_lines(Reading *r);

/* Called once, when [ruleset] is over: fills r->out->rules from the family or
 * the parent, so that there are rules to change. */
bool reading_start(Reading *r);

/* Notes the first error; always returns false. Line and column as in RulesetError. */
__attribute__((format(printf, 4, 5))) bool reading_fail(Reading *r, unsigned line, unsigned column, const char *format,
                                                        ...);

/* What rules_finish() found, at its place. */
void reading_fail_rules(Reading *r, const RulesError *problem);

/* Takes back what it was about, so that the rest can be looked at. False: that cannot be done. */
bool reading_forget(Reading *r, const RulesError *problem);

/* Cuts the next piece off *rest; NULL when there is none. */
char *next_piece(char **rest, const char *separators);

#endif
