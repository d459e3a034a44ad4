/* greedy.h -- what the files of the bot `greedy` share.
 *
 *     greedy.c          the BotKind, and what both families have in common
 *     greedy_classic.c  official UNO, Ultimate UNO and the house rules
 *     greedy_split.c    Split UNO
 *
 * Each is a set of rules of thumb, one small function each, that give an action
 * a worth in hundredths of a card; the action worth most is taken. Nothing is
 * remembered from one decision to the next, and nothing looks further than to the
 * end of the own turn. */
#ifndef UNO_GREEDY_H
#define UNO_GREEDY_H

#include "bot.h"

enum { ONE_CARD = 100, NEVER = -1000000 };

/* Both as BotKind.act. */
bool greedy_classic(Bot *bot, const View *view, const ActionSet *set, bool awaited, Action *out);
bool greedy_split(Bot *bot, const View *view, const ActionSet *set, bool awaited, Action *out);

/* True for a seat to be hurt: not this one, not a partner's, and still in play. */
static inline bool greedy_hostile(const Rules *rules, const View *view, Seat seat) {
    return seat != view->seat && !(view->board.out >> seat & 1) &&
           rules_team(rules, seat) != rules_team(rules, view->seat);
}

#endif
