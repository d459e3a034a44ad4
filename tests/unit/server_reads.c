/* The hub reads as it writes: whoever asks waits until the store has answered, and what was looked at before is looked
 * at again. */
#include "server_world.h"

#include "hub/sockets.h"
#include "hub/tables.h"

static World world;

static int open_server(void **unused) {
    (void)unused;
    world_open(&world, store_open_memory());
    return 0;
}

static int close_server(void **unused) {
    (void)unused;
    world_close(&world);
    return 0;
}

/* ---- asking without an answer of the store ---- */

static HubLine ask_and_wait(const char *method, const char *target, const char *session, const char *body) {
    char copy[400];
    HubLine line = ++world.lines;
    HubRequest request = world_request(&world, method, strcpy(copy, target), session, body);
    hub_begin_turn(world.hub, world.mono_ms, world.wall_ms);
    hub_request(world.hub, line, &request);
    hub_end_turn(world.hub);
    return line;
}

/* Everything that was asked of the store so far is read, but nobody is told yet: whatever is asked next is not among
 * it. */
static unsigned take_facts(StoreFact **out) {
    unsigned count = world.facts;
    memcpy(out, world.fact, count * sizeof *out);
    for (unsigned i = 0; i < count; i++) store_fact_read(world.store, out[i]);
    world.facts = 0;
    return count;
}

static void tell_facts(StoreFact **facts, unsigned count) {
    hub_begin_turn(world.hub, world.mono_ms, world.wall_ms);
    for (unsigned i = 0; i < count; i++) hub_read_done(world.hub, facts[i]);
    hub_end_turn(world.hub);
}

/* ---- tests ---- */

static void nobody_is_answered_before_the_store(void **unused) {
    (void)unused;
    Person ada = guest(&world, "Ada");
    HubLine line = ask_and_wait("GET", "/api/me", ada.session, NULL);
    assert_true(world.facts > 0);
    assert_false(world.answer[line].there);
    assert_false(hub_is_settled(world.hub));
    world_settle(&world);
    assert_done(&world.answer[line], 200);
    assert_string_equal(said(&world.answer[line], "user.name"), "Ada");
    assert_true(hub_is_settled(world.hub));
}

static void what_needs_no_store_does_not_wait(void **unused) {
    (void)unused;
    HubLine line = ask_and_wait("GET", "/api/rules/options", NULL, NULL);
    assert_int_equal(world.facts, 0);
    assert_done(&world.answer[line], 200);
}

static void a_store_that_fails_is_told(void **unused) {
    (void)unused;
    char target[] = "/ws";
    Person ada = guest(&world, "Ada");
    world.unreadable = true;
    assert_refused(ask(&world, "GET", "/api/me", ada.session, NULL), 503, "unreadable");
    HubLine line = ++world.lines;
    HubRequest request = world_request(&world, "GET", target, ada.session, NULL);
    hub_begin_turn(world.hub, world.mono_ms, world.wall_ms);
    hub_socket_asked(world.hub, line, &request);
    world_settle(&world);
    assert_int_equal(world.answer[line].status, 503);
    assert_int_equal(world.hub->sockets.count, 0);
    world.unreadable = false;
    assert_done(ask(&world, "GET", "/api/me", ada.session, NULL), 200);
    assert_false(hub_has_failed(world.hub));
}

/* A password's hash is made, and then the row cannot be read: nothing is left of the change. */
static void a_change_that_cannot_be_read_is_dropped(void **unused) {
    (void)unused;
    Person ada = account(&world, "Ada");
    HubLine line = ask_and_wait("POST", "/api/password", ada.session,
                                "{\"old\":\"password of Ada\",\"new\":\"another password\"}");
    world_read_all(&world);
    world_do_job(&world);
    world_do_job(&world);
    world.unreadable = true;
    world_settle(&world);
    world.unreadable = false;
    assert_refused(&world.answer[line], 503, "unreadable");
    assert_done(ask(&world, "POST", "/api/login", NULL, "{\"name\":\"Ada\",\"password\":\"password of Ada\"}"), 200);
}

/* Both find the name free; by the time the first goes on, the second has it, and it is on the disk. */
static void what_was_read_is_not_built_on_when_it_has_changed(void **unused) {
    (void)unused;
    StoreFact *facts[WORLD_READS];
    Person ada = account(&world, "Ada"), ben = account(&world, "Ben");
    HubLine line = ask_and_wait("POST", "/api/clubs", ada.session, "{\"name\":\"Friday\"}");
    tell_facts(facts, take_facts(facts)); /* who she is */
    unsigned count = take_facts(facts);   /* that there is no such club */
    assert_true(count > 0);
    assert_done(ask(&world, "POST", "/api/clubs", ben.session, "{\"name\":\"Friday\"}"), 201);
    tell_facts(facts, count);
    world_settle(&world);
    assert_refused(&world.answer[line], 409, "name_taken");
    assert_false(hub_has_failed(world.hub));
}

/* The session ends while its request waits for something else. */
static void a_session_that_has_ended_does_nothing_more(void **unused) {
    (void)unused;
    StoreFact *facts[WORLD_READS];
    Person ada = account(&world, "Ada");
    HubLine line = ask_and_wait("GET", "/api/clubs", ada.session, NULL);
    tell_facts(facts, take_facts(facts));
    unsigned count = take_facts(facts); /* her clubs */
    assert_done(ask(&world, "POST", "/api/logout", ada.session, "{}"), 200);
    tell_facts(facts, count);
    world_settle(&world);
    assert_refused(&world.answer[line], 401, "no_session");
}

