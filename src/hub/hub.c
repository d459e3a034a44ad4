/* hub.c -- turns, and the one way to the outside: first the disk, then the words. */
#include <assert.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../engine/blake2b.h"
#include "../engine/text.h"
#include "follow.h"
#include "hall.h"
#include "hub_internal.h"
#include "outbox.h"
#include "people.h"
#include "push.h"
#include "ratings.h"
#include "reviews.h"
#include "sockets.h"
#include "tables.h"

/* What is old is asked for by nobody: no world has such a line. */
#define FORGET_LINE (UINT64_MAX - 1)

enum { TURN_MAX_MS = 60000, RETRY_MS = 1000, FORGET_MS = 60000, FORGET_MORE_MS = 1000, FORGET_ROWS = 500 };

static const HubConfig usual = {
    .sockets_max = 20000,
    .sockets_per_address = 200,
    .sockets_per_user = 8,
    .tables_max = 5000,
    .tables_per_user = 5,
    .spectators_max = 50,
    .messages_per_s = 20,
    .requests_per_s = 20,
    .guests_per_hour = 60,
    .idle_minutes = 15,
    .pace_ms = 900,
    .pace_min_ms = 250,
};

static void use_usual(HubConfig *config) {
#define USUAL(name) \
    if (!config->name) config->name = usual.name
    USUAL(sockets_max);
    USUAL(sockets_per_address);
    USUAL(sockets_per_user);
    USUAL(tables_max);
    USUAL(tables_per_user);
    USUAL(spectators_max);
    USUAL(messages_per_s);
    USUAL(requests_per_s);
    USUAL(guests_per_hour);
    USUAL(idle_minutes);
    USUAL(pace_ms);
    USUAL(pace_min_ms);
#undef USUAL
    if (config->pace_min_ms > config->pace_ms) config->pace_min_ms = config->pace_ms;
    if (config->unlimited) config->pace_min_ms = 0;
}

/* Of those that can be configured. */
static void set_rates(Rates *rates, const HubConfig *config) {
    rates_init(rates);
    rates->limit[RATE_REQUEST].count = config->requests_per_s;
    rates->limit[RATE_REQUEST].burst = 5 * config->requests_per_s;
    rates->limit[RATE_MESSAGE].count = 2 * config->messages_per_s;
    rates->limit[RATE_MESSAGE].burst = 10 * config->messages_per_s;
    rates->limit[RATE_GUEST].count = rates->limit[RATE_GUEST].burst = config->guests_per_hour;
}

Hub *hub_new(const HubConfig *config, const HubWorld *world, Store *store, int64_t wall_ms,
             char trouble[STORE_TROUBLE_MAX]) {
    Hub *hub = calloc(1, sizeof *hub);
    snprintf(trouble, STORE_TROUBLE_MAX, "there is no memory");
    if (!hub || sodium_init() < 0) return free(hub), NULL;
    hub->config = *config;
    use_usual(&hub->config);
    hub->world = *world;
    hub->facts = store_open_facts();
    hub->node = store_node(store);
    hub->gathering = 1;
    hub->wall_ms = wall_ms;
    hub->batch = batch_new();
    hub->batch_committing = batch_new();
    hub->outbox = outbox_new();
    hub->outbox_committing = outbox_new();
    set_rates(&hub->rates, &hub->config);
    bool memory = hub->facts && hub->batch && hub->batch_committing && hub->outbox && hub->outbox_committing;
    if (memory && people_load(hub, store) && pushes_load(hub, store) && ratings_load(hub, store) &&
        tables_load(hub, store) && halls_load(hub, store))
        return hub;
    if (memory && store_trouble(store)[0]) snprintf(trouble, STORE_TROUBLE_MAX, "%s", store_trouble(store));
    hub_free(hub);
    return NULL;
}

/* ---- names that are being written ---- */

typedef struct {
    uint64_t name, batch;
} Reserved;

/* What was written up to this batch nobody will ask about. */
static void sweep_reserved(Hub *hub, uint64_t until) {
    size_t at = 0;
    for (Reserved *reserved; (reserved = map_next(&hub->reserved, &at));)
        if (reserved->batch <= until) free(map_take(&hub->reserved, reserved->name));
    hub->reserved_swept = hub->reserved.count;
}

static uint64_t written_in(const Hub *hub, const char *name) {
    const Reserved *reserved = map_get(&hub->reserved, map_hash(name));
    return reserved ? reserved->batch : 0;
}

static bool note_written(Hub *hub, const char *name) {
    uint64_t key = map_hash(name);
    if (hub->node) nodes_wrote(hub, name);
    Reserved *reserved = map_get(&hub->reserved, key);
    if (!reserved) {
        if (!(reserved = malloc(sizeof *reserved))) return false;
        if (!map_put(&hub->reserved, key, reserved)) return free(reserved), false;
        reserved->name = key;
    }
    reserved->batch = hub->gathering;
    return true;
}

