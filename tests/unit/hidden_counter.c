/* hidden_counter.c -- L21: a hidden counter leaves the engine for its owner alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "engine/view.h"
#include "engine/witness.h"
#include "ruleset/ruleset.h"
#include "wire/view_json.h"

static const char text[] = "[ruleset]\nfamily = classic\n[counter gold]\nstart = 2\nmost = 9\nhidden = on\n"
                           "[counter mana]\nstart = 1\n[card Skip]\neffects = gain 3 gold, skip\n";

static void load(Ruleset *out) {
    RulesetError error;
    if (!ruleset_parse("gold", text, sizeof text - 1, NULL, out, &error)) fail_msg("%s", error.text);
}

static void start(const Rules *rules, Game *game) {
    Seed seed = {{7}};
    game_init(rules, game, 3, &seed, NULL, NULL);
    for (unsigned seat = 0; seat < 3; seat++) game->board.extra.counter[0][seat] = (uint8_t)(3 + seat);
}

static void only_its_owner_sees_it(void **state) {
    static Ruleset ruleset;
    Game game;
    View view, again;
    char error[JSON_ERROR_MAX];
    (void)state;
    load(&ruleset);
    start(&ruleset.rules, &game);
    for (unsigned observer = 0; observer <= 3; observer++) { /* 3: nobody's seat */
        view_of(&ruleset.rules, &game, NULL, observer < 3 ? observer : NO_SEAT, &view);
        for (unsigned seat = 0; seat < 3; seat++) {
            unsigned seen = seat == observer ? 3 + seat : (unsigned)COUNTER_UNSEEN;
            assert_int_equal(view.board.extra.counter[0][seat], seen);
            assert_int_equal(view.board.extra.counter[1][seat], 1);
        }
        if (observer < 3) {
            view_renew(&ruleset.rules, &game, NULL, (Seat)observer, &again);
            assert_memory_equal(&again.board, &view.board, sizeof view.board);
        }
        cJSON *json = view_to_json(&ruleset.rules, &view);
        if (!view_from_json(&ruleset.rules, json, &again, error)) fail_msg("%s", error);
        assert_memory_equal(&again.board.extra, &view.board.extra, sizeof view.board.extra);
        assert_true(observer == 3 || view_holds(&ruleset.rules, &again));
        cJSON_Delete(json);
    }
}

/* A world behind a view is sound, keeps what is seen, and finds every value that could be. */
static void a_world_may_have_anything_of_it(void **state) {
    static Ruleset ruleset;
    Game game, world;
    View view, again;
    Rng rng;
    Seed seed = {{9}};
    unsigned found = 0;
    (void)state;
    load(&ruleset);
    start(&ruleset.rules, &game);
    rng_init(&rng, &seed);
    view_of(&ruleset.rules, &game, NULL, 1, &view);
    for (unsigned i = 0; i < 300; i++) {
        assert_true(view_sample(&ruleset.rules, &view, &rng, &world, NULL));
        assert_true(game_sound(&ruleset.rules, &world));
        assert_int_equal(world.board.extra.counter[0][1], 4);
        found |= 1u << world.board.extra.counter[0][0];
        view_of(&ruleset.rules, &world, NULL, 1, &again);
        assert_memory_equal(&again, &view, sizeof view);
    }
    assert_int_equal(found, (1u << 10) - 1);
}

/* The table is told that it changed, and the same words whatever it was. */
static void no_event_tells_it(void **state) {
    static Ruleset ruleset;
    Game game;
    Witness witness;
    char told[2][256];
    (void)state;
    load(&ruleset);
    for (unsigned round = 0; round < 2; round++) {
        start(&ruleset.rules, &game);
        witness_init(&witness);
        Seat seat = game.board.turn;
        Face card = FACE(game.board.classic.colour, VALUE_SKIP);
        game.board.extra.counter[0][seat] = (uint8_t)(2 * round);
        if (!cards_has(&game.own[seat].hand, card)) { /* for the first card of the hand */
            Face other = (Face)bits_first(cards_faces(&game.own[seat].hand));
            cards_remove(&game.own[seat].hand, other);
            cards_add(&game.own[seat].hand, card);
            cards_remove(&game.pile, card);
            cards_add(&game.pile, other);
        }
        assert_int_equal(game_apply(&ruleset.rules, &game, seat, action_card_of(ACT_PLAY, card), &witness), VERDICT_ok);
        assert_int_equal(game.board.extra.counter[0][seat], 2 * round + 3);
        told[round][0] = 0;
        for (unsigned i = 0; i < witness.events; i++)
            if (witness.event[i].kind == EVENT_counter_unseen)
                event_format(&ruleset.rules, &witness.event[i], NULL, told[round], sizeof told[round]);
    }
    assert_non_null(strstr(told[0], "gold"));
    assert_string_equal(told[0], told[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_its_owner_sees_it),
        cmocka_unit_test(a_world_may_have_anything_of_it),
        cmocka_unit_test(no_event_tells_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
