/* levels.c -- opponents for people, from easy to expert: the other bots, with less
 * or more to think about, and with the slips that people make. A player who forgets to
 * call UNO may still remember while the call is in time, or be caught. */
#include "bot.h"

enum { WORLDS_HARD = 48, WORLDS_EXPERT = 800 };

typedef struct {
    const BotKind *plays;
    unsigned forgets; /* the UNO call, times in 256 */
    unsigned misses;  /* a catch */
} Level;

static bool act_at(const Level *level, Bot *bot, const View *view, const ActionSet *set, bool awaited, Action *out) {
    const uint32_t slips[2] = {1u << ACT_CALL, 1u << ACT_CATCH};
    ActionSet some = *set;
    if (some.plain & slips[0] && dice_chance(&bot->dice, level->forgets)) some.plain &= ~slips[0];
    if (some.plain & slips[1] && dice_chance(&bot->dice, level->misses)) some.plain &= ~slips[1];
    if (action_set_empty(&some)) return false;
    if (!level->plays->act(bot, view, &some, awaited, out)) return false;
    if (action_calls(*out) && dice_chance(&bot->dice, level->forgets)) *out &= ~(Action)1;
    return true;
}

static bool act_easy(Bot *bot, const View *view, const ActionSet *set, bool awaited, Action *out) {
    static const Level level = {&bot_random, 96, 192};
    return act_at(&level, bot, view, set, awaited, out);
}

static bool act_medium(Bot *bot, const View *view, const ActionSet *set, bool awaited, Action *out) {
    static const Level level = {&bot_greedy, 32, 96};
    return act_at(&level, bot, view, set, awaited, out);
}

static bool act_hard(Bot *bot, const View *view, const ActionSet *set, bool awaited, Action *out) {
    static const Level level = {&bot_search, 8, 32};
    return act_at(&level, bot, view, set, awaited, out);
}

static bool act_expert(Bot *bot, const View *view, const ActionSet *set, bool awaited, Action *out) {
    static const Level level = {&bot_search, 0, 0};
    return act_at(&level, bot, view, set, awaited, out);
}

const BotKind bot_easy = {"easy", "plays what fits, and often forgets to call", FOR_ALL, 0, false, act_easy};
const BotKind bot_medium = {"medium", "plays by good rules of thumb, with slips", FOR_ALL, 0, false, act_medium};
const BotKind bot_hard = {"hard", "looks ahead a little, and seldom slips", FOR_ALL, WORLDS_HARD, true, act_hard};
const BotKind bot_expert = {"expert", "looks ahead, and never slips", FOR_ALL, WORLDS_EXPERT, true, act_expert};
