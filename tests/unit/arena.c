/* arena.c -- matches and arenas: who may act when, what a forfeit is, that seats are
 * turned with the same cards, that results do not depend on threads, and that every
 * bot can play every ruleset. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "bots/playout.h"
#include "lab/arena.h"
#include "ruleset/ruleset.h"

/* ---- bots for the tests ---- */

static atomic_ulong catches;

/* Decides by what it sees alone: the same hand in the same place is played the same. */
static bool act_steady(Bot *bot, const View *view, const ActionSet *set, bool awaited, Action *out) {
    Dice dice = {view->board.turns * 64u + view->board.pile};
    (void)bot;
    if (!awaited) return false;
    return *out = playout_pick(bot->rules, set, &dice), true;
}

static bool act_illegal(Bot *bot, const View *view, const ActionSet *set, bool awaited, Action *out) {
    (void)bot, (void)view, (void)set, (void)awaited;
    return *out = action_plain(ACT_BONUS_CARD), true;
}

static bool act_lazy(Bot *bot, const View *view, const ActionSet *set, bool awaited, Action *out) {
    (void)bot, (void)view, (void)set, (void)awaited;
    return *out = 0, false;
}

/* Never calls with its card, but as soon as it can after it. */
static bool act_late(Bot *bot, const View *view, const ActionSet *set, bool awaited, Action *out) {
    ActionSet some = *set;
    (void)view;
    if (set->plain >> ACT_CALL & 1) return *out = action_plain(ACT_CALL), true;
    if (!awaited) return false;
    some.call = false;
    return *out = playout_pick(bot->rules, &some, &bot->dice), true;
}

static bool act_forgetful(Bot *bot, const View *view, const ActionSet *set, bool awaited, Action *out) {
    ActionSet some = *set;
    some.plain &= ~(1u << ACT_CALL);
    return !action_set_empty(&some) && act_late(bot, view, &some, awaited, out);
}

static bool act_catcher(Bot *bot, const View *view, const ActionSet *set, bool awaited, Action *out) {
    if (set->plain >> ACT_CATCH & 1 && !view->board.classic.uno_called) {
        if (view->board.turn != view->board.classic.uno_seat) atomic_fetch_add(&catches, 1);
        return *out = action_plain(ACT_CATCH), true;
    }
    return awaited && bot_random.act(bot, view, set, awaited, out);
}

static const BotKind steady = {"steady", "", FOR_BOTH, 0, false, act_steady};
static const BotKind illegal = {"illegal", "", FOR_BOTH, 0, false, act_illegal};
static const BotKind lazy = {"lazy", "", FOR_BOTH, 0, false, act_lazy};
static const BotKind late = {"late", "", FOR_CLASSIC, 0, false, act_late};
static const BotKind forgetful = {"forgetful", "", FOR_CLASSIC, 0, false, act_forgetful};
static const BotKind catcher = {"catcher", "", FOR_CLASSIC, 0, false, act_catcher};

/* ---- helpers ---- */

static void load(const char *name, const char *change, Ruleset *out) {
    RulesetError error;
    if (!ruleset_load(name, out, &error)) fail_msg("%s: %s", name, error.text);
    if (change && !ruleset_change(out, change, &error)) fail_msg("%s: %s", change, error.text);
}

static void set_plan(const Rules *rules, unsigned players, const BotKind *const *kinds, unsigned bots,
                     ArenaPlan *plan) {
    memset(plan, 0, sizeof *plan);
    plan->rules = rules;
    plan->players = players;
    plan->bots = bots;
    plan->threads = 1;
    plan->deals = 10;
    memset(plan->seed.bytes, 7, sizeof plan->seed.bytes);
    for (unsigned i = 0; i < bots; i++) {
        snprintf(plan->bot[i].name, sizeof plan->bot[i].name, "%s", kinds[i]->name);
        plan->bot[i].plan.kind = kinds[i];
    }
}

static void play(const ArenaPlan *plan, ArenaReport *out) { assert_true(arena_run(plan, NULL, out)); }

/* ---- matches ---- */

