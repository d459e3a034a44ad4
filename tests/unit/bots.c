/* bots.c -- what the kinds of bots promise beside good play: names, levels with
 * their slips, and a memory that makes use of what was seen. That no bot peeks,
 * and that each always does something legal, is tried at length in tests/bots. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "bots/worlds.h"
#include "engine/position.h"
#include "lab/match.h"
#include "ruleset/ruleset.h"

static const BotKind *const levels[] = {&bot_easy, &bot_medium, &bot_hard, &bot_expert};
enum { LEVELS = sizeof levels / sizeof(const BotKind *), ASKED = 256 };

static void load(const char *name, const char *change, Ruleset *out) {
    RulesetError error;
    if (!ruleset_load(name, out, &error) || (change && !ruleset_change(out, change, &error)))
        fail_msg("%s", error.text);
}

static void place(const Rules *rules, const char *position, Game *out) {
    ParseError error;
    Witness witness;
    witness_init(&witness);
    if (!position_parse(rules, position, out, &witness, &error)) fail_msg("line %u: %s", error.line, error.text);
}

#define TURN "phase turn\nplayers 3\ndeals 1\nturn A\ndealer C\nturns 9\ndirection 1\ncolour R\ntop R5\n"
#define OTHERS "hand B G1 G2 G3\nhand C Y1 Y2 Y3\n"

/* ---- names ---- */

static void every_kind_has_a_name(void **unused) {
    (void)unused;
    for (unsigned i = 0; i < bot_kind_count; i++) {
        assert_ptr_equal(bot_find(bot_kinds[i]->name), bot_kinds[i]);
        assert_true(bot_kinds[i]->about[0]);
        assert_non_null(bot_kinds[i]->act);
    }
    assert_null(bot_find("nobody"));
    assert_null(bot_find("eas"));
    assert_null(bot_find("easyy"));
    assert_null(bot_find(""));
}

/* ---- slips ---- */

/* How often each level, asked with ever other dice, does what `right` says. */
static void count_levels(const Rules *rules, const char *position, Seat seat, bool (*right)(Action action),
                         unsigned out[LEVELS]) {
    const BotBudget budget = {.worlds = 2};
    Game game;
    View view;
    place(rules, position, &game);
    view_of(rules, &game, NULL, seat, &view);
    for (unsigned level = 0; level < LEVELS; level++) {
        out[level] = 0;
        for (unsigned i = 0; i < ASKED; i++) {
            Bot bot;
            Action action;
            bot_init(&bot, levels[level], rules, 1000 * level + i, &budget);
            bot_watch(&bot, &view);
            out[level] += right(bot_act(&bot, &view, &action) ? action : ACT_NONE);
        }
    }
}

static bool lays_nothing_uncalled(Action action) { return action_kind(action) != ACT_PLAY || action_calls(action); }
static bool calls(Action action) { return action_kind(action) == ACT_CALL; }
static bool catches(Action action) { return action_kind(action) == ACT_CATCH; }

/* Easy slips most, expert never; nobody slips always. */
static void assert_ever_better(const unsigned count[LEVELS]) {
    for (unsigned level = 1; level < LEVELS; level++)
        if (count[level - 1] >= count[level])
            fail_msg("%s %u of %u, %s %u", levels[level - 1]->name, count[level - 1], ASKED, levels[level]->name,
                     count[level]);
    assert_true(count[0] > 0);
    assert_int_equal(count[LEVELS - 1], ASKED);
}

static void expert_never_forgets_to_call(void **unused) {
    (void)unused;
    Ruleset ruleset;
    unsigned count[LEVELS];
    load("official", "target=0", &ruleset);
    count_levels(&ruleset.rules, TURN "hand A R1 R2\n" OTHERS, 0, lays_nothing_uncalled, count);
    assert_ever_better(count);
}

static void a_call_may_still_come_in_time(void **unused) {
    (void)unused;
    Ruleset ruleset;
    unsigned count[LEVELS];
    load("official", "uno_call=until_next_turn", &ruleset);
    count_levels(&ruleset.rules, TURN "uno_seat B\nhand A R1 R2 R3\nhand B G1\nhand C Y1 Y2 Y3\n", 1, calls, count);
    assert_ever_better(count);
}

