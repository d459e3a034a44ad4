/* net_bytes.c -- bytes that wait to be sent or to be complete. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "net_internal.h"

enum { BYTES_FIRST = 1000 }; /* of malloc's quick sizes, as most of what is sent fits and is gone at once */

/* What was taken from the front makes room at the end. */
static void move_to_front(Bytes *bytes) {
    size_t count = bytes_count(bytes);
    memmove(bytes->data + BYTES_FRONT, bytes_first(bytes), count);
    bytes->start = BYTES_FRONT;
    bytes->end = BYTES_FRONT + count;
}

static bool grow(Bytes *bytes, size_t needed) {
    size_t size = bytes->size ? bytes->size : BYTES_FIRST;
    while (size < needed) size *= 2;
    unsigned char *more = realloc(bytes->data, size);
    if (!more) return false;
    if (!bytes->data) bytes->start = bytes->end = BYTES_FRONT;
    bytes->data = more;
    bytes->size = size;
    return true;
}

bool bytes_add(Bytes *bytes, const void *data, size_t count) {
    if (!count) return true;
    if (bytes->data && bytes->end + count > bytes->size && bytes->start > BYTES_FRONT) move_to_front(bytes);
    size_t end = bytes->data ? bytes->end : BYTES_FRONT;
    if ((!bytes->data || end + count > bytes->size) && !grow(bytes, end + count)) return false;
    memcpy(bytes->data + bytes->end, data, count);
    bytes->end += count;
    return true;
}

void bytes_take(Bytes *bytes, size_t count) {
    bytes->start += count;
    if (bytes->start >= bytes->end) bytes_free(bytes);
}

void bytes_free(Bytes *bytes) {
    free(bytes->data);
    *bytes = (Bytes){.data = NULL};
}
