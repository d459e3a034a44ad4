#include "opponent.h"

static bool may(const ActionSet *set, ActionKind kind) { return set->plain >> kind & 1; }

/* One time in n. */
static bool chance(Dice *dice, unsigned n) { return dice_below(dice, n) == 0; }

/* Somebody has one card left and has not called. */
static bool sees_slip(const View *view, const ActionSet *set) {
    return may(set, ACT_CATCH) && !view->board.classic.uno_called;
}

/* Action cards are kept for a while; the rest of the time it lets others go first. */
static bool holds_back(const View *view, Dice *dice) {
    switch (view->board.phase) {
    case PHASE_OFFER:
    case PHASE_WINDOW: return !chance(dice, 3);
    case PHASE_COUNTER: return chance(dice, 3);
    default: return false;
    }
}

bool opponent_act(const Rules *rules, const View *view, bool awaited, Dice *dice, Action *out) {
    ActionSet set;
    view_actions(rules, view, &set);
    if (may(&set, ACT_CALL)) return *out = action_plain(ACT_CALL), true;
    if (rules->family == FAMILY_CLASSIC && sees_slip(view, &set) && chance(dice, 3))
        return *out = action_plain(ACT_CATCH), true;
    if (!awaited) {
        if (rules->family != FAMILY_CLASSIC || !set.cards || !chance(dice, 2)) return false;
        set.plain = 0;
        set.misplays = 0;
        return *out = playout_pick(rules, &set, dice), true;
    }
    set.plain &= ~(1u << ACT_CATCH);
    set.misplays = 0;
    if (may(&set, ACT_ANSWER)) return *out = action_plain(ACT_ANSWER), true;
    if (may(&set, ACT_PASS) && holds_back(view, dice)) return *out = action_plain(ACT_PASS), true;
    if (may(&set, ACT_ACCEPT)) set.plain = 1u << ACT_ACCEPT;
    if (may(&set, ACT_SHED)) return *out = set.cards ? playout_pick(rules, &set, dice) : action_plain(ACT_SHED), true;
    *out = playout_pick(rules, &set, dice);
    return true;
}
