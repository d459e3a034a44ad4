/* power [CUTS] [SEED] -- the power goes at any moment (disk.h), and the machine starts again. Of the server's
 * store: every batch that store_commit() said is done is there, the one that was on its way is there whole or
 * not at all, and the database is sound. A backup is whole under its name, or not there; a restored database is the
 * old or the new one. Of the arbiter's log: every line that was told of is there. */
#include "disk.h"

#include <sqlite3.h>

#include "engine/text.h"

#include "book_check.h"
#include "random.h"
#include "store/book_file.h"
#include "store_check.h"

static unsigned cuts = 1000;
static uint64_t seed = 1;

enum { LIFE_CUTS = 12 }; /* of one database, before a new one begins */

typedef struct {
    uint64_t chance;
    Files files;
    Store *store, *twin; /* the twin has, in memory, what was acknowledged */
    StoreBatch *batch;   /* the last one */
    bool unknown;        /* nobody said whether it is done */
    uint64_t seq[WORLD], results;
    unsigned batches, commits, found, large;
} Life;

static unsigned below(Life *life, unsigned n) { return random_below(&life->chance, n); }

/* ---- batches ---- */

static void add_people(Life *life) {
    for (uint64_t id = 1; id < WORLD; id++) {
        StoreUser user = sample_user(id);
        assert_true(batch_user(life->batch, &user));
    }
}

static void add_log(Life *life, uint64_t table, uint64_t seq[WORLD]) {
    char text[600];
    int length = snprintf(text, sizeof text, "act %u of batch %u %0*u", (unsigned)seq[table] + 1, life->batches,
                          (int)below(life, 200), 7);
    seq[table]++;
    assert_true(batch_log(life->batch, table, seq[table], (int64_t)seq[table] * 10, text, (size_t)length));
}

static void add_result(Life *life, char *record, size_t length) {
    StoreResult result = sample_result(100 + life->results++, 0, (int64_t)life->batches);
    memset(record, 'a' + (int)(life->batches % 26), length);
    record[length] = 0;
    result.record = record;
    result.record_length = length;
    assert_true(batch_result(life->batch, &result));
}

static void add_any(Life *life) {
    StoreUser user = sample_user(1 + below(life, WORLD - 1));
    StoreKey key = sample_key((uint8_t)(1 + below(life, WORLD - 1)), user.id);
    StoreTable table = sample_table(1 + below(life, WORLD - 1));
    StoreBan ban = sample_ban("address 192.0.2.7", life->batches, 0);
    switch (below(life, 6)) {
    case 0:
        snprintf(user.name, sizeof user.name, "%u", life->batches);
        assert_true(batch_user(life->batch, &user));
        break;
    case 1: assert_true(batch_key(life->batch, &key)); break;
    case 2: assert_true(batch_key_end(life->batch, key.hash)); break;
    case 3: assert_true(batch_ban(life->batch, &ban)); break;
    default:
        table.state = life->batches % 2 ? TABLE_ROW_OPEN : TABLE_ROW_CLOSED;
        assert_true(batch_table(life->batch, &table));
    }
}

/* Rows of several tables, so that half a batch would be seen. */
static void make_batch(Life *life) {
    static char record[1 << 20];
    uint64_t seq[WORLD];
    memcpy(seq, life->seq, sizeof seq);
    batch_clear(life->batch);
    life->batches++;
    if (!store_user(life->twin, 1, &(StoreUser){0})) add_people(life);
    for (uint64_t table = 1; table < WORLD; table++)
        for (unsigned rows = below(life, 3); rows; rows--) add_log(life, table, seq);
    for (unsigned rows = below(life, 3); rows; rows--) add_any(life);
    if (life->large || below(life, 12) == 0) add_result(life, record, life->large ? life->large : below(life, 30000));
    if (!batch_count(life->batch)) add_log(life, 1, seq);
    memcpy(life->seq, seq, sizeof seq);
}

