/* batch_internal.h -- what a StoreBatch looks like to the stores: a list of writes, in
 * the order in which they were appended. */
#ifndef UNO_BATCH_INTERNAL_H
#define UNO_BATCH_INTERNAL_H

#include "store.h"

typedef enum {
#define WRITE(kind, row, name) WRITE_##kind,
#include "writes.def"
#undef WRITE
} WriteKind;

/* What is written of one log, or not (batch_part). */
typedef struct Part {
    struct Part *next;
    uint64_t log, epoch;
    uint64_t first, last; /* seqs of its entries; 0: there are none yet */
    bool lost;            /* of the last commit */
} Part;

typedef struct Write {
    struct Write *next;
    WriteKind kind;
    const void *row;
    Part *part; /* NULL: of none */
} Write;

typedef struct Block Block;

struct StoreBatch {
    Block *first, *block; /* all of its memory, and where the next write goes */
    Write *head, *last;
    Part *parts, *part; /* all of them, by log; and what is appended now is of this one */
    bool forgets;       /* after the writes, this: */
    StoreForget forget;
    size_t count;
};

static inline bool write_is_lost(const Write *write) { return write->part && write->part->lost; }

/* What a trouble calls a write of this kind. */
const char *write_name(WriteKind kind);

/* True: this ban is to be taken off. */
bool ban_is_lifted(const StoreBan *ban);

#endif
