/* net_listen.c -- the addresses that are listened on, accepting, and how many
 * connections an address has. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "net_internal.h"

enum { ACCEPT_PAUSE_MS = 200 };

/* ---- opening ---- */

static void explain(const char *address, unsigned port, int error, char trouble[NET_TROUBLE_MAX]) {
    const char *help = error == EADDRINUSE ? "another program uses that port: stop it, or choose another with --port"
                       : error == EACCES   ? "ports below 1024 are the administrator's: choose another with --port"
                       : error == EADDRNOTAVAIL ? "this machine does not have that address"
                                                : "choose another with --listen and --port";
    snprintf(trouble, NET_TROUBLE_MAX, "cannot listen on %s%sport %u: %s; %s", address ? address : "",
             address ? " " : "", port, strerror(error), help);
}

/* The socket, or -1 with errno. */
static int open_socket(const struct addrinfo *info, unsigned port) {
    struct sockaddr_storage address;
    int on = 1, off = 0;
    memcpy(&address, info->ai_addr, info->ai_addrlen);
    if (info->ai_family == AF_INET6) ((struct sockaddr_in6 *)&address)->sin6_port = htons((uint16_t)port);
    else ((struct sockaddr_in *)&address)->sin_port = htons((uint16_t)port);
    int fd = socket(info->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0) return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (info->ai_family == AF_INET6) setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
    if (bind(fd, (struct sockaddr *)&address, info->ai_addrlen) == 0 && listen(fd, SOMAXCONN) == 0) return fd;
    int error = errno;
    close(fd);
    errno = error;
    return -1;
}

static unsigned port_of(int fd) {
    union {
        struct sockaddr any;
        struct sockaddr_in four;
        struct sockaddr_in6 six;
    } address = {.six = {.sin6_port = 0}};
    socklen_t size = sizeof address;
    if (getsockname(fd, &address.any, &size)) return 0;
    return ntohs(address.any.sa_family == AF_INET6 ? address.six.sin6_port : address.four.sin_port);
}

static bool take_socket(Net *net, int fd) {
    if (fd < 0) return false;
    net->port = port_of(fd); /* with port 0 the others take the same */
    net->listen_fd[net->listeners++] = fd;
    return true;
}

static bool listen_on(Net *net, const char *address, char trouble[NET_TROUBLE_MAX]) {
    struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE}, *found;
    int failed = getaddrinfo(address, NULL, &hints, &found);
    if (failed) {
        snprintf(trouble, NET_TROUBLE_MAX,
                 "cannot listen on '%s': %s; give an address of this machine, such as 127.0.0.1", address,
                 gai_strerror(failed));
        return false;
    }
    bool good = take_socket(net, open_socket(found, net->port));
    if (!good) explain(address, net->port, errno, trouble);
    freeaddrinfo(found);
    return good;
}

/* All addresses of both kinds; where there is no IPv6, those of the other. */
static bool listen_everywhere(Net *net, char trouble[NET_TROUBLE_MAX]) {
    struct sockaddr_in6 six = {.sin6_family = AF_INET6};
    struct sockaddr_in four = {.sin_family = AF_INET};
    struct addrinfo any = {.ai_family = AF_INET6, .ai_addr = (struct sockaddr *)&six, .ai_addrlen = sizeof six};
    if (take_socket(net, open_socket(&any, net->port))) return true;
    if (errno == EAFNOSUPPORT || errno == EADDRNOTAVAIL) {
        any = (struct addrinfo){.ai_family = AF_INET, .ai_addr = (struct sockaddr *)&four, .ai_addrlen = sizeof four};
        if (take_socket(net, open_socket(&any, net->port))) return true;
    }
    explain(NULL, net->port, errno, trouble);
    return false;
}

bool listen_open(Net *net, char trouble[NET_TROUBLE_MAX]) {
    net->port = net->config->port;
    if (!net->config->listens) return listen_everywhere(net, trouble);
    for (unsigned i = 0; i < net->config->listens; i++)
        if (!listen_on(net, net->config->listen[i], trouble)) return false;
    return true;
}

/* ---- who may open a connection ---- */

static void read_address(const struct sockaddr_storage *storage, Address *out) {
    static const Address none;
    char text[NETWORK_TEXT_MAX] = "";
    if (storage->ss_family == AF_INET)
        inet_ntop(AF_INET, &((const struct sockaddr_in *)storage)->sin_addr, text, sizeof text);
    else if (storage->ss_family == AF_INET6)
        inet_ntop(AF_INET6, &((const struct sockaddr_in6 *)storage)->sin6_addr, text, sizeof text);
    if (!address_parse(text, out)) *out = none;
}

static bool is_proxy(const Net *net, const Address *address) {
    for (unsigned i = 0; i < net->config->proxies; i++)
        if (network_has(&net->config->proxy[i], address)) return true;
    return false;
}

/* Anybody with an IPv6 address has 2^64 of them: their network counts as one. */
static uint64_t peer_key(const char *address) {
    char network[HUB_ADDRESS_MAX];
    struct in6_addr six;
    if (inet_pton(AF_INET6, address, &six) != 1) return map_hash(address);
    memset(six.s6_addr + 8, 0, 8);
    return map_hash(inet_ntop(AF_INET6, &six, network, sizeof network));
}

