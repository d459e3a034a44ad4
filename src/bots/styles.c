/* styles.c -- bots with a character, for people to recognise: each leaves out of its
 * choices what is not its way, and decides among the rest as `greedy` does. */
#include "bot.h"

/* The set with these cards alone, and without drawing instead, if it has any of them. */
static ActionSet only(const ActionSet *set, uint64_t cards) {
    ActionSet some = *set;
    if (!(some.cards & cards)) return some;
    some.cards &= cards;
    some.plain &= ~(1u << ACT_DRAW);
    return some;
}

/* Keeps what is worth keeping: lays numbers first, and action cards of Split UNO when it is near the end. */
static bool act_hoarder(Bot *bot, const View *view, const ActionSet *set, bool awaited, Action *out) {
    enum { NEAR = 4 };
    unsigned phase = view->board.phase;
    ActionSet some = *set;
    if (awaited && phase == PHASE_TURN) some = only(set, NUMBERS_MASK);
    if (phase == PHASE_OFFER && action_set_may(set, ACT_PASS) && view->board.count[view->seat] > NEAR) some.cards = 0;
    return bot_greedy.act(bot, view, &some, awaited, out);
}

/* Lays whatever hurts, as soon as it can. */
static bool act_hitter(Bot *bot, const View *view, const ActionSet *set, bool awaited, Action *out) {
    unsigned phase = view->board.phase;
    ActionSet some = *set;
    if (awaited && phase == PHASE_TURN) some = only(set, bot->rules->effective | FACE_BIT(FACE_WILD4));
    if (awaited && phase == PHASE_OFFER && view->board.split.numbers_left) some = only(set, SPLIT_DRAW_CARDS);
    return bot_greedy.act(bot, view, &some, awaited, out);
}

/* Bluffs with every Wild +4, doubts everybody else's, and now and then bids whatever comes to its hand. */
static bool act_gambler(Bot *bot, const View *view, const ActionSet *set, bool awaited, Action *out) {
    enum { BIDS_WILDLY = 64 };
    unsigned phase = view->board.phase;
    ActionSet some = *set;
    if (awaited && phase == PHASE_TURN) some = only(set, FACE_BIT(FACE_WILD4));
    if (awaited && phase == PHASE_ANSWER && action_set_may(set, ACT_CHALLENGE))
        return *out = action_plain(ACT_CHALLENGE), true;
    if (phase == PHASE_BID && dice_chance(&bot->dice, BIDS_WILDLY)) return bot_random.act(bot, view, set, awaited, out);
    return bot_greedy.act(bot, view, &some, awaited, out);
}

const BotKind bot_hoarder = {"hoarder", "keeps its Wilds and action cards for the end", FOR_ALL, 0, false, act_hoarder};
const BotKind bot_hitter = {"hitter", "lays whatever hurts as soon as it can", FOR_ALL, 0, false, act_hitter};
const BotKind bot_gambler = {"gambler", "bluffs, doubts every bluff, and bids wildly", FOR_ALL, 0, false, act_gambler};
