/* client.c -- a table as somebody far away knows it: whole games at a real server, whose
 * messages are folded and compared with the table itself at every step; what is missed
 * and told later; and messages that make no sense. */
#include "server_world.h"

#include "client/fold.h"
#include "engine/text.h"
#include "hub/tables.h"
#include "table_replay.h"

enum { PEOPLE_MAX = 6, STEPS_MAX = 20000 };

typedef struct {
    Person person;
    HubLine line; /* 0: not connected */
    ClientTable table;
    ClientHeard heard; /* last */
    unsigned acts, gaps, refused;
    bool drops; /* loses what it is sent, until it joins anew */
} Someone;

static World world;
static Someone people[PEOPLE_MAX];
static unsigned count;
static char code[CLIENT_CODE_MAX];
static uint64_t chance;
static unsigned long compared, checked;

static const Desk *desk(void) { return tables_find(world.hub, code); }

/* ---- hearing ---- */

/* What the table was after the entry with that number. */
static void compare(const ClientTable *table) {
    const Table *real = &desk()->table;
    size_t step = 0;
    Game game;
    Witness witness;
    View view;
    while (step < real->steps && real->step[step].seq <= table->q) step++;
    table_replay(real, step, &game, &witness);
    view_of(&real->settings.ruleset.rules, &game, &witness, table->view.seat, &view);
    assert_memory_equal(&view, &table->view, sizeof view);
    assert_int_equal(table->events, witness.events);
    for (unsigned i = 0; i < witness.events; i++) assert_int_equal(witness.event[i].kind, table->event[i].kind);
    compared++;
}

static void hear_line(Someone *someone, const char *text, size_t length) {
    char error[JSON_ERROR_MAX];
    ClientTable *table = &someone->table;
    table->now_ms = world.mono_ms;
    someone->heard = client_hear(table, text, length, error);
    if (someone->heard == CLIENT_BAD) fail_msg("%s: %.*s", error, (int)length, text);
    if (someone->heard == CLIENT_PASSED && !someone->drops) fail_msg("passed over: %.*s", (int)length, text);
    someone->gaps += someone->heard == CLIENT_GAP;
    if (someone->heard == CLIENT_NO) {
        if (strcmp(table->code, "too_eager") != 0) fail_msg("%.*s", (int)length, text);
        someone->refused++;
    }
    if (someone->heard != CLIENT_ACTED) return;
    someone->acts++;
    compare(table);
}

static void hear(void *self, HubLine line, const char *text, size_t length) {
    (void)self;
    for (unsigned i = 0; i < count; i++)
        if (people[i].line == line && !(people[i].drops && strstr(text, "\"act\"")))
            hear_line(&people[i], text, length);
}

static void say(Someone *someone, const char *text) {
    assert_true(text[0] != 0);
    hub_begin_turn(world.hub, world.mono_ms, world.wall_ms);
    hub_socket_message(world.hub, someone->line, text, strlen(text));
    world_settle(&world);
}

/* ---- coming and going ---- */

static void connect_to(Someone *someone) {
    char out[CLIENT_MESSAGE_MAX], target[] = "/ws";
    HubRequest request = world_request(&world, "GET", target, someone->person.session, NULL);
    someone->line = ++world.lines;
    hub_begin_turn(world.hub, world.mono_ms, world.wall_ms);
    hub_socket_asked(world.hub, someone->line, &request);
    world_settle(&world);
    assert_int_equal(world.answer[someone->line].status, 0);
    client_say_join(&someone->table, code, out);
    say(someone, out);
}

static void disconnect(Someone *someone) {
    hub_begin_turn(world.hub, world.mono_ms, world.wall_ms);
    hub_socket_closed(world.hub, someone->line);
    someone->line = 0;
    world_settle(&world);
}

static void make_table(const char *settings, unsigned persons) {
    static const char *const names[PEOPLE_MAX] = {"Ada", "Ben", "Cleo", "Dan", "Eve", "Finn"};
    count = persons;
    for (unsigned i = 0; i < count; i++) {
        memset(&people[i], 0, sizeof people[i]);
        client_table_init(&people[i].table);
        people[i].person = guest(&world, names[i]);
    }
    Answer *answer = ask(&world, "POST", "/api/tables", people[0].person.session, settings);
    assert_done(answer, 201);
    snprintf(code, sizeof code, "%s", said(answer, "code"));
    for (unsigned i = 0; i < count; i++) connect_to(&people[i]);
}

