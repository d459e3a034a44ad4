/* stdlib.h -- memory from the module's own, and numbers out of texts. */
#ifndef UNO_WASM_STDLIB_H
#define UNO_WASM_STDLIB_H

#include <stddef.h>

void *malloc(size_t bytes);
void *calloc(size_t count, size_t bytes);
void *realloc(void *old, size_t bytes);
void free(void *room);

unsigned long long strtoull(const char *restrict text, char **restrict end, int base); /* asked for by nobody here */
unsigned long strtoul(const char *restrict text, char **restrict end, int base);
_Noreturn void abort(void);

#endif
