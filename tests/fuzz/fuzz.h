/* fuzz.h -- what every fuzz target shares.
 *
 * A new target is one file, tests/fuzz/fuzz_NAME.c: it opens with what its bytes mean and what must hold, includes this
 * header and has LLVMFuzzerTestOneInput(). Build and run find it by its name. It needs seeds, good input to start from,
 * which tests/fuzz/make-seeds brings to build/fuzz/seeds/NAME from three places; a target without any fails:
 *
 *     tests/fuzz/seeds/NAME/   files written by hand, a few and small
 *     make-seeds itself        cut out of files of the project (games, rulesets, scenarios)
 *     FUZZ_SEEDS(function)     what the target itself can make: the function calls fuzz_seed() for each
 *
 * tests/fuzz/NAME.dict may have words (libFuzzer's -dict). lines.h is for input that is lines of text. What the fuzzer
 * finds it keeps in build/fuzz/NAME.crash-*; `build/fuzz/fuzz_NAME FILE` runs it once more. */
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

/* ---- seeds ---- */

/* Keeps these bytes as a seed: a file in the folder that FUZZ_SEEDS_TO names. */
static inline void fuzz_seed(const void *bytes, size_t size) {
    static unsigned count;
    char path[512];
    MUST((size_t)snprintf(path, sizeof path, "%s/made-%03u", getenv("FUZZ_SEEDS_TO"), count++) < sizeof path);
    FILE *file = fopen(path, "w");
    MUST(file && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
}

/* The same with some bytes in front of a text. */
static inline void fuzz_seed_text(const uint8_t *head, size_t head_size, const char *text) {
    size_t length = strlen(text);
    uint8_t *bytes = malloc(head_size + length + 1);
    MUST(bytes);
    memcpy(bytes, head, head_size);
    memcpy(bytes + head_size, text, length);
    fuzz_seed(bytes, head_size + length);
    free(bytes);
}

/* Run with FUZZ_SEEDS_TO=FOLDER the target writes its seeds there instead of fuzzing. */
#define FUZZ_SEEDS(function) \
    __attribute__((constructor)) static void fuzz_seeds(void) { \
        if (!getenv("FUZZ_SEEDS_TO")) return; \
        function(); \
        exit(0); \
    }

/* ---- input ---- */

/* The input from `from` on, closed with a zero; the caller frees it. */
static inline char *fuzz_text(const uint8_t *data, size_t size, size_t from) {
    size_t length = size > from ? size - from : 0;
    char *text = calloc(1, length + 1);
    MUST(text);
    for (size_t i = 0; i < length; i++) text[i] = (char)data[from + i];
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
