/* options.h -- reading the arguments of a command, driven by a table: the same
 * rows print the help, read the line and find the nearest name of a wrong one. */
#ifndef UNO_OPTIONS_H
#define UNO_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "../ruleset/ruleset.h"

typedef struct {
    const char *name;  /* without the dashes; NULL ends the table */
    char letter;       /* short form, 0: none */
    const char *value; /* what it takes ("N"), NULL: nothing */
    const char *help;
} OptionRow;

typedef struct {
    const char *command; /* for messages: "uno play: ..." */
    const OptionRow *rows;
    char **argument;
    int count, next;
    bool only_words;        /* after "--" */
    const char *value;      /* of the option just read, or the word */
    const char *short_rest; /* further letters of "-ab" */
} OptionReader;

enum { OPTION_END = -1, OPTION_WORD = -2, OPTION_BAD = -3, OPTION_HELP = -4 };

/* The next argument: the row's number, or one of the above. OPTION_BAD has said
 * why on stderr. "--help" and "-h" need no row. */
int option_next(OptionReader *reader);

/* A whole number from low to high; false: said why on stderr. */
bool option_number(const OptionReader *reader, const char *what, const char *text, long low, long high, long *out);

/* Says what is wrong with the input on stderr, and where help is; returns STATUS_BAD_INPUT. */
int complain(const OptionReader *reader, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Loads a ruleset by name or path, and says on stderr what is wrong with it. */
bool load_ruleset(const OptionReader *reader, const char *name, Ruleset *out);

/* Makes the changes of several --option, "key=value" each, at most CHANGES_MAX, and says
 * on stderr which of them does not fit. Two may make sense only together: what does not
 * fit yet is tried again after the others. */
enum { CHANGES_MAX = 64 };
bool change_ruleset(const OptionReader *reader, const char *option, const char *const *changes, unsigned count,
                    Ruleset *ruleset);

/* The options in which `b` differs from `a`, as "key=value, key=value"; own cards and
 * rules that differ are named as such. Returns false where the rules are the same. */
bool list_changes(const Rules *a, const Rules *b, char *out, size_t size);

/* A whole file, at most `limit` bytes; the caller frees it. NULL: said why on
 * stderr. "-" is the standard input. */
char *read_file(const OptionReader *reader, const char *path, size_t limit, size_t *length);

/* Which of the words is most like `word`; NULL: none is near. */
const char *suggest_word(const char *word, const char *const *words, size_t count);

/* A Printer on a stdio stream. */
Printer printer_on(void *stream);

#endif
