/* remote.c -- a program anywhere sits at a table over HTTP. It opens one stream, on which
 * it hears the messages of the bot protocol (docs/bot-protocol.md), each with the code of
 * its table, and posts what it does. It sees its seat's View and nothing else. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../engine/text.h"
#include "../wire/protocol.h"
#include "messages.h"
#include "people.h"

/* ---- what the program hears ---- */

/* {"table":"K7QD2M4P", ...the message} and a line end. Frees the message. */
static void say(Hub *hub, const Socket *socket, const Desk *desk, char *message) {
    char head[64];
    if (!message) return hub_wrote(hub, false);
    int used = snprintf(head, sizeof head, "{\"table\":\"%s\",\"q\":%llu,", desk->row.code,
                        (unsigned long long)desk->table.seq);
    size_t length = strlen(message);
    char *line = malloc((size_t)used + length + 1);
    if (line) {
        memcpy(line, head, (size_t)used);
        memcpy(line + used, message + 1, length - 1);
        line[(size_t)used + length - 1] = '\n';
        hub_say(hub, socket->line, line, (size_t)used + length);
    }
    hub_wrote(hub, line);
    free(line);
    free(message);
}

static void say_game(Hub *hub, const Socket *socket, const Desk *desk, Seat seat) {
    const Table *table = &desk->table;
    uint64_t seed;
    hub->world.random(hub->world.self, &seed, sizeof seed);
    ProtocolGame game = {.ruleset = table->settings.ruleset.name,
                         .rules = &table->settings.ruleset.rules,
                         .players = table->players,
                         .seat = seat,
                         .seed = seed};
    say(hub, socket, desk, protocol_game(&game));
}

/* The table as its seat sees it, and whether it is asked. */
static void say_view(Hub *hub, const Socket *socket, const Desk *desk, Seat seat) {
    const Table *table = &desk->table;
    const Rules *rules = &table->settings.ruleset.rules;
    View view;
    ActionSet set;
    table_view(table, seat, &view);
    view_actions(rules, &view, &set);
    bool may_act = !action_set_empty(&set) && !table->paused && !table->seat[seat].left;
    int64_t left = table_time_left(table, seat, desk_now(hub, desk));
    if (table->stage != TABLE_PLAYING) say(hub, socket, desk, protocol_end(rules, &table->game.board));
    else if (may_act) say(hub, socket, desk, protocol_act(rules, &view, left < 0 ? 0 : (unsigned)left));
    else say(hub, socket, desk, protocol_see(rules, &view));
}

/* {"type":"seal","game","seat","players","commitment","commits":{"A":HEX}}: to a program that committed, and is to
 * reveal now. */
static void say_seal(Hub *hub, const Socket *socket, const Desk *desk, Seat seat) {
    const Table *table = &desk->table;
    if (!(table_unrevealed(table) >> seat & 1)) return;
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "type", "seal");
    json_add_id(json, "game", table->sealed_id);
    cJSON_AddItemToObject(json, "seat", json_seat(seat));
    cJSON_AddNumberToObject(json, "players", table->players);
    json_add_seed(json, "commitment", &table->commitment);
    cJSON *commits = cJSON_AddObjectToObject(json, "commits");
    for (unsigned i = 0; i < table->players; i++) {
        char letter[] = {(char)('A' + i), 0};
        if (table->seat[i].part.committed) json_add_seed(commits, letter, &table->seat[i].part.commit);
    }
    say(hub, socket, desk, cJSON_PrintUnformatted(json));
    cJSON_Delete(json);
}

static bool concerns_game(const LogEntry *entry) {
    return entry->kind == LOG_act || entry->kind == LOG_start || entry->kind == LOG_pause ||
           entry->kind == LOG_resume || entry->kind == LOG_vote || entry->kind == LOG_end || entry->kind == LOG_close;
}

void remote_show(Hub *hub, Desk *desk, const LogEntry *entry) {
    if (!concerns_game(entry) && entry->kind != LOG_seal) return;
    for (const Socket *socket = desk->sockets; socket; socket = socket->next) {
        Seat seat = socket->stream ? table_seat_of(&desk->table, socket->user.id) : NO_SEAT;
        if (seat == NO_SEAT) continue;
        if (entry->kind == LOG_seal) {
            say_seal(hub, socket, desk, seat);
            continue;
        }
        if (entry->kind == LOG_start) say_game(hub, socket, desk, seat);
        say_view(hub, socket, desk, seat);
    }
}

