/* net_ws.c -- WebSockets: who may open one, their messages put together, and what waits
 * for them sent in as few frames as possible.
 *
 * What is sent waits in conn->out as lines. A frame is as many of them as fit; its head
 * is written right in front of them, and from then on those bytes are committed: they go
 * out before anything else does. Answers to pings and the goodbye wait in conn->control,
 * and go out between two frames. */
#define _GNU_SOURCE
#include <openssl/evp.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net_internal.h"

enum { KEY_BYTES = 16, KEY_LENGTH = 24 /* in base64 */, SHA1_BYTES = 20, ACCEPT_SIZE = 32 };

/* ---- opening ---- */

bool ws_is_asked_for(const HttpHead *head) { return http_header_lists(head, "upgrade", "websocket"); }

static bool is_key(Slice key) {
    char text[KEY_LENGTH + 1];
    unsigned char bytes[KEY_BYTES];
    size_t count;
    return key.length == KEY_LENGTH && slice_copy(key, text, sizeof text) &&
           sodium_base642bin(bytes, sizeof bytes, text, KEY_LENGTH, NULL, &count, NULL,
                             sodium_base64_VARIANT_ORIGINAL) == 0 &&
           count == KEY_BYTES;
}

/* RFC 6455, 4.2.2: that the key was understood. */
static bool write_accept(Slice key, char out[ACCEPT_SIZE]) {
    char text[KEY_LENGTH + 40];
    unsigned char hash[EVP_MAX_MD_SIZE];
    unsigned size = 0;
    int length = snprintf(text, sizeof text, "%.*s258EAFA5-E914-47DA-95CA-C5AB0DC85B11", (int)key.length, key.at);
    if (EVP_Digest(text, (size_t)length, hash, &size, EVP_sha1(), NULL) != 1 || size != SHA1_BYTES) return false;
    return sodium_bin2base64(out, ACCEPT_SIZE, hash, SHA1_BYTES, sodium_base64_VARIANT_ORIGINAL);
}

static void refuse(Conn *conn, unsigned status, const char *code, const char *message) {
    conn->keep = false;
    conn->lingers = true;
    http_refuse(conn, status, code, message);
}

/* What is answered if the hub lets it in. It goes out before every frame, as an answer to a ping would. */
static bool prepare_answer(Conn *conn, Slice key) {
    char accept[ACCEPT_SIZE], answer[256];
    int length = -1;
    if (write_accept(key, accept))
        length = snprintf(answer, sizeof answer,
                          "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                          "Sec-WebSocket-Accept: %s\r\nSec-WebSocket-Protocol: " HUB_PROTOCOL "\r\n\r\n",
                          accept);
    return length > 0 && bytes_add(&conn->control, answer, (size_t)length);
}

static void open_socket(Conn *conn) {
    conn->state = CONN_SOCKET;
    conn->net->sockets++;
    conn->heard_ms = conn->pinged_ms = conn->since_ms = net_now_ms();
    conn_feed(conn); /* it may have sent something already */
    conn_note(conn);
}

void ws_opened(Conn *conn, unsigned status) {
    if (!status) return open_socket(conn);
    conn->line = 0;
    bytes_free(&conn->control);
    return refuse(conn, status, "refused",
                  status == 429 ? "That is too often: wait a little." : "The server does not take this connection.");
}

/* What is wrong with the handshake itself; false: it was said. */
static bool check_handshake(Conn *conn, const HttpHead *head, const Request *request) {
    if (strcmp(request->method, "GET") != 0 || strcmp(request->path, "/ws") != 0)
        return refuse(conn, 404, "not_found", "The WebSocket is at /ws."), false;
    if (!head->http_1_1 || head->length > 0 || http_header(head, "transfer-encoding").at)
        return refuse(conn, 400, "bad_handshake", "A WebSocket is asked for with HTTP/1.1 and no body."), false;
    if (!http_header_lists(head, "connection", "upgrade"))
        return refuse(conn, 400, "bad_handshake", "Connection: Upgrade is missing. Does a proxy take it away?"), false;
    if (!slice_is(http_header(head, "sec-websocket-version"), "13"))
        return refuse(conn, 426, "bad_version", "Version 13 of WebSockets is spoken here."), false;
    if (!is_key(http_header(head, "sec-websocket-key")))
        return refuse(conn, 400, "bad_handshake", "The Sec-WebSocket-Key is not 16 bytes in base64."), false;
    if (request->foreign) return refuse(conn, 403, "foreign_origin", "This page belongs to another server."), false;
    if (!http_header_lists(head, "sec-websocket-protocol", HUB_PROTOCOL))
        return refuse(conn, 400, "bad_protocol", "Ask for the sub-protocol " HUB_PROTOCOL "."), false;
    return true;
}

