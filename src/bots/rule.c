/* rule.c -- the baseline of the literature: draws if forced; lays a Wild +4 if that
 * is honest, naming its most frequent colour; otherwise a random coloured card that
 * fits, weighted by copies; with only Wilds left, a Wild with a random colour. What
 * those rules do not speak of it does as `random` would. */
#include "bot.h"
#include "playout.h"

static unsigned majority_colour(const Cards *hand, uint64_t wilds) {
    unsigned best = 0, most = 0;
    for (unsigned colour = 0; colour < COLOURS; colour++) {
        unsigned cards = cards_total_of(hand, COLOUR_MASK(colour) & ~wilds);
        if (cards > most) best = colour, most = cards;
    }
    return best;
}

static bool act(Bot *bot, const View *view, const ActionSet *set, bool awaited, Action *out) {
    const Rules *rules = bot->rules;
    if (!awaited || view->board.phase != PHASE_TURN || !set->cards) return bot_random.act(bot, view, set, awaited, out);
    const ClassicBoard *c = &view->board.classic;
    uint64_t coloured = set->cards & ~rules->wilds, faces = cards_faces(&view->own.hand);
    ActionSet some = *set;
    if (set->cards & FACE_BIT(FACE_WILD4) && !classic_dishonest(rules, faces, c->top, c->colour)) {
        *out = action_full(ACT_PLAY, FACE_WILD4, majority_colour(&view->own.hand, rules->wilds), NO_SEAT, set->call);
        return true;
    }
    if (coloured) {
        Cards fit = cards_only(&view->own.hand, coloured);
        some.cards = FACE_BIT(cards_at(&fit, dice_below(&bot->dice, cards_total(&fit))));
    } else if (set->cards & ~FACE_BIT(FACE_WILD4)) some.cards &= ~FACE_BIT(FACE_WILD4);
    return bot_random.act(bot, view, &some, awaited, out);
}

const BotKind bot_rule = {
    "rule", "the well-known baseline: an honest Wild +4, else a card that fits", FOR_ALL, 0, false, act};
