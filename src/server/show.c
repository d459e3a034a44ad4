/* show.c -- what one connection is told of its table: the whole when it joins, then
 * for every entry of the log exactly one message, with only what changed in its own
 * view. docs/protocol.md lists the messages. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../engine/text.h"
#include "../wire/event_json.h"
#include "../wire/view_delta.h"
#include "tables.h"

enum { ACT_TEXT_MAX = VIEW_DELTA_MAX + EVENTS_TEXT_MAX + 8 * ENTRY_WORDS_MAX };

static const char *const stage_words[] = {"gathering", "playing", "closed"};

static const Rules *rules_of(const Desk *desk) { return &desk->table.settings.ruleset.rules; }

unsigned show_observer(const Desk *desk, const Socket *socket) {
    Seat seat = table_seat_of(&desk->table, socket->user.id);
    return desk->table.game_id && seat < desk->table.players ? seat : SPECTATOR;
}

/* ---- the table, as JSON ---- */

static void add_id(cJSON *json, const char *name, uint64_t id) {
    char text[ID_TEXT];
    id_format(id, text);
    cJSON_AddStringToObject(json, name, text);
}

static void add_hex(cJSON *json, const char *name, const Seed *seed) {
    char hex[2 * SEED_BYTES + 1];
    Text text = text_in(hex, sizeof hex);
    text_hex(&text, seed->bytes, SEED_BYTES);
    cJSON_AddStringToObject(json, name, hex);
}

static cJSON *show_settings(const TableSettings *settings) {
    cJSON *json = cJSON_CreateObject();
    char value[TABLE_TITLE_MAX], hash[RULESET_HASH_HEX];
    for (unsigned i = 0; i < setting_row_count; i++) {
        const SettingRow *row = &setting_rows[i];
        setting_get(settings, row, value, sizeof value);
        if (row->type == SETTING_TEXT || row->type == SETTING_BOT) cJSON_AddStringToObject(json, row->name, value);
        else if (row->type == SETTING_FLAG) cJSON_AddBoolToObject(json, row->name, value[0] == '1');
        else cJSON_AddNumberToObject(json, row->name, (double)strtoul(value, NULL, 10));
    }
    ruleset_hash(&settings->ruleset.rules, hash);
    cJSON_AddStringToObject(json, "ruleset", settings->ruleset.name);
    cJSON_AddStringToObject(json, "rules_title", settings->ruleset.title);
    cJSON_AddStringToObject(json, "rules_hash", hash);
    if (settings->club) add_id(json, "club", settings->club);
    return json;
}

static const char *seat_word(const TableSeat *seat) {
    if (seat->kind == SEAT_BOT) return "bot";
    if (seat->kind == SEAT_FREE) return "free";
    return seat->remote ? "program" : "person";
}

static cJSON *show_seat(const Table *table, unsigned number) {
    const TableSeat *seat = &table->seat[number];
    cJSON *json = cJSON_CreateObject();
    cJSON_AddItemToObject(json, "seat", json_seat(number));
    cJSON_AddStringToObject(json, "kind", seat_word(seat));
    if (seat->kind == SEAT_FREE) return json;
    cJSON_AddStringToObject(json, "name", seat->name);
    if (seat->kind == SEAT_BOT) cJSON_AddStringToObject(json, "bot", seat->bot);
    else add_id(json, "user", seat->user);
    cJSON_AddBoolToObject(json, "ready", seat->ready);
    cJSON_AddBoolToObject(json, "away", seat->away);
    cJSON_AddBoolToObject(json, "left", seat->left);
    if (table->settings.think_s && table->stage == TABLE_PLAYING)
        cJSON_AddNumberToObject(json, "reserve_ms", seat->reserve_ms);
    return json;
}

static cJSON *show_vote(const TableVote *vote) {
    if (!vote->kind) return cJSON_CreateNull();
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "what", vote_name(vote->kind));
    cJSON_AddItemToObject(json, "seat", json_seat(vote->target));
    cJSON_AddItemToObject(json, "yes", json_seats(vote->yes));
    cJSON_AddItemToObject(json, "no", json_seats(vote->no));
    return json;
}

