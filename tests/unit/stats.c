/* stats.c -- what is counted of a game, checked against what happens at the table, and sums that do not depend on the
 * order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "bots/playout.h"
#include "random.h"
#include "rating/results.h"
#include "rating/stats.h"

static const char *const names[SEATS_MAX] = {"Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ida", "Jo"};

/* A random game by the ruleset with these options, "name=value" each. */
static void play(const char *name, const char *const *changes, unsigned players, uint64_t number, Record *out) {
    Ruleset ruleset;
    RulesetError error;
    RulesError wrong;
    Game game;
    Seed seed = {{0}};
    Dice dice = {number};
    assert_true(ruleset_load(name, &ruleset, &error));
    for (; changes && *changes; changes++) {
        char key[64];
        const char *value = strchr(*changes, '=');
        snprintf(key, sizeof key, "%.*s", (int)(value - *changes), *changes);
        assert_true(rules_set(&ruleset.rules, key, value + 1, &wrong));
    }
    assert_true(rules_finish(&ruleset.rules, &wrong));
    memcpy(seed.bytes, &number, sizeof number);
    record_init(out, &ruleset, players);
    out->chance.has_seed = true;
    out->chance.seed = seed;
    snprintf(out->date, sizeof out->date, "2026-01-%02uT10:00Z", 1 + (unsigned)(number % 28));
    for (unsigned seat = 0; seat < players; seat++) strcpy(out->name[seat], names[seat]);
    game_init(&ruleset.rules, &game, players, &seed, NULL, NULL);
    while (game.board.phase != PHASE_OVER) {
        Action actions[ACTIONS_MAX];
        SeatMask waiting = board_waiting(&ruleset.rules, &game.board);
        Seat seat = mask_first(waiting);
        for (unsigned skip = random_below(&dice.state, (unsigned)__builtin_popcount(waiting)); skip; skip--) {
            waiting &= (SeatMask)(waiting - 1);
            seat = mask_first(waiting);
        }
        unsigned count = game_actions(&ruleset.rules, &game, seat, actions);
        if (!count) continue;
        Action action = actions[random_below(&dice.state, count)];
        assert_int_equal(game_apply(&ruleset.rules, &game, seat, action, NULL), VERDICT_ok);
        assert_true(record_add(out, seat, action));
    }
    record_finish(out, &game);
}

static void outcome(const char *name, const char *const *changes, unsigned players, uint64_t number, Outcome *out) {
    Record record;
    RecordError error;
    play(name, changes, players, number, &record);
    if (!outcome_of_record(&record, out, &error)) fail_msg("%s", error.text);
    record_free(&record);
}

/* ---- outcomes ---- */

static void what_is_counted_fits_the_events(void **unused) {
    (void)unused;
    uint64_t missed = 0, catches = 0, challenges = 0;
    for (uint64_t number = 0; number < 60; number++) {
        Outcome out;
        outcome("official", NULL, 2 + (unsigned)(number % 5), number, &out);
        uint64_t sum[SEAT_COUNTS] = {0};
        for (unsigned seat = 0; seat < out.players; seat++)
            for (int i = 0; i < SEAT_COUNTS; i++) sum[i] += out.seat[seat].count[i];
        assert_int_equal(sum[SEAT_COUNT_calls], out.events[EVENT_called]);
        assert_int_equal(sum[SEAT_COUNT_catches], out.events[EVENT_caught]);
        assert_int_equal(sum[SEAT_COUNT_false_catches], out.events[EVENT_false_catch]);
        assert_int_equal(sum[SEAT_COUNT_challenges_won], out.events[EVENT_guilty]);
        assert_int_equal(sum[SEAT_COUNT_challenges_lost], out.events[EVENT_innocent]);
        assert_true(sum[SEAT_COUNT_calls_missed] >= sum[SEAT_COUNT_catches]);
        assert_int_equal(out.deals, out.events[EVENT_dealt]);
        missed += sum[SEAT_COUNT_calls_missed];
        catches += sum[SEAT_COUNT_catches];
        challenges += sum[SEAT_COUNT_challenges_won] + sum[SEAT_COUNT_challenges_lost];
    }
    assert_true(missed > catches && catches > 0 && challenges > 0); /* the games had all of it */
}

static void places_follow_points_where_points_count(void **unused) {
    (void)unused;
    for (uint64_t number = 0; number < 20; number++) {
        Outcome out;
        outcome("official", NULL, 4, number, &out);
        for (unsigned a = 0; a < 4; a++)
            for (unsigned b = 0; b < 4; b++)
                assert_int_equal(out.seat[a].place<out.seat[b].place, out.seat[a].points> out.seat[b].points);
    }
}

