/* push.c -- which browsers there are to be told, all in memory, and when one is. */
#include "push.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api.h"
#include "people.h"
#include "push_url.h"

enum {
    PUSHES_MAX = 20000,        /* browsers in all */
    NUDGE_MS = 10000,          /* who is about to come is not told */
    TURN_TTL_S = 24 * 60 * 60, /* how long the push service keeps it for a browser that sleeps */
    OPEN_TTL_S = 10 * 60,
    PUSHES_PER_HOUR = 20,
};

typedef struct {
    unsigned count;
    Rate rate;
    StorePush device[PUSH_DEVICES_MAX]; /* the eldest first */
} Devices;

struct Pushes {
    Map of_user; /* user id -> Devices */
    size_t count;
};

/* ---- what is kept ---- */

static void drop_device(Hub *hub, Devices *devices, unsigned which) {
    uint64_t user = devices->device[which].user;
    devices->count--;
    hub->pushes->count--;
    memmove(&devices->device[which], &devices->device[which + 1], (devices->count - which) * sizeof devices->device[0]);
    if (!devices->count) free(map_take(&hub->pushes->of_user, user));
}

/* A browser is one person's at a time. */
static void forget_hash(Hub *hub, const uint8_t hash[STORE_HASH_BYTES]) {
    size_t at = 0;
    for (Devices *devices; (devices = map_next(&hub->pushes->of_user, &at));)
        for (unsigned i = 0; i < devices->count; i++)
            if (!memcmp(devices->device[i].hash, hash, STORE_HASH_BYTES)) return drop_device(hub, devices, i);
}

static Devices *devices_of(Hub *hub, uint64_t user) {
    Devices *devices = map_get(&hub->pushes->of_user, user);
    if (devices || !(devices = calloc(1, sizeof *devices))) return devices;
    if (map_put(&hub->pushes->of_user, user, devices)) return devices;
    free(devices);
    return NULL;
}

static bool remember(Hub *hub, const StorePush *push) {
    Devices *devices = devices_of(hub, push->user);
    if (!devices) return false;
    devices->device[devices->count++] = *push;
    hub->pushes->count++;
    return true;
}

/* ---- loading ---- */

typedef struct {
    Store *store;
    Hub *hub;
} Loading;

static bool load_one(void *context, const void *row) {
    Hub *hub = ((Loading *)context)->hub;
    const StorePush *push = row;
    Devices *devices = map_get(&hub->pushes->of_user, push->user);
    bool full = (devices && devices->count == PUSH_DEVICES_MAX) || hub->pushes->count >= PUSHES_MAX;
    return !push->user || full || remember(hub, push);
}

bool pushes_load(Hub *hub, Store *store) {
    hub->pushes = calloc(1, sizeof *hub->pushes);
    Loading loading = {store, hub};
    return hub->pushes && store_pushes(loading.store, load_one, &loading);
}

void pushes_unload(Hub *hub) {
    size_t at = 0;
    if (!hub->pushes) return;
    for (Devices *devices; (devices = map_next(&hub->pushes->of_user, &at));) free(devices);
    map_free(&hub->pushes->of_user);
    free(hub->pushes);
    hub->pushes = NULL;
}

/* ---- sending ---- */

static const char *const kinds[] = {"turn", "open"};
typedef enum { PUSH_TURN, PUSH_OPEN } PushKind;

static bool write_words(const Desk *desk, PushKind kind, const char *language, char out[PUSH_WORDS_MAX]) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "kind", kinds[kind]);
    cJSON_AddStringToObject(json, "code", desk->row.code);
    cJSON_AddStringToObject(json, "title", desk->table.settings.title);
    cJSON_AddStringToObject(json, "language", language);
    bool fits = cJSON_PrintPreallocated(json, out, PUSH_WORDS_MAX, false);
    cJSON_Delete(json);
    return fits;
}

static void send_to(Hub *hub, const Desk *desk, PushKind kind, const StorePush *device) {
    HubJob *job = job_new(JOB_PUSH, device->user);
    if (!job) return;
    PushJob *push = &job->push;
    push->user = device->user;
    memcpy(push->endpoint, device->endpoint, sizeof push->endpoint);
    memcpy(push->key, device->key, sizeof push->key);
    memcpy(push->secret, device->secret, sizeof push->secret);
    snprintf(push->topic, sizeof push->topic, "%s", desk->row.code);
    push->ttl_s = kind == PUSH_TURN ? TURN_TTL_S : OPEN_TTL_S;
    if (write_words(desk, kind, device->language, push->words)) hub_start_job(hub, job);
    else hub_job_drop(job);
}

static void tell(Hub *hub, const Desk *desk, Seat seat, PushKind kind) {
    Devices *devices = map_get(&hub->pushes->of_user, desk->table.seat[seat].user);
    if (!devices || !rate_take(&devices->rate, hub->mono_ms, PUSHES_PER_HOUR, 3600000, PUSHES_PER_HOUR)) return;
    for (unsigned i = 0; i < devices->count; i++) send_to(hub, desk, kind, &devices->device[i]);
}

/* Whom the table waits for though they are not there. */
static SeatMask missed(const Desk *desk, SeatMask connected, PushKind *kind) {
    const Table *table = &desk->table;
    SeatMask seats = 0;
    bool opens = table->settings.event && table->stage == TABLE_GATHERING && !table->games;
    bool slow = settings_slow(&table->settings) && table->stage == TABLE_PLAYING && !table->paused;
    *kind = opens ? PUSH_OPEN : PUSH_TURN;
    for (Seat seat = 0; (opens || slow) && seat < SEATS_MAX; seat++)
        if (table->seat[seat].user && !(connected >> seat & 1) && (opens || table_awaits(table, seat)))
            seats |= (SeatMask)(1u << seat);
    return seats;
}

