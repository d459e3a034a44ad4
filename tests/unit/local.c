/* local.c -- games on one machine, by people who act at random and bots: they end,
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
#include "table/local.h"

/* ---- helpers ---- */

static const BotKind *const mixed[] = {&bot_greedy, &bot_random, &bot_medium, &bot_easy};
enum { MIXED = sizeof mixed / sizeof mixed[0], BUFFER = 1 << 20 };

typedef struct {
    Local local;
    Player player[SEATS_MAX];
    unsigned kept;
    uint64_t chance; /* of the people */
} Table;

static void count_keeping(void *keeper, const Local *local) {
    Table *table = keeper;
    assert_ptr_equal(local, &table->local);
    table->kept++;
}

static void load(const char *name, const char *change, Ruleset *out) {
    RulesetError error;
    if (!ruleset_load(name, out, &error) || (change && !ruleset_change(out, change, &error)))
        fail_msg("%s: %s", name, error.text);
}

static void seat_players(Table *table, SeatMask people) {
    Local *local = &table->local;
    local->people = people;
    local->chance = local_chance(&local->record);
    local->undo_allowed = true;
    local->keep = count_keeping;
    local->keeper = table;
    for (unsigned seat = 0; seat < local->record.players; seat++) {
        PlayerPlan plan = {.kind = mixed[seat % MIXED]};
        if (!(plan.kind->families & (1 << local->record.rules.family))) plan.kind = &bot_greedy;
        if (people >> seat & 1) continue;
        assert_true(player_open(&plan, &table->player[seat]));
        local->player[seat] = &table->player[seat];
    }
}

static Table *table_new(const Ruleset *ruleset, unsigned players, SeatMask people, unsigned number) {
    Table *table = calloc(1, sizeof *table);
    char seed[32];
    assert_non_null(table);
    record_init(&table->local.record, ruleset, players);
    snprintf(seed, sizeof seed, "local %u", number);
    fair_seed_of_text(seed, &table->local.record.chance.seed);
    table->local.record.chance.has_seed = true;
    table->chance = number;
    seat_players(table, people);
    return table;
}

static void table_begin(Table *table) {
    if (!local_begin(&table->local)) fail_msg("%s", table->local.trouble);
}

static void table_free(Table *table) {
    local_free(&table->local);
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) player_close(&table->player[seat]);
    free(table);
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

static char *position_text(const Local *local) {
    char *text = calloc(1, POSITION_TEXT_MAX);
    assert_non_null(text);
    position_format(&local->record.rules, &local->game, &local->witness, text, POSITION_TEXT_MAX);
    return text;
}

/* A card where one can be used, mostly: otherwise games of chance get long. */
static Action random_action(Table *table, Seat seat) {
    Action list[ACTIONS_MAX];
    ActionSet set;
    View view;
    local_view(&table->local, seat, &view);
    view_actions(&table->local.record.rules, &view, &set);
    if (set.cards && random_below(&table->chance, 16)) set.plain = 0;
    unsigned count = action_set_list(&table->local.record.rules, &set, list);
    assert_true(count > 0);
    return list[random_below(&table->chance, count)];
}

/* Lets the players act until a person is asked, or the game is over. */
static LocalStep next_question(Local *local) {
    LocalStep step;
    do {
        size_t before = local->record.actions;
        step = local_step(local);
        assert_int_equal(local->record.actions, before + (step == LOCAL_ACTED));
    } while (step == LOCAL_ACTED);
    if (step == LOCAL_FAILED) fail_msg("%s", local->trouble);
    return step;
}

/* Whoever is asked acts; who is not asked acts or lets it be. True when a person acted. */
static bool answer_at_random(Table *table) {
    Local *local = &table->local;
    Seat seat = local_person(local);
    SeatMask one = (SeatMask)(1u << seat), open = local_open(local);
    assert_true(seat != NO_SEAT);
    assert_true((local_asked(local) | open) & one);
    bool can = local_may(local) & one;
    if (!(local_asked(local) & one) && (!can || random_below(&table->chance, 2)))
        return local_let_be(local, one), false;
    assert_true(can);
    assert_int_equal(local_act(local, seat, random_action(table, seat)), VERDICT_ok);
    return true;
}

