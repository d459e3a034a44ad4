/* text.c -- writing into a buffer that never overflows, reading without a library. */
#include "text.h"

void text_char(Text *text, char c) {
    if (text->length + 1 < text->size) {
        text->out[text->length] = c;
        text->out[text->length + 1] = 0;
    }
    text->length++;
}

/* Much goes through here, so the zero is set once and not behind every character. */
void text_put(Text *text, const char *words) {
    unsigned at = text->length;
    while (*words && at + 1 < text->size) text->out[at++] = *words++;
    if (at < text->size) text->out[at] = 0;
    while (*words) at++, words++;
    text->length = at;
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

/* ---- templates ---- */

const char *template_form(const char *words, unsigned form, bool one) {
    const char *at = words;
    for (; form && *at; at++) form -= *at == '~';
    if (form) at = words;
    if (!one) return at;
    for (const char *end = at; *end && *end != '~'; end++)
        if (*end == '|') return end + 1;
    return at;
}

Mark template_next(const char **at, Text *out) {
    Mark mark = {0, 0};
    const char *p = *at;
    while (*p && *p != '{' && *p != '|' && *p != '~') text_char(out, *p++);
    if (*p == '{') {
        mark.letter = p[1];
        if (p[1] && p[2] != '}') mark.detail = p[2];
        while (*p && *p++ != '}') continue;
    }
    *at = p;
    return mark;
}

/* ---- reading ---- */

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

/* Length of the UTF-8 character at `p`; 0: there is none, or it is a control character. */
static unsigned character_bytes(const unsigned char *p) {
    if (p[0] < 0x80) return p[0] >= 0x20 && p[0] != 0x7F;
    unsigned bytes = p[0] >= 0xC2 && p[0] <= 0xDF   ? 2
                     : (p[0] & 0xF0) == 0xE0        ? 3
                     : p[0] >= 0xF0 && p[0] <= 0xF4 ? 4
                                                    : 0;
    for (unsigned i = 1; i < bytes; i++)
        if ((p[i] & 0xC0) != 0x80) return 0;
    if (bytes == 2 && p[0] == 0xC2 && p[1] < 0xA0) return 0;  /* C1 control characters */
    if (bytes == 3 && p[0] == 0xE0 && p[1] < 0xA0) return 0;  /* longer than needed */
    if (bytes == 3 && p[0] == 0xED && p[1] >= 0xA0) return 0; /* surrogates */
    if (bytes == 3 && p[0] == 0xE2 && p[1] == 0x80 && p[2] >= 0xA8 && p[2] <= 0xAE)
        return 0; /* line ends, embeddings */
    if (bytes == 3 && p[0] == 0xE2 && p[1] == 0x81 && p[2] >= 0xA6 && p[2] <= 0xA9) return 0; /* isolates */
    if (bytes == 4 && ((p[0] == 0xF0 && p[1] < 0x90) || (p[0] == 0xF4 && p[1] >= 0x90))) return 0;
    return bytes;
}

bool text_is_shown(const char *text) {
    for (const unsigned char *p = (const unsigned char *)text; *p;) {
        unsigned bytes = character_bytes(p);
        if (!bytes) return false;
        p += bytes;
    }
    return true;
}
