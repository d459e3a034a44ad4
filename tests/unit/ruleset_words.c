/* ruleset_words.c -- what is said of rulesets: how two of them differ, what in them never happens, and the words that forms are made with. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "engine/program_code.h"
#include "ruleset/ruleset_internal.h"
#include "ruleset/ruleset.h"

#define HEAD "[ruleset]\ntitle = Words\nextends = official\n"
#define SECOND \
    "[deck Charms]\ndealt = 0\nhand = 2\n[card Luck]\ndeck = Charms\ncode = Luck\ncount = 9\neffects = take 1 by me\n"

static void read_rules(const char *lines, Ruleset *out) {
    static char text[8000];
    RulesetError error = {.text = ""};
    int length = snprintf(text, sizeof text, HEAD "%s", lines);
    if (!ruleset_parse("words", text, (size_t)length, NULL, out, &error)) fail_msg("%s\n%s", error.text, lines);
}

/* ---- differences ---- */

typedef struct {
    char text[8000];
    size_t used;
} Told;

static void see_change(void *context, const RulesetChange *change) {
    Told *told = context;
    told->used += (size_t)snprintf(told->text + told->used, sizeof told->text - told->used, "%s: %s -> %s | %s | %s\n",
                                   change->name, change->from, change->to, change->was, change->is);
    assert_true(told->used < sizeof told->text);
}

static void assert_told(const Told *told, const char *words) {
    if (!strstr(told->text, words)) fail_msg("no '%s' in\n%s", words, told->text);
}

static void what_a_club_has_changed_is_told(void **unused) {
    static Ruleset before, after;
    static Told told, german;
    const BookLanguage *language;
    (void)unused;
    read_rules(
        "[rules]\nmax_players = 4\n[counter gold]\n[rule Pay]\nwhen turn = gain 1 gold\n[rule Gone]\nwhen turn = gain 2 gold\n" SECOND
        "[card Old]\ndeck = Charms\ncode = Old\ncount = 1\ncost = 1 gold\neffects = take 3 by others\n"
        "[card Zap]\ncode = Zap\ncount = 2\ncolours = red blue\neffects = swap\n",
        &before);
    read_rules(
        "[rules]\nmax_players = 4\n[counter gold]\n[rule Pay]\nwhen turn = gain 3 gold\n[rule New]\nwhen drawn = lose 1 gold\n"
        "[deck Charms]\ndealt = 0\nhand = 2\n[card Luck]\ndeck = Charms\ncode = Luck\ncount = 9\neffects = take 2 by me\n"
        "[card Young]\ndeck = Charms\ncode = Young\ncount = 2\ncost = 1 gold\neffects = take 1 by target\n"
        "[card Wham]\ncode = Wham\ncount = 3\ncolours = none\neffects = rotate\n"
        "[card 7]\ncount = 0\n[card Skip]\neffects = skip 2\n",
        &after);
    unsigned changes = ruleset_changes(&before, &after, NULL, see_change, &told);
    static const char *const lines[] = {
        "Pay: a rule -> ", "3 gold", "Gone: ", "New: ", "Old: ",  "Young: ",
        "Luck: ",          "Zap: ",  "Wham: ", "7: ",   "Skip: ", "in red and blue",
    };
    for (unsigned i = 0; i < sizeof lines / sizeof *lines; i++) assert_told(&told, lines[i]);
    unsigned seen = 0;
    for (const char *p = told.text; *p; p++) seen += *p == '\n';
    assert_int_equal(seen, changes);
    assert_int_equal(ruleset_changes(&before, &before, NULL, see_change, &told), 0);
    assert_true(book_language_find("de", &language));
    assert_int_equal(ruleset_changes(&before, &after, language, see_change, &german), changes);
    assert_null(strstr(german.text, "a rule"));
}

/* ---- warnings ---- */

static void see_warning(void *context, const RulesetError *error) {
    Told *told = context;
    told->used += (size_t)snprintf(told->text + told->used, sizeof told->text - told->used, "%s\n", error->text);
}

