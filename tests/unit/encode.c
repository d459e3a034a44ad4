/* encode.c -- numbers for actions: in random games of every ruleset, at every
 * size of table, the mask is exactly the legal actions, one number each. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "lab/foreign.h"
#include "random.h"

enum { POSITIONS = 3000 };

/* House rules that use every part of the numbering, cards of its own included. */
static const char house[] =
    "[ruleset]\ntitle = House\nextends = ultimate\n"
    "[rules]\nmisplay_penalty = 2\njump_in = on\nmulti_play = on\nstack_draws = any\n"
    "uno_call = until_next_turn\nopening_wild = first_player_names\nfalse_catch = 1\ntarget = 300\n"
    "scoring = on\ndraw_to_match = off\n"
    "[card Boomerang]\ncode = Z\ncount = 2\ncolours = red green\npoints = 20\neffects = draw 3\n"
    "[card Trade]\ncode = WT\ncount = 4\ncolours = none\npoints = 50\neffects = swap\n"
    "[card Storm]\ncode = WS\ncount = 2\ncolours = none\npoints = 50\neffects = all 1\n";

/* And rules of a club: prices, hidden counters, a second deck, questions, cards of a colour that name one. */
static const char club[] =
    "[ruleset]\ntitle = Club\nextends = ultimate\n"
    "[rules]\nmax_players = 4\nmisplay_penalty = 1\n"
    "[counter mana]\nstart = 3\nmost = 9\n"
    "[counter doubt]\nhidden = on\nstart = 2\nmost = 9\n"
    "[deck Magic]\ndealt = 3\nhand = 5\nplays = 2\n"
    "[rule Tide]\nwhen turn = gain 1 mana, roll 4: gain 1 doubt for doer\n"
    "[rule Pay]\nwhen drawn = fetch 1 by doer, choose: take 1 or lose 1 doubt or gain 1 doubt\n"
    "[card Jack]\ncode = J\ncount = 2\ncolours = all\npoints = 20\nwild = on\neffects = nothing\n"
    "[card Baron]\ncode = N\ncount = 2\ncolours = red\npoints = 20\nwild = on\neffects = take 1 by target\n"
    "[card Spark]\ndeck = Magic\ncode = Spark\ncount = 9\ncost = 1 mana\neffects = take 1 by target, give 1 to target\n"
    "[card Reader]\ndeck = Magic\ncode = Read\ncount = 8\neffects = choose player, show of chosen, choose colour\n"
    "[card Pit]\ndeck = Magic\ncode = Pit\ncount = 6\nstays = down\nwhen hit = if victim is me: deflect to doer\n"
    "[card Leech]\ndeck = Magic\ncode = Leech\ncount = 6\nstays = target for 2 turns\nwhen turn = take 1 by holder\n"
    "[card Ward]\ndeck = Magic\ncode = Ward\ncount = 8\nanswers = on\neffects = negate\n";

static void load_text(const char *text, Ruleset *ruleset) {
    RulesetError error;
    if (!ruleset_parse("text", text, strlen(text), NULL, ruleset, &error)) fail_msg("%s", error.text);
}

static bool bit(const uint64_t *mask, unsigned number) { return mask[number / 64] >> number % 64 & 1; }

/* A call is not told apart where calling is no choice. */
static Action as_counted(const Encoder *encoder, const ActionSet *set, Action action) {
    bool play = action_kind(action) == ACT_PLAY;
    return play && !encoder->choose_calls ? (action & ~1u) | set->call : action;
}

static void check_seat(const Encoder *encoder, const Game *game, Seat seat) {
    static Action actions[ACTIONS_MAX];
    uint64_t mask[ENCODE_WORDS_MAX], listed[ENCODE_WORDS_MAX] = {0};
    ActionSet set;
    board_actions(encoder->rules, &game->board, &game->own[seat], seat, &set);
    encode_mask(encoder, &set, seat, false, mask);
    unsigned count = action_set_list(encoder->rules, &set, actions);
    for (unsigned i = 0; i < count; i++) {
        int number = encode_action(encoder, seat, actions[i]);
        assert_in_range(number, 0, encoder->numbers - 1);
        assert_int_equal(encode_number(encoder, seat, &set, (unsigned)number), as_counted(encoder, &set, actions[i]));
        bool twin = !encoder->choose_calls && action_calls(actions[i]); /* its silent twin came before */
        assert_int_equal(bit(listed, (unsigned)number), twin);
        listed[number / 64] |= UINT64_C(1) << number % 64;
    }
    assert_memory_equal(mask, listed, encoder->words * sizeof *mask);
}

