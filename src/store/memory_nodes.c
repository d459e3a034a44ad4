/* memory_nodes.c -- several servers in one process share a store in memory: each has a door of its own. It keeps the
 * promises of a database that is shared, so that simulations can prove what servers make of them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory_internal.h"

typedef struct {
    Store base;
    MemoryStore *memory;
} MemoryNode;

/* ---- committing ---- */

static uint64_t last_seq(const MemoryLog *log) { return log && log->count ? log->rows[log->count - 1].seq : 0; }

/* Which parts of the batch others were faster with, or have not the lease for. */
static void find_lost(const MemoryNode *node, const StoreBatch *batch) {
    for (Part *part = batch->parts; part; part = part->next) {
        const MemoryLog *log = memory_log(node->memory, part->log);
        bool first = !part->first || last_seq(log) + 1 == part->first;
        bool leads =
            !part->epoch || part->first == 1 || (log && log->node == node->base.node && log->epoch == part->epoch);
        part->lost = !first || !leads;
    }
}

static bool add_news(MemoryStore *store, uint64_t node, const char *text, size_t length) {
    if (store->news_count == store->news_capacity) {
        size_t capacity = store->news_capacity ? 2 * store->news_capacity : 64;
        StoreNews *grown = realloc(store->news, capacity * sizeof *grown);
        if (!grown) return false;
        store->news = grown;
        store->news_capacity = capacity;
    }
    char *copy = malloc(length + 1);
    if (!copy) return false;
    memcpy(copy, text, length);
    copy[length] = 0;
    store->news[store->news_count++] =
        (StoreNews){.position = store->news_count + 1, .node = node, .text = copy, .length = length};
    return true;
}

/* Once all is written. A log that begins is its writer's. */
static bool tell(const MemoryNode *node, const StoreBatch *batch) {
    bool good = true;
    for (const Part *part = batch->parts; part && good; part = part->next) {
        char line[80];
        MemoryLog *log = memory_log(node->memory, part->log);
        if (part->lost || !part->first) continue;
        if (part->first == 1) log->node = node->base.node, log->epoch = 1;
        int length = snprintf(line, sizeof line, "log %llu %llu\n", (unsigned long long)part->log,
                              (unsigned long long)part->last);
        good = add_news(node->memory, node->base.node, line, (size_t)length);
    }
    for (const Write *write = batch->head; write && good; write = write->next) {
        const StoreNews *news = write->row;
        if (write->kind == WRITE_NEWS && !write_is_lost(write))
            good = add_news(node->memory, node->base.node, news->text, news->length);
    }
    return good;
}

static StoreVerdict node_commit(Store *base, const StoreBatch *batch, char trouble[STORE_TROUBLE_MAX]) {
    MemoryNode *node = (MemoryNode *)base;
    MemoryStore *store = node->memory;
    pthread_mutex_lock(&store->mutex);
    StoreVerdict verdict = store->fault;
    find_lost(node, batch);
    if (verdict == STORE_DONE) verdict = memory_write(store, batch, trouble);
    else store_fail(trouble, "the store was told to fail");
    if (verdict == STORE_DONE && !tell(node, batch)) verdict = STORE_FAILED;
    pthread_mutex_unlock(&store->mutex);
    return verdict;
}

/* ---- reading ---- */

static bool is_alive(const MemoryStore *store, uint64_t node, int64_t now) {
    const StoreLife *life = memory_find(store, SHELF_LIVES, &(StoreLife){.node = node});
    return life && life->until > now;
}

/* Outside of a commit, so that nothing is ever taken back. */
static bool put_now(MemoryStore *store, ShelfKind kind, const void *row) {
    Shelf *shelf = &store->shelf[kind];
    shelf->saved_count = 0;
    return memory_put(store, kind, row) || store_fail(store->base.trouble, "there is no memory left");
}

static bool live(MemoryStore *store, const StoreRead *what, StoreVisit visit, void *context) {
    StoreLife life = {.node = what->first, .until = what->before + (int64_t)what->most};
    const Shelf *lives = &store->shelf[SHELF_LIVES];
    if (!put_now(store, SHELF_LIVES, &life)) return false;
    for (size_t i = 0; i < lives->count; i++)
        life.alive += ((const StoreLife *)shelf_row(lives, i))->until > what->before;
    visit(context, &life);
    return true;
}

