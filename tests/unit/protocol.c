/* The messages of the bot protocol: what is written is read back, what is wrong is
 * named, and a bot behind the protocol plays the same game as one beside it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wire/talk.h"
#include "random.h"

enum { ACTIONS_FOLLOWED = 50, WORLDS = 2 };

static Ruleset load(const char *name) {
    Ruleset ruleset;
    RulesetError error;
    assert_true(ruleset_load(name, &ruleset, &error));
    return ruleset;
}

/* ---- what a bot says ---- */

static void refuse(const char *line, const char *reason) {
    Reply reply;
    char error[JSON_ERROR_MAX] = "";
    assert_false(protocol_read_reply(line, strlen(line), &reply, error));
    if (!strstr(error, reason)) fail_msg("%s: '%s' was expected in '%s'", line, reason, error);
}

static void replies_are_read(void **state) {
    (void)state;
    Ruleset official = load("official");
    char error[JSON_ERROR_MAX], *line = protocol_ready("Zoë", true);
    Reply reply;
    assert_true(protocol_read_reply(line, strlen(line), &reply, error));
    assert_int_equal(reply.kind, REPLY_READY);
    assert_true(reply.watch);
    assert_string_equal(reply.text, "Zoë");
    free(line);
    line = protocol_do(&official.rules, action_full(ACT_PLAY, FACE_WILD4, BLUE, NO_SEAT, true));
    assert_string_equal(line, "{\"type\":\"do\",\"action\":\"W+4:B!\"}");
    assert_true(protocol_read_reply(line, strlen(line), &reply, error));
    assert_int_equal(reply.kind, REPLY_DO);
    assert_string_equal(reply.text, "W+4:B!");
    free(line);
    line = protocol_wait();
    assert_true(protocol_read_reply(line, strlen(line), &reply, error));
    assert_int_equal(reply.kind, REPLY_WAIT);
    free(line);
}

static void bad_replies_are_named(void **state) {
    (void)state;
    refuse("", "no JSON object");
    refuse("[]", "no JSON object");
    refuse("\"do\"", "no JSON object");
    refuse("{\"type\":1}", "no JSON object");
    refuse("{\"type\":\"wait\"} {", "no JSON object");
    refuse("{\"type\":\"Do\",\"action\":\"draw\"}", "\"Do\"");
    refuse("{\"type\":\"do\",\"action\":5}", "\"action\"");
    refuse("{\"type\":\"ready\"}", "\"name\"");
    Reply reply;
    char error[JSON_ERROR_MAX];
    assert_false(protocol_read_reply("{\"type\":\"wait\"}\0x", 17, &reply, error));
}

static void long_texts_are_cut_between_characters(void **state) {
    (void)state;
    char out[5];
    protocol_printable("ab\tcd", 5, out, sizeof out);
    assert_string_equal(out, "ab?c");
    protocol_printable("aüüü", 7, out, sizeof out);
    assert_string_equal(out, "aü");
}

/* ---- a game's rules ---- */

static void rules_arrive_whole(void **state) {
    (void)state;
    for (unsigned i = 0; i < builtin_ruleset_count; i++) {
        Ruleset ruleset = load(builtin_rulesets[i].name), back;
        ProtocolGame game = {ruleset.name,
                             &ruleset.rules,
                             (unsigned)ruleset.rules.option.min_players,
                             1,
                             UINT64_MAX,
                             {.worlds = 7, .think_us = 12345}};
        ProtocolGame read;
        char error[JSON_ERROR_MAX] = "", *line = protocol_game(&game);
        assert_true(strlen(line) < PROTOCOL_HOST_LINE_MAX);
        cJSON *message = protocol_parse(line, strlen(line));
        assert_non_null(message);
        memset(&back, 0, sizeof back);
        if (!protocol_read_game(message, &back, &read, error)) fail_msg("%s: %s", ruleset.name, error);
        if (ruleset.rules.text_used) { /* programs may be kept in another order */
            static char text[2][RULESET_TEXT_MAX];
            ruleset_format(&back.rules, text[0], sizeof text[0]);
            ruleset_format(&ruleset.rules, text[1], sizeof text[1]);
            assert_string_equal(text[0], text[1]);
        } else {
            assert_memory_equal(&back.rules, &ruleset.rules, sizeof back.rules);
        }
        assert_int_equal(read.players, game.players);
        assert_int_equal(read.seat, 1);
        assert_true(read.seed == UINT64_MAX);
        assert_int_equal(read.budget.worlds, 7);
        assert_int_equal(read.budget.think_us, 12345);
        cJSON_Delete(message);
        free(line);
    }
}

