/* outbox.h -- what is to be said once the disk has what it tells of, in order. */
#ifndef UNO_HUB_OUTBOX_H
#define UNO_HUB_OUTBOX_H

#include "hub.h"

typedef struct Outbox Outbox;

Outbox *outbox_new(void); /* NULL: no memory */
void outbox_free(Outbox *outbox);
bool outbox_is_empty(const Outbox *outbox);

/* Each copies what it is given. False: no memory. `table`: what it tells of is on its way to the log of this one, where another node may be
 * faster; 0: of none. */
bool outbox_send(Outbox *outbox, HubLine line, uint64_t table, const char *text, size_t length);
bool outbox_respond(Outbox *outbox, HubLine line, uint64_t table, const HubResponse *response);
bool outbox_close(Outbox *outbox, HubLine line, unsigned code, const char *reason);

/* Nothing of what it would tell of this table is said. */
void outbox_drop(Outbox *outbox, uint64_t table);

/* Hands everything to the world, and is empty. */
void outbox_flush(Outbox *outbox, const HubWorld *world);

#endif
