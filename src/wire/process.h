/* process.h -- a program of its own as a player, spoken to over pipes (protocol.h).
 *
 *     process_init()    what to run; nothing is started yet
 *     process_begin()   takes a seat at a new game, starting the program if need be
 *     process_watch()   sees the table after every change
 *     process_act()     is asked
 *     process_end()     hears that the game is over
 *     process_free()    says good-bye and leaves nothing behind
 *
 * A program that ends, hangs, floods, says what it must not or does what the rules
 * forbid has forfeited its game: the call says so, process_trouble() says why in one
 * line, and the program and all that it started are killed. The next game begins
 * with a fresh one. Whatever a program does, no call takes much longer than the
 * limits say, nothing grows without bound, and no zombie stays.
 *
 * A Process belongs to one thread at a time. */
#ifndef UNO_PROCESS_H
#define UNO_PROCESS_H

#include "protocol.h"

enum {
    PROCESS_HELLO_MS = 10000, /* to get ready */
    PROCESS_MOVE_MS = 5000,   /* to answer, and to read what it is sent */
    PROCESS_BYE_MS = 500,     /* to leave by itself; then it is told to (SIGTERM), then killed */
    PROCESS_TROUBLE_MAX = 200,
    PROCESS_WORDS_MAX = 32
};

typedef struct {
    unsigned hello_ms, move_ms; /* 0: the usual ones */
    int log;                    /* where the program's stderr is copied to; -1: nowhere */
} ProcessLimits;

typedef enum {
    PROCESS_ACTS,
    PROCESS_LETS_BE, /* does nothing: only where it is not awaited */
    PROCESS_FORFEITS /* process_trouble() says why */
} ProcessAnswer;

typedef struct Process Process;

/* `command` is the path of a program, or a program and its arguments separated by
 * blanks ("python3 bot.py"); quotes mean nothing. NULL: it cannot be run, or there
 * is no memory; `error` says so. */
Process *process_init(const char *command, const ProcessLimits *limits, char error[PROCESS_TROUBLE_MAX]);

/* False: it has forfeited already. The rules stay the caller's, and must stay, until process_end(). */
bool process_begin(Process *process, const ProtocolGame *game);

void process_watch(Process *process, const View *view);
ProcessAnswer process_act(Process *process, const View *view, Action *out);
void process_end(Process *process, const Board *board);

/* Why it forfeited, in words that follow its name; "" if it did not. */
const char *process_trouble(const Process *process);

void process_free(Process *process);

#endif
