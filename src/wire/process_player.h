/* process_player.h -- a program of its own (process.h) as a player of matches. */
#ifndef UNO_PROCESS_PLAYER_H
#define UNO_PROCESS_PLAYER_H

#include "process.h"
#include "player.h"

typedef struct ProcessPlan {
    const char *command; /* as process_init() takes it */
    const char *ruleset; /* the name of the rules, for the program to know; may be NULL */
    BotBudget budget;    /* what it is told it may think */
    ProcessLimits limits;
} ProcessPlan;

/* What the plan points to must stay as long as the player. The program is started
 * with its first game. False: it cannot be run, and `error` says why; *out is then
 * untouched. */
bool process_player_open(const ProcessPlan *plan, Player *out, char error[PROCESS_TROUBLE_MAX]);

#endif