/* One seat is the bot's, the others are quick. */
static void try_bot(const Ruleset *ruleset, unsigned players, unsigned kind) {
    Player player[SEATS_MAX];
    MatchResult result;
    Match match = {.rules = &ruleset->rules, .players = players};
    for (unsigned seat = 0; seat < players; seat++) {
        PlayerPlan plan = {.kind = seat == kind % players ? bot_kinds[kind] : &bot_random, .budget = {.worlds = 2}};
        assert_true(player_open(&plan, &player[seat]));
        match.player[seat] = &player[seat];
        match.chance[seat] = seat + 1;
    }
    match_play(&match, &result);
    for (unsigned seat = 0; seat < players; seat++) player_close(&player[seat]);
    if (result.end == MATCH_OVER && result.actions) return;
    fail_msg("%s, %u players: %s, seat %c %s", ruleset->name, players, bot_kinds[kind]->name, 'A' + result.culprit,
             result.end == MATCH_FORFEIT ? result.reason : "(the game does not finish)");
}

static void every_bot_plays_every_ruleset(void **unused) {
    (void)unused;
    static Ruleset ruleset;
    unsigned tables = 0;
    for (unsigned i = 0; i < builtin_ruleset_count; i++) {
        load(builtin_rulesets[i].name, NULL, &ruleset);
        for (unsigned players = 2; players <= SEATS_MAX; players++) {
            if (!rules_allow_players(&ruleset.rules, players, NULL)) continue;
            tables++;
            for (unsigned kind = 0; kind < bot_kind_count; kind++)
                if (bot_kinds[kind]->families >> ruleset.rules.family & 1) try_bot(&ruleset, players, kind);
        }
    }
    assert_true(tables > builtin_ruleset_count);
}

/* Among themselves too. */
static void every_bot_plays_with_its_like(void **unused) {
    (void)unused;
    static Ruleset ruleset;
    static ArenaPlan plan;
    static ArenaReport report;
    static const char *const rules[] = {"official", "ultimate", "split-duel", "split-team"};
    for (unsigned i = 0; i < 4; i++) {
        load(rules[i], i < 2 ? "target=0" : NULL, &ruleset);
        for (unsigned kind = 0; kind < bot_kind_count; kind++) {
            const BotKind *const kinds[] = {bot_kinds[kind], bot_kinds[kind]};
            if (!(kinds[0]->families >> ruleset.rules.family & 1)) continue;
            set_plan(&ruleset.rules, i == 1 || i == 3 ? 4 : 2, kinds, 2, &plan);
            plan.bot[0].plan.budget.worlds = plan.bot[1].plan.budget.worlds = 2;
            plan.deals = 1;
            play(&plan, &report);
            if (report.forfeits) fail_msg("%s: %s %s", rules[i], kinds[0]->name, report.forfeit[0].reason);
            arena_report_free(&report);
        }
    }
}

static void match_of_two(const Rules *rules, const BotKind *first, const BotKind *second, unsigned long limit,
                         MatchResult *out) {
    Player player[2];
    PlayerPlan plans[2] = {{.kind = first}, {.kind = second}};
    Match match = {.rules = rules, .players = 2, .limit = limit};
    for (unsigned seat = 0; seat < 2; seat++) {
        assert_true(player_open(&plans[seat], &player[seat]));
        match.player[seat] = &player[seat];
    }
    match_play(&match, out);
    for (unsigned seat = 0; seat < 2; seat++) player_close(&player[seat]);
}

static void a_game_that_goes_on_too_long_has_no_winner(void **unused) {
    (void)unused;
    static Ruleset ruleset;
    MatchResult result;
    load("official", NULL, &ruleset);
    match_of_two(&ruleset.rules, &bot_random, &bot_random, 12, &result);
    assert_int_equal(result.end, MATCH_LIMIT);
    assert_int_equal(result.actions, 12);
    assert_int_equal(result.winners, 0);
}

static void what_the_rules_refuse_is_a_forfeit(void **unused) {
    (void)unused;
    static Ruleset ruleset;
    MatchResult result;
    load("official", NULL, &ruleset);
    match_of_two(&ruleset.rules, &bot_random, &illegal, 0, &result);
    assert_int_equal(result.end, MATCH_FORFEIT);
    assert_int_equal(result.culprit, 1);
    assert_int_equal(result.winners, 1);
    assert_non_null(strstr(result.reason, "played 'bonus card'"));
}

