/* event_json.h -- what happened in an action, as JSON: a list of events, each a list.
 *
 *     [["played","A","R5"],["skipped","B"],["drew","C",2]]
 *
 * First the name of the event in engine/event.def; then, in this order, each only where its row has the field:
 * the seat, the other seat, the card, the amount (of a colour or rule: 0 to 3 the colours of "RYGB", then even, odd,
 * low, high). A seat or card that there is none of is null. */
#ifndef UNO_EVENT_JSON_H
#define UNO_EVENT_JSON_H

#include "view_json.h"

enum { EVENTS_TEXT_MAX = 64 * EVENTS_MAX };

/* Allocates nothing. Always closed with a zero; returns the whole length, whether it
 * fitted or not. In EVENTS_TEXT_MAX nothing is cut. */
unsigned events_format(const Rules *rules, const Witness *witness, char *out, unsigned size);

/* Reads the events into out->events and out->event[]; what is known of hands stays. False:
 * `error` says where and what was expected, and *out is untouched. */
bool events_parse(const Rules *rules, const cJSON *json, Witness *out, char error[JSON_ERROR_MAX]);

#endif
