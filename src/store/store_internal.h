/* store_internal.h -- what every kind of store brings: three calls. store.c turns the
 * calls of store.h into them. */
#ifndef UNO_STORE_INTERNAL_H
#define UNO_STORE_INTERNAL_H

#include "store.h"

typedef enum {
    READ_USER,           /* first: id */
    READ_USER_BY_KEY,    /* text */
    READ_KEY,            /* hash */
    READ_CLUB,           /* first: id */
    READ_CLUB_BY_KEY,    /* text */
    READ_CLUB_BY_INVITE, /* text */
    READ_MEMBER,         /* first: club, second: user */
    READ_TABLE_BY_CODE,  /* text */
    READ_TABLES,         /* first: state */
    READ_LOG,            /* first: table, second: from seq */
    READ_KEYS_OF,        /* first: user, second: kind */
    READ_BOTS_OF,        /* first: owner */
    READ_MEMBERS,        /* first: club */
    READ_CLUBS_OF,       /* first: user */
    READ_RULESETS,       /* first: club */
    READ_VERSIONS,       /* first: club, text: name */
    READ_BANS,
    READ_RESULTS,         /* before, most */
    READ_RESULTS_OF_CLUB, /* second: club, before, most */
    READ_RESULTS_OF_USER, /* first: user, second: club or 0, before, most */
    READ_RESULT,          /* first: id */
    READ_KINDS,
} ReadKind;

typedef struct {
    ReadKind kind;
    uint64_t first, second;
    const char *text;
    const uint8_t *hash;
    int64_t before; /* INT64_MAX: all */
    unsigned most;
} StoreRead;

typedef struct {
    StoreVerdict (*commit)(Store *store, const StoreBatch *batch, char trouble[STORE_TROUBLE_MAX]);
    /* Shows the rows in the order store.h promises; false, and `store->trouble`, when the store failed. */
    bool (*read)(Store *store, const StoreRead *what, StoreVisit visit, void *context);
    void (*close)(Store *store);
} StoreCalls;

/* The first member of every store. */
struct Store {
    const StoreCalls *calls;
    char trouble[STORE_TROUBLE_MAX]; /* of the last reading */
};

/* Writes a trouble; always false. */
__attribute__((format(printf, 2, 3))) bool store_fail(char trouble[STORE_TROUBLE_MAX], const char *format, ...);

#endif
