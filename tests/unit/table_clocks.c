/* table_clocks.c -- how long one may think at a table, and what happens then; pauses and votes. */
#include "table_talk.h"

static Talk talk;

static int leave(void **unused) {
    (void)unused;
    talk_close(&talk);
    return 0;
}

static char kind_of(char seat) { return "fpb"[talk.table.seat[seat - 'A'].kind]; }
static const char *name_at(char seat) { return talk.table.seat[seat - 'A'].name; }

/* ---- clocks ---- */

static void time_is_up_after_thinking_and_reserve(void **unused) {
    (void)unused;
    talk_three_at_official(&talk);
    assert_int_equal(table_time_left(&talk.table, 0, talk.now_ms), 150000);
    assert_int_equal(table_time_left(&talk.table, 1, talk.now_ms), -1);
    talk_wait(&talk, 149999);
    assert_int_equal(talk.lapses + talk.acts, 0);
    talk_wait(&talk, 1);
    assert_int_equal(talk.lapses, 1);
    talk_wait(&talk, talk.table.settings.pace_ms - 1); /* a bot takes over, at its pace */
    assert_int_equal(talk.acts, 0);
    talk_wait(&talk, 1);
    assert_int_equal(talk.acts, 1);
    assert_int_equal(talk.table.step[0].how, HOW_CLOCK);
    assert_int_equal(talk.table.seat[0].reserve_ms, 0);
    assert_int_equal(talk.table.seat[0].lapses, 1);
    assert_false(talk.table.seat[0].away);
    assert_null(talk.table.brain[0]);
}

static void the_reserve_is_spent_for_good(void **unused) {
    (void)unused;
    talk_three_at_official(&talk);
    talk_wait(&talk, 40000);
    done(talk_do(&talk, 'A', "R1"));
    assert_int_equal(talk.table.seat[0].reserve_ms, 110000);
    talk_wait(&talk, 30000);
    done(talk_do(&talk, 'B', "R7"));
    assert_int_equal(talk.table.seat[1].reserve_ms, 120000);
}

enum { PACE_MS = 900 };

/* A is asked again and again: everybody else is skipped. */
static void ask_a_again(void) { talk_place(&talk, A_TO_PLAY); }

static void after_two_lapses_a_bot_plays_on(void **unused) {
    (void)unused;
    talk_three_at_official(&talk);
    talk_wait(&talk, 150000 + PACE_MS);
    ask_a_again();
    talk_wait(&talk, 30000 + PACE_MS);
    assert_int_equal(talk.lapses, 2);
    assert_true(talk.table.seat[0].away);
    assert_non_null(talk.table.brain[0]);
    ask_a_again();
    talk_wait(&talk, talk.table.settings.pace_ms); /* at once */
    assert_int_equal(talk.acts, 3);
    ask_a_again();
    done(talk_do(&talk, 'A', "R1")); /* anything brings her back */
    assert_false(talk.table.seat[0].away);
    assert_null(talk.table.brain[0]);
    assert_int_equal(talk.table.seat[0].lapses, 0);
}

static void back_brings_a_person_back(void **unused) {
    (void)unused;
    talk_three_at_official(&talk);
    talk_wait(&talk, 150000 + PACE_MS);
    ask_a_again();
    talk_wait(&talk, 30000 + PACE_MS);
    done(talk_simple(&talk, 'A', WISH_BACK));
    assert_false(talk.table.seat[0].away);
    ask_a_again();
    talk_wait(&talk, 29999);
    assert_int_equal(talk.acts, 2);
}

static void an_action_in_time_breaks_the_row(void **unused) {
    (void)unused;
    talk_three_at_official(&talk);
    talk_wait(&talk, 150000 + PACE_MS);
    ask_a_again();
    done(talk_do(&talk, 'A', "R1"));
    ask_a_again();
    talk_wait(&talk, 30000);
    assert_int_equal(talk.lapses, 2);
    assert_false(talk.table.seat[0].away);
}

static void without_a_clock_nobody_is_hurried(void **unused) {
    (void)unused;
    static TableSettings settings;
    talk_settings("official", "target=0", 3, &settings);
    settings.think_s = 0;
    talk_open_with(&talk, &settings);
    talk_sit(&talk, "ABC");
    done(talk_start(&talk));
    talk_place(&talk, A_TO_PLAY);
    assert_int_equal(table_time_left(&talk.table, 0, talk.now_ms), -1);
    assert_true(table_due(&talk.table) == INT64_MAX);
}

/* ---- pauses ---- */

static void a_pause_stops_the_clock(void **unused) {
    (void)unused;
    talk_three_at_official(&talk);
    talk_wait(&talk, 20000);
    refused(talk_simple(&talk, 'B', WISH_PAUSE), not_host);
    refused(talk_simple(&talk, 'A', WISH_RESUME), not_paused);
    done(talk_simple(&talk, 'A', WISH_PAUSE));
    refused(talk_simple(&talk, 'A', WISH_PAUSE), paused);
    refused(talk_do(&talk, 'A', "R1"), paused);
    talk_wait(&talk, 1000000);
    assert_int_equal(talk.lapses, 0);
    assert_int_equal(table_time_left(&talk.table, 0, talk.now_ms), 130000);
    done(talk_simple(&talk, 'A', WISH_RESUME));
    assert_int_equal(table_time_left(&talk.table, 0, talk.now_ms), 130000);
    talk_wait(&talk, 130000);
    assert_int_equal(talk.lapses, 1);
}

