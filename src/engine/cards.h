/* cards.h -- faces and multisets of cards.
 *
 * A face is six bits: a colour (two bits) and a value (four bits). A multiset
 * of cards, `Cards`, is a count per face held bit-sliced: plane i has the i-th
 * binary digit of all 64 counts.
 *
 *          value 0 1 2 3 4 5 6 7 8 9 skip rev +2 own own wild
 *     red      . . . . . . . . . .   .   .   .  .   .   .      bits  0..15
 *     yellow   . . . . . . . . . .   .   .   .  .   .   .      bits 16..31
 *     green    . . . . . . . . . .   .   .   .  .   .   .      bits 32..47
 *     blue     . . . . . . . . . .   .   .   .  .   .   .      bits 48..63
 *
 * So "every red card" and "every seven" are constants, what may be played is an
 * AND with them, and the k-th card of a pile is found by counting bits. The
 * last column holds four faces that have no colour; a ruleset's own cards live
 * in the two columns before it. Split UNO's action cards use the same bits. */
#ifndef UNO_CARDS_H
#define UNO_CARDS_H

#include <stdbool.h>
#include <stdint.h>

typedef uint8_t Face;

enum { RED, YELLOW, GREEN, BLUE, COLOURS, NO_COLOUR = COLOURS };
enum { VALUE_SKIP = 10, VALUE_REVERSE, VALUE_DRAW2, VALUE_OWN1, VALUE_OWN2, VALUE_WILD, VALUES };
enum { FACES = 64, PLANES = 5, COPIES_MAX = 31, NO_FACE = 0xFF };

#define FACE(colour, value) ((Face)(VALUES * (colour) + (value)))

enum {
    FACE_WILD = RED * VALUES + VALUE_WILD,
    FACE_WILD4 = YELLOW * VALUES + VALUE_WILD,
    /* Split UNO: an action card's colour plays no part, so one face each. */
    FACE_BLOCK = VALUE_SKIP,
    FACE_REVERSE = VALUE_REVERSE,
    FACE_DRAW2 = VALUE_DRAW2,
    FACE_TRUTH = GREEN * VALUES + VALUE_WILD,
    FACE_DARE = BLUE * VALUES + VALUE_WILD,
};

#define FACE_BIT(face) (UINT64_C(1) << (face))
#define COLOUR_MASK(colour) (UINT64_C(0xFFFF) << (VALUES * (colour)))
#define VALUE_MASK(value) (UINT64_C(0x0001000100010001) << (value))
#define NUMBERS_MASK UINT64_C(0x03FF03FF03FF03FF)
#define SPLIT_DRAW_CARDS (FACE_BIT(FACE_DRAW2) | FACE_BIT(FACE_WILD4))
#define SPLIT_ACTIONS \
    (FACE_BIT(FACE_BLOCK) | FACE_BIT(FACE_REVERSE) | FACE_BIT(FACE_DRAW2) | FACE_BIT(FACE_WILD) | \
     FACE_BIT(FACE_WILD4) | FACE_BIT(FACE_TRUTH) | FACE_BIT(FACE_DARE))

static inline unsigned face_colour(Face face) { return face / VALUES; }
static inline unsigned face_value(Face face) { return face % VALUES; }

typedef struct {
    uint64_t plane[PLANES];
} Cards;

/* The position of the k-th set bit (from 0) of `bits`; k < popcount. Often there is only one (a seat that is asked, a single
 * way out), and without an instruction for it the rest is long. */
unsigned bits_select_slow(uint64_t bits, unsigned k);

static inline unsigned bits_count(uint64_t bits) { return (unsigned)__builtin_popcountll(bits); }
static inline unsigned bits_first(uint64_t bits) { return (unsigned)__builtin_ctzll(bits); }

static inline unsigned bits_select(uint64_t bits, unsigned k) {
#ifdef __BMI2__
    return bits_first(__builtin_ia32_pdep_di(UINT64_C(1) << k, bits));
#else
    return bits & (bits - 1) ? bits_select_slow(bits, k) : bits_first(bits);
#endif
}

/* The faces that occur at least once. */
static inline uint64_t cards_faces(const Cards *cards) {
    const uint64_t *p = cards->plane;
    return p[0] | p[1] | p[2] | p[3] | p[4];
}

static inline bool cards_has(const Cards *cards, Face face) { return cards_faces(cards) >> face & 1; }

static inline unsigned cards_copies(const Cards *cards, Face face) {
    unsigned copies = 0;
    for (unsigned i = 0; i < PLANES; i++) copies |= (unsigned)(cards->plane[i] >> face & 1) << i;
    return copies;
}

/* Adds one card; the caller keeps every count within COPIES_MAX. The carry
 * seldom goes beyond the second plane, so those two are done without a branch. */
