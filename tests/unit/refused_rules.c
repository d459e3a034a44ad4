/* refused_rules.c -- rulesets and positions that cannot be: each is refused, in words that say what is wrong with it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "engine/position.h"
#include "ruleset/ruleset.h"

#define CARD "[card Zap]\ncode = Zap\ncount = 2\ncolours = none\n"
#define CODE(code) "[card Zap]\ncount = 2\ncolours = none\ncode = " code "\n"
#define MAGIC "[rules]\nmax_players = 2\n[deck Magic]\ndealt = 1\nhand = 2\nplays = 1\n"
#define SPELL "[card Spell]\ndeck = Magic\ncode = Spell\ncount = 9\n"

static const struct {
    const char *lines, *words; /* of a file that extends official; of what is said */
} slips[] = {
    {CARD "effects = roll 4: reflect 2\n", "a step such as"},
    {CARD "effects = roll 4 draw 2\n", "a colon was expected"},
    {CARD "effects = draw 2, reflect\n", "a step such as"},
    {CODE("Z*p"), "a code is made of"},
    {CODE("R7x"), "cannot begin with a colour"},
    {CODE("C"), "means a seat"},
    {CODE("drawx"), "looks like the action word"},
    {"[counter Mana]\nstart = 1\n", "one word of small letters"},
    {"[counter a]\nstart = 5\nmost = 2\n", "cannot start above"},
    {"[counter ka]\n[counter kb]\n[counter kc]\n[counter kd]\n[counter ke]\n", "at most four counters"},
    {"[card Spell]\ndeck = Magic\ncode = Spell\ncount = 9\n", "[deck"},
    {MAGIC, "it has no cards"},
    {"[deck Magic]\ndealt = 3\nhand = 2\n" SPELL, "more are dealt than may be held"},
    {MAGIC "[card Spell]\ndeck = Magic\ncode = Spell\ncount = 1\n", "it is too small"},
    {MAGIC SPELL "[card Other]\ndeck = Magic\ncode = Spell\ncount = 2\n",
     "another card of the second deck has that code"},
    {MAGIC "[card Spell]\ndeck = Magic\ncode = Sp\ncount = 9\nwhen drawn = take 1 by target\n",
     "a target is named only when"},
    {MAGIC SPELL "stays = down\nwhen turn = take 1 by me\n", "acts when its condition holds"},
    {MAGIC SPELL "[card Other]\ndeck = Magic\ncode = Other\n", "card Other needs count"},
    {MAGIC SPELL "[card Other]\ndeck = Magic\ncount = 2\n", "card Other needs code"},
    {MAGIC SPELL "stays = down\n", "needs a moment"},
    {"[counter luck]\nstart = 0\nmost = 3\nhidden = on\n" MAGIC SPELL
     "stays = down\nwhen turn = if luck of doer at least 1: take 1 by doer\n",
     "cannot test a hidden counter"},
    {"[card Skip]\neffects = discard \"Skip\n", "no closing quotation mark"},
    {"[card Skip]\neffects = take cards of others by me\n", "each"},
    {"[card Skip]\neffects = take 1 by somebody\n", "a player such as me"},
    {"[card Skip]\neffects = take more by me\n", "expected"},
    {"[card Skip]\neffects = fetch 1 by me\n", "second deck"},
    {"[card Skip]\neffects = colour mauve\n", "red, yellow, green, blue"},
    {"[card Skip]\neffects = take all by me\n", "all"},
    {"[card Skip]\neffects = repeat 9: take 1 by me\n", "repeat takes"},
    {"[card Skip]\neffects = out for me\n[rules]\nteams = 2\nmin_players = 4\nmax_players = 4\n", "do not go together"},
    {"[card Skip]\neffects = take 1 by others\n[rules]\nelimination = on\n", "elimination"},
    {"[card Skpi]\neffects = take 1\n", "card Skpi needs code, as there is no card of that name; did you mean Skip?"},
    {"[card Skip]\neffects = seats with others\n", "one player is meant here"},
    {"[card Skip]\neffects = seats\n", "with was expected"},
    {"[card Skip]\npoints = 9999\n", "points must be a number"},
    {"[card Skip]\ncount = 9\n[rules]\ndecks = 4\n", "31"},
    {"[counter luck]\nstart = 0\nmost = 3\nhidden = yes\n", "hidden must be off or on"},
    {CARD "effects = roll 4: reflect\n", "a step such as"},
    {CODE("+2"), "taken already by Draw Two"},
    {"[card Zap]\ncode = Zap\ncount = 7\ncolours = all\npoints = 255\n[rules]\ndecks = 4\n",
     "the points of all cards together"},
    {"[rules]\nplace_points = many\n", "at most 10 of them, separated by blanks"},
    {"[card Skip]\neffects = take 1 by\n", "not 'the end'"},
    {"[card Skip]\neffects = take pending by me\n", "no draw is faced here"},
    {"[card Skip]\neffects = if cards of me at least often: take 1 by me\n", "an amount such as"},
    {"[card Skip]\neffects = swap, take 1 by me, win\n", "was expected, not ','"},
    {"[card Skip]\neffects = roll 4: win else winn\n", "did you mean win?"},
    {"[card Skip]\neffects = choose 5\n", "'choose' is followed by player"},
    {MAGIC SPELL "stays = table\nbans = 5\n", "a colour or a kind of card"},
    {MAGIC SPELL "stays = table\nfrees = red 5\n", "a colour or a kind of card"},
    {"[card 7]\ncode = 8\n", "card 7: its code is taken already"},
    {"[card 7]\nname = Skip\n", "card Skip: there is a card of that name already"},
    {"[card Skip]\nwhen drawn = take 1 by target\n", "nobody is named when a card is drawn"},
    {MAGIC "[card Spell]\ndeck = Magic\ncode = R5\ncount = 9\n", "a card of the main deck is written like that"},
    {MAGIC SPELL "answers = on\neffects = take 1 by target\n", "a card that answers a draw names nobody"},
    {"[counter gold]\n[rules]\nelimination = on\nscoring = off\ntarget = 0\n", "set elimination=off"},
    {"[card 7]\neffects = take 1 by others\n[rules]\nmulti_play = on\n", "set multi_play=off"},
    {"[card Skip]\neffects = swap with me by\n", "expected"},
    {"[rules]\ntitle = Slip\n", "title belongs under [ruleset]"},
    {"[card Skip]\nwhen flying = take 1\n", "there is no moment 'flying'"},
    {"[card Skip]\nwhen turn = take 1\n", "a card of the main deck does not stay on the table"},
    {"[rule R]\nwhen turn = win\nwhen hit = win\nwhen played = win\nwhen cast = win\n",
     "at most 3 moments can be given here"},
    {"[card Skip]\ncost = 3 mana\n", "cost must be a number and a counter that is declared before"},
    {"[card Skip]\ncount = 3\ndeck = Magic\n", "deck must be the first line of its card"},
    {"[card Spell]\ndeck = Magic\n", "there is no [deck Magic] before this card"},
    {MAGIC SPELL "[card Skip]\ndeck = Magic\ncode = Sk\ncount = 9\n", "a card of that name in the main deck"},
    {MAGIC SPELL "stays = forever\n", "stays must be me, target, table or down"},
    {MAGIC SPELL "stays = me for 99 turns\n", "stays must be me, target, table or down"},
    {MAGIC SPELL "colours = red\n", "a card of the second deck has no colours"},
    {MAGIC SPELL "glyph = a b c\n", "glyph must be one to three characters"},
    {"[card Skip]\nname = [x]\n", "a name has no [ ] ; # ="},
    {"[card Skip]\nstays = me\n", "only a card of the second deck stays on the table"},
    {"[card Skip]\nanswers = on\n", "answers is for cards of the second deck"},
    {"[card Skip]\ncolours = red\n", "the colours of a card that is there already cannot be changed"},
    {"[card Zap]\ncolours = mauve\n", "colours must be all, none, or some of"},
    {"[card Zap]\ncount = 32\n", "count must be a number from 1 to 31"},
    {"[card Zap]\npoints = 256\n", "points must be a number from 0 to 255"},
    {"[counter gold]\nmost = 100\n", "most must be a number from 1 to 99"},
    {"[deck Magic]\nhand = 7\n", "hand must be a number from 1 to 6"},
    {"[rule R]\nalways = win\n", "a rule says when it applies and what happens"},
    {"[rule R]\n", "rule R needs a line such as"},
    {"[rule ]\nwhen turn = win\n", "needs a name"},
    {"[card ]\ncount = 1\n", "needs the card's name"},
    {"[card A card with a name that is far too long]\ncount = 1\n", "a card's name has at most"},
    {"[counter ]\nmost = 1\n", "a counter section needs a name"},
    {"[deck ]\nhand = 1\n", "a deck section needs a name"},
    {"[deck Magic]\nhand = 1\n[deck Other]\nhand = 1\n", "there can be one second deck, and it is [deck Magic]"},
    {"[card Skip]\ncount = 1\n[card Skip]\ncount = 2\n", "[card Skip] is given twice"},
};

