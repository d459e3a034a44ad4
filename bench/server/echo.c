/* echo.c -- the ceiling: a WebSocket server that says back what it hears, on the same
 * library and the same loop as `uno serve`, with nothing in between: no tables, no disk.
 *
 *     echo    prints "port N", serves until it is told to stop */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <libwebsockets.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uv.h>

enum { BACKLOG = 1024, READ_BYTES = 1024, SERVICE_BYTES = 32768 };

/* Written at once: waiting for the socket to be reported as writable would only cost. */
static int say_back(struct lws *wsi, const void *text, size_t length) {
    unsigned char frame[LWS_PRE + READ_BYTES];
    if (length > READ_BYTES || !lws_is_final_fragment(wsi)) return -1;
    memcpy(frame + LWS_PRE, text, length);
    return lws_write(wsi, frame + LWS_PRE, length, LWS_WRITE_TEXT) < (int)length ? -1 : 0;
}

static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length) {
    (void)user;
    return reason == LWS_CALLBACK_RECEIVE ? say_back(wsi, in, length) : 0;
}

static const struct lws_protocols protocols[] = {
    {.name = "uno.1", .callback = on_event, .rx_buffer_size = READ_BYTES, .tx_packet_size = SERVICE_BYTES},
    {.name = NULL},
};

static int open_listener(unsigned *port) {
    struct sockaddr_in address = {.sin_family = AF_INET};
    socklen_t size = sizeof address;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0 || bind(fd, (struct sockaddr *)&address, size) || listen(fd, BACKLOG)) return -1;
    if (getsockname(fd, (struct sockaddr *)&address, &size)) return -1;
    *port = ntohs(address.sin_port);
    return fd;
}

static void on_listener(uv_poll_t *handle, int status, int events) {
    uv_os_fd_t listener;
    (void)events;
    if (status < 0 || uv_fileno((uv_handle_t *)handle, &listener)) return;
    for (int fd, on = 1; (fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0;) {
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        lws_adopt_socket_vhost(handle->data, fd);
    }
}

int main(void) {
    uv_loop_t loop;
    uv_poll_t listening;
    void *loops[] = {&loop};
    unsigned port;
    uv_loop_init(&loop);
    struct lws_context_creation_info info = {
        .protocols = protocols,
        .port = CONTEXT_PORT_NO_LISTEN_SERVER,
        .gid = -1,
        .uid = -1,
        .options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_VALIDATE_UTF8 | LWS_SERVER_OPTION_EXPLICIT_VHOSTS |
                   LWS_SERVER_OPTION_SKIP_SERVER_CANONICAL_NAME,
        .foreign_loops = loops,
        .pt_serv_buf_size = SERVICE_BYTES,
    };
    lws_set_log_level(LLL_ERR, NULL);
    struct lws_context *context = lws_create_context(&info);
    struct lws_vhost *host = context ? lws_create_vhost(context, &info) : NULL;
    int fd = open_listener(&port);
    if (!host || fd < 0 || uv_poll_init(&loop, &listening, fd)) {
        fputs("echo: the library or the socket cannot be opened\n", stderr);
        return 1;
    }
    listening.data = host;
    uv_poll_start(&listening, UV_READABLE, on_listener);
    printf("port %u\n", port);
    fflush(stdout);
    uv_run(&loop, UV_RUN_DEFAULT);
    return 0;
}