/* ---- what it asks ---- */

static Socket *stream_of(Hub *hub, uint64_t user) {
    Socket *socket = sockets_of_user(hub, user);
    while (socket && !socket->stream) socket = socket->next_of_user;
    return socket;
}

static Socket *stream_at(const Desk *desk, uint64_t user) {
    for (Socket *socket = desk->sockets; socket; socket = socket->next)
        if (socket->stream && socket->user.id == user) return socket;
    return NULL;
}

static Desk *desk_of(Hub *hub, const ApiCall *call) {
    const char *code = api_text(call, "table", STORE_CODE_MAX + 8);
    bool too_often;
    Desk *desk = lobby_find(hub, code, call->user->id, call->request->address, &too_often);
    if (too_often) answer_too_often(hub, call->line);
    else if (!desk) api_error(hub, call->line, 404, "no_such_table", "There is no table with that code.");
    return desk;
}

/* What was wished for is done: with the server's commitment for the next deal, once there is one. */
static void answer_done(Hub *hub, const ApiCall *call, const Table *table, bool held) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddBoolToObject(json, "held", held);
    if (table && table->has_secret) json_add_seed(json, "commitment", &table->commitment);
    api_reply(hub, call->line, 200, json);
}

static void answer(Hub *hub, const ApiCall *call, const TableAnswer *said, const Table *table,
                   const char *verdict_text) {
    if (said->refusal == REFUSAL_ok || said->refusal == REFUSAL_held)
        return answer_done(hub, call, table, said->refusal == REFUSAL_held);
    bool rules = said->refusal == REFUSAL_against_rules;
    unsigned status = said->refusal == REFUSAL_too_often ? 429 : said->refusal == REFUSAL_going_down ? 503 : 409;
    api_error(hub, call->line, status, rules ? verdict_name(said->verdict) : refusal_code(said->refusal), "%s",
              rules ? verdict_text : refusal_sentence(said->refusal));
}

/* One stream a program: a new one ends the old. It takes up the table where its program sits. */
static void get_stream(Hub *hub, const ApiCall *call) {
    size_t at = 0;
    if (call->gone) return; /* nobody would ever say that it goes */
    for (Desk *desk; (desk = map_next(&hub->desks, &at));)
        if (table_seat_of(&desk->table, call->user->id) != NO_SEAT && asking_waits(hub, &desk->shared)) return;
    sockets_end(hub, call->user->id, NULL, "another stream was opened");
    Socket *socket = sockets_open_stream(hub, call->line, call->user, call->key, call->request->address);
    if (!socket) return api_error(hub, call->line, 429, "too_many", "There are too many connections.");
    char *hello = protocol_hello();
    HubResponse response = {.status = 200, .type = "application/x-ndjson", .stream = true};
    hub_answer(hub, call->line, &response);
    if (hello) {
        hub_say(hub, socket->line, hello, strlen(hello));
        hub_say(hub, socket->line, "\n", 1);
    }
    free(hello);
    at = 0;
    for (Desk *desk; (desk = map_next(&hub->desks, &at));) {
        Seat seat = table_seat_of(&desk->table, call->user->id);
        if (seat == NO_SEAT) continue;
        /* Where the game is, or how it has ended; whatever its coming brings about follows on that. */
        if (desk->table.stage == TABLE_PLAYING) say_game(hub, socket, desk, seat);
        if (desk->table.game_id && seat < desk->table.players) say_view(hub, socket, desk, seat);
        say_seal(hub, socket, desk, seat);
        desk_connect(hub, desk, socket);
        break;
    }
}

