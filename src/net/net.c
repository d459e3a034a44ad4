/* net.c -- the server from its start to its end: everything is opened in the order in
 * which it can fail for reasons that the operator can mend, then the loop runs.
 *
 * A turn of the hub is what happens between two waits of the loop: begun by the first
 * event, ended right before and after the loop waits. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "net_internal.h"
#include "sandbox.h"

enum { DRAIN_STEP_MS = 20, CLOSING_MS = 1000 };

/* ---- turns ---- */

int64_t net_now_ms(void) { return (int64_t)(uv_hrtime() / 1000000); }

static int64_t wall_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void net_turn(Net *net) {
    if (net->in_turn) return;
    net->in_turn = true;
    net->turn_began = uv_hrtime();
    hub_begin_turn(net->hub, net_now_ms(), wall_ms());
}

static void on_turn_timer(uv_timer_t *timer) {
    Net *net = timer->data;
    net->wanted_at = 0;
    net_turn(net);
}

static void stop_loop(Net *net) { uv_stop(&net->loop); }

static void end_turn(Net *net) {
    if (!net->in_turn) {
        net_flush(net);
        return;
    }
    int64_t wait_ms = hub_end_turn(net->hub), now_ms = net_now_ms();
    net->in_turn = false;
    if (hub_has_failed(net->hub)) {
        net->end = NET_SYSTEM;
        stop_loop(net);
    }
    if (wait_ms < 0) wait_ms = 0;
    if (now_ms + wait_ms != net->wanted_at) {
        net->wanted_at = now_ms + wait_ms;
        uv_update_time(&net->loop);
        uv_timer_start(&net->turn_timer, on_turn_timer, (uint64_t)wait_ms, 0);
    }
    net_flush(net);
    histogram_add(&net->count.turn, (uv_hrtime() - net->turn_began) / 1000);
}

static void before_wait(uv_prepare_t *handle) { end_turn(handle->data); }
static void after_wait(uv_check_t *handle) { end_turn(handle->data); }

static void on_async(uv_async_t *handle) {
    Net *net = handle->data;
    if (net->hub) threads_collect(net);
}

/* ---- the end ---- */

static void on_closing_over(uv_timer_t *timer) { stop_loop(timer->data); }

/* Everything that is to be said has been said: say goodbye to everybody. */
static void close_everything(Net *net) {
    net->closing = true;
    net->deaf = false;
    HubWorld world = lines_world(net);
    for (unsigned i = 0; i < net->slots; i++) {
        Conn *conn = net->slot[i];
        if (!conn) continue;
        conn->mute = false; /* a goodbye is heard, too */
        bool waits = conn->state == CONN_ASKED || conn->state == CONN_ANSWER;
        if (conn->line && (conn->state == CONN_SOCKET || conn->state == CONN_STREAM))
            world.close(world.self, conn->line, 1001, "the server goes down");
        else if (waits) conn->keep = false;
        else if (conn->state != CONN_SOCKET && conn->state != CONN_STREAM) conn_kill(conn);
    }
    net_flush(net);
    uv_timer_start(&net->end_timer, on_closing_over, CLOSING_MS, 0);
}

static bool all_flushed(const Net *net) {
    for (unsigned i = 0; i < net->slots; i++)
        if (net->slot[i] && conn_has_unsent(net->slot[i])) return false;
    return true;
}

static void on_drain_step(uv_timer_t *timer) {
    Net *net = timer->data;
    bool over = net_now_ms() >= net->drain_until, settled = hub_is_settled(net->hub);
    /* A client that keeps sending would keep the hub busy for ever. */
    if (!net->closing && net_now_ms() >= net->deaf_at) net->deaf = true;
    if (net->closing) {
        if (!net->conns) stop_loop(net);
    } else if ((settled && all_flushed(net)) || over) {
        if (!settled) net->end = NET_UNWRITTEN;
        close_everything(net);
    }
}

static void on_signal(uv_signal_t *handle, int number) {
    Net *net = handle->data;
    if (number == SIGHUP || !net->hub) return;
    if (net->draining) {
        if (!hub_is_settled(net->hub)) net->end = NET_UNWRITTEN;
        stop_loop(net);
        return;
    }
    net_log(net, LOG_INFO, "stopping", "\"signal\":%d,\"websockets\":%u", number, net->sockets);
    net->draining = true;
    net->drain_until = net_now_ms() + (int64_t)net->config->drain_s * 1000;
    net->deaf_at = net_now_ms() + (int64_t)net->config->drain_s * 1000 / 2;
    listen_stop(net);
    net_turn(net);
    hub_drain(net->hub);
    uv_timer_start(&net->drain_timer, on_drain_step, DRAIN_STEP_MS, DRAIN_STEP_MS);
}

/* ---- the start ---- */