bool hub_is_stale(Hub *hub, const char *name) {
    uint64_t written = written_in(hub, name);
    if (!hub->asking || written <= hub->asking->since || written > hub->durable) return false;
    return hub->asking->stale = true;
}

bool hub_reserve(Hub *hub, const char *name) {
    if (hub_lacks(hub) || written_in(hub, name) > hub->durable || hub_is_stale(hub, name)) return false;
    return note_written(hub, name);
}

void hub_touch(Hub *hub, const char *name) {
    if (!hub_lacks(hub)) hub_wrote(hub, note_written(hub, name));
}

/* A batch is on the disk, or there was nothing to write. While some wait for the store, what is left is only looked
 * through when it has doubled. */
static void end_batch(Hub *hub) {
    hub->durable++;
    if (!hub->askings.count) sweep_reserved(hub, hub->durable);
    else if (hub->reserved.count > 2 * hub->reserved_swept + 64) sweep_reserved(hub, askings_since(hub));
}

void hub_free(Hub *hub) {
    if (!hub) return;
    sockets_free(hub);
    tables_unload(hub);
    halls_free(hub);
    people_unload(hub);
    pushes_unload(hub);
    ratings_unload(hub);
    follow_free(hub);
    reviews_free(hub);
    rates_free(&hub->rates);
    budgets_free(&hub->budgets);
    free(hub->lobby_rows);
    lobby_forget_elsewhere(hub);
    askings_free(hub);
    sweep_reserved(hub, UINT64_MAX);
    map_free(&hub->reserved);
    batch_close(hub->batch);
    batch_close(hub->batch_committing);
    outbox_free(hub->outbox);
    outbox_free(hub->outbox_committing);
    free(hub);
}

/* ---- saying ---- */

/* Without memory for what must be said or written the server cannot keep its promises. */
static void need(Hub *hub, bool done) {
    if (!done && !hub->failed) hub_log(hub, "error", "no_memory", "%s", "");
    if (!done) hub->failed = true;
}

StoreBatch *hub_write(Hub *hub) {
    assert(!hub_lacks(hub)); /* all that is read is read before anything is written */
    return hub->batch;
}
void hub_wrote(Hub *hub, bool done) { need(hub, done); }

/* Whose log what is said now waits for: another node may have been faster there, and then it is not said. */
static uint64_t told_of(const Hub *hub, HubLine line) {
    if (!hub->node) return 0;
    const Socket *socket = map_get(&hub->sockets, line);
    const SharedLog *log = hub->asking ? hub->asking->wrote : NULL;
    if (socket) log = socket->desk ? &socket->desk->shared : NULL;
    return log && log->written ? log->id : 0;
}

void hub_say(Hub *hub, HubLine line, const char *text, size_t length) {
    if (hub_lacks(hub)) return;
    hub->count.sent++;
    hub->count.sent_bytes += length;
    if (hub->at_once) hub->world.send(hub->world.self, line, text, length);
    else need(hub, outbox_send(hub->outbox, line, told_of(hub, line), text, length));
}

void hub_answer(Hub *hub, HubLine line, const HubResponse *response) {
    if (hub_lacks(hub)) return;
    if (hub->at_once) hub->world.respond(hub->world.self, line, response);
    else need(hub, outbox_respond(hub->outbox, line, told_of(hub, line), response));
}

void hub_close(Hub *hub, HubLine line, unsigned code, const char *reason) {
    need(hub, outbox_close(hub->outbox, line, code, reason));
}

void hub_log(Hub *hub, const char *level, const char *event, const char *detail, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, detail);
    vsnprintf(text, sizeof text, detail, arguments);
    va_end(arguments);
    hub->world.log(hub->world.self, level, event, text);
}

void hub_log_trouble(Hub *hub, const char *event, const char *table, const char *trouble) {
    char plain[STORE_TROUBLE_MAX];
    snprintf(plain, sizeof plain, "%s", trouble);
    for (char *at = plain; *at; at++)
        if (*at == '"' || *at == '\\' || (unsigned char)*at < ' ') *at = '\'';
    hub_log(hub, "error", event, "\"table\":\"%s\",\"trouble\":\"%s\"", table, plain);
}

bool hub_start_job(Hub *hub, HubJob *job) {
    assert(!hub_lacks(hub));
    hub->count.jobs++;
    if (hub->world.run(hub->world.self, job)) return true;
    hub->count.jobs_refused++;
    hub_job_drop(job);
    return false;
}

