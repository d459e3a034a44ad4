/* link_http.c -- requests: one at a time, waited for. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "link_internal.h"

enum { REQUEST_MS = 15000, ANSWER_MAX = 1 << 20 };

bool growing_add(Growing *growing, const void *bytes, size_t length, size_t most) {
    if (growing->length + length > most) return false;
    if (growing->length + length + 1 > growing->room) {
        size_t room = 2 * (growing->length + length) + 256;
        char *more = realloc(growing->text, room);
        if (!more) return false;
        growing->text = more;
        growing->room = room;
    }
    memcpy(growing->text + growing->length, bytes, length);
    growing->length += length;
    growing->text[growing->length] = 0;
    return true;
}

/* ---- what is asked ---- */

struct lws_client_connect_info link_connect_info(Client *client, const char *path, const char *protocol) {
    struct lws_client_connect_info info = {.context = client->library,
                                           .address = client->address.host,
                                           .host = client->address.base + (client->address.https ? 8 : 7),
                                           .port = (int)client->address.port,
                                           .path = path,
                                           .local_protocol_name = protocol,
                                           .opaque_user_data = client,
                                           .ietf_version_or_minus_one = -1,
                                           .alpn = "http/1.1"};
    if (client->address.https) info.ssl_connection = LCCSCF_USE_SSL;
    if (client->address.https && client->insecure)
        info.ssl_connection |= LCCSCF_ALLOW_SELFSIGNED | LCCSCF_SKIP_SERVER_CERT_HOSTNAME_CHECK | LCCSCF_ALLOW_EXPIRED |
                               LCCSCF_ALLOW_INSECURE;
    return info;
}

static int add_header(struct lws *wsi, const char *name, const char *value, unsigned char **at, unsigned char *end) {
    return lws_add_http_header_by_name(wsi, (const unsigned char *)name, (const unsigned char *)value,
                                       (int)strlen(value), at, end);
}

int link_add_cookie(const Client *client, struct lws *wsi, void *in, size_t length) {
    unsigned char **at = in, *end = *at + length;
    if (!client->cookie[0]) return 0;
    return add_header(wsi, "cookie:", client->cookie, at, end) ? -1 : 0;
}

static int add_headers(const Client *client, struct lws *wsi, void *in, size_t length) {
    const char *body = client->exchange->body;
    unsigned char **at = in, *end = *at + length;
    char bytes[24];
    if (link_add_cookie(client, wsi, in, length)) return -1;
    if (!body) return 0;
    snprintf(bytes, sizeof bytes, "%zu", strlen(body));
    if (add_header(wsi, "content-type:", "application/json", at, end) ||
        add_header(wsi, "content-length:", bytes, at, end))
        return -1;
    lws_client_http_body_pending(wsi, 1);
    lws_callback_on_writable(wsi);
    return 0;
}

static int write_body(const Exchange *exchange, struct lws *wsi) {
    size_t length = exchange->body ? strlen(exchange->body) : 0;
    unsigned char *bytes = length ? malloc(LWS_PRE + length) : NULL;
    if (!bytes) return length ? -1 : 0;
    memcpy(bytes + LWS_PRE, exchange->body, length);
    int wrote = lws_write(wsi, bytes + LWS_PRE, length, LWS_WRITE_HTTP_FINAL);
    free(bytes);
    lws_client_http_body_pending(wsi, 0);
    return wrote < (int)length ? -1 : 0;
}

/* ---- what comes back ---- */

/* "uno=SECRET; HttpOnly; ..." */
static void keep_cookie(Client *client, struct lws *wsi) {
    char line[512];
    if (lws_hdr_copy(wsi, line, sizeof line, WSI_TOKEN_HTTP_SET_COOKIE) <= 0) return;
    size_t length = strcspn(line, ";");
    if (length >= sizeof client->cookie) return;
    memcpy(client->cookie, line, length);
    client->cookie[length] = 0;
}