void table_link(const Hub *hub, const Desk *desk, char out[TABLE_LINK_MAX]) {
    snprintf(out, TABLE_LINK_MAX, "%s/t/%s", hub->config.url, desk->row.code);
}

cJSON *show_table(const Hub *hub, const Desk *desk) {
    const Table *table = &desk->table;
    cJSON *json = cJSON_CreateObject(), *list;
    char link[TABLE_LINK_MAX];
    table_link(hub, desk, link);
    cJSON_AddStringToObject(json, "code", desk->row.code);
    cJSON_AddStringToObject(json, "link", link);
    cJSON_AddStringToObject(json, "stage", stage_words[table->stage]);
    if (table->paused) cJSON_AddStringToObject(json, "paused", how_name(table->paused_how));
    else cJSON_AddNullToObject(json, "paused");
    cJSON_AddItemToObject(json, "host", json_seat(table->host));
    cJSON_AddItemToObject(json, "settings", show_settings(&table->settings));
    list = cJSON_AddArrayToObject(json, "seats");
    for (unsigned seat = 0; seat < table_seats(table); seat++) cJSON_AddItemToArray(list, show_seat(table, seat));
    list = cJSON_AddArrayToObject(json, "waiting");
    for (unsigned i = 0; i < table->waiting_count; i++) {
        cJSON *waiting = cJSON_CreateObject();
        add_id(waiting, "user", table->waiting[i].user);
        cJSON_AddStringToObject(waiting, "name", table->waiting[i].name);
        cJSON_AddItemToArray(list, waiting);
    }
    cJSON_AddItemToObject(json, "vote", show_vote(&table->vote));
    if (table->prompt[0]) cJSON_AddStringToObject(json, "prompt", table->prompt);
    if (table->reply[0]) cJSON_AddStringToObject(json, "reply", table->reply);
    cJSON_AddNumberToObject(json, "games", table->games);
    if (table->has_secret) add_hex(json, "commitment", &table->commitment);
    else cJSON_AddNullToObject(json, "commitment");
    return json;
}

cJSON *show_row(const Desk *desk) {
    const Table *table = &desk->table;
    cJSON *json = cJSON_CreateObject();
    unsigned free_seats = 0, people = 0, bots = 0;
    for (unsigned seat = 0; seat < table_seats(table); seat++) {
        free_seats += table->seat[seat].kind == SEAT_FREE;
        people += table->seat[seat].kind == SEAT_PERSON;
        bots += table->seat[seat].kind == SEAT_BOT;
    }
    cJSON_AddStringToObject(json, "code", desk->row.code);
    cJSON_AddStringToObject(json, "title", table->settings.title);
    cJSON_AddStringToObject(json, "ruleset", table->settings.ruleset.name);
    cJSON_AddStringToObject(json, "rules_title", table->settings.ruleset.title);
    cJSON_AddStringToObject(json, "stage", stage_words[table->stage]);
    cJSON_AddNumberToObject(json, "seats", table_seats(table));
    cJSON_AddNumberToObject(json, "free", free_seats);
    cJSON_AddNumberToObject(json, "people", people);
    cJSON_AddNumberToObject(json, "bots", bots);
    cJSON_AddNumberToObject(json, "spectators", desk_spectators(desk));
    cJSON_AddBoolToObject(json, "watch", table->settings.spectators);
    return json;
}

/* ---- the game, as JSON ---- */

/* The codes of all cards, in the order in which lists of cards are kept. */
static cJSON *show_order(const Rules *rules) {
    cJSON *list = cJSON_CreateArray();
    for (uint64_t faces = rules->faces; faces; faces &= faces - 1)
        cJSON_AddItemToArray(list, json_card(rules, (Face)bits_first(faces)));
    return list;
}

