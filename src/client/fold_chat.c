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

static void add_chat(ClientTable *table, const char *name, const char *before, const char *said, const char *behind) {
    size_t size = strlen(name) + strlen(before) + strlen(said) + strlen(behind) + 1;
    char *text = malloc(size);
    if (!text) return; /* one line of chat less */
    snprintf(text, size, "%s%s%s%s", name, before, said, behind);
    foreign_clean(text);
    ClientLine *line = &table->chat[table->chat_count++ % CLIENT_CHAT_KEPT];
    free(line->text);
    line->text = text;
}

bool fold_hear_line(ClientTable *table, const cJSON *json) {
    const char *name = cJSON_GetStringValue(fold_member(json, "name"));
    const char *text = cJSON_GetStringValue(fold_member(json, "text"));
    const char *phrase = cJSON_GetStringValue(fold_member(json, "phrase"));
    const char *emote = cJSON_GetStringValue(fold_member(json, "emote"));
    char words[CLIENT_WORD_MAX];
    if (!name || (!text && !phrase && !emote)) return false;
    if (text) return add_chat(table, name, ": ", text, ""), true;
    snprintf(words, sizeof words, "%s", phrase ? phrase : emote);
    for (char *at = words; *at; at++)
        if (*at == '_') *at = ' ';
    add_chat(table, name, phrase ? ": " : ": *", words, phrase ? "" : "*");
    return true;
}

void fold_hear_tail(ClientTable *table, const cJSON *list) {
    unsigned known = table->chat_count;
    const char *last = known ? table->chat[(known - 1) % CLIENT_CHAT_KEPT].text : NULL;
    const cJSON *item, *from = cJSON_IsArray(list) ? list->child : NULL;
    for (item = from; last && item; item = item->next) {
        const char *name = cJSON_GetStringValue(fold_member(item, "name"));
        const char *text = cJSON_GetStringValue(fold_member(item, "text"));
        size_t length = name ? strlen(name) : 0;
        if (name && text && strncmp(last, name, length) == 0 && strncmp(last + length, ": ", 2) == 0 &&
            strcmp(last + length + 2, text) == 0)
            from = item->next;
    }
    for (item = from; item; item = item->next) fold_hear_line(table, item);
}
