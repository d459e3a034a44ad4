/* net_conn.c -- a connection: its descriptor watched, bytes in and out, with TLS or
 * without, and its end.
 *
 * What is read goes into one buffer for all connections, and what of it is not complete
 * is kept by the connection: so one that is idle keeps nothing. A connection is read
 * from once a round of the loop, and of what came only so many messages are done; the
 * rest waits, and its connection is called hungry, so that nobody waits for somebody
 * who never stops. While a request is being answered nothing is read at all. */
#define _GNU_SOURCE
#include <errno.h>
#include <openssl/err.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "net_internal.h"

/* ---- bytes ---- */

/* What TLS makes of a call that did not go through: 0 for later, -1 for never. */
static int tls_result(Conn *conn, int result) {
    switch (SSL_get_error(conn->tls, result)) {
    case SSL_ERROR_WANT_READ: return 0;
    case SSL_ERROR_WANT_WRITE: return conn->blocked = true, 0;
    }
    return -1;
}

ssize_t conn_write(Conn *conn, const unsigned char *data, size_t count) {
    if (conn->tls) {
        size_t written = 0;
        ERR_clear_error();
        int result = SSL_write_ex(conn->tls, data, count, &written);
        if (result == 1) return (ssize_t)written;
        conn->blocked = true;
        return tls_result(conn, result);
    }
    for (;;) {
        ssize_t written = send(conn->fd, data, count, MSG_NOSIGNAL);
        if (written >= 0) return written;
        if (errno == EAGAIN || errno == EWOULDBLOCK) return conn->blocked = true, 0;
        if (errno != EINTR) return -1;
    }
}

/* 0: nothing now; -1: that was all, or it is broken. */
static ssize_t read_some(Conn *conn, unsigned char *out, size_t most) {
    if (conn->tls && conn->state != CONN_LINGER) {
        size_t count = 0;
        ERR_clear_error();
        int result = SSL_read_ex(conn->tls, out, most, &count);
        return result == 1 ? (ssize_t)count : tls_result(conn, result);
    }
    for (;;) {
        ssize_t count = recv(conn->fd, out, most, 0);
        if (count > 0) return count;
        if (count == 0) return -1;
        if (errno == EAGAIN || errno == EWOULDBLOCK) return 0;
        if (errno != EINTR) return -1;
    }
}

/* ---- what came ---- */

static bool takes_input(const Conn *conn) {
    if (conn->net->deaf) return false;
    switch (conn->state) {
    case CONN_SHAKING:
    case CONN_IDLE:
    case CONN_BODY:
    case CONN_SOCKET:
    case CONN_LINGER: return true;
    case CONN_ASKED:
    case CONN_ANSWER:
    case CONN_STREAM: return false;
    }
    return false;
}

static size_t use(Conn *conn, unsigned char *data, size_t count) {
    switch (conn->state) {
    case CONN_IDLE:
    case CONN_BODY: return http_input(conn, data, count);
    case CONN_SOCKET: return ws_input(conn, data, count);
    case CONN_LINGER: return count;
    case CONN_SHAKING:
    case CONN_ASKED:
    case CONN_ANSWER:
    case CONN_STREAM: return 0;
    }
    return 0;
}

static void make_hungry(Conn *conn) {
    Net *net = conn->net;
    if (conn->hungry) return;
    conn->hungry = true;
    conn->next_hungry = net->hungry;
    net->hungry = conn;
    uv_idle_start(&net->feeder, feed_hungry);
}

/* A client that sends more often than a person plays is read after everybody else, and only a few at a time: so a flood of
 * many delays those who flood. While nobody else is there it delays nobody. */
static bool is_too_eager(Conn *conn) {
    if (conn->net->hub_config.unlimited) return false;
    return !rate_take(&conn->reads, net_now_ms(), LIMIT_READS_PER_S, 1000, LIMIT_READS_BURST);
}

static void make_eager(Conn *conn) {
    Net *net = conn->net;
    if (conn->eager) return;
    conn->eager = true;
    conn->next_eager = NULL;
    *(net->eager ? &net->last_eager->next_eager : &net->eager) = conn;
    net->last_eager = conn;
    uv_idle_start(&net->feeder, feed_hungry);
}

/* As many of the bytes as can be used now. */
static size_t use_some(Conn *conn, unsigned char *data, size_t count) {
    size_t used = 0;
    for (unsigned i = 0; used < count && !conn->gone; i++) {
        if (i == LIMIT_READ_MESSAGES) return make_hungry(conn), used;
        size_t taken = use(conn, data + used, count - used);
        if (!taken) break;
        used += taken;
    }
    return used;
}

/* What waits in conn->in. */
static void use_waiting(Conn *conn) {
    if (!takes_input(conn) || !bytes_count(&conn->in)) return;
    size_t used = use_some(conn, bytes_first(&conn->in), bytes_count(&conn->in));
    if (!conn->gone && used) bytes_take(&conn->in, used);
}

static void take(Conn *conn, unsigned char *data, size_t count) {
    if (!bytes_count(&conn->in)) {
        if (!conn->reader.in_message) conn->since_ms = net_now_ms();
        size_t used = use_some(conn, data, count);
        if (!conn->gone && !bytes_add(&conn->in, data + used, count - used)) conn_kill(conn);
    } else if (bytes_add(&conn->in, data, count)) use_waiting(conn);
    else conn_kill(conn);
}

