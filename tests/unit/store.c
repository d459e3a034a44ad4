/* store.c -- what every store promises, asked of the one in memory, of the one on disk and of PostgreSQL; and that they
 * cannot be told apart, whatever is written. */
#include <time.h>

#include "postgres.h"
#include "random.h"
#include "store_check.h"
#include "table_by_code.h"

typedef enum { IN_MEMORY, ON_DISK, IN_POSTGRES } Where;

typedef struct {
    Store *store;
    StoreBatch *batch;
    Files files;
    Where where;
} World;

static Postgres postgres; /* one for all tests; each finds it empty */

static Store *open_again(const World *world) {
    char trouble[STORE_TROUBLE_MAX] = "";
    switch (world->where) {
    case IN_MEMORY: return store_open_memory();
    case ON_DISK: return assert_open(world->files.path);
    case IN_POSTGRES: break;
    }
    Store *store = store_open_postgres(postgres.url, trouble);
    assert_string_equal(trouble, "");
    return store;
}

static int open_world(void **state, Where where) {
    World *world = calloc(1, sizeof *world);
    assert_non_null(world);
    world->where = where;
    if (where == ON_DISK) files_make(&world->files);
    if (where == IN_POSTGRES) assert_true(postgres_run(&postgres, "DROP SCHEMA IF EXISTS uno CASCADE"));
    world->store = open_again(world);
    world->batch = batch_new();
    assert_non_null(world->store);
    assert_non_null(world->batch);
    *state = world;
    return 0;
}

static int open_memory(void **state) { return open_world(state, IN_MEMORY); }
static int open_disk(void **state) { return open_world(state, ON_DISK); }
static int open_postgres(void **state) { return open_world(state, IN_POSTGRES); }

static int close_world(void **state) {
    World *world = *state;
    store_close(world->store);
    batch_close(world->batch);
    if (world->where == ON_DISK) files_remove(&world->files);
    free(world);
    return 0;
}

/* What was committed is there after the server was stopped and started. */
static void restart(World *world) {
    if (world->where == IN_MEMORY) return;
    char *before = store_told(world->store);
    store_close(world->store);
    world->store = open_again(world);
    char *after = store_told(world->store);
    assert_string_equal(before, after);
    free(before);
    free(after);
}

static void commit(World *world) {
    assert_commit(world->store, world->batch, STORE_DONE);
    restart(world);
}

/* What a reading shows, as text. */
#define ASSERT_SHOWN(wanted, reading, visit) \
    do { \
        Told told = {0}; \
        void *context = &told; \
        StoreVisit visitor = (visit); \
        tell(&told, "%s", ""); \
        assert_true(reading); \
        assert_string_equal(told.text, wanted); \
        free(told.text); \
    } while (0)

/* ---- each kind of row ---- */

static void logs(void **state) {
    World *world = *state;
    static const char zero_inside[] = "a\0b";
    assert_true(batch_log(world->batch, 5, 1, 0, "sit A Ada", 9));
    assert_true(batch_log(world->batch, 6, 1, -7, "", 0));
    assert_true(batch_log(world->batch, 5, 3, 30, "R5 and more that is cut", 2));
    assert_true(batch_log(world->batch, 5, 2, 20, "ä", 2));
    assert_int_equal(batch_count(world->batch), 4);
    commit(world);
    assert_true(batch_log(world->batch, 5, 4, 40, zero_inside, 3));
    commit(world);
    ASSERT_SHOWN("log 5.1 at 0 'sit A Ada' 9\nlog 5.2 at 20 'ä' 2\nlog 5.3 at 30 'R5' 2\nlog 5.4 at 40 'a' 3\n",
                 store_log(world->store, 5, 0, visitor, context), tell_entry);
    ASSERT_SHOWN("log 5.3 at 30 'R5' 2\nlog 5.4 at 40 'a' 3\n", store_log(world->store, 5, 3, visitor, context),
                 tell_entry);
    ASSERT_SHOWN("log 6.1 at -7 '' 0\n", store_log(world->store, 6, 1, visitor, context), tell_entry);
    ASSERT_SHOWN("", store_log(world->store, 5, 5, visitor, context), tell_entry);
    ASSERT_SHOWN("", store_log(world->store, 4, 0, visitor, context), tell_entry);
}

static void a_place_in_a_log_is_taken_once(void **state) {
    World *world = *state;
    commit_log(world->store, world->batch, 1, 1, "first");
    commit_log(world->store, world->batch, 1, 3, "third");
    batch_log(world->batch, 1, 2, 0, "second", 6);
    batch_log(world->batch, 2, 1, 0, "elsewhere", 9);
    batch_log(world->batch, 1, 3, 0, "another third", 13);
    assert_commit(world->store, world->batch, STORE_FAILED);
    restart(world);
    ASSERT_SHOWN("log 1.1 at 10 'first' 5\nlog 1.3 at 30 'third' 5\n", store_log(world->store, 1, 0, visitor, context),
                 tell_entry);
    ASSERT_SHOWN("", store_log(world->store, 2, 0, visitor, context), tell_entry);
}

static void a_batch_is_written_whole_or_not_at_all(void **state) {
    World *world = *state;
    StoreUser user = sample_user(1);
    StoreClub club = sample_club(2, 1);
    StoreMember member = {.club = 2, .user = 1, .role = MEMBER_OWNER, .since = 4};
    StoreKey key = sample_key(1, 1);
    batch_user(world->batch, &user);
    batch_key(world->batch, &key);
    batch_club(world->batch, &club);
    batch_member(world->batch, &member);
    commit_log(world->store, world->batch, 1, 1, "first");
    char *before = store_told(world->store);

    StoreUser other = sample_user(2);
    StoreTable table = sample_table(1);
    StoreRuleset ruleset = sample_ruleset(2, "house", 1);
    StoreResult result = sample_result(3, 2, 99);
    StoreBan ban = sample_ban("user 1", 5, 0);
    user.seen_at = 3000;
    member.role = MEMBER_NONE;
    batch_user(world->batch, &user);
    batch_user(world->batch, &other);
    batch_table(world->batch, &table);
    batch_key_end(world->batch, key.hash);
    batch_keys_end(world->batch, 1, KEY_SESSION);
    batch_member(world->batch, &member);
    batch_ruleset(world->batch, &ruleset);
    batch_result(world->batch, &result);
    batch_ban(world->batch, &ban);
    batch_log(world->batch, 1, 2, 0, "second", 6);
    batch_log(world->batch, 1, 1, 0, "first again", 11);
    assert_commit(world->store, world->batch, STORE_FAILED);
    char *after = store_told(world->store);
    assert_string_equal(before, after);
    free(before);
    free(after);
    commit_log(world->store, world->batch, 1, 2, "second");
    restart(world);
}

