/* server_tables.c -- tables at a server, on a made-up clock: what one person can have it do, what who comes back is
 * told, and that nothing happens any more once it goes down. */
#include "server_world.h"

#include "hub/tables.h"

static World *world;
static Person ada;
static Answer *line; /* ada's WebSocket */
static HubLine socket_line;
static struct {
    char *text; /* all that was said to her, a line each */
    size_t length;
} heard;

static void hear(void *self, HubLine to, const char *text, size_t length) {
    (void)self;
    if (to != socket_line) return;
    heard.text = realloc(heard.text, heard.length + length + 2);
    assert_non_null(heard.text);
    memcpy(heard.text + heard.length, text, length);
    memcpy(heard.text + heard.length + length, "\n", 2);
    heard.length += length + 1;
}

static void hush(void) {
    heard.length = 0;
    if (heard.text) heard.text[0] = 0;
}

static unsigned times_heard(const char *words) {
    unsigned count = 0;
    for (const char *at = heard.text; at && (at = strstr(at, words)); at++) count++;
    return count;
}

static void open_limited(const HubConfig *config) {
    world = calloc(1, sizeof *world);
    assert_non_null(world);
    world_open_with(world, store_open_memory(), config);
    world->hub->world.send = hear;
    ada = guest(world, "Ada");
}

static void connect_ada(void) {
    line = open_socket(world, ada.session);
    socket_line = (HubLine)(line - world->answer);
}

static int open_server(void **unused) {
    static const HubConfig config = {.url = "http://uno.example", .messages_per_s = 1000, .tables_per_user = 20};
    (void)unused;
    open_limited(&config);
    connect_ada();
    return 0;
}

static int close_server(void **unused) {
    (void)unused;
    world_close(world);
    free(world);
    free(heard.text);
    heard.text = NULL;
    heard.length = 0;
    return 0;
}

static void say_only(const char *text) {
    hub_begin_turn(world->hub, world->mono_ms, world->wall_ms);
    hub_socket_message(world->hub, socket_line, text, strlen(text));
    hub_end_turn(world->hub);
}

static void say(const char *text) {
    say_only(text);
    world_settle(world);
}

static void turn(int64_t ms) {
    world_elapse(world, ms);
    hub_begin_turn(world->hub, world->mono_ms, world->wall_ms);
    hub_end_turn(world->hub);
}

/* Time passes, and bots think at once. */
static void pass(int64_t ms, int64_t step_ms) {
    for (int64_t gone = 0; gone < ms; gone += step_ms) {
        world_elapse(world, step_ms);
        world_settle(world);
    }
}

static Desk *make_table(const char *body) {
    Answer *answer = ask(world, "POST", "/api/tables", ada.session, body);
    assert_done(answer, 201);
    return tables_find(world->hub, said(answer, "code"));
}

static void join(const Desk *desk, const char *more) {
    char text[200];
    snprintf(text, sizeof text, "{\"t\":\"join\",\"id\":1,\"code\":\"%s\"%s}", desk->row.code, more);
    say(text);
}

/* ---- how fast ---- */

static void no_table_is_faster_than_the_server_wants(void **unused) {
    (void)unused;
    Answer *answer = ask(world, "POST", "/api/tables", ada.session, "{\"pace_ms\":249}");
    assert_refused(answer, 400, "bad_settings");
    assert_non_null(strstr(said(answer, "message"), "250"));
    assert_string_equal(said(answer, "field"), "pace_ms");
    assert_non_null(strstr(said(answer, "reason"), "250"));
    assert_done(ask(world, "POST", "/api/tables", ada.session, "{\"pace_ms\":250}"), 201);
    Desk *desk = make_table("{}");
    join(desk, "");
    hush();
    say("{\"t\":\"set\",\"id\":2,\"pace_ms\":0}");
    assert_int_equal(times_heard("\"code\":\"bad_settings\""), 1);
    assert_int_equal(times_heard("\"field\":\"pace_ms\",\"reason\":\"this server"), 1);
    say("{\"t\":\"set\",\"id\":3,\"pace_ms\":300}");
    assert_int_equal(desk->table.settings.pace_ms, 300);
}

