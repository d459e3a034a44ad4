/* rng.c -- ChaCha20, two blocks at a time. */
#include "rng.h"

/* A row of four words of two ChaCha blocks side by side. */
typedef uint32_t Rows __attribute__((vector_size(32)));

#define ROTATE(rows, n) ((rows) << (n) | (rows) >> (32 - (n)))
#define TURN(rows, a, b, c, d) __builtin_shufflevector(rows, rows, a, b, c, d, 4 + a, 4 + b, 4 + c, 4 + d)

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

void rng_refill(Rng *rng) {
    const uint32_t *k = rng->key;
    uint64_t n = rng->next_block, m = n + 1;
    const Rows a0 = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, 0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    const Rows b0 = {k[0], k[1], k[2], k[3], k[0], k[1], k[2], k[3]};
    const Rows c0 = {k[4], k[5], k[6], k[7], k[4], k[5], k[6], k[7]};
    const Rows d0 = {(uint32_t)n, (uint32_t)(n >> 32), 0, 0, (uint32_t)m, (uint32_t)(m >> 32), 0, 0};
    Rows a = a0, b = b0, c = c0, d = d0;
    for (unsigned round = 0; round < 20; round++) {
        a += b, d = ROTATE(d ^ a, 16);
        c += d, b = ROTATE(b ^ c, 12);
        a += b, d = ROTATE(d ^ a, 8);
        c += d, b = ROTATE(b ^ c, 7);
        /* Even rounds leave columns for diagonals, odd rounds go back. */
        if (round % 2 == 0) {
            b = TURN(b, 1, 2, 3, 0), c = TURN(c, 2, 3, 0, 1), d = TURN(d, 3, 0, 1, 2);
        } else {
            b = TURN(b, 3, 0, 1, 2), c = TURN(c, 2, 3, 0, 1), d = TURN(d, 1, 2, 3, 0);
        }
    }
    a += a0, b += b0, c += c0, d += d0;
    write_rows(rng->stream, 0, &a);
    write_rows(rng->stream, 1, &b);
    write_rows(rng->stream, 2, &c);
    write_rows(rng->stream, 3, &d);
    rng->next_block += 2;
    rng->used = 0;
}

uint32_t rng_below_slowly(Rng *rng, uint32_t n) {
    uint32_t floor = 65536 % n, product;
    do product = rng_next(rng) * n;
    while ((product & 0xFFFF) < floor);
    return product >> 16;
}