static void doing_nothing_when_awaited_is_a_forfeit(void **unused) {
    (void)unused;
    static Ruleset ruleset;
    MatchResult result;
    load("split-duel", NULL, &ruleset);
    match_of_two(&ruleset.rules, &lazy, &bot_random, 0, &result);
    assert_int_equal(result.end, MATCH_FORFEIT);
    assert_int_equal(result.culprit, 0);
    assert_int_equal(result.winners, 2);
    assert_non_null(strstr(result.reason, "did nothing"));
}

static void the_caller_is_asked_before_the_catcher(void **unused) {
    (void)unused;
    static Ruleset ruleset;
    MatchResult result;
    load("official", "uno_call=until_next_turn", &ruleset);
    atomic_store(&catches, 0);
    match_of_two(&ruleset.rules, &late, &catcher, 0, &result);
    assert_int_equal(result.end, MATCH_OVER);
    assert_int_equal(atomic_load(&catches), 0);
    match_of_two(&ruleset.rules, &forgetful, &catcher, 0, &result);
    assert_int_equal(result.end, MATCH_OVER);
    assert_true(atomic_load(&catches) > 0);
}

/* ---- arenas ---- */

static void like_against_like_is_even_deal_by_deal(void **unused) {
    (void)unused;
    static Ruleset ruleset;
    static ArenaPlan plan;
    static ArenaReport report;
    static const BotKind *const kinds[] = {&steady, &steady};
    load("official", "target=0", &ruleset);
    for (unsigned players = 2; players <= 4; players += 2) {
        set_plan(&ruleset.rules, players, kinds, 2, &plan);
        plan.deals = 50;
        play(&plan, &report);
        assert_int_equal(report.games, 50 * players);
        assert_int_equal(report.forfeits, 0);
        /* Whatever the cards are, the first bot holds each hand once. */
        assert_int_equal(report.tally[0].won, 50 * ARENA_WIN);
        assert_int_equal(report.tally[0].won_won, 50ul * ARENA_WIN * ARENA_WIN);
        assert_int_equal(report.tally[1].won, 50 * ARENA_WIN * (players - 1));
        assert_int_equal(report.tally[0].points * (players - 1), report.tally[1].points);
        arena_report_free(&report);
    }
}

/* A deal is the same in another arena with the same seed, and not the same as its neighbour. */
static void deals_come_from_the_seed(void **unused) {
    (void)unused;
    static Ruleset ruleset;
    static ArenaPlan plan;
    static ArenaReport report, again;
    static const BotKind *const kinds[] = {&steady, &steady};
    load("official", "target=0", &ruleset);
    set_plan(&ruleset.rules, 2, kinds, 2, &plan);
    play(&plan, &report);
    play(&plan, &again);
    assert_memory_equal(report.actions, again.actions, report.games * sizeof *report.actions);
    assert_int_not_equal(report.actions[0], report.actions[report.games - 1]);
    arena_report_free(&again);
    plan.seed.bytes[0]++;
    play(&plan, &again);
    assert_memory_not_equal(report.actions, again.actions, report.games * sizeof *report.actions);
    arena_report_free(&report);
    arena_report_free(&again);
}

static void forget_times(ArenaReport *report) {
    for (unsigned bot = 0; bot < ARENA_BOTS_MAX; bot++) report->tally[bot].ns = report->tally[bot].ns_max = 0;
}

static void assert_same(const ArenaReport *a, const ArenaReport *b) {
    assert_memory_equal(a->actions, b->actions, a->games * sizeof *a->actions);
    assert_memory_equal(a->turns, b->turns, a->games * sizeof *a->turns);
    ArenaReport first = *a, second = *b;
    forget_times(&first), forget_times(&second);
    first.actions = second.actions = first.turns = second.turns = NULL;
    assert_memory_equal(&first, &second, sizeof first);
}

static void any_number_of_threads_counts_the_same(void **unused) {
    (void)unused;
    static Ruleset ruleset;
    static ArenaPlan plan;
    static ArenaReport alone, together;
    static const BotKind *const kinds[] = {&bot_random, &illegal, &bot_rule};
    static const char *const rules[] = {"official", "ultimate", "split-v3"};
    for (unsigned i = 0; i < 3; i++) {
        load(rules[i], i == 0 ? "target=0" : NULL, &ruleset);
        set_plan(&ruleset.rules, 2 + i, kinds, 3, &plan);
        plan.deals = 23;
        play(&plan, &alone);
        assert_true(alone.forfeits > ARENA_FORFEITS_MAX);
        assert_int_equal(alone.told, ARENA_FORFEITS_MAX);
        for (plan.threads = 2; plan.threads <= 5; plan.threads += 3) {
            play(&plan, &together);
            assert_same(&alone, &together);
            arena_report_free(&together);
        }
        arena_report_free(&alone);
    }
}

