/* follow.c -- following an arbiter: one phone publishes, the others look. */
#include "follow.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "names.h"
#include "people.h"

typedef struct {
    char code[FOLLOW_CODE_LENGTH + 1];
    uint8_t key[STORE_HASH_BYTES]; /* its hash */
    double seq;                    /* of the publisher; a whole number */
    int64_t changed_at;
    size_t length;
    char log[];
} Followed;

/* ---- what is kept ---- */

static void forget(Hub *hub, uint64_t name) {
    Followed *followed = map_take(&hub->follows, name);
    if (followed) hub->follow_bytes -= followed->length;
    free(followed);
}

void follow_free(Hub *hub) {
    size_t at = 0;
    for (Followed *followed; (followed = map_next(&hub->follows, &at));) free(followed);
    map_free(&hub->follows);
}

static bool is_stale(const Hub *hub, const Followed *followed) {
    return hub->mono_ms - followed->changed_at >= FOLLOW_MS;
}

static Followed *find(Hub *hub, const char *code) {
    Followed *followed = map_get(&hub->follows, map_hash(code));
    return followed && strcmp(followed->code, code) == 0 && !is_stale(hub, followed) ? followed : NULL;
}

/* Makes room: all that is stale goes. */
static void sweep(Hub *hub) {
    size_t at = 0;
    for (Followed *followed; (followed = map_next(&hub->follows, &at));)
        if (is_stale(hub, followed)) forget(hub, map_hash(followed->code));
}

static bool has_room(const Hub *hub, const Followed *before, size_t length) {
    size_t count = hub->follows.count - (before != NULL), bytes = hub->follow_bytes - (before ? before->length : 0);
    return count < FOLLOWS_MAX && bytes + length <= FOLLOW_BYTES_MAX;
}

/* In the place of what was there; false: no memory. */
static bool keep(Hub *hub, const uint8_t key[STORE_HASH_BYTES], double seq, const char *log) {
    size_t length = strlen(log);
    Followed *followed = malloc(sizeof *followed + length + 1);
    if (!followed) return false;
    code_format(key, followed->code, FOLLOW_CODE_LENGTH);
    forget(hub, map_hash(followed->code));
    memcpy(followed->key, key, sizeof followed->key);
    memcpy(followed->log, log, length + 1);
    followed->seq = seq;
    followed->changed_at = hub->mono_ms;
    followed->length = length;
    if (!map_put(&hub->follows, map_hash(followed->code), followed)) return free(followed), false;
    hub->follow_bytes += length;
    return true;
}

/* ---- requests ---- */

static void answer_begin(Hub *hub, const ApiCall *call) {
    char key[HUB_TOKEN_HEX], code[FOLLOW_CODE_LENGTH + 1], link[sizeof hub->config.url + 32];
    uint8_t hash[STORE_HASH_BYTES];
    if (!answer_rate_of(hub, call->line, RATE_FOLLOW, call->user->id)) return;
    hub_new_token(hub, key, hash);
    code_format(hash, code, FOLLOW_CODE_LENGTH);
    snprintf(link, sizeof link, "%s/follow/%s", hub->config.url, code);
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "code", code);
    cJSON_AddStringToObject(json, "key", key);
    cJSON_AddStringToObject(json, "link", link);
    api_reply(hub, call->line, 201, json);
}

/* The key that the body has, as its hash. False: it has answered. */
static bool read_key(Hub *hub, const ApiCall *call, uint8_t hash[STORE_HASH_BYTES]) {
    const char *key = api_text(call, "key", HUB_TOKEN_HEX - 1);
    char code[FOLLOW_CODE_LENGTH + 1];
    if (key && token_hash(key, hash)) {
        code_format(hash, code, FOLLOW_CODE_LENGTH);
        const Followed *followed = find(hub, code);
        bool own = !followed || sodium_memcmp(followed->key, hash, sizeof followed->key) == 0;
        if (own && strcmp(code, call->part[0]) == 0) return true;
    }
    api_error(hub, call->line, 403, "wrong_key", "Only somebody with the key to this code can publish under it.");
    return false;
}

static const char *read_log(Hub *hub, const ApiCall *call) {
    static const char first[] = "arbiter 1\n";
    const char *log = api_text(call, "log", HUB_BODY_MAX);
    if (log && (!log[0] || strncmp(log, first, sizeof first - 1) == 0) && !text_hidden_line(log, strlen(log)))
        return log;
    api_error(hub, call->line, 400, "bad_log", "\"log\" must be the log of an arbiter: its first line is 'arbiter 1'.");
    return NULL;
}

static void answer_kept(Hub *hub, HubLine line, double seq) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddNumberToObject(json, "seq", seq);
    api_reply(hub, line, 200, json);
}

/* A client that makes up keys cannot fill the place: new codes are counted by address. */
static bool answer_room(Hub *hub, const ApiCall *call) {
    return answer_rate_from(hub, call->line, RATE_FOLLOWED, call->request->address);
}

static void answer_publish(Hub *hub, const ApiCall *call) {
    const cJSON *seq = cJSON_GetObjectItemCaseSensitive(call->body, "seq");
    const char *code = call->part[0], *log;
    uint8_t hash[STORE_HASH_BYTES];
    if (!read_key(hub, call, hash) || !(log = read_log(hub, call))) return;
    if (!cJSON_IsNumber(seq) || !(seq->valuedouble >= 1) || seq->valuedouble > 1e15 ||
        seq->valuedouble != (double)(int64_t)seq->valuedouble)
        return api_error(hub, call->line, 400, "bad_seq", "\"seq\" must be a whole number that grows.");
    if (!answer_rate(hub, call->line, RATE_PUBLISH, code)) return;
    const Followed *before = find(hub, code);
    if (before && seq->valuedouble <= before->seq)
        return api_error(hub, call->line, 409, "old", "Something newer is published already.");
    if (!before && !answer_room(hub, call)) return;
    if (!log[0]) return forget(hub, map_hash(code)), answer_kept(hub, call->line, seq->valuedouble);
    if (!has_room(hub, before, strlen(log))) sweep(hub), before = find(hub, code);
    if (!has_room(hub, before, strlen(log)))
        return api_error(hub, call->line, 503, "too_many", "Too many games are followed here: try again later.");
    if (!keep(hub, hash, seq->valuedouble, log)) return answer_no_memory(hub, call->line);
    answer_kept(hub, call->line, seq->valuedouble);
}

static void answer_look(Hub *hub, const ApiCall *call) {
    const char *address = call->request->address;
    const Followed *followed = people_might_from(hub, RATE_CODE, address) ? find(hub, call->part[0]) : NULL;
    char since[32] = "";
    if (!followed && !answer_rate_from(hub, call->line, RATE_CODE, address)) return;
    if (!followed)
        return api_error(
            hub, call->line, 404, "no_such_game",
            "Nobody is showing a game under this code now: ask the person who keeps the counts for the link.");
    api_query(call, "since", since, sizeof since);
    cJSON *json = cJSON_CreateObject();
    cJSON_AddNumberToObject(json, "seq", followed->seq);
    if (!since[0] || strtod(since, NULL) != followed->seq) cJSON_AddStringToObject(json, "log", followed->log);
    api_reply(hub, call->line, 200, json);
}

const ApiRoute follow_routes[] = {
    {"POST", "/api/follow", API_PERSON, answer_begin, false},
    {"PUT", "/api/follow/*", API_ANYBODY, answer_publish, false},
    {"GET", "/api/follow/*", API_ANYBODY, answer_look, false},
    {0},
};
