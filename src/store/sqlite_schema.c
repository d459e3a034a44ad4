/* sqlite_schema.c -- what is in the file, and how an older file is brought up to date.
 *
 * A step is never changed once it was released: a change of the schema is a new step at
 * the end, and `PRAGMA user_version` counts the steps that a file has had. */
#include "sqlite_internal.h"

#include <stdio.h>
#include <string.h>

/* What points elsewhere is checked at the end of a batch, so that its order does not matter. Logs
 * and results point nowhere: they are the hot path and the past. */
#define POINTS_TO(table) " REFERENCES " table " DEFERRABLE INITIALLY DEFERRED"

/* Rows of all tables are written behind one another, however many tables are played at: in the order of table and
 * number each would change a page of its own. `heads` has the last row of each table and the highest number, and every
 * row the one before it, so a log is read from its end. That a number is there once is seen from the head; only where
 * it is not a new highest one, which no server writes, must all be looked at. */
#define LOG_SCHEMA \
    "CREATE TABLE log (place INTEGER PRIMARY KEY, table_id INTEGER NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL," \
    " text TEXT NOT NULL, sum INTEGER NOT NULL, before INTEGER) STRICT;" \
    "CREATE TABLE heads (table_id INTEGER PRIMARY KEY, seq INTEGER NOT NULL, last INTEGER NOT NULL) STRICT;" \
    "CREATE TRIGGER log_once BEFORE INSERT ON log" \
    " WHEN NEW.seq <= (SELECT seq FROM heads WHERE table_id = NEW.table_id)" \
    " BEGIN SELECT RAISE(ABORT, 'this number of the log is taken') WHERE EXISTS" \
    " (SELECT 1 FROM log WHERE table_id = NEW.table_id AND seq = NEW.seq); END;" \
    "CREATE TRIGGER log_head AFTER INSERT ON log" \
    " BEGIN INSERT INTO heads (table_id, seq, last) VALUES (NEW.table_id, NEW.seq, NEW.place)" \
    " ON CONFLICT (table_id) DO UPDATE SET seq = max(seq, excluded.seq), last = excluded.last; END;"