static void one_deal_tells_only_who_has_won(void **unused) {
    (void)unused;
    static const char *const changes[] = {"target=0", NULL};
    for (uint64_t number = 0; number < 20; number++) {
        Outcome out;
        outcome("official", changes, 5, number, &out);
        for (unsigned seat = 0; seat < 5; seat++)
            assert_true(out.seat[seat].place == (out.seat[seat].won ? 1 : 2) ||
                        outcome_expected(&out) != OUTCOME_WIN / 5);
    }
}

static void playing_on_for_places_counts_them(void **unused) {
    (void)unused;
    static const char *const changes[] = {"elimination=on", "scoring=off", "target=0", NULL};
    unsigned whole = 0;
    for (uint64_t number = 0; number < 20; number++) {
        Outcome out;
        unsigned seen = 0;
        outcome("official", changes, 5, number, &out);
        for (unsigned seat = 0; seat < 5; seat++) seen |= 1u << out.seat[seat].place;
        if (out.events[EVENT_stalemate]) continue; /* equal hands share a place */
        assert_int_equal(seen, 0x3E);              /* 1 to 5 */
        whole++;
    }
    assert_true(whole > 0);
}

static void a_team_shares_its_place(void **unused) {
    (void)unused;
    static const char *const changes[] = {"teams=2", "min_players=4", "max_players=4", "target=0", NULL};
    Outcome out;
    outcome("official", changes, 4, 1, &out);
    for (unsigned seat = 0; seat < 4; seat++) {
        assert_int_equal(out.seat[seat].team, seat % 2);
        assert_int_equal(out.seat[seat].place, out.seat[(seat + 2) % 4].place);
    }
    assert_int_equal(outcome_expected(&out), OUTCOME_WIN / 2);
    assert_true(stats_are_partners(&out, 0, 2) && !stats_are_partners(&out, 0, 1) && !stats_are_partners(&out, 0, 0));
}

static void split_games_count_both_decks(void **unused) {
    (void)unused;
    Outcome out;
    outcome("split-v3", NULL, 4, 2, &out);
    unsigned drawn = 0, winners = 0;
    for (unsigned seat = 0; seat < 4; seat++) {
        drawn += out.seat[seat].count[SEAT_COUNT_drawn];
        winners += out.seat[seat].won;
    }
    assert_true(drawn > 0);
    assert_int_equal(winners, 1);
    assert_int_equal(out.family, FAMILY_SPLIT);
}

static void a_game_that_is_not_over_has_no_outcome(void **unused) {
    (void)unused;
    Record record;
    RecordError error;
    Outcome out;
    play("official", NULL, 2, 1, &record);
    record.finished = false;
    record.actions /= 2;
    assert_false(outcome_of_record(&record, &out, &error));
    assert_string_equal(error.text, "the game is not over");
    record_free(&record);
}

static void dates_are_times(void **unused) {
    (void)unused;
    assert_int_equal(outcome_time("2026-01-31T20:15Z"), INT64_C(1769890500000));
    assert_int_equal(outcome_time("2024-02-29"), INT64_C(1709164800000));
    assert_int_equal(outcome_time("1970-01-01"), 0);
    const char *const none[] = {"", "2026", "2026-13-01", "31.01.2026", "2026-01-31Tx", "2026-01-00"};
    for (unsigned i = 0; i < sizeof none / sizeof *none; i++) assert_int_equal(outcome_time(none[i]), 0);
}

/* ---- sums ---- */

static Outcome made(unsigned players, unsigned winner) {
    Outcome out = {.players = (uint8_t)players, .actions = 10, .deals = 1};
    for (unsigned seat = 0; seat < players; seat++)
        out.seat[seat] = (OutcomeSeat){.team = (uint8_t)seat, .place = seat == winner ? 1 : 2, .won = seat == winner};
    return out;
}

static void runs_of_wins_are_told(void **unused) {
    (void)unused;
    static const unsigned winner[] = {0, 0, 0, 1, 0, 0};
    Stats whole = {0};
    for (unsigned i = 0; i < 6; i++) {
        Outcome out = made(3, winner[i]);
        stats_add(&whole, &out, 0);
        assert_int_equal(whole.streak, ((int[]){1, 2, 3, -1, 1, 2})[i]);
    }
    assert_int_equal(whole.longest, 3);
    assert_int_equal(whole.all.wins, 5);
    assert_int_equal(whole.all.expected, 6 * OUTCOME_WIN / 3);
    Outcome lost = made(2, 1);
    for (unsigned i = 0; i < 2; i++) stats_add(&whole, &lost, 0);
    assert_int_equal(whole.streak, -2);
}