/* A log of before the server wanted so much. */
static void an_older_table_is_slowed_down(void **unused) {
    (void)unused;
    Desk *desk = make_table("{\"seats\":3,\"fill\":\"greedy\",\"think_s\":0}");
    desk->table.settings.pace_ms = 0;
    join(desk, "");
    say("{\"t\":\"set\",\"id\":2,\"title\":\"Fast\"}"); /* that is not what is wrong with it */
    assert_string_equal(desk->table.settings.title, "Fast");
    say("{\"t\":\"start\"}");
    say("{\"t\":\"stand\"}"); /* a bot plays for her, too */
    size_t before = desk->table.steps;
    pass(2000, 50);
    assert_true(desk->table.steps > before && desk->table.steps - before <= 2000 / 250 + 1);
}

static const HubConfig hurried = {.url = "http://uno.example", .pace_ms = 1, .tables_per_user = 20};

static Desk *start_bots(const char *more) {
    char body[200];
    snprintf(body, sizeof body, "{\"seats\":4,\"fill\":\"greedy\",\"window_ms\":0,\"think_s\":0%s}", more);
    Desk *desk = make_table(body);
    join(desk, "");
    say("{\"t\":\"start\"}");
    return desk;
}

/* Ada looks on while a bot plays for her. */
static void let_bot_play(Desk *desk) {
    LogEntry lapse;
    log_entry_init(&lapse, LOG_lapse);
    desk->table.seat[0].lapses = TABLE_LAPSES_MAX;
    lapse.seat = 0;
    lapse.seq = desk->table.seq + 1;
    lapse.at_ms = desk_now(world->hub, desk);
    assert_true(table_apply(&desk->table, &lapse));
    join(desk, ""); /* so that the table is looked at, whoever's turn it is */
}

/* Where the operator wants bots to be fast, a table still does no more than so much on the average. */
static void a_table_does_no_more_than_its_share(void **unused) {
    (void)unused;
    open_limited(&hurried);
    connect_ada();
    Desk *desk = start_bots("");
    let_bot_play(desk);
    uint64_t before = world->hub->count.actions;
    pass(20000, 2);
    uint64_t done = world->hub->count.actions - before;
    assert_true(done > 100 && done <= table_allowance.burst + 20 * table_allowance.per_s + 1);
}

/* ---- how much ---- */

static void joining_again_and_again_has_its_price(void **unused) {
    (void)unused;
    Desk *desk = make_table("{}");
    hush();
    for (unsigned i = 0; i < 20; i++) join(desk, "");
    assert_int_equal(times_heard("\"t\":\"joined\""), 10);
    assert_int_equal(times_heard("\"code\":\"too_often\""), 10);
    world_elapse(world, 1001);
    join(desk, "");
    assert_int_equal(times_heard("\"t\":\"joined\""), 11);
}

/* A log of gigabytes: rules, set anew all the time. */
static void a_person_cannot_fill_the_disk(void **unused) {
    (void)unused;
    Desk *desk = make_table("{}");
    char text[100];
    join(desk, "");
    world->hub->rates.limit[RATE_ROOM] = (RateLimit){1000, 1000, 1000, false}; /* what is tried is not how often */
    world->hub->rates.limit[RATE_MESSAGE] = (RateLimit){1000, 1000, 1000, false};
    for (unsigned i = 0; i < 500; i++) {
        snprintf(text, sizeof text, "{\"t\":\"set\",\"options\":{\"target\":%u}}", 100 + i);
        say(text);
    }
    assert_true(times_heard("\"code\":\"too_often\"") > 100);
    assert_true(desk->log_bytes < (128 << 10) + ENTRY_TEXT_MAX + 64);
    assert_refused(ask(world, "POST", "/api/tables", ada.session, "{}"), 429, "too_often");
    world_elapse(world, 60000);
    hush();
    say("{\"t\":\"set\",\"options\":{\"target\":99}}");
    assert_int_equal(times_heard("\"code\":\"too_often\""), 0);
    assert_done(ask(world, "POST", "/api/tables", ada.session, "{}"), 201);
}

static void too_many_options_are_refused(void **unused) {
    (void)unused;
    static char body[60000];
    int length = snprintf(body, sizeof body, "{\"options\":{");
    for (unsigned i = 0; i < 4000; i++)
        length += snprintf(body + length, sizeof body - (size_t)length, "%s\"target\":5", i ? "," : "");
    snprintf(body + length, sizeof body - (size_t)length, "}}");
    Answer *answer = ask(world, "POST", "/api/tables", ada.session, body);
    assert_refused(answer, 400, "bad_settings");
    assert_non_null(strstr(said(answer, "message"), "options"));
}

/* ---- coming back ---- */

