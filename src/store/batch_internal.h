/* batch_internal.h -- what a StoreBatch looks like to the stores: a list of writes, in
 * the order in which they were appended. */
#ifndef UNO_BATCH_INTERNAL_H
#define UNO_BATCH_INTERNAL_H

#include "store.h"

typedef enum {
    WRITE_LOG,       /* StoreEntry */
    WRITE_TABLE,     /* StoreTable */
    WRITE_EVENT,     /* StoreEvent */
    WRITE_USER,      /* StoreUser */
    WRITE_KEY,       /* StoreKey */
    WRITE_KEY_END,   /* StoreKey: hash */
    WRITE_KEYS_END,  /* StoreKey: user, kind */
    WRITE_CLUB,      /* StoreClub */
    WRITE_MEMBER,    /* StoreMember */
    WRITE_RULESET,   /* StoreRuleset */
    WRITE_RESULT,    /* StoreResult */
    WRITE_BAN,       /* StoreBan */
    WRITE_ANONYMOUS, /* StoreUser: id */
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
