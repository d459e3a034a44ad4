/* net_sweep.c -- every connection is looked at once a second: is it alive, is anything
 * taking too long? A quarter of them at a time, so that nobody waits for it. */
#define _GNU_SOURCE
#include <netinet/tcp.h>

#include "net_internal.h"

enum { SWEEP_MS = 250, SWEEP_PARTS = 4, SECOND = 1000 };

static bool older(int64_t now_ms, int64_t since_ms, int64_t seconds) { return now_ms - since_ms > seconds * SECOND; }

static void send_ping(Conn *conn, int64_t now_ms) {
    unsigned char ping[LWS_PRE + 1] = {0};
    conn->pinged_ms = now_ms;
    conn->net->count.pings++;
    /* The library keeps an empty answer to itself. */
    ping[LWS_PRE] = 'u';
    if (!lws_partial_buffered(conn->wsi) && lws_write(conn->wsi, ping + LWS_PRE, 1, LWS_WRITE_PING) < 0)
        conn_kill(conn);
}

static void look_at_socket(Conn *conn, int64_t now_ms) {
    NetCount *count = &conn->net->count;
    if (!conn->open || conn->dropped) return;
    if (older(now_ms, conn->heard_ms, LIMIT_SILENCE_S)) {
        count->silent++;
        conn_kill(conn);
    } else if (conn->in.data && older(now_ms, conn->since_ms, LIMIT_MESSAGE_S)) {
        count->broken++;
        conn_kill(conn);
    } else if (conn->crowded_ms && older(now_ms, conn->crowded_ms, LIMIT_BACKLOG_S)) {
        count->slow++;
        conn->code = 1013;
        conn_kill(conn);
    } else if (conn->ending && older(now_ms, conn->ending_ms, LIMIT_CLOSE_S)) conn_kill(conn);
    else if (older(now_ms, conn->heard_ms, LIMIT_PING_S) && older(now_ms, conn->pinged_ms, LIMIT_PING_S))
        send_ping(conn, now_ms);
}

/* Nothing is read while a request is being answered, so the end of the other side is looked for. */
static bool other_side_gone(const Conn *conn) {
    struct tcp_info info;
    socklen_t size = sizeof info;
    if (getsockopt(lws_get_socket_fd(conn->wsi), IPPROTO_TCP, TCP_INFO, &info, &size)) return false;
    return info.tcpi_state != TCP_ESTABLISHED;
}

static void look_at_request(Conn *conn, int64_t now_ms) {
    NetCount *count = &conn->net->count;
    if (conn->dropped) return;
    bool waits = bytes_count(&conn->out) || conn->page_length || lws_partial_buffered(conn->wsi);
    if (conn->state == CONN_BODY) {
        if (!older(now_ms, conn->since_ms, LIMIT_BODY_S)) return;
        count->broken++;
        conn_kill(conn);
    } else if (other_side_gone(conn)) conn_kill(conn);
    else if (conn->state != CONN_ASKED && waits && older(now_ms, conn->since_ms, LIMIT_BACKLOG_S)) {
        count->slow++;
        conn_kill(conn);
    }
}

static void sweep(uv_timer_t *timer) {
    Net *net = timer->data;
    int64_t now_ms = net_now_ms();
    unsigned count = net->slots / SWEEP_PARTS + 1;
    for (unsigned i = 0; i < count && net->slots; i++) {
        if (net->sweep_at >= net->slots) net->sweep_at = 0;
        Conn *conn = net->slot[net->sweep_at++];
        if (!conn || !conn->wsi) continue;
        if (conn->state == CONN_SOCKET) look_at_socket(conn, now_ms);
        else if (conn->state != CONN_IDLE) look_at_request(conn, now_ms);
    }
    net_flush(net);
}

void sweep_start(Net *net) { uv_timer_start(&net->sweep_timer, sweep, SWEEP_MS, SWEEP_MS); }
