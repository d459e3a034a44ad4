#define _GNU_SOURCE
#include "foe.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { TEXT_MAX = 8192, READ_MAX = 65536, FOES_PER_ADDRESS = 4, ADDRESSES_PER_NETWORK = 50, RETURN_MS = 1000 };

#define MS INT64_C(1000000)

typedef struct {
    bool guest, table, socket; /* what it needs first */
    bool reads;
    unsigned every_ms; /* between two deeds */
    bool (*deed)(Foe *foe);
} FoeRow;

/* ---- sending ---- */

/* False: it does not go out, or not whole; then the connection is of no more use. */
static bool send_bytes(const Foe *foe, const void *data, size_t length) {
    return send(foe->fd, data, length, MSG_NOSIGNAL | MSG_DONTWAIT) == (ssize_t)length;
}

static bool send_request(const Foe *foe, const char *method, const char *path, const char *body) {
    char text[TEXT_MAX];
    int length = snprintf(text, sizeof text,
                          "%s %s HTTP/1.1\r\nHost: localhost\r\n%s%s%sContent-Type: application/json\r\n"
                          "Content-Length: %zu\r\n\r\n%s",
                          method, path, *foe->cookie ? "Cookie: " : "", foe->cookie, *foe->cookie ? "\r\n" : "",
                          strlen(body), body);
    return length > 0 && length < TEXT_MAX && send_bytes(foe, text, (size_t)length);
}

static bool send_upgrade(const Foe *foe) {
    char text[TEXT_MAX];
    int length = snprintf(text, sizeof text,
                          "GET /ws HTTP/1.1\r\nHost: localhost\r\nCookie: %s\r\nConnection: Upgrade\r\n"
                          "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: uno.1\r\n"
                          "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n",
                          foe->cookie);
    return send_bytes(foe, text, (size_t)length);
}

/* A mask of zeros is a mask. */
static bool send_message(const Foe *foe, const char *message) {
    unsigned char frame[TEXT_MAX + 8] = {0x81};
    size_t length = strlen(message), head = 2;
    if (length > TEXT_MAX) return false;
    frame[1] = (unsigned char)(0x80 | (length < 126 ? length : 126));
    if (length >= 126) {
        frame[head++] = (unsigned char)(length >> 8);
        frame[head++] = (unsigned char)length;
    }
    memset(frame + head, 0, 4);
    memcpy(frame + head + 4, message, length);
    return send_bytes(foe, frame, head + 4 + length);
}

/* ---- what each kind does ---- */

static bool drip(Foe *foe) {
    static const char begins[] = "GET / HTTP/1.1\r\nX-Slow: ";
    return foe->deeds ? send_bytes(foe, "x", 1) : send_bytes(foe, begins, sizeof begins - 1);
}

static bool say_nothing(Foe *foe) {
    (void)foe;
    return true;
}

static bool guess_password(Foe *foe) {
    char body[128];
    snprintf(body, sizeof body, "{\"name\":\"Honest %u\",\"password\":\"guess number %u\"}", foe->number % 10,
             foe->deeds);
    return send_request(foe, "POST", "/api/login", body);
}

static bool ask_much(Foe *foe) {
    static const char *const paths[] = {"/api/tables", "/api/rulesets/ultimate/book", "/api/rules/options",
                                        "/api/games?user=me&most=100", "/api/qr?text=/t/AAAAAAAA"};
    if (foe->deeds % 6 == 5)
        return send_request(foe, "POST", "/api/rules/diff", "{\"a\":\"official\",\"b\":\"split-v3\"}");
    return send_request(foe, "GET", paths[foe->deeds % 6], "");
}

static bool flood(Foe *foe) {
    static const char *const messages[] = {"{\"t\":\"ping\",\"id\":1}", "{\"t\":\"lobby\",\"yes\":true}",
                                           "{\"t\":\"join\",\"code\":\"AAAAAAAA\"}", "[[[[[[[[[[[[[[[[",
                                           "{\"t\":\"ask\"}"};
    for (unsigned i = 0; i < 5; i++)
        if (!send_message(foe, messages[i])) return false;
    return true;
}

/* The table of its own: made once, then joined again and again as if the line had broken. */
static bool crowd_table(Foe *foe) {
    char message[128];
    snprintf(message, sizeof message, "{\"t\":\"join\",\"code\":\"%s\",\"since\":%u}", foe->code, 12 + foe->deeds % 50);
    return send_message(foe, message);
}

static bool ask_and_not_read(Foe *foe) {
    return foe->deeds % 2 ? send_message(foe, "{\"t\":\"ask\"}") : crowd_table(foe);
}

static const FoeRow rows[FOE_KINDS] = {
    [FOE_HALF_OPEN] = {false, false, false, true, 1000, drip},
    [FOE_SILENT] = {false, false, false, true, 5000, say_nothing},
    [FOE_PASSWORDS] = {false, false, false, true, 200, guess_password},
    [FOE_REQUESTS] = {false, false, false, true, 50, ask_much},
    [FOE_FLOOD] = {true, false, true, true, 50, flood},
    [FOE_TABLES] = {true, true, true, true, 100, crowd_table},
    [FOE_SLOW] = {true, true, true, false, 100, ask_and_not_read},
};

