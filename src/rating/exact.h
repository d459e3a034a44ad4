/* exact.h -- the few functions of real numbers that ratings need, with the same digits on every machine.
 *
 * Libraries of C differ in the last bit of exp() and log(), and a browser has neither of them. These are made of
 * additions, multiplications and divisions alone, in a fixed order, so that a rating worked out again from the same
 * games is the same number: with gcc, clang and WebAssembly. Within 2 units of the last place. */
#ifndef UNO_RATING_EXACT_H
#define UNO_RATING_EXACT_H

/* Beyond 700 on either side it stays where it is: no rating gets there. */
double exact_exp(double x);

/* Of a positive normal number. */
double exact_log(double x);

double exact_sqrt(double x);

#endif