static bool hold(MemoryStore *store, const StoreRead *what, StoreVisit visit, void *context) {
    StoreHold wanted = {.holder = what->first, .until = what->before + (int64_t)what->most};
    memcpy(wanted.name, what->text, sizeof wanted.name);
    const StoreHold *there = memory_find(store, SHELF_HOLDS, &wanted);
    if (there && there->holder != wanted.holder && there->until >= what->before) return true;
    if (!put_now(store, SHELF_HOLDS, &wanted)) return false;
    visit(context, &wanted);
    return true;
}

static bool show_lease(const MemoryLog *log, StoreVisit visit, void *context) {
    StoreLease lease = {.table = log->table, .node = log->node, .epoch = log->epoch};
    return visit(context, &lease);
}

/* False: the visitor has seen enough. */
static bool take_lease(MemoryStore *store, const StoreRead *what, uint64_t id, unsigned *left, StoreVisit visit,
                       void *context) {
    MemoryLog *log = memory_log(store, id);
    if (!log || !*left) return true;
    if (log->node == what->first) return !what->second || show_lease(log, visit, context);
    if (is_alive(store, log->node, what->before)) return true;
    log->node = what->first;
    log->epoch++;
    --*left;
    return show_lease(log, visit, context);
}

static void take_leases(MemoryStore *store, const StoreRead *what, StoreVisit visit, void *context) {
    const Shelf *tables = &store->shelf[SHELF_TABLES], *events = &store->shelf[SHELF_EVENTS];
    unsigned left = what->most;
    for (size_t i = 0; i < tables->count; i++) {
        const StoreTable *table = shelf_row(tables, i);
        bool runs = table->state == TABLE_ROW_OPEN;
        if (runs && !take_lease(store, what, table->id, &left, visit, context)) return;
    }
    for (size_t i = 0; i < events->count; i++) {
        const StoreEvent *event = shelf_row(events, i);
        bool runs = event->state == TABLE_ROW_OPEN;
        if (runs && !take_lease(store, what, event->id, &left, visit, context)) return;
    }
}

static void show_present(const MemoryStore *store, const StoreRead *what, StoreVisit visit, void *context) {
    const Shelf *shelf = &store->shelf[SHELF_PRESENCE];
    for (size_t i = 0; i < shelf->count; i++) {
        const StorePresence *presence = shelf_row(shelf, i);
        if (presence->table == what->first && is_alive(store, presence->node, what->before) &&
            !visit(context, presence))
            return;
    }
}

static void show_news(const MemoryStore *store, const StoreRead *what, StoreVisit visit, void *context) {
    StoreNews none = {.position = store->news_count + 1, .text = ""};
    if (!what->second) visit(context, &none);
    for (size_t i = what->second ? what->second - 1 : store->news_count; i < store->news_count; i++) {
        StoreNews news = store->news[i];
        news.position = i + 2; /* the next one */
        if (!visit(context, &news)) return;
    }
}

bool memory_read_nodes(MemoryStore *store, const StoreRead *what, StoreVisit visit, void *context) {
    const MemoryLog *log = what->kind == READ_LEASE ? memory_log(store, what->first) : NULL;
    if (what->kind == READ_LIFE) return live(store, what, visit, context);
    if (what->kind == READ_HOLD) return hold(store, what, visit, context);
    if (what->kind == READ_LEASES) take_leases(store, what, visit, context);
    if (what->kind == READ_PRESENT) show_present(store, what, visit, context);
    if (what->kind == READ_NEWS) show_news(store, what, visit, context);
    if (log) show_lease(log, visit, context);
    return true;
}

static bool node_read(Store *base, const StoreRead *what, StoreVisit visit, void *context) {
    MemoryStore *store = ((MemoryNode *)base)->memory;
    bool good = memory_read(&store->base, what, visit, context);
    memcpy(base->trouble, store->base.trouble, sizeof base->trouble);
    return good;
}

static void node_close(Store *base) { free(base); }

Store *store_open_memory_node(Store *memory, uint64_t number) {
    static const StoreCalls calls = {.commit = node_commit, .read = node_read, .close = node_close};
    MemoryNode *node = calloc(1, sizeof *node);
    if (!node) return NULL;
    node->base = (Store){.calls = &calls, .node = number};
    node->memory = (MemoryStore *)memory;
    return &node->base;
}
