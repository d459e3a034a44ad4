/* rating.c -- ratings: their numbers, that they find the better player, and that the order is all that counts. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "random.h"
#include "rating/exact.h"
#include "rating/ladder.h"

static double random_real(uint64_t *random, double low, double high) {
    return low + (high - low) * random_below(random, 1u << 30) / (1u << 30);
}

static void exact_functions_are_those_of_the_library(void **unused) {
    (void)unused;
    uint64_t random = 1;
    for (int i = 0; i < 100000; i++) {
        double x = random_real(&random, -60, 60), y = random_real(&random, 1e-9, 40);
        assert_true(fabs(exact_exp(x) / exp(x) - 1) < 1e-15);
        assert_true(fabs(exact_log(y) - log(y)) < 1e-15 * (1 + fabs(log(y))));
        assert_true(exact_sqrt(y) == sqrt(y));
    }
    assert_true(exact_exp(0) == 1 && exact_log(1) == 0);
    assert_true(exact_exp(1e9) == exact_exp(700) && exact_exp(-1e9) == exact_exp(-700));
}

static void a_beginner_is_worth_nothing_yet(void **unused) {
    (void)unused;
    Skill skill = skill_new();
    assert_true(fabs(skill_ordinal(&skill)) < 1e-12);
    assert_true(skill_is_provisional(&skill, 100));
    skill.sigma = 6;
    assert_true(skill_is_provisional(&skill, SKILL_SURE_GAMES - 1));
    assert_false(skill_is_provisional(&skill, SKILL_SURE_GAMES));
    Glicko glicko = glicko_new();
    assert_true(glicko_is_provisional(&glicko, 100));
    glicko.deviation = 100;
    assert_true(glicko_is_provisional(&glicko, GLICKO_SURE_GAMES - 1));
    assert_false(glicko_is_provisional(&glicko, GLICKO_SURE_GAMES));
}

static void a_game_without_opponents_changes_nothing(void **unused) {
    (void)unused;
    SkillGame game = {.seats = 2, .team = {1, 1}, .place = {1, 1}, .skill = {{20, 5}, {30, 4}}};
    Skill out[SKILL_SEATS_MAX];
    skill_rate(&game, out);
    assert_memory_equal(out, game.skill, 2 * sizeof *out);
}

/* The example of Glickman's paper. */
static void glicko_does_the_sums_of_its_paper(void **unused) {
    (void)unused;
    Glicko before = {1500, 200, 0.06};
    GlickoDuel duels[] = {{{1400, 30, 0.06}, 1}, {{1550, 100, 0.06}, 0}, {{1700, 300, 0.06}, 0}};
    Glicko after = glicko_rate(&before, duels, 3);
    assert_true(fabs(after.rating - 1464.05) < 0.02);
    assert_true(fabs(after.deviation - 151.52) < 0.01);
    assert_true(fabs(after.volatility - 0.05999) < 1e-5);
    after = glicko_rate(&before, NULL, 0);
    assert_true(after.rating == 1500 && after.deviation > 200 && after.volatility == 0.06);
}

/* ---- ladders ---- */

enum { FIELD = 12, SEATS = 4 };

/* Player 1 is the best: the chance to come next falls by a constant factor from one to the other. */
static LadderGame simulated(uint64_t *random, unsigned seats) {
    LadderGame game = {.seats = seats, .at = 1000};
    double strength[SEATS];
    for (unsigned seat = 0; seat < seats; seat++) {
        unsigned taken;
        do {
            taken = 0;
            game.player[seat] = 1 + random_below(random, FIELD);
            for (unsigned other = 0; other < seat; other++) taken |= game.player[other] == game.player[seat];
        } while (taken);
        game.team[seat] = (uint8_t)seat;
        strength[seat] = pow(3, FIELD - (double)game.player[seat]);
    }
    for (unsigned place = 1; place <= seats; place++) {
        double all = 0;
        for (unsigned seat = 0; seat < seats; seat++) all += game.place[seat] ? 0 : strength[seat];
        double pick = random_real(random, 0, all);
        unsigned next = seats;
        for (unsigned seat = 0; seat < seats; seat++) {
            if (game.place[seat]) continue;
            next = seat;
            if ((pick -= strength[seat]) < 0) break;
        }
        game.place[next] = (uint8_t)place;
    }
    return game;
}

