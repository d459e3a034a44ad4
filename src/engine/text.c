#include "text.h"

void text_char(Text *text, char c) {
    if (text->length + 1 < text->size) {
        text->out[text->length] = c;
        text->out[text->length + 1] = 0;
    }
    text->length++;
}

void text_put(Text *text, const char *words) {
    while (*words) text_char(text, *words++);
}

void text_number(Text *text, long long number) {
    char digits[20];
    unsigned count = 0;
    unsigned long long rest = number < 0 ? 0 - (unsigned long long)number : (unsigned long long)number;
    do digits[count++] = (char)('0' + rest % 10);
    while (rest /= 10);
    if (number < 0) text_char(text, '-');
    while (count) text_char(text, digits[--count]);
}

void text_hex(Text *text, const uint8_t *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) {
        text_char(text, "0123456789abcdef"[bytes[i] >> 4]);
        text_char(text, "0123456789abcdef"[bytes[i] & 15]);
    }
}

bool scan_word(const char **at, const char *word) {
    const char *p = *at;
    while (*word)
        if (*p++ != *word++) return false;
    *at = p;
    return true;
}

bool scan_number(const char **at, long long low, long long high, long long *out) {
    const char *p = *at;
    bool negative = *p == '-';
    p += negative;
    if (*p < '0' || *p > '9') return false;
    long long number = 0;
    for (; *p >= '0' && *p <= '9'; p++) {
        if (number > 100000000000000000) return false;
        number = number * 10 + (*p - '0');
    }
    if (negative) number = -number;
    if (number < low || number > high) return false;
    *at = p;
    *out = number;
    return true;
}

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return -1;
}

bool scan_hex(const char **at, uint8_t *bytes, size_t count) {
    const char *p = *at;
    for (size_t i = 0; i < count; i++) {
        int high = hex_digit(p[0]), low = high < 0 ? -1 : hex_digit(p[1]);
        if (low < 0) return false;
        bytes[i] = (uint8_t)(high << 4 | low);
        p += 2;
    }
    *at = p;
    return true;
}

void scan_blanks(const char **at) {
    while (**at == ' ' || **at == '\t') ++*at;
}

size_t text_length(const char *text) {
    size_t length = 0;
    while (text[length]) length++;
    return length;
}

bool text_equal(const char *a, const char *b) {
    while (*a && *a == *b) a++, b++;
    return *a == *b;
}
