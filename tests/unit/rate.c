/* rate.c -- buckets that fill with time, however many there are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "hub/rate.h"

enum { PLENTY = 1000000 }; /* more than any limit lets through: what limits nothing is noticed, and ends */

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
            while (taken < PLENTY && rate_take(&rate, now, rates[r], 1000, 20)) taken++;
        assert_in_range(taken, 10 * rates[r], 10 * rates[r] + 10 * rates[r] / 100 + 20);
    }
}

static void what_holds_nothing_gives_nothing(void **unused) {
    (void)unused;
    Rate rate = {0};
    assert_false(rate_take(&rate, 5, 0, 1000, 5));
    assert_false(rate_take(&rate, 5, 5, 1000, 0));
}

/* ---- many of them ---- */

static Rates fresh(void) {
    Rates rates = {.key = "any key will do"};
    rates_init(&rates);
    return rates;
}

static unsigned take_all(Rates *rates, RateKind kind, unsigned times, const char *who, int64_t now_ms) {
    unsigned taken = 0;
    while (taken < PLENTY && rates_take(rates, kind, times, who, now_ms)) taken++;
    return taken;
}

static void everybody_has_a_bucket_of_their_own(void **unused) {
    (void)unused;
    Rates rates = fresh();
    assert_int_equal(take_all(&rates, RATE_LOGIN, 1, "ada", 1), 10);
    assert_int_equal(take_all(&rates, RATE_LOGIN, 1, "ben", 1), 10);
    assert_int_equal(take_all(&rates, RATE_PASSWORD, 1, "ada", 1), 30);
    assert_int_equal(take_all(&rates, RATE_LOGIN, 16, "ada", 1), 160);
    assert_int_equal(take_all(&rates, RATE_LOGIN, 1, "ada", 60001), 10);
    rates_free(&rates);
}

static void looking_takes_nothing(void **unused) {
    (void)unused;
    Rates rates = fresh();
    for (unsigned i = 0; i < 100; i++) assert_true(rates_has(&rates, RATE_LOGIN, 1, "ada", 1));
    assert_int_equal(take_all(&rates, RATE_LOGIN, 1, "ada", 1), 10);
    assert_false(rates_has(&rates, RATE_LOGIN, 1, "ada", 1));
    assert_false(rates_has(&rates, RATE_LOGIN, 1, "ada", 6000));
    assert_true(rates_has(&rates, RATE_LOGIN, 1, "ada", 6001));
    rates_free(&rates);
}

/* So many names as nobody could keep, each `takes` times. */
static void flood(Rates *rates, RateKind kind, unsigned takes, unsigned names) {
    char who[32];
    for (unsigned i = 0; i < names; i++) {
        snprintf(who, sizeof who, "network %u", i);
        for (unsigned take = 0; take < takes; take++) rates_take(rates, kind, 1, who, 1);
    }
}

static void a_flood_of_networks_gives_no_guess_back(void **unused) {
    (void)unused;
    Rates rates = fresh();
    assert_int_equal(take_all(&rates, RATE_LOGIN, 1, "ada", 1), 10);
    flood(&rates, RATE_REQUEST, 100, 3 * RATES_MAX);
    flood(&rates, RATE_PASSWORD, 3, 3 * RATES_MAX);
    assert_false(rates_take(&rates, RATE_LOGIN, 1, "ada", 1));
    rates_free(&rates);
}

static void what_cannot_be_counted_is_refused_where_it_guards_a_secret(void **unused) {
    (void)unused;
    Rates rates = fresh();
    unsigned refused = 0, taken = 0;
    char who[32];
    flood(&rates, RATE_PASSWORD, 3, 3 * RATES_MAX);
    for (unsigned i = 0; i < 1000; i++) {
        snprintf(who, sizeof who, "somebody %u", i);
        refused += !rates_take(&rates, RATE_LOGIN, 1, who, 1);
        refused += !rates_has(&rates, RATE_CODE, 1, who, 1);
        taken += rates_take(&rates, RATE_REQUEST, 1, who, 1);
    }
    assert_int_equal(refused, 2000);
    assert_int_equal(taken, 1000);
    /* And when those are full again there is room. */
    assert_true(rates_take(&rates, RATE_LOGIN, 1, "somebody 1", 6001));
    rates_free(&rates);
}

static void what_says_least_makes_room(void **unused) {
    (void)unused;
    Rates rates = fresh();
    flood(&rates, RATE_REQUEST, 1, 3 * RATES_MAX);
    flood(&rates, RATE_PASSWORD, 1, 3 * RATES_MAX); /* each misses a single one */
    assert_int_equal(take_all(&rates, RATE_LOGIN, 1, "ada", 1), 10);
    flood(&rates, RATE_PASSWORD, 1, 3 * RATES_MAX);
    assert_int_equal(take_all(&rates, RATE_LOGIN, 1, "ada", 1), 0);
    rates_free(&rates);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bucket_empties_and_fills),
        cmocka_unit_test(high_rates_come_out_right),
        cmocka_unit_test(what_holds_nothing_gives_nothing),
        cmocka_unit_test(everybody_has_a_bucket_of_their_own),
        cmocka_unit_test(looking_takes_nothing),
        cmocka_unit_test(a_flood_of_networks_gives_no_guess_back),
        cmocka_unit_test(what_cannot_be_counted_is_refused_where_it_guards_a_secret),
        cmocka_unit_test(what_says_least_makes_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
