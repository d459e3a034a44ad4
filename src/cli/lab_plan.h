/* lab_plan.h -- what `uno lab` is asked for, and the plan that it becomes. */
#ifndef UNO_LAB_PLAN_H
#define UNO_LAB_PLAN_H

#include "../lab/lab_wish.h"
#include "options.h"

enum { LAB_VALUES_MAX = 24 };

/* Fills the book's plan; everything that can be wrong is found here. False: said why on stderr. */
bool lab_plan_make(const OptionReader *reader, const LabWish *wish, LabBook *book);

#endif
