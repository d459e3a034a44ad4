/* answer.c -- what people type, and what it means. */
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
#include "words/answer.h"

typedef struct {
    Ruleset ruleset;
    Game game;
    ActionSet set;
} Table;

static void place(Table *table, const char *rules, const char *change, const char *position) {
    RulesetError trouble;
    ParseError error;
    Witness witness;
    witness_init(&witness);
    if (!ruleset_load(rules, &table->ruleset, &trouble) ||
        (change && !ruleset_change(&table->ruleset, change, &trouble)))
        fail_msg("%s", trouble.text);
    if (!position_parse(&table->ruleset.rules, position, &table->game, &witness, &error))
        fail_msg("line %u: %s", error.line, error.text);
    board_actions(&table->ruleset.rules, &table->game.board, &table->game.own[0], 0, &table->set);
}

/* `means` is strict notation; NULL: it cannot be understood. */
typedef struct {
    const char *typed, *means;
} Row;

static void check(const Table *table, const Row *rows, size_t count) {
    for (size_t i = 0; i < count; i++) {
        char text[ACTION_TEXT_MAX] = "";
        Action action;
        bool read = answer_parse(&table->ruleset.rules, &table->set, &table->game.own[0].hand, rows[i].typed, &action);
        if (read) action_format(&table->ruleset.rules, action, text, sizeof text);
        if (read != (rows[i].means != NULL) || (read && strcmp(text, rows[i].means) != 0))
            fail_msg("'%s' was read as '%s', not as '%s'", rows[i].typed, text,
                     rows[i].means ? rows[i].means : "nothing");
    }
}

#define CHECK(table, ...) \
    do { \
        const Row rows[] = {__VA_ARGS__}; \
        check(table, rows, sizeof rows / sizeof rows[0]); \
    } while (0)

#define TURN "phase turn\nplayers 3\ndeals 1\nturn A\ndealer C\nturns 9\ndirection 1\ncolour R\ntop R5\n"
#define OTHERS "hand B G1 G2 G3\nhand C Y1 Y2 Y3\n"

static void cards_in_words(void **state) {
    (void)state;
    static Table table;
    place(&table, "official", NULL, TURN "hand A R5 R7 B7 Bx G- Y+2 W W+4\n" OTHERS);
    CHECK(&table, {"R5", "R5"}, {"r5", "R5"}, {" R5 ", "R5"}, {"red 5", "R5"}, {"5 red", "R5"}, {"Red Five", "R5"},
          {"play the red five", "R5"}, {"I play my red 5", "R5"}, {"red 5 uno", "R5!"}, {"red 5!", "R5!"},
          {"red five, uno!", "R5!"}, {"r5 uno", "R5!"}, {"blue skip", "Bx"}, {"skip", "Bx"}, {"skip blue", "Bx"},
          {"reverse green", "G-"}, {"green reverse", "G-"}, {"reverse", "G-"}, {"draw two yellow", "Y+2"},
          {"yellow draw two", "Y+2"}, {"draw two", "Y+2"}, {"+2", "Y+2"}, {"yellow +2", "Y+2"}, {"y +2", "Y+2"},
          {"wild", "W"}, {"wild green", "W:G"}, {"w blue", "W:B"}, {"wild and name green", "W:G"}, {"+4 red", "W+4:R"},
          {"wild +4 red", "W+4:R"}, {"wild draw four blue", "W+4:B"}, {"draw four blue", "W+4:B"}, {"+4", "W+4"},
          {"blue wild uno", "W:B!"});
    CHECK(&table, {"seven", "R7"}, {"five", "R5"}, {"blue seven", "B7"}, {"green nine", "G9"}, {"draw", "draw"},
          {"draw a card", "draw"}, {"DRAW", "draw"}, {"uno", "call"}, {"catch", "catch"});
    CHECK(&table, {"", NULL}, {"   ", NULL}, {"red", NULL}, {"nine", NULL}, {"red blue 5", NULL}, {"purple 5", NULL},
          {"red 10", NULL}, {"wild wild", NULL}, {"uno uno", NULL}, {"!", NULL}, {"what is this", NULL}, {"-1", NULL},
          {"99999999999999999999", NULL}, {"0", NULL},
          {"a very long line that nobody would ever type in earnest, and that says nothing at all", NULL});
}

