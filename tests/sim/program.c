/* program.c -- programs that sit at tables over HTTP: one stream in, requests out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim.h"

/* What all programs add to the chance of a game, and its hash; and something else. */
#define SEED ",\"seed\":\"0707070707070707070707070707070707070707070707070707070707070707\""
#define COMMIT ",\"commit\":\"e32e3b0e9be4618fe6aba77657e7bdf8ea7758c2cea88183c054a37919385e82\""
#define OTHER ",\"seed\":\"0807070707070707070707070707070707070707070707070707070707070707\""

static unsigned number_of(const World *world, const Person *person) { return (unsigned)(person - world->person); }

static bool is_busy(const World *world, const Person *person) {
    return person->request && world->now_ms - person->request_ms < 5000;
}

static void post(World *world, Person *person, const char *path, const char *more) {
    char body[200];
    snprintf(body, sizeof body, "{\"table\":\"%s\"%s}", person->code, more);
    if (!is_busy(world, person)) world_ask(world, number_of(world, person), path, body);
}

void remote_think(World *world, Person *person) {
    if (!person->line && world->codes) {
        world_ask(world, number_of(world, person), "/api/bot/stream", "");
        person->line = person->request;
        person->request = 0;
        person->greeted = false;
    } else if (person->greeted && below(world, 60) == 0) {
        line_break(world, person->line);
        person_cut(world, person);
    } else if (person->greeted && !person->at && world->codes) {
        memcpy(person->code, world->code[below(world, world->codes)], STORE_CODE_MAX);
        post(world, person, "/api/bot/sit", "");
    } else if (person->at && below(world, 80) == 0) {
        post(world, person, below(world, 2) ? "/api/bot/stand" : "/api/bot/back", "");
        person->at = false;
    }
    person_plan(world, person, world->now_ms + 500 + below(world, 3000));
}

/* What it is told is its seat's view, byte for byte. */
static void check_view(World *world, const Person *person, const Desk *desk, const cJSON *json) {
    char error[JSON_ERROR_MAX];
    View told, view;
    const Table *table = &desk->table;
    Seat seat = table_seat_of(table, person->user);
    const cJSON *q = cJSON_GetObjectItemCaseSensitive(json, "q");
    if (!cJSON_IsNumber(q) || (uint64_t)q->valuedouble != table->seq || seat == NO_SEAT) return;
    if (!view_from_json(&table->settings.ruleset.rules, cJSON_GetObjectItemCaseSensitive(json, "view"), &told, error)) {
        fault(world, "a program cannot read its view: %s", error);
        return;
    }
    table_view(table, seat, &view);
    if (memcmp(&told, &view, sizeof view) != 0) fault(world, "%s: a program sees something else", desk->row.code);
    world->count.compared++;
}

/* Any of the actions it is offered, as long as it is asked; or now and then out of turn. */
static void answer(World *world, Person *person, const cJSON *json) {
    const cJSON *actions = cJSON_GetObjectItemCaseSensitive(json, "actions");
    const cJSON *q = cJSON_GetObjectItemCaseSensitive(json, "q");
    const char *action = cJSON_GetStringValue(cJSON_GetArrayItem(
        actions, (int)below(world, (unsigned)cJSON_GetArraySize(actions) + !cJSON_GetArraySize(actions))));
    char more[100];
    bool awaited = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(json, "awaited"));
    if (!action || !cJSON_IsNumber(q) || is_busy(world, person) || (!awaited && below(world, 3))) return;
    snprintf(more, sizeof more, ",\"action\":\"%s\",\"q\":%.0f", action, q->valuedouble);
    person->intents++;
    post(world, person, "/api/bot/do", more);
}

static void hear_line(World *world, Person *person, const char *text, size_t length) {
    cJSON *json = cJSON_ParseWithLength(text, length);
    const char *type = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "type"));
    const char *code = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "table"));
    const Desk *desk = code ? world_desk(world, person, code) : NULL;
    world->count.heard++;
    if (!type) fault(world, "a program cannot understand: %.200s", text);
    else if (strcmp(type, "hello") == 0) person->greeted = true;
    else if (code) {
        snprintf(person->code, sizeof person->code, "%s", code);
        person->at = true;
        bool acts = strcmp(type, "act") == 0;
        if (desk && (acts || strcmp(type, "see") == 0)) check_view(world, person, desk, json);
        if (acts && !world->quiet) answer(world, person, json);
        if (strcmp(type, "end") == 0 && !world->quiet)
            post(world, person, "/api/bot/ready", below(world, 2) ? COMMIT : "");
        if (strcmp(type, "seal") == 0 && below(world, 6))
            post(world, person, "/api/bot/reveal", below(world, 6) ? SEED : OTHER);
    }
    cJSON_Delete(json);
}

void remote_hear(World *world, Person *person, const char *text, size_t length) {
    for (const char *end = text + length, *stop; text < end; text = stop + 1) {
        stop = memchr(text, '\n', (size_t)(end - text));
        if (!stop) stop = end;
        if (stop > text) hear_line(world, person, text, (size_t)(stop - text));
    }
}

void remote_answered(World *world, Person *person, unsigned status, const char *text) {
    bool sits = strstr(text, "\"held\"") != NULL;
    person->request = 0;
    if (status == 200 && sits) person->at = true;
    world->count.programs += status == 200 && sits;
    if (status == 404) person->at = false;
    if (status != 200 && status != 404 && status != 409 && status != 503)
        fault(world, "a program was answered with %u %s", status, text);
}

/* Programs are not made over the network here: that needs the hash of a password. */
void remote_init(World *world, Person *person) {
    char trouble[STORE_TROUBLE_MAX];
    StoreUser owner = {.id = 1, .kind = USER_ACCOUNT, .name = "Owner", .key = "owner", .made_at = 1};
    StoreUser user = {.id = 1000 + number_of(world, person), .kind = USER_BOT, .owner = owner.id, .made_at = 1};
    StoreKey key = {.kind = KEY_BOT, .user = user.id, .made_at = 1};
    StoreBatch *batch = batch_new();
    person->program = true;
    person->user = user.id;
    snprintf(user.name, sizeof user.name, "Robo %u", number_of(world, person));
    snprintf(person->session, sizeof person->session, "%064x", 0xABC000 + number_of(world, person));
    token_hash(person->session, key.hash);
    if (!batch || !batch_user(batch, &owner) || !batch_user(batch, &user) || !batch_key(batch, &key)) abort();
    if (store_commit(world->store, batch, trouble) != STORE_DONE) abort();
    batch_close(batch);
}
