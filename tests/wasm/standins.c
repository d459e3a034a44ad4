/* standins.c -- what src/wasm/ has in place of libraries, beside the libraries: the same texts in, the same out.
 *
 * The files are compiled in under other names. */
#include <cjson/cJSON.h>
#include <ctype.h>
#include <ini.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "random.h"

/* ---- ours ---- */

#define ini_parse_stream our_ini_parse_stream
#define keep ini_keep
#define find ini_find
#include "../../src/wasm/ini.c"
#undef ini_parse_stream

#include "../../src/wasm/decimal.c"

#define put print_put
#define put_text print_text
#define put_number print_number
#define put_value print_value
#define read_number print_read_number
#define snprintf our_snprintf
#define vsnprintf our_vsnprintf
#define strtoul our_strtoul
#include "../../src/wasm/print.c"
#undef snprintf
#undef vsnprintf
#undef strtoul
#undef read_number

#define read_number json_read_number
#define cJSON_ParseWithOpts our_ParseWithOpts
#define cJSON_Delete our_Delete
#define cJSON_GetArraySize our_GetArraySize
#define cJSON_GetArrayItem our_GetArrayItem
#define cJSON_GetObjectItemCaseSensitive our_GetObjectItemCaseSensitive
#define cJSON_GetStringValue our_GetStringValue
#define cJSON_IsTrue our_IsTrue
#define cJSON_IsBool our_IsBool
#define cJSON_IsNull our_IsNull
#define cJSON_IsNumber our_IsNumber
#define cJSON_IsArray our_IsArray
#define cJSON_IsObject our_IsObject
#include "../../src/wasm/json.c"
#undef cJSON_ParseWithOpts
#undef cJSON_Delete

#define memcpy our_memcpy
#define memmove our_memmove
#define memset our_memset
#define memcmp our_memcmp
#define memchr our_memchr
#define strlen our_strlen
#define strcmp our_strcmp
#define strncmp our_strncmp
#define strcasecmp our_strcasecmp
#define strncasecmp our_strncasecmp
#define strcpy our_strcpy
#define strcat our_strcat
#define strchr our_strchr
#define strrchr our_strrchr
#define strstr our_strstr
#define strspn our_strspn
#define strcspn our_strcspn
#define strpbrk our_strpbrk
#define strtok_r our_strtok_r
#ifndef __clang__
#define __builtin_memcpy_inline __builtin_memcpy
#endif
#include "../../src/wasm/libc.c"
#undef memcpy
#undef memmove
#undef memset
#undef memcmp
#undef memchr
#undef strlen
#undef strcmp
#undef strncmp
#undef strcasecmp
#undef strncasecmp
#undef strcpy
#undef strcat
#undef strchr
#undef strrchr
#undef strstr
#undef strspn
#undef strcspn
#undef strpbrk
#undef strtok_r

/* ---- texts at random ---- */

static uint64_t chance = 1;
static unsigned below(unsigned n) { return random_below(&chance, n); }

static void any_text(const char *alphabet, unsigned most, char *out) {
    unsigned length = below(most + 1), letters = (unsigned)strlen(alphabet);
    for (unsigned i = 0; i < length; i++) out[i] = alphabet[below(letters)];
    out[length] = 0;
}

static bool report(const char *name, unsigned rounds, bool good) {
    printf("%s standins %s (%u texts)\n", good ? "ok" : "not ok", name, rounds);
    return good;
}

/* ---- ini ---- */

typedef struct {
    const char *at;
    char told[4096];
    size_t length;
} IniRun;

static char *ini_line(char *out, int size, void *stream) {
    IniRun *run = stream;
    size_t length = strcspn(run->at, "\n");
    if (!*run->at) return NULL;
    if (length > (size_t)size - 2) length = (size_t)size - 2;
    memcpy(out, run->at, length);
    strcpy(out + length, "\n");
    run->at += length + (run->at[length] == '\n');
    return out;
}

static int ini_key(void *user, const char *section, const char *name, const char *value) {
    IniRun *run = user;
    run->length +=
        (size_t)snprintf(run->told + run->length, sizeof run->told - run->length, "<%s|%s|%s>", section, name, value);
    return value[0] != '!';
}

