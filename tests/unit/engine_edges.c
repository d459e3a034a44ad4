/* engine_edges.c -- the ends of what the engine takes and gives back: tables that are full, positions with what is seldom there, a world behind
 * a hand that was shown. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "engine/offer.h"
#include "engine/position.h"
#include "engine/program_code.h"
#include "engine/view.h"
#include "ruleset/ruleset.h"

#define START "phase turn\ndeals 1\nturn A\ndealer B\nturns 9\ndirection 1\ncolour R\ntop R9\n"
#define DECK "[rules]\nmax_players = 2\nscoring = off\ntarget = 0\n[counter gold]\n[deck Charms]\ndealt = 0\nhand = 2\n"

static void load_rules(const char *name, const char *option, Ruleset *out) {
    RulesetError error;
    if (!ruleset_load(name, out, &error)) fail_msg("%s", error.text);
    if (option && !ruleset_change(out, option, &error)) fail_msg("%s", error.text);
}

/* A ruleset that extends another. */
static void read_rules(const char *extends, const char *lines, Ruleset *out) {
    static char text[16000];
    RulesetError error = {.text = ""};
    int length = snprintf(text, sizeof text, "[ruleset]\ntitle = Edge\nextends = %s\n%s", extends, lines);
    if (!ruleset_parse("edge", text, (size_t)length, NULL, out, &error)) fail_msg("%s\n%s", error.text, lines);
}

static void read_position(const Rules *rules, const char *text, Game *out) {
    ParseError error;
    Witness witness;
    if (!position_parse(rules, text, out, &witness, &error))
        fail_msg("%u:%u: %s", error.line, error.column, error.text);
}

static void act(const Rules *rules, Game *game, Seat seat, const char *text, Witness *witness) {
    Action action;
    if (!action_parse(rules, &text, &action) || *text) fail_msg("no action: %s", text);
    assert_int_equal(game_apply(rules, game, seat, action, witness), VERDICT_ok);
}

/* The text says everything of the game. */
static void assert_round_trip(const Rules *rules, const Game *game, const char *line) {
    static char text[POSITION_TEXT_MAX], again[POSITION_TEXT_MAX];
    Game read;
    position_format(rules, game, NULL, text, sizeof text);
    if (!strstr(text, line)) fail_msg("no '%s' in\n%s", line, text);
    read_position(rules, text, &read);
    assert_true(game_sound(rules, &read));
    position_format(rules, &read, NULL, again, sizeof again);
    assert_string_equal(text, again);
}

/* ---- declaring cards ---- */

static void assert_refused(bool taken, const RulesError *error, const char *words) {
    assert_false(taken);
    if (!strstr(error->text, words)) fail_msg("not '%s': %s", words, error->text);
}

static void a_card_that_cannot_be_declared_is_refused(void **unused) {
    static Ruleset official, split;
    RulesError error;
    CardRow row = {.name = "Zap", .code = "Zap", .glyph = "Z", .count = 1, .points = 50};
    (void)unused;
    load_rules("official", NULL, &official);
    load_rules("split-v3", NULL, &split);
    assert_refused(rules_add_card(&split.rules, &row, &error), &error, "only rulesets of the classic family");
    row.colours = 16;
    assert_refused(rules_add_card(&official.rules, &row, &error), &error, "red, yellow, green, blue or has no colour");
    row.colours = 0;
    strcpy(row.name, "Skip");
    assert_refused(rules_add_card(&official.rules, &row, &error), &error, "there is a card of that name already");
    assert_refused(rules_add_second(&official.rules, &row, &error), &error, "there is no [deck NAME] before it");
    strcpy(official.rules.second_deck.name, "Charms");
    assert_refused(rules_add_second(&official.rules, &row, &error), &error, "of that name in the main deck");
    assert_int_equal(official.rules.seconds, 0);
    assert_int_equal(official.rules.custom, 0);
    for (unsigned i = 0; i < 10; i++) { /* ten cards without a colour, and no more */
        snprintf(row.name, sizeof row.name, "Zap %c", 'a' + (int)i);
        snprintf(row.code, sizeof row.code, "Z%c", 'a' + (int)i);
        if (!rules_add_card(&official.rules, &row, &error)) fail_msg("%s", error.text);
    }
    strcpy(row.name, "Zap z"), strcpy(row.code, "Zz");
    assert_refused(rules_add_card(&official.rules, &row, &error), &error, "there is no room for it");
    assert_int_equal(__builtin_popcountll(official.rules.custom), 10);
}