static void what_never_happens_is_said(void **unused) {
    static const struct {
        const char *lines, *words;
    } cases[] = {
        {"[card Skip]\neffects = draw 1, again\n", "card Skip: 'again' never happens beside 'draw'"},
        {"[card Zap]\ncode = Zap\ncount = 2\ncolours = none\neffects = draw 1, again\n",
         "card Zap: 'again' never happens beside 'draw'"},
        {"[card Zap]\ncode = Zap\ncount = 2\ncolours = none\neffects = skip, again\n",
         "card Zap: nobody is skipped beside 'again'"},
        {"[card Skip]\neffects = draw 1, again, show of me\n", "card Skip: 'again' never happens beside 'draw'"},
        {"[counter gold]\n[rule Pay]\nwhen turn = gain 1 gold\n", "counter gold is counted, and nothing asks for it"},
        {"[counter gold]\n[rule Pay]\nwhen cast = take gold of me by me\n",
         "'when cast' never happens: there is no second deck"},
        {"[card Draw Two]\neffects = skip\n[card Wild Draw Four]\neffects = skip\n[rule Ward]\nwhen hit = negate\n",
         "'when hit' never happens: no card makes anybody draw"},
        {"[counter gold]\nmost = 3\n[rules]\nmax_players = 2\n" SECOND "cost = 5 gold\n",
         "card Luck costs more than anybody can have"},
        {"[rules]\nmax_players = 2\n" SECOND "and = , win, take 1 by me\n", "what stands behind 'win' never happens"},
    };
    static Ruleset ruleset;
    (void)unused;
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        Told told = {.used = 0};
        read_rules(cases[i].lines, &ruleset);
        ruleset_warn(&ruleset, see_warning, &told);
        if (!strstr(told.text, cases[i].words))
            fail_msg("%s: '%s', not '%s'", cases[i].lines, told.text, cases[i].words);
    }
    Told nothing = {.used = 0};
    read_rules("[counter gold]\n[card Skip]\ncost = 1 gold\n[rule Pay]\nwhen turn = gain 1 gold\n", &ruleset);
    ruleset_warn(&ruleset, see_warning, &nothing);
    assert_string_equal(nothing.text, ""); /* a price asks for the counter */
}

/* ---- sentences ---- */

static void every_step_has_its_sentence(void **unused) {
    static const struct {
        const char *lines, *words;
    } cases[] = {
        {"[rule X]\nwhen turn = if top is 7: take 1 by doer\n", "7"},
        {"[rule X]\nwhen hit = if pending at least 4: negate\n", "4"},
        {"[rule X]\nwhen turn = if players is 2: take 1 by doer\n", "2"},
        {"[rule X]\nwhen turn = if half cards of doer at least 3: take 1 by doer\n", "half"},
        {"[rule X]\nwhen played = if doer is most: take 1 by doer\n", "most"},
        {"[rule X]\nwhen played = if doer is not most: take 1 by doer\n", "not"},
        {"[rule X]\nwhen turn = colour red\n", "red"},
        {"[rule X]\nwhen played = raise numbers\n", "top card"},
        {"[rule X]\nwhen played = number 5\n", "5"},
        {"[counter gold]\n[rule X]\nwhen turn = set 3 gold for doer\n", "3 gold"},
        {"[counter gold]\n[rule X]\nwhen turn = repeat gold of doer: take 1 by doer\n", "gold"},
    };
    static Ruleset ruleset;
    static char says[4000], german[4000];
    const BookLanguage *language;
    (void)unused;
    assert_true(book_language_find("de", &language));
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        read_rules(cases[i].lines, &ruleset);
        unsigned length = ruleset_rule_says(&ruleset.rules, NULL, "X", says, sizeof says);
        assert_int_equal(length, strlen(says));
        if (!strstr(says, cases[i].words)) fail_msg("%s: '%s' without '%s'", cases[i].lines, says, cases[i].words);
        ruleset_rule_says(&ruleset.rules, language, "X", german, sizeof german);
        assert_string_not_equal(says, german);
        if (strpbrk(says, "{}<>[]") || strpbrk(german, "{}<>[]")) fail_msg("%s %s", says, german);
    }
    assert_int_equal(ruleset_rule_says(&ruleset.rules, NULL, "Y", says, sizeof says), 0);
}

