/* highest.c -- the naive opponent at a Split table: always bids the highest card it
 * may. The rest, and every classic game, it plays as `random` would. */
#include "bot.h"

/* The faces of the highest number among these. */
static uint64_t highest_faces(uint64_t faces) {
    for (unsigned value = 10; value-- > 0;)
        if (faces & VALUE_MASK(value)) return faces & VALUE_MASK(value);
    return faces;
}

static bool act(Bot *bot, const View *view, const ActionSet *set, bool awaited, Action *out) {
    ActionSet some = *set;
    if (view->board.phase == PHASE_BID) some.cards = highest_faces(set->cards);
    return bot_random.act(bot, view, &some, awaited, out);
}

const BotKind bot_highest = {"highest", "Split UNO: always bids its highest card", FOR_ALL, 0, false, act};