static cJSON *show_rules(const Desk *desk) {
    cJSON *json = cJSON_CreateObject();
    char text[RULESET_TEXT_MAX];
    ruleset_format(rules_of(desk), text, sizeof text);
    cJSON_AddStringToObject(json, "family", rules_of(desk)->family == FAMILY_CLASSIC ? "classic" : "split");
    cJSON_AddStringToObject(json, "text", text);
    cJSON_AddItemToObject(json, "cards", show_order(rules_of(desk)));
    return json;
}

static cJSON *show_result(const Table *table) {
    cJSON *json = cJSON_CreateObject(), *scores = cJSON_CreateArray();
    cJSON_AddItemToObject(json, "winners", json_seats(table->game.board.winners));
    for (unsigned seat = 0; seat < table->players; seat++)
        cJSON_AddItemToArray(scores, cJSON_CreateNumber(table->game.board.score[seat]));
    cJSON_AddItemToObject(json, "scores", scores);
    add_id(json, "game", table->game_id);
    add_hex(json, "secret", &table->spent_secret);
    return json;
}

static void add_clocks(cJSON *json, const Hub *hub, const Desk *desk) {
    cJSON *clocks = cJSON_AddObjectToObject(json, "left_ms");
    for (unsigned seat = 0; seat < desk->table.players; seat++) {
        char letter[] = {(char)('A' + seat), 0};
        int64_t left = table_time_left(&desk->table, (Seat)seat, desk_now(hub, desk));
        if (left >= 0) cJSON_AddNumberToObject(clocks, letter, (double)left);
    }
}

static cJSON *show_game(const Hub *hub, const Desk *desk, const View *view) {
    const Table *table = &desk->table;
    cJSON *json = cJSON_CreateObject();
    char events[EVENTS_TEXT_MAX];
    char *text = malloc(VIEW_TEXT_MAX);
    if (text) view_format(rules_of(desk), view, text, VIEW_TEXT_MAX);
    events_format(rules_of(desk), &table->witness, events, sizeof events);
    add_id(json, "id", table->game_id);
    cJSON_AddRawToObject(json, "view", text ? text : "null");
    cJSON_AddRawToObject(json, "events", events);
    add_clocks(json, hub, desk);
    if (table->stage != TABLE_PLAYING) cJSON_AddItemToObject(json, "over", show_result(table));
    free(text);
    return json;
}

/* ---- saying it ---- */

static void add_request(cJSON *json, const char *id) {
    if (id) cJSON_AddRawToObject(json, "id", id);
}

/* The view of this observer now, which from here on changes are told against. */
static const View *refresh(Desk *desk, unsigned observer) {
    table_view(&desk->table, observer, &desk->shown[observer]);
    return &desk->shown[observer];
}

static cJSON *show_chat(const Desk *desk) {
    cJSON *list = cJSON_CreateArray();
    unsigned first = desk->chat_count > CHAT_KEPT ? desk->chat_count - CHAT_KEPT : 0;
    for (unsigned i = first; i < desk->chat_count; i++) {
        const ChatLine *line = &desk->chat[i % CHAT_KEPT];
        cJSON *json = cJSON_CreateObject();
        add_id(json, "user", line->user);
        cJSON_AddStringToObject(json, "name", line->name);
        cJSON_AddStringToObject(json, "text", line->text);
        cJSON_AddItemToArray(list, json);
    }
    return list;
}

static SeatMask seats_here(const Desk *desk) {
    SeatMask here = 0;
    for (const Socket *socket = desk->sockets; socket; socket = socket->next) {
        Seat seat = table_seat_of(&desk->table, socket->user.id);
        if (seat != NO_SEAT) here |= (SeatMask)(1u << seat);
    }
    return here;
}

