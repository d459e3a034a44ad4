/* arbiter.h -- the arbiter's full screen: one question at a time, single keys. */
#ifndef UNO_TUI_ARBITER_H
#define UNO_TUI_ARBITER_H

#include "../store/book_file.h"

/* Keeps the book until the person leaves; returns the exit status. */
int arbiter_screen(BookFile *file, const RulesFinder *finder);

#endif
