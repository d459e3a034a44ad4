/* messages.c -- every message of messages.def: what a client may say is said to a real server, and what that answers
 * has the fields that its row lists, and leaves the client's fold with what the server's own table is. The same lines are
 * kept in web/src/session/recorded.jsonl (`UNO_RECORD=1 build/tests/unit/messages` writes it): tests/wasm/table.mjs holds
 * the page's fold against this one with them. */
#include "server_world.h"

#include "client/fold.h"
#include "hub/messages.h"
#include "hub/tables.h"

static const char *const recorded = "web/src/session/recorded.jsonl";

/* ---- the rows ---- */

typedef struct {
    const char *kind, *fields;
    unsigned times;
} Row;

static Row said_rows[] = {
#define SAY(kind, place, does, fields, ...) {#kind, fields, 0},
#define ALSO(...)
#define HEAR(...)
#include "wire/messages.def"
#undef SAY
#undef HEAR
};
static Row heard_rows[] = {
#define SAY(...)
#define HEAR(kind, fields, ...) {#kind, fields, 0},
#include "wire/messages.def"
#undef SAY
#undef ALSO
#undef HEAR
};
#define COUNT(rows) (sizeof rows / sizeof *(rows))

static Row *row_of(Row *rows, size_t count, const cJSON *message) {
    const char *kind = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(message, "t"));
    for (size_t i = 0; kind && i < count; i++)
        if (strcmp(rows[i].kind, kind) == 0) return &rows[i];
    fail_msg("'%s' is not in messages.def", kind ? kind : "?");
    return NULL;
}

/* "name:type name?:type": the one of that name, or NULL. */
static const char *field_of(const char *fields, const char *name) {
    size_t length = strlen(name);
    for (const char *at = fields; at && *at; at = strchr(at, ' ') ? strchr(at, ' ') + 1 : NULL)
        if (strncmp(at, name, length) == 0 && (at[length] == ':' || at[length] == '?')) return at;
    return NULL;
}

static void check_fields(const Row *row, const cJSON *message, const char *text) {
    const cJSON *item;
    cJSON_ArrayForEach(item, message) {
        if (strcmp(item->string, "t") != 0 && strcmp(item->string, "id") != 0 && !field_of(row->fields, item->string))
            fail_msg("%s has no field '%s': %s", row->kind, item->string, text);
    }
    for (const char *at = row->fields; *at; at += strcspn(at, " "), at += *at == ' ') {
        char name[40];
        size_t length = strcspn(at, ":");
        if (at[length - 1] == '?') continue;
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        if (!cJSON_GetObjectItemCaseSensitive(message, name)) fail_msg("%s without '%s': %s", row->kind, name, text);
    }
}

/* ---- a client that hears ---- */

static ClientTable client;

static void hear_line(const char *text, size_t length) {
    char error[JSON_ERROR_MAX], line[20000];
    assert_true(length < sizeof line);
    snprintf(line, sizeof line, "%.*s", (int)length, text);
    cJSON *message = cJSON_Parse(line);
    assert_non_null(message);
    Row *row = row_of(heard_rows, COUNT(heard_rows), message);
    row->times++;
    check_fields(row, message, line);
    ClientHeard heard = client_hear(&client, line, length, error);
    if (heard == CLIENT_BAD) fail_msg("%s: %s", error, line);
    /* A client without use for it says so of the answer to "ask", and of a seed that came too late. */
    bool useless = strcmp(row->kind, "actions") == 0 || strcmp(row->kind, "event") == 0 ||
                   strcmp(row->kind, "called") == 0 || strcmp(row->kind, "team") == 0 ||
                   strstr(line, "nothing_to_reveal");
    if (heard == CLIENT_GAP || (heard == CLIENT_PASSED && !useless)) fail_msg("passed over: %s", line);
    cJSON_Delete(message);
}

static void hear_all(const char *text) {
    for (const char *end; (end = strchr(text, '\n')); text = end + 1) hear_line(text, (size_t)(end - text));
}

static void every_kind_came(Row *rows, size_t count, const char *what) {
    for (size_t i = 0; i < count; i++) {
        if (!rows[i].times) fail_msg("no '%s' was %s", rows[i].kind, what);
        rows[i].times = 0;
    }
}

/* ---- a server that is talked to ---- */

static World *world;
static HubLine socket_line;
static const Desk *at; /* the table where the client is; NULL: nowhere */
static char heard[400000];
static size_t heard_length, understood; /* bytes that came, and that the client has heard */

