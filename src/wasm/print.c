/* print.c -- the printf family, with the conversions that <stdio.h> here lists; and numbers out of texts. */
#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decimal.h"

/* ---- writing ---- */

typedef struct {
    char *out;
    size_t size, length; /* `length` counts what did not fit, too */
} Sink;

typedef struct {
    bool left, zeros, plus, has_precision;
    unsigned width, precision;
    unsigned longs; /* l, ll; z is as wide as l */
} Spec;

static void put(Sink *sink, char c) {
    if (sink->length + 1 < sink->size) sink->out[sink->length] = c;
    sink->length++;
}

static void put_times(Sink *sink, char c, unsigned times) {
    while (times--) put(sink, c);
}

/* `head` goes in front of zeros that fill the width. */
static void put_field(Sink *sink, const Spec *spec, const char *head, const char *text, unsigned length, bool zeros) {
    unsigned front = (unsigned)strlen(head), used = front + length;
    unsigned fill = spec->width > used ? spec->width - used : 0;
    if (!spec->left && !zeros) put_times(sink, ' ', fill);
    while (*head) put(sink, *head++);
    if (!spec->left && zeros) put_times(sink, '0', fill);
    while (length--) put(sink, *text++);
    if (spec->left) put_times(sink, ' ', fill);
}

static void put_text(Sink *sink, const Spec *spec, const char *text) {
    unsigned length = 0;
    if (!text) text = "(null)";
    while ((!spec->has_precision || length < spec->precision) && text[length]) length++;
    put_field(sink, spec, "", text, length, false);
}

static void put_number(Sink *sink, const Spec *spec, const char *head, uint64_t number, unsigned base,
                       const char *digits) {
    char text[80];
    unsigned at = sizeof text, least = spec->has_precision ? spec->precision : 1;
    if (least > 64) least = 64;
    for (; number; number /= base) text[--at] = digits[number % base];
    while (sizeof text - at < least) text[--at] = '0';
    put_field(sink, spec, head, text + at, (unsigned)sizeof text - at, spec->zeros && !spec->has_precision);
}

static int64_t take_signed(const Spec *spec, va_list *values) {
    if (spec->longs > 1) return va_arg(*values, long long);
    return spec->longs ? va_arg(*values, long) : va_arg(*values, int);
}

static uint64_t take_unsigned(const Spec *spec, va_list *values) {
    if (spec->longs > 1) return va_arg(*values, unsigned long long);
    return spec->longs ? va_arg(*values, unsigned long) : va_arg(*values, unsigned);
}

static unsigned read_number(const char **at, va_list *values) {
    unsigned number = 0;
    if (**at == '*') {
        int given = va_arg(*values, int);
        ++*at;
        return given > 0 ? (unsigned)given : 0;
    }
    for (; isdigit(**at); ++*at) number = 10 * number + (unsigned)(**at - '0');
    return number;
}

static Spec read_spec(const char **at, va_list *values) {
    Spec spec = {0};
    for (;; ++*at) {
        if (**at == '-') spec.left = true;
        else if (**at == '0') spec.zeros = true;
        else if (**at == '+') spec.plus = true;
        else break;
    }
    spec.width = read_number(at, values);
    if (**at == '.') {
        ++*at;
        spec.has_precision = true;
        spec.precision = read_number(at, values);
    }
    for (; **at == 'l' || **at == 'z' || **at == 'h'; ++*at) spec.longs += **at != 'h';
    return spec;
}

static const char *sign_of(const Spec *spec, bool negative) { return negative ? "-" : spec->plus ? "+" : ""; }

/* The small modules print no real number. */
#ifdef PRINT_WHOLE_NUMBERS
#define put_real(sink, spec, kind, real) ((void)(real))
#else
static void put_real(Sink *sink, const Spec *spec, char kind, double real) {
    char text[DECIMAL_MAX];
    bool negative = __builtin_signbit(real);
    unsigned places = spec->has_precision ? spec->precision : 6;
    unsigned length = decimal_write(negative ? -real : real, kind, places, text);
    put_field(sink, spec, sign_of(spec, negative), text, length, spec->zeros && isdigit(text[0]));
}
#endif

static void put_value(Sink *sink, const Spec *spec, char kind, va_list *values) {
    int64_t number;
    char c;
    switch (kind) {
    case 'c': c = (char)va_arg(*values, int), put_field(sink, spec, "", &c, 1, false); break;
    case 's': put_text(sink, spec, va_arg(*values, const char *)); break;
    case 'd':
    case 'i':
        number = take_signed(spec, values);
        put_number(sink, spec, sign_of(spec, number < 0), number < 0 ? -(uint64_t)number : (uint64_t)number, 10,
                   "0123456789");
        break;
    case 'f':
    case 'g': put_real(sink, spec, kind, va_arg(*values, double)); break;
    case 'u': put_number(sink, spec, "", take_unsigned(spec, values), 10, "0123456789"); break;
    case 'x': put_number(sink, spec, "", take_unsigned(spec, values), 16, "0123456789abcdef"); break;
    case 'X': put_number(sink, spec, "", take_unsigned(spec, values), 16, "0123456789ABCDEF"); break;
    default: put(sink, kind); /* foreign: "%%" */
    }
}

int vsnprintf(char *restrict out, size_t size, const char *restrict format, va_list values) {
    Sink sink = {out, size, 0};
    va_list copy;
    va_copy(copy, values);
    for (const char *at = format; *at; at++) {
        if (*at != '%') {
            put(&sink, *at);
            continue;
        }
        at++;
        Spec spec = read_spec(&at, &copy);
        if (!*at) break;
        put_value(&sink, &spec, *at, &copy);
    }
    va_end(copy);
    if (size) out[sink.length < size ? sink.length : size - 1] = 0;
    return (int)sink.length;
}

int snprintf(char *restrict out, size_t size, const char *restrict format, ...) {
    va_list values;
    va_start(values, format);
    int length = vsnprintf(out, size, format, values);
    va_end(values);
    return length;
}

/* ---- reading ---- */

/* Base 10 alone is asked for. Too large a number is the largest there is. */
unsigned long strtoul(const char *restrict text, char **restrict end, int base) {
    const char *at = text;
    unsigned long number = 0;
    bool full = false;
    (void)base;
    while (isspace(*at)) at++;
    bool negative = *at == '-';
    if (*at == '-' || *at == '+') at++;
    const char *digits = at;
    for (; isdigit(*at); at++) {
        unsigned long digit = (unsigned long)(*at - '0');
        full |= number > ((unsigned long)-1 - digit) / 10;
        number = 10 * number + digit;
    }
    if (end) *end = (char *)(at == digits ? text : at);
    return full ? (unsigned long)-1 : negative ? -number : number;
}
