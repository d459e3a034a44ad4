/* rate.c -- a bucket is one number: when it would be full again. Taking one moves that
 * a little further away, and it may lie no further away than the bucket is large. */
#include "rate.h"

#include <stdio.h>
#include <stdlib.h>

enum { SWEEP_MS = 10000, SWEEP_FULL_MS = 1000 };

/* Counted in microseconds, so that a thousand a second and more come out right. */
bool rate_take(Rate *rate, int64_t now_ms, unsigned count, int64_t per_ms, unsigned burst) {
    if (count == 0 || burst == 0) return false;
    int64_t now = now_ms * 1000, one = per_ms * 1000 / count;
    if (one < 1) one = 1;
    int64_t from = rate->full_at > now ? rate->full_at : now;
    if (from + one > now + one * (int64_t)burst) return false;
    rate->full_at = from + one;
    return true;
}

typedef struct {
    uint64_t name;
    Rate rate;
} Bucket;

void rates_free(Rates *rates) {
    size_t at = 0;
    for (Bucket *bucket; (bucket = map_next(&rates->map, &at));) free(bucket);
    map_free(&rates->map);
}

static void sweep(Rates *rates, int64_t now_ms) {
    size_t at = 0;
    for (Bucket *bucket; (bucket = map_next(&rates->map, &at));)
        if (bucket->rate.full_at <= now_ms * 1000) free(map_take(&rates->map, bucket->name));
    rates->swept_at = now_ms;
}

static Bucket *bucket_of(Rates *rates, uint64_t name, int64_t now_ms) {
    Bucket *bucket = map_get(&rates->map, name);
    if (bucket) return bucket;
    if (now_ms - rates->swept_at >= (rates->map.count < RATES_MAX ? SWEEP_MS : SWEEP_FULL_MS)) sweep(rates, now_ms);
    if (rates->map.count >= RATES_MAX || !(bucket = calloc(1, sizeof *bucket))) return NULL;
    bucket->name = name;
    if (map_put(&rates->map, name, bucket)) return bucket;
    free(bucket);
    return NULL;
}

bool rates_take(Rates *rates, const char *what, const char *who, int64_t now_ms, unsigned count, int64_t per_ms,
                unsigned burst) {
    char name[256];
    snprintf(name, sizeof name, "%s %s", what, who);
    Bucket *bucket = bucket_of(rates, map_hash(name), now_ms);
    return !bucket || rate_take(&bucket->rate, now_ms, count, per_ms, burst);
}