/* False: it has enough of them, or there is no memory to count. */
static bool peer_count(Net *net, Conn *conn) {
    if (conn->trusted || net->hub_config.unlimited) return true;
    uint64_t key = peer_key(conn->address);
    Peer *peer = map_get(&net->peers, key);
    if (!peer) {
        peer = calloc(1, sizeof *peer);
        if (!peer || !map_put(&net->peers, key, peer)) return free(peer), false;
        peer->key = key;
    }
    if (peer->conns >= LIMIT_PER_ADDRESS) return false;
    peer->conns++;
    conn->peer = peer;
    return true;
}

void peer_forget(Net *net, Peer *peer) {
    if (--peer->conns) return;
    map_take(&net->peers, peer->key);
    free(peer);
}

/* ---- accepting ---- */

/* False: there is no memory, or it is one too many. */
static bool begin_connection(Net *net, int fd, const struct sockaddr_storage *storage) {
    Address address;
    Conn *conn = conn_new(net);
    if (!conn) return false;
    read_address(storage, &address);
    address_format(&address, conn->address);
    conn->trusted = is_proxy(net, &address);
    if (peer_count(net, conn) && conn_open(conn, fd)) return true;
    conn_forget(conn);
    free(conn);
    return false;
}

static void take_connection(Net *net, int fd, const struct sockaddr_storage *address) {
    int on = 1, idle_s = 60, every_s = 15, times = 4;
    if (!begin_connection(net, fd, address)) {
        net->count.refused++;
        close(fd);
        return;
    }
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle_s, sizeof idle_s);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &every_s, sizeof every_s);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &times, sizeof times);
    net->count.accepted++;
}

static void watch(Net *net, bool on);

static void after_pause(uv_timer_t *timer) { watch(timer->data, true); }

static void on_listener(uv_poll_t *handle, int status, int events) {
    Net *net = handle->data;
    struct sockaddr_storage address = {.ss_family = AF_UNSPEC};
    (void)events;
    uv_os_fd_t listener;
    if (status < 0 || uv_fileno((uv_handle_t *)handle, &listener)) return;
    for (unsigned i = 0; i < LIMIT_ACCEPTS; i++) {
        socklen_t size = sizeof address;
        int fd = accept4(listener, (struct sockaddr *)&address, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd >= 0) take_connection(net, fd, &address);
        else if (errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS) {
            net_log(net, LOG_WARN, "no_more_connections", "\"connections\":%u,\"reason\":\"%s\"", net->conns,
                    strerror(errno));
            watch(net, false);
            uv_timer_start(&net->accept_timer, after_pause, ACCEPT_PAUSE_MS, 0);
            return;
        } else if (errno != EINTR && errno != ECONNABORTED) return;
    }
}

static void watch(Net *net, bool on) {
    for (unsigned i = 0; i < net->listeners; i++)
        if (on) uv_poll_start(&net->listener[i], UV_READABLE, on_listener);
        else uv_poll_stop(&net->listener[i]);
}

bool listen_start(Net *net) {
    for (unsigned i = 0; i < net->listeners; i++) {
        if (uv_poll_init(&net->loop, &net->listener[i], net->listen_fd[i])) return false;
        net->listener[i].data = net;
        net->watched++;
    }
    watch(net, true);
    return true;
}

static void close_descriptor(uv_handle_t *handle) {
    Net *net = handle->data;
    close(net->listen_fd[(uv_poll_t *)handle - net->listener]);
}

void listen_stop(Net *net) {
    uv_timer_stop(&net->accept_timer);
    for (unsigned i = 0; i < net->listeners; i++)
        if (i < net->watched) uv_close((uv_handle_t *)&net->listener[i], close_descriptor);
        else close(net->listen_fd[i]);
    net->listeners = net->watched = 0;
}

/* ---- where the server can be opened ---- */

static bool listens_everywhere(const NetConfig *config) {
    for (unsigned i = 0; i < config->listens; i++)
        if (strcmp(config->listen[i], "::") != 0 && strcmp(config->listen[i], "0.0.0.0") != 0) return false;
    return true;
}

static void write_url(const Net *net, const char *address, char out[NET_URL_MAX]) {
    bool six = strchr(address, ':');
    snprintf(out, NET_URL_MAX, "http%s://%s%s%s:%u", net->config->cert ? "s" : "", six ? "[" : "", address,
             six ? "]" : "", net->port);
}

unsigned listen_urls(const Net *net, char (*urls)[NET_URL_MAX], unsigned most) {
    unsigned count = 0;
    struct ifaddrs *all, *one;
    if (!listens_everywhere(net->config)) {
        for (unsigned i = 0; i < net->config->listens && count < most; i++)
            write_url(net, net->config->listen[i], urls[count++]);
        return count;
    }
    write_url(net, "localhost", urls[count++]);
    if (getifaddrs(&all)) return count;
    for (one = all; one && count < most; one = one->ifa_next) {
        Address address;
        char text[NETWORK_TEXT_MAX];
        struct sockaddr_storage storage = {0};
        if (!one->ifa_addr || one->ifa_addr->sa_family != AF_INET) continue;
        if (!(one->ifa_flags & IFF_UP) || one->ifa_flags & IFF_LOOPBACK) continue;
        memcpy(&storage, one->ifa_addr, sizeof(struct sockaddr_in));
        read_address(&storage, &address);
        address_format(&address, text);
        write_url(net, text, urls[count++]);
    }
    freeifaddrs(all);
    return count;
}
