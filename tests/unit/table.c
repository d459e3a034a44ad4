/* table.c -- the rules of a table among people: who sits where, who is the host, who plays on
 * for whom, what may be changed when. */
#include "table_talk.h"

static Talk talk;

static int leave(void **unused) {
    (void)unused;
    talk_close(&talk);
    return 0;
}

static char kind_of(char seat) { return "fpb"[talk.table.seat[seat - 'A'].kind]; }
static const char *name_at(char seat) { return talk.table.seat[seat - 'A'].name; }
static char host(void) { return talk.table.host == NO_SEAT ? '-' : (char)('A' + talk.table.host); }

/* ---- sitting ---- */

static void the_first_to_sit_is_the_host(void **unused) {
    (void)unused;
    talk_open(&talk, "official", NULL, 3);
    assert_int_equal(host(), '-');
    done(talk_seat(&talk, 'A', WISH_SIT, 'B'));
    assert_int_equal(host(), 'B');
    done(talk_simple(&talk, 'B', WISH_SIT));
    assert_string_equal(name_at('A'), "Ben");
    assert_int_equal(host(), 'B');
    refused(talk_seat(&talk, 'C', WISH_SIT, 'A'), seat_taken);
    refused(talk_seat(&talk, 'C', WISH_SIT, 'D'), no_such_seat);
    refused(talk_seat(&talk, 'B', WISH_SIT, 'C'), seated_already);
    done(talk_simple(&talk, 'C', WISH_SIT));
    refused(talk_simple(&talk, 'D', WISH_SIT), full);
}

static void the_host_hands_over_and_goes(void **unused) {
    (void)unused;
    talk_open(&talk, "official", NULL, 3);
    talk_sit(&talk, "ABC");
    refused(talk_seat(&talk, 'B', WISH_HOST, 'B'), not_host);
    refused(talk_seat(&talk, 'A', WISH_HOST, 'J'), no_such_seat);
    done(talk_seat(&talk, 'A', WISH_HOST, 'C'));
    assert_int_equal(host(), 'C');
    done(talk_simple(&talk, 'C', WISH_STAND));
    assert_int_equal(host(), 'A');
    assert_int_equal(kind_of('C'), 'f');
    refused(talk_simple(&talk, 'C', WISH_STAND), not_seated);
    refused(talk_simple(&talk, 'D', WISH_BACK), not_seated);
}

static void a_program_is_host_only_alone(void **unused) {
    (void)unused;
    talk_open(&talk, "official", NULL, 3);
    done(talk_wish(&talk, 'A', (Wish){.kind = WISH_SIT, .seat = 0, .remote = true}));
    assert_int_equal(host(), 'A');
    done(talk_seat(&talk, 'B', WISH_SIT, 'B'));
    done(talk_seat(&talk, 'C', WISH_SIT, 'C'));
    done(talk_seat(&talk, 'A', WISH_HOST, 'C'));
    done(talk_simple(&talk, 'C', WISH_STAND));
    assert_int_equal(host(), 'B');
}

static void who_was_cleared_cannot_come_back(void **unused) {
    (void)unused;
    talk_open(&talk, "official", NULL, 3);
    talk_sit(&talk, "AB");
    refused(talk_seat(&talk, 'B', WISH_CLEAR, 'A'), not_host);
    refused(talk_seat(&talk, 'A', WISH_CLEAR, 'C'), no_such_seat);
    done(talk_seat(&talk, 'A', WISH_CLEAR, 'B'));
    assert_int_equal(kind_of('B'), 'f');
    refused(talk_simple(&talk, 'B', WISH_SIT), kicked);
    refused(talk_simple(&talk, 'B', WISH_WAIT), kicked);
}