static void each_slip_is_refused(void **unused) {
    static Ruleset ruleset;
    (void)unused;
    unsigned bad = 0;
    for (unsigned i = 0; i < sizeof slips / sizeof *slips; i++) {
        char text[2000];
        RulesetError error = {.text = ""};
        int length = snprintf(text, sizeof text, "[ruleset]\ntitle = Slip\nextends = official\n%s", slips[i].lines);
        bool good = ruleset_parse("slip", text, (size_t)length, NULL, &ruleset, &error);
        bool placed = error.line > 3 && error.column;
        if (!good && placed && slips[i].words[0] && strstr(error.text, slips[i].words)) continue;
        print_message("%s%s: %u:%u: %s\n\n", slips[i].lines, good ? "is taken" : "is refused otherwise", error.line,
                      error.column, good ? "" : error.text);
        bad++;
    }
    assert_int_equal(bad, 0);
}

/* A position in which one word of this line (from 0) is another. */
static bool with_slip(const char *text, unsigned line, bool first_word, char *out, size_t size) {
    const char *at = text;
    while (line-- && at) at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL;
    if (!at || !*at) return false;
    size_t before = (size_t)(at - text) + (first_word ? 0 : strcspn(at, " \n") + 1);
    size_t word = strcspn(text + before, " \n");
    snprintf(out, size, "%.*s%%%%%s", (int)before, text, text + before + word);
    return true;
}