/* Plays on until people have acted so often, or to the end. */
static bool play_on(Table *table, unsigned decisions) {
    while (decisions && next_question(&table->local) == LOCAL_ASKS) decisions -= answer_at_random(table);
    return !decisions;
}

/* The smallest table of at least so many, else the largest. */
static unsigned players_near(const Rules *rules, unsigned least) {
    unsigned players = least;
    while (players <= SEATS_MAX && !rules_allow_players(rules, players, NULL)) players++;
    if (players <= SEATS_MAX) return players;
    for (players = least; !rules_allow_players(rules, players, NULL);) players--;
    return players;
}

/* ---- whole games ---- */

static void play_whole_game(const Ruleset *ruleset, unsigned players, SeatMask people, unsigned number) {
    Table *table = table_new(ruleset, players, people, number);
    RecordReport report;
    RecordError error;
    unsigned acted = 0;
    table_begin(table);
    assert_int_equal(table->kept, 1);
    while (next_question(&table->local) == LOCAL_ASKS) acted += answer_at_random(table);
    assert_int_equal(local_step(&table->local), LOCAL_OVER);
    assert_int_equal(table->kept, acted + 2);
    assert_false(local_may_undo(&table->local));
    assert_true(table->local.record.finished);
    if (!record_verify(&table->local.record, &report, &error)) fail_msg("%s", error.text);
    assert_true(report.finished);
    table_free(table);
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
    Table *table = table_new(&ruleset, 4, 3, 5);
    unsigned asked = 0;
    table_begin(table);
    while (asked < 50 && next_question(&table->local) == LOCAL_ASKS) {
        const Local *local = &table->local;
        const Rules *rules = &local->record.rules;
        SeatMask bystanders =
            board_waiting(rules, &local->game.board) & (SeatMask)~board_awaited(rules, &local->game.board);
        SeatMask open = local_open(local);
        if (open) {
            assert_int_equal(open, bystanders & 3);
            local_let_be(&table->local, open);
            assert_int_equal(local_open(local), 0);
            asked++;
        } else answer_at_random(table);
    }
    assert_int_equal(asked, 50);
    table_free(table);
}

/* ---- taking back ---- */

static void undo_to_the_start(void **state) {
    (void)state;
    for (unsigned i = 0; i < builtin_ruleset_count; i++) {
        Ruleset ruleset;
        load(builtin_rulesets[i].name, NULL, &ruleset);
        Table *table = table_new(&ruleset, players_near(&ruleset.rules, 2), 1, i);
        Local *local = &table->local;
        table_begin(table);
        assert_false(local_may_undo(local));
        assert_false(local_undo(local));
        assert_int_equal(next_question(local), LOCAL_ASKS);
        char *first = position_text(local);
        size_t actions = local->record.actions;
        play_on(table, 20);
        unsigned taken = 0;
        for (; local_may_undo(local); taken++) assert_true(local_undo(local));
        assert_true(taken == 20 || local->record.finished);
        char *again = position_text(local);
        if (taken) assert_string_equal(first, again);
        if (taken) assert_int_equal(local->record.actions, actions);
        if (taken) assert_int_equal(next_question(local), LOCAL_ASKS);
        free(first), free(again);
        table_free(table);
    }
}

static void undo_and_the_same_again(void **state) {
    (void)state;
    for (unsigned i = 0; i < builtin_ruleset_count; i++) {
        Ruleset ruleset;
        load(builtin_rulesets[i].name, NULL, &ruleset);
        Table *table = table_new(&ruleset, players_near(&ruleset.rules, 3), 1, 100 + i);
        Local *local = &table->local;
        table_begin(table);
        for (unsigned round = 0; round < 15 && play_on(table, 1); round++) {
            RecordAction last = local->record.action[local->record.actions - 1];
            if (next_question(local) != LOCAL_ASKS) break;
            char *record = record_text(&local->record), *position = position_text(local);
            assert_true(local_undo(local));
            assert_int_equal(local_act(local, last.seat, last.action), VERDICT_ok);
            next_question(local);
            char *record_again = record_text(&local->record), *position_again = position_text(local);
            assert_string_equal(record, record_again);
            assert_string_equal(position, position_again);
            free(record), free(record_again), free(position), free(position_again);
        }
        table_free(table);
    }
}