static void events_come_by_how_often(void **unused) {
    (void)unused;
    static const EventKind expected[] = {EVENT_drew, EVENT_dealt, EVENT_played, EVENT_KINDS, EVENT_KINDS};
    bool told[EVENT_KINDS] = {false};
    StatsEvents events = {0};
    Outcome first = made(3, 0), unknown = made(3, 1), last = made(2, 0);
    first.events[EVENT_drew] = 5, first.events[EVENT_played] = 3, first.events[EVENT_dealt] = 1;
    last.events[EVENT_drew] = 1, last.events[EVENT_dealt] = 2;
    stats_add_events(&events, &first);
    stats_add_events(&events, &unknown); /* not a game in which nothing happened */
    stats_add_events(&events, &last);
    assert_int_equal(events.games, 2);
    assert_int_equal(events.times[EVENT_drew], 6);
    for (unsigned i = 0; i < sizeof expected / sizeof *expected; i++) /* of equals the first of event.def */
        assert_int_equal(stats_next_event(&events, told), expected[i]);
}

static void pairs_see_who_came_before_whom(void **unused) {
    (void)unused;
    StatsPair pair = {.ahead = 0};
    for (unsigned winner = 0; winner < 3; winner++) {
        Outcome out = made(3, winner);
        stats_add_pair(&pair, &out, 0, 1);
    }
    assert_int_equal(pair.with.games, 3);
    assert_int_equal(pair.with.wins, 1);
    assert_int_equal(pair.ahead, 1);
    assert_int_equal(pair.behind, 1);
}

/* ---- sets ---- */

static void add_game(Results *results, uint64_t number) {
    Record record;
    RecordError error;
    play(number % 3 ? "official" : "split-v3", NULL, 2 + (unsigned)(number % 3), number, &record);
    if (number % 2) record_set_bot(&record, 1, "medium");
    assert_true(results_add_record(results, &record, &error));
    record_free(&record);
}

static void assert_same_standing(const Ladder *a, const Results *of_a, const Ladder *b, const Results *of_b,
                                 const char *name, Family family) {
    const Standing *x = results_standing(a, family, results_find(of_a, name));
    const Standing *y = results_standing(b, family, results_find(of_b, name));
    assert_true(!x == !y);
    if (!x) return;
    assert_memory_equal(&x->skill, &y->skill, sizeof x->skill);
    assert_memory_equal(&x->duel, &y->duel, sizeof x->duel);
    assert_int_equal(x->games, y->games);
}

static void the_order_of_adding_does_not_matter(void **unused) {
    (void)unused;
    enum { GAMES = 40 };
    Results forward = {0}, backward = {0};
    for (uint64_t i = 0; i < GAMES; i++) add_game(&forward, i);
    for (uint64_t i = GAMES; i-- > 0;) add_game(&backward, i);
    add_game(&backward, 7); /* a second time */
    results_sort(&forward);
    results_sort(&backward);
    assert_int_equal(forward.count, GAMES);
    assert_int_equal(backward.count, GAMES);
    Ladder a = {0}, b = {0};
    assert_true(results_rate(&forward, &a, NULL, NULL));
    assert_true(results_rate(&backward, &b, NULL, NULL));
    for (int family = FAMILY_CLASSIC; family <= FAMILY_SPLIT; family++) {
        for (unsigned i = 0; i < 4; i++) assert_same_standing(&a, &forward, &b, &backward, names[i], (Family)family);
        assert_same_standing(&a, &forward, &b, &backward, "medium", (Family)family);
    }
    assert_int_equal(results_find(&forward, "nobody"), NO_PLAYER);
    assert_true(forward.player[results_find(&forward, "medium")].bot);
    ladder_free(&a);
    ladder_free(&b);
    results_free(&forward);
    results_free(&backward);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_counted_fits_the_events),
        cmocka_unit_test(places_follow_points_where_points_count),
        cmocka_unit_test(one_deal_tells_only_who_has_won),
        cmocka_unit_test(playing_on_for_places_counts_them),
        cmocka_unit_test(a_team_shares_its_place),
        cmocka_unit_test(split_games_count_both_decks),
        cmocka_unit_test(a_game_that_is_not_over_has_no_outcome),
        cmocka_unit_test(dates_are_times),
        cmocka_unit_test(runs_of_wins_are_told),
        cmocka_unit_test(events_come_by_how_often),
        cmocka_unit_test(pairs_see_who_came_before_whom),
        cmocka_unit_test(the_order_of_adding_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
