/* lines.h -- for targets whose input is lines of text: the fuzzer changes one line and leaves the others whole, or
 * takes lines away, doubles and moves them, and puts in lines of a stock, so that what it tries is a conversation and
 * not a soup of bytes.
 *
 *     static const char *const stock[] = {"open", "close"};
 *     FUZZ_LINES(stock) */
#ifndef UNO_FUZZ_LINES_H
#define UNO_FUZZ_LINES_H

#include "fuzz.h"

enum { LINES_CHANGED_MAX = 1024, LINE_GROWS = 64 };

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

typedef struct {
    uint8_t *data;
    size_t size, most;
    size_t from, length; /* the chosen line, with its line end */
} Lines;

/* Puts `count` bytes in the place of `gone` bytes at `at`; leaves all as it is where there is no room. */
static inline void lines_splice(Lines *lines, size_t at, size_t gone, const void *bytes, size_t count) {
    if (lines->size - gone + count > lines->most) return;
    memmove(lines->data + at + count, lines->data + at + gone, lines->size - at - gone);
    memcpy(lines->data + at, bytes, count);
    lines->size += count - gone;
}

static inline void lines_choose(Lines *lines, uint64_t *chance) {
    size_t start[LINES_CHANGED_MAX], count = 0;
    for (size_t i = 0; i < lines->size && count < LINES_CHANGED_MAX; i++)
        if (!i || lines->data[i - 1] == '\n') start[count++] = i;
    lines->from = count ? start[random_below(chance, (unsigned)count)] : 0;
    const uint8_t *end = lines->size ? memchr(lines->data + lines->from, '\n', lines->size - lines->from) : NULL;
    lines->length = end ? (size_t)(end - lines->data) + 1 - lines->from : lines->size - lines->from;
}

static inline void lines_change(Lines *lines) {
    size_t room = lines->length + LINE_GROWS;
    uint8_t *line = malloc(room);
    MUST(line);
    if (lines->length) memcpy(line, lines->data + lines->from, lines->length);
    size_t kept = lines->length && line[lines->length - 1] == '\n' ? lines->length - 1 : lines->length;
    size_t length = LLVMFuzzerMutate(line, kept, room - 1);
    lines_splice(lines, lines->from, kept, line, length);
    free(line);
}

static inline void lines_copy(Lines *lines, uint64_t *chance) {
    size_t length = lines->length;
    uint8_t *line = malloc(length + 1);
    MUST(line);
    memcpy(line, lines->data + lines->from, length);
    lines_choose(lines, chance);
    lines_splice(lines, lines->from, 0, line, length);
    free(line);
}

static inline void lines_stock(Lines *lines, const char *const *stock, unsigned count, uint64_t *chance) {
    const char *words = stock[random_below(chance, count)];
    size_t length = strlen(words);
    char *line = malloc(length + 2);
    MUST(line);
    memcpy(line, words, length);
    line[length] = '\n';
    if (line[0] >= '0' && line[0] <= '9' && random_below(chance, 2)) line[0] = (char)('0' + random_below(chance, 4));
    lines_splice(lines, random_below(chance, 2) ? lines->from : lines->size, 0, line, length + 1);
    free(line);
}

static inline size_t lines_mutate(Lines lines, const char *const *stock, unsigned count, unsigned seed) {
    uint64_t chance = seed;
    for (unsigned again = 1 + random_below(&chance, 3); again; again--) {
        lines_choose(&lines, &chance);
        switch (random_below(&chance, 12)) {
        case 0: lines_splice(&lines, lines.from, lines.length, "", 0); break;
        case 1:
        case 2: lines_copy(&lines, &chance); break;
        case 3: lines.size = LLVMFuzzerMutate(lines.data, lines.size, lines.most); break;
        case 4:
        case 5:
        case 6:
        case 7: lines_change(&lines); break;
        default:
            if (count) lines_stock(&lines, stock, count, &chance);
            else lines_change(&lines);
        }
    }
    return lines.size;
}

#define FUZZ_LINES(stock) \
    size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed) { \
        return lines_mutate((Lines){data, size, most, 0, 0}, stock, sizeof stock / sizeof *stock, seed); \
    }

/* The next line of a text, closed with a zero in its place; NULL: there is none left. */
static inline char *fuzz_line(char **rest) {
    char *line = *rest, *end = strchr(line, '\n');
    if (!*line) return NULL;
    *rest = end ? end + 1 : line + strlen(line);
    if (end) *end = 0;
    return line;
}

#endif
