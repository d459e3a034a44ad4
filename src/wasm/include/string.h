/* string.h -- all that the engine asks of a C library, where there is none. */
#ifndef UNO_WASM_STRING_H
#define UNO_WASM_STRING_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t count);
void *memmove(void *to, const void *from, size_t count);
void *memset(void *to, int byte, size_t count);
int memcmp(const void *a, const void *b, size_t count);

#endif
