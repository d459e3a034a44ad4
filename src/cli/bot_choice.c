#include "bot_choice.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

enum { KINDS_MAX = 64, NAMES_ROOM = 512 };

void list_bot_names(Families families, char *out, size_t size) {
    size_t used = 0;
    out[0] = 0;
    for (unsigned i = 0; i < bot_kind_count && used < size; i++)
        if (bot_kinds[i]->families & families)
            used += (size_t)snprintf(out + used, size - used, "%s%s", used ? ", " : "", bot_kinds[i]->name);
}

bool read_think(const OptionReader *reader, long high, unsigned *ms) {
    char *end;
    errno = 0;
    long number = strtol(reader->value, &end, 10);
    bool good = end != reader->value && !*end && !errno && number >= 1 && number <= high;
    if (good) *ms = (unsigned)number;
    else
        complain(reader, "--think must be a whole number of milliseconds from 1 to %ld, not '%s'", high, reader->value);
    return good;
}

const BotKind *choose_bot(const OptionReader *reader, const char *name, Families families) {
    const BotKind *kind = bot_find(name);
    const char *words[KINDS_MAX];
    char names[NAMES_ROOM];
    size_t count = 0;
    if (kind && kind->families & families) return kind;
    list_bot_names(families, names, sizeof names);
    for (; count < bot_kind_count && count < KINDS_MAX; count++) words[count] = bot_kinds[count]->name;
    const char *nearest = kind ? NULL : suggest_word(name, words, count);
    if (kind) complain(reader, "the bot '%s' does not play this game; those that do: %s", name, names);
    else if (nearest) complain(reader, "there is no bot '%s': did you mean %s? There are: %s", name, nearest, names);
    else complain(reader, "there is no bot '%s'; there are: %s", name, names);
    return NULL;
}