void push_settle(Hub *hub, Desk *desk, SeatMask connected) {
    PushKind kind;
    if (!hub->config.push_key[0]) return;
    SeatMask seats = missed(desk, connected, &kind);
    desk->nudged &= seats; /* whoever is waited for again is told again */
    SeatMask fresh = (SeatMask)(seats & ~desk->nudged);
    if (!fresh) desk->nudge_at = 0;
    else if (!desk->nudge_at) desk->nudge_at = hub->mono_ms + NUDGE_MS;
    else if (hub->mono_ms >= desk->nudge_at) {
        desk->nudge_at = 0;
        desk->nudged |= fresh;
        for (; fresh; fresh &= (SeatMask)(fresh - 1)) tell(hub, desk, mask_first(fresh), kind);
    }
}

void push_sent(Hub *hub, const PushJob *job) {
    uint8_t hash[STORE_HASH_BYTES];
    if (job->status != 404 && job->status != 410) return;
    crypto_generichash(hash, sizeof hash, (const unsigned char *)job->endpoint, strlen(job->endpoint), NULL, 0);
    forget_hash(hub, hash);
    hub_wrote(hub, batch_push_end(hub_write(hub), hash));
}

bool push_forget_user(Hub *hub, uint64_t user) {
    Devices *devices = map_take(&hub->pushes->of_user, user);
    if (devices) hub->pushes->count -= devices->count;
    free(devices);
    return batch_pushes_end(hub_write(hub), user);
}

/* ---- requests ---- */

static void answer_key(Hub *hub, const ApiCall *call) {
    cJSON *json = cJSON_CreateObject();
    if (hub->config.push_key[0]) cJSON_AddStringToObject(json, "key", hub->config.push_key);
    else cJSON_AddNullToObject(json, "key");
    api_reply(hub, call->line, 200, json);
}

/* base64url of so many bytes. */
static bool is_key(const char *text, size_t bytes) {
    uint8_t out[80];
    size_t length;
    return text && bytes <= sizeof out &&
           sodium_base642bin(out, sizeof out, text, strlen(text), NULL, &length, NULL,
                             sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
           length == bytes;
}

static bool read_push(Hub *hub, const ApiCall *call, StorePush *out) {
    PushUrl url;
    const char *endpoint = api_text(call, "endpoint", sizeof out->endpoint - 1);
    const char *key = api_text(call, "p256dh", sizeof out->key - 1);
    const char *secret = api_text(call, "auth", sizeof out->secret - 1);
    const char *language = api_text(call, "language", sizeof out->language - 1);
    if (!endpoint || !push_url_read(endpoint, hub->config.push_allow, &url) || !is_key(key, 65) || !is_key(secret, 16))
        return false;
    *out = (StorePush){.user = call->user->id, .made_at = hub->wall_ms};
    snprintf(out->endpoint, sizeof out->endpoint, "%s", endpoint);
    snprintf(out->key, sizeof out->key, "%s", key);
    snprintf(out->secret, sizeof out->secret, "%s", secret);
    snprintf(out->language, sizeof out->language, "%s", language ? language : "en");
    crypto_generichash(out->hash, sizeof out->hash, (const unsigned char *)endpoint, strlen(endpoint), NULL, 0);
    return true;
}

static void answer_subscribe(Hub *hub, const ApiCall *call) {
    StorePush push;
    if (!answer_rate_of(hub, call->line, RATE_PUSH, call->user->id)) return;
    if (!hub->config.push_key[0])
        return api_error(hub, call->line, 409, "no_push", "This server sends no notifications.");
    if (!read_push(hub, call, &push))
        return api_error(hub, call->line, 400, "bad_push",
                         "Expected what the browser's push service gave: \"endpoint\", \"p256dh\", \"auth\".");
    forget_hash(hub, push.hash);
    Devices *devices = map_get(&hub->pushes->of_user, push.user);
    if (!devices && hub->pushes->count >= PUSHES_MAX)
        return api_error(hub, call->line, 503, "no_memory", "The server is full: try again later.");
    if (devices && devices->count == PUSH_DEVICES_MAX) {
        hub_wrote(hub, batch_push_end(hub_write(hub), devices->device[0].hash));
        drop_device(hub, devices, 0);
    }
    if (!remember(hub, &push)) return answer_no_memory(hub, call->line);
    hub_wrote(hub, batch_push(hub_write(hub), &push));
    api_reply(hub, call->line, 201, cJSON_CreateObject());
}

static void answer_unsubscribe(Hub *hub, const ApiCall *call) {
    uint8_t hash[STORE_HASH_BYTES];
    const char *endpoint = api_text(call, "endpoint", STORE_ENDPOINT_MAX - 1);
    const Devices *devices = map_get(&hub->pushes->of_user, call->user->id);
    if (endpoint) crypto_generichash(hash, sizeof hash, (const unsigned char *)endpoint, strlen(endpoint), NULL, 0);
    for (unsigned i = 0; endpoint && devices && i < devices->count; i++) {
        if (memcmp(devices->device[i].hash, hash, sizeof hash) != 0) continue;
        forget_hash(hub, hash);
        hub_wrote(hub, batch_push_end(hub_write(hub), hash));
        break;
    }
    api_reply(hub, call->line, 200, cJSON_CreateObject());
}

const ApiRoute push_routes[] = {
    {"GET", "/api/push", API_ANYBODY, answer_key, false},
    {"POST", "/api/push", API_PERSON, answer_subscribe, false},
    {"POST", "/api/push/end", API_PERSON, answer_unsubscribe, false},
    {NULL, NULL, API_ANYBODY, NULL, false},
};
