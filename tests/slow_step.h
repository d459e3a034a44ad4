/* slow_step.h -- one action of a game that is played out, by the general way, which knows nothing of lean rules: what games
 * played in one go are compared with. */
#ifndef SLOW_STEP_H
#define SLOW_STEP_H

#include "bots/playout.h"
#include "bots/policy.h"
#include "engine/family.h"

static inline Verdict slow_step(const Rules *rules, Game *game, Dice *dice, bool sensibly) {
    Seat seat = board_asked(rules, &game->board);
    const Private *own = &game->own[seat];
    ActionSet set;
    if (rules->lean) classic_actions(rules, &game->board, own, seat, &set);
    else board_actions(rules, &game->board, own, seat, &set);
    Action action =
        sensibly ? policy_pick(rules, &game->board, own, seat, &set, dice) : playout_pick(rules, &set, dice);
    return game_apply_any(rules, game, seat, action, NULL);
}

#endif
