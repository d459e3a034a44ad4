/* Any text as JSON, read by what stands in for cJSON in a page (src/wasm/json.c) and by cJSON: what ours takes, cJSON
 * takes as well, and makes the same of it. What ours refuses and cJSON takes is only what JSON does not have, what no
 * text can hold, and what lies too deep. */
#define main standins_main
#include "wasm/standins.c"
#undef main

#include "fuzz.h"

/* As standins.c; numbers that are neither whole nor short may be off by a rounding or two. */
static bool close_json(const cJSON *a, const cJSON *b) {
    if (!a || !b) return !a && !b;
    if ((a->type & 0xFF) != (b->type & 0xFF) || !a->string != !b->string) return false;
    if (a->string && strcmp(a->string, b->string) != 0) return false;
    if (a->type == cJSON_String && strcmp(a->valuestring, b->valuestring) != 0) return false;
    if (cJSON_IsNumber(b)) {
        double x = a->valuedouble, y = b->valuedouble, off = x > y ? x - y : y - x, size = x < 0 ? -x : x;
        bool whole = size <= 9007199254740992.0 && x == (double)(int64_t)x && off < 1 && y == (double)(int64_t)y;
        if (whole ? x != y : off > size * 1e-12 && off > 1e-300 && y - y == 0) return false;
    }
    const cJSON *x = a->child, *y = b->child;
    for (; x && y; x = x->next, y = y->next)
        if (!close_json(x, y) || (x->next && x->next->prev != x)) return false;
    return !x && !y;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size, 0);
    const char *end_ours = NULL, *end_theirs = NULL;
    for (int whole = 0; whole < 2; whole++) {
        cJSON *ours = our_ParseWithOpts(text, &end_ours, whole),
              *theirs = cJSON_ParseWithOpts(text, &end_theirs, whole);
        MUST(end_ours >= text && end_ours <= text + strlen(text));
        bool same = !ours || close_json(ours, theirs);
        our_Delete(ours);
        cJSON_Delete(theirs);
        MUST(same);
    }
    free(text);
    return 0;
}
