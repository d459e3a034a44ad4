/* A real database that somebody has been at, opened by a server: it is refused with a reason, or what is bad in it is
 * put in quarantine and the rest goes on; nothing breaks. Each line of the input does something to it:
 *
 *     set TABLE COLUMN ROW KIND VALUE   a value (t text, b bytes, i number, f fraction, n nothing) in the row of that
 *                                       number; in all rows where a table has no numbers
 *     del TABLE ROW                     a row less
 *     sql STATEMENT                     anything else
 *     sums                              the checksums of logs stay as they are; else they are made to fit
 *     byte PLACE VALUE                  a byte of the file
 *     cut LENGTH                        the file ends there
 *
 * The database is that of the scripts of tests/fuzz/seeds/hub, whose people then come back to it. */
#include <errno.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hub_script.h"
#include "lines.h"
#include "store/sqlite_internal.h"

static const char *const stock[] = {
    "set log text 0 t make",
    "set log text 1 t secret 0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20",
    "set log text 5 t act A self draw",
    "set log text 7 t start 0000000000000009 2026-11-16 12:30",
    "set log text 9 t close",
    "set log seq 3 i 9",
    "set log at 3 i -9223372036854775808",
    "set log at 9 i 9223372036854775807",
    "set log table_id 3 i 1",
    "set log before 4 i 2",
    "set log before 1 i 9",
    "set heads seq 0 i 4611686018427387904",
    "set heads last 0 i 3",
    "set users name 0 t \xff\xfe",
    "set users kind 0 i 7",
    "set users owner 0 i 1",
    "set users password 0 t x",
    "set keys kind 0 i 2",
    "set keys expires_at 0 i 1",
    "set keys hash 0 b x",
    "set tables code 0 t ABCDEFGHJKLMNPQRSTUVWXYZ",
    "set tables state 0 i 2",
    "set tables club 0 i -1",
    "set tables made_at 0 i 0",
    "set clubs name 0 t ",
    "set clubs invite 0 n",
    "set members role 0 i 9",
    "set rulesets text 0 t [ruleset]",
    "set rulesets version 0 i 4294967297",
    "set results players 0 i 11",
    "set results record 0 t uno-record 1",
    "set result_seats seat 0 i 10",
    "set bans what 0 t user 07b67fec487750f6",
    "set bans until 0 i 9223372036854775807",
    "del log 3",
    "del users 0",
    "del tables 0",
    "del result_seats 0",
    "sql PRAGMA user_version = 3",
    "sql PRAGMA user_version = -1",
    "sql PRAGMA application_id = 1",
    "sql DROP TABLE bans",
    "sql DROP TRIGGER log_once",
    "sql ALTER TABLE users DROP COLUMN seen_at",
    "sql INSERT INTO bans VALUES ('address 192.0.2.0', 'noise', 1, 0)",
    "sql PRAGMA writable_schema = ON",
    "sql UPDATE sqlite_schema SET sql = replace(sql, 'STRICT', '')",
    "sums",
    "byte 100 0",
    "byte 5000 255",
    "cut 4096",
};
FUZZ_LINES(stock)

/* ---- the database as it was ---- */

static char folder[200], path[220]; /* $FUZZ_FOLDER, or one of our own */
static uint8_t *good;
static size_t good_size;
static Script made; /* who was there */

static void forget_files(void) {
    static const char *const endings[] = {"", "-wal", "-shm", "-journal", ".lock"};
    char file[240];
    for (unsigned i = 0; i < sizeof endings / sizeof *endings; i++) {
        snprintf(file, sizeof file, "%s%s", path, endings[i]);
        unlink(file);
    }
}

static void tidy_up(void) {
    forget_files();
    rmdir(folder);
}

static void make_good(void) {
    char trouble[STORE_TROUBLE_MAX];
    const char *given = getenv("FUZZ_FOLDER");
    if (given) snprintf(folder, sizeof folder, "%s", given);
    else snprintf(folder, sizeof folder, "build/fuzz/folder-%ld", (long)getpid());
    snprintf(path, sizeof path, "%s/uno.db", folder);
    MUST(mkdir(folder, 0700) == 0 || errno == EEXIST);
    atexit(tidy_up);
    Store *store = store_open_sqlite(path, trouble);
    MUST(store && script_begin(&made, store, false, false, trouble));
    for (unsigned i = 0; script_files[i]; i++) {
        if (strstr(script_files[i], "people")) continue; /* they are signed out at its end */
        char *text = script_read(script_files[i]);
        script_lines(&made, text);
        free(text);
    }
    script_end(&made);
    store_close(store);
    FILE *file = fopen(path, "r");
    struct stat about;
    MUST(file && fstat(fileno(file), &about) == 0);
    good_size = (size_t)about.st_size;
    good = malloc(good_size);
    MUST(good && fread(good, 1, good_size, file) == good_size);
    fclose(file);
}

