/* review.c -- luck and skill add up; chances are right where they can be worked out; a blunder is found, and never
 * made of cards that nobody could know; a record that is cut off is read as far as it goes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "bots/bot.h"
#include "bots/policy.h"
#include "engine/offer.h"
#include "lab/puzzle.h"
#include "lab/review_record.h"

static Ruleset load(const char *name) {
    Ruleset ruleset;
    RulesetError error;
    assert_true(ruleset_load(name, &ruleset, &error));
    if (ruleset.rules.option.target) assert_true(ruleset_change(&ruleset, "target=0", &error));
    return ruleset;
}

/* What a bot does at the review's table; false: the game is over. */
static bool next_action(const Review *review, Bot *bot, Seat *seat, Action *action) {
    SeatMask waived = 0;
    if (review->game.board.phase == PHASE_OVER) return false;
    for (;;) {
        View view;
        *seat = game_asked(review->rules, &review->game, waived);
        review_view(review, *seat, &view);
        if (bot_act(bot, &view, action)) return true;
        waived |= (SeatMask)(1u << *seat);
    }
}

static void begin(Review *review, Bot *bot, const Ruleset *ruleset, unsigned players, uint8_t number, unsigned worlds) {
    Seed seed = {{number}};
    review_init(review, &ruleset->rules, players, &seed, seats_all(players), worlds);
    bot_init(bot, &bot_random, &ruleset->rules, number, NULL);
}

static void test_adds_up(void **state) {
    (void)state;
    static const struct {
        const char *ruleset;
        unsigned players;
    } tables[] = {{"official", 2}, {"ultimate", 4},   {"ultimate-next", 3},
                  {"split-v3", 3}, {"split-duel", 2}, {"split-team", 4}};
    for (size_t t = 0; t < sizeof tables / sizeof tables[0]; t++) {
        Ruleset ruleset = load(tables[t].ruleset);
        Review review;
        Bot bot;
        Seat seat;
        Action action;
        ReviewMove move;
        bool judged;
        unsigned choices = 0;
        begin(&review, &bot, &ruleset, tables[t].players, (uint8_t)t, 12);
        while (next_action(&review, &bot, &seat, &action)) {
            assert_int_equal(review_action(&review, seat, action, &move, &judged), VERDICT_ok);
            if (!judged) continue;
            choices++;
            assert_true(move.after <= move.before && move.before <= WORTH_ALL + WORTH_ALL / 10 && move.candidates >= 2);
        }
        review_finish(&review);
        assert_true(review.over && choices > 5);
        for (Seat each = 0; each < tables[t].players; each++) {
            const ReviewSeat *at = &review.seat[each];
            assert_int_equal((int)at->even + at->luck + at->skill, (int)at->now);
            assert_int_equal(at->now, worth_end(&ruleset.rules, &review.game.board, each));
            assert_true(at->skill <= 0 && review_accuracy(at) <= 1000);
        }
    }
}

/* Whoever can go out and draws instead has blundered; going out is best. */
static void test_planted_blunder(void **state) {
    (void)state;
    Ruleset ruleset = load("official");
    unsigned found = 0;
    for (uint8_t number = 0; number < 40 && found < 4; number++) {
        Review review;
        Bot bot;
        Seat seat;
        Action action;
        ReviewMove move;
        bool judged;
        begin(&review, &bot, &ruleset, 2, number, 60);
        review.seats = 0; /* nobody is judged until it matters */
        while (next_action(&review, &bot, &seat, &action)) {
            bool last = review.game.board.phase == PHASE_TURN && review.game.board.count[seat] == 1 &&
                        action_kind(action) == ACT_PLAY && !(ruleset.rules.draw_faces >> action_card(action) & 1);
            if (last) {
                Review other = review;
                other.seats = review.seats = (SeatMask)(1u << seat);
                assert_int_equal(review_action(&other, seat, action_plain(ACT_DRAW), &move, &judged), VERDICT_ok);
                assert_true(judged);
                assert_int_equal(move.grade, GRADE_BLUNDER);
                assert_int_equal(move.best, action);
                assert_int_equal(move.why, WHY_wins);
                assert_int_equal(review_action(&review, seat, action, &move, &judged), VERDICT_ok);
                assert_true(judged && move.grade <= GRADE_BEST && move.after == WORTH_ALL);
                found++;
                break;
            }
            assert_int_equal(review_action(&review, seat, action, &move, &judged), VERDICT_ok);
        }
    }
    assert_int_equal(found, 4);
}

/* Other cards where nobody can see them: the same judgement, to the last bit. */
static void test_no_hindsight(void **state) {
    (void)state;
    static const char *const rulesets[] = {"official", "ultimate", "split-v3", "split-duel"};
    for (size_t r = 0; r < sizeof rulesets / sizeof rulesets[0]; r++) {
        Ruleset ruleset = load(rulesets[r]);
        Review review;
        Bot bot;
        Seat seat;
        Action action;
        Rng rng;
        unsigned compared = 0;
        begin(&review, &bot, &ruleset, 2, 9, 24);
        rng_init(&rng, &(Seed){{3}});
        while (next_action(&review, &bot, &seat, &action) && compared < 30) {
            Review other = review;
            View view;
            ReviewMove one, two;
            bool judged, other_judged;
            review_view(&review, seat, &view);
            Witness witness = review.witness;
            assert_true(view_sample(&ruleset.rules, &view, &rng, &other.game, NULL));
            other.witness = witness;
            assert_int_equal(review_action(&review, seat, action, &one, &judged), VERDICT_ok);
            review_action(&other, seat, action, &two, &other_judged);
            assert_int_equal(judged, other_judged);
            if (judged) assert_memory_equal(&one, &two, sizeof one);
            compared += judged;
        }
        assert_true(compared >= 10);
    }
}

