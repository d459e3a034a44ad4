#include <string.h>

#include "trial.h"

static bool same_list(Trial *trial, unsigned observer, const View *view, const Game *dealt_anew) {
    ActionSet set;
    Action seen[ACTIONS_MAX];
    view_actions(trial->rules, view, &set);
    unsigned count = action_set_list(trial->rules, &set, seen);
    if (observer == SPECTATOR) return count == 0 || trial_fault(trial, "a spectator may do something");
    trial_list(trial, (Seat)observer);
    if (count != trial->count || memcmp(seen, trial->actions, count * sizeof seen[0]) != 0)
        return trial_fault(trial, "%c: the view lists other actions than the game", 'A' + observer);
    count = game_actions(trial->rules, dealt_anew, (Seat)observer, seen);
    if (count != trial->count || memcmp(seen, trial->actions, count * sizeof seen[0]) != 0)
        return trial_fault(trial, "%c: what is hidden changes what it may do", 'A' + observer);
    return true;
}

static bool known_is_held(Trial *trial, const View *view, const Game *game, const char *which) {
    for (Seat seat = 0; seat < trial->game.board.players; seat++)
        if (!cards_within(&view->known[seat], &game->own[seat].hand))
            return trial_fault(trial, "observer %u knows cards that seat %c does not hold in the %s game", view->seat,
                               'A' + seat, which);
    return true;
}

static bool check_observer(Trial *trial, unsigned observer) {
    static Witness witness;
    View view, again;
    Game sample;
    memset(&view, 0x5A, sizeof view);
    memset(&again, 0xA5, sizeof again);
    view_of(trial->rules, &trial->game, &trial->witness, observer, &view);
    if (!known_is_held(trial, &view, &trial->game, "real")) return false;
    if (!view_sample(trial->rules, &view, &trial->sampler, &sample, &witness))
        return trial_fault(trial, "observer %u: the view has no sample", observer);
    if (!game_sound(trial->rules, &sample)) return trial_fault(trial, "observer %u: the sample is not sound", observer);
    if (!known_is_held(trial, &view, &sample, "sampled")) return false;
    view_of(trial->rules, &sample, &witness, observer, &again);
    if (memcmp(&view, &again, sizeof view) != 0)
        return trial_fault(trial, "observer %u: the sample has another view", observer);
    return same_list(trial, observer, &view, &sample);
}

bool check_hidden(Trial *trial) {
    for (Seat seat = 0; seat < trial->game.board.players; seat++)
        if (!check_observer(trial, seat)) return false;
    return check_observer(trial, SPECTATOR);
}
