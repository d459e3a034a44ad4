/* happened.c -- kinds of events and their numbers, printed and read. */
#include "happened.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void happened_print(const uint32_t times[EVENT_KINDS], char out[HAPPENED_MAX]) {
    size_t used = 0;
    out[0] = '\0';
    for (unsigned kind = 0; kind < EVENT_KINDS; kind++)
        if (times[kind])
            used += (size_t)snprintf(out + used, HAPPENED_MAX - used, "%s%s %u", used ? " " : "",
                                     event_name((EventKind)kind), times[kind]);
}

/* They are written in the order of their kinds, so the one that is looked for is mostly not far. */
static unsigned find_kind(const char *name, size_t length, unsigned from) {
    for (unsigned i = 0; i < EVENT_KINDS; i++) {
        unsigned kind = (from + i) % EVENT_KINDS;
        const char *known = event_name((EventKind)kind);
        if (strncmp(known, name, length) == 0 && !known[length]) return kind;
    }
    return EVENT_KINDS;
}

void happened_read(const char *text, uint32_t times[EVENT_KINDS]) {
    unsigned next = 0;
    memset(times, 0, EVENT_KINDS * sizeof *times);
    for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
        size_t length = strcspn(text, " ");
        unsigned kind = find_kind(text, length, next);
        char *end;
        unsigned long number = strtoul(text + length, &end, 10);
        if (end == text + length) return;
        if (kind < EVENT_KINDS && number <= UINT32_MAX) times[kind] = (uint32_t)number, next = kind;
        text = end;
    }
}