static void what_a_card_does_is_said(void **unused) {
    static const struct {
        const char *effects, *words;
    } cases[] = {
        {"swap", "swap"},
        {"rotate", "Every hand passes"},
        {"take 2", "2"},
        {"all 3", "3"},
        {"roll 4: draw 2 else take 5", "5"},
        {"roll 3: again", "3"},
        {"again, show of me", "another turn"},
        {"skip cards of me", "As many of the next players as you hold cards"},
    };
    static Ruleset ruleset;
    char lines[200], says[800];
    (void)unused;
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(lines, sizeof lines, "[card Skip]\neffects = %s\n", cases[i].effects);
        read_rules(lines, &ruleset);
        assert_int_not_equal(ruleset_card_does(&ruleset.rules, NULL, FACE(RED, VALUE_SKIP), says, sizeof says), 0);
        if (!strstr(says, cases[i].words)) fail_msg("%s: '%s'", cases[i].effects, says);
    }
    read_rules("[card Skip]\neffects = take 1 by others\nwhen drawn = take 2 by me\n", &ruleset);
    ruleset_card_does(&ruleset.rules, NULL, FACE(RED, VALUE_SKIP), says, sizeof says);
    assert_non_null(strstr(says, "2"));
}

static void an_option_of_a_program_has_its_words(void **unused) {
    static Ruleset ruleset;
    char says[400];
    (void)unused;
    read_rules("[card Skip]\neffects = choose: take 3 by others or win\n", &ruleset);
    unsigned at = 1;
    while (ruleset.rules.code[at].code != CODE_OPTION) at++;
    assert_int_not_equal(program_option_sentence(NULL, &ruleset.rules, at + 1, says, sizeof says), 0);
    assert_non_null(strstr(says, "3"));
    assert_null(strstr(says, "win"));
}

/* Players, moments and kinds have words in either language, and no mark of a template is left. */
static void what_forms_offer_has_words(void **unused) {
    static const char *const codes[] = {"en", "de"};
    char words[80], other[80];
    (void)unused;
    for (unsigned i = 0; i < 2; i++) {
        const BookLanguage *language;
        assert_true(book_language_find(codes[i], &language));
        for (Whom who = 0; who < WHOMS; who++) {
            ruleset_whom_words(language, who, words, sizeof words);
            assert_int_not_equal(words[0], 0);
            assert_null(strpbrk(words, "<>{}"));
        }
        for (Moment moment = MOMENT_NONE + 1; moment < MOMENTS; moment++) {
            ruleset_moment_words(language, moment, words, sizeof words);
            assert_int_not_equal(words[0], 0);
            assert_int_not_equal(words[strlen(words) - 1], ',');
            ruleset_doer_words(language, moment, words, sizeof words);
            assert_int_not_equal(words[0], 0);
        }
        ruleset_kind_words(language, KIND_SAME, words, sizeof words);
        assert_int_not_equal(words[0], 0);
        ruleset_kind_words(language, KIND_SAME - 1, other, sizeof other);
        assert_string_not_equal(words, other);
    }
}

/* ---- every mistake of a text is told, not only the first ---- */

static void each_mistake_is_counted(void **unused) {
    static Ruleset ruleset;
    static const char text[] = HEAD "[rules]\nuno_penalty = lots\nmax_players = many\n[card Skip]\neffects = fly\n";
    Told told = {.used = 0};
    (void)unused;
    assert_int_equal(ruleset_check_text("words", text, sizeof text - 1, &ruleset, see_warning, &told), 3);
    assert_told(&told, "uno_penalty");
    assert_told(&told, "max_players");
    assert_told(&told, "'fly'");
    Told none = {.used = 0};
    assert_int_equal(ruleset_check_text("words", HEAD, sizeof HEAD - 1, &ruleset, see_warning, &none), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_club_has_changed_is_told),
        cmocka_unit_test(what_never_happens_is_said),
        cmocka_unit_test(every_step_has_its_sentence),
        cmocka_unit_test(what_a_card_does_is_said),
        cmocka_unit_test(an_option_of_a_program_has_its_words),
        cmocka_unit_test(what_forms_offer_has_words),
        cmocka_unit_test(each_mistake_is_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
