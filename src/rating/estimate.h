/* estimate.h -- a figure with the interval in which the true one lies in 95 of 100 cases. */
#ifndef UNO_RATING_ESTIMATE_H
#define UNO_RATING_ESTIMATE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    double value, low, high;
    bool sure; /* false: there is too little to tell low and high */
} Estimate;

/* The normal quantile of two-sided 95 %. */
#define ESTIMATE_Z 1.959964

/* Student's quantile that belongs to the normal one, `freedom` from 1. */
double estimate_student(double z, unsigned long freedom);

/* A ratio of sums over groups that resemble each other within: `top` in parts of `unit` out of `bottom`, with the sums
 * of the groups' products. Kept within 0 and 1. */
typedef struct {
    uint64_t top, bottom, top_top, top_bottom, bottom_bottom;
    unsigned long groups;
    double unit;
} RatioSums;
Estimate estimate_ratio(const RatioSums *sums);

#endif