/* The first `players` sit down and are ready; the others watch. */
static void begin(unsigned players) {
    char out[CLIENT_MESSAGE_MAX];
    for (unsigned i = 0; i < players; i++) {
        if (people[i].table.you == NO_SEAT) {
            client_say_seat(&people[i].table, "sit", NO_SEAT, out);
            say(&people[i], out);
        }
        assert_int_equal(people[i].table.you, i);
        client_say_ready(&people[i].table, true,
                         i ? NULL : "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff", out);
        say(&people[i], out);
        assert_true(people[0].table.room.seat[i].ready);
    }
    client_say(&people[0].table, "start", out);
    say(&people[0], out);
    assert_true(people[0].table.room.sealed);
    assert_true(client_say_reveal(&people[0].table, out));
    say(&people[0], out);
    assert_true(client_is_playing(&people[0].table));
}

static int open_world(void **unused) {
    (void)unused;
    world_open(&world, store_open_memory());
    world.hub->world.send = hear;
    chance = 7;
    compared = checked = 0;
    count = 0;
    return 0;
}

static int close_world(void **unused) {
    (void)unused;
    for (unsigned i = 0; i < count; i++) client_table_free(&people[i].table);
    world_close(&world);
    return 0;
}

/* ---- playing ---- */

static bool act(Someone *someone) {
    Action list[ACTIONS_MAX];
    ActionSet set;
    char out[CLIENT_MESSAGE_MAX];
    const Rules *rules = &someone->table.ruleset->rules;
    view_actions(rules, &someone->table.view, &set);
    unsigned actions = action_set_list(rules, &set, list);
    if (!actions) return false;
    client_say_do(&someone->table, list[random_next(&chance) % actions], "as you like it", out);
    say(someone, out);
    return someone->heard != CLIENT_HELD; /* then it takes its time */
}

/* One of those who are asked does something; where nobody is, time goes on. */
static void step(void) {
    unsigned first = (unsigned)(random_next(&chance) % count);
    for (unsigned i = 0; i < count; i++) {
        Someone *someone = &people[(first + i) % count];
        bool eager = random_next(&chance) % 8 == 0 && client_may_act(&someone->table);
        if (someone->line && !someone->drops && (client_is_asked(&someone->table) || eager) && act(someone)) return;
    }
    world_elapse(&world, 500);
    world_settle(&world);
}

/* Everybody connected knows exactly what is so. */
static void compare_all(void) {
    const Table *real = &desk()->table;
    for (unsigned i = 0; i < count; i++) {
        const ClientTable *table = &people[i].table;
        if (!people[i].line || people[i].drops) continue;
        assert_int_equal(table->q, real->seq);
        assert_int_equal(table->room.stage, real->stage);
        assert_int_equal(table->room.host, real->host);
        if (table->has_game) {
            View view;
            table_view(real, table->view.seat, &view);
            assert_memory_equal(&view, &table->view, sizeof view);
        }
        for (unsigned seat = 0; seat < table->room.seats; seat++) {
            bool plays = client_is_playing(table) && seat < real->players;
            assert_string_equal(table->room.seat[seat].name, real->seat[seat].name);
            assert_int_equal(table->room.seat[seat].away, real->seat[seat].away);
            assert_int_equal(table->room.seat[seat].ready, real->seat[seat].ready);
            assert_int_equal(client_time_left(table, (Seat)seat, world.mono_ms),
                             plays ? table_time_left(real, (Seat)seat, desk_now(world.hub, desk())) : -1);
        }
    }
}

/* The first one's seed counted, and the record shows it; a record with another commitment is noticed. */
static void check_deal(void) {
    char path[80], out[CLIENT_CHECK_MAX];
    ClientTable *table = &people[0].table;
    if (!client_may_check(table)) return;
    snprintf(path, sizeof path, "/api/games/%s/record", table->result.game);
    Answer *answer = ask(&world, "GET", path, NULL, NULL);
    if (!client_check(table, answer->text, strlen(answer->text), out)) fail_msg("%s", out);
    assert_false(client_may_check(table)); /* once */
    table->fair.kept.commitment.bytes[0] ^= 1;
    assert_false(client_check(table, answer->text, strlen(answer->text), out));
    assert_non_null(strstr(out, "The server's commitment"));
    checked++;
}