static void users(void **state) {
    World *world = *state;
    StoreUser ada = sample_user(1), out;
    StoreUser guest = {.id = UINT64_C(0x7fffffffffffffff), .kind = USER_GUEST, .name = "a guest", .made_at = 1};
    StoreUser other = guest;
    StoreUser bot = {.id = 3, .kind = USER_BOT, .owner = 1, .name = "Robo", .made_at = 9};
    StoreUser elder = bot;
    other.id = 2;
    elder.id = 4, elder.made_at = 8;
    batch_user(world->batch, &bot); /* before the account it belongs to */
    batch_user(world->batch, &elder);
    batch_user(world->batch, &ada);
    batch_user(world->batch, &guest);
    batch_user(world->batch, &other); /* "" is nobody's key: two may have it */
    commit(world);
    assert_true(store_user(world->store, guest.id, &out));
    assert_memory_equal(&out, &guest, sizeof out);
    assert_true(store_user_by_key(world->store, "kathe1", &out));
    assert_int_equal(out.id, 1);
    assert_false(store_user_by_key(world->store, "", &out));
    assert_false(store_user(world->store, 9, &out));
    assert_string_equal(store_trouble(world->store), "");
    ASSERT_SHOWN("user 4 2 1 'Robo' '' '' 8 0\nuser 3 2 1 'Robo' '' '' 9 0\n",
                 store_bots_of(world->store, 1, visitor, context), tell_user);

    snprintf(ada.name, sizeof ada.name, "Ada");
    ada.seen_at = 4444;
    ada.unlisted = true;
    batch_user(world->batch, &ada);
    commit(world);
    assert_true(store_user(world->store, 1, &out));
    assert_string_equal(out.name, "Ada");
    assert_int_equal(out.seen_at, 4444);
    assert_true(out.unlisted);

    snprintf(other.key, sizeof other.key, "kathe1"); /* Ada's */
    batch_user(world->batch, &other);
    assert_commit(world->store, world->batch, STORE_FAILED);
    bot.owner = 77; /* nobody */
    batch_user(world->batch, &bot);
    assert_commit(world->store, world->batch, STORE_FAILED);
}

static void keys(void **state) {
    World *world = *state;
    StoreUser ada = sample_user(1), ben = sample_user(2);
    StoreKey first = sample_key(1, 1), second = sample_key(2, 1), token = sample_key(3, 1), bens = sample_key(4, 2),
             out;
    token.kind = KEY_BOT;
    batch_user(world->batch, &ada);
    batch_user(world->batch, &ben);
    batch_key(world->batch, &second);
    batch_key(world->batch, &first);
    batch_key(world->batch, &token);
    batch_key(world->batch, &bens);
    commit(world);
    assert_true(store_key(world->store, second.hash, &out));
    assert_memory_equal(&out, &second, sizeof out);
    ASSERT_SHOWN("key 01..01 0 1 'browser 1' 101 900\nkey 02..02 0 1 'browser 2' 102 900\n",
                 store_keys_of(world->store, 1, KEY_SESSION, visitor, context), tell_key);

    first.expires_at = 1800;
    batch_key(world->batch, &first);
    batch_key_end(world->batch, second.hash);
    batch_key_end(world->batch, (uint8_t[STORE_HASH_BYTES]){9}); /* nobody's: nothing happens */
    commit(world);
    assert_false(store_key(world->store, second.hash, &out));
    assert_true(store_key(world->store, first.hash, &out));
    assert_int_equal(out.expires_at, 1800);

    batch_keys_end(world->batch, 1, KEY_SESSION);
    commit(world);
    assert_false(store_key(world->store, first.hash, &out));
    assert_true(store_key(world->store, token.hash, &out));
    assert_true(store_key(world->store, bens.hash, &out));

    StoreKey stray = sample_key(5, 77);
    batch_key(world->batch, &stray);
    assert_commit(world->store, world->batch, STORE_FAILED);
}

/* A secret that is nearly the right one opens nothing, whichever byte of its hash is another. */
static void a_key_fits_whole(void **state) {
    World *world = *state;
    StoreUser user = sample_user(1);
    StoreKey key = sample_key(7, 1), found;
    assert_true(batch_user(world->batch, &user) && batch_key(world->batch, &key));
    commit(world);
    assert_true(store_key(world->store, key.hash, &found));
    for (unsigned i = 0; i < STORE_HASH_BYTES; i++) {
        uint8_t hash[STORE_HASH_BYTES];
        memcpy(hash, key.hash, sizeof hash);
        hash[i] ^= 0x10;
        assert_false(store_key(world->store, hash, &found));
    }
}

static void tables(void **state) {
    World *world = *state;
    StoreTable first = sample_table(1), second = sample_table(2), third = sample_table(3), out;
    batch_table(world->batch, &first);
    batch_table(world->batch, &second);
    batch_table(world->batch, &third);
    commit(world);
    ASSERT_SHOWN("table 3 'TAB3' 0 3 4997 ''\ntable 2 'TAB2' 0 3 4998 ''\ntable 1 'TAB1' 0 3 4999 ''\n",
                 store_tables(world->store, TABLE_ROW_OPEN, visitor, context), tell_table);
    first.state = TABLE_ROW_QUARANTINED;
    snprintf(first.trouble, sizeof first.trouble, "row 3 of its log is damaged");
    second.state = TABLE_ROW_CLOSED;
    batch_table(world->batch, &first);
    batch_table(world->batch, &second);
    commit(world);
    assert_true(table_by_code(world->store, "TAB1", &out));
    assert_memory_equal(&out, &first, sizeof out);
    assert_false(table_by_code(world->store, "tab1", &out));
    ASSERT_SHOWN("table 2 'TAB2' 1 3 4998 ''\n", store_tables(world->store, TABLE_ROW_CLOSED, visitor, context),
                 tell_table);
    third.id = 4; /* with a code that is taken */
    batch_table(world->batch, &third);
    assert_commit(world->store, world->batch, STORE_FAILED);
}

