/* string.h -- memory and texts, where there is no C library. */
#ifndef UNO_WASM_STRING_H
#define UNO_WASM_STRING_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t count);
void *memmove(void *to, const void *from, size_t count);
void *memset(void *to, int byte, size_t count);
int memcmp(const void *a, const void *b, size_t count);
void *memchr(const void *in, int byte, size_t count);

size_t strlen(const char *text);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t count);
char *strcpy(char *restrict to, const char *restrict from);
char *strncpy(char *restrict to, const char *restrict from, size_t count);
char *strdup(const char *text);
char *strcat(char *restrict to, const char *restrict from);
char *strchr(const char *text, int c);
char *strrchr(const char *text, int c);
char *strstr(const char *text, const char *word);
size_t strspn(const char *text, const char *these);
size_t strcspn(const char *text, const char *these);
char *strpbrk(const char *text, const char *these);
char *strtok_r(char *restrict text, const char *restrict marks, char **restrict rest);
char *strerror(int number);

#endif
