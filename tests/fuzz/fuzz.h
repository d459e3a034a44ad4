/* fuzz.h -- what every fuzz target shares. */
#ifndef UNO_FUZZ_H
#define UNO_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/game.h"
#include "random.h"
#include "ruleset/ruleset.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A broken promise is a crash, which is what the fuzzer looks for. */
#define MUST(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s:%d: broken: %s\n", __FILE__, __LINE__, #condition); \
            abort(); \
        } \
    } while (0)

/* The input from `from` on, closed with a zero; the caller frees it. */
static inline char *fuzz_text(const uint8_t *data, size_t size, size_t from) {
    size_t length = size > from ? size - from : 0;
    char *text = malloc(length + 1);
    MUST(text);
    for (size_t i = 0; i < length; i++) text[i] = (char)data[from + i];
    text[length] = 0;
    return text;
}

/* The built-in ruleset that a byte stands for; each is read once. */
static inline const Ruleset *fuzz_ruleset(unsigned byte) {
    enum { MOST = 32 };
    static Ruleset rulesets[MOST];
    static bool loaded[MOST];
    unsigned i = byte % builtin_ruleset_count;
    RulesetError error;
    MUST(i < MOST);
    if (!loaded[i]) MUST(ruleset_load(builtin_rulesets[i].name, &rulesets[i], &error));
    loaded[i] = true;
    return &rulesets[i];
}

/* A seat that is asked and something it may do. */
static inline Action fuzz_choose(const Rules *rules, const Game *game, uint64_t *random, Seat *seat) {
    static Action actions[ACTIONS_MAX];
    *seat = mask_first(board_awaited(rules, &game->board));
    unsigned count = game_actions(rules, game, *seat, actions);
    MUST(count);
    return actions[random_below(random, count)];
}

/* Changes a text of at most `most` bytes as the input says: two bytes of place,
 * what to do there, with what. */
static inline void fuzz_edit(char *text, size_t most, const uint8_t *edits, size_t size) {
    enum { EDIT_BYTES = 4, EDITS_MAX = 16 };
    size_t length = strlen(text);
    if (size > EDITS_MAX * EDIT_BYTES) size = EDITS_MAX * EDIT_BYTES;
    for (size_t i = 0; i + EDIT_BYTES <= size && length > 1; i += EDIT_BYTES) {
        size_t at = (edits[i] | (size_t)edits[i + 1] << 8) % length;
        switch (edits[i + 2] % 4) {
        case 0: memmove(text + at, text + at + 1, length - at); break;
        case 1: text[at] = (char)(text[at] + (edits[i + 3] % 2 ? 1 : -1)); break;
        case 2:
            if (length + 1 < most) memmove(text + at + 1, text + at, length - at + 1);
            break;
        default: text[at] = (char)edits[i + 3];
        }
        length = strlen(text);
    }
}

#endif
