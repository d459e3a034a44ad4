/* postgres_schema.c -- what is in the database: a schema `uno` of its own, laid out as the SQLite file is (sqlite_schema.c), but for logs,
 * which have no need of heads, and texts that may hold any byte. Names are compared by their bytes.
 *
 * A step is never changed once it was released: a change is a new step at the end, and `server.version` counts the steps. */
#include "postgres_internal.h"

#include <stdio.h>

#define ID "bigint NOT NULL"
#define NUMBER "bigint NOT NULL DEFAULT 0"
#define NAME "text COLLATE \"C\" NOT NULL"
#define POINTS_TO(table) " REFERENCES " table " DEFERRABLE INITIALLY DEFERRED"

static const char *const steps[] = {
    "CREATE TABLE users (id bigint PRIMARY KEY, kind " ID ", owner bigint" POINTS_TO(
        "users") ", name " NAME ", key text COLLATE \"C\" UNIQUE, password " NAME ", made_at " ID ", seen_at " ID
                 ", unlisted " ID ");"
                 "CREATE INDEX users_of_owner ON users (owner, made_at) WHERE owner IS NOT NULL;"
                 "CREATE TABLE keys (hash bytea PRIMARY KEY, kind " ID ", \"user\" " ID POINTS_TO(
                     "users") ", label " NAME ", made_at " ID ", expires_at " ID ");"
                              "CREATE INDEX keys_of_user ON keys (\"user\", kind, made_at);"
                              "CREATE INDEX keys_by_end ON keys (expires_at) WHERE expires_at <> 0;"
                              "CREATE TABLE tables (id bigint PRIMARY KEY, code " NAME " UNIQUE, state " ID ", club " ID
                              ", made_at " ID ", closed_at " ID ", trouble " NAME ");"
                              "CREATE INDEX tables_in_state ON tables (state, made_at);"
                              "CREATE INDEX tables_closed ON tables (closed_at) WHERE state = 1;"
                              "CREATE TABLE events (id bigint PRIMARY KEY, code " NAME " UNIQUE, state " ID
                              ", owner " ID ", title " NAME ", made_at " ID ", closed_at " ID ", trouble " NAME ");"
                              "CREATE INDEX events_in_state ON events (state, made_at);"
                              "CREATE TABLE log (table_id " ID ", seq " ID ", at " ID ", text bytea NOT NULL, sum " ID
                              ", PRIMARY KEY (table_id, seq));"
                              "CREATE TABLE clubs (id bigint PRIMARY KEY, name " NAME ", key text COLLATE \"C\" UNIQUE,"
                              " invite text COLLATE \"C\" UNIQUE, owner bigint" POINTS_TO(
                                  "users") ", made_at " ID ");"
                                           "CREATE TABLE members (club " ID POINTS_TO("clubs") ", \"user\" " ID POINTS_TO(
                                               "users") ", role " ID ", since " ID ", PRIMARY KEY (club, \"user\"));"
                                                        "CREATE INDEX members_of_user ON members (\"user\", since);"
                                                        "CREATE TABLE rulesets (club " ID POINTS_TO(
                                                            "clubs") ", name " NAME ", version " ID ", hash " NAME
                                                                     ", author " ID ", at " ID ", withdrawn " ID
                                                                     ", text bytea NOT NULL, PRIMARY KEY (club, name, version));"
                                                                     "CREATE TABLE results (id bigint PRIMARY KEY, table_id " ID
                                                                     ", club " ID ", code " NAME ", ruleset " NAME
                                                                     ", hash " NAME ", started_at " ID
                                                                     ", finished_at " ID ", finished " ID
                                                                     ", players " ID ", family " ID ", event " ID
                                                                     ", deals " ID ", actions " ID
                                                                     ", record bytea NOT NULL);"
                                                                     "CREATE INDEX results_by_time ON results (finished_at);"
                                                                     "CREATE INDEX results_of_club ON results (club, finished_at);"
                                                                     "CREATE TABLE result_seats (result " ID POINTS_TO(
                                                                         "results") ", seat " ID ", \"user\" " ID
                                                                                    ", name " NAME ", score " ID
                                                                                    ", won " ID ", finished_at " ID
                                                                                    ", bot " NAME ", team " ID
                                                                                    ", place " ID
#define COUNT(name, heading, words) ", " #name " " NUMBER
#include "../rating/seat_count.def"
#undef COUNT
                                                                                    ", mu float8 NOT NULL, sigma float8 NOT NULL, duel float8 NOT NULL, PRIMARY KEY (result, seat));"
                                                                                    "CREATE INDEX results_of_user ON result_seats (\"user\", finished_at, result) WHERE \"user\" <> 0;"
                                                                                    "CREATE TABLE bans (what text COLLATE \"C\" PRIMARY KEY, why " NAME
                                                                                    ", at " ID ", until " ID ");"
                                                                                    "CREATE INDEX bans_by_end ON bans (until) WHERE until <> 0;",
    /* Where people can be reached when no page is open; the row of nobody has the server's own keys. */
    "CREATE TABLE pushes (hash bytea PRIMARY KEY, \"user\" " ID ", endpoint " NAME ", key " NAME ", secret " NAME
    ", language " NAME ", made_at " ID ");"
    "CREATE INDEX pushes_of_user ON pushes (\"user\");",
    /* Several servers. `heads` is how far each log is and who leads its table; `counts` how many commits each node has
     * made; `lives` until when it is taken to live, by the database's clock, in milliseconds. */
    "CREATE TABLE heads (id bigint PRIMARY KEY, seq " ID ", node " ID ", epoch " ID
    ") WITH (fillfactor = 50);" POSTGRES_HEADS_SQL ";"
    "CREATE INDEX heads_of_node ON heads (node);"
    "CREATE TABLE counts (node bigint PRIMARY KEY, commits " ID ", at timestamptz NOT NULL DEFAULT now())"
    " WITH (fillfactor = 50);"
    "CREATE TABLE lives (node bigint PRIMARY KEY, until " ID ");"
    "CREATE TABLE presence (table_id " ID ", node " ID ", spectators " ID ", people " NAME
    ", PRIMARY KEY (table_id, node));"
    "CREATE TABLE news (id bigserial PRIMARY KEY, xid bigint NOT NULL DEFAULT pg_current_xact_id()::text::bigint,"
    " node " ID ", at timestamptz NOT NULL DEFAULT now(), text bytea NOT NULL);"
    "CREATE INDEX news_by_xid ON news (xid);",
    /* Names that somebody is about to write. */
    "CREATE TABLE holds (name text COLLATE \"C\" PRIMARY KEY, holder " ID ", until " ID ");",
    /* The logs of events have heads as well, by which servers share them. */
    ("INSERT INTO heads SELECT table_id, max(seq), 0, 0 FROM log JOIN events ON id = table_id GROUP BY table_id"
     " ON CONFLICT (id) DO UPDATE SET seq = excluded.seq WHERE heads.seq < excluded.seq;"),
    /* What happened in a game (happened.h). Of older games that is not known; and the default rewrites no row. */
    "ALTER TABLE results ADD COLUMN happened " NAME " DEFAULT '';",
};

