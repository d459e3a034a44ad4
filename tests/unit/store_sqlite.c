/* store_sqlite.c -- the store on disk: files that are not ours, old or in use; disks that
 * are full; rows that are damaged; backups. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store_check.h"
#include "table_by_code.h"
#include "store/sqlite_internal.h"

typedef struct {
    Files files;
    StoreBatch *batch;
} World;

static int open_world(void **state) {
    World *world = calloc(1, sizeof *world);
    assert_non_null(world);
    files_make(&world->files);
    world->batch = batch_new();
    *state = world;
    return 0;
}

static int close_world(void **state) {
    World *world = *state;
    batch_close(world->batch);
    files_remove(&world->files);
    free(world);
    return 0;
}

static char *path_in(const World *world, const char *name, char out[128]) {
    snprintf(out, 128, "%s/%s", world->files.folder, name);
    return out;
}

static void write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void assert_file(const char *path, const char *text) {
    char found[256] = "";
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t length = fread(found, 1, sizeof found - 1, file);
    fclose(file);
    found[length] = 0;
    assert_string_equal(found, text);
}

/* Anything a person could do with the sqlite3 program. */
static void by_hand(const char *path, const char *sql) {
    sqlite3 *base;
    assert_int_equal(sqlite3_open(path, &base), SQLITE_OK);
    char *trouble = NULL;
    if (sqlite3_exec(base, sql, NULL, NULL, &trouble) != SQLITE_OK) fail_msg("%s", trouble);
    assert_int_equal(sqlite3_close(base), SQLITE_OK);
}

static void assert_says(const char *trouble, const char *words) {
    if (!strstr(trouble, words)) fail_msg("'%s' does not say '%s'", trouble, words);
}

static void assert_refused(const char *path, const char *words) {
    char trouble[STORE_TROUBLE_MAX] = "";
    assert_null(store_open_sqlite(path, trouble));
    assert_says(trouble, words);
    assert_says(trouble, path);
}

static bool count_entry(void *context, const void *row) {
    const StoreEntry *entry = row;
    uint64_t *count = context;
    assert_int_equal(entry->seq, ++*count); /* no gap, nothing twice */
    assert_false(entry->corrupt);
    return true;
}

static uint64_t log_length(Store *store, uint64_t table) {
    uint64_t count = 0;
    if (!store_log(store, table, 0, count_entry, &count)) fail_msg("%s", store_trouble(store));
    return count;
}

static uint64_t file_log_length(const char *path, uint64_t table) {
    Store *store = assert_open(path);
    uint64_t count = log_length(store, table);
    store_close(store);
    return count;
}

static void make_with_log(const World *world, const char *path, uint64_t rows) {
    Store *store = assert_open(path);
    for (uint64_t seq = 1; seq <= rows; seq++) commit_log(store, world->batch, 1, seq, "R5");
    store_close(store);
}

