/* net_library.c -- libwebsockets on our loop: its settings, its log, and its events
 * handed on to net_http.c and net_ws.c. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "net_internal.h"

/* One buffer for all, larger than any record of TLS: what is left of one the library may forget on this loop. */
enum { CLOSING_ROUNDS = 100, SERVICE_BYTES = 32768 };

/* ---- its log ---- */

/* The library's log has no argument to tell whose it is. */
static Net *logging;

static void library_log(int level, const char *line) {
    char text[400];
    (void)level;
    if (!logging) return;
    int64_t now_s = net_now_ms() / 1000;
    if (now_s != logging->library_log_s) logging->library_logged = 0;
    logging->library_log_s = now_s;
    if (logging->library_logged++ >= LIMIT_LIBRARY_LOG) return;
    log_escape(line, text, sizeof text);
    size_t length = strlen(text);
    if (length > 6 && strcmp(text + length - 6, "\\u000a") == 0) text[length - 6] = 0;
    net_log(logging, LOG_WARN, "libwebsockets", "\"text\":\"%s\"", text);
}

/* ---- its events ---- */

static int on_upgrade(struct lws *wsi, Conn *conn) {
    char wanted[16];
    /* Anything but a WebSocket has been refused by the library, or is refused here. */
    if (lws_hdr_copy(wsi, wanted, sizeof wanted, WSI_TOKEN_UPGRADE) <= 0) return -1;
    return strcasecmp(wanted, "websocket") == 0 ? ws_ask(conn) : -1;
}

static int on_closed(Conn *conn) {
    conn->open = false; /* nothing may be written any more */
    conn->gone = true;
    conn_lose_line(conn);
    return 0;
}

static int on_destroyed(struct lws *wsi, Conn *conn) {
    lws_set_opaque_user_data(wsi, NULL);
    conn_free(conn);
    return 0;
}

static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length) {
    if (reason == LWS_CALLBACK_OPENSSL_LOAD_EXTRA_SERVER_VERIFY_CERTS) return tls_prepare(user), 0;
    if (reason == LWS_CALLBACK_WSI_CREATE) {
        Net *net = lws_context_user(lws_get_context(wsi));
        if (net->adopting) net->adopting->wsi = wsi;
        return 0;
    }
    Conn *conn = wsi ? lws_get_opaque_user_data(wsi) : NULL;
    if (!conn) return 0;
    switch ((int)reason) {
    case LWS_CALLBACK_HTTP: return http_begin(conn);
    case LWS_CALLBACK_HTTP_BODY: return http_body(conn, in, length);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION: return http_body_done(conn);
    case LWS_CALLBACK_HTTP_WRITEABLE: return http_writable(conn);
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return on_upgrade(wsi, conn);
    case LWS_CALLBACK_ESTABLISHED: return ws_opened(conn), 0;
    case LWS_CALLBACK_RECEIVE: return ws_receive(conn, in, length);
    case LWS_CALLBACK_RECEIVE_PONG: return conn->heard_ms = net_now_ms(), 0;
    case LWS_CALLBACK_SERVER_WRITEABLE: return conn_note(conn), 0;
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE: /* the library answers it */
    case LWS_CALLBACK_CLOSED:
    case LWS_CALLBACK_CLOSED_HTTP: return on_closed(conn);
    case LWS_CALLBACK_RAW_ADOPT:
    case LWS_CALLBACK_RAW_RX: return -1; /* the method CONNECT leads there */
    case LWS_CALLBACK_WSI_DESTROY: return on_destroyed(wsi, conn);
    default: return 0;
    }
}

/* ---- beginning and end ---- */

/* What clients ask for must be first. */
static const struct lws_protocols protocols[] = {
    {.name = HUB_PROTOCOL,
     .callback = on_event,
     .rx_buffer_size = LIMIT_READ_BYTES,
     .tx_packet_size = 4 * LIMIT_FRAME_BYTES},
    {.name = NULL},
};

/* Everything is ours. A mount, as without one the library stops looking at a connection that awaits its answer, but
 * goes on polling it: a client that leaves would keep the loop spinning. */
static const struct lws_http_mount mount = {
    .mountpoint = "/", .mountpoint_len = 1, .origin = HUB_PROTOCOL, .origin_protocol = LWSMPRO_CALLBACK};

/* No policy: pings are ours (net_sweep.c), as the library keeps its timers in a list that is searched from the
 * front. */
static const lws_retry_bo_t no_policy = {.secs_since_valid_ping = 0};

bool library_open(Net *net, char trouble[NET_TROUBLE_MAX]) {
    void *loops[] = {&net->loop};
    struct lws_context_creation_info info = {
        .protocols = protocols,
        .mounts = &mount,
        .port = CONTEXT_PORT_NO_LISTEN_SERVER,
        .gid = -1,
        .uid = -1,
        .options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_VALIDATE_UTF8 |
                   LWS_SERVER_OPTION_SKIP_SERVER_CANONICAL_NAME | LWS_SERVER_OPTION_EXPLICIT_VHOSTS,
        .foreign_loops = loops,
        .pcontext = &net->library,
        .user = net,
        .max_http_header_data = LIMIT_HEADER_BYTES,
        .pt_serv_buf_size = SERVICE_BYTES,
        .timeout_secs = LIMIT_HEADER_S,
        .timeout_secs_ah_idle = LIMIT_HEADER_S,
        .keepalive_timeout = LIMIT_KEEP_ALIVE_S,
        .retry_and_idle_policy = &no_policy,
        .vhost_name = "uno",
        .alpn = "http/1.1",
    };
    if (net->config->cert) {
        info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
        info.ssl_cert_filepath = net->config->cert;
        info.ssl_private_key_filepath = net->config->key;
    }
    logging = net;
    lws_set_log_level(LLL_ERR | LLL_WARN, library_log);
    net->library = lws_create_context(&info);
    if (net->library) net->host = lws_create_vhost(net->library, &info);
    if (net->host) return true;
    snprintf(trouble, NET_TROUBLE_MAX, "the WebSocket library does not start: is libwebsockets-evlib-uv installed?");
    return false;
}

void library_adopt(Net *net, int fd, Conn *conn) {
    lws_adopt_desc_t what = {.vh = net->host,
                             .type = LWS_ADOPT_SOCKET | LWS_ADOPT_HTTP | LWS_ADOPT_ALLOW_SSL,
                             .fd.sockfd = fd,
                             .opaque = conn};
    net->adopting = conn;
    struct lws *wsi = lws_adopt_descriptor_vhost_via_info(&what);
    net->adopting = NULL;
    /* A failure closes the descriptor. Where the library had begun with the connection, it also tells of its end. */
    if (!wsi && !conn->wsi) conn_free(conn);
}

void library_close(Net *net) {
    if (!net->library) return;
    /* The first call closes its handles, which takes a few rounds of the loop; the second frees what is left and
     * writes NULL to net->library. */
    lws_context_destroy(net->library);
    for (unsigned i = 0; i < CLOSING_ROUNDS && net->library; i++) uv_run(&net->loop, UV_RUN_NOWAIT);
    lws_context_destroy(net->library);
    net->library = NULL;
    lws_set_log_level(0, NULL);
    logging = NULL;
}
