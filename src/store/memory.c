/* memory.c -- the store in memory, for tests and simulations. It keeps the same promises
 * as the one on disk, in the plainest way: lists that are searched from end to end. Only a
 * log is found by its table's hash, and a row of it by its seq. */
#include "memory_internal.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- shelves ---- */

static bool is_same(ShelfKind kind, const void *a, const void *b) {
    switch (kind) {
    case SHELF_USERS: return ((const StoreUser *)a)->id == ((const StoreUser *)b)->id;
    case SHELF_KEYS: return memcmp(((const StoreKey *)a)->hash, ((const StoreKey *)b)->hash, STORE_HASH_BYTES) == 0;
    case SHELF_TABLES: return ((const StoreTable *)a)->id == ((const StoreTable *)b)->id;
    case SHELF_EVENTS: return ((const StoreEvent *)a)->id == ((const StoreEvent *)b)->id;
    case SHELF_CLUBS: return ((const StoreClub *)a)->id == ((const StoreClub *)b)->id;
    case SHELF_MEMBERS: {
        const StoreMember *x = a, *y = b;
        return x->club == y->club && x->user == y->user;
    }
    case SHELF_RULESETS: {
        const StoreRuleset *x = a, *y = b;
        return x->club == y->club && x->version == y->version && strcmp(x->name, y->name) == 0;
    }
    case SHELF_RESULTS: return ((const StoreResult *)a)->id == ((const StoreResult *)b)->id;
    case SHELF_BANS: return strcmp(((const StoreBan *)a)->what, ((const StoreBan *)b)->what) == 0;
    case SHELF_PUSHES: return memcmp(((const StorePush *)a)->hash, ((const StorePush *)b)->hash, STORE_HASH_BYTES) == 0;
    case SHELF_LIVES: return ((const StoreLife *)a)->node == ((const StoreLife *)b)->node;
    case SHELF_PRESENCE: {
        const StorePresence *x = a, *y = b;
        return x->table == y->table && x->node == y->node;
    }
    case SHELF_HOLDS: return strcmp(((const StoreHold *)a)->name, ((const StoreHold *)b)->name) == 0;
    case SHELVES: break;
    }
    return false;
}

static bool clash(const char *a, const char *b) { return a[0] && strcmp(a, b) == 0; }

/* True: two rows that are not the same have something that only one may have. */
static bool is_rival(ShelfKind kind, const void *a, const void *b) {
    if (kind == SHELF_USERS) return clash(((const StoreUser *)a)->key, ((const StoreUser *)b)->key);
    if (kind == SHELF_TABLES) return strcmp(((const StoreTable *)a)->code, ((const StoreTable *)b)->code) == 0;
    if (kind == SHELF_EVENTS) return strcmp(((const StoreEvent *)a)->code, ((const StoreEvent *)b)->code) == 0;
    if (kind != SHELF_CLUBS) return false;
    const StoreClub *x = a, *y = b;
    return clash(x->key, y->key) || clash(x->invite, y->invite);
}

void *memory_find(const MemoryStore *store, ShelfKind kind, const void *wanted) {
    const Shelf *shelf = &store->shelf[kind];
    for (size_t i = shelf->count; i > 0; i--)
        if (is_same(kind, shelf_row(shelf, i - 1), wanted)) return shelf_row(shelf, i - 1);
    return NULL;
}

const StoreUser *memory_user(const MemoryStore *store, uint64_t id) {
    return memory_find(store, SHELF_USERS, &(StoreUser){.id = id});
}

const StoreClub *memory_club(const MemoryStore *store, uint64_t id) {
    return memory_find(store, SHELF_CLUBS, &(StoreClub){.id = id});
}

static bool shelf_has_rival(const MemoryStore *store, ShelfKind kind, const void *row) {
    const Shelf *shelf = &store->shelf[kind];
    for (size_t i = 0; i < shelf->count; i++) {
        const void *other = shelf_row(shelf, i);
        if (!is_same(kind, other, row) && is_rival(kind, row, other)) return true;
    }
    return false;
}

