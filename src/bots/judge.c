/* judge.c -- tries every candidate in the same worlds, and drops what has fallen far behind. */
#include "judge.h"

#include <stddef.h>

#include "policy.h"
#include "worlds.h"

enum {
    PLAYOUT_MAX = 4000, /* actions, after which a world counts as even */
    WORLDS_A_BATCH = 64,
    FAR_BEHIND = 45, /* tenths of a standard error, after which a candidate is tried no more */
};

static void add(Judgement *out, Action action) {
    for (unsigned i = 0; i < out->count; i++)
        if (out->candidate[i].action == action) return;
    if (out->count < JUDGE_MAX) out->candidate[out->count++] = (Judged){.action = action};
}

unsigned judge_list(const Rules *rules, const View *view, Action first, bool awaited, Judgement *out) {
    Action list[ACTIONS_MAX];
    ActionSet set;
    view_actions(rules, view, &set);
    set.misplays = 0;
    out->count = 0;
    add(out, first);
    if (!awaited) add(out, ACT_NONE);
    unsigned count = action_set_list(rules, &set, list);
    for (unsigned i = 0; i < count; i++) {
        if (action_kind(list[i]) == ACT_PLAY && set.call && !action_calls(list[i])) continue;
        add(out, list[i]);
    }
    return out->count;
}

static unsigned play_out(const Rules *rules, const View *view, const Game *world, Action action, uint64_t luck) {
    Game game;
    game_copy(rules, &game, world);
    Dice dice = {luck};
    if (action != ACT_NONE && game_apply(rules, &game, view->seat, action, NULL) != VERDICT_ok) return 0;
    policy_run(rules, &game, &dice, PLAYOUT_MAX);
    if (game.board.phase > PHASE_DEAL) return WORTH_ALL / game.board.players;
    return worth_end(rules, &game.board, view->seat);
}

/* The first `active` candidates are still in the running. */
static void try_all(const Rules *rules, const View *view, const Game *world, uint64_t luck, Judgement *judgement,
                    unsigned active) {
    int first = 0;
    for (unsigned i = 0; i < active; i++) {
        Judged *judged = &judgement->candidate[i];
        int worth = (int)play_out(rules, view, world, judged->action, luck);
        if (i == 0) first = worth;
        int64_t ahead = worth - first;
        judged->worlds++;
        judged->sum += (unsigned)worth;
        judged->square += (uint64_t)worth * (uint64_t)worth / WORTH_ALL;
        judged->ahead += ahead;
        judged->ahead_square += (uint64_t)(ahead * ahead) / WORTH_ALL;
    }
}

bool judge_clear(const Judged *judged, unsigned tenths) {
    /* A sum has the standard error of the root of its squares: sum > tenths / 10 * root(squares). */
    uint64_t size = (uint64_t)(judged->ahead < 0 ? -judged->ahead : judged->ahead) * 10 / tenths;
    return judged->worlds && size * size / WORTH_ALL > judged->ahead_square;
}

unsigned judge_best(const Judgement *judgement) {
    unsigned best = 0;
    for (unsigned i = 1; i < judgement->count; i++)
        if (judge_worth(&judgement->candidate[i]) > judge_worth(&judgement->candidate[best])) best = i;
    return best;
}

/* What is far behind the first one can no longer matter: it goes to the end of the list, where it is tried no more. */
static unsigned drop(Judgement *judgement, unsigned active) {
    for (unsigned i = active; i-- > 1;) {
        Judged judged = judgement->candidate[i];
        if (judged.ahead >= 0 || !judge_clear(&judged, FAR_BEHIND)) continue;
        judgement->candidate[i] = judgement->candidate[--active];
        judgement->candidate[active] = judged;
    }
    return active;
}

bool judge_look(const Rules *rules, const View *view, const Memory *memory, unsigned worlds, uint64_t seed,
                Judgement *judgement) {
    Worlds dealt;
    Dice luck = {seed};
    unsigned active = judgement->count;
    worlds_init(&dealt, rules, view, memory, dice_next(&luck));
    for (unsigned done = 0; done < worlds; done++) {
        Game world;
        if (!worlds_next(&dealt, &world)) return false;
        try_all(rules, view, &world, dice_next(&luck), judgement, active);
        if (done % WORLDS_A_BATCH == WORLDS_A_BATCH - 1) active = drop(judgement, active);
    }
    return true;
}
