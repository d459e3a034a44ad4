/* link_internal.h -- what the files of link.h share. */
#ifndef UNO_CLIENT_LINK_INTERNAL_H
#define UNO_CLIENT_LINK_INTERNAL_H

#include <libwebsockets.h>

#include "foreign.h"
#include "link.h"

typedef struct Pending Pending;
struct Pending {
    unsigned long id; /* of the message */
    bool sent, tried; /* on this line; on an earlier one */
    bool at_once;     /* a join: it need not wait for one */
    char *text;
    Pending *next;
};

/* A text that grows. */
typedef struct {
    char *text;
    size_t length, room;
} Growing;

/* False: no memory, or longer than `most`. */
bool growing_add(Growing *growing, const void *bytes, size_t length, size_t most);

/* A request under way. */
typedef struct {
    struct lws *wsi;
    const char *body;
    bool done, failed;
    unsigned status;
    Growing answer;
    char why[200]; /* what the library says about a failure */
} Exchange;

struct Client {
    ClientAddress address;
    bool insecure;
    char cookie[CLIENT_COOKIE_MAX];
    struct lws_context *library;
    ClientEars ears;
    ClientTable table;
    bool happened; /* something was heard, or the link changed */

    /* the WebSocket */
    struct lws *wsi;
    ClientLink link;
    char code[CLIENT_CODE_MAX]; /* of the table that is to be joined; "": none */
    bool greeted, at_table;     /* on this line */
    unsigned long join_id;
    int64_t retry_at;
    int backoff_ms;
    Growing frame;
    Pending *pending;
    char trouble[CLIENT_TROUBLE_MAX];

    Exchange *exchange;
};

/* ---- link_http.c ---- */
int link_http_event(Client *client, struct lws *wsi, enum lws_callback_reasons reason, void *in, size_t length);

/* Adds our cookie to a request that is about to be sent. */
int link_add_cookie(const Client *client, struct lws *wsi, void *in, size_t length);

/* What both kinds of connection have in common. */
struct lws_client_connect_info link_connect_info(Client *client, const char *path, const char *protocol);

/* ---- link_trouble.c ---- */

/* Why there is no connection, in words: `status` of the answer to it, 0 where there was none; `why` is the library's. */
void link_explain(const Client *client, unsigned status, const char *why, char trouble[CLIENT_TROUBLE_MAX]);

/* True when trying again cannot help. */
bool link_is_final(unsigned status, const char *why);

#endif
