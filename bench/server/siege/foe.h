/* foe.h -- clients with bad manners, for a load test beside honest ones.
 *
 * Each kind is a row: what it asks for once it is connected, and what it then does over and
 * over. All are bounded: in number, in how often each acts, and in time. They talk to this
 * machine only, from many of its loopback addresses, so that the server's limits by address
 * meet them as they would meet strangers. */
#ifndef UNO_BENCH_FOE_H
#define UNO_BENCH_FOE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FOE_COOKIE_MAX = 128, FOE_CODE_MAX = 16, FOE_KEPT_MAX = 4096 };

typedef enum {
    FOE_HALF_OPEN, /* a request that never ends, a byte at a time */
    FOE_SILENT,    /* connects, and says nothing */
    FOE_PASSWORDS, /* guesses passwords */
    FOE_REQUESTS,  /* asks for whatever costs the server most */
    FOE_FLOOD,     /* more messages than anybody can type */
    FOE_TABLES,    /* tables full of the strongest bots, and the same table joined again and again */
    FOE_SLOW,      /* asks for much, and reads nothing */
    FOE_KINDS
} FoeKind;

typedef enum { FOE_AWAY, FOE_ASKED_GUEST, FOE_ASKED_TABLE, FOE_ASKED_SOCKET, FOE_READY } FoeStep;

typedef struct {
    FoeKind kind;
    FoeStep step;
    unsigned number;
    int fd; /* -1: not connected */
    int64_t due_ns;
    unsigned deeds; /* on this connection */
    char cookie[FOE_COOKIE_MAX], code[FOE_CODE_MAX];
    char kept[FOE_KEPT_MAX]; /* the beginning of an answer */
    size_t count;
} Foe;

/* What all of them did and met. */
typedef struct {
    uint64_t deeds, connected, closed, refused, bytes_read;
} FoeCount;

void foe_init(Foe *foe, FoeKind kind, unsigned number);

/* Does what is due by now; `port` is the server's. */
void foe_act(Foe *foe, unsigned port, int64_t now_ns, FoeCount *count);

/* Something can be read, or the connection is over. */
void foe_hear(Foe *foe, int64_t now_ns, FoeCount *count);

#endif