static void bots_are_the_hosts_to_seat(void **unused) {
    (void)unused;
    Wish hard = {.kind = WISH_SEAT_BOT, .seat = 1, .name = "hard"};
    talk_open(&talk, "official", NULL, 3);
    talk_sit(&talk, "A");
    refused(talk_wish(&talk, 'B', hard), not_host);
    hard.name = "nobody";
    refused(talk_wish(&talk, 'A', hard), no_such_bot);
    hard.name = "nemesis"; /* plays Split UNO alone */
    refused(talk_wish(&talk, 'A', hard), no_such_bot);
    hard.name = "hard";
    done(talk_wish(&talk, 'A', hard));
    assert_int_equal(kind_of('B'), 'b');
    assert_true(talk.table.seat[1].ready);
    refused(talk_wish(&talk, 'A', hard), seat_taken);
    done(talk_seat(&talk, 'A', WISH_CLEAR, 'B'));
    assert_int_equal(kind_of('B'), 'f');
}

/* ---- starting ---- */

static void all_but_the_host_must_be_ready(void **unused) {
    (void)unused;
    talk_open(&talk, "official", NULL, 3);
    done(talk_simple(&talk, 'A', WISH_SIT));
    refused(talk_start(&talk), too_few);
    done(talk_simple(&talk, 'B', WISH_SIT));
    refused(talk_start(&talk), not_ready);
    done(talk_simple(&talk, 'B', WISH_READY));
    refused(talk_wish(&talk, 'B', (Wish){.kind = WISH_START, .game_id = 1, .date = ""}), not_host);
    done(talk_wish(&talk, 'B', (Wish){.kind = WISH_READY}));
    refused(talk_start(&talk), not_ready);
    done(talk_simple(&talk, 'B', WISH_READY));
    done(talk_start(&talk));
    assert_int_equal(talk.table.players, 2);
    refused(talk_simple(&talk, 'B', WISH_READY), not_gathering);
    refused(talk_simple(&talk, 'C', WISH_SIT), not_gathering);
    refused(talk_start(&talk), not_gathering);
}

static void free_seats_close_up_at_the_start(void **unused) {
    (void)unused;
    talk_open(&talk, "official", NULL, 6);
    done(talk_seat(&talk, 'A', WISH_SIT, 'E'));
    done(talk_seat(&talk, 'B', WISH_SIT, 'B'));
    done(talk_seat(&talk, 'C', WISH_SIT, 'F'));
    for (char person = 'A'; person <= 'C'; person++) done(talk_simple(&talk, person, WISH_READY));
    assert_int_equal(host(), 'E');
    done(talk_start(&talk));
    assert_string_equal(name_at('A'), "Ben");
    assert_string_equal(name_at('B'), "Ada");
    assert_string_equal(name_at('C'), "Cleo");
    assert_int_equal(host(), 'B');
    assert_int_equal(talk.table.players, 3);
    assert_int_equal(kind_of('E'), 'f');
}

static void bots_fill_the_rest(void **unused) {
    (void)unused;
    static TableSettings settings;
    talk_settings("official", "target=0", 4, &settings);
    strcpy(settings.fill, "easy");
    talk_open_with(&talk, &settings);
    done(talk_seat(&talk, 'A', WISH_SIT, 'C'));
    done(talk_start(&talk));
    assert_int_equal(talk.table.players, 4);
    assert_string_equal(name_at('C'), "Ada");
    assert_string_equal(name_at('A'), "Mira");
    assert_string_equal(talk.table.seat[3].bot, "easy");
}

static void bots_alone_play_a_game_to_its_end(void **unused) {
    (void)unused;
    static TableSettings settings;
    talk_settings("ultimate", "target=0", 4, &settings);
    strcpy(settings.fill, "easy");
    talk_open_with(&talk, &settings);
    talk_sit(&talk, "A");
    done(talk_start(&talk));
    done(talk_simple(&talk, 'A', WISH_STAND));
    talk_wait(&talk, INT64_C(4) * 3600 * 1000);
    assert_int_equal(talk.table.stage, TABLE_GATHERING);
    assert_int_equal(talk_board(&talk)->phase, PHASE_OVER);
}

