/* postgres.h -- a PostgreSQL of Debian's for a test alone: in a folder of its own, on a socket there, as a user without rights. */
#ifndef UNO_TESTS_POSTGRES_H
#define UNO_TESTS_POSTGRES_H

#include <postgresql/libpq-fe.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    char folder[64];
    char url[160];
} Postgres;

/* tests/postgres does the work; what it prints is of no interest while it goes well. */
static bool postgres_do(const char *what, const Postgres *postgres) {
    char command[256];
    snprintf(command, sizeof command, "tests/postgres %s %s >%s.log 2>&1", what, postgres->folder, postgres->folder);
    return system(command) == 0;
}

static bool postgres_start(Postgres *postgres) {
    strcpy(postgres->folder, "/tmp/uno-postgres-XXXXXX");
    if (!mkdtemp(postgres->folder)) return false;
    snprintf(postgres->url, sizeof postgres->url, "postgresql:///postgres?host=%s&user=postgres", postgres->folder);
    return postgres_do("start", postgres);
}

static void postgres_end(const Postgres *postgres) {
    char log[80];
    postgres_do("end", postgres);
    snprintf(log, sizeof log, "%s.log", postgres->folder);
    remove(log);
}

static bool postgres_run(const Postgres *postgres, const char *sql) {
    PGconn *connection = PQconnectdb(postgres->url);
    PQclear(PQexec(connection, "SET client_min_messages TO warning"));
    PGresult *result = PQexec(connection, sql);
    bool good = PQresultStatus(result) == PGRES_COMMAND_OK || PQresultStatus(result) == PGRES_TUPLES_OK;
    PQclear(result);
    PQfinish(connection);
    return good;
}

#endif
