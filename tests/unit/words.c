/* words.c -- the table in plain words: what is told, asked and refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "engine/position.h"
#include "random.h"
#include "ruleset/ruleset.h"
#include "words/words.h"

static Ruleset ruleset;

static Teller teller_for(const char *name, unsigned reader) {
    RulesetError error;
    if (!ruleset_load(name, &ruleset, &error)) fail_msg("%s", error.text);
    return (Teller){.rules = &ruleset.rules, .name = {"Ada", "Ben", "Cleo", "Dan", "Eve", "Finn"}, .reader = reader};
}

static void place(const Teller *teller, const char *position, Seat seat, View *out) {
    ParseError error;
    Game game;
    Witness witness;
    witness_init(&witness);
    if (!position_parse(teller->rules, position, &game, &witness, &error))
        fail_msg("line %u: %s", error.line, error.text);
    view_of(teller->rules, &game, &witness, seat, out);
}

/* ---- events ---- */

static void assert_told(const Teller *teller, Event event, const char *words) {
    char text[WORDS_EVENT_MAX];
    assert_int_equal(words_event(teller, &event, text, sizeof text), strlen(words));
    assert_string_equal(text, words);
}

static void events_speak_to_the_reader(void **state) {
    (void)state;
    Teller teller = teller_for("official", 0);
    Event plays = {EVENT_played, 0, NO_SEAT, FACE(RED, 5), 0};
    assert_told(&teller, plays, "You play R5");
    plays.seat = 1;
    assert_told(&teller, plays, "Ben plays R5");
    assert_told(&teller, (Event){EVENT_swapped, 0, 1, NO_FACE, 0}, "You swap hands with Ben");
    assert_told(&teller, (Event){EVENT_swapped, 1, 0, NO_FACE, 0}, "Ben swaps hands with you");
    assert_told(&teller, (Event){EVENT_skipped, 0, NO_SEAT, NO_FACE, 0}, "You are skipped");
    assert_told(&teller, (Event){EVENT_went_out, 0, NO_SEAT, NO_FACE, 0}, "You have no cards left");
    assert_told(&teller, (Event){EVENT_passed, 0, NO_SEAT, NO_FACE, 0}, "You pass");
    assert_told(&teller, (Event){EVENT_guilty, 0, NO_SEAT, NO_FACE, 0}, "Your Wild +4 was dishonest");
    assert_told(&teller, (Event){EVENT_guilty, 1, NO_SEAT, NO_FACE, 0}, "The Wild +4 of Ben was dishonest");
    assert_told(&teller, (Event){EVENT_rotated, NO_SEAT, NO_SEAT, NO_FACE, 0}, "All hands move on to the next player");
    teller = teller_for("split-v3", 0);
    assert_told(&teller, (Event){EVENT_claimed, 0, NO_SEAT, NO_FACE, 0},
                "You have no number cards left and claim the win");
    assert_told(&teller, (Event){EVENT_claimed, 1, NO_SEAT, NO_FACE, 0},
                "Ben has no number cards left and claims the win");
    assert_told(&teller, (Event){EVENT_hit, 0, 1, NO_FACE, 0}, "Your 7 hits Ben");
    assert_told(&teller, (Event){EVENT_met, 1, 0, FACE_DRAW2, 0}, "Ben's +2 meets yours");
    assert_told(&teller, (Event){EVENT_duty, 0, NO_SEAT, NO_FACE, NAME_EVEN}, "You must bid an even number next");
}

static void who_picks_reads_names_of_cards(void **state) {
    (void)state;
    Teller teller = teller_for("official", 0);
    char text[WORDS_EVENT_MAX];
    Event plays = {EVENT_played, 1, NO_SEAT, FACE(RED, VALUE_SKIP), 0};
    teller.picks = true;
    assert_told(&teller, plays, "Ben plays red Skip");
    words_deed(&teller, &plays, text, sizeof text);
    assert_string_equal(text, "plays red Skip");
    words_deed(&teller, &(Event){EVENT_caught, 1, 0, NO_FACE, 0}, text, sizeof text);
    assert_string_equal(text, "catches you");
    words_deed(&teller, &(Event){EVENT_caught, 0, 1, NO_FACE, 0}, text, sizeof text);
    assert_string_equal(text, "catch Ben");
    assert_int_equal(words_deed(&teller, &(Event){EVENT_guilty, 1, NO_SEAT, NO_FACE, 0}, text, sizeof text), 0);
}

