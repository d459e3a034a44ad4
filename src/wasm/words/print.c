/* print.c -- a program of the build: prints a language as page_language() takes it. */
#include <stdio.h>

#include "words/language.h"

int main(void) {
    for (unsigned i = 0; i < PHRASES; i++) puts(language_german.phrase[i]);
    return 0;
}
