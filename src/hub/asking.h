/* asking.h -- what somebody asks of the hub, from the first try to the answer.
 *
 * The hub reads as it writes: nobody waits for the disk. Code that needs to know something of the store asks hub->facts,
 * which is read like any store (store_user(), store_members() ...) but knows only what was read for this very asking
 * before. Where it lacks something the try is void: nothing is said, counted, reserved or written from there on, and
 * whatever was read counts for nothing. The world reads what is lacking in another thread, and then the asking is
 * tried again from its beginning. So all that was looked at before is looked at again, and a function that answers
 * need not know that it ever waited, but for three things:
 *
 *     all that it reads is read before it writes: hub_reserve() is false while something is lacking, and who writes
 *     without reserving asks hub_lacks();
 *     what it reads may not depend on chance, which differs from try to try (asking_chance() does not);
 *     what a rate counts is counted once, however often it is tried.
 *
 * What was read can be old by the time it is used: an asking that changes something reserves its name, and one that finds
 * the name written after it began to read reads everything again. */
#ifndef UNO_HUB_ASKING_H
#define UNO_HUB_ASKING_H

#include "../store/facts.h"
#include "hub.h"
#include "rate.h"

typedef enum {
    ASKING_REQUEST, /* api.c */
    ASKING_SOCKET,  /* a WebSocket that wants to be opened (sockets.c) */
    ASKING_MESSAGE, /* of a WebSocket (sockets.c) */
    ASKING_JOB,     /* a password's job is done (hub.c) */
    ASKING_FORGET,  /* what is old (hub.c) */
    ASKING_NODE,    /* what other nodes do (nodes.c) */
    ASKING_LOG,     /* of a table or an event (nodes.c) */
    ASKING_USER,    /* of somebody (nodes.c) */
} AskingKind;

enum { ASKING_COUNTED = 8, ASKING_LATER = 32 };

/* A message that came while the one before it waits: they are heard in their order. */
typedef struct LaterMessage LaterMessage;
struct LaterMessage {
    LaterMessage *next;
    size_t length;
    char text[];
};

typedef struct Asking Asking;
struct Asking {
    AskingKind kind;
    HubLine line;       /* whose it is; hub->askings has it by this while it waits */
    HubRequest request; /* of a request or a WebSocket; a message is its body */
    HubJob *job;
    Facts known;
    bool stale;              /* something that was read has been written since */
    bool gone;               /* nobody waits for the answer any more */
    unsigned tries, waiting; /* readings under way */
    uint64_t since;          /* the last batch that all readings have seen */
    uint64_t chance;         /* 0: not drawn yet */
    uint64_t number;         /* they are counted from the first */
    int64_t began;           /* the time of day when it was first tried */
    struct SharedLog *busy;  /* the log that it waits for (nodes.h); NULL: none */
    struct SharedLog *wrote; /* what it has wished something into: over only when that is on the disk */
    bool looked;             /* a log was read on for it */
    bool settling;           /* it waits for just that */
    Asking *behind;          /* at the same log */
    uint64_t counted[ASKING_COUNTED];
    unsigned counts, laters;
    LaterMessage *later, **later_end;
    char *bytes; /* what `request` points to, once it waits */
};

/* Tries it; where something is lacking a copy of it waits. A job is dropped when all is done. */
void asking_begin(Hub *hub, const Asking *asking);

/* The asker is gone. */
void asking_gone(Hub *hub, HubLine line);

/* The message waits behind this one of the same WebSocket; false: too many do. */
bool asking_queue(Asking *asking, const char *text, size_t length);

/* A number that is the same in every try. */
uint64_t asking_chance(Hub *hub);

/* Of this node or of others something is on its way to this log, so that nobody knows how its table or event stands: the asking
 * is tried again once that is known. False: it need not wait. */
bool asking_waits(Hub *hub, struct SharedLog *log);

/* It can be looked at again. `lost`: what was wished for last was not written, and is tried from its beginning. */
void askings_wake(Hub *hub, struct SharedLog *log, bool lost);

/* True the first time in all tries that this is to be counted. */
bool asking_counts(Hub *hub, RateKind kind, const char *who);

/* The oldest batch that something which waits may have seen last. */
uint64_t askings_since(const Hub *hub);
void askings_free(Hub *hub);

/* ---- what each kind does: try it, or say that the store cannot be read ---- */

void request_try(Hub *hub, const Asking *asking);
void request_fail(Hub *hub, const Asking *asking);
void socket_try(Hub *hub, const Asking *asking);
void socket_fail(Hub *hub, const Asking *asking);
void message_try(Hub *hub, const Asking *asking);
void message_fail(Hub *hub, const Asking *asking);
void job_try(Hub *hub, const Asking *asking);
void job_fail(Hub *hub, const Asking *asking);
void forget_try(Hub *hub, const Asking *asking);
void forget_fail(Hub *hub, const Asking *asking);
void node_try(Hub *hub, const Asking *asking);
void node_fail(Hub *hub, const Asking *asking);
void log_try(Hub *hub, const Asking *asking);
void log_fail(Hub *hub, const Asking *asking);
void user_try(Hub *hub, const Asking *asking);
void user_fail(Hub *hub, const Asking *asking);

#endif
