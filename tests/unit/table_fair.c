/* table_fair.c -- fair deals at a table: commitments, the seal, seeds that are revealed,
 * late or false ones, who leaves meanwhile; and an operator who would like to choose. */
#include "../table_talk.h"

static Talk talk;

static int leave(void **unused) {
    (void)unused;
    talk_close(&talk);
    return 0;
}

static int64_t sealed_at;

/* A, B and C have committed, and the table is sealed. */
static void seal_three(void) {
    talk_open(&talk, "official", "target=0", 4);
    for (char person = 'A'; person <= 'C'; person++) {
        done(talk_simple(&talk, person, WISH_SIT));
        done(talk_commit(&talk, person));
    }
    sealed_at = talk.now_ms;
    done(talk_start(&talk));
    assert_true(talk.table.sealed);
    assert_int_equal(talk.table.stage, TABLE_GATHERING);
    assert_int_equal(talk.table.players, 3);
}

static void expect_parts(SeatMask committed, SeatMask revealed) {
    Record record;
    RecordReport report;
    RecordError error;
    assert_int_equal(talk.table.stage, TABLE_PLAYING);
    assert_true(table_record(&talk.table, &record));
    for (unsigned seat = 0; seat < record.players; seat++) {
        assert_int_equal(record.chance.part[seat].committed, committed >> seat & 1);
        assert_int_equal(record.chance.part[seat].added, revealed >> seat & 1);
    }
    record.chance.has_secret = true; /* as if it were over */
    record.chance.secret = talk.table.spent_secret;
    if (!record_verify(&record, &report, &error)) fail_msg("%s", error.text);
    assert_int_equal(report.proof, PROOF_HOLDS);
    Seed seed;
    assert_true(record_seed(&record, &seed) && fair_equal(&seed, &talk.table.seed));
    record_free(&record);
}

/* ---- the way it should go ---- */

static void all_reveal_and_the_cards_are_dealt(void **unused) {
    (void)unused;
    seal_three();
    done(talk_reveal(&talk, 'B'));
    done(talk_reveal(&talk, 'A'));
    assert_int_equal(talk.table.stage, TABLE_GATHERING);
    assert_int_equal(table_unrevealed(&talk.table), 4);
    done(talk_reveal(&talk, 'C'));
    assert_int_equal(talk.now_ms, sealed_at);
    expect_parts(7, 7);
}

static void without_commitments_the_start_follows_at_once(void **unused) {
    (void)unused;
    talk_open(&talk, "official", "target=0", 2);
    talk_sit(&talk, "AB");
    done(talk_start(&talk));
    expect_parts(0, 0);
}

static void only_who_committed_is_waited_for(void **unused) {
    (void)unused;
    talk_open(&talk, "official", "target=0", 2);
    talk_sit(&talk, "AB");
    done(talk_commit(&talk, 'B')); /* and now with a commitment */
    done(talk_start(&talk));
    assert_int_equal(table_unrevealed(&talk.table), 2);
    done(talk_reveal(&talk, 'B'));
    expect_parts(2, 2);
}

static void the_commitments_move_with_their_seats(void **unused) {
    (void)unused;
    talk_open(&talk, "official", "target=0", 6);
    done(talk_seat(&talk, 'A', WISH_SIT, 'E'));
    done(talk_seat(&talk, 'B', WISH_SIT, 'B'));
    done(talk_simple(&talk, 'B', WISH_READY));
    done(talk_commit(&talk, 'A'));
    done(talk_start(&talk));
    assert_int_equal(table_unrevealed(&talk.table), 2); /* Ada's is the second seat now */
    done(talk_reveal(&talk, 'A'));
    expect_parts(2, 2);
}

/* ---- who does not reveal ---- */

static void after_a_while_the_commitment_counts(void **unused) {
    (void)unused;
    seal_three();
    done(talk_reveal(&talk, 'A'));
    assert_int_equal(table_due(&talk.table), sealed_at + TABLE_REVEAL_MS);
    talk_wait(&talk, TABLE_REVEAL_MS - 1);
    assert_int_equal(talk.table.stage, TABLE_GATHERING);
    talk_wait(&talk, 1);
    expect_parts(7, 1);
    refused(talk_reveal(&talk, 'B'), nothing_to_reveal); /* too late */
    expect_parts(7, 1);
}

