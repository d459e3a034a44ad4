/* options.c -- reads a command line by its table of options, and rulesets with --option changes. */
#include "options.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"

enum { NEAR = 3, WORDS_MAX = 32 };

int complain(const OptionReader *reader, const char *format, ...) {
    va_list arguments;
    fflush(stdout);
    fprintf(stderr, "%s: ", reader->command);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fprintf(stderr, "\n");
    return STATUS_BAD_INPUT;
}

const char *suggest_word(const char *word, const char *const *words, size_t count) {
    const char *best = NULL;
    unsigned least = NEAR + 1;
    for (size_t i = 0; i < count; i++) {
        unsigned distance = word_distance(word, words[i]);
        size_t length = strlen(word);
        /* The beginning of a word is as good as a slip of the finger. */
        if (length >= 2 && strncmp(word, words[i], length) == 0 && distance > 1) distance = 1;
        if (distance < least && distance < strlen(words[i])) best = words[i], least = distance;
    }
    return best;
}

/* ---- arguments ---- */

static int bad_option(const OptionReader *reader, const char *name, size_t length) {
    char word[64];
    const char *words[WORDS_MAX];
    size_t count = 0;
    snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1), name);
    for (const OptionRow *row = reader->rows; row->name && count < WORDS_MAX - 1; row++) words[count++] = row->name;
    words[count++] = "help";
    const char *nearest = suggest_word(word, words, count);
    if (nearest) complain(reader, "there is no option --%s: did you mean --%s?", word, nearest);
    else complain(reader, "there is no option --%s; see %s --help", word, reader->command);
    return OPTION_BAD;
}

static int take_value(OptionReader *reader, int row, const char *attached) {
    const OptionRow *option = &reader->rows[row];
    if (!option->value) {
        if (!attached) return row;
        complain(reader, "--%s takes no value", option->name);
        return OPTION_BAD;
    }
    if (!attached && reader->next < reader->count) attached = reader->argument[reader->next++];
    if (!attached) {
        complain(reader, "--%s needs a value: --%s %s", option->name, option->name, option->value);
        return OPTION_BAD;
    }
    reader->value = attached;
    return row;
}

static int long_option(OptionReader *reader, const char *name) {
    size_t length = strcspn(name, "=");
    const char *attached = name[length] == '=' ? name + length + 1 : NULL;
    if (length == 4 && !attached && memcmp(name, "help", 4) == 0) return OPTION_HELP;
    for (int row = 0; reader->rows[row].name; row++)
        if (strlen(reader->rows[row].name) == length && memcmp(reader->rows[row].name, name, length) == 0)
            return take_value(reader, row, attached);
    return bad_option(reader, name, length);
}

static int short_option(OptionReader *reader, const char *letters) {
    reader->short_rest = NULL;
    if (letters[0] == 'h') return OPTION_HELP;
    for (int row = 0; reader->rows[row].name; row++) {
        const OptionRow *option = &reader->rows[row];
        if (option->letter != letters[0]) continue;
        if (option->value) return take_value(reader, row, letters[1] ? letters + 1 : NULL);
        if (letters[1]) reader->short_rest = letters + 1;
        return row;
    }
    complain(reader, "there is no option -%c; see %s --help", letters[0], reader->command);
    return OPTION_BAD;
}

int option_next(OptionReader *reader) {
    reader->value = NULL;
    if (reader->short_rest) return short_option(reader, reader->short_rest);
    if (reader->next >= reader->count) return OPTION_END;
    const char *argument = reader->argument[reader->next++];
    if (!reader->only_words && argument[0] == '-' && argument[1]) {
        if (strcmp(argument, "--") != 0)
            return argument[1] == '-' ? long_option(reader, argument + 2) : short_option(reader, argument + 1);
        reader->only_words = true;
        return option_next(reader);
    }
    reader->value = argument;
    return OPTION_WORD;
}

bool option_number(const OptionReader *reader, const char *what, const char *text, long low, long high, long *out) {
    char *end;
    errno = 0;
    long number = strtol(text, &end, 10);
    if (end != text && *end == 0 && errno == 0 && number >= low && number <= high) {
        *out = number;
        return true;
    }
    complain(reader, "%s must be a number from %ld to %ld, not '%s'", what, low, high, text);
    return false;
}

