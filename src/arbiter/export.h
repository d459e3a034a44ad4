/* export.h -- a game of the arbiter's book for other programs and for the wall. */
#ifndef UNO_ARBITER_EXPORT_H
#define UNO_ARBITER_EXPORT_H

#include "../ruleset/ruleset.h"
#include "book.h"

typedef enum { EXPORT_TEXT, EXPORT_CSV, EXPORT_JSON, EXPORT_FORMATS } ExportFormat;

extern const char *const export_names[EXPORT_FORMATS]; /* "text", "csv", "json" */

/* Writes the current game: what was entered, what it led to, and every count after it.
 * False: there is no game. `scratch` is room to work in. */
bool book_export(const Book *book, ExportFormat format, Sheet *scratch, const Printer *printer);

/* Writes the current game as a log of its own: how it began, and the entries that count. False: there is no game. */
bool book_export_log(const Book *book, const Printer *printer);

#endif