void hub_job_done(Hub *hub, HubJob *job) {
    if (job->kind == JOB_BOT) {
        tables_bot_thought(hub, &job->bot);
        return hub_job_drop(job);
    }
    if (job->kind == JOB_GAME) return halls_bots_played(hub, job);
    if (job->kind == JOB_REVIEW) return reviews_went_on(hub, job);
    if (job->kind == JOB_PUSH) {
        push_sent(hub, &job->push);
        return hub_job_drop(job);
    }
    asking_begin(hub, &(Asking){.kind = ASKING_JOB, .line = job->password.line, .job = job});
}

void job_try(Hub *hub, const Asking *asking) { asking->job->password.then(hub, asking->job); }

void job_fail(Hub *hub, const Asking *asking) {
    request_fail(hub, asking);
    password_change_free(map_take(&hub->bans->changes, asking->line));
}

/* ---- chance ---- */

uint64_t hub_new_id(Hub *hub) {
    uint64_t id;
    do {
        hub->world.random(hub->world.self, &id, sizeof id);
        id >>= 1;
    } while (!id);
    return id;
}

bool token_hash(const char *token, uint8_t hash[STORE_HASH_BYTES]) {
    uint8_t secret[32];
    const char *at = token;
    if (!scan_hex(&at, secret, sizeof secret) || *at) return false;
    Blake2b state;
    blake2b_init(&state, STORE_HASH_BYTES);
    blake2b_update(&state, secret, sizeof secret);
    blake2b_final(&state, hash);
    return true;
}

void hub_new_token(Hub *hub, char token[HUB_TOKEN_HEX], uint8_t hash[STORE_HASH_BYTES]) {
    uint8_t secret[32];
    hub->world.random(hub->world.self, secret, sizeof secret);
    Text text = text_in(token, HUB_TOKEN_HEX);
    text_hex(&text, secret, sizeof secret);
    token_hash(token, hash);
    sodium_memzero(secret, sizeof secret);
}

void code_format(const uint8_t *bytes, char *out, unsigned length) {
    static const char letters[] = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"; /* 32 of them: five bits each */
    for (unsigned i = 0; i < length; i++) out[i] = letters[bytes[i] % 32];
    out[length] = 0;
}

void code_plain(const char *code, char out[STORE_CODE_MAX]) {
    unsigned used = 0;
    for (; *code && used + 1 < STORE_CODE_MAX; code++)
        if (*code != '-' && *code != ' ') out[used++] = (char)(*code >= 'a' && *code <= 'z' ? *code - 32 : *code);
    out[*code ? 0 : used] = 0;
}

void hub_new_code(Hub *hub, char *out, unsigned length) {
    uint8_t bytes[STORE_CODE_MAX];
    hub->world.random(hub->world.self, bytes, sizeof bytes);
    code_format(bytes, out, length);
}

/* ---- committing ---- */

/* What was gathered goes to the disk; the emptied other half gathers on. */
static void start_commit(Hub *hub) {
    StoreBatch *batch = hub->batch;
    Outbox *outbox = hub->outbox;
    hub->batch = hub->batch_committing;
    hub->outbox = hub->outbox_committing;
    hub->gathering++;
    hub->batch_committing = batch;
    hub->outbox_committing = outbox;
    hub->committing = true;
    if (hub->node) nodes_batch_sent(hub);
    hub->count.commits++;
    hub->count.commit_rows += batch_count(batch);
    hub->world.commit(hub->world.self, batch);
}

static void settle(Hub *hub) {
    if (hub->committing || hub->failed) return;
    if (batch_count(hub->batch)) return start_commit(hub);
    hub->gathering++;
    end_batch(hub);
    outbox_flush(hub->outbox, &hub->world);
}

/* Said past the outbox: it tells of nothing that is to be written. */
static void say_disk(Hub *hub, bool full) {
    static const char trouble[] = "{\"t\":\"notice\",\"code\":\"storage_full\",\"message\":\"The server has no room to "
                                  "write down what happens. Tables are paused; nothing that was told is lost.\"}";
    static const char over[] = "{\"t\":\"notice\",\"code\":\"storage_good\",\"message\":\"The server writes again.\"}";
    sockets_tell_all(hub, full ? trouble : over, full ? sizeof trouble - 1 : sizeof over - 1);
}

