/* scenario.h -- games told as table talk, and checked (docs/scenarios.md).
 *
 * A scenario file sets up positions, acts, and says what must follow. Running
 * it tells the caller of every scenario and every fault; nothing here prints,
 * exits or reads a file other than the rulesets a scenario names by path. */
#ifndef UNO_SCENARIO_H
#define UNO_SCENARIO_H

#include <stdbool.h>
#include <stddef.h>

#include "../engine/view.h"

enum { SCENARIO_TITLE_MAX = 128, SCENARIO_IDS_MAX = 48, SCENARIO_TEXT_MAX = 1 << 20 };

/* What kind of fault: the text cannot be understood, or it can and the game does otherwise. */
typedef enum { FAULT_TEXT, FAULT_PLAY } FaultKind;

/* One fault. All texts live only as long as the call. */
typedef struct {
    FaultKind kind;
    const char *file;     /* the name given to scenario_run() */
    unsigned line;        /* from 1 */
    unsigned column;      /* from 1 */
    const char *scenario; /* title of the scenario, "" before the first */
    const char *message;  /* what was expected and what is there instead */
    const char *source;   /* the line of the file */
    const char *position; /* the position on the table, several lines; "" when there is none */
} ScenarioFault;

/* A scenario that has been run, or only read when nothing is to be played. */
typedef struct {
    const char *file;
    unsigned line;
    const char *title;
    unsigned ids;       /* how many ids it proves */
    const unsigned *id; /* their places (rule_id_find) */
    bool passed;
} ScenarioResult;

/* The table lies ready (`seat` is NO_SEAT), or somebody has acted and it was allowed. */
typedef struct {
    const Rules *rules;
    const Game *game;
    const Witness *witness;
    Seat seat;
    Action action;
    const char *remark; /* what stands behind '#' in the line; lives only as long as the call */
} ScenarioStep;

/* Any function may be NULL. */
typedef struct {
    void (*fault)(void *self, const ScenarioFault *fault);
    void (*scenario)(void *self, const ScenarioResult *result);
    void (*step)(void *self, const ScenarioStep *step);
    void *self;
} ScenarioReport;

typedef struct {
    unsigned scenarios, passed;
    unsigned actions, checks; /* actions done or refused as expected, and expectations looked at */
    unsigned bad_text;        /* faults of kind FAULT_TEXT: a caller should end with status 2 */
    unsigned bad_play;        /* faults of kind FAULT_PLAY: status 1 */
} ScenarioCounts;

/* Runs every scenario of a text and adds to *counts. `file` names the text in
 * messages. `folder` is where rulesets named by a path are looked for; NULL: only
 * the built-in ones may be named. After a fault the rest of that scenario is
 * skipped. True when nothing was at fault. */
bool scenario_run(const char *text, size_t length, const char *file, const char *folder, const ScenarioReport *report,
                  ScenarioCounts *counts);

/* ---- the rules that scenarios prove ---- */

/* The place of an id ("U12") of that many characters among the rows of ids.def, or -1. */
int rule_id_find(const char *id, size_t length);

/* The id that stands for one that no longer does, or NULL. */
const char *rule_id_replaced(const char *id);

/* Which scenarios prove which rules. */
typedef struct Coverage Coverage;

Coverage *coverage_new(void); /* NULL: no memory */
void coverage_free(Coverage *coverage);

/* Notes a scenario that passed; one that did not proves nothing. False: no memory. */
bool coverage_add(Coverage *coverage, const ScenarioResult *result);

/* Prints, through put(), every id with its words and the scenarios that prove
 * it, then a line of totals. Returns how many ids have none. */
unsigned coverage_print(const Coverage *coverage, void (*put)(void *sink, const char *text), void *sink);

#endif
