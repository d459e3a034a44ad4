/* print.c -- a program of the build: prints a language as the page takes it. "words": for page_language(); "rules": for
 * page_book_language(); "titles": what the built-in rulesets are called, as JSON. */
#include <stdio.h>
#include <string.h>

#include "ruleset/ruleset.h"
#include "ruleset/book_words.h"
#include "words/language.h"

static void print_titles(void) {
    printf("{");
    for (unsigned i = 0; i < builtin_ruleset_count; i++)
        printf("%s\"%s\":\"%s\"", i ? "," : "", builtin_rulesets[i].name,
               book_german.phrase[BOOK_RULESETS + 2 * builtin_rulesets[i].words]);
    printf("}\n");
}

int main(int count, char **argument) {
    const char *what = count == 2 ? argument[1] : "";
    if (!strcmp(what, "titles")) print_titles();
    else if (!strcmp(what, "rules"))
        for (unsigned i = 0; i < BOOK_PHRASES; i++) puts(book_german.phrase[i]);
    else
        for (unsigned i = 0; i < PHRASES; i++) puts(language_german.phrase[i]);
    return 0;
}
