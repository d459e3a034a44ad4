/* push_url.c -- scheme, host, port and path of a push service's address. */
#include "push_url.h"

#include <stdio.h>
#include <string.h>

static bool is_digits(const char *text) { return *text && text[strspn(text, "0123456789")] == 0; }

/* An address, however it is written, is none: its last part has digits alone, or it has a colon. */
static bool is_name(const char *host) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.";
    const char *dot = strrchr(host, '.');
    return dot && dot != host && dot[1] && host[strspn(host, letters)] == 0 && !is_digits(dot + 1) &&
           strncmp(dot + 1, "0x", 2) != 0 && !strstr(host, "..");
}

static bool copy(char *out, size_t size, const char *from, size_t length) {
    if (!length || length >= size) return false;
    memcpy(out, from, length);
    out[length] = 0;
    return true;
}

bool push_url_read(const char *url, const char *allow, PushUrl *out) {
    *out = (PushUrl){.plain = strncmp(url, "http://", 7) == 0};
    if (!out->plain && strncmp(url, "https://", 8) != 0) return false;
    const char *host = url + (out->plain ? 7 : 8), *end = host + strcspn(host, "/:?#@");
    if (!copy(out->host, sizeof out->host, host, (size_t)(end - host))) return false;
    snprintf(out->port, sizeof out->port, "%s", out->plain ? "80" : "443");
    if (*end == ':') {
        size_t length = strspn(end + 1, "0123456789");
        if (!copy(out->port, sizeof out->port, end + 1, length)) return false;
        end += 1 + length;
    }
    if (*end != '/') return false;
    for (const char *at = end; *at; at++)
        if (*at <= ' ' || *at >= 0x7F || *at == '#') return false;
    out->path = end;
    bool allowed = *allow && strcmp(out->host, allow) == 0;
    return allowed || (!out->plain && is_name(out->host));
}