static void agree_on_seat(const TableSeat *seat, const ClientSeat *known) {
    bool person = seat->kind == SEAT_PERSON;
    assert_int_equal(known->kind, seat->kind == SEAT_BOT ? CLIENT_SEAT_BOT
                                  : person               ? CLIENT_SEAT_PERSON
                                                         : CLIENT_SEAT_FREE);
    assert_string_equal(known->name, seat->name);
    assert_string_equal(known->bot, seat->bot);
    assert_int_equal(known->ready, seat->ready);
    assert_int_equal(known->away, seat->away);
    assert_int_equal(known->left, seat->left);
}

/* What the client knows is what the table is. */
static void agree(const Table *table) {
    const ClientRoom *room = &client.room;
    assert_int_equal(client.q, table->seq);
    assert_int_equal(room->stage, table->stage);
    assert_int_equal(room->paused != CLIENT_GOES, table->paused);
    assert_int_equal(room->host, table->host);
    assert_int_equal(room->seats, table_seats(table));
    assert_string_equal(room->title, table->settings.title);
    assert_int_equal(room->jump_ms, table->settings.jump_ms);
    for (unsigned seat = 0; seat < room->seats; seat++) agree_on_seat(&table->seat[seat], &room->seat[seat]);
    assert_int_equal(client.has_game, table->game_id != 0);
    if (!client.has_game) return;
    View view;
    table_view(table, client.view.seat, &view);
    assert_memory_equal(&view, &client.view, sizeof view);
    assert_int_equal(client.is_over, table->stage != TABLE_PLAYING);
}

static void understand(void) {
    hear_all(heard + understood);
    understood = heard_length;
    if (at) agree(&at->table);
}

static void keep(void *self, HubLine to, const char *text, size_t length) {
    (void)self;
    if (to != socket_line) return;
    assert_true(heard_length + length + 2 < sizeof heard);
    memcpy(heard + heard_length, text, length);
    heard_length += length;
    memcpy(heard + heard_length++, "\n", 2);
}

static void say(const char *text) {
    cJSON *message = cJSON_Parse(text);
    assert_non_null(message);
    Row *row = row_of(said_rows, COUNT(said_rows), message);
    row->times++;
    if (strcmp(row->kind, "set") != 0) check_fields(row, message, text);
    cJSON_Delete(message);
    size_t before = heard_length;
    hub_begin_turn(world->hub, world->mono_ms, world->wall_ms);
    hub_socket_message(world->hub, socket_line, text, strlen(text));
    hub_end_turn(world->hub);
    world_settle(world);
    if (strstr(heard + before, "\"bad_message\"")) fail_msg("%s: %s", text, heard + before);
    if (heard_length == before) fail_msg("no answer to %s", text);
    understand();
}

static void pass(int64_t ms) {
    for (int64_t gone = 0; gone < ms; gone += 250) {
        world_elapse(world, 250);
        world_settle(world);
        understand();
    }
}

static void join(const Desk *desk, const char *more) {
    char text[200];
    snprintf(text, sizeof text, "{\"t\":\"join\",\"id\":1,\"code\":\"%s\"%s}", desk->row.code, more);
    at = desk;
    say(text);
}

static void act(const Desk *desk) {
    const Table *table = &desk->table;
    const Rules *rules = &table->settings.ruleset.rules;
    Action list[ACTIONS_MAX];
    char words[ACTION_TEXT_MAX], text[200];
    for (unsigned i = 0; i < 200 && !(board_awaited(rules, &table->game.board) & 1); i++) pass(250);
    if (!game_actions(rules, &table->game, 0, list)) return;
    action_format(rules, list[0], words, sizeof words);
    snprintf(text, sizeof text, "{\"t\":\"do\",\"id\":5,\"do\":\"%s\",\"q\":%llu}", words,
             (unsigned long long)table->seq);
    say(text);
    pass(3000);
}

static void gather(void) {
    say("{\"t\":\"chat\",\"id\":2,\"text\":\"Hello\"}");
    say("{\"t\":\"mute\",\"id\":3,\"user\":\"00000000000000aa\",\"yes\":true}");
    say("{\"t\":\"stand\",\"id\":4}");
    say("{\"t\":\"wait\",\"id\":4,\"yes\":false}");
    say("{\"t\":\"sit\",\"id\":4,\"seat\":\"A\"}");
    say("{\"t\":\"set\",\"id\":4,\"title\":\"Friday\"}");
    say("{\"t\":\"bot\",\"id\":4,\"seat\":\"B\",\"kind\":\"easy\"}");
    say("{\"t\":\"clear\",\"id\":4,\"seat\":\"B\"}");
    say("{\"t\":\"host\",\"id\":4,\"seat\":\"A\"}");
    say("{\"t\":\"ready\",\"id\":4,\"yes\":true}");
    say("{\"t\":\"reveal\",\"id\":4,\"seed\":\"0000000000000000000000000000000000000000000000000000000000000000\"}");
    say("{\"t\":\"start\",\"id\":4}");
    pass(500);
}

/* ---- events ---- */

