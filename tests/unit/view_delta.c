/* What goes to a seat over the network: a view as text, what changed in it, and the
 * events. In random games of every ruleset, at every size of table, every observer
 * that applies what it is sent has the view it should have, byte for byte; and so has
 * a page that knows nothing but JSON. What is malformed is refused and changes nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wire/event_json.h"
#include "wire/view_delta.h"
#include "ruleset/ruleset.h"
#include "random.h"

/* So many actions are followed, times observers: large tables are slower to check. */
enum { VIEWS_FOLLOWED = 500 };

static Ruleset load(const char *name) {
    Ruleset ruleset;
    RulesetError error;
    assert_true(ruleset_load(name, &ruleset, &error));
    return ruleset;
}

/* ---- a page: it has the codes of all cards in their order, and JSON ---- */

static void page_take_out(cJSON *list, const cJSON *card) {
    cJSON *held;
    cJSON_ArrayForEach(held, list) {
        if (strcmp(held->valuestring, card->valuestring) != 0) continue;
        cJSON_Delete(cJSON_DetachItemViaPointer(list, held));
        return;
    }
    fail_msg("%s is taken out and was not there", card->valuestring);
}

/* The same cards in the order of all cards. */
static cJSON *page_sorted(const cJSON *list, const cJSON *order) {
    cJSON *sorted = cJSON_CreateArray();
    const cJSON *code, *card;
    cJSON_ArrayForEach(code, order) {
        cJSON_ArrayForEach(card, list) if (strcmp(card->valuestring, code->valuestring) == 0)
            cJSON_AddItemToArray(sorted, cJSON_Duplicate(card, true));
    }
    assert_int_equal(cJSON_GetArraySize(sorted), cJSON_GetArraySize(list));
    return sorted;
}

/* NOLINTNEXTLINE(misc-no-recursion): as deep as a view is */
static void page_apply(cJSON *view, const cJSON *delta, const cJSON *order) {
    const cJSON *change, *item;
    cJSON_ArrayForEach(change, delta) {
        cJSON *old = cJSON_GetObjectItemCaseSensitive(view, change->string);
        if (!old) fail_msg("a view has no %s", change->string);
        if (!cJSON_IsObject(change)) {
            cJSON_ReplaceItemInObjectCaseSensitive(view, change->string, cJSON_Duplicate(change, true));
        } else if (strcmp(change->string, "players") == 0) {
            cJSON_ArrayForEach(item, change) page_apply(cJSON_GetArrayItem(old, item->string[0] - 'A'), item, order);
        } else if (cJSON_IsObject(old)) {
            page_apply(old, change, order);
        } else {
            cJSON_ArrayForEach(item, cJSON_GetObjectItem(change, "-")) page_take_out(old, item);
            cJSON_ArrayForEach(item, cJSON_GetObjectItem(change, "+"))
                cJSON_AddItemToArray(old, cJSON_Duplicate(item, true));
            cJSON_ReplaceItemInObjectCaseSensitive(view, change->string, page_sorted(old, order));
        }
    }
}

static cJSON *order_of(const Rules *rules) {
    cJSON *order = cJSON_CreateArray();
    for (uint64_t faces = rules->faces; faces; faces &= faces - 1)
        cJSON_AddItemToArray(order, json_card(rules, (Face)bits_first(faces)));
    return order;
}

/* ---- a table where everybody is sent what changed ---- */

typedef struct {
    const Rules *rules;
    unsigned players;
    uint64_t random;
    Game game;
    Witness witness;
    View views[OBSERVERS];  /* as the engine shows them */
    View copies[OBSERVERS]; /* as they are kept by deltas alone */
    cJSON *pages[OBSERVERS];
    cJSON *order;
} Table;

static bool at_table(const Table *table, unsigned observer) {
    return observer < table->players || observer == SPECTATOR;
}

