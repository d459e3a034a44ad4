/* estimate.c -- intervals: Student, and ratios of grouped sums. */
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
