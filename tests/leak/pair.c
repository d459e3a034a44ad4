#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "leak.h"

void words_add(Words *words, const char *text, size_t length) {
    if (words->length + length + 2 > words->room) {
        words->room = 2 * (words->length + length) + 256;
        words->text = realloc(words->text, words->room);
        if (!words->text) abort();
    }
    memcpy(words->text + words->length, text, length);
    words->length += length;
    words->text[words->length++] = '\n';
    words->text[words->length] = 0;
}

/* ---- what a hub asks of its world ---- */

static void on_send(void *self, HubLine line, const char *text, size_t length) {
    words_add(&((Side *)self)->said[line], text, length);
}

static void on_respond(void *self, HubLine line, const HubResponse *response) {
    char head[200];
    int used = snprintf(head, sizeof head, "%u %s", response->status, response->session ? response->session : "-");
    words_add(&((Side *)self)->said[line], head, (size_t)used);
    words_add(&((Side *)self)->said[line], response->body ? response->body : "", response->length);
}

static void on_close(void *self, HubLine line, unsigned code, const char *reason) {
    (void)code;
    words_add(&((Side *)self)->said[line], reason, strlen(reason));
}

/* Bots think when the test lets them: leak.c decides what comes of it. */
static bool on_run(void *self, HubJob *job) {
    Side *side = self;
    if (side->jobs == PAIR_JOBS || job->kind != JOB_BOT) abort();
    side->job[side->jobs++] = job;
    return true;
}

static void on_commit(void *self, const StoreBatch *batch) { ((Side *)self)->batch = batch; }

static void on_read(void *self, StoreFact *fact) {
    Side *side = self;
    if (side->facts == PAIR_FACTS) abort();
    side->fact[side->facts++] = fact;
}

static void on_opened(void *self, HubLine line, unsigned status) {
    (void)self, (void)line;
    if (status) abort();
}

static void on_random(void *self, void *out, size_t bytes) {
    for (size_t i = 0; i < bytes; i++) ((uint8_t *)out)[i] = (uint8_t)(random_next(&((Side *)self)->chance) >> 32);
}

static void on_log(void *self, const char *level, const char *event, const char *detail) {
    words_add(&((Side *)self)->log, level, strlen(level));
    words_add(&((Side *)self)->log, event, strlen(event));
    words_add(&((Side *)self)->log, detail, strlen(detail));
}

/* ---- turns ---- */

static const int64_t wall_ms = INT64_C(1800000000000);

static void begin(const Pair *pair, Side *side) { hub_begin_turn(side->hub, pair->now_ms, wall_ms + pair->now_ms); }

static void end(const Pair *pair, Side *side) {
    char trouble[STORE_TROUBLE_MAX] = "";
    side->wait_ms = hub_end_turn(side->hub);
    while (side->facts || side->batch) {
        if (side->facts) {
            StoreFact *fact = side->fact[--side->facts];
            store_fact_read(side->store, fact);
            begin(pair, side);
            hub_read_done(side->hub, fact);
            side->wait_ms = hub_end_turn(side->hub);
            continue;
        }
        StoreVerdict verdict = store_commit(side->store, side->batch, trouble);
        side->batch = NULL;
        begin(pair, side);
        hub_committed(side->hub, verdict, trouble);
        side->wait_ms = hub_end_turn(side->hub);
    }
}

static HubRequest request_of(const Guest *guest, const char *method, const char *path, const char *body) {
    return (HubRequest){.method = method,
                        .path = path,
                        .query = "",
                        .session = guest->program ? "" : guest->session,
                        .bearer = guest->program ? guest->session : "",
                        .address = "192.0.2.1",
                        .body = body,
                        .length = strlen(body)};
}

/* What was said while a game was played, by kind; what is not a kind of message is a fault of the test. */
static void count_message(Pair *pair, const char *text) {
    char name[32];
    const char *at = strstr(text, "\"t\":\"");
    if (!at || sscanf(at + 5, "%31[^\"]", name) != 1) abort();
    for (unsigned i = 0; message_name(i); i++)
        if (strcmp(message_name(i), name) == 0) pair->sent[i]++;
}

void pair_say_each(Pair *pair, unsigned guest, const char *const text[2]) {
    if (pair_desk(pair, 0)->table.stage == TABLE_PLAYING) count_message(pair, text[0]);
    for (unsigned i = 0; i < 2; i++) {
        begin(pair, &pair->side[i]);
        hub_socket_message(pair->side[i].hub, pair->guest[guest].line, text[i], strlen(text[i]));
        end(pair, &pair->side[i]);
    }
}

void pair_say(Pair *pair, unsigned guest, const char *text) {
    pair_say_each(pair, guest, (const char *const[]){text, text});
}

