/* coverage.c -- the ids of ids.def, and which scenarios prove them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scenario.h"

static const struct {
    const char *id;    /* "U12" */
    const char *words; /* the rule in a few words */
} rule_ids[] = {
#define ID(id, words) {#id, words},
#define REPLACED(id, by)
#include "ids.def"
#undef ID
#undef REPLACED
};
static const unsigned rule_id_count = sizeof rule_ids / sizeof *rule_ids;

int rule_id_find(const char *id, size_t length) {
    for (unsigned i = 0; i < rule_id_count; i++)
        if (strlen(rule_ids[i].id) == length && !memcmp(rule_ids[i].id, id, length)) return (int)i;
    return -1;
}

const char *rule_id_replaced(const char *id) {
#define ID(id, words)
#define REPLACED(old, by) \
    if (!strcmp(id, #old)) return #by;
#include "ids.def"
#undef ID
#undef REPLACED
    return NULL;
}

/* One scenario that proves one id. */
typedef struct Proof {
    struct Proof *next;
    char where[]; /* "file:line title" */
} Proof;

struct Coverage {
    Proof *first[sizeof rule_ids / sizeof *rule_ids];
    Proof **last[sizeof rule_ids / sizeof *rule_ids];
};

Coverage *coverage_new(void) {
    Coverage *coverage = calloc(1, sizeof *coverage);
    if (!coverage) return NULL;
    for (unsigned i = 0; i < rule_id_count; i++) coverage->last[i] = &coverage->first[i];
    return coverage;
}

void coverage_free(Coverage *coverage) {
    if (!coverage) return;
    for (unsigned i = 0; i < rule_id_count; i++) {
        for (Proof *proof = coverage->first[i], *next; proof; proof = next) {
            next = proof->next;
            free(proof);
        }
    }
    free(coverage);
}

bool coverage_add(Coverage *coverage, const ScenarioResult *result) {
    if (!result->passed) return true;
    size_t size = strlen(result->file) + strlen(result->title) + 16;
    for (unsigned i = 0; i < result->ids; i++) {
        Proof *proof = malloc(sizeof *proof + size);
        if (!proof) return false;
        proof->next = NULL;
        snprintf(proof->where, size, "%s:%u %s", result->file, result->line, result->title);
        *coverage->last[result->id[i]] = proof;
        coverage->last[result->id[i]] = &proof->next;
    }
    return true;
}

unsigned coverage_print(const Coverage *coverage, void (*put)(void *sink, const char *text), void *sink) {
    unsigned missing = 0;
    char line[200];
    for (unsigned i = 0; i < rule_id_count; i++) {
        snprintf(line, sizeof line, "%-5s %s\n", rule_ids[i].id, rule_ids[i].words);
        put(sink, line);
        for (const Proof *proof = coverage->first[i]; proof; proof = proof->next) {
            put(sink, "        ");
            put(sink, proof->where);
            put(sink, "\n");
        }
        if (coverage->first[i]) continue;
        put(sink, "        -- no scenario proves this\n");
        missing++;
    }
    snprintf(line, sizeof line, "%u of %u rules proved, %u without a scenario\n", rule_id_count - missing,
             rule_id_count, missing);
    put(sink, line);
    return missing;
}
