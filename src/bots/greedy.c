/* greedy.c -- good play by rules of thumb, in every ruleset: the opponent that a
 * careful beginner meets, and the yardstick for anything that thinks longer. */
#include "greedy.h"

static bool act(Bot *bot, const View *view, const ActionSet *set, bool awaited, Action *out) {
    if (bot->rules->family == FAMILY_SPLIT) return greedy_split(bot, view, set, awaited, out);
    return greedy_classic(bot, view, set, awaited, out);
}

const BotKind bot_greedy = {"greedy", "good play by rules of thumb", FOR_BOTH, 0, false, act};