static void read_once(Conn *conn) {
    unsigned char *buffer = conn->net->buffer;
    if (conn->hungry) return; /* it has enough */
    ssize_t count = read_some(conn, buffer, LIMIT_READ_BYTES);
    if (count < 0) return conn_kill(conn);
    if (count > 0 && conn->state != CONN_LINGER) take(conn, buffer, (size_t)count);
    /* What TLS has read already nobody else will tell of. */
    if (count > 0 && !conn->gone && conn->tls && SSL_pending(conn->tls)) make_hungry(conn);
}

void conn_feed(Conn *conn) {
    bool pending = conn->tls && SSL_pending(conn->tls);
    conn->mute = false;
    if (bytes_count(&conn->in) || pending) make_hungry(conn);
}

/* The next of the eager ones. */
static void feed_eager(Net *net) {
    Conn *conn = net->eager;
    net->eager = conn->next_eager;
    conn->eager = false;
    if (conn->gone) return conn_release(conn);
    if (takes_input(conn)) read_once(conn);
    else conn->mute = true;
    if (!conn->gone) conn_watch(conn);
}

/* Each one in turn, and those that have more wait for the next round. */
void feed_hungry(uv_idle_t *handle) {
    Net *net = handle->data;
    Conn *list = net->hungry;
    net->hungry = NULL;
    for (Conn *conn; (conn = list);) {
        list = conn->next_hungry;
        conn->hungry = false;
        if (conn->gone) {
            conn_release(conn);
            continue;
        }
        use_waiting(conn);
        if (!conn->gone && !conn->hungry && takes_input(conn) && conn->tls && SSL_pending(conn->tls)) read_once(conn);
        if (!conn->gone) conn_watch(conn);
    }
    for (unsigned i = 0; net->eager && i < LIMIT_EAGER; i++) feed_eager(net);
    if (!net->hungry && !net->eager) uv_idle_stop(&net->feeder);
}

/* ---- events ---- */

static void shake(Conn *conn) {
    ERR_clear_error();
    int result = SSL_accept(conn->tls);
    if (result == 1) {
        conn->state = CONN_IDLE;
        conn->since_ms = net_now_ms();
        read_once(conn);
    } else if (tls_result(conn, result) < 0) conn_kill(conn);
}

static void on_event(uv_poll_t *handle, int status, int events) {
    Conn *conn = handle->data;
    if (status < 0) return conn_kill(conn);
    bool writable = events & UV_WRITABLE, readable = events & UV_READABLE;
    /* TLS may have waited for the one to do the other. */
    if (conn->blocked && (writable || conn->tls)) {
        conn->blocked = false;
        conn_note(conn);
    }
    if (!takes_input(conn)) conn->mute = conn->mute || readable;
    else if (conn->state == CONN_SHAKING) shake(conn);
    else if (readable && is_too_eager(conn)) make_eager(conn);
    else if (readable || conn->tls) read_once(conn);
    if (!conn->gone) conn_watch(conn);
}

void conn_watch(Conn *conn) {
    int wanted = (conn->mute || conn->eager ? 0 : UV_READABLE) | (conn->blocked ? UV_WRITABLE : 0);
    if (conn->gone || wanted == conn->watched) return;
    conn->watched = (unsigned char)wanted;
    if (wanted) uv_poll_start(&conn->poll, wanted, on_event);
    else uv_poll_stop(&conn->poll);
}

/* ---- beginning and end ---- */

bool conn_open(Conn *conn, int fd) {
    Net *net = conn->net;
    conn->since_ms = net_now_ms();
    conn->state = net->tls ? CONN_SHAKING : CONN_IDLE;
    conn->tls = net->tls ? SSL_new(net->tls) : NULL;
    if (net->tls && (!conn->tls || SSL_set_fd(conn->tls, fd) != 1)) return false;
    if (uv_poll_init(&net->loop, &conn->poll, fd)) return false;
    if (conn->tls) SSL_set_accept_state(conn->tls);
    conn->poll.data = conn;
    conn->fd = fd;
    conn_watch(conn);
    return true;
}

static void on_released(uv_handle_t *handle) {
    Conn *conn = handle->data;
    conn->released = true;
    conn_release(conn);
}

void conn_linger(Conn *conn) {
    if (conn->tls && conn->state != CONN_LINGER) SSL_shutdown(conn->tls);
    conn_lose_line(conn);
    if (conn->state == CONN_SOCKET) conn->net->sockets--;
    conn->state = CONN_LINGER;
    conn->since_ms = net_now_ms();
    conn->blocked = conn->mute = false;
    bytes_free(&conn->in);
    bytes_free(&conn->out);
    shutdown(conn->fd, SHUT_WR);
}

void conn_kill(Conn *conn) {
    if (conn->gone) return;
    if (conn->state == CONN_SOCKET && conn->code) ws_say_goodbye(conn);
    conn_forget(conn);
    conn->gone = true;
    uv_close((uv_handle_t *)&conn->poll, on_released);
    close(conn->fd);
}