void foe_init(Foe *foe, FoeKind kind, unsigned number) { *foe = (Foe){.kind = kind, .number = number, .fd = -1}; }

/* ---- coming ---- */

/* 127.16.0.1, .2 ...: a few of them share an address, and many addresses a network. */
static void own_address(const Foe *foe, struct sockaddr_in *out) {
    unsigned address = foe->number / FOES_PER_ADDRESS;
    uint32_t bits =
        127u << 24 | 16u << 16 | (address / ADDRESSES_PER_NETWORK) << 8 | (address % ADDRESSES_PER_NETWORK + 1);
    *out = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(bits)};
}

static bool open_connection(Foe *foe, unsigned port) {
    struct sockaddr_in from, to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    int on = 1, small = 4096;
    own_address(foe, &from);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    foe->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (foe->fd < 0) return false;
    setsockopt(foe->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(foe->fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
    if (!rows[foe->kind].reads) setsockopt(foe->fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    return bind(foe->fd, (struct sockaddr *)&from, sizeof from) == 0 &&
           connect(foe->fd, (struct sockaddr *)&to, sizeof to) == 0;
}

static void lose_connection(Foe *foe, int64_t now_ns, FoeCount *count) {
    if (foe->fd >= 0) close(foe->fd);
    foe->fd = -1;
    foe->step = FOE_AWAY;
    foe->count = foe->deeds = 0;
    foe->due_ns = now_ns + RETURN_MS * MS;
    count->closed++;
}

static bool ask_next(Foe *foe) {
    const FoeRow *row = &rows[foe->kind];
    foe->count = 0;
    if (row->guest && !foe->cookie[0]) {
        foe->step = FOE_ASKED_GUEST;
        return send_request(foe, "POST", "/api/guest", "{}");
    }
    if (row->table && !foe->code[0]) {
        foe->step = FOE_ASKED_TABLE;
        return send_request(foe, "POST", "/api/tables",
                            "{\"ruleset\":\"official\",\"seats\":6,\"fill\":\"expert\",\"pace_ms\":250,\"window_ms\":0,"
                            "\"options\":{\"target\":1000},\"start\":true}");
    }
    if (row->socket) {
        foe->step = FOE_ASKED_SOCKET;
        return send_upgrade(foe);
    }
    foe->step = FOE_READY;
    return true;
}

void foe_act(Foe *foe, unsigned port, int64_t now_ns, FoeCount *count) {
    const FoeRow *row = &rows[foe->kind];
    if (now_ns < foe->due_ns) return;
    foe->due_ns = now_ns + row->every_ms * MS;
    bool good = true;
    if (foe->step == FOE_AWAY) {
        good = open_connection(foe, port) && ask_next(foe);
        count->connected += good;
    } else if (foe->step == FOE_READY) {
        good = row->deed(foe);
        foe->deeds++;
        count->deeds++;
    }
    /* Whoever does not read finds no room at last: it waits, as it is meant to. */
    if (!good && (row->reads || errno != EAGAIN)) lose_connection(foe, now_ns, count);
}

/* ---- hearing ---- */

static bool take_word(const Foe *foe, const char *before, const char *ends, char *out, size_t size) {
    const char *at = strstr(foe->kept, before);
    size_t length = at ? strcspn(at + strlen(before), ends) : 0;
    if (!length || length >= size) return false;
    memcpy(out, at + strlen(before), length);
    out[length] = 0;
    return true;
}

/* The answer to what was asked for at the beginning. False: it was refused. */
static bool take_answer(Foe *foe) {
    if (!strstr(foe->kept, "\r\n\r\n")) return true;
    bool done = strncmp(foe->kept, "HTTP/1.1 20", 11) == 0 || strncmp(foe->kept, "HTTP/1.1 101", 12) == 0;
    if (!done) return false;
    switch (foe->step) {
    case FOE_ASKED_GUEST:
        return take_word(foe, "Set-Cookie: ", ";\r", foe->cookie, sizeof foe->cookie) && ask_next(foe);
    case FOE_ASKED_TABLE: return take_word(foe, "\"code\":\"", "\"", foe->code, sizeof foe->code) && ask_next(foe);
    case FOE_ASKED_SOCKET: foe->step = FOE_READY; return true;
    case FOE_AWAY:
    case FOE_READY: return true;
    }
    return true;
}

void foe_hear(Foe *foe, int64_t now_ns, FoeCount *count) {
    static char buffer[READ_MAX];
    bool begins = foe->step != FOE_READY && foe->step != FOE_AWAY;
    if (!begins && !rows[foe->kind].reads) return;
    ssize_t got = recv(foe->fd, buffer, sizeof buffer, MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (got <= 0) return lose_connection(foe, now_ns, count);
    count->bytes_read += (uint64_t)got;
    if (!begins) return;
    size_t room = sizeof foe->kept - 1 - foe->count, most = (size_t)got < room ? (size_t)got : room;
    memcpy(foe->kept + foe->count, buffer, most);
    foe->count += most;
    foe->kept[foe->count] = 0;
    if (take_answer(foe)) return;
    count->refused++;
    foe->code[0] = 0; /* the table may be gone */
    lose_connection(foe, now_ns, count);
}
