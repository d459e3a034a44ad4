/* leak.h -- does the wire tell what a seat may not know? Two servers with the same clock, the
 * same chance and the same inputs; in the second one, all that one observer cannot see
 * is dealt anew. As long as nothing happens that the observer may see, and that
 * would be different, every byte, every message and every due time must be the same.
 *
 *     pair.c   the two servers, and what they said
 *     leak.c   games by chance, and what is compared when
 *     all.c    every message and every request there is, in the midst of them
 *
 * Times are compared as well: both servers have one clock, everything is compared at each
 * moment of it, and so is when each of them wants its next turn. */
#ifndef UNO_LEAK_H
#define UNO_LEAK_H

#include "random.h"
#include "hub/job.h"
#include "hub/messages.h"

enum {
    PAIR_PEOPLE = SEATS_MAX + 1,
    PAIR_LINES = 4096,
    PAIR_JOBS = SEATS_MAX,
    PAIR_FACTS = 64,
    PAIR_MESSAGES = 64,
    PAIR_ROUTES = 128
};

/* Where bots sit, the time at which they act must not depend on their cards either: not on whether they could jump in,
 * and not on how long they thought. */
enum { COMPARE_TIMES_WITH_BOTS = 1 };

typedef struct {
    char *text;
    size_t length, room;
} Words;

typedef struct {
    Hub *hub;
    Store *store;
    uint64_t chance;
    const StoreBatch *batch;
    Words said[PAIR_LINES]; /* by line */
    Words log;
    StoreFact *fact[PAIR_FACTS]; /* that are to be read */
    unsigned facts;
    HubJob *job[PAIR_JOBS]; /* thoughts of bots that nobody has begun */
    unsigned jobs;
    int64_t wait_ms; /* until it wants its next turn */
} Side;

typedef struct {
    uint64_t user;
    char session[HUB_TOKEN_HEX]; /* of a program: its token */
    bool program;
    HubLine line;
} Guest;

/* The kinds of messages that can be sent, one after the other; NULL: there are no more. */
static inline const char *message_name(unsigned number) {
    static const char *const names[] = {
#define SAY(kind, ...) #kind,
#define ALSO(...)
#define HEAR(...)
#include "wire/messages.def"
#undef SAY
#undef ALSO
#undef HEAR
    };
    return number < sizeof names / sizeof *names ? names[number] : NULL;
}

typedef struct {
    Side side[2]; /* as it is; and as it might be */
    int64_t now_ms;
    HubLine lines;
    Guest guest[PAIR_PEOPLE];
    char code[STORE_CODE_MAX];
    uint64_t sent[PAIR_MESSAGES]; /* by kind (message_name), while a game was played */
} Pair;

void words_add(Words *words, const char *text, size_t length);

void pair_open(Pair *pair, uint64_t seed);
void pair_close(Pair *pair);

/* The same to both: a message, a request (what was said on its line is the answer), a connection, a break, time. */
void pair_say(Pair *pair, unsigned guest, const char *text);
void pair_say_each(Pair *pair, unsigned guest, const char *const text[2]); /* a message of its own to each */
HubLine pair_ask(Pair *pair, unsigned guest, const char *method, const char *path, const char *body);
HubLine pair_ask_each(Pair *pair, unsigned guest, const char *method, const char *path, const char *const body[2]);
void pair_connect(Pair *pair, unsigned guest);
void pair_break(Pair *pair, unsigned guest);
void pair_wait(Pair *pair, int64_t ms);
void pair_job_done(Pair *pair, unsigned side, HubJob *job);

/* People with a name, or programs with a token. */
void pair_invite(Pair *pair, unsigned guest, bool program);

/* What both have said on a line is dropped. */
void pair_hush(Pair *pair, HubLine line);

Desk *pair_desk(Pair *pair, unsigned side);

/* ---- leak.c ---- */

/* Who has the odd seats. */
typedef enum { WITH_PEOPLE, WITH_PROGRAMS, WITH_BOTS, COMPANIES } Company;

typedef struct {
    Pair pair;
    const Rules *rules;
    const char *ruleset, *options; /* as JSON */
    Company company;
    unsigned players, observer; /* a seat, or SPECTATOR */
    uint64_t chance;
    Rng sampler;
    unsigned number; /* of the next message */
    Words live;      /* what the observer was told of the actions of this game, as it happened */
    uint64_t redealt[PHASES], compared, bytes, apart, refused, resumed, otherwise, thoughts;
    uint64_t sent[PAIR_MESSAGES], asked[PAIR_ROUTES]; /* in all sessions: by kind, by route */
    unsigned faults;
} Test;

unsigned test_below(Test *test, unsigned n);
unsigned test_observer(const Test *test); /* the observer's number as a guest */
void test_fault(Test *test, const char *what, const char *one, const char *two);
void test_compare(Test *test);
void test_compare_words(Test *test, const char *what, const Words *a, const Words *b);
void test_join(Test *test, unsigned guest);
void test_meet(Test *test); /* the two worlds are the same from here on */

/* ---- all.c ---- */

/* One message of any kind by anybody; what it changed is put right again. */
void all_say(Test *test);

/* One GET of any route by the observer, while a game is played. */
void all_ask(Test *test);

/* False: there is a kind of message, or a GET, that nobody has sent; it is named. */
bool all_were_sent(const Test *test);

#endif