static void a_table_starts_by_itself(void **unused) {
    (void)unused;
    static TableSettings settings;
    talk_settings("official", NULL, 3, &settings);
    strcpy(settings.fill, "easy");
    settings.starts_alone = true;
    talk_open_with(&talk, &settings);
    assert_true(table_due(&talk.table) == INT64_MAX);
    done(talk_simple(&talk, 'A', WISH_SIT));
    assert_true(table_due(&talk.table) == INT64_MAX); /* she is not ready */
    done(talk_simple(&talk, 'A', WISH_READY));
    assert_int_equal(table_due(&talk.table), talk.now_ms + TABLE_FILL_MS);
    assert_false(table_wants_start(&talk.table, talk.now_ms + TABLE_FILL_MS - 1));
    assert_true(table_wants_start(&talk.table, talk.now_ms + TABLE_FILL_MS));
    talk_sit(&talk, "BC"); /* now all seats are taken */
    assert_false(table_wants_start(&talk.table, talk.now_ms + TABLE_COMMIT_MS - 1));
    assert_true(table_wants_start(&talk.table, talk.now_ms + TABLE_COMMIT_MS));
    for (char person = 'A'; person <= 'C'; person++) done(talk_commit(&talk, person));
    assert_true(table_wants_start(&talk.table, talk.now_ms)); /* and there is nothing more to wait for */
}

/* ---- another game ---- */

/* A is about to win with its last card. */
#define A_WINS \
    "phase turn\nplayers 3\ndeals 1\nturn A\ndealer C\nturns 9\ndirection 1\ncolour R\ntop R5\n" \
    "hand A R1\nhand B G1 G2 G3\nhand C Y1 Y2 Y3\n"

static void after_a_game_everybody_is_asked_anew(void **unused) {
    (void)unused;
    talk_open(&talk, "official", "target=0", 3);
    talk_sit(&talk, "ABC");
    done(talk_start(&talk));
    Seed first = talk.table.commitment;
    talk_place(&talk, A_WINS);
    done(talk_do(&talk, 'A', "R1"));
    assert_int_equal(talk.table.stage, TABLE_GATHERING);
    assert_true(talk.table.has_secret && !fair_equal(&first, &talk.table.commitment));
    for (unsigned seat = 0; seat < 3; seat++)
        assert_false(talk.table.seat[seat].ready || talk.table.seat[seat].part.committed);
    refused(talk_do(&talk, 'B', "G1"), not_playing);
    refused(talk_start(&talk), not_ready);
    done(talk_simple(&talk, 'B', WISH_READY));
    done(talk_simple(&talk, 'C', WISH_READY));
    done(talk_start(&talk));
    assert_int_equal(talk.table.games, 2);
    assert_int_equal(talk.table.steps, 0);
}

static void who_left_makes_room_at_the_next_game(void **unused) {
    (void)unused;
    talk_open(&talk, "official", "target=0", 3);
    talk_sit(&talk, "ABC");
    done(talk_start(&talk));
    talk_place(&talk, A_WINS);
    done(talk_simple(&talk, 'B', WISH_STAND));
    assert_true(talk.table.seat[1].left);
    done(talk_do(&talk, 'A', "R1"));
    assert_string_equal(name_at('B'), "Ben"); /* on the score sheet */
    done(talk_seat(&talk, 'D', WISH_SIT, 'B'));
    assert_string_equal(name_at('B'), "Dan");
    assert_false(talk.table.seat[1].left);
}

static void every_part_of_the_chance_is_in_the_record(void **unused) {
    (void)unused;
    Record record;
    RecordReport report;
    RecordError error;
    talk_open(&talk, "official", "target=0", 3);
    talk_sit(&talk, "AC");
    done(talk_simple(&talk, 'B', WISH_SIT));
    done(talk_commit(&talk, 'B'));
    done(talk_start(&talk));
    done(talk_reveal(&talk, 'B'));
    done(talk_wish(&talk, 'A', (Wish){.kind = WISH_VOTE, .vote = VOTE_KICK, .seat = 2}));
    done(talk_wish(&talk, 'C', (Wish){.kind = WISH_VOTE, .yes = true}));
    assert_int_equal(kind_of('C'), 'b'); /* what Ben has added counts all the same */
    done(talk_wish(&talk, 'A', (Wish){.kind = WISH_VOTE, .vote = VOTE_END, .seat = NO_SEAT}));
    done(talk_wish(&talk, 'C', (Wish){.kind = WISH_VOTE, .yes = true}));
    assert_int_equal(talk.table.stage, TABLE_GATHERING);
    assert_true(table_record(&talk.table, &record));
    Seat ben = 2; /* on the third chair */
    for (unsigned seat = 0; seat < 3; seat++) assert_int_equal(record.chance.part[seat].added, seat == ben);
    Seed seed = talk_seed('B');
    assert_true(fair_equal(&record.chance.part[ben].seed, &seed));
    if (!record_verify(&record, &report, &error)) fail_msg("%s", error.text);
    assert_int_equal(report.proof, PROOF_HOLDS);
    record_free(&record);
}

