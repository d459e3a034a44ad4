/* job.h -- work that takes too long for the loop: a bot's decision, the hash of a
 * password, a message to a browser. A job is complete in itself: the thread that runs it needs nothing else, and
 * nothing else changes meanwhile. */
#ifndef UNO_HUB_JOB_H
#define UNO_HUB_JOB_H

#include "../bots/bot.h"
#include "hub.h"

enum { PASSWORD_MAX = 256, PASSWORD_MIN = 8 };

typedef enum { JOB_BOT, JOB_HASH, JOB_VERIFY, JOB_GAME, JOB_REVIEW, JOB_PUSH } JobKind;

typedef struct {
    uint64_t table, seq; /* which moment of which table it is about */
    Seat seat;
    Rules rules;
    Bot bot; /* its rules are the ones above */
    View view;
    bool acts; /* what came of it: false: it lets it be */
    Action action;
} BotJob;

typedef struct {
    HubLine line;                        /* the request that waits for it */
    uint64_t user;                       /* of whom; who does not exist is verified all the same, against `stored` */
    char name[STORE_NAME_MAX];           /* what else the request said, for what follows */
    char address[HUB_ADDRESS_MAX];       /* and where it came from */
    bool known;                          /* asked where this person has signed in before: no stranger goes first */
    char password[PASSWORD_MAX];         /* wiped once it is done */
    char stored[STORE_PASSWORD_MAX];     /* JOB_VERIFY: against what; JOB_HASH: the result */
    bool good;                           /* JOB_VERIFY: it fits; JOB_HASH: there was memory */
    void (*then)(Hub *hub, HubJob *job); /* goes on in the loop */
} PasswordJob;

/* A game among bots alone, a few moves at a time: whoever else waits for a thread has a turn in between. */
enum { GAME_JOB_STEPS = 40, GAME_JOB_WORLDS = 8 };

typedef struct {
    uint64_t event;
    uint32_t number; /* of its game */
    bool begun, over;
    bool failed;       /* it cannot be played on */
    struct Home *home; /* the job's own */
} GameJob;

/* A review of a game that is over, a few choices at a time, as above. */
typedef struct {
    HubLine line;            /* the request that reads it */
    struct Reviewed *review; /* the job's own (reviews.c) */
} ReviewJob;

/* A message for a browser whose page is not open: the world seals and sends it. */
enum { PUSH_WORDS_MAX = 400, PUSH_TOPIC_MAX = 33 };

typedef struct {
    uint64_t user;
    char endpoint[STORE_ENDPOINT_MAX], key[STORE_PUSH_KEY_MAX], secret[STORE_PUSH_SECRET_MAX];
    char words[PUSH_WORDS_MAX]; /* JSON (docs/protocol.md) */
    char topic[PUSH_TOPIC_MAX]; /* one of the same topic that still waits is replaced */
    unsigned ttl_s;
    unsigned status; /* what the push service answered; 0: nothing */
} PushJob;

struct HubJob {
    JobKind kind;
    uint64_t owner; /* in whose name it waits (job_queue.h) */
    unsigned share; /* set as it starts: among how many its thread is divided; 0 as 1 */
    HubJob *next;   /* of those that wait in the same name */
    union {
        BotJob bot;
        PasswordJob password;
        GameJob game;
        ReviewJob review;
        PushJob push;
    };
};

/* NULL: no memory. Handed to hub_start_job(), which gives it back to the code it concerns and then frees it. */
HubJob *job_new(JobKind kind, uint64_t owner);

#endif