static void a_position_with_a_slip_is_refused(void **unused) {
    static const char *const rulesets[] = {"official", "ultimate", "ultimate-magic", "split-v3"};
    static Ruleset ruleset;
    static char text[POSITION_TEXT_MAX], slip[POSITION_TEXT_MAX + 8];
    (void)unused;
    for (unsigned i = 0; i < sizeof rulesets / sizeof *rulesets; i++) {
        RulesetError error;
        ParseError where;
        Game game, read;
        Witness witness;
        Seed seed = {{(uint8_t)i}};
        assert_true(ruleset_load(rulesets[i], &ruleset, &error));
        witness_init(&witness);
        game_init(&ruleset.rules, &game, 3, &seed, NULL, &witness);
        position_format(&ruleset.rules, &game, &witness, text, sizeof text);
        if (!position_parse(&ruleset.rules, text, &read, &witness, &where)) fail_msg("%s", where.text);
        for (unsigned line = 0; with_slip(text, line, true, slip, sizeof slip); line++)
            for (int first = 0; first < 2; first++) {
                with_slip(text, line, first, slip, sizeof slip);
                memset(&where, 0, sizeof where);
                if (position_parse(&ruleset.rules, slip, &read, &witness, &where))
                    fail_msg("%s, line %u is taken:\n%s", rulesets[i], line + 1, slip);
                if (where.line != line + 1 || !where.text[0])
                    fail_msg("line %u, not %u: %s", where.line, line + 1, where.text);
            }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_slip_is_refused),
                                       cmocka_unit_test(a_position_with_a_slip_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