static void check_game(const Rules *rules, unsigned players, bool choose_calls, uint64_t *random) {
    Encoder encoder;
    encode_init(&encoder, rules, players, choose_calls);
    assert_in_range(encoder.words, 1, ENCODE_WORDS_MAX);
    Game game = {.board.phase = PHASE_OVER};
    for (unsigned i = 0; i < POSITIONS; i++) {
        if (game.board.phase == PHASE_OVER) {
            Seed seed;
            for (unsigned b = 0; b < SEED_BYTES; b++) seed.bytes[b] = (uint8_t)random_next(random);
            game_init(rules, &game, players, &seed, NULL, NULL);
        }
        for (Seat seat = 0; seat < players; seat++) check_seat(&encoder, &game, seat);
        static Action actions[ACTIONS_MAX];
        SeatMask waiting = board_waiting(rules, &game.board);
        Seat seat = (Seat)bits_select(waiting, random_below(random, bits_count(waiting)));
        unsigned count = game_actions(rules, &game, seat, actions);
        if (!count) continue;
        assert_int_equal(game_apply(rules, &game, seat, actions[random_below(random, count)], NULL), VERDICT_ok);
    }
}

static void check_ruleset(const Ruleset *ruleset, uint64_t *random) {
    for (unsigned players = 2; players <= SEATS_MAX; players++) {
        if (!rules_allow_players(&ruleset->rules, players, NULL)) continue;
        check_game(&ruleset->rules, players, false, random);
        check_game(&ruleset->rules, players, true, random);
    }
}

static void masks_are_the_legal_actions(void **state) {
    (void)state;
    static Ruleset ruleset;
    RulesetError error;
    uint64_t random = 5;
    for (unsigned i = 0; i < builtin_ruleset_count; i++) {
        assert_true(ruleset_load(builtin_rulesets[i].name, &ruleset, &error));
        check_ruleset(&ruleset, &random);
    }
    load_text(house, &ruleset);
    check_ruleset(&ruleset, &random);
    load_text(club, &ruleset);
    check_ruleset(&ruleset, &random);
}

static void numbers_without_an_action_say_so(void **state) {
    (void)state;
    static Ruleset ruleset;
    RulesetError error;
    for (unsigned i = 0; i < builtin_ruleset_count; i++) {
        assert_true(ruleset_load(builtin_rulesets[i].name, &ruleset, &error));
        Encoder encoder;
        encode_init(&encoder, &ruleset.rules, (unsigned)ruleset.rules.option.max_players, true);
        for (unsigned number = 0; number < encoder.numbers + 10; number++) {
            Action action = encode_number(&encoder, 1, NULL, number);
            if (action) assert_int_equal(encode_action(&encoder, 1, action), number);
            if (number >= encoder.numbers) assert_int_equal(action, 0);
        }
        for (Face face = 0; face < FACES; face++)
            if (!(ruleset.rules.faces >> face & 1))
                assert_int_equal(encode_action(&encoder, 1, action_card_of(ACT_PLAY, face)), NO_NUMBER);
    }
}

/* Every byte of a row is written, none beyond, and fields lie side by side. */
static void observations_fill_their_row(void **state) {
    (void)state;
    static Ruleset ruleset;
    RulesetError error;
    for (unsigned i = 0; i < builtin_ruleset_count; i++) {
        assert_true(ruleset_load(builtin_rulesets[i].name, &ruleset, &error));
        unsigned players = (unsigned)ruleset.rules.option.max_players;
        Encoder encoder;
        encode_init(&encoder, &ruleset.rules, players, false);
        unsigned at = 0;
        for (unsigned f = 0; f < encoder.fields; f++) {
            assert_int_equal(encoder.field[f].offset, at);
            at += encoder.field[f].size;
        }
        assert_int_equal(at, encoder.observation);
        Game game;
        Seed seed = {{3}};
        game_init(&ruleset.rules, &game, players, &seed, NULL, NULL);
        uint8_t rows[2][2048];
        memset(rows[0], 0xAA, sizeof rows[0]);
        memset(rows[1], 0x55, sizeof rows[1]);
        for (unsigned r = 0; r < 2; r++) encode_observe(&encoder, &game.board, &game.own[1], 1, rows[r]);
        assert_memory_equal(rows[0], rows[1], encoder.observation);
        assert_int_equal(rows[0][encoder.observation], 0xAA);
        unsigned held = 0;
        for (unsigned face = 0; face < FACES; face++) held += rows[0][face];
        assert_int_equal(held, cards_total(&game.own[1].hand));
    }
}

typedef struct {
    uint8_t observations[32 * 1024], mask[32 * 2048], seat[32], dones[32];
    uint64_t bits[32 * ENCODE_WORDS_MAX];
    float rewards[32 * SEATS_MAX];
    int64_t actions[32];
} Arrays;

