/* tokens.c -- a line as words. */
#include "tokens.h"

static bool parts(char c) { return c == ' ' || c == '\t' || c == ',' || c == ';' || c == '\r'; }

void tokens_split(Tokens *tokens, const char *line) {
    unsigned used = 0;
    tokens->count = tokens->next = 0;
    tokens->overlong = false;
    while (*line && *line != '#') {
        if (parts(*line)) {
            line++;
            continue;
        }
        tokens->overlong |= tokens->count == TOKENS_MAX || used + 2 > TOKENS_BYTES;
        if (tokens->overlong) return;
        tokens->word[tokens->count++] = tokens->bytes + used;
        for (; *line && *line != '#' && !parts(*line); line++) {
            tokens->overlong |= used + 2 > TOKENS_BYTES;
            if (!tokens->overlong) tokens->bytes[used++] = *line;
        }
        tokens->bytes[used++] = 0;
        if (tokens->overlong) return;
    }
}

const char *tokens_peek(const Tokens *tokens) { return tokens->next < tokens->count ? tokens->word[tokens->next] : ""; }

const char *tokens_take(Tokens *tokens) {
    const char *word = tokens_peek(tokens);
    if (tokens->next < tokens->count) tokens->next++;
    return word;
}

bool tokens_accept(Tokens *tokens, const char *word) {
    bool same = tokens->next < tokens->count && word_is(tokens_peek(tokens), word);
    tokens->next += same;
    return same;
}

static char small(char c) { return (char)(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c); }

bool word_begins(const char *whole, const char *beginning) {
    while (*beginning)
        if (small(*whole++) != small(*beginning++)) return false;
    return true;
}

bool word_is(const char *word, const char *other) {
    while (*word && small(*word) == small(*other)) word++, other++;
    return !*word && !*other;
}

bool word_number(const char *word, unsigned *out) {
    unsigned number = 0, digits = 0;
    for (; word[digits] >= '0' && word[digits] <= '9' && digits < 6; digits++)
        number = number * 10 + (unsigned)(word[digits] - '0');
    if (!digits || digits > 5 || word[digits]) return false;
    *out = number;
    return true;
}
