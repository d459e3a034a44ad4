/* net_http.c -- requests, from their first byte to the last one of the answer.
 *
 * A request waits in conn->in until its body is complete, and is read from there then.
 * Until it is answered nothing more is read of the connection; that the other side has
 * gone is noticed by net_sweep.c. The next request may be in conn->in already: its turn
 * comes when the answer is out. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net_internal.h"

enum { HEADER_MAX = 2048, COOKIE_S = 365 * 24 * 3600 };

/* ---- headers of an answer ---- */

static const char *status_words(unsigned status) {
    static const struct {
        unsigned status;
        const char *words;
    } rows[] = {{200, "OK"},
                {201, "Created"},
                {202, "Accepted"},
                {204, "No Content"},
                {304, "Not Modified"},
                {400, "Bad Request"},
                {401, "Unauthorized"},
                {403, "Forbidden"},
                {404, "Not Found"},
                {405, "Method Not Allowed"},
                {409, "Conflict"},
                {410, "Gone"},
                {411, "Length Required"},
                {413, "Content Too Large"},
                {414, "URI Too Long"},
                {415, "Unsupported Media Type"},
                {417, "Expectation Failed"},
                {421, "Misdirected Request"},
                {422, "Unprocessable Content"},
                {426, "Upgrade Required"},
                {429, "Too Many Requests"},
                {431, "Request Header Fields Too Large"},
                {500, "Internal Server Error"},
                {503, "Service Unavailable"},
                {505, "HTTP Version Not Supported"}};
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].status == status) return rows[i].words;
    return status < 400 ? "OK" : "Error";
}

/* Links are secrets, so nobody is told where a person came from; nothing but our own code runs in the page. */
static const char safety[] =
    "Content-Security-Policy: default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' "
    "'unsafe-inline'; img-src 'self' data:; connect-src 'self' ws: wss:; frame-ancestors 'none'; base-uri 'none'; "
    "form-action 'self'\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n"
    "Permissions-Policy: camera=(), microphone=(), geolocation=()\r\n";

typedef struct {
    char text[HEADER_MAX];
    size_t used;
} Header;

__attribute__((format(printf, 2, 3))) static void put(Header *header, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int count = vsnprintf(header->text + header->used, sizeof header->text - header->used, format, arguments);
    va_end(arguments);
    header->used += (size_t)count;
    if (header->used >= sizeof header->text) header->used = sizeof header->text - 1;
}

static void put_first(const Conn *conn, Header *header, unsigned status) {
    put(header, "HTTP/1.1 %u %s\r\n%s", status, status_words(status), safety);
    if (conn->https) put(header, "Strict-Transport-Security: max-age=31536000\r\n");
    if (!conn->keep) put(header, "Connection: close\r\n");
}

static void put_session(const Conn *conn, Header *header, const char *session) {
    put(header, "Set-Cookie: %s=%s; HttpOnly; SameSite=Lax; Path=/; Max-Age=%d%s\r\n", request_cookie(conn->https),
        session, *session ? COOKIE_S : 0, conn->https ? "; Secure" : "");
}

/* A name of a file that cannot end the header's value. */
static void put_file(Header *header, const char *name) {
    char safe[100];
    size_t used = 0;
    for (; *name && used < sizeof safe - 1; name++)
        if (*name > 0x20 && *name < 0x7f && !strchr("\"\\/;%", *name)) safe[used++] = *name;
    safe[used] = 0;
    put(header, "Content-Disposition: attachment; filename=\"%s\"\r\n", safe);
}

/* ---- answers ---- */

static void begin_answer(Conn *conn, const Header *header, const char *body, size_t length) {
    conn->state = CONN_ANSWER;
    conn->since_ms = net_now_ms();
    if (!bytes_add(&conn->out, header->text, header->used) || !bytes_add(&conn->out, body, conn->head ? 0 : length))
        conn->dropped = true;
}

void http_answer(Conn *conn, const HubResponse *response) {
    Header header = {.used = 0};
    bool stream = response->stream && !conn->head;
    if (stream && !conn->chunked) conn->keep = false;
    put_first(conn, &header, response->status);
    put(&header, "Cache-Control: no-store\r\n");
    if (response->type) put(&header, "Content-Type: %s\r\n", response->type);
    if (response->session) put_session(conn, &header, response->session);
    if (response->file) put_file(&header, response->file);
    if (response->status == 426) put(&header, "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n");
    if (response->retry_s) put(&header, "Retry-After: %u\r\n", response->retry_s);
    if (!stream) put(&header, "Content-Length: %zu\r\n\r\n", response->length);
    else if (conn->chunked) put(&header, "Transfer-Encoding: chunked\r\n\r\n");
    else put(&header, "\r\n");
    begin_answer(conn, &header, response->body, stream ? 0 : response->length);
    if (!stream) {
        conn->ending = true;
        return;
    }
    conn->state = CONN_STREAM;
    HubWorld world = lines_world(conn->net);
    if (response->length) world.send(world.self, conn->line, response->body, response->length);
}