static int read_more(struct lws *wsi) {
    char buffer[LWS_PRE + 2048], *at = buffer + LWS_PRE;
    int length = (int)(sizeof buffer - LWS_PRE);
    return lws_http_client_read(wsi, &at, &length) < 0 ? -1 : 0;
}

static int fail(Exchange *exchange, const char *why) {
    if (!exchange->done && why) snprintf(exchange->why, sizeof exchange->why, "%s", why);
    exchange->failed = exchange->done = true;
    return 0;
}

int link_http_event(Client *client, struct lws *wsi, enum lws_callback_reasons reason, void *in, size_t length) {
    Exchange *exchange = client->exchange;
    if (!exchange || exchange->wsi != wsi) return 0; /* of one that was given up */
    switch ((int)reason) {
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER: return add_headers(client, wsi, in, length);
    case LWS_CALLBACK_CLIENT_HTTP_WRITEABLE: return write_body(exchange, wsi);
    case LWS_CALLBACK_ESTABLISHED_CLIENT_HTTP:
        exchange->status = lws_http_client_http_response(wsi);
        keep_cookie(client, wsi);
        return 0;
    case LWS_CALLBACK_RECEIVE_CLIENT_HTTP: return read_more(wsi);
    case LWS_CALLBACK_RECEIVE_CLIENT_HTTP_READ: return growing_add(&exchange->answer, in, length, ANSWER_MAX) ? 0 : -1;
    case LWS_CALLBACK_COMPLETED_CLIENT_HTTP: exchange->done = true; return -1;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR: return fail(exchange, in ? in : "");
    case LWS_CALLBACK_CLOSED_CLIENT_HTTP:
        /* An answer without a length ends with its connection. */
        if (!exchange->status) fail(exchange, "closed");
        exchange->done = true;
        return 0;
    }
    return 0;
}

/* Waits for the answer; its status, 0: `trouble` says why there is none. *answer is the caller's to free. */
static unsigned exchange_texts(Client *client, const char *method, const char *path, const char *body, Growing *answer,
                               char trouble[CLIENT_TROUBLE_MAX]) {
    Exchange exchange = {.body = body};
    struct lws_client_connect_info info = link_connect_info(client, path, "http");
    int64_t until = client_now_ms() + REQUEST_MS;
    bool happened = client->happened;
    info.method = method;
    info.pwsi = &exchange.wsi;
    client->exchange = &exchange;
    if (!lws_client_connect_via_info(&info)) exchange.done = exchange.failed = true;
    while (!exchange.done && client_now_ms() < until) client_poll(client, 10, -1);
    client->exchange = NULL;
    if (!exchange.done && exchange.wsi) lws_set_timeout(exchange.wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
    *answer = exchange.answer;
    client->happened |= happened;
    if (exchange.done && !exchange.failed && exchange.status) return exchange.status;
    link_explain(client, 0, exchange.done ? exchange.why : "no answer in time", trouble);
    return 0;
}

unsigned client_request(Client *client, const char *method, const char *path, const char *body, cJSON **answer,
                        char trouble[CLIENT_TROUBLE_MAX]) {
    Growing text;
    unsigned status = exchange_texts(client, method, path, body, &text, trouble);
    if (answer) *answer = text.text ? cJSON_Parse(text.text) : NULL;
    if (answer) foreign_clean_json(*answer, false);
    free(text.text);
    return status;
}

bool client_check_deal(Client *client, char out[CLIENT_CHECK_MAX]) {
    ClientTable *table = &client->table;
    char path[CLIENT_ID_MAX + 32], trouble[CLIENT_TROUBLE_MAX];
    Growing text;
    if (!client_may_check(table)) return false;
    table->fair.checked = true, table->fair.good = false; /* once, whatever comes of it */
    snprintf(path, sizeof path, "/api/games/%s/record", table->fair.kept.game);
    if (exchange_texts(client, "GET", path, NULL, &text, trouble) == 200 && text.text)
        client_check(table, text.text, text.length, out);
    else snprintf(out, CLIENT_CHECK_MAX, "The deal could not be checked: the record of the game did not come.");
    free(text.text);
    return true;
}
