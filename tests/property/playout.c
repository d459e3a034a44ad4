#include <string.h>

#include "bots/playout.h"
#include "bots/policy.h"
#include "engine/family.h"
#include "trial.h"

enum { ACTIONS_MOST = 400 };

/* One action by the general way, which knows nothing of lean rules. */
static bool step(const Rules *rules, Game *game, Dice *dice, bool sensibly) {
    Seat seat = board_asked(rules, &game->board);
    const Private *own = &game->own[seat];
    ActionSet set;
    if (rules->family == FAMILY_CLASSIC) classic_actions(rules, &game->board, own, seat, &set);
    else board_actions(rules, &game->board, own, seat, &set);
    Action action =
        sensibly ? policy_pick(rules, &game->board, own, seat, &set, dice) : playout_pick(rules, &set, dice);
    return game_apply_any(rules, game, seat, action, NULL) == VERDICT_ok;
}

static bool same(Trial *trial, const char *what, const Game *one, const Game *other, const Dice *mine,
                 const Dice *theirs) {
    if (memcmp(one, other, sizeof *one) != 0) return trial_fault(trial, "%s leads to another game", what);
    return mine->state == theirs->state || trial_fault(trial, "%s rolls other dice", what);
}

bool check_playouts(Trial *trial) {
    const Rules *rules = trial->rules;
    for (int sensibly = 0; sensibly < 2; sensibly++) {
        if (sensibly && (trial->game.board.phase <= PHASE_DEAL || rules->family == FAMILY_SPLIT))
            continue; /* it bids knowing more */
        unsigned limit = random_below(&trial->random, ACTIONS_MOST), done = 0;
        Dice one = {random_next(&trial->random)}, other = one;
        Game slow, fast;
        memcpy(&slow, &trial->game, sizeof slow);
        memcpy(&fast, &trial->game, sizeof fast);
        for (; done < limit && slow.board.phase > (sensibly ? PHASE_DEAL : PHASE_OVER); done++)
            if (!step(rules, &slow, &one, sensibly)) return trial_fault(trial, "a playout is refused");
        if (sensibly) policy_run(rules, &fast, &other, limit);
        else if (playout_run(rules, &fast, &other, limit) != done)
            return trial_fault(trial, "a playout has another number of actions");
        if (!same(trial, sensibly ? "sensible play in one go" : "play in one go", &slow, &fast, &one, &other))
            return false;
    }
    return true;
}