static void events(void **state) {
    World *world = *state;
    StoreEvent first = sample_event(1), second = sample_event(2), third = sample_event(3), out;
    batch_event(world->batch, &first);
    batch_event(world->batch, &second);
    batch_event(world->batch, &third);
    batch_log(world->batch, 2, 1, 9, "key ABC", 7); /* its log lies among those of tables */
    commit(world);
    ASSERT_SHOWN("event 1 'EVE1' 0 2 'Friday 1' 5999 0 ''\nevent 2 'EVE2' 0 2 'Friday 2' 5998 0 ''\n",
                 store_events(world->store, TABLE_ROW_OPEN, 2, visitor, context), tell_event);
    second.state = TABLE_ROW_CLOSED;
    second.closed_at = 7000;
    batch_event(world->batch, &second);
    commit(world);
    assert_true(store_event_by_code(world->store, "EVE2", &out));
    assert_memory_equal(&out, &second, sizeof out);
    assert_false(store_event_by_code(world->store, "eve2", &out));
    ASSERT_SHOWN("event 2 'EVE2' 1 2 'Friday 2' 5998 7000 ''\n",
                 store_events(world->store, TABLE_ROW_CLOSED, 9, visitor, context), tell_event);
    batch_log(world->batch, 2, 1, 9, "key DEF", 7); /* a line that is there is never written again */
    assert_commit(world->store, world->batch, STORE_FAILED);
    third.id = 4; /* with a code that is taken */
    batch_event(world->batch, &third);
    assert_commit(world->store, world->batch, STORE_FAILED);
}

static void clubs(void **state) {
    World *world = *state;
    StoreUser ada = sample_user(1), ben = sample_user(2);
    StoreClub club = sample_club(5, 1), other = sample_club(6, 2), out;
    StoreMember owner = {.club = 5, .user = 1, .role = MEMBER_OWNER, .since = 20}, found;
    StoreMember plain = {.club = 5, .user = 2, .role = MEMBER_PLAIN, .since = 10};
    StoreMember elsewhere = {.club = 6, .user = 1, .role = MEMBER_EDITOR, .since = 5};
    batch_member(world->batch, &owner);
    batch_member(world->batch, &plain);
    batch_member(world->batch, &elsewhere);
    batch_club(world->batch, &club);
    batch_club(world->batch, &other);
    batch_user(world->batch, &ada);
    batch_user(world->batch, &ben);
    commit(world);
    assert_true(store_club(world->store, 5, &out));
    assert_memory_equal(&out, &club, sizeof out);
    assert_true(store_club_by_key(world->store, "club6", &out) && out.id == 6);
    assert_true(store_club_by_invite(world->store, "INV5", &out) && out.id == 5);
    assert_false(store_club_by_invite(world->store, "INV7", &out));
    ASSERT_SHOWN("member 2 of 5 1 'Käthe 2' 10\nmember 1 of 5 3 'Käthe 1' 20\n",
                 store_members(world->store, 5, visitor, context), tell_member);
    ASSERT_SHOWN("member 1 of 6 2 'Club 6' 5\nmember 1 of 5 3 'Club 5' 20\n",
                 store_clubs_of(world->store, 1, visitor, context), tell_member);

    plain.role = MEMBER_EDITOR;
    elsewhere.role = MEMBER_NONE;
    batch_member(world->batch, &plain);
    batch_member(world->batch, &elsewhere);
    commit(world);
    assert_true(store_member(world->store, 5, 2, &found) && found.role == MEMBER_EDITOR);
    assert_false(store_member(world->store, 6, 1, &found));

    snprintf(other.invite, sizeof other.invite, "INV5");
    batch_club(world->batch, &other);
    assert_commit(world->store, world->batch, STORE_FAILED);
    plain.club = 77;
    batch_member(world->batch, &plain);
    assert_commit(world->store, world->batch, STORE_FAILED);
}

static void rulesets(void **state) {
    World *world = *state;
    StoreUser ada = sample_user(1);
    StoreClub club = sample_club(2, 1);
    StoreRuleset house = sample_ruleset(2, "house", 1), wild = sample_ruleset(2, "a wild one", 1);
    batch_user(world->batch, &ada);
    batch_club(world->batch, &club);
    batch_ruleset(world->batch, &house);
    batch_ruleset(world->batch, &wild);
    house = sample_ruleset(2, "house", 2);
    house.text = "[ruleset]\n";
    house.length = strlen(house.text);
    batch_ruleset(world->batch, &house);
    commit(world);
    ASSERT_SHOWN("ruleset 2 'a wild one' 1 '00000000000000000000000000000001' 1 41 0 '[ruleset]\nextends = official\n' "
                 "29\nruleset 2 'house' 2 '00000000000000000000000000000002' 1 42 0 '[ruleset]\n' 10\n",
                 store_rulesets(world->store, 2, visitor, context), tell_ruleset);

    house = sample_ruleset(2, "house", 3);
    house.withdrawn = true;
    house.text = NULL;
    batch_ruleset(world->batch, &house);
    commit(world);
    ASSERT_SHOWN("ruleset 2 'a wild one' 1 '00000000000000000000000000000001' 1 41 0 '[ruleset]\nextends = official\n' "
                 "29\n",
                 store_rulesets(world->store, 2, visitor, context), tell_ruleset);
    Told told = {0};
    assert_true(store_versions(world->store, 2, "house", tell_ruleset, &told));
    const char *third = strstr(told.text, "'house' 3"), *first = strstr(told.text, "'house' 1");
    assert_true(third && first && third < first);
    free(told.text);

    batch_ruleset(world->batch, &wild); /* a version is never changed */
    assert_commit(world->store, world->batch, STORE_FAILED);
}

