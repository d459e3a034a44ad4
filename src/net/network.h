/* network.h -- addresses of the internet and networks of them, and who a proxy says is there. */
#ifndef UNO_NET_NETWORK_H
#define UNO_NET_NETWORK_H

#include <stdbool.h>

#include "http_head.h"

enum { NETWORK_ADDRESS_BYTES = 16, NETWORK_TEXT_MAX = 48 };

/* Of IPv6; one of IPv4 is ::ffff:192.0.2.1. */
typedef struct {
    unsigned char byte[NETWORK_ADDRESS_BYTES];
} Address;

typedef struct {
    Address address;
    unsigned bits; /* that count, of 128 */
} Network;

/* False: that is no address. */
bool address_parse(const char *text, Address *out);
/* As it is written in the end: IPv4 in its own writing, however it came. */
void address_format(const Address *address, char out[NETWORK_TEXT_MAX]);
/* Of this machine, or of a network that the internet does not lead to. */
bool address_is_private(const char *text);

/* "10.0.0.0/8", "fd00::/8", or one address. False: it is none, or its bits do not fit. */
bool network_parse(const char *text, Network *out);
bool network_has(const Network *network, const Address *address);

/* Who the proxies say is there: the last address of X-Forwarded-For, all its lines together, that is no proxy itself,
 * because what stands before it anybody may have written; without that header X-Real-IP. "": they say nothing. False:
 * what they say cannot be read. */
bool forwarded_client(const HttpHead *head, const Network *proxy, unsigned proxies, char out[NETWORK_TEXT_MAX]);

#endif