static void play_out(void) {
    unsigned steps = 0;
    while (desk()->table.stage == TABLE_PLAYING) {
        assert_true(++steps < STEPS_MAX);
        step();
        compare_all();
    }
    for (unsigned i = 0; i < count; i++) {
        const ClientTable *table = &people[i].table;
        if (!people[i].line) continue;
        assert_true(table->is_over);
        assert_int_equal(table->result.winners, desk()->table.game.board.winners);
        assert_int_equal(table->result.scores, desk()->table.players);
        assert_int_equal(strlen(table->result.secret), 64);
    }
    check_deal();
}

static void whole_game(const char *settings, unsigned players, unsigned onlookers) {
    make_table(settings, players + onlookers);
    begin(players);
    play_out();
    for (unsigned i = 0; i < count; i++) assert_int_equal(people[i].gaps, 0);
    assert_true(compared > 20);
    assert_int_equal(checked, 1);
}

#define FAST "\"pace_ms\":0,\"window_ms\":1000"

/* The commitment at the seal is not the one from before: the server learns no seed. */
static void a_server_that_changed_its_mind_learns_nothing(void **unused) {
    (void)unused;
    char out[CLIENT_MESSAGE_MAX];
    make_table("{\"ruleset\":\"official\",\"seats\":2,\"fill\":\"easy\"," FAST "}", 1);
    ClientTable *table = &people[0].table;
    client_say_ready(table, true, "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff", out);
    assert_null(strstr(out, "00112233445566778899aabbccddeeff")); /* only its hash is sent */
    say(&people[0], out);
    assert_string_equal(table->fair.before, table->room.commitment);
    table->fair.before[0] = table->fair.before[0] == '0' ? '1' : '0'; /* as if it had shown another one */
    client_say(table, "start", out);
    say(&people[0], out);
    assert_true(table->room.sealed && table->fair.doubtful);
    assert_int_equal(client_say_reveal(table, out), 0);
    world_elapse(&world, TABLE_REVEAL_MS + 1);
    world_settle(&world);
    assert_true(client_is_playing(table) && !table->room.seat[0].revealed);
}

/* What is kept of the own part over a restart, before and after the seal, is the same when it was taken back. */
static void same_after_restart(const ClientTable *table) {
    char text[CLIENT_PLEDGE_MAX], again[CLIENT_PLEDGE_MAX];
    ClientTable other;
    client_table_init(&other);
    unsigned length = client_pledge_format(table, text);
    assert_int_equal(length, strlen(text));
    assert_true(length && client_pledge_parse(&other, text));
    client_pledge_format(&other, again);
    assert_string_equal(text, again);
    assert_memory_equal(&other.fair.commit, &table->fair.commit, sizeof(Seed));
    for (unsigned cut = 0; cut < length; cut++) { /* only at the end of a line can it still be whole */
        snprintf(again, cut + 1, "%s", text);
        if (client_pledge_parse(&other, again)) assert_true(again[cut - 1] == '\n' || text[cut] == '\n');
    }
    client_table_free(&other);
}

static void the_own_part_outlives_a_restart(void **unused) {
    (void)unused;
    char out[CLIENT_MESSAGE_MAX];
    make_table("{\"ruleset\":\"official\",\"seats\":2,\"fill\":\"easy\"," FAST "}", 1);
    ClientTable *table = &people[0].table;
    client_say_ready(table, true, "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff", out);
    same_after_restart(table);
    say(&people[0], out);
    same_after_restart(table);
    client_say(table, "start", out);
    say(&people[0], out);
    assert_true(table->fair.sealed && table->fair.kept.committed);
    same_after_restart(table);
}

static void official_with_a_bot_and_an_onlooker(void **unused) {
    (void)unused;
    whole_game("{\"ruleset\":\"official\",\"seats\":3,\"options\":{\"target\":100}," FAST "}", 2, 1);
}