void hub_committed(Hub *hub, StoreVerdict verdict, const char *trouble) {
    hub->committing = false;
    if (verdict == STORE_DONE) {
        if (hub->disk_full) {
            hub_log(hub, "info", "storage_good", "%s", "");
            say_disk(hub, false);
            if (!hub->draining) {
                tables_skip_time(hub, hub->mono_ms - hub->full_since);
                halls_skip_time(hub, hub->mono_ms - hub->full_since);
            }
        }
        hub->disk_full = false;
        if (hub->node) nodes_committed(hub, hub->batch_committing);
        batch_clear(hub->batch_committing);
        end_batch(hub);
        outbox_flush(hub->outbox_committing, &hub->world);
        if (hub->node) nodes_settle(hub);
        return;
    }
    if (verdict == STORE_FAILED) {
        hub_log_trouble(hub, "storage_failed", "", trouble);
        hub->failed = true;
        return;
    }
    if (!hub->disk_full) {
        hub->full_since = hub->mono_ms;
        hub_log_trouble(hub, "storage_full", "", trouble);
        say_disk(hub, true);
    }
    hub->disk_full = true;
    hub->committing = true; /* the same batch is tried again */
    hub->retry_at = hub->mono_ms + RETRY_MS;
}

static void retry(Hub *hub) {
    if (!hub->disk_full || !hub->retry_at || hub->mono_ms < hub->retry_at) return;
    hub->retry_at = 0;
    hub->world.commit(hub->world.self, hub->batch_committing);
}

/* What nobody needs any more goes in small bites, one a second while there is some. */
static void forget(Hub *hub) {
    int64_t keep_ms = (int64_t)hub->config.keep_days * 24 * 3600 * 1000;
    if (!keep_ms || hub_stands_still(hub) || hub->mono_ms < hub->forget_at) return;
    hub->forget_at = hub->mono_ms + FORGET_MS;
    hub->forget_now = hub->wall_ms;
    asking_begin(hub, &(Asking){.kind = ASKING_FORGET, .line = FORGET_LINE});
}

void forget_try(Hub *hub, const Asking *asking) {
    int64_t keep_ms = (int64_t)hub->config.keep_days * 24 * 3600 * 1000;
    StoreForget what = {.closed_before = hub->forget_now - keep_ms, .now = hub->forget_now, .most = FORGET_ROWS};
    (void)asking;
    if (!store_has_old(hub->facts, what.closed_before, what.now) || hub_stands_still(hub)) return;
    batch_forget(hub_write(hub), &what);
    hub->forget_at = hub->mono_ms + FORGET_MORE_MS;
}

void forget_fail(Hub *hub, const Asking *asking) { (void)hub, (void)asking; } /* in a minute, then */

static int64_t forget_in(const Hub *hub) {
    bool stands = !hub->config.keep_days || hub_stands_still(hub);
    return stands ? TURN_MAX_MS : hub->forget_at - hub->mono_ms;
}

bool hub_has_failed(const Hub *hub) { return hub->failed; }

bool hub_is_settled(const Hub *hub) {
    return hub->failed ||
           (!hub->askings.count && !hub->committing && !batch_count(hub->batch) && outbox_is_empty(hub->outbox));
}

/* ---- turns ---- */

void hub_begin_turn(Hub *hub, int64_t mono_ms, int64_t wall_ms) {
    if (!hub->begun) {
        hub->mono_base = mono_ms;
        hub->world.random(hub->world.self, hub->rates.key, sizeof hub->rates.key);
    }
    hub->begun = true;
    if (mono_ms - hub->mono_base > hub->mono_ms) hub->mono_ms = mono_ms - hub->mono_base;
    hub->wall_ms = wall_ms;
}

int64_t hub_end_turn(Hub *hub) {
    if (hub->failed) return TURN_MAX_MS;
    retry(hub);
    if (hub->node) nodes_elapse(hub);
    tables_elapse(hub);
    halls_elapse(hub);
    sockets_elapse(hub);
    forget(hub);
    settle(hub);
    int64_t wait = hub_stands_still(hub) ? TURN_MAX_MS : tables_due_in(hub);
    if (!hub_stands_still(hub) && halls_due_in(hub) < wait) wait = halls_due_in(hub);
    if (hub->disk_full && hub->retry_at && hub->retry_at - hub->mono_ms < wait) wait = hub->retry_at - hub->mono_ms;
    int64_t lobby = sockets_due_in(hub);
    if (lobby < wait) wait = lobby;
    if (forget_in(hub) < wait) wait = forget_in(hub);
    if (hub->node && nodes_due_in(hub) < wait) wait = nodes_due_in(hub);
    return wait < 0 ? 0 : wait > TURN_MAX_MS ? TURN_MAX_MS : wait;
}

void hub_look(Hub *hub) { hub->news_wanted = hub->node != 0; }

void hub_drain(Hub *hub) {
    static const char going[] =
        "{\"t\":\"notice\",\"code\":\"going_down\",\"message\":\"The server restarts. Your game "
        "is kept and goes on as soon as you are back.\"}";
    if (hub->draining) return;
    hub->drained_at = hub_tables_ms(hub);
    hub->draining = true;
    hub->life_at = hub->mono_ms; /* others take our tables at once */
    sockets_tell_all(hub, going, sizeof going - 1);
}
