/* text.c -- building and reading short texts, at their edges. */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "engine/text.h"
#include "random.h"

static void what_does_not_fit_is_dropped(void **unused) {
    (void)unused;
    for (unsigned size = 0; size <= 8; size++) {
        char out[9];
        memset(out, '#', sizeof out);
        Text text = text_in(out, size);
        text_put(&text, "abc");
        text_char(&text, 'd');
        text_number(&text, 56);
        assert_int_equal(text.length, 6);
        if (size) assert_memory_equal(out, "abcd56", size - 1 < 6 ? size - 1 : 6);
        if (size) assert_int_equal(out[size - 1 < 6 ? size - 1 : 6], 0);
        for (unsigned i = size; i < sizeof out; i++) assert_int_equal(out[i], '#');
    }
}

static void numbers_print_like_printf(void **unused) {
    (void)unused;
    uint64_t state = 1;
    for (unsigned i = 0; i < 20000; i++) {
        long long number = (long long)random_next(&state) >> random_below(&state, 64);
        if (i == 0) number = LLONG_MIN;
        if (i == 1) number = LLONG_MAX;
        if (i == 2) number = 0;
        char ours[32], theirs[32];
        Text text = text_in(ours, sizeof ours);
        text_number(&text, number);
        snprintf(theirs, sizeof theirs, "%lld", number);
        assert_string_equal(ours, theirs);
    }
}

static void numbers_are_read_within_their_limits(void **unused) {
    (void)unused;
    static const struct {
        const char *text;
        long long low, high, number;
        bool good;
        unsigned read;
    } cases[] = {
        {"0", 0, 9, 0, true, 1},
        {"12x", 0, 99, 12, true, 2},
        {"-3", -5, 5, -3, true, 2},
        {"007", 0, 9, 7, true, 3},
        {"", 0, 9, 0, false, 0},
        {"-", -9, 9, 0, false, 0},
        {"x1", 0, 9, 0, false, 0},
        {"10", 0, 9, 0, false, 0},
        {"-1", 0, 9, 0, false, 0},
        {"+1", 0, 9, 0, false, 0},
        {" 1", 0, 9, 0, false, 0},
        {"--1", -9, 9, 0, false, 0},
        {"99999999999999999999999999", LLONG_MIN, LLONG_MAX, 0, false, 0},
        {"-99999999999999999999999999", LLONG_MIN, LLONG_MAX, 0, false, 0},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *at = cases[i].text;
        long long number = 0;
        assert_int_equal(scan_number(&at, cases[i].low, cases[i].high, &number), cases[i].good);
        assert_int_equal(number, cases[i].number);
        assert_int_equal(at - cases[i].text, cases[i].read);
    }
}

static void hex_goes_both_ways(void **unused) {
    (void)unused;
    uint64_t state = 2;
    for (unsigned round = 0; round < 1000; round++) {
        uint8_t bytes[32], back[32];
        size_t count = random_below(&state, 33);
        for (size_t i = 0; i < count; i++) bytes[i] = (uint8_t)random_next(&state);
        char out[80];
        Text text = text_in(out, sizeof out);
        text_hex(&text, bytes, count);
        assert_int_equal(text.length, 2 * count);
        const char *at = out;
        assert_true(scan_hex(&at, back, count));
        assert_ptr_equal(at, out + 2 * count);
        if (count) assert_memory_equal(bytes, back, count);
        at = out;
        assert_false(scan_hex(&at, back, count + 1));
        assert_ptr_equal(at, out);
    }
    uint8_t byte;
    const char *bad[] = {"", "0", "0g", "g0", "0A", "A0", " 00"};
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *at = bad[i];
        assert_false(scan_hex(&at, &byte, 1));
        assert_ptr_equal(at, bad[i]);
    }
}

static void words_match_whole_or_not(void **unused) {
    (void)unused;
    const char *text = "drawing", *at = text;
    assert_true(scan_word(&at, "draw"));
    assert_ptr_equal(at, text + 4);
    assert_false(scan_word(&at, "ings"));
    assert_ptr_equal(at, text + 4);
    assert_true(scan_word(&at, ""));
    assert_true(scan_word(&at, "ing"));
    assert_false(scan_word(&at, "x"));
    const char *blanks = " \t  x";
    scan_blanks(&blanks);
    assert_int_equal(*blanks, 'x');
}

static void comparing_and_measuring(void **unused) {
    (void)unused;
    const char *words[] = {"", "a", "ab", "abc", "abd", "b"};
    for (unsigned i = 0; i < 6; i++) {
        assert_int_equal(text_length(words[i]), strlen(words[i]));
        for (unsigned k = 0; k < 6; k++) assert_int_equal(text_equal(words[i], words[k]), i == k);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_does_not_fit_is_dropped),
        cmocka_unit_test(numbers_print_like_printf),
        cmocka_unit_test(numbers_are_read_within_their_limits),
        cmocka_unit_test(hex_goes_both_ways),
        cmocka_unit_test(words_match_whole_or_not),
        cmocka_unit_test(comparing_and_measuring),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
