/* online.h -- a game at a server on the full screen: finding a table, the room before the
 * game, the table itself, and the result. While the connection is down everything stays
 * to be seen, and what is typed waits. */
#ifndef UNO_TUI_ONLINE_H
#define UNO_TUI_ONLINE_H

#include "../client/link.h"

typedef enum {
    ONLINE_LEFT,        /* the person left; the seat may still be theirs */
    ONLINE_STOOD_UP,    /* and gave the seat up */
    ONLINE_CLOSED,      /* the table was closed: *trouble is what the server said */
    ONLINE_INTERRUPTED, /* by a signal, or the terminal is gone */
    ONLINE_FAILED,      /* *trouble says why */
    ONLINE_NO_SCREEN,   /* the terminal cannot be drawn on: *trouble says why, and nothing was shown */
} OnlineEnd;

/* Plays at the table with that code; where it is "", lets the person choose one, and writes which it was. The client
 * has a session, which is remembered by `name` (jar.h). The terminal is given back before it returns. */
OnlineEnd online_screen(Client *client, const char *name, char code[CLIENT_CODE_MAX], char *trouble, size_t size);

#endif
