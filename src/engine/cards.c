#include "cards.h"

unsigned bits_select_slow(uint64_t bits, unsigned k) {
    unsigned at = 0;
    for (unsigned half = 32; half; half /= 2) {
        unsigned low = bits_count(bits >> at & ((UINT64_C(1) << half) - 1));
        if (k >= low) {
            k -= low;
            at += half;
        }
    }
    return at;
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
