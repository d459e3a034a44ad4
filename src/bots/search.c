/* search.c -- looks at worlds that its view allows, plays each of its candidates in
 * every one of them, and lets all seats play on quickly but sensibly. A candidate
 * that has fallen behind for good is dropped, so that the rest of the time goes to
 * those that are hard to tell apart. Where several seats choose at once it does not
 * act as if it moved last: see search_together(). */
#include "search.h"

#include <stddef.h>

#include "policy.h"
#include "worth.h"

enum {
    WORLDS_USUAL = 600,
    WORLDS_MOST = 1 << 20, /* whatever the time */
    WORLDS_A_BATCH = 16,
    CANDIDATES_MAX = 256,
    SQUARE_UNIT = 256,
    TRUST = 10,        /* tenths of a standard deviation that an action must be ahead of the rule of thumb, */
    BEHIND = 25,       /* and that it must be behind the best to be dropped */
    ACTIONS_AHEAD = 8, /* how far a classic deal, */
    CLUB_AHEAD = 3,    /* one with programs, whose cards the quick players do not know, */
    STEPS_AHEAD = 3,   /* and how far a Split game is played on before the hands are weighed */
    PLAYOUT_LIMIT = 4000,
};

Stopwatch stopwatch_start(const Bot *bot) {
    Stopwatch watch = {bot, 0, bot->budget.worlds ? bot->budget.worlds : bot->kind->worlds};
    if (bot->budget.think_us && bot->budget.clock_us) {
        watch.start_us = bot->budget.clock_us();
        if (!bot->budget.worlds) watch.worlds = WORLDS_MOST;
    }
    return watch;
}

bool stopwatch_runs(const Stopwatch *watch, unsigned done) {
    const BotBudget *budget = &watch->bot->budget;
    if (done >= watch->worlds) return false;
    return !budget->think_us || !budget->clock_us || budget->clock_us() - watch->start_us < budget->think_us;
}

/* ---- what is not worth a thought ---- */

/* Whoever plays a card that fits has a card less than who draws; Wilds may be better kept, and a card that
 * moves hands may do harm. */
static void leave_out_classic(const Rules *rules, const View *view, ActionSet *set) {
    uint64_t plain = set->cards & ~(rules->wilds | rules->movers | rules->programmed);
    if (view->board.phase == PHASE_TURN && plain) set->plain &= ~(1u << ACT_DRAW);
}

/* A card that may be shed is shed. H7: with the deck empty nobody draws, so a +2 or +4 that is offered does
 * nothing. In a window of the duel (D20) it still meets the other's card: without it `search` lost one game in ten more. */
static void leave_out_split(const Rules *rules, const View *view, ActionSet *set) {
    (void)rules;
    unsigned phase = view->board.phase;
    bool passes = action_set_may(set, ACT_PASS), empty = !view->board.split.numbers_left;
    if (phase == PHASE_SHED && set->cards) set->plain &= ~(1u << ACT_SHED);
    if (empty && passes && phase == PHASE_OFFER) set->cards &= ~SPLIT_DRAW_CARDS;
}

typedef void LeaveOut(const Rules *rules, const View *view, ActionSet *set);

/* The set less what a good player would not think of. */
static ActionSet sensible(const Rules *rules, const View *view, const ActionSet *set) {
    static LeaveOut *const rows[FAMILIES] = {
#define FAMILY(NAME, name) leave_out_##name,
#include "../engine/family.def"
#undef FAMILY
    };
    ActionSet some = *set;
    rows[rules->family](rules, view, &some);
    return some;
}

/* ---- candidates ---- */

/* What a candidate has brought, compared with the first one world by world: both owe
 * much of it to the same luck. */
typedef struct {
    Action action;
    int64_t sum;     /* of the differences */
    uint64_t square; /* of their squares, each divided by SQUARE_UNIT */
} Candidate;

typedef struct {
    Candidate candidate[CANDIDATES_MAX];
    unsigned count;
} Field;

static void field_add(Field *field, Action action) {
    if (field->count < CANDIDATES_MAX) field->candidate[field->count++] = (Candidate){action, 0, 0};
}

/* Whatever is legal, less what cannot be better than something else: a play
 * without the call (somebody will notice), a misplay, a catch of somebody who has
 * called. */
static void field_fill(const Rules *rules, const ActionSet *set, bool awaited, Field *field) {
    Action list[ACTIONS_MAX];
    ActionSet some = *set;
    some.misplays = 0;
    some.plain &= ~(1u << ACT_CATCH | 1u << ACT_CALL);
    unsigned count = action_set_list(rules, &some, list);
    field->count = 0;
    if (!awaited) field_add(field, ACT_NONE);
    for (unsigned i = 0; i < count; i++) {
        if (action_kind(list[i]) == ACT_PLAY && set->call && !action_calls(list[i])) continue;
        field_add(field, list[i]);
    }
}

/* Brings an action to the front. */
static void field_lead(Field *field, Action action) {
    for (unsigned i = 1; i < field->count; i++)
        if (field->candidate[i].action == action) {
            field->candidate[i].action = field->candidate[0].action;
            field->candidate[0].action = action;
        }
}

/* ---- looking ---- */

typedef void PlayOn(const Rules *rules, Game *world, Dice *dice, bool weighed);

