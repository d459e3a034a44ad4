/* net_internal.h -- what the files of the net share.
 *
 *     net.c          start, turns of the hub, the end
 *     net_listen.c   addresses, accepting, how many connections an address has
 *     net_tls.c      certificate and key are looked at before anything starts
 *     net_library.c  libwebsockets: its settings, its log, its events handed on
 *     net_request.c  the headers of a request as the hub wants them
 *     net_http.c     requests from their first line to the last byte of the answer
 *     net_ws.c       WebSockets: opening, messages, what is sent
 *     net_lines.c    connections by number, and what the hub asks of them
 *     net_sweep.c    pings and everything that takes too long
 *     net_threads.c  the store thread and the workers
 *     net_admin.c    the operator's socket
 *     net_log.c      the log;  net_metrics.c  numbers for a monitor
 *
 * Everything runs in the loop's thread but for the bodies of the threads. The hub must
 * not be called from inside one of its own calls, so what it asks for is only noted
 * there: connections with something to do are put on a list, which net_flush() works off. */
#ifndef UNO_SERVER_NET_INTERNAL_H
#define UNO_SERVER_NET_INTERNAL_H

#include <libwebsockets.h>
#include <netinet/in.h>
#include <pthread.h>
#include <uv.h>

#include "limits.h"
#include "map.h"
#include "net.h"
#include "page.h"

typedef struct Net Net;

/* ---- bytes that wait ---- */

/* LWS_PRE bytes stay free in front of what waits: the library writes the header of a frame there. */
typedef struct {
    unsigned char *data;
    size_t start, end, size;
} Bytes;

static inline size_t bytes_count(const Bytes *bytes) { return bytes->end - bytes->start; }
static inline unsigned char *bytes_first(const Bytes *bytes) { return bytes->data + bytes->start; }
bool bytes_add(Bytes *bytes, const void *data, size_t count); /* false: no memory, and nothing was added */
void bytes_take(Bytes *bytes, size_t count);                  /* from the front; the last one frees the memory */
void bytes_free(Bytes *bytes);

/* ---- connections ---- */

typedef enum {
    CONN_IDLE,   /* between requests */
    CONN_BODY,   /* the body of a request is being read */
    CONN_ASKED,  /* the hub has the request */
    CONN_ANSWER, /* the answer is being sent */
    CONN_STREAM, /* ... and goes on until the hub or the other side ends it */
    CONN_SOCKET, /* a WebSocket */
} ConnState;

/* An address, or a network of IPv6, with connections. */
typedef struct {
    uint64_t key; /* in Net.peers */
    unsigned conns;
} Peer;

typedef struct Conn Conn;
struct Conn {
    Net *net;
    struct lws *wsi;
    HubLine line; /* what the hub calls it now; 0: nothing */
    ConnState state;
    unsigned slot;
    Peer *peer; /* whose connections it counts among; NULL: it is not counted */
    char address[HUB_ADDRESS_MAX];
    Conn *next_noted;
    bool noted;    /* is on the list of those with something to do */
    bool gone;     /* closed: only its memory is left */
    bool open;     /* CONN_SOCKET: the handshake is done */
    bool keep;     /* the connection may be used for another request */
    bool chunked;  /* CONN_STREAM: each piece is sent with its length */
    bool https;    /* as the person sees it */
    bool empty;    /* the library will tell that the empty body is complete */
    bool head;     /* only the headers were asked for */
    bool lingers;  /* what was refused is still coming in */
    bool ending;   /* nothing follows what waits in `out` */
    bool dropped;  /* too slow, or no memory: ends as soon as possible */
    unsigned code; /* of a WebSocket that is ending */
    char *reason;
    Bytes in; /* a body, or a message of which a part is missing */
    Bytes out;
    const unsigned char *page; /* then follows this, which lasts as long as the program */
    size_t page_length;
    int64_t since_ms; /* when the state, or the first part of a message, began */
    int64_t heard_ms; /* the last sign of life */
    int64_t pinged_ms;
    int64_t crowded_ms; /* since when too much waits; 0: it does not */
    int64_t ending_ms;
};

/* ---- counting ---- */

enum { HISTOGRAM_STEPS = 14 };
typedef struct {
    uint64_t count[HISTOGRAM_STEPS + 1], total_us;
} Histogram;

void histogram_add(Histogram *histogram, uint64_t us);

typedef struct {
    uint64_t accepted, refused, bytes_in, bytes_out, messages_in, frames_out, requests, slow, silent, broken;
    uint64_t log_lost, pings;
    Histogram commit, turn, job;
} NetCount;

/* ---- threads ---- */

typedef struct {
    HubJob *job;
    uint64_t us; /* how long it took */
} Done;

/* A ring of jobs; grows, and is used under Threads.lock. */
typedef struct {
    Done *item;
    size_t first, count, size;
} Ring;

typedef struct {
    pthread_mutex_t lock;
    pthread_cond_t work, write, rest;
    pthread_t store_thread, *worker;
    unsigned workers, running;
    bool started_store, stop;
    Ring waiting, done;
    const StoreBatch *batch; /* for the store thread; NULL: none */
    bool committed;          /* there is a verdict for the loop */
    StoreVerdict verdict;
    uint64_t commit_us;
    char trouble[STORE_TROUBLE_MAX];
} Threads;