static void a_seat_learns_what_it_gets_and_is_shown(void **state) {
    (void)state;
    Teller teller = teller_for("official", 0);
    View before = {.seat = 0, .board.players = 3}, now = before;
    Witness witness;
    char text[WORDS_LEARNT_MAX];
    witness_init(&witness);
    witness_event(&witness, EVENT_drew, 0, NO_SEAT, NO_FACE, 2);
    cards_add(&before.own.hand, FACE(RED, 1));
    now.own.hand = before.own.hand;
    cards_add(&now.own.hand, FACE(RED, 1));
    cards_add(&now.own.hand, FACE(BLUE, 7));
    words_learnt(&teller, &witness, &before, &now, text, sizeof text);
    assert_string_equal(text, "You get red 1, blue 7.");
    cards_add(&now.known[1], FACE(GREEN, 3));
    cards_add(&now.known[1], FACE(GREEN, 3));
    words_learnt(&teller, &witness, &before, &now, text, sizeof text);
    assert_string_equal(text, "You get red 1, blue 7.");
    witness_event(&witness, EVENT_challenged, 0, 1, NO_FACE, 0);
    words_learnt(&teller, &witness, &before, &now, text, sizeof text);
    assert_string_equal(text, "You get red 1, blue 7. Ben holds: green 3, green 3.");
    now.seat = SPECTATOR;
    assert_int_equal(words_learnt(&teller, &witness, &before, &now, text, sizeof text), 0);
}

static void the_end_names_the_winners(void **state) {
    (void)state;
    Teller teller = teller_for("official", 0);
    Board board = {.players = 3};
    char text[WORDS_RESULT_MAX];
    words_result(&teller, &board, text, sizeof text);
    assert_string_equal(text, "The game is over. Nobody wins.");
    board.winners = 2;
    words_result(&teller, &board, text, sizeof text);
    assert_string_equal(text, "Ben wins the game.");
    board.winners = 3;
    words_result(&teller, &board, text, sizeof text);
    assert_string_equal(text, "You and Ben win the game.");
}

static void a_move_is_one_line(void **state) {
    (void)state;
    Teller teller = teller_for("official", 0);
    Witness witness;
    char text[WORDS_EVENTS_MAX];
    witness_init(&witness);
    assert_int_equal(words_events(&teller, &witness, text, sizeof text), 0);
    assert_string_equal(text, "");
    witness_event(&witness, EVENT_jumped, 1, NO_SEAT, FACE(RED, 5), 0);
    witness_event(&witness, EVENT_played, 1, NO_SEAT, FACE(RED, 5), 0);
    witness_event(&witness, EVENT_called, 1, NO_SEAT, NO_FACE, 0);
    witness_event(&witness, EVENT_drew, 0, NO_SEAT, NO_FACE, 2);
    witness_event(&witness, EVENT_bid_made, 1, NO_SEAT, NO_FACE, 0);
    words_events(&teller, &witness, text, sizeof text);
    assert_string_equal(text, "Ben jumps in with R5. Ben calls UNO! You draw 2 cards.");
    assert_int_equal(words_events(&teller, &witness, text, 8),
                     strlen("Ben jumps in with R5. Ben calls UNO! You draw 2 cards."));
    assert_string_equal(text, "Ben jum");
}

/* ---- questions, actions, refusals ---- */

#define TURN "phase turn\nplayers 3\ndeals 1\nturn A\ndealer C\nturns 9\ndirection 1\ncolour R\ntop R5\n"
#define OTHERS "hand B G1 G2 G3\nhand C Y1 Y2 Y3\n"

static void assert_asked(const char *position, unsigned reader, const char *question, const char *besides) {
    Teller teller = teller_for("official", reader);
    char text[WORDS_QUESTION_MAX];
    View view;
    place(&teller, position, (Seat)reader, &view);
    words_question(&teller, &view, text, sizeof text);
    assert_string_equal(text, question);
    words_besides(&teller, &view, text, sizeof text);
    assert_string_equal(text, besides);
}

