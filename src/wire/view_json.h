/* view_json.h -- a View as a JSON object, and back: everything a seat may know, in
 * words that a bot or a page can use. docs/bot-protocol.md explains each field.
 *
 * Writing and reading are driven by the same rows, one per field, so that a view
 * that was written reads back byte for byte. */
#ifndef UNO_VIEW_JSON_H
#define UNO_VIEW_JSON_H

#include <cjson/cJSON.h>

#include "../engine/view.h"

enum { JSON_ERROR_MAX = 200 };

/* The caller deletes it. NULL: there is no memory. */
cJSON *view_to_json(const Rules *rules, const View *view);

/* Reads a view that some game of these rules can have. Fields it does not know are
 * passed over. False: `error` says where and what was expected; *out is untouched. */
bool view_from_json(const Rules *rules, const cJSON *json, View *out, char error[JSON_ERROR_MAX]);

/* True when some game of these rules has this view, whatever its bytes are: then a
 * bot can be asked about it without harm. */
bool view_holds(const Rules *rules, const View *view);

/* ---- pieces that messages use too ---- */

cJSON *json_seat(unsigned seat);                       /* "A"; null for none */
cJSON *json_seats(unsigned seats);                     /* ["A", "C"] */
cJSON *json_card(const Rules *rules, Face face);       /* "R5"; null for none */
cJSON *json_action(const Rules *rules, Action action); /* "R5!" */

/* A whole number in a JSON value. */
bool json_is_whole(const cJSON *json, long low, long high, long *out);

/* The same for what may be larger than a long is everywhere: up to 2 to the power of 52. */
bool json_is_count(const cJSON *json, uint64_t *out);

#endif
