/* gathered.h -- what a Printer prints, gathered as one text. */
#ifndef UNO_HUB_GATHERED_H
#define UNO_HUB_GATHERED_H

#include <stdio.h>

#include "../ruleset/ruleset.h"

typedef struct {
    char *text;
    size_t length;
    FILE *file; /* NULL: no memory */
} Gathered;

Printer gather_start(Gathered *gathered);

/* False: no memory. The text is the caller's to free in any case. */
bool gather_end(Gathered *gathered);

#endif
