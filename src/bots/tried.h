/* tried.h -- judging what a club has written by trying it (rule-language.md). */
#ifndef UNO_TRIED_H
#define UNO_TRIED_H

#include "bot.h"

/* True where rules of thumb know nothing: a second card, a program's question, or a card with a program may be played. */
bool tried_needed(const Rules *rules, const View *view, const ActionSet *set);

/* The action that comes out best in a few worlds. False: there is none. */
bool tried_action(Bot *bot, const View *view, const ActionSet *set, Action *out);

#endif