static void ultimate_for_four(void **unused) {
    (void)unused;
    whole_game("{\"ruleset\":\"ultimate\",\"seats\":4,\"options\":{\"target\":0}," FAST "}", 4, 1);
}

static void house_rules(void **unused) {
    (void)unused;
    whole_game(
        "{\"ruleset\":\"ultimate-next\",\"seats\":5,\"options\":{\"target\":0,\"jump_in\":true,\"multi_play\":true},"
        "\"jump_ms\":700," FAST "}",
        3, 1);
}

static void split_for_three(void **unused) {
    (void)unused;
    whole_game("{\"ruleset\":\"split-v3\",\"seats\":3," FAST "}", 3, 1);
}

static void split_duel(void **unused) {
    (void)unused;
    whole_game("{\"ruleset\":\"split-duel\",\"seats\":2," FAST "}", 2, 1);
}

static void split_team_without_clocks(void **unused) {
    (void)unused;
    whole_game("{\"ruleset\":\"split-team\",\"seats\":4,\"think_s\":0," FAST "}", 4, 0);
}

static void another_game_at_the_same_table(void **unused) {
    (void)unused;
    whole_game("{\"ruleset\":\"official\",\"seats\":2,\"options\":{\"target\":0}," FAST "}", 2, 1);
    begin(2);
    assert_false(people[2].table.is_over);
    play_out();
    assert_int_equal(people[0].table.room.games, 2);
    assert_true(people[0].heard != CLIENT_GAP);
}

/* ---- broken connections ---- */

/* Who was away hears every action that was missed, one by one. */
static void what_was_missed_is_told(void **unused) {
    (void)unused;
    unsigned absences = 0;
    make_table("{\"ruleset\":\"official\",\"seats\":3,\"options\":{\"target\":150}," FAST "}", 4);
    begin(3);
    for (unsigned steps = 0; desk()->table.stage == TABLE_PLAYING; steps++) {
        Someone *someone = &people[1 + random_below(&chance, 3)];
        assert_true(steps < STEPS_MAX);
        if (!someone->line) {
            connect_to(someone);
            assert_int_equal(someone->gaps, 0);
            compare_all();
        } else if (random_below(&chance, 10) == 0) disconnect(someone), absences++;
        step();
    }
    for (unsigned i = 1; i < 4; i++)
        if (!people[i].line) connect_to(&people[i]);
    compare_all();
    assert_true(absences > 5);
    for (unsigned i = 0; i < 4; i++) assert_int_equal(people[i].acts, desk()->table.steps);
}

/* A server that stops and is started again goes on where it was. */
static void a_server_that_is_started_again(void **unused) {
    (void)unused;
    make_table("{\"ruleset\":\"ultimate\",\"seats\":3,\"options\":{\"target\":0}," FAST "}", 3);
    begin(2);
    for (unsigned i = 0; i < 12; i++) step();
    HubWorld calls = world.hub->world;
    HubConfig config = world.hub->config;
    char trouble[STORE_TROUBLE_MAX];
    hub_free(world.hub);
    world.hub = hub_new(&config, &calls, world.store, world.wall_ms, trouble);
    assert_non_null(world.hub);
    for (unsigned i = 0; i < 3; i++) connect_to(&people[i]);
    compare_all();
    play_out();
    assert_int_equal(people[0].acts, desk()->table.steps);
}

/* Something that never arrived is noticed, and asked for. */
static void a_gap_is_noticed(void **unused) {
    (void)unused;
    char out[CLIENT_MESSAGE_MAX];
    make_table("{\"ruleset\":\"official\",\"seats\":2,\"options\":{\"target\":0}," FAST "}", 3);
    begin(2);
    people[2].drops = true;
    for (unsigned i = 0; i < 3; i++) step();
    client_say(&people[0].table, "pause", out);
    say(&people[0], out);
    assert_int_equal(people[2].heard, CLIENT_GAP);
    client_say(&people[0].table, "resume", out);
    say(&people[0], out);
    assert_int_equal(people[2].heard, CLIENT_PASSED);
    people[2].drops = false;
    client_say_join(&people[2].table, code, out);
    say(&people[2], out);
    compare_all();
    play_out();
    assert_int_equal(people[2].gaps, 1);
}

