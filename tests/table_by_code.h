/* table_by_code.h -- the row of a table out of a store, by its code. */
#ifndef UNO_TESTS_TABLE_BY_CODE_H
#define UNO_TESTS_TABLE_BY_CODE_H

#include <string.h>

#include "store/store.h"

typedef struct {
    const char *code;
    StoreTable *out;
    bool found;
} TableSearch;

static inline bool table_is_meant(void *context, const void *row) {
    TableSearch *search = context;
    const StoreTable *table = row;
    if (strcmp(table->code, search->code) != 0) return true;
    *search->out = *table;
    search->found = true;
    return false;
}

static inline bool table_by_code(Store *store, const char *code, StoreTable *out) {
    TableSearch search = {.code = code, .out = out};
    for (TableRowState state = TABLE_ROW_OPEN; state <= TABLE_ROW_QUARANTINED && !search.found; state++)
        store_tables(store, state, table_is_meant, &search);
    return search.found;
}

#endif
