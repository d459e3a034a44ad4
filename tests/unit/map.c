/* map.c -- the server's table of numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "random.h"
#include "hub/map.h"

enum { KEYS = 500 };

static void an_empty_map_has_nothing(void **unused) {
    (void)unused;
    Map map = {0};
    size_t at = 0;
    assert_null(map_get(&map, 7));
    assert_null(map_take(&map, 7));
    assert_null(map_next(&map, &at));
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
    map_free(&map);
    int *none[KEYS] = {0};
    check_all(&map, none);
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_map_has_nothing),
        cmocka_unit_test(what_is_no_key_is_never_there),
        cmocka_unit_test(random_changes_agree_with_a_plain_list),
        cmocka_unit_test(what_was_just_returned_may_be_taken_out),
        cmocka_unit_test(texts_have_numbers_that_are_keys),
    };
    return cmocka_run_group_tests_name("map", tests, NULL, NULL);
}