/* Ada does the first thing she may, whenever she is asked. */
static void play_on(Desk *desk) {
    const Rules *rules = &desk->table.settings.ruleset.rules;
    char text[120], action[ACTION_TEXT_MAX];
    Action list[ACTIONS_MAX];
    pass(1000, 250);
    assert_int_equal(desk->table.stage, TABLE_PLAYING);
    if (desk->table.game.board.turn != 0 || !game_actions(rules, &desk->table.game, 0, list)) return;
    action_format(rules, list[0], action, sizeof action);
    snprintf(text, sizeof text, "{\"t\":\"do\",\"do\":\"%s\",\"q\":%llu}", action, (unsigned long long)desk->table.seq);
    say(text);
}

static void who_missed_much_gets_the_whole(void **unused) {
    (void)unused;
    char since[40];
    Desk *desk =
        make_table("{\"seats\":4,\"fill\":\"random\",\"pace_ms\":250,\"think_s\":0,\"options\":{\"target\":5000}}");
    join(desk, "");
    say("{\"t\":\"start\"}");
    uint64_t started = desk->table.seq;
    for (unsigned i = 0; i < 2000 && desk->table.steps < 700; i++) play_on(desk);
    assert_int_equal(desk->told.mark[1].step, 512);
    assert_int_equal(desk->told.mark[0].step, 256);
    /* What was told as it happened is told again, word by word. */
    char *live = heard.text;
    heard.text = NULL;
    heard.length = 0;
    for (size_t missed = 0; missed <= REPLAY_MAX; missed += 64) {
        snprintf(since, sizeof since, ",\"since\":%llu",
                 (unsigned long long)(desk->table.step[desk->table.steps - missed - 1].seq));
        world_elapse(world, 1);
        hush();
        join(desk, since);
        assert_int_equal(times_heard("\"t\":\"resumed\""), 1);
        assert_int_equal(times_heard("\"t\":\"act\""), missed);
        for (char *at = strtok(heard.text, "\n"); at; at = strtok(NULL, "\n"))
            if (strstr(at, "\"t\":\"act\"") && !strstr(live, at)) fail_msg("told otherwise before: %s", at);
    }
    free(live);
    snprintf(since, sizeof since, ",\"since\":%llu",
             (unsigned long long)(desk->table.step[desk->table.steps - REPLAY_MAX - 2].seq));
    hush();
    join(desk, since);
    assert_int_equal(times_heard("\"t\":\"joined\""), 1);
    assert_int_equal(times_heard("\"t\":\"act\""), 0);
    snprintf(since, sizeof since, ",\"since\":%llu", (unsigned long long)started);
    hush();
    join(desk, since);
    assert_int_equal(times_heard("\"t\":\"joined\""), 1);
}

/* ---- the end of a game that has none ---- */

static void a_game_that_is_too_long_is_broken_off(void **unused) {
    (void)unused;
    Desk *desk = make_table("{\"seats\":3,\"fill\":\"greedy\",\"think_s\":0}");
    join(desk, "");
    say("{\"t\":\"start\"}");
    Table *table = &desk->table;
    table->step = realloc(table->step, TABLE_STEPS_MAX * sizeof *table->step);
    assert_non_null(table->step);
    for (table->steps = 0; table->steps < TABLE_STEPS_MAX; table->steps++)
        table->step[table->steps] = (TableStep){.action = action_plain(ACT_DRAW)};
    table->step_room = TABLE_STEPS_MAX;
    hush();
    join(desk, ""); /* so that it is looked at, whoever's turn it is */
    pass(2000, 500);
    assert_int_equal(table->stage, TABLE_GATHERING);
    assert_int_equal(times_heard("\"broken_off\":\"too_long\""), 1);
    Answer *answer = ask(world, "GET", "/api/games?user=me", ada.session, NULL);
    assert_true(cJSON_IsFalse(part(answer, "games.0.finished")));
}

/* ---- what is old ---- */

static bool count_entry(void *context, const void *row) {
    (void)row;
    return ++*(unsigned *)context, true;
}

static unsigned entries_of(uint64_t table) {
    unsigned count = 0;
    assert_true(store_log(world->store, table, 1, count_entry, &count));
    return count;
}

