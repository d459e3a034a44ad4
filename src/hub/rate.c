/* rate.c -- a bucket is one number: when it would be full again. Taking one moves that
 * a little further away, and it may lie no further away than the bucket is large.
 *
 * Buckets lie in sets of RATES_WAYS; the name says in which. Where a set is full the one
 * that is nearest to being full is forgotten: it says least. Of those that guard a secret
 * only one that misses a single take is: else a flood of names would give guesses back. */
#include "rate.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#define SECOND 1000
#define MINUTE (60 * SECOND)
#define HOUR (60 * MINUTE)

static const RateLimit usual[RATE_KINDS] = {
    [RATE_REQUEST] = {20, SECOND, 100, false},    /* from an address; as configured */
    [RATE_COSTLY] = {2, SECOND, 30, false},       /* from an address */
    [RATE_MESSAGE] = {40, SECOND, 200, false},    /* of a person; as configured */
    [RATE_UPGRADE] = {10, SECOND, 400, false},    /* from an address */
    [RATE_USER_UPGRADE] = {1, SECOND, 60, false}, /* of a person */
    [RATE_CHAT] = {1, 1500, 6, false},            /* of a person */
    [RATE_ROOM] = {1, SECOND, 60, false},         /* of a person */
    [RATE_GUEST] = {60, HOUR, 60, false},         /* from an address; as configured */
    [RATE_RENAME] = {20, HOUR, 20, false},        /* of a person */
    [RATE_TABLE] = {120, HOUR, 30, false},        /* of a person */
    [RATE_CLUB] = {20, HOUR, 10, false},          /* of a person */
    [RATE_CLUB_CHANGE] = {600, HOUR, 200, false}, /* in a club */
    [RATE_RULES] = {120, HOUR, 60, false},        /* in a club */
    [RATE_BOT] = {30, HOUR, 30, false},           /* of a person */
    [RATE_LINK] = {30, HOUR, 10, false},          /* of a person */
    [RATE_PUSH] = {30, HOUR, 10, false},          /* of a person */
    [RATE_FOLLOW] = {30, HOUR, 10, false},        /* of a person */
    [RATE_FOLLOWED] = {60, HOUR, 20, false},      /* from an address */
    [RATE_PUBLISH] = {4, SECOND, 20, false},      /* under a code */
    [RATE_NEW_EVENT] = {20, HOUR, 10, false},     /* of a person */
    [RATE_EVENT] = {5, SECOND, 120, false},       /* of a person */
    [RATE_KNOWN] = {10, MINUTE, 10, false},       /* from an address for an account */
    [RATE_PASSWORD] = {30, MINUTE, 30, true},     /* from an address */
    [RATE_LOGIN] = {10, MINUTE, 10, true},        /* from an address for an account */
    [RATE_ACCOUNT] = {60, HOUR, 30, true},        /* for an account */
    [RATE_CHANGE] = {10, MINUTE, 10, true},       /* of a person */
    [RATE_REDEEM] = {60, HOUR, 20, true},         /* from an address */
    [RATE_JOIN] = {60, HOUR, 20, true},           /* from an address */
    [RATE_CODE] = {10, MINUTE, 30, true},         /* from an address */
    [RATE_TOKEN] = {10, MINUTE, 30, true},        /* from an address */
};

/* ---- one bucket ---- */

/* How long one take lasts. In microseconds, so that a thousand a second and more come out right. */
static int64_t one_us(unsigned count, int64_t per_ms) {
    int64_t one = per_ms * 1000 / count;
    return one < 1 ? 1 : one;
}

static bool has_one(const Rate *rate, int64_t now_us, int64_t one, unsigned burst) {
    int64_t from = rate->full_at > now_us ? rate->full_at : now_us;
    return from + one <= now_us + one * (int64_t)burst;
}

bool rate_take(Rate *rate, int64_t now_ms, unsigned count, int64_t per_ms, unsigned burst) {
    if (count == 0 || burst == 0) return false;
    int64_t now = now_ms * 1000, one = one_us(count, per_ms);
    if (!has_one(rate, now, one, burst)) return false;
    rate->full_at = (rate->full_at > now ? rate->full_at : now) + one;
    return true;
}

/* ---- many ---- */

typedef struct RateBucket {
    uint64_t name; /* 0: free */
    Rate rate;
    uint32_t times;
    uint8_t kind;
} Bucket;

void rates_init(Rates *rates) { memcpy(rates->limit, usual, sizeof usual); }

void rates_free(Rates *rates) {
    free(rates->bucket);
    rates->bucket = NULL;
}

static uint64_t name_of(const Rates *rates, RateKind kind, unsigned times, const char *who) {
    uint8_t text[256] = {(uint8_t)kind, (uint8_t)times}, hash[crypto_shorthash_BYTES];
    size_t length = strnlen(who, sizeof text - 2);
    uint64_t name;
    memcpy(text + 2, who, length);
    crypto_shorthash(hash, text, 2 + length, rates->key);
    memcpy(&name, hash, sizeof name);
    return name ? name : 1;
}

static bool can_be_forgotten(const Rates *rates, const Bucket *bucket, int64_t now_us) {
    const RateLimit *limit = &rates->limit[bucket->kind];
    if (bucket->rate.full_at <= now_us || !limit->secret) return true;
    return bucket->rate.full_at - now_us <= one_us(limit->count * bucket->times, limit->per_ms);
}

/* NULL: there is none by that name, nor room for one. */
static Bucket *bucket_of(Rates *rates, RateKind kind, unsigned times, const char *who, int64_t now_ms) {
    if (!rates->bucket && !(rates->bucket = calloc(RATES_MAX, sizeof *rates->bucket))) return NULL;
    uint64_t name = name_of(rates, kind, times, who);
    Bucket *set = &rates->bucket[name % (RATES_MAX / RATES_WAYS) * RATES_WAYS], *place = NULL;
    for (Bucket *at = set; at < set + RATES_WAYS; at++) {
        if (at->name == name) return at;
        bool better = !place || at->rate.full_at < place->rate.full_at;
        if (better && can_be_forgotten(rates, at, now_ms * 1000)) place = at;
    }
    if (place) *place = (Bucket){.name = name, .times = times, .kind = (uint8_t)kind};
    return place;
}

bool rates_take(Rates *rates, RateKind kind, unsigned times, const char *who, int64_t now_ms) {
    const RateLimit *limit = &rates->limit[kind];
    Bucket *bucket = bucket_of(rates, kind, times, who, now_ms);
    if (!bucket) return !limit->secret;
    return rate_take(&bucket->rate, now_ms, limit->count * times, limit->per_ms, limit->burst * times);
}

bool rates_has(Rates *rates, RateKind kind, unsigned times, const char *who, int64_t now_ms) {
    const RateLimit *limit = &rates->limit[kind];
    const Bucket *bucket = bucket_of(rates, kind, times, who, now_ms);
    if (!bucket) return !limit->secret;
    return has_one(&bucket->rate, now_ms * 1000, one_us(limit->count * times, limit->per_ms), limit->burst * times);
}