static bool tell_id_only(void *told, const void *row) {
    return tell(told, "%llu ", (unsigned long long)((const StoreResult *)row)->id);
}

static bool tell_two_only(void *told, const void *row) { return tell_id_only(told, row) && ((Told *)told)->length < 4; }

static bool keep_result(void *found, const void *row) {
    *(StoreResult *)found = *(const StoreResult *)row;
    return true;
}

static void results(void **state) {
    World *world = *state;
    static const struct {
        uint64_t id, club;
        int64_t at;
    } rows[] = {{4, 0, 400}, {1, 2, 100}, {3, 2, 300}, {2, 1, 200}, {5, 0, 400}};
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        StoreResult result = sample_result(rows[i].id, rows[i].club, rows[i].at);
        if (rows[i].id == 3) result.seat[1] = (StoreResultSeat){.user = 6, .name = "Ben", .score = 3};
        if (rows[i].id == 4) result.seat[1].user = 1; /* Ada against herself */
        batch_result(world->batch, &result);
    }
    commit(world);
    ASSERT_SHOWN("5 4 3 2 1 ", store_results(world->store, 0, 0, 0, 99, visitor, context), tell_id_only);
    ASSERT_SHOWN("5 4 3 2 1 ", store_results(world->store, 1, 0, 0, 99, visitor, context), tell_id_only);
    ASSERT_SHOWN("3 2 ", store_results(world->store, 1, 0, 400, 2, visitor, context), tell_id_only);
    ASSERT_SHOWN("3 ", store_results(world->store, 6, 0, 0, 99, visitor, context), tell_id_only);
    ASSERT_SHOWN("3 1 ", store_results(world->store, 0, 2, 0, 99, visitor, context), tell_id_only);
    ASSERT_SHOWN("1 ", store_results(world->store, 1, 2, 300, 99, visitor, context), tell_id_only);
    ASSERT_SHOWN("", store_results(world->store, 0, 0, 0, 0, visitor, context), tell_id_only);
    ASSERT_SHOWN("5 4 ", store_results(world->store, 0, 0, 0, 99, visitor, context), tell_two_only);
    ASSERT_SHOWN(
        "result 3 9 2 'TAB9' 'official' '0000000000000000000000000000004d' 10 300 1 'uno 1\nseat A Ada\nA R5\n' 22: dealt 3 played 63 1 5 3 211 1 'Ada' '' "
        "512 1 0 1 27.25 8.125 1662.5 3 4 5 6 7 8 9 10 6 'Ben' '' 3 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n",
        store_result(world->store, 3, visitor, context), tell_result);
    ASSERT_SHOWN(
        "result 3 9 2 'TAB9' 'official' '0000000000000000000000000000004d' 10 300 1 '' 0: dealt 3 played 63 1 5 3 211 1 'Ada' '' "
        "512 1 0 1 27.25 8.125 1662.5 3 4 5 6 7 8 9 10 6 'Ben' '' 3 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n",
        store_results(world->store, 6, 0, 0, 1, visitor, context), tell_result);
    ASSERT_SHOWN("", store_result(world->store, 9, visitor, context), tell_result);
    StoreResult again = sample_result(3, 2, 999);
    batch_result(world->batch, &again);
    assert_commit(world->store, world->batch, STORE_FAILED);
}

static void every_kind_of_event_is_kept(void **state) {
    World *world = *state;
    StoreResult result = sample_result(1, 0, 100), none = sample_result(2, 0, 200), found;
    for (unsigned kind = 0; kind < EVENT_KINDS; kind++) result.happened[kind] = UINT32_MAX - kind;
    memset(none.happened, 0, sizeof none.happened);
    batch_result(world->batch, &result);
    batch_result(world->batch, &none);
    commit(world);
    assert_true(store_result(world->store, 1, keep_result, &found));
    assert_memory_equal(found.happened, result.happened, sizeof found.happened);
    assert_true(store_result(world->store, 2, keep_result, &found));
    assert_memory_equal(found.happened, none.happened, sizeof found.happened);
}

static bool tell_seat_names(void *told, const void *row) {
    const StoreResult *result = row;
    return tell(told, "%llu %llu '%s' '%s' '%s' ", (unsigned long long)result->id,
                (unsigned long long)result->seat[0].user, result->seat[0].name, result->seat[1].name, result->record);
}

/* Somebody who is gone stays as a seat without a name, in the record too; others are as they were. */
static void names_go_and_seats_stay(void **state) {
    World *world = *state;
    StoreResult first = sample_result(1, 0, 100), other = sample_result(2, 0, 200);
    other.seat[0].user = 7;
    batch_result(world->batch, &first);
    batch_result(world->batch, &other);
    commit(world);
    batch_anonymous(world->batch, 1);
    batch_anonymous(world->batch, 0); /* bots are nobody's */
    batch_anonymous(world->batch, 99);
    commit(world);
    ASSERT_SHOWN("1 1 '' 'a bot' 'uno 1\nA R5\n' ", store_result(world->store, 1, visitor, context), tell_seat_names);
    ASSERT_SHOWN("2 7 'Ada' 'a bot' 'uno 1\nseat A Ada\nA R5\n' ", store_result(world->store, 2, visitor, context),
                 tell_seat_names);
    batch_anonymous(world->batch, 1); /* a second time changes nothing */
    commit(world);
    ASSERT_SHOWN("1 1 '' 'a bot' 'uno 1\nA R5\n' ", store_result(world->store, 1, visitor, context), tell_seat_names);
}

static void outcomes_come_in_the_order_of_play(void **state) {
    World *world = *state;
    static const int64_t at[] = {300, 100, 200, 100};
    for (unsigned i = 0; i < 4; i++) {
        StoreResult result = sample_result(i + 1, 0, at[i]);
        result.finished = i != 2;
        batch_result(world->batch, &result);
    }
    commit(world);
    ASSERT_SHOWN("2 4 1 ", store_outcomes(world->store, visitor, context), tell_id_only);
}

