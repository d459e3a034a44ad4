/* cards.c -- the k-th card of a multiset, by counting bits in planes. */
#include "cards.h"

/* Eight bytes side by side: each of `sums` that is at most its byte of `k`, as its highest bit. All are below 128. */
static uint64_t bytes_reached(uint64_t k, uint64_t sums) {
    const uint64_t highest = UINT64_C(0x8080808080808080);
    return ((k | highest) - sums) & highest;
}

/* Where the set bits of a byte are, the first in the lowest four bits, the next above it: those of its upper half are
 * known, and make room for those of the lower. */
#define BYTES_WITH(u) \
    u, u << 4, u << 4 | 1, u << 8 | 0x10, u << 4 | 2, u << 8 | 0x20, u << 8 | 0x21, u << 12 | 0x210, u << 4 | 3, \
        u << 8 | 0x30, u << 8 | 0x31, u << 12 | 0x310, u << 8 | 0x32, u << 12 | 0x320, u << 12 | 0x321, \
        u << 16 | 0x3210
static const uint32_t bits_of_byte[256] = {
    BYTES_WITH(0u),    BYTES_WITH(4u),     BYTES_WITH(5u),     BYTES_WITH(0x54u),
    BYTES_WITH(6u),    BYTES_WITH(0x64u),  BYTES_WITH(0x65u),  BYTES_WITH(0x654u),
    BYTES_WITH(7u),    BYTES_WITH(0x74u),  BYTES_WITH(0x75u),  BYTES_WITH(0x754u),
    BYTES_WITH(0x76u), BYTES_WITH(0x764u), BYTES_WITH(0x765u), BYTES_WITH(0x7654u),
};

/* First the byte, by the bits counted up to the end of each, then the bit in it. No branch: nobody can foresee which it
 * is. */
unsigned bits_select_slow(uint64_t bits, unsigned k) {
    const uint64_t each = UINT64_C(0x0101010101010101);
    uint64_t sums = bits - (bits >> 1 & each * 0x55);
    sums = (sums & each * 0x33) + (sums >> 2 & each * 0x33);
    sums = ((sums + (sums >> 4)) & each * 0x0F) * each;
    unsigned at = 8 * bits_count(bytes_reached(k * each, sums));
    k -= (unsigned)(sums << 8 >> at) & 0xFF;
    return at + (bits_of_byte[bits >> at & 0xFF] >> 4 * k & 0xF);
}

unsigned cards_total(const Cards *cards) { return cards_total_of(cards, ~UINT64_C(0)); }

unsigned cards_total_of(const Cards *cards, uint64_t faces) {
    unsigned total = 0;
    for (unsigned i = 0; i < PLANES; i++) total += bits_count(cards->plane[i] & faces) << i;
    return total;
}

bool cards_equal(const Cards *a, const Cards *b) {
    uint64_t differs = 0;
    for (unsigned i = 0; i < PLANES; i++) differs |= a->plane[i] ^ b->plane[i];
    return differs == 0;
}

bool cards_within(const Cards *part, const Cards *whole) {
    uint64_t borrow = 0;
    for (unsigned i = 0; i < PLANES; i++) {
        uint64_t a = whole->plane[i], b = part->plane[i];
        borrow = (~a & (b | borrow)) | (b & borrow);
    }
    return borrow == 0;
}

void cards_merge(Cards *into, const Cards *more) {
    uint64_t carry = 0;
    for (unsigned i = 0; i < PLANES; i++) {
        uint64_t a = into->plane[i], b = more->plane[i];
        into->plane[i] = a ^ b ^ carry;
        carry = (a & b) | (carry & (a ^ b));
    }
}

void cards_take_away(Cards *from, const Cards *less) {
    uint64_t borrow = 0;
    for (unsigned i = 0; i < PLANES; i++) {
        uint64_t a = from->plane[i], b = less->plane[i];
        from->plane[i] = a ^ b ^ borrow;
        borrow = (~a & (b | borrow)) | (b & borrow);
    }
}

Cards cards_only(const Cards *cards, uint64_t faces) {
    Cards some;
    for (unsigned i = 0; i < PLANES; i++) some.plane[i] = cards->plane[i] & faces;
    return some;
}

void cards_set(Cards *cards, Face face, unsigned copies) {
    for (unsigned i = 0; i < PLANES; i++) {
        cards->plane[i] &= ~FACE_BIT(face);
        cards->plane[i] |= (uint64_t)(copies >> i & 1) << face;
    }
}