/* ---- waiting for a seat ---- */

/* B's last card ends the deal, not the match. */
#define B_WINS_A_DEAL \
    "phase turn\nplayers 2\ndeals 1\nturn B\ndealer A\nturns 9\ndirection 1\ncolour R\ntop R5\n" \
    "hand A G1 G2 G3\nhand B R1\n"

static void who_waits_takes_a_bots_place_at_the_next_deal(void **unused) {
    (void)unused;
    static TableSettings settings;
    talk_settings("official", "target=500", 2, &settings);
    strcpy(settings.fill, "greedy");
    talk_open_with(&talk, &settings);
    talk_sit(&talk, "A");
    done(talk_start(&talk));
    talk_place(&talk, B_WINS_A_DEAL);
    done(talk_simple(&talk, 'C', WISH_WAIT));
    refused(talk_simple(&talk, 'C', WISH_WAIT), waiting_already);
    refused(talk_simple(&talk, 'A', WISH_WAIT), seated_already);
    done(talk_simple(&talk, 'D', WISH_WAIT));
    done(talk_wish(&talk, 'D', (Wish){.kind = WISH_WAIT}));
    assert_int_equal(kind_of('B'), 'b');
    talk_wait(&talk, settings.pace_ms); /* the bot wins the deal */
    assert_int_equal(talk_board(&talk)->phase, PHASE_DEAL);
    assert_int_equal(kind_of('B'), 'p');
    assert_string_equal(name_at('B'), "Cleo");
    assert_int_equal(talk.table.waiting_count, 0);
    talk_wait(&talk, TABLE_DEAL_PACES * settings.pace_ms); /* nobody need press a key */
    assert_int_equal(talk_board(&talk)->phase, PHASE_TURN);
    assert_int_equal(talk_board(&talk)->deals, 2);
    assert_null(talk.table.brain[1]);
}

static void who_waits_gets_a_seat_at_the_next_game(void **unused) {
    (void)unused;
    talk_open(&talk, "official", "target=0", 3);
    talk_sit(&talk, "AB");
    done(talk_wish(&talk, 'A', (Wish){.kind = WISH_SEAT_BOT, .seat = 2, .name = "easy"}));
    done(talk_start(&talk));
    talk_place(&talk, A_WINS);
    done(talk_simple(&talk, 'D', WISH_WAIT));
    assert_int_equal(talk.table.waiting_count, 1);
    done(talk_do(&talk, 'A', "R1"));
    assert_string_equal(name_at('C'), "Dan");
    assert_false(talk.table.seat[2].ready);
}

static void the_queue_has_an_end(void **unused) {
    (void)unused;
    talk_open(&talk, "official", NULL, 2);
    talk_sit(&talk, "AB");
    done(talk_start(&talk));
    for (char person = 'a'; person < 'a' + TABLE_WAITING_MAX; person++) done(talk_simple(&talk, person, WISH_WAIT));
    refused(talk_simple(&talk, 'z', WISH_WAIT), no_queue);
    refused(talk_wish(&talk, 'z', (Wish){.kind = WISH_WAIT}), not_seated);
}

/* ---- leaving for a while ---- */