static void raise_descriptors(Net *net) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit)) return;
    unsigned sockets = net->hub_config.sockets_max ? net->hub_config.sockets_max : LIMIT_SOCKETS;
    rlim_t wanted = (rlim_t)sockets + LIMIT_CONNECTIONS_SPARE;
    if (wanted > limit.rlim_max) {
        net_log(net, LOG_WARN, "few_descriptors",
                "\"wanted\":%llu,\"allowed\":%llu,\"help\":\"raise the hard limit of open files (ulimit -Hn, or "
                "LimitNOFILE in systemd), or lower --sockets\"",
                (unsigned long long)wanted, (unsigned long long)limit.rlim_max);
        wanted = limit.rlim_max;
    }
    limit.rlim_cur = wanted;
    setrlimit(RLIMIT_NOFILE, &limit);
}

static bool open_loop(Net *net) {
    static const int signals[] = {SIGTERM, SIGINT, SIGHUP};
    uv_timer_t *timers[] = {&net->turn_timer, &net->sweep_timer, &net->end_timer, &net->accept_timer,
                            &net->drain_timer};
    signal(SIGPIPE, SIG_IGN);
    if (uv_loop_init(&net->loop)) return false;
    net->loop_made = true;
    uv_prepare_init(&net->loop, &net->before_wait);
    uv_check_init(&net->loop, &net->after_wait);
    uv_async_init(&net->loop, &net->async, on_async);
    uv_idle_init(&net->loop, &net->feeder);
    net->before_wait.data = net->after_wait.data = net->async.data = net->feeder.data = net;
    for (unsigned i = 0; i < sizeof timers / sizeof timers[0]; i++) {
        uv_timer_init(&net->loop, timers[i]);
        timers[i]->data = net;
    }
    for (unsigned i = 0; i < 3; i++) {
        uv_signal_init(&net->loop, &net->signal[i]);
        net->signal[i].data = net;
        if (uv_signal_start(&net->signal[i], on_signal, signals[i])) return false;
    }
    return true;
}

/* The server's keys, and the process that signs with them. */
static bool open_push(Net *net, char why[STORE_TROUBLE_MAX]) {
    CourierOrders orders = {.fenced = !net->config->no_sandbox};
    const char *url = net->hub_config.url;
    if (!net->config->push) return true;
    if (!courier_keys(net->store, wall_ms(), orders.private_key, net->hub_config.push_key))
        return snprintf(why, STORE_TROUBLE_MAX, "the keys for push services could not be kept"), false;
    snprintf(orders.contact, sizeof orders.contact, "%s", strncmp(url, "https:", 6) ? "mailto:uno@localhost" : url);
    memcpy(orders.allow, net->hub_config.push_allow, sizeof orders.allow);
    bool started = courier_start(&net->courier, &orders);
    sodium_memzero(&orders, sizeof orders);
    if (!started) snprintf(why, STORE_TROUBLE_MAX, "the system gives no process");
    return started;
}

static bool open_data(Net *net, char trouble[NET_TROUBLE_MAX]) {
    char why[STORE_TROUBLE_MAX] = "there is no memory";
    net->store = net->config->data ? store_open(net->config->data, why) : store_open_memory();
    if (net->store && !open_push(net, why)) return snprintf(trouble, NET_TROUBLE_MAX, "%s", why), false;
    if (net->store) {
        HubWorld world = lines_world(net);
        net->hub = hub_new(&net->hub_config, &world, net->store, wall_ms(), why);
    }
    if (!net->hub) snprintf(trouble, NET_TROUBLE_MAX, "%s", why);
    return net->hub;
}

/* Where it can be opened: asked for once, as the system is out of reach later. */
typedef struct {
    char text[NET_URLS_MAX][NET_URL_MAX];
    unsigned count;
} Urls;

/* What the kernel cannot see to is left out, and said. */
static void fence(Net *net, bool files, SandboxKind kind) {
    bool calls = sandbox_calls(kind);
    if (!files) net_log(net, LOG_WARN, "sandbox", "\"missing\":\"landlock\"");
    if (!calls) net_log(net, LOG_WARN, "sandbox", "\"missing\":\"seccomp\"");
}

