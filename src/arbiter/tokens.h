/* tokens.h -- a line as single words, for the arbiter's language. */
#ifndef UNO_ARBITER_TOKENS_H
#define UNO_ARBITER_TOKENS_H

#include <stdbool.h>

/* What is spelt out in full has more words than what was typed: a7 becomes Ada 7. */
enum { TOKENS_MAX = 256, TOKENS_BYTES = 2048 };

/* The words of a line, separated by blanks and commas; what follows a # is a remark. */
typedef struct {
    unsigned count, next;
    bool overlong; /* there was more than fits */
    const char *word[TOKENS_MAX];
    char bytes[TOKENS_BYTES];
} Tokens;

void tokens_split(Tokens *tokens, const char *line);

/* The word that comes next; "" behind the last one. */
const char *tokens_peek(const Tokens *tokens);
const char *tokens_take(Tokens *tokens);

/* Takes the next word if it is that one. */
bool tokens_accept(Tokens *tokens, const char *word);

/* True for what tokens_peek() and tokens_take() give behind the last word. */
static inline bool tokens_is_end(const char *word) { return !word[0]; }

/* Equal but for capitals (of ASCII). */
bool word_is(const char *word, const char *other);
bool word_begins(const char *whole, const char *beginning);

/* A whole number of at most five digits. */
bool word_number(const char *word, unsigned *out);

#endif
