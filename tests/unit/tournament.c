/* Tournaments: what scenarios cannot say. Two organisers at once, the clock, lots that everybody can draw again, cards
 * given for a duel, exports of hostile names, files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/game.h"
#include "ruleset/ruleset.h"
#include "store/tourney_file.h"
#include "tournament/export.h"

#define SEED_TEXT "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"

static TourneyAnswer answer;

static void enter(Tourney *tourney, const char *line) {
    if (!tourney_enter(tourney, line, SEEN_NOT_ASKED, NULL, &answer)) fail_msg("%s: %s", line, answer.why);
}

static void begin(Tourney *tourney, const char *settings, unsigned players) {
    char line[200];
    tourney_init(tourney);
    enter(tourney, settings);
    for (unsigned i = 1; i <= players; i++) {
        snprintf(line, sizeof line, "enter P%u", i);
        enter(tourney, line);
    }
    enter(tourney, "start");
}

/* Two type at once: of the same game only the first counts; different games are no matter. */
static void test_two_organisers(void **state) {
    Tourney t;
    (void)state;
    begin(&t, "new swiss rounds 2 tie none", 4);
    enter(&t, "round 1");
    uint32_t seen = t.seq;
    assert_true(tourney_enter(&t, "result 1 P1 P3", seen, NULL, &answer));
    assert_true(tourney_enter(&t, "result 2 P2 P4", seen, NULL, &answer));
    assert_false(tourney_enter(&t, "result 1 P3 P1", seen, NULL, &answer));
    assert_int_equal(answer.refusal, TOURNEY_REFUSAL_moved_on);
    assert_non_null(strstr(answer.why, "Nothing was changed"));
    seen = t.seq;
    assert_true(tourney_enter(&t, "correct 1 P3 P1", seen, NULL, &answer));
    assert_false(tourney_enter(&t, "correct 1 P1 P3", seen, NULL, &answer));
    assert_int_equal(answer.refusal, TOURNEY_REFUSAL_moved_on);
    assert_true(tourney_enter(&t, "round 2", t.seq, NULL, &answer));
    assert_false(tourney_enter(&t, "round 2", t.seq - 1, NULL, &answer));
    assert_false(tourney_enter(&t, "undo 3", t.seq - 1, NULL, &answer));
    tourney_free(&t);
}

static void test_clock(void **state) {
    Tourney t;
    (void)state;
    tourney_init(&t);
    enter(&t, "new arena minutes 10 tie none");
    enter(&t, "enter A");
    enter(&t, "enter B");
    assert_false(tourney_due(&t, 5000));
    enter(&t, "@1000 start");
    assert_false(tourney_due(&t, 1599));
    assert_true(tourney_due(&t, 1600));
    enter(&t, "finish");
    assert_false(tourney_due(&t, 5000));
    tourney_free(&t);
}

/* The lot of entrant n: numbers 3n-3 to 3n-1 of the key stream, most significant first. */
static void test_lots(void **state) {
    Tourney t;
    TourneyRow rows[5];
    Seed seed;
    Rng rng;
    (void)state;
    begin(&t, "new swiss rounds 1 tie lot seed " SEED_TEXT, 5);
    for (unsigned i = 0; i < SEED_BYTES; i++) seed.bytes[i] = (uint8_t)i;
    rng_init(&rng, &seed);
    int64_t lot[6];
    for (unsigned i = 1; i <= 5; i++) {
        lot[i] = 0;
        for (unsigned k = 0; k < 3; k++) lot[i] = lot[i] << 16 | rng_next(&rng);
    }
    assert_int_equal(tourney_standings(&t, rows), 5);
    for (unsigned i = 0; i < 5; i++) {
        assert_int_equal(rows[i].broken[0], lot[rows[i].who]);
        assert_int_equal(rows[i].place, i + 1);
        if (i) assert_true(rows[i - 1].broken[0] > rows[i].broken[0]);
    }
    tourney_free(&t);
}

