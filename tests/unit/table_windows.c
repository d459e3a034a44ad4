/* table_windows.c -- what happens at a table when two want something at the same moment: calling and
 * catching, jumping in, actions that come late. */
#include "table_talk.h"

static Talk talk;

static int leave(void **unused) {
    (void)unused;
    talk_close(&talk);
    return 0;
}

static Refusal open_vote(char person, VoteKind what, char seat) {
    return talk_wish(&talk, person,
                     (Wish){.kind = WISH_VOTE, .vote = what, .seat = seat ? (Seat)(seat - 'A') : NO_SEAT});
}

/* ---- the windows of an UNO call ---- */

#define A_HAS_TWO \
    "phase turn\nplayers 3\ndeals 1\nturn A\ndealer C\nturns 9\ndirection 1\ncolour R\ntop R5\n" \
    "hand A R1 R2\nhand B R3 R4 R7\nhand C Y1 Y2 Y3\n"
enum { WINDOW_MS = 2500, GRACE_MS = WINDOW_MS * TABLE_GRACE / 8 };

/* A has laid the last card but one, and said nothing. */
static void a_forgets_to_call(const char *change) {
    talk_open(&talk, "official", change, 3);
    talk_sit(&talk, "ABC");
    done(talk_start(&talk));
    talk_place(&talk, A_HAS_TWO);
    done(talk_do(&talk, 'A', "R1"));
    assert_int_equal(talk_board(&talk)->classic.uno_seat, 0);
    assert_int_equal(talk.table.window_at, talk.now_ms);
}

static void the_next_player_waits_for_the_window(void **unused) {
    (void)unused;
    a_forgets_to_call("target=0");
    assert_said(talk_do(&talk, 'B', "R3"), REFUSAL_held);
    talk_wait(&talk, WINDOW_MS - 1);
    assert_int_equal(talk.acts, 1);
    talk_wait(&talk, 1);
    assert_int_equal(talk.acts, 2);
    assert_int_equal(talk_board(&talk)->turn, 2);
    assert_int_equal(talk_board(&talk)->count[0], 1);
}

static void who_called_with_the_card_holds_nobody_up(void **unused) {
    (void)unused;
    talk_open(&talk, "official", "target=0", 3);
    talk_sit(&talk, "ABC");
    done(talk_start(&talk));
    talk_place(&talk, A_HAS_TWO);
    done(talk_do(&talk, 'A', "R1!"));
    assert_int_equal(talk.table.window_at, -1);
    done(talk_do(&talk, 'B', "R3"));
}

static void the_call_lets_the_next_player_go_on(void **unused) {
    (void)unused;
    a_forgets_to_call("target=0");
    assert_said(talk_do(&talk, 'B', "R3"), REFUSAL_held);
    talk_wait(&talk, 500);
    done(talk_do(&talk, 'A', "call"));
    assert_int_equal(talk.acts, 3); /* and so he does, at once */
    assert_int_equal(talk_board(&talk)->turn, 2);
    assert_int_equal(talk_board(&talk)->count[0], 1);
}

static void a_catch_leaves_time_for_the_call(void **unused) {
    (void)unused;
    a_forgets_to_call("target=0");
    assert_said(talk_do(&talk, 'C', "catch"), REFUSAL_held);
    talk_wait(&talk, GRACE_MS - 1);
    assert_int_equal(talk.acts, 1);
    talk_wait(&talk, 1);
    assert_int_equal(talk.acts, 2);
    assert_int_equal(talk_board(&talk)->count[0], 3);
    assert_int_equal(talk.table.window_at, -1);
}

static void a_catch_after_the_grace_counts_at_once(void **unused) {
    (void)unused;
    a_forgets_to_call("target=0");
    talk_wait(&talk, GRACE_MS);
    done(talk_do(&talk, 'C', "catch"));
    assert_int_equal(talk_board(&talk)->count[0], 3);
}

static void a_held_catch_costs_nothing_when_the_call_comes(void **unused) {
    (void)unused;
    a_forgets_to_call("false_catch=2");
    assert_said(talk_do(&talk, 'C', "catch"), REFUSAL_held);
    talk_wait(&talk, GRACE_MS / 2);
    done(talk_do(&talk, 'A', "call"));
    talk_wait(&talk, WINDOW_MS);
    assert_int_equal(talk.acts, 2);
    assert_int_equal(talk_board(&talk)->count[2], 3);
    assert_int_equal(talk_board(&talk)->count[0], 1);
}

