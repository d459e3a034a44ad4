/* talk.h -- a bot of this program at the other end of the protocol: what it answers
 * to each line of a host. Reads and writes nothing itself. */
#ifndef UNO_TALK_H
#define UNO_TALK_H

#include "protocol.h"

typedef struct {
    const BotKind *kind;
    BotBudget budget; /* what the command line says; where it is 0 the host's counts */
    bool playing;     /* a game is under way */
    Seat seat;
    unsigned players;
    Ruleset ruleset;
    Bot bot;
} Talk;

typedef enum {
    TALK_GOES_ON,
    TALK_ENDS,  /* the host said good-bye */
    TALK_FAILS, /* the line cannot be made sense of; the reply says why */
} TalkState;

void talk_init(Talk *talk, const BotKind *kind, const BotBudget *budget);

/* Hears one line, without its line end. *reply is what to say to it, which the
 * caller frees; NULL: nothing. */
TalkState talk_hear(Talk *talk, const char *line, size_t length, char **reply);

#endif