/* ---- the rest of the table ---- */

static void assert_line(const ClientTable *table, unsigned number, const char *expected) {
    char line[CLIENT_LINE_MAX];
    client_line_text(&table->chat[number], line);
    assert_string_equal(line, expected);
}

static void chat_is_kept_and_told_once(void **unused) {
    (void)unused;
    char out[CLIENT_MESSAGE_MAX];
    make_table("{\"ruleset\":\"official\",\"seats\":2," FAST "}", 2);
    client_say_chat(&people[0].table, "hello, \"Ben\"", out);
    say(&people[0], out);
    ClientTable *ben = &people[1].table;
    assert_int_equal(people[1].heard, CLIENT_CHAT);
    assert_line(ben, 0, "Ada: hello, \"Ben\"");
    say(&people[0], "{\"t\":\"chat\",\"phrase\":\"well_played\"}");
    assert_line(ben, 1, "Ada: well played");
    say(&people[0], "{\"t\":\"chat\",\"emote\":\"smile\"}");
    assert_line(ben, 2, "Ada: *smile*");
    client_say_chat(&people[0].table, "one more", out);
    say(&people[0], out);
    assert_int_equal(people[0].table.answers, people[0].table.asked);
    disconnect(&people[1]);
    client_say_chat(&people[0].table, "are you there?", out);
    say(&people[0], out);
    connect_to(&people[1]);
    assert_int_equal(ben->chat_count, 5);
    assert_line(ben, 4, "Ada: are you there?");
}

static void the_host_sets_the_table(void **unused) {
    (void)unused;
    char out[CLIENT_MESSAGE_MAX];
    make_table("{\"ruleset\":\"official\",\"seats\":4," FAST "}", 2);
    ClientTable *ben = &people[1].table;
    assert_true(client_is_host(&people[0].table));
    client_say_seat(ben, "sit", 2, out);
    say(&people[1], out);
    assert_int_equal(ben->you, 2);
    client_say_bot(&people[0].table, 1, "hard", out);
    say(&people[0], out);
    assert_int_equal(ben->room.seat[1].kind, CLIENT_SEAT_BOT);
    assert_string_equal(ben->room.seat[1].bot, "hard");
    client_say_seat(&people[0].table, "host", 2, out);
    say(&people[0], out);
    assert_true(client_is_host(ben));
    say(&people[1], "{\"t\":\"set\",\"ruleset\":\"split-v3\",\"seats\":3,\"title\":\"Friday\"}");
    assert_string_equal(people[0].table.room.title, "Friday");
    assert_int_equal(people[0].table.ruleset->rules.family, FAMILY_SPLIT);
    client_say(ben, "close", out);
    say(&people[1], out);
    assert_int_equal(people[0].heard, CLIENT_CLOSED);
    assert_false(people[0].table.joined);
}

static void votes_and_leaving_a_seat(void **unused) {
    (void)unused;
    char out[CLIENT_MESSAGE_MAX];
    make_table("{\"ruleset\":\"official\",\"seats\":3," FAST "}", 4);
    begin(3);
    client_say_vote(&people[0].table, "kick", 2, out);
    say(&people[0], out);
    assert_int_equal(people[3].table.room.vote.kind, CLIENT_VOTE_KICK);
    assert_int_equal(people[3].table.room.vote.target, 2);
    assert_int_equal(people[3].table.room.vote.yes, 1);
    client_say_yes(&people[1].table, "vote", true, out);
    say(&people[1], out);
    assert_int_equal(people[2].table.you, NO_SEAT);
    assert_int_equal(people[2].table.view.seat, SPECTATOR);
    compare_all();
    client_say(&people[1].table, "stand", out);
    say(&people[1], out);
    assert_true(people[0].table.room.seat[1].left);
    client_say_yes(&people[3].table, "wait", true, out);
    say(&people[3], out);
    assert_true(people[3].table.room.i_wait);
    client_say_vote(&people[0].table, "end", NO_SEAT, out);
    say(&people[0], out);
    assert_true(people[0].table.is_over);
    compare_all();
}

