/* slice.c -- slices compared, copied and taken apart. */
#define _GNU_SOURCE
#include "slice.h"

#include <string.h>
#include <strings.h>

enum { PORT_DIGITS = 5 };

bool slice_is(Slice slice, const char *text) {
    return slice.length == strlen(text) && (!slice.length || memcmp(slice.at, text, slice.length) == 0);
}

bool slice_is_like(Slice slice, const char *text) {
    return slice.length == strlen(text) && (!slice.length || strncasecmp(slice.at, text, slice.length) == 0);
}

bool slice_copy(Slice slice, char *out, size_t size) {
    bool fits = slice.length < size;
    if (fits && slice.length) memcpy(out, slice.at, slice.length);
    out[fits ? slice.length : 0] = 0;
    return fits;
}

bool slice_is_port(Slice slice) {
    for (size_t i = 0; i < slice.length; i++)
        if (slice.at[i] < '0' || slice.at[i] > '9') return false;
    return slice.length > 0 && slice.length <= PORT_DIGITS;
}

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

Slice slice_trim(Slice slice) {
    while (slice.length && is_blank(slice.at[0])) slice.at++, slice.length--;
    while (slice.length && is_blank(slice.at[slice.length - 1])) slice.length--;
    return slice;
}

Slice slice_take_last(Slice *list) {
    const char *comma = list->length ? memrchr(list->at, ',', list->length) : NULL;
    size_t before = comma ? (size_t)(comma - list->at) : 0;
    Slice last = comma ? (Slice){comma + 1, list->length - before - 1} : *list;
    *list = comma ? (Slice){list->at, before} : (Slice){NULL, 0};
    return slice_trim(last);
}

static int hex_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    char small = (char)(c | 0x20);
    return small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
}

int slice_unescape(Slice text, size_t at) {
    if (text.length - at < 3) return -1;
    int high = hex_value(text.at[at + 1]), low = hex_value(text.at[at + 2]);
    return high < 0 || low < 0 ? -1 : high << 4 | low;
}
