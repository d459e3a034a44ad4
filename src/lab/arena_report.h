/* arena_report.h -- the results of an arena for people and for programs, piece by piece into a Printer. */
#ifndef UNO_ARENA_REPORT_H
#define UNO_ARENA_REPORT_H

#include "../ruleset/ruleset.h"
#include "arena.h"

typedef struct {
    const ArenaPlan *plan;
    const Ruleset *ruleset;    /* as it is played */
    const Rules *before;       /* as it was before --option changed it, */
    const char *changes;       /* and how: "key=value, key=value", or "" */
    const char *seed;          /* the text */
    unsigned long wanted;      /* games that were asked for */
    unsigned worlds, think_ms; /* that were asked for; 0: neither was */
} ArenaHeading;

void arena_print(const ArenaHeading *heading, const ArenaReport *report, const Printer *to);

/* Whatever depends on the machine or the moment stands under "time" and "threads";
 * the rest is the same whenever the same games are played. */
void arena_print_json(const ArenaHeading *heading, const ArenaReport *report, const Printer *to);

#endif