static void users_of_a_kind(void **state) {
    World *world = *state;
    for (uint64_t id = 1; id <= 3; id++) {
        StoreUser user = sample_user(id);
        user.kind = id == 2 ? USER_GUEST : USER_ACCOUNT;
        batch_user(world->batch, &user);
    }
    commit(world);
    Told told = {0};
    assert_true(store_users(world->store, USER_GUEST, tell_user, &told));
    assert_true(strncmp(told.text, "user 2", 6) == 0 && !strchr(strchr(told.text, '\n') + 1, '\n'));
    free(told.text);
}

static bool count_push(void *context, const void *row) {
    const StorePush *push = row;
    unsigned *sum = context;
    *sum += (unsigned)push->user + (unsigned)strlen(push->endpoint) + (unsigned)push->key[0] + push->hash[31];
    return true;
}

static unsigned pushes_kept(World *world) {
    unsigned sum = 0;
    assert_true(store_pushes(world->store, count_push, &sum));
    return sum;
}

/* Where people can be reached: one row a browser, which may become another's. */
static void pushes(void **state) {
    World *world = *state;
    StorePush push = {
        .hash = {1}, .user = 7, .endpoint = "https://p.example/1", .key = "K", .secret = "s", .language = "de"};
    StorePush other = {.hash = {2}, .user = 7, .endpoint = "https://p.example/22", .key = "K", .language = "en"};
    push.hash[31] = 100;
    batch_push(world->batch, &push);
    batch_push(world->batch, &other);
    commit(world);
    assert_int_equal(pushes_kept(world), 7 + 19 + 'K' + 100 + 7 + 20 + 'K');
    push.user = 8;
    batch_push(world->batch, &push);
    commit(world);
    restart(world);
    assert_int_equal(pushes_kept(world), 8 + 19 + 'K' + 100 + 7 + 20 + 'K');
    batch_pushes_end(world->batch, 7);
    commit(world);
    assert_int_equal(pushes_kept(world), 8 + 19 + 'K' + 100);
    batch_push_end(world->batch, push.hash);
    commit(world);
    assert_int_equal(pushes_kept(world), 0);
}

static void bans(void **state) {
    World *world = *state;
    StoreBan address = sample_ban("address 192.0.2.7", 20, 0), user = sample_ban("user 00ab", 10, 500);
    batch_ban(world->batch, &address);
    batch_ban(world->batch, &user);
    commit(world);
    ASSERT_SHOWN("ban 'user 00ab' 'it was rude' 10 500\nban 'address 192.0.2.7' 'it was rude' 20 0\n",
                 store_bans(world->store, visitor, context), tell_ban);
    user.until = 9;
    address.until = 90;
    batch_ban(world->batch, &user);
    batch_ban(world->batch, &address);
    commit(world);
    ASSERT_SHOWN("ban 'address 192.0.2.7' 'it was rude' 20 90\n", store_bans(world->store, visitor, context), tell_ban);
}

/* ---- batches and visitors ---- */

static void a_batch_keeps_copies_and_its_order(void **state) {
    World *world = *state;
    enum { LONG = 300000 };
    char *text = malloc(LONG), small[8];
    assert_non_null(text);
    memset(text, 'x', LONG);
    for (int round = 0; round < 3; round++) {
        uint64_t base = (uint64_t)round * 1000;
        for (unsigned i = 1; i <= 900; i++) {
            int length = snprintf(small, sizeof small, "m%u", i);
            assert_true(batch_log(world->batch, 1, base + i, 0, small, (size_t)length));
        }
        assert_true(batch_log(world->batch, 1, base + 901, 0, text, LONG));
        memset(small, '?', sizeof small);
        assert_int_equal(batch_count(world->batch), 901);
        assert_commit(world->store, world->batch, STORE_DONE);
        assert_int_equal(batch_count(world->batch), 0);
    }
    free(text);
    Told told = {0};
    assert_true(store_log(world->store, 1, 2899, tell_entry, &told));
    assert_ptr_equal(strstr(told.text, "log 1.2899 at 0 'm899' 4\nlog 1.2900 at 0 'm900' 4\nlog 1.2901 at 0 'xxx"),
                     told.text);
    assert_int_equal(told.length > LONG, 1);
    free(told.text);
    assert_commit(world->store, world->batch, STORE_DONE); /* an empty one */
}

typedef struct {
    Store *store;
    unsigned outer, inner;
} Nested;

static bool count_inner(void *context, const void *row) {
    (void)row;
    ((Nested *)context)->inner++;
    return true;
}

static bool count_outer(void *context, const void *row) {
    Nested *nested = context;
    StoreUser user;
    (void)row;
    nested->outer++;
    assert_false(store_user(nested->store, 5, &user));
    return store_log(nested->store, 1, 1, count_inner, nested);
}

static void a_visitor_may_read(void **state) {
    World *world = *state;
    for (uint64_t seq = 1; seq <= 4; seq++) batch_log(world->batch, 1, seq, 0, "x", 1);
    commit(world);
    Nested nested = {.store = world->store};
    assert_true(store_log(world->store, 1, 1, count_outer, &nested));
    assert_int_equal(nested.outer, 4);
    assert_int_equal(nested.inner, 16);
}

/* ---- both at once ---- */

