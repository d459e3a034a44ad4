/* ini.c -- .ini files as inih reads them, in its usual configuration: ';' and '#' begin a comment line, " ;" a
 * comment behind something, '=' or ':' parts name and value, and an indented line goes on with the value before it. */
#include <ini.h>

#include <ctype.h>
#include <string.h>

enum { LINE_SIZE = 200, WORD_SIZE = 50 };

static char *strip_end(char *text) {
    char *end = text + strlen(text);
    while (end > text && isspace((unsigned char)end[-1])) *--end = 0;
    return text;
}

static char *strip_start(char *text) {
    while (isspace((unsigned char)*text)) text++;
    return text;
}

/* The first of `marks`, or a ';' behind a blank, or the end. */
static char *find(char *text, const char *marks) {
    for (int blank = 0; *text && !strchr(marks, *text) && !(blank && *text == ';'); text++)
        blank = isspace((unsigned char)*text);
    return text;
}

static void keep(char out[WORD_SIZE], const char *text) {
    size_t length = strlen(text);
    if (length > WORD_SIZE - 1) length = WORD_SIZE - 1;
    memcpy(out, text, length);
    out[length] = 0;
}

/* Cuts a comment off, and the blanks around. */
static char *trim_value(char *text) {
    *find(text, "") = 0;
    return strip_end(strip_start(text));
}

int ini_parse_stream(ini_reader reader, void *stream, ini_handler handler, void *user) {
    char line[LINE_SIZE], section[WORD_SIZE] = "", name[WORD_SIZE] = "";
    int error = 0;
    for (int number = 1; reader(line, sizeof line, stream); number++) {
        char *from = line;
        if (number == 1 && !strncmp(from, "\xEF\xBB\xBF", 3)) from += 3;
        char *start = strip_start(strip_end(from));
        int good = 1;
        if (!*start || *start == ';' || *start == '#') continue;
        if (*name && start > line) {
            good = handler(user, section, name, start);
        } else if (*start == '[') {
            char *close = find(start + 1, "]");
            if ((good = *close == ']')) {
                *close = 0;
                keep(section, start + 1);
                *name = 0;
            }
        } else {
            char *sign = find(start, "=:");
            if ((good = *sign == '=' || *sign == ':')) {
                *sign = 0;
                keep(name, strip_end(start));
                good = handler(user, section, start, trim_value(sign + 1));
            }
        }
        if (!good && !error) error = number;
    }
    return error;
}