static void questions_say_what_fits(void **state) {
    (void)state;
    assert_asked(TURN "hand A R1 W B7\n" OTHERS, 0, "Play red or 5 or a card without colour (W:B names blue), or draw.",
                 "");
    assert_asked(TURN "hand A B7 B8 B9\n" OTHERS, 0, "Nothing you hold fits (red or 5): draw.", "");
    assert_asked(TURN "hand A R1 B7\n" OTHERS, 0, "Play red or 5, or draw.",
                 "This leaves you one card: add ! to call UNO with it");
    assert_asked(TURN "hand A R1 B7 B8\n" OTHERS, 1, "Waiting for Ada to play or draw.", "");
}

static void assert_action(const Teller *teller, const View *view, Action action, const char *words) {
    char text[WORDS_ACTION_MAX];
    words_action(teller, view, action, text, sizeof text);
    assert_string_equal(text, words);
}

static void actions_are_sentences(void **state) {
    (void)state;
    Teller teller = teller_for("official", 0);
    View view;
    place(&teller, TURN "hand A R1 W B7\n" OTHERS, 0, &view);
    assert_action(&teller, &view, action_full(ACT_PLAY, FACE(RED, 5), NO_CHOICE, NO_SEAT, true),
                  "play red 5 and call UNO");
    assert_action(&teller, &view, action_full(ACT_PLAY, FACE_WILD, BLUE, NO_SEAT, false), "play Wild and name blue");
    assert_action(&teller, &view, action_plain(ACT_DRAW), "draw a card");
    assert_action(&teller, &view, action_plain(ACT_CHALLENGE), "challenge the Wild +4");
    teller = teller_for("split-v3", 0);
    memset(&view, 0, sizeof view);
    assert_action(&teller, &view, action_full(ACT_PLAY, FACE_BLOCK, NO_CHOICE, 1, false), "play Block on Ben");
    assert_action(&teller, &view, action_full(ACT_NAME, NO_FACE, NAME_ODD, 1, false), "name an odd number for Ben");
    assert_action(&teller, &view, action_full(ACT_STEAL, NO_FACE, NO_CHOICE, 1, false), "steal from Ben");
    assert_action(&teller, &view, action_full(ACT_HIT, NO_FACE, NO_CHOICE, 1, false), "hit Ben");
    assert_action(&teller, &view, action_card_of(ACT_SHED, FACE(GREEN, 3)), "shed green 3");
    teller = teller_for("ultimate", 0); /* where a 7 swaps */
    place(&teller, TURN "hand A R1 W B7\n" OTHERS, 0, &view);
    assert_action(&teller, &view, action_full(ACT_PLAY, FACE(BLUE, 7), NO_CHOICE, 2, false),
                  "play blue 7 and swap hands with Cleo");
}

static void refusals_give_an_example(void **state) {
    (void)state;
    Teller teller = teller_for("official", 0);
    char text[WORDS_REFUSAL_MAX];
    View view;
    place(&teller, TURN "hand A R1 W B7\n" OTHERS, 0, &view);
    words_refusal(&teller, &view, action_card_of(ACT_PLAY, FACE_WILD), VERDICT_colour_needed, text, sizeof text);
    assert_non_null(strstr(text, ", such as W:B. ["));
    words_refusal(&teller, &view, action_card_of(ACT_PLAY, FACE(BLUE, 7)), VERDICT_no_match, text, sizeof text);
    assert_null(strstr(text, "such as"));
    assert_non_null(strstr(text, ". [O"));
}

/* ---- languages ---- */

/* The letters of the marks in a template, as bits: a form apart from the others may use fewer. */
static unsigned marks_of(const char *words) {
    unsigned marks = 0;
    for (; *words; words++)
        if (words[0] == '{') marks |= 1u << (words[1] - 'a');
    return marks;
}