void http_refuse(Conn *conn, unsigned status, const char *code, const char *message) {
    char body[400];
    int length = snprintf(body, sizeof body, "{\"error\":\"%s\",\"message\":\"%s\"}", code, message);
    HubResponse response = {.status = status, .type = "application/json", .body = body, .length = (size_t)length};
    http_answer(conn, &response);
    conn_note(conn);
}

/* What the rest of the connection would say is not known, or not wanted; it is read for a moment and thrown away. */
static void refuse_and_close(Conn *conn, unsigned status, const char *code, const char *message) {
    conn->keep = false;
    conn->lingers = true;
    http_refuse(conn, status, code, message);
}

static void answer_page(Conn *conn, const Request *request) {
    const PageAsset *asset = page_find(request->path, request->accepted);
    if (!asset) {
        http_refuse(conn, 404, "not_found", "There is nothing here.");
        return;
    }
    Header header = {.used = 0};
    bool known = strstr(request->known_tag, asset->tag);
    put_first(conn, &header, known ? 304 : 200);
    put(&header, "ETag: %s\r\nVary: Accept-Encoding\r\nCache-Control: %s\r\n", asset->tag,
        asset->immutable ? "public, max-age=31536000, immutable" : "no-cache");
    if (!known) put(&header, "Content-Type: %s\r\nContent-Length: %zu\r\n", asset->type, asset->length);
    if (!known && *asset->encoding) put(&header, "Content-Encoding: %s\r\n", asset->encoding);
    put(&header, "\r\n");
    begin_answer(conn, &header, "", 0);
    conn->ending = true;
    if (!known && !conn->head) conn->page = asset->bytes, conn->page_length = asset->length;
    conn_note(conn);
}

static void answer_metrics(Conn *conn, const Request *request) {
    if (!conn->net->config->metrics_open && !address_is_private(request->address)) {
        http_refuse(conn, 403, "not_from_here", "The numbers are for this machine and its network.");
        return;
    }
    HubResponse response = {.status = 200, .type = "text/plain; version=0.0.4; charset=utf-8"};
    char *text = metrics_text(conn->net, &response.length);
    response.body = text;
    if (text) http_answer(conn, &response), conn_note(conn);
    else conn->dropped = true, conn_note(conn);
    free(text);
}

/* ---- requests ---- */

static bool is_for_hub(const char *path) { return strncmp(path, "/api/", 5) == 0 || strcmp(path, "/healthz") == 0; }

static void ask(Conn *conn, const Request *request, const unsigned char *body, size_t length) {
    conn->state = CONN_ASKED;
    conn->since_ms = net_now_ms();
    if (!is_for_hub(request->path)) {
        if (strcmp(request->method, "GET") != 0 && strcmp(request->method, "HEAD") != 0)
            http_refuse(conn, 405, "bad_method", "Only GET is answered here.");
        else if (strcmp(request->path, "/metrics") == 0) answer_metrics(conn, request);
        else answer_page(conn, request);
        return;
    }
    HubRequest wanted = request_for_hub(request, body, length);
    conn_begin_line(conn);
    net_turn(conn->net);
    hub_request(conn->net->hub, conn->line, &wanted);
}

static bool is_known_method(const char *method) {
    static const char *const known[] = {"GET", "HEAD", "POST", "PUT", "DELETE"};
    for (unsigned i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(method, known[i]) == 0) return true;
    return false;
}

/* Everything that can be said before the body is there; false: it was said. */
static bool may_ask(Conn *conn, const HttpHead *head, const Request *request) {
    bool sends = strcmp(request->method, "POST") == 0 || strcmp(request->method, "PUT") == 0;
    Slice expected = http_header(head, "expect");
    if (conn->net->draining && strcmp(request->path, "/healthz") != 0)
        refuse_and_close(conn, 503, "going_down", "The server is going down.");
    else if (!is_known_method(request->method))
        refuse_and_close(conn, 405, "bad_method", "GET, POST, PUT and DELETE are understood.");
    else if (http_header(head, "transfer-encoding").at || (sends && head->length < 0))
        refuse_and_close(conn, 411, "length_required", "Send the body with a Content-Length.");
    else if (head->length > HUB_BODY_MAX) refuse_and_close(conn, 413, "too_large", "That is more than 64 KiB.");
    else if (expected.at && !slice_is_like(expected, "100-continue"))
        refuse_and_close(conn, 417, "bad_request", "Nothing but 100-continue can be expected here.");
    else return true;
    return false;
}