enum { STEPS = sizeof steps / sizeof steps[0] };

static bool run(PGconn *connection, const char *sql) {
    PGresult *result = PQexec(connection, sql);
    bool good = PQresultStatus(result) == PGRES_COMMAND_OK || PQresultStatus(result) == PGRES_TUPLES_OK;
    PQclear(result);
    return good;
}

/* -1: it cannot be asked. */
static int64_t ask_version(PGconn *connection) {
    PGresult *result = PQexecParams(connection, "SELECT version FROM server", 0, NULL, NULL, NULL, NULL, 1);
    int64_t version = PQntuples(result) == 1 ? postgres_number(result, 0, 0) : -1;
    PQclear(result);
    return version;
}

PostgresAge postgres_age(PGconn *connection) {
    int64_t version = ask_version(connection);
    return version < 0 ? POSTGRES_NONE : version == STEPS ? POSTGRES_CURRENT : POSTGRES_OTHER;
}

static bool update(PGconn *connection, int64_t version) {
    char mark[80];
    for (int64_t step = version; step < STEPS; step++)
        if (!run(connection, steps[step])) return false;
    snprintf(mark, sizeof mark, "UPDATE server SET version = %d", STEPS);
    return run(connection, mark);
}

/* One row says how far the database is: its version, and how many commits were made. */
bool postgres_schema(PGconn *connection, char trouble[STORE_TROUBLE_MAX]) {
    bool good = run(connection, "SET client_min_messages TO warning") && run(connection, "BEGIN") &&
                run(connection, "CREATE SCHEMA IF NOT EXISTS uno") &&
                run(connection, "CREATE TABLE IF NOT EXISTS server (only_one bigint PRIMARY KEY CHECK (only_one = 1),"
                                " version bigint NOT NULL, commits bigint NOT NULL)") &&
                run(connection, "INSERT INTO server VALUES (1, 0, 0) ON CONFLICT DO NOTHING");
    int64_t version = good ? ask_version(connection) : -1;
    if (version > STEPS) {
        run(connection, "ROLLBACK");
        return store_fail(trouble,
                          "the database was made by a newer version of uno (its schema is %lld, this one knows %d): "
                          "use that version",
                          (long long)version, STEPS);
    }
    if (version >= 0 && update(connection, version) && run(connection, "COMMIT")) return true;
    store_fail(trouble, "cannot set the database up (%s): give its user the right to make a schema",
               PQerrorMessage(connection));
    run(connection, "ROLLBACK");
    return false;
}