/* Before the first change of what was there: a commit that fails puts it back. */
static bool shelf_save(Shelf *shelf) {
    if (shelf->saved || !shelf->saved_count) return true;
    shelf->saved = malloc(shelf->saved_count * shelf->row_size);
    if (shelf->saved) memcpy(shelf->saved, shelf->rows, shelf->saved_count * shelf->row_size);
    return shelf->saved != NULL;
}

static bool shelf_add(Shelf *shelf, const void *row) {
    if (shelf->count == shelf->capacity) {
        size_t capacity = shelf->capacity ? 2 * shelf->capacity : 16;
        unsigned char *grown = realloc(shelf->rows, capacity * shelf->row_size);
        if (!grown) return false;
        shelf->rows = grown;
        shelf->capacity = capacity;
    }
    memcpy(shelf_row(shelf, shelf->count++), row, shelf->row_size);
    return true;
}

static bool shelf_remove(Shelf *shelf, void *row) {
    if (!shelf_save(shelf)) return false;
    unsigned char *next = (unsigned char *)row + shelf->row_size, *end = shelf_row(shelf, shelf->count);
    memmove(row, next, (size_t)(end - next));
    shelf->count--;
    return true;
}

/* Puts a row in the place of the one that is the same, or at the end. */
bool memory_put(MemoryStore *store, ShelfKind kind, const void *row) {
    Shelf *shelf = &store->shelf[kind];
    if (shelf_has_rival(store, kind, row)) return false;
    void *there = memory_find(store, kind, row);
    if (!there) return shelf_add(shelf, row);
    if (!shelf_save(shelf)) return false;
    memcpy(there, row, shelf->row_size);
    return true;
}

static bool memory_take_out(MemoryStore *store, ShelfKind kind, const void *row) {
    void *there = memory_find(store, kind, row);
    return !there || shelf_remove(&store->shelf[kind], there);
}

/* ---- logs ---- */

/* Where the log of the table is, or would be. */
static MemoryLog *log_place(MemoryLog *logs, size_t capacity, uint64_t table) {
    size_t place = (size_t)(table * 0x9e3779b97f4a7c15 >> 32) & (capacity - 1);
    while (logs[place].rows && logs[place].table != table) place = (place + 1) & (capacity - 1);
    return &logs[place];
}

MemoryLog *memory_log(const MemoryStore *store, uint64_t table) {
    if (!store->log_capacity) return NULL;
    MemoryLog *log = log_place(store->logs, store->log_capacity, table);
    return log->rows ? log : NULL;
}

static bool logs_grow(MemoryStore *store) {
    size_t capacity = store->log_capacity ? 2 * store->log_capacity : 64;
    MemoryLog *grown = calloc(capacity, sizeof *grown);
    if (!grown) return false;
    for (size_t i = 0; i < store->log_capacity; i++)
        if (store->logs[i].rows) *log_place(grown, capacity, store->logs[i].table) = store->logs[i];
    free(store->logs);
    store->logs = grown;
    store->log_capacity = capacity;
    return true;
}

static MemoryLog *log_of(MemoryStore *store, uint64_t table) {
    if (2 * (store->log_count + 1) > store->log_capacity && !logs_grow(store)) return NULL;
    MemoryLog *log = log_place(store->logs, store->log_capacity, table);
    if (log->rows) return log;
    enum { FIRST = 16 };
    log->rows = malloc(FIRST * sizeof *log->rows);
    if (!log->rows) return NULL;
    log->table = table;
    log->node = log->epoch = 0;
    log->count = 0;
    log->capacity = FIRST;
    store->log_count++;
    return log;
}

size_t memory_log_place(const MemoryLog *log, uint64_t seq) {
    if (!log->count || log->rows[log->count - 1].seq < seq) return log->count;
    size_t low = 0, high = log->count - 1;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (log->rows[middle].seq < seq) low = middle + 1;
        else high = middle;
    }
    return low;
}

