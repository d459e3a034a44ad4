/* bot_choice.h -- finding a bot by the name somebody typed. */
#ifndef UNO_BOT_CHOICE_H
#define UNO_BOT_CHOICE_H

#include "../bots/bot.h"
#include "options.h"

/* The bot of that name that plays one of these families; NULL: said on stderr
 * what is wrong, which name is near, and which bots there are. */
const BotKind *choose_bot(const OptionReader *reader, const char *name, Families families);

/* The value of --think: whole milliseconds from 1 to `high`; false: said why on stderr. */
bool read_think(const OptionReader *reader, long high, unsigned *ms);

/* The bots that play one of these families, "random, rule, ...". */
void list_bot_names(Families families, char *out, size_t size);

#endif
