/* server_follow.c -- following an arbiter: what is published, who sees it, and what is refused. */
#include "server_world.h"

#include "engine/text.h"
#include "hub/follow.h"

static World *world;
static Person ada;
static char path[80], key[80]; /* of what ada publishes */

static Answer *get(const char *target) { return ask(world, "GET", target, NULL, NULL); }
static Answer *put(const char *target, const char *body) { return ask(world, "PUT", target, NULL, body); }

static Answer *publish_with(const char *secret, double seq, const char *log) {
    char *text;
    cJSON *body = cJSON_CreateObject();
    cJSON_AddStringToObject(body, "key", secret);
    cJSON_AddNumberToObject(body, "seq", seq);
    cJSON_AddStringToObject(body, "log", log);
    text = cJSON_PrintUnformatted(body);
    Answer *answer = put(path, text);
    free(text);
    cJSON_Delete(body);
    return answer;
}

static Answer *publish(double seq, const char *log) { return publish_with(key, seq, log); }

static Answer *look(const char *query) {
    char target[120];
    snprintf(target, sizeof target, "%s%s", path, query);
    return get(target);
}

static double seq_of(const Answer *answer) { return cJSON_GetNumberValue(part(answer, "seq")); }

static void begin(void) {
    Answer *answer = ask(world, "POST", "/api/follow", ada.session, "{}");
    assert_done(answer, 201);
    snprintf(path, sizeof path, "/api/follow/%s", said(answer, "code"));
    snprintf(key, sizeof key, "%s", said(answer, "key"));
}

static int open_world(void **unused) {
    (void)unused;
    world = calloc(1, sizeof *world);
    world_open(world, store_open_memory());
    ada = guest(world, "Ada");
    begin();
    return 0;
}

static int close_world(void **unused) {
    (void)unused;
    world_close(world);
    free(world);
    return 0;
}

#define LOG "arbiter 1\ngame split-v3 players Ada Ben decks 36 37 lead Ada rules split\n"

static void what_is_published_is_seen(void **unused) {
    (void)unused;
    assert_refused(look(""), 404, "no_such_game");
    assert_done(publish(1, LOG), 200);
    Answer *answer = look("");
    assert_done(answer, 200);
    assert_string_equal(said(answer, "log"), LOG);
    assert_true(seq_of(answer) == 1);
}

static void only_what_is_new_is_sent(void **unused) {
    (void)unused;
    publish(7, LOG);
    Answer *answer = look("?since=7");
    assert_done(answer, 200);
    assert_null(part(answer, "log"));
    assert_true(seq_of(answer) == 7);
    publish(8, LOG "Ada 7 Ben 4\n");
    assert_string_equal(said(look("?since=7"), "log"), LOG "Ada 7 Ben 4\n");
    assert_non_null(part(look("?since=99"), "log")); /* the publisher began anew */
    assert_non_null(part(look("?since=seven"), "log"));
}

static void the_link_opens_the_page(void **unused) {
    (void)unused;
    Answer *answer = ask(world, "POST", "/api/follow", ada.session, NULL);
    char link[100];
    snprintf(link, sizeof link, "http://uno.example:8080/follow/%s", said(answer, "code"));
    assert_string_equal(said(answer, "link"), link);
    assert_int_equal(strlen(said(answer, "code")), FOLLOW_CODE_LENGTH);
    assert_refused(ask(world, "POST", "/api/follow", NULL, NULL), 401, "no_session");
}

static void nobody_else_publishes(void **unused) {
    (void)unused;
    char other[80], own[80];
    snprintf(own, sizeof own, "%s", path);
    snprintf(other, sizeof other, "%s", key);
    publish(1, LOG);
    begin();
    snprintf(path, sizeof path, "%s", own);
    assert_refused(publish(2, LOG "Ada 1 Ben 2\n"), 403, "wrong_key");
    assert_refused(publish_with("", 2, LOG), 403, "wrong_key");
    assert_refused(publish_with("no key", 2, LOG), 403, "wrong_key");
    assert_refused(put(path, "{}"), 403, "wrong_key");
    assert_done(publish_with(other, 2, LOG), 200);
}

static void an_older_log_does_not_replace_a_newer_one(void **unused) {
    (void)unused;
    publish(5, LOG "Ada 7 Ben 4\n");
    assert_refused(publish(5, LOG), 409, "old");
    assert_refused(publish(4, LOG), 409, "old");
    assert_string_equal(said(look(""), "log"), LOG "Ada 7 Ben 4\n");
}