static char *copy_text(const char *text, size_t length) {
    char *copy = malloc(length + 1);
    if (!copy) return NULL;
    memcpy(copy, text, length);
    copy[length] = 0;
    return copy;
}

static bool put_log(MemoryStore *store, const StoreEntry *entry) {
    MemoryLog *log = log_of(store, entry->table);
    if (!log) return false;
    size_t place = memory_log_place(log, entry->seq);
    if (place < log->count && log->rows[place].seq == entry->seq) return false;
    if (log->count == log->capacity) {
        StoreEntry *grown = realloc(log->rows, 2 * log->capacity * sizeof *grown);
        if (!grown) return false;
        log->rows = grown;
        log->capacity *= 2;
    }
    StoreEntry kept = *entry;
    kept.text = copy_text(entry->text, entry->length);
    if (!kept.text) return false;
    memmove(&log->rows[place + 1], &log->rows[place], (log->count - place) * sizeof *log->rows);
    log->rows[place] = kept;
    log->count++;
    return true;
}

static void take_out_log(MemoryStore *store, const StoreEntry *entry) {
    MemoryLog *log = memory_log(store, entry->table);
    size_t place = memory_log_place(log, entry->seq);
    free((char *)log->rows[place].text);
    log->count--;
    memmove(&log->rows[place], &log->rows[place + 1], (log->count - place) * sizeof *log->rows);
}

/* ---- writing ---- */

static bool put_ruleset(MemoryStore *store, const StoreRuleset *ruleset) {
    StoreRuleset kept = *ruleset;
    if (memory_find(store, SHELF_RULESETS, ruleset)) return false;
    kept.text = copy_text(ruleset->text, ruleset->length);
    if (kept.text && shelf_add(&store->shelf[SHELF_RULESETS], &kept)) return true;
    free((char *)kept.text);
    return false;
}

static bool put_result(MemoryStore *store, const StoreResult *result) {
    StoreResult kept = *result;
    if (memory_find(store, SHELF_RESULTS, result)) return false;
    kept.record = copy_text(result->record, result->record_length);
    if (kept.record && shelf_add(&store->shelf[SHELF_RESULTS], &kept)) return true;
    free((char *)kept.record);
    return false;
}

static bool end_keys(MemoryStore *store, const StoreKey *which) {
    Shelf *shelf = &store->shelf[SHELF_KEYS];
    for (size_t i = shelf->count; i > 0; i--) {
        const StoreKey *key = shelf_row(shelf, i - 1);
        if (key->user == which->user && key->kind == which->kind && !shelf_remove(shelf, shelf_row(shelf, i - 1)))
            return false;
    }
    return true;
}

static bool end_pushes(MemoryStore *store, const StorePush *which) {
    Shelf *shelf = &store->shelf[SHELF_PUSHES];
    for (size_t i = shelf->count; i > 0; i--) {
        const StorePush *push = shelf_row(shelf, i - 1);
        if (push->user == which->user && !shelf_remove(shelf, shelf_row(shelf, i - 1))) return false;
    }
    return true;
}

