/* net_http.c -- requests, from their first line to the last byte of the answer.
 *
 * While the hub thinks nothing is read of the connection; that the other side has gone is
 * noticed by net_sweep.c. While an answer is sent the library reads, as it would not
 * write otherwise: whoever sends another request before a long answer is through loses
 * the connection. */
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
                {415, "Unsupported Media Type"},
                {422, "Unprocessable Content"},
                {426, "Upgrade Required"},
                {429, "Too Many Requests"},
                {500, "Internal Server Error"},
                {503, "Service Unavailable"}};
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
    bytes_free(&conn->in);
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

/* What the rest of the connection would say is not known. */
static int refuse_and_close(Conn *conn, unsigned status, const char *code, const char *message) {
    conn->keep = false;
    http_refuse(conn, status, code, message);
    return 0;
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

static void ask(Conn *conn, const Request *request) {
    conn->state = CONN_ASKED;
    conn->since_ms = net_now_ms();
    conn->chunked = request->http_1_1;
    lws_set_timeout(conn->wsi, NO_PENDING_TIMEOUT, 0);
    lws_rx_flow_control(conn->wsi, 0);
    if (!is_for_hub(request->path)) {
        if (strcmp(request->method, "GET") != 0 && strcmp(request->method, "HEAD") != 0)
            http_refuse(conn, 405, "bad_method", "Only GET is answered here.");
        else if (strcmp(request->path, "/metrics") == 0) answer_metrics(conn, request);
        else answer_page(conn, request);
        return;
    }
    HubRequest wanted = request_for_hub(request, &conn->in);
    conn_begin_line(conn);
    net_turn(conn->net);
    hub_request(conn->net->hub, conn->line, &wanted);
}

static bool path_is_clean(const char *path) {
    for (; *path; path++)
        if ((unsigned char)*path < 0x20 || *path == 0x7f) return false;
    return true;
}

int http_begin(Conn *conn) {
    Request request;
    if (conn->state != CONN_IDLE || !conn->net->hub) return -1;
    request_read(conn, &request);
    conn->net->count.requests++;
    conn->keep = request.keep;
    conn->https = request.https;
    conn->head = strcmp(request.method, "HEAD") == 0;
    bool sends = strcmp(request.method, "POST") == 0 || strcmp(request.method, "PUT") == 0;
    if (!request.path[0]) return refuse_and_close(conn, 400, "bad_path", "That address is too long.");
    if (!path_is_clean(request.path)) return refuse_and_close(conn, 400, "bad_path", "That is not an address.");
    if (strcmp(request.method, "OPTIONS") == 0 || strcmp(request.method, "PATCH") == 0)
        return refuse_and_close(conn, 405, "bad_method", "GET, POST, PUT and DELETE are understood.");
    if (request.encoded || request.length == -2 || (sends && request.length < 0))
        return refuse_and_close(conn, 411, "length_required", "Send the body with a Content-Length.");
    if (request.length > HUB_BODY_MAX) {
        conn->lingers = true;
        return refuse_and_close(conn, 413, "too_large", "That is more than 64 KiB.");
    }
    if (request.length > 0) {
        conn->state = CONN_BODY;
        conn->since_ms = net_now_ms();
        return 0;
    }
    conn->empty = strcmp(request.method, "POST") == 0;
    ask(conn, &request);
    return 0;
}

int http_body(Conn *conn, const void *data, size_t count) {
    if (conn->state != CONN_BODY) return 0; /* refused, or an empty body that was not waited for */
    conn->net->count.bytes_in += count;
    if (bytes_count(&conn->in) + count > HUB_BODY_MAX) return -1;
    return bytes_add(&conn->in, data, count) ? 0 : -1;
}

int http_body_done(Conn *conn) {
    Request request;
    bool promised = conn->empty; /* the library tells of an empty body, too */
    conn->empty = false;
    if (conn->state != CONN_BODY) return promised ? 0 : -1;
    request_read(conn, &request);
    ask(conn, &request);
    return 0;
}

/* ---- sending ---- */

/* False: the connection is broken. */
static bool send_piece(Conn *conn, const unsigned char *piece, size_t count) {
    union {
        const unsigned char *ours;
        unsigned char *theirs; /* HTTP/1.1 changes nothing in it */
    } bytes = {.ours = piece};
    if (lws_write(conn->wsi, bytes.theirs, count, LWS_WRITE_HTTP) < (int)count) return false;
    conn->net->count.bytes_out += count;
    return true;
}

/* To close with something unread would take the answer back: the rest is read for a moment. */
static int linger(Conn *conn) {
    conn->ending = false;
    shutdown(lws_get_socket_fd(conn->wsi), SHUT_WR);
    lws_set_timeout(conn->wsi, PENDING_TIMEOUT_SHUTDOWN_FLUSH, LIMIT_LINGER_S);
    return 0;
}

/* Ready for the next request. */
static int end_answer(Conn *conn) {
    conn_lose_line(conn);
    if (conn->lingers) return linger(conn);
    conn->state = CONN_IDLE;
    conn->ending = conn->chunked = false;
    if (!conn->keep) return -1;
    lws_rx_flow_control(conn->wsi, 1);
    return lws_http_transaction_completed(conn->wsi) ? -1 : 0;
}

/* The next piece of what waits; 0: nothing does. */
static size_t next_piece(const Conn *conn, const unsigned char **piece) {
    size_t most = 4 * LIMIT_FRAME_BYTES, waiting = bytes_count(&conn->out);
    *piece = waiting ? bytes_first(&conn->out) : conn->page;
    if (!waiting) waiting = conn->page_length;
    return waiting < most ? waiting : most;
}

int http_writable(Conn *conn) {
    if (conn->dropped) return -1;
    if (conn->state != CONN_ANSWER && conn->state != CONN_STREAM) return 0;
    const unsigned char *piece;
    for (size_t count; !lws_partial_buffered(conn->wsi) && (count = next_piece(conn, &piece));) {
        if (!send_piece(conn, piece, count)) return -1;
        if (bytes_count(&conn->out)) bytes_take(&conn->out, count);
        else conn->page += count, conn->page_length -= count;
        conn->since_ms = net_now_ms();
    }
    if (!lws_partial_buffered(conn->wsi) && conn->ending) return end_answer(conn);
    lws_rx_flow_control(conn->wsi, 1);
    return 0;
}
