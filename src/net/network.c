/* network.c -- addresses and networks of both families as 16 bytes; who a proxy speaks for. */
#define _GNU_SOURCE
#include "network.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

enum { BITS = 8 * NETWORK_ADDRESS_BYTES, FOUR_AT = 12, FOUR_BITS = 8 * FOUR_AT };

static const unsigned char four_prefix[FOUR_AT] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

static bool is_four(const Address *address) { return memcmp(address->byte, four_prefix, FOUR_AT) == 0; }

bool address_parse(const char *text, Address *out) {
    if (inet_pton(AF_INET6, text, out->byte) == 1) return true;
    memcpy(out->byte, four_prefix, FOUR_AT);
    return inet_pton(AF_INET, text, out->byte + FOUR_AT) == 1;
}

void address_format(const Address *address, char out[NETWORK_TEXT_MAX]) {
    bool four = is_four(address);
    if (!inet_ntop(four ? AF_INET : AF_INET6, address->byte + (four ? FOUR_AT : 0), out, NETWORK_TEXT_MAX)) out[0] = 0;
}

bool network_parse(const char *text, Network *out) {
    char address[NETWORK_TEXT_MAX];
    size_t length = strcspn(text, "/");
    if (!slice_copy((Slice){text, length}, address, sizeof address) || !address_parse(address, &out->address))
        return false;
    out->bits = BITS;
    if (!text[length]) return true;
    const char *digits = text + length + 1;
    size_t count = strspn(digits, "0123456789");
    long bits = strtol(digits, NULL, 10), most = strchr(address, ':') ? BITS : BITS - FOUR_BITS;
    if (count == 0 || count > 3 || digits[count] || bits > most) return false;
    out->bits = (unsigned)(bits + BITS - most);
    return true;
}

bool network_has(const Network *network, const Address *address) {
    unsigned whole = network->bits / 8, rest = network->bits % 8;
    if (memcmp(network->address.byte, address->byte, whole) != 0) return false;
    return !rest || !((network->address.byte[whole] ^ address->byte[whole]) >> (8 - rest));
}

bool address_is_private(const char *text) {
    static const char *const names[] = {"127.0.0.0/8",    "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16",
                                        "169.254.0.0/16", "::1",        "fe80::/10",     "fc00::/7"};
    Address address;
    Network network;
    if (!address_parse(text, &address)) return false;
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        if (network_parse(names[i], &network) && network_has(&network, &address)) return true;
    return false;
}

/* ---- what proxies say ---- */

/* "192.0.2.1", "2001:db8::1", "[2001:db8::1]", and those with brackets and those of IPv4 with a port behind. */
static bool read_element(Slice element, Address *out) {
    char text[NETWORK_TEXT_MAX];
    const char *end = NULL;
    if (!element.length) return false;
    if (element.at[0] == '[') {
        end = memchr(element.at, ']', element.length);
        if (!end) return false;
        size_t used = (size_t)(end - element.at) + 1;
        Slice rest = {end + 1, element.length - used};
        if (rest.length && (rest.at[0] != ':' || !slice_is_port((Slice){rest.at + 1, rest.length - 1}))) return false;
        element = (Slice){element.at + 1, used - 2};
        return slice_copy(element, text, sizeof text) && strchr(text, ':') && address_parse(text, out);
    }
    const char *colon = memchr(element.at, ':', element.length);
    if (colon && !memchr(colon + 1, ':', element.length - (size_t)(colon - element.at) - 1)) {
        size_t before = (size_t)(colon - element.at);
        if (!slice_is_port((Slice){colon + 1, element.length - before - 1})) return false;
        element.length = before;
    }
    return slice_copy(element, text, sizeof text) && address_parse(text, out);
}

static bool is_proxy(const Address *address, const Network *proxy, unsigned proxies) {
    for (unsigned i = 0; i < proxies; i++)
        if (network_has(&proxy[i], address)) return true;
    return false;
}

bool forwarded_client(const HttpHead *head, const Network *proxy, unsigned proxies, char out[NETWORK_TEXT_MAX]) {
    Address address;
    bool said = false;
    out[0] = 0;
    for (unsigned i = head->headers; i-- > 0;) {
        if (!slice_is_like(head->header[i].name, "x-forwarded-for")) continue;
        for (Slice list = head->header[i].value; list.at;) {
            if (!read_element(slice_take_last(&list), &address)) return false;
            said = true;
            address_format(&address, out);
            if (!is_proxy(&address, proxy, proxies)) return true;
        }
    }
    Slice real = http_header(head, "x-real-ip");
    if (said || !real.at) return true;
    if (!read_element(real, &address)) return false;
    address_format(&address, out);
    return true;
}