/* Two people: nothing goes back once the keyboard has changed hands. */
static void undo_among_people(void **state) {
    (void)state;
    Ruleset ruleset;
    load("official", NULL, &ruleset);
    Table *table = table_new(&ruleset, 2, 3, 3);
    Local *local = &table->local;
    table_begin(table);
    assert_true(local_is_shared(local));
    assert_int_equal(next_question(local), LOCAL_ASKS);
    Seat first = local_person(local), second = (Seat)!first;
    local_hand_to(local, first);
    assert_int_equal(local_act(local, first, action_plain(ACT_DRAW)), VERDICT_ok);
    assert_int_equal(local_person(local), first);
    assert_int_equal(local_act(local, first, action_plain(ACT_KEEP)), VERDICT_ok);
    assert_int_equal(next_question(local), LOCAL_ASKS);
    assert_int_equal(local_person(local), second);
    assert_true(local_may_undo(local)); /* the other has not looked yet */
    assert_true(local_undo(local));
    assert_int_equal(local->record.actions, 1);
    assert_int_equal(local_act(local, first, action_plain(ACT_KEEP)), VERDICT_ok);
    local_hand_to(local, second);
    assert_false(local_may_undo(local));
    assert_false(local_undo(local));
    assert_int_equal(local_act(local, second, action_plain(ACT_DRAW)), VERDICT_ok);
    assert_true(local_may_undo(local));
    local->undo_allowed = false;
    assert_false(local_undo(local));
    local->undo_allowed = true;
    local_hand_to(local, first); /* looks over */
    local_hand_to(local, second);
    assert_false(local_may_undo(local));
    assert_int_equal(local->record.actions, 3);
    table_free(table);
}

/* ---- resuming ---- */

static Table *table_of(const char *text, SeatMask people) {
    Table *table = calloc(1, sizeof *table);
    RecordError error;
    assert_non_null(table);
    if (!record_parse(text, strlen(text), &table->local.record, &error)) fail_msg("%s", error.text);
    seat_players(table, people);
    table_begin(table);
    return table;
}

static void resume_once(const Ruleset *ruleset, SeatMask people, unsigned number) {
    Table *table = table_new(ruleset, players_near(&ruleset->rules, 3), people, number);
    table_begin(table);
    if (!play_on(table, 1 + number % 30)) return table_free(table);
    char *saved = record_text(&table->local.record), *before = position_text(&table->local);
    Table *resumed = table_of(saved, people);
    char *after = position_text(&resumed->local);
    assert_string_equal(before, after);
    resumed->chance = table->chance;
    resumed->local.holder = table->local.holder;
    play_on(table, 40);
    play_on(resumed, 40);
    char *one = record_text(&table->local.record), *other = record_text(&resumed->local.record);
    assert_string_equal(one, other);
    free(saved), free(before), free(after), free(one), free(other);
    table_free(table);
    table_free(resumed);
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

static void a_broken_record_does_not_begin(void **state) {
    (void)state;
    Ruleset ruleset;
    load("official", NULL, &ruleset);
    Table *table = table_new(&ruleset, 2, 1, 1);
    assert_true(record_add(&table->local.record, 0, action_plain(ACT_CHALLENGE)));
    assert_false(local_begin(&table->local));
    assert_non_null(strstr(table->local.trouble, "against the rules"));
    assert_int_equal(local_step(&table->local), LOCAL_FAILED);
    table_free(table);
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
    Table *table = table_new(&ruleset, 2, 1, 1);
    Local *local = &table->local;
    player_close(&table->player[1]);
    table->player[1] = (Player){&bad, false, NULL, bad_begin, NULL, bad_act, NULL, bad_end, bad_trouble, NULL};
    if (local_begin(local)) {
        LocalStep step;
        while ((step = local_step(local)) == LOCAL_ASKS) answer_at_random(table);
        assert_int_equal(step, LOCAL_FAILED);
        assert_int_equal(local_step(local), LOCAL_FAILED);
        assert_false(local_may_undo(local));
    } else assert_false(bad.begins);
    assert_string_equal(local->trouble, trouble);
    assert_false(local->record.finished);
    table_free(table);
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
        cmocka_unit_test(a_broken_record_does_not_begin),
        cmocka_unit_test(players_that_fail_are_named),
    };
    return cmocka_run_group_tests_name("local", tests, NULL, NULL);
}