/* H107: the card is in the hand, and out of the deck: 32 in all. */
static void test_given_card(void **state) {
    static Ruleset ruleset;
    static Game game, before;
    RulesetError error;
    Seed seed = {{7}};
    (void)state;
    assert_true(ruleset_load("split-tournament", &ruleset, &error));
    game_init(&ruleset.rules, &game, 2, &seed, NULL, NULL);
    unsigned deck = cards_total(&game.actions);
    assert_int_equal(deck, 32);
    before = game;
    assert_false(game_give_action(&ruleset.rules, &game, 0, FACE_TRUTH)); /* D28: there is none */
    assert_false(game_give_action(&ruleset.rules, &game, 0, NO_FACE));
    assert_false(game_give_action(&ruleset.rules, &game, 2, FACE_WILD4));
    assert_memory_equal(&game, &before, sizeof game);
    assert_true(game_give_action(&ruleset.rules, &game, 1, FACE_WILD4));
    assert_int_equal(game.board.actions[1], 1);
    assert_int_equal(game.board.actions[0], 0);
    assert_true(cards_has(&game.own[1].hand, FACE_WILD4));
    assert_int_equal(cards_total(&game.actions), deck - 1);
    assert_int_equal(game.board.split.actions_left, deck - 1);
    assert_int_equal(game.board.split.steps, before.board.split.steps);
    assert_int_equal(game.board.phase, PHASE_WINDOW); /* it may be played at once */
}

/* ---- exports ---- */

typedef struct {
    char text[1 << 16];
    size_t used;
} Sink;

static void put(void *sink, const char *text) {
    Sink *to = sink;
    size_t bytes = strlen(text);
    if (to->used + bytes < sizeof to->text) memcpy(to->text + to->used, text, bytes + 1), to->used += bytes;
}

static void test_hostile_names(void **state) {
    static Sink sink;
    Tourney t;
    Printer printer = {put, &sink};
    (void)state;
    tourney_init(&t);
    enter(&t, "new robin tie none");
    enter(&t, "enter \"<script>&\"");
    enter(&t, "enter \"=1+1\"");
    enter(&t, "start");
    enter(&t, "round 1");
    for (TourneyFormat format = TOURNEY_TEXT; format < TOURNEY_FORMATS; format++) {
        sink.used = 0;
        assert_true(tourney_export(&t, format, &printer));
        assert_true(sink.used > 10);
        if (format == TOURNEY_SVG || format == TOURNEY_HTML) {
            assert_null(strstr(sink.text, "<script>"));
            assert_non_null(strstr(sink.text, "&lt;script&gt;&amp;"));
        }
        if (format == TOURNEY_CSV) assert_non_null(strstr(sink.text, "\"'=1+1\""));
    }
    tourney_free(&t);
}

/* ---- files ---- */

static void apply(TourneyFile *file, const char *line) {
    TourneyEntry entry;
    TourneySettings settings;
    if (!tourney_parse(&file->tourney, line, &entry, &settings, &answer) ||
        !tourney_file_apply(file, &entry, SEEN_NOT_ASKED, &answer))
        fail_msg("%s: %s", line, answer.why);
}

static void test_file(void **state) {
    char path[] = "/tmp/uno-tourney-XXXXXX", trouble[1000];
    static TourneyFile file, other;
    (void)state;
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_true(tourney_file_open(&file, path, true, trouble, sizeof trouble));
    apply(&file, "new robin tie none");
    apply(&file, "enter Ada");
    apply(&file, "enter Ben");
    assert_false(tourney_file_open(&other, path, true, trouble, sizeof trouble));
    assert_non_null(strstr(trouble, "is open in another tournament"));
    assert_true(tourney_file_open(&other, path, false, trouble, sizeof trouble));
    assert_int_equal(other.tourney.entries, 3);
    tourney_file_close(&other);
    tourney_file_close(&file);
    assert_true(write(fd, "", 0) == 0 && lseek(fd, 0, SEEK_END) > 0 && write(fd, "enter Cle", 9) == 9);
    assert_true(tourney_file_open(&file, path, true, trouble, sizeof trouble)); /* half a line was never entered */
    assert_int_equal(file.log.dropped, 9);
    apply(&file, "enter Dan");
    tourney_file_close(&file);
    assert_true(tourney_file_open(&file, path, false, trouble, sizeof trouble));
    assert_int_equal(file.tourney.entries, 4);
    assert_int_equal(tourney_find(&file.tourney, "dan"), 3);
    tourney_file_close(&file);
    close(fd);
    unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_organisers), cmocka_unit_test(test_clock),         cmocka_unit_test(test_lots),
        cmocka_unit_test(test_given_card),     cmocka_unit_test(test_hostile_names), cmocka_unit_test(test_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
