/* page.c -- rooms for texts, and what the calls have in common. */
#include <stdlib.h>
#include <string.h>

#include "page_internal.h"

/* ---- rooms ---- */

typedef struct Room {
    struct Room *next;
    char text[];
} Room;

static Room *rooms;

char *page_room(unsigned bytes) {
    Room *room = bytes < UINT32_MAX - sizeof *room ? malloc(sizeof *room + bytes) : NULL;
    if (!room) return NULL;
    room->next = rooms;
    rooms = room;
    return room->text;
}

void page_clear(void) {
    while (rooms) {
        Room *next = rooms->next;
        free(rooms);
        rooms = next;
    }
}

/* ---- seats and names ---- */

bool page_seat(const char *text, unsigned nobody, unsigned *out) {
    *out = text[0] ? (unsigned)(text[0] - 'A') : nobody;
    return !text[0] || (*out < SEATS_MAX && !text[1]);
}

unsigned page_lines(char *text, const char *line[SEATS_MAX]) {
    unsigned count = 0;
    memset(line, 0, SEATS_MAX * sizeof *line);
    for (char *end; text && count < SEATS_MAX; text = end, count++) {
        end = strchr(text, '\n');
        if (end) *end++ = 0;
        if (*text) line[count] = text;
    }
    return count;
}
