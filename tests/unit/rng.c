/* rng.c -- the generator against libsodium's ChaCha20, and its draws counted
 * out one by one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include <sodium.h>

#include "engine/rng.h"
#include "random.h"

enum { STREAM_BYTES = 64 * 1000 };

static Seed random_seed(uint64_t *state) {
    Seed seed;
    for (unsigned i = 0; i < SEED_BYTES; i++) seed.bytes[i] = (uint8_t)random_next(state);
    return seed;
}

static unsigned number_at(const uint8_t *stream, unsigned i) {
    return stream[2 * i] | (unsigned)stream[2 * i + 1] << 8;
}

static void the_stream_is_chacha20(void **unused) {
    (void)unused;
    static uint8_t stream[STREAM_BYTES];
    const uint8_t nonce[crypto_stream_chacha20_NONCEBYTES] = {0};
    uint64_t state = 1;
    for (unsigned round = 0; round < 20; round++) {
        Seed seed = random_seed(&state);
        Rng rng;
        rng_init(&rng, &seed);
        crypto_stream_chacha20(stream, sizeof stream, nonce, seed.bytes);
        for (unsigned i = 0; i < STREAM_BYTES / 2; i++) assert_int_equal(rng_next(&rng), number_at(stream, i));
    }
}

static void the_counter_has_64_bits(void **unused) {
    (void)unused;
    const uint8_t nonce[crypto_stream_chacha20_NONCEBYTES] = {0}, zeros[128] = {0};
    uint8_t stream[128];
    uint64_t state = 2, first = UINT64_C(0xFFFFFFFF);
    Seed seed = random_seed(&state);
    Rng rng;
    rng_init(&rng, &seed);
    rng.next_block = first;
    crypto_stream_chacha20_xor_ic(stream, zeros, sizeof stream, nonce, first, seed.bytes);
    for (unsigned i = 0; i < sizeof stream / 2; i++) assert_int_equal(rng_next(&rng), number_at(stream, i));
}

/* Gives rng_below() one chosen number first and real ones after it. */
static unsigned below_from(unsigned number, unsigned n, bool *taken_at_once) {
    Rng rng;
    memset(&rng, 0, sizeof rng);
    rng.used = RNG_NUMBERS - 1;
    rng.stream[RNG_BYTES - 2] = (uint8_t)number;
    rng.stream[RNG_BYTES - 1] = (uint8_t)(number >> 8);
    unsigned result = rng_below(&rng, n);
    *taken_at_once = rng.next_block == 0;
    return result;
}

/* Of the 65536 numbers the same amount must lead to each outcome; the rest must
 * be thrown away. That is what "exactly equally likely" means. */
static void draws_are_exactly_uniform(void **unused) {
    (void)unused;
    const unsigned sizes[] = {1, 2, 3, 6, 7, 10, 52, 76, 107, 108, 255, 256, 432, 1000, 32768, 32769, 65535};
    static unsigned outcomes[65536];
    for (unsigned s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        unsigned n = sizes[s];
        memset(outcomes, 0, sizeof outcomes);
        for (unsigned number = 0; number < 65536; number++) {
            bool taken_at_once;
            unsigned result = below_from(number, n, &taken_at_once);
            assert_in_range(result, 0, n - 1);
            if (taken_at_once) outcomes[result]++;
        }
        for (unsigned i = 0; i < n; i++) assert_int_equal(outcomes[i], 65536 / n);
    }
}

static void a_copy_goes_on_alike(void **unused) {
    (void)unused;
    uint64_t state = 3;
    Seed seed = random_seed(&state);
    Rng a;
    rng_init(&a, &seed);
    for (unsigned i = 0; i < 1000; i++) {
        Rng b = a;
        for (unsigned k = 0; k < i % 70; k++) assert_int_equal(rng_below(&a, 108), rng_below(&b, 108));
        assert_memory_equal(&a, &b, sizeof a);
        rng_next(&a);
    }
}

int main(void) {
    if (sodium_init() < 0) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_stream_is_chacha20),
        cmocka_unit_test(the_counter_has_64_bits),
        cmocka_unit_test(draws_are_exactly_uniform),
        cmocka_unit_test(a_copy_goes_on_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
