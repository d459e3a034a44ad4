/* greedy.c -- good play by rules of thumb, in every ruleset: the opponent that a
 * careful beginner meets, and the yardstick for anything that thinks longer. */
#include "greedy.h"

typedef bool Act(Bot *bot, const View *view, const ActionSet *set, bool awaited, Action *out);

static bool act(Bot *bot, const View *view, const ActionSet *set, bool awaited, Action *out) {
    static Act *const rows[FAMILIES] = {
#define FAMILY(NAME, name) greedy_##name,
#include "../engine/family.def"
#undef FAMILY
    };
    return rows[bot->rules->family](bot, view, set, awaited, out);
}

const BotKind bot_greedy = {"greedy", "good play by rules of thumb", FOR_ALL, 0, false, act};
