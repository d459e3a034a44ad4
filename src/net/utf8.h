/* utf8.h -- whether bytes are UTF-8 as RFC 3629 wants it: the shortest form, no halves of pairs, nothing above
 * U+10FFFF. They may come in pieces. */
#ifndef UNO_NET_UTF8_H
#define UNO_NET_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* All zero: between two characters. */
typedef struct {
    unsigned char missing;   /* bytes of the character that has begun */
    unsigned char low, high; /* between which the next of them must be */
} Utf8;

/* False: this cannot be UTF-8, whatever follows. */
bool utf8_goes_on(Utf8 *utf8, const unsigned char *bytes, size_t count);
static inline bool utf8_is_whole(const Utf8 *utf8) { return !utf8->missing; }

#endif
