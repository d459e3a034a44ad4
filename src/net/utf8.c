/* utf8.c -- a machine with one state, so that a text may come in pieces. */
#include "utf8.h"

#include <stdint.h>
#include <string.h>

/* The first byte says how many follow; a few of them also what the next one may be. */
static bool begin(Utf8 *utf8, unsigned char byte) {
    utf8->low = 0x80;
    utf8->high = 0xbf;
    if (byte < 0xc2 || byte > 0xf4) return false;
    utf8->missing = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
    if (byte == 0xe0) utf8->low = 0xa0;
    if (byte == 0xed) utf8->high = 0x9f;
    if (byte == 0xf0) utf8->low = 0x90;
    if (byte == 0xf4) utf8->high = 0x8f;
    return true;
}

bool utf8_goes_on(Utf8 *utf8, const unsigned char *bytes, size_t count) {
    for (size_t i = 0; i < count;) {
        uint64_t eight;
        if (!utf8->missing && count - i >= sizeof eight) {
            memcpy(&eight, bytes + i, sizeof eight);
            if (!(eight & UINT64_C(0x8080808080808080))) {
                i += sizeof eight;
                continue;
            }
        }
        unsigned char byte = bytes[i++];
        if (utf8->missing) {
            if (byte < utf8->low || byte > utf8->high) return false;
            utf8->missing--;
            utf8->low = 0x80;
            utf8->high = 0xbf;
        } else if (byte >= 0x80 && !begin(utf8, byte)) return false;
    }
    return true;
}