static void what_is_no_log_is_refused(void **unused) {
    (void)unused;
    assert_refused(publish(1, "hello"), 400, "bad_log");
    assert_refused(publish(1, "arbiter 2\n"), 400, "bad_log");
    assert_refused(publish(1, LOG "\x1b[2J\n"), 400, "bad_log");
    assert_refused(publish(0, LOG), 400, "bad_seq");
    assert_refused(publish(-1, LOG), 400, "bad_seq");
    assert_refused(publish(1.5, LOG), 400, "bad_seq");
    assert_refused(publish(1e300, LOG), 400, "bad_seq");
    assert_refused(look(""), 404, "no_such_game");
}

static void an_empty_log_ends_it(void **unused) {
    (void)unused;
    publish(1, LOG);
    assert_done(publish(2, ""), 200);
    assert_refused(look(""), 404, "no_such_game");
    assert_done(publish(3, LOG), 200);
    assert_done(look(""), 200);
}

static void it_is_forgotten_half_a_day_after_its_last_change(void **unused) {
    (void)unused;
    publish(1, LOG);
    world_elapse(world, FOLLOW_MS - 1000);
    assert_done(look(""), 200);
    publish(2, LOG "Ada 7 Ben 4\n");
    world_elapse(world, FOLLOW_MS - 1000);
    assert_done(look(""), 200);
    world_elapse(world, 2000);
    assert_refused(look(""), 404, "no_such_game");
}

static void the_publisher_goes_on_after_a_restart(void **unused) {
    (void)unused;
    publish(41, LOG);
    world_close(world);
    world_open(world, store_open_memory()); /* which knows nothing */
    assert_refused(look(""), 404, "no_such_game");
    assert_done(publish(42, LOG), 200);
    assert_true(seq_of(look("")) == 42);
}

static void there_are_never_too_many(void **unused) {
    (void)unused;
    size_t length = 60000;
    char *log = malloc(length + 1);
    memset(log, '#', length);
    memcpy(log, "arbiter 1\n", 10);
    log[length] = 0;
    unsigned most = FOLLOW_BYTES_MAX / (unsigned)length;
    for (unsigned i = 0; i < most; i++) {
        begin();
        assert_done(publish(1, log), 200);
    }
    assert_done(publish(2, log), 200); /* in the place of its own */
    begin();
    assert_refused(publish(1, log), 503, "too_many");
    world_elapse(world, FOLLOW_MS);
    assert_done(publish(1, log), 200);
    free(log);
}

static void limits_hold(void **unused) {
    (void)unused;
    HubConfig config = {.url = "http://uno.example:8080", .requests_per_s = 1000000};
    world_close(world);
    world_open_with(world, store_open_memory(), &config);
    ada = guest(world, "Ada");
    unsigned made = 0, published = 0;
    while (ask(world, "POST", "/api/follow", ada.session, "{}")->status == 201) made++;
    assert_int_equal(made, 10);
    while (publish(published + 1, LOG)->status == 200) published++;
    assert_int_equal(published, 20);
    unsigned codes = 1; /* from one address, whoever made them up */
    for (; codes < 100; codes++) {
        uint8_t secret[32] = {(uint8_t)codes}, hash[STORE_HASH_BYTES];
        Text text = text_in(key, sizeof key);
        text_hex(&text, secret, sizeof secret);
        token_hash(key, hash);
        snprintf(path, sizeof path, "/api/follow/");
        code_format(hash, path + strlen(path), FOLLOW_CODE_LENGTH);
        if (publish(1, LOG)->status != 200) break;
    }
    assert_int_equal(codes, 20);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_world, close_world)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(what_is_published_is_seen),
        TEST(only_what_is_new_is_sent),
        TEST(the_link_opens_the_page),
        TEST(nobody_else_publishes),
        TEST(an_older_log_does_not_replace_a_newer_one),
        TEST(what_is_no_log_is_refused),
        TEST(an_empty_log_ends_it),
        TEST(it_is_forgotten_half_a_day_after_its_last_change),
        TEST(the_publisher_goes_on_after_a_restart),
        TEST(there_are_never_too_many),
        TEST(limits_hold),
    };
    return cmocka_run_group_tests_name("following", tests, NULL, NULL);
}
