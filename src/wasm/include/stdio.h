/* stdio.h -- texts put together, and files, of which there are none here: nothing opens. */
#ifndef UNO_WASM_STDIO_H
#define UNO_WASM_STDIO_H

#include <stdarg.h>
#include <stddef.h>

typedef struct File FILE;

/* Of the conversions: %% c d i u s x X f g, with flags - + and 0, width, precision (of f and g at most 60), and h l ll z. */
__attribute__((format(printf, 3, 4))) int snprintf(char *restrict out, size_t size, const char *restrict format, ...);
__attribute__((format(printf, 3, 0))) int vsnprintf(char *restrict out, size_t size, const char *restrict format,
                                                    va_list values);

FILE *fopen(const char *path, const char *mode);
size_t fread(void *out, size_t size, size_t count, FILE *file);
int ferror(FILE *file);
int fclose(FILE *file);

#endif