static void append_chance(uint64_t *chance, StoreBatch *batch) {
    uint64_t id = 1 + random_below(chance, WORLD - 1), other = 1 + random_below(chance, WORLD - 1);
    StoreUser user = sample_user(random_below(chance, 4) ? id : other);
    StoreKey key = sample_key((uint8_t)id, other);
    StoreTable table = sample_table(id);
    StoreEvent event = sample_event(id);
    StoreClub club = sample_club(id, other);
    StoreMember member = {.club = id, .user = other, .since = (int64_t)other};
    StoreRuleset ruleset = sample_ruleset(id, "house", 1 + random_below(chance, 4));
    StoreResult result = sample_result(id, other, 100 + random_below(chance, 9));
    StoreBan ban = sample_ban(other % 2 ? "user 1" : "user 2", 50, random_below(chance, 90));
    user.id = id; /* sometimes with the key of another */
    if (random_below(chance, 5) == 0) user.kind = USER_BOT, user.owner = other;
    if (random_below(chance, 2)) key.kind = KEY_BOT;
    table.state = (TableRowState)random_below(chance, 3);
    member.role = (MemberRole)random_below(chance, 4);
    ruleset.withdrawn = random_below(chance, 4) == 0;
    result.seat[1].user = random_below(chance, WORLD);
    event.state = table.state;
    result.event = random_below(chance, 3);
    switch (random_below(chance, 14)) {
    case 0: batch_user(batch, &user); break;
    case 1: batch_key(batch, &key); break;
    case 2: batch_key_end(batch, key.hash); break;
    case 3: batch_keys_end(batch, other, key.kind); break;
    case 4: batch_table(batch, &table); break;
    case 5: batch_club(batch, &club); break;
    case 6: batch_member(batch, &member); break;
    case 7: batch_ruleset(batch, &ruleset); break;
    case 8: batch_result(batch, &result); break;
    case 9: batch_ban(batch, &ban); break;
    case 10: batch_anonymous(batch, other); break;
    case 11: batch_event(batch, &event); break;
    default: batch_log(batch, id, 1 + random_below(chance, 60), (int64_t)other, "some text", other); break;
    }
}

static void memory_and_another_agree(void **state) {
    World *world = *state;
    Store *memory = store_open_memory();
    uint64_t chance = 20;
    unsigned verdicts[3] = {0};
    for (int round = 0; round < 400; round++) {
        char trouble[STORE_TROUBLE_MAX];
        for (unsigned rows = 1 + random_below(&chance, 4); rows > 0; rows--) append_chance(&chance, world->batch);
        StoreVerdict verdict = store_commit(world->store, world->batch, trouble);
        if (store_commit(memory, world->batch, trouble) != verdict) fail_msg("round %d: %s", round, trouble);
        verdicts[verdict]++;
        batch_clear(world->batch);
        if (round % 20 == 0) assert_told_same(world->store, memory);
    }
    assert_told_same(world->store, memory);
    assert_true(verdicts[STORE_DONE] > 50 && verdicts[STORE_FAILED] > 50);
    store_close(memory);
}

/* ---- forgetting ---- */

static bool count_row(void *context, const void *row) {
    (void)row;
    return ++*(unsigned *)context, true;
}

static unsigned log_rows(World *world, uint64_t table) {
    unsigned count = 0;
    assert_true(store_log(world->store, table, 1, count_row, &count));
    return count;
}

/* Tables 1 (open), 2 and 3 (closed at 100 and 200), 4 (set aside), ten entries each, in turns. */
static void keep_four_tables(World *world) {
    for (uint64_t id = 1; id <= 4; id++) {
        StoreTable table = sample_table(id);
        if (id == 2 || id == 3) table.state = TABLE_ROW_CLOSED, table.closed_at = 100 * ((int64_t)id - 1);
        if (id == 4) table.state = TABLE_ROW_QUARANTINED;
        batch_table(world->batch, &table);
    }
    for (uint64_t seq = 1; seq <= 10; seq++)
        for (uint64_t id = 1; id <= 4; id++) batch_log(world->batch, id, seq, 0, "draw", 4);
    StoreResult result = sample_result(7, 0, 90);
    result.table = 2;
    batch_result(world->batch, &result);
    commit(world);
}

static void forget(World *world, int64_t closed_before, int64_t now, unsigned most) {
    batch_forget(world->batch, &(StoreForget){.closed_before = closed_before, .now = now, .most = most});
    assert_int_equal(batch_count(world->batch), 1);
    commit(world);
}

static void logs_of_closed_tables_are_forgotten_in_bites(void **state) {
    World *world = *state;
    StoreTable table;
    keep_four_tables(world);
    assert_false(store_has_old(world->store, 100, 0));
    forget(world, 100, 0, 1000);
    assert_int_equal(log_rows(world, 2), 10);
    assert_true(store_has_old(world->store, 101, 0));
    forget(world, 101, 0, 4);
    assert_int_equal(log_rows(world, 2), 6);
    assert_true(table_by_code(world->store, "TAB2", &table) && table.closed_at == 100);
    forget(world, 101, 0, 7);
    assert_int_equal(log_rows(world, 2), 0);
    assert_false(table_by_code(world->store, "TAB2", &table));
    assert_false(store_has_old(world->store, 101, 0));
    forget(world, 1000, 0, 1000);
    assert_int_equal(log_rows(world, 3), 0);
    assert_int_equal(log_rows(world, 1), 10);
    assert_int_equal(log_rows(world, 4), 10);
    unsigned results = 0;
    assert_true(store_result(world->store, 7, count_row, &results));
    assert_int_equal(results, 1);
    assert_true(batch_log(world->batch, 1, 11, 0, "draw", 4)); /* the others go on */
    commit(world);
    assert_int_equal(log_rows(world, 1), 11);
}

static void keys_and_bans_that_are_over_are_forgotten(void **state) {
    World *world = *state;
    StoreUser user = sample_user(1);
    StoreKey key = sample_key(1, 1), found, forever = sample_key(2, 1);
    StoreBan ban = sample_ban("user 00ab", 10, 500), for_good = sample_ban("user 00ac", 10, 0);
    forever.expires_at = 0;
    batch_user(world->batch, &user);
    batch_key(world->batch, &key);
    batch_key(world->batch, &forever);
    batch_ban(world->batch, &ban);
    batch_ban(world->batch, &for_good);
    commit(world);
    assert_false(store_has_old(world->store, 0, 500));
    forget(world, 0, 500, 10);
    assert_true(store_has_old(world->store, 0, 501));
    assert_true(store_key(world->store, key.hash, &found));
    forget(world, 0, 901, 10);
    assert_false(store_key(world->store, key.hash, &found));
    assert_true(store_key(world->store, forever.hash, &found));
    ASSERT_SHOWN("ban 'user 00ac' 'it was rude' 10 0\n", store_bans(world->store, visitor, context), tell_ban);
    assert_false(store_has_old(world->store, 0, INT64_MAX));
}

