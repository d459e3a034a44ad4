/* messages.h -- what a browser or terminal may say over its WebSocket (docs/protocol.md). */
#ifndef UNO_MESSAGES_H
#define UNO_MESSAGES_H

#include "tables.h"

enum { MESSAGE_ID_MAX = 64 };

/* Does what the message asks, or says why not. `id`: the number of the request as JSON, or NULL. */
void message_handle(Hub *hub, Socket *socket, const cJSON *message, const char *id);

/* What became of a wish, to who had it. */
void message_answer(Hub *hub, Socket *socket, const TableAnswer *said, Action action, const char *id);

/* ---- chat.c ---- */
void chat_message(Hub *hub, Socket *socket, const cJSON *message, const char *id);
void chat_mute(Hub *hub, Socket *socket, const cJSON *message, const char *id);

/* ---- ask.c ---- */
void ask_message(Hub *hub, Socket *socket, const cJSON *message, const char *id);

/* ---- lobby.c ---- */

/* {"t":"lobby","tables":[...]}; to be freed. */
char *lobby_text(Hub *hub);

/* Settings out of the members of a JSON object: "ruleset" or the rules as text, and the rows of settings.h. `base`
 * NULL: from the usual ones. False: `why` says what is wrong. */
bool lobby_settings(Hub *hub, const StoreUser *user, const cJSON *json, const TableSettings *base, TableSettings *out,
                    char *why, size_t size);

#endif