static void a_card_of_the_second_deck_is_changed_in_its_place(void **unused) {
    static Ruleset magic, changed;
    (void)unused;
    load_rules("ultimate-magic", NULL, &magic);
    read_rules("ultimate-magic", "[card Spark]\npoints = 0\ncount = 7\n", &changed);
    assert_int_equal(changed.rules.seconds, magic.rules.seconds);
    for (unsigned i = 0; i < magic.rules.seconds; i++) {
        const CardRow *was = &magic.rules.second[i], *is = &changed.rules.second[i];
        assert_string_equal(was->name, is->name);
        assert_int_equal(is->count, strcmp(is->name, "Spark") ? was->count : 7);
    }
}

static void what_has_no_room_is_refused(void **unused) {
    static Ruleset ruleset;
    static char lines[12000];
    RulesetError error = {.text = ""};
    (void)unused;
    unsigned used = (unsigned)snprintf(lines, sizeof lines, "[ruleset]\ntitle = Full\nextends = official\n" DECK);
    for (unsigned i = 0; i < 24; i++)
        used += (unsigned)snprintf(lines + used, sizeof lines - used,
                                   "[rule R%u]\nwhen turn = win\nwhen played = win\nwhen hit = win\n", i);
    for (unsigned i = 0; i < 8; i++)
        used += (unsigned)snprintf(lines + used, sizeof lines - used,
                                   "[card C%c]\ndeck = Charms\ncode = C%c\ncount = 1\nstays = me\n"
                                   "when turn = win\nwhen played = win\nwhen hit = win\n",
                                   'a' + (int)i, 'a' + (int)i);
    if (!ruleset_parse("full", lines, used, NULL, &ruleset, &error)) fail_msg("%s", error.text);
    assert_int_equal(ruleset.rules.triggers, 96);
    used += (unsigned)snprintf(lines + used, sizeof lines - used,
                               "[card More]\ndeck = Charms\ncode = More\ncount = 1\nstays = me\nwhen turn = win\n");
    assert_false(ruleset_parse("full", lines, used, NULL, &ruleset, &error));
    assert_non_null(strstr(error.text, "at most 96 texts for moments"));

    used = (unsigned)snprintf(lines, sizeof lines,
                              "[ruleset]\ntitle = Long\nextends = official\n[card Skip]\neffects = win");
    for (unsigned i = 0; i < 94; i++) used += (unsigned)snprintf(lines + used, sizeof lines - used, "\nand = , win");
    lines[used] = 0;
    if (!ruleset_parse("long", lines, used, NULL, &ruleset, &error)) fail_msg("%s", error.text);
    used += (unsigned)snprintf(lines + used, sizeof lines - used, "\nand = , win\n");
    assert_false(ruleset_parse("long", lines, used, NULL, &ruleset, &error));
    assert_non_null(strstr(error.text, "this program is too long"));
}

/* More effects than a card has room for, or two draws, are a program instead. */
static void what_is_too_much_for_effects_is_a_program(void **unused) {
    static const char *const programs[] = {"draw 2, roll 4: draw 2",
                                           "draw 1, skip, reverse, rotate, take 1, all 1, again"};
    static Ruleset ruleset;
    char lines[200];
    (void)unused;
    for (unsigned i = 0; i < sizeof programs / sizeof *programs; i++) {
        Effect effects[CARD_EFFECTS_MAX] = {{EFFECT_SKIP, 1}};
        RulesError error;
        assert_false(effects_parse(programs[i], effects, &error));
        assert_int_equal(effects[0].kind, EFFECT_SKIP); /* untouched */
        snprintf(lines, sizeof lines, "[card Skip]\neffects = %s\n", programs[i]);
        read_rules("official", lines, &ruleset);
        assert_true(ruleset.rules.programs);
    }
    read_rules("official", "[card Skip]\neffects = roll 4: nothing else take 2\n", &ruleset);
    assert_false(ruleset.rules.programs);
    char text[100];
    effects_format(ruleset.rules.card[FACE(RED, VALUE_SKIP)].effects, text, sizeof text);
    assert_non_null(strstr(text, "else take 2"));
}

/* ---- positions ---- */

static void assert_position_refused(const Rules *rules, const char *text, const char *words) {
    ParseError error = {.text = ""};
    Game game;
    Witness witness;
    assert_false(position_parse(rules, text, &game, &witness, &error));
    if (!strstr(error.text, words)) fail_msg("not '%s': %s", words, error.text);
}

