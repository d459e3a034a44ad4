/* courier.c -- one note to the process for each message, and the push service's status back. */
#define _GNU_SOURCE
#include "courier.h"

#include <errno.h>
#include <netdb.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../hub/push_url.h"
#include "network.h"
#include "sandbox.h"

enum { PATIENCE_MS = 5000, TOKEN_S = 12 * 60 * 60, HEAD_MAX = 2048, ANSWER_MAX = 256 };

/* ---- the line between the two ---- */

static bool take(int line, void *out, size_t size) {
    ssize_t got;
    do got = recv(line, out, size, 0);
    while (got < 0 && errno == EINTR);
    return got == (ssize_t)size;
}

static bool give(int line, const void *note, size_t size) {
    ssize_t sent;
    do sent = send(line, note, size, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent == (ssize_t)size;
}

/* ---- a connection ---- */

typedef struct {
    int socket;
    SSL *tls;         /* NULL: none is spoken */
    int64_t until_ms; /* for all of it: whoever answers a byte at a time is slow, too */
} Wire;

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static bool await(const Wire *wire, short what) {
    struct pollfd line = {.fd = wire->socket, .events = what};
    int64_t left;
    int ready;
    do {
        left = wire->until_ms - now_ms();
        if (left <= 0) return false;
        ready = poll(&line, 1, (int)left);
    } while (ready < 0 && errno == EINTR);
    return ready > 0;
}

/* After a call of TLS that was not finished; false: nor will it be. */
static bool await_tls(const Wire *wire, int result) {
    int reason = SSL_get_error(wire->tls, result);
    return (reason == SSL_ERROR_WANT_READ && await(wire, POLLIN)) ||
           (reason == SSL_ERROR_WANT_WRITE && await(wire, POLLOUT));
}

static bool may_call(const struct addrinfo *at, bool allowed) {
    char text[NETWORK_TEXT_MAX];
    if (getnameinfo(at->ai_addr, at->ai_addrlen, text, sizeof text, NULL, 0, NI_NUMERICHOST)) return false;
    return allowed || !address_is_private(text);
}

static bool connect_to(Wire *wire, const struct addrinfo *at) {
    int error = 0;
    socklen_t size = sizeof error;
    wire->socket = socket(at->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (wire->socket < 0) return false;
    if (connect(wire->socket, at->ai_addr, at->ai_addrlen) == 0) return true;
    if (errno == EINPROGRESS && await(wire, POLLOUT) &&
        getsockopt(wire->socket, SOL_SOCKET, SO_ERROR, &error, &size) == 0 && error == 0)
        return true;
    close(wire->socket);
    wire->socket = -1;
    return false;
}

/* At the first address of the host that is one of the internet: what was looked up is what is called. */
static bool call_host(Wire *wire, const PushUrl *url, const char *allow) {
    struct addrinfo wish = {.ai_socktype = SOCK_STREAM}, *list = NULL;
    bool called = false;
    if (getaddrinfo(url->host, url->port, &wish, &list)) return false;
    wire->until_ms = now_ms() + PATIENCE_MS;
    for (const struct addrinfo *at = list; at && !called; at = at->ai_next)
        called = may_call(at, *allow && !strcmp(allow, url->host)) && connect_to(wire, at);
    freeaddrinfo(list);
    return called;
}

static bool shake_hands(const Wire *wire) {
    int result;
    while ((result = SSL_connect(wire->tls)) != 1)
        if (!await_tls(wire, result)) return false;
    return true;
}

static bool open_wire(Wire *wire, const PushUrl *url, const char *allow, SSL_CTX *context) {
    *wire = (Wire){.socket = -1};
    ERR_clear_error(); /* of the message before: SSL_get_error() asks for the last one */
    if (!call_host(wire, url, allow)) return false;
    if (url->plain) return true;
    wire->tls = context ? SSL_new(context) : NULL;
    return wire->tls && SSL_set_tlsext_host_name(wire->tls, url->host) == 1 &&
           SSL_set1_host(wire->tls, url->host) == 1 && SSL_set_fd(wire->tls, wire->socket) == 1 && shake_hands(wire);
}

static void close_wire(Wire *wire) {
    SSL_free(wire->tls);
    if (wire->socket >= 0) close(wire->socket);
}

/* How much of it went; 0: it is over. */
static size_t write_some(const Wire *wire, const void *bytes, size_t length) {
    for (;;) {
        int sent =
            wire->tls ? SSL_write(wire->tls, bytes, (int)length) : (int)send(wire->socket, bytes, length, MSG_NOSIGNAL);
        if (sent > 0) return (size_t)sent;
        if (wire->tls ? !await_tls(wire, sent) : (sent == 0 || errno != EAGAIN || !await(wire, POLLOUT))) return 0;
    }
}

static size_t read_some(const Wire *wire, void *out, size_t room) {
    for (;;) {
        int got = wire->tls ? SSL_read(wire->tls, out, (int)room) : (int)recv(wire->socket, out, room, 0);
        if (got > 0) return (size_t)got;
        if (wire->tls ? !await_tls(wire, got) : (got == 0 || errno != EAGAIN || !await(wire, POLLIN))) return 0;
    }
}

static bool write_all(const Wire *wire, const void *bytes, size_t length) {
    size_t sent;
    for (const char *at = bytes; length; at += sent, length -= sent)
        if ((sent = write_some(wire, at, length)) == 0) return false;
    return true;
}

/* "HTTP/1.1 201 ..."; 0: that is no answer. */
static unsigned read_status(const Wire *wire) {
    char text[ANSWER_MAX];
    size_t length = 0, got;
    unsigned status = 0;
    while (length < sizeof text - 1 && !memchr(text, '\n', length) &&
           (got = read_some(wire, text + length, sizeof text - 1 - length)) > 0)
        length += got;
    text[length] = 0;
    return strchr(text, '\n') && sscanf(text, "HTTP/1.%*1[01] %3u ", &status) == 1 ? status : 0;
}

/* ---- one message ---- */

static bool bytes_of(const char *text, uint8_t *out, size_t size) {
    size_t length;
    return sodium_base642bin(out, size, text, strlen(text), NULL, &length, NULL,
                             sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
           length == size;
}

static bool seal(const PushJob *job, uint8_t out[PUSH_WORDS_MAX + SEAL_MORE], size_t *length) {
    uint8_t browser[SEAL_POINT], auth[SEAL_AUTH], own[SEAL_SCALAR], own_public[SEAL_POINT], salt[SEAL_SALT];
    size_t words = strlen(job->words);
    randombytes_buf(salt, sizeof salt);
    *length = words + SEAL_MORE;
    return bytes_of(job->key, browser, sizeof browser) && bytes_of(job->secret, auth, sizeof auth) &&
           seal_new_pair(own, own_public) && seal_message(browser, auth, own, salt, job->words, words, out);
}

static int put_head(char out[HEAD_MAX], const CourierOrders *orders, const PushJob *job, const PushUrl *url,
                    size_t length) {
    char origin[PUSH_HOST_MAX + 24], token[SEAL_TOKEN_MAX];
    bool usual = !strcmp(url->port, url->plain ? "80" : "443");
    snprintf(origin, sizeof origin, "%s://%s%s%s", url->plain ? "http" : "https", url->host, usual ? "" : ":",
             usual ? "" : url->port);
    if (!seal_token(orders->private_key, origin, orders->contact, (int64_t)time(NULL) + TOKEN_S, token)) return -1;
    return snprintf(out, HEAD_MAX,
                    "POST %s HTTP/1.1\r\nHost: %s%s%s\r\nAuthorization: %s\r\nTTL: %u\r\nTopic: %s\r\n"
                    "Content-Encoding: aes128gcm\r\nContent-Type: application/octet-stream\r\nContent-Length: %zu\r\n"
                    "Connection: close\r\n\r\n",
                    url->path, url->host, usual ? "" : ":", usual ? "" : url->port, token, job->ttl_s, job->topic,
                    length);
}

static unsigned deliver(const CourierOrders *orders, const PushJob *job, SSL_CTX *context) {
    uint8_t sealed[PUSH_WORDS_MAX + SEAL_MORE];
    char head[HEAD_MAX];
    size_t length;
    PushUrl url;
    Wire wire = {.socket = -1};
    unsigned status = 0;
    if (!push_url_read(job->endpoint, orders->allow, &url) || !seal(job, sealed, &length)) return 0;
    int head_length = put_head(head, orders, job, &url, length);
    if (head_length <= 0 || head_length >= HEAD_MAX) return 0;
    if (open_wire(&wire, &url, orders->allow, context) && write_all(&wire, head, (size_t)head_length) &&
        write_all(&wire, sealed, length))
        status = read_status(&wire);
    close_wire(&wire);
    return status;
}

/* ---- the process ---- */

/* Of everything that the server had open only the line is left. */
static void let_go(int line) {
    syscall(SYS_close_range, 0u, (unsigned)line - 1, 0u);
    syscall(SYS_close_range, (unsigned)line + 1, ~0u, 0u);
}

static SSL_CTX *trust(void) {
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    if (!context) return NULL;
    SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
    SSL_CTX_set_default_verify_paths(context);
    return context;
}

static _Noreturn void serve_notes(int line, pid_t server, const CourierOrders *orders) {
    PushJob job;
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    let_go(line);
    SSL_CTX *context = trust();
    if (orders->fenced) {
        sandbox_reading();
        sandbox_calls(SANDBOX_NODE);
    }
    while (getppid() == server && take(line, &job, sizeof job)) {
        unsigned status = deliver(orders, &job, context);
        if (!give(line, &status, sizeof status)) break;
    }
    _exit(0);
}

bool courier_start(Courier *courier, const CourierOrders *orders) {
    int pair[2];
    pid_t server = getpid();
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair)) return false;
    courier->process = fork();
    if (courier->process == 0) serve_notes(pair[1], server, orders);
    close(pair[1]);
    courier->line = pair[0];
    if (courier->process > 0) return true;
    courier->process = 0;
    close(pair[0]);
    return false;
}

void courier_run(Courier *courier, HubJob *job) {
    job->push.status = 0;
    if (!courier->process || !give(courier->line, &job->push, sizeof job->push)) return;
    unsigned status;
    if (take(courier->line, &status, sizeof status)) job->push.status = status;
}

void courier_stop(Courier *courier) {
    if (!courier->process) return;
    close(courier->line);
    kill(courier->process, SIGKILL); /* a message on its way is no loss that anybody was promised */
    while (waitpid(courier->process, NULL, 0) < 0 && errno == EINTR) {}
    courier->process = 0;
}

/* ---- keys ---- */

static bool find_own(void *context, const void *row) {
    const StorePush *push = row;
    if (push->user) return true;
    *(StorePush *)context = *push;
    return false;
}

bool courier_keys(Store *store, int64_t now_ms, uint8_t private_key[SEAL_SCALAR],
                  char public_text[STORE_PUSH_KEY_MAX]) {
    StorePush own = {.language = "en", .made_at = now_ms};
    uint8_t point[SEAL_POINT];
    char trouble[STORE_TROUBLE_MAX];
    if (!store_pushes(store, find_own, &own)) return false;
    if (!own.secret[0]) {
        StoreBatch *batch = batch_new();
        if (!batch || !seal_new_pair(private_key, point)) return batch_close(batch), false;
        sodium_bin2base64(own.key, sizeof own.key, point, sizeof point, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
        sodium_bin2base64(own.secret, sizeof own.secret, private_key, SEAL_SCALAR,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING);
        bool kept = batch_push(batch, &own) && store_commit(store, batch, trouble) == STORE_DONE;
        batch_close(batch);
        if (!kept) return false;
    }
    memcpy(public_text, own.key, STORE_PUSH_KEY_MAX);
    return bytes_of(own.secret, private_key, SEAL_SCALAR);
}
