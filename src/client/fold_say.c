/* fold_say.c -- what a client sends, numbered so that its answer can be told. */
#include <stdio.h>
#include <string.h>

#include "../engine/text.h"
#include "fold_internal.h"

static cJSON *begin(ClientTable *table, const char *what) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "t", what);
    cJSON_AddNumberToObject(json, "id", (double)++table->asked);
    return json;
}

static unsigned finish(cJSON *json, char out[CLIENT_MESSAGE_MAX]) {
    bool fits = cJSON_PrintPreallocated(json, out, CLIENT_MESSAGE_MAX, false);
    cJSON_Delete(json);
    if (!fits) out[0] = 0;
    return (unsigned)strlen(out);
}

unsigned client_say_join(ClientTable *table, const char *code, char out[CLIENT_MESSAGE_MAX]) {
    cJSON *json = begin(table, "join");
    cJSON_AddStringToObject(json, "code", code);
    if (client_resumes(table, code)) cJSON_AddNumberToObject(json, "since", (double)table->q);
    return finish(json, out);
}

unsigned client_say(ClientTable *table, const char *what, char out[CLIENT_MESSAGE_MAX]) {
    return finish(begin(table, what), out);
}

unsigned client_say_yes(ClientTable *table, const char *what, bool yes, char out[CLIENT_MESSAGE_MAX]) {
    cJSON *json = begin(table, what);
    cJSON_AddBoolToObject(json, "yes", yes);
    return finish(json, out);
}

static void add_seat(cJSON *json, Seat seat) {
    if (seat < SEATS_MAX) cJSON_AddItemToObject(json, "seat", json_seat(seat));
}

unsigned client_say_seat(ClientTable *table, const char *what, Seat seat, char out[CLIENT_MESSAGE_MAX]) {
    cJSON *json = begin(table, what);
    add_seat(json, seat);
    return finish(json, out);
}

static void add_seed(cJSON *json, const char *name, const Seed *seed) {
    char hex[CLIENT_HEX_MAX];
    Text text = text_in(hex, sizeof hex);
    text_hex(&text, seed->bytes, SEED_BYTES);
    cJSON_AddStringToObject(json, name, hex);
}

unsigned client_say_ready(ClientTable *table, bool yes, const char *seed, char out[CLIENT_MESSAGE_MAX]) {
    cJSON *json = begin(table, "ready");
    cJSON_AddBoolToObject(json, "yes", yes);
    const Seed *commit = client_commit(table, yes ? seed : NULL);
    if (commit) add_seed(json, "commit", commit);
    return finish(json, out);
}

unsigned client_say_reveal(ClientTable *table, char out[CLIENT_MESSAGE_MAX]) {
    const Seed *seed = client_reveal(table);
    if (!seed) return 0;
    cJSON *json = begin(table, "reveal");
    add_seed(json, "seed", seed);
    return finish(json, out);
}

unsigned client_say_bot(ClientTable *table, Seat seat, const char *kind, char out[CLIENT_MESSAGE_MAX]) {
    cJSON *json = begin(table, "bot");
    add_seat(json, seat);
    if (kind) cJSON_AddStringToObject(json, "kind", kind);
    return finish(json, out);
}

unsigned client_say_vote(ClientTable *table, const char *what, Seat seat, char out[CLIENT_MESSAGE_MAX]) {
    cJSON *json = begin(table, "vote");
    cJSON_AddStringToObject(json, "what", what);
    add_seat(json, seat);
    return finish(json, out);
}

unsigned client_say_do(ClientTable *table, Action action, const char *words, char out[CLIENT_MESSAGE_MAX]) {
    char text[ACTION_TEXT_MAX];
    if (!table->ruleset) return out[0] = 0, 0;
    action_format(&table->ruleset->rules, action, text, sizeof text);
    if (words && words[0]) {
        cJSON *json = begin(table, "do");
        cJSON_AddStringToObject(json, "do", text);
        cJSON_AddNumberToObject(json, "q", (double)table->q);
        cJSON_AddStringToObject(json, "text", words);
        return finish(json, out);
    }
    /* What is sent at every move needs no detour. */
    return (unsigned)snprintf(out, CLIENT_MESSAGE_MAX, "{\"t\":\"do\",\"id\":%lu,\"do\":\"%s\",\"q\":%llu}",
                              ++table->asked, text, (unsigned long long)table->q);
}

unsigned client_say_chat(ClientTable *table, const char *text, char out[CLIENT_MESSAGE_MAX]) {
    cJSON *json = begin(table, "chat");
    cJSON_AddStringToObject(json, "text", text);
    return finish(json, out);
}
