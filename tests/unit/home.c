/* home.c -- games at home, by people who act at random and bots: they end,
 * can be taken back, saved and resumed anywhere, and go on as they would have. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "engine/position.h"
#include "random.h"
#include "table/home.h"

/* ---- helpers ---- */

static const BotKind *const mixed[] = {&bot_greedy, &bot_random, &bot_medium, &bot_easy};
enum { MIXED = sizeof mixed / sizeof mixed[0], BUFFER = 1 << 20 };

typedef struct {
    Home home;
    unsigned kept;
    uint64_t chance; /* of the people */
} House;

static void count_keeping(void *keeper, const Home *home) {
    House *house = keeper;
    assert_ptr_equal(home, &house->home);
    house->kept++;
}

static void load(const char *name, const char *change, Ruleset *out) {
    RulesetError error;
    if (!ruleset_load(name, out, &error) || (change && !ruleset_change(out, change, &error)))
        fail_msg("%s: %s", name, error.text);
}

static void seat_players(House *house, SeatMask people) {
    Home *home = &house->home;
    home->people = people;
    home->undo_allowed = true;
    home->keep = count_keeping;
    home->keeper = house;
    for (unsigned seat = 0; seat < home->record.players; seat++) {
        const BotKind *kind = mixed[seat % MIXED];
        home->plan[seat].kind = kind->families & (1 << home->record.rules.family) ? kind : &bot_greedy;
    }
}

static House *house_new(const Ruleset *ruleset, unsigned players, SeatMask people, unsigned number) {
    House *house = calloc(1, sizeof *house);
    char seed[32];
    assert_non_null(house);
    record_init(&house->home.record, ruleset, players);
    snprintf(seed, sizeof seed, "home %u", number);
    fair_seed_of_text(seed, &house->home.record.chance.seed);
    house->home.record.chance.has_seed = true;
    house->chance = number;
    seat_players(house, people);
    return house;
}

static void house_begin(House *house) {
    if (!home_begin(&house->home)) fail_msg("%s", house->home.trouble);
}

static void house_free(House *house) {
    home_free(&house->home);
    free(house);
}

static void put(void *sink, const char *text) {
    char *out = sink;
    assert_true(strlen(out) + strlen(text) < BUFFER);
    strcat(out, text);
}

static char *record_text(const Record *record) {
    char *text = calloc(1, BUFFER);
    Printer printer = {put, text};
    assert_non_null(text);
    record_format(record, &printer);
    return text;
}

static char *position_text(const Home *home) {
    char *text = calloc(1, POSITION_TEXT_MAX);
    assert_non_null(text);
    position_format(&home->record.rules, &home->table.game, &home->table.witness, text, POSITION_TEXT_MAX);
    return text;
}

/* A card where one can be used, mostly: otherwise games of chance get long. */
static Action random_action(House *house, Seat seat) {
    Action list[ACTIONS_MAX];
    ActionSet set;
    View view;
    home_view(&house->home, seat, &view);
    view_actions(&house->home.record.rules, &view, &set);
    if (set.cards && random_below(&house->chance, 16)) set.plain = 0;
    unsigned count = action_set_list(&house->home.record.rules, &set, list);
    assert_true(count > 0);
    return list[random_below(&house->chance, count)];
}

/* Lets the players act until a person is asked, or the game is over. */
static HomeStep next_question(Home *home) {
    HomeStep step;
    do {
        size_t before = home->record.actions;
        step = home_step(home);
        assert_int_equal(home->record.actions, before + (step == HOME_ACTED));
    } while (step == HOME_ACTED);
    if (step == HOME_FAILED) fail_msg("%s", home->trouble);
    return step;
}

static bool may_act(const Home *home, Seat seat) {
    ActionSet set;
    board_actions(&home->record.rules, &home->table.game.board, &home->table.game.own[seat], seat, &set);
    return !action_set_empty(&set);
}