static void ratings_recover_the_true_order(void **unused) {
    (void)unused;
    Ladder ladder = {0}, duels = {0};
    uint64_t random = 5;
    for (int i = 0; i < 20000; i++) {
        LadderGame game = simulated(&random, SEATS), duel = simulated(&random, 2);
        assert_true(ladder_add(&ladder, &game));
        assert_true(ladder_add(&duels, &duel));
    }
    for (uint64_t player = 1; player < FIELD; player++) {
        assert_true(skill_ordinal(&ladder_find(&ladder, 0, player)->skill) >
                    skill_ordinal(&ladder_find(&ladder, 0, player + 1)->skill));
        assert_true(ladder_find(&duels, 0, player)->duel.rating > ladder_find(&duels, 0, player + 1)->duel.rating);
    }
    assert_int_equal(ladder_find(&ladder, 0, 1)->duels, 0);
    assert_int_equal(ladder_find(&duels, 0, 1)->duels, ladder_find(&duels, 0, 1)->games);
    ladder_free(&ladder);
    ladder_free(&duels);
}

static void a_ladder_again_has_the_same_digits(void **unused) {
    (void)unused;
    Ladder first = {0}, again = {0};
    uint64_t random = 9, same = 9;
    for (int i = 0; i < 3000; i++) {
        LadderGame game = simulated(&random, 3);
        assert_true(ladder_add(&first, &game));
    }
    for (int i = 0; i < 3000; i++) {
        LadderGame game = simulated(&same, 3);
        assert_true(ladder_add(&again, &game));
    }
    assert_int_equal(first.count, again.count);
    assert_memory_equal(first.row, again.row, first.count * sizeof *first.row);
    ladder_free(&first);
    ladder_free(&again);
}

static void scopes_do_not_mix(void **unused) {
    (void)unused;
    Ladder ladder = {0};
    LadderGame game = {.seats = 2, .player = {7, 8}, .team = {0, 1}, .place = {1, 2}};
    assert_true(ladder_add(&ladder, &game));
    game.scope = 1;
    game.place[0] = 2, game.place[1] = 1;
    assert_true(ladder_add(&ladder, &game));
    assert_true(ladder_find(&ladder, 0, 7)->skill.mu > 25 && ladder_find(&ladder, 1, 7)->skill.mu < 25);
    assert_int_equal(ladder_find(&ladder, 0, 7)->wins, 1);
    assert_int_equal(ladder_find(&ladder, 1, 7)->wins, 0);
    assert_null(ladder_find(&ladder, 2, 7));
    ladder_remove(&ladder, 7);
    assert_null(ladder_find(&ladder, 0, 7));
    assert_non_null(ladder_find(&ladder, 1, 8));
    ladder_free(&ladder);
}

/* Three seats of the same bot and a person: the bot is one player, and a game among its like proves nothing. */
static void a_bot_in_several_seats_is_one_player(void **unused) {
    (void)unused;
    Ladder ladder = {0};
    LadderGame game = {.seats = 4, .player = {1, 2, 2, 2}, .team = {0, 1, 2, 3}, .place = {1, 2, 2, 2}};
    assert_true(ladder_add(&ladder, &game));
    assert_int_equal(ladder.count, 2);
    assert_true(ladder_find(&ladder, 0, 1)->skill.mu > 25 && ladder_find(&ladder, 0, 2)->skill.mu < 25);
    assert_int_equal(ladder_find(&ladder, 0, 2)->games, 3);
    LadderGame alone = {.seats = 2, .player = {2, 2}, .team = {0, 1}, .place = {1, 2}};
    Standing before = *ladder_find(&ladder, 0, 2);
    assert_true(ladder_add(&ladder, &alone));
    assert_memory_equal(ladder_find(&ladder, 0, 2), &before, sizeof before);
    ladder_free(&ladder);
}

