/* verdict.c -- the columns of verdict.def. */
#include "verdict.h"

static const struct {
    const char *name, *rules, *sentence;
} rows[VERDICTS] = {
#define VERDICT(name, rules, sentence) {#name, rules, sentence},
#include "verdict.def"
#undef VERDICT
};

const char *verdict_name(Verdict verdict) { return rows[verdict].name; }
const char *verdict_rules(Verdict verdict) { return rows[verdict].rules; }
const char *verdict_sentence(Verdict verdict) { return rows[verdict].sentence; }
