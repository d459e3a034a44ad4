/* rate.h -- how often somebody may do something: buckets that fill with time. */
#ifndef UNO_SERVER_RATE_H
#define UNO_SERVER_RATE_H

#include "map.h"

/* One bucket by itself. */
typedef struct {
    int64_t full_at; /* when it would be full again, in microseconds */
} Rate;

/* Takes one of a bucket that holds `burst` and gets `count` back every `per_ms`. False: it is empty. */
bool rate_take(Rate *rate, int64_t now_ms, unsigned count, int64_t per_ms, unsigned burst);

/* Buckets by name ("request 192.0.2.7"); full ones are forgotten, and there are never more than RATES_MAX. */
enum { RATES_MAX = 100000 };
typedef struct {
    Map map;
    int64_t swept_at;
} Rates;

void rates_free(Rates *rates);
/* True as well where there is no memory to count. */
bool rates_take(Rates *rates, const char *what, const char *who, int64_t now_ms, unsigned count, int64_t per_ms,
                unsigned burst);

#endif