static void a_bot_that_was_asked_before_a_pause_is_asked_after(void **unused) {
    (void)unused;
    talk_three_at_official(&talk);
    done(talk_simple(&talk, 'A', WISH_STAND));
    assert_int_equal(table_thinkers(&talk.table), 1);
    assert_int_equal(table_thinkers(&talk.table), 0);
    done(talk_simple(&talk, 'B', WISH_PAUSE));
    assert_int_equal(table_thinkers(&talk.table), 0);
    done(talk_simple(&talk, 'B', WISH_RESUME));
    assert_int_equal(table_thinkers(&talk.table), 1);
}

/* ---- votes ---- */

static Refusal open_vote(char person, VoteKind what, char seat) {
    return talk_wish(&talk, person,
                     (Wish){.kind = WISH_VOTE, .vote = what, .seat = seat ? (Seat)(seat - 'A') : NO_SEAT});
}
static Refusal say_vote(char person, bool yes) {
    return talk_wish(&talk, person, (Wish){.kind = WISH_VOTE, .yes = yes});
}

static void more_than_half_decide(void **unused) {
    (void)unused;
    talk_open(&talk, "official", NULL, 4);
    talk_sit(&talk, "ABCD");
    refused(open_vote('A', VOTE_END, 0), not_playing);
    done(talk_start(&talk));
    refused(open_vote('E', VOTE_END, 0), not_seated);
    refused(say_vote('A', true), no_vote);
    done(open_vote('A', VOTE_END, 0));
    refused(open_vote('B', VOTE_PAUSE, 0), vote_running);
    refused(say_vote('A', true), voted);
    done(say_vote('B', true)); /* two of four are not enough */
    assert_int_equal(talk.table.stage, TABLE_PLAYING);
    done(say_vote('C', false));
    assert_int_equal(talk.table.vote.kind, VOTE_END);
    done(say_vote('D', true));
    assert_int_equal(talk.table.stage, TABLE_GATHERING);
    assert_int_equal(talk.table.vote.kind, VOTE_NONE);
}

static void half_against_is_the_end_of_it(void **unused) {
    (void)unused;
    talk_open(&talk, "official", NULL, 4);
    talk_sit(&talk, "ABCD");
    done(talk_start(&talk));
    done(open_vote('A', VOTE_PAUSE, 0));
    done(say_vote('B', false));
    done(say_vote('C', false));
    assert_int_equal(talk.table.vote.kind, VOTE_NONE);
    assert_false(talk.table.paused);
}

static void a_vote_pauses_and_goes_on(void **unused) {
    (void)unused;
    talk_three_at_official(&talk);
    done(open_vote('B', VOTE_PAUSE, 0));
    done(say_vote('C', true));
    assert_true(talk.table.paused && talk.table.paused_how == HOW_VOTE);
    done(open_vote('B', VOTE_PAUSE, 0));
    done(say_vote('C', true));
    assert_false(talk.table.paused);
}

static void nobody_is_judge_in_their_own_case(void **unused) {
    (void)unused;
    talk_three_at_official(&talk);
    refused(open_vote('A', VOTE_KICK, 'A'), not_yourself);
    refused(open_vote('A', VOTE_KICK, 'J'), no_such_seat);
    done(open_vote('A', VOTE_KICK, 'B'));
    refused(say_vote('B', false), not_yourself);
    done(say_vote('C', true));
    assert_int_equal(kind_of('B'), 'b');
    assert_string_equal(name_at('B'), "Ben");
    assert_non_null(talk.table.brain[1]);
    refused(talk_do(&talk, 'B', "G1"), not_seated);
    refused(talk_simple(&talk, 'B', WISH_WAIT), kicked);
}

static void one_alone_sends_nobody_away_who_plays(void **unused) {
    (void)unused;
    talk_open(&talk, "official", "target=0", 2);
    talk_sit(&talk, "AB");
    done(talk_start(&talk));
    refused(open_vote('A', VOTE_KICK, 'B'), too_few);
    done(talk_simple(&talk, 'B', WISH_STAND));
    done(open_vote('A', VOTE_KICK, 'B')); /* he has gone anyway */
    assert_int_equal(kind_of('B'), 'b');
}

static void a_vote_is_over_after_a_while(void **unused) {
    (void)unused;
    talk_three_at_official(&talk);
    done(open_vote('B', VOTE_END, 0));
    talk_wait(&talk, TABLE_VOTE_MS - 1);
    assert_int_equal(talk.table.vote.kind, VOTE_END);
    talk_wait(&talk, 1);
    assert_int_equal(talk.table.vote.kind, VOTE_NONE);
    refused(say_vote('C', true), no_vote);
}

static void who_has_gone_does_not_count(void **unused) {
    (void)unused;
    talk_open(&talk, "official", NULL, 4);
    talk_sit(&talk, "ABCD");
    done(talk_start(&talk));
    done(open_vote('D', VOTE_END, 0));
    done(talk_simple(&talk, 'D', WISH_STAND));
    done(say_vote('A', true)); /* one of three */
    assert_int_equal(talk.table.stage, TABLE_PLAYING);
    done(say_vote('B', true));
    assert_int_equal(talk.table.stage, TABLE_GATHERING);
}

#define TEST(name) cmocka_unit_test_teardown(name, leave)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(time_is_up_after_thinking_and_reserve),
        TEST(the_reserve_is_spent_for_good),
        TEST(after_two_lapses_a_bot_plays_on),
        TEST(back_brings_a_person_back),
        TEST(an_action_in_time_breaks_the_row),
        TEST(without_a_clock_nobody_is_hurried),
        TEST(a_pause_stops_the_clock),
        TEST(a_bot_that_was_asked_before_a_pause_is_asked_after),
        TEST(more_than_half_decide),
        TEST(half_against_is_the_end_of_it),
        TEST(a_vote_pauses_and_goes_on),
        TEST(nobody_is_judge_in_their_own_case),
        TEST(one_alone_sends_nobody_away_who_plays),
        TEST(a_vote_is_over_after_a_while),
        TEST(who_has_gone_does_not_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
