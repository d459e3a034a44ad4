/* server_friends.c -- an evening among friends, on a made-up clock: who stands up watches and may come back, a host who
 * is gone hands the table over, a table in no hurry waits for days. */
#include "server_world.h"

#include "hub/push.h"
#include "hub/tables.h"

enum { FRIENDS = 3, HEARD_MAX = 1 << 18 };

static World *world;
static struct {
    Person person;
    HubLine line;
    char heard[HEARD_MAX]; /* all that was said to this one, a line each */
} friends[FRIENDS];

static void hear(void *self, HubLine to, const char *text, size_t length) {
    (void)self;
    for (unsigned i = 0; i < FRIENDS; i++) {
        size_t used = strlen(friends[i].heard);
        if (friends[i].line != to || used + length + 2 > HEARD_MAX) continue;
        memcpy(friends[i].heard + used, text, length);
        memcpy(friends[i].heard + used + length, "\n", 2);
    }
}

static void connect_friend(unsigned i) {
    friends[i].line = (HubLine)(open_socket(world, friends[i].person.session) - world->answer);
}

/* What goes to push services, and what they answer. */
static struct {
    unsigned count, status;
    PushJob job[16];
} pushed;

static bool run(void *self, HubJob *job) {
    if (job->kind == JOB_PUSH) {
        assert_true(pushed.count < 16);
        pushed.job[pushed.count++] = job->push;
        job->push.status = pushed.status;
    }
    return world_run(self, job);
}

static int open_server(void **unused) {
    static const HubConfig config = {
        .url = "http://uno.example", .messages_per_s = 1000, .tables_per_user = 20, .push_key = "BPublic"};
    static const char *const names[FRIENDS] = {"Ada", "Ben", "Cleo"};
    (void)unused;
    world = calloc(1, sizeof *world);
    assert_non_null(world);
    world_open_with(world, store_open_memory(), &config);
    world->hub->world.send = hear;
    world->hub->world.run = run;
    pushed.count = pushed.status = 0;
    for (unsigned i = 0; i < FRIENDS; i++) {
        friends[i].person = guest(world, names[i]);
        friends[i].heard[0] = 0;
        connect_friend(i);
    }
    return 0;
}

static int close_server(void **unused) {
    (void)unused;
    world_close(world);
    free(world);
    return 0;
}

static void say(unsigned i, const char *text) {
    hub_begin_turn(world->hub, world->mono_ms, world->wall_ms);
    hub_socket_message(world->hub, friends[i].line, text, strlen(text));
    hub_end_turn(world->hub);
    world_settle(world);
}

static void hush(void) {
    for (unsigned i = 0; i < FRIENDS; i++) friends[i].heard[0] = 0;
}

static bool has_heard(unsigned i, const char *words) { return strstr(friends[i].heard, words); }

static void go(unsigned i) {
    hub_begin_turn(world->hub, world->mono_ms, world->wall_ms);
    hub_socket_closed(world->hub, friends[i].line);
    hub_end_turn(world->hub);
    world_settle(world);
}

static void pass(int64_t ms) {
    for (int64_t step = 250; ms > 0; ms -= step) {
        world_elapse(world, ms < step ? ms : step);
        world_settle(world);
    }
}

/* The first of them makes it, and all sit down. */
static Desk *make_table(const char *body, unsigned count) {
    char text[100];
    Answer *answer = ask(world, "POST", "/api/tables", friends[0].person.session, body);
    assert_done(answer, 201);
    Desk *desk = tables_find(world->hub, said(answer, "code"));
    for (unsigned i = 0; i < count; i++) {
        snprintf(text, sizeof text, "{\"t\":\"join\",\"code\":\"%s\"}", desk->row.code);
        say(i, text);
        if (i) say(i, "{\"t\":\"sit\"}");
    }
    return desk;
}

static void start(Desk *desk, unsigned count) {
    for (unsigned i = 1; i < count; i++) say(i, "{\"t\":\"ready\"}");
    say(0, "{\"t\":\"start\"}");
    pass(500);
    assert_int_equal(desk->table.stage, TABLE_PLAYING);
}

static void rejoin(unsigned i, const Desk *desk, uint64_t since) {
    char text[100];
    snprintf(text, sizeof text, "{\"t\":\"join\",\"code\":\"%s\",\"since\":%llu}", desk->row.code,
             (unsigned long long)since);
    say(i, text);
}

/* ---- standing up ---- */