const char *const schema_steps[] = {
    "CREATE TABLE users (id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, owner INTEGER" POINTS_TO(
        "users") ", name TEXT NOT NULL, key TEXT UNIQUE, password TEXT NOT NULL, made_at INTEGER NOT NULL,"
                 " seen_at INTEGER NOT NULL) STRICT;"
                 "CREATE INDEX users_of_owner ON users (owner, made_at) WHERE owner IS NOT NULL;"

                 "CREATE TABLE keys (hash BLOB PRIMARY KEY, kind INTEGER NOT NULL, user INTEGER NOT NULL" POINTS_TO(
                     "users") ", label TEXT NOT NULL, made_at INTEGER NOT NULL, expires_at INTEGER NOT NULL) WITHOUT ROWID, STRICT;"
                              "CREATE INDEX keys_of_user ON keys (user, kind, made_at);"

                              "CREATE TABLE tables (id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, state INTEGER NOT NULL,"
                              " club INTEGER NOT NULL, made_at INTEGER NOT NULL, trouble TEXT NOT NULL) STRICT;"
                              "CREATE INDEX tables_in_state ON tables (state, made_at);"

    LOG_SCHEMA

                              "CREATE TABLE clubs (id INTEGER PRIMARY KEY, name TEXT NOT NULL, key TEXT UNIQUE, invite TEXT UNIQUE,"
                              " owner INTEGER" POINTS_TO(
                                  "users") ", made_at INTEGER NOT NULL) STRICT;"

                                           "CREATE TABLE members (club INTEGER NOT NULL" POINTS_TO("clubs") ", user INTEGER NOT NULL" POINTS_TO(
                                               "users") ", role INTEGER NOT NULL, since INTEGER NOT NULL, PRIMARY KEY (club, user)) WITHOUT ROWID, STRICT;"
                                                        "CREATE INDEX members_of_user ON members (user, since);"

                                                        "CREATE TABLE rulesets (club INTEGER NOT NULL" POINTS_TO(
                                                            "clubs") ", name TEXT NOT NULL,"
                                                                     " version INTEGER NOT NULL, hash TEXT NOT NULL, author INTEGER NOT NULL, at INTEGER NOT NULL,"
                                                                     " withdrawn INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (club, name, version)) STRICT;"

                                                                     "CREATE TABLE results (id INTEGER PRIMARY KEY, table_id INTEGER NOT NULL, club INTEGER NOT NULL,"
                                                                     " code TEXT NOT NULL, ruleset TEXT NOT NULL, hash TEXT NOT NULL, started_at INTEGER NOT NULL,"
                                                                     " finished_at INTEGER NOT NULL, finished INTEGER NOT NULL, players INTEGER NOT NULL,"
                                                                     " record TEXT NOT NULL) STRICT;"
                                                                     "CREATE INDEX results_by_time ON results (finished_at);"
                                                                     "CREATE INDEX results_of_club ON results (club, finished_at);"
                                                                     "CREATE TABLE result_seats (result INTEGER NOT NULL" POINTS_TO(
                                                                         "results") ", seat INTEGER NOT NULL,"
                                                                                    " user INTEGER NOT NULL, name TEXT NOT NULL, score INTEGER NOT NULL, won INTEGER NOT NULL,"
                                                                                    " finished_at INTEGER NOT NULL, PRIMARY KEY (result, seat)) WITHOUT ROWID, STRICT;"
                                                                                    "CREATE INDEX results_of_user ON result_seats (user, finished_at, result) WHERE user <> 0;"

                                                                                    "CREATE TABLE bans (what TEXT PRIMARY KEY, why TEXT NOT NULL, at INTEGER NOT NULL, until INTEGER NOT NULL)"
                                                                                    " WITHOUT ROWID, STRICT;",

    /* When a table was closed, and ways to what is old. What was closed before this was known counts from now on. */
    "ALTER TABLE tables ADD COLUMN closed_at INTEGER NOT NULL DEFAULT 0;"
    "UPDATE tables SET closed_at = 1000 * CAST(strftime('%s', 'now') AS INTEGER) WHERE state = 1;"
    "CREATE INDEX tables_closed ON tables (closed_at) WHERE state = 1;"
    "CREATE INDEX keys_by_end ON keys (expires_at) WHERE expires_at <> 0;"
    "CREATE INDEX bans_by_end ON bans (until) WHERE until <> 0;",

    /* What ratings and statistics need of each seat. Of older games only who won is known, and the family of their rules,
     * which their record begins with. */
    "ALTER TABLE results ADD COLUMN family INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE results ADD COLUMN event INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE results ADD COLUMN deals INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE results ADD COLUMN actions INTEGER NOT NULL DEFAULT 0;"
    "UPDATE results SET family = 1 WHERE instr(substr(record, 1, 400), '| family = split') > 0;"
    "ALTER TABLE result_seats ADD COLUMN bot TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE result_seats ADD COLUMN team INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE result_seats ADD COLUMN place INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE result_seats ADD COLUMN cards_left INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE result_seats ADD COLUMN drawn INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE result_seats ADD COLUMN calls INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE result_seats ADD COLUMN calls_missed INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE result_seats ADD COLUMN catches INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE result_seats ADD COLUMN false_catches INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE result_seats ADD COLUMN challenges_won INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE result_seats ADD COLUMN challenges_lost INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE result_seats ADD COLUMN mu REAL NOT NULL DEFAULT 0;"
    "ALTER TABLE result_seats ADD COLUMN sigma REAL NOT NULL DEFAULT 0;"
    "ALTER TABLE result_seats ADD COLUMN duel REAL NOT NULL DEFAULT 0;"
    "UPDATE result_seats SET team = seat,"
    " place = CASE WHEN (SELECT finished FROM results WHERE id = result) THEN 2 - won ELSE 0 END;",
    /* Events; their logs lie among those of the tables. */
    "CREATE TABLE events (id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, state INTEGER NOT NULL,"
    " owner INTEGER NOT NULL, title TEXT NOT NULL, made_at INTEGER NOT NULL, closed_at INTEGER NOT NULL,"
    " trouble TEXT NOT NULL) STRICT;"
    "CREATE INDEX events_in_state ON events (state, made_at);",
    /* Accounts that want to be on no leaderboard. */
    "ALTER TABLE users ADD COLUMN unlisted INTEGER NOT NULL DEFAULT 0;",
    /* Where people can be reached when no page is open; the row of nobody has the server's own keys. */
    "CREATE TABLE pushes (hash BLOB PRIMARY KEY, user INTEGER NOT NULL, endpoint TEXT NOT NULL, key TEXT NOT NULL,"
    " secret TEXT NOT NULL, language TEXT NOT NULL, made_at INTEGER NOT NULL) WITHOUT ROWID, STRICT;"
    "CREATE INDEX pushes_of_user ON pushes (user);",
    /* What happened in a game (happened.h). Of older games that is not known. */
    "ALTER TABLE results ADD COLUMN happened TEXT NOT NULL DEFAULT '';",
};
const unsigned schema_version = sizeof schema_steps / sizeof schema_steps[0];

