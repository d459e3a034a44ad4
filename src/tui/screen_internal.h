/* screen_internal.h -- what screen.c, its text and its input share. Private to the screen. */
#ifndef UNO_SCREEN_INTERNAL_H
#define UNO_SCREEN_INTERNAL_H

#include "screen.h"

/* A lone Escape is one after this time: until then it may begin a sequence. */
enum { ESCAPE_DELAY_MS = 50 };

/* One character of a text, as the screen shows it; *text moves behind it. Returns its columns. */
unsigned glyph_next(const char **text, bool utf8, wchar_t *out);

bool screen_is_too_small(void);

/* A signal has asked for the end, or the terminal is gone; and how to say the latter. */
bool screen_is_stopped(void);
void screen_ask_stop(void);

#endif