/* ---- the same game on both sides ---- */

typedef struct {
    Talk talk;
    Bot bot;
} Twin;

static void tell(Twin *twin, char *line, const char *expected) {
    char *reply;
    assert_int_equal(talk_hear(&twin->talk, line, strlen(line), &reply), TALK_GOES_ON);
    if (expected) assert_string_equal(reply, expected);
    else assert_null(reply);
    free(reply);
    free(line);
}

static void twin_begin(Twin *twin, const BotKind *kind, const Rules *rules, unsigned players, Seat seat) {
    BotBudget budget = {.worlds = WORLDS}, none = {0};
    ProtocolGame game = {NULL, rules, players, seat, UINT64_C(0x123456789ABCDEF) + seat, budget};
    talk_init(&twin->talk, kind, &none);
    bot_init(&twin->bot, kind, rules, game.seed, &budget);
    char *ready = protocol_ready(kind->name, kind->remembers);
    tell(twin, protocol_hello(), ready);
    free(ready);
    tell(twin, protocol_game(&game), NULL);
}

static bool twin_act(Twin *twin, const Rules *rules, const View *view, Action *out) {
    bool acts = bot_act(&twin->bot, view, out);
    char *expected = acts ? protocol_do(rules, *out) : protocol_wait();
    tell(twin, protocol_act(rules, view, 1000), expected);
    free(expected);
    return acts;
}

static void play_twins(const BotKind *kind, const Rules *rules, unsigned players) {
    static Twin twin[SEATS_MAX];
    static Witness witness;
    Game game;
    View view;
    Seed seed = {{7}};
    witness_init(&witness);
    game_init(rules, &game, players, &seed, NULL, &witness);
    for (Seat seat = 0; seat < players; seat++) twin_begin(&twin[seat], kind, rules, players, seat);
    for (unsigned i = 0; i < ACTIONS_FOLLOWED && game.board.phase != PHASE_OVER; i++) {
        for (Seat seat = 0; seat < players; seat++) {
            view_of(rules, &game, &witness, seat, &view);
            bot_watch(&twin[seat].bot, &view);
            tell(&twin[seat], protocol_see(rules, &view), NULL);
        }
        SeatMask awaited = board_awaited(rules, &game.board),
                 left = board_waiting(rules, &game.board) & (SeatMask)~awaited;
        Action action = 0;
        Seat seat = mask_first(awaited);
        bool acts = false;
        for (; left && !acts; left &= (SeatMask)(left - 1)) {
            ActionSet set;
            view_of(rules, &game, &witness, mask_first(left), &view);
            view_actions(rules, &view, &set);
            if (action_set_empty(&set)) continue;
            acts = twin_act(&twin[mask_first(left)], rules, &view, &action);
            if (acts) seat = mask_first(left);
        }
        view_of(rules, &game, &witness, seat, &view);
        if (!acts) assert_true(twin_act(&twin[seat], rules, &view, &action));
        assert_int_equal(game_apply(rules, &game, seat, action, &witness), VERDICT_ok);
    }
    for (Seat seat = 0; seat < players; seat++) tell(&twin[seat], protocol_end(rules, &game.board), NULL);
}

static void bots_play_the_same_behind_the_protocol(void **state) {
    (void)state;
    for (unsigned r = 0; r < builtin_ruleset_count; r++) {
        Ruleset ruleset = load(builtin_rulesets[r].name);
        unsigned players = (unsigned)ruleset.rules.option.min_players;
        while (players < 4 && rules_allow_players(&ruleset.rules, players + 1, NULL)) players++;
        for (unsigned i = 0; i < bot_kind_count; i++)
            if (bot_kinds[i]->families >> ruleset.rules.family & 1) play_twins(bot_kinds[i], &ruleset.rules, players);
    }
}

/* ---- views that seldom come up ---- */

static void same_after_reading(const Rules *rules, const View *view) {
    View back;
    char error[JSON_ERROR_MAX] = "";
    cJSON *json = view_to_json(rules, view);
    if (!view_from_json(rules, json, &back, error)) fail_msg("%s", error);
    assert_memory_equal(&back, view, sizeof back);
    cJSON_Delete(json);
}