/* A batch that fails forgets nothing. */
static void what_fails_forgets_nothing(void **state) {
    World *world = *state;
    keep_four_tables(world);
    batch_forget(world->batch, &(StoreForget){.closed_before = 1000, .most = 1000});
    batch_log(world->batch, 1, 10, 0, "taken", 5);
    assert_commit(world->store, world->batch, STORE_FAILED);
    assert_int_equal(log_rows(world, 2), 10);
}

static void faults_on_demand(void **state) {
    World *world = *state;
    store_memory_fault(world->store, STORE_FULL);
    batch_log(world->batch, 1, 1, 0, "x", 1);
    assert_commit(world->store, world->batch, STORE_FULL);
    store_memory_fault(world->store, STORE_FAILED);
    batch_log(world->batch, 1, 1, 0, "x", 1);
    assert_commit(world->store, world->batch, STORE_FAILED);
    store_memory_fault(world->store, STORE_DONE);
    commit_log(world->store, world->batch, 1, 1, "x");
}

static int start_postgres(void **state) {
    (void)state;
    return postgres_start(&postgres) ? 0 : -1;
}

static int end_postgres(void **state) {
    (void)state;
    postgres_end(&postgres);
    return 0;
}

/* ---- PostgreSQL alone ---- */

static void the_database_goes_and_comes_back(void **state) {
    World *world = *state;
    char trouble[STORE_TROUBLE_MAX];
    commit_log(world->store, world->batch, 1, 1, "first");
    assert_true(postgres_do("kill", &postgres));
    batch_log(world->batch, 1, 2, 20, "second", 6);
    for (int i = 0; i < 3; i++) assert_int_equal(store_commit(world->store, world->batch, trouble), STORE_FULL);
    assert_non_null(strstr(trouble, "out of reach"));
    assert_true(postgres_do("again", &postgres));
    assert_commit(world->store, world->batch, STORE_DONE);
    ASSERT_SHOWN("log 1.1 at 10 'first' 5\nlog 1.2 at 20 'second' 6\n", store_log(world->store, 1, 0, visitor, context),
                 tell_entry);
}

/* The answer is lost, the transaction was made: asked again, the same batch is there once. */
static void a_commit_whose_answer_is_lost_is_made_once(void **state) {
    World *world = *state;
    commit_log(world->store, world->batch, 1, 1, "first");
    assert_true(postgres_run(&postgres,
                             "CREATE FUNCTION uno.cut() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                             " PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;"
                             "CREATE CONSTRAINT TRIGGER cut AFTER INSERT ON uno.log DEFERRABLE INITIALLY DEFERRED"
                             " FOR EACH ROW WHEN (NEW.seq = 2) EXECUTE FUNCTION uno.cut()"));
    char trouble[STORE_TROUBLE_MAX];
    batch_log(world->batch, 1, 2, 20, "second", 6);
    assert_int_equal(store_commit(world->store, world->batch, trouble), STORE_FULL);
    /* As if the commit had got through before the connection went. */
    assert_true(postgres_run(&postgres, "DROP TRIGGER cut ON uno.log; UPDATE uno.counts SET commits = commits + 1;"
                                        "INSERT INTO uno.log VALUES (1, 2, 20, 'second', 0)"));
    assert_commit(world->store, world->batch, STORE_DONE);
    commit_log(world->store, world->batch, 1, 3, "third");
    assert_true(postgres_run(&postgres, "UPDATE uno.counts SET commits = commits + 7"));
    batch_log(world->batch, 1, 4, 40, "fourth", 6);
    assert_commit(world->store, world->batch, STORE_FAILED); /* somebody else went on with the count */
    ASSERT_SHOWN("", store_log(world->store, 1, 4, visitor, context), tell_entry);
}

/* ---- two nodes ---- */

/* One entry of a log, as a part of the batch; false: another node was first, or leads. */
static bool enter(Store *node, uint64_t log, uint64_t epoch, uint64_t seq, const char *text) {
    static uint64_t beside = 100000;
    StoreBatch *batch = batch_new();
    assert_true(batch_part(batch, log, epoch) && batch_log(batch, log, seq, 10, text, strlen(text)));
    assert_true(batch_part(batch, 0, 0) && batch_log(batch, ++beside, 1, 10, "beside it", 9));
    char trouble[STORE_TROUBLE_MAX];
    assert_int_equal(store_commit(node, batch, trouble), STORE_DONE);
    bool lost = batch_is_lost(batch, log);
    assert_int_equal(batch_last(batch, log), seq);
    batch_close(batch);
    return !lost;
}

static bool count_lease(void *context, const void *row) {
    const StoreLease *lease = row;
    return *(uint64_t *)context = lease->epoch, true;
}

/* A name is one holder's until its time is over; each name by itself. The time is the database's, or in memory the caller's. */
static void check_holds(Store *first, Store *second, int64_t now) {
    StoreHold hold;
    assert_true(store_hold(first, "user ada", 7, now, 60000, &hold) && hold.holder == 7);
    assert_string_equal(hold.name, "user ada");
    assert_false(store_hold(second, "user ada", 8, now, 60000, &hold));
    assert_string_equal(store_trouble(second), "");
    assert_true(store_hold(second, "user ada", 7, now, 0, &hold)); /* the same again, and it ends now */
    assert_true(store_hold(second, "user ben", 8, now, 60000, &hold));
    nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    assert_true(store_hold(second, "user ada", 8, now + 1, 60000, &hold) && hold.holder == 8);
}

