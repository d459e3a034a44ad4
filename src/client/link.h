/* link.h -- a link to a server: requests over HTTP, and one WebSocket that is opened
 * again by itself whenever it breaks.
 *
 *     Client *client = client_open(&address, false, trouble);
 *     client_request(client, "POST", "/api/guest", "{}", &answer, trouble);
 *     client_join(client, "K7QD2M4P");
 *     for (;;) { client_poll(client, 1000, STDIN_FILENO); ... client_send(client, text) ... }
 *     client_close(client);
 *
 * What is sent waits while the line is down, and what was not answered is sent again once
 * the table is joined again: the server does nothing twice, as an action names what its
 * sender had seen. All calls are made from one thread; nothing prints. */
#ifndef UNO_CLIENT_LINK_H
#define UNO_CLIENT_LINK_H

#include "fold.h"

enum {
    CLIENT_HOST_MAX = 256,
    CLIENT_BASE_MAX = CLIENT_HOST_MAX + 16,
    CLIENT_COOKIE_MAX = 128,
    CLIENT_TROUBLE_MAX = 600,
    CLIENT_BACKOFF_MS = 500, /* before the first new attempt; then twice as long, and so on */
    CLIENT_BACKOFF_MAX_MS = 10000,
};

/* Where a server is, and perhaps a table at it. */
typedef struct {
    char base[CLIENT_BASE_MAX]; /* "http://host:8080", as it is shown and remembered */
    char host[CLIENT_HOST_MAX];
    unsigned port;
    bool https;
    char code[CLIENT_CODE_MAX]; /* of "http://host:8080/t/CODE"; "" */
} ClientAddress;

/* Reads "http://host:8080", "https://host/t/CODE" or just "host:8080". False: `trouble` says what to write. */
bool client_address_parse(const char *url, ClientAddress *out, char trouble[CLIENT_TROUBLE_MAX]);

/* The letters and digits of a code as people write it ("k7qd-2m4p"); false: it is none. */
bool client_code_parse(const char *text, char out[CLIENT_CODE_MAX]);

typedef struct Client Client;

typedef enum {
    LINK_NONE,    /* not wanted yet */
    LINK_BROKEN,  /* is tried again by itself: client_trouble() says why it broke */
    LINK_OPENING, /* connects, or joins */
    LINK_OPEN,
    LINK_ENDED, /* for good: client_trouble() says why */
} ClientLink;

/* What is told meanwhile; called from inside client_poll() and client_request(), so none of these two may be called
 * from it. */
typedef struct {
    void *context;
    void (*heard)(void *context, ClientHeard heard); /* client_table() has changed */
    void (*linked)(void *context, ClientLink link);
} ClientEars;

/* `insecure`: any certificate will do. NULL: `trouble` says why. Nothing is sent yet. */
Client *client_open(const ClientAddress *address, bool insecure, char trouble[CLIENT_TROUBLE_MAX]);
void client_close(Client *client);

/* Who is told what happens from now on. */
void client_set_ears(Client *client, ClientEars ears);

/* The session, as a cookie "name=secret" to be kept for the next time; "" while there is none. */
const char *client_cookie(const Client *client);
void client_set_cookie(Client *client, const char *cookie);

/* Waits for the answer to a request; its status, or 0: `trouble` says why there is none. *answer (may be NULL) is its
 * body as JSON, NULL where it is none; the caller deletes it. */
unsigned client_request(Client *client, const char *method, const char *path, const char *body, cJSON **answer,
                        char trouble[CLIENT_TROUBLE_MAX]);

/* Connects, if need be, and joins that table, now and after every break. */
void client_join(Client *client, const char *code);

/* Sends a message that a client_say...() of client_table() has just written, as soon as possible. */
void client_send(Client *client, const char *text);

/* Serves the line at most so many milliseconds (negative: as long as it takes), until something was heard, the link
 * changed (true), or the descriptor `fd` (-1: none) can be read (false). A signal ends the wait as well. */
bool client_poll(Client *client, int timeout_ms, int fd);

ClientTable *client_table(Client *client);
const ClientAddress *client_address(const Client *client);
ClientLink client_link(const Client *client);
const char *client_trouble(const Client *client);

/* Messages that were sent, or wait to be, and are not answered yet. */
unsigned client_waiting(const Client *client);

/* The host starts, and adds a part of the chance of the deal before, where that was not done yet. */
void client_start(Client *client);

/* 64 hexadecimal digits by chance, for client_say_ready(): the own part of the next deal. Returns `out`. */
enum { CLIENT_SEED_MAX = 65 };
const char *client_new_seed(char out[CLIENT_SEED_MAX]);

/* Once after every game: fetches its record, compares it with what was kept, and says in `out` what came of it. False:
 * there is nothing to say. Like client_request() it waits for the answer. */
bool client_check_deal(Client *client, char out[CLIENT_CHECK_MAX]);

/* Milliseconds on the clock that client_table()->now_ms is set to. */
int64_t client_now_ms(void);

#endif
