/* names.c -- which names a score sheet takes, and why not the others. */
#include "names.h"

#include <string.h>

#include "../engine/text.h"
#include "tokens.h"
#include "vocabulary.h"

const char *name_trouble(const char *name) {
    size_t length = text_length(name);
    bool digits = true;
    for (const char *at = name; *at; at++) {
        if (*at == ' ' || *at == '\t' || *at == ',' || *at == ';' || *at == '#' || *at == '=')
            return "a name is one word, without , ; # and =";
        digits &= *at >= '0' && *at <= '9';
    }
    if (!length) return "a name cannot be empty";
    if (length >= PLAYER_NAME_MAX) return "a name has at most 24 bytes";
    if (!text_is_shown(name)) return "a name has only characters that can be shown";
    if (digits || name[0] == '+') return "a name is not a number";
    return word_is_reserved(name) ? "that word means something to the arbiter" : NULL;
}

const char *names_add(Names *names, const char *name) {
    const char *trouble = name_trouble(name);
    if (trouble) return trouble;
    if (names->count == SEATS_MAX) return "there are at most ten players";
    for (unsigned seat = 0; seat < names->count; seat++)
        if (word_is(names->name[seat], name)) return "two players cannot have the same name";
    memcpy(names->name[names->count++], name, text_length(name) + 1);
    return NULL;
}

Seat names_find(const Names *names, const char *word) {
    Seat found = NO_SEAT;
    unsigned begins = 0;
    if (!word[0]) return NO_SEAT;
    for (Seat seat = 0; seat < names->count; seat++) {
        if (word_is(names->name[seat], word)) return seat;
        if (!word_begins(names->name[seat], word)) continue;
        found = seat;
        begins++;
    }
    if (begins) return begins == 1 ? found : (Seat)NO_SEAT;
    unsigned letter = (unsigned)(word[0] & ~0x20) - 'A';
    return !word[1] && letter < names->count ? (Seat)letter : (Seat)NO_SEAT;
}
