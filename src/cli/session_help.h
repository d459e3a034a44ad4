/* session_help.h -- what `help` prints during a game. */
#ifndef UNO_SESSION_HELP_H
#define UNO_SESSION_HELP_H

#include "../engine/rules.h"

/* `shared`: several people play at this keyboard. */
void session_help(const Rules *rules, bool shared);

#endif
