/* gathered.c -- memory that grows while something is printed into it. */
#include "gathered.h"

static void gather(void *sink, const char *text) { fputs(text, sink); }

Printer gather_start(Gathered *gathered) {
    *gathered = (Gathered){0};
    gathered->file = open_memstream(&gathered->text, &gathered->length);
    return (Printer){gather, gathered->file};
}

bool gather_end(Gathered *gathered) {
    bool broken = ferror(gathered->file) != 0;
    return fclose(gathered->file) == 0 && !broken;
}