static void a_catch_after_the_call_costs_what_the_rules_say(void **unused) {
    (void)unused;
    a_forgets_to_call("false_catch=2");
    done(talk_do(&talk, 'A', "call"));
    done(talk_do(&talk, 'C', "catch"));
    assert_int_equal(talk_board(&talk)->count[2], 5);
    talk.now_ms += TABLE_EAGER_MS;
    assert_said(talk_do(&talk, 'C', "catch"), REFUSAL_against_rules); /* once a call */
}

static void the_first_catch_is_the_one(void **unused) {
    (void)unused;
    a_forgets_to_call("target=0");
    assert_said(talk_do(&talk, 'C', "catch"), REFUSAL_held);
    assert_said(talk_do(&talk, 'B', "catch"), REFUSAL_held);
    talk_wait(&talk, WINDOW_MS);
    assert_int_equal(talk.acts, 2);
    assert_int_equal(talk_board(&talk)->count[0], 3);
}

static void a_catch_lets_the_next_player_go_on(void **unused) {
    (void)unused;
    a_forgets_to_call("target=0");
    assert_said(talk_do(&talk, 'B', "R3"), REFUSAL_held);
    assert_said(talk_do(&talk, 'C', "catch"), REFUSAL_held);
    talk_wait(&talk, GRACE_MS);
    assert_int_equal(talk.acts, 3);
    assert_int_equal(talk_board(&talk)->turn, 2);
}

static void hammering_brings_nothing(void **unused) {
    (void)unused;
    talk_open(&talk, "official", "target=0", 3);
    talk_sit(&talk, "ABC");
    done(talk_start(&talk));
    talk_place(&talk, A_HAS_TWO);
    assert_said(talk_do(&talk, 'C', "catch"), REFUSAL_against_rules);
    talk.now_ms += 100;
    assert_said(talk_do(&talk, 'C', "catch"), REFUSAL_too_eager); /* and counts from here again */
    talk.now_ms += 100;
    done(talk_do(&talk, 'A', "R1"));
    talk_wait(&talk, TABLE_EAGER_MS - 101);
    refused(talk_do(&talk, 'C', "catch"), too_eager);
    talk_wait(&talk, 1);
    done(talk_do(&talk, 'C', "catch"));
}

static void without_a_window_the_fastest_wins(void **unused) {
    (void)unused;
    static TableSettings settings;
    talk_settings("official", "target=0", 3, &settings);
    settings.window_ms = 0;
    talk_open_with(&talk, &settings);
    talk_sit(&talk, "ABC");
    done(talk_start(&talk));
    talk_place(&talk, A_HAS_TWO);
    done(talk_do(&talk, 'A', "R1"));
    done(talk_do(&talk, 'B', "R3"));
    assert_said(talk_do(&talk, 'C', "catch"), REFUSAL_against_rules);
}

static void a_pause_keeps_the_window_open(void **unused) {
    (void)unused;
    a_forgets_to_call("target=0");
    assert_said(talk_do(&talk, 'B', "R3"), REFUSAL_held);
    talk_wait(&talk, 1000);
    done(talk_simple(&talk, 'A', WISH_PAUSE));
    talk_wait(&talk, 60000);
    assert_int_equal(talk.acts, 1);
    done(talk_simple(&talk, 'A', WISH_RESUME));
    talk_wait(&talk, WINDOW_MS - 1001);
    assert_int_equal(talk.acts, 1);
    talk_wait(&talk, 1);
    assert_int_equal(talk.acts, 2);
}

static void whose_action_is_held_does_not_run_out_of_time(void **unused) {
    (void)unused;
    static TableSettings settings;
    talk_settings("official", "target=0", 3, &settings);
    settings.think_s = 3;
    settings.reserve_s = 0;
    settings.window_ms = 10000;
    talk_open_with(&talk, &settings);
    talk_sit(&talk, "ABC");
    done(talk_start(&talk));
    talk_place(&talk, A_HAS_TWO);
    done(talk_do(&talk, 'A', "R1"));
    talk_wait(&talk, 2000);
    assert_said(talk_do(&talk, 'B', "R3"), REFUSAL_held);
    talk_wait(&talk, 8000);
    assert_int_equal(talk.lapses, 0);
    assert_int_equal(talk.acts, 2);
    assert_int_equal(talk.table.step[1].how, HOW_SELF);
}

