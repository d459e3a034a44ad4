/* libc.c -- memory and texts of <string.h> for wasm32. Compiled without builtins, or the
 * compiler would turn each loop into a call of itself. */
#include <stdint.h>
#include <string.h>
#include <strings.h>

#include <ctype.h>

/* ---- memory ---- */

void *memcpy(void *restrict to, const void *restrict from, size_t count) {
    uint8_t *out = to;
    const uint8_t *in = from;
    /* wasm reads and writes unaligned words as fast as aligned ones. */
    for (; count >= sizeof(uint64_t); count -= sizeof(uint64_t), out += sizeof(uint64_t), in += sizeof(uint64_t))
        __builtin_memcpy_inline(out, in, sizeof(uint64_t));
    while (count--) *out++ = *in++;
    return to;
}

void *memmove(void *to, const void *from, size_t count) {
    uint8_t *out = to;
    const uint8_t *in = from;
    if ((uintptr_t)out - (uintptr_t)in >= count) return memcpy(to, from, count);
    while (count--) out[count] = in[count];
    return to;
}

void *memset(void *to, int byte, size_t count) {
    uint8_t *out = to;
    uint64_t eight = UINT64_C(0x0101010101010101) * (uint8_t)byte;
    for (; count >= sizeof eight; count -= sizeof eight, out += sizeof eight)
        __builtin_memcpy_inline(out, &eight, sizeof eight);
    while (count--) *out++ = (uint8_t)byte;
    return to;
}

int memcmp(const void *a, const void *b, size_t count) {
    const uint8_t *p = a, *q = b;
    for (; count; count--, p++, q++)
        if (*p != *q) return *p - *q;
    return 0;
}

void *memchr(const void *in, int byte, size_t count) {
    for (const uint8_t *at = in; count; count--, at++)
        if (*at == (uint8_t)byte) return (void *)at;
    return NULL;
}

/* ---- texts ---- */

size_t strlen(const char *text) {
    const char *end = text;
    while (*end) end++;
    return (size_t)(end - text);
}

int strncmp(const char *a, const char *b, size_t count) {
    for (; count; count--, a++, b++)
        if (*a != *b || !*a) return (uint8_t)*a - (uint8_t)*b;
    return 0;
}

int strcmp(const char *a, const char *b) { return strncmp(a, b, SIZE_MAX); }

int strncasecmp(const char *a, const char *b, size_t count) {
    for (; count; count--, a++, b++) {
        int x = tolower((uint8_t)*a), y = tolower((uint8_t)*b);
        if (x != y || !x) return x - y;
    }
    return 0;
}

int strcasecmp(const char *a, const char *b) { return strncasecmp(a, b, SIZE_MAX); }

char *strcpy(char *restrict to, const char *restrict from) { return memcpy(to, from, strlen(from) + 1); }

char *strncpy(char *restrict to, const char *restrict from, size_t count) {
    size_t length = strlen(from);
    memset(to, 0, count);
    return memcpy(to, from, length < count ? length : count);
}

char *strcat(char *restrict to, const char *restrict from) {
    strcpy(to + strlen(to), from);
    return to;
}

char *strchr(const char *text, int c) { return memchr(text, c, strlen(text) + 1); }

char *strrchr(const char *text, int c) {
    for (const char *at = text + strlen(text);; at--) {
        if (*at == (char)c) return (char *)at;
        if (at == text) return NULL;
    }
}

char *strstr(const char *text, const char *word) {
    size_t length = strlen(word);
    for (;; text++) {
        if (!strncmp(text, word, length)) return (char *)text;
        if (!*text) return NULL;
    }
}

size_t strspn(const char *text, const char *these) {
    size_t length = 0;
    while (text[length] && strchr(these, text[length])) length++;
    return length;
}

size_t strcspn(const char *text, const char *these) {
    size_t length = 0;
    while (!strchr(these, text[length])) length++;
    return length;
}

char *strpbrk(const char *text, const char *these) {
    text += strcspn(text, these);
    return *text ? (char *)text : NULL;
}

char *strtok_r(char *restrict text, const char *restrict marks, char **restrict rest) {
    char *word = text ? text : *rest;
    word += strspn(word, marks);
    *rest = word + strcspn(word, marks);
    if (*rest == word) return NULL;
    if (**rest) *(*rest)++ = 0;
    return word;
}