static void play_on_classic(const Rules *rules, Game *world, Dice *dice, bool weighed) {
    unsigned ahead = rules->programs ? CLUB_AHEAD : ACTIONS_AHEAD;
    policy_run(rules, world, dice, weighed ? ahead : PLAYOUT_LIMIT);
}

static void play_on_split(const Rules *rules, Game *world, Dice *dice, bool weighed) {
    (void)weighed;
    for (unsigned i = 0; i < STEPS_AHEAD; i++) policy_run_step(rules, world, dice);
}

unsigned search_foresee(const Rules *rules, Game *world, Seat seat, Dice *dice) {
    static PlayOn *const rows[FAMILIES] = {
#define FAMILY(NAME, name) play_on_##name,
#include "../engine/family.def"
#undef FAMILY
    };
    bool weighed = worth_can_stand(rules);
    rows[rules->family](rules, world, dice, weighed);
    bool ended = world->board.phase <= PHASE_DEAL;
    return ended || !weighed ? worth_end(rules, &world->board, seat) : worth_standing(rules, world, seat);
}

static unsigned try_action(const Bot *bot, const View *view, const Game *world, Action action, uint64_t luck) {
    Game game;
    game_copy(bot->rules, &game, world);
    Dice dice = {luck};
    if (action != ACT_NONE && game_apply(bot->rules, &game, view->seat, action, NULL) != VERDICT_ok) return 0;
    return search_foresee(bot->rules, &game, view->seat, &dice);
}

static unsigned field_best(const Field *field) {
    unsigned best = 0;
    for (unsigned i = 1; i < field->count; i++)
        if (field->candidate[i].sum > field->candidate[best].sum) best = i;
    return best;
}

/* True when `a` is ahead of `b` by more than `tenths` of a standard deviation. */
static bool clearly_ahead(const Candidate *a, const Candidate *b, unsigned tenths) {
    uint64_t ahead = (uint64_t)(a->sum - b->sum) * 10 / tenths;
    return ahead / SQUARE_UNIT * ahead > a->square + b->square;
}

/* Drops who is behind the leader for good. The first stays, as the others are compared with it. */
static void field_drop(Field *field) {
    Candidate best = field->candidate[field_best(field)];
    unsigned kept = 1;
    for (unsigned i = 1; i < field->count; i++)
        if (!clearly_ahead(&best, &field->candidate[i], BEHIND)) field->candidate[kept++] = field->candidate[i];
    field->count = kept;
}

static void look_once(const Bot *bot, const View *view, const Game *world, Field *field, uint64_t luck) {
    int first = (int)try_action(bot, view, world, field->candidate[0].action, luck);
    for (unsigned k = 1; k < field->count; k++) {
        Candidate *candidate = &field->candidate[k];
        int64_t more = (int)try_action(bot, view, world, candidate->action, luck) - first;
        candidate->sum += more;
        candidate->square += (uint64_t)(more * more) / SQUARE_UNIT;
    }
}

/* The first candidate is what rules of thumb say: it takes more than chance to do otherwise. */
static Action look(Bot *bot, const View *view, Field *field) {
    Stopwatch watch = stopwatch_start(bot);
    Worlds worlds;
    worlds_init(&worlds, bot->rules, view, &bot->memory, dice_next(&bot->dice));
    for (unsigned done = 0; field->count > 1 && stopwatch_runs(&watch, done);) {
        for (unsigned i = 0; i < WORLDS_A_BATCH && done < watch.worlds; i++, done++) {
            Game world;
            if (!worlds_next(&worlds, &world)) return field->candidate[0].action;
            look_once(bot, view, &world, field, dice_next(&bot->dice));
        }
        field_drop(field);
    }
    const Candidate *best = &field->candidate[field_best(field)];
    return clearly_ahead(best, &field->candidate[0], TRUST) ? best->action : field->candidate[0].action;
}

/* ---- the bot ---- */

/* Others choose too, before they know what this seat has chosen. */
static bool chosen_together(const View *view) {
    const SplitBoard *split = &view->board.split;
    unsigned phase = view->board.phase;
    return (phase == PHASE_BID || phase == PHASE_WINDOW || phase == PHASE_SHED) &&
           (split->awaited | split->committed) & ~(1u << view->seat);
}

/* What rules of thumb would do, ACT_NONE for nothing. */
static Action thumb(Bot *bot, const View *view, const ActionSet *set, bool awaited) {
    Action action = ACT_NONE;
    return bot_greedy.act(bot, view, set, awaited, &action) ? action : ACT_NONE;
}

static bool act(Bot *bot, const View *view, const ActionSet *set, bool awaited, Action *out) {
    if (action_set_may(set, ACT_CALL)) return *out = action_plain(ACT_CALL), true;
    if (action_set_may(set, ACT_CATCH) && !view->board.classic.uno_called) return *out = action_plain(ACT_CATCH), true;
    ActionSet some = sensible(bot->rules, view, set);
    if (chosen_together(view)) return *out = search_together(bot, view, &some), true;
    Field field;
    field_fill(bot->rules, &some, awaited, &field);
    if (!field.count) return false;
    field_lead(&field, thumb(bot, view, set, awaited));
    *out = field.count == 1 ? field.candidate[0].action : look(bot, view, &field);
    return *out != ACT_NONE;
}

const BotKind bot_search = {
    "search", "plays its candidates out in worlds that its view allows", FOR_ALL, WORLDS_USUAL, true, act};