void show_joined(Hub *hub, Desk *desk, Socket *socket, const char *id) {
    cJSON *json = cJSON_CreateObject();
    Seat seat = table_seat_of(&desk->table, socket->user.id);
    socket->observer = (uint8_t)show_observer(desk, socket);
    cJSON_AddStringToObject(json, "t", "joined");
    add_request(json, id);
    cJSON_AddNumberToObject(json, "q", (double)desk->table.seq);
    cJSON_AddItemToObject(json, "you", json_seat(seat));
    cJSON_AddItemToObject(json, "table", show_table(hub, desk));
    cJSON_AddItemToObject(json, "here", json_seats(seats_here(desk)));
    cJSON_AddItemToObject(json, "rules", show_rules(desk));
    if (desk->table.game_id) cJSON_AddItemToObject(json, "game", show_game(hub, desk, refresh(desk, socket->observer)));
    else cJSON_AddNullToObject(json, "game");
    cJSON_AddItemToObject(json, "chat", show_chat(desk));
    socket_say_json(hub, socket, json);
}

void show_here(Hub *hub, Desk *desk) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "t", "here");
    cJSON_AddItemToObject(json, "seats", json_seats(seats_here(desk)));
    cJSON_AddNumberToObject(json, "spectators", desk_spectators(desk));
    char *text = cJSON_PrintUnformatted(json);
    cJSON_Delete(json);
    if (!text) return;
    for (const Socket *socket = desk->sockets; socket; socket = socket->next)
        if (!socket->stream) hub_say(hub, socket->line, text, strlen(text));
    free(text);
}

/* ---- an action ---- */

typedef struct {
    TableStep step;
    const char *words;  /* said with it; "" */
    int64_t reserve_ms; /* of the actor, where it has begun to use it; -1 */
    const char *over;   /* the result as JSON, or NULL */
    const char *events; /* as JSON */
} Deed;

static void put_json_string(Text *text, const char *words) {
    cJSON *json = cJSON_CreateString(words);
    char *printed = json ? cJSON_PrintUnformatted(json) : NULL;
    text_put(text, printed ? printed : "\"\"");
    free(printed);
    cJSON_Delete(json);
}

/* {"t":"act","q":41,"by":"B","e":[...],"v":{...}}; what the actor chose only to the actor: it may be hidden. */
static unsigned put_deed(const Rules *rules, const Deed *deed, unsigned observer, const char *delta, char *out,
                         unsigned size) {
    Text text = text_in(out, size);
    char action[ACTION_TEXT_MAX];
    text_put(&text, "{\"t\":\"act\",\"q\":");
    text_number(&text, deed->step.seq);
    text_put(&text, ",\"by\":\"");
    text_char(&text, (char)('A' + deed->step.seat));
    if (observer == deed->step.seat) {
        action_format(rules, deed->step.action, action, sizeof action);
        text_put(&text, "\",\"do\":\"");
        text_put(&text, action);
    }
    if (deed->step.how != HOW_SELF) {
        text_put(&text, "\",\"how\":\"");
        text_put(&text, how_name(deed->step.how));
    }
    text_put(&text, "\",\"e\":");
    text_put(&text, deed->events);
    text_put(&text, ",\"v\":");
    text_put(&text, delta);
    if (deed->words[0]) {
        text_put(&text, ",\"say\":");
        put_json_string(&text, deed->words);
    }
    if (deed->reserve_ms >= 0) {
        text_put(&text, ",\"reserve_ms\":");
        text_number(&text, deed->reserve_ms);
    }
    if (deed->over) {
        text_put(&text, ",\"over\":");
        text_put(&text, deed->over);
    }
    text_char(&text, '}');
    return text.length;
}

/* The same message to one who asked for it, with the number of the request. */
static void say_with_id(Hub *hub, const Socket *socket, const char *text, const char *id) {
    char numbered[ACT_TEXT_MAX + 64];
    Text out = text_in(numbered, sizeof numbered);
    text_put(&out, "{\"id\":");
    text_put(&out, id);
    text_char(&out, ',');
    text_put(&out, text + 1);
    hub_say(hub, socket->line, numbered, out.length);
}

