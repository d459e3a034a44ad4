/* chat.c -- words at a table: what people write, quick phrases and emotes. Not kept on
 * the disk; who joins sees the last few lines. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "messages.h"
#include "people.h"
#include "names.h"

/* Said with one press, in every language a page knows: told by their number's word. */
static const char *const phrases[] = {"hello",     "good_luck",  "well_played", "thanks", "sorry",
                                      "your_turn", "one_moment", "good_game",   "again",  "bye"};
static const char *const emotes[] = {"smile", "laugh", "wink", "wow", "sad", "angry", "think", "clap", "heart", "cry"};

static const char *find(const char *const *list, size_t count, const char *word) {
    for (size_t i = 0; word && i < count; i++)
        if (strcmp(list[i], word) == 0) return list[i];
    return NULL;
}

/* Who says it: a socket of ours, or somebody at another node. */
typedef struct {
    const Socket *socket; /* NULL: at another node */
    uint64_t user;
    const char *name;
} Speaker;

static void keep(Desk *desk, const Speaker *from, const char *text) {
    if (!desk->chat) desk->chat = calloc(CHAT_KEPT, sizeof *desk->chat);
    if (!desk->chat) return;
    ChatLine *line = &desk->chat[desk->chat_count++ % CHAT_KEPT];
    line->user = from->user;
    snprintf(line->name, sizeof line->name, "%s", from->name);
    snprintf(line->text, sizeof line->text, "%s", text);
}

static void tell(Hub *hub, Desk *desk, const Speaker *from, const char *kind, const char *text, const char *id) {
    char user[ID_TEXT];
    id_format(from->user, user);
    if (strcmp(kind, "text") == 0) keep(desk, from, text);
    for (const Socket *socket = desk->sockets; socket; socket = socket->next) {
        if (socket->stream || socket_has_muted(socket, from->user)) continue;
        cJSON *json = cJSON_CreateObject();
        cJSON_AddStringToObject(json, "t", "chat");
        if (socket == from->socket && id) cJSON_AddRawToObject(json, "id", id);
        cJSON_AddStringToObject(json, "user", user);
        cJSON_AddStringToObject(json, "name", from->name);
        cJSON_AddStringToObject(json, kind, text);
        socket_say_json(hub, socket, json);
    }
}

static void say(Hub *hub, const Socket *socket, const char *kind, const char *text, const char *id) {
    const Speaker from = {socket, socket->user.id, socket->user.name};
    tell(hub, socket->desk, &from, kind, text, id);
    if (hub->node && socket->desk->elsewhere.table)
        nodes_say(hub, "chat %llu" NEWS_PIECE "%llu" NEWS_PIECE "%s" NEWS_PIECE "%s" NEWS_PIECE "%s\n",
                  (unsigned long long)socket->desk->row.id, (unsigned long long)from.user, kind, from.name, text);
}

void chat_hear(Hub *hub, const char *line) {
    char text[CHAT_TEXT_MAX + 256];
    const char *piece[5];
    if (!news_pieces(line, text, sizeof text, piece, 5)) return;
    const char *kinds[] = {"text", "phrase", "emote"}, *kind = find(kinds, 3, piece[2]);
    Desk *desk = map_get(&hub->desks, strtoull(piece[0], NULL, 10));
    const Speaker from = {NULL, strtoull(piece[1], NULL, 10), piece[3]};
    if (desk && kind) tell(hub, desk, &from, kind, piece[4], NULL);
}

static bool may_chat(Hub *hub, Socket *socket, const char *id) {
    if (!socket->desk->table.settings.chat) {
        socket_no(hub, socket, id, "chat_off", "The host has switched the chat off.");
        return false;
    }
    char user[ID_TEXT]; /* not the socket: a new one would start from zero */
    id_format(socket->user.id, user);
    if (people_may(hub, RATE_CHAT, user)) return true;
    socket_no(hub, socket, id, "too_often", "You are doing that too often: wait a little and try again.");
    return false;
}

void chat_message(Hub *hub, Socket *socket, const cJSON *message, const char *id) {
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(message, "text"));
    const char *phrase = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(message, "phrase"));
    const char *emote = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(message, "emote"));
    const char *why = "Send \"text\", \"phrase\" or \"emote\".";
    char tidy[CHAT_TEXT_MAX];
    if (!may_chat(hub, socket, id)) return;
    phrase = find(phrases, sizeof phrases / sizeof *phrases, phrase);
    emote = find(emotes, sizeof emotes / sizeof *emotes, emote);
    if (phrase) say(hub, socket, "phrase", phrase, id);
    else if (emote) say(hub, socket, "emote", emote, id);
    else if (text && text_tidy(text, CHAT_CHARACTERS, tidy, sizeof tidy, &why)) {
        say(hub, socket, "text", tidy, id);
    } else socket_no(hub, socket, id, "bad_text", "That cannot be said: %s.", why);
}

void chat_mute(Hub *hub, Socket *socket, const cJSON *message, const char *id) {
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(message, "user"));
    bool mute = !cJSON_IsFalse(cJSON_GetObjectItemCaseSensitive(message, "yes"));
    uint64_t user;
    if (!text || !id_parse(text, &user)) return socket_no(hub, socket, id, "bad_message", "\"user\" is somebody's id.");
    for (unsigned i = 0; i < socket->mutes; i++)
        if (socket->muted[i] == user) socket->muted[i--] = socket->muted[--socket->mutes];
    if (mute && socket->mutes == MUTES_MAX)
        return socket_no(hub, socket, id, "too_many", "You have muted %d people already.", MUTES_MAX);
    if (mute) socket->muted[socket->mutes++] = user;
    socket_ok(hub, socket, id);
}
