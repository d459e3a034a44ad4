/* happened.h -- what happened in a game as one column of a database: "dealt 2 played 61 drew 14". The names are those of
 * event.def, so a row keeps its meaning when kinds of events are added or change their order. */
#ifndef UNO_STORE_HAPPENED_H
#define UNO_STORE_HAPPENED_H

#include "../engine/witness.h"

enum {
#define EVENT(name, fields, words) +(sizeof #name + sizeof " 4294967295" - 1)
    HAPPENED_MAX = 1
#include "../engine/event.def"
#undef EVENT
};

void happened_print(const uint32_t times[EVENT_KINDS], char out[HAPPENED_MAX]);

/* What it does not know is passed over: a kind that is no more, or a text that is damaged. */
void happened_read(const char *text, uint32_t times[EVENT_KINDS]);

#endif
