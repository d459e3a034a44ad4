/* push.h -- people who are not there are told that a table waits for them: their turn in a game without a hurry, the table
 * that an event opens. The hub decides who is told what; the words are the browser's own, and the world sends it. */
#ifndef UNO_HUB_PUSH_H
#define UNO_HUB_PUSH_H

#include "tables.h"

enum { PUSH_DEVICES_MAX = 5 }; /* of one person: the eldest makes way */

bool pushes_load(Hub *hub, Store *store);
void pushes_unload(Hub *hub);

/* Looks who is waited for at the table and not there, and tells those whose time it is. */
void push_settle(Hub *hub, Desk *desk, SeatMask connected);

/* A job has come back: a browser that is gone for good is forgotten. */
void push_sent(Hub *hub, const PushJob *job);

/* Nothing is sent to this person any more. False: no memory. */
bool push_forget_user(Hub *hub, uint64_t user);

#endif
