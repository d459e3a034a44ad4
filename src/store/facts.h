/* facts.h -- reading that takes its time. A fact is one reading, a plain value: what is asked, and once it has been
 * carried out, in whatever thread, all rows of the answer. Facts make a store that answers from them alone:
 *
 *     Store *store = store_open_facts();      readers call store_user(store, ...) as of any other
 *     Facts facts = {0};
 *     facts_use(store, &facts);
 *     store_user(store, 7, &user)             false, and facts.lacks: nobody has read that yet
 *     ... store_fact_read(real, fact) for each of facts.first that is not `done`, in another thread ...
 *     facts_use(store, &facts);               and from the beginning: now it is known
 *
 * So readers need not know how long it takes, or where the rows come from. */
#ifndef UNO_STORE_FACTS_H
#define UNO_STORE_FACTS_H

#include "store.h"

typedef enum {
#define READ(kind, row) READ_##kind,
#define READ_TEXT(kind, row, text, length) READ_##kind,
#include "reads.def"
#undef READ
#undef READ_TEXT
    READ_KINDS,
} ReadKind;

enum { STORE_READ_TEXT = 64 }; /* a name that is longer is nobody's */

typedef struct {
    ReadKind kind;
    uint64_t first, second;
    char text[STORE_READ_TEXT];
    uint8_t hash[STORE_HASH_BYTES];
    int64_t before; /* INT64_MAX: all */
    unsigned most;
} StoreRead;

typedef struct StoreFact StoreFact;
struct StoreFact {
    StoreRead what;
    bool sent;         /* somebody is to read it */
    bool done;         /* it has been read, */
    bool good;         /* and the store did not fail, */
    unsigned rows;     /* and there are so many rows */
    char *bytes;       /* one behind the other, with their texts */
    size_t used, room; /* of them */
    void *owner;       /* who waits for it */
    StoreFact *next;   /* of the same owner */
    StoreFact *behind; /* of those that wait to be read: for the world */
};

typedef struct {
    StoreFact *first;
    bool lacks; /* something was asked that is not known */
} Facts;

/* Reads; in any thread, as long as nobody else looks at the fact, and one thread at a time reads of a store. */
void store_fact_read(Store *store, StoreFact *fact);

/* NULL: no memory. Such a store is never committed to. */
Store *store_open_facts(void);

/* From now on the store knows these; nothing is lacking yet. */
void facts_use(Store *store, Facts *facts);

/* Forgets all of them; none may be under way. */
void facts_forget(Facts *facts);

#endif
