/* net_request.c -- the headers of a request, as the hub and net_http.c want them. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net_internal.h"

/* "" where there is none, or it is too long. */
static void header(struct lws *wsi, enum lws_token_indexes which, char *out, size_t size) {
    if (lws_hdr_copy(wsi, out, (int)size, which) < 0) out[0] = 0;
}

static void custom_header(struct lws *wsi, const char *name, char *out, size_t size) {
    if (lws_hdr_custom_copy(wsi, out, (int)size, name, (int)strlen(name)) < 0) out[0] = 0;
}

/* ---- what is asked for ---- */

static void read_target(struct lws *wsi, Request *out) {
    static const struct {
        enum lws_token_indexes token;
        const char *name;
    } methods[] = {{WSI_TOKEN_GET_URI, "GET"},    {WSI_TOKEN_HEAD_URI, "HEAD"},     {WSI_TOKEN_POST_URI, "POST"},
                   {WSI_TOKEN_PUT_URI, "PUT"},    {WSI_TOKEN_DELETE_URI, "DELETE"}, {WSI_TOKEN_OPTIONS_URI, "OPTIONS"},
                   {WSI_TOKEN_PATCH_URI, "PATCH"}};
    for (unsigned i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        if (!lws_hdr_total_length(wsi, methods[i].token)) continue;
        snprintf(out->method, sizeof out->method, "%s", methods[i].name);
        header(wsi, methods[i].token, out->path, sizeof out->path);
    }
}

/* The library has resolved the escapes and cut at each '&'; the hub wants it as it came. */
static void read_query(struct lws *wsi, Request *out) {
    char piece[512];
    size_t used = 0;
    for (int i = 0; lws_hdr_copy_fragment(wsi, piece, sizeof piece, WSI_TOKEN_HTTP_URI_ARGS, i) >= 0; i++) {
        bool value = false;
        if (i && used + 1 < sizeof out->query) out->query[used++] = '&';
        for (const char *c = piece; *c && used + 4 < sizeof out->query; c++) {
            bool plain = (*c >= '0' && *c <= '9') || (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') ||
                         strchr("-._~:/,@", *c) || (*c == '=' && !value);
            if (*c == '=') value = true;
            if (plain) out->query[used++] = *c;
            else used += (size_t)snprintf(out->query + used, sizeof out->query - used, "%%%02X", (unsigned char)*c);
        }
    }
    out->query[used] = 0;
}

static void read_length(struct lws *wsi, Request *out) {
    char text[32], *end;
    out->length = -1;
    if (!lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH)) return;
    header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, text, sizeof text);
    out->length = strtoll(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end || end - text > 15) out->length = -2;
}

/* ---- who asks ---- */

static void read_scheme(const Conn *conn, Request *out) {
    char scheme[16] = "";
    if (conn->net->config->behind_proxy) custom_header(conn->wsi, "x-forwarded-proto:", scheme, sizeof scheme);
    out->https = conn->net->https || strcasecmp(scheme, "https") == 0;
}

/* With the prefix browsers take it only over https, for this host alone. */
const char *request_cookie(bool https) { return https ? "__Host-uno" : "uno"; }

static void read_cookie(struct lws *wsi, Request *out) {
    char cookies[2048];
    const char *wanted = request_cookie(out->https);
    size_t name = strlen(wanted);
    header(wsi, WSI_TOKEN_HTTP_COOKIE, cookies, sizeof cookies);
    for (const char *at = cookies; *at;) {
        at += strspn(at, "; \t");
        size_t length = strcspn(at, ";");
        if (strncmp(at, wanted, name) == 0 && at[name] == '=' && length - name - 1 < sizeof out->session)
            snprintf(out->session, sizeof out->session, "%.*s", (int)(length - name - 1), at + name + 1);
        at += length;
    }
}

static void read_bearer(struct lws *wsi, Request *out) {
    char text[sizeof out->bearer + 16];
    header(wsi, WSI_TOKEN_HTTP_AUTHORIZATION, text, sizeof text);
    if (strncasecmp(text, "Bearer ", 7) == 0) snprintf(out->bearer, sizeof out->bearer, "%.159s", text + 7);
}

/* Behind a proxy the last address of the list is the one that it saw; those before it anybody may have written. */
static void read_address(const Conn *conn, Request *out) {
    char list[512] = "", plain[16];
    snprintf(out->address, sizeof out->address, "%s", conn->address);
    if (!conn->net->config->behind_proxy) return;
    header(conn->wsi, WSI_TOKEN_X_FORWARDED_FOR, list, sizeof list);
    if (!list[0]) header(conn->wsi, WSI_TOKEN_HTTP_X_REAL_IP, list, sizeof list);
    const char *comma = strrchr(list, ','), *last = comma ? comma + 1 : list;
    last += strspn(last, " \t");
    size_t length = strcspn(last, " \t");
    if (length >= sizeof out->address) return;
    char address[HUB_ADDRESS_MAX];
    snprintf(address, sizeof address, "%.*s", (int)length, last);
    if (inet_pton(AF_INET, address, plain) == 1 || inet_pton(AF_INET6, address, plain) == 1)
        memcpy(out->address, address, sizeof address);
}

/* The host and port of a URL; the rest of it is of no concern. */
static bool is_host_of(const char *url, const char *host) {
    const char *at = strstr(url, "://");
    size_t length = strlen(host);
    at = at ? at + 3 : url;
    return length && strncasecmp(at, host, length) == 0 && (!at[length] || at[length] == '/');
}

static void read_origin(const Conn *conn, Request *out) {
    char origin[300], host[260] = "";
    if (!lws_hdr_total_length(conn->wsi, WSI_TOKEN_ORIGIN)) return;
    header(conn->wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin);
    if (conn->net->config->behind_proxy) custom_header(conn->wsi, "x-forwarded-host:", host, sizeof host);
    if (!host[0]) header(conn->wsi, WSI_TOKEN_HOST, host, sizeof host);
    const char *own = strstr(origin, "://");
    out->foreign = !is_host_of(origin, host) && !(own && is_host_of(conn->net->hub_config.url, own + 3));
}

void request_read(const Conn *conn, Request *out) {
    struct lws *wsi = conn->wsi;
    char text[64];
    memset(out, 0, sizeof *out);
    read_target(wsi, out);
    read_query(wsi, out);
    read_length(wsi, out);
    read_scheme(conn, out);
    read_cookie(wsi, out);
    read_bearer(wsi, out);
    read_address(conn, out);
    read_origin(conn, out);
    header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, out->accepted, sizeof out->accepted);
    header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, out->known_tag, sizeof out->known_tag);
    out->encoded = lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0;
    header(wsi, WSI_TOKEN_HTTP, text, sizeof text);
    out->http_1_1 = strcmp(text, "HTTP/1.1") == 0;
    header(wsi, WSI_TOKEN_CONNECTION, text, sizeof text);
    out->keep = out->http_1_1 && !strcasestr(text, "close");
}

HubRequest request_for_hub(const Request *request, const Bytes *body) {
    return (HubRequest){.method = strcmp(request->method, "HEAD") == 0 ? "GET" : request->method,
                        .path = request->path,
                        .query = request->query,
                        .session = request->session,
                        .bearer = request->bearer,
                        .address = request->address,
                        .foreign = request->foreign,
                        .body = body && body->data ? (const char *)bytes_first(body) : "",
                        .length = body ? bytes_count(body) : 0};
}