/* Whoever is asked acts; who is not asked acts or lets it be. True when a person acted. */
static bool answer_at_random(House *house) {
    Home *home = &house->home;
    Seat seat = home_person(home);
    SeatMask one = (SeatMask)(1u << seat), open = home_open(home);
    assert_true(seat != NO_SEAT);
    assert_true((home_asked(home) | open) & one);
    bool can = may_act(home, seat);
    if (!(home_asked(home) & one) && (!can || random_below(&house->chance, 2))) return home_let_be(home, one), false;
    assert_true(can);
    assert_int_equal(home_act(home, seat, random_action(house, seat)), VERDICT_ok);
    return true;
}

/* Plays on until people have acted so often, or to the end. */
static bool play_on(House *house, unsigned decisions) {
    while (decisions && next_question(&house->home) == HOME_ASKS) decisions -= answer_at_random(house);
    return !decisions;
}

/* The smallest house of at least so many, else the largest. */
static unsigned players_near(const Rules *rules, unsigned least) {
    unsigned players = least;
    while (players <= SEATS_MAX && !rules_allow_players(rules, players, NULL)) players++;
    if (players <= SEATS_MAX) return players;
    for (players = least; !rules_allow_players(rules, players, NULL);) players--;
    return players;
}

/* ---- whole games ---- */

static void play_whole_game(const Ruleset *ruleset, unsigned players, SeatMask people, unsigned number) {
    House *house = house_new(ruleset, players, people, number);
    RecordReport report;
    RecordError error;
    unsigned acted = 0;
    house_begin(house);
    assert_int_equal(house->kept, 1);
    while (next_question(&house->home) == HOME_ASKS) acted += answer_at_random(house);
    assert_int_equal(home_step(&house->home), HOME_OVER);
    assert_int_equal(house->kept, acted + 2);
    assert_false(home_may_undo(&house->home));
    assert_true(house->home.record.finished);
    if (!record_verify(&house->home.record, &report, &error)) fail_msg("%s", error.text);
    assert_true(report.finished);
    house_free(house);
}

static void every_ruleset_to_its_end(void **state) {
    (void)state;
    for (unsigned i = 0; i < builtin_ruleset_count; i++) {
        Ruleset ruleset;
        load(builtin_rulesets[i].name, NULL, &ruleset);
        unsigned few = players_near(&ruleset.rules, 2), more = players_near(&ruleset.rules, 4);
        play_whole_game(&ruleset, few, 1, i);
        play_whole_game(&ruleset, few, 2, i);
        play_whole_game(&ruleset, few, 0, i);
        play_whole_game(&ruleset, few, seats_all(few), i);
        if (more > few) play_whole_game(&ruleset, more, 5, i);
    }
}

static void house_rules_to_their_end(void **state) {
    (void)state;
    static const char *const changes[] = {"jump_in=on", "seven_swap=on", "stack_draws=any", "false_catch=1",
                                          "target=0"};
    Ruleset ruleset;
    load("official", NULL, &ruleset);
    for (unsigned i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        RulesetError error;
        assert_true(ruleset_change(&ruleset, changes[i], &error));
    }
    for (unsigned number = 0; number < 8; number++) play_whole_game(&ruleset, 4, (SeatMask)(number + 1), number);
}

/* Who may jump in is no secret where several people are asked at once; who could is. */
static void the_question_tells_nothing_of_hands(void **state) {
    (void)state;
    Ruleset ruleset;
    load("official", "jump_in=on", &ruleset);
    House *house = house_new(&ruleset, 4, 3, 5);
    unsigned asked = 0;
    house_begin(house);
    while (asked < 50 && next_question(&house->home) == HOME_ASKS) {
        const Home *home = &house->home;
        const Rules *rules = &home->record.rules;
        SeatMask bystanders =
            board_waiting(rules, &home->table.game.board) & (SeatMask)~board_awaited(rules, &home->table.game.board);
        SeatMask open = home_open(home);
        if (open) {
            assert_int_equal(open, bystanders & 3);
            home_let_be(&house->home, open);
            assert_int_equal(home_open(home), 0);
            asked++;
        } else answer_at_random(house);
    }
    assert_int_equal(asked, 50);
    house_free(house);
}