/* Of two nodes one is first; the other's entry is not written, and what is beside it is. Who has not the lease does not write under it. */
static void check_two_nodes(Store *first, Store *second) {
    enum { LOG = 71, LIVE_MS = 60000 };
    const int64_t now = 1000;
    uint64_t epoch = 0;
    StoreLife life;
    StoreTable table = {.id = LOG, .code = "TWO"};
    StoreBatch *batch = batch_new();
    assert_true(store_node(first) && store_node(second) && store_node(first) != store_node(second));
    assert_true(batch_table(batch, &table));
    assert_commit(first, batch, STORE_DONE);
    batch_close(batch);
    assert_true(store_live(first, store_node(first), now, LIVE_MS, &life) && life.alive == 1);
    assert_true(store_live(second, store_node(second), now, LIVE_MS, &life) && life.alive == 2);
    assert_true(enter(first, LOG, 1, 1, "one"));
    assert_true(enter(second, LOG, 0, 2, "two of the second"));
    assert_false(enter(first, LOG, 1, 2, "two of the first"));
    assert_false(enter(first, LOG, 1, 4, "four"));
    assert_true(enter(first, LOG, 1, 3, "three"));
    assert_false(enter(second, LOG, 1, 4, "under the lease of another"));
    ASSERT_SHOWN("log 71.1 at 10 'one' 3\nlog 71.2 at 10 'two of the second' 17\nlog 71.3 at 10 'three' 5\n",
                 store_log(first, LOG, 0, visitor, context), tell_entry);
    assert_true(store_leases(second, store_node(second), false, now, 10, count_lease, &epoch) && !epoch);
    assert_true(store_live(first, store_node(first), now, 0, &life)); /* it goes */
    assert_true(store_leases(second, store_node(second), false, now, 10, count_lease, &epoch) && epoch == 2);
    assert_false(enter(first, LOG, 1, 4, "under a lease that is gone"));
    check_holds(first, second, now);
    assert_true(enter(second, LOG, 2, 4, "four"));
}

static void two_nodes_in_memory(void **state) {
    World *world = *state;
    Store *first = store_open_memory_node(world->store, 1), *second = store_open_memory_node(world->store, 2);
    check_two_nodes(first, second);
    store_close(first);
    store_close(second);
}

static void two_nodes_on_postgres(void **state) {
    World *world = *state;
    char trouble[STORE_TROUBLE_MAX] = "";
    Store *second = store_open_postgres(postgres.url, trouble);
    assert_non_null(second);
    check_two_nodes(world->store, second);
    store_close(second);
    assert_null(store_open_postgres("postgresql:///x?host=/nowhere", trouble));
    assert_non_null(strstr(trouble, "cannot reach the database"));
}

static void a_newer_database_is_left_alone(void **state) {
    World *world = *state;
    char trouble[STORE_TROUBLE_MAX] = "";
    assert_true(postgres_run(&postgres, "UPDATE uno.server SET version = version + 99"));
    assert_null(store_open_postgres(postgres.url, trouble));
    assert_non_null(strstr(trouble, "newer version"));
    assert_true(postgres_run(&postgres, "UPDATE uno.server SET version = version - 99"));
    restart(world);
}

/* A database of the version before: of the games that are in it nothing is known, and of new ones it is. */
static void what_happened_is_not_known_of_older_games(void **state) {
    World *world = *state;
    StoreResult old = sample_result(1, 0, 100), new = sample_result(2, 0, 200), found;
    batch_result(world->batch, &old);
    commit(world);
    store_close(world->store);
    assert_true(postgres_run(&postgres, "ALTER TABLE uno.results DROP COLUMN happened;"
                                        "UPDATE uno.server SET version = version - 1"));
    world->store = open_again(world);
    assert_non_null(world->store);
    batch_result(world->batch, &new);
    commit(world);
    memset(old.happened, 0, sizeof old.happened);
    assert_true(store_result(world->store, 1, keep_result, &found));
    assert_memory_equal(found.happened, old.happened, sizeof found.happened);
    assert_int_equal(found.actions, 211);
    assert_true(store_result(world->store, 2, keep_result, &found));
    assert_memory_equal(found.happened, new.happened, sizeof found.happened);
}

#define ALL(test) \
    {#test " (memory)", test, open_memory, close_world, NULL}, {#test " (disk)", test, open_disk, close_world, NULL}, \
    { \
#test " (postgres)", test, open_postgres, close_world, NULL \
    }
#define POSTGRES_ONLY(test) cmocka_unit_test_setup_teardown(test, open_postgres, close_world)

int main(void) {
    const struct CMUnitTest tests[] = {
        ALL(logs),
        ALL(a_place_in_a_log_is_taken_once),
        ALL(a_batch_is_written_whole_or_not_at_all),
        ALL(users),
        ALL(keys),
        ALL(a_key_fits_whole),
        ALL(tables),
        ALL(events),
        ALL(clubs),
        ALL(rulesets),
        ALL(results),
        ALL(every_kind_of_event_is_kept),
        ALL(names_go_and_seats_stay),
        ALL(outcomes_come_in_the_order_of_play),
        ALL(users_of_a_kind),
        ALL(bans),
        ALL(pushes),
        ALL(a_batch_keeps_copies_and_its_order),
        ALL(a_visitor_may_read),
        ALL(logs_of_closed_tables_are_forgotten_in_bites),
        ALL(keys_and_bans_that_are_over_are_forgotten),
        ALL(what_fails_forgets_nothing),
        {"all agree (disk)", memory_and_another_agree, open_disk, close_world, NULL},
        {"all agree (postgres)", memory_and_another_agree, open_postgres, close_world, NULL},
        POSTGRES_ONLY(the_database_goes_and_comes_back),
        POSTGRES_ONLY(a_commit_whose_answer_is_lost_is_made_once),
        POSTGRES_ONLY(two_nodes_on_postgres),
        POSTGRES_ONLY(a_newer_database_is_left_alone),
        POSTGRES_ONLY(what_happened_is_not_known_of_older_games),
        cmocka_unit_test_setup_teardown(two_nodes_in_memory, open_memory, close_world),
        cmocka_unit_test_setup_teardown(faults_on_demand, open_memory, close_world),
    };
    return cmocka_run_group_tests(tests, start_postgres, end_postgres);
}