/* Plays a batch against what single games do with the same actions. */
static void check_batch(const Rules *rules, unsigned players, const BotKind *opponent) {
    static Arrays arrays;
    static Batch batch;
    enum { GAMES = 8, STEPS = 1500 };
    BatchPlan plan = {.games = GAMES,
                      .players = players,
                      .opponents = opponent != NULL,
                      .opponent = {opponent},
                      .budget = {.worlds = 2}};
    BatchArrays to = {.observations = arrays.observations,
                      .mask = arrays.mask,
                      .bits = arrays.bits,
                      .seat = arrays.seat,
                      .rewards = arrays.rewards,
                      .dones = arrays.dones};
    assert_true(batch_init(&batch, rules, &plan, &to));
    batch_reset(&batch, 7);
    Dice dice = {1};
    uint64_t ended = 0;
    for (unsigned step = 0; step < STEPS; step++) {
        batch_sample(&batch, &dice, arrays.actions);
        Game before = *batch_game(&batch, step % GAMES);
        Seat seat = arrays.seat[step % GAMES];
        Seed seed;
        batch_seed(&batch, step % GAMES, &seed);
        assert_int_equal(batch_step(&batch, arrays.actions), GAMES);
        for (unsigned i = 0; i < GAMES; i++) {
            ended += arrays.dones[i];
            for (unsigned n = 0; n < batch.encoder.numbers; n++)
                assert_int_equal(arrays.mask[i * batch.encoder.numbers + n],
                                 bit(arrays.bits + i * batch.encoder.words, n));
        }
        if (opponent || arrays.dones[step % GAMES]) continue;
        Action action = 0;
        ActionSet set;
        board_actions(rules, &before.board, &before.own[seat], seat, &set);
        action = encode_number(&batch.encoder, seat, &set, (unsigned)arrays.actions[step % GAMES]);
        if (action != ENCODE_WAIT) assert_int_equal(game_apply(rules, &before, seat, action, NULL), VERDICT_ok);
        assert_memory_equal(&before, batch_game(&batch, step % GAMES), sizeof before);
    }
    assert_int_equal(batch.ended, ended);
    unsigned illegal = 0;
    while (bit(arrays.bits + 3 * batch.encoder.words, illegal)) illegal++;
    const int64_t bad[] = {-1, INT64_MIN, INT64_MAX, batch.encoder.numbers, illegal};
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        Game before = *batch_game(&batch, 0);
        batch_sample(&batch, &dice, arrays.actions);
        arrays.actions[3] = bad[i];
        assert_int_equal(batch_step(&batch, arrays.actions), 3);
        assert_memory_equal(&before, batch_game(&batch, 0), sizeof before);
    }
    batch_free(&batch);
}

/* A learner beside a bot and a player of the caller's: the latter's steps move only where it is asked, and
 * every game that ends is paid to the learner. */
static void check_mixed(const Rules *rules, unsigned players) {
    enum { GAMES = 32, STEPS = 400 };
    static Arrays arrays;
    static uint8_t player[GAMES];
    static Batch batch;
    BatchPlan plan = {.games = GAMES, .players = players, .opponents = 2, .opponent = {&bot_random, NULL}};
    BatchArrays to = {
        .seat = arrays.seat, .player = player, .bits = arrays.bits, .rewards = arrays.rewards, .dones = arrays.dones};
    assert_true(batch_init(&batch, rules, &plan, &to));
    batch_reset(&batch, 3);
    Dice dice = {5};
    unsigned asked[2] = {0}, paid = 0;
    uint64_t ended = 0;
    for (unsigned step = 0; step < STEPS; step++) {
        for (unsigned others = 1; others;) {
            others = 0;
            for (unsigned i = 0; i < GAMES; i++) {
                assert_true(player[i] == 0 || player[i] == 2);
                others += player[i] == 2;
                asked[player[i] == 2]++;
            }
            Game still = {0};
            unsigned at = 0;
            while (at < GAMES && player[at]) at++;
            if (at < GAMES) still = *batch_game(&batch, at);
            batch_sample(&batch, &dice, arrays.actions);
            if (others) assert_int_equal(batch_step_others(&batch, arrays.actions), GAMES);
            if (at < GAMES) assert_memory_equal(&still, batch_game(&batch, at), sizeof still);
        }
        for (unsigned i = 0; i < GAMES; i++) paid += arrays.rewards[i] != 0;
        batch_sample(&batch, &dice, arrays.actions);
        ended = batch.ended;
        assert_int_equal(batch_step(&batch, arrays.actions), GAMES);
    }
    assert_true(asked[0] && asked[1]);
    assert_true(ended && paid);
    batch_free(&batch);
}

