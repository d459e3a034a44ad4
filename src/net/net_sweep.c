/* net_sweep.c -- every connection is looked at once a second: is it alive, is anything
 * taking too long? A quarter of them at a time, so that nobody waits for it. */
#define _GNU_SOURCE
#include <netinet/in.h>
#include <netinet/tcp.h>

#include "net_internal.h"

enum { SWEEP_MS = 250, SWEEP_PARTS = 4, SECOND = 1000 };

static bool older(int64_t now_ms, int64_t since_ms, int64_t seconds) { return now_ms - since_ms > seconds * SECOND; }

static void look_at_socket(Conn *conn, int64_t now_ms) {
    NetCount *count = &conn->net->count;
    if (conn->dropped) return;
    bool begun = bytes_count(&conn->in) || conn->reader.in_message;
    if (older(now_ms, conn->heard_ms, LIMIT_SILENCE_S)) {
        count->silent++;
        conn_kill(conn);
    } else if (begun && !conn->hungry && older(now_ms, conn->since_ms, LIMIT_MESSAGE_S)) {
        count->broken++;
        conn_kill(conn);
    } else if (conn->crowded_ms && older(now_ms, conn->crowded_ms, LIMIT_BACKLOG_S)) {
        count->slow++;
        conn->code = 1013;
        conn_kill(conn);
    } else if (conn->ending && older(now_ms, conn->ending_ms, LIMIT_CLOSE_S)) conn_kill(conn);
    else if (older(now_ms, conn->heard_ms, LIMIT_PING_S) && older(now_ms, conn->pinged_ms, LIMIT_PING_S))
        ws_ping(conn, now_ms);
}

/* Nothing is read while a request is being answered, so the end of the other side is looked for. */
static bool other_side_gone(const Conn *conn) {
    struct tcp_info info;
    socklen_t size = sizeof info;
    if (getsockopt(conn->fd, IPPROTO_TCP, TCP_INFO, &info, &size)) return false;
    return info.tcpi_state != TCP_ESTABLISHED;
}

/* A first request, or one that has begun, has less time than a connection that is kept for the next one. */
static int64_t patience_s(const Conn *conn) {
    return conn->state == CONN_BODY                  ? LIMIT_BODY_S
           : conn->state == CONN_LINGER              ? LIMIT_LINGER_S
           : conn->served && !bytes_count(&conn->in) ? LIMIT_KEEP_ALIVE_S
                                                     : LIMIT_HEADER_S;
}

static void look_at_reading(Conn *conn, int64_t now_ms) {
    if (conn->hungry || !older(now_ms, conn->since_ms, patience_s(conn))) return;
    bool begun = conn->state == CONN_BODY || (conn->state == CONN_IDLE && bytes_count(&conn->in));
    conn->net->count.broken += begun;
    conn_kill(conn);
}

static void look_at_answering(Conn *conn, int64_t now_ms) {
    if (conn->dropped) return;
    if (other_side_gone(conn)) conn_kill(conn);
    else if (conn->state != CONN_ASKED && conn_has_unsent(conn) && older(now_ms, conn->since_ms, LIMIT_BACKLOG_S)) {
        conn->net->count.slow++;
        conn_kill(conn);
    }
}

static void look_at(Conn *conn, int64_t now_ms) {
    switch (conn->state) {
    case CONN_SHAKING:
    case CONN_IDLE:
    case CONN_BODY:
    case CONN_LINGER: return look_at_reading(conn, now_ms);
    case CONN_ASKED:
    case CONN_ANSWER:
    case CONN_STREAM: return look_at_answering(conn, now_ms);
    case CONN_SOCKET: return look_at_socket(conn, now_ms);
    }
}

static void sweep(uv_timer_t *timer) {
    Net *net = timer->data;
    int64_t now_ms = net_now_ms();
    unsigned count = net->slots / SWEEP_PARTS + 1;
    for (unsigned i = 0; i < count && net->slots; i++) {
        if (net->sweep_at >= net->slots) net->sweep_at = 0;
        Conn *conn = net->slot[net->sweep_at++];
        if (conn) look_at(conn, now_ms);
    }
    admin_sweep(net, now_ms);
    net_flush(net);
}

void sweep_start(Net *net) { uv_timer_start(&net->sweep_timer, sweep, SWEEP_MS, SWEEP_MS); }