/* ---- taking back ---- */

static void undo_to_the_start(void **state) {
    (void)state;
    for (unsigned i = 0; i < builtin_ruleset_count; i++) {
        Ruleset ruleset;
        load(builtin_rulesets[i].name, NULL, &ruleset);
        House *house = house_new(&ruleset, players_near(&ruleset.rules, 2), 1, i);
        Home *home = &house->home;
        house_begin(house);
        assert_false(home_may_undo(home));
        assert_false(home_undo(home));
        assert_int_equal(next_question(home), HOME_ASKS);
        char *first = position_text(home);
        size_t actions = home->record.actions;
        play_on(house, 20);
        unsigned taken = 0;
        for (; home_may_undo(home); taken++) assert_true(home_undo(home));
        assert_true(taken == 20 || home->record.finished);
        char *again = position_text(home);
        if (taken) assert_string_equal(first, again);
        if (taken) assert_int_equal(home->record.actions, actions);
        if (taken) assert_int_equal(next_question(home), HOME_ASKS);
        free(first), free(again);
        house_free(house);
    }
}

static void undo_and_the_same_again(void **state) {
    (void)state;
    for (unsigned i = 0; i < builtin_ruleset_count; i++) {
        Ruleset ruleset;
        load(builtin_rulesets[i].name, NULL, &ruleset);
        House *house = house_new(&ruleset, players_near(&ruleset.rules, 3), 1, 100 + i);
        Home *home = &house->home;
        house_begin(house);
        for (unsigned round = 0; round < 15 && play_on(house, 1); round++) {
            RecordAction last = home->record.action[home->record.actions - 1];
            if (next_question(home) != HOME_ASKS) break;
            char *record = record_text(&home->record), *position = position_text(home);
            assert_true(home_undo(home));
            assert_int_equal(home_act(home, last.seat, last.action), VERDICT_ok);
            next_question(home);
            char *record_again = record_text(&home->record), *position_again = position_text(home);
            assert_string_equal(record, record_again);
            assert_string_equal(position, position_again);
            free(record), free(record_again), free(position), free(position_again);
        }
        house_free(house);
    }
}

/* Two people: nothing goes back once the keyboard has changed hands. */
static void undo_among_people(void **state) {
    (void)state;
    Ruleset ruleset;
    load("official", NULL, &ruleset);
    House *house = house_new(&ruleset, 2, 3, 3);
    Home *home = &house->home;
    house_begin(house);
    assert_true(home_is_shared(home));
    assert_int_equal(next_question(home), HOME_ASKS);
    Seat first = home_person(home), second = (Seat)!first;
    home_hand_to(home, first);
    assert_int_equal(home_act(home, first, action_plain(ACT_DRAW)), VERDICT_ok);
    assert_int_equal(home_person(home), first);
    assert_int_equal(home_act(home, first, action_plain(ACT_KEEP)), VERDICT_ok);
    assert_int_equal(next_question(home), HOME_ASKS);
    assert_int_equal(home_person(home), second);
    assert_true(home_may_undo(home)); /* the other has not looked yet */
    assert_true(home_undo(home));
    assert_int_equal(home->record.actions, 1);
    assert_int_equal(home_act(home, first, action_plain(ACT_KEEP)), VERDICT_ok);
    home_hand_to(home, second);
    assert_false(home_may_undo(home));
    assert_false(home_undo(home));
    assert_int_equal(home_act(home, second, action_plain(ACT_DRAW)), VERDICT_ok);
    assert_true(home_may_undo(home));
    home->undo_allowed = false;
    assert_false(home_undo(home));
    home->undo_allowed = true;
    home_hand_to(home, first); /* looks over */
    home_hand_to(home, second);
    assert_false(home_may_undo(home));
    assert_int_equal(home->record.actions, 3);
    house_free(house);
}

/* ---- resuming ---- */