static void say_deed_to(Hub *hub, Desk *desk, unsigned observer, const char *text, unsigned length, const Socket *asker,
                        const char *id) {
    for (Socket *socket = desk->sockets; socket; socket = socket->next) {
        if (socket->stream || socket->observer != observer) continue;
        if (socket == asker && id) say_with_id(hub, socket, text, id);
        else hub_say(hub, socket->line, text, length);
    }
}

/* Observers of whom somebody is connected. */
static uint16_t observers_of(const Desk *desk) {
    uint16_t observers = 0;
    for (const Socket *socket = desk->sockets; socket; socket = socket->next)
        if (!socket->stream) observers |= (uint16_t)(1u << socket->observer);
    return observers;
}

static void show_act(Hub *hub, Desk *desk, const LogEntry *entry, const Socket *asker, const char *id) {
    const Table *table = &desk->table;
    char events[EVENTS_TEXT_MAX], delta[VIEW_DELTA_MAX], text[ACT_TEXT_MAX];
    uint16_t observers = observers_of(desk);
    if (!observers) return;
    Deed deed = {.step = table->step[table->steps - 1],
                 .words = table->said ? entry->words : "",
                 .reserve_ms = -1,
                 .events = events};
    int32_t reserve = table->seat[entry->seat].reserve_ms;
    if (table->settings.think_s && reserve != 1000 * (int32_t)table->settings.reserve_s) deed.reserve_ms = reserve;
    cJSON *over = table->stage == TABLE_PLAYING ? NULL : show_result(table);
    char *result = over ? cJSON_PrintUnformatted(over) : NULL;
    deed.over = result;
    events_format(rules_of(desk), &table->witness, events, sizeof events);
    for (; observers; observers &= (uint16_t)(observers - 1)) {
        unsigned observer = mask_first(observers);
        View now;
        table_view(table, observer, &now);
        view_delta_format(rules_of(desk), &desk->shown[observer], &now, delta, sizeof delta);
        desk->shown[observer] = now;
        unsigned length = put_deed(rules_of(desk), &deed, observer, delta, text, sizeof text);
        say_deed_to(hub, desk, observer, text, length, asker, id);
    }
    free(result);
    cJSON_Delete(over);
}

/* ---- what was missed ---- */

typedef struct {
    Game game;
    Witness witness;
    View before, now;
    char events[EVENTS_TEXT_MAX], delta[VIEW_DELTA_MAX], text[ACT_TEXT_MAX];
} Replay;

static void replay_since(Hub *hub, Desk *desk, const Socket *socket, uint64_t since, Replay *replay) {
    const Table *table = &desk->table;
    const Rules *rules = rules_of(desk);
    size_t first = 0;
    while (first < table->steps && table->step[first].seq <= since) first++;
    table_replay(table, first, &replay->game, &replay->witness);
    view_of(rules, &replay->game, &replay->witness, socket->observer, &replay->before);
    for (size_t i = first; i < table->steps; i++) {
        Deed deed = {.step = table->step[i], .words = "", .reserve_ms = -1, .events = replay->events};
        game_apply(rules, &replay->game, deed.step.seat, deed.step.action, &replay->witness);
        view_of(rules, &replay->game, &replay->witness, socket->observer, &replay->now);
        events_format(rules, &replay->witness, replay->events, sizeof replay->events);
        view_delta_format(rules, &replay->before, &replay->now, replay->delta, sizeof replay->delta);
        replay->before = replay->now;
        hub_say(hub, socket->line, replay->text,
                put_deed(rules, &deed, socket->observer, replay->delta, replay->text, sizeof replay->text));
    }
}

