/* random.c -- the measure of all bots: plays a card whenever it can, each face that
 * it can play as likely as any other, draws only when it cannot, always calls UNO,
 * catches who did not and never challenges a Wild +4. Choosing among all legal
 * actions alike would be far weaker and make games endless.
 *
 * At a Split table it bids any number, plays or keeps an action card as chance
 * will have it, and always answers: a refused dare would be the end. */
#include "bot.h"
#include "playout.h"

/* Letting it be is one choice beside the cards. */
static bool lets_be(const ActionSet *set, Dice *dice) {
    return set->card_kind == ACT_PLAY && dice_below(dice, bits_count(set->cards) + 1) == 0;
}

static bool act(Bot *bot, const View *view, const ActionSet *set, bool awaited, Action *out) {
    ActionSet some = *set;
    some.misplays = 0;
    if (action_set_may(set, ACT_CALL)) return *out = action_plain(ACT_CALL), true;
    if (action_set_may(set, ACT_CATCH)) {
        if (!view->board.classic.uno_called) return *out = action_plain(ACT_CATCH), true;
        some.plain &= ~(1u << ACT_CATCH);
    }
    if (!awaited && !some.cards) return false;
    if (action_set_may(set, ACT_ANSWER)) return *out = action_plain(ACT_ANSWER), true;
    if (action_set_may(set, ACT_PASS) && some.cards && lets_be(set, &bot->dice))
        return *out = action_plain(ACT_PASS), true;
    if (!some.cards) some.plain &= ~(1u << ACT_CHALLENGE);
    *out = playout_pick(bot->rules, &some, &bot->dice);
    return true;
}

const BotKind bot_random = {"random", "any card it can play, at random", FOR_ALL, 0, false, act};