/* Somebody has called UNO, and somebody else has tried to catch. */
static void a_vain_catch_survives(void **state) {
    (void)state;
    Ruleset ruleset = load("official");
    RulesetError error;
    assert_true(ruleset_change(&ruleset, "false_catch=1", &error));
    const Rules *rules = &ruleset.rules;
    unsigned tried = 0;
    uint64_t random = 5;
    Game game;
    Seed seed = {{9}};
    game_init(rules, &game, 4, &seed, NULL, NULL);
    for (unsigned i = 0; i < 5000 && game.board.phase != PHASE_OVER && tried < 20; i++) {
        static Action actions[ACTIONS_MAX];
        SeatMask catchers = board_waiting(rules, &game.board) & (SeatMask)~board_awaited(rules, &game.board);
        Seat seat = catchers ? mask_first(catchers) : board_asked(rules, &game.board);
        unsigned count = game_actions(rules, &game, seat, actions);
        if (!count) count = game_actions(rules, &game, seat = board_asked(rules, &game.board), actions);
        Action action = actions[random_below(&random, count)];
        /* With the call, where it can be made: only then is a catch in vain. */
        if (action_kind(action) == ACT_PLAY && count > 1 && actions[1] == (actions[0] | 1)) action |= 1;
        assert_int_equal(game_apply(rules, &game, seat, action, NULL), VERDICT_ok);
        View view;
        view_of(rules, &game, NULL, seat, &view);
        same_after_reading(rules, &view);
        tried += game.board.classic.uno_tried != 0;
    }
    assert_true(tried);
}

/* ---- views that are wrong ---- */

static void replace(char *text, const char *old, const char *with) {
    char *at = strstr(text, old);
    assert_non_null(at);
    size_t before = strlen(old), after = strlen(with);
    memmove(at + after, at + before, strlen(at + before) + 1);
    for (size_t i = 0; i < after; i++) at[i] = with[i];
}

static void spoil(const char *old, const char *with, const char *reason) {
    Ruleset official = load("official");
    Game game;
    Seed seed = {{1}};
    View view;
    char text[4096], error[JSON_ERROR_MAX] = "";
    game_init(&official.rules, &game, 3, &seed, NULL, NULL);
    view_of(&official.rules, &game, NULL, 0, &view);
    cJSON *json = view_to_json(&official.rules, &view);
    assert_true(cJSON_PrintPreallocated(json, text, sizeof text - 64, 0));
    cJSON_Delete(json);
    replace(text, old, with);
    json = cJSON_Parse(text);
    assert_non_null(json);
    bool read = view_from_json(&official.rules, json, &view, error);
    cJSON_Delete(json);
    if (read || !strstr(error, reason)) fail_msg("%s: '%s' was expected in '%s'", with, reason, error);
}

static void bad_views_are_named(void **state) {
    (void)state;
    spoil("\"phase\":\"turn\"", "\"phase\":\"lunch\"", "phase: ");
    spoil("\"phase\":\"turn\"", "\"phase\":\"bid\"", "no game of these rules");
    spoil("\"seat\":\"A\"", "\"seat\":\"K\"", "seat: ");
    spoil("\"seat\":\"A\"", "\"seat\":null", "no game of these rules");
    spoil("\"direction\":1", "\"direction\":0", "no game of these rules");
    spoil("\"direction\":1", "\"way\":1", "direction: this field is missing");
    spoil("\"draw_pile\":", "\"draw_pile\":-", "draw_pile: a whole number");
    spoil("\"draw_pile\":", "\"draw_pile\":1.5e-3,\"x\":", "draw_pile: a whole number");
    spoil("\"chain\":0", "\"chain\":1", "no game of these rules");
    spoil("\"chain\":0", "\"chain\":true", "pending.chain: a whole number");
    spoil("\"tried\":[]", "\"tried\":[\"Z\"]", "uno.tried: a list of seats");
    spoil("\"hand\":[", "\"hand\":[\"Q7\",", "hand: cards of these rules");
    spoil("\"hand\":[", "\"hand\":[\"W\",", "no game of these rules");
    spoil("\"known\":[]", "\"known\":[\"W\"]", "no game of these rules");
    spoil("\"out\":false", "\"out\":0", "players[0].out: true or false");
    spoil("\"choice\":null", "\"choice\":\"R5 \"", "choice: an action");
    spoil("\"players\":[", "\"players\":[{},", "players[0].cards: this field is missing");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(replies_are_read),
        cmocka_unit_test(bad_replies_are_named),
        cmocka_unit_test(long_texts_are_cut_between_characters),
        cmocka_unit_test(rules_arrive_whole),
        cmocka_unit_test(bots_play_the_same_behind_the_protocol),
        cmocka_unit_test(a_vain_catch_survives),
        cmocka_unit_test(bad_views_are_named),
    };
    return cmocka_run_group_tests_name("protocol", tests, NULL, NULL);
}