static void a_position_with_too_much_is_refused(void **unused) {
    static Ruleset magic;
    static const struct {
        const char *line, *words;
    } slips[] = {
        {"second A Spark Spark Spark Spark Spark Spark Spark\n", "no more cards of the second deck can be held"},
        {"second A R5\n", "a card of the second deck was expected"},
        {"lying R5 A - 1\n", "a card of the second deck, or ?, was expected"},
        {"next_actions R5\n", "a card of the second deck was expected"},
        {"known A A R1\n", "nobody can know cards that are not in that hand"},
        {"known B A R9 R9 Y9 Y9 G9 G9 B9 B9\n", "nobody can know cards that are not in that hand"},
    };
    static char text[POSITION_TEXT_MAX], slip[POSITION_TEXT_MAX + 200];
    Game game;
    Seed seed = {{7}};
    (void)unused;
    load_rules("ultimate-magic", NULL, &magic);
    game_init(&magic.rules, &game, 3, &seed, NULL, NULL);
    position_format(&magic.rules, &game, NULL, text, sizeof text);
    for (unsigned i = 0; i < sizeof slips / sizeof *slips; i++) {
        snprintf(slip, sizeof slip, "%s%s", text, slips[i].line);
        assert_position_refused(&magic.rules, slip, slips[i].words);
    }
    assert_position_refused(&magic.rules, "players 1\n", "do not allow that number of players");
}

/* A 7 that changes hands with somebody, laid with others: whom it was is kept until the last one is laid. */
static void a_position_keeps_with_whom_hands_will_change(void **unused) {
    static Ruleset ruleset;
    Game game;
    (void)unused;
    load_rules("ultimate", "multi_play=on", &ruleset);
    read_position(&ruleset.rules, START "players 3\nhand A R7 B7 G1 G2\nhand B Y1\nhand C Y2 Y3\n", &game);
    act(&ruleset.rules, &game, 0, "R7>C", NULL);
    assert_int_equal(game.board.phase, PHASE_MORE);
    assert_round_trip(&ruleset.rules, &game, "swaps 0000000000000002");
}

static void a_position_keeps_what_was_put_away(void **unused) {
    static Ruleset ruleset;
    Game game;
    Seed seed = {{3}};
    (void)unused;
    load_rules("split-v3", "number_deck_size=20", &ruleset);
    game_init(&ruleset.rules, &game, 2, &seed, NULL, NULL);
    assert_int_equal(cards_total(&game.pile), 20);
    assert_round_trip(&ruleset.rules, &game, "\ndeck ");
}

static void a_position_keeps_what_comes_of_the_second_deck(void **unused) {
    static Ruleset ruleset;
    static char text[POSITION_TEXT_MAX];
    Game game, read;
    Seed seed = {{3}};
    (void)unused;
    load_rules("ultimate-magic", NULL, &ruleset);
    game_init(&ruleset.rules, &game, 2, &seed, NULL, NULL);
    unsigned length = position_format(&ruleset.rules, &game, NULL, text, sizeof text);
    snprintf(text + length, sizeof text - length, "next_actions Spark Ward\n");
    read_position(&ruleset.rules, text, &read);
    assert_int_equal(read.fate.actions_left, 2);
    assert_string_equal(ruleset.rules.second[read.fate.actions[0]].name, "Spark");
    assert_string_equal(ruleset.rules.second[read.fate.actions[1]].name, "Ward");
}