static bool put(MemoryStore *store, const Write *write) {
    switch (write->kind) {
    case WRITE_LOG: return put_log(store, write->row);
    case WRITE_TABLE: return memory_put(store, SHELF_TABLES, write->row);
    case WRITE_EVENT: return memory_put(store, SHELF_EVENTS, write->row);
    case WRITE_USER: return memory_put(store, SHELF_USERS, write->row);
    case WRITE_KEY: return memory_put(store, SHELF_KEYS, write->row);
    case WRITE_KEY_END: return memory_take_out(store, SHELF_KEYS, write->row);
    case WRITE_KEYS_END: return end_keys(store, write->row);
    case WRITE_CLUB: return memory_put(store, SHELF_CLUBS, write->row);
    case WRITE_MEMBER:
        return ((const StoreMember *)write->row)->role == MEMBER_NONE
                   ? memory_take_out(store, SHELF_MEMBERS, write->row)
                   : memory_put(store, SHELF_MEMBERS, write->row);
    case WRITE_RULESET: return put_ruleset(store, write->row);
    case WRITE_RESULT: return put_result(store, write->row);
    case WRITE_PUSH: return memory_put(store, SHELF_PUSHES, write->row);
    case WRITE_PUSH_END: return memory_take_out(store, SHELF_PUSHES, write->row);
    case WRITE_PUSHES_END: return end_pushes(store, write->row);
    case WRITE_ANONYMOUS: return true; /* once the batch is done */
    case WRITE_NEWS: return true;      /* likewise */
    case WRITE_PRESENCE: {
        const StorePresence *presence = write->row;
        bool anybody = presence->players || presence->spectators;
        return anybody ? memory_put(store, SHELF_PRESENCE, presence) : memory_take_out(store, SHELF_PRESENCE, presence);
    }
    case WRITE_BAN:
        return ban_is_lifted(write->row) ? memory_take_out(store, SHELF_BANS, write->row)
                                         : memory_put(store, SHELF_BANS, write->row);
    }
    return false;
}

static bool has_user(const MemoryStore *store, uint64_t id) { return memory_user(store, id) != NULL; }
static bool has_club(const MemoryStore *store, uint64_t id) { return memory_club(store, id) != NULL; }

/* True: what the row points to is there; or the row, in the end, is not. */
static bool finds_all(const MemoryStore *store, const Write *write) {
    switch (write->kind) {
    case WRITE_USER: {
        const StoreUser *user = memory_find(store, SHELF_USERS, write->row);
        return !user->owner || has_user(store, user->owner);
    }
    case WRITE_KEY: {
        const StoreKey *key = memory_find(store, SHELF_KEYS, write->row);
        return !key || has_user(store, key->user);
    }
    case WRITE_CLUB: {
        const StoreClub *club = memory_find(store, SHELF_CLUBS, write->row);
        return !club->owner || has_user(store, club->owner);
    }
    case WRITE_MEMBER: {
        const StoreMember *member = memory_find(store, SHELF_MEMBERS, write->row);
        return !member || (has_user(store, member->user) && has_club(store, member->club));
    }
    case WRITE_RULESET: return has_club(store, ((const StoreRuleset *)write->row)->club);
    case WRITE_LOG:
    case WRITE_TABLE:
    case WRITE_KEY_END:
    case WRITE_KEYS_END:
    case WRITE_RESULT:
    case WRITE_ANONYMOUS:
    case WRITE_EVENT:
    case WRITE_PUSH:
    case WRITE_PUSH_END:
    case WRITE_PUSHES_END:
    case WRITE_NEWS:
    case WRITE_PRESENCE:
    case WRITE_BAN: break; /* points to nothing that must be there */
    }
    return true;
}

static void free_texts(MemoryStore *store, size_t first_ruleset, size_t first_result) {
    const Shelf *rulesets = &store->shelf[SHELF_RULESETS], *results = &store->shelf[SHELF_RESULTS];
    for (size_t i = first_ruleset; i < rulesets->count; i++)
        free((char *)((const StoreRuleset *)shelf_row(rulesets, i))->text);
    for (size_t i = first_result; i < results->count; i++)
        free((char *)((const StoreResult *)shelf_row(results, i))->record);
}

/* Takes back all writes of the batch before this one (NULL: all). */
static void roll_back(MemoryStore *store, const StoreBatch *batch, const Write *undone) {
    for (const Write *write = batch->head; write != undone; write = write->next)
        if (write->kind == WRITE_LOG && !write_is_lost(write)) take_out_log(store, write->row);
    free_texts(store, store->shelf[SHELF_RULESETS].saved_count, store->shelf[SHELF_RESULTS].saved_count);
    for (int i = 0; i < SHELVES; i++) {
        Shelf *shelf = &store->shelf[i];
        if (shelf->saved) memcpy(shelf->rows, shelf->saved, shelf->saved_count * shelf->row_size);
        shelf->count = shelf->saved_count;
    }
}

