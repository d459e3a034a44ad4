/* decimal.h -- a real number as the printf family writes it, to the last digit. */
#ifndef UNO_WASM_DECIMAL_H
#define UNO_WASM_DECIMAL_H

enum { DECIMAL_MAX = 1500, DECIMAL_PLACES_MAX = 60 };

/* As %f ('f') or %g ('g') of a number that is not below 0; at most DECIMAL_PLACES_MAX places. Returns its length. */
unsigned decimal_write(double number, char kind, unsigned places, char out[DECIMAL_MAX]);

#endif