/* What the action wins if the other hand is this one card, from so many games. */
static double chance_with(const Rules *rules, const Game *game, Seat seat, Action action, Face face, unsigned games) {
    uint64_t sum = 0;
    Seat other = (Seat)!seat;
    for (unsigned i = 0; i < games; i++) {
        Game world = *game;
        Dice dice = {i * 77 + 5};
        Seed seed = {{(uint8_t)i, (uint8_t)(i >> 8), face}};
        Face held = (Face)bits_first(cards_faces(&world.own[other].hand));
        if (held != face) {
            cards_remove(&world.own[other].hand, held);
            cards_add(&world.pile, held);
            cards_remove(&world.pile, face);
            cards_add(&world.own[other].hand, face);
        }
        rng_init(&world.rng, &seed);
        assert_int_equal(game_apply(rules, &world, seat, action, NULL), VERDICT_ok);
        policy_run(rules, &world, &dice, 4000);
        sum += worth_end(rules, &world.board, seat);
    }
    return (double)sum / games;
}

/* The other holds one card: every card that it can be is played through, and weighed by how many there are. */
static void test_exact(void **state) {
    (void)state;
    enum { WORLDS = 1500, GAMES = 400, POSITIONS = 4 };
    Ruleset ruleset = load("official");
    const Rules *rules = &ruleset.rules;
    unsigned positions = 0;
    for (uint8_t number = 0; number < 60 && positions < POSITIONS; number++) {
        Review review;
        Bot bot;
        Seat seat;
        Action action;
        ReviewMove move;
        bool judged;
        begin(&review, &bot, &ruleset, 2, number, 8);
        review.seats = 0;
        while (next_action(&review, &bot, &seat, &action)) {
            const Board *board = &review.game.board;
            View view;
            Judgement judgement;
            Cards unseen;
            review_view(&review, seat, &view);
            bool small = board->phase == PHASE_TURN && board->turn == seat && board->count[!seat] == 1 &&
                         !cards_faces(&view.known[!seat]) && board_open(rules, board) == 0;
            if (small && judge_list(rules, &view, action, true, &judgement) >= 2 &&
                view_unseen(rules, &view, &unseen)) {
                assert_true(judge_look(rules, &view, NULL, WORLDS, number, &judgement));
                const Judged *judged_action = &judgement.candidate[0];
                double exact = 0, estimate = judge_worth(judged_action);
                unsigned total = cards_total(&unseen);
                for (uint64_t faces = cards_faces(&unseen); faces; faces &= faces - 1) {
                    Face face = (Face)bits_first(faces);
                    exact += cards_copies(&unseen, face) * chance_with(rules, &review.game, seat, action, face, GAMES) /
                             total;
                }
                /* Three standard errors of the judge; of the sum over some 50 cards hardly any. */
                double share = estimate / WORTH_ALL,
                       error = 3 * WORTH_ALL * __builtin_sqrt((share * (1 - share) + 0.001) / WORLDS);
                assert_true(estimate - exact < error && exact - estimate < error);
                positions++;
                break;
            }
            assert_int_equal(review_action(&review, seat, action, &move, &judged), VERDICT_ok);
        }
    }
    assert_int_equal(positions, POSITIONS);
}

/* ---- records ---- */

static char *record_text(size_t *length) {
    FILE *file = fopen("tests/record/committed.uno", "rb");
    char *text = malloc(1 << 16);
    assert_non_null(file);
    *length = fread(text, 1, 1 << 16, file);
    fclose(file);
    return text;
}

static void test_cut_off(void **state) {
    (void)state;
    size_t length;
    char *text = record_text(&length), *first = strstr(text, "\n    1.");
    Record record;
    RecordError error;
    bool cut;
    assert_true(review_read(text, length, &record, &cut, &error));
    assert_false(cut);
    size_t all = record.actions, before = 0;
    record_free(&record);
    assert_non_null(first);
    for (size_t end = (size_t)(first - text) + 12; end < length; end++) {
        if (!review_read(text, end, &record, &cut, &error)) {
            print_error("cut at %zu: %s\n", end, error.text);
            fail();
        }
        assert_true(record.actions >= before && record.actions <= all);
        before = record.actions;
        record_free(&record);
    }
    assert_int_equal(before, all);
    char *middle = strstr(first, "  ");
    memcpy(middle, " ?", 2); /* damage is not taken for an end */
    assert_false(review_read(text, length, &record, &cut, &error));
    free(text);
}

/* ---- puzzles ---- */

static void test_puzzle(void **state) {
    (void)state;
    Ruleset ruleset = load("official");
    Seed seed = {{42}};
    Puzzle *one = calloc(1, sizeof *one), *two = calloc(1, sizeof *two);
    assert_true(puzzle_find(&ruleset.rules, 2, &seed, one));
    assert_true(puzzle_find(&ruleset.rules, 2, &seed, two));
    assert_memory_equal(&one->view, &two->view, sizeof one->view);
    assert_int_equal(one->answer, two->answer);
    Judgement again; /* in worlds that it has never seen the answer is the best as well */
    assert_true(judge_list(&ruleset.rules, &one->view, one->answer, true, &again) >= 3);
    assert_true(judge_look(&ruleset.rules, &one->view, NULL, 1000, 987654321, &again));
    assert_int_equal(judge_best(&again), 0);
    free(one);
    free(two);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_adds_up), cmocka_unit_test(test_planted_blunder), cmocka_unit_test(test_no_hindsight),
        cmocka_unit_test(test_exact),   cmocka_unit_test(test_cut_off),         cmocka_unit_test(test_puzzle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
