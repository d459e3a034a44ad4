/* blake2b.c -- after RFC 7693; little-endian by construction, not by cast. */
#include "blake2b.h"

#include <stdbool.h>
#include <string.h>

static const uint64_t start[8] = {
    UINT64_C(0x6A09E667F3BCC908), UINT64_C(0xBB67AE8584CAA73B), UINT64_C(0x3C6EF372FE94F82B),
    UINT64_C(0xA54FF53A5F1D36F1), UINT64_C(0x510E527FADE682D1), UINT64_C(0x9B05688C2B3E6C1F),
    UINT64_C(0x1F83D9ABFB41BD6B), UINT64_C(0x5BE0CD19137E2179),
};

static const uint8_t order[10][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
};

static uint64_t rotate(uint64_t x, unsigned n) { return x >> n | x << (64 - n); }

static void mix(uint64_t v[16], unsigned a, unsigned b, unsigned c, unsigned d, uint64_t x, uint64_t y) {
    v[a] += v[b] + x;
    v[d] = rotate(v[d] ^ v[a], 32);
    v[c] += v[d];
    v[b] = rotate(v[b] ^ v[c], 24);
    v[a] += v[b] + y;
    v[d] = rotate(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = rotate(v[b] ^ v[c], 63);
}

static void compress(Blake2b *state, bool last) {
    uint64_t v[16], m[16];
    for (unsigned i = 0; i < 16; i++) {
        m[i] = 0;
        for (unsigned j = 0; j < 8; j++) m[i] |= (uint64_t)state->block[8 * i + j] << (8 * j);
        v[i] = i < 8 ? state->h[i] : start[i - 8];
    }
    v[12] ^= state->total;
    if (last) v[14] = ~v[14];
    for (unsigned round = 0; round < 12; round++) {
        const uint8_t *s = order[round % 10];
        for (unsigned i = 0; i < 4; i++) mix(v, i, i + 4, i + 8, i + 12, m[s[2 * i]], m[s[2 * i + 1]]);
        for (unsigned i = 0; i < 4; i++)
            mix(v, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4, m[s[8 + 2 * i]], m[s[9 + 2 * i]]);
    }
    for (unsigned i = 0; i < 8; i++) state->h[i] ^= v[i] ^ v[i + 8];
}

void blake2b_init(Blake2b *state, unsigned digest_bytes) {
    memset(state, 0, sizeof *state);
    memcpy(state->h, start, sizeof start);
    state->h[0] ^= UINT64_C(0x01010000) ^ digest_bytes;
    state->digest = digest_bytes;
}

void blake2b_update(Blake2b *state, const void *data, size_t length) {
    const uint8_t *from = data;
    while (length) {
        if (state->filled == sizeof state->block) { /* only now is it known not to be the last block */
            state->total += state->filled;
            compress(state, false);
            state->filled = 0;
        }
        size_t room = sizeof state->block - state->filled, part = length < room ? length : room;
        memcpy(state->block + state->filled, from, part);
        state->filled += (unsigned)part;
        from += part;
        length -= part;
    }
}

void blake2b_final(Blake2b *state, uint8_t *digest) {
    state->total += state->filled;
    memset(state->block + state->filled, 0, sizeof state->block - state->filled);
    compress(state, true);
    for (unsigned i = 0; i < state->digest; i++) digest[i] = (uint8_t)(state->h[i / 8] >> (8 * (i % 8)));
}
