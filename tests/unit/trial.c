/* trial.c -- a trial counts what matches count, game by game; its counts add up; it does not hang. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "bots/playout.h"
#include "lab/match.h"
#include "lab/trial.h"
#include "ruleset/ruleset.h"

static Ruleset load(const char *name) {
    Ruleset ruleset;
    RulesetError error;
    assert_true(ruleset_load(name, &ruleset, &error));
    return ruleset;
}

/* The game of a seed as a match, with the cards and the dice that a trial gives it. */
static MatchResult match_of(const Rules *rules, unsigned players, const BotKind *kind, uint64_t seed) {
    Match match = {.rules = rules, .players = players};
    MatchResult result;
    Player player[SEATS_MAX];
    Dice dice = {seed};
    for (unsigned i = 0; i < sizeof seed; i++) match.seed.bytes[i] = (uint8_t)(seed >> 8 * i);
    for (unsigned seat = 0; seat < players; seat++) {
        assert_true(player_open(&(PlayerPlan){.kind = kind}, &player[seat]));
        match.player[seat] = &player[seat];
        match.chance[seat] = dice_next(&dice);
    }
    match_play(&match, &result);
    for (unsigned seat = 0; seat < players; seat++) player_close(&player[seat]);
    return result;
}

static void assert_same(const Trial *trial, const MatchResult *match) {
    unsigned winners = bits_count(match->winners);
    assert_int_equal(trial->games, 1);
    assert_int_equal(trial->undecided, !winners);
    assert_int_equal(trial->actions, match->actions);
    assert_int_equal(trial->longest, match->actions);
    assert_int_equal(trial->turns, match->turns);
    assert_int_equal(trial->deals, match->deals);
    for (unsigned seat = 0; seat < trial->players; seat++)
        assert_int_equal(trial->wins[seat], winners && match->winners >> seat & 1 ? TRIAL_WIN / winners : 0);
}

static void a_game_is_that_of_a_match(void **state) {
    const BotKind *const kinds[] = {&bot_random, &bot_greedy, &bot_medium};
    (void)state;
    for (unsigned i = 0; i < builtin_ruleset_count; i++) {
        Ruleset ruleset = load(builtin_rulesets[i].name);
        unsigned least = (unsigned)ruleset.rules.option.min_players, most = (unsigned)ruleset.rules.option.max_players;
        for (uint64_t seed = 1; seed <= 6; seed++) {
            const BotKind *kind = kinds[seed % 3];
            unsigned players = seed % 2 ? least : most;
            if (!rules_allow_players(&ruleset.rules, players, NULL)) continue;
            MatchResult match = match_of(&ruleset.rules, players, kind, seed << 40 | seed);
            Trial trial;
            trial_init(&trial, &ruleset.rules, players, kind);
            trial_play(&trial, seed << 40 | seed);
            assert_same(&trial, &match);
        }
    }
}

static void counts_add_up(void **state) {
    Ruleset ruleset = load("ultimate");
    Trial all, one;
    uint64_t actions = 0, played = 0, wins = 0, longest = 0;
    (void)state;
    trial_init(&all, &ruleset.rules, 4, &bot_greedy);
    for (uint64_t seed = 10; seed < 60; seed++) {
        trial_init(&one, &ruleset.rules, 4, &bot_greedy);
        trial_play(&one, seed);
        trial_play(&all, seed);
        actions += one.actions;
        played += one.events[EVENT_played];
        if (one.actions > longest) longest = one.actions;
    }
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) wins += all.wins[seat];
    assert_int_equal(all.games, 50);
    assert_int_equal(all.actions, actions);
    assert_int_equal(all.longest, longest);
    assert_int_equal(all.events[EVENT_played], played);
    assert_int_equal(wins, TRIAL_WIN * (50 - all.undecided));
    assert_true(all.events[EVENT_swapped] > 0 && all.events[EVENT_rotated] > 0);
    assert_int_equal(all.events[EVENT_bid_made], 0);
}

static bool act_lazy(Bot *bot, const View *view, const ActionSet *set, bool awaited, Action *out) {
    (void)bot, (void)view, (void)set, (void)awaited;
    return *out = 0, false;
}

static bool act_drawing(Bot *bot, const View *view, const ActionSet *set, bool awaited, Action *out) {
    (void)view;
    if (!awaited) return false;
    *out = action_set_may(set, ACT_DRAW)   ? action_plain(ACT_DRAW)
           : action_set_may(set, ACT_KEEP) ? action_plain(ACT_KEEP)
                                           : playout_pick(bot->rules, set, &bot->dice);
    return true;
}

static void a_bot_that_does_not_play_ends_its_game(void **state) {
    static const BotKind lazy = {.name = "lazy", .families = FOR_ALL, .act = act_lazy};
    static const BotKind drawing = {.name = "drawing", .families = FOR_ALL, .act = act_drawing};
    Ruleset ruleset = load("official");
    Trial trial;
    (void)state;
    trial_init(&trial, &ruleset.rules, 2, &lazy);
    trial_play(&trial, 1);
    assert_int_equal(trial.undecided, 1);
    assert_int_equal(trial.actions, 0);
    trial_init(&trial, &ruleset.rules, 2, &drawing);
    trial_play(&trial, 1);
    assert_int_equal(trial.games, 1);
    assert_true(trial.longest <= TRIAL_ACTIONS_MAX);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_is_that_of_a_match),
        cmocka_unit_test(counts_add_up),
        cmocka_unit_test(a_bot_that_does_not_play_ends_its_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
