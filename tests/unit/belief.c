/* belief.c -- a walk passes every hand that the other may have as often as it is likely: held against all of them, one by
 * one, where there are few. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "bots/belief.h"
#include "ruleset/ruleset.h"

enum { WAYS_MAX = 1000, VISITS = 400000 };

typedef struct {
    uint64_t key; /* which faces came when */
    int likely;
    unsigned visits;
} Way;

typedef struct {
    Way way[WAYS_MAX];
    unsigned ways;
} Ways;

static uint64_t key_of(const Belief *belief) {
    uint64_t key = 0;
    for (unsigned i = 0; i < belief->cards; i++) {
        const BeliefCard *card = &belief->card[i];
        uint64_t mixed = ((uint64_t)card->face << 8 | card->came) * UINT64_C(0x9E3779B97F4A7C15);
        key += mixed ^ mixed >> 29; /* in whichever order */
    }
    return key;
}

static void visit(Ways *ways, const Belief *belief) {
    uint64_t key = key_of(belief);
    unsigned i = 0;
    while (i < ways->ways && ways->way[i].key != key) i++;
    assert_true(i < WAYS_MAX);
    if (i == ways->ways) ways->way[ways->ways++] = (Way){key, belief->likely, 0};
    assert_int_equal(ways->way[i].likely, belief->likely); /* however it came there */
    ways->way[i].visits++;
}

/* How far the visits are from what they should be, summed: 0 to 2. */
static double off_by(const Ways *ways) {
    double all = 0, off = 0;
    for (unsigned i = 0; i < ways->ways; i++) all += exp2(ways->way[i].likely / 256.0);
    for (unsigned i = 0; i < ways->ways; i++)
        off += fabs(ways->way[i].visits / (double)VISITS - exp2(ways->way[i].likely / 256.0) / all);
    return off;
}

/* Walks where the first of these cards are B's, and the others hidden. Returns how many hands it passed. */
static unsigned walk(const Trail *trail, const Face *cards, unsigned hidden, unsigned held) {
    static Ways ways;
    static Belief belief;
    static Game world;
    static View view;
    Ruleset ruleset;
    RulesetError error;
    Dice dice = {5};
    assert_true(ruleset_load("official", &ruleset, &error));
    memset(&ways, 0, sizeof ways);
    memset(&world, 0, sizeof world);
    memset(&view, 0, sizeof view);
    view.board.players = 2;
    view.board.count[1] = (uint16_t)held;
    for (unsigned i = 0; i < hidden; i++) cards_add(i < held ? &world.own[1].hand : &world.pile, cards[i]);
    assert_int_equal(trail_cards(trail), held);
    assert_true(belief_begin(&belief, &ruleset.rules, &view, trail, &world, 1, &dice));
    for (unsigned i = 0; i < VISITS; i++) {
        belief_walk(&belief, 1, &dice);
        visit(&ways, &belief);
    }
    print_message("%u ways, off by %.3f\n", ways.ways, off_by(&ways));
    assert_true(off_by(&ways) < 0.05);
    return ways.ways;
}

static const Face six[] = {FACE(RED, 1),   FACE(RED, 7), FACE(BLUE, 7),
                           FACE(GREEN, 2), FACE_WILD,    FACE(BLUE, VALUE_SKIP)};

/* B had three cards and drew on red, drew one, and then laid a green 7 on a green card: one of four, or the one that came. */
static void a_hand_is_believed_as_often_as_it_is_likely(void **unused) {
    (void)unused;
    Trail trail = {.signs = 2};
    trail.sign[0] = (Sign){COLOUR_MASK(RED) | FACE_BIT(FACE_WILD), 3, SIGN_DREW, NO_FACE, NO_COLOUR};
    trail.sign[1] = (Sign){COLOUR_MASK(GREEN) | VALUE_MASK(3), 1, SIGN_LAID, FACE(GREEN, 7), NO_COLOUR};
    assert_int_equal(walk(&trail, six, 6, 3), 20 + 6 * 10);
}

/* B named blue, drew on red and kept what came. */
static void what_was_named_and_kept_counts(void **unused) {
    (void)unused;
    Trail trail = {.signs = 3};
    trail.sign[0] = (Sign){COLOUR_MASK(YELLOW) | FACE_BIT(FACE_WILD), 3, SIGN_LAID, FACE_WILD, BLUE};
    trail.sign[1] = (Sign){COLOUR_MASK(RED) | FACE_BIT(FACE_WILD), 0, SIGN_DREW, NO_FACE, NO_COLOUR};
    trail.sign[2] = (Sign){COLOUR_MASK(RED) | FACE_BIT(FACE_WILD), 1, SIGN_KEPT, NO_FACE, NO_COLOUR};
    assert_int_equal(walk(&trail, six, 6, 3), 6 * 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hand_is_believed_as_often_as_it_is_likely),
        cmocka_unit_test(what_was_named_and_kept_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
