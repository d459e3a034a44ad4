/* link.c -- the WebSocket: opened, joined, served, and opened again. */
#define _GNU_SOURCE
#include "link.h"

#include <sodium.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "link_internal.h"

#define SUB_PROTOCOL "uno.1"
#define DO_BEGINS "{\"t\":\"do\"," /* as client_say_do() writes it */

enum { OPENING_MS = 10, IDLE_MS = 1000, FRAME_MAX = 1 << 22, ROUNDS_MAX = 64, CLOSE_SIGNED_OUT = 4001 };

int64_t client_now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * INT64_C(1000) + now.tv_nsec / 1000000;
}

/* ---- what waits to be sent ---- */

static void add_pending(Client *client, unsigned long id, const char *text, bool at_once) {
    Pending *pending = calloc(1, sizeof *pending), **end = &client->pending;
    char *copy = strdup(text);
    if (!pending || !copy) return free(pending), free(copy);
    *pending = (Pending){.id = id, .at_once = at_once, .text = copy};
    while (*end) end = &(*end)->next;
    *end = pending;
    if (client->wsi) lws_callback_on_writable(client->wsi);
}

static void drop_pending(Pending **at) {
    Pending *gone = *at;
    *at = gone->next;
    free(gone->text);
    free(gone);
}

static void note_answer(Client *client, unsigned long id) {
    for (Pending **at = &client->pending; id && *at; at = &(*at)->next)
        if ((*at)->id == id) return drop_pending(at);
}

/* What was missed tells that an action had come through before the line broke: it is not sent again. */
static void note_done_before(Client *client) {
    const ClientTable *table = &client->table;
    if (table->by != table->you || !table->done || table->how != CLIENT_BY_SELF || client->at_table) return;
    for (Pending **at = &client->pending; *at; at = &(*at)->next)
        if ((*at)->tried && strncmp((*at)->text, DO_BEGINS, strlen(DO_BEGINS)) == 0) return drop_pending(at);
}

/* A new line: whatever was not answered is sent again, but for joins. */
static void send_again(Client *client) {
    for (Pending **at = &client->pending; *at;) {
        if ((*at)->at_once) drop_pending(at);
        else (*at)->tried |= (*at)->sent, (*at)->sent = false, at = &(*at)->next;
    }
}

static Pending *next_to_send(const Client *client) {
    for (Pending *pending = client->pending; pending && client->greeted; pending = pending->next)
        if (!pending->sent && (pending->at_once || client->at_table)) return pending;
    return NULL;
}

static int write_next(Client *client) {
    Pending *pending = next_to_send(client);
    if (!pending) return 0;
    size_t length = strlen(pending->text);
    unsigned char *bytes = malloc(LWS_PRE + length);
    if (!bytes) return -1;
    memcpy(bytes + LWS_PRE, pending->text, length);
    int wrote = lws_write(client->wsi, bytes + LWS_PRE, length, LWS_WRITE_TEXT);
    free(bytes);
    if (wrote < (int)length) return -1;
    pending->sent = true;
    if (next_to_send(client)) lws_callback_on_writable(client->wsi);
    return 0;
}

unsigned client_waiting(const Client *client) {
    unsigned count = 0;
    for (const Pending *pending = client->pending; pending; pending = pending->next) count += !pending->at_once;
    return count;
}

/* ---- the state of the line ---- */

static void set_link(Client *client, ClientLink link) {
    if (client->link == link) return;
    client->link = link;
    client->happened = true;
    if (client->ears.linked) client->ears.linked(client->ears.context, link);
}

static void lose(Client *client, bool final) {
    client->wsi = NULL;
    client->greeted = client->at_table = false;
    client->frame.length = 0;
    send_again(client);
    if (client->link == LINK_ENDED) return;
    client->backoff_ms = !client->backoff_ms ? CLIENT_BACKOFF_MS : 2 * client->backoff_ms;
    if (client->backoff_ms > CLIENT_BACKOFF_MAX_MS) client->backoff_ms = CLIENT_BACKOFF_MAX_MS;
    client->retry_at = client_now_ms() + client->backoff_ms;
    set_link(client, final ? LINK_ENDED : LINK_BROKEN);
}

static void ask_to_join(Client *client) {
    char text[CLIENT_MESSAGE_MAX];
    client->at_table = false;
    if (client->code[0] && client_say_join(&client->table, client->code, text)) {
        client->join_id = client->table.asked;
        add_pending(client, client->join_id, text, true);
    }
}

static void open_line(Client *client) {
    struct lws_client_connect_info info = link_connect_info(client, "/ws", SUB_PROTOCOL);
    info.protocol = SUB_PROTOCOL;
    info.pwsi = &client->wsi;
    set_link(client, LINK_OPENING);
    if (!lws_client_connect_via_info(&info) && client->link == LINK_OPENING) {
        link_explain(client, 0, "", client->trouble);
        lose(client, false);
    }
}

/* ---- what comes in ---- */

