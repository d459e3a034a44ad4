/* greedy.c -- table talk with greedy: a position, and what it does. Where it
 * rolls dice for a choice it is asked many times, with other dice each time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "bots/bot.h"
#include "engine/position.h"
#include "ruleset/ruleset.h"

/* ---- asking ---- */

typedef struct {
    const char *why;
    const char *rules; /* a ruleset, and options behind it: "official jump_in=on" */
    const char *position;
    char seat;        /* who is asked */
    const char *does; /* the action; several parted by '|': any of them. "-": nothing */
} Talk;

static void load_rules(const char *words, Ruleset *out) {
    RulesetError error;
    char text[200], *rest = text;
    snprintf(text, sizeof text, "%s", words);
    char *word = strtok_r(text, " ", &rest);
    if (!ruleset_load(word, out, &error)) fail_msg("%s", error.text);
    while ((word = strtok_r(NULL, " ", &rest)))
        if (!ruleset_change(out, word, &error)) fail_msg("%s: %s", words, error.text);
}

static void set_up(const Talk *talk, const Rules *rules, View *view) {
    Game game;
    Witness witness;
    ParseError error;
    witness_init(&witness);
    if (!position_parse(rules, talk->position, &game, &witness, &error))
        fail_msg("%s: line %u: %s", talk->why, error.line, error.text);
    view_of(rules, &game, &witness, (unsigned)(talk->seat - 'A'), view);
}

/* True when `word` is one of those parted by '|'. */
static bool is_one_of(const char *word, const char *words) {
    size_t length = strlen(word);
    for (const char *at = words; (at = strstr(at, word)); at++)
        if ((at == words || at[-1] == '|') && (at[length] == '|' || !at[length])) return true;
    return false;
}

enum { ASKED = 64 };

static void check(const Talk *talk) {
    Ruleset ruleset;
    View view;
    load_rules(talk->rules, &ruleset);
    set_up(talk, &ruleset.rules, &view);
    for (unsigned i = 0; i < ASKED; i++) {
        Bot bot;
        Action action;
        char text[ACTION_TEXT_MAX] = "-";
        bot_init(&bot, &bot_greedy, &ruleset.rules, i, NULL);
        if (bot_act(&bot, &view, &action)) action_format(&ruleset.rules, action, text, sizeof text);
        if (!is_one_of(text, talk->does)) fail_msg("%s: %s, not %s", talk->why, text, talk->does);
    }
}

#define CHECK_ALL(talks) \
    for (unsigned i = 0; i < sizeof(talks) / sizeof *(talks); i++) check(&(talks)[i])

/* ---- classic ---- */

#define TURN2 "phase turn\nplayers 2\ndeals 1\nturn A\ndealer B\nturns 9\ndirection 1\n"
#define TURN4 "phase turn\nplayers 4\ndeals 1\nturn A\ndealer D\nturns 9\ndirection 1\n"
#define HANDS4 "hand B R3 R4 Y5\nhand C Y6 Y7 G8\nhand D G1 G2 B8\n"

