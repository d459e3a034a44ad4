/* fold_internal.h -- what the files of fold.h share. */
#ifndef UNO_CLIENT_FOLD_INTERNAL_H
#define UNO_CLIENT_FOLD_INTERNAL_H

#include "fold.h"
#include "foreign.h"

/* Writes what is wrong; returns false. */
bool fold_fail(char error[JSON_ERROR_MAX], const char *where, const char *expected);

/* A member of an object; NULL: it has none. */
static inline const cJSON *fold_member(const cJSON *json, const char *name) {
    return cJSON_GetObjectItemCaseSensitive(json, name);
}

/* Copies a text, cleaned, and cut where it is too long; false: it is none. */
bool fold_text(const cJSON *json, char *out, size_t size);

/* A seat, or null; a list of seats. */
bool fold_seat(const cJSON *json, Seat *out);
bool fold_seats(const cJSON *json, SeatMask *out);

static inline const Rules *fold_rules(const ClientTable *table) { return &table->ruleset->rules; }

/* ---- fold_chat.c ---- */
void fold_clear_chat(ClientTable *table);

/* One line; false: it is none. */
bool fold_hear_line(ClientTable *table, const cJSON *json);

/* The tail of the chat that comes with joining: only what is new of it. */
void fold_hear_tail(ClientTable *table, const cJSON *list);

/* ---- fold_lobby.c ---- */

/* The public tables; false: it is no list. */
bool fold_hear_lobby(ClientTable *table, const cJSON *list);

/* ---- fold_follow.c ---- */

/* After an action: whoever was not asked before is asked now; who acted and is asked again begins anew. */
void fold_run_clocks(ClientTable *table, SeatMask before, Seat actor);

/* {"A":29000} */
void fold_read_clocks(ClientTable *table, const cJSON *left);

/* The room has changed: the clocks stand still in a pause. */
void fold_note_pause(ClientTable *table);

/* ---- fold_fair.c ---- */

/* After every message that tells of the room: a seal is kept, with all commitments. */
void fold_note_seal(ClientTable *table);

/* A game has begun: the first hand is kept, where it was `seen`. */
void fold_note_deal(ClientTable *table, bool seen);

/* ---- fold_room.c ---- */

/* The `table` of a message. False: `error` says why; *out may be half written. */
bool fold_read_room(const cJSON *json, const char *user, ClientRoom *out, char error[JSON_ERROR_MAX]);

#endif
