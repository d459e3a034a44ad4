/* net_admin.c -- the operator's socket beside the database: one line in, one line of
 * JSON out. Only the user who runs the server may open it. A caller is always let
 * in, and shut out at once if there are too many: so those who were there before, and
 * said nothing, keep nobody out for longer than a few seconds. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "net_internal.h"

typedef struct AdminClient {
    uv_pipe_t pipe;
    uv_write_t write;
    Net *net;
    unsigned place; /* in Net.admin_client */
    int64_t since_ms;
    char line[LIMIT_ADMIN_LINE];
    size_t used;
    char *answer;
    uv_buf_t piece[2];
} Client;

static void forget(uv_handle_t *handle) {
    Client *client = handle->data;
    free(client->answer);
    free(client);
}

static void finish(Client *client) {
    if (uv_is_closing((uv_handle_t *)&client->pipe)) return;
    client->net->admin_client[client->place] = NULL;
    uv_close((uv_handle_t *)&client->pipe, forget);
}

static void written(uv_write_t *write, int status) {
    (void)status;
    finish(write->data);
}

static void answer(Client *client) {
    static char line_end[] = "\n";
    Net *net = client->net;
    uv_read_stop((uv_stream_t *)&client->pipe);
    if (!net->hub) return finish(client);
    client->since_ms = net_now_ms();
    net_turn(net);
    client->answer = hub_admin(net->hub, client->line);
    /* The first word says what was done; what follows may name people. */
    net_log(net, LOG_INFO, "admin", "\"command\":\"%.*s\"", (int)strspn(client->line, "abcdefghijklmnopqrstuvwxyz"),
            client->line);
    client->write.data = client;
    client->piece[0] = uv_buf_init(client->answer, client->answer ? (unsigned)strlen(client->answer) : 0);
    client->piece[1] = uv_buf_init(line_end, 1);
    if (!client->answer || uv_write(&client->write, (uv_stream_t *)&client->pipe, client->piece, 2, written))
        finish(client);
}

static void give_room(uv_handle_t *handle, size_t wanted, uv_buf_t *out) {
    Client *client = handle->data;
    (void)wanted;
    *out = uv_buf_init(client->line + client->used, (unsigned)(sizeof client->line - 1 - client->used));
}

static void on_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer) {
    Client *client = stream->data;
    (void)buffer;
    if (count <= 0) {
        if (count < 0) finish(client);
        return;
    }
    client->used += (size_t)count;
    char *end = memchr(client->line, '\n', client->used);
    if (end) *end = 0, answer(client);
}

/* False: there are enough of them, or there is no memory, and the descriptor is still the caller's. */
static bool begin_client(Net *net, int fd) {
    unsigned place = 0;
    while (place < LIMIT_ADMIN_CLIENTS && net->admin_client[place]) place++;
    Client *client = place < LIMIT_ADMIN_CLIENTS ? calloc(1, sizeof *client) : NULL;
    if (!client) return false;
    client->net = net;
    client->place = place;
    client->since_ms = net_now_ms();
    client->pipe.data = client;
    net->admin_client[place] = client;
    uv_pipe_init(&net->loop, &client->pipe, 0);
    bool opened = uv_pipe_open(&client->pipe, fd) == 0;
    if (!opened || uv_read_start((uv_stream_t *)&client->pipe, give_room, on_read)) finish(client);
    return opened;
}

static void on_connection(uv_poll_t *handle, int status, int events) {
    Net *net = handle->data;
    (void)events;
    if (status < 0) return;
    for (unsigned i = 0; i < LIMIT_ACCEPTS; i++) {
        int fd = accept4(net->admin_fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd < 0 && errno != EAGAIN && errno != EINTR && errno != ECONNABORTED) {
            uv_poll_stop(handle); /* no descriptor is left: admin_sweep() tries again */
            net->admin_paused = true;
        }
        if (fd < 0) return;
        if (!begin_client(net, fd)) close(fd);
    }
}

/* The socket, or -1 with errno. Nobody can connect before it listens, and then it is the operator's alone. */
static int open_socket(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0) return -1;
    if (bind(fd, (struct sockaddr *)&address, sizeof address) == 0 && chmod(path, 0600) == 0 &&
        listen(fd, LIMIT_ADMIN_CLIENTS) == 0)
        return fd;
    int error = errno;
    close(fd);
    errno = error;
    return -1;
}

bool admin_open(Net *net, char trouble[NET_TROUBLE_MAX]) {
    const char *path = net->config->admin;
    if (!path) return true;
    if (strlen(path) >= sizeof((struct sockaddr_un *)0)->sun_path) {
        snprintf(trouble, NET_TROUBLE_MAX, "the path of the operator's socket is too long: %s", path);
        return false;
    }
    /* The process that holds the database may also take the place of a server that was killed. */
    unlink(path);
    net->admin_fd = open_socket(path);
    if (net->admin_fd < 0 || uv_poll_init(&net->loop, &net->admin, net->admin_fd)) {
        snprintf(trouble, NET_TROUBLE_MAX, "cannot open the operator's socket %s: %s", path, strerror(errno));
        return false;
    }
    net->admin.data = net;
    net->admin_open = true;
    uv_poll_start(&net->admin, UV_READABLE, on_connection);
    return true;
}

void admin_sweep(Net *net, int64_t now_ms) {
    if (net->admin_open && net->admin_paused) uv_poll_start(&net->admin, UV_READABLE, on_connection);
    net->admin_paused = false;
    for (unsigned i = 0; i < LIMIT_ADMIN_CLIENTS; i++)
        if (net->admin_client[i] && now_ms - net->admin_client[i]->since_ms > LIMIT_ADMIN_S * 1000)
            finish(net->admin_client[i]);
}

void admin_close(Net *net) {
    if (!net->admin_open) return;
    net->admin_open = false;
    for (unsigned i = 0; i < LIMIT_ADMIN_CLIENTS; i++)
        if (net->admin_client[i]) finish(net->admin_client[i]);
    unlink(net->config->admin);
    uv_close((uv_handle_t *)&net->admin, NULL);
    close(net->admin_fd);
}
