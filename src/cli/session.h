/* session.h -- a game at this terminal: one person, or nobody, against simple
 * opponents. Keeps the record as it goes. */
#ifndef UNO_SESSION_H
#define UNO_SESSION_H

#include "../record/record.h"
#include "playout.h"
#include "say.h"

typedef struct {
    Ruleset ruleset;
    Record record;
    Game game;
    Witness witness;
    Speaker speaker;
    Seat seat;      /* where the person sits */
    bool automatic; /* nobody does: the opponents play every seat */
    Dice dice;      /* of the opponents */
    char *log;      /* what has been told so far */
    size_t log_length, log_capacity;
} Session;

typedef enum { SESSION_OVER, SESSION_QUIT, SESSION_INTERRUPTED, SESSION_NO_MEMORY } SessionEnd;

/* Plays until the game is over or the person leaves. The caller has filled in
 * ruleset, record (players, names, seed), seat, automatic and dice. */
SessionEnd session_run(Session *session);

void session_free(Session *session);

#endif