/* What a fair deal asks of every seat, by itself: a commitment, later the seed. */
static void add_fair_part(Client *client) {
    char text[CLIENT_MESSAGE_MAX], seed[CLIENT_SEED_MAX];
    ClientTable *table = &client->table;
    unsigned length = client_say_reveal(table, text);
    if (!length && client_owes_commitment(table)) length = client_say_ready(table, true, client_new_seed(seed), text);
    if (length) add_pending(client, table->asked, text, false);
}

static void note_heard(Client *client, ClientHeard heard) {
    bool joins = client->join_id && client->table.answers == client->join_id;
    if (client->table.answers) note_answer(client, client->table.answers);
    if (heard == CLIENT_HELLO) {
        client->greeted = true;
        ask_to_join(client);
        if (!client->code[0]) set_link(client, LINK_OPEN);
    }
    if (heard == CLIENT_GAP) ask_to_join(client);
    if (heard == CLIENT_ACTED) note_done_before(client);
    if (joins && (heard == CLIENT_JOINED || heard == CLIENT_RESUMED)) {
        client->at_table = true;
        client->backoff_ms = 0;
        client->trouble[0] = 0;
        set_link(client, LINK_OPEN);
    }
    /* A table that cannot be joined will not be tried again and again. */
    if (joins && heard == CLIENT_NO) {
        client->code[0] = 0;
        snprintf(client->trouble, sizeof client->trouble, "%s", client->table.said);
        set_link(client, LINK_ENDED);
    }
    if (heard == CLIENT_CLOSED) client->code[0] = 0;
    add_fair_part(client);
    if (client->wsi && next_to_send(client)) lws_callback_on_writable(client->wsi);
}

static void hear(Client *client, const char *text, size_t length) {
    char error[JSON_ERROR_MAX];
    if (!length) return;
    client->table.now_ms = client_now_ms();
    ClientHeard heard = client_hear(&client->table, text, length, error);
    client->happened = true;
    if (heard == CLIENT_BAD)
        snprintf(client->trouble, sizeof client->trouble, "The server said what this program does not understand: %s.",
                 error);
    note_heard(client, heard);
    if (client->ears.heard) client->ears.heard(client->ears.context, heard);
}

/* A frame holds messages, separated by line ends. */
static int receive(Client *client, struct lws *wsi, const void *in, size_t length) {
    Growing *frame = &client->frame;
    if (!growing_add(frame, in, length, FRAME_MAX)) return -1;
    if (!lws_is_final_fragment(wsi) || lws_remaining_packet_payload(wsi)) return 0;
    size_t whole = frame->length;
    frame->length = 0;
    for (size_t from = 0; from < whole;) {
        const char *end = memchr(frame->text + from, '\n', whole - from);
        size_t until = end ? (size_t)(end - frame->text) : whole;
        hear(client, frame->text + from, until - from);
        from = until + 1;
    }
    return 0;
}

static int note_refused(Client *client, struct lws *wsi, const char *why) {
    unsigned status = lws_http_client_http_response(wsi);
    if (status == 101 || status == 200) status = 0;
    link_explain(client, status, why, client->trouble);
    lose(client, link_is_final(status, why));
    return 0;
}

static void note_close(Client *client, const unsigned char *in, size_t length) {
    unsigned code = length >= 2 ? (unsigned)in[0] << 8 | in[1] : 0;
    if (code == CLOSE_SIGNED_OUT) {
        snprintf(client->trouble, sizeof client->trouble, "You were signed out: start again.");
        set_link(client, LINK_ENDED);
    } else if (code == LWS_CLOSE_STATUS_GOINGAWAY)
        snprintf(client->trouble, sizeof client->trouble, "The server is restarting.");
}

static int on_socket(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length) {
    Client *client = wsi ? lws_get_opaque_user_data(wsi) : NULL;
    (void)user;
    if (!client || (client->wsi && client->wsi != wsi)) return 0;
    switch ((int)reason) {
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER: return link_add_cookie(client, wsi, in, length);
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR: return note_refused(client, wsi, in ? in : "");
    case LWS_CALLBACK_CLIENT_RECEIVE: return receive(client, wsi, in, length);
    case LWS_CALLBACK_CLIENT_WRITEABLE: return write_next(client);
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE: return note_close(client, in, length), 0;
    case LWS_CALLBACK_CLIENT_CLOSED:
        if (!client->trouble[0])
            snprintf(client->trouble, sizeof client->trouble, "The connection to %s broke.", client->address.base);
        lose(client, false);
        return 0;
    }
    return 0;
}

static int on_request(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length) {
    Client *client = wsi ? lws_get_opaque_user_data(wsi) : NULL;
    (void)user;
    return client ? link_http_event(client, wsi, reason, in, length) : 0;
}

/* ---- serving ---- */