/* ---- what is done to it ---- */

static void put_file(const uint8_t *bytes, size_t size) {
    forget_files();
    FILE *file = fopen(path, "w");
    MUST(file && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
}

static int give_up(void *steps) { return ++*(unsigned *)steps > 200; }

static bool is_word(const char *word) { return *word && strspn(word, "abcdefghijklmnopqrstuvwxyz_") == strlen(word); }

static void bind_value(sqlite3_stmt *statement, char kind, const char *value) {
    switch (kind) {
    case 't': sqlite3_bind_text(statement, 1, value, -1, SQLITE_TRANSIENT); break;
    case 'b': sqlite3_bind_blob(statement, 1, value, (int)strlen(value), SQLITE_TRANSIENT); break;
    case 'i': sqlite3_bind_int64(statement, 1, strtoll(value, NULL, 10)); break;
    case 'f': sqlite3_bind_double(statement, 1, strtod(value, NULL)); break;
    default: sqlite3_bind_null(statement, 1);
    }
}

/* "UPDATE ... WHERE rowid = ..." where the table has rows by number, or else without. */
static void change_rows(sqlite3 *base, const char *change, const char *table, unsigned row, char kind,
                        const char *value) {
    char sql[300];
    sqlite3_stmt *statement = NULL;
    snprintf(sql, sizeof sql, "%s WHERE rowid = (SELECT rowid FROM %s LIMIT 1 OFFSET %u)", change, table, row);
    if (sqlite3_prepare_v2(base, sql, -1, &statement, NULL) != SQLITE_OK)
        sqlite3_prepare_v2(base, change, -1, &statement, NULL);
    if (!statement) return;
    bind_value(statement, kind, value);
    sqlite3_step(statement);
    sqlite3_finalize(statement);
}

static void set_value(sqlite3 *base, const char *words) {
    char table[20], column[20], kind, change[100];
    unsigned row;
    int used = 0;
    if (sscanf(words, "%19s %19s %u %c%n", table, column, &row, &kind, &used) < 4) return;
    if (!is_word(table) || !is_word(column)) return;
    snprintf(change, sizeof change, "UPDATE OR REPLACE %s SET %s = ?1", table, column);
    change_rows(base, change, table, row, kind, words + used + (words[used] == ' '));
}

static void drop_row(sqlite3 *base, const char *words) {
    char table[20], change[100];
    unsigned row;
    if (sscanf(words, "%19s %u", table, &row) < 2 || !is_word(table)) return;
    snprintf(change, sizeof change, "DELETE FROM %s", table);
    change_rows(base, change, table, row, 'n', "");
}

/* As if every row had been written like that. */
static void fit_sums(sqlite3 *base) {
    sqlite3_stmt *read = NULL, *write = NULL;
    sqlite3_prepare_v2(base, "SELECT place, table_id, seq, at, text FROM log", -1, &read, NULL);
    sqlite3_prepare_v2(base, "UPDATE log SET sum = ?1 WHERE place = ?2", -1, &write, NULL);
    while (read && write && sqlite3_step(read) == SQLITE_ROW) {
        const char *text = (const char *)sqlite3_column_text(read, 4);
        size_t length = (size_t)sqlite3_column_bytes(read, 4);
        uint64_t sum = log_checksum((uint64_t)sqlite3_column_int64(read, 1), (uint64_t)sqlite3_column_int64(read, 2),
                                    sqlite3_column_int64(read, 3), text ? text : "", length);
        sqlite3_bind_int64(write, 1, (sqlite3_int64)sum);
        sqlite3_bind_int64(write, 2, sqlite3_column_int64(read, 0));
        sqlite3_step(write);
        sqlite3_reset(write);
    }
    sqlite3_finalize(read);
    sqlite3_finalize(write);
}

static void change_database(char *text) {
    sqlite3 *base = NULL;
    unsigned steps = 0;
    bool sums = true;
    MUST(sqlite3_open_v2(path, &base, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK);
    sqlite3_limit(base, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_progress_handler(base, 1000, give_up, &steps);
    sqlite3_exec(base, "PRAGMA synchronous = OFF; PRAGMA journal_mode = DELETE; BEGIN", NULL, NULL, NULL);
    for (char *line; (line = fuzz_line(&text));) {
        steps = 0;
        if (strncmp(line, "set ", 4) == 0) set_value(base, line + 4);
        else if (strncmp(line, "del ", 4) == 0) drop_row(base, line + 4);
        else if (strncmp(line, "sql ", 4) == 0) sqlite3_exec(base, line + 4, NULL, NULL, NULL);
        else if (strcmp(line, "sums") == 0) sums = false;
    }
    steps = 0;
    if (sums) fit_sums(base);
    if (!sqlite3_get_autocommit(base)) sqlite3_exec(base, "COMMIT", NULL, NULL, NULL);
    sqlite3_close(base);
}

static void change_bytes(char *text) {
    unsigned long long place, value;
    FILE *file = fopen(path, "r+");
    MUST(file);
    for (char *line; (line = fuzz_line(&text));) {
        if (sscanf(line, "byte %llu %llu", &place, &value) == 2 &&
            fseek(file, (long)(place % good_size), SEEK_SET) == 0)
            fputc((int)(value & 0xFF), file);
        if (sscanf(line, "cut %llu", &place) == 1) {
            fflush(file);
            MUST(ftruncate(fileno(file), (off_t)(place % good_size)) == 0);
        }
    }
    fclose(file);
}

/* ---- and then people come back ---- */

static const char *const visit[] = {
    "admin tables",
    "admin quarantine",
    "admin bans",
    "0 GET /api/me",
    "0 GET /api/games",
    "0 GET /api/games/$G",
    "0 GET /api/games/$G/record",
    "0 GET /api/clubs",
    "0 GET /api/clubs/$C",
    "0 GET /api/clubs/$C/rulesets/friday",
    "0 GET /api/clubs/$C/rulesets/friday/versions",
    "0 GET /api/clubs/$C/rulesets/friday/diff?from=1&to=2",
    "0 GET /api/bots",
    "2 POST /api/guest {\"name\":\"Ada\"}",
    "3 POST /api/login {\"name\":\"Ada\",\"password\":\"longer than that\"}",
    "0 POST /api/me {\"name\":\"Eve\"}",
    "1 POST /api/clubs/join {\"invite\":\"$I\"}",
    "0 POST /api/tables {\"ruleset\":\"club:$C/friday\"}",
    "0 open",
    "1 open",
    "0 {\"t\":\"lobby\"}",
    "0 {\"t\":\"join\",\"code\":\"$T\"}",
    "1 {\"t\":\"join\",\"code\":\"$T\"}",
    "0 {\"t\":\"ask\"}",
    "0 {\"t\":\"sit\"}",
    "0 {\"t\":\"ready\"}",
    "0 {\"t\":\"start\"}",
    "0 {\"t\":\"do\",\"do\":\"$A2\",\"q\":$Q}",
    "+9000",
    "0 {\"t\":\"vote\",\"what\":\"end\"}",
    "+100000",
    "0 {\"t\":\"close\"}",
    "admin ban user $U1 noise",
    "+90000000",
};

static void come_back(Script *script) {
    for (unsigned i = 0; i <= SCRIPT_PEOPLE; i++) {
        script->person[i] = made.person[i]; /* who are connected to nothing any more */
    }
    memcpy(script->table, made.table, sizeof script->table);
    memcpy(script->club, made.club, sizeof script->club);
    memcpy(script->invite, made.invite, sizeof script->invite);
    memcpy(script->bot, made.bot, sizeof script->bot);
    memcpy(script->game, made.game, sizeof script->game);
    script->chance = 99; /* other ids than those that are there */
    for (unsigned i = 0; i < sizeof visit / sizeof *visit; i++) {
        char line[300];
        snprintf(line, sizeof line, "%s", visit[i]);
        script_line(script, line);
    }
    script_end(script);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Script script;
    char trouble[STORE_TROUBLE_MAX] = "";
    if (!good) make_good();
    put_file(good, good_size);
    char *text = fuzz_text(data, size, 0), *again = fuzz_text(data, size, 0);
    change_database(text);
    change_bytes(again);
    Store *store = store_open_sqlite(path, trouble);
    if (!store) MUST(trouble[0] && memchr(trouble, 0, sizeof trouble));
    else if (!script_begin(&script, store, false, true, trouble)) MUST(trouble[0]);
    else come_back(&script);
    if (store) store_close(store);
    free(text);
    free(again);
    return 0;
}
