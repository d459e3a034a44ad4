/* session.h -- a game at this terminal line by line, or in a pipe: one person, several
 * at one keyboard, or nobody, against bots. */
#ifndef UNO_SESSION_H
#define UNO_SESSION_H

#include "../table/home.h"
#include "save.h"
#include "say.h"

typedef struct {
    /* Filled in by the caller. */
    const Ruleset *ruleset; /* for the rulebook */
    Home *home;             /* has begun */
    SaveFile *save;

    /* Private. */
    Speaker speaker;
    char *log; /* what has been told so far, to no seat in particular */
    size_t log_length, log_capacity;
    size_t heard[SEATS_MAX]; /* how much of the log each person has seen */
    bool hidden;             /* nobody's hand is on the screen: the next person has to take the keyboard first */
} Session;

typedef enum { SESSION_OVER, SESSION_AGAIN, SESSION_QUIT, SESSION_INTERRUPTED, SESSION_FAILED } SessionEnd;

/* Plays until the game is over, the person leaves, or a player fails. */
SessionEnd session_run(Session *session);

void session_free(Session *session);

#endif