/* The line of the record that names the seat goes; what is left is shorter, and stays where it is. */
static void take_out_name(StoreResult *result, unsigned seat) {
    char line[STORE_NAME_MAX + 16];
    int length = snprintf(line, sizeof line, "\nseat %c %s\n", 'A' + (int)seat, result->seat[seat].name);
    char *record = (char *)result->record, *at = strstr(record, line);
    if (at) {
        memmove(at, at + length - 1, strlen(at + length - 1) + 1);
        result->record_length -= (size_t)length - 1;
    }
    memset(result->seat[seat].name, 0, sizeof result->seat[seat].name);
}

static void make_anonymous(MemoryStore *store, uint64_t user) {
    const Shelf *shelf = &store->shelf[SHELF_RESULTS];
    for (size_t i = 0; i < shelf->count; i++) {
        StoreResult *result = shelf_row(shelf, i);
        for (unsigned seat = 0; seat < result->players && user; seat++)
            if (result->seat[seat].user == user && result->seat[seat].name[0]) take_out_name(result, seat);
    }
}

StoreVerdict memory_write(MemoryStore *store, const StoreBatch *batch, char trouble[STORE_TROUBLE_MAX]) {
    const Write *write = batch->head;
    bool good = true;
    for (int i = 0; i < SHELVES; i++) store->shelf[i].saved_count = store->shelf[i].count;
    for (; write && (good = write_is_lost(write) || put(store, write)); write = write->next) {}
    const Write *undone = write;
    if (!good)
        store_fail(trouble, "a row of the batch (%s) is there already, or there is no memory left",
                   write_name(write->kind));
    for (write = batch->head; write && good; write = write->next) {
        good = write_is_lost(write) || finds_all(store, write);
        if (!good) store_fail(trouble, "a %s of the batch points to what is not there", write_name(write->kind));
    }
    if (!good) roll_back(store, batch, undone);
    for (write = batch->head; write && good; write = write->next)
        if (write->kind == WRITE_ANONYMOUS) make_anonymous(store, ((const StoreUser *)write->row)->id);
    for (int i = 0; i < SHELVES; i++) {
        free(store->shelf[i].saved);
        store->shelf[i].saved = NULL;
    }
    return good ? STORE_DONE : STORE_FAILED;
}

/* ---- forgetting: once a batch is done, so that it need not be taken back ---- */

static bool is_old(const StoreTable *table, int64_t closed_before) {
    return table->state == TABLE_ROW_CLOSED && table->closed_at < closed_before;
}

static void drop_row(Shelf *shelf, size_t index) {
    memmove(shelf_row(shelf, index), shelf_row(shelf, index + 1), (--shelf->count - index) * shelf->row_size);
}

static size_t forget_log(MemoryStore *store, uint64_t table, size_t most) {
    MemoryLog *log = memory_log(store, table);
    size_t gone = 0;
    for (; log && log->count && gone < most; gone++) free((char *)log->rows[--log->count].text);
    return gone;
}

static void forget_tables(MemoryStore *store, const StoreForget *what) {
    Shelf *shelf = &store->shelf[SHELF_TABLES];
    size_t left = what->most;
    for (size_t i = 0; i < shelf->count && left;) {
        const StoreTable *table = shelf_row(shelf, i);
        if (!is_old(table, what->closed_before)) {
            i++;
            continue;
        }
        left -= forget_log(store, table->id, left);
        const MemoryLog *log = memory_log(store, table->id);
        if (log && log->count) return;
        drop_row(shelf, i);
        left -= left > 0;
    }
}

static bool is_over(ShelfKind kind, const void *row, int64_t now) {
    int64_t end = kind == SHELF_KEYS ? ((const StoreKey *)row)->expires_at : ((const StoreBan *)row)->until;
    return end && end < now;
}

static void forget_over(MemoryStore *store, ShelfKind kind, const StoreForget *what) {
    Shelf *shelf = &store->shelf[kind];
    size_t left = what->most;
    for (size_t i = shelf->count; i > 0 && left; i--)
        if (is_over(kind, shelf_row(shelf, i - 1), what->now)) drop_row(shelf, i - 1), left--;
}

