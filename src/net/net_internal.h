/* net_internal.h -- what the files of the net share.
 *
 *     net.c          start, turns of the hub, the end
 *     net_listen.c   addresses, accepting, how many connections an address has
 *     net_tls.c      certificate, key and what TLS is spoken
 *     net_conn.c     a connection: its descriptor watched, bytes in and out, its end
 *     net_request.c  a request (http_head.h) as the hub wants it: who asks, from where, may they
 *     net_http.c     requests from their first byte to the last one of the answer
 *     net_ws.c       WebSockets: opening, messages (ws_frame.h), what is sent
 *     net_lines.c    connections by number, and what the hub asks of them
 *     net_sweep.c    pings and everything that takes too long
 *     net_threads.c  the store thread, the workers and the clerk's
 *     clerk.h        passwords, in a process of their own
 *     courier.h      messages to push services, likewise
 *     net_admin.c    the operator's socket
 *     net_log.c      the log;  net_metrics.c  numbers for a monitor
 *
 * Everything runs in the loop's thread but for the bodies of the threads. The hub must
 * not be called from inside one of its own calls, so what it asks for is only noted
 * there: connections with something to do are put on a list, which net_flush() works off. */
#ifndef UNO_NET_NET_INTERNAL_H
#define UNO_NET_NET_INTERNAL_H

#include <openssl/ssl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <uv.h>

#include "clerk.h"
#include "courier.h"
#include "http_head.h"
#include "../hub/job_queue.h"
#include "limits.h"
#include "../hub/map.h"
#include "net.h"
#include "network.h"
#include "page.h"
#include "../hub/rate.h"
#include "ws_frame.h"

typedef struct Net Net;

/* ---- bytes that wait ---- */

/* At least BYTES_FRONT bytes are free in front of what waits: the head of a frame is written there. */
enum { BYTES_FRONT = WS_HEAD_MAX };
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
    CONN_SHAKING, /* TLS is not agreed upon yet */
    CONN_IDLE,    /* between requests, or in the head of one */
    CONN_BODY,    /* the body of a request is being read */
    CONN_ASKED,   /* the hub has the request */
    CONN_ANSWER,  /* the answer is being sent */
    CONN_STREAM,  /* ... and goes on until the hub or the other side ends it */
    CONN_SOCKET,  /* a WebSocket */
    CONN_LINGER,  /* all is said: what still comes is thrown away until the other side closes, too */
} ConnState;

/* An address, or a network of IPv6, with connections. */
typedef struct {
    uint64_t key; /* in Net.peers */
    unsigned conns;
} Peer;

typedef struct Conn Conn;
struct Conn {
    Net *net;
    uv_poll_t poll;
    int fd;
    SSL *tls;     /* NULL: none */
    HubLine line; /* what the hub calls it now; 0: nothing */
    ConnState state;
    unsigned slot;
    Peer *peer; /* whose connections it counts among; NULL: it is not counted */
    char address[HUB_ADDRESS_MAX];
    Conn *next_noted, *next_hungry, *next_eager;
    unsigned char watched; /* what libuv is asked to tell of it */
    bool noted;            /* is on the list of those with something to do */
    bool hungry;           /* ... of those with something to read in `in` */
    bool eager;            /* ... of those who send so much that they wait for the others */
    bool gone;             /* closed: only its memory is left ... */
    bool released;         /* ... and libuv does not need it any more */
    bool mute;             /* it has something to read, but is not asked for it now */
    bool blocked;          /* the other side takes no more bytes just now */
    bool trusted;          /* a proxy that the operator has named: what it says of others is believed */
    bool served;           /* a request was answered */
    bool keep;             /* the connection may be used for another request */
    bool chunked;          /* CONN_STREAM: each piece is sent with its length */
    bool https;            /* as the person sees it */
    bool head;             /* only the headers were asked for */
    bool lingers;          /* what was refused is still coming in */
    bool ending;           /* nothing follows what waits in `out` */
    bool dropped;          /* too slow, or no memory: ends as soon as possible */
    bool said_goodbye;     /* CONN_SOCKET: our close frame is on its way, */
    bool heard_goodbye;    /* and there is nothing to wait for: theirs has come, or they speak nonsense */
    unsigned code;         /* of a WebSocket that is ending */
    char *reason;
    Bytes in;         /* what has come and is not complete, or not looked at yet */
    size_t needed;    /* CONN_BODY: bytes of the request, its head included */
    Bytes out;        /* of a WebSocket: messages, each with a line end */
    size_t committed; /* ... as much of them as belongs to the frame that is being sent, with its head */
    Bytes control;    /* ... frames that go between those */
    WsReader reader;
    Bytes message; /* fragments of a message */
    Rate pings_heard;
    const unsigned char *page; /* after `out` follows this, which lasts as long as the program */
    size_t page_length;
    Rate reads;       /* how often something was read of it lately */
    int64_t since_ms; /* when the state, or the first part of a request or message, began */
    int64_t heard_ms; /* the last sign of life */
    int64_t pinged_ms;
    int64_t crowded_ms; /* since when too much waits; 0: it does not */
    int64_t ending_ms;
};