void ws_ask(Conn *conn, const HttpHead *head, const Request *request) {
    Net *net = conn->net;
    if (!check_handshake(conn, head, request)) return;
    if (net->closing) return refuse(conn, 503, "going_down", "The server is going down.");
    if (!prepare_answer(conn, http_header(head, "sec-websocket-key"))) {
        conn->dropped = true;
        return conn_note(conn);
    }
    HubRequest wanted = request_for_hub(request, NULL, 0);
    conn->state = CONN_ASKED;
    conn->since_ms = net_now_ms();
    conn_begin_line(conn);
    net_turn(net);
    hub_socket_asked(net->hub, conn->line, &wanted);
}

/* ---- messages ---- */

/* Nothing more is understood or wanted: goodbye comes right after the frame that is being sent. */
static void end_with(Conn *conn, unsigned code, const char *reason) {
    conn_lose_line(conn);
    bytes_free(&conn->message);
    if (bytes_count(&conn->out) > conn->committed) conn->out.end = conn->out.start + conn->committed;
    if (!bytes_count(&conn->out)) bytes_free(&conn->out);
    conn->heard_goodbye = true;
    if (!conn->ending) {
        conn->ending = true;
        conn->ending_ms = net_now_ms();
        conn->code = code;
        free(conn->reason);
        conn->reason = strdup(reason);
    }
    conn_note(conn);
}

static void deliver(Conn *conn, const unsigned char *text, size_t length) {
    conn->net->count.messages_in++;
    conn->since_ms = net_now_ms();
    if (!conn->line) return;
    net_turn(conn->net);
    hub_socket_message(conn->net->hub, conn->line, (const char *)text, length);
}

/* More that costs something, but does nothing, than anybody needs. */
static bool is_flooding(Conn *conn) {
    return !conn->net->hub_config.unlimited &&
           !rate_take(&conn->pings_heard, conn->heard_ms, LIMIT_CONTROLS_PER_S, 1000, LIMIT_CONTROLS_BURST);
}

static void take_text(Conn *conn, const WsFrame *frame) {
    conn->net->count.bytes_in += frame->length;
    /* Fragments of nothing never make a message, which would be counted. */
    if (!frame->final && !frame->length && is_flooding(conn)) return end_with(conn, 4008, "far too many fragments");
    if (frame->final && !bytes_count(&conn->message)) return deliver(conn, frame->payload, frame->length);
    if (!bytes_add(&conn->message, frame->payload, frame->length)) return end_with(conn, 1011, "no memory");
    if (!frame->final) return;
    Bytes message = conn->message;
    conn->message = (Bytes){.data = NULL};
    deliver(conn, message.data ? bytes_first(&message) : (const unsigned char *)"", bytes_count(&message));
    bytes_free(&message);
}

/* Each ping has its answer, as long as there are not too many of them and the answers are read. */
static void take_ping(Conn *conn, const WsFrame *frame) {
    unsigned char pong[2 + WS_CONTROL_MAX];
    if (conn->said_goodbye) return;
    size_t size = ws_frame_control(WS_PONG, frame->payload, frame->length, pong);
    if (bytes_count(&conn->control) + size > LIMIT_CONTROL_BYTES || !bytes_add(&conn->control, pong, size)) {
        conn->net->count.slow++;
        conn->code = 1013;
        conn->dropped = true;
    }
    conn_note(conn);
}

static void take_frame(Conn *conn, const WsFrame *frame) {
    switch (frame->opcode) {
    case WS_CONTINUED:
    case WS_TEXT: return take_text(conn, frame);
    case WS_CLOSE: return end_with(conn, frame->code, "");
    case WS_PING:
    case WS_PONG:
        if (is_flooding(conn)) return end_with(conn, 4008, "far too many pings");
        if (frame->opcode == WS_PING) take_ping(conn, frame);
        return;
    case WS_BINARY: return; /* ws_frame_read() refuses it */
    }
}

