/* server_world.h -- a world for a hub inside a test: a clock that stands still, chance
 * from a seed, disk and threads that are waited for, and everything said kept.
 *
 *     World world;
 *     world_open(&world, store_open_memory());
 *     Answer *answer = ask(&world, "POST", "/api/guest", NULL, "{}");
 *     ... answer->status, said(answer, "user.name"), answer->session ...
 *     world_close(&world); */
#ifndef UNO_TESTS_SERVER_WORLD_H
#define UNO_TESTS_SERVER_WORLD_H

#include <cjson/cJSON.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "random.h"
#include "hub/api.h"
#include "hub/hub.h"

enum { WORLD_LINES = 10000, WORLD_JOBS = 64, WORLD_READS = 4096 };

typedef struct {
    bool there; /* it was answered, or (a socket) closed */
    unsigned status;
    char type[64], file[80], session[80];
    bool sets_session;
    char *text;
    cJSON *json; /* NULL where it is none */
} Answer;

typedef struct {
    Hub *hub;
    Store *store;
    int64_t mono_ms, wall_ms;
    uint64_t chance;
    HubLine lines;
    Answer answer[WORLD_LINES]; /* by line */
    HubJob *job[WORLD_JOBS];
    unsigned jobs;
    bool busy; /* no job is taken */
    const StoreBatch *batch;
    StoreFact *fact[WORLD_READS]; /* that are to be read */
    unsigned facts;
    bool unreadable;     /* the store fails */
    const char *address; /* where requests come from */
} World;

/* Further lines of a streamed answer are kept; what a socket is told is not. */
static inline void world_send(void *self, HubLine line, const char *text, size_t length) {
    Answer *answer = &((World *)self)->answer[line];
    size_t before = answer->text ? strlen(answer->text) : 0;
    if (!answer->text) return;
    answer->text = realloc(answer->text, before + length + 1);
    assert_non_null(answer->text);
    memcpy(answer->text + before, text, length);
    answer->text[before + length] = 0;
}

static inline void world_respond(void *self, HubLine line, const HubResponse *response) {
    Answer *answer = &((World *)self)->answer[line];
    assert_false(answer->there); /* once */
    answer->there = true;
    answer->status = response->status;
    snprintf(answer->type, sizeof answer->type, "%s", response->type ? response->type : "");
    snprintf(answer->file, sizeof answer->file, "%s", response->file ? response->file : "");
    answer->sets_session = response->session != NULL;
    snprintf(answer->session, sizeof answer->session, "%s", response->session ? response->session : "");
    answer->text = calloc(1, response->length + 1);
    memcpy(answer->text, response->body, response->length);
    answer->json = cJSON_Parse(answer->text);
}

static inline void world_close_line(void *self, HubLine line, unsigned code, const char *reason) {
    Answer *answer = &((World *)self)->answer[line];
    (void)reason;
    answer->there = true;
    answer->status = code;
}

static inline bool world_run(void *self, HubJob *job) {
    World *world = self;
    assert_true(world->jobs < WORLD_JOBS);
    if (world->busy) return false;
    world->job[world->jobs++] = job;
    return true;
}

static inline void world_commit(void *self, const StoreBatch *batch) {
    assert_null(((World *)self)->batch);
    ((World *)self)->batch = batch;
}

static inline void world_read(void *self, StoreFact *fact) {
    World *world = self;
    assert_true(world->facts < WORLD_READS);
    world->fact[world->facts++] = fact;
}

/* A socket's answer has 0 for one that is open. */
static inline void world_opened(void *self, HubLine line, unsigned status) {
    ((World *)self)->answer[line].status = status;
}

static inline void world_random(void *self, void *out, size_t bytes) {
    for (size_t i = 0; i < bytes; i++) ((uint8_t *)out)[i] = (uint8_t)(random_next(&((World *)self)->chance) >> 32);
}

static inline void world_log(void *self, const char *level, const char *event, const char *detail) {
    (void)self, (void)detail;
    if (strcmp(level, "error") == 0) print_message("log: %s %s %s\n", level, event, detail);
}

