/* Any text as an .ini file, read by what stands in for inih in a page (src/wasm/ini.c) and by inih: the same sections,
 * names and values, and the same line that is wrong. Lines come as the rulesets' reader hands them out. */
#define main standins_main
#include "wasm/standins.c"
#undef main

#include "fuzz.h"

typedef struct {
    const char *at;
    uint64_t sum;
    unsigned keys;
} Told;

static char *next_line(char *out, int size, void *stream) {
    Told *told = stream;
    size_t length = strcspn(told->at, "\n");
    if (!*told->at) return NULL;
    if (length > (size_t)size - 2) length = (size_t)size - 2;
    memcpy(out, told->at, length);
    memcpy(out + length, "\n", 2);
    told->at += length + (told->at[length] == '\n');
    return out;
}

static void add(Told *told, const char *words) {
    for (; *words; words++) told->sum = (told->sum ^ (unsigned char)*words) * UINT64_C(0x100000001B3);
    told->sum = (told->sum ^ 256) * UINT64_C(0x100000001B3);
}

static int on_key(void *user, const char *section, const char *name, const char *value) {
    Told *told = user;
    add(told, section);
    add(told, name);
    add(told, value);
    told->keys++;
    return value[0] != '!';
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size, 0);
    Told ours = {.at = text}, theirs = {.at = text};
    int a = our_ini_parse_stream(next_line, &ours, on_key, &ours);
    int b = ini_parse_stream(next_line, &theirs, on_key, &theirs);
    MUST(a == b && ours.keys == theirs.keys && ours.sum == theirs.sum);
    free(text);
    return 0;
}
