/* blake2b.c -- the hash against libsodium's, for every length around a block
 * and fed in pieces of every size. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <sodium.h>

#include "engine/blake2b.h"
#include "random.h"

enum { LONGEST = 1100, DIGEST_MAX = 64 };

static uint8_t message[LONGEST];

static void fill(uint64_t seed) {
    for (unsigned i = 0; i < LONGEST; i++) message[i] = (uint8_t)random_next(&seed);
}

static void assert_digest(const uint8_t *digest, size_t length, unsigned bytes) {
    uint8_t expected[DIGEST_MAX];
    assert_int_equal(crypto_generichash_blake2b(expected, bytes, message, length, NULL, 0), 0);
    assert_memory_equal(digest, expected, bytes);
}

static void every_length_at_once(void **unused) {
    (void)unused;
    fill(1);
    for (size_t length = 0; length <= LONGEST; length++) {
        unsigned bytes = length % 3 == 0 ? 64 : length % 3 == 1 ? 32 : 16;
        Blake2b state;
        uint8_t digest[DIGEST_MAX];
        blake2b_init(&state, bytes);
        blake2b_update(&state, message, length);
        blake2b_final(&state, digest);
        assert_digest(digest, length, bytes);
    }
}

static void pieces_make_no_difference(void **unused) {
    (void)unused;
    uint64_t random = 2;
    for (unsigned round = 0; round < 5000; round++) {
        fill(round);
        size_t length = random_below(&random, LONGEST + 1), fed = 0;
        Blake2b state;
        uint8_t digest[DIGEST_MAX];
        blake2b_init(&state, DIGEST_MAX);
        while (fed < length) {
            size_t piece = random_below(&random, (unsigned)(length - fed) + 1);
            blake2b_update(&state, message + fed, piece);
            fed += piece;
        }
        blake2b_final(&state, digest);
        assert_digest(digest, length, DIGEST_MAX);
    }
}

static void every_digest_size(void **unused) {
    (void)unused;
    fill(3);
    for (unsigned bytes = crypto_generichash_blake2b_BYTES_MIN; bytes <= DIGEST_MAX; bytes++) {
        Blake2b state;
        uint8_t digest[DIGEST_MAX];
        blake2b_init(&state, bytes);
        blake2b_update(&state, message, 200);
        blake2b_final(&state, digest);
        assert_digest(digest, 200, bytes);
    }
}

int main(void) {
    if (sodium_init() < 0) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_length_at_once),
        cmocka_unit_test(pieces_make_no_difference),
        cmocka_unit_test(every_digest_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