static void table_begin(Table *table, const Ruleset *ruleset, unsigned players, uint64_t seed) {
    memset(table, 0, sizeof *table);
    table->rules = &ruleset->rules;
    table->players = players;
    table->random = seed;
    table->order = order_of(table->rules);
    Seed chance = {{(uint8_t)seed, (uint8_t)players}};
    witness_init(&table->witness);
    game_init(table->rules, &table->game, players, &chance, NULL, &table->witness);
    for (unsigned o = 0; o < OBSERVERS; o++) {
        if (!at_table(table, o)) continue;
        view_of(table->rules, &table->game, &table->witness, o, &table->views[o]);
        table->copies[o] = table->views[o];
        table->pages[o] = view_to_json(table->rules, &table->views[o]);
    }
}

static void table_end(Table *table) {
    for (unsigned o = 0; o < OBSERVERS; o++) cJSON_Delete(table->pages[o]);
    cJSON_Delete(table->order);
}

/* Somebody does something; false: the game is over. */
static bool table_act(Table *table) {
    static Action actions[ACTIONS_MAX];
    SeatMask some = board_waiting(table->rules, &table->game.board);
    unsigned count = 0;
    Seat seat = 0;
    if (!some) return false;
    while (!count) {
        seat = (Seat)bits_select(some, random_below(&table->random, bits_count(some)));
        count = game_actions(table->rules, &table->game, seat, actions);
        some = board_awaited(table->rules, &table->game.board);
    }
    Action action = actions[random_below(&table->random, count)];
    assert_int_equal(game_apply(table->rules, &table->game, seat, action, &table->witness), VERDICT_ok);
    return true;
}

static void check_view_text(const Rules *rules, const View *view, cJSON *page) {
    static char text[VIEW_TEXT_MAX];
    char *printed = cJSON_PrintUnformatted(page);
    unsigned length = view_format(rules, view, text, sizeof text);
    assert_int_equal(length, strlen(text));
    assert_string_equal(printed, text);
    cJSON_free(printed);
    cJSON *json = view_to_json(rules, view);
    printed = cJSON_PrintUnformatted(json);
    assert_string_equal(printed, text);
    cJSON_free(printed);
    cJSON_Delete(json);
}

/* What seldom changes: the games that are followed must come to each. */
static const char *const rare[] = {
    "\"laid\":",        "\"swaps\":[\"",      "\"out\":true",  "\"place\":",    "\"places\":",       "\"known\":{",
    "\"bluffed\":true", "\"returned_by\":\"", "\"finisher\":", "\"tried\":[\"", "\"drawn_fits\":",   "\"honesty\":{",
    "\"dealer\":",      "\"score\":",         "\"streak\":",   "\"duty\":\"",   "\"shown\":\"",      "\"choice\":\"",
    "\"claimant\":\"",  "\"phase\":\"over\"", "\"-\":",        "\"+\":",        "\"after_shed\":\"",
};
enum { RARE = sizeof rare / sizeof *rare };
static bool met[RARE];

static void table_send(Table *table, unsigned observer) {
    static char text[VIEW_DELTA_MAX];
    const Rules *rules = table->rules;
    View before = table->views[observer], *after = &table->views[observer];
    char error[JSON_ERROR_MAX] = "";
    view_of(rules, &table->game, &table->witness, observer, after);
    unsigned length = view_delta_format(rules, &before, after, text, sizeof text);
    assert_int_equal(length, strlen(text));
    for (unsigned i = 0; i < RARE; i++) met[i] |= strstr(text, rare[i]) != NULL;
    cJSON *delta = cJSON_Parse(text);
    if (!delta) fail_msg("no JSON: %s", text);
    if (!view_delta_apply(rules, &table->copies[observer], delta, error)) fail_msg("%s: %s", text, error);
    if (memcmp(&table->copies[observer], after, sizeof *after) != 0) fail_msg("not the same view after %s", text);
    page_apply(table->pages[observer], delta, table->order);
    check_view_text(rules, after, table->pages[observer]);
    cJSON_Delete(delta);
}

