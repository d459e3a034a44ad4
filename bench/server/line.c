/* line.c -- HTTP and WebSocket as far as a load client needs them. */
#define _GNU_SOURCE
#include "line.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* 50 guests an hour come from one address, 800 from one network of 24 bits (docs/operations.md has the limits), and a
 * server may be measured twice. */
enum { PEOPLE_AT_ADDRESS = 20, ADDRESSES_IN_NETWORK = 16 };

enum { READ_BYTES = 256 * 1024, SEND_BYTES = 4096, FRAME_TEXT = 1, FRAME_PING = 9, FRAME_PONG = 10 };

/* ---- opening ---- */

bool line_open(Line *line, unsigned port, unsigned person) {
    struct sockaddr_in from = {.sin_family = AF_INET}, to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    unsigned place = person / PEOPLE_AT_ADDRESS;
    unsigned network = place / ADDRESSES_IN_NETWORK, host = place % ADDRESSES_IN_NETWORK + 1;
    int on = 1;
    from.sin_addr.s_addr = htonl(127u << 24 | 2u << 16 | network << 8 | host);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    *line = (Line){.fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    if (line->fd < 0) return false;
    setsockopt(line->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(line->fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
    return bind(line->fd, (struct sockaddr *)&from, sizeof from) == 0 &&
           connect(line->fd, (struct sockaddr *)&to, sizeof to) == 0;
}

void line_close(Line *line) {
    if (line->fd >= 0) close(line->fd);
    free(line->kept);
    *line = (Line){.fd = -1};
}

/* ---- sending ---- */

/* The client never has more than a message or two on the way, so there is always room. */
static bool send_all(const Line *line, const void *data, size_t length) {
    return send(line->fd, data, length, MSG_NOSIGNAL | MSG_DONTWAIT) == (ssize_t)length;
}

bool line_request(Line *line, const char *method, const char *path, const char *cookie, const char *body) {
    char text[SEND_BYTES];
    int length;
    if (method)
        length = snprintf(text, sizeof text,
                          "%s %s HTTP/1.1\r\nHost: localhost\r\nCookie: %s\r\nContent-Type: application/json\r\n"
                          "Content-Length: %zu\r\n\r\n%s",
                          method, path, cookie, strlen(body), body);
    else
        length = snprintf(text, sizeof text,
                          "GET %s HTTP/1.1\r\nHost: localhost\r\nCookie: %s\r\nConnection: Upgrade\r\n"
                          "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: %s\r\n"
                          "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n",
                          path, cookie, body);
    return length > 0 && length < SEND_BYTES && send_all(line, text, (size_t)length);
}

/* The mask is always the same one, but not zero: that would spare the server its work. */
static bool send_frame(const Line *line, unsigned kind, const char *text, size_t length) {
    static const unsigned char mask[4] = {0x37, 0xFA, 0x21, 0x3D};
    unsigned char frame[SEND_BYTES + 8];
    size_t at = 2;
    if (length > SEND_BYTES) return false;
    frame[0] = (unsigned char)(0x80 | kind);
    frame[1] = (unsigned char)(0x80 | (length < 126 ? length : 126));
    if (length >= 126) {
        frame[at++] = (unsigned char)(length >> 8);
        frame[at++] = (unsigned char)length;
    }
    memcpy(frame + at, mask, sizeof mask);
    at += sizeof mask;
    for (size_t i = 0; i < length; i++) frame[at + i] = (unsigned char)text[i] ^ mask[i % 4];
    return send_all(line, frame, at + length);
}

bool line_send(Line *line, const char *text, size_t length) { return send_frame(line, FRAME_TEXT, text, length); }

/* ---- hearing ---- */

/* Each takes one whole answer or frame off the front; 0: it is not all there, -1: it is not what it should be. */
static long take_answer(Line *line, const char *data, size_t count, LineHear hear, void *context) {
    const char *end = memmem(data, count, "\r\n\r\n", 4);
    if (!end) return 0;
    size_t head = (size_t)(end - data) + 4, body = 0;
    if (strncmp(data, "HTTP/1.1 101 ", 13) == 0) {
        line->is_socket = true;
        hear(context, NULL, 0);
        return (long)head;
    }
    if (strncmp(data, "HTTP/1.1 20", 11) != 0) {
        fprintf(stderr, "load: the server answers: %.*s\n", (int)(count < 400 ? count : 400), data);
        return -1;
    }
    const char *length = strcasestr(data, "\r\ncontent-length:");
    if (length && length < end) body = strtoul(length + 17, NULL, 10);
    if (count < head + body) return 0;
    hear(context, data, head + body);
    return (long)(head + body);
}

/* A frame may hold several messages, a line each. */
static void tell_lines(const char *text, size_t length, LineHear hear, void *context) {
    for (const char *end; length; length -= (size_t)(end - text) + 1, text = end + 1) {
        end = memchr(text, '\n', length);
        hear(context, text, end ? (size_t)(end - text) : length);
        if (!end) return;
    }
}

static long take_frame(Line *line, const char *data, size_t count, LineHear hear, void *context) {
    const unsigned char *bytes = (const unsigned char *)data;
    if (count < 2) return 0;
    size_t head = 2, length = bytes[1];
    unsigned size = length == 126 ? 2 : length == 127 ? 8 : 0; /* of the length that follows */
    if (count < head + size) return 0;
    if (size) length = 0;
    for (unsigned i = 0; i < size; i++) length = length << 8 | bytes[head++];
    if (count < head + length) return 0;
    if (bytes[0] == (0x80 | FRAME_TEXT)) tell_lines(data + head, length, hear, context);
    else if (bytes[0] != (0x80 | FRAME_PING) || !send_frame(line, FRAME_PONG, data + head, length)) return -1;
    return (long)(head + length);
}

static bool keep(Line *line, const char *data, size_t count) {
    char *copy = count ? malloc(count) : NULL;
    if (count && !copy) return false;
    if (count) memcpy(copy, data, count);
    free(line->kept);
    line->kept = copy;
    line->count = count;
    return true;
}

bool line_read(Line *line, LineHear hear, void *context) {
    static char buffer[READ_BYTES + 1]; /* one for all: what is left over is kept by its line */
    size_t kept = line->count, at = 0;
    if (kept > READ_BYTES / 2) return false;
    if (kept) memcpy(buffer, line->kept, kept);
    ssize_t got = recv(line->fd, buffer + kept, READ_BYTES - kept, MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return true;
    if (got <= 0) return false;
    size_t count = kept + (size_t)got;
    buffer[count] = 0;
    for (long taken; at < count; at += (size_t)taken) {
        taken = (line->is_socket ? take_frame : take_answer)(line, buffer + at, count - at, hear, context);
        if (taken < 0) return false;
        if (!taken) break;
    }
    return at == count && !kept ? true : keep(line, buffer + at, count - at);
}
