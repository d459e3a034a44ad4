/* invent.h -- rulesets that nobody wrote: counters, a second deck, rules and cards with random programs. */
#ifndef UNO_INVENT_H
#define UNO_INVENT_H

#include "ruleset/ruleset.h"

enum { INVENTED_MAX = 16384 };

/* Writes a file by the grammar of docs/rule-language.md. Nearly all of them are accepted. */
void invent_text(uint64_t *random, char out[INVENTED_MAX]);

/* Invents and reads one. False: it was refused, and *error says why. */
bool invent_rules(uint64_t *random, Ruleset *out, RulesetError *error);

#endif