static void easy_misses_who_forgot_to_call(void **unused) {
    (void)unused;
    Ruleset ruleset;
    unsigned count[LEVELS];
    load("official", "target=0", &ruleset);
    count_levels(&ruleset.rules, TURN "uno_seat C\nhand A R1 R2 R3\nhand B G1 G2\nhand C Y1\n", 1, catches, count);
    assert_ever_better(count);
}

static bool catches_or_plays(Action action) {
    return action_kind(action) == ACT_CATCH || action_kind(action) == ACT_PLAY;
}

/* Who misses a catch in its own turn plays on: it never just sits there. */
static void a_slip_stops_no_game(void **unused) {
    (void)unused;
    Ruleset ruleset;
    unsigned count[LEVELS];
    load("official", "target=0", &ruleset);
    count_levels(&ruleset.rules, TURN "uno_seat C\nhand A R1 R2 R3\nhand B G1 G2\nhand C Y1\n", 0, catches_or_plays,
                 count);
    for (unsigned level = 0; level < LEVELS; level++) assert_int_equal(count[level], ASKED);
}

/* ---- strength ---- */

static unsigned wins_of_first(const char *rules, const BotKind *first, const BotKind *second, unsigned games) {
    Ruleset ruleset;
    Player players[2];
    const PlayerPlan plans[2] = {{.kind = first, .budget = {.worlds = 8}}, {.kind = second, .budget = {.worlds = 8}}};
    unsigned wins = 0;
    load(rules, NULL, &ruleset);
    if (ruleset.rules.option.target) load(rules, "target=0", &ruleset);
    for (unsigned i = 0; i < 2; i++) assert_true(player_open(&plans[i], &players[i]));
    for (unsigned game = 0; game < games; game++) {
        MatchResult result;
        Match match = {.rules = &ruleset.rules, .players = 2, .chance = {game, game + 1000}};
        unsigned seat = game % 2;
        match.player[seat] = &players[0];
        match.player[!seat] = &players[1];
        match.seed.bytes[0] = (uint8_t)(game / 2);
        match_play(&match, &result);
        assert_int_equal(result.end, MATCH_OVER);
        wins += result.winners >> seat & 1;
    }
    for (unsigned i = 0; i < 2; i++) player_close(&players[i]);
    return wins;
}

static void levels_differ(void **unused) {
    (void)unused;
    static const char *const rules[] = {"official", "ultimate", "split-duel"};
    for (unsigned i = 0; i < sizeof rules / sizeof *rules; i++) {
        unsigned medium = wins_of_first(rules[i], &bot_medium, &bot_easy, 200);
        unsigned expert = wins_of_first(rules[i], &bot_expert, &bot_easy, 60);
        print_message("%s: easy loses %u of 200 to medium, %u of 60 to expert\n", rules[i], medium, expert);
        if (medium <= 100 || expert <= 30) fail_msg("%s: medium %u of 200, expert %u of 60", rules[i], medium, expert);
    }
}

/* ---- same again ---- */

static void a_copy_plays_on_as_the_original(void **unused) {
    (void)unused;
    const BotBudget budget = {.worlds = 4};
    Ruleset ruleset;
    Game game;
    View view;
    load("official", "target=0", &ruleset);
    place(&ruleset.rules, TURN "hand A R1 R2 R3 W B4 B5\n" OTHERS, &game);
    view_of(&ruleset.rules, &game, NULL, 0, &view);
    for (unsigned i = 0; i < bot_kind_count; i++) {
        Bot bot, copy, other;
        bot_init(&bot, bot_kinds[i], &ruleset.rules, 7, &budget);
        bot_init(&other, bot_kinds[i], &ruleset.rules, 7, &budget);
        bot_watch(&bot, &view);
        bot_watch(&other, &view);
        for (unsigned asked = 0; asked < 20; asked++) {
            Action first, second, third;
            copy = bot;
            assert_true(bot_act(&bot, &view, &first));
            assert_true(bot_act(&copy, &view, &second));
            assert_true(bot_act(&other, &view, &third));
            assert_int_equal(first, second);
            assert_int_equal(first, third);
            memset(&bot, 0x5A, sizeof bot);
            bot = copy;
        }
    }
}

/* ---- memory ---- */