/* ---- what must be there ---- */

static bool is_as_twin(const Life *life) {
    char *there = store_told(life->store), *wanted = store_told(life->twin);
    bool same = strcmp(there, wanted) == 0;
    free(there);
    free(wanted);
    return same;
}

static bool count_row(void *context, const void *row) {
    *(uint64_t *)context = ((const StoreEntry *)row)->seq;
    return true;
}

/* The numbers of rows that never were are given again. */
static void count_rows(Life *life) {
    memset(life->seq, 0, sizeof life->seq);
    for (uint64_t table = 1; table < WORLD; table++)
        assert_true(store_log(life->twin, table, 1, count_row, &life->seq[table]));
}

static void check_there(Life *life) {
    char trouble[STORE_TROUBLE_MAX] = "";
    life->store = store_open_sqlite(life->files.path, trouble);
    if (!life->store) fail_msg("after cut %u: %s", (unsigned)disk_cuts, trouble);
    if (!is_as_twin(life)) {
        if (!life->unknown) fail_msg("after cut %u what was acknowledged is not there", (unsigned)disk_cuts);
        assert_commit(life->twin, life->batch, STORE_DONE);
        if (!is_as_twin(life)) fail_msg("after cut %u there is half a batch, or less", (unsigned)disk_cuts);
        life->found++;
    }
    life->unknown = false;
    count_rows(life);
}

static int is_ok(void *good, int count, char **values, char **names) {
    (void)names;
    *(bool *)good = count == 1 && strcmp(values[0], "ok") == 0;
    return 0;
}

static void run_sql(const Life *life, const char *sql, bool *is_good) {
    sqlite3 *base = NULL;
    if (sqlite3_open(life->files.path, &base) == SQLITE_OK) sqlite3_exec(base, sql, is_ok, is_good, NULL);
    sqlite3_close(base);
}

/* ---- a life ---- */

/* In memory where the machine has such a folder: nothing here is for the disk of the test. */
static void make_files(Files *files) {
    if (access("/dev/shm", W_OK) != 0) return files_make(files);
    snprintf(files->folder, sizeof files->folder, "/dev/shm/uno-power-XXXXXX");
    assert_non_null(mkdtemp(files->folder));
    snprintf(files->path, sizeof files->path, "%s/uno.db", files->folder);
}

static void life_begin(Life *life, uint64_t chance) {
    memset(life, 0, sizeof *life);
    life->chance = chance;
    make_files(&life->files);
    disk_begin(life->files.folder, false, random_next(&life->chance));
    life->twin = store_open_memory();
    life->batch = batch_new();
    assert_true(life->twin && life->batch);
}

static void life_end(Life *life) {
    disk_cut_at(0);
    store_close(life->store);
    store_close(life->twin);
    batch_close(life->batch);
    disk_end();
    files_remove(&life->files);
}

static void power_goes(Life *life) {
    disk_cut();
    store_close(life->store);
    life->store = NULL;
    disk_restart();
}

static void commit_one(Life *life) {
    char trouble[STORE_TROUBLE_MAX] = "";
    make_batch(life);
    StoreVerdict verdict = store_commit(life->store, life->batch, trouble);
    if (verdict == STORE_DONE) {
        life->commits++;
        assert_commit(life->twin, life->batch, STORE_DONE);
    } else {
        if (!disk_is_dead()) fail_msg("%s", trouble);
        life->unknown = true;
    }
}

static void open_again(Life *life) {
    char trouble[STORE_TROUBLE_MAX] = "";
    store_close(life->store);
    life->store = disk_is_dead() ? NULL : store_open_sqlite(life->files.path, trouble);
    if (!life->store && !disk_is_dead()) fail_msg("%s", trouble);
}