static void the_lobby(void **unused) {
    (void)unused;
    char out[CLIENT_MESSAGE_MAX];
    make_table("{\"ruleset\":\"official\",\"seats\":3,\"is_public\":true,\"title\":\"Come in\"," FAST "}", 1);
    client_say_yes(&people[0].table, "lobby", true, out);
    say(&people[0], out);
    assert_int_equal(people[0].heard, CLIENT_OK);
    assert_int_equal(cJSON_GetArraySize(people[0].table.lobby), 1);
}

/* ---- messages that make no sense ---- */

static const char joined[] =
    "{\"t\":\"joined\",\"q\":4,\"you\":null,\"table\":{\"code\":\"K7QD2M4P\",\"stage\":\"gathering\",\"paused\":null,"
    "\"host\":\"A\",\"settings\":{\"title\":\"Friday\",\"rules_hash\":\"%s\",\"ruleset\":\"official\","
    "\"rules_title\":\"Official UNO\"},\"seats\":[{\"seat\":\"A\",\"kind\":\"person\",\"name\":\"Ada\\u001b[2J\","
    "\"user\":\"00c0ffee00c0ffee\",\"ready\":true}],\"waiting\":[],\"vote\":null,\"games\":0,\"commitment\":null},"
    "\"here\":[\"A\"],\"rules\":{\"text\":\"%s\"},\"game\":null,\"chat\":[]}";

static ClientHeard hears(ClientTable *table, const char *text) {
    char error[JSON_ERROR_MAX];
    ClientHeard heard = client_hear(table, text, strlen(text), error);
    if (heard == CLIENT_BAD) assert_true(strlen(error) > 10);
    return heard;
}

static void hear_joined(ClientTable *table, char *text, size_t size) {
    Ruleset ruleset;
    RulesetError error;
    char hash[RULESET_HASH_HEX], rules[RULESET_TEXT_MAX], escaped[2 * RULESET_TEXT_MAX];
    size_t used = 0;
    assert_true(ruleset_load("official", &ruleset, &error));
    ruleset_hash(&ruleset.rules, hash);
    ruleset_format(&ruleset.rules, rules, sizeof rules);
    for (const char *at = rules; *at; at++)
        used += (size_t)snprintf(escaped + used, sizeof escaped - used, *at == '\n' ? "\\n" : "%c", *at);
    snprintf(text, size, joined, hash, escaped);
    assert_int_equal(hears(table, text), CLIENT_JOINED);
}

static void nonsense_changes_nothing(void **unused) {
    (void)unused;
    static const char *const bad[] = {
        "",
        "null",
        "7",
        "[]",
        "{",
        "{}",
        "{\"t\":7}",
        "{\"t\":\"act\"}",
        "{\"t\":\"act\",\"q\":\"5\"}",
        "{\"t\":\"table\",\"q\":5}",
        "{\"t\":\"table\",\"q\":5,\"table\":{\"code\":\"X\"}}",
        "{\"t\":\"start\",\"q\":5}",
        "{\"t\":\"start\",\"q\":5.5}",
        "{\"t\":\"joined\",\"q\":1}",
        "{\"t\":\"joined\"}",
        "{\"t\":\"here\"}",
        "{\"t\":\"here\",\"seats\":[\"Z\"]}",
        "{\"t\":\"chat\",\"name\":\"Ada\"}",
        "{\"t\":\"lobby\",\"tables\":7}",
        "{\"t\":\"no\"}",
        "{\"t\":\"notice\"}",
        "{\"t\":\"closed\"}",
        "{\"t\":\"hello\"}",
        "{\"t\":\"hello\",\"protocol\":\"uno.9\",\"user\":{\"id\":\"1\",\"name\":\"A\"}}",
        "{\"t\":\"resumed\",\"q\":9}",
    };
    ClientTable table, before;
    char text[3 * RULESET_TEXT_MAX];
    client_table_init(&table);
    hear_joined(&table, text, sizeof text);
    assert_string_equal(table.room.seat[0].name, "Ada?[2J"); /* nobody moves our cursor */
    before = table;
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        ClientHeard heard = hears(&table, bad[i]);
        if (heard != CLIENT_BAD) fail_msg("%u for %s", heard, bad[i]);
        assert_memory_equal(&before.room, &table.room, sizeof table.room);
        assert_int_equal(table.q, before.q);
    }
    assert_int_equal(hears(&table, "{\"t\":\"weather\",\"rain\":true}"), CLIENT_PASSED);
    assert_int_equal(hears(&table, "{\"t\":\"act\",\"q\":5,\"by\":\"A\",\"e\":[],\"v\":{}}"), CLIENT_GAP);
    assert_int_equal(hears(&table, "{\"t\":\"table\",\"q\":6}"), CLIENT_PASSED);
    hear_joined(&table, text, sizeof text);
    assert_int_equal(hears(&table, "{\"t\":\"table\",\"q\":6}"), CLIENT_GAP);
    client_table_free(&table);
}

