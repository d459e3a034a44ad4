/* lab_wish.h -- what a lab is asked for, as it is typed; and the words for it: its title, and the command that asks for it
 * again. */
#ifndef UNO_LAB_WISH_H
#define UNO_LAB_WISH_H

#include "lab_book.h"

enum { LAB_RULESETS_MAX = 32, LAB_VARIES_MAX = 4, LAB_CHANGES_MAX = 64, LAB_GAMES_USUAL = 20000 };

typedef struct {
    const char *ruleset[LAB_RULESETS_MAX], *vary[LAB_VARIES_MAX], *change[LAB_CHANGES_MAX];
    unsigned rulesets, varies, changes;
    const char *players, *bots, *seed, *goal;
    unsigned long games;
    double precision; /* 0: none */
    bool match, no_skill, compare;
} LabWish;

/* Sets the book's title, its command and the names of its axes. */
void lab_wish_describe(const LabWish *wish, LabBook *book);

#endif