static void laying_a_card(void **unused) {
    (void)unused;
    const Talk talks[] = {
        {"stays in the colour it holds most of", "official target=0",
         TURN2 "colour R\ntop R5\nhand A R1 R8 R9 B5 Y2\nhand B G1 G2 G3 G4 G6\n", 'A', "R1|R8|R9"},
        {"a Wild is kept while something else fits", "official target=0",
         TURN2 "colour R\ntop R5\nhand A R1 W B2 B3\nhand B G1 G2 G3 G4 G6\n", 'A', "R1"},
        {"names the colour it holds most of", "official target=0",
         TURN2 "colour R\ntop R5\nhand A W B2 B3 Y7\nhand B G1 G2 G3 G4 G6\n", 'A', "W:B"},
        {"does not bluff with a card that fits", "official target=0",
         TURN2 "colour R\ntop R5\nhand A R1 W+4 B2 B3\nhand B G1 G2 G3 G4 G6\n", 'A', "R1"},
        {"a Skip, a Reverse and the last card in one go", "official target=0",
         TURN2 "colour R\ntop R5\nhand A Rx R7 B- Bx B4\nhand B G1\n", 'A', "Rx"},
        {"calls UNO with the last card but one", "official target=0",
         TURN2 "colour R\ntop R5\nhand A R1 B2\nhand B G1 G2 G3 G4 G6\n", 'A', "R1!"},
        {"hits a neighbour who is about to go out", "official target=0",
         TURN4 "colour R\ntop R5\nhand A R1 R2 R+2 R8\nhand B Y5\nhand C Y6 Y7 G8\nhand D G1 G2 B8\n", 'A', "R+2"},
        {"keeps a card that may be the last one", "official target=0 finish_on_wild=off",
         TURN2 "colour R\ntop R5\nhand A R1 W\nhand B G1 G2 G3 G4 G6\n", 'A', "W:R!"},
        {"with nothing that fits it draws", "official target=0 misplay_penalty=2",
         TURN2 "colour R\ntop R5\nhand A B1 B2\nhand B G1 G2 G3 G4 G6\n", 'A', "draw"},
        {"names the colour of an opening Wild", "mattel",
         "phase opening\nplayers 2\ndeals 1\nturn A\ndealer B\ndirection 1\ncolour -\ntop W\n"
         "hand A B1 B2 B3 Y1 Y2 R1 R2\nhand B G1 G2 G3 G4 G5 G6 G7\n",
         'A', "name B"},
    };
    CHECK_ALL(talks);
}

static void swapping_and_passing_hands(void **unused) {
    (void)unused;
    const Talk talks[] = {
        {"a 7 takes the smallest hand", "ultimate",
         TURN4 "colour R\ntop R5\nhand A R7 B2 B3 G9 Y9\nhand B R3 R4 Y5\nhand C Y6\nhand D G1 G2 B8\n", 'A', "R7>C"},
        {"but a partner keeps theirs", "ultimate min_players=4 max_players=4 teams=2",
         TURN4 "colour R\ntop R5\nhand A R7 B2 B3 G9 Y9\nhand B R3 R4 Y5\nhand C Y6\nhand D G1 G2 B8 B9\n", 'A',
         "R7>B"},
        {"and swaps nothing if all are larger", "ultimate", TURN4 "colour R\ntop R5\nhand A R7 B2\n" HANDS4, 'A',
         "R7!"},
        {"a 0 is not played if a larger hand would come", "ultimate",
         TURN2 "colour R\ntop R5\nhand A R0 R8 B3\nhand B G1 G2 G3 G4 G6\n", 'A', "R8"},
        {"but it is if a smaller one comes", "ultimate",
         TURN2 "colour R\ntop R5\nhand A R0 R8 B3 B4 B6 Y1\nhand B G1\n", 'A', "R0"},
        {"of several cards of one number the best colour comes last", "official target=0 multi_play=on",
         "phase more\nplayers 2\ndeals 1\nturn A\ndealer B\nturns 9\ndirection 1\ncolour R\ntop R5\nlaid 1\nswaps 000000000000000f\n"
         "hand A B5 Y5 B2 B3\nhand B G1 G2 G3 G4 G6\n",
         'A', "Y5"},
    };
    CHECK_ALL(talks);
}

#define HIT4 \
    "phase answer\nplayers 2\ndeals 1\nturn A\ndealer B\nturns 9\ndirection 1\ncolour G\ntop W+4\npending 4\nchain 1\n" \
    "draw_card W+4\nattacker B\nbefore_top R5\nbefore_colour R\n"