static unsigned marks_of_fields(unsigned fields) {
    unsigned n = 1u << ('n' - 'a') | 1u << ('m' - 'a') | 1u << ('r' - 'a'), k = 1u << ('k' - 'a');
    return (fields & HAS_SEAT ? 1u : 0) | (fields & HAS_OTHER ? 2u : 0) | (fields & HAS_CARD ? 4u : 0) |
           (fields & HAS_AMOUNT ? n | k : 0);
}

static void events_tell_the_fields_they_have(void **state) {
    (void)state;
    for (unsigned i = 0; i < EVENT_KINDS; i++) {
        unsigned told = marks_of(language_english.phrase[PHRASE_EVENTS + i]), fields = event_fields((EventKind)i);
        if (told & ~marks_of_fields(fields)) fail_msg("%s tells what it has not", event_name((EventKind)i));
        bool all = !(fields & HAS_SEAT && !(told & 1)) && !(fields & HAS_OTHER && !(told & 2)) &&
                   !(fields & HAS_CARD && !(told & 4)) && !(fields & HAS_AMOUNT && !(told >> 3));
        if (!all) fail_msg("%s does not tell what it has", event_name((EventKind)i));
        if (told != marks_of(language_german.phrase[PHRASE_EVENTS + i]))
            fail_msg("%s tells something else in German", event_name((EventKind)i));
    }
}

static void templates_are_whole(void **state) {
    const Language *languages[] = {&language_english, &language_german};
    (void)state;
    for (unsigned i = 0; i < PHRASES; i++) {
        unsigned allowed = marks_of(language_english.phrase[i]);
        for (unsigned k = 0; k < 2; k++) {
            const char *words = languages[k]->phrase[i];
            assert_non_null(words);
            assert_null(strchr(words, '\n'));
            assert_null(strchr(words, '$'));
            if (marks_of(words) & ~allowed) fail_msg("phrase %u: %s", i, words);
        }
    }
}

static void german_speaks_to_the_reader(void **state) {
    (void)state;
    Teller teller = teller_for("official", 0);
    char text[WORDS_QUESTION_MAX];
    View view;
    teller.language = &language_german;
    teller.picks = true;
    assert_told(&teller, (Event){EVENT_drew, 0, NO_SEAT, NO_FACE, 1}, "Du ziehst 1 Karte");
    assert_told(&teller, (Event){EVENT_drew, 1, NO_SEAT, NO_FACE, 2}, "Ben zieht 2 Karten");
    assert_told(&teller, (Event){EVENT_swapped, 1, 0, NO_FACE, 0}, "Ben tauscht die Hand mit dir");
    assert_told(&teller, (Event){EVENT_caught, 1, 0, NO_FACE, 0}, "Ben erwischt dich");
    assert_told(&teller, (Event){EVENT_played, 1, NO_SEAT, FACE(RED, VALUE_SKIP), 0}, "Ben spielt Rot Aussetzen");
    assert_told(&teller, (Event){EVENT_guilty, 0, NO_SEAT, NO_FACE, 0}, "Deine Farbwahl Zieh Vier war ein Bluff");
    words_deed(&teller, &(Event){EVENT_caught, 0, 1, NO_FACE, 0}, text, sizeof text);
    assert_string_equal(text, "erwischst Ben");
    assert_string_equal(words_verdict(&teller, VERDICT_not_in_hand), "Diese Karte hast du nicht.");
    place(&teller, TURN "hand A R1 W B7\n" OTHERS, 0, &view);
    words_question(&teller, &view, text, sizeof text);
    assert_string_equal(text, "Spiel Rot oder 5 oder eine Karte ohne Farbe, oder zieh.");
    assert_action(&teller, &view, action_full(ACT_PLAY, FACE_WILD, BLUE, NO_SEAT, true),
                  "Farbwahl spielen und Blau wünschen und UNO rufen");
    view.seat = 1, teller.reader = 1;
    words_question(&teller, &view, text, sizeof text);
    assert_string_equal(text, "Warten auf Ada: spielen oder ziehen.");
}