static inline bool conn_has_unsent(const Conn *conn) {
    return bytes_count(&conn->out) || bytes_count(&conn->control) || conn->page_length;
}

/* ---- counting ---- */

enum { HISTOGRAM_STEPS = 14 };
typedef struct {
    uint64_t count[HISTOGRAM_STEPS + 1], total_us;
} Histogram;

void histogram_add(Histogram *histogram, uint64_t us);

typedef struct {
    uint64_t accepted, refused, bytes_in, bytes_out, messages_in, frames_out, requests, slow, silent, broken;
    uint64_t log_lost, pings;
    Histogram commit, read, turn, job;
} NetCount;

/* ---- threads ---- */

/* One thread, and what lies before it. The loop gives a job and takes it back when it is done: nothing is locked, so
 * a thread that has to step back never holds the loop up. */
typedef struct {
    Net *net;
    pthread_t thread;
    bool started;
    sem_t given;    /* something lies there, or it is time to stop */
    bool busy;      /* the loop's: a job was given and not taken back yet */
    JobQueue *from; /* ... out of this queue */
    HubJob *job;
    uint64_t us; /* how long it took */
    atomic_bool done;
} Tray;

typedef struct {
    unsigned workers; /* the trays that are in use */
    Tray *worker, clerk, courier;
    JobQueue thoughts;     /* of bots, for the workers */
    JobQueue pushes;       /* for the courier */
    JobQueue passwords[2]; /* for the clerk: first of people who have signed in there before, then of strangers */
    atomic_bool stop;
    /* The store thread: one batch at a time. */
    pthread_t store_thread;
    bool started_store;
    sem_t write;
    const StoreBatch *batch;
    StoreVerdict verdict;
    uint64_t commit_us;
    char trouble[STORE_TROUBLE_MAX];
    atomic_bool committed; /* verdict, commit_us and trouble are for the loop */
    /* The reader: a few facts at a time, in the order in which they were asked for. */
    pthread_t reader_thread;
    bool started_reader, reader_busy, started_bell;
    pthread_t bell_thread; /* waits for other servers */
    atomic_bool rung;      /* one of them has written */
    sem_t look;
    StoreFact *wanted, **wanted_end; /* the loop's: those that wait */
    StoreFact *reading;              /* the reader's, until `have_read` */
    uint64_t read_us;
    atomic_bool have_read;
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
    uv_idle_t feeder; /* runs while a connection is hungry or eager */
    uv_timer_t turn_timer, sweep_timer, end_timer, accept_timer, drain_timer;
    uv_async_t async;
    uv_signal_t signal[3];
    uv_poll_t listener[NET_LISTEN_MAX];
    int listen_fd[NET_LISTEN_MAX];
    unsigned listeners, watched, port;
    uv_poll_t admin;
    int admin_fd;
    struct AdminClient *admin_client[LIMIT_ADMIN_CLIENTS];
    bool admin_open, admin_paused, loop_made;
    SSL_CTX *tls;          /* NULL: none is spoken */
    unsigned char *buffer; /* LIMIT_READ_BYTES: what was just read, of any connection */
    Threads threads;
    Clerk clerk;
    Courier courier;

    Conn **slot; /* by number; the free ones are linked through free_slot */
    unsigned *free_slot;
    unsigned slots, free_count, conns, sockets, sweep_at;
    uint64_t lines;
    Conn *noted, *hungry, *eager, *last_eager;
    Map peers;
    bool https; /* certainly; behind a proxy each request may say so */

    bool in_turn, draining, closing;
    bool deaf; /* nothing is read any more, so that the end does not hang on what others send */
    int64_t deaf_at, drain_until;
    int64_t wanted_at;   /* when the hub wants its next turn */
    uint64_t turn_began; /* ns */
    NetEnd end;
    NetCount count;
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

/* net_tls.c; NULL: `trouble` says why */
SSL_CTX *tls_open(const char *cert, const char *key, char trouble[NET_TROUBLE_MAX]);

/* net_conn.c */
bool conn_open(Conn *conn, int fd); /* false: nothing was changed */
/* As many of the bytes as the other side takes now, at least one; 0: it takes none, and conn->blocked; -1: broken. */
ssize_t conn_write(Conn *conn, const unsigned char *data, size_t count);
void conn_watch(Conn *conn);  /* after a change of what is waited for */
void conn_feed(Conn *conn);   /* there may be something to read in conn->in */
void conn_linger(Conn *conn); /* all is said: ends once the other side does */
void conn_kill(Conn *conn);   /* at once; the hub is told. Its memory lasts until the loop comes round */
void feed_hungry(uv_idle_t *handle);

/* net_request.c */
typedef struct {
    char method[8], query[HTTP_TARGET_MAX + 1], session[80], bearer[160], address[HUB_ADDRESS_MAX];
    char accepted[128], known_tag[80];
    const char *path;          /* in the head */
    bool foreign, keep, https; /* https: as the person sees it */
} Request;

/* False: *refusal says why it is not even looked at. */
bool request_read(const Conn *conn, const HttpHead *head, Request *out, HttpRefusal *refusal);
const char *request_cookie(bool https); /* the name of the session's cookie */
HubRequest request_for_hub(const Request *request, const unsigned char *body, size_t length);

/* net_http.c */
size_t http_input(Conn *conn, const unsigned char *data, size_t count); /* how many bytes were used */
bool http_flush(Conn *conn);                                            /* false: the connection is to be ended */
/* An answer of ours, written into conn->out. */
void http_refuse(Conn *conn, unsigned status, const char *code, const char *message);
void http_answer(Conn *conn, const HubResponse *response);

/* net_ws.c */
bool ws_is_asked_for(const HttpHead *head);
void ws_ask(Conn *conn, const HttpHead *head, const Request *request); /* asks the hub, or refuses */
void ws_opened(Conn *conn, unsigned status);                           /* what the hub says: 0, or why not */
size_t ws_input(Conn *conn, unsigned char *data, size_t count);        /* how many bytes were used */
bool ws_flush(Conn *conn);                                             /* false: it is broken, or all is said */
void ws_ping(Conn *conn, int64_t now_ms);
void ws_say_goodbye(Conn *conn); /* conn->code and ->reason, if they can be said at once */

/* net_lines.c */
Conn *conn_new(Net *net);
void conn_forget(Conn *conn);  /* what it holds; the hub is told */
void conn_release(Conn *conn); /* the memory itself, once nothing needs it any more */
void conn_begin_line(Conn *conn);
void conn_lose_line(Conn *conn); /* the hub is told that it is gone */
void conn_note(Conn *conn);      /* has something to do */
void net_flush(Net *net);
HubWorld lines_world(Net *net);

/* net_sweep.c */
void sweep_start(Net *net);

/* net_threads.c */
bool threads_start(Net *net);
bool threads_stop(Net *net); /* what still waits is dropped; false: a thought goes on and still uses the net */
bool threads_run(Net *net, HubJob *job); /* false: too many wait, and the job stays the caller's */
void threads_commit(Net *net, const StoreBatch *batch);
void threads_read(Net *net, StoreFact *fact);
void threads_collect(Net *net); /* tells the hub what is done */
size_t threads_waiting(const Net *net);

/* net_admin.c */
bool admin_open(Net *net, char trouble[NET_TROUBLE_MAX]);
void admin_sweep(Net *net, int64_t now_ms); /* those that take too long */
void admin_close(Net *net);

/* net_log.c: details are JSON members, "" for none */
__attribute__((format(printf, 4, 5))) void net_log(Net *net, LogLevel level, const char *event, const char *detail,
                                                   ...);

/* net_metrics.c: the whole answer, which the caller frees; NULL: no memory */
char *metrics_text(Net *net, size_t *length);

#endif