static void who_is_gone_gets_no_socket(void **unused) {
    (void)unused;
    char target[] = "/ws";
    Person ada = guest(&world, "Ada");
    HubLine line = ++world.lines;
    HubRequest request = world_request(&world, "GET", target, ada.session, NULL);
    hub_begin_turn(world.hub, world.mono_ms, world.wall_ms);
    hub_socket_asked(world.hub, line, &request);
    hub_request_gone(world.hub, line);
    world_settle(&world);
    assert_int_equal(world.hub->sockets.count, 0);
}

static void a_program_that_is_gone_gets_no_stream(void **unused) {
    (void)unused;
    char target[] = "/api/bot/stream";
    Person ada = account(&world, "Ada");
    Answer *made = ask(&world, "POST", "/api/bots", ada.session, "{\"name\":\"Robot\"}");
    assert_done(made, 201);
    HubLine line = ++world.lines;
    HubRequest request = world_request(&world, "GET", target, NULL, NULL);
    request.bearer = said(made, "token");
    hub_begin_turn(world.hub, world.mono_ms, world.wall_ms);
    hub_request(world.hub, line, &request);
    hub_request_gone(world.hub, line);
    world_settle(&world);
    assert_int_equal(world.hub->sockets.count, 0);
}

/* What is tried three times is one request. */
static void it_counts_once_however_often_it_is_tried(void **unused) {
    (void)unused;
    HubConfig config = {.url = "http://uno.example:8080", .requests_per_s = 1};
    world_close(&world);
    world_open_with(&world, store_open_memory(), &config);
    Person ada = guest(&world, "Ada");
    for (unsigned i = 0; i < 4; i++) assert_done(ask(&world, "GET", "/api/clubs", ada.session, NULL), 200);
    assert_refused(ask(&world, "GET", "/api/clubs", ada.session, NULL), 429, "too_often");
}

/* ---- messages ---- */

static Person host;
static Socket *socket_at(const Answer *line) { return map_get(&world.hub->sockets, (HubLine)(line - world.answer)); }

static void say_only(const Answer *line, const char *text) {
    hub_begin_turn(world.hub, world.mono_ms, world.wall_ms);
    hub_socket_message(world.hub, (HubLine)(line - world.answer), text, strlen(text));
    hub_end_turn(world.hub);
}

/* A table of the host, who is at it, and the name of a ruleset of their club. */
static Answer *sit_down(char rules[80]) {
    static const char text[] = "{\"base\":0,\"text\":\"[ruleset]\\nextends = official\\n\"}";
    char path[120], message[80];
    host = account(&world, "Host");
    Answer *club = ask(&world, "POST", "/api/clubs", host.session, "{\"name\":\"Friday\"}");
    assert_done(club, 201);
    snprintf(path, sizeof path, "/api/clubs/%s/rulesets/house", said(club, "club.id"));
    assert_done(ask(&world, "PUT", path, host.session, text), 201);
    snprintf(rules, 80, "club:%s/house", said(club, "club.id"));
    Answer *table = ask(&world, "POST", "/api/tables", host.session, "{\"seats\":4}");
    assert_done(table, 201);
    Answer *line = open_socket(&world, host.session);
    snprintf(message, sizeof message, "{\"t\":\"join\",\"code\":\"%s\"}", said(table, "code"));
    say_only(line, message);
    world_settle(&world);
    assert_non_null(socket_at(line)->desk);
    return line;
}

/* Two changes of the same setting, the first of which has to look something up: the second one counts. */
static void messages_keep_their_order(void **unused) {
    (void)unused;
    char rules[80], message[200];
    Answer *line = sit_down(rules);
    const TableSettings *settings = &socket_at(line)->desk->table.settings;
    snprintf(message, sizeof message, "{\"t\":\"set\",\"ruleset\":\"%s\",\"seats\":3}", rules);
    say_only(line, message);
    say_only(line, "{\"t\":\"set\",\"seats\":2}");
    assert_int_equal(settings->seats, 4);
    world_settle(&world);
    assert_int_equal(settings->seats, 2);
    assert_true(settings->club != 0);
}

static void a_socket_that_closes_takes_its_messages_along(void **unused) {
    (void)unused;
    char rules[80], message[200];
    Answer *line = sit_down(rules);
    const TableSettings *settings = &socket_at(line)->desk->table.settings;
    snprintf(message, sizeof message, "{\"t\":\"set\",\"ruleset\":\"%s\",\"seats\":3}", rules);
    say_only(line, message);
    for (unsigned i = 0; i < 2 * ASKING_LATER; i++) say_only(line, "{\"t\":\"set\",\"seats\":2}");
    hub_begin_turn(world.hub, world.mono_ms, world.wall_ms);
    hub_socket_closed(world.hub, (HubLine)(line - world.answer));
    world_settle(&world);
    assert_int_equal(settings->seats, 4);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_server, close_server)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(nobody_is_answered_before_the_store),
        TEST(what_needs_no_store_does_not_wait),
        TEST(a_store_that_fails_is_told),
        TEST(a_change_that_cannot_be_read_is_dropped),
        TEST(what_was_read_is_not_built_on_when_it_has_changed),
        TEST(a_session_that_has_ended_does_nothing_more),
        TEST(who_is_gone_gets_no_socket),
        TEST(a_program_that_is_gone_gets_no_stream),
        TEST(it_counts_once_however_often_it_is_tried),
        TEST(messages_keep_their_order),
        TEST(a_socket_that_closes_takes_its_messages_along),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