/* What concerns the whole answer, even one that refuses. */
static void begin(Conn *conn, const HttpHead *head, const Request *request) {
    conn->keep = request->keep;
    conn->https = request->https;
    conn->head = strcmp(request->method, "HEAD") == 0;
    conn->chunked = head->http_1_1;
}

/* The body is not there yet: a client that waits to be told that it is wanted is told. */
static void await_body(Conn *conn, const HttpHead *head) {
    static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
    if (conn->state == CONN_BODY) return;
    conn->state = CONN_BODY;
    conn->since_ms = net_now_ms();
    conn->needed = head->size + (size_t)head->length;
    if (!head->http_1_1 || !http_header(head, "expect").at) return;
    if (!bytes_add(&conn->out, go_on, sizeof go_on - 1)) conn->dropped = true;
    conn_note(conn);
}

static void begin_refusal(Conn *conn) {
    conn->head = conn->chunked = false;
    conn->https = conn->net->https;
}

/* A head that is good, and with it what has come of the body; gives how many bytes are done with. */
static size_t take_request(Conn *conn, const HttpHead *head, const unsigned char *data, size_t count) {
    Request request;
    HttpRefusal refusal;
    size_t length = head->length > 0 ? (size_t)head->length : 0;
    if (conn->state == CONN_IDLE) conn->net->count.requests++;
    if (!request_read(conn, head, &request, &refusal)) {
        begin_refusal(conn);
        refuse_and_close(conn, refusal.status, refusal.code, refusal.message);
        return count;
    }
    begin(conn, head, &request);
    if (ws_is_asked_for(head)) {
        ws_ask(conn, head, &request);
        return conn->state == CONN_SOCKET || conn->state == CONN_ASKED ? head->size : count;
    }
    if (!may_ask(conn, head, &request)) return count;
    if (count < head->size + length) return await_body(conn, head), 0;
    conn->net->count.bytes_in += length;
    ask(conn, &request, data + head->size, length);
    return head->size + length;
}

size_t http_input(Conn *conn, const unsigned char *data, size_t count) {
    HttpHead head;
    HttpRefusal refusal;
    if (conn->state == CONN_BODY && count < conn->needed) return 0;
    switch (http_head_read((const char *)data, count, &head, &refusal)) {
    case HTTP_MORE: return 0;
    case HTTP_READY: return take_request(conn, &head, data, count);
    case HTTP_REFUSED: break;
    }
    begin_refusal(conn);
    refuse_and_close(conn, refusal.status, refusal.code, refusal.message);
    return count;
}

/* ---- sending ---- */

/* Ready for the next request; false: there is none. */
static bool end_answer(Conn *conn) {
    conn_lose_line(conn);
    conn->ending = conn->chunked = false;
    if (!conn->keep) {
        /* To close with something unread would take the answer back. */
        bool unread = conn->lingers || conn->mute || conn->tls || bytes_count(&conn->in);
        if (unread) conn_linger(conn);
        return unread;
    }
    conn->state = CONN_IDLE;
    conn->served = true;
    conn->since_ms = net_now_ms();
    conn_feed(conn);
    return true;
}

/* The next piece of what waits; 0: nothing does. */
static size_t next_piece(const Conn *conn, const unsigned char **piece) {
    size_t most = 4 * LIMIT_FRAME_BYTES, waiting = bytes_count(&conn->out);
    *piece = waiting ? bytes_first(&conn->out) : conn->page;
    if (!waiting) waiting = conn->page_length;
    return waiting < most ? waiting : most;
}

bool http_flush(Conn *conn) {
    const unsigned char *piece;
    if (conn->state == CONN_LINGER) return true;
    for (size_t count; !conn->blocked && (count = next_piece(conn, &piece));) {
        ssize_t sent = conn_write(conn, piece, count);
        if (sent < 0) return false;
        if (sent == 0) break;
        if (bytes_count(&conn->out)) bytes_take(&conn->out, (size_t)sent);
        else conn->page += sent, conn->page_length -= (size_t)sent;
        conn->net->count.bytes_out += (size_t)sent;
        conn->since_ms = net_now_ms();
    }
    return conn_has_unsent(conn) || !conn->ending || end_answer(conn);
}
