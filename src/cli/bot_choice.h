/* bot_choice.h -- finding a bot, with its budget, or a program, by what somebody typed. */
#ifndef UNO_BOT_CHOICE_H
#define UNO_BOT_CHOICE_H

#include "../wire/process_player.h"
#include "options.h"

enum { BOT_WORD_MAX = 64, THINK_MAX_MS = 60000, WORLDS_MAX = 1000000 };

/* The bot of that name that plays one of these families; NULL: said on stderr
 * what is wrong, which name is near, and which bots there are. */
const BotKind *choose_bot(const OptionReader *reader, const char *name, Families families);

typedef struct {
    const char *word; /* "hard", "search:200", "search:10ms"; with a '/' in it the path of a program */
    BotBudget budget; /* where the word does not say */
    unsigned move_ms; /* in which a program must answer; 0: the usual time */
} BotWish;

/* What player_open() needs for such a player; *program is used where it is one. The word
 * and the ruleset must stay as long as the player. False: said on stderr what is wrong. */
bool choose_player(const OptionReader *reader, const BotWish *wish, const Ruleset *ruleset, PlayerPlan *plan,
                   ProcessPlan *program);

/* The value of --think: whole milliseconds from 1 to `high`; false: said why on stderr. */
bool read_think(const OptionReader *reader, long high, unsigned *ms);

#endif
