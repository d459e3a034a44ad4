/* tried.c -- what a club's own card does nobody has told the bots: it is tried in a few worlds, and what comes of it is
 * weighed. No card is known here, only what game_apply() makes of it. */
#include "tried.h"

#include "policy.h"
#include "worlds.h"
#include "worth.h"

enum { WORLDS = 12, CANDIDATES = 64, AHEAD = 3 };

bool tried_needed(const Rules *rules, const View *view, const ActionSet *set) {
    if (!rules->programs) return false;
    return set->casts || view->board.phase == PHASE_CHOICE || set->cards & rules->programmed;
}

/* A few actions later: the end, or how well the hands stand. */
static unsigned worth_after(const Rules *rules, Game *game, Seat seat, Action action, uint64_t luck) {
    Dice dice = {luck};
    if (game_apply(rules, game, seat, action, NULL) != VERDICT_ok) return 0;
    policy_run(rules, game, &dice, AHEAD);
    if (game->board.phase <= PHASE_DEAL) {
        bool won = game->board.deal_winners >> seat & 1;
        return game->board.phase == PHASE_OVER && !rules->option.target ? worth_end(rules, &game->board, seat)
               : won                                                    ? WORTH_ALL
                                                                        : 0;
    }
    return worth_standing(rules, game, seat);
}

/* All that may be done, less plays without the call; of many some, by chance. */
static unsigned candidates(Bot *bot, const ActionSet *set, Action out[CANDIDATES]) {
    Action list[ACTIONS_MAX];
    ActionSet some = *set;
    unsigned count, kept = 0;
    some.misplays = 0;
    some.plain &= ~(1u << ACT_CATCH | 1u << ACT_CALL);
    count = action_set_list(bot->rules, &some, list);
    for (unsigned i = 0; i < count; i++)
        if (action_kind(list[i]) != ACT_PLAY || !set->call || action_calls(list[i])) list[kept++] = list[i];
    for (unsigned i = 0; i < kept && i < CANDIDATES; i++) {
        unsigned other = kept > CANDIDATES ? i + dice_below(&bot->dice, kept - i) : i;
        out[i] = list[other];
        list[other] = list[i];
    }
    return kept < CANDIDATES ? kept : CANDIDATES;
}

bool tried_action(Bot *bot, const View *view, const ActionSet *set, Action *out) {
    const Rules *rules = bot->rules;
    Action action[CANDIDATES];
    uint64_t worth[CANDIDATES] = {0};
    Worlds worlds;
    unsigned count = candidates(bot, set, action), best = 0;
    if (!count) return false;
    worlds_init(&worlds, rules, view, bot->kind->remembers ? &bot->memory : NULL, dice_next(&bot->dice));
    for (unsigned w = 0; count > 1 && w < WORLDS; w++) {
        Game world, game;
        uint64_t luck = dice_next(&bot->dice);
        if (!worlds_next(&worlds, &world)) break;
        for (unsigned i = 0; i < count; i++) {
            game_copy(rules, &game, &world);
            worth[i] += worth_after(rules, &game, view->seat, action[i], luck);
        }
    }
    for (unsigned i = 1; i < count; i++)
        if (worth[i] > worth[best]) best = i;
    *out = action[best];
    return true;
}
