/* net_ws.c -- WebSockets: who may open one, their messages put together, and what waits
 * for them sent in as few frames as possible. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net_internal.h"

/* ---- opening ---- */

/* Whether the list of what the client speaks has our protocol. */
static bool offers_protocol(struct lws *wsi) {
    char list[256];
    if (lws_hdr_copy(wsi, list, sizeof list, WSI_TOKEN_PROTOCOL) <= 0) return false;
    for (char *rest = list, *word; (word = strtok_r(rest, ", \t", &rest));)
        if (strcmp(word, HUB_PROTOCOL) == 0) return true;
    return false;
}

/* The library closes the connection once this is written. */
static int refuse(Conn *conn, unsigned status, const char *code, const char *message) {
    conn->keep = false;
    http_refuse(conn, status, code, message);
    size_t count = bytes_count(&conn->out);
    if (count) lws_write(conn->wsi, bytes_first(&conn->out), count, LWS_WRITE_HTTP);
    bytes_free(&conn->out);
    return 1;
}

int ws_ask(Conn *conn) {
    Request request;
    Net *net = conn->net;
    if (conn->state != CONN_IDLE || !net->hub) return -1;
    request_read(conn, &request);
    conn->https = request.https;
    if (strcmp(request.method, "GET") != 0 || strcmp(request.path, "/ws") != 0)
        return refuse(conn, 404, "not_found", "The WebSocket is at /ws.");
    if (request.foreign) return refuse(conn, 403, "foreign_origin", "This page belongs to another server.");
    if (!offers_protocol(conn->wsi))
        return refuse(conn, 400, "bad_protocol", "Ask for the sub-protocol " HUB_PROTOCOL ".");
    if (net->closing) return refuse(conn, 503, "going_down", "The server is going down.");
    HubRequest wanted = request_for_hub(&request, NULL);
    conn_begin_line(conn);
    net_turn(net);
    unsigned status = hub_socket_opened(net->hub, conn->line, &wanted);
    if (status) {
        conn->line = 0;
        return refuse(conn, status, "refused",
                      status == 429 ? "That is too often: wait a little."
                                    : "The server does not take this connection.");
    }
    conn->state = CONN_SOCKET;
    net->sockets++;
    return 0;
}

void ws_opened(Conn *conn) {
    conn->open = true;
    conn->heard_ms = conn->pinged_ms = net_now_ms();
    conn_note(conn);
}

/* ---- messages ---- */

void ws_give_reason(const Conn *conn, const char *reason) {
    size_t length = strlen(reason), most = 123;
    unsigned char text[124];
    memcpy(text, reason, length = length < most ? length : most);
    lws_close_reason(conn->wsi, (enum lws_close_status)conn->code, text, length);
}

/* For the return of an event in which something was read: there the library still says goodbye. */
static int end_here(Conn *conn, unsigned code, const char *reason) {
    conn_lose_line(conn);
    conn->open = false;
    conn->code = code;
    ws_give_reason(conn, reason);
    return -1;
}

static void deliver(Conn *conn, const char *text, size_t length) {
    conn->net->count.messages_in++;
    net_turn(conn->net);
    hub_socket_message(conn->net->hub, conn->line, text, length);
}

int ws_receive(Conn *conn, const char *data, size_t count) {
    bool whole = lws_is_final_fragment(conn->wsi) && !lws_remaining_packet_payload(conn->wsi);
    conn->net->count.bytes_in += count;
    if (!conn->line) return 0;
    if (lws_frame_is_binary(conn->wsi)) return end_here(conn, 1003, "messages are text");
    size_t before = bytes_count(&conn->in);
    if (before + count > HUB_MESSAGE_MAX) return end_here(conn, 1009, "a message has at most 8 KiB");
    conn->heard_ms = net_now_ms();
    if (whole && !before) return deliver(conn, data, count), 0;
    if (!before) conn->since_ms = conn->heard_ms;
    if (!bytes_add(&conn->in, data, count)) return end_here(conn, 1011, "no memory");
    if (!whole) return 0;
    Bytes message = conn->in;
    conn->in = (Bytes){.data = NULL};
    deliver(conn, (const char *)bytes_first(&message), bytes_count(&message));
    bytes_free(&message);
    return 0;
}

/* ---- sending ---- */

/* How much of what waits is the next frame: whole lines, as many as fit; without its last line end. */
static size_t next_frame(const Bytes *out) {
    size_t count = bytes_count(out), fits = LIMIT_FRAME_BYTES;
    if (count <= fits) return count - 1;
    while (fits && out->data[out->start + fits - 1] != '\n') fits--;
    if (fits) return fits - 1;
    for (fits = LIMIT_FRAME_BYTES; out->data[out->start + fits] != '\n';) fits++;
    return fits;
}

bool ws_flush(Conn *conn) {
    while (bytes_count(&conn->out)) {
        /* What the library could not send yet it sends first, and then says that there is room again. */
        if (lws_partial_buffered(conn->wsi)) break;
        size_t count = next_frame(&conn->out);
        if (lws_write(conn->wsi, bytes_first(&conn->out), count, LWS_WRITE_TEXT) < (int)count) return false;
        conn->net->count.frames_out++;
        conn->net->count.bytes_out += count;
        bytes_take(&conn->out, count + 1);
    }
    bool crowded = bytes_count(&conn->out) > LIMIT_BACKLOG_BYTES;
    if (!crowded) conn->crowded_ms = 0;
    else if (!conn->crowded_ms) conn->crowded_ms = net_now_ms();
    if (bytes_count(&conn->out) || lws_partial_buffered(conn->wsi)) {
        lws_callback_on_writable(conn->wsi);
        return true;
    }
    return !conn->ending;
}