/* Opens a hub on the store, which it takes over. `config` may be NULL. */
static inline void world_open_with(World *world, Store *store, const HubConfig *config) {
    HubConfig usual = {.url = "http://uno.example:8080", .requests_per_s = 1000000, .unlimited = true};
    HubWorld calls = {world,        world_send, world_respond, world_close_line, world_run,
                      world_commit, world_read, world_opened,  world_random,     world_log};
    char trouble[STORE_TROUBLE_MAX];
    memset(world, 0, sizeof *world);
    world->store = store;
    world->chance = 1;
    world->mono_ms = 1000;
    world->wall_ms = INT64_C(1800000000000);
    world->address = "192.0.2.1";
    world->hub = hub_new(config ? config : &usual, &calls, store, world->wall_ms, trouble);
    if (!world->hub) fail_msg("%s", trouble);
}

static inline void world_open(World *world, Store *store) { world_open_with(world, store, NULL); }

static inline void world_commit_now(World *world) {
    char trouble[STORE_TROUBLE_MAX] = "";
    StoreVerdict verdict = store_commit(world->store, world->batch, trouble);
    world->batch = NULL;
    hub_begin_turn(world->hub, world->mono_ms, world->wall_ms);
    hub_committed(world->hub, verdict, trouble);
    hub_end_turn(world->hub);
    if (verdict != STORE_DONE) fail_msg("the store failed: %s", trouble);
}

static inline void world_do_job(World *world) {
    HubJob *job = world->job[0];
    memmove(world->job, world->job + 1, --world->jobs * sizeof *world->job);
    hub_job_run(job);
    hub_begin_turn(world->hub, world->mono_ms, world->wall_ms);
    hub_job_done(world->hub, job);
    hub_end_turn(world->hub);
}

static inline void world_read_one(World *world) {
    StoreFact *fact = world->fact[0];
    memmove(world->fact, world->fact + 1, --world->facts * sizeof *world->fact);
    store_fact_read(world->store, fact);
    fact->good &= !world->unreadable;
    hub_begin_turn(world->hub, world->mono_ms, world->wall_ms);
    hub_read_done(world->hub, fact);
    hub_end_turn(world->hub);
}

/* All that is asked of the store is read; nothing is written, and no job done. */
static inline void world_read_all(World *world) {
    while (world->facts) world_read_one(world);
}

/* Until nothing is to be done any more. */
static inline void world_settle(World *world) {
    hub_begin_turn(world->hub, world->mono_ms, world->wall_ms);
    hub_end_turn(world->hub);
    while (world->facts || world->batch || world->jobs) {
        if (world->facts) world_read_one(world);
        else if (world->batch) world_commit_now(world);
        else world_do_job(world);
    }
}

static inline void world_elapse(World *world, int64_t ms) {
    world->mono_ms += ms;
    world->wall_ms += ms;
}

/* All but the store, which another hub may open. */
static inline void world_leave(World *world) {
    hub_free(world->hub);
    for (unsigned i = 0; i < world->jobs; i++) hub_job_drop(world->job[i]);
    for (HubLine i = 0; i < WORLD_LINES; i++) {
        free(world->answer[i].text);
        cJSON_Delete(world->answer[i].json);
    }
}

static inline void world_close(World *world) {
    world_leave(world);
    store_close(world->store);
}

static inline HubRequest world_request(const World *world, const char *method, char *target, const char *session,
                                       const char *body) {
    char *query = strchr(target, '?');
    if (query) *query++ = 0;
    return (HubRequest){.method = method,
                        .path = target,
                        .query = query ? query : "",
                        .session = session ? session : "",
                        .bearer = "",
                        .address = world->address,
                        .body = body ? body : "",
                        .length = body ? strlen(body) : 0};
}

/* Asks without waiting for the answer: several can be under way, each with all that it has to look up. */
static inline Answer *ask_only(World *world, const char *method, const char *target, const char *session,
                               const char *body) {
    char copy[2000];
    HubLine line = ++world->lines;
    assert_true(line < WORLD_LINES && strlen(target) < sizeof copy);
    HubRequest request = world_request(world, method, strcpy(copy, target), session, body);
    hub_begin_turn(world->hub, world->mono_ms, world->wall_ms);
    hub_request(world->hub, line, &request);
    world_read_all(world);
    return &world->answer[line];
}

