/* answer.h -- what a person types, as an action. Strict notation is always
 * understood; so are small letters, "r5 uno", "w blue", a number from the list,
 * cards in words ("red 5", "play the blue skip", "draw two yellow", "+4 red"), a card
 * without its colour ("seven") or a colour alone where only one can be meant, plain
 * words for the one thing that can be meant, and in Split UNO a card without its
 * target where there is only one. */
#ifndef UNO_ANSWER_H
#define UNO_ANSWER_H

#include "../engine/action.h"

/* False: it cannot be read as an action of these rules. What is read need not be
 * in `set`, what the seat may do now: the game then says why it is refused. */
bool answer_parse(const Rules *rules, const ActionSet *set, const Cards *hand, const char *line, Action *out);

#endif