static void post_sit(Hub *hub, const ApiCall *call) {
    if (!answer_rate_of(hub, call->line, RATE_ROOM, call->user->id)) return;
    Desk *desk = desk_of(hub, call);
    Socket *socket = stream_of(hub, call->user->id);
    if (!desk) return;
    if (!socket)
        return api_error(hub, call->line, 409, "no_stream", "Open GET /api/bot/stream first, and keep it open.");
    if (socket->desk && socket->desk != desk) {
        if (table_seat_of(&socket->desk->table, call->user->id) != NO_SEAT)
            return api_error(hub, call->line, 409, "seated_already", "Stand up from the other table first.");
        desk_disconnect(hub, socket); /* it was sent away from there */
    }
    Wish wish = {.kind = WISH_SIT, .user = call->user->id, .name = call->user->name, .remote = true, .seat = NO_SEAT};
    TableAnswer said = desk_wish(hub, desk, &wish, NULL, NULL);
    if (said.refusal == REFUSAL_ok) {
        if (!socket->desk) desk_connect(hub, desk, socket);
        wish = (Wish){.kind = WISH_READY, .user = call->user->id, .yes = true};
        desk_wish(hub, desk, &wish, NULL, NULL);
    }
    answer(hub, call, &said, &desk->table, "");
}

static void post_simple(Hub *hub, const ApiCall *call, WishKind kind) {
    if (!answer_rate_of(hub, call->line, RATE_ROOM, call->user->id)) return;
    Desk *desk = desk_of(hub, call);
    const cJSON *seed = cJSON_GetObjectItemCaseSensitive(call->body, kind == WISH_REVEAL ? "seed" : "commit");
    if (!desk) return;
    Wish wish = {.kind = kind, .user = call->user->id, .yes = true, .has_seed = seed};
    if ((seed || kind == WISH_REVEAL) && !json_seed(seed, &wish.seed))
        return api_error(hub, call->line, 400, "bad_request",
                         "\"commit\" is the hash of your seed, \"seed\" the seed itself: 64 hexadecimal digits.");
    TableAnswer said = desk_wish(hub, desk, &wish, NULL, NULL);
    Socket *socket = desk->closed ? NULL : stream_at(desk, call->user->id);
    if (kind == WISH_STAND && said.refusal == REFUSAL_ok && socket) desk_disconnect(hub, socket);
    answer(hub, call, &said, &desk->table, "");
}

static void post_stand(Hub *hub, const ApiCall *call) { post_simple(hub, call, WISH_STAND); }
static void post_ready(Hub *hub, const ApiCall *call) { post_simple(hub, call, WISH_READY); }
static void post_reveal(Hub *hub, const ApiCall *call) { post_simple(hub, call, WISH_REVEAL); }
static void post_back(Hub *hub, const ApiCall *call) { post_simple(hub, call, WISH_BACK); }

static void post_do(Hub *hub, const ApiCall *call) {
    Desk *desk = desk_of(hub, call);
    const char *text = api_text(call, "action", ACTION_TEXT_MAX);
    const cJSON *seen = cJSON_GetObjectItemCaseSensitive(call->body, "q");
    Wish wish = {.kind = WISH_ACT, .user = call->user->id, .seat = NO_SEAT};
    long q;
    if (!desk) return;
    if (!text || !action_parse(&desk->table.settings.ruleset.rules, &text, &wish.action) || *text)
        return api_error(hub, call->line, 400, "bad_action", "\"action\" is one of the actions you were offered.");
    if (!json_is_whole(seen, 0, 1L << 52, &q))
        return api_error(hub, call->line, 400, "bad_request", "\"q\" is the number of the message that you answer.");
    wish.seen = (uint64_t)q;
    TableAnswer said = desk_wish(hub, desk, &wish, NULL, NULL);
    answer(hub, call, &said, NULL, said.refusal == REFUSAL_against_rules ? verdict_sentence(said.verdict) : "");
}

const ApiRoute remote_routes[] = {
    {"GET", "/api/bot/stream", API_BOT, get_stream, false},   {"POST", "/api/bot/sit", API_BOT, post_sit, false},
    {"POST", "/api/bot/stand", API_BOT, post_stand, false},   {"POST", "/api/bot/ready", API_BOT, post_ready, false},
    {"POST", "/api/bot/reveal", API_BOT, post_reveal, false}, {"POST", "/api/bot/back", API_BOT, post_back, false},
    {"POST", "/api/bot/do", API_BOT, post_do, false},         {0},
};
