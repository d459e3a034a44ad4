/* server_reviews.c -- a review that a server works out: line by line what `uno review` says, a few choices at a time, one for
 * a network, and none that nobody reads. */
#include "server_world.h"

#include "hub/reviews.h"
#include "lab/review_record.h"

static World *world;
static char *record;
static size_t length;

static void gather(void *sink, const char *text) {
    char **out = sink;
    size_t used = *out ? strlen(*out) : 0, more = strlen(text);
    *out = realloc(*out, used + more + 1);
    assert_non_null(*out);
    memcpy(*out + used, text, more + 1);
}

static void put_game(uint64_t id, const char *text, size_t bytes) {
    StoreBatch *batch = batch_new();
    StoreResult result = {.id = id, .started_at = 1, .finished_at = 2, .finished = true, .players = 3};
    char trouble[STORE_TROUBLE_MAX];
    strcpy(result.ruleset, "official");
    result.record = text;
    result.record_length = bytes;
    assert_true(batch_result(batch, &result));
    assert_int_equal(store_commit(world->store, batch, trouble), STORE_DONE);
    batch_close(batch);
}

static int open_world(void **unused) {
    (void)unused;
    FILE *file = fopen("tests/record/committed.uno", "rb");
    record = calloc(1, 1 << 16);
    assert_true(file && record);
    length = fread(record, 1, (1 << 16) - 1, file);
    fclose(file);
    world = calloc(1, sizeof *world);
    world_open(world, store_open_memory());
    put_game(7, record, length);
    return 0;
}

static int close_world(void **unused) {
    (void)unused;
    world_close(world);
    free(world);
    free(record);
    return 0;
}

static Answer *begin(const char *id) {
    char target[60];
    snprintf(target, sizeof target, "/api/games/%s/review", id);
    return ask_only(world, "GET", target, NULL, NULL);
}
static Answer *begin_and_wait(const char *id) {
    Answer *answer = begin(id);
    world_settle(world);
    return answer;
}
#define GAME "0000000000000007"

/* As the lab says it, the heading left out. */
static char *expected(void) {
    Record played;
    Review *review = calloc(1, sizeof *review);
    RecordError error;
    ReviewMove move;
    View view;
    bool cut;
    char *out = NULL;
    Printer printer = {gather, &out};
    assert_true(review && review_read(record, length, &played, &cut, &error));
    assert_true(review_begin(&played, seats_all(played.players), 0, review, &error));
    while (review_next(&played, review, &move, &view, &error) == REVIEW_CHOICE)
        review_json_choice(&played, &move, &printer);
    review_json_seats(&played, review, &printer);
    record_free(&played);
    free(review);
    return out;
}

static void it_is_the_review_of_the_lab(void **unused) {
    (void)unused;
    Answer *answer = begin(GAME);
    assert_string_equal(answer->type, "application/x-ndjson");
    world_settle(world);
    assert_int_equal(answer->status, 1000); /* it has ended */
    const char *rest = strchr(answer->text, '\n') + 1;
    cJSON *heading = cJSON_ParseWithLength(answer->text, (size_t)(rest - answer->text));
    assert_int_equal(cJSON_GetNumberValue(cJSON_GetObjectItem(heading, "actions")), 60);
    assert_int_equal(cJSON_GetNumberValue(cJSON_GetObjectItem(heading, "worlds")), REVIEW_WORLDS);
    cJSON_Delete(heading);
    char *theirs = expected();
    assert_string_equal(rest, theirs);
    free(theirs);
}

static void the_first_choices_come_at_once(void **unused) {
    (void)unused;
    Answer *answer = begin(GAME);
    assert_int_equal(world->jobs, 1);
    world_do_job(world);
    assert_non_null(strstr(answer->text, "\"grade\":"));
    assert_null(strstr(answer->text, "\"seats\":"));
    assert_int_equal(world->jobs, 1); /* and it goes on */
}

static void one_at_a_time_for_a_network(void **unused) {
    (void)unused;
    Answer *first = begin(GAME);
    assert_refused(begin(GAME), 429, "too_often");
    world->address = "198.51.100.9";
    Answer *other = begin(GAME);
    assert_int_equal(world->jobs, 2);
    world_settle(world);
    assert_string_equal(first->text, other->text);
    begin(GAME);
    assert_int_equal(world->jobs, 1); /* the first is read to its end */
}

static void not_more_than_so_many(void **unused) {
    (void)unused;
    char address[20];
    world->address = address;
    for (unsigned i = 0; i < REVIEWS_MAX; i++) {
        snprintf(address, sizeof address, "192.0.2.%u", 10 + i);
        begin(GAME);
    }
    assert_int_equal(world->jobs, REVIEWS_MAX);
    strcpy(address, "192.0.2.200");
    assert_refused(begin(GAME), 503, "busy");
    world->address = "192.0.2.1";
}

static void nobody_reads_it_any_more(void **unused) {
    (void)unused;
    Answer *answer = begin(GAME);
    world_do_job(world);
    size_t heard = strlen(answer->text);
    hub_begin_turn(world->hub, world->mono_ms, world->wall_ms);
    hub_request_gone(world->hub, world->lines);
    hub_end_turn(world->hub);
    world_do_job(world);
    assert_int_equal(world->jobs, 0);
    assert_int_equal(strlen(answer->text), heard);
    begin(GAME);
    assert_int_equal(world->jobs, 1); /* the next may come */
}

static void too_many_wait(void **unused) {
    (void)unused;
    world->busy = true;
    Answer *answer = begin(GAME);
    world_settle(world);
    assert_int_equal(answer->status, 1000); /* the stream ends; who reads it misses the last line */
    world->busy = false;
    begin(GAME);
    assert_int_equal(world->jobs, 1);
}

static void what_cannot_be_reviewed(void **unused) {
    (void)unused;
    static const char unknown[] = "uno-record 1\n";
    put_game(8, unknown, sizeof unknown - 1);
    char *sealed = strdup(record), *secret = strstr(sealed, "secret");
    assert_non_null(secret);
    memmove(secret, strchr(secret, '\n') + 1, strlen(strchr(secret, '\n') + 1) + 1);
    put_game(9, sealed, strlen(sealed));
    free(sealed);
    assert_refused(begin_and_wait("0000000000000001"), 404, "no_game");
    assert_refused(begin_and_wait("nonsense"), 404, "no_game");
    assert_refused(begin_and_wait("0000000000000008"), 409, "bad_record");
    assert_refused(begin_and_wait("0000000000000009"), 409, "cards_unknown");
    assert_int_equal(world->jobs, 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_world, close_world)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(it_is_the_review_of_the_lab), TEST(the_first_choices_come_at_once), TEST(one_at_a_time_for_a_network),
        TEST(not_more_than_so_many),       TEST(nobody_reads_it_any_more),       TEST(too_many_wait),
        TEST(what_cannot_be_reviewed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
