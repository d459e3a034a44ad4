/* program_code.h -- reading programs, and their steps as rows: for src/engine, and for forms that offer what it reads. */
#ifndef UNO_PROGRAM_CODE_H
#define UNO_PROGRAM_CODE_H

#include "rules.h"

/* The parts of a step, and what they may be. */
enum { HAS_N = 1, HAS_F = 2, HAS_W = 4, HAS_C = 8, HAS_K = 16, TAKES_ALL = 32, NEEDS_W = 64, ONE_W = 128 };
typedef struct {
    const char *word;
    uint8_t parts;
    const char *preposition;
} StepRow;
extern const StepRow step_rows[CODES]; /* of CODE_END + 1 to CODE_NOTHING */

enum { COLOUR_RANDOM = COLOURS, COLOUR_NAMED };

const char *who_word(Whom who);
bool who_is_several(unsigned who); /* others, everybody */

/* The words of what else a program is made of, closed by NULL: amounts by AmountKind, scales by SCALE_ONE on,
 * tests by TEST_IS on. */
extern const char *const block_words[],
    *const amount_words[], *const kind_words[], *const colour_words[], *const scale_words[], *const test_words[];

/* Where a program stands: what it may speak of follows from that. */
typedef struct {
    Moment moment; /* MOMENT_NONE: what a card does when it is played or drawn */
    bool second;   /* on a card of the second deck */
    bool answers;  /* on one that answers a draw */
} ProgramPlace;

/* Whether a step, a player or an amount may stand there at all. */
bool program_step_stands(const ProgramPlace *place, CodeKind kind);
bool program_whom_stands(const ProgramPlace *place, Whom who);
bool program_amount_stands(const ProgramPlace *place, AmountKind kind);
bool amount_is_of(AmountKind kind); /* "of P" may follow */

typedef struct {
    uint16_t at; /* its first instruction */
    bool target; /* it speaks of a target */
} ProgramRead;

/* Compiles one text behind what rules->code has. False: *error has the reason and the place in the text. */
bool program_read(Rules *rules, const char *text, const ProgramPlace *place, ProgramRead *out, RulesError *error);

/* The cards that a text means; *out is its number in rules->filter. */
bool program_read_filter(Rules *rules, const char *text, uint8_t *out, RulesError *error);

#endif
