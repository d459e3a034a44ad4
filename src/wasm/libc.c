/* libc.c -- the four functions of <string.h> for wasm32. Compiled without
 * builtins, or the compiler would turn each loop into a call of itself. */
#include <stdint.h>
#include <string.h>

void *memcpy(void *restrict to, const void *restrict from, size_t count) {
    uint8_t *out = to;
    const uint8_t *in = from;
    /* wasm reads and writes unaligned words as fast as aligned ones. */
    for (; count >= sizeof(uint64_t); count -= sizeof(uint64_t), out += sizeof(uint64_t), in += sizeof(uint64_t))
        __builtin_memcpy_inline(out, in, sizeof(uint64_t));
    while (count--) *out++ = *in++;
    return to;
}

void *memmove(void *to, const void *from, size_t count) {
    uint8_t *out = to;
    const uint8_t *in = from;
    if ((uintptr_t)out - (uintptr_t)in >= count) return memcpy(to, from, count);
    while (count--) out[count] = in[count];
    return to;
}

void *memset(void *to, int byte, size_t count) {
    uint8_t *out = to;
    while (count--) *out++ = (uint8_t)byte;
    return to;
}

int memcmp(const void *a, const void *b, size_t count) {
    const uint8_t *p = a, *q = b;
    for (; count; count--, p++, q++)
        if (*p != *q) return *p - *q;
    return 0;
}
