/* session.h -- a game at this terminal: one person, or nobody, against bots. Keeps the record as it goes. */
#ifndef UNO_SESSION_H
#define UNO_SESSION_H

#include "../bots/bot.h"
#include "../record/record.h"
#include "say.h"

typedef struct {
    Ruleset ruleset;
    Record record;
    Game game;
    Witness witness;
    Speaker speaker;
    Seat seat;           /* where the person sits */
    bool automatic;      /* nobody does: bots play every seat */
    const BotKind *kind; /* of the bots */
    uint64_t chance;     /* what their dice start from */
    Bot bot[SEATS_MAX];
    char *log; /* what has been told so far */
    size_t log_length, log_capacity;
} Session;

typedef enum { SESSION_OVER, SESSION_QUIT, SESSION_INTERRUPTED, SESSION_NO_MEMORY } SessionEnd;

/* Plays until the game is over or the person leaves. The caller has filled in
 * ruleset, record (players, names, seed), seat, automatic, kind and chance. */
SessionEnd session_run(Session *session);

void session_free(Session *session);

#endif
