/* lab_goal.h -- a search for the setting that meets a goal: every round plays on, and what misses the goal for sure is
 * not played any further. What it counted is kept, so that a report shows all settings. */
#ifndef UNO_LAB_GOAL_H
#define UNO_LAB_GOAL_H

#include "lab_book.h"

typedef struct {
    char name[LAB_AXIS_MAX]; /* of a quantity (lab_report.h) */
    bool below;              /* '<', else '>' */
    double value;
    unsigned rounds; /* after each of which it may be found met or missed: intervals allow for all of them */
} LabGoal;

typedef enum { GOAL_OPEN, GOAL_MET, GOAL_MISSED } LabGoalState;

/* "seat_advantage<1%". False: error->text says why not. */
bool lab_goal_parse(const char *text, LabGoal *out, LabBookError *error);

/* What the figure says of the goal, beyond its interval's doubt. */
LabGoalState lab_goal_judge(const LabGoal *goal, LabFigure figure);

/* The cell's figure, its interval wide enough for all settings and rounds together. False: nothing is known of it. */
bool lab_goal_figure(const LabBook *book, const LabGoal *goal, unsigned cell, LabFigure *out);

/* The cell that is best by the goal, and its figure; *met: it meets it for sure. */
unsigned lab_goal_best(const LabBook *book, const LabGoal *goal, LabFigure *out, bool *met);

/* The settings that are played all together to begin with: none is compared with another, as they end at different times. */
void lab_goal_begin(LabBook *book);

/* Sets aside the settings that miss the goal for sure: they stand behind the others, where plan.cells does not count
 * them. `dropped` is told of each, before it goes. */
typedef void LabGoalDropped(void *self, const LabCell *cell, LabFigure figure);
void lab_goal_drop(LabBook *book, const LabGoal *goal, LabGoalDropped *dropped, void *self);

/* All `cells` settings again, in the order in which they were varied. */
void lab_goal_end(LabBook *book, unsigned cells);

#endif