static void answering_a_draw(void **unused) {
    (void)unused;
    const Talk talks[] = {
        {"a Wild +4 out of a large hand is challenged", "official target=0",
         HIT4 "held 7\nhand A B1 B2 B3\nhand B G1 G2 G3 G4 G6 G7 G8\n", 'A', "challenge"},
        {"one out of a small hand is not", "official target=0", HIT4 "held 1\nhand A B1 B2 B3\nhand B G1\n", 'A',
         "accept"},
        {"a hand that was seen leaves no doubt", "official target=0",
         HIT4 "held 1\nguilty B\nhand A B1 B2 B3\nhand B R1\nknown A B R1\n", 'A', "challenge"},
        {"stacks rather than draws", "ultimate",
         "phase answer\nplayers 2\ndeals 1\nturn A\ndealer B\nturns 9\ndirection 1\ncolour G\ntop G+2\npending 2\nchain 1\n"
         "draw_card G+2\nattacker B\nhand A B+2 B2 B3\nhand B G1 G2 G3\n",
         'A', "B+2"},
        {"sets a trap on an even chance", "ultimate",
         "phase answer\nplayers 2\ndeals 1\nturn A\ndealer B\nturns 9\ndirection 1\ncolour G\ntop G+2\npending 2\nchain 1\n"
         "draw_card G+2\nattacker B\nhand A B- B2 B3\nhand B G1 G2 G3\n",
         'A', "B-"},
        {"but not when only a 6 will do", "ultimate good_roll=6",
         "phase answer\nplayers 2\ndeals 1\nturn A\ndealer B\nturns 9\ndirection 1\ncolour G\ntop G+2\npending 8\nchain 4\n"
         "draw_card G+2\nattacker B\nhand A B- B2 B3\nhand B G1 G2 G3\n",
         'A', "accept"},
    };
    CHECK_ALL(talks);
}

static void out_of_turn(void **unused) {
    (void)unused;
    const Talk talks[] = {
        {"catches who did not call", "official target=0",
         TURN2 "colour R\ntop R5\nuno_seat B\nhand A R1 B2 B3\nhand B G1\n", 'A', "catch"},
        {"calls late rather than never", "official target=0",
         "phase turn\nplayers 2\ndeals 1\nturn A\ndealer B\nturns 9\ndirection 1\ncolour R\ntop R5\nuno_seat B\n"
         "hand A R1 B2 B3\nhand B G1\n",
         'B', "call"},
        {"does not try for nothing", "official target=0 false_catch=2",
         TURN4
         "colour R\ntop R5\nuno_seat B\nuno_called 1\nhand A R1 B2 B3\nhand B G1\nhand C Y6 Y7 G8\nhand D G2 B8\n",
         'C', "-"},
        {"jumps in", "official target=0 jump_in=on",
         TURN4 "colour R\ntop R5\nhand A R1 B2 B3\nhand B R3 R4 Y5\nhand C R5 Y7 G8\nhand D G2 B8\n", 'C', "R5"},
    };
    CHECK_ALL(talks);
}

/* ---- split ---- */

#define SPLIT2 "players 2\nlead A\nfirst A\n"

static void split_action_cards(void **unused) {
    (void)unused;
    const Talk talks[] = {
        {"takes a small hand with a Reverse", "split-v3",
         "phase offer\nturn A\nawaited A\n" SPLIT2 "hand A R1 R2 R3 B1 B2 B3 G1 G2 reverse\nhand B Y9 Y8\n", 'A',
         "reverse>B"},
        {"and keeps its own", "split-v3",
         "phase offer\nturn A\nawaited A\n" SPLIT2 "hand A R9 B9 reverse\nhand B Y1 Y2 Y3 Y4 Y5 Y6 Y7\n", 'A', "pass"},
        {"a +4 is for use while there are cards to draw", "split-v3",
         "phase offer\nturn A\nawaited A\n" SPLIT2 "hand A R1 R8 R9 +4\nhand B Y1 Y2 Y3\n", 'A', "+4>B"},
        {"the last one is kept where a challenge always costs cards", "split-v3 challenge_from=shed",
         "phase offer\nturn A\nawaited A\n" SPLIT2 "hand A R1 R8 R9 +4\nhand B Y1 Y2 Y3\n", 'A', "pass"},
        {"a Wild sheds the last card", "split-v3",
         "phase offer\nturn A\nawaited A\n" SPLIT2 "hand A R1 wild\nhand B Y1 Y2 Y3\n", 'A', "wild"},
        {"but not the last card of the other", "split-v3",
         "phase offer\nturn A\nawaited A\n" SPLIT2 "hand A R1 R2 R3 wild\nhand B Y1\n", 'A', "pass"},
        {"counters a +2 with a +2", "split-v3",
         "phase counter\nturn A\nawaited A\nplayers 2\nlead B\nfirst B\nactor B\ntarget A\ncard +2\n"
         "hand A R1 R2 +2 +4\nhand B Y1 Y2 Y3\nopen +2\n",
         'A', "+2"},
        {"never refuses a dare", "split-v3",
         "phase reply\nturn A\nawaited A\nplayers 2\nlead B\nfirst B\nactor B\ntarget A\ncard dare\n"
         "hand A R1 R2 +2\nhand B Y1 Y2 Y3\nopen dare\n",
         'A', "answer"},
    };
    CHECK_ALL(talks);
}