static void another_seed_is_refused(void **unused) {
    (void)unused;
    seal_three();
    refused(talk_wish(&talk, 'A', (Wish){.kind = WISH_REVEAL, .seed = talk_seed('X')}), bad_reveal);
    assert_int_equal(table_unrevealed(&talk.table), 7);
    done(talk_reveal(&talk, 'A'));
    refused(talk_reveal(&talk, 'A'), nothing_to_reveal); /* once is enough */
    refused(talk_reveal(&talk, 'D'), not_seated);
}

static void nothing_is_revealed_before_the_seal(void **unused) {
    (void)unused;
    talk_open(&talk, "official", "target=0", 2);
    talk_sit(&talk, "AB");
    done(talk_commit(&talk, 'A'));
    refused(talk_reveal(&talk, 'A'), nothing_to_reveal);
    done(talk_start(&talk));
    refused(talk_reveal(&talk, 'B'), nothing_to_reveal); /* he has not committed */
}

/* ---- what is settled stays so ---- */

static void nothing_changes_behind_the_seal(void **unused) {
    (void)unused;
    static TableSettings settings;
    seal_three();
    settings = talk.table.settings;
    settings.seats = 6;
    uint64_t seq = talk.table.seq;
    refused(talk_simple(&talk, 'D', WISH_SIT), sealed);
    refused(talk_simple(&talk, 'A', WISH_READY), sealed);
    refused(talk_commit(&talk, 'B'), sealed);
    refused(talk_wish(&talk, 'C', (Wish){.kind = WISH_READY}), sealed);
    refused(talk_wish(&talk, 'A', (Wish){.kind = WISH_SEAT_BOT, .seat = NO_SEAT, .name = "easy"}), sealed);
    refused(talk_seat(&talk, 'A', WISH_CLEAR, 'B'), sealed);
    refused(talk_wish(&talk, 'A', (Wish){.kind = WISH_SET, .settings = &settings}), sealed);
    refused(talk_start(&talk), sealed);
    assert_int_equal(talk.table.seq, seq);
    done(talk_simple(&talk, 'D', WISH_WAIT)); /* takes no seat before the deal */
    assert_int_equal(table_seat_of(&talk.table, talk_user('D')), NO_SEAT);
}

static void who_stands_up_meanwhile_is_played_for(void **unused) {
    (void)unused;
    seal_three();
    done(talk_reveal(&talk, 'A'));
    done(talk_reveal(&talk, 'C'));
    done(talk_simple(&talk, 'B', WISH_STAND)); /* nobody waits for this seed any more */
    expect_parts(7, 5);
    assert_true(talk.table.seat[1].left);
    assert_non_null(talk.table.brain[1]);
    assert_int_equal(talk.table.players, 3);
    done(talk_simple(&talk, 'B', WISH_BACK));
    assert_null(talk.table.brain[1]);
}

static void the_last_game_is_shown_on_where_the_seats_are_the_same(void **unused) {
    (void)unused;
    static const char a_wins[] = "phase turn\nplayers 3\ndeals 1\nturn A\ndealer C\nturns 9\ndirection 1\ncolour R\n"
                                 "top R5\nhand A R1\nhand B G1 G2 G3\nhand C Y1 Y2 Y3\n";
    for (unsigned one_goes = 0; one_goes < 2; one_goes++) {
        if (one_goes) talk_close(&talk);
        talk_open(&talk, "official", "target=0", 3);
        talk_sit(&talk, "ABC");
        done(talk_start(&talk));
        talk_place(&talk, a_wins);
        done(talk_do(&talk, 'A', "R1"));
        if (one_goes) done(talk_simple(&talk, 'B', WISH_STAND));
        else done(talk_commit(&talk, 'B'));
        done(talk_commit(&talk, 'C'));
        done(talk_start(&talk));
        assert_true(talk.table.sealed);
        assert_int_equal(talk.table.game_id, one_goes ? 0 : 1);
        assert_int_equal(table_seats(&talk.table), one_goes ? 2 : 3);
    }
}