static House *house_of(const char *text, SeatMask people) {
    House *house = calloc(1, sizeof *house);
    RecordError error;
    assert_non_null(house);
    if (!record_parse(text, strlen(text), &house->home.record, &error)) fail_msg("%s", error.text);
    seat_players(house, people);
    house_begin(house);
    return house;
}

static void resume_once(const Ruleset *ruleset, SeatMask people, unsigned number) {
    House *house = house_new(ruleset, players_near(&ruleset->rules, 3), people, number);
    house_begin(house);
    if (!play_on(house, 1 + number % 30)) return house_free(house);
    char *saved = record_text(&house->home.record), *before = position_text(&house->home);
    House *resumed = house_of(saved, people);
    char *after = position_text(&resumed->home);
    assert_string_equal(before, after);
    resumed->chance = house->chance;
    resumed->home.holder = house->home.holder;
    play_on(house, 40);
    play_on(resumed, 40);
    char *one = record_text(&house->home.record), *other = record_text(&resumed->home.record);
    assert_string_equal(one, other);
    free(saved), free(before), free(after), free(one), free(other);
    house_free(house);
    house_free(resumed);
}

static void resumed_games_go_on_alike(void **state) {
    (void)state;
    for (unsigned i = 0; i < builtin_ruleset_count; i++) {
        Ruleset ruleset;
        load(builtin_rulesets[i].name, NULL, &ruleset);
        for (unsigned number = 0; number < 5; number++) {
            resume_once(&ruleset, 1, 7 * number + i);
            resume_once(&ruleset, 3, 7 * number + i);
        }
    }
}

/* ---- live: the clock runs ---- */

/* Steps until nothing is due, and says when something will be. */
static int64_t settle(Home *home) {
    HomeStep step;
    while ((step = home_step(home)) == HOME_ACTED) continue;
    if (step == HOME_FAILED) fail_msg("%s", home->trouble);
    return step == HOME_OVER ? INT64_MAX : home_due(home);
}

static void act_live(House *house) {
    Home *home = &house->home;
    Seat seat = mask_first(home->people);
    TableAnswer said = home_wish(home, seat, random_action(house, seat), home->table.seq);
    if (said.refusal != REFUSAL_ok && said.refusal != REFUSAL_held) fail_msg("%s", refusal_code(said.refusal));
}

static void play_live(const Ruleset *ruleset, unsigned number) {
    House *house = house_new(ruleset, (unsigned)ruleset->rules.option.min_players, 1, number);
    Home *home = &house->home;
    unsigned asked = 0, waited = 0;
    home->live = true;
    home->pace_ms = 900;
    house_begin(house);
    for (int64_t due; (due = settle(home)) != INT64_MAX || home_asked(home); waited++) {
        bool deals = home->table.game.board.phase == PHASE_DEAL;
        if (home_asked(home) && !deals && !home->table.held[0]) act_live(house), asked++;
        else assert_true(due > home->now_ms && due != INT64_MAX), home->now_ms = due;
    }
    assert_int_equal(home->table.game.board.phase, PHASE_OVER);
    assert_true(home->record.finished && asked && waited > asked);
    assert_int_equal(home->record.actions, home->table.steps);
    house_free(house);
}

static void live_games_end_and_keep_their_pace(void **state) {
    (void)state;
    for (unsigned i = 0; i < builtin_ruleset_count; i++) {
        Ruleset ruleset;
        load(builtin_rulesets[i].name, NULL, &ruleset);
        for (unsigned number = 0; number < 3; number++) play_live(&ruleset, number);
    }
}

