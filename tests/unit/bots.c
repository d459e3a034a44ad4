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

/* ---- a child, and characters ---- */

/* How often a bot, asked with ever other dice, does this. */
static unsigned count_of(const BotKind *kind, const char *change, const char *position, const char *text) {
    const BotBudget budget = {.worlds = 2};
    Ruleset ruleset;
    Game game;
    View view;
    Action wanted;
    unsigned count = 0;
    load("official", change, &ruleset);
    place(&ruleset.rules, position, &game);
    view_of(&ruleset.rules, &game, NULL, 0, &view);
    if (!action_parse(&ruleset.rules, &text, &wanted)) fail_msg("%s is no action", text);
    for (unsigned i = 0; i < ASKED; i++) {
        Bot bot;
        Action action;
        bot_init(&bot, kind, &ruleset.rules, i, &budget);
        bot_watch(&bot, &view);
        count += bot_act(&bot, &view, &action) && action == wanted;
    }
    return count;
}

static void easy_plays_like_a_child(void **unused) {
    (void)unused;
    const char *high = TURN "hand A R1 R2 R9 B3 B4\n" OTHERS, *wild = TURN "hand A W B1 B2 B3 G9\n" OTHERS;
    assert_true(count_of(&bot_easy, "target=0", high, "R9") > ASKED / 2);
    unsigned draws = count_of(&bot_easy, "target=0", wild, "draw");
    assert_true(draws > ASKED / 4 && draws < ASKED * 3 / 4);
    assert_int_equal(count_of(&bot_expert, "target=0", high, "draw"), 0);
}

/* Who has few cards dozes, who has many thinks. */
static void even_is_as_strong_as_it_takes(void **unused) {
    (void)unused;
    const char *ahead = TURN "hand A R1 R2\n" OTHERS, *behind = TURN "hand A R1 R2\nhand B G1\nhand C Y1\n";
    unsigned careless = count_of(&bot_even, "target=0", ahead, "R1") + count_of(&bot_even, "target=0", ahead, "R2");
    unsigned careful = count_of(&bot_even, "target=0", behind, "R1") + count_of(&bot_even, "target=0", behind, "R2");
    assert_true(careless > careful); /* both are plays without the call */
    const char *far = TURN "hand A R1 R2\nhand B G1\nhand C Y1 Y2\n";
    assert_true(count_of(&bot_even, NULL, far, "draw") == 0);
}

static void characters_can_be_told_apart(void **unused) {
    (void)unused;
    const char *hand = TURN "hand A R1 R+2 W+4 R3 B4\n" OTHERS;
    assert_int_equal(count_of(&bot_hitter, "target=0", hand, "R1") + count_of(&bot_hitter, "target=0", hand, "R3"), 0);
    assert_int_equal(count_of(&bot_hoarder, "target=0", hand, "R1") + count_of(&bot_hoarder, "target=0", hand, "R3"),
                     ASKED);
    unsigned bluffs = 0;
    static const char *const plays[] = {"W+4:R", "W+4:Y", "W+4:G", "W+4:B"};
    for (unsigned i = 0; i < 4; i++) bluffs += count_of(&bot_gambler, "target=0", hand, plays[i]);
    assert_int_equal(bluffs, ASKED);
}

/* ---- nothing silly ---- */

typedef struct {
    unsigned fits, sheds, empty; /* chances to draw beside a card that fits, to keep a card, to waste a +2 */
} Chances;

static void check_sensible(const Rules *rules, const View *view, Action action, Chances *chances) {
    ActionSet set;
    view_actions(rules, view, &set);
    unsigned phase = view->board.phase;
    bool fits = phase == PHASE_TURN && set.cards & ~(rules->wilds | rules->movers) && action_set_may(&set, ACT_DRAW);
    bool sheds = phase == PHASE_SHED && set.cards && action_set_may(&set, ACT_SHED);
    bool empty = phase == PHASE_OFFER && set.cards & SPLIT_DRAW_CARDS && !view->board.split.numbers_left;
    chances->fits += fits;
    chances->sheds += sheds;
    chances->empty += empty;
    if (fits) assert_int_not_equal(action_kind(action), ACT_DRAW);
    if (sheds) assert_int_not_equal(action, action_plain(ACT_SHED));
    if (empty) assert_false(action_card(action) < FACES && FACE_BIT(action_card(action)) & SPLIT_DRAW_CARDS);
}