static void who_stands_up_watches_and_comes_back(void **unused) {
    (void)unused;
    Desk *desk = make_table("{\"seats\":3,\"fill\":\"medium\",\"think_s\":0}", 2);
    start(desk, 2);
    hush();
    say(1, "{\"t\":\"stand\"}");
    assert_true(has_heard(1, "\"t\":\"joined\"") && has_heard(1, "\"you\":null"));
    assert_true(has_heard(1, "\"seat\":null,")); /* a spectator's view, without anybody's cards */
    assert_true(has_heard(0, "\"left\":true") && !has_heard(0, "\"t\":\"joined\""));
    assert_int_equal(desk_spectators(desk), 1);
    hush();
    pass(5000); /* the game goes on without asking Ben for anything */
    say(1, "{\"t\":\"do\",\"do\":\"draw\",\"q\":9}");
    assert_true(has_heard(1, "\"code\":\"not_seated\""));
    hush();
    say(1, "{\"t\":\"back\"}");
    assert_true(has_heard(1, "\"t\":\"joined\"") && has_heard(1, "\"you\":\"B\""));
    say(1, "{\"t\":\"stand\"}");
    hush();
    say(1, "{\"t\":\"sit\"}"); /* is the same */
    assert_true(has_heard(1, "\"you\":\"B\""));
    assert_false(desk->table.seat[1].left);
}

/* What was seen from the seat does not go on as what a spectator sees. */
static void who_stood_up_meanwhile_is_told_the_whole(void **unused) {
    (void)unused;
    Desk *desk = make_table("{\"seats\":3,\"fill\":\"medium\",\"think_s\":0}", 2);
    start(desk, 2);
    uint64_t since = desk->table.seq;
    say(1, "{\"t\":\"stand\"}");
    go(1);
    connect_friend(1);
    hush();
    rejoin(1, desk, since);
    assert_true(has_heard(1, "\"t\":\"joined\"") && !has_heard(1, "\"t\":\"resumed\""));
}

/* ---- the host ---- */

static void a_host_who_is_gone_hands_over(void **unused) {
    (void)unused;
    Desk *desk = make_table("{\"seats\":3}", 3);
    assert_int_equal(desk->table.host, 0);
    go(0);
    pass(29000);
    assert_int_equal(desk->table.host, 0);
    pass(1500);
    assert_int_equal(desk->table.host, 1);
    assert_true(has_heard(2, "\"host\":\"B\""));
    say(1, "{\"t\":\"ready\"}");
    say(2, "{\"t\":\"ready\"}");
}

static void a_host_who_is_back_in_time_stays(void **unused) {
    (void)unused;
    Desk *desk = make_table("{\"seats\":3}", 3);
    go(0);
    pass(20000);
    connect_friend(0);
    rejoin(0, desk, 0);
    pass(60000);
    assert_int_equal(desk->table.host, 0);
    go(0); /* it counts from now */
    pass(20000);
    assert_int_equal(desk->table.host, 0);
}

static void alone_at_the_table_nobody_takes_over(void **unused) {
    (void)unused;
    Desk *desk = make_table("{\"seats\":3}", 2);
    go(0);
    go(1);
    pass(60000);
    assert_int_equal(desk->table.host, 0);
}

/* ---- in no hurry ---- */

#define A_DAY "{\"seats\":2,\"fill\":\"\",\"think_s\":86400,\"reserve_s\":0,\"options\":{\"target\":0}}"

static const cJSON *own_row(unsigned i) {
    Answer *answer = ask(world, "GET", "/api/tables", friends[i].person.session, NULL);
    return cJSON_GetArrayItem(part(answer, "mine"), 0);
}

static bool says(const cJSON *row, const char *name) {
    return cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(row, name));
}

static void a_table_in_no_hurry_waits_for_a_day(void **unused) {
    (void)unused;
    Desk *desk = make_table(A_DAY, 2);
    start(desk, 2);
    unsigned turn = desk->table.game.board.turn;
    char code[STORE_CODE_MAX];
    memcpy(code, desk->row.code, sizeof code);
    go(0);
    go(1);
    world_elapse(world, 20 * 3600 * 1000);
    world_settle(world);
    assert_ptr_equal(tables_find(world->hub, code), desk);
    assert_int_equal(desk->table.stage, TABLE_PLAYING);
    assert_false(desk->table.paused);
    const cJSON *row = own_row(turn);
    assert_true(says(row, "turn") && says(row, "slow"));
    double left = cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(row, "left_ms"));
    assert_true(left > 3.9 * 3600e3 && left <= 4 * 3600e3);
    assert_false(says(own_row(!turn), "turn"));
    assert_int_equal(desk->table.steps, 0);
    world_elapse(world, 5 * 3600 * 1000); /* the day is over: somebody plays for whoever did not come */
    world_settle(world);
    pass(5000);
    assert_true(desk->table.steps > 0);
}

/* ---- told while away ---- */

#define KEYS \
    "\"p256dh\":\"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4\"," \
    "\"auth\":\"BTBZMqHH6r4Tts7J_aSIgg\""

static Answer *subscribe(unsigned i, const char *endpoint) {
    char body[800];
    snprintf(body, sizeof body, "{\"endpoint\":\"%s\"," KEYS ",\"language\":\"de\"}", endpoint);
    return ask(world, "POST", "/api/push", friends[i].person.session, body);
}