static void who_changes_their_mind_plays_the_last_thing(void **unused) {
    (void)unused;
    a_forgets_to_call("target=0");
    assert_said(talk_do(&talk, 'B', "R3"), REFUSAL_held);
    assert_said(talk_do(&talk, 'B', "R4"), REFUSAL_held);
    talk_wait(&talk, WINDOW_MS);
    assert_int_equal(talk.acts, 2);
    assert_int_equal(talk.table.step[1].action, talk_action(&talk, "R4"));
}

static void who_stands_up_takes_what_was_held_away(void **unused) {
    (void)unused;
    a_forgets_to_call("target=0");
    assert_said(talk_do(&talk, 'B', "R3"), REFUSAL_held);
    done(talk_simple(&talk, 'B', WISH_STAND));
    talk_wait(&talk, WINDOW_MS);
    assert_int_equal(talk.acts, 2);
    assert_int_equal(talk.table.step[1].how, HOW_CLOCK); /* a bot did */
}

static void a_bot_catches_who_forgets(void **unused) {
    (void)unused;
    talk_open(&talk, "official", "target=0", 3);
    talk_sit(&talk, "AB");
    done(talk_wish(&talk, 'A', (Wish){.kind = WISH_SEAT_BOT, .seat = 2, .name = "greedy"}));
    done(talk_start(&talk));
    talk_place(&talk, A_HAS_TWO);
    done(talk_do(&talk, 'A', "R1"));
    talk_wait(&talk, GRACE_MS); /* a person still has a chance */
    assert_int_equal(talk.acts, 1);
    talk_wait(&talk, WINDOW_MS - GRACE_MS);
    assert_int_equal(talk_board(&talk)->count[0], 3);
    assert_int_equal(talk.table.step[1].how, HOW_BOT);
}

/* The bot has decided to catch; meanwhile the call has come. It must be asked again, or the table waits for ever. */
static void a_bot_whose_wish_has_come_to_nothing_is_asked_again(void **unused) {
    (void)unused;
    talk_open(&talk, "official", "target=0", 3);
    talk_sit(&talk, "AC");
    done(talk_wish(&talk, 'A', (Wish){.kind = WISH_SEAT_BOT, .seat = 2, .name = "greedy"}));
    done(talk_start(&talk)); /* A Ada, B Cleo, C the bot */
    talk_place(&talk, "phase turn\nplayers 3\ndeals 1\nturn B\ndealer C\nturns 9\ndirection 1\ncolour R\ntop R5\n"
                      "hand A Y1 Y2\nhand B R1 R2\nhand C R3 R4 R7\n");
    done(talk_do(&talk, 'C', "R1"));
    talk.now_ms += WINDOW_MS;
    uint64_t seen = talk.table.seq;
    assert_int_equal(table_thinkers(&talk.table), 4);
    done(talk_do(&talk, 'C', "call"));
    Wish late = {.kind = WISH_ACT, .seat = 2, .seen = seen, .action = action_plain(ACT_CATCH)};
    assert_said(talk_wish(&talk, 0, late), REFUSAL_stale);
    table_let_be(&talk.table, 2, seen);
    talk_wait(&talk, 10000);
    assert_int_equal(talk.acts, 3);
}

/* ---- jumping in ---- */

#define C_CAN_JUMP \
    "phase turn\nplayers 3\ndeals 1\nturn A\ndealer C\nturns 9\ndirection 1\ncolour R\ntop R5\n" \
    "hand A R1 R2 R3\nhand B R4 R7 R8\nhand C R1 Y2 Y3\n"
enum { JUMP_MS = 1200 };

