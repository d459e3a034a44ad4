/* sqlite_schema.h -- what is in a file of the store (sqlite_schema.c): its versions, and how it is opened. */
#ifndef UNO_SQLITE_SCHEMA_H
#define UNO_SQLITE_SCHEMA_H

#include <sqlite3.h>

#include "store.h"

/* Each text takes a file from the version of its index to the next. */
extern const char *const schema_steps[];
extern const unsigned schema_version;

enum { SCHEMA_APPLICATION = 0x556e6f31 }; /* "Uno1": PRAGMA application_id of a database of ours */

/* Opens without changing anything. `flags` as of sqlite3_open_v2(). NULL: `trouble` says why. */
sqlite3 *schema_open(const char *path, int flags, char trouble[STORE_TROUBLE_MAX]);

/* False: it is not a database of ours, or of a version after `newest`. 0: there is nothing in it yet. */
bool schema_check(sqlite3 *base, const char *path, unsigned newest, unsigned *version, char trouble[STORE_TROUBLE_MAX]);

/* Brings it from its version to `newest`, or leaves it as it is. */
bool schema_update(sqlite3 *base, const char *path, const char *const *steps, unsigned version, unsigned newest,
                   char trouble[STORE_TROUBLE_MAX]);

/* The connection of a store in a file that writes. */
sqlite3 *sqlite_writer(Store *store);

#endif
