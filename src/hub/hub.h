/* hub.h -- the whole server but for its sockets, threads, clock and disk, which are
 * arguments: so whole servers run inside a test, on a made-up clock, from a seed.
 *
 *     world (net.c, or a test)                       hub
 *     hub_begin_turn(time)                           remembers what time it is
 *     hub_socket_asked / _message  / _closed   -->   does it: looks at the table, decides,
 *     hub_request / _gone                            gathers what must be written and what
 *     hub_job_done, hub_committed                    must be said, in order
 *     hub_read_done                                  or asks for what it must know first: read()
 *     hub_end_turn()                           -->   commit(): one batch is on its way to the disk
 *                                                    at a time, and the next one gathers meanwhile
 *     hub_committed(verdict)                   -->   send(), respond(): only now does anybody hear of it
 *
 * Nothing is said to anybody before what it tells of is on the disk. All calls are made
 * from one thread; only hub_job_run(), committing a batch and reading belong elsewhere. The hub
 * never calls back into the world outside of one of its own calls, and the world must
 * not call the hub from inside a callback. */
#ifndef UNO_HUB_H
#define UNO_HUB_H

#include "../ruleset/ruleset.h"
#include "../store/facts.h"

#define HUB_PROTOCOL "uno.1" /* the WebSocket's sub-protocol */

enum {
    HUB_MESSAGE_MAX = 8192, /* bytes of a message from a socket */
    HUB_BODY_MAX = 65536,   /* of a request's body */
    HUB_ADDRESS_MAX = 48,
    HUB_TOKEN_HEX = 65, /* a 256-bit secret as text */
};

typedef struct Hub Hub;
typedef struct HubJob HubJob; /* something that takes long: a bot's thought, a password's hash */

/* The world's name for a WebSocket or a request; never 0, never used twice, one count for both. */
typedef uint64_t HubLine;

typedef struct {
    const char *method;  /* "GET", "POST", "PUT", "DELETE" */
    const char *path;    /* "/api/me", without the query, escapes resolved */
    const char *query;   /* "since=3&most=10", as it came; "" for none */
    const char *session; /* the secret of the session cookie; "" for none */
    const char *bearer;  /* what follows "Authorization: Bearer "; "" for none */
    const char *address; /* where the person is, for limits and bans: behind a proxy, what it says */
    bool foreign;        /* the request names an Origin that is not ours */
    const char *body;
    size_t length;
} HubRequest;

typedef struct {
    unsigned status;
    const char *type;    /* "application/json" */
    const char *session; /* NULL: leave the cookie as it is; "": take it away; else the new secret */
    const char *file;    /* offered as a download under this name; NULL: it is not */
    unsigned retry_s;    /* Retry-After; 0: none */
    bool stream;         /* the answer goes on: lines follow by send() until close() or hub_request_gone() */
    const char *body;
    size_t length;
} HubResponse;

/* What the hub asks of the world. What is pointed to is valid during the call only. */
typedef struct {
    void *self;
    /* A message for a WebSocket, or a further line (with its line end) of a streamed answer. A line that is gone
     * already is passed over. */
    void (*send)(void *self, HubLine line, const char *text, size_t length);
    void (*respond)(void *self, HubLine request, const HubResponse *response);
    /* Ends a WebSocket (with this close code) or a streamed answer once all that was sent before is out.
     * hub_socket_closed() or hub_request_gone() is not called for it any more. */
    void (*close)(void *self, HubLine line, unsigned code, const char *reason);
    /* hub_job_run() in another thread, then hub_job_done(). False: too much waits already, and the job stays the
     * hub's. */
    bool (*run)(void *self, HubJob *job);
    /* store_commit() in another thread, then hub_committed(). The batch stays the hub's and untouched till then. */
    void (*commit)(void *self, const StoreBatch *batch);
    /* store_fact_read() in another thread, in any order, then hub_read_done(). It must see every batch that
     * hub_committed() was told of before. The fact stays the hub's. */
    void (*read)(void *self, StoreFact *fact);
    /* What became of hub_socket_asked(): 0, and it is open; or the HTTP status to refuse it with. */
    void (*opened)(void *self, HubLine line, unsigned status);
    void (*random)(void *self, void *out, size_t bytes);
    /* A line for the operator: `level` is "info", "warn" or "error"; `event` a word; `detail` JSON members
     * ("\"table\":\"K7QD2M4P\"") or "". */
    void (*log)(void *self, const char *level, const char *event, const char *detail);
} HubWorld;

