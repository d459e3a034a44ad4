/* memory_internal.h -- the store in memory: plain lists, and a log for each table. */
#ifndef UNO_MEMORY_INTERNAL_H
#define UNO_MEMORY_INTERNAL_H

#include <pthread.h>

#include "batch_internal.h"
#include "store_internal.h"

typedef enum {
    SHELF_USERS,
    SHELF_KEYS,
    SHELF_TABLES,
    SHELF_EVENTS,
    SHELF_CLUBS,
    SHELF_MEMBERS,
    SHELF_RULESETS, /* owns its texts */
    SHELF_RESULTS,  /* owns its records */
    SHELF_BANS,
    SHELF_PUSHES,
    SHELF_LIVES, /* of nodes */
    SHELF_PRESENCE,
    SHELF_HOLDS,
    SHELVES,
} ShelfKind;

/* Rows of one size, the eldest first. `saved` is how the first `saved_count` of them were when the
 * commit that is under way began; NULL: they have not been touched. */
typedef struct {
    unsigned char *rows, *saved;
    size_t row_size, count, capacity, saved_count;
} Shelf;

/* The log of one table, by seq. */
typedef struct {
    uint64_t table;
    uint64_t node, epoch; /* its lease */
    StoreEntry *rows;     /* own their texts */
    size_t count, capacity;
} MemoryLog;

typedef struct {
    Store base;
    pthread_mutex_t mutex; /* recursive: a visitor may read */
    StoreVerdict fault;
    Shelf shelf[SHELVES];
    MemoryLog *logs; /* a hash table with open addresses; `rows` NULL: a free place */
    size_t log_count, log_capacity;
    StoreNews *news; /* own their texts; the first has position 1 */
    size_t news_count, news_capacity;
} MemoryStore;

static inline void *shelf_row(const Shelf *shelf, size_t index) { return shelf->rows + index * shelf->row_size; }

/* NULL: there is none such. */
const StoreUser *memory_user(const MemoryStore *store, uint64_t id);
const StoreClub *memory_club(const MemoryStore *store, uint64_t id);
MemoryLog *memory_log(const MemoryStore *store, uint64_t table);

/* There is something to forget. */
bool memory_has_old(const MemoryStore *store, int64_t closed_before, int64_t now);

/* Where the row of that seq is, or would be. */
size_t memory_log_place(const MemoryLog *log, uint64_t seq);

/* What is the same row of a shelf; puts a row in its place, or at the end; takes it out. False: no memory. */
void *memory_find(const MemoryStore *store, ShelfKind kind, const void *wanted);
bool memory_put(MemoryStore *store, ShelfKind kind, const void *row);

/* Everything of the batch that is not lost, or nothing. */
StoreVerdict memory_write(MemoryStore *store, const StoreBatch *batch, char trouble[STORE_TROUBLE_MAX]);

/* The readings of several servers (memory_nodes.c). */
bool memory_read_nodes(MemoryStore *store, const StoreRead *what, StoreVisit visit, void *context);

bool memory_read(Store *store, const StoreRead *what, StoreVisit visit, void *context);

#endif
