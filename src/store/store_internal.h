/* store_internal.h -- what every kind of store brings: three calls. store.c turns the
 * calls of store.h into them. */
#ifndef UNO_STORE_INTERNAL_H
#define UNO_STORE_INTERNAL_H

#include "facts.h"

typedef struct {
    StoreVerdict (*commit)(Store *store, const StoreBatch *batch, char trouble[STORE_TROUBLE_MAX]);
    /* Shows the rows in the order store.h promises; false, and `store->trouble`, when the store failed. */
    bool (*read)(Store *store, const StoreRead *what, StoreVisit visit, void *context);
    /* NULL: nobody else writes to it. */
    bool (*wait)(Store *store, int ms);
    void (*close)(Store *store);
} StoreCalls;

/* The first member of every store. */
struct Store {
    const StoreCalls *calls;
    uint64_t node;                   /* 0: nobody else writes to it */
    char trouble[STORE_TROUBLE_MAX]; /* of the last reading */
};

/* As the calls of store.h do. */
bool store_read(Store *store, const StoreRead *what, StoreVisit visit, void *context);

/* Writes a trouble; always false. */
__attribute__((format(printf, 2, 3))) bool store_fail(char trouble[STORE_TROUBLE_MAX], const char *format, ...);

#endif