/* Real messages with bytes changed, cut off, or put together wrongly. */
static void mutilate(char *text, uint64_t *dice) {
    size_t length = strlen(text);
    for (unsigned changes = 1 + random_below(dice, 4); changes && length; changes--) {
        size_t at = random_below(dice, (unsigned)length);
        switch (random_below(dice, 3)) {
        case 0: text[at] = "{}[],:\"0A9-e\\n"[random_below(dice, 13)]; break;
        case 1: memmove(text + at, text + at + 1, length - at), length--; break;
        default: text[length = at] = 0;
        }
    }
}

static char *kept[64];
static unsigned kept_count;

static void hear_and_keep(void *self, HubLine line, const char *text, size_t length) {
    unsigned at = kept_count++ % 64;
    free(kept[at]);
    kept[at] = calloc(1, length + 1);
    memcpy(kept[at], text, length);
    hear(self, line, text, length);
}

static void broken_messages_break_nothing(void **unused) {
    (void)unused;
    char error[JSON_ERROR_MAX];
    ClientTable table;
    whole_game("{\"ruleset\":\"split-duel\",\"seats\":2," FAST "}", 2, 0);
    world.hub->world.send = hear_and_keep;
    begin(2);
    for (unsigned i = 0; i < 20; i++) step();
    connect_to(&people[0]); /* a second connection, for its "resumed" */
    client_table_free(&people[1].table);
    connect_to(&people[1]);
    client_table_init(&table);
    for (unsigned i = 0; i < 64; i++)
        if (kept[i] && strstr(kept[i], "\"joined\"")) client_hear(&table, kept[i], strlen(kept[i]), error);
    assert_true(table.joined);
    for (unsigned i = 0; i < 20000; i++) {
        const char *whole = kept[random_below(&chance, 64)];
        if (!whole) continue;
        char *text = strdup(whole);
        mutilate(text, &chance);
        client_hear(&table, text, strlen(text), error);
        free(text);
        table.lost = false; /* goes on listening all the same */
        client_time_left(&table, 0, 0);
        client_may_act(&table);
    }
    client_table_free(&table);
    for (unsigned i = 0; i < 64; i++) free(kept[i]), kept[i] = NULL;
}

int main(void) {
#define AT_A_SERVER(test) cmocka_unit_test_setup_teardown(test, open_world, close_world)
    const struct CMUnitTest tests[] = {
        AT_A_SERVER(a_server_that_changed_its_mind_learns_nothing),
        AT_A_SERVER(the_own_part_outlives_a_restart),
        AT_A_SERVER(official_with_a_bot_and_an_onlooker),
        AT_A_SERVER(ultimate_for_four),
        AT_A_SERVER(house_rules),
        AT_A_SERVER(split_for_three),
        AT_A_SERVER(split_duel),
        AT_A_SERVER(split_team_without_clocks),
        AT_A_SERVER(another_game_at_the_same_table),
        AT_A_SERVER(what_was_missed_is_told),
        AT_A_SERVER(a_server_that_is_started_again),
        AT_A_SERVER(a_gap_is_noticed),
        AT_A_SERVER(chat_is_kept_and_told_once),
        AT_A_SERVER(the_host_sets_the_table),
        AT_A_SERVER(votes_and_leaving_a_seat),
        AT_A_SERVER(the_lobby),
        cmocka_unit_test(nonsense_changes_nothing),
        AT_A_SERVER(broken_messages_break_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
