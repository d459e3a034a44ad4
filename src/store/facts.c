/* facts.c -- readings as values, and the store that answers from them. */
#include "facts.h"

#include <stdlib.h>
#include <string.h>

#include "store_internal.h"

/* ---- the rows of a fact ---- */

/* How large a row of each kind is, and where it has the pointer to its text and that text's length. */
static const struct {
    size_t size, text, length;
} shapes[READ_KINDS] = {
#define READ(kind, row) [READ_##kind] = {sizeof(row), 0, 0},
#define READ_TEXT(kind, row, text, length) [READ_##kind] = {sizeof(row), offsetof(row, text), offsetof(row, length)},
#include "reads.def"
#undef READ
#undef READ_TEXT
};

static size_t padded(size_t size) { return (size + 15) & ~(size_t)15; }

static size_t text_length(ReadKind kind, const char *row) {
    size_t length = 0;
    if (shapes[kind].text) memcpy(&length, row + shapes[kind].length, sizeof length);
    return length;
}

static size_t row_size(ReadKind kind, const char *row) {
    return padded(shapes[kind].size + (shapes[kind].text ? text_length(kind, row) + 1 : 0));
}

static bool keep_row(void *context, const void *row) {
    StoreFact *fact = context;
    ReadKind kind = fact->what.kind;
    size_t size = row_size(kind, row), need = fact->used + size;
    if (need > fact->room) {
        size_t room = fact->room ? 2 * fact->room : size;
        char *more = realloc(fact->bytes, room > need ? room : need);
        if (!more) return fact->good = false;
        fact->bytes = more;
        fact->room = room > need ? room : need;
    }
    char *at = fact->bytes + fact->used;
    memcpy(at, row, shapes[kind].size);
    if (shapes[kind].text) {
        const char *text;
        memcpy(&text, at + shapes[kind].text, sizeof text);
        size_t length = text_length(kind, row);
        if (length) memcpy(at + shapes[kind].size, text, length);
        at[shapes[kind].size + length] = 0;
    }
    fact->used = need;
    fact->rows++;
    return true;
}

/* The texts have moved with the bytes: each row is told where its own is now. */
static bool show_rows(const StoreFact *fact, StoreVisit visit, void *context) {
    ReadKind kind = fact->what.kind;
    char *at = fact->bytes;
    for (unsigned i = 0; i < fact->rows; i++) {
        const char *text = at + shapes[kind].size;
        if (shapes[kind].text) memcpy(at + shapes[kind].text, &text, sizeof text);
        char *row = at;
        at += row_size(kind, row);
        if (!visit(context, row)) break;
    }
    return true;
}

void store_fact_read(Store *store, StoreFact *fact) {
    fact->good = true;
    bool read = store_read(store, &fact->what, keep_row, fact);
    fact->good = fact->good && read;
    fact->done = true;
}

/* ---- the store ---- */

typedef struct {
    Store base;
    Facts *facts; /* in use now */
} FactStore;

static bool are_same(const StoreRead *a, const StoreRead *b) {
    return a->kind == b->kind && a->first == b->first && a->second == b->second && a->before == b->before &&
           a->most == b->most && strcmp(a->text, b->text) == 0 && memcmp(a->hash, b->hash, sizeof a->hash) == 0;
}

static StoreFact *find(const Facts *facts, const StoreRead *what) {
    StoreFact *fact = facts->first;
    while (fact && !are_same(&fact->what, what)) fact = fact->next;
    return fact;
}

static bool facts_read(Store *base, const StoreRead *what, StoreVisit visit, void *context) {
    Facts *facts = ((FactStore *)base)->facts;
    StoreFact *fact = find(facts, what);
    if (fact && fact->done) return show_rows(fact, visit, context);
    facts->lacks = true;
    if (fact) return true;
    if (!(fact = calloc(1, sizeof *fact))) return store_fail(base->trouble, "there is no memory left");
    fact->what = *what;
    fact->next = facts->first;
    facts->first = fact;
    return true;
}

static void facts_close(Store *base) { free(base); }

Store *store_open_facts(void) {
    static const StoreCalls calls = {.read = facts_read, .close = facts_close};
    FactStore *store = calloc(1, sizeof *store);
    if (store) store->base.calls = &calls;
    return store ? &store->base : NULL;
}

void facts_use(Store *store, Facts *facts) {
    ((FactStore *)store)->facts = facts;
    if (facts) facts->lacks = false;
}

void facts_forget(Facts *facts) {
    for (StoreFact *fact; (fact = facts->first);) {
        facts->first = fact->next;
        free(fact->bytes);
        free(fact);
    }
}
