/* refused_scenarios.c -- scenarios that cannot be understood, or that go otherwise than they say: each mistake is told with its line and what was
 * expected there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "scenario/scenario.h"

#define OFFICIAL "rules official\nhands A: R1 R2 R3  B: R4 R5 R6\ntop R9\n"
#define SPLIT "rules split-v3\nhands A: R1 R2 R3  B: R4 R5 R6\n"
#define MAGIC "rules ultimate-magic\nhands A: R1 R2 R3  B: R4 R5 R6\ntop R9\n"

typedef struct {
    unsigned line, faults;
    FaultKind kind;
    char message[400];
} Heard;

static void hear(void *self, const ScenarioFault *fault) {
    Heard *heard = self;
    if (heard->faults++) return;
    heard->line = fault->line;
    heard->kind = fault->kind;
    snprintf(heard->message, sizeof heard->message, "%s", fault->message);
}

typedef struct {
    FaultKind kind;
    unsigned line; /* of the fault; the title stands in the first */
    const char *lines, *words;
} Slip;

static void assert_each_is_told(const Slip *slips, size_t count) {
    unsigned bad = 0;
    for (size_t i = 0; i < count; i++) {
        char text[4000];
        Heard heard = {.message = ""};
        ScenarioCounts counts = {0};
        const ScenarioReport report = {.fault = hear, .self = &heard};
        int length = snprintf(text, sizeof text, "scenario A slip\n%s", slips[i].lines);
        bool good = scenario_run(text, (size_t)length, "slip.txt", NULL, &report, &counts);
        bool as_told = !good && heard.kind == slips[i].kind && heard.line == slips[i].line &&
                       strstr(heard.message, slips[i].words);
        bool counted =
            slips[i].kind == FAULT_TEXT ? counts.bad_text && !counts.bad_play : counts.bad_play && !counts.bad_text;
        if (as_told && counted) continue;
        print_message("%s  line %u, kind %d: '%s', not '%s' in line %u\n\n", slips[i].lines, heard.line,
                      (int)heard.kind, heard.message, slips[i].words, slips[i].line);
        bad++;
    }
    assert_int_equal(bad, 0);
}
#define EACH(slips) assert_each_is_told(slips, sizeof slips / sizeof *slips)

static void a_set_up_that_cannot_be_read_is_told(void **unused) {
    static const Slip slips[] = {
        {FAULT_TEXT, 2, "hands A: R1\n", "expected the rules first"},
        {FAULT_TEXT, 2, "rules\n", "expected the name of a ruleset"},
        {FAULT_TEXT, 2, "rules own.ini\n", "expected the name of a built-in ruleset"},
        {FAULT_TEXT, 2, "rules offical\n", "expected a ruleset"},
        {FAULT_TEXT, 2, "rules official option\n", "expected an option and its value"},
        {FAULT_TEXT, 2, "rules official option bluffing\n", "expected a value for bluffing"},
        {FAULT_TEXT, 2, "rules official option bluffing 7\n", "expected another option"},
        {FAULT_TEXT, 3, "rules official\nhands A R1\n", "expected a player and a colon"},
        {FAULT_TEXT, 4, "rules official\nhands A: R1\nhands A: R2\n", "expected one hand for A"},
        {FAULT_TEXT, 3, "rules official\nhands A: R1 Q1\n", "expected a card"},
        {FAULT_TEXT, 3, "rules official\nhands Z: R1\n", "expected a player"},
        {FAULT_TEXT, 3,
         "rules official\nhands A: R1 R1 R1 R1 R1 R1 R1 R1 R1 R1 R1 R1 R1 R1 R1 R1 R1 R1 R1 R1 R1 R1 R1 R1 R1 R1 R1 R1 R1 R1 R1 R1 R1\n",
         "expected fewer cards of one kind"},
        {FAULT_TEXT, 5, OFFICIAL "direction up\nA R1\n", "expected left or right"},
        {FAULT_TEXT, 5, OFFICIAL "colour mauve\nA R1\n", "expected red, yellow, green or blue"},
        {FAULT_TEXT, 5, OFFICIAL "lead B\nA R1\n", "is not one"},
        {FAULT_TEXT, 5,
         OFFICIAL "dice 1 2 3 4 5 6 1 2 3 4 5 6 1 2 3 4 5 6 1 2 3 4 5 6 1 2 3 4 5 6 1 2 3 4 5 6 1 2 3 4 5 6\nA R1\n",
         "rolls settled in advance"},
        {FAULT_TEXT, 6, OFFICIAL "A R1 -> top R1\ntop R9\n", "expected 'top' before the first action"},
        {FAULT_TEXT, 5, OFFICIAL "fly away\n",
         "expected a word of the set-up, a player's action, 'expect' or 'scenario'"},
        {FAULT_TEXT, 4, SPLIT "action 3\n", "expected action deck"},
        {FAULT_TEXT, 4, SPLIT "duty B purple\n", "expected a colour, even, odd, low, high or none"},
        {FAULT_TEXT, 5, MAGIC "second A Spook\n", "expected a card of the second deck"},
        {FAULT_TEXT, 5, MAGIC "counter gold A 1\n", "expected the name of a counter"},
        {FAULT_TEXT, 5, MAGIC "second A Spark Ward Spark Ward Spark Ward Spark\n", "cards in a second hand"},
        {FAULT_TEXT, 2, "proves U99999\n", "expected"},
        {FAULT_TEXT, 3, "rules official\nA R1\n", "expected hands, or 'start', before the first action"},
    };
    (void)unused;
    EACH(slips);
}

