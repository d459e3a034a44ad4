/* lab_plan.h -- what `uno lab` is asked for, and the plan that it becomes. */
#ifndef UNO_LAB_PLAN_H
#define UNO_LAB_PLAN_H

#include "../lab/lab_book.h"
#include "options.h"

enum { LAB_RULESETS_MAX = 32, LAB_VARIES_MAX = 4, LAB_VALUES_MAX = 24, LAB_GAMES_USUAL = 20000 };

typedef struct {
    const char *ruleset[LAB_RULESETS_MAX], *vary[LAB_VARIES_MAX], *change[CHANGES_MAX];
    unsigned rulesets, varies, changes;
    const char *players, *bots, *seed, *goal;
    unsigned long games;
    double precision; /* 0: none */
    bool match, no_skill, compare;
} LabWish;

/* Fills the book's plan; everything that can be wrong is found here. False: said why on stderr. */
bool lab_plan_make(const OptionReader *reader, const LabWish *wish, LabBook *book);

#endif
