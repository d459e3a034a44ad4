/* playouts.c -- games that are played in one go (usual.h) are those of one action after the other by the general way, byte for
 * byte, dice included: for whatever can be varied of rules that are played so. (The property tests try it from every position
 * of any rules.) */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "ruleset/ruleset.h"
#include "slow_step.h"

enum { GAMES = 40, PIECES_MOST = 90 };

static bool over(const Game *game, bool sensibly) { return game->board.phase <= (sensibly ? PHASE_DEAL : PHASE_OVER); }

/* In pieces of any length, so that a run may begin and end anywhere. */
static void play_both(const Rules *rules, unsigned players, bool sensibly, uint8_t number) {
    Game slow, fast;
    Dice one = {number}, other = one, pieces = {~(uint64_t)number};
    Rng chance[2];
    const Seed seed[2] = {{{number, (uint8_t)players}}, {{1}}};
    rng_init_two(chance, seed);
    game_init(rules, &slow, players, &seed[0], NULL, NULL);
    game_init_with(rules, &fast, players, &chance[0]);
    assert_memory_equal(&slow, &fast, sizeof slow);
    while (!over(&slow, sensibly)) {
        unsigned limit = 1 + dice_below(&pieces, PIECES_MOST), done = 0;
        for (; done < limit && !over(&slow, sensibly); done++)
            assert_int_equal(slow_step(rules, &slow, &one, sensibly), VERDICT_ok);
        if (sensibly) policy_run(rules, &fast, &other, limit);
        else assert_int_equal(playout_run(rules, &fast, &other, limit), done);
        assert_memory_equal(&slow, &fast, sizeof slow);
        assert_true(one.state == other.state);
    }
}

static void test_in_one_go(void **state) {
    (void)state;
    static const char *const changes[] = {"target=0",
                                          "uno_dice=4",
                                          "false_catch=2",
                                          "uno_call=off",
                                          "uno_call=with_play",
                                          "stack_draws=any",
                                          "trap_card=on",
                                          "take_a_chance=on",
                                          "challenge=off",
                                          "zero_rotate=on",
                                          "turn_limit=40",
                                          "last_card_draws=off",
                                          "cards_dealt=2",
                                          "opening_wild=any_wild",
                                          "wild4_legal=no_colour",
                                          "double_points=on",
                                          "stalemate=shared",
                                          "first_dealer=random"};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
        for (unsigned players = 2; players <= SEATS_MAX; players += players < 4 ? 1 : 3)
            for (uint8_t number = 0; number < GAMES; number++) {
                Ruleset ruleset;
                RulesetError error;
                assert_true(ruleset_load("official", &ruleset, &error));
                if (number % 4) assert_true(ruleset_change(&ruleset, "target=0", &error));
                if (!ruleset_change(&ruleset, changes[i], &error)) fail_msg("%s: %s", changes[i], error.text);
                assert_true(ruleset.rules.lean);
                play_both(&ruleset.rules, players, number % 2, number);
            }
}

/* Numbers made for two at a time are those of each. */
static void test_two_generators(void **state) {
    (void)state;
    const Seed seed[2] = {{{3, 1, 4}}, {{1, 5, 9, 2, 6}}};
    Rng two[2];
    rng_init_two(two, seed);
    for (unsigned i = 0; i < 2; i++) {
        Rng one;
        rng_init(&one, &seed[i]);
        for (unsigned n = 0; n < 3 * RNG_NUMBERS; n++) assert_int_equal(rng_next(&one), rng_next(&two[i]));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_in_one_go), cmocka_unit_test(test_two_generators)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