static void forget(MemoryStore *store, const StoreForget *what) {
    forget_tables(store, what);
    forget_over(store, SHELF_KEYS, what);
    forget_over(store, SHELF_BANS, what);
}

bool memory_has_old(const MemoryStore *store, int64_t closed_before, int64_t now) {
    for (size_t i = 0; i < store->shelf[SHELF_TABLES].count; i++)
        if (is_old(shelf_row(&store->shelf[SHELF_TABLES], i), closed_before)) return true;
    for (ShelfKind kind = SHELF_KEYS; kind != SHELVES; kind = kind == SHELF_KEYS ? SHELF_BANS : SHELVES)
        for (size_t i = 0; i < store->shelf[kind].count; i++)
            if (is_over(kind, shelf_row(&store->shelf[kind], i), now)) return true;
    return false;
}

static StoreVerdict memory_commit(Store *base, const StoreBatch *batch, char trouble[STORE_TROUBLE_MAX]) {
    MemoryStore *store = (MemoryStore *)base;
    pthread_mutex_lock(&store->mutex);
    StoreVerdict verdict = store->fault;
    if (verdict == STORE_DONE) verdict = memory_write(store, batch, trouble);
    else store_fail(trouble, "the store was told to fail");
    if (verdict == STORE_DONE && batch->forgets) forget(store, &batch->forget);
    pthread_mutex_unlock(&store->mutex);
    return verdict;
}

/* ---- opening ---- */

static void memory_close(Store *base) {
    MemoryStore *store = (MemoryStore *)base;
    free_texts(store, 0, 0);
    for (int i = 0; i < SHELVES; i++) free(store->shelf[i].rows);
    for (size_t i = 0; i < store->log_capacity; i++) {
        MemoryLog *log = &store->logs[i];
        for (size_t row = 0; log->rows && row < log->count; row++) free((char *)log->rows[row].text);
        free(log->rows);
    }
    free(store->logs);
    for (size_t i = 0; i < store->news_count; i++) free((char *)store->news[i].text);
    free(store->news);
    pthread_mutex_destroy(&store->mutex);
    free(store);
}

static const StoreCalls memory_calls = {.commit = memory_commit, .read = memory_read, .close = memory_close};

Store *store_open_memory(void) {
    static const size_t sizes[SHELVES] = {
        [SHELF_USERS] = sizeof(StoreUser),     [SHELF_KEYS] = sizeof(StoreKey),
        [SHELF_TABLES] = sizeof(StoreTable),   [SHELF_CLUBS] = sizeof(StoreClub),
        [SHELF_MEMBERS] = sizeof(StoreMember), [SHELF_RULESETS] = sizeof(StoreRuleset),
        [SHELF_RESULTS] = sizeof(StoreResult), [SHELF_BANS] = sizeof(StoreBan),
        [SHELF_EVENTS] = sizeof(StoreEvent),   [SHELF_PUSHES] = sizeof(StorePush),
        [SHELF_LIVES] = sizeof(StoreLife),     [SHELF_PRESENCE] = sizeof(StorePresence),
        [SHELF_HOLDS] = sizeof(StoreHold),
    };
    MemoryStore *store = calloc(1, sizeof *store);
    if (!store) return NULL;
    store->base.calls = &memory_calls;
    for (int i = 0; i < SHELVES; i++) store->shelf[i].row_size = sizes[i];
    pthread_mutexattr_t recursive;
    pthread_mutexattr_init(&recursive);
    pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&store->mutex, &recursive);
    pthread_mutexattr_destroy(&recursive);
    return &store->base;
}

void store_memory_fault(Store *base, StoreVerdict verdict) {
    MemoryStore *store = (MemoryStore *)base;
    assert(base->calls == &memory_calls);
    pthread_mutex_lock(&store->mutex);
    store->fault = verdict;
    pthread_mutex_unlock(&store->mutex);
}
