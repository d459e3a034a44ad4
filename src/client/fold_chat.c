/* fold_chat.c -- what people say: the last lines of it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fold_internal.h"

void fold_clear_chat(ClientTable *table) {
    for (unsigned i = 0; i < CLIENT_CHAT_KEPT; i++) free(table->chat[i].text);
    memset(table->chat, 0, sizeof table->chat);
    table->chat_count = 0;
}

const ClientLine *client_line(const ClientTable *table, unsigned back) {
    return &table->chat[(table->chat_count - 1 - back) % CLIENT_CHAT_KEPT];
}

void client_line_text(const ClientLine *line, char out[CLIENT_LINE_MAX]) {
    static const char *const forms[] = {"%s: %s", "%s: %s", "%s: *%s*"};
    size_t name = strlen(line->name);
    snprintf(out, CLIENT_LINE_MAX, forms[line->kind], line->name, line->text);
    if (line->kind == CLIENT_SAYS_TEXT) return;
    for (char *at = out + name; *at; at++)
        if (*at == '_') *at = ' ';
}

/* What is said, and of which kind it is; NULL: nothing. */
static const cJSON *said_in(const cJSON *json, uint8_t *kind) {
    static const char *const members[] = {"text", "phrase", "emote"};
    for (*kind = 0; *kind < 3; ++*kind) {
        const cJSON *said = fold_member(json, members[*kind]);
        if (cJSON_GetStringValue(said)) return said;
    }
    return NULL;
}

bool fold_hear_line(ClientTable *table, const cJSON *json) {
    ClientLine line = {0};
    const cJSON *said = said_in(json, &line.kind);
    if (!said || !fold_text(fold_member(json, "name"), line.name, sizeof line.name)) return false;
    size_t size = strlen(cJSON_GetStringValue(said)) + 1;
    if (size > CLIENT_CHAT_MAX) size = CLIENT_CHAT_MAX;
    fold_text(fold_member(json, "user"), line.user, sizeof line.user);
    line.text = malloc(size);
    if (!line.text || !fold_text(said, line.text, size)) return true; /* no memory: one line of chat less */
    ClientLine *at = &table->chat[table->chat_count++ % CLIENT_CHAT_KEPT];
    free(at->text);
    *at = line;
    return true;
}

/* ---- the tail that is told again ---- */

static bool is_line(const ClientLine *line, const cJSON *json) {
    const char *said = cJSON_GetStringValue(fold_member(json, "text"));
    const char *name = cJSON_GetStringValue(fold_member(json, "name"));
    return said && name && strcmp(name, line->name) == 0 && strcmp(said, line->text) == 0;
}

/* The lines that people wrote, the newest first: a server keeps nothing else. */
static unsigned written(const ClientTable *table, const ClientLine *out[CLIENT_CHAT_KEPT]) {
    unsigned kept = table->chat_count < CLIENT_CHAT_KEPT ? table->chat_count : CLIENT_CHAT_KEPT, count = 0;
    for (unsigned back = 0; back < kept; back++)
        if (client_line(table, back)->kind == CLIENT_SAYS_TEXT) out[count++] = client_line(table, back);
    return count;
}

/* Whether a list begins with the last `count` of them. */
static bool repeats(const ClientLine *const *line, unsigned count, const cJSON *item) {
    for (; count && item && is_line(line[count - 1], item); count--) item = item->next;
    return !count;
}

void fold_hear_tail(ClientTable *table, const cJSON *list) {
    const ClientLine *line[CLIENT_CHAT_KEPT];
    unsigned known = written(table, line);
    const cJSON *item = cJSON_IsArray(list) ? list->child : NULL;
    while (!repeats(line, known, item)) known--;
    for (; item && known; known--) item = item->next;
    for (; item; item = item->next) fold_hear_line(table, item);
}
