/* lab_telling.h -- what the files of the lab's report share. */
#ifndef UNO_LAB_TELLING_H
#define UNO_LAB_TELLING_H

#include "lab_report.h"

enum { TOLD_CELLS = 4 }; /* more settings than these are told of together, not one by one */

typedef struct {
    const LabFindings *of;
    const LabPlan *plan;
    const LabCount *count;
    Report report;
    double z; /* for one figure of each cell */
} Telling;

/* What can fire and is told of, in words (fires.def). */
typedef struct {
    unsigned fire;
    const char *words;
} FireRow;
extern const FireRow fire_rows[];
extern const unsigned fire_row_count;

static inline bool compared(const Telling *telling, unsigned cell) { return telling->plan->cell[cell].base != cell; }
static inline const LabCount *base_of(const Telling *telling, unsigned cell) {
    return &telling->count[telling->plan->cell[cell].base];
}

/* True when the interval leaves no doubt on which side of 0 the truth is. */
static inline bool is_clear(LabFigure figure) { return figure.sure && (figure.low > 0 || figure.high < 0); }

/* "95 %: 1.2 to 3.4" */
const char *figure_range(LabFigure figure, int digits, char out[48]);

/* The tables have different numbers of players. */
bool sizes_differ(const LabPlan *plan);

/* The answer: a few sentences. */
void tell_answer(Telling *telling);

#endif
