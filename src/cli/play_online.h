/* play_online.h -- `uno play --connect`: a table at a server, on the full screen or line
 * by line. */
#ifndef UNO_PLAY_ONLINE_H
#define UNO_PLAY_ONLINE_H

#include "../client/link.h"
#include "play_table.h"

/* Plays as the command line says; returns what to leave with. */
int play_online(const OptionReader *reader, const PlayWish *wish);

/* ---- play_online_lines.c ---- */

typedef enum { LINES_LEFT, LINES_CLOSED, LINES_INTERRUPTED, LINES_FAILED } LinesEnd;

/* The same line by line: what happens is printed, what is typed is done. */
LinesEnd play_online_lines(Client *client, const char *code);

#endif
