/* follow.h -- what an arbiter's phone shows to the other phones at the table: the log of its game, under a code.
 *
 * Nothing of it is written down. A code is made of its key, so the phone that has the key can publish again under the
 * same code when the server has forgotten it. */
#ifndef UNO_HUB_FOLLOW_H
#define UNO_HUB_FOLLOW_H

#include "hub_internal.h"

enum {
    FOLLOW_CODE_LENGTH = 8,
    FOLLOWS_MAX = 2000,              /* at a time */
    FOLLOW_BYTES_MAX = 32 * 1048576, /* of all logs together */
};

#define FOLLOW_MS INT64_C(43200000) /* half a day after its last change a log is forgotten */

void follow_free(Hub *hub);

#endif
