/* text.h -- building and reading short texts without libc. */
#ifndef UNO_TEXT_H
#define UNO_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A text that grows inside a fixed buffer. It is always closed with a zero;
 * what does not fit is dropped, and `length` still counts it. */
typedef struct {
    char *out;
    unsigned size, length;
} Text;

static inline Text text_in(char *out, unsigned size) {
    if (size) out[0] = 0;
    return (Text){out, size, 0};
}

void text_char(Text *text, char c);
void text_put(Text *text, const char *words);
void text_number(Text *text, long long number);
void text_hex(Text *text, const uint8_t *bytes, size_t count);

/* A template: words with marks ({a}, {bDat}), in forms for different readers ("{a} draws {n} cards~You draw
 * {n} cards"), each of which may be "many|one". */
typedef struct {
    char letter; /* 0: the form has ended */
    char detail; /* the character behind the letter, or 0 */
} Mark;

const char *template_form(const char *words, unsigned form, bool one); /* the first form where that one is missing */
Mark template_next(const char **at, Text *out);                        /* puts what stands before the next mark */

/* Reading: each moves *at behind what it read, or leaves it and returns false. */
bool scan_word(const char **at, const char *word); /* exactly these characters */
bool scan_number(const char **at, long long low, long long high, long long *out);
bool scan_hex(const char **at, uint8_t *bytes, size_t count);
void scan_blanks(const char **at); /* blanks and tabs */

size_t text_length(const char *text);
bool text_equal(const char *a, const char *b);

/* True for UTF-8 without control characters, line ends and marks that turn the direction. */
bool text_is_shown(const char *text);

#endif
