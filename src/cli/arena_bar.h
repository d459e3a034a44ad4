/* arena_bar.h -- the bar that tells how far an arena is. */
#ifndef UNO_ARENA_BAR_H
#define UNO_ARENA_BAR_H

#include <stdio.h>

#include "../lab/arena_report.h"

/* Draws over the line on which it drew before. `seconds` since the start. */
void arena_draw_bar(const ArenaHeading *heading, const ArenaProgress *progress, double seconds, FILE *file);
void arena_clear_bar(FILE *file);

#endif
