/* book_language.c -- the languages that a rulebook is written in, by their codes. */
#include <string.h>

#include "ruleset_internal.h"

bool book_language_find(const char *code, const BookLanguage **out) {
    static const struct {
        const char *code;
        const BookLanguage *language;
    } languages[] = {{"en", NULL}, {"de", &book_german}};
    for (unsigned i = 0; i < sizeof languages / sizeof *languages; i++) {
        if (strcmp(languages[i].code, code) != 0) continue;
        *out = languages[i].language;
        return true;
    }
    return false;
}
