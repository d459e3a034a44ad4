#include <string.h>

#include "slow_step.h"
#include "trial.h"

enum { ACTIONS_MOST = 400 };

static bool check_played_out(Trial *trial, bool sensibly) {
    const Rules *rules = trial->rules;
    const char *how = sensibly ? "played sensibly" : "played";
    unsigned limit = random_below(&trial->random, ACTIONS_MOST), done = 0;
    Dice one = {random_next(&trial->random)}, other = one;
    Game slow, fast;
    memcpy(&slow, &trial->game, sizeof slow);
    memcpy(&fast, &trial->game, sizeof fast);
    for (; done < limit && slow.board.phase > (sensibly ? PHASE_DEAL : PHASE_OVER); done++)
        if (slow_step(rules, &slow, &one, sensibly) != VERDICT_ok) return trial_fault(trial, "%s, it is refused", how);
    if (sensibly) policy_run(rules, &fast, &other, limit);
    else if (playout_run(rules, &fast, &other, limit) != done)
        return trial_fault(trial, "%s in one go, it has another number of actions", how);
    if (memcmp(&slow, &fast, sizeof slow) != 0) return trial_fault(trial, "%s in one go, it is another game", how);
    return one.state == other.state || trial_fault(trial, "%s in one go, the dice are others", how);
}

bool check_playouts(Trial *trial) {
    if (!check_played_out(trial, false)) return false;
    if (trial->rules->family == FAMILY_SPLIT) return true; /* who bids in a playout knows more than policy_pick() */
    return check_played_out(trial, true);
}