typedef struct {
    char url[128];        /* how people reach this server, for links: "http://192.0.2.1:8080" */
    unsigned sockets_max; /* 0 in any of these: the usual number */
    unsigned sockets_per_address;
    unsigned sockets_per_user;
    unsigned tables_max;
    unsigned tables_per_user;
    unsigned spectators_max;  /* of a table */
    unsigned messages_per_s;  /* of a socket, with bursts of five times as many */
    unsigned requests_per_s;  /* of an address */
    unsigned guests_per_hour; /* new guests of an address */
    unsigned idle_minutes;    /* how long before a table with nobody at it closes */
    unsigned pace_ms;         /* between a bot's moves, unless the table says otherwise */
    unsigned pace_min_ms;     /* and no table can be faster; never more than pace_ms */
    unsigned keep_days;       /* logs of tables are deleted so long after they were closed; 0: never */
    char push_key
        [STORE_PUSH_KEY_MAX]; /* the server's public key, for browsers; "": nobody is told anything while away */
    char push_allow[64];      /* a push service that may be called by http, on this machine too: for tests; "": none */
    bool unlimited;           /* tests and benchmarks on the own machine: no limit by rate or by address */
} HubConfig;

/* Takes up every table of the store where it was; one whose log cannot be read is put in quarantine, and the rest
 * goes on. NULL: `trouble` says why. Nothing is asked of the world before the first turn, and the store is not looked at
 * after this. Of a store that other nodes share no table is taken up before somebody asks for it, or nobody else has its lease. */
Hub *hub_new(const HubConfig *config, const HubWorld *world, Store *store, int64_t wall_ms,
             char trouble[STORE_TROUBLE_MAX]);
void hub_free(Hub *hub);

/* A turn: some events, then hub_end_turn(), which returns in how many milliseconds the hub wants another turn even
 * if nothing happens (never more than 60,000). `mono_ms` never goes back. */
void hub_begin_turn(Hub *hub, int64_t mono_ms, int64_t wall_ms);
int64_t hub_end_turn(Hub *hub);

/* A WebSocket is asked for: answered by opened(), at once or later. One that goes before that is a request that is gone. */
void hub_socket_asked(Hub *hub, HubLine line, const HubRequest *request);
void hub_socket_message(Hub *hub, HubLine line, const char *text, size_t length);
void hub_socket_closed(Hub *hub, HubLine line);

/* Answered by respond(), at once or later. */
void hub_request(Hub *hub, HubLine line, const HubRequest *request);
void hub_request_gone(Hub *hub, HubLine line);

/* In any thread: needs nothing but the job. */
void hub_job_run(HubJob *job);
void hub_job_done(Hub *hub, HubJob *job);
/* A job that will not be run any more: at the end of the world. */
void hub_job_drop(HubJob *job);

/* Another node that shares the store has written to it: what it was about is read at once, and not only every now and then. */
void hub_look(Hub *hub);

void hub_read_done(Hub *hub, StoreFact *fact);
void hub_committed(Hub *hub, StoreVerdict verdict, const char *trouble);

/* No more new tables, games and people, and all tables stand still; everybody is told that the server goes down. */
void hub_drain(Hub *hub);

/* True when the server cannot keep its promises any more (a batch failed for good, or there is no memory): nothing is
 * said or done from then on, and the world stops with an error. What was told is on the disk. */
bool hub_has_failed(const Hub *hub);

/* True when nothing waits for the disk or the store and nothing is left to be said. */
bool hub_is_settled(const Hub *hub);

/* How the server is: Prometheus' text. */
void hub_metrics(const Hub *hub, const Printer *printer);

/* What the operator asks, a line of docs/operations.md: "tables", "close CODE", "ban user ID WHY" ... The answer
 * is a JSON object, which the caller frees; NULL: no memory. */
char *hub_admin(Hub *hub, const char *line);

#endif