/* However long it takes: nobody plays for the person, and what was seen of an older table is refused. */
static void a_live_person_is_waited_for(void **state) {
    (void)state;
    Ruleset ruleset;
    load("official", NULL, &ruleset);
    House *house = house_new(&ruleset, 4, 1, 5);
    Home *home = &house->home;
    home->live = true;
    home->pace_ms = 900;
    house_begin(house);
    assert_string_equal(home->table.seat[1].name, "Mira");
    for (int64_t due; (due = settle(home)) != INT64_MAX;) home->now_ms = due;
    size_t actions = home->record.actions;
    home->now_ms += 1000000000;
    assert_int_equal(settle(home), INT64_MAX);
    assert_int_equal(home->record.actions, actions);
    assert_int_equal(home_asked(home), 1);
    assert_int_equal(home_wish(home, 0, action_plain(ACT_DEAL), home->table.seq).refusal, REFUSAL_against_rules);
    assert_int_equal(home_wish(home, 0, action_plain(ACT_DRAW), 1).refusal, REFUSAL_stale);
    assert_int_equal(home->record.actions, actions);
    act_live(house);
    assert_true(home_undo(home));
    assert_int_equal(home->record.actions, actions);
    house_free(house);
}

static void a_broken_record_does_not_begin(void **state) {
    (void)state;
    Ruleset ruleset;
    load("official", NULL, &ruleset);
    House *house = house_new(&ruleset, 2, 1, 1);
    assert_true(record_add(&house->home.record, 0, action_plain(ACT_CHALLENGE)));
    assert_false(home_begin(&house->home));
    assert_non_null(strstr(house->home.trouble, "against the rules"));
    assert_int_equal(home_step(&house->home), HOME_FAILED);
    house_free(house);
}

/* ---- players that fail ---- */

typedef struct {
    bool begins;
    PlayerAnswer answer;
    Action action;
} Bad;

static bool bad_begin(void *self, const Rules *rules, unsigned players, Seat seat, uint64_t seed) {
    (void)rules, (void)players, (void)seat, (void)seed;
    return ((Bad *)self)->begins;
}

static PlayerAnswer bad_act(void *self, const View *view, bool awaited, Action *out) {
    (void)view, (void)awaited;
    *out = ((Bad *)self)->action;
    return ((Bad *)self)->answer;
}

static void bad_end(void *self, const Board *board) { (void)self, (void)board; }

static const char *bad_trouble(void *self) {
    (void)self;
    return "fell over";
}

static void fails(Bad bad, const char *trouble) {
    Ruleset ruleset;
    load("official", NULL, &ruleset);
    House *house = house_new(&ruleset, 2, 1, 1);
    Home *home = &house->home;
    Player player = {&bad, false, NULL, bad_begin, NULL, bad_act, NULL, bad_end, bad_trouble, NULL};
    home->player[1] = &player;
    if (home_begin(home)) {
        HomeStep step;
        while ((step = home_step(home)) == HOME_ASKS) answer_at_random(house);
        assert_int_equal(step, HOME_FAILED);
        assert_int_equal(home_step(home), HOME_FAILED);
        assert_false(home_may_undo(home));
    } else assert_false(bad.begins);
    assert_string_equal(home->trouble, trouble);
    assert_false(home->record.finished);
    house_free(house);
}

static void players_that_fail_are_named(void **state) {
    (void)state;
    fails((Bad){false, PLAYER_FAILS, 0}, "B fell over.");
    fails((Bad){true, PLAYER_FAILS, 0}, "B fell over.");
    fails((Bad){true, PLAYER_LETS_BE, 0}, "B did nothing although the table waited for it.");
    fails((Bad){true, PLAYER_ACTS, action_plain(ACT_BONUS_CARD)},
          "B played 'bonus card', which the rules refuse (not_asked).");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_ruleset_to_its_end),
        cmocka_unit_test(house_rules_to_their_end),
        cmocka_unit_test(the_question_tells_nothing_of_hands),
        cmocka_unit_test(undo_to_the_start),
        cmocka_unit_test(undo_and_the_same_again),
        cmocka_unit_test(undo_among_people),
        cmocka_unit_test(resumed_games_go_on_alike),
        cmocka_unit_test(live_games_end_and_keep_their_pace),
        cmocka_unit_test(a_live_person_is_waited_for),
        cmocka_unit_test(a_broken_record_does_not_begin),
        cmocka_unit_test(players_that_fail_are_named),
    };
    return cmocka_run_group_tests_name("home", tests, NULL, NULL);
}