static void check_events(const Rules *rules, const Witness *witness) {
    static Witness back;
    char text[EVENTS_TEXT_MAX], again[EVENTS_TEXT_MAX], error[JSON_ERROR_MAX] = "";
    char said[EVENT_TEXT_MAX], heard[EVENT_TEXT_MAX];
    unsigned length = events_format(rules, witness, text, sizeof text);
    assert_int_equal(length, strlen(text));
    cJSON *json = cJSON_Parse(text);
    memset(&back, 0x5A, sizeof back);
    if (!events_parse(rules, json, &back, error)) fail_msg("%s: %s", text, error);
    assert_int_equal(back.events, witness->events);
    assert_int_equal(back.known[0][0].plane[0], UINT64_C(0x5A5A5A5A5A5A5A5A));
    for (unsigned i = 0; i < witness->events; i++) {
        assert_int_equal(back.event[i].kind, witness->event[i].kind);
        event_format(rules, &witness->event[i], NULL, said, sizeof said);
        event_format(rules, &back.event[i], NULL, heard, sizeof heard);
        assert_string_equal(heard, said);
    }
    events_format(rules, &back, again, sizeof again);
    assert_string_equal(again, text);
    cJSON_Delete(json);
}

static void follow(const Ruleset *ruleset, unsigned players, uint64_t seed) {
    static Table table;
    table_begin(&table, ruleset, players, seed);
    check_events(table.rules, &table.witness);
    for (unsigned views = 0; views < VIEWS_FOLLOWED && table_act(&table); views += players + 1) {
        check_events(table.rules, &table.witness);
        for (unsigned o = 0; o < OBSERVERS; o++)
            if (at_table(&table, o)) table_send(&table, o);
    }
    table_end(&table);
}

static void every_observer_follows(void **state) {
    (void)state;
    for (unsigned i = 0; i < builtin_ruleset_count; i++) {
        Ruleset ruleset = load(builtin_rulesets[i].name);
        for (unsigned players = 2; players <= SEATS_MAX; players++)
            if (rules_allow_players(&ruleset.rules, players, NULL)) follow(&ruleset, players, 100 * i + players);
    }
}

/* Fields that only house rules move: `swaps` and `laid`; `out`, `place` and `places`; scores of several deals. */
static void every_observer_follows_house_rules(void **state) {
    (void)state;
    static const char *const houses[][4] = {
        {"multi_play=on", "seven_swap=on", "zero_rotate=on", "jump_in=on"},
        {"target=0", "scoring=off", "elimination=on", "cards_dealt=2"},
        {"target=100", "cards_dealt=1", "stack_draws=any", "false_catch=1"},
    };
    for (unsigned h = 0; h < sizeof houses / sizeof *houses; h++) {
        Ruleset ruleset = load("official");
        RulesetError error;
        for (unsigned i = 0; i < 4; i++)
            if (!ruleset_change(&ruleset, houses[h][i], &error)) fail_msg("%s: %s", houses[h][i], error.text);
        for (unsigned players = 2; players <= 4; players++)
            for (uint64_t seed = 0; seed < 3; seed++) follow(&ruleset, players, 10 * seed + h);
    }
    for (unsigned i = 0; i < RARE; i++)
        if (!met[i]) fail_msg("%s was never sent", rare[i]);
}

/* ---- texts ---- */

static void nothing_changed_is_an_empty_object(void **state) {
    (void)state;
    static Table table;
    char text[8];
    Ruleset ruleset = load("official");
    table_begin(&table, &ruleset, 4, 1);
    assert_int_equal(view_delta_format(table.rules, &table.views[0], &table.views[0], text, sizeof text), 2);
    assert_string_equal(text, "{}");
    table_end(&table);
}

