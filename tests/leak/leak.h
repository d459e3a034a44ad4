/* leak.h -- does the wire tell what a seat may not know? Two servers with the same clock, the
 * same chance and the same inputs; in the second one, all that one observer cannot see
 * is dealt anew. As long as nothing happens that the observer may see, and that
 * would be different, every byte, every message and every due time must be the same.
 *
 *     pair.c   the two servers, and what they said
 *     leak.c   games by chance, and what is compared when */
#ifndef UNO_LEAK_H
#define UNO_LEAK_H

#include "random.h"
#include "server/tables.h"

enum { PAIR_PEOPLE = SEATS_MAX + 1, PAIR_LINES = 4096 };

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
    int64_t wait_ms; /* until it wants its next turn */
} Side;

typedef struct {
    uint64_t user;
    char session[HUB_TOKEN_HEX]; /* of a program: its token */
    bool program;
    HubLine line;
} Guest;

typedef struct {
    Side side[2]; /* as it is; and as it might be */
    int64_t now_ms;
    HubLine lines;
    Guest guest[PAIR_PEOPLE];
    char code[STORE_CODE_MAX];
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

/* People with a name, or programs with a token. */
void pair_invite(Pair *pair, unsigned guest, bool program);

/* What both have said on a line is dropped. */
void pair_hush(Pair *pair, HubLine line);

Desk *pair_desk(Pair *pair, unsigned side);

#endif
