/* host_name.h -- the names that a server answers to. A page of another site may give its own name the address of this
 * machine (DNS rebinding), and a browser would let it read what is answered: so a name of the internet counts only when
 * the operator has given it to this server. */
#ifndef UNO_NET_HOST_NAME_H
#define UNO_NET_HOST_NAME_H

#include "http_head.h"

/* The name in "uno.example.org:8080" or "[::1]:80", without port, brackets and a last dot. False: that is no host. */
bool host_name(Slice host, Slice *name);

/* A name that only a network near by gives: an address, "localhost", one without a dot, "uno.local" ... */
bool host_is_near(Slice name);

#endif
