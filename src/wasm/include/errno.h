/* errno.h -- the one thing that can be wrong where there are no files. */
#ifndef UNO_WASM_ERRNO_H
#define UNO_WASM_ERRNO_H

enum { ENOENT = 2 };
extern int errno;

#endif