static void one_can_be_meant(void **state) {
    (void)state;
    static Table table;
    place(&table, "official", NULL, TURN "hand A R7 B7 B8\n" OTHERS);
    CHECK(&table, {"red", "R7"}, {"seven", "R7"}, {"eight", "B8"}, {"1", "R7"}, {"2", "draw"}, {"3", NULL},
          {"draw two", "draw"}, {"pass", "pass"});
    place(&table, "official", "seven_swap=on", TURN "hand A R7 B7 B8\n" OTHERS);
    CHECK(&table, {"red 7 with b", "R7>B"}, {"r7>b", "R7>B"}, {"seven with C", "R7>C"});
    place(
        &table, "official", NULL,
        "phase answer\nplayers 2\ndeals 1\nturn A\ndealer B\nturns 9\ndirection 1\ncolour G\ntop W+4\npending 4\n"
        "chain 1\ndraw_card W+4\nattacker B\nbefore_top R5\nbefore_colour R\nheld 3\nhand A R1 R2\nhand B G1 G2 G3\n");
    CHECK(&table, {"draw", "accept"}, {"draw 4", "accept"}, {"draw four", "accept"}, {"pass", "accept"},
          {"challenge", "challenge"});
}

static void split_in_words(void **state) {
    (void)state;
    static Table table;
    Ruleset *ruleset = &table.ruleset;
    RulesetError error;
    Seed seed = {{1}};
    if (!ruleset_load("split-v3", ruleset, &error)) fail_msg("%s", error.text);
    game_init(&ruleset->rules, &table.game, 3, &seed, NULL, NULL);
    memset(&table.game.own[0].hand, 0, sizeof(Cards));
    for (unsigned face = 0; face < FACES; face++)
        if (ruleset->rules.faces >> face & 1) cards_add(&table.game.own[0].hand, (Face)face);
    action_set_init(&table.set, cards_faces(&table.game.own[0].hand), 1u << ACT_PASS);
    table.set.targets = table.set.block_targets = 6;
    CHECK(&table, {"block b", "block>B"}, {"block on C", "block>C"}, {"block c", "block>C"}, {"+2 on b", "+2>B"},
          {"draw two on b", "+2>B"}, {"+4 c", "+4>C"}, {"wild", "wild"}, {"truth on b", "truth>B"}, {"red 7", "R7"},
          {"seven red", "R7"}, {"pass", "pass"}, {"reverse b", "reverse>B"});
    table.set.card_kind = ACT_SHED;
    CHECK(&table, {"red 7", "shed R7"}, {"R7", "shed R7"}, {"shed r7", "shed R7"}, {"shed none", "shed none"});
    table.set.card_kind = ACT_CHALLENGE;
    CHECK(&table, {"+2", "challenge +2"}, {"challenge +4", "challenge +4"}, {"draw four", "challenge +4"});
    action_set_init(&table.set, 0, 0);
    table.set.target_kind = ACT_NAME;
    table.set.names = 0xFF;
    CHECK(&table, {"red", "name R"}, {"name blue", "name B"}, {"name even", "name even"}, {"yellow for c", "name Y>C"});
}

/* Whatever is typed, what is read is an action that can be written. */
static void noise_does_no_harm(void **state) {
    (void)state;
    static const char *const bits[] = {"red",  "r", " ", "5",    "uno",      "!",    "wild", "+4",
                                       ":",    ">", "b", "draw", "two",      "with", "on",   "name",
                                       "shed", ",", "-", "\t",   "\xC3\xA4", "0",    "play", "the"};
    static Table table;
    uint64_t chance = 7;
    place(&table, "official", NULL, TURN "hand A R5 R7 B7 Bx G- Y+2 W W+4\n" OTHERS);
    for (unsigned i = 0; i < 20000; i++) {
        char line[128] = "", text[ACTION_TEXT_MAX];
        Action action;
        for (unsigned parts = random_below(&chance, 12); parts; parts--) {
            strcat(line, bits[random_below(&chance, sizeof bits / sizeof bits[0])]);
            if (random_below(&chance, 2)) strcat(line, " ");
        }
        if (!answer_parse(&table.ruleset.rules, &table.set, &table.game.own[0].hand, line, &action)) continue;
        assert_true(action_format(&table.ruleset.rules, action, text, sizeof text) < sizeof text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cards_in_words),
        cmocka_unit_test(one_can_be_meant),
        cmocka_unit_test(split_in_words),
        cmocka_unit_test(noise_does_no_harm),
    };
    return cmocka_run_group_tests_name("answer", tests, NULL, NULL);
}