size_t ws_input(Conn *conn, unsigned char *data, size_t count) {
    WsFrame frame;
    if (conn->heard_goodbye || conn->dropped) return count;
    conn->heard_ms = net_now_ms();
    switch (ws_frame_read(&conn->reader, data, count, HUB_MESSAGE_MAX, &frame)) {
    case WS_MORE: return 0;
    case WS_FRAME: return take_frame(conn, &frame), frame.size;
    case WS_ENDED: break;
    }
    end_with(conn, frame.code, frame.reason);
    return count;
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

/* The head of a frame goes right in front of its lines, where there is room: none of it was sent, or enough was. */
static void commit_frame(Conn *conn) {
    unsigned char head[WS_HEAD_MAX];
    size_t count = next_frame(&conn->out), size = ws_frame_head(WS_TEXT, count, head);
    conn->out.start -= size;
    memcpy(bytes_first(&conn->out), head, size);
    conn->committed = size + count;
    conn->net->count.frames_out++;
    conn->net->count.bytes_out += count;
}

/* 1: it is out; 0: it waits for the other side; -1: broken. */
static int send_committed(Conn *conn) {
    ssize_t sent = conn_write(conn, bytes_first(&conn->out), conn->committed);
    if (sent <= 0) return (int)sent;
    conn->committed -= (size_t)sent;
    /* The line end behind a frame is not part of it; a frame that was cut off there has none. */
    size_t line_end = !conn->committed && bytes_count(&conn->out) > (size_t)sent;
    bytes_take(&conn->out, (size_t)sent + line_end);
    return 1;
}

static int send_control(Conn *conn) {
    ssize_t sent = conn_write(conn, bytes_first(&conn->control), bytes_count(&conn->control));
    if (sent <= 0) return (int)sent;
    bytes_take(&conn->control, (size_t)sent);
    return 1;
}

static bool add_goodbye(Conn *conn) {
    unsigned char frame[2 + WS_CONTROL_MAX];
    size_t size = ws_frame_close(conn->code, conn->reason ? conn->reason : "", frame);
    conn->said_goodbye = true;
    return bytes_add(&conn->control, frame, size);
}

static bool send_waiting(Conn *conn) {
    while (!conn->blocked) {
        int result = 1;
        if (conn->committed) result = send_committed(conn);
        else if (bytes_count(&conn->control)) result = send_control(conn);
        else if (conn->said_goodbye) break;
        else if (bytes_count(&conn->out)) commit_frame(conn);
        else if (!conn->ending) break;
        else if (!add_goodbye(conn)) return false;
        if (result < 0) return false;
    }
    return true;
}

bool ws_flush(Conn *conn) {
    if (!send_waiting(conn)) return false;
    bool crowded = bytes_count(&conn->out) > LIMIT_BACKLOG_BYTES;
    if (!crowded) conn->crowded_ms = 0;
    else if (!conn->crowded_ms) conn->crowded_ms = net_now_ms();
    if (conn->said_goodbye && conn->heard_goodbye && !conn_has_unsent(conn)) conn_linger(conn);
    return true;
}

void ws_ping(Conn *conn, int64_t now_ms) {
    unsigned char frame[2 + WS_CONTROL_MAX];
    size_t size = ws_frame_control(WS_PING, "u", 1, frame);
    conn->pinged_ms = now_ms;
    conn->net->count.pings++;
    if (conn->said_goodbye || bytes_count(&conn->control)) return; /* what waits would be in its way */
    if (!bytes_add(&conn->control, frame, size)) conn->dropped = true;
    conn_note(conn);
}

void ws_say_goodbye(Conn *conn) {
    unsigned char frame[2 + WS_CONTROL_MAX];
    if (conn->said_goodbye || conn->committed || conn->blocked || bytes_count(&conn->control)) return;
    conn->said_goodbye = true;
    conn_write(conn, frame, ws_frame_close(conn->code, conn->reason ? conn->reason : "", frame));
}