/* A question within a loop: the position says how far that is, and one that cannot be is refused. */
static void a_question_within_a_loop_is_kept(void **unused) {
    static Ruleset each, repeat;
    Game game, bad;
    (void)unused;
    read_rules("official", "[card Skip]\neffects = each others: choose by them: take 1 by them or win\n", &each);
    read_position(&each.rules, START "players 3\nhand A Rx B7 G1\nhand B Y1\nhand C Y2 Y3\n", &game);
    act(&each.rules, &game, 0, "Rx", NULL);
    assert_int_equal(game.board.phase, PHASE_CHOICE);
    assert_int_equal(game.board.turn, 1);
    assert_int_equal(game.board.extra.loops, 1);
    assert_round_trip(&each.rules, &game, "phase choice");
    unsigned first = program_option(&each.rules, &game.board, 0), second = program_option(&each.rules, &game.board, 1);
    assert_int_equal(each.rules.code[first].code, CODE_TAKE);
    assert_int_equal(each.rules.code[second].code, CODE_WIN);
    assert_int_equal(program_option(&each.rules, &game.board, 2), 0);
    bad = game, bad.board.extra.loop[0].them = 9;
    assert_false(game_sound(&each.rules, &bad));
    bad = game, bad.board.extra.loop[0].left = 1u << 9;
    assert_false(game_sound(&each.rules, &bad));
    bad = game, bad.board.extra.loops = 0;
    assert_false(game_sound(&each.rules, &bad));
    act(&each.rules, &game, 1, "choose option 1", NULL);
    assert_int_equal(game.board.turn, 2);
    assert_round_trip(&each.rules, &game, "phase choice");
    act(&each.rules, &game, 2, "choose option 1", NULL);
    assert_int_equal(game.board.phase, PHASE_TURN);
    assert_int_equal(program_option(&each.rules, &game.board, 0), 0);
    assert_int_equal(game.board.count[1], 2);
    assert_int_equal(game.board.count[2], 3);

    read_rules("official", "[card Skip]\neffects = repeat 3: choose: take 1 or win\n", &repeat);
    read_position(&repeat.rules, START "players 2\nhand A Rx B7 G1\nhand B Y1\n", &game);
    act(&repeat.rules, &game, 0, "Rx", NULL);
    for (unsigned times = 3; times; times--) {
        assert_int_equal(game.board.phase, PHASE_CHOICE);
        assert_round_trip(&repeat.rules, &game, "phase choice");
        bad = game, bad.board.extra.loop[0].left = 6;
        assert_false(game_sound(&repeat.rules, &bad));
        bad = game, bad.board.extra.loop[0].them = 0;
        assert_false(game_sound(&repeat.rules, &bad));
        act(&repeat.rules, &game, 0, "choose option 1", NULL);
    }
    assert_int_equal(game.board.phase, PHASE_TURN);
    assert_int_equal(game.board.count[0], 5);
}

#define WINS \
    "[card Spell]\ndeck = Charms\ncode = Spell\ncount = 9\neffects = take 1 by me\n[rule Win]\nwhen cast = win by doer\n"

/* The deal is won while a card is on its way from a second hand: it goes back into its deck, and no card is lost. */
static void a_card_on_its_way_is_put_back_when_the_deal_ends(void **unused) {
    static Ruleset ruleset;
    Game game;
    (void)unused;
    read_rules("official", DECK WINS, &ruleset);
    read_position(&ruleset.rules, START "players 2\nhand A R1 R2\nhand B Y1\nsecond A Spell\n", &game);
    assert_int_equal(cards_total(&game.actions), 8);
    act(&ruleset.rules, &game, 0, "cast Spell", NULL);
    assert_int_equal(game.board.phase, PHASE_OVER);
    assert_int_equal(game.board.winners, 1);
    assert_int_equal(cards_total(&game.actions), 9);
    assert_true(game_sound(&ruleset.rules, &game));
}

/* A card is drawn, and then the whole hand is shown: whoever looks on knows the card drawn to be one of them, and so does every world behind the view. */
static void a_drawn_card_of_a_shown_hand_is_one_of_it(void **unused) {
    static Ruleset ruleset;
    Game game, world;
    Witness witness, guess;
    View view, again;
    Seed seed = {{5}};
    Rng rng;
    (void)unused;
    read_rules("official", "[counter gold]\n[rule Look]\nwhen drawn = show of doer\n", &ruleset);
    witness_init(&witness);
    read_position(&ruleset.rules, START "players 2\nhand A G1 B2\nhand B Y1 Y2\n", &game);
    act(&ruleset.rules, &game, 0, "draw", &witness);
    assert_int_equal(game.board.phase, PHASE_DRAWN);
    view_of(&ruleset.rules, &game, &witness, 1, &view);
    rng_init(&rng, &seed);
    for (unsigned i = 0; i < 20; i++) {
        assert_true(view_sample(&ruleset.rules, &view, &rng, &world, &guess));
        assert_memory_equal(&world.own[0].hand, &game.own[0].hand, sizeof(Cards));
        assert_true(cards_has(&world.own[0].hand, world.own[0].drawn));
        view_of(&ruleset.rules, &world, &guess, 1, &again);
        assert_memory_equal(&view, &again, sizeof view);
    }
}

/* ---- what things are called ---- */

