/* http_head.c -- line by line, and no line is looked at before its end is there. */
#define _GNU_SOURCE
#include "http_head.h"

#include <string.h>
#include <strings.h>

#include "utf8.h"

enum { LINE_SPARE = 64 /* a request line beyond its target */, LENGTH_DIGITS = 15 };

bool http_head_refuse(HttpRefusal *refusal, unsigned status, const char *code, const char *message) {
    *refusal = (HttpRefusal){status, code, message};
    return false;
}

/* ---- headers by name ---- */

Slice http_header(const HttpHead *head, const char *name) {
    for (unsigned i = 0; i < head->headers; i++)
        if (slice_is_like(head->header[i].name, name)) return head->header[i].value;
    return (Slice){NULL, 0};
}

bool http_header_lists(const HttpHead *head, const char *name, const char *word) {
    for (unsigned i = 0; i < head->headers; i++) {
        if (!slice_is_like(head->header[i].name, name)) continue;
        for (Slice list = head->header[i].value; list.at;)
            if (slice_is_like(slice_take_last(&list), word)) return true;
    }
    return false;
}

/* ---- characters ---- */

/* RFC 9110, 5.6.2. */
static bool is_token(Slice slice) {
    for (size_t i = 0; i < slice.length; i++) {
        char c = slice.at[i];
        bool good = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                    (c && strchr("!#$%&'*+-.^_`|~", c));
        if (!good) return false;
    }
    return slice.length > 0;
}

static bool is_control(unsigned char c) { return c < 0x20 || c == 0x7f; }

/* ---- the request line ---- */

static bool read_path(Slice raw, HttpHead *head, HttpRefusal *refusal) {
    size_t used = 0;
    Utf8 utf8 = {.missing = 0};
    for (size_t i = 0; i < raw.length; i++) {
        int byte = (unsigned char)raw.at[i];
        if (byte == '%') {
            byte = slice_unescape(raw, i);
            if (byte < 0 || is_control((unsigned char)byte) || byte == '/' || byte == '\\')
                return http_head_refuse(refusal, 400, "bad_path",
                                        "That is not an address: it has an escape that none has.");
            i += 2;
        }
        head->path[used++] = (char)byte;
    }
    head->path[used] = 0;
    if (!utf8_goes_on(&utf8, (const unsigned char *)head->path, used) || !utf8_is_whole(&utf8))
        return http_head_refuse(refusal, 400, "bad_path", "That is not an address: it is not UTF-8.");
    for (const char *at = head->path; (at = strstr(at, "/."));) {
        at += 2;
        if (*at == '.') at++;
        if (!*at || *at == '/')
            return http_head_refuse(refusal, 400, "bad_path", "An address here has no parts '.' and '..'.");
    }
    return true;
}

static bool read_query(Slice raw, HttpHead *head, HttpRefusal *refusal) {
    for (size_t i = 0; i < raw.length; i++)
        if (raw.at[i] == '%') {
            int byte = slice_unescape(raw, i);
            if (byte < 0 || is_control((unsigned char)byte))
                return http_head_refuse(refusal, 400, "bad_path",
                                        "That is not an address: what follows its '?' has a bad escape.");
        }
    head->query = raw;
    return true;
}

static bool read_target(Slice target, HttpHead *head, HttpRefusal *refusal) {
    if (!target.length || target.at[0] != '/')
        return http_head_refuse(refusal, 400, "bad_path", "An address begins with '/': only a path is understood.");
    if (target.length > HTTP_TARGET_MAX) return http_head_refuse(refusal, 414, "too_long", "That address is too long.");
    for (size_t i = 0; i < target.length; i++)
        if (target.at[i] <= ' ' || target.at[i] >= 0x7f || target.at[i] == '#' || target.at[i] == '\\')
            return http_head_refuse(refusal, 400, "bad_path",
                                    "That is not an address: it has characters that none has.");
    const char *mark = memchr(target.at, '?', target.length);
    size_t length = mark ? (size_t)(mark - target.at) : target.length;
    Slice query = mark ? (Slice){mark + 1, target.length - length - 1} : (Slice){NULL, 0};
    return read_path((Slice){target.at, length}, head, refusal) && read_query(query, head, refusal);
}

static bool read_version(Slice version, HttpHead *head, HttpRefusal *refusal) {
    head->http_1_1 = slice_is(version, "HTTP/1.1");
    if (head->http_1_1 || slice_is(version, "HTTP/1.0")) return true;
    if (version.length == 8 && memcmp(version.at, "HTTP/", 5) == 0)
        return http_head_refuse(refusal, 505, "bad_version", "HTTP/1.1 is spoken here.");
    return http_head_refuse(refusal, 400, "bad_request", "A request begins with a method, an address and HTTP/1.1.");
}

static bool read_request_line(Slice line, HttpHead *head, HttpRefusal *refusal) {
    const char *first = memchr(line.at, ' ', line.length), *last = memrchr(line.at, ' ', line.length);
    if (!first || first == last)
        return http_head_refuse(refusal, 400, "bad_request",
                                "A request begins with a method, an address and HTTP/1.1.");
    const char *end = line.at + line.length;
    head->method = (Slice){line.at, (size_t)(first - line.at)};
    if (!is_token(head->method)) return http_head_refuse(refusal, 400, "bad_request", "That is not a method.");
    return read_target((Slice){first + 1, (size_t)(last - first - 1)}, head, refusal) &&
           read_version((Slice){last + 1, (size_t)(end - last - 1)}, head, refusal);
}