static void beside_the_question_each_thing_has_its_kind(void **state) {
    (void)state;
    Teller teller = teller_for("official", 0);
    char text[WORDS_BESIDES_MAX];
    View view;
    teller.picks = true;
    place(&teller, TURN "hand A R1 B7\n" OTHERS, 0, &view);
    for (unsigned i = 0; i < BESIDES; i++)
        assert_int_equal(words_beside(&teller, &view, (Beside)i, text, sizeof text) > 0, i == BESIDE_uno);
    assert_string_equal(text, "This leaves you one card: ! calls UNO with it");
}

/* ---- at every table ---- */

/* Everything is said, nothing is cut, and no two answers sound the same. */
static void check_seat(const Teller *teller, const View *view) {
    static char said[ACTIONS_MAX][WORDS_ACTION_MAX];
    char text[WORDS_QUESTION_MAX];
    Action list[ACTIONS_MAX];
    ActionSet set;
    unsigned length = words_question(teller, view, text, sizeof text);
    assert_true(length > 1 && length < sizeof text && (text[length - 1] == '.' || text[length - 1] == '?'));
    assert_null(strpbrk(text, "{}~|$"));
    assert_true(words_besides(teller, view, text, sizeof text) < WORDS_BESIDES_MAX);
    view_actions(teller->rules, view, &set);
    unsigned count = action_set_list(teller->rules, &set, list);
    for (unsigned i = 0; i < count; i++) {
        length = words_action(teller, view, list[i], said[i], sizeof said[i]);
        assert_true(length > 0 && length < sizeof said[i] && !strchr(said[i], '?'));
        for (unsigned j = 0; j < i && count < 60; j++)
            if (strcmp(said[i], said[j]) == 0) fail_msg("two ways to '%s'", said[i]);
    }
}

static void check_table(const Teller *teller, const Game *game, const Witness *witness) {
    char text[WORDS_EVENTS_MAX];
    for (unsigned seat = 0; seat < game->board.players; seat++) {
        Teller own = *teller;
        View view;
        own.reader = seat;
        view_of(teller->rules, game, witness, seat, &view);
        for (unsigned way = 0; way < 3; way++) { /* typed, picked, and picked in German */
            own.picks = way > 0;
            own.language = way == 2 ? &language_german : NULL;
            check_seat(&own, &view);
            assert_true(words_events(&own, witness, text, sizeof text) < sizeof text);
            assert_null(strpbrk(text, "{}~|$"));
        }
    }
}

static void every_table_can_be_told(void **state) {
    (void)state;
    uint64_t chance = 1;
    for (unsigned i = 0; i < builtin_ruleset_count; i++) {
        Teller teller = teller_for(builtin_rulesets[i].name, SPECTATOR);
        unsigned players = 3;
        Game game;
        Witness witness;
        Seed seed = {{(uint8_t)i}};
        if (!rules_allow_players(teller.rules, players, NULL)) players = 2;
        if (!rules_allow_players(teller.rules, players, NULL)) players = 4;
        witness_init(&witness);
        game_init(teller.rules, &game, players, &seed, NULL, &witness);
        for (unsigned moves = 0; moves < 300 && game.board.phase != PHASE_OVER; moves++) {
            Action list[ACTIONS_MAX];
            check_table(&teller, &game, &witness);
            Seat seat = board_asked(teller.rules, &game.board);
            unsigned count = game_actions(teller.rules, &game, seat, list);
            Action action = list[random_below(&chance, count)];
            assert_int_equal(game_apply(teller.rules, &game, seat, action, &witness), VERDICT_ok);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_speak_to_the_reader),
        cmocka_unit_test(a_move_is_one_line),
        cmocka_unit_test(who_picks_reads_names_of_cards),
        cmocka_unit_test(a_seat_learns_what_it_gets_and_is_shown),
        cmocka_unit_test(the_end_names_the_winners),
        cmocka_unit_test(questions_say_what_fits),
        cmocka_unit_test(actions_are_sentences),
        cmocka_unit_test(refusals_give_an_example),
        cmocka_unit_test(every_table_can_be_told),
        cmocka_unit_test(events_tell_the_fields_they_have),
        cmocka_unit_test(templates_are_whole),
        cmocka_unit_test(german_speaks_to_the_reader),
        cmocka_unit_test(beside_the_question_each_thing_has_its_kind),
    };
    return cmocka_run_group_tests_name("words", tests, NULL, NULL);
}
