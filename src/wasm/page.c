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

/* ---- languages ---- */

static unsigned line_count(const char *text) {
    unsigned count = 0;
    for (; *text; text++) count += *text == '\n';
    return count;
}

const char *page_take_lines(const char *text, char **copy, const char **line, unsigned count) {
    char *taken = NULL;
    if (*text) {
        if (line_count(text) != count) return reply_error("bad_language", "These are not the words of this engine.");
        taken = malloc(strlen(text) + 1);
        if (!taken) return reply_error("no_memory", "There is no memory left for this.");
        strcpy(taken, text);
    }
    free(*copy);
    *copy = taken;
    for (unsigned i = 0; taken && i < count; i++) {
        line[i] = taken;
        taken = strchr(taken, '\n');
        *taken++ = 0;
    }
    return NULL;
}

const char *page_done(void) {
    reply_begin();
    reply_open('{');
    reply_close('}');
    return reply_end();
}
