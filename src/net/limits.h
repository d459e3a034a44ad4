/* limits.h -- how much the outside of the server takes from anybody: bytes, seconds,
 * connections. What the hub limits (tables, messages a second ...) is in its HubConfig.
 * docs/operations.md lists all of them. */
#ifndef UNO_NET_LIMITS_H
#define UNO_NET_LIMITS_H

enum {
    LIMIT_SOCKETS = 20000,         /* WebSockets at a time, unless the configuration says otherwise */
    LIMIT_CONNECTIONS_SPARE = 512, /* descriptors beyond those: requests, the database, the log */
    LIMIT_PER_ADDRESS = 512,       /* connections of one address, not behind a proxy */
    LIMIT_ACCEPTS = 64,            /* new connections in one round of the loop */

    /* How large a request's head may be is in http_head.h. */
    LIMIT_HEADER_S = 10,      /* for a request's headers and a TLS handshake */
    LIMIT_BODY_S = 30,        /* for a request's body */
    LIMIT_KEEP_ALIVE_S = 20,  /* an idle connection without a request */
    LIMIT_READ_BYTES = 16384, /* read of a connection in one round of the loop */
    LIMIT_READ_MESSAGES = 32, /* and done of that: the rest waits for the next round, as others wait, too */
    LIMIT_READS_PER_S = 5,    /* of a connection; beyond that, and a burst, it is read after all others, */
    LIMIT_READS_BURST = 20,
    LIMIT_EAGER = 4,      /* and so many of them in one round of the loop */
    LIMIT_MESSAGE_S = 20, /* for all fragments of a message */

    LIMIT_FRAME_BYTES = 16384,        /* as much of what waits goes out as one frame */
    LIMIT_BACKLOG_BYTES = 256 * 1024, /* what may wait for a slow reader ... */
    LIMIT_BACKLOG_S = 10,             /* ... for longer than this */
    LIMIT_BACKLOG_MAX = 1024 * 1024,  /* and what may wait at all */

    LIMIT_CONTROL_BYTES = 16384, /* answers to pings that may wait */
    LIMIT_CONTROLS_PER_S = 20,   /* pings and pongs of a WebSocket ... */
    LIMIT_CONTROLS_BURST = 200,  /* ... with bursts of so many */

    LIMIT_PING_S = 25,    /* between two pings of a WebSocket */
    LIMIT_SILENCE_S = 60, /* without a sign of life it is dead */
    LIMIT_LINGER_S = 2,   /* for the rest of a body that was refused */
    LIMIT_CLOSE_S = 5,    /* for what is left to say to a socket that is being closed */

    LIMIT_ADMIN_LINE = 1024, /* bytes of the operator's request */
    LIMIT_ADMIN_CLIENTS = 8, /* at a time */
    LIMIT_ADMIN_S = 5,       /* for the whole request, and for taking the answer */
};

#endif
