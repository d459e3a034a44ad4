/* exact.c -- exp by halving the logarithm of 2 away and a Taylor series; log by the series of the inverse hyperbolic
 * tangent. The room is compiled without fused operations (Makefile). */
#include "exact.h"

#include <stdint.h>
#include <string.h>

/* ln 2 in two parts: the first has so few digits that a multiple of it is exact. */
static const double LN2_HIGH = 6.93147180369123816490e-01, LN2_LOW = 1.90821492927058770002e-10;
static const double LN2_INVERSE = 1.44269504088896338700, ROOT2 = 1.41421356237309504880;

enum { EXP_TERMS = 14, LOG_TERMS = 11, MANTISSA_BITS = 52, EXPONENT_BIAS = 1023 };

static double power_of_2(int64_t exponent) {
    uint64_t bits = (uint64_t)(exponent + EXPONENT_BIAS) << MANTISSA_BITS;
    double power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

double exact_exp(double x) {
    const double most = 700;
    if (x > most) x = most;
    if (x < -most) x = -most;
    int64_t halvings = (int64_t)(x * LN2_INVERSE + (x < 0 ? -0.5 : 0.5));
    double rest = x - (double)halvings * LN2_HIGH - (double)halvings * LN2_LOW;
    double sum = 1;
    for (int n = EXP_TERMS; n > 0; n--) sum = 1 + rest / n * sum;
    return sum * power_of_2(halvings);
}

double exact_log(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int64_t exponent = (int64_t)(bits >> MANTISSA_BITS & 0x7FF) - EXPONENT_BIAS;
    double part = x / power_of_2(exponent);
    if (part > ROOT2) part /= 2, exponent++;
    double s = (part - 1) / (part + 1), square = s * s, sum = 0;
    for (int n = LOG_TERMS; n >= 0; n--) sum = sum * square + 1.0 / (2 * n + 1);
    return (double)exponent * LN2_HIGH + (2 * s * sum + (double)exponent * LN2_LOW);
}

/* An instruction on every processor that we know, and rounded correctly by IEEE 754. */
double exact_sqrt(double x) { return __builtin_sqrt(x); }