static void enter(const Person *who, const char *code, const char *what, const char *body) {
    char path[80];
    snprintf(path, sizeof path, "/api/events/%s/%s", code, what);
    Answer *answer = ask(world, "POST", path, who->session, body);
    if (answer->status > 201) fail_msg("%s: %s", body, answer->text);
}

/* Ada enters, follows, and so many bots come. */
static void open_event(const Person *ada, const char *settings, unsigned bots, char code[STORE_CODE_MAX]) {
    char text[120];
    Answer *made = ask(world, "POST", "/api/events", ada->session, settings);
    assert_done(made, 201);
    snprintf(code, STORE_CODE_MAX, "%s", said(made, "event.code"));
    enter(ada, code, "enter", "{}");
    for (unsigned i = 0; i < bots; i++) {
        snprintf(text, sizeof text, "{\"do\":\"enter\",\"name\":\"Robo %u\",\"bot\":\"easy\"}", i);
        enter(ada, code, "entries", text);
    }
    snprintf(text, sizeof text, "{\"t\":\"follow\",\"id\":7,\"code\":\"%s\"}", code);
    say(text);
    enter(ada, code, "entries", "{\"do\":\"start\"}");
    pass(1000);
}

static void play_events(const Person *ada) {
    char code[STORE_CODE_MAX];
    open_event(ada, "{\"form\":\"page\"}", 1, code); /* she is called to her table */
    open_event(ada, "{\"form\":\"split\",\"online\":false}", 9, code);
    enter(ada, code, "entries", "{\"do\":\"result\",\"game\":1,\"places\":[1,2]}");
    say("{\"t\":\"team\",\"id\":7,\"text\":\"Shall we swap?\"}");
    say("{\"t\":\"follow\",\"id\":7,\"yes\":false}");
}

static void talk(void) {
    Person ada = guest(world, "Ada");
    Answer *line = &world->answer[world->lines + 1];
    socket_line = (HubLine)(line - world->answer);
    open_socket(world, ada.session);
    say("{\"t\":\"lobby\",\"id\":1,\"yes\":true}");
    say("{\"t\":\"lobby\",\"id\":1,\"yes\":false}");
    say("{\"t\":\"ping\",\"id\":1}");
    Answer *made = ask(world, "POST", "/api/tables", ada.session,
                       "{\"ruleset\":\"official\",\"options\":{\"jump_in\":\"on\"},\"jump_ms\":2000,\"seats\":3,"
                       "\"fill\":\"easy\",\"pace_ms\":250}");
    assert_done(made, 201);
    const Desk *desk = tables_find(world->hub, said(made, "code"));
    char since[40];
    join(desk, "");
    gather();
    for (unsigned i = 0; i < 4; i++) act(desk);
    say("{\"t\":\"ask\",\"id\":6}");
    say("{\"t\":\"tell\",\"id\":6,\"text\":\"Me?\"}");
    say("{\"t\":\"back\",\"id\":6}");
    say("{\"t\":\"pause\",\"id\":6}");
    snprintf(since, sizeof since, ",\"since\":%llu", (unsigned long long)desk->table.seq);
    at = NULL;
    say("{\"t\":\"leave\",\"id\":6}");
    join(desk, since);
    join(desk, "");
    say("{\"t\":\"resume\",\"id\":6}");
    say("{\"t\":\"vote\",\"id\":6,\"what\":\"end\"}");
    at = NULL;
    say("{\"t\":\"close\",\"id\":6}");
    play_events(&ada);
    hub_begin_turn(world->hub, world->mono_ms, world->wall_ms);
    hub_drain(world->hub);
    hub_end_turn(world->hub);
    world_settle(world);
}

static void every_message_is_understood(void **unused) {
    (void)unused;
    world = calloc(1, sizeof *world);
    assert_non_null(world);
    world_open(world, store_open_memory());
    world->hub->world.send = keep;
    client_table_init(&client);
    talk();
    understand();
    every_kind_came(said_rows, COUNT(said_rows), "said");
    every_kind_came(heard_rows, COUNT(heard_rows), "heard");
    client_table_free(&client);
    world_close(world);
    free(world);
    if (!getenv("UNO_RECORD")) return;
    FILE *file = fopen(recorded, "w");
    assert_non_null(file);
    fwrite(heard, 1, heard_length, file);
    fclose(file);
}

/* What the page's test hears is still what a server says. */
static void the_record_is_up_to_date(void **unused) {
    (void)unused;
    static char text[400000];
    FILE *file = fopen(recorded, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    client_table_init(&client);
    hear_all(text);
    every_kind_came(heard_rows, COUNT(heard_rows), "recorded");
    client_table_free(&client);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_message_is_understood),
        cmocka_unit_test(the_record_is_up_to_date),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