static void a_change_reads_as_it_is_meant(void **state) {
    (void)state;
    static Table table;
    char text[VIEW_DELTA_MAX], error[JSON_ERROR_MAX] = "";
    Ruleset ruleset = load("official");
    table_begin(&table, &ruleset, 2, 1);
    View before = table.views[0], after, copy = before;
    Cards *hand = &before.own.hand;
    *hand = (Cards){{0}};
    for (Face face = FACE(RED, 1); face <= FACE(RED, 7); face++) cards_add(hand, face);
    before.board.classic.top = FACE(BLUE, 3);
    before.board.count[0] = 7;
    after = before;
    cards_remove(&after.own.hand, FACE(RED, 3));
    cards_add(&after.board.open, before.board.classic.top);
    after.board.classic.top = FACE(RED, 3);
    after.board.classic.pending = 2;
    after.board.count[0] = 6;
    after.board.classic.direction = -after.board.classic.direction;
    view_delta_format(table.rules, &before, &after, text, sizeof text);
    assert_string_equal(text, "{\"hand\":{\"-\":[\"R3\"]},\"top\":\"R3\",\"direction\":-1,\"pending\":{\"cards\":2},"
                              "\"discards\":[\"B3\"],\"players\":{\"A\":{\"cards\":6}}}");
    after.own.hand = (Cards){{0}};
    before.board = after.board;
    view_delta_format(table.rules, &before, &after, text, sizeof text);
    assert_string_equal(text, "{\"hand\":[]}");
    before = after;
    after.board.out = 2;
    after.board.classic.laid = before.board.classic.laid = 2;
    after.board.classic.swaps = (uint64_t)NO_SEAT << 4 | 1;
    view_delta_format(table.rules, &before, &after, text, sizeof text);
    assert_string_equal(text, "{\"laid\":2,\"swaps\":[\"B\",null],\"players\":{\"B\":{\"out\":true}}}");
    cJSON *delta =
        cJSON_Parse("{\"mood\":\"good\",\"awaited\":5,\"uno\":{\"loud\":1},\"players\":{\"B\":{\"hat\":[]}}}");
    if (!view_delta_apply(table.rules, &copy, delta, error)) fail_msg("%s", error);
    assert_memory_equal(&copy, &table.views[0], sizeof copy);
    cJSON_Delete(delta);
    table_end(&table);
}

/* What does not fit is cut, and its length still told. */
static void a_text_is_cut_at_the_end_of_its_room(void **state) {
    (void)state;
    static Table table;
    static char whole[VIEW_TEXT_MAX], delta[VIEW_DELTA_MAX], events[EVENTS_TEXT_MAX], cut[VIEW_TEXT_MAX];
    Ruleset ruleset = load("ultimate");
    table_begin(&table, &ruleset, 3, 7);
    View before = table.views[1], after;
    table_act(&table);
    view_of(table.rules, &table.game, &table.witness, 1, &after);
    unsigned of_whole = view_format(table.rules, &after, whole, sizeof whole);
    unsigned of_delta = view_delta_format(table.rules, &before, &after, delta, sizeof delta);
    unsigned of_events = events_format(table.rules, &table.witness, events, sizeof events);
    for (unsigned size = 0; size <= of_whole + 1; size++) {
        memset(cut, '#', sizeof cut);
        assert_int_equal(view_format(table.rules, &after, cut, size), of_whole);
        if (size) assert_int_equal(strlen(cut), size - 1);
        assert_memory_equal(cut, whole, size ? size - 1 : 0);
        assert_int_equal(cut[size], '#');
    }
    for (unsigned size = 1; size <= of_delta + 1; size++) {
        assert_int_equal(view_delta_format(table.rules, &before, &after, cut, size), of_delta);
        assert_true(strlen(cut) == size - 1 && memcmp(cut, delta, size - 1) == 0);
    }
    for (unsigned size = 1; size <= of_events + 1; size++) {
        assert_int_equal(events_format(table.rules, &table.witness, cut, size), of_events);
        assert_true(strlen(cut) == size - 1 && memcmp(cut, events, size - 1) == 0);
    }
    table_end(&table);
}

/* ---- what is wrong ---- */

static void refuse(const Table *table, const char *text, const char *reason) {
    View view = table->views[0];
    char error[JSON_ERROR_MAX] = "";
    cJSON *delta = cJSON_Parse(text);
    if (view_delta_apply(table->rules, &view, delta, error)) fail_msg("%s is taken", text);
    if (!strstr(error, reason)) fail_msg("%s: '%s' was expected in '%s'", text, reason, error);
    assert_memory_equal(&view, &table->views[0], sizeof view);
    cJSON_Delete(delta);
}

