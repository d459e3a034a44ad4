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

static void keep(Desk *desk, const Socket *socket, const char *text) {
    if (!desk->chat) desk->chat = calloc(CHAT_KEPT, sizeof *desk->chat);
    if (!desk->chat) return;
    ChatLine *line = &desk->chat[desk->chat_count++ % CHAT_KEPT];
    line->user = socket->user.id;
    memcpy(line->name, socket->user.name, sizeof line->name);
    snprintf(line->text, sizeof line->text, "%s", text);
}

static void tell(Hub *hub, const Socket *from, const char *kind, const char *text, const char *id) {
    char user[ID_TEXT];
    id_format(from->user.id, user);
    for (const Socket *socket = from->desk->sockets; socket; socket = socket->next) {
        if (socket->stream || socket_has_muted(socket, from->user.id)) continue;
        cJSON *json = cJSON_CreateObject();
        cJSON_AddStringToObject(json, "t", "chat");
        if (socket == from && id) cJSON_AddRawToObject(json, "id", id);
        cJSON_AddStringToObject(json, "user", user);
        cJSON_AddStringToObject(json, "name", from->user.name);
        cJSON_AddStringToObject(json, kind, text);
        socket_say_json(hub, socket, json);
    }
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
    if (phrase) tell(hub, socket, "phrase", phrase, id);
    else if (emote) tell(hub, socket, "emote", emote, id);
    else if (text && text_tidy(text, CHAT_CHARACTERS, tidy, sizeof tidy, &why)) {
        keep(socket->desk, socket, tidy);
        tell(hub, socket, "text", tidy, id);
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