static NetEnd open_all(Net *net, Urls *urls, char trouble[NET_TROUBLE_MAX]) {
    snprintf(trouble, NET_TROUBLE_MAX, "the system gives no memory or no thread");
    if (sodium_init() < 0) return NET_SYSTEM;
    if (!clerk_start(&net->clerk, !net->config->no_sandbox)) return NET_SYSTEM;
    if (!(net->buffer = malloc(LIMIT_READ_BYTES))) return NET_SYSTEM;
    if (net->config->cert && !(net->tls = tls_open(net->config->cert, net->config->key, trouble)))
        return NET_CERTIFICATE;
    if (!listen_open(net, trouble)) return NET_ADDRESS;
    urls->count = listen_urls(net, urls->text, NET_URLS_MAX);
    if (!net->hub_config.url[0] && urls->count)
        snprintf(net->hub_config.url, sizeof net->hub_config.url, "%.127s", urls->text[urls->count > 1 ? 1 : 0]);
    net->https = net->config->cert || strncmp(net->hub_config.url, "https:", 6) == 0;
    if (!open_loop(net)) return NET_SYSTEM;
    if (!open_data(net, trouble)) return NET_DATA;
    raise_descriptors(net);
    if (!admin_open(net, trouble)) return NET_SYSTEM;
    const char *data = net->config->data;
    bool far = data && store_is_url(data); /* a database that may have to be connected to again */
    bool fenced =
        net->config->no_sandbox || (far ? sandbox_reading() : sandbox_files(data)); /* before there are threads */
    if (!threads_start(net) || !listen_start(net)) return NET_SYSTEM;
    if (!net->config->no_sandbox) fence(net, fenced, far ? SANDBOX_NODE : SANDBOX_SERVER);
    return NET_STOPPED;
}

static void run(Net *net, const Urls *urls) {
    const char *list[NET_URLS_MAX];
    for (unsigned i = 0; i < urls->count; i++) list[i] = urls->text[i];
    NetReady ready = {.port = net->port, .urls = list, .url_count = urls->count};
    uv_prepare_start(&net->before_wait, before_wait);
    uv_check_start(&net->after_wait, after_wait);
    sweep_start(net);
    net_turn(net); /* the hub's first: tables go on where they were */
    net_log(net, LOG_INFO, "started", "\"port\":%u,\"workers\":%u", net->port, net->threads.workers);
    if (net->config->ready) net->config->ready(net->config->context, &ready);
    uv_run(&net->loop, UV_RUN_DEFAULT);
}

static void close_handle(uv_handle_t *handle, void *unused) {
    (void)unused;
    if (!uv_is_closing(handle)) uv_close(handle, NULL);
}

/* False: a worker still thinks, so nothing that it uses may go. */
static bool close_all(Net *net) {
    bool rest = threads_stop(net);
    if (rest) clerk_stop(&net->clerk);
    if (rest) courier_stop(&net->courier);
    Hub *hub = net->hub;
    net->hub = NULL; /* what is heard while everything is closed is nobody's concern */
    net->in_turn = false;
    for (unsigned i = 0; i < net->slots; i++)
        if (net->slot[i]) net->slot[i]->line = 0;
    if (!net->loop_made)
        while (net->listeners) close(net->listen_fd[--net->listeners]);
    else {
        listen_stop(net);
        admin_close(net);
        uv_prepare_stop(&net->before_wait);
        uv_check_stop(&net->after_wait);
        uv_timer_stop(&net->sweep_timer);
        uv_timer_stop(&net->turn_timer);
        uv_timer_stop(&net->drain_timer);
        uv_timer_stop(&net->end_timer);
        for (unsigned i = 0; i < net->slots; i++)
            if (net->slot[i]) conn_kill(net->slot[i]);
        while (net->hungry || net->eager) feed_hungry(&net->feeder); /* their memory is let go of */
        net_flush(net);
        uv_walk(&net->loop, close_handle, NULL);
        for (unsigned i = 0; i < 100 && uv_run(&net->loop, UV_RUN_NOWAIT); i++) {}
        uv_loop_close(&net->loop);
    }
    if (hub) hub_free(hub);
    if (net->store) store_close(net->store);
    SSL_CTX_free(net->tls);
    free(net->buffer);
    map_free(&net->peers);
    free(net->slot);
    free(net->free_slot);
    return rest;
}

NetEnd net_serve(const NetConfig *config, char trouble[NET_TROUBLE_MAX]) {
    Net *net = calloc(1, sizeof *net);
    if (!net) return snprintf(trouble, NET_TROUBLE_MAX, "there is no memory"), NET_SYSTEM;
    net->config = config;
    net->hub_config = config->hub;
    Urls urls;
    net->end = open_all(net, &urls, trouble);
    if (net->end == NET_STOPPED) run(net, &urls);
    NetEnd end = net->end;
    if (net->hub && hub_has_failed(net->hub))
        snprintf(trouble, NET_TROUBLE_MAX,
                 "the server cannot go on: its last log lines say why. What anybody was told is on the disk");
    if (end == NET_STOPPED || end == NET_UNWRITTEN)
        net_log(net, LOG_INFO, "stopped", "\"written\":%s", end == NET_STOPPED ? "true" : "false");
    if (end == NET_UNWRITTEN)
        snprintf(trouble, NET_TROUBLE_MAX,
                 "the last changes could not be written; nobody was told of them. Is the disk full?");
    if (close_all(net)) free(net);
    return end;
}
