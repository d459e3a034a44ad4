/* host_name.c -- a Host header taken apart: a name or an address, and perhaps a port. */
#define _GNU_SOURCE
#include "host_name.h"

#include <string.h>
#include <strings.h>

#include "network.h"

enum { NAME_MAX_BYTES = 253 };

static bool is_address(Slice name) {
    char text[NETWORK_TEXT_MAX];
    Address address;
    return slice_copy(name, text, sizeof text) && address_parse(text, &address);
}

static bool is_name(Slice name) {
    for (size_t i = 0; i < name.length; i++) {
        char c = name.at[i];
        bool good = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
                    c == '_' || (c == '.' && i && name.at[i - 1] != '.');
        if (!good) return false;
    }
    return name.length > 0 && name.length <= NAME_MAX_BYTES;
}

bool host_name(Slice host, Slice *name) {
    bool bracket = host.length && host.at[0] == '[';
    const char *end = !host.length ? NULL : memchr(host.at, bracket ? ']' : ':', host.length);
    if (bracket && !end) return false;
    size_t used = end ? (size_t)(end - host.at) + bracket : host.length;
    Slice rest = {host.at + used, host.length - used};
    /* A colon without a port is a host without one. */
    if (rest.length && rest.at[0] != ':') return false;
    if (rest.length > 1 && !slice_is_port((Slice){rest.at + 1, rest.length - 1})) return false;
    *name = bracket ? (Slice){host.at + 1, used - 2} : (Slice){host.at, used};
    if (bracket) return memchr(name->at, ':', name->length) && is_address(*name);
    if (name->length > 1 && name->at[name->length - 1] == '.') name->length--;
    return is_name(*name);
}

bool host_is_near(Slice name) {
    static const char *const ends[] = {".local", ".localhost", ".lan", ".internal", ".home.arpa", ".test"};
    if (is_address(name) || !memchr(name.at, '.', name.length)) return true;
    for (unsigned i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        size_t length = strlen(ends[i]);
        if (name.length > length && strncasecmp(name.at + name.length - length, ends[i], length) == 0) return true;
    }
    return false;
}
