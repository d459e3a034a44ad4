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

typedef struct Write {
    struct Write *next;
    WriteKind kind;
    const void *row;
} Write;

typedef struct Block Block;

struct StoreBatch {
    Block *first, *block; /* all of its memory, and where the next write goes */
    Write *head, *last;
    bool forgets; /* after the writes, this: */
    StoreForget forget;
    size_t count;
};

/* What a trouble calls a write of this kind. */
const char *write_name(WriteKind kind);

/* True: this ban is to be taken off. */
bool ban_is_lifted(const StoreBan *ban);

#endif
