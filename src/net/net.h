/* net.h -- the outside of the server: sockets, threads, signals, clock, disk. It gives
 * the hub (hub.h) its events and carries out what the hub asks for.
 *
 *     sockets --> loop thread: HTTP, WebSockets, the hub --batch--> store thread
 *                     ^   |                                             |
 *                     |   +--jobs--> worker threads --results--+        |
 *                     +-----------------------------------------+-------+
 *
 * One thread runs the loop and never waits for anything; one writes to the disk; the
 * others think for the bots, at a lower priority. */
#ifndef UNO_NET_NET_H
#define UNO_NET_NET_H

#include "../hub/hub.h"
#include "network.h"

enum {
    NET_LISTEN_MAX = 8,
    NET_PROXIES_MAX = 8,
    NET_HOSTS_MAX = 8,
    NET_HOST_SIZE = 254,
    NET_URL_MAX = 128,
    NET_URLS_MAX = 16,
    NET_TROUBLE_MAX = 600
};

typedef enum { LOG_ERROR, LOG_WARN, LOG_INFO } LogLevel;

/* What is told once the server takes connections. */
typedef struct {
    unsigned port;
    const char *const *urls; /* where it can be opened, this machine first */
    unsigned url_count;
} NetReady;

typedef struct {
    HubConfig hub;                      /* an empty url is filled in */
    const char *data;                   /* the database; NULL: nothing is kept */
    const char *listen[NET_LISTEN_MAX]; /* addresses of this machine; none: all it has */
    unsigned listens;
    unsigned port;                  /* 0: any that is free */
    const char *cert, *key;         /* PEM files; NULL: no TLS */
    Network proxy[NET_PROXIES_MAX]; /* whose X-Forwarded-* are believed */
    unsigned proxies;
    /* Names that it answers to, beside those that only a network near by gives. */
    char host[NET_HOSTS_MAX][NET_HOST_SIZE];
    unsigned hosts;
    bool no_sandbox;   /* nothing is given up after the start (sandbox.h) */
    bool push;         /* people are told by push services that a table waits for them (courier.h) */
    bool metrics_open; /* /metrics is for everybody, not only for this machine and private networks */
    unsigned workers;  /* 0: one per processor */
    unsigned drain_s;  /* how long to wait at the end for what is not written yet */
    const char *admin; /* the operator's socket; NULL: none */
    int log_fd;        /* one JSON object a line */
    LogLevel log_level;
    void (*ready)(void *context, const NetReady *ready); /* may be NULL */
    void *context;
} NetConfig;

typedef enum {
    NET_STOPPED,     /* by a signal; everything is written */
    NET_SYSTEM,      /* no memory, no thread ... */
    NET_CERTIFICATE, /* certificate or key cannot be used */
    NET_ADDRESS,     /* the address or port cannot be listened on */
    NET_DATA,        /* the database cannot be used */
    NET_UNWRITTEN,   /* stopped, but the last changes could not be written: nobody was told of them either */
} NetEnd;

/* Serves until SIGTERM or SIGINT. Unless NET_STOPPED, `trouble` says why and what to do. */
NetEnd net_serve(const NetConfig *config, char trouble[NET_TROUBLE_MAX]);

#endif
