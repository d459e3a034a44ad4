/* program_code.h -- reading programs, and their steps as rows. Private to src/engine. */
#ifndef UNO_PROGRAM_CODE_H
#define UNO_PROGRAM_CODE_H

#include "rules.h"

/* The parts of a step. */
enum { HAS_N = 1, HAS_F = 2, HAS_W = 4, HAS_C = 8 };
typedef struct {
    const char *word;
    uint8_t parts;
    const char *preposition;
} StepRow;
extern const StepRow step_rows[CODES]; /* of CODE_END + 1 to CODE_NOTHING */

enum { COLOUR_RANDOM = COLOURS, COLOUR_NAMED };

const char *who_word(Whom who);

/* Where a program stands: what it may speak of follows from that. */
typedef struct {
    Moment moment; /* MOMENT_NONE: what a card does when it is played or drawn */
    bool second;   /* on a card of the second deck */
    bool answers;  /* on one that answers a draw */
} ProgramPlace;

typedef struct {
    uint16_t at; /* its first instruction */
    bool target; /* it speaks of a target */
} ProgramRead;

/* Compiles one text behind what rules->code has. False: *error has the reason and the place in the text. */
bool program_read(Rules *rules, const char *text, const ProgramPlace *place, ProgramRead *out, RulesError *error);

/* The cards that a text means; *out is its number in rules->filter. */
bool program_read_filter(Rules *rules, const char *text, uint8_t *out, RulesError *error);

#endif
