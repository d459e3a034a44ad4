/* http_head.h -- the head of a request: bytes in, their parts out, or why not.
 *
 * Strict, because a server that reads the same bytes differently from a proxy or a browser can be made to take a
 * part of an address for a header. So: lines end with CR LF and nothing else; a request line is METHOD SP TARGET SP
 * VERSION; a target begins with '/'; a header is a name, directly followed by a colon. The lines are split first, and
 * escapes (%41) of the path are resolved after that, once, and never into something that parts: no control characters,
 * no slashes. What may be there only once is refused the second time.
 *
 * Nothing here has a socket, allocates or keeps anything; slices point into what was given. */
#ifndef UNO_NET_HTTP_HEAD_H
#define UNO_NET_HTTP_HEAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../hub/slice.h"

enum { HTTP_HEAD_MAX = 8192, HTTP_TARGET_MAX = 2048, HTTP_HEADERS_MAX = 64 };

typedef struct {
    Slice name, value;
} HttpHeader;

typedef struct {
    Slice method;
    char path[HTTP_TARGET_MAX + 1]; /* escapes resolved: UTF-8 without control characters */
    Slice query;                    /* as it came, without the question mark */
    bool http_1_1;                  /* else HTTP/1.0 */
    HttpHeader header[HTTP_HEADERS_MAX];
    unsigned headers;
    int64_t length; /* of the body, by its Content-Length; -1: none was given */
    size_t size;    /* bytes of the head, the empty line at its end included */
} HttpHead;

typedef struct {
    unsigned status;
    const char *code, *message; /* which may be told as JSON as they are */
} HttpRefusal;

/* Fills it in; false, always. */
bool http_head_refuse(HttpRefusal *refusal, unsigned status, const char *code, const char *message);

typedef enum {
    HTTP_MORE,    /* good so far, but not complete */
    HTTP_READY,   /* *head is filled in; what follows in `data` is the body */
    HTTP_REFUSED, /* *refusal is: what else the connection says cannot be known */
} HttpResult;

HttpResult http_head_read(const char *data, size_t count, HttpHead *head, HttpRefusal *refusal);

/* The first header of that name; one without bytes where there is none (`at` is NULL then). Names are as in "host". */
Slice http_header(const HttpHead *head, const char *name);
/* Whether one of the words that headers of that name list, with commas between them, is this one. */
bool http_header_lists(const HttpHead *head, const char *name, const char *word);

#endif