/* A seat of whom nothing is known, such as somebody who had themselves deleted in another house. */
static void nobody_is_a_beginner_who_is_not_kept(void **unused) {
    (void)unused;
    Ladder ladder = {0};
    LadderGame game = {.seats = 2, .player = {1, 0}, .team = {0, 1}, .place = {2, 1}};
    assert_true(ladder_add(&ladder, &game));
    assert_int_equal(ladder.count, 1);
    assert_true(ladder_find(&ladder, 0, 1)->skill.mu < 25 && ladder_find(&ladder, 0, 1)->duel.rating < 1500);
    assert_null(ladder_find(&ladder, 0, 0));
    ladder_free(&ladder);
}

static void a_draw_is_nobodys_win(void **unused) {
    (void)unused;
    Ladder ladder = {0};
    LadderGame game = {.seats = 2, .player = {1, 2}, .team = {0, 1}, .place = {1, 1}};
    assert_true(ladder_add(&ladder, &game));
    assert_int_equal(ladder_find(&ladder, 0, 1)->wins, 0);
    assert_true(ladder_find(&ladder, 0, 1)->duel.rating == 1500);
    ladder_free(&ladder);
}

static void weeks_and_seasons_follow_the_calendar(void **unused) {
    (void)unused;
    const int64_t day = 86400000, monday = 1768176000000; /* 12 January 2026 */
    assert_int_equal(ladder_week(monday - 1) + 1, ladder_week(monday));
    assert_int_equal(ladder_week(monday), ladder_week(monday + 7 * day - 1));
    assert_int_equal(ladder_week(0), 0);
    assert_int_equal(ladder_week(-4 * day), -1);
    assert_int_equal(ladder_season(0), 0);
    assert_int_equal(ladder_season(monday), 4 * 56);
    assert_int_equal(ladder_season(1774915200000 - 1), 4 * 56);     /* 31 March 2026 begins */
    assert_int_equal(ladder_season(1775001600000 - 1), 4 * 56);     /* its last moment */
    assert_int_equal(ladder_season(1775001600000), 4 * 56 + 1);     /* 1 April */
    assert_int_equal(ladder_season(1709164800000), 4 * 54);         /* 29 February 2024 */
    assert_int_equal(ladder_season(1798761600000 - 1), 4 * 56 + 3); /* the end of 2026 */
    assert_int_equal(ladder_season(1798761600000), 4 * 57);
    assert_int_equal(ladder_season(-1), -1);

    Ladder ladder = {0};
    LadderGame game = {.at = monday, .seats = 2, .player = {1, 2}, .team = {0, 1}, .place = {1, 2}};
    assert_true(ladder_add(&ladder, &game));
    game.at = monday + 7 * day;
    assert_true(ladder_add(&ladder, &game));
    const Standing *first = ladder_find(&ladder, 0, 1);
    assert_int_equal(first->week.games, 1);
    assert_int_equal(first->week.number, ladder_week(game.at));
    assert_int_equal(first->season.games, 2);
    assert_int_equal(first->season.wins, 2);
    ladder_free(&ladder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_functions_are_those_of_the_library),
        cmocka_unit_test(a_beginner_is_worth_nothing_yet),
        cmocka_unit_test(a_game_without_opponents_changes_nothing),
        cmocka_unit_test(glicko_does_the_sums_of_its_paper),
        cmocka_unit_test(ratings_recover_the_true_order),
        cmocka_unit_test(a_ladder_again_has_the_same_digits),
        cmocka_unit_test(scopes_do_not_mix),
        cmocka_unit_test(a_bot_in_several_seats_is_one_player),
        cmocka_unit_test(nobody_is_a_beginner_who_is_not_kept),
        cmocka_unit_test(a_draw_is_nobodys_win),
        cmocka_unit_test(weeks_and_seasons_follow_the_calendar),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