static void watch_game(const Rules *rules, unsigned players, uint8_t number, Chances *chances) {
    static Bot bot[SEATS_MAX];
    static Witness witness;
    static Game game;
    const BotBudget budget = {.worlds = 2};
    Seed seed = {{number}};
    View view;
    game_init(rules, &game, players, &seed, NULL, &witness);
    for (unsigned seat = 0; seat < players; seat++) bot_init(&bot[seat], &bot_search, rules, seat, &budget);
    for (unsigned done = 0; game.board.phase != PHASE_OVER && done < 600; done++) {
        for (unsigned seat = 0; seat < players; seat++) {
            view_of(rules, &game, &witness, seat, &view);
            bot_watch(&bot[seat], &view);
        }
        Seat seat = mask_first(board_awaited(rules, &game.board));
        Action action;
        view_of(rules, &game, &witness, seat, &view);
        assert_true(bot_act(&bot[seat], &view, &action));
        check_sensible(rules, &view, action, chances);
        assert_int_equal(game_apply(rules, &game, seat, action, &witness), VERDICT_ok);
    }
}

/* Fifty games, looked at as a good player would. */
static void search_does_nothing_silly(void **unused) {
    (void)unused;
    static const char *const rules[] = {"official", "ultimate", "split-v3", "split-duel", "split-speed"};
    Chances chances = {0};
    Ruleset ruleset;
    for (unsigned i = 0; i < sizeof rules / sizeof *rules; i++) {
        load(rules[i], NULL, &ruleset);
        if (ruleset.rules.option.target) load(rules[i], "target=0", &ruleset);
        for (uint8_t number = 0; number < 10; number++) watch_game(&ruleset.rules, 2, number, &chances);
    }
    print_message("chances: %u to draw, %u to keep, %u to waste\n", chances.fits, chances.sheds, chances.empty);
    assert_true(chances.fits && chances.sheds && chances.empty);
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

/* In how many of 500 worlds B has this card, when A has laid R9 and B what is said. */
static unsigned holders_after(const char *laid, Face face) {
    const char *const deeds[] = {"R9", laid};
    Ruleset ruleset;
    Game game;
    View view;
    Memory memory;
    Worlds worlds;
    unsigned count = 0;
    load("official", "target=0", &ruleset);
    const Rules *rules = &ruleset.rules;
    place(rules,
          "phase turn\nplayers 2\ndeals 1\nturn A\ndealer B\nturns 9\ndirection 1\ncolour R\ntop R5\n"
          "hand A R1 R2 R9 B9 B3\nhand B G1 G2 W G4 Y5 R9\n",
          &game);
    memory_init(&memory);
    view_of(rules, &game, NULL, 0, &view);
    memory_watch(rules, &memory, &view);
    for (unsigned i = 0; i < 2; i++) {
        apply(rules, &game, game.board.turn, deeds[i]);
        view_of(rules, &game, NULL, 0, &view);
        memory_watch(rules, &memory, &view);
    }
    assert_int_equal(trail_cards(&memory.trail), view.board.count[1]);
    worlds_init(&worlds, rules, &view, &memory, 3);
    for (unsigned i = 0; i < 500; i++) {
        Game world;
        assert_true(worlds_next(&worlds, &world));
        count += cards_has(&world.own[1].hand, face);
    }
    return count;
}

static void what_was_laid_tells_of_the_hand(void **unused) {
    (void)unused;
    unsigned red = holders_after("R9", FACE(RED, 6)), wild = holders_after("W:B", FACE(RED, 6));
    if (wild * 3 > red * 2) fail_msg("R6 in %u worlds after a red card, in %u after a Wild", red, wild);
    unsigned named = holders_after("W:B", FACE(BLUE, 6)), other = holders_after("W:B", FACE(YELLOW, 6));
    if (named * 2 < other * 3) fail_msg("B6 in %u worlds when blue was named, Y6 in %u", named, other);
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
        cmocka_unit_test(easy_plays_like_a_child),
        cmocka_unit_test(even_is_as_strong_as_it_takes),
        cmocka_unit_test(characters_can_be_told_apart),
        cmocka_unit_test(search_does_nothing_silly),
        cmocka_unit_test(expert_never_forgets_to_call),
        cmocka_unit_test(a_call_may_still_come_in_time),
        cmocka_unit_test(easy_misses_who_forgot_to_call),
        cmocka_unit_test(a_slip_stops_no_game),
        cmocka_unit_test(levels_differ),
        cmocka_unit_test(a_copy_plays_on_as_the_original),
        cmocka_unit_test(who_drew_has_most_likely_nothing_that_fits),
        cmocka_unit_test(what_was_laid_tells_of_the_hand),
        cmocka_unit_test(a_new_deal_begins_with_a_blank_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
