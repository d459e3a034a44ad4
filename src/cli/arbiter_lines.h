/* arbiter_lines.h -- the arbiter line by line, for pipes, scripts and screen readers. */
#ifndef UNO_ARBITER_LINES_H
#define UNO_ARBITER_LINES_H

#include <stdio.h>

#include "../arbiter/export.h"
#include "../store/book_file.h"

enum { ARBITER_LINE_BYTES = 4096, ARBITER_TOLD_BYTES = 8192 };

/* Speaks lines until the input ends; returns the exit status. In a script a line that was refused decides it. */
int arbiter_lines(BookFile *file, const RulesFinder *finder);

/* The format of that name; false: there is none. */
bool arbiter_format(const char *word, ExportFormat *out);

/* Writes the current game to a stream; false: said why on stdout. */
bool arbiter_write(const Book *book, const char *format, FILE *stream);

#endif