/* Commits, checkpoints, orderly ends and beginnings, until the power goes. */
static void live_on(Life *life) {
    disk_cut_at(1 + below(life, below(life, 4) ? 40 : 300));
    if (!life->store) open_again(life);
    while (!disk_is_dead()) {
        unsigned what = below(life, 12);
        if (what == 0) run_sql(life, "PRAGMA wal_checkpoint(PASSIVE)", &(bool){false});
        else if (what == 1) open_again(life);
        else commit_one(life);
    }
    power_goes(life);
    while (below(life, 3) == 0) { /* and again while it recovers */
        disk_cut_at(1 + below(life, 12));
        open_again(life);
        power_goes(life);
    }
}

static void test_commits(void **state) {
    unsigned commits = 0, found = 0;
    uint64_t chance = seed, before = disk_cuts;
    (void)state;
    while (disk_cuts - before < cuts) {
        Life life;
        life_begin(&life, random_next(&chance));
        life.large = below(&life, 16) == 0 ? 450000 : 0; /* such that SQLite makes checkpoints by itself */
        for (unsigned i = 0; i < LIFE_CUTS; i++) {
            bool sound = false;
            live_on(&life);
            check_there(&life);
            run_sql(&life, "PRAGMA integrity_check", &sound);
            assert_true(sound);
            if (below(&life, 2)) power_goes(&life); /* the log stays as it is; else it goes on with this one */
        }
        commits += life.commits;
        found += life.found;
        life_end(&life);
    }
    print_message(
        "# %llu cuts, %u batches acknowledged, %u found that were on their way, %llu writes lost, %llu torn\n",
        (unsigned long long)(disk_cuts - before), commits, found, (unsigned long long)disk_lost_writes,
        (unsigned long long)disk_torn_writes);
    if (cuts >= 300) assert_true(found > 0 && disk_torn_writes > 0);
}

/* ---- backups ---- */

static bool is_empty(const char *path) {
    FILE *file = fopen(path, "r");
    bool empty = file && fgetc(file) == EOF;
    if (file) fclose(file);
    return empty;
}

/* What a database under a path tells; NULL: there is none. The caller frees it. */
static char *told_of(const char *path) {
    if (access(path, F_OK) != 0) return NULL;
    Store *store = assert_open(path);
    char *told = store_told(store);
    store_close(store);
    return told;
}

static void check_backup(Life *life, const char *to) {
    char trouble[STORE_TROUBLE_MAX] = "", *before = store_told(life->twin);
    disk_cut_at(below(life, 3) ? 1 + below(life, 60) : 0); /* 0: just after it */
    bool done = store_backup_sqlite(life->files.path, to, trouble);
    power_goes(life);
    /* What was broken off may have taken the name, with nothing in it. */
    if (done || (access(to, F_OK) == 0 && !is_empty(to))) {
        char *after = told_of(to);
        assert_non_null(after);
        assert_string_equal(after, before);
        free(after);
    }
    free(before);
}

static void check_restore(Life *life, const char *from, char *wanted) {
    char trouble[STORE_TROUBLE_MAX] = "", kept[4096], *before = store_told(life->twin);
    store_close(life->store);
    life->store = NULL;
    disk_cut_at(below(life, 3) ? 1 + below(life, 80) : 0);
    bool done = store_restore_sqlite(life->files.path, from, kept, sizeof kept, trouble);
    power_goes(life);
    char *after = told_of(life->files.path);
    if (!after) fail_msg("after cut %u there is no database", (unsigned)disk_cuts);
    if (strcmp(after, wanted) != 0 && (done || strcmp(after, before) != 0))
        fail_msg("after cut %u the database is neither the old nor the new one", (unsigned)disk_cuts);
    free(before);
    free(after);
}