static void split_rounds(void **unused) {
    (void)unused;
    const Talk talks[] = {
        {"alone in a round it sheds what no bid is won with", "split-v3",
         "phase bid\nturn A\nawaited A\nbidders A\nblocked B\nin_round 1\n" SPLIT2 "hand A R1 R5 R9\nhand B Y2 Y3 Y4\n",
         'A', "R1"},
        {"does not waste a 9 on a hand of low cards", "split-v3",
         "phase bid\nturn A\nawaited AB\nbidders AB\nin_round 1\n" SPLIT2
         "hand A R1 R5 R9\nhand B Y2 Y3\nknown A B Y2 Y3\n",
         'A', "R5"},
        {"hits the opponent nearest to winning", "split-v3",
         "phase seven\nplayers 3\nturn A\nawaited A\nlead A\nfirst A\nbidders ABC\nin_round 1\neffects A\n"
         "shown R7 Y1 Y2 - - -\nhand A R1 R5\nhand B Y5 Y6 Y8\nhand C Y3\n",
         'A', "hit C"},
        {"steals no card that it need not", "split-v3",
         "phase steal\nturn A\nawaited A\nbidders AB\nin_round 1\neffects A\nshown R0 Y1 - - - -\n" SPLIT2
         "hand A R1 R5\nhand B Y5 Y6 Y8\n",
         'A', "steal none"},
        {"sheds the lowest", "split-v3",
         "phase shed\nturn A\nawaited A\nshed_next 1\nplayers 2\nlead A\nfirst A\nactor A\ntarget B\ncard truth\n"
         "hand A R4 R5\nhand B Y5 Y6 Y8\nopen truth\n",
         'A', "shed R4"},
        {"challenges a claim", "split-v3",
         "phase claim\nturn A\nawaited A\nclaimant B\nplayers 2\nlead A\nfirst A\nsteps 9\nhand A R4 R5 +2 +4\nhand B\n",
         'A', "challenge +4"},
        {"not with its only action card, where that is barred", "split-arbiter",
         "phase claim\nturn A\nawaited A\nclaimant B\nplayers 2\nlead A\nfirst A\nsteps 9\nhand A R4 R5 +4\nhand B\n",
         'A', "pass"},
    };
    CHECK_ALL(talks);
}

/* Who always bids the same card of a hand can be read. */
static void bids_are_mixed(void **unused) {
    (void)unused;
    const Talk talk = {"a fresh hand", "split-v3",
                       "phase bid\nturn A\nawaited AB\nbidders AB\nin_round 1\n" SPLIT2
                       "hand A R1 R2 R3 R4 R5 R6 R8 R9\nhand B Y1 Y2 Y3 Y4 Y5 Y6 Y8 Y9\n",
                       'A', ""};
    Ruleset ruleset;
    View view;
    uint64_t bids = 0;
    load_rules(talk.rules, &ruleset);
    set_up(&talk, &ruleset.rules, &view);
    for (unsigned i = 0; i < ASKED; i++) {
        Bot bot;
        Action action;
        bot_init(&bot, &bot_greedy, &ruleset.rules, i, NULL);
        assert_true(bot_act(&bot, &view, &action));
        bids |= FACE_BIT(action_card(action));
    }
    assert_true(bits_count(bids) > 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(laying_a_card),      cmocka_unit_test(swapping_and_passing_hands),
        cmocka_unit_test(answering_a_draw),   cmocka_unit_test(out_of_turn),
        cmocka_unit_test(split_action_cards), cmocka_unit_test(split_rounds),
        cmocka_unit_test(bids_are_mixed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