static void more_bots_than_seats_meet_in_every_combination(void **unused) {
    (void)unused;
    static Ruleset ruleset;
    static ArenaPlan plan;
    static ArenaReport report;
    static const BotKind *const kinds[] = {&bot_random, &bot_rule, &bot_random, &steady};
    load("official", "target=0", &ruleset);
    set_plan(&ruleset.rules, 2, kinds, 4, &plan);
    assert_int_equal(arena_tables(&plan), 6);
    assert_int_equal(arena_games_per_deal(&plan), 12);
    play(&plan, &report);
    assert_int_equal(report.games, 120);
    uint64_t won = 0;
    for (unsigned bot = 0; bot < 4; bot++) {
        assert_int_equal(report.tally[bot].games, 60);
        won += report.tally[bot].won;
        for (unsigned other = 0; other < 4; other++) {
            uint64_t met = 0;
            for (unsigned group = 0; group < ELO_GROUPS; group++)
                met += report.elo.over[group][bot][other] + report.elo.over[group][other][bot];
            assert_int_equal(met, bot == other ? 0 : 40);
        }
    }
    assert_int_equal(won, 120 * ARENA_WIN);
    arena_report_free(&report);
}

static void a_team_wins_as_a_whole(void **unused) {
    (void)unused;
    static Ruleset ruleset;
    static ArenaPlan plan;
    static ArenaReport report;
    static const BotKind *const kinds[] = {&bot_random, &bot_random, &bot_random, &illegal};
    load("split-team", NULL, &ruleset);
    set_plan(&ruleset.rules, 4, kinds, 4, &plan);
    play(&plan, &report);
    assert_int_equal(report.forfeits, 40);
    assert_int_equal(report.tally[0].won, 40 * ARENA_WIN);
    assert_int_equal(report.tally[1].won, 0); /* its partner forfeits */
    assert_int_equal(report.tally[2].won, 40 * ARENA_WIN);
    assert_int_equal(report.tally[3].won, 0);
    assert_int_equal(report.tally[3].forfeits, 40);
    assert_true(arena_even(&plan) == 0.5);
    arena_report_free(&report);
}

static bool stop_at_once(void *self, const ArenaProgress *progress) {
    assert_true(progress->games <= progress->all_games);
    ++*(unsigned *)self;
    return false;
}

static void a_stopped_arena_counts_whole_deals(void **unused) {
    (void)unused;
    static Ruleset ruleset;
    static ArenaPlan plan;
    static ArenaReport report;
    static const BotKind *const kinds[] = {&bot_random, &bot_rule};
    unsigned looked = 0;
    ArenaWatcher watcher = {stop_at_once, &looked};
    load("official", NULL, &ruleset);
    set_plan(&ruleset.rules, 2, kinds, 2, &plan);
    plan.threads = 2;
    plan.deals = 1000000;
    assert_true(arena_run(&plan, &watcher, &report));
    assert_true(looked > 0);
    assert_true(report.stopped);
    assert_true(report.deals < plan.deals);
    assert_int_equal(report.games, 2 * report.deals);
    assert_int_equal(report.tally[0].won + report.tally[1].won, report.games * ARENA_WIN);
    arena_report_free(&report);
}

/* ---- ratings ---- */

static void elo_follows_the_counts(void **unused) {
    (void)unused;
    static ArenaReport report;
    Estimate elo[ARENA_BOTS_MAX];
    memset(&report, 0, sizeof report);
    /* Ten wins for each loss are 400 points; so are the differences, wherever they are told. */
    for (unsigned group = 0; group < ELO_GROUPS; group++) {
        report.elo.group[group] = 1;
        report.elo.over[group][0][1] = report.elo.over[group][1][2] = 20000000;
        report.elo.over[group][1][0] = report.elo.over[group][2][1] = 2000000;
    }
    elo_estimate(&report.elo, 3, elo);
    assert_true(fabs(elo[0].value - 1900) < 0.1);
    assert_true(fabs(elo[1].value - 1500) < 0.1);
    assert_true(fabs(elo[2].value - 1100) < 0.1);
    assert_true(elo[0].sure && fabs(elo[0].high - elo[0].low) < 0.01); /* every group says the same */
}