static void serve(Client *client) {
    bool due = client->link == LINK_BROKEN && client_now_ms() >= client->retry_at;
    if (due) open_line(client);
    /* Once for what is there; again for what the library has read but not told yet. */
    for (unsigned i = 0; i < ROUNDS_MAX; i++) {
        lws_service(client->library, -1);
        if (lws_service_adjust_timeout(client->library, 1, 0)) return;
    }
}

static int longest_wait(const Client *client) {
    if (client->exchange || client->link == LINK_OPENING) return OPENING_MS;
    if (client->link != LINK_BROKEN) return IDLE_MS;
    int64_t left = client->retry_at - client_now_ms();
    return left < 0 ? 0 : left < IDLE_MS ? (int)left : IDLE_MS;
}

/* True: the descriptor can be read, or a signal came. */
static bool wait_for(const Client *client, int timeout_ms, int fd) {
    bool online = client->wsi && client->link != LINK_BROKEN;
    struct pollfd on[2] = {{.fd = fd, .events = POLLIN},
                           {.fd = online ? lws_get_socket_fd(client->wsi) : -1, .events = POLLIN}};
    if (next_to_send(client)) on[1].events |= POLLOUT;
    int most = longest_wait(client);
    if (timeout_ms >= 0 && timeout_ms < most) most = timeout_ms;
    int ready = poll(on, 2, most);
    return (ready < 0 && errno == EINTR) || (ready > 0 && on[0].revents);
}

bool client_poll(Client *client, int timeout_ms, int fd) {
    int64_t until = timeout_ms < 0 ? INT64_MAX : client_now_ms() + timeout_ms;
    client->happened = false;
    for (;;) {
        serve(client);
        if (client->happened || (client->exchange && client->exchange->done)) return true;
        int64_t left = until == INT64_MAX ? INT32_MAX : until - client_now_ms();
        if (left <= 0) return false;
        if (wait_for(client, left > INT32_MAX ? INT32_MAX : (int)left, fd)) return false;
    }
}

/* ---- beginning and end ---- */

static const struct lws_protocols protocols[] = {
    {.name = SUB_PROTOCOL, .callback = on_socket, .rx_buffer_size = 16384},
    {.name = "http", .callback = on_request, .rx_buffer_size = 4096},
    {.name = NULL},
};

/* A client that hears nothing from the server for a minute pings it, and gives up after half a minute more. */
static const lws_retry_bo_t idle_policy = {.secs_since_valid_ping = 60, .secs_since_valid_hangup = 90};

Client *client_open(const ClientAddress *address, bool insecure, char trouble[CLIENT_TROUBLE_MAX]) {
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN,
        .protocols = protocols,
        .gid = -1,
        .uid = -1,
        .retry_and_idle_policy = &idle_policy,
        .options = address->https ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0,
    };
    Client *client = calloc(1, sizeof *client);
    lws_set_log_level(0, NULL);
    if (client) client->library = lws_create_context(&info);
    if (!client || !client->library) {
        free(client);
        snprintf(trouble, CLIENT_TROUBLE_MAX, "the WebSocket library does not start");
        return NULL;
    }
    client->address = *address;
    client->insecure = insecure;
    client_table_init(&client->table);
    return client;
}

void client_close(Client *client) {
    if (!client) return;
    client->ears = (ClientEars){0};
    client->link = LINK_ENDED;
    lws_context_destroy(client->library);
    while (client->pending) drop_pending(&client->pending);
    client_table_free(&client->table);
    free(client->frame.text);
    free(client);
}

void client_join(Client *client, const char *code) {
    snprintf(client->code, sizeof client->code, "%s", code);
    if (client->greeted) return ask_to_join(client);
    if (client->link == LINK_NONE || client->link == LINK_ENDED) open_line(client);
}

void client_send(Client *client, const char *text) { add_pending(client, client->table.asked, text, false); }

void client_start(Client *client) {
    char text[CLIENT_MESSAGE_MAX], seed[CLIENT_SEED_MAX];
    ClientTable *table = &client->table;
    bool waits = client_is_host(table) && !table->room.seat[table->you].ready && !table->room.sealed;
    if (waits && client_say_ready(table, true, client_new_seed(seed), text)) client_send(client, text);
    if (client_say(table, "start", text)) client_send(client, text);
}

const char *client_cookie(const Client *client) { return client->cookie; }
void client_set_cookie(Client *client, const char *cookie) {
    snprintf(client->cookie, sizeof client->cookie, "%s", cookie);
}
ClientTable *client_table(Client *client) { return &client->table; }
void client_set_ears(Client *client, ClientEars ears) { client->ears = ears; }
const ClientAddress *client_address(const Client *client) { return &client->address; }
ClientLink client_link(const Client *client) { return client->link; }
const char *client_trouble(const Client *client) { return client->trouble; }

const char *client_new_seed(char out[CLIENT_SEED_MAX]) {
    unsigned char bytes[(CLIENT_SEED_MAX - 1) / 2];
    randombytes_buf(bytes, sizeof bytes);
    return sodium_bin2hex(out, CLIENT_SEED_MAX, bytes, sizeof bytes);
}
