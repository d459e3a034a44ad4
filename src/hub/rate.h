/* rate.h -- how often somebody may do something: buckets that fill with time. */
#ifndef UNO_HUB_RATE_H
#define UNO_HUB_RATE_H

#include <stdbool.h>
#include <stdint.h>

/* ---- one bucket by itself ---- */

typedef struct {
    int64_t full_at; /* when it would be full again, in microseconds */
} Rate;

/* Takes one of a bucket that holds `burst` and gets `count` back every `per_ms`. False: it is empty. */
bool rate_take(Rate *rate, int64_t now_ms, unsigned count, int64_t per_ms, unsigned burst);

/* ---- buckets by what is done and who does it ---- */

/* What is limited; its numbers are a row of rate.c, and docs/api.md lists them. */
typedef enum {
    RATE_REQUEST,
    RATE_COSTLY,       /* requests that take long to answer (api.h) */
    RATE_MESSAGE,      /* of all sockets of a person */
    RATE_UPGRADE,      /* WebSockets asked for, from an address */
    RATE_USER_UPGRADE, /* and by a person */
    RATE_CHAT,
    RATE_ROOM, /* what a person does at a table but for playing */
    RATE_GUEST,
    RATE_RENAME,
    RATE_TABLE,
    RATE_CLUB,
    RATE_CLUB_CHANGE,
    RATE_RULES,
    RATE_BOT,
    RATE_LINK,
    RATE_PUSH,
    RATE_FOLLOW,
    RATE_FOLLOWED,
    RATE_PUBLISH,
    RATE_NEW_EVENT,
    RATE_EVENT, /* what a person does about events */
    /* A password of an account that has signed in from there before; one from anywhere else: of an address, of that
     * address for this account, and for this account in all; and the old one, to change it. */
    RATE_KNOWN,
    RATE_PASSWORD,
    RATE_LOGIN,
    RATE_ACCOUNT,
    RATE_CHANGE,
    RATE_REDEEM,
    RATE_JOIN,
    RATE_CODE,  /* codes that lead nowhere, of tables and of games to be followed */
    RATE_TOKEN, /* of bots, likewise */
    RATE_KINDS,
} RateKind;

typedef struct {
    unsigned count;
    int64_t per_ms;
    unsigned burst;
    bool secret; /* guards something that could be guessed: where it cannot be counted it is refused */
} RateLimit;

/* As many buckets as there is room for; those that are nearly full again are forgotten for new ones. All work is
 * bounded, however many there are. */
enum { RATES_WAYS = 16, RATES_MAX = 131072 };

typedef struct {
    RateLimit limit[RATE_KINDS];
    uint8_t key[16]; /* nobody outside may know which names share a place */
    struct RateBucket *bucket;
} Rates;

/* `key` is left as it is: it must be random before anything is taken. */
void rates_init(Rates *rates);
void rates_free(Rates *rates);

/* `times`: the bucket is so many times as large (that of a wide network). */
bool rates_take(Rates *rates, RateKind kind, unsigned times, const char *who, int64_t now_ms);

/* Whether there is something left to take. */
bool rates_has(Rates *rates, RateKind kind, unsigned times, const char *who, int64_t now_ms);

#endif
