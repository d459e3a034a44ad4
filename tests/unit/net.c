/* The parts of the net that need no socket: bytes that wait, addresses, the log's text, the page. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "net/net_internal.h"

/* In and out in pieces of every size, and never a byte lost, moved or doubled. */
static void bytes_come_out_as_they_went_in(void **state) {
    (void)state;
    Bytes bytes = {.data = NULL};
    unsigned in = 0, out = 0, seed = 1;
    while (in < 200000) {
        unsigned char piece[3000];
        seed = seed * 1664525 + 1013904223;
        unsigned count = seed >> 8 & 2047, taken = seed >> 20;
        for (unsigned i = 0; i < count; i++) piece[i] = (unsigned char)((in + i) * 31 >> 3);
        assert_true(bytes_add(&bytes, piece, count));
        in += count;
        assert_true(bytes.start >= BYTES_FRONT);
        if (taken > in - out) taken = in - out;
        for (unsigned i = 0; i < taken; i++)
            assert_int_equal(bytes_first(&bytes)[i], (unsigned char)((out + i) * 31 >> 3));
        bytes_take(&bytes, taken);
        out += taken;
        assert_int_equal(bytes_count(&bytes), in - out);
    }
    bytes_take(&bytes, bytes_count(&bytes));
    assert_null(bytes.data);
}

static void private_addresses_are_known(void **state) {
    (void)state;
    static const char *const inside[] = {"127.0.0.1",   "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.7.7",
                                         "169.254.1.1", "::1",      "fe80::1",    "fd00::7"};
    static const char *const outside[] = {"8.8.8.8", "172.32.0.1", "172.15.0.1", "192.169.0.1", "2001:db8::1", "", "x"};
    for (unsigned i = 0; i < sizeof inside / sizeof *inside; i++) assert_true(address_is_private(inside[i]));
    for (unsigned i = 0; i < sizeof outside / sizeof *outside; i++) assert_false(address_is_private(outside[i]));
}

static void times_fall_into_their_step(void **state) {
    (void)state;
    Histogram histogram = {.total_us = 0};
    histogram_add(&histogram, 0);
    histogram_add(&histogram, 50);
    histogram_add(&histogram, 51);
    histogram_add(&histogram, 99000000);
    assert_int_equal(histogram.count[0], 2);
    assert_int_equal(histogram.count[1], 1);
    assert_int_equal(histogram.count[HISTOGRAM_STEPS], 1);
    assert_int_equal(histogram.total_us, 99000101);
}

static void paths_of_the_page_lead_to_it(void **state) {
    (void)state;
    const PageAsset *plain = page_find("/", "");
    assert_non_null(plain);
    assert_string_equal(plain->path, "/index.html");
    assert_string_equal(plain->encoding, "");
    assert_ptr_equal(page_find("/t/K7QD2M4P", ""), plain);
    assert_ptr_equal(page_find("/index.html", "deflate, gzip;q=0, br;q=0"), plain);
    assert_ptr_equal(page_find("/index.html", "gzipped"), plain);
    assert_null(page_find("/missing.js", "gzip"));
    const PageAsset *small = page_find("/", "deflate, gzip;q=0.5"), *smaller = page_find("/", "gzip, br");
    assert_string_equal(small->path, "/index.html");
    assert_string_equal(small->encoding, "gzip");
    assert_true(small->length < plain->length && strcmp(small->tag, plain->tag) != 0);
    assert_string_equal(smaller->encoding, "br");
    assert_true(smaller->length < small->length);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_come_out_as_they_went_in),
        cmocka_unit_test(private_addresses_are_known),
        cmocka_unit_test(times_fall_into_their_step),
        cmocka_unit_test(paths_of_the_page_lead_to_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
