/* slice.h -- a part of a text that belongs to somebody else: no copy, no zero at its end. */
#ifndef UNO_HUB_SLICE_H
#define UNO_HUB_SLICE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    const char *at;
    size_t length;
} Slice;

bool slice_is(Slice slice, const char *text);      /* byte by byte */
bool slice_is_like(Slice slice, const char *text); /* capitals count as small letters */
bool slice_is_port(Slice slice);                   /* one to five digits */
/* As a text; false, and "": it is longer than that. */
bool slice_copy(Slice slice, char *out, size_t size);
Slice slice_trim(Slice slice); /* without the blanks around it */
/* The byte that the escape at `at` stands for, "%4A" or "%4a"; -1: that is none. */
int slice_unescape(Slice text, size_t at);
/* The element of a list behind the last comma, without blanks around it; *list is what stands before that comma
 * (`at` is NULL: nothing does). */
Slice slice_take_last(Slice *list);

#endif