static bool count_row(void *context, const void *row) {
    (void)row;
    ++*(unsigned *)context;
    return true;
}

static unsigned rows_kept(void) {
    unsigned rows = 0;
    assert_true(store_pushes(world->store, count_row, &rows));
    return rows;
}

static void who_is_away_is_told_of_their_turn(void **unused) {
    (void)unused;
    Desk *desk = make_table(A_DAY, 2);
    for (unsigned i = 0; i < 2; i++)
        assert_done(subscribe(i, i ? "https://push.example/1" : "https://push.example/0"), 201);
    start(desk, 2);
    unsigned turn = desk->table.game.board.turn;
    pass(20000);
    assert_int_equal(pushed.count, 0); /* both are there */
    go(turn);
    pass(9000);
    assert_int_equal(pushed.count, 0); /* they may come back */
    pass(2000);
    assert_int_equal(pushed.count, 1);
    assert_int_equal(pushed.job[0].endpoint[strlen("https://push.example/")], '0' + (char)turn);
    assert_non_null(strstr(pushed.job[0].words, "\"kind\":\"turn\""));
    assert_non_null(strstr(pushed.job[0].words, desk->row.code));
    assert_non_null(strstr(pushed.job[0].words, "\"language\":\"de\""));
    pass(60000);
    assert_int_equal(pushed.count, 1); /* once */
}

static void a_browser_that_is_gone_is_forgotten(void **unused) {
    (void)unused;
    Desk *desk = make_table(A_DAY, 2);
    for (unsigned i = 0; i < 2; i++)
        assert_done(subscribe(i, i ? "https://push.example/1" : "https://push.example/0"), 201);
    assert_int_equal(rows_kept(), 2);
    start(desk, 2);
    pushed.status = 410;
    go(desk->table.game.board.turn);
    pass(12000);
    assert_int_equal(pushed.count, 1);
    assert_int_equal(rows_kept(), 1);
}

static void a_person_has_few_browsers_and_may_end_it(void **unused) {
    char endpoint[64];
    (void)unused;
    for (unsigned i = 0; i < 8; i++) {
        snprintf(endpoint, sizeof endpoint, "https://push.example/%u", i);
        assert_done(subscribe(0, endpoint), 201);
    }
    assert_int_equal(rows_kept(), PUSH_DEVICES_MAX);
    assert_done(subscribe(1, "https://push.example/7"), 201); /* a browser is one person's at a time */
    assert_int_equal(rows_kept(), PUSH_DEVICES_MAX);
    ask(world, "POST", "/api/push/end", friends[0].person.session, "{\"endpoint\":\"https://push.example/7\"}");
    assert_int_equal(rows_kept(), PUSH_DEVICES_MAX); /* which is not theirs any more */
    ask(world, "POST", "/api/push/end", friends[1].person.session, "{\"endpoint\":\"https://push.example/7\"}");
    assert_int_equal(rows_kept(), PUSH_DEVICES_MAX - 1);
    assert_int_equal(subscribe(0, "https://192.168.0.1/x")->status, 400);
    assert_int_equal(ask(world, "POST", "/api/push", friends[0].person.session, "{}")->status, 400);
}

static void a_usual_table_stands_still_meanwhile(void **unused) {
    (void)unused;
    Desk *desk = make_table("{\"seats\":2,\"think_s\":60}", 2);
    start(desk, 2);
    go(0);
    go(1);
    pass(21000);
    assert_true(desk->table.paused);
}

static void a_gathering_in_no_hurry_stays_open_for_days(void **unused) {
    (void)unused;
    Desk *desk = make_table(A_DAY, 1);
    char code[STORE_CODE_MAX];
    memcpy(code, desk->row.code, sizeof code);
    go(0);
    world_elapse(world, (int64_t)3 * 24 * 3600 * 1000);
    world_settle(world);
    assert_ptr_equal(tables_find(world->hub, code), desk);
    world_elapse(world, (int64_t)5 * 24 * 3600 * 1000);
    world_settle(world);
    assert_null(tables_find(world->hub, code));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_server, close_server)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(who_stands_up_watches_and_comes_back),
        TEST(who_stood_up_meanwhile_is_told_the_whole),
        TEST(a_host_who_is_gone_hands_over),
        TEST(a_host_who_is_back_in_time_stays),
        TEST(alone_at_the_table_nobody_takes_over),
        TEST(a_table_in_no_hurry_waits_for_a_day),
        TEST(who_is_away_is_told_of_their_turn),
        TEST(a_browser_that_is_gone_is_forgotten),
        TEST(a_person_has_few_browsers_and_may_end_it),
        TEST(a_usual_table_stands_still_meanwhile),
        TEST(a_gathering_in_no_hurry_stays_open_for_days),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
