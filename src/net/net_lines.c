/* net_lines.c -- connections by number, and what the hub asks of them.
 *
 * A line's low bits are the place of its connection, the rest counts up: so a line is
 * found at once and never used twice. */
#define _GNU_SOURCE
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net_internal.h"

enum { SLOT_BITS = 20 };

/* ---- connections ---- */

static bool more_slots(Net *net) {
    unsigned slots = net->slots ? net->slots * 2 : 64;
    if (slots > 1u << SLOT_BITS) return false;
    Conn **slot = realloc(net->slot, slots * sizeof(Conn *));
    if (!slot) return false;
    net->slot = slot;
    unsigned *free_slot = realloc(net->free_slot, slots * sizeof *free_slot);
    if (!free_slot) return false;
    net->free_slot = free_slot;
    for (unsigned i = slots; i-- > net->slots;) {
        slot[i] = NULL;
        free_slot[net->free_count++] = i;
    }
    net->slots = slots;
    return true;
}

Conn *conn_new(Net *net) {
    if (!net->free_count && !more_slots(net)) return NULL;
    Conn *conn = calloc(1, sizeof *conn);
    if (!conn) return NULL;
    conn->net = net;
    conn->slot = net->free_slot[--net->free_count];
    conn->heard_ms = net_now_ms();
    net->slot[conn->slot] = conn;
    net->conns++;
    return conn;
}

void conn_forget(Conn *conn) {
    Net *net = conn->net;
    conn_lose_line(conn);
    if (conn->state == CONN_SOCKET) net->sockets--;
    if (conn->peer) peer_forget(net, conn->peer);
    bytes_free(&conn->in);
    bytes_free(&conn->out);
    bytes_free(&conn->control);
    bytes_free(&conn->message);
    SSL_free(conn->tls);
    conn->tls = NULL;
    free(conn->reason);
    net->slot[conn->slot] = NULL;
    net->free_slot[net->free_count++] = conn->slot;
    net->conns--;
}

void conn_release(Conn *conn) {
    if (conn->released && !conn->noted && !conn->hungry && !conn->eager) free(conn);
}

void conn_begin_line(Conn *conn) { conn->line = ++conn->net->lines << SLOT_BITS | conn->slot; }

void conn_lose_line(Conn *conn) {
    HubLine line = conn->line;
    conn->line = 0;
    if (!line || !conn->net->hub) return;
    net_turn(conn->net);
    if (conn->state == CONN_SOCKET) hub_socket_closed(conn->net->hub, line);
    else hub_request_gone(conn->net->hub, line);
}

static Conn *find_line(const Net *net, HubLine line) {
    unsigned slot = (unsigned)(line & ((1u << SLOT_BITS) - 1));
    Conn *conn = slot < net->slots ? net->slot[slot] : NULL;
    return conn && conn->line == line ? conn : NULL;
}

void conn_note(Conn *conn) {
    if (conn->noted) return;
    conn->noted = true;
    conn->next_noted = conn->net->noted;
    conn->net->noted = conn;
}

/* Written at once: one system call, where waiting for the socket to be reported writable would take four. */
void net_flush(Net *net) {
    while (net->noted) {
        Conn *conn = net->noted;
        net->noted = conn->next_noted;
        conn->noted = false;
        if (conn->gone) {
            conn_release(conn);
            continue;
        }
        bool good = !conn->dropped && (conn->state == CONN_SOCKET ? ws_flush(conn) : http_flush(conn));
        if (good) conn_watch(conn);
        else conn_kill(conn);
    }
}

/* ---- what the hub asks for ---- */

static void drop_slow(Conn *conn) {
    conn->net->count.slow++;
    conn->dropped = true;
    conn->code = 1013;
}

static void world_send(void *self, HubLine line, const char *text, size_t length) {
    Conn *conn = find_line(self, line);
    if (!conn || conn->dropped || conn->ending) return;
    char head[24];
    bool good = true;
    if (conn->state == CONN_STREAM && !bytes_count(&conn->out)) conn->since_ms = net_now_ms();
    if (conn->state == CONN_STREAM && conn->chunked)
        good = bytes_add(&conn->out, head, (size_t)snprintf(head, sizeof head, "%zx\r\n", length));
    good = good && bytes_add(&conn->out, text, length);
    if (conn->state == CONN_SOCKET) good = good && bytes_add(&conn->out, "\n", 1);
    else if (conn->chunked) good = good && bytes_add(&conn->out, "\r\n", 2);
    if (!good || bytes_count(&conn->out) > LIMIT_BACKLOG_MAX) drop_slow(conn);
    conn_note(conn);
}

static void world_respond(void *self, HubLine line, const HubResponse *response) {
    Conn *conn = find_line(self, line);
    if (!conn || conn->state != CONN_ASKED) return;
    http_answer(conn, response);
    if (!response->stream) conn->line = 0;
    conn_note(conn);
}

static void world_close(void *self, HubLine line, unsigned code, const char *reason) {
    Conn *conn = find_line(self, line);
    if (!conn) return;
    conn->line = 0;
    conn->ending = true;
    conn->ending_ms = net_now_ms();
    conn->code = code;
    if (conn->state == CONN_SOCKET) conn->reason = reason && !conn->reason ? strdup(reason) : conn->reason;
    else if (conn->chunked && !bytes_add(&conn->out, "0\r\n\r\n", 5)) conn->dropped = true;
    conn_note(conn);
}

static bool world_run(void *self, HubJob *job) { return threads_run(self, job); }

static void world_commit(void *self, const StoreBatch *batch) { threads_commit(self, batch); }

static void world_read(void *self, StoreFact *fact) { threads_read(self, fact); }

static void world_opened(void *self, HubLine line, unsigned status) {
    Conn *conn = find_line(self, line);
    if (conn && conn->state == CONN_ASKED) ws_opened(conn, status);
}

static void world_random(void *self, void *out, size_t bytes) {
    (void)self;
    randombytes_buf(out, bytes);
}

static void world_log(void *self, const char *level, const char *event, const char *detail) {
    LogLevel rank = strcmp(level, "error") == 0 ? LOG_ERROR : strcmp(level, "warn") == 0 ? LOG_WARN : LOG_INFO;
    net_log(self, rank, event, "%s", detail);
}

HubWorld lines_world(Net *net) {
    return (HubWorld){.self = net,
                      .send = world_send,
                      .respond = world_respond,
                      .close = world_close,
                      .run = world_run,
                      .commit = world_commit,
                      .read = world_read,
                      .opened = world_opened,
                      .random = world_random,
                      .log = world_log};
}
