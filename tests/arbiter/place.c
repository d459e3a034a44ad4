/* place.c -- where in a file of scenarios something is wrong, and its items. */
#include "place.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void complain_at(Place *place, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    printf("%s:%u: ", place->file, place->line);
    vprintf(format, arguments);
    printf("\n");
    va_end(arguments);
    place->fails++;
}

char *next_item(char **rest) {
    char *item = *rest + strspn(*rest, " ");
    bool quoted = false;
    if (!*item) return NULL;
    char *end = item;
    for (; *end && (quoted || *end != ','); end++) quoted ^= *end == '"';
    *rest = *end ? end + 1 : end;
    while (end > item && end[-1] == ' ') end--;
    *end = 0;
    return item;
}