static void apply(const Rules *rules, Game *game, Seat seat, const char *text) {
    Action action;
    if (!action_parse(rules, &text, &action)) fail_msg("%s is no action", text);
    assert_int_equal(game_apply(rules, game, seat, action, NULL), VERDICT_ok);
}

/* In how many of 500 worlds B has a red card. */
static unsigned red_with_b(const Rules *rules, const View *view, const Memory *memory) {
    Worlds worlds;
    Game world;
    unsigned red = 0;
    worlds_init(&worlds, rules, view, memory, 1);
    for (unsigned i = 0; i < 500; i++) {
        assert_true(worlds_next(&worlds, &world));
        red += (cards_faces(&world.own[1].hand) & COLOUR_MASK(0) & ~rules->wilds) != 0;
    }
    return red;
}

static void who_drew_has_most_likely_nothing_that_fits(void **unused) {
    (void)unused;
    Ruleset ruleset;
    Game game;
    View view;
    Memory memory;
    load("official", "target=0", &ruleset);
    const Rules *rules = &ruleset.rules;
    place(rules, TURN "hand A R1 R2 B3\nhand B G1 G2 G3 G4\nhand C Y1 Y2 Y3\nnext Y9 Y9\n", &game);
    memory_init(&memory);
    view_of(rules, &game, NULL, 0, &view);
    assert_false(memory_fits(&memory, &view));
    memory_watch(rules, &memory, &view);
    assert_true(memory_fits(&memory, &view));
    apply(rules, &game, 0, "R1");
    view_of(rules, &game, NULL, 0, &view);
    assert_false(memory_fits(&memory, &view));
    memory_watch(rules, &memory, &view);
    unsigned before = red_with_b(rules, &view, &memory);
    for (unsigned i = 0; i < 2; i++) {
        apply(rules, &game, 1, i ? "keep" : "draw");
        view_of(rules, &game, NULL, 0, &view);
        memory_watch(rules, &memory, &view);
    }
    assert_true(memory_fits(&memory, &view));
    unsigned after = red_with_b(rules, &view, &memory), unaware = red_with_b(rules, &view, NULL);
    if (2 * after >= before || 2 * after >= unaware) fail_msg("%u worlds, then %u; %u unaware", before, after, unaware);
    assert_true(after > 0); /* it may have drawn all the same */
}

static void a_new_deal_begins_with_a_blank_memory(void **unused) {
    (void)unused;
    Ruleset ruleset;
    Game game;
    View view;
    Memory memory;
    load("official", "target=0", &ruleset);
    const Rules *rules = &ruleset.rules;
    place(rules, TURN "hand A R1 R2 B3\nhand B G1 G2 G3 G4\nhand C Y1 Y2 Y3\nnext Y9 Y9\n", &game);
    memory_init(&memory);
    view_of(rules, &game, NULL, 0, &view);
    memory_watch(rules, &memory, &view);
    apply(rules, &game, 0, "draw");
    view_of(rules, &game, NULL, 1, &view);
    memory_watch(rules, &memory, &view);
    assert_true(memory.guess[0].batch[0].banned != 0);
    place(rules, TURN "deals 2\nhand A R1 R2 B3\nhand B G1 G2 G3 G4\nhand C Y1 Y2 Y3\n", &game);
    view_of(rules, &game, NULL, 1, &view);
    memory_watch(rules, &memory, &view);
    for (unsigned seat = 0; seat < 3; seat++) {
        assert_int_equal(memory.guess[seat].batches, 1);
        assert_int_equal(memory.guess[seat].batch[0].banned, 0);
        assert_int_equal(memory.guess[seat].batch[0].cards, view.board.count[seat]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_has_a_name),
        cmocka_unit_test(expert_never_forgets_to_call),
        cmocka_unit_test(a_call_may_still_come_in_time),
        cmocka_unit_test(easy_misses_who_forgot_to_call),
        cmocka_unit_test(a_slip_stops_no_game),
        cmocka_unit_test(levels_differ),
        cmocka_unit_test(a_copy_plays_on_as_the_original),
        cmocka_unit_test(who_drew_has_most_likely_nothing_that_fits),
        cmocka_unit_test(a_new_deal_begins_with_a_blank_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