static void others_may_jump_in_before_the_next_card_counts(void **unused) {
    (void)unused;
    talk_open(&talk, "official", "jump_in=on", 3);
    talk_sit(&talk, "ABC");
    done(talk_start(&talk));
    talk_place(&talk, C_CAN_JUMP);
    talk_wait(&talk, JUMP_MS);
    done(talk_do(&talk, 'A', "R1"));
    assert_said(talk_do(&talk, 'B', "R4"), REFUSAL_held);
    talk_wait(&talk, 700);
    done(talk_do(&talk, 'C', "R1")); /* her own card is not held */
    assert_int_equal(talk_board(&talk)->count[2], 2);
    talk_wait(&talk, 20000);
    assert_int_equal(talk.acts, 2); /* what B wanted was meant for another table */
    assert_int_equal(talk_board(&talk)->turn, 0);
}

static void after_the_jump_window_the_next_card_counts(void **unused) {
    (void)unused;
    talk_open(&talk, "official", "jump_in=on", 3);
    talk_sit(&talk, "ABC");
    done(talk_start(&talk));
    talk_place(&talk, A_TO_PLAY); /* nobody could jump in: the waiting must not tell */
    assert_said(talk_do(&talk, 'A', "R1"), REFUSAL_held);
    talk_wait(&talk, JUMP_MS - 1);
    assert_int_equal(talk.acts, 0);
    talk_wait(&talk, 1);
    assert_int_equal(talk.acts, 1);
    talk_wait(&talk, JUMP_MS);
    done(talk_do(&talk, 'B', "R7"));
}

/* ---- an action for a table that has moved on ---- */

static void an_old_action_is_stale(void **unused) {
    (void)unused;
    talk_three_at_official(&talk);
    uint64_t seen = talk.table.seq;
    done(talk_do_seen(&talk, 'A', "R1", NULL, seen));
    refused(talk_do_seen(&talk, 'A', "R1", NULL, seen), stale); /* sent twice */
    refused(talk_do_seen(&talk, 'B', "R7", NULL, seen), stale); /* he was not asked then */
    done(talk_do_seen(&talk, 'B', "R7", NULL, seen + 1));
}

static void what_does_not_concern_the_question_makes_nothing_stale(void **unused) {
    (void)unused;
    talk_three_at_official(&talk);
    uint64_t seen = talk.table.seq;
    done(open_vote('B', VOTE_PAUSE, 0));
    done(talk_simple(&talk, 'D', WISH_WAIT));
    done(talk_do_seen(&talk, 'A', "R1", NULL, seen));
}

static void the_rules_say_why_not(void **unused) {
    (void)unused;
    talk_three_at_official(&talk);
    refused(talk_do(&talk, 'A', "G1"), against_rules);
    assert_int_equal(talk.said.verdict, VERDICT_not_in_hand);
    refused(talk_do(&talk, 'B', "R7"), against_rules);
    assert_int_equal(talk.said.verdict, VERDICT_not_your_turn);
    refused(talk_do(&talk, 'D', "R7"), not_seated);
}

#define TEST(name) cmocka_unit_test_teardown(name, leave)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(the_next_player_waits_for_the_window),
        TEST(who_called_with_the_card_holds_nobody_up),
        TEST(the_call_lets_the_next_player_go_on),
        TEST(a_catch_leaves_time_for_the_call),
        TEST(a_catch_after_the_grace_counts_at_once),
        TEST(a_held_catch_costs_nothing_when_the_call_comes),
        TEST(a_catch_after_the_call_costs_what_the_rules_say),
        TEST(the_first_catch_is_the_one),
        TEST(a_catch_lets_the_next_player_go_on),
        TEST(hammering_brings_nothing),
        TEST(without_a_window_the_fastest_wins),
        TEST(a_pause_keeps_the_window_open),
        TEST(whose_action_is_held_does_not_run_out_of_time),
        TEST(who_changes_their_mind_plays_the_last_thing),
        TEST(who_stands_up_takes_what_was_held_away),
        TEST(a_bot_catches_who_forgets),
        TEST(a_bot_whose_wish_has_come_to_nothing_is_asked_again),
        TEST(others_may_jump_in_before_the_next_card_counts),
        TEST(after_the_jump_window_the_next_card_counts),
        TEST(an_old_action_is_stale),
        TEST(what_does_not_concern_the_question_makes_nothing_stale),
        TEST(the_rules_say_why_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
