/* rng.c -- ChaCha20, two blocks at a time. */
#include "rng.h"

/* A row of four words of two ChaCha blocks side by side. */
typedef uint32_t Rows __attribute__((vector_size(32)));

#define TURN(rows, a, b, c, d) __builtin_shufflevector(rows, rows, a, b, c, d, 4 + a, 4 + b, 4 + c, 4 + d)
#define ROTATE(rows, n) ((rows) << (n) | (rows) >> (32 - (n)))
#ifdef __AVX2__ /* whole bytes move in one instruction */
typedef uint8_t Bytes __attribute__((vector_size(32)));
#define MOVE(w, a, b, c, d) w + a, w + b, w + c, w + d
#define MOVE_ALL(a, b, c, d) \
    MOVE(0, a, b, c, d), MOVE(4, a, b, c, d), MOVE(8, a, b, c, d), MOVE(12, a, b, c, d), MOVE(16, a, b, c, d), \
        MOVE(20, a, b, c, d), MOVE(24, a, b, c, d), MOVE(28, a, b, c, d)
#define ROTATE_8(rows) ((Rows)__builtin_shufflevector((Bytes)(rows), (Bytes)(rows), MOVE_ALL(3, 0, 1, 2)))
#define ROTATE_16(rows) ((Rows)__builtin_shufflevector((Bytes)(rows), (Bytes)(rows), MOVE_ALL(2, 3, 0, 1)))
#else
#define ROTATE_8(rows) ROTATE(rows, 8)
#define ROTATE_16(rows) ROTATE(rows, 16)
#endif

static uint32_t read_le32(const uint8_t *bytes) {
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static void write_le32(uint8_t *bytes, uint32_t word) {
    for (unsigned i = 0; i < 4; i++) bytes[i] = (uint8_t)(word >> (8 * i));
}

void rng_init(Rng *rng, const Seed *seed) {
    for (unsigned i = 0; i < 8; i++) rng->key[i] = read_le32(seed->bytes + 4 * i);
    rng->next_block = 0;
    rng->used = RNG_NUMBERS;
}

/* Writes one row of each block into its place. */
static void write_rows(uint8_t *stream, unsigned row, const Rows *rows) {
    for (unsigned i = 0; i < 8; i++) write_le32(stream + i / 4 * 64 + row * 16 + i % 4 * 4, (*rows)[i]);
}

/* The two blocks of a generator under way. */
typedef struct {
    Rows a, b, c, d;
} Blocks;

static inline Blocks blocks_of(const Rng *rng) {
    const uint32_t *k = rng->key;
    uint64_t n = rng->next_block, m = n + 1;
    return (Blocks){{0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, 0x61707865, 0x3320646e, 0x79622d32, 0x6b206574},
                    {k[0], k[1], k[2], k[3], k[0], k[1], k[2], k[3]},
                    {k[4], k[5], k[6], k[7], k[4], k[5], k[6], k[7]},
                    {(uint32_t)n, (uint32_t)(n >> 32), 0, 0, (uint32_t)m, (uint32_t)(m >> 32), 0, 0}};
}

static inline __attribute__((always_inline)) void mix(Blocks *x) {
    x->a += x->b, x->d = ROTATE_16(x->d ^ x->a);
    x->c += x->d, x->b = ROTATE(x->b ^ x->c, 12);
    x->a += x->b, x->d = ROTATE_8(x->d ^ x->a);
    x->c += x->d, x->b = ROTATE(x->b ^ x->c, 7);
}

/* Columns, then diagonals, and back. */
static inline __attribute__((always_inline)) void mix_twice(Blocks *x) {
    mix(x);
    x->b = TURN(x->b, 1, 2, 3, 0), x->c = TURN(x->c, 2, 3, 0, 1), x->d = TURN(x->d, 3, 0, 1, 2);
    mix(x);
    x->b = TURN(x->b, 3, 0, 1, 2), x->c = TURN(x->c, 2, 3, 0, 1), x->d = TURN(x->d, 1, 2, 3, 0);
}

static void finish(Rng *rng, Blocks x) {
    const Blocks first = blocks_of(rng);
    x.a += first.a, x.b += first.b, x.c += first.c, x.d += first.d;
    write_rows(rng->stream, 0, &x.a);
    write_rows(rng->stream, 1, &x.b);
    write_rows(rng->stream, 2, &x.c);
    write_rows(rng->stream, 3, &x.d);
    rng->next_block += 2;
    rng->used = 0;
}

void rng_refill(Rng *rng) {
    Blocks x = blocks_of(rng);
    for (unsigned i = 0; i < 10; i++) mix_twice(&x);
    finish(rng, x);
}

void rng_init_two(Rng rng[2], const Seed seed[2]) {
    rng_init(&rng[0], &seed[0]);
    rng_init(&rng[1], &seed[1]);
    Blocks x = blocks_of(&rng[0]), y = blocks_of(&rng[1]);
    for (unsigned i = 0; i < 10; i++) {
        mix_twice(&x);
        mix_twice(&y);
    }
    finish(&rng[0], x);
    finish(&rng[1], y);
}

uint32_t rng_below_slowly(Rng *rng, uint32_t n) {
    uint32_t floor = 65536 % n, product;
    do product = rng_next(rng) * n;
    while ((product & 0xFFFF) < floor);
    return product >> 16;
}
