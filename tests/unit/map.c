/* map.c -- the server's table of numbers, and buckets that fill with time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "random.h"
#include "server/rate.h"

enum { KEYS = 500 };

static void an_empty_map_has_nothing(void **unused) {
    (void)unused;
    Map map = {0};
    size_t at = 0;
    assert_null(map_get(&map, 7));
    assert_null(map_take(&map, 7));
    assert_null(map_next(&map, &at));
    map_clear(&map);
    map_free(&map);
}

static void what_is_no_key_is_never_there(void **unused) {
    (void)unused;
    Map map = {0};
    int value = 0;
    assert_false(map_put(&map, 0, &value));
    assert_false(map_put(&map, UINT64_MAX, &value));
    assert_true(map_put(&map, 1, &value));
    assert_ptr_equal(map_take(&map, 1), &value); /* leaves an emptied place behind */
    assert_null(map_get(&map, 0));
    assert_null(map_get(&map, UINT64_MAX));
    assert_null(map_take(&map, UINT64_MAX));
    map_free(&map);
}

/* Neighbouring keys, keys that differ at the top only, and random ones. */
static uint64_t key_of(unsigned i) {
    uint64_t state = i;
    return i % 3 == 0 ? i + 1 : i % 3 == 1 ? (uint64_t)(i + 1) << 48 : random_next(&state) | 1;
}

static void check_all(const Map *map, int *const there[KEYS]) {
    size_t count = 0, seen = 0, at = 0;
    for (unsigned i = 0; i < KEYS; i++) {
        assert_ptr_equal(map_get(map, key_of(i)), there[i]);
        count += there[i] != NULL;
    }
    assert_int_equal(map->count, count);
    while (map_next(map, &at)) seen++;
    assert_int_equal(seen, count);
    assert_true(map->used < map->size || !map->size);
}

static void random_changes_agree_with_a_plain_list(void **unused) {
    (void)unused;
    Map map = {0};
    int *there[KEYS] = {0}, value[KEYS];
    uint64_t state = 5;
    for (unsigned step = 0; step < 60000; step++) {
        unsigned i = random_below(&state, KEYS);
        /* It grows, then shrinks, and so on. */
        if (random_below(&state, 100) < (step / 5000 % 2 ? 30u : 70u)) {
            assert_true(map_put(&map, key_of(i), &value[i]));
            there[i] = &value[i];
        } else {
            assert_ptr_equal(map_take(&map, key_of(i)), there[i]);
            there[i] = NULL;
        }
        if (step % 1000 == 0) check_all(&map, there);
    }
    check_all(&map, there);
    assert_true(map.size <= 16 * KEYS); /* coming and going does not make it grow */
    map_clear(&map);
    int *none[KEYS] = {0};
    check_all(&map, none);
    map_free(&map);
}

static void what_was_just_returned_may_be_taken_out(void **unused) {
    (void)unused;
    Map map = {0};
    uint64_t key[KEYS];
    for (unsigned i = 0; i < KEYS; i++) {
        key[i] = key_of(i);
        assert_true(map_put(&map, key[i], &key[i]));
    }
    size_t at = 0, seen = 0;
    for (uint64_t *one; (one = map_next(&map, &at)); seen++) assert_ptr_equal(map_take(&map, *one), one);
    assert_int_equal(seen, KEYS);
    assert_int_equal(map.count, 0);
    map_free(&map);
}

static void texts_have_numbers_that_are_keys(void **unused) {
    (void)unused;
    assert_true(map_hash("") != 0 && map_hash("") != UINT64_MAX);
    assert_true(map_hash("user ada") != map_hash("user adb"));
    assert_true(map_hash("user ada") == map_hash("user ada"));
}

/* ---- rates ---- */

static void a_bucket_empties_and_fills(void **unused) {
    (void)unused;
    Rate rate = {0};
    for (unsigned i = 0; i < 5; i++) assert_true(rate_take(&rate, 1000, 2, 1000, 5));
    assert_false(rate_take(&rate, 1000, 2, 1000, 5));
    assert_false(rate_take(&rate, 1499, 2, 1000, 5));
    assert_true(rate_take(&rate, 1500, 2, 1000, 5));
    assert_false(rate_take(&rate, 1500, 2, 1000, 5));
    /* After a long rest it holds as much as at the start, and no more. */
    for (unsigned i = 0; i < 5; i++) assert_true(rate_take(&rate, 1000000, 2, 1000, 5));
    assert_false(rate_take(&rate, 1000000, 2, 1000, 5));
}

static void high_rates_come_out_right(void **unused) {
    (void)unused;
    static const unsigned rates[] = {1, 3, 7, 400, 1000, 3000, 7000};
    for (unsigned r = 0; r < sizeof rates / sizeof *rates; r++) {
        Rate rate = {0};
        unsigned taken = 0;
        for (int64_t now = 1; now <= 10000; now++)
            while (rate_take(&rate, now, rates[r], 1000, 20)) taken++;
        assert_in_range(taken, 10 * rates[r], 10 * rates[r] + 10 * rates[r] / 100 + 20);
    }
}

static void what_holds_nothing_gives_nothing(void **unused) {
    (void)unused;
    Rate rate = {0};
    assert_false(rate_take(&rate, 5, 0, 1000, 5));
    assert_false(rate_take(&rate, 5, 5, 1000, 0));
}

static void everybody_has_a_bucket_of_their_own(void **unused) {
    (void)unused;
    Rates rates = {0};
    assert_true(rates_take(&rates, "login", "ada", 1, 1, 60000, 1));
    assert_false(rates_take(&rates, "login", "ada", 1, 1, 60000, 1));
    assert_true(rates_take(&rates, "login", "ben", 1, 1, 60000, 1));
    assert_true(rates_take(&rates, "guest", "ada", 1, 1, 60000, 1));
    assert_int_equal(rates.map.count, 3);
    /* Full buckets are forgotten. */
    assert_true(rates_take(&rates, "login", "cleo", 70000, 1, 60000, 1));
    assert_int_equal(rates.map.count, 1);
    rates_free(&rates);
}

static void there_are_never_more_than_so_many(void **unused) {
    (void)unused;
    Rates rates = {0};
    char who[32];
    for (unsigned i = 0; i < RATES_MAX + 100; i++) {
        snprintf(who, sizeof who, "%u", i);
        assert_true(rates_take(&rates, "request", who, 1, 1, 1000000, 1));
    }
    assert_int_equal(rates.map.count, RATES_MAX);
    assert_false(rates_take(&rates, "request", "5", 2, 1, 1000000, 1)); /* those that are counted stay so */
    rates_free(&rates);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_map_has_nothing),
        cmocka_unit_test(what_is_no_key_is_never_there),
        cmocka_unit_test(random_changes_agree_with_a_plain_list),
        cmocka_unit_test(what_was_just_returned_may_be_taken_out),
        cmocka_unit_test(texts_have_numbers_that_are_keys),
        cmocka_unit_test(a_bucket_empties_and_fills),
        cmocka_unit_test(high_rates_come_out_right),
        cmocka_unit_test(what_holds_nothing_gives_nothing),
        cmocka_unit_test(everybody_has_a_bucket_of_their_own),
        cmocka_unit_test(there_are_never_more_than_so_many),
    };
    return cmocka_run_group_tests_name("map", tests, NULL, NULL);
}
