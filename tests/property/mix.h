/* mix.h -- random rules: options, player limits and cards that nobody chose. */
#ifndef UNO_MIX_H
#define UNO_MIX_H

#include "ruleset/ruleset.h"

/* Starts from the defaults or from a built-in ruleset of the family and changes
 * a few options. False: what came out does not go together. */
bool mix_rules(uint64_t *random, Family family, Ruleset *out);

#endif