static void who_stands_up_is_played_for_until_back(void **unused) {
    (void)unused;
    talk_three_at_official(&talk);
    done(talk_simple(&talk, 'A', WISH_STAND));
    assert_int_equal(host(), 'B');
    refused(talk_do(&talk, 'A', "R1"), not_seated);
    talk_wait(&talk, talk.table.settings.pace_ms);
    assert_int_equal(talk.acts, 1);
    assert_int_equal(talk.table.step[0].how, HOW_CLOCK);
    done(talk_simple(&talk, 'A', WISH_BACK));
    assert_null(talk.table.brain[0]);
    refused(talk_simple(&talk, 'A', WISH_BACK), seated_already);
    assert_int_equal(host(), 'B');
}

/* ---- truth and dare ---- */

/* Plays a split game by chance until there is a truth or dare to be asked. */
static bool find_truth(uint64_t *chance, Seat *seat, Action *out) {
    Action list[ACTIONS_MAX];
    for (unsigned tries = 0; tries < 4000 && talk.table.stage == TABLE_PLAYING; tries++) {
        *seat = mask_first(board_awaited(talk_rules(&talk), talk_board(&talk)));
        unsigned count = game_actions(talk_rules(&talk), &talk.table.game, *seat, list);
        for (unsigned i = 0; i < count; i++)
            if (action_kind(list[i]) == ACT_PLAY && action_card(list[i]) == FACE_TRUTH) return *out = list[i], true;
        Wish wish = {.kind = WISH_ACT, .action = list[random_below(chance, count)], .seen = talk.table.seq};
        done(talk_wish(&talk, (char)('A' + *seat), wish));
    }
    return false;
}

static void a_truth_comes_with_words(void **unused) {
    (void)unused;
    uint64_t chance = 3;
    Seat seat;
    Action action;
    talk_open(&talk, "split-v3", NULL, 3);
    talk_sit(&talk, "ABC");
    do {
        if (talk.table.stage == TABLE_GATHERING && talk.games)
            for (char person = 'A'; person <= 'C'; person++) done(talk_simple(&talk, person, WISH_READY));
        done(talk_start(&talk));
    } while (!find_truth(&chance, &seat, &action));
    refused(talk_wish(&talk, (char)('A' + seat), (Wish){.kind = WISH_TELL, .words = "Too early"}), nothing_to_tell);
    Wish ask = {.kind = WISH_ACT, .action = action, .seen = talk.table.seq, .words = "Who, me?"};
    done(talk_wish(&talk, (char)('A' + seat), ask));
    assert_non_null(strstr(talk.text, ", Who, me?"));
    assert_string_equal(talk.table.prompt, "Who, me?");
    done(talk_wish(&talk, (char)('A' + seat), (Wish){.kind = WISH_TELL, .words = "Where were you?"}));
    assert_string_equal(talk.table.prompt, "Where were you?");
    char target = (char)('A' + talk_board(&talk)->split.target);
    done(talk_wish(&talk, target, (Wish){.kind = WISH_TELL, .words = "Here"}));
    assert_string_equal(talk.table.reply, "Here");
    refused(talk_wish(&talk, 'J', (Wish){.kind = WISH_TELL, .words = "Me too"}), not_seated);
}

/* ---- settings and the end ---- */

static void other_settings_are_the_hosts_between_games(void **unused) {
    (void)unused;
    static TableSettings settings;
    talk_open(&talk, "official", "target=0", 4);
    talk_sit(&talk, "ABC");
    talk_settings("split-duel", NULL, 2, &settings);
    refused(talk_wish(&talk, 'B', (Wish){.kind = WISH_SET, .settings = &settings}), not_host);
    done(talk_wish(&talk, 'A', (Wish){.kind = WISH_SET, .settings = &settings}));
    assert_false(talk.table.seat[0].ready);
    assert_int_equal(kind_of('C'), 'f'); /* there is no third seat any more */
    assert_int_equal(talk.table.game_id, 0);
    settings.seats = 5;
    refused(talk_wish(&talk, 'A', (Wish){.kind = WISH_SET, .settings = &settings}), bad_settings);
    assert_true(strlen(talk.said.fault.words) > 10);
    done(talk_simple(&talk, 'B', WISH_READY));
    done(talk_start(&talk));
    settings.seats = 2;
    settings.think_s = 7;
    refused(talk_wish(&talk, 'A', (Wish){.kind = WISH_SET, .settings = &settings}), not_gathering);
}

