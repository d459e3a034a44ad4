/* push_url.h -- the address at which a browser can be reached, as its push service gave it: taken apart strictly, as a stranger
 * sends it and the server will call it. */
#ifndef UNO_HUB_PUSH_URL_H
#define UNO_HUB_PUSH_URL_H

#include <stdbool.h>

enum { PUSH_HOST_MAX = 254, PUSH_PORT_MAX = 6 };

typedef struct {
    bool plain; /* http: only where `allow` says so */
    char host[PUSH_HOST_MAX], port[PUSH_PORT_MAX];
    const char *path; /* into the address */
} PushUrl;

/* "https://HOST[:PORT]/PATH" with a name for a host: no user, no address of digits alone, no character that a request's
 * head could not have. `allow` is a host that may also be called by http, for tests ("": none). */
bool push_url_read(const char *url, const char *allow, PushUrl *out);

#endif
