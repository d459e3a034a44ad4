/* net_admin.c -- the operator's socket beside the database: one line in, one line of
 * JSON out. Only the user who runs the server may open it. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "net_internal.h"

typedef struct {
    uv_pipe_t pipe;
    uv_write_t write;
    Net *net;
    char line[LIMIT_ADMIN_LINE];
    size_t used;
    char *answer;
    uv_buf_t piece[2];
} Client;

static void forget(uv_handle_t *handle) {
    Client *client = handle->data;
    client->net->admin_clients--;
    free(client->answer);
    free(client);
}

static void finish(Client *client) {
    if (!uv_is_closing((uv_handle_t *)&client->pipe)) uv_close((uv_handle_t *)&client->pipe, forget);
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

static void on_connection(uv_stream_t *server, int status) {
    Net *net = server->data;
    Client *client = status || net->admin_clients >= LIMIT_ADMIN_CLIENTS ? NULL : calloc(1, sizeof *client);
    if (!client) return;
    client->net = net;
    client->pipe.data = client;
    net->admin_clients++;
    uv_pipe_init(&net->loop, &client->pipe, 0);
    if (uv_accept(server, (uv_stream_t *)&client->pipe) ||
        uv_read_start((uv_stream_t *)&client->pipe, give_room, on_read))
        finish(client);
}

bool admin_open(Net *net, char trouble[NET_TROUBLE_MAX]) {
    const char *path = net->config->admin;
    if (!path) return true;
    if (strlen(path) >= sizeof((struct sockaddr_un *)0)->sun_path) {
        snprintf(trouble, NET_TROUBLE_MAX, "the path of the operator's socket is too long: %s", path);
        return false;
    }
    /* Whoever holds the database may also take the place of a server that was killed. */
    unlink(path);
    uv_pipe_init(&net->loop, &net->admin, 0);
    net->admin.data = net;
    net->admin_open = true;
    int failed = uv_pipe_bind(&net->admin, path);
    /* Nobody can connect before it listens. */
    if (!failed && chmod(path, 0600)) failed = uv_translate_sys_error(errno);
    if (!failed) failed = uv_listen((uv_stream_t *)&net->admin, LIMIT_ADMIN_CLIENTS, on_connection);
    if (!failed) return true;
    snprintf(trouble, NET_TROUBLE_MAX, "cannot open the operator's socket %s: %s", path, uv_strerror(failed));
    return false;
}

void admin_close(Net *net) {
    if (!net->admin_open) return;
    net->admin_open = false;
    unlink(net->config->admin);
    uv_close((uv_handle_t *)&net->admin, NULL);
}
