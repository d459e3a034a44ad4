/* strength.c -- in every shipped ruleset the bot with rules of thumb beats the one without: by five standard errors, so
 * that only a bot that plays worse, or a card that it misjudges, can make this fail. All chance comes from fixed seeds.
 * How much stronger each is, docs/bots.md tells (bench/rulesets). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "lab/arena.h"
#include "ruleset/ruleset.h"

enum {
    GAMES = 2000,
    GAMES_TRIED = 1000,
    SIGMAS = 5
}; /* where it tries what cards do, it thinks long, and wins clearly */

static void name_bot(ArenaPlan *plan, unsigned place, const BotKind *kind) {
    snprintf(plan->bot[place].name, sizeof plan->bot[place].name, "%s", kind->name);
    plan->bot[place].plan = (PlayerPlan){.kind = kind};
}

/* How many standard errors the first is above even, in games of as few players as can be. */
static double lead(const Rules *rules, const BotKind *first, const BotKind *other, unsigned long games) {
    ArenaPlan plan = {.rules = rules, .bots = 2, .players = (unsigned)rules->option.min_players, .threads = 1};
    ArenaReport report;
    name_bot(&plan, 0, first);
    name_bot(&plan, 1, other);
    plan.deals = games / arena_games_per_deal(&plan);
    assert_true(arena_run(&plan, NULL, &report));
    Estimate wins = arena_wins(&report, 0);
    assert_int_equal(report.forfeits, 0);
    arena_report_free(&report);
    double error = (wins.high - wins.low) / (2 * 1.96);
    print_message("%u games of %s: %.1f %%, %.1f standard errors above even\n", (unsigned)report.games, first->name,
                  100 * wins.value, (wins.value - arena_even(&plan)) / error);
    return (wins.value - arena_even(&plan)) / error;
}

static void test_greedy_beats_random(void **state) {
    (void)state;
    for (unsigned i = 0; i < builtin_ruleset_count; i++) {
        Ruleset ruleset;
        RulesetError error;
        assert_true(ruleset_load(builtin_rulesets[i].name, &ruleset, &error));
        if (ruleset.rules.option.target) assert_true(ruleset_change(&ruleset, "target=0", &error));
        print_message("%s: ", builtin_rulesets[i].name);
        assert_true(lead(&ruleset.rules, &bot_greedy, &bot_random, ruleset.rules.programs ? GAMES_TRIED : GAMES) >
                    SIGMAS);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_greedy_beats_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
