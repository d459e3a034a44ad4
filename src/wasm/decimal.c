/* decimal.c -- exactly: a double is a whole number times a power of two, and that has finitely many decimal digits. */
#include "decimal.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum {
    LIMB = 1000000000,
    LIMB_DIGITS = 9,
    WHOLE_LIMBS = 36,                   /* of the largest number there is */
    LIMBS = WHOLE_LIMBS + 1080 / 9 + 2, /* and all that can come behind its point */
    MANTISSA_BITS = 52,
    EXPONENT_BIAS = 1075,
    HALVINGS = 9,   /* at once: they divide a limb's worth without a rest */
    DOUBLINGS = 29, /* at once: so that a product has 64 bits */
    DIGITS = LIMBS * LIMB_DIGITS
};

/* All its digits, the first WHOLE_LIMBS * LIMB_DIGITS of them before the point. */
typedef struct {
    char digit[DIGITS + 1]; /* digit[0] is 0: rounding up always has room */
    unsigned count;
} Digits;

static void double_it(uint32_t *limb, unsigned times) {
    uint64_t carry = 0;
    for (unsigned i = WHOLE_LIMBS; i-- > 0;) {
        carry += (uint64_t)limb[i] << times;
        limb[i] = (uint32_t)(carry % LIMB);
        carry /= LIMB;
    }
}

static void halve_it(uint32_t *limb, unsigned *limbs, unsigned times) {
    uint32_t carry = 0, mask = (1u << times) - 1, part = LIMB >> times;
    for (unsigned i = WHOLE_LIMBS - 2; i < *limbs; i++) {
        uint32_t rest = limb[i] & mask;
        limb[i] = (limb[i] >> times) + carry;
        carry = part * rest;
    }
    if (carry) limb[(*limbs)++] = carry;
}

static void spell(double number, Digits *out) {
    uint32_t limb[LIMBS] = {0};
    unsigned limbs = WHOLE_LIMBS;
    uint64_t bits, mantissa;
    memcpy(&bits, &number, sizeof bits);
    int exponent = (int)(bits >> MANTISSA_BITS & 0x7FF);
    mantissa = bits & ((UINT64_C(1) << MANTISSA_BITS) - 1);
    if (exponent) mantissa |= UINT64_C(1) << MANTISSA_BITS;
    else exponent = 1;
    exponent -= EXPONENT_BIAS;
    limb[WHOLE_LIMBS - 1] = (uint32_t)(mantissa % LIMB);
    limb[WHOLE_LIMBS - 2] = (uint32_t)(mantissa / LIMB);
    for (int left = exponent; left > 0; left -= DOUBLINGS)
        double_it(limb, left < DOUBLINGS ? (unsigned)left : DOUBLINGS);
    for (int left = -exponent; left > 0; left -= HALVINGS)
        halve_it(limb, &limbs, left < HALVINGS ? (unsigned)left : HALVINGS);
    out->count = limbs * LIMB_DIGITS;
    for (unsigned i = 0; i < limbs; i++)
        for (unsigned k = LIMB_DIGITS; k-- > 0; limb[i] /= 10)
            out->digit[i * LIMB_DIGITS + k] = (char)('0' + limb[i] % 10);
}

/* Keeps the first `kept` digits; a half goes to the even one. */
static void round_to(Digits *digits, unsigned kept) {
    while (digits->count < kept) digits->digit[digits->count++] = '0';
    if (digits->count == kept) return;
    bool up = digits->digit[kept] > '5';
    if (digits->digit[kept] == '5') {
        unsigned i = kept + 1;
        while (i < digits->count && digits->digit[i] == '0') i++;
        up = i < digits->count || (digits->digit[kept - 1] - '0') % 2;
    }
    digits->count = kept;
    if (!up) return;
    unsigned at = kept - 1;
    while (digits->digit[at] == '9') digits->digit[at--] = '0';
    digits->digit[at]++;
}

enum { POINT = WHOLE_LIMBS * LIMB_DIGITS };

static unsigned first_of(const Digits *digits) {
    unsigned first = 0;
    while (first < digits->count && digits->digit[first] == '0') first++;
    return first;
}

static unsigned write_plain(const Digits *digits, unsigned places, char *out) {
    unsigned used = 0, first = first_of(digits);
    for (unsigned i = first < POINT ? first : POINT - 1; i < POINT; i++) out[used++] = digits->digit[i];
    if (places) out[used++] = '.';
    for (unsigned i = 0; i < places; i++) out[used++] = digits->digit[POINT + i];
    return used;
}

static unsigned cut_zeros(char *out, unsigned used) {
    while (used && out[used - 1] == '0') used--;
    return used && out[used - 1] == '.' ? used - 1 : used;
}

static unsigned write_power(const Digits *digits, unsigned first, unsigned places, int power, char *out) {
    unsigned used = 0;
    out[used++] = digits->digit[first];
    if (places) {
        out[used++] = '.';
        for (unsigned i = 1; i <= places; i++) out[used++] = digits->digit[first + i];
        used = cut_zeros(out, used);
    }
    unsigned size = (unsigned)(power < 0 ? -power : power);
    out[used++] = 'e';
    out[used++] = power < 0 ? '-' : '+';
    if (size >= 100) out[used++] = (char)('0' + size / 100);
    out[used++] = (char)('0' + size / 10 % 10);
    out[used++] = (char)('0' + size % 10);
    return used;
}

/* `places` digits that count, in whichever form is the shorter. */
static unsigned write_short(Digits *digits, unsigned places, char *out) {
    if (!places) places = 1;
    unsigned first = first_of(digits);
    if (first == digits->count) return out[0] = '0', 1;
    round_to(digits, first + places);
    if (digits->digit[first - 1] != '0') first--; /* 9.99 has become 10 */
    int power = (int)POINT - 1 - (int)first;
    if (power < -4 || power >= (int)places) return write_power(digits, first, places - 1, power, out);
    unsigned behind = (unsigned)((int)places - 1 - power);
    while (digits->count < POINT + behind) digits->digit[digits->count++] = '0';
    unsigned used = write_plain(digits, behind, out);
    return behind ? cut_zeros(out, used) : used;
}

unsigned decimal_write(double number, char kind, unsigned places, char out[DECIMAL_MAX]) {
    Digits digits;
    if (number != number) return memcpy(out, "nan", 3), 3;
    if (number > 1.7976931348623157e308) return memcpy(out, "inf", 3), 3;
    if (places > DECIMAL_PLACES_MAX) places = DECIMAL_PLACES_MAX;
    spell(number, &digits);
    if (kind == 'g') return write_short(&digits, places, out);
    round_to(&digits, POINT + places);
    return write_plain(&digits, places, out);
}