static void what_does_not_touch_the_game_can_be_set_at_any_time(void **unused) {
    (void)unused;
    static TableSettings settings;
    talk_three_at_official(&talk);
    settings = talk.table.settings;
    strcpy(settings.title, "Friday");
    settings.chat = false;
    settings.is_public = true;
    refused(talk_wish(&talk, 'B', (Wish){.kind = WISH_SET, .settings = &settings}), not_host);
    done(talk_wish(&talk, 'A', (Wish){.kind = WISH_SET, .settings = &settings}));
    assert_string_equal(talk.table.settings.title, "Friday");
    assert_false(talk.table.settings.chat);
    assert_int_equal(talk.table.stage, TABLE_PLAYING);
    assert_true(talk.table.game_id != 0);
    done(talk_do(&talk, 'A', "R1"));
}

static void a_bot_that_cannot_play_other_rules_is_replaced(void **unused) {
    (void)unused;
    static TableSettings settings;
    talk_open(&talk, "split-v3", NULL, 2);
    talk_sit(&talk, "A");
    done(talk_wish(&talk, 'A', (Wish){.kind = WISH_SEAT_BOT, .seat = 1, .name = "nemesis"}));
    talk_settings("official", "target=0", 2, &settings);
    done(talk_wish(&talk, 'A', (Wish){.kind = WISH_SET, .settings = &settings}));
    done(talk_start(&talk));
    assert_ptr_equal(talk.table.brain[1]->kind, &bot_greedy);
}

static void a_closed_table_is_closed(void **unused) {
    (void)unused;
    talk_three_at_official(&talk);
    refused(talk_simple(&talk, 'B', WISH_CLOSE), not_host);
    done(talk_simple(&talk, 'A', WISH_CLOSE));
    assert_int_equal(talk.table.stage, TABLE_CLOSED);
    assert_true(table_due(&talk.table) == INT64_MAX);
    refused(talk_do(&talk, 'A', "R1"), closed);
    refused(talk_simple(&talk, 'D', WISH_SIT), closed);
    refused(talk_simple(&talk, 'A', WISH_CLOSE), closed);
}

static void every_refusal_tells_what_to_do(void **unused) {
    (void)unused;
    talk_three_at_official(&talk);
    for (Refusal refusal = REFUSAL_held; refusal < REFUSALS; refusal++) {
        assert_true(strlen(refusal_code(refusal)) > 1);
        assert_true(strlen(refusal_sentence(refusal)) > 10);
    }
}

#define TEST(name) cmocka_unit_test_teardown(name, leave)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(the_first_to_sit_is_the_host),
        TEST(the_host_hands_over_and_goes),
        TEST(a_program_is_host_only_alone),
        TEST(who_was_cleared_cannot_come_back),
        TEST(bots_are_the_hosts_to_seat),
        TEST(all_but_the_host_must_be_ready),
        TEST(free_seats_close_up_at_the_start),
        TEST(bots_fill_the_rest),
        TEST(bots_alone_play_a_game_to_its_end),
        TEST(a_table_starts_by_itself),
        TEST(after_a_game_everybody_is_asked_anew),
        TEST(who_left_makes_room_at_the_next_game),
        TEST(every_part_of_the_chance_is_in_the_record),
        TEST(who_waits_takes_a_bots_place_at_the_next_deal),
        TEST(who_waits_gets_a_seat_at_the_next_game),
        TEST(the_queue_has_an_end),
        TEST(who_stands_up_is_played_for_until_back),
        TEST(a_truth_comes_with_words),
        TEST(other_settings_are_the_hosts_between_games),
        TEST(what_does_not_touch_the_game_can_be_set_at_any_time),
        TEST(a_bot_that_cannot_play_other_rules_is_replaced),
        TEST(a_closed_table_is_closed),
        TEST(every_refusal_tells_what_to_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