static void test_backups(void **state) {
    uint64_t chance = seed + 1, before = disk_cuts;
    (void)state;
    while (disk_cuts - before < cuts / 5) {
        Life life;
        char to[128], from[128], trouble[STORE_TROUBLE_MAX];
        life_begin(&life, random_next(&chance));
        snprintf(to, sizeof to, "%s/backup.db", life.files.folder);
        snprintf(from, sizeof from, "%s/good.db", life.files.folder);
        open_again(&life);
        for (unsigned i = 0; i < 6; i++) commit_one(&life);
        assert_true(store_backup_sqlite(life.files.path, from, trouble));
        char *wanted = store_told(life.twin);
        for (unsigned i = 0; i < 6; i++) commit_one(&life);
        check_backup(&life, to);
        check_there(&life);
        commit_one(&life);
        check_restore(&life, from, wanted);
        free(wanted);
        life_end(&life);
    }
    print_message("# %llu cuts\n", (unsigned long long)(disk_cuts - before));
}

/* ---- the arbiter's log ---- */

static void check_book(BookFile *book, const char *path, unsigned told, unsigned *score) {
    char trouble[1500] = "", line[64];
    if (!book_file_open(book, path, trouble, sizeof trouble))
        fail_msg("after cut %u: %s", (unsigned)disk_cuts, trouble);
    snprintf(line, sizeof line, "\nadjust Ada %u\n", told);
    if (told && !strstr(book->book.text, line))
        fail_msg("after cut %u: a line that was told is not in the log", (unsigned)disk_cuts);
    snprintf(line, sizeof line, "\nadjust Ada %u\n", told + 1);
    *score = told + (strstr(book->book.text, line) != NULL);
    for (unsigned i = 1; i <= *score; i++) {
        snprintf(line, sizeof line, "\nadjust Ada %u\n", i);
        assert_non_null(strstr(book->book.text, line));
    }
}

/* A log that only grows. (Where a disk writes the end of a line before its beginning, the log has zeros in it after the
 * cut, and the arbiter asks for a copy without them: nothing that was told is lost, but it does not open by itself.) */
static void live_with_book(Files *files, uint64_t *chance) {
    char path[128], trouble[1500], told_text[CHECK_TOLD], line[64];
    static BookFile book;
    unsigned score = 0;
    bool begun = false;
    snprintf(path, sizeof path, "%s/arbiter.log", files->folder);
    for (unsigned i = 0; i < LIFE_CUTS; i++) {
        unsigned told = score;
        disk_cut_at(1 + random_below(chance, 30));
        if (book_file_open(&book, path, trouble, sizeof trouble)) {
            if (!book.book.games &&
                book_file_enter(&book, "game official players Ada Ben", &check_finder, told_text, sizeof told_text))
                begun = true;
            while (!disk_is_dead() && book.book.games) {
                snprintf(line, sizeof line, "adjust Ada %u", told + 1);
                if (!book_file_enter(&book, line, &check_finder, told_text, sizeof told_text)) break;
                told++;
            }
            if (!disk_is_dead()) fail_msg("%s", told_text);
            book_file_close(&book);
        } else if (!disk_is_dead()) fail_msg("%s", trouble);
        disk_cut();
        disk_restart();
        check_book(&book, path, told, &score);
        if (begun && !book.book.games) fail_msg("after cut %u: the log is gone", (unsigned)disk_cuts);
        book_file_close(&book);
        if (score > 450) return;
    }
}

static void test_book(void **state) {
    uint64_t chance = seed + 2, before = disk_cuts;
    (void)state;
    while (disk_cuts - before < cuts / 2) {
        Files files;
        make_files(&files);
        disk_begin(files.folder, true, random_next(&chance));
        live_with_book(&files, &chance);
        disk_end();
        files_remove(&files);
    }
    print_message("# %llu cuts\n", (unsigned long long)(disk_cuts - before));
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_commits),
        cmocka_unit_test(test_backups),
        cmocka_unit_test(test_book),
    };
    if (argc > 1) cuts = (unsigned)strtoul(argv[1], NULL, 10);
    if (argc > 2) seed = strtoull(argv[2], NULL, 10);
    disk_watch_sqlite();
    return cmocka_run_group_tests_name("power", tests, NULL, NULL);
}