/* A server that commits the next row of the log and is killed: its write-ahead log stays as it is. */
static void commit_and_die(const World *world, uint64_t seq) {
    pid_t child = fork();
    if (child == 0) {
        char trouble[STORE_TROUBLE_MAX];
        Store *store = store_open_sqlite(world->files.path, trouble);
        bool good = store && batch_log(world->batch, 1, seq, 0, "last words", 10) &&
                    store_commit(store, world->batch, trouble) == STORE_DONE;
        _exit(good ? 0 : 1);
    }
    int status = -1;
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

/* ---- opening ---- */

static void files_that_are_not_ours(void **state) {
    World *world = *state;
    char path[128];
    path_in(world, "missing/uno.db", path);
    assert_refused(path, "folder of the database");
    assert_refused(world->files.folder, "is not a file");

    path_in(world, "letter.txt", path);
    write_file(path, "Dear Ada,\nno database here, but more than a hundred bytes of a letter that nobody would want to "
                     "lose because of a slip in an option.\n");
    assert_refused(path, "is not a database of uno");
    write_file(path, "Hi");
    assert_refused(path, "is not a database of uno");
    assert_file(path, "Hi");

    path_in(world, "music.db", path);
    by_hand(path, "CREATE TABLE songs (name TEXT); INSERT INTO songs VALUES ('Für Elise')");
    assert_refused(path, "another program");
    by_hand(path, "SELECT name FROM songs; PRAGMA user_version = 1; PRAGMA application_id = 77");
    assert_refused(path, "another program");
    path_in(world, "music.db-wal", path);
    assert_int_equal(access(path, F_OK), -1);
    path_in(world, "music.db.lock", path);
    assert_int_equal(access(path, F_OK), -1);
}

/* The version that this program writes. */
static void put_version_back(const char *path) {
    char words[40];
    snprintf(words, sizeof words, "PRAGMA user_version = %u", schema_version);
    by_hand(path, words);
}

static void a_newer_version_is_refused(void **state) {
    World *world = *state;
    make_with_log(world, world->files.path, 2);
    by_hand(world->files.path, "PRAGMA user_version = 4711");
    assert_refused(world->files.path, "newer version of uno (its schema is 4711");
    put_version_back(world->files.path);
    assert_int_equal(file_log_length(world->files.path, 1), 2);
}

static void a_file_is_for_its_owner_alone(void **state) {
    World *world = *state;
    struct stat about;
    make_with_log(world, world->files.path, 1);
    assert_int_equal(stat(world->files.path, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
}

static void an_older_version_is_brought_up_to_date(void **state) {
    World *world = *state;
    static const char *const steps[] = {
        "CREATE TABLE pets (name TEXT); CREATE TABLE toys (name TEXT)",
        "ALTER TABLE pets ADD COLUMN age INTEGER; UPDATE pets SET age = 3",
        "DROP TABLE toys; INSERT INTO pets (name, age) VALUES ('Rex', 1)",
        "CREATE TABLE beds (name TEXT); INSERT INTO toys VALUES ('a table that is no more')",
    };
    char trouble[STORE_TROUBLE_MAX] = "";
    const char *path = world->files.path;
    unsigned version;
    sqlite3 *base = schema_open(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, trouble);
    assert_true(schema_check(base, path, 4, &version, trouble) && version == 0);
    assert_true(schema_update(base, path, steps, 0, 1, trouble));
    assert_int_equal(sqlite3_exec(base, "INSERT INTO pets VALUES ('Tom')", NULL, NULL, NULL), SQLITE_OK);
    assert_true(schema_check(base, path, 4, &version, trouble) && version == 1);
    assert_true(schema_update(base, path, steps, 1, 3, trouble));
    assert_true(schema_check(base, path, 4, &version, trouble) && version == 3);
    assert_false(schema_update(base, path, steps, 3, 4, trouble)); /* fails, and leaves no bed behind */
    assert_says(trouble, "it stands as it was");
    assert_true(schema_check(base, path, 4, &version, trouble) && version == 3);
    assert_int_equal(sqlite3_exec(base, "CREATE TABLE beds (name TEXT)", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(base, "INSERT INTO beds SELECT 1 / (sum(age) = 4 AND count(*) = 2) FROM pets", NULL, NULL, NULL),
        SQLITE_OK);
    assert_false(schema_check(base, path, 2, &version, trouble));
    sqlite3_close(base);
}

/* A file of the first version: it does not know when its tables were closed, so they are kept as if that were now. */
static void a_file_of_the_first_version_is_good(void **state) {
    World *world = *state;
    char trouble[STORE_TROUBLE_MAX] = "";
    StoreTable table;
    sqlite3 *base = schema_open(world->files.path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, trouble);
    assert_true(schema_update(base, world->files.path, schema_steps, 0, 1, trouble));
    assert_int_equal(sqlite3_exec(base,
                                  "INSERT INTO tables VALUES (1, 'OPEN', 0, 0, 5, ''), (2, 'SHUT', 1, 0, 5, '');"
                                  "INSERT INTO log (table_id, seq, at, text, sum) VALUES (2, 1, 0, 'x', 0)",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    sqlite3_close(base);
    Store *store = assert_open(world->files.path);
    assert_true(table_by_code(store, "OPEN", &table) && table.closed_at == 0);
    assert_true(table_by_code(store, "SHUT", &table) && table.closed_at > INT64_C(1700000000000));
    assert_true(store_has_old(store, table.closed_at + 1, 0));
    assert_false(store_has_old(store, table.closed_at, 0));
    store_close(store);
}

static bool see_outcome(void *context, const void *row) {
    *(StoreResult *)context = *(const StoreResult *)row;
    return true;
}

/* Of games from before that was kept it is known who won, and by which family of rules. */
static void older_results_have_places(void **state) {
    World *world = *state;
    char trouble[STORE_TROUBLE_MAX] = "";
    StoreResult found = {0};
    sqlite3 *base = schema_open(world->files.path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, trouble);
    assert_true(schema_update(base, world->files.path, schema_steps, 0, 2, trouble));
    assert_int_equal(
        sqlite3_exec(base,
                     "INSERT INTO results VALUES (1, 9, 0, 'T', 'split-v3', '', 1, 2, 1, 2,"
                     " 'uno-record 1' || char(10) || '| family = split' || char(10));"
                     "INSERT INTO result_seats VALUES (1, 0, 5, 'Ada', 0, 0, 2), (1, 1, 6, 'Ben', 0, 1, 2)",
                     NULL, NULL, NULL),
        SQLITE_OK);
    sqlite3_close(base);
    Store *store = assert_open(world->files.path);
    assert_true(store_outcomes(store, see_outcome, &found));
    assert_int_equal(found.family, 1);
    assert_int_equal(found.seat[0].place, 2);
    assert_int_equal(found.seat[1].place, 1);
    assert_int_equal(found.seat[1].team, 1);
    store_close(store);
}

/* Brings the file up to the version before what happened in games was kept, with one game in it. */
static void make_file_without_events(const char *path) {
    char trouble[STORE_TROUBLE_MAX] = "";
    sqlite3 *base = schema_open(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, trouble);
    assert_true(schema_update(base, path, schema_steps, 0, 6, trouble));
    assert_int_equal(
        sqlite3_exec(base,
                     "INSERT INTO results (id, table_id, club, code, ruleset, hash, started_at, finished_at,"
                     " finished, players, record) VALUES (1, 9, 0, 'T', 'official', '', 1, 2, 1, 2, '')",
                     NULL, NULL, NULL),
        SQLITE_OK);
    sqlite3_close(base);
}

/* Nothing at all is what is told of a game of which it is not known, and of one whose row is damaged only what is left. */
static void what_happened_is_known_as_far_as_it_was_kept(void **state) {
    World *world = *state;
    static const struct {
        const char *text;
        uint32_t dealt, played;
    } rows[] = {
        {NULL, 0, 0}, /* as the older version left it */
        {"dealt 2 played 61", 2, 61},
        {"played 61 dealt 2", 2, 61},
        {"danced 4 dealt 2 played 4294967296", 2, 0},
        {"dealt 2 played", 2, 0},
        {" dealt 2  played -1", 2, 0},
        {"play 1 playedd 2 7 dealt x", 0, 0},
    };
    make_file_without_events(world->files.path);
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        StoreResult found;
        uint32_t sum = 0;
        memset(&found, 0xff, sizeof found);
        Store *store = assert_open(world->files.path);
        if (rows[i].text) {
            sqlite3_stmt *put;
            sqlite3 *base = sqlite_writer(store);
            assert_int_equal(sqlite3_prepare_v2(base, "UPDATE results SET happened = ?", -1, &put, NULL), SQLITE_OK);
            sqlite3_bind_text(put, 1, rows[i].text, -1, SQLITE_STATIC);
            assert_int_equal(sqlite3_step(put), SQLITE_DONE);
            sqlite3_finalize(put);
        }
        assert_true(store_outcomes(store, see_outcome, &found));
        store_close(store);
        for (unsigned kind = 0; kind < EVENT_KINDS; kind++) sum += found.happened[kind];
        assert_int_equal(found.happened[EVENT_dealt], rows[i].dealt);
        assert_int_equal(found.happened[EVENT_played], rows[i].played);
        assert_int_equal(sum, rows[i].dealt + rows[i].played);
    }
}

static void one_server_at_a_time(void **state) {
    World *world = *state;
    char link_path[128], lock_path[128], words[64];
    Store *store = assert_open(world->files.path);
    snprintf(words, sizeof words, "used by another server (process %ld)", (long)getpid());
    assert_refused(world->files.path, words);
    assert_int_equal(symlink(world->files.path, path_in(world, "link.db", link_path)), 0);
    char trouble[STORE_TROUBLE_MAX];
    assert_null(store_open_sqlite(link_path, trouble));
    assert_says(trouble, words);
    commit_log(store, world->batch, 1, 1, "still mine");
    store_close(store);
    assert_int_equal(access(path_in(world, "uno.db.lock", lock_path), F_OK), -1);
    assert_int_equal(file_log_length(link_path, 1), 1);
}

static void what_a_killed_server_committed_is_there(void **state) {
    World *world = *state;
    for (uint64_t seq = 1; seq <= 3; seq++) commit_and_die(world, seq);
    assert_int_equal(file_log_length(world->files.path, 1), 3);
}

/* ---- damage ---- */

static void a_damaged_row_is_noticed(void **state) {
    World *world = *state;
    static const char *const damages[] = {
        "UPDATE log SET text = 'R6' WHERE table_id = 1 AND seq = 2",
        "UPDATE log SET at = at + 1 WHERE table_id = 1 AND seq = 3",
        "UPDATE log SET seq = 9 WHERE table_id = 1 AND seq = 4",
        "UPDATE log SET table_id = 2 WHERE table_id = 1 AND seq = 5",
        "UPDATE log SET sum = 0 WHERE table_id = 1 AND seq = 6",
    };
    make_with_log(world, world->files.path, 7);
    Store *store = assert_open(world->files.path);
    for (unsigned i = 0; i < sizeof damages / sizeof damages[0]; i++) by_hand(world->files.path, damages[i]);
    Told told = {0};
    assert_true(store_log(store, 1, 0, tell_entry, &told));
    assert_string_equal(told.text, "log 1.1 at 10 'R5' 2\nlog 1.2 at 20 'R6' 2 CORRUPT\nlog 1.3 at 31 'R5' 2 CORRUPT\n"
                                   "log 2.5 at 50 'R5' 2 CORRUPT\nlog 1.6 at 60 'R5' 2 CORRUPT\n"
                                   "log 1.7 at 70 'R5' 2\nlog 1.9 at 40 'R5' 2 CORRUPT\n");
    free(told.text);
    store_close(store);
}

static void a_store_that_cannot_read_says_so(void **state) {
    World *world = *state;
    Store *store = assert_open(world->files.path);
    StoreUser user;
    by_hand(world->files.path, "DROP TABLE users");
    assert_false(store_user(store, 1, &user));
    assert_says(store_trouble(store), "cannot be read");
    assert_false(store_bots_of(store, 1, tell_user, NULL));
    assert_int_equal(log_length(store, 1), 0);
    assert_string_equal(store_trouble(store), "");
    store_close(store);
}

/* ---- no room ---- */

enum { ROWS = 200 };

static void fill_batch(StoreBatch *batch, uint64_t first) {
    batch_clear(batch);
    for (uint64_t i = 0; i < ROWS; i++)
        assert_true(batch_log(batch, 1, first + i, 0, "some words that need room on the disk", 37));
}

static StoreVerdict try_commit(Store *store, const StoreBatch *batch, char trouble[STORE_TROUBLE_MAX]) {
    StoreVerdict verdict = store_commit(store, batch, trouble);
    assert_true(verdict != STORE_FAILED);
    return verdict;
}

/* Commits until there is no room, gives it room, and commits the same batch again. */
static void run_full(World *world, Store *store, void (*room)(Store *store, bool there)) {
    char trouble[STORE_TROUBLE_MAX] = "";
    uint64_t done = log_length(store, 1), before = done;
    room(store, false);
    for (;;) {
        fill_batch(world->batch, done + 1);
        if (try_commit(store, world->batch, trouble) == STORE_FULL) break;
        done += ROWS;
        assert_true(done < 1000000);
    }
    assert_says(trouble, "cannot be written");
    assert_int_equal(try_commit(store, world->batch, trouble), STORE_FULL);
    assert_int_equal(log_length(store, 1), done);
    room(store, true);
    assert_int_equal(try_commit(store, world->batch, trouble), STORE_DONE);
    assert_int_equal(store_commit(store, world->batch, trouble), STORE_FAILED); /* they are there already */
    assert_int_equal(log_length(store, 1), done + ROWS);
    assert_true(done + ROWS > before);
}

/* Files may not grow beyond a limit, as on a full disk. */
static void room_for_files(Store *store, bool there) {
    (void)store;
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = there ? limit.rlim_max : 600000;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

/* ---- a disk that fails: these stand in for the system's own, which SQLite calls ---- */

static int sync_fault, write_fault; /* the error that it gives; 0: none */

static int fail_with(int reason) {
    errno = reason;
    return -1;
}

int fdatasync(int file) { return sync_fault ? fail_with(sync_fault) : (int)syscall(SYS_fdatasync, file); }
int fsync(int file) { return sync_fault ? fail_with(sync_fault) : (int)syscall(SYS_fsync, file); }

ssize_t pwrite64(int file, const void *bytes, size_t count, off_t at) {
    return write_fault ? fail_with(write_fault) : syscall(SYS_pwrite64, file, bytes, count, at);
}

static Store *open_with_rows(const World *world) {
    char trouble[STORE_TROUBLE_MAX];
    Store *store = store_open_sqlite(world->files.path, trouble);
    assert_non_null(store);
    fill_batch(world->batch, 1);
    assert_int_equal(store_commit(store, world->batch, trouble), STORE_DONE);
    fill_batch(world->batch, ROWS + 1);
    return store;
}

static void a_disk_that_fails_is_not_a_full_one(void **state) {
    World *world = *state;
    Store *store = open_with_rows(world);
    char trouble[STORE_TROUBLE_MAX] = "";
    static const int reasons[] = {EIO, ENOSPC, EDQUOT}; /* whatever fsync says: what it did not write is gone */
    for (unsigned i = 0; i < 3; i++) {
        sync_fault = reasons[i];
        StoreVerdict verdict = store_commit(store, world->batch, trouble);
        sync_fault = 0;
        assert_int_equal(verdict, STORE_FAILED);
        assert_says(trouble, "fails");
    }
    write_fault = EIO;
    StoreVerdict verdict = store_commit(store, world->batch, trouble);
    write_fault = 0;
    assert_int_equal(verdict, STORE_FAILED);
    assert_int_equal(log_length(store, 1), ROWS);
    store_close(store);
}

static void where_only_room_is_missing_it_can_be_tried_again(void **state) {
    World *world = *state;
    Store *store = open_with_rows(world);
    char trouble[STORE_TROUBLE_MAX] = "";
    static const int reasons[] = {ENOSPC, EDQUOT, EFBIG};
    for (unsigned i = 0; i < 3; i++) {
        write_fault = reasons[i];
        StoreVerdict verdict = store_commit(store, world->batch, trouble);
        write_fault = 0;
        assert_int_equal(verdict, STORE_FULL);
    }
    assert_int_equal(store_commit(store, world->batch, trouble), STORE_DONE);
    assert_int_equal(log_length(store, 1), 2 * ROWS);
    store_close(store);
}

/* The database may not have more pages: SQLite itself says that it is full. */
static void room_for_pages(Store *store, bool there) {
    const char *sql = there ? "PRAGMA max_page_count = 1073741823" : "PRAGMA max_page_count = 150";
    assert_int_equal(sqlite3_exec(((SqliteStore *)store)->writer, sql, NULL, NULL, NULL), SQLITE_OK);
}

static void room_to_write(Store *store, bool there) {
    const char *sql = there ? "PRAGMA query_only = 0" : "PRAGMA query_only = 1";
    assert_int_equal(sqlite3_exec(((SqliteStore *)store)->writer, sql, NULL, NULL, NULL), SQLITE_OK);
}

/* Somebody else writes and does not come to an end. */
static void room_among_writers(Store *store, bool there) {
    static sqlite3 *other;
    SqliteStore *file = (SqliteStore *)store;
    if (there) {
        assert_int_equal(sqlite3_exec(other, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
        sqlite3_close(other);
        return;
    }
    sqlite3_busy_timeout(file->writer, 1);
    assert_int_equal(sqlite3_open(file->path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
}

static void no_room_loses_nothing(void **state) {
    World *world = *state;
    signal(SIGXFSZ, SIG_IGN);
    Store *store = assert_open(world->files.path);
    run_full(world, store, room_for_files);
    run_full(world, store, room_to_write);
    run_full(world, store, room_among_writers);
    uint64_t kept = log_length(store, 1);
    store_close(store);
    assert_int_equal(file_log_length(world->files.path, 1), kept);
}

static void no_pages_loses_nothing(void **state) {
    World *world = *state;
    Store *store = assert_open(world->files.path);
    run_full(world, store, room_for_pages);
    store_close(store);
}

/* ---- two threads ---- */

typedef struct {
    Store *store;
    StoreBatch *batch;
    atomic_bool stop;
    atomic_ullong committed;
} Writing;

static void *write_on(void *context) {
    Writing *writing = context;
    char trouble[STORE_TROUBLE_MAX];
    for (uint64_t seq = 1; !writing->stop; seq += 10) {
        batch_clear(writing->batch);
        for (uint64_t i = 0; i < 10; i++) batch_log(writing->batch, 1, seq + i, 0, "R5", 2);
        if (store_commit(writing->store, writing->batch, trouble) != STORE_DONE) return "a commit failed";
        writing->committed = seq + 9;
    }
    return NULL;
}

static void backups_of_a_server_that_writes(void **state) {
    World *world = *state;
    Writing writing = {.store = assert_open(world->files.path), .batch = world->batch};
    pthread_t thread;
    char path[128], name[32], trouble[STORE_TROUBLE_MAX] = "";
    void *failed = NULL;
    assert_int_equal(pthread_create(&thread, NULL, write_on, &writing), 0);
    for (int i = 0; i < 10; i++) {
        uint64_t before = writing.committed;
        snprintf(name, sizeof name, "backup-%d.db", i);
        if (!store_backup_sqlite(world->files.path, path_in(world, name, path), trouble)) fail_msg("%s", trouble);
        uint64_t copied = file_log_length(path, 1);
        assert_true(copied >= before && copied % 10 == 0); /* whole commits, none that was done missing */
        assert_true(log_length(writing.store, 1) % 10 == 0);
    }
    writing.stop = true;
    pthread_join(thread, &failed);
    assert_null(failed);
    assert_int_equal(log_length(writing.store, 1), writing.committed);
    store_close(writing.store);
}

/* ---- backup and restore ---- */

static void assert_no_parts(const World *world) {
    char path[128];
    assert_int_equal(access(path_in(world, "uno.db.part", path), F_OK), -1);
    assert_int_equal(access(path_in(world, "copy.db.part", path), F_OK), -1);
    assert_int_equal(access(path_in(world, "copy.db-journal", path), F_OK), -1);
    assert_int_equal(access(path_in(world, "copy.db-wal", path), F_OK), -1);
}

static void a_backup_never_writes_over_a_file(void **state) {
    World *world = *state;
    char copy[128], elsewhere[128], trouble[STORE_TROUBLE_MAX] = "";
    path_in(world, "copy.db", copy);
    assert_false(store_backup_sqlite(world->files.path, copy, trouble));
    assert_says(trouble, "cannot open the database");
    assert_int_equal(access(world->files.path, F_OK), -1);
    assert_int_equal(access(copy, F_OK), -1);

    make_with_log(world, world->files.path, 3);
    write_file(copy, "the backup of yesterday");
    assert_false(store_backup_sqlite(world->files.path, copy, trouble));
    assert_says(trouble, "there already");
    assert_file(copy, "the backup of yesterday");
    assert_false(store_backup_sqlite(world->files.path, path_in(world, "missing/copy.db", elsewhere), trouble));
    assert_says(trouble, "use a folder that is there");
    assert_false(store_backup_sqlite(copy, path_in(world, "other.db", elsewhere), trouble));
    assert_says(trouble, "is not a database of uno");

    unlink(copy);
    commit_and_die(world, 4); /* part of it is in the write-ahead log */
    assert_true(store_backup_sqlite(world->files.path, copy, trouble));
    assert_no_parts(world);
    assert_int_equal(file_log_length(copy, 1), 4);
}

static void restoring_keeps_what_was_there(void **state) {
    World *world = *state;
    char copy[128], kept[256], first[256], trouble[STORE_TROUBLE_MAX] = "";
    path_in(world, "copy.db", copy);
    make_with_log(world, world->files.path, 3);
    assert_true(store_backup_sqlite(world->files.path, copy, trouble));
    commit_and_die(world, 4);
    Store *store = assert_open(world->files.path);
    assert_false(store_restore_sqlite(world->files.path, copy, kept, sizeof kept, trouble));
    assert_says(trouble, "used by another server");
    assert_int_equal(log_length(store, 1), 4);
    store_close(store);

    commit_and_die(world, 5);
    if (!store_restore_sqlite(world->files.path, copy, first, sizeof first, trouble)) fail_msg("%s", trouble);
    assert_no_parts(world);
    assert_int_equal(file_log_length(world->files.path, 1), 3);
    assert_int_equal(file_log_length(first, 1), 5);

    write_file(world->files.path, "what a broken disk has left of it"); /* can be replaced as well */
    assert_true(store_restore_sqlite(world->files.path, copy, kept, sizeof kept, trouble));
    assert_string_not_equal(kept, first);
    assert_file(kept, "what a broken disk has left of it");
    assert_int_equal(file_log_length(world->files.path, 1), 3);

    unlink(world->files.path);
    assert_true(store_restore_sqlite(world->files.path, copy, kept, sizeof kept, trouble));
    assert_string_equal(kept, "");
    assert_int_equal(file_log_length(world->files.path, 1), 3);
}

static void assert_not_restored(const World *world, const char *from, const char *words) {
    char kept[256], trouble[STORE_TROUBLE_MAX] = "";
    assert_false(store_restore_sqlite(world->files.path, from, kept, sizeof kept, trouble));
    assert_says(trouble, words);
    assert_no_parts(world);
    assert_int_equal(file_log_length(world->files.path, 1), 2);
}

static void only_a_good_backup_is_restored(void **state) {
    World *world = *state;
    char copy[128], trouble[STORE_TROUBLE_MAX] = "";
    path_in(world, "copy.db", copy);
    make_with_log(world, world->files.path, 2);
    assert_not_restored(world, copy, "cannot open the database");
    write_file(copy, "not a backup");
    assert_not_restored(world, copy, "is not a database of uno");
    write_file(copy, "");
    assert_not_restored(world, copy, "is empty");
    unlink(copy);
    assert_true(store_backup_sqlite(world->files.path, copy, trouble));
    by_hand(copy, "PRAGMA user_version = 99");
    assert_not_restored(world, copy, "newer version");
    put_version_back(copy);

    int file = open(copy, O_RDWR); /* the second page is trodden on */
    char junk[2000];
    memset(junk, 0x5a, sizeof junk);
    assert_int_equal(pwrite(file, junk, sizeof junk, 4096), sizeof junk);
    close(file);
    assert_not_restored(world, copy, "damaged");
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, open_world, close_world)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_disk_that_fails_is_not_a_full_one),
        TEST(where_only_room_is_missing_it_can_be_tried_again),
        TEST(files_that_are_not_ours),
        TEST(a_newer_version_is_refused),
        TEST(a_file_is_for_its_owner_alone),
        TEST(an_older_version_is_brought_up_to_date),
        TEST(a_file_of_the_first_version_is_good),
        TEST(older_results_have_places),
        TEST(what_happened_is_known_as_far_as_it_was_kept),
        TEST(one_server_at_a_time),
        TEST(what_a_killed_server_committed_is_there),
        TEST(a_damaged_row_is_noticed),
        TEST(a_store_that_cannot_read_says_so),
        TEST(no_room_loses_nothing),
        TEST(no_pages_loses_nothing),
        TEST(backups_of_a_server_that_writes),
        TEST(a_backup_never_writes_over_a_file),
        TEST(restoring_keeps_what_was_there),
        TEST(only_a_good_backup_is_restored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