static bool same_ini(void) {
    enum { ROUNDS = 200000 };
    for (unsigned i = 0; i < ROUNDS; i++) {
        char text[120];
        any_text("ab=: ;#[]\n\n\t!\xEF\xBB\xBF\v", 100, text);
        IniRun ours = {.at = text}, theirs = {.at = text};
        int a = our_ini_parse_stream(ini_line, &ours, ini_key, &ours);
        int b = ini_parse_stream(ini_line, &theirs, ini_key, &theirs);
        if (a != b || strcmp(ours.told, theirs.told) != 0) {
            printf("# %d %s\n# %d %s\n# %s\n", a, ours.told, b, theirs.told, text);
            return report("ini", i, false);
        }
    }
    return report("ini", ROUNDS, true);
}

/* ---- printing ---- */

__attribute__((format(printf, 1, 2))) static bool same_print(const char *format, ...) {
    char ours[64], theirs[64];
    size_t size = below(sizeof ours + 1);
    va_list a, b;
    memset(ours, '#', sizeof ours), memset(theirs, '#', sizeof theirs);
    va_start(a, format);
    va_copy(b, a);
    int x = our_vsnprintf(ours, size, format, a), y = vsnprintf(theirs, size, format, b);
    va_end(a), va_end(b);
    if (x == y && !memcmp(ours, theirs, sizeof ours)) return true;
    printf("# '%s' %d '%s' %d '%s'\n", format, x, size ? ours : "", y, size ? theirs : "");
    return false;
}

/* Numbers of every size, many of them halfway between two that could be written. */
static double any_real(void) {
    double real;
    uint64_t bits = random_next(&chance);
    memcpy(&real, &bits, sizeof real);
    switch (below(4)) {
    case 0: return real;
    case 1: return (double)(int64_t)(bits >> below(60)) / (double)(1u << below(12));
    case 2: return (double)(below(20000) - 10000.0) / 1000;
    default: return (double)below(2000) / 8 - 100; /* foreign: the rest of them */
    }
}

static bool same_reals(void) {
    enum { ROUNDS = 100000 };
    bool good = true;
    for (unsigned i = 0; good && i < ROUNDS; i++) {
        double real = any_real();
        int width = (int)below(12), places = (int)below(12);
        good = same_print("%.1f", real) && same_print("%g|%.10g", real, real) && same_print("%+.2f", real) &&
               same_print("%.3g %+.3g", real, real) && same_print("%*.*f", width, places, real) &&
               same_print("%-*.*g|%09.2f", width, places, real, real) && same_print("%f", real);
    }
    return report("real numbers", ROUNDS, good);
}

static bool same_prints(void) {
    enum { ROUNDS = 20000 };
    bool good = true;
    for (unsigned i = 0; good && i < ROUNDS; i++) {
        int number = (int)(random_next(&chance) >> below(40));
        long long wide = (long long)(random_next(&chance) >> below(64));
        int width = (int)below(12), places = (int)below(8);
        char text[24];
        any_text("abc xyz%", 20, text);
        good = same_print("%d|%5d|%-5d|%05d|%.3d", number, number, number, number, number) &&
               same_print("%u %x %X %08x %lld %llu %ld %lu %zu", (unsigned)number, (unsigned)number, (unsigned)number,
                          (unsigned)number, wide, (unsigned long long)wide, (long)number, (unsigned long)number,
                          (size_t)number) &&
               same_print("%s|%10s|%-10s|%.3s|%.*s|%*s%%", text, text, text, text, places, text, width, text) &&
               same_print("%c%3c%-3c|%5zu. %.0s", text[0] ? text[0] : 'x', 'y', 'z', (size_t)number, text) &&
               same_print("%hhu %hd", (unsigned char)number, (short)number);
    }
    return report("printing", ROUNDS, good);
}

/* ---- texts ---- */

static int sign(int number) { return (number > 0) - (number < 0); }

