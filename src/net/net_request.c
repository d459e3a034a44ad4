/* net_request.c -- a request as the hub and net_http.c want it: who asks, from where,
 * by which of our names, and whether a page of somebody else does. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host_name.h"
#include "net_internal.h"

/* What a proxy that the operator has named says; else nothing. */
static Slice forwarded(const Conn *conn, const HttpHead *head, const char *name) {
    return conn->trusted ? http_header(head, name) : (Slice){NULL, 0};
}

/* ---- by which name ---- */

/* The host and port of a URL. */
static Slice host_of_url(const char *url) {
    const char *at = strstr(url, "://");
    at = at ? at + 3 : url;
    return (Slice){at, strcspn(at, "/?#")};
}

static bool is_name_of(const char *host, Slice name) {
    Slice own;
    return host_name((Slice){host, strlen(host)}, &own) && own.length == name.length &&
           strncasecmp(own.at, name.at, name.length) == 0;
}

static bool answers_to(const Net *net, Slice name) {
    char machine[256] = "", url[NET_URL_MAX];
    const NetConfig *config = net->config;
    if (host_is_near(name)) return true;
    if (slice_copy(host_of_url(net->hub_config.url), url, sizeof url) && is_name_of(url, name)) return true;
    for (unsigned i = 0; i < config->hosts; i++)
        if (is_name_of(config->host[i], name)) return true;
    for (unsigned i = 0; i < config->listens; i++)
        if (is_name_of(config->listen[i], name)) return true;
    return gethostname(machine, sizeof machine - 1) == 0 && is_name_of(machine, name);
}

/* The host that the person sees; `at` is NULL where an old client names none. */
static bool read_host(const Conn *conn, const HttpHead *head, Slice *host, HttpRefusal *refusal) {
    Slice name;
    *host = forwarded(conn, head, "x-forwarded-host");
    if (!host->at) *host = http_header(head, "host");
    if (!host->at) return true;
    if (!host_name(*host, &name)) return http_head_refuse(refusal, 400, "bad_request", "That is not a name of a host.");
    if (answers_to(conn->net, name)) return true;
    return http_head_refuse(
        refusal, 421, "unknown_host",
        "This server is not known by that name. Its operator can add it: uno serve --host NAME, or --url.");
}

/* The host that the request was sent to, or the one of our own address. */
static bool is_foreign(const Conn *conn, Slice origin, Slice host) {
    char text[300];
    if (!slice_copy(origin, text, sizeof text)) return true;
    const char *at = strstr(text, "://");
    if (!at) return true;
    Slice from = {at + 3, strlen(at + 3)}, own = host_of_url(conn->net->hub_config.url);
    bool same = host.length && from.length == host.length && strncasecmp(from.at, host.at, host.length) == 0;
    return !same && (from.length != own.length || strncasecmp(from.at, own.at, own.length) != 0);
}

/* ---- who asks ---- */

/* With the prefix browsers take it only over https, for this host alone. */
const char *request_cookie(bool https) { return https ? "__Host-uno" : "uno"; }

static void read_cookie(Slice cookies, Request *out) {
    const char *wanted = request_cookie(out->https), *end = cookies.at + cookies.length;
    size_t name = strlen(wanted);
    out->session[0] = 0;
    for (const char *at = cookies.at; at < end;) {
        if (*at == ';' || *at == ' ' || *at == '\t') {
            at++;
            continue;
        }
        const char *stop = memchr(at, ';', (size_t)(end - at));
        size_t length = (size_t)((stop ? stop : end) - at);
        if (length > name && memcmp(at, wanted, name) == 0 && at[name] == '=')
            slice_copy((Slice){at + name + 1, length - name - 1}, out->session, sizeof out->session);
        at += length;
    }
}

/* One that is too long is none that we gave. */
static void read_bearer(Slice text, Request *out) {
    static const char word[] = "Bearer ";
    size_t length = sizeof word - 1;
    out->bearer[0] = 0;
    if (text.length <= length || strncasecmp(text.at, word, length) != 0) return;
    if (!slice_copy((Slice){text.at + length, text.length - length}, out->bearer, sizeof out->bearer))
        snprintf(out->bearer, sizeof out->bearer, "too long");
}

static bool read_address(const Conn *conn, const HttpHead *head, Request *out, HttpRefusal *refusal) {
    const NetConfig *config = conn->net->config;
    char said[NETWORK_TEXT_MAX] = "";
    if (conn->trusted && !forwarded_client(head, config->proxy, config->proxies, said))
        return http_head_refuse(refusal, 400, "bad_forwarding", "The proxy names an address that is none.");
    snprintf(out->address, sizeof out->address, "%s", said[0] ? said : conn->address);
    return true;
}

bool request_read(const Conn *conn, const HttpHead *head, Request *out, HttpRefusal *refusal) {
    Slice host, origin = http_header(head, "origin");
    if (!read_host(conn, head, &host, refusal) || !read_address(conn, head, out, refusal)) return false;
    if (!slice_copy(head->method, out->method, sizeof out->method))
        return http_head_refuse(refusal, 405, "bad_method", "GET, POST, PUT and DELETE are understood.");
    out->path = head->path;
    slice_copy(head->query, out->query, sizeof out->query);
    slice_copy(http_header(head, "accept-encoding"), out->accepted, sizeof out->accepted);
    slice_copy(http_header(head, "if-none-match"), out->known_tag, sizeof out->known_tag);
    out->https = conn->net->https || slice_is_like(forwarded(conn, head, "x-forwarded-proto"), "https");
    out->keep = head->http_1_1 && !http_header_lists(head, "connection", "close");
    out->foreign = origin.at && is_foreign(conn, origin, host);
    read_cookie(http_header(head, "cookie"), out);
    read_bearer(http_header(head, "authorization"), out);
    return true;
}

HubRequest request_for_hub(const Request *request, const unsigned char *body, size_t length) {
    return (HubRequest){.method = strcmp(request->method, "HEAD") == 0 ? "GET" : request->method,
                        .path = request->path,
                        .query = request->query,
                        .session = request->session,
                        .bearer = request->bearer,
                        .address = request->address,
                        .foreign = request->foreign,
                        .body = length ? (const char *)body : "",
                        .length = length};
}