static void elo_without_a_loss_is_finite(void **unused) {
    (void)unused;
    static ArenaReport report;
    Estimate elo[ARENA_BOTS_MAX];
    memset(&report, 0, sizeof report);
    report.elo.group[0] = 1;
    report.elo.over[0][0][1] = 200;
    elo_estimate(&report.elo, 2, elo);
    assert_true(elo[0].value > 1700 && elo[0].value < 2100);
    assert_true(fabs(elo[0].value + elo[1].value - 3000) < 1e-6);
    assert_false(elo[0].sure);
}

static void elo_without_a_loss_has_no_interval(void **unused) {
    (void)unused;
    static ArenaReport report;
    Estimate elo[ARENA_BOTS_MAX];
    memset(&report, 0, sizeof report);
    for (unsigned group = 0; group < ELO_GROUPS; group++) {
        report.elo.group[group] = 1;
        report.elo.over[group][0][1] = report.elo.over[group][0][2] = 10;
        report.elo.over[group][1][2] = report.elo.over[group][2][1] = 5 + group;
    }
    elo_estimate(&report.elo, 3, elo);
    for (unsigned bot = 0; bot < 3; bot++) assert_false(elo[bot].sure);
    report.elo.over[3][2][0] = 2; /* one loss is enough, wherever it leads on from */
    elo_estimate(&report.elo, 3, elo);
    for (unsigned bot = 0; bot < 3; bot++) assert_true(elo[bot].sure && elo[bot].high - elo[bot].low > 1);
}

/* n deals of two games: `both` won twice, `none` lost twice, the others split. */
static void tally_deals(unsigned n, unsigned both, unsigned none, ArenaReport *report) {
    memset(report, 0, sizeof *report);
    for (unsigned i = 0; i < n; i++) {
        uint64_t won = i < both ? 2 : i < both + none ? 0 : 1;
        ArenaTally *tally = &report->tally[0];
        tally->sittings += 2;
        tally->won += won * ARENA_WIN;
        tally->won_won += won * won * ARENA_WIN * ARENA_WIN;
        tally->won_sittings += won * 2 * ARENA_WIN;
        tally->sittings_sittings += 4;
    }
    report->deals = n;
}

static void intervals_are_those_of_the_deals(void **unused) {
    (void)unused;
    static ArenaReport report;
    Estimate wins;
    tally_deals(10000, 2500, 2500, &report); /* a deal's share is 0, 1/2 or 1: deviation 0.35355 */
    wins = arena_wins(&report, 0);
    assert_true(fabs(wins.value - 0.5) < 1e-12);
    assert_true(wins.sure && fabs(wins.high - 0.5 - 1.96 * 0.0035355) < 1e-5 && fabs(wins.low + wins.high - 1) < 1e-9);
    tally_deals(50, 50, 0, &report);
    wins = arena_wins(&report, 0);
    assert_true(wins.value == 1 && wins.high == 1 && wins.low > 0.9 && wins.low < 0.95);
    tally_deals(1, 1, 0, &report);
    wins = arena_wins(&report, 0);
    assert_true(!wins.sure && wins.low == 0 && wins.high == 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_bot_plays_every_ruleset),
        cmocka_unit_test(every_bot_plays_with_its_like),
        cmocka_unit_test(a_game_that_goes_on_too_long_has_no_winner),
        cmocka_unit_test(what_the_rules_refuse_is_a_forfeit),
        cmocka_unit_test(doing_nothing_when_awaited_is_a_forfeit),
        cmocka_unit_test(the_caller_is_asked_before_the_catcher),
        cmocka_unit_test(like_against_like_is_even_deal_by_deal),
        cmocka_unit_test(deals_come_from_the_seed),
        cmocka_unit_test(any_number_of_threads_counts_the_same),
        cmocka_unit_test(more_bots_than_seats_meet_in_every_combination),
        cmocka_unit_test(a_team_wins_as_a_whole),
        cmocka_unit_test(a_stopped_arena_counts_whole_deals),
        cmocka_unit_test(elo_follows_the_counts),
        cmocka_unit_test(elo_without_a_loss_is_finite),
        cmocka_unit_test(elo_without_a_loss_has_no_interval),
        cmocka_unit_test(intervals_are_those_of_the_deals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
