/* hub.c -- turns, and the one way to the outside: first the disk, then the words. */
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../engine/blake2b.h"
#include "../engine/text.h"
#include "follow.h"
#include "hub_internal.h"
#include "outbox.h"
#include "people.h"
#include "sockets.h"
#include "tables.h"

enum { TURN_MAX_MS = 60000, RETRY_MS = 1000 };

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
#undef USUAL
}

Hub *hub_new(const HubConfig *config, const HubWorld *world, Store *store, int64_t wall_ms,
             char trouble[STORE_TROUBLE_MAX]) {
    Hub *hub = calloc(1, sizeof *hub);
    snprintf(trouble, STORE_TROUBLE_MAX, "there is no memory");
    if (!hub || sodium_init() < 0) return free(hub), NULL;
    hub->config = *config;
    use_usual(&hub->config);
    hub->world = *world;
    hub->store = store;
    hub->wall_ms = wall_ms;
    hub->batch = batch_new();
    hub->batch_committing = batch_new();
    hub->outbox = outbox_new();
    hub->outbox_committing = outbox_new();
    bool memory = hub->batch && hub->batch_committing && hub->outbox && hub->outbox_committing;
    if (memory && people_load(hub) && tables_load(hub)) return hub;
    if (memory && store_trouble(store)[0]) snprintf(trouble, STORE_TROUBLE_MAX, "%s", store_trouble(store));
    hub_free(hub);
    return NULL;
}

void hub_free(Hub *hub) {
    if (!hub) return;
    sockets_free(hub);
    tables_free(hub);
    people_unload(hub);
    follow_free(hub);
    rates_free(&hub->rates);
    map_free(&hub->reserved);
    map_free(&hub->reserved_committing);
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

StoreBatch *hub_write(Hub *hub) { return hub->batch; }
void hub_wrote(Hub *hub, bool done) { need(hub, done); }

void hub_say(Hub *hub, HubLine line, const char *text, size_t length) {
    hub->count.sent++;
    hub->count.sent_bytes += length;
    if (hub->at_once) hub->world.send(hub->world.self, line, text, length);
    else need(hub, outbox_send(hub->outbox, line, text, length));
}

void hub_answer(Hub *hub, HubLine line, const HubResponse *response) {
    if (hub->at_once) hub->world.respond(hub->world.self, line, response);
    else need(hub, outbox_respond(hub->outbox, line, response));
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

void hub_start_job(Hub *hub, HubJob *job) {
    hub->count.jobs++;
    hub->world.run(hub->world.self, job);
}

void hub_job_done(Hub *hub, HubJob *job) {
    if (job->kind == JOB_BOT) tables_bot_thought(hub, &job->bot);
    else job->password.then(hub, job);
    hub_job_drop(job);
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

void hub_new_code(Hub *hub, char *out, unsigned length) {
    uint8_t bytes[STORE_CODE_MAX];
    hub->world.random(hub->world.self, bytes, sizeof bytes);
    code_format(bytes, out, length);
}

bool hub_reserve(Hub *hub, const char *name) {
    uint64_t key = map_hash(name);
    if (map_get(&hub->reserved, key) || map_get(&hub->reserved_committing, key)) return false;
    return map_put(&hub->reserved, key, hub);
}

/* ---- committing ---- */

/* What was gathered goes to the disk; the emptied other half gathers on. */
static void start_commit(Hub *hub) {
    StoreBatch *batch = hub->batch;
    Outbox *outbox = hub->outbox;
    Map reserved = hub->reserved;
    hub->batch = hub->batch_committing;
    hub->outbox = hub->outbox_committing;
    hub->reserved = hub->reserved_committing;
    hub->batch_committing = batch;
    hub->outbox_committing = outbox;
    hub->reserved_committing = reserved;
    hub->committing = true;
    hub->count.commits++;
    hub->count.commit_rows += batch_count(batch);
    hub->world.commit(hub->world.self, batch);
}

static void settle(Hub *hub) {
    if (hub->committing || hub->failed) return;
    if (batch_count(hub->batch)) return start_commit(hub);
    map_clear(&hub->reserved);
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
            tables_skip_time(hub, hub->mono_ms - hub->full_since);
        }
        hub->disk_full = false;
        batch_clear(hub->batch_committing);
        map_clear(&hub->reserved_committing);
        outbox_flush(hub->outbox_committing, &hub->world);
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

bool hub_has_failed(const Hub *hub) { return hub->failed; }

bool hub_is_settled(const Hub *hub) {
    return hub->failed || (!hub->committing && !batch_count(hub->batch) && outbox_is_empty(hub->outbox));
}

/* ---- turns ---- */

void hub_begin_turn(Hub *hub, int64_t mono_ms, int64_t wall_ms) {
    if (!hub->begun) hub->mono_base = mono_ms;
    hub->begun = true;
    if (mono_ms - hub->mono_base > hub->mono_ms) hub->mono_ms = mono_ms - hub->mono_base;
    hub->wall_ms = wall_ms;
}

int64_t hub_end_turn(Hub *hub) {
    if (hub->failed) return TURN_MAX_MS;
    retry(hub);
    if (!hub->disk_full) tables_elapse(hub);
    sockets_elapse(hub);
    settle(hub);
    int64_t wait = hub->disk_full ? TURN_MAX_MS : tables_due_in(hub);
    if (hub->disk_full && hub->retry_at && hub->retry_at - hub->mono_ms < wait) wait = hub->retry_at - hub->mono_ms;
    int64_t lobby = sockets_due_in(hub);
    if (lobby < wait) wait = lobby;
    return wait < 0 ? 0 : wait > TURN_MAX_MS ? TURN_MAX_MS : wait;
}

void hub_drain(Hub *hub) {
    static const char going[] =
        "{\"t\":\"notice\",\"code\":\"going_down\",\"message\":\"The server restarts. Your game "
        "is kept and goes on as soon as you are back.\"}";
    if (hub->draining) return;
    hub->draining = true;
    sockets_tell_all(hub, going, sizeof going - 1);
}
