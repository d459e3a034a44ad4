/* move_why.h -- the plainest reason for which one action is better than another, as far as it can be seen from the table. */
#ifndef UNO_MOVE_WHY_H
#define UNO_MOVE_WHY_H

#include "../engine/view.h"

typedef enum {
#define WHY(name, words) WHY_##name,
#include "move_why.def"
#undef WHY
    WHYS
} MoveWhy;

/* "keeps_wild"; and in English, to follow "which". Other languages have it in src/words. */
const char *move_why_name(MoveWhy why);
const char *move_why_words(MoveWhy why);

/* From the view alone; `better` may be ACT_NONE. */
MoveWhy move_why(const Rules *rules, const View *view, Action played, Action better);

#endif
