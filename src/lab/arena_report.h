/* arena_report.h -- the results of an arena for people and for programs, and the
 * bar that tells how far it is. */
#ifndef UNO_ARENA_REPORT_H
#define UNO_ARENA_REPORT_H

#include <stdio.h>

#include "../lab/arena.h"
#include "../ruleset/ruleset.h"

typedef struct {
    const ArenaPlan *plan;
    const Ruleset *ruleset;    /* as it is played */
    const Rules *before;       /* as it was before --option changed it */
    const char *seed;          /* the text */
    unsigned long wanted;      /* games that were asked for */
    unsigned worlds, think_ms; /* that were asked for; 0: neither was */
} ArenaHeading;

void arena_print(const ArenaHeading *heading, const ArenaReport *report, FILE *file);

/* Whatever depends on the machine or the moment stands under "time" and "threads";
 * the rest is the same whenever the same games are played. */
void arena_print_json(const ArenaHeading *heading, const ArenaReport *report, FILE *file);

/* Draws over the line on which it drew before. `seconds` since the start. */
void arena_draw_bar(const ArenaHeading *heading, const ArenaProgress *progress, double seconds, FILE *file);
void arena_clear_bar(FILE *file);

#endif