/* ---- files ---- */

bool load_ruleset(const OptionReader *reader, const char *name, Ruleset *out) {
    RulesetError error;
    if (ruleset_load(name, out, &error)) return true;
    if (error.line && error.column) complain(reader, "%s:%u:%u: %s", error.file, error.line, error.column, error.text);
    else if (error.line) complain(reader, "%s:%u: %s", error.file, error.line, error.text);
    else complain(reader, "%s%s%s", error.file, error.file[0] ? ": " : "", error.text);
    return false;
}

static void add_change(char *out, size_t size, const char *name, const char *value) {
    size_t used = strlen(out);
    snprintf(out + used, size - used, "%s%s%s%s", used ? ", " : "", name, *value ? "=" : "", value);
}

/* Whatever is no option: cards, decks, counters, rules that a club has written. With the options of one in both, the hash
 * tells the rest. */
static bool same_beside_options(const Rules *a, const Rules *b) {
    char hash[2][RULESET_HASH_HEX];
    Rules other = *b;
    other.option = a->option;
    ruleset_hash(a, hash[0]);
    ruleset_hash(&other, hash[1]);
    return a->family != b->family || strcmp(hash[0], hash[1]) == 0;
}

bool change_ruleset(const OptionReader *reader, const char *option, const char *const *changes, unsigned count,
                    Ruleset *ruleset) {
    bool done[CHANGES_MAX] = {false};
    for (unsigned left = count; left;) {
        RulesetError error, first;
        unsigned before = left, refused = CHANGES_MAX;
        for (unsigned i = 0; i < count; i++) {
            if (done[i]) continue;
            done[i] = ruleset_change(ruleset, changes[i], &error);
            if (done[i]) left--;
            else if (refused == CHANGES_MAX) refused = i, first = error;
        }
        if (left == before) return complain(reader, "%s %s: %s", option, changes[refused], first.text), false;
    }
    return true;
}

bool list_changes(const Rules *a, const Rules *b, char *out, size_t size) {
    out[0] = 0;
    if (a->family != b->family) add_change(out, size, "a game of the other family", "");
    for (unsigned i = 0; i < rule_row_count; i++) {
        const RuleRow *row = &rule_rows[i];
        char before[128], after[128];
        if (!(row->families >> a->family & 1) || !(row->families >> b->family & 1)) continue;
        rules_get(a, row, before, sizeof before);
        rules_get(b, row, after, sizeof after);
        if (strcmp(before, after) != 0) add_change(out, size, row->name, *after ? after : "none");
    }
    if (!same_beside_options(a, b)) add_change(out, size, "other cards or rules of its own", "");
    return out[0] != 0;
}

/* Up to a little more than `limit` bytes; NULL: no memory. */
static char *read_stream(FILE *file, size_t limit, size_t *length) {
    size_t capacity = 1 << 16, used = 0;
    char *text = malloc(capacity);
    if (!text) return NULL;
    while (!feof(file) && !ferror(file) && used <= limit) {
        if (used == capacity) {
            char *more = realloc(text, capacity *= 2);
            if (!more) return free(text), NULL;
            text = more;
        }
        used += fread(text + used, 1, capacity - used, file);
    }
    *length = used;
    return text;
}

char *read_file(const OptionReader *reader, const char *path, size_t limit, size_t *length) {
    bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdin : fopen(path, "rb");
    if (!file) {
        complain(reader, "cannot open %s: %s", path, strerror(errno));
        return NULL;
    }
    errno = 0;
    char *text = read_stream(file, limit, length);
    bool failed = ferror(file);
    if (failed || !text) complain(reader, "cannot read %s: %s", path, strerror(errno ? errno : ENOMEM));
    else if (*length > limit) complain(reader, "%s is larger than %zu MiB", path, limit >> 20);
    if (!standard) fclose(file);
    if (text && !failed && *length <= limit) return text;
    free(text);
    return NULL;
}

static void put_stream(void *stream, const char *text) { fputs(text, stream); }

Printer printer_on(void *stream) { return (Printer){put_stream, stream}; }