static inline void cards_add(Cards *cards, Face face) {
    uint64_t *p = cards->plane, carry = FACE_BIT(face);
    uint64_t to_second = p[0] & carry, to_third = p[1] & to_second;
    p[0] ^= carry;
    p[1] ^= to_second;
    carry = to_third;
    for (unsigned i = 2; __builtin_expect(carry != 0, 0); i++) {
        uint64_t next = p[i] & carry;
        p[i] ^= carry;
        carry = next;
    }
}

/* Removes one card; it must be there. */
static inline void cards_remove(Cards *cards, Face face) {
    uint64_t *p = cards->plane, borrow = FACE_BIT(face);
    uint64_t from_second = ~p[0] & borrow, from_third = ~p[1] & from_second;
    p[0] ^= borrow;
    p[1] ^= from_second;
    borrow = from_third;
    for (unsigned i = 2; __builtin_expect(borrow != 0, 0); i++) {
        uint64_t next = ~p[i] & borrow;
        p[i] ^= borrow;
        borrow = next;
    }
}

/* The same, and a few more, for multisets with at most seven copies of a face: no branch, and
 * two planes less to look at. */
static inline uint64_t cards_faces_few(const Cards *cards) {
    return cards->plane[0] | cards->plane[1] | cards->plane[2];
}

static inline void cards_add_few(Cards *cards, Face face) {
    uint64_t *p = cards->plane, carry = FACE_BIT(face), to_second = p[0] & carry;
    p[2] ^= p[1] & to_second;
    p[1] ^= to_second;
    p[0] ^= carry;
}

static inline void cards_remove_few(Cards *cards, Face face) {
    uint64_t *p = cards->plane, borrow = FACE_BIT(face), from_second = ~p[0] & borrow;
    p[2] ^= ~p[1] & from_second;
    p[1] ^= from_second;
    p[0] ^= borrow;
}

/* cards_at(): nobody can guess which plane it will be, so none of it is a branch. */
static inline Face cards_at_few(const Cards *cards, unsigned k) {
    const uint64_t *p = cards->plane;
    unsigned ones = bits_count(p[0]), twos = ones + 2 * bits_count(p[1]);
    unsigned second = k >= ones, third = k >= twos;
    uint64_t in_second = 0 - (uint64_t)second, in_third = 0 - (uint64_t)third;
    uint64_t plane = p[0] ^ ((p[0] ^ p[1]) & in_second);
    k -= (ones & (unsigned)in_second) + ((twos - ones) & (unsigned)in_third);
    plane ^= (plane ^ p[2]) & in_third;
    return (Face)bits_select(plane, k >> (second + third));
}

static inline unsigned cards_total_few(const Cards *cards, uint64_t faces) {
    const uint64_t *p = cards->plane;
    return bits_count(p[0] & faces) + 2 * bits_count(p[1] & faces) + 4 * bits_count(p[2] & faces);
}

/* from -= less; `less` must be within `from`. */
static inline void cards_take_few(Cards *from, const Cards *less) {
    uint64_t *a = from->plane;
    const uint64_t *b = less->plane;
    uint64_t borrow = ~a[0] & b[0], more = (~a[1] & (b[1] | borrow)) | (b[1] & borrow);
    a[0] ^= b[0];
    a[1] ^= b[1] ^ borrow;
    a[2] ^= b[2] ^ more;
}

/* The k-th card of all copies in a fixed order, plane by plane: k < cards_total().
 * Every card is found by exactly one k, so a uniform k is a uniform draw. */
static inline Face cards_at(const Cards *cards, unsigned k) {
    const uint64_t *p = cards->plane;
    unsigned ones = bits_count(p[0]), twos = 2 * bits_count(p[1]);
    unsigned i = k >= ones, mask = 0 - i; /* chance decides between the first two planes: no branch */
    unsigned weight = ones ^ ((ones ^ twos) & mask);
    k -= ones & mask;
    while (__builtin_expect(k >= weight, 0)) {
        k -= weight;
        i++;
        weight = bits_count(p[i]) << i;
    }
    return (Face)bits_select(p[i], k >> i);
}

unsigned cards_total(const Cards *cards);
unsigned cards_total_of(const Cards *cards, uint64_t faces);
bool cards_equal(const Cards *a, const Cards *b);

/* True when `part` has no more copies of any face than `whole`. */
bool cards_within(const Cards *part, const Cards *whole);

/* into += more. Counts beyond COPIES_MAX are the caller's mistake. */
void cards_merge(Cards *into, const Cards *more);

/* from -= less; `less` must be within `from`. */
void cards_take_away(Cards *from, const Cards *less);

/* Only the copies of the given faces. */
Cards cards_only(const Cards *cards, uint64_t faces);

/* cards[face] = copies. */
void cards_set(Cards *cards, Face face, unsigned copies);

#endif
