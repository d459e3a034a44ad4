/* export.h -- a tournament to be read, printed or handed on. */
#ifndef UNO_TOURNAMENT_EXPORT_H
#define UNO_TOURNAMENT_EXPORT_H

#include "../ruleset/ruleset.h"
#include "event.h"

typedef enum {
    TOURNEY_TEXT, /* standings, games, bracket */
    TOURNEY_CSV,  /* standings, a line for each entrant */
    TOURNEY_JSON, /* everything: settings, entrants, games, standings */
    TOURNEY_SVG,  /* the bracket, or a column for each round (picture.h) */
    TOURNEY_HTML, /* to print: standings, and a score sheet for each game that is open */
    TOURNEY_LOG,  /* every entry, numbered, and what became of it */
    TOURNEY_FORMATS
} TourneyFormat;

/* "csv" and so on; false: there is no such format. */
bool tourney_format_find(const char *word, TourneyFormat *out);

/* False: there is no memory. */
bool tourney_export(const Tourney *tourney, TourneyFormat format, const Printer *printer);

#endif
