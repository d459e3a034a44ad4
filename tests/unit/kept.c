/* kept.c -- what a player kept: read, and nothing of it breaks the reader. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "../random.h"
#include "record/kept.h"

#define HEX "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"

static const char whole[] = "uno-kept 1\ngame 0123456789abcdef\nplayers 3\nseat B\ncommitment " HEX "\ncommit A " HEX
                            "\ncommit C " HEX "\nseed " HEX "\nhand R5 G2 W\n";

/* A copy of just that size: the sanitizer sees any step beyond the end. */
static bool parses(const char *text, size_t length, Kept *out) {
    RecordError error;
    char *copy = malloc(length ? length : 1);
    assert_non_null(copy);
    memcpy(copy, text, length);
    bool good = kept_parse(copy, length, out, &error);
    if (!good) assert_true(strlen(error.text) > 5);
    free(copy);
    return good;
}

static void it_says_what_was_shown(void **unused) {
    (void)unused;
    Kept kept;
    assert_true(parses(whole, strlen(whole), &kept));
    assert_int_equal(kept.seat, 1);
    assert_int_equal(kept.committed, 5);
    assert_int_equal(kept.players, 3);
    assert_string_equal(kept.game, "0123456789abcdef");
    assert_string_equal(kept.hand, "R5 G2 W");
    assert_true(kept.has_seed);
    assert_int_equal(kept.seed.bytes[1], 0x11);
    assert_memory_equal(&kept.commit[0], &kept.commitment, sizeof kept.commitment);
    assert_memory_equal(&kept.commit[2], &kept.commitment, sizeof kept.commitment);
}

static void changes_do_no_harm(void **unused) {
    (void)unused;
    uint64_t chance = 1;
    unsigned taken = 0;
    for (unsigned round = 0; round < 20000; round++) {
        Kept kept;
        char text[sizeof whole];
        memcpy(text, whole, sizeof whole);
        for (unsigned i = 0; i <= random_below(&chance, 3); i++)
            text[random_below(&chance, sizeof whole - 1)] = (char)random_below(&chance, 256);
        size_t length = random_below(&chance, 2) ? sizeof whole - 1 : random_below(&chance, sizeof whole);
        taken += parses(text, length, &kept);
    }
    assert_true(taken > 20 && taken < 19000); /* other digits are as good as these */
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(it_says_what_was_shown), cmocka_unit_test(changes_do_no_harm)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