/* A table that was closed is kept for some days, and then its log goes; one that is open is not touched. */
static void logs_are_kept_for_some_days(void **unused) {
    (void)unused;
    enum { HOUR = 3600000, DAYS = 2 };
    static const HubConfig config = {.url = "http://uno.example", .keep_days = DAYS, .idle_minutes = 100000};
    open_limited(&config);
    connect_ada();
    Desk *open = make_table("{}"), *closed = make_table("{}");
    uint64_t id[] = {open->row.id, closed->row.id};
    join(closed, "");
    say("{\"t\":\"close\"}");
    assert_true(entries_of(id[1]) > 2);
    pass((int64_t)DAYS * 24 * HOUR - HOUR, HOUR);
    assert_true(entries_of(id[1]) > 2);
    pass(2 * HOUR, HOUR);
    assert_int_equal(entries_of(id[1]), 0);
    assert_true(entries_of(id[0]) > 1);
    assert_true(hub_is_settled(world->hub));
}

/* ---- going down ---- */

static void who_goes_down_stands_still(void **unused) {
    (void)unused;
    enum { TABLES = 5 };
    Desk *desk[TABLES];
    for (unsigned i = 0; i < TABLES; i++) desk[i] = start_bots("");
    /* All are busy: bots act, think, and something is on its way to the disk. */
    for (unsigned i = 0; i < 40 && !(world->batch && world->jobs); i++) {
        if (world->batch) world_commit_now(world);
        turn(300);
        if (!world->batch) say_only("{\"t\":\"do\",\"do\":\"draw\",\"q\":9}");
        while (world->jobs && !world->batch) world_do_job(world);
    }
    assert_non_null(world->batch);
    hub_begin_turn(world->hub, world->mono_ms, world->wall_ms);
    hub_drain(world->hub);
    hub_end_turn(world->hub);
    world_commit_now(world);
    assert_true(hub_is_settled(world->hub));
    uint64_t seq[TABLES];
    for (unsigned i = 0; i < TABLES; i++) seq[i] = desk[i]->table.seq;
    while (world->jobs) world_do_job(world);
    hush();
    say_only("{\"t\":\"do\",\"id\":7,\"do\":\"draw\",\"q\":9}");
    say_only("{\"t\":\"stand\",\"id\":8}");
    assert_int_equal(times_heard("\"code\":\"going_down\""), 2);
    for (unsigned i = 0; i < 100; i++) turn(1000);
    assert_null(world->batch);
    assert_int_equal(world->jobs, 0);
    assert_true(hub_is_settled(world->hub));
    for (unsigned i = 0; i < TABLES; i++) assert_int_equal(desk[i]->table.seq, seq[i]);
}

/* A bot that has decided while the disk was full acts when it is good again, and no clock has run meanwhile. */
static void a_full_disk_stops_bots(void **unused) {
    (void)unused;
    Desk *desk = start_bots("");
    for (unsigned i = 0; i < 50 && desk->table.game.board.turn == 0; i++) play_on(desk);
    world_settle(world);
    store_memory_fault(world->store, STORE_FULL);
    hub_begin_turn(world->hub, world->mono_ms, world->wall_ms);
    world->hub->disk_full = true;
    world->hub->full_since = world->hub->mono_ms;
    hub_end_turn(world->hub);
    int64_t clock_ms = desk_now(world->hub, desk);
    uint64_t seq = desk->table.seq;
    for (unsigned i = 0; i < 20; i++) turn(1000);
    assert_int_equal(desk_now(world->hub, desk), clock_ms);
    assert_int_equal(desk->table.seq, seq);
    store_memory_fault(world->store, STORE_DONE);
    hub_begin_turn(world->hub, world->mono_ms, world->wall_ms);
    hub_committed(world->hub, STORE_DONE, "");
    hub_end_turn(world->hub);
    assert_int_equal(desk_now(world->hub, desk), clock_ms);
    pass(2000, 100);
    assert_true(desk->table.seq > seq);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_server, close_server)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(no_table_is_faster_than_the_server_wants),
        TEST(an_older_table_is_slowed_down),
        cmocka_unit_test_teardown(a_table_does_no_more_than_its_share, close_server),
        TEST(joining_again_and_again_has_its_price),
        TEST(a_person_cannot_fill_the_disk),
        TEST(too_many_options_are_refused),
        TEST(who_missed_much_gets_the_whole),
        TEST(a_game_that_is_too_long_is_broken_off),
        cmocka_unit_test_teardown(logs_are_kept_for_some_days, close_server),
        TEST(who_goes_down_stands_still),
        TEST(a_full_disk_stops_bots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
