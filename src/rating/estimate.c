/* estimate.c -- intervals: Student, Wilson, and ratios of grouped sums. */
#include "estimate.h"

#include <stddef.h>

#include "exact.h"

/* Beyond the first few by the expansion of Cornish and Fisher. */
double estimate_student(double z, unsigned long freedom) {
    static const double first[] = {12.706, 4.303, 3.182};
    double n = (double)freedom, z2 = z * z, z3 = z2 * z, z5 = z3 * z2, z7 = z5 * z2;
    if (freedom <= sizeof first / sizeof *first) return z / ESTIMATE_Z * first[freedom - 1];
    return z + (z3 + z) / (4 * n) + (5 * z5 + 16 * z3 + 3 * z) / (96 * n * n) +
           (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * n * n * n);
}

Estimate estimate_share(double won, double games, double z) {
    if (!(games > 0)) return (Estimate){0, 0, 1, false};
    double p = won / games, z2 = z * z, whole = 1 + z2 / games;
    double middle = (p + z2 / (2 * games)) / whole;
    double reach = z / whole * exact_sqrt(p * (1 - p) / games + z2 / (4 * games * games));
    Estimate out = {p, middle - reach, middle + reach, true};
    if (out.low < 0) out.low = 0;
    if (out.high > 1) out.high = 1;
    return out;
}

Estimate estimate_mean(double sum, double squares, unsigned long n, double z) {
    double count = (double)n, mean = n ? sum / count : 0;
    if (n < 2) return (Estimate){mean, mean, mean, false};
    double variance = (squares - sum * mean) / (count - 1);
    double reach = estimate_student(z, n - 1) * exact_sqrt((variance > 0 ? variance : 0) / count);
    return (Estimate){mean, mean - reach, mean + reach, true};
}

/* Where every game went the same way there is no spread to measure; Wilson's interval still tells how little that
 * proves. */
static void widen(unsigned long groups, Estimate *out) {
    double z2 = ESTIMATE_Z * ESTIMATE_Z, reach = z2 / ((double)groups + z2);
    if (out->value >= 1) out->low = 1 - reach, out->high = 1;
    else if (out->value <= 0) out->low = 0, out->high = reach;
}

Estimate estimate_ratio(const RatioSums *sums) {
    Estimate out = {0, 0, 1, false};
    if (!sums->bottom) return out;
    double bottom = (double)sums->bottom, groups = (double)sums->groups, mean = (double)sums->top / bottom;
    out.value = mean / sums->unit;
    if (sums->groups < 2) return out;
    double squares =
        (double)sums->top_top - 2 * mean * (double)sums->top_bottom + mean * mean * (double)sums->bottom_bottom;
    double error = exact_sqrt((squares > 0 ? squares : 0) * groups / (groups - 1)) / bottom / sums->unit;
    double reach = estimate_student(ESTIMATE_Z, sums->groups - 1) * error;
    out.low = out.value - reach > 0 ? out.value - reach : 0;
    out.high = out.value + reach < 1 ? out.value + reach : 1;
    out.sure = true;
    widen(sums->groups, &out);
    return out;
}