bool show_resumed(Hub *hub, Desk *desk, Socket *socket, uint64_t since, const char *id) {
    const Table *table = &desk->table;
    unsigned observer = show_observer(desk, socket);
    if (!table->game_id || since < table->seated_seq || since > table->seq) return false;
    Replay *replay = malloc(sizeof *replay);
    if (!replay) return false;
    socket->observer = (uint8_t)observer;
    replay_since(hub, desk, socket, since, replay);
    free(replay);
    refresh(desk, observer);
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "t", "resumed");
    add_request(json, id);
    cJSON_AddNumberToObject(json, "q", (double)table->seq);
    cJSON_AddItemToObject(json, "you", json_seat(table_seat_of(table, socket->user.id)));
    cJSON_AddItemToObject(json, "table", show_table(hub, desk));
    cJSON_AddItemToObject(json, "here", json_seats(seats_here(desk)));
    add_clocks(json, hub, desk);
    if (table->stage != TABLE_PLAYING) cJSON_AddItemToObject(json, "over", show_result(table));
    cJSON_AddItemToObject(json, "chat", show_chat(desk));
    socket_say_json(hub, socket, json);
    return true;
}

/* ---- every entry ---- */

static cJSON *show_change(const Hub *hub, const Desk *desk, const char *what) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "t", what);
    cJSON_AddNumberToObject(json, "q", (double)desk->table.seq);
    cJSON_AddItemToObject(json, "table", show_table(hub, desk));
    return json;
}

static void show_start(Hub *hub, Desk *desk, const Socket *asker, const char *id) {
    for (Socket *socket = desk->sockets, *next; socket; socket = next) {
        next = socket->next;
        if (socket->stream) continue;
        if (!desk->table.settings.spectators && table_seat_of(&desk->table, socket->user.id) == NO_SEAT) {
            desk_send_away(hub, socket, "This table plays among itself.");
            continue;
        }
        cJSON *json = show_change(hub, desk, "start");
        socket->observer = (uint8_t)show_observer(desk, socket);
        if (socket == asker) add_request(json, id);
        cJSON_AddItemToObject(json, "you", json_seat(table_seat_of(&desk->table, socket->user.id)));
        cJSON_AddItemToObject(json, "game", show_game(hub, desk, refresh(desk, socket->observer)));
        socket_say_json(hub, socket, json);
    }
}

static void show_others(Hub *hub, Desk *desk, const LogEntry *entry, const Socket *asker, const char *id) {
    cJSON *json = show_change(hub, desk, "table");
    /* What was played by other rules is over and done with; where a game is still shown, the rules are the same. */
    if (entry->kind == ENTRY_set && !desk->table.game_id) cJSON_AddItemToObject(json, "rules", show_rules(desk));
    if (entry->kind == ENTRY_end || (entry->kind == ENTRY_vote && desk->table.stage == TABLE_GATHERING))
        cJSON_AddItemToObject(json, "over", show_result(&desk->table));
    char *text = cJSON_PrintUnformatted(json);
    cJSON_Delete(json);
    if (!text) return;
    for (Socket *socket = desk->sockets; socket; socket = socket->next) {
        const char *request = socket == asker ? id : NULL;
        if (socket->stream) continue;
        /* Who sat down sees more from now on, and who was sent away less. */
        if (socket->observer != show_observer(desk, socket)) show_joined(hub, desk, socket, request);
        else if (request) say_with_id(hub, socket, text, request);
        else hub_say(hub, socket->line, text, strlen(text));
    }
    free(text);
}

/* Who of the players is there depends on who sits where. */
static bool moves_people(const LogEntry *entry) {
    return entry->kind == ENTRY_sit || entry->kind == ENTRY_stand || entry->kind == ENTRY_kick ||
           entry->kind == ENTRY_start || entry->kind == ENTRY_set;
}

void show_entry(Hub *hub, Desk *desk, const LogEntry *entry, const Socket *asker, const char *id) {
    if (entry->kind == ENTRY_act) show_act(hub, desk, entry, asker, id);
    else if (entry->kind == ENTRY_start) show_start(hub, desk, asker, id);
    else if (desk->sockets) show_others(hub, desk, entry, asker, id);
    if (desk->sockets && moves_people(entry)) show_here(hub, desk);
}
