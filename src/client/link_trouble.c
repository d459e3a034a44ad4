/* link_trouble.c -- addresses as people write them, and what went wrong in their words. */
#define _GNU_SOURCE
#include <ctype.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "link_internal.h"

/* ---- addresses ---- */

static bool complain(char trouble[CLIENT_TROUBLE_MAX], const char *url, const char *why) {
    snprintf(trouble, CLIENT_TROUBLE_MAX, "'%.100s' is no address of a server: %s; write it like http://localhost:8080",
             url, why);
    return false;
}

bool client_code_parse(const char *text, char out[CLIENT_CODE_MAX]) {
    unsigned used = 0;
    for (; *text; text++) {
        if (*text == '-' || *text == ' ') continue;
        if (!isalnum((unsigned char)*text) || used + 1 == CLIENT_CODE_MAX) return false;
        out[used++] = (char)toupper((unsigned char)*text);
    }
    out[used] = 0;
    return used > 0;
}

/* "host", "host:8080", "[::1]:8080"; *at moves behind it. */
static const char *read_host(const char **at, ClientAddress *out) {
    const char *from = *at, *end;
    bool bracket = *from == '[';
    if (bracket) from++;
    end = from + strcspn(from, bracket ? "]" : ":/?#");
    size_t length = (size_t)(end - from);
    if (!length) return "the host is missing";
    if (length >= sizeof out->host || memchr(from, '@', length) || memchr(from, ' ', length))
        return "that is no name of a host";
    memcpy(out->host, from, length);
    out->host[length] = 0;
    if (bracket && *end++ != ']') return "the ']' is missing";
    out->port = out->https ? 443 : 80;
    if (*end == ':') {
        char *rest;
        long port = strtol(end + 1, &rest, 10);
        if (rest == end + 1 || port < 1 || port > 65535) return "the port is a number from 1 to 65535";
        out->port = (unsigned)port;
        end = rest;
    }
    *at = end;
    return NULL;
}

bool client_address_parse(const char *url, ClientAddress *out, char trouble[CLIENT_TROUBLE_MAX]) {
    const char *at = url;
    char code[64] = "";
    memset(out, 0, sizeof *out);
    if (strncasecmp(at, "https://", 8) == 0) out->https = true, at += 8;
    else if (strncasecmp(at, "http://", 7) == 0) at += 7;
    else if (strstr(at, "://")) return complain(trouble, url, "it begins with http:// or https://");
    const char *wrong = read_host(&at, out);
    if (wrong) return complain(trouble, url, wrong);
    if (sscanf(at, "/t/%63[^/?#]", code) == 1 && !client_code_parse(code, out->code))
        return complain(trouble, url, "the code of its table has only letters and digits");
    if (!code[0] && strcspn(at, "/?#") + strspn(at, "/") < strlen(at))
        return complain(trouble, url, "behind the host only /t/CODE can follow");
    bool usual = out->port == (out->https ? 443u : 80u), v6 = strchr(out->host, ':');
    int used = snprintf(out->base, sizeof out->base, "%s://%s%s%s", out->https ? "https" : "http", v6 ? "[" : "",
                        out->host, v6 ? "]" : "");
    if (!usual) snprintf(out->base + used, sizeof out->base - (size_t)used, ":%u", out->port);
    return true;
}

/* ---- what went wrong ---- */

static bool is_about(const char *why, const char *const *words) {
    for (; *words; words++)
        if (strcasestr(why, *words)) return true;
    return false;
}

static const char *const secure_words[] = {"SSL", "TLS", "cert", NULL};

static bool is_host_known(const ClientAddress *to) {
    struct addrinfo *found = NULL;
    bool known = getaddrinfo(to->host, NULL, NULL, &found) == 0;
    if (known) freeaddrinfo(found);
    return known;
}

static void explain_silence(const Client *client, const char *why, char trouble[CLIENT_TROUBLE_MAX]) {
    const ClientAddress *to = &client->address;
    if (to->https && is_about(why, secure_words))
        snprintf(trouble, CLIENT_TROUBLE_MAX,
                 "The certificate of %s is not trusted, or it does not speak TLS; --insecure takes any certificate.",
                 to->host);
    else if (!is_host_known(to))
        snprintf(trouble, CLIENT_TROUBLE_MAX, "The host %s is not known: is the address spelled right?", to->host);
    else
        snprintf(trouble, CLIENT_TROUBLE_MAX, "No server answers at %s: is it running, and is the address right?",
                 to->base);
}

void link_explain(const Client *client, unsigned status, const char *why, char trouble[CLIENT_TROUBLE_MAX]) {
    const char *base = client->address.base;
    switch (status) {
    case 0: explain_silence(client, why, trouble); return;
    case 400:
        snprintf(trouble, CLIENT_TROUBLE_MAX, "%s speaks another version: this program is too old or too new.", base);
        return;
    case 401: snprintf(trouble, CLIENT_TROUBLE_MAX, "%s does not know you any more: start again.", base); return;
    case 403: snprintf(trouble, CLIENT_TROUBLE_MAX, "%s does not let you in.", base); return;
    case 429: snprintf(trouble, CLIENT_TROUBLE_MAX, "%s has too many connections just now.", base); return;
    case 503: snprintf(trouble, CLIENT_TROUBLE_MAX, "%s is restarting, or full.", base); return;
    }
    snprintf(trouble, CLIENT_TROUBLE_MAX, "%s is no uno server, or an old one (HTTP status %u).", base, status);
}

bool link_is_final(unsigned status, const char *why) {
    if (!status) return is_about(why, secure_words);
    return status != 429 && status < 500;
}