/* ---- headers ---- */

/* What may be there once: a second one is a dispute about which of them counts. */
static bool is_single(Slice name) {
    static const char *const names[] = {"host",
                                        "content-length",
                                        "transfer-encoding",
                                        "origin",
                                        "cookie",
                                        "authorization",
                                        "expect",
                                        "upgrade",
                                        "sec-websocket-key",
                                        "sec-websocket-version",
                                        "x-forwarded-host",
                                        "x-forwarded-proto",
                                        "x-real-ip"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        if (slice_is_like(name, names[i])) return true;
    return false;
}

static bool has_header(const HttpHead *head, Slice name) {
    for (unsigned i = 0; i < head->headers; i++) {
        Slice other = head->header[i].name;
        if (other.length == name.length && strncasecmp(other.at, name.at, name.length) == 0) return true;
    }
    return false;
}

static bool read_header(Slice line, HttpHead *head, HttpRefusal *refusal) {
    const char *colon = memchr(line.at, ':', line.length);
    HttpHeader header = {.name = {line.at, colon ? (size_t)(colon - line.at) : 0}};
    if (!colon || !is_token(header.name))
        return http_head_refuse(refusal, 400, "bad_request", "A header is a name, directly followed by a colon.");
    header.value = slice_trim((Slice){colon + 1, line.length - header.name.length - 1});
    if (head->headers == HTTP_HEADERS_MAX)
        return http_head_refuse(refusal, 431, "too_long", "Those are too many headers.");
    if (is_single(header.name) && has_header(head, header.name))
        return http_head_refuse(refusal, 400, "bad_request",
                                "A header is there twice, and nobody knows which one counts.");
    head->header[head->headers++] = header;
    return true;
}

/* Digits alone: neither signs nor a second number. */
static bool read_length(HttpHead *head, HttpRefusal *refusal) {
    Slice text = http_header(head, "content-length");
    head->length = -1;
    if (!text.at) return true;
    if (http_header(head, "transfer-encoding").at)
        return http_head_refuse(refusal, 400, "bad_request", "Two headers say how long the body is, in two ways.");
    if (!text.length || text.length > LENGTH_DIGITS)
        return http_head_refuse(refusal, 400, "bad_request", "The Content-Length is not a number.");
    head->length = 0;
    for (size_t i = 0; i < text.length; i++) {
        if (text.at[i] < '0' || text.at[i] > '9')
            return http_head_refuse(refusal, 400, "bad_request", "The Content-Length is not a number.");
        head->length = head->length * 10 + (text.at[i] - '0');
    }
    return true;
}

static bool check_whole(HttpHead *head, HttpRefusal *refusal) {
    if (head->http_1_1 && !http_header(head, "host").at)
        return http_head_refuse(refusal, 400, "bad_request", "HTTP/1.1 wants a Host.");
    return read_length(head, refusal);
}

/* ---- the whole ---- */

/* Of a line, whether its end is there yet or not: is it too long already, or certainly none? */
static bool may_go_on(Slice part, bool first, HttpRefusal *refusal) {
    size_t length = part.length;
    if (length && part.at[length - 1] == '\r') length--;
    for (size_t i = 0; i < length; i++)
        if (is_control((unsigned char)part.at[i]) && (first || part.at[i] != '\t'))
            return http_head_refuse(refusal, 400, "bad_request",
                                    "A line ends with CR and LF, and has no other control characters.");
    if (!first || length <= HTTP_TARGET_MAX + LINE_SPARE) return true;
    if (memchr(part.at, ' ', length)) return http_head_refuse(refusal, 414, "too_long", "That address is too long.");
    return http_head_refuse(refusal, 400, "bad_request", "A request begins with a method, an address and HTTP/1.1.");
}

HttpResult http_head_read(const char *data, size_t count, HttpHead *head, HttpRefusal *refusal) {
    size_t most = count < HTTP_HEAD_MAX ? count : HTTP_HEAD_MAX, at = 0;
    head->headers = 0;
    while (at < most) {
        const char *feed = memchr(data + at, '\n', most - at);
        bool first = at == 0;
        Slice line = {data + at, feed ? (size_t)(feed - data) - at : most - at};
        if (!may_go_on(line, first, refusal)) return HTTP_REFUSED;
        if (!feed) break;
        if (!line.length || line.at[--line.length] != '\r') {
            http_head_refuse(refusal, 400, "bad_request", "A line ends with CR and LF.");
            return HTTP_REFUSED;
        }
        at += line.length + 2;
        if (first && !read_request_line(line, head, refusal)) return HTTP_REFUSED;
        if (!first && line.length && !read_header(line, head, refusal)) return HTTP_REFUSED;
        if (line.length) continue;
        head->size = at;
        return check_whole(head, refusal) ? HTTP_READY : HTTP_REFUSED;
    }
    if (count < HTTP_HEAD_MAX) return HTTP_MORE;
    http_head_refuse(refusal, 431, "too_long", "The headers have more than 8 KiB.");
    return HTTP_REFUSED;
}