static void an_action_or_check_that_cannot_be_read_is_told(void **unused) {
    static const Slip slips[] = {
        {FAULT_TEXT, 5, OFFICIAL "A R1 so what\n", "expected '->' and what must follow"},
        {FAULT_TEXT, 5, OFFICIAL "A jumps\n", "expected an action, such as"},
        {FAULT_TEXT, 5, OFFICIAL "all sing\n", "expected 'all pass'"},
        {FAULT_TEXT, 5, OFFICIAL "A R1 -> B to sleep\n", "expected 'to play'"},
        {FAULT_TEXT, 5, OFFICIAL "A R1 -> B asked nicely\n", "expected a question, such as"},
        {FAULT_TEXT, 5, OFFICIAL "A R1 -> B answers a drum of 2\n", "expected 'answers a draw of 2' or 'answers 2'"},
        {FAULT_TEXT, 5, OFFICIAL "A R1 -> A B sees A R1\n", "expected one player who sees"},
        {FAULT_TEXT, 5, OFFICIAL "A R1 -> nobody sleeps\n", "expected 'nobody wins', 'nobody draws' or 'nobody rolls'"},
        {FAULT_TEXT, 5, OFFICIAL "A R1 -> direction up\n", "expected left or right"},
        {FAULT_TEXT, 5, OFFICIAL "A R1 -> log A plays\n", "expected words in quotation marks"},
        {FAULT_TEXT, 5, OFFICIAL "A R1 -> option loudness on\n", "expected the name of an option"},
        {FAULT_TEXT, 5, OFFICIAL "A R1 -> option bluffing\n", "expected a value for bluffing"},
        {FAULT_TEXT, 5, OFFICIAL "A R1 -> players 7 welcome\n", "players 7 refused"},
        {FAULT_TEXT, 5, OFFICIAL "A R1 -> lead B\n", "is not one"},
        {FAULT_TEXT, 5, OFFICIAL "A R1 -> B sleeps\n", "expected"},
        {FAULT_TEXT, 5, OFFICIAL "A R1 -> number 3\n", "expected"},
        {FAULT_TEXT, 4, "rules official\nplayers 2\nexpect A holds 7\n",
         "expected hands, or 'start', before a word about players"},
        {FAULT_TEXT, 4, "rules official\nplayers 2\nexpect top R9\n", "expected hands, or 'start', before 'top'"},
        {FAULT_TEXT, 5, MAGIC "A R1 -> counter gold A 1\n", "expected the name of a counter"},
    };
    (void)unused;
    EACH(slips);
}

static void a_game_that_goes_otherwise_is_told(void **unused) {
    static const Slip slips[] = {
        {FAULT_PLAY, 5, OFFICIAL "A R1 -> B holds 9\n", "B holds 3"},
        {FAULT_PLAY, 5, OFFICIAL "A R1 -> A rolls 5\n", "that was not rolled"},
        {FAULT_PLAY, 5, OFFICIAL "A G1\n", "refused"},
        {FAULT_PLAY, 5, OFFICIAL "A R1 -> refused no_match\n", "refused"},
        {FAULT_PLAY, 5, MAGIC "A R1 -> counter mana A 9\n", "mana"},
        {FAULT_PLAY, 5, OFFICIAL "A R1 -> nobody wins\n", "expected"},
        {FAULT_TEXT, 5, OFFICIAL "A R+2 trap\n", "only where it is one"},
        {FAULT_TEXT, 5, OFFICIAL "next G7\nA R1 -> B to play\n", "G7 was never drawn"},
    };
    (void)unused;
    EACH(slips);
}

/* ---- the words of a coach ---- */

typedef struct {
    unsigned steps;
    char remark[80];
} Coach;

static void hear_step(void *self, const ScenarioStep *step) {
    Coach *coach = self;
    if (coach->steps++ == 0) assert_int_equal(step->seat, NO_SEAT);
    else snprintf(coach->remark, sizeof coach->remark, "%s", step->remark);
}

static void each_step_is_told_with_its_remark(void **unused) {
    static const char text[] = "scenario A lesson\n" OFFICIAL "A R1 -> B to play   #   the red one fits\n";
    Coach coach = {0};
    ScenarioCounts counts = {0};
    const ScenarioReport report = {.step = hear_step, .self = &coach};
    (void)unused;
    assert_true(scenario_run(text, sizeof text - 1, "lesson.txt", NULL, &report, &counts));
    assert_int_equal(coach.steps, 2);
    assert_string_equal(coach.remark, "the red one fits");
    assert_int_equal(counts.passed, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_set_up_that_cannot_be_read_is_told),
        cmocka_unit_test(an_action_or_check_that_cannot_be_read_is_told),
        cmocka_unit_test(a_game_that_goes_otherwise_is_told),
        cmocka_unit_test(each_step_is_told_with_its_remark),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