static void other_rules_ask_for_another_commitment(void **unused) {
    (void)unused;
    static TableSettings settings;
    talk_open(&talk, "official", NULL, 2);
    talk_sit(&talk, "AB");
    done(talk_commit(&talk, 'B'));
    talk_settings("official", "target=0", 2, &settings);
    done(talk_wish(&talk, 'A', (Wish){.kind = WISH_SET, .settings = &settings}));
    assert_false(talk.table.seat[1].ready || talk.table.seat[1].part.committed);
}

/* ---- crashes ---- */

/* The second table of the talk is folded out of the log after every entry; here it goes on alone. */
static void a_table_read_from_its_log_goes_on(void **unused) {
    (void)unused;
    LogEntry entry;
    seal_three();
    done(talk_reveal(&talk, 'A'));
    Table *folded = &talk.folded;
    assert_int_equal(table_due(folded), sealed_at + TABLE_REVEAL_MS);
    assert_false(table_elapse(folded, sealed_at + TABLE_REVEAL_MS - 1, &entry));
    assert_true(table_elapse(folded, sealed_at + TABLE_REVEAL_MS, &entry));
    assert_int_equal(entry.kind, LOG_start);
    assert_true(table_apply(folded, &entry));
    assert_int_equal(folded->game_id, talk.games);
    assert_string_equal(folded->date, "2026-11-16 12:30");
}

/* ---- logs of before ---- */

static void enter_line(const char *text) {
    LogEntry entry;
    char why[200] = "";
    if (!log_entry_parse(talk_rules(&talk), text, strlen(text), &entry, &talk.settings, why, sizeof why))
        fail_msg("'%s': %s", text, why);
    entry.seq = talk.table.seq + 1;
    entry.at_ms = talk.now_ms;
    talk_enter(&talk, &entry);
}

#define OLD_SEED "0707070707070707070707070707070707070707070707070707070707070707"

static void an_old_log_is_read_as_it_was_meant(void **unused) {
    (void)unused;
    Seed expected;
    FairPart parts[2] = {{.added = true}, {.added = true}};
    memset(&parts[1].seed, 7, sizeof parts[1].seed);
    talk_open(&talk, "official", "target=0", 2);
    done(talk_simple(&talk, 'A', WISH_SIT));
    done(talk_simple(&talk, 'B', WISH_SIT));
    enter_line("ready A 0000000000000000000000000000000000000000000000000000000000000000");
    enter_line("ready B " OLD_SEED);
    fair_seed(FAIR_OPEN, &talk.table.secret, parts, 2, &expected);
    enter_line("start 0000000000000001 2026-11-16 12:30");
    assert_true(fair_equal(&expected, &talk.table.seed));
}

/* Said to an older server, which stopped before the start: it is known to all, and does not count. */
static void an_old_seed_does_not_count_in_a_new_deal(void **unused) {
    (void)unused;
    talk_open(&talk, "official", "target=0", 2);
    talk_sit(&talk, "AB");
    enter_line("ready B " OLD_SEED);
    done(talk_start(&talk));
    expect_parts(0, 0);
}

/* ---- an operator with a seat ---- */

/* The hand that a seat would get. */
static Cards hand_of(const Seed *secret, const FairPart *parts, Seat seat) {
    Seed seed;
    Game game;
    Witness witness;
    witness_init(&witness);
    fair_seed(FAIR_COMMITTED, secret, parts, 3, &seed);
    game_init(talk_rules(&talk), &game, 3, &seed, NULL, &witness);
    return game.own[seat].hand;
}

static unsigned wilds(const Cards *hand) { return cards_total_of(hand, talk_rules(&talk)->wilds); }