static void bad_deltas_of_classic_are_refused(void **state) {
    (void)state;
    static Table table;
    Ruleset ruleset = load("official");
    table_begin(&table, &ruleset, 3, 3);
    refuse(&table, "[]", "delta: an object");
    refuse(&table, "", "delta: an object");
    refuse(&table, "{\"phase\":\"nap\"}", "phase: ");
    refuse(&table, "{\"phase\":null}", "phase: ");
    refuse(&table, "{\"turn\":\"K\"}", "turn: a seat");
    refuse(&table, "{\"turn\":1}", "turn: a seat");
    refuse(&table, "{\"turn\":\"D\"}", "view: no game");
    refuse(&table, "{\"top\":\"R10\"}", "top: a card");
    refuse(&table, "{\"draw_pile\":-1}", "draw_pile: a whole number");
    refuse(&table, "{\"draw_pile\":7.5}", "draw_pile: a whole number");
    refuse(&table, "{\"direction\":\"left\"}", "direction: 1 or -1");
    refuse(&table, "{\"pending\":5}", "pending: an object");
    refuse(&table, "{\"pending\":{\"cards\":\"two\"}}", "pending.cards: a whole number");
    refuse(&table, "{\"uno\":{\"tried\":\"A\"}}", "uno.tried: a list of seats");
    refuse(&table, "{\"hand\":\"R5\"}", "hand: a list of cards");
    refuse(&table, "{\"hand\":{\"+\":\"R5\"}}", "hand: a list of cards");
    refuse(&table, "{\"hand\":{\"+\":[\"X\"]}}", "hand: cards of these rules");
    refuse(&table, "{\"hand\":{\"-\":[5]}}", "hand: cards of these rules");
    refuse(&table, "{\"hand\":{\"-\":[\"W\",\"W\",\"W\",\"W\",\"W\"]}}", "hand: only cards that are there");
    refuse(&table, "{\"hand\":[]}", "view: no game");
    refuse(&table, "{\"discards\":{\"-\":[\"R5\"]}}", "discards: only cards that are there");
    refuse(&table, "{\"choice\":\"sing\"}", "choice: an action");
    refuse(&table, "{\"drawn\":7}", "drawn: a card");
    refuse(&table, "{\"bluffed\":0}", "bluffed: true or false");
    refuse(&table, "{\"laid\":3}", "swaps: a seat or null");
    refuse(&table, "{\"swaps\":[\"A\"]}", "laid: a whole number");
    refuse(&table, "{\"players\":[]}", "players: an object");
    refuse(&table, "{\"players\":{\"D\":{}}}", "players: seats of this table");
    refuse(&table, "{\"players\":{\"\":{}}}", "players: seats of this table");
    refuse(&table, "{\"players\":{\"AB\":{}}}", "players: seats of this table");
    refuse(&table, "{\"players\":{\"B\":6}}", "players: an object for each seat");
    refuse(&table, "{\"players\":{\"B\":{\"cards\":null}}}", "players.B.cards: a whole number");
    refuse(&table, "{\"players\":{\"B\":{\"out\":1}}}", "players.B.out: true or false");
    refuse(&table, "{\"players\":{\"B\":{\"known\":{\"-\":[\"R5\"]}}}}", "players.B.known: only cards");
    refuse(&table, "{\"turns\":9,\"players\":{\"B\":{\"cards\":200}}}", "view: no game");
    table_end(&table);
}

static void bad_deltas_of_split_are_refused(void **state) {
    (void)state;
    static Table table;
    Ruleset ruleset = load("split-v3");
    table_begin(&table, &ruleset, 3, 3);
    refuse(&table, "{\"awaited\":[\"Z\"]}", "awaited: a list of seats");
    refuse(&table, "{\"awaited\":[\"F\"]}", "view: no game");
    refuse(&table, "{\"shed\":{\"-\":[\"R5\"]}}", "shed: only cards that are there");
    refuse(&table, "{\"after_shed\":\"naps\"}", "after_shed: one of its words");
    refuse(&table, "{\"players\":{\"A\":{\"duty\":\"purple\"}}}", "players.A.duty: one of its words");
    refuse(&table, "{\"players\":{\"A\":{\"numbers\":99}}}", "view: no game");
    table_end(&table);
}