/* ---- the whole ---- */

struct Net {
    const NetConfig *config;
    HubConfig hub_config;
    Hub *hub;
    Store *store;
    uv_loop_t loop;
    uv_prepare_t before_wait;
    uv_check_t after_wait;
    uv_timer_t turn_timer, sweep_timer, end_timer, accept_timer, drain_timer;
    uv_async_t async;
    uv_signal_t signal[3];
    uv_poll_t listener[NET_LISTEN_MAX];
    int listen_fd[NET_LISTEN_MAX];
    unsigned listeners, watched, port;
    uv_pipe_t admin;
    unsigned admin_clients;
    bool admin_open, loop_made;
    struct lws_context *library;
    struct lws_vhost *host;
    Threads threads;

    Conn **slot; /* by number; the free ones are linked through free_slot */
    unsigned *free_slot;
    unsigned slots, free_count, conns, sockets, sweep_at;
    uint64_t lines;
    Conn *noted, *adopting;
    Map peers;
    bool https; /* certainly; behind a proxy each request may say so */

    bool in_turn, draining, closing, kick;
    int64_t drain_until;
    int64_t wanted_at;   /* when the hub wants its next turn */
    uint64_t turn_began; /* ns */
    NetEnd end;
    NetCount count;
    int64_t library_log_s;
    unsigned library_logged;
};

/* net.c */
int64_t net_now_ms(void);
void net_turn(Net *net); /* before every call that tells the hub of something */

/* net_listen.c; false: `trouble` says why */
bool listen_open(Net *net, char trouble[NET_TROUBLE_MAX]);
bool listen_start(Net *net);
void listen_stop(Net *net);
unsigned listen_urls(const Net *net, char (*urls)[NET_URL_MAX], unsigned most);
void peer_forget(Net *net, Peer *peer);
bool address_is_private(const char *address);

/* net_tls.c */
bool tls_check(const char *cert, const char *key, char trouble[NET_TROUBLE_MAX]);
void tls_prepare(void *context); /* an SSL_CTX */

/* net_library.c */
bool library_open(Net *net, char trouble[NET_TROUBLE_MAX]);
void library_adopt(Net *net, int fd, Conn *conn);
void library_close(Net *net);

/* net_request.c */
typedef struct {
    char method[8], path[1024], query[1024], session[80], bearer[160], address[HUB_ADDRESS_MAX];
    char accepted[128], known_tag[80];
    bool foreign, keep, http_1_1, encoded; /* encoded: has a Transfer-Encoding */
    bool https;                            /* as the person sees it */
    int64_t length;                        /* of the body; -1: none given; -2: nonsense */
} Request;

void request_read(const Conn *conn, Request *out);
const char *request_cookie(bool https); /* the name of the session's cookie */
HubRequest request_for_hub(const Request *request, const Bytes *body);

/* net_http.c: each returns what the library is to be told: 0 go on, -1 close */
int http_begin(Conn *conn);
int http_body(Conn *conn, const void *data, size_t count);
int http_body_done(Conn *conn);
int http_writable(Conn *conn);
/* An answer of ours, written into conn->out. */
void http_refuse(Conn *conn, unsigned status, const char *code, const char *message);
void http_answer(Conn *conn, const HubResponse *response);

/* net_ws.c */
int ws_ask(Conn *conn); /* 0 go on, 1 refused and answered */
void ws_opened(Conn *conn);
int ws_receive(Conn *conn, const char *data, size_t count);
bool ws_flush(Conn *conn);                                 /* false: the connection is to be ended, or broken */
void ws_give_reason(const Conn *conn, const char *reason); /* and conn->code, for the goodbye */

/* net_lines.c */
Conn *conn_new(Net *net);
void conn_free(Conn *conn);
void conn_begin_line(Conn *conn);
void conn_lose_line(Conn *conn); /* the hub is told that it is gone */
void conn_note(Conn *conn);      /* has something to do */
void conn_kill(Conn *conn);      /* not from inside one of its own events */
void net_flush(Net *net);
HubWorld lines_world(Net *net);

/* net_sweep.c */
void sweep_start(Net *net);

/* net_threads.c */
bool threads_start(Net *net);
bool threads_stop(Net *net); /* what still waits is dropped; false: a thought goes on and still uses the net */
void threads_run(Net *net, HubJob *job);
void threads_commit(Net *net, const StoreBatch *batch);
void threads_collect(Net *net); /* tells the hub what is done */
size_t threads_waiting(Net *net);

/* net_admin.c */
bool admin_open(Net *net, char trouble[NET_TROUBLE_MAX]);
void admin_close(Net *net);

/* net_log.c: details are JSON members, "" for none */
__attribute__((format(printf, 4, 5))) void net_log(Net *net, LogLevel level, const char *event, const char *detail,
                                                   ...);
void log_escape(const char *text, char *out, size_t size); /* as the inside of a JSON string */

/* net_metrics.c: the whole answer, which the caller frees; NULL: no memory */
char *metrics_text(Net *net, size_t *length);

#endif