static void opponents_may_be_mixed_and_the_callers(void **state) {
    (void)state;
    static Ruleset ruleset;
    RulesetError error;
    assert_true(ruleset_load("official", &ruleset, &error));
    assert_true(ruleset_change(&ruleset, "target=0", &error));
    check_mixed(&ruleset.rules, 2);
    check_mixed(&ruleset.rules, 4);
    assert_true(ruleset_load("split-v3", &ruleset, &error));
    check_mixed(&ruleset.rules, 3);
}

/* One game stepped by numbers is the game that the actions make, and what is added to an observation is what the
 * witness saw: no more when everything hidden is dealt anew. */
static void check_turns(const Rules *rules, unsigned players, uint8_t first) {
    static Witness witness, other_witness;
    static Game game, twin, world;
    static Past past;
    static uint8_t mask[ENCODE_WORDS_MAX * 64], row[4096], again[4096];
    Encoder encoder;
    Seed seed = {{first}};
    encode_init(&encoder, rules, players, true);
    encode_add(&encoder, true, 12);
    assert_true(encoder.observation <= sizeof row);
    memset(&past, 0, sizeof past);
    game_init(rules, &game, players, &seed, NULL, &witness);
    twin = game;
    past_note(&past, &witness);
    Turn turn = {
        .encoder = &encoder, .game = &game, .witness = &witness, .past = &past, .mask = mask, .observation = row};
    turn_show(&turn);
    Dice dice = {first};
    Rng rng;
    rng_init(&rng, &seed);
    for (unsigned step = 0; step < 300 && turn.seat != NO_SEAT; step++) {
        Seat seat = (Seat)turn.seat;
        View view;
        view_of(rules, &game, &witness, seat, &view);
        assert_true(view_sample(rules, &view, &rng, &world, &other_witness));
        encode_observe(&encoder, &world.board, &world.own[seat], seat, again);
        encode_observe_more(&encoder, other_witness.known[seat], &past, seat, again);
        assert_memory_equal(row, again, encoder.observation);
        unsigned illegal = 0;
        while (mask[illegal]) illegal++;
        assert_false(turn_step(&turn, (int64_t)illegal));
        assert_false(turn_step(&turn, -1));
        assert_false(turn_step(&turn, encoder.numbers));
        assert_memory_equal(&game, &twin, sizeof game);
        assert_true(turn_step(&turn, turn_sample(&turn, &dice)));
        if (turn.action != ENCODE_WAIT) assert_int_equal(game_apply(rules, &twin, seat, turn.action, NULL), VERDICT_ok);
        assert_memory_equal(&game, &twin, sizeof game);
    }
    assert_true(past.heard > 12);
    if (turn.seat == NO_SEAT) assert_int_equal(turn_sample(&turn, &dice), -1);
}

static void turns_are_the_game_and_show_no_more(void **state) {
    (void)state;
    static Ruleset ruleset;
    RulesetError error;
    for (unsigned i = 0; i < builtin_ruleset_count; i++) {
        assert_true(ruleset_load(builtin_rulesets[i].name, &ruleset, &error));
        unsigned most = (unsigned)ruleset.rules.option.max_players;
        for (uint8_t first = 1; first < 6; first++) check_turns(&ruleset.rules, most < 4 ? most : 4, first);
    }
    load_text(club, &ruleset);
    for (uint8_t first = 1; first < 20; first++) check_turns(&ruleset.rules, 3, first);
}

static void batches_play_like_single_games(void **state) {
    (void)state;
    static Ruleset ruleset;
    RulesetError error;
    for (unsigned i = 0; i < builtin_ruleset_count; i++) {
        assert_true(ruleset_load(builtin_rulesets[i].name, &ruleset, &error));
        unsigned players = (unsigned)ruleset.rules.option.min_players;
        check_batch(&ruleset.rules, players, NULL);
        check_batch(&ruleset.rules, players, &bot_random);
        check_batch(&ruleset.rules, players, &bot_rule);
    }
    load_text(house, &ruleset);
    check_batch(&ruleset.rules, 4, NULL);
    load_text(club, &ruleset);
    check_batch(&ruleset.rules, 3, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(masks_are_the_legal_actions),
        cmocka_unit_test(numbers_without_an_action_say_so),
        cmocka_unit_test(observations_fill_their_row),
        cmocka_unit_test(batches_play_like_single_games),
        cmocka_unit_test(opponents_may_be_mixed_and_the_callers),
        cmocka_unit_test(turns_are_the_game_and_show_no_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
