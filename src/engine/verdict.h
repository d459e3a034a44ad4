/* verdict.h -- why an action is refused. One row of verdict.def per reason. */
#ifndef UNO_VERDICT_H
#define UNO_VERDICT_H

typedef enum {
#define VERDICT(name, rules, sentence) VERDICT_##name,
#include "verdict.def"
#undef VERDICT
    VERDICTS
} Verdict;

const char *verdict_name(Verdict verdict);     /* "no_match" */
const char *verdict_rules(Verdict verdict);    /* "O5 U7" */
const char *verdict_sentence(Verdict verdict); /* for the player */

#endif