/* How long a writer waits for others who have the file open, such as a person with the sqlite3 program. */
enum { BUSY_MS = 5000 };

sqlite3 *schema_open(const char *path, int flags, char trouble[STORE_TROUBLE_MAX]) {
    sqlite3 *base = NULL;
    int code = sqlite3_open_v2(path, &base, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, NULL);
    if (code == SQLITE_OK) {
        sqlite3_busy_timeout(base, BUSY_MS);
        return base;
    }
    store_fail(trouble, "cannot open the database %s (%s): see that it is there and that this user may read it", path,
               base ? sqlite3_errmsg(base) : "no memory");
    sqlite3_close(base);
    return NULL;
}

/* The number that a query gives; a code of SQLite when it fails. */
static int ask_number(sqlite3 *base, const char *sql, int64_t *out) {
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(base, sql, -1, &statement, NULL);
    if (code == SQLITE_OK) code = sqlite3_step(statement);
    if (code == SQLITE_ROW) *out = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return code == SQLITE_ROW ? SQLITE_OK : code;
}

static bool fail_to_check(sqlite3 *base, const char *path, int code, char trouble[STORE_TROUBLE_MAX]) {
    switch (code & 0xff) {
    case SQLITE_NOTADB: return store_fail(trouble, "%s is not a database of uno: give another file", path);
    case SQLITE_CORRUPT:
        return store_fail(trouble, "the database %s is damaged (%s): put a backup in its place", path,
                          sqlite3_errmsg(base));
    }
    return store_fail(trouble, "cannot read the database %s (%s): see that its disk is well and this user may read it",
                      path, sqlite3_errmsg(base));
}

bool schema_check(sqlite3 *base, const char *path, unsigned newest, unsigned *version,
                  char trouble[STORE_TROUBLE_MAX]) {
    int64_t application = 0, steps = 0, tables = 0;
    int code = ask_number(base, "SELECT count(*) FROM sqlite_schema", &tables);
    if (code == SQLITE_OK) code = ask_number(base, "PRAGMA application_id", &application);
    if (code == SQLITE_OK) code = ask_number(base, "PRAGMA user_version", &steps);
    if (code != SQLITE_OK) return fail_to_check(base, path, code, trouble);
    bool is_new = tables == 0 && application == 0 && steps == 0;
    if (!is_new && (application != SCHEMA_APPLICATION || steps < 1))
        return store_fail(trouble, "%s is the database of another program: give another file", path);
    if (steps > newest)
        return store_fail(trouble,
                          "the database %s was made by a newer version of uno (its schema is %lld, this one knows %u): "
                          "use that version",
                          path, (long long)steps, newest);
    *version = (unsigned)steps;
    return true;
}

static bool run(sqlite3 *base, const char *sql) { return sqlite3_exec(base, sql, NULL, NULL, NULL) == SQLITE_OK; }

bool schema_update(sqlite3 *base, const char *path, const char *const *steps, unsigned version, unsigned newest,
                   char trouble[STORE_TROUBLE_MAX]) {
    if (version == newest) return true;
    char marks[96];
    snprintf(marks, sizeof marks, "PRAGMA application_id = %d; PRAGMA user_version = %u; COMMIT", SCHEMA_APPLICATION,
             newest);
    bool good = run(base, "BEGIN IMMEDIATE");
    for (unsigned step = version; step < newest && good; step++) good = run(base, steps[step]);
    if (good && run(base, marks)) return true;
    store_fail(trouble, "cannot bring the database %s from version %u to %u (%s): it stands as it was", path, version,
               newest, sqlite3_errmsg(base));
    if (!sqlite3_get_autocommit(base)) run(base, "ROLLBACK");
    return false;
}