static void every_deed_and_aim_has_its_word(void **unused) {
    static Ruleset official;
    Game game;
    Seed seed = {{1}};
    (void)unused;
    assert_string_equal(deed_name(DEED_OTHER), "other");
    assert_string_equal(deed_name(DEED_STUCK), "stuck");
    assert_string_equal(aim_name(AIM_NOBODY), "nobody");
    assert_string_equal(aim_name(AIM_HIT), "hit");
    for (Whom who = 0; who < WHOMS; who++)
        for (Whom other = 0; other < who; other++) assert_string_not_equal(who_word(who), who_word(other));
    load_rules("official", NULL, &official);
    game_init(&official.rules, &game, 2, &seed, NULL, NULL);
    Seat asks, answers;
    assert_false(board_dared(&official.rules, &game.board, &asks, &answers)); /* only Split UNO dares */
    Action play = action_card_of(ACT_PLAY, FACE(RED, 1));
    game.board.phase = PHASE_TURN, game.board.turn = 0;
    assert_int_equal(deed_of(&official.rules, &game.board, 0, play), DEED_PLAY);
    assert_int_equal(deed_of(&official.rules, &game.board, 1, play), DEED_JUMP);
    game.board.phase = PHASE_CHOICE; /* no card is played in answer to a question of a program */
    assert_int_equal(deed_of(&official.rules, &game.board, 0, play), DEED_OTHER);
}

static void the_stuck_procedure_is_a_deed_of_its_own(void **unused) {
    static Ruleset duel;
    Game game;
    Seed seed = {{1}};
    (void)unused;
    load_rules("split-duel", NULL, &duel);
    game_init(&duel.rules, &game, 2, &seed, NULL, NULL);
    game.board.phase = PHASE_STUCK, game.board.split.awaited = 1;
    assert_int_equal(deed_of(&duel.rules, &game.board, 0, action_card_of(ACT_PLAY, FACE(RED, 1))), DEED_STUCK);
    assert_true(face_is_number_card(&duel.rules, FACE(RED, 1)));
    assert_false(
        face_is_number_card(&duel.rules, (Face)bits_first(duel.rules.faces & ~cards_faces(&duel.rules.numbers))));
}

static void what_stands_where_follows_from_the_place(void **unused) {
    static const ProgramPlace hit = {MOMENT_HIT, false, false}, turn = {MOMENT_TURN, false, false};
    (void)unused;
    assert_true(program_whom_stands(&hit, WHOM_VICTIM));
    assert_false(program_whom_stands(&turn, WHOM_VICTIM));
    assert_true(program_step_stands(&hit, CODE_NEGATE));
    assert_false(program_step_stands(&turn, CODE_NEGATE));
}

static void a_game_without_programs_is_shorter(void **unused) {
    static Ruleset plain, magic;
    (void)unused;
    load_rules("official", NULL, &plain);
    load_rules("ultimate-magic", NULL, &magic);
    assert_int_equal(game_size(&magic.rules), sizeof(Game));
    assert_int_equal(game_size(&plain.rules), sizeof(Game) - (sizeof(Board) - offsetof(Board, extra)));
    assert_int_equal(rules_trigger_club(&magic.rules, 0), magic.rules.clubs); /* of a card, not of a rule */
    assert_string_equal(rules_trigger_name(&magic.rules, 0), "a rule");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_card_that_cannot_be_declared_is_refused),
        cmocka_unit_test(a_card_of_the_second_deck_is_changed_in_its_place),
        cmocka_unit_test(what_has_no_room_is_refused),
        cmocka_unit_test(what_is_too_much_for_effects_is_a_program),
        cmocka_unit_test(a_position_with_too_much_is_refused),
        cmocka_unit_test(a_position_keeps_with_whom_hands_will_change),
        cmocka_unit_test(a_position_keeps_what_was_put_away),
        cmocka_unit_test(a_position_keeps_what_comes_of_the_second_deck),
        cmocka_unit_test(a_question_within_a_loop_is_kept),
        cmocka_unit_test(a_card_on_its_way_is_put_back_when_the_deal_ends),
        cmocka_unit_test(a_drawn_card_of_a_shown_hand_is_one_of_it),
        cmocka_unit_test(every_deed_and_aim_has_its_word),
        cmocka_unit_test(the_stuck_procedure_is_a_deed_of_its_own),
        cmocka_unit_test(what_stands_where_follows_from_the_place),
        cmocka_unit_test(a_game_without_programs_is_shorter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