HubLine pair_ask_each(Pair *pair, unsigned guest, const char *method, const char *path, const char *const body[2]) {
    HubLine line = ++pair->lines;
    char plain[200];
    if (line >= PAIR_LINES || strlen(path) >= sizeof plain) abort();
    snprintf(plain, sizeof plain, "%.*s", (int)strcspn(path, "?"), path);
    for (unsigned i = 0; i < 2; i++) {
        HubRequest request = request_of(&pair->guest[guest], method, plain, body[i]);
        if (strchr(path, '?')) request.query = strchr(path, '?') + 1;
        begin(pair, &pair->side[i]);
        hub_request(pair->side[i].hub, line, &request);
        end(pair, &pair->side[i]);
    }
    return line;
}

HubLine pair_ask(Pair *pair, unsigned guest, const char *method, const char *path, const char *body) {
    return pair_ask_each(pair, guest, method, path, (const char *const[]){body, body});
}

void pair_connect(Pair *pair, unsigned guest) {
    Guest *at = &pair->guest[guest];
    HubRequest request = request_of(at, "GET", "/ws", "");
    if (at->program) {
        at->line = pair_ask(pair, guest, "GET", "/api/bot/stream", "");
        return;
    }
    at->line = ++pair->lines;
    if (at->line >= PAIR_LINES) abort();
    for (Side *side = pair->side; side < pair->side + 2; side++) {
        begin(pair, side);
        hub_socket_asked(side->hub, at->line, &request);
        end(pair, side);
    }
}

void pair_break(Pair *pair, unsigned guest) {
    for (Side *side = pair->side; side < pair->side + 2; side++) {
        begin(pair, side);
        if (pair->guest[guest].program) hub_request_gone(side->hub, pair->guest[guest].line);
        else hub_socket_closed(side->hub, pair->guest[guest].line);
        end(pair, side);
    }
}

void pair_job_done(Pair *pair, unsigned side, HubJob *job) {
    begin(pair, &pair->side[side]);
    hub_job_done(pair->side[side].hub, job);
    end(pair, &pair->side[side]);
}

void pair_wait(Pair *pair, int64_t ms) {
    pair->now_ms += ms;
    for (Side *side = pair->side; side < pair->side + 2; side++) {
        begin(pair, side);
        end(pair, side);
    }
}

void pair_hush(Pair *pair, HubLine line) {
    for (Side *side = pair->side; side < pair->side + 2; side++) side->said[line].length = 0;
}

Desk *pair_desk(Pair *pair, unsigned side) { return tables_find(pair->side[side].hub, pair->code); }

/* ---- opening ---- */

static void open_side(Side *side, uint64_t seed, int64_t now_ms) {
    HubConfig config = {.url = "http://uno.example", .unlimited = true};
    HubWorld calls = {side, on_send, on_respond, on_close, on_run, on_commit, on_read, on_opened, on_random, on_log};
    char trouble[STORE_TROUBLE_MAX];
    side->chance = seed;
    side->store = store_open_memory();
    side->hub = hub_new(&config, &calls, side->store, wall_ms + now_ms, trouble);
    if (!side->hub) abort();
}

void pair_open(Pair *pair, uint64_t seed) {
    memset(pair, 0, sizeof *pair);
    pair->now_ms = 1000;
    for (unsigned i = 0; i < 2; i++) open_side(&pair->side[i], seed, pair->now_ms);
}

void pair_close(Pair *pair) {
    for (Side *side = pair->side; side < pair->side + 2; side++) {
        hub_free(side->hub);
        for (unsigned i = 0; i < side->jobs; i++) hub_job_drop(side->job[i]);
        store_close(side->store);
        for (HubLine line = 0; line < PAIR_LINES; line++) free(side->said[line].text);
        free(side->log.text);
    }
}

static void invite_program(Pair *pair, unsigned number) {
    Guest *guest = &pair->guest[number];
    char trouble[STORE_TROUBLE_MAX];
    StoreUser user = {.id = 1000 + number, .kind = USER_BOT, .owner = pair->guest[0].user, .made_at = wall_ms};
    StoreKey key = {.kind = KEY_BOT, .user = user.id, .made_at = wall_ms};
    snprintf(user.name, sizeof user.name, "Robo %u", number);
    snprintf(guest->session, sizeof guest->session, "%064x", 0xABC000 + number);
    token_hash(guest->session, key.hash);
    guest->program = true;
    guest->user = user.id;
    for (Side *side = pair->side; side < pair->side + 2; side++) {
        StoreBatch *batch = batch_new();
        if (!batch || !batch_user(batch, &user) || !batch_key(batch, &key)) abort();
        if (store_commit(side->store, batch, trouble) != STORE_DONE) abort();
        batch_close(batch);
    }
}

void pair_invite(Pair *pair, unsigned number, bool program) {
    Guest *guest = &pair->guest[number];
    char body[64];
    if (program) return invite_program(pair, number);
    snprintf(body, sizeof body, "{\"name\":\"Guest %u\"}", number);
    HubLine line = pair_ask(pair, number, "POST", "/api/guest", body);
    const char *said = pair->side[0].said[line].text, *user = strstr(said, "\"id\":\"");
    if (sscanf(said, "201 %64s", guest->session) != 1 || !user) abort();
    guest->user = strtoull(user + 6, NULL, 16);
}
