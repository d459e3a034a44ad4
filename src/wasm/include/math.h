/* math.h -- what is an instruction of WebAssembly. */
#ifndef UNO_WASM_MATH_H
#define UNO_WASM_MATH_H

#define INFINITY __builtin_inff()
#define isinf(x) __builtin_isinf(x)
#define fabs(x) __builtin_fabs(x)
#define floor(x) __builtin_floor(x)
#define ceil(x) __builtin_ceil(x)

static inline double fmin(double a, double b) { return a < b || b != b ? a : b; }
static inline double fmax(double a, double b) { return a > b || b != b ? a : b; }

#endif
