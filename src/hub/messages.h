/* messages.h -- what a browser or terminal may say over its WebSocket (docs/protocol.md). */
#ifndef UNO_MESSAGES_H
#define UNO_MESSAGES_H

#include "tables.h"

enum { MESSAGE_ID_MAX = 64 };

/* Does what the message asks, or says why not. `id`: the number of the request as JSON, or NULL. */
void message_handle(Hub *hub, Socket *socket, const cJSON *message, const char *id);

/* 64 hexadecimal digits; false: it is something else. */
bool json_seed(const cJSON *item, Seed *out);

/* ---- chat.c ---- */
enum { CHAT_CHARACTERS = 200 }; /* of what somebody says at once */
void chat_message(Hub *hub, Socket *socket, const cJSON *message, const char *id);
void chat_hear(Hub *hub, const char *line); /* of another node */
void chat_mute(Hub *hub, Socket *socket, const cJSON *message, const char *id);

/* ---- ask.c ---- */
void ask_message(Hub *hub, Socket *socket, const cJSON *message, const char *id);

/* ---- lobby.c ---- */

/* The table with this code (NULL: none was given), for `user`, who asks from `address`. NULL: there is none, or
 * *too_often: too many codes from there led nowhere, and not even a right one does now, unless the table is public or
 * the user sits there. */
Desk *lobby_find(Hub *hub, const char *code, uint64_t user, const char *address, bool *too_often);

/* {"t":"lobby","tables":[...]}; to be freed. */
char *lobby_text(Hub *hub);

/* Settings out of the members of a JSON object: "ruleset" or the rules as text, and the rows of settings.h. `base`
 * NULL: from the usual ones. */
bool lobby_settings(Hub *hub, const StoreUser *user, const cJSON *json, const TableSettings *base, TableSettings *out,
                    SettingFault *fault);

#endif