static void refuse_events(const Rules *rules, const char *text, const char *reason) {
    static Witness witness, untouched;
    char error[JSON_ERROR_MAX] = "";
    memset(&untouched, 0xA5, sizeof untouched);
    memcpy(&witness, &untouched, sizeof witness);
    cJSON *json = cJSON_Parse(text);
    if (events_parse(rules, json, &witness, error)) fail_msg("%s is taken", text);
    if (!strstr(error, reason)) fail_msg("%s: '%s' was expected in '%s'", text, reason, error);
    assert_memory_equal(&witness, &untouched, sizeof witness);
    cJSON_Delete(json);
}

static void events_read_as_they_are_meant(void **state) {
    (void)state;
    static Witness witness;
    Ruleset official = load("official");
    const Rules *rules = &official.rules;
    char text[EVENTS_TEXT_MAX], many[5 * EVENTS_MAX + 64] = "[[\"reversed\"]";
    witness_init(&witness);
    events_format(rules, &witness, text, sizeof text);
    assert_string_equal(text, "[]");
    witness_event(&witness, EVENT_played, 0, NO_SEAT, FACE(RED, 5), 0);
    witness_event(&witness, EVENT_drew, 1, NO_SEAT, NO_FACE, 2);
    witness_event(&witness, EVENT_swapped, 0, 2, NO_FACE, 0);
    witness_event(&witness, EVENT_dealer_draw, 0, NO_SEAT, NO_FACE, 3);
    witness_event(&witness, EVENT_colour, 0, NO_SEAT, NO_FACE, BLUE);
    witness_event(&witness, EVENT_reversed, NO_SEAT, NO_SEAT, NO_FACE, 0);
    events_format(rules, &witness, text, sizeof text);
    assert_string_equal(text, "[[\"played\",\"A\",\"R5\"],[\"drew\",\"B\",2],[\"swapped\",\"A\",\"C\"],"
                              "[\"dealer_draw\",\"A\",null],[\"colour\",\"A\",3],[\"reversed\"]]");
    check_events(rules, &witness);
    refuse_events(rules, "{}", "events: a list");
    refuse_events(rules, "", "events: a list");
    refuse_events(rules, "[5]", "events[0]: a list that begins");
    refuse_events(rules, "[[]]", "events[0]: a list that begins");
    refuse_events(rules, "[[\"reversed\"],[\"sang\",\"A\"]]", "events[1]: a list that begins");
    refuse_events(rules, "[[\"played\",\"K\",\"R5\"]]", "events[0]: a seat");
    refuse_events(rules, "[[\"swapped\",\"A\"]]", "events[0]: the letter of the other seat");
    refuse_events(rules, "[[\"played\",\"A\",\"R10\"]]", "events[0]: a card");
    refuse_events(rules, "[[\"drew\",\"A\",70000]]", "events[0]: a whole number");
    refuse_events(rules, "[[\"reversed\",1]]", "events[0]: no more");
    for (unsigned i = 0; i < EVENTS_MAX; i++) memcpy(many + 13 + 3 * i, ",[]", 4);
    memcpy(many + 13 + 3 * EVENTS_MAX, "]", 2);
    refuse_events(rules, many, "at most 64");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_observer_follows),
        cmocka_unit_test(every_observer_follows_house_rules),
        cmocka_unit_test(nothing_changed_is_an_empty_object),
        cmocka_unit_test(a_change_reads_as_it_is_meant),
        cmocka_unit_test(a_text_is_cut_at_the_end_of_its_room),
        cmocka_unit_test(bad_deltas_of_classic_are_refused),
        cmocka_unit_test(bad_deltas_of_split_are_refused),
        cmocka_unit_test(events_read_as_they_are_meant),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
