/* strings.h -- texts compared without regard to the case of A to Z. */
#ifndef UNO_WASM_STRINGS_H
#define UNO_WASM_STRINGS_H

#include <stddef.h>

int strcasecmp(const char *a, const char *b);
int strncasecmp(const char *a, const char *b, size_t count);

#endif