/* The best of many seeds, for somebody who knows the server's secret and all that the table holds. */
static unsigned choose_seed(FairPart parts[3], Seat seat) {
    FairPart best = parts[seat];
    unsigned most = 0;
    for (unsigned i = 0; i < 3000; i++) {
        Seed seed = {{(uint8_t)i, (uint8_t)(i >> 8), 42}};
        parts[seat] = (FairPart){.committed = true, .added = true, .seed = seed};
        fair_commit(&seed, &parts[seat].commit);
        Cards hand = hand_of(&talk.table.secret, parts, seat);
        if (wilds(&hand) <= most) continue;
        most = wilds(&hand);
        best = parts[seat];
    }
    parts[seat] = best;
    return most;
}

/* Ready last, with the secret in hand: what was chosen is not what is dealt, as the others' seeds are not known before
 * the own one is fixed. */
static void an_operator_cannot_choose_before_the_seal(void **unused) {
    (void)unused;
    talk_open(&talk, "official", "target=0", 3);
    for (char person = 'A'; person <= 'C'; person++) done(talk_simple(&talk, person, WISH_SIT));
    done(talk_commit(&talk, 'A'));
    done(talk_commit(&talk, 'B'));
    FairPart parts[3];
    for (unsigned seat = 0; seat < 3; seat++) {
        parts[seat] = talk.table.seat[seat].part;
        Seed nothing = {{0}};
        assert_true(fair_equal(&parts[seat].seed, &nothing)); /* the table itself does not know them */
    }
    assert_true(choose_seed(parts, 2) >= 4); /* it looks so good */
    Cards wanted = hand_of(&talk.table.secret, parts, 2);
    Wish ready = {.kind = WISH_READY, .yes = true, .has_seed = true, .seed = parts[2].commit};
    done(talk_wish(&talk, 'C', ready));
    done(talk_start(&talk));
    done(talk_reveal(&talk, 'A'));
    done(talk_reveal(&talk, 'B'));
    done(talk_wish(&talk, 'C', (Wish){.kind = WISH_REVEAL, .seed = parts[2].seed}));
    expect_parts(7, 7);
    assert_false(cards_equal(&wanted, &talk.table.game.own[2].hand));
}

/* Once the others have revealed, all that is left is to reveal or not: two deals, no more. */
static void after_the_seal_there_are_two_deals_to_choose_from(void **unused) {
    (void)unused;
    seal_three();
    done(talk_reveal(&talk, 'A'));
    done(talk_reveal(&talk, 'B'));
    FairPart parts[3];
    for (unsigned seat = 0; seat < 3; seat++) parts[seat] = talk.table.seat[seat].part;
    FairPart own = parts[2];
    Seed secret = talk.table.secret;
    assert_true(choose_seed(parts, 2) >= 4);
    Wish late = {.kind = WISH_REVEAL, .seed = parts[2].seed};
    refused(talk_wish(&talk, 'C', late), bad_reveal);
    late = (Wish){.kind = WISH_READY, .yes = true, .has_seed = true, .seed = parts[2].commit};
    refused(talk_wish(&talk, 'C', late), sealed);
    parts[2] = own; /* as if not revealed */
    Cards without = hand_of(&secret, parts, 2);
    talk_wait(&talk, TABLE_REVEAL_MS);
    expect_parts(7, 3);
    assert_true(cards_equal(&without, &talk.table.game.own[2].hand));
}

#define TEST(name) cmocka_unit_test_teardown(name, leave)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(all_reveal_and_the_cards_are_dealt),        TEST(without_commitments_the_start_follows_at_once),
        TEST(only_who_committed_is_waited_for),          TEST(the_commitments_move_with_their_seats),
        TEST(after_a_while_the_commitment_counts),       TEST(another_seed_is_refused),
        TEST(nothing_is_revealed_before_the_seal),       TEST(nothing_changes_behind_the_seal),
        TEST(who_stands_up_meanwhile_is_played_for),     TEST(the_last_game_is_shown_on_where_the_seats_are_the_same),
        TEST(other_rules_ask_for_another_commitment),    TEST(a_table_read_from_its_log_goes_on),
        TEST(an_old_log_is_read_as_it_was_meant),        TEST(an_old_seed_does_not_count_in_a_new_deal),
        TEST(an_operator_cannot_choose_before_the_seal), TEST(after_the_seal_there_are_two_deals_to_choose_from),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