static bool same_texts(void) {
    enum { ROUNDS = 200000 };
    for (unsigned i = 0; i < ROUNDS; i++) {
        char a[64] = "", b[16] = "", c[64] = "", d[64] = "", *rest_a = NULL, *rest_b = NULL, *end_a, *end_b;
        any_text("abAB \xC3\xA4", 40, a), any_text("abAB \xC3", 6, b);
        size_t count = below(12);
        bool good = our_strlen(a) == strlen(a) && sign(our_strcmp(a, b)) == sign(strcmp(a, b)) &&
                    sign(our_strncmp(a, b, count)) == sign(strncmp(a, b, count)) &&
                    our_strchr(a, b[0]) == strchr(a, b[0]) && our_strrchr(a, b[0]) == strrchr(a, b[0]) &&
                    our_strstr(a, b) == strstr(a, b) && our_strspn(a, b) == strspn(a, b) &&
                    our_strcspn(a, b) == strcspn(a, b) && our_strpbrk(a, b) == strpbrk(a, b) &&
                    our_memchr(a, b[0], count) == memchr(a, b[0], count) &&
                    sign(our_strncasecmp(a, b, count)) == sign(strncasecmp(a, b, count)) &&
                    sign(our_memcmp(a, b, 1)) == sign(memcmp(a, b, 1));
        our_strcpy(c, a), strcpy(d, a);
        our_strcat(c, b), strcat(d, b);
        good = good && !strcmp(c, d);
        char *word_a = our_strtok_r(c, " b", &rest_a), *word_b = strtok_r(d, " b", &rest_b);
        good = good && !word_a == !word_b && (!word_a || (word_a - c == word_b - d && !strcmp(word_a, word_b)));
        any_text("0123456789 -+x", 9, a);
        good = good && our_strtoul(a, &end_a, 10) == strtoul(a, &end_b, 10) && end_a == end_b;
        size_t from = below(20), to = below(20), bytes = below(40);
        for (unsigned k = 0; k < sizeof c; k++) c[k] = d[k] = (char)k;
        our_memmove(c + to, c + from, bytes), memmove(d + to, d + from, bytes);
        our_memset(c + from, (int)to, count), memset(d + from, (int)to, count);
        our_memcpy(c, a, 1), memcpy(d, a, 1);
        if (!good || memcmp(c, d, sizeof c) != 0) return report("texts", i, false);
    }
    return report("texts", ROUNDS, true);
}

/* ---- JSON ---- */

static void any_json(char **at, unsigned depth) {
    static const char *const plain[] = {"null", "true",     "false",  "0",           "-1", "12.5", "1e2",
                                        "\"\"", "\"a\\n\"", "\"R5\"", "\"\\u00e4\"", "[]", "{}"};
    unsigned kind = below(depth ? 18 : 13), entries = below(4);
    if (kind < 13) {
        *at += sprintf(*at, "%s", plain[kind]);
        return;
    }
    *(*at)++ = kind < 16 ? '[' : '{';
    for (unsigned i = 0; i < entries; i++) {
        if (i) *(*at)++ = ',';
        if (below(3) == 0) *(*at)++ = " \n\t\r"[below(4)];
        if (kind >= 16) *at += sprintf(*at, "\"%c\" :", 'a' + (int)below(3));
        any_json(at, depth - 1);
    }
    *(*at)++ = kind < 16 ? ']' : '}';
    **at = 0;
}

static bool same_json(const cJSON *a, const cJSON *b) {
    if (!a || !b) return !a && !b;
    if ((a->type & 0xFF) != (b->type & 0xFF) || !a->string != !b->string) return false;
    if (a->string && strcmp(a->string, b->string) != 0) return false;
    if (cJSON_IsNumber(b) && a->valuedouble != b->valuedouble) return false;
    if (a->type == cJSON_String && strcmp(a->valuestring, b->valuestring) != 0) return false;
    const cJSON *x = a->child, *y = b->child;
    for (; x && y; x = x->next, y = y->next)
        if (!same_json(x, y) || (x->next && x->next->prev != x)) return false;
    return !x && !y;
}

static bool same_jsons(void) {
    enum { ROUNDS = 100000 };
    unsigned read = 0;
    for (unsigned i = 0; i < ROUNDS; i++) {
        char text[4096], *at = text;
        any_json(&at, 4);
        *at = 0;
        if (i % 2 && at > text) text[below((unsigned)(at - text))] = "[]{},:\"0e. x\\"[below(13)];
        cJSON *ours = our_ParseWithOpts(text, NULL, 1), *theirs = cJSON_ParseWithOpts(text, NULL, 1);
        /* cJSON also takes numbers such as 01 and 1., and bytes below ' ' in strings; ours must take no more than it. */
        bool good = i % 2 ? !ours || same_json(ours, theirs) : same_json(ours, theirs);
        read += ours != NULL;
        our_Delete(ours), cJSON_Delete(theirs);
        if (!good) return printf("# %s\n", text), report("JSON", i, false);
    }
    return report("JSON", read, read > ROUNDS / 2);
}

int main(void) {
    bool good = same_ini();
    good &= same_prints();
    good &= same_reals();
    good &= same_texts();
    good &= same_jsons();
    return !good;
}