static inline Answer *ask(World *world, const char *method, const char *target, const char *session, const char *body) {
    Answer *answer = ask_only(world, method, target, session, body);
    world_settle(world);
    assert_true(answer->there);
    return answer;
}

/* Opens a WebSocket; its `there` says whether it was closed. */
static inline Answer *open_socket(World *world, const char *session) {
    char target[] = "/ws";
    HubLine line = ++world->lines;
    HubRequest request = world_request(world, "GET", target, session, NULL);
    hub_begin_turn(world->hub, world->mono_ms, world->wall_ms);
    world->answer[line].status = 1;
    hub_socket_asked(world->hub, line, &request);
    world_settle(world);
    assert_int_equal(world->answer[line].status, 0);
    return &world->answer[line];
}

/* result = call, for something of the hub that reads, as if within a request: until all that it looks up is known. */
#define WITH_FACTS(world, result, call) \
    do { \
        Asking asking_ = {.kind = ASKING_REQUEST}; \
        do { \
            for (StoreFact *fact_ = asking_.known.first; fact_; fact_ = fact_->next) \
                if (!fact_->done) store_fact_read((world)->store, fact_); \
            facts_use((world)->hub->facts, &asking_.known); \
            (world)->hub->asking = &asking_; \
            result = call; \
            (world)->hub->asking = NULL; \
        } while (asking_.known.lacks); \
        facts_forget(&asking_.known); \
    } while (0)

/* A part of the answer: "user.name", "members.1.role". NULL: it is not there. */
static inline const cJSON *part(const Answer *answer, const char *path) {
    const cJSON *at = answer->json;
    while (at && *path) {
        char name[64];
        size_t length = strcspn(path, ".");
        snprintf(name, sizeof name, "%.*s", (int)length, path);
        at = cJSON_IsArray(at) ? cJSON_GetArrayItem(at, atoi(name)) : cJSON_GetObjectItemCaseSensitive(at, name);
        path += length + (path[length] == '.');
    }
    return at;
}

/* A text of the answer; fails the test where there is none. */
static inline const char *said(const Answer *answer, const char *path) {
    const cJSON *json = part(answer, path);
    if (!cJSON_IsString(json)) fail_msg("no text '%s' in %u %s", path, answer->status, answer->text);
    return json->valuestring;
}

static inline void assert_refused(const Answer *answer, unsigned status, const char *code) {
    if (answer->status != status || strcmp(said(answer, "error"), code) != 0)
        fail_msg("expected %u %s, got %u %s", status, code, answer->status, answer->text);
    assert_true(strlen(said(answer, "message")) > 10);
}

static inline void assert_done(const Answer *answer, unsigned status) {
    if (answer->status != status) fail_msg("expected %u, got %u %s", status, answer->status, answer->text);
}

/* ---- people for tests ---- */

typedef struct {
    char id[24], session[80];
} Person;

static inline Person person_of(const Answer *answer) {
    Person person;
    snprintf(person.id, sizeof person.id, "%s", said(answer, "user.id"));
    snprintf(person.session, sizeof person.session, "%s", answer->session);
    return person;
}

static inline Person guest(World *world, const char *name) {
    char body[200];
    snprintf(body, sizeof body, "{\"name\":\"%s\"}", name);
    Answer *answer = ask(world, "POST", "/api/guest", NULL, body);
    assert_done(answer, 201);
    return person_of(answer);
}

/* With the password "password of NAME". */
static inline Person account(World *world, const char *name) {
    char body[400];
    Person person = guest(world, name);
    snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"password of %s\"}", name, name);
    assert_done(ask(world, "POST", "/api/claim", person.session, body), 200);
    return person;
}

/* Accounts without the time that real passwords take: their rows are written straight to the store. */
static inline Person quick_account(World *world, const char *name) {
    Person person = guest(world, name);
    StoreUser user;
    uint64_t id;
    char trouble[STORE_TROUBLE_MAX];
    StoreBatch *batch = batch_new();
    assert_true(id_parse(person.id, &id) && store_user(world->store, id, &user));
    user.kind = USER_ACCOUNT;
    snprintf(user.key, sizeof user.key, "%s", name);
    assert_true(batch_user(batch, &user));
    assert_int_equal(store_commit(world->store, batch, trouble), STORE_DONE);
    batch_close(batch);
    return person;
}

#endif
