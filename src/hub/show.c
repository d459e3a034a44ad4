/* show.c -- who is told what of a table. What a message says is the teller's business; here is which connection
 * gets which. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tables.h"

static const char *const stage_words[] = {"gathering", "playing", "closed"};

unsigned show_observer(const Desk *desk, const Socket *socket) {
    return teller_observer(&desk->table, table_player_of(&desk->table, socket->user.id));
}

void json_add_seed(cJSON *json, const char *name, const Seed *seed) {
    char hex[2 * SEED_BYTES + 1];
    Text text = text_in(hex, sizeof hex);
    text_hex(&text, seed->bytes, SEED_BYTES);
    cJSON_AddStringToObject(json, name, hex);
}

void table_link(const Hub *hub, const Desk *desk, char out[TABLE_LINK_MAX]) {
    snprintf(out, TABLE_LINK_MAX, "%s/t/%s", hub->config.url, desk->row.code);
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
    if (table->settings.event) cJSON_AddTrueToObject(json, "event"); /* one's game in it is ready */
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

/* ---- saying it ---- */

static Telling telling_of(const Hub *hub, Desk *desk, const char *link) {
    return (Telling){.table = &desk->table,
                     .told = &desk->told,
                     .now_ms = desk_now(hub, desk),
                     .code = desk->row.code,
                     .link = link,
                     .here = desk_players(desk),
                     .chat = desk->chat,
                     .chat_count = desk->chat_count};
}

/* Takes the text over. */
static void say(Hub *hub, const Socket *socket, char *text) {
    hub_wrote(hub, text);
    if (text) hub_say(hub, socket->line, text, strlen(text));
    free(text);
}

/* The same message to everybody, with the number of the request to one who asked for it. */
static void say_shared(Hub *hub, const Socket *socket, const char *text, size_t length, const char *id) {
    if (id) say(hub, socket, teller_numbered(text, id));
    else hub_say(hub, socket->line, text, length);
}

void show_joined(Hub *hub, Desk *desk, Socket *socket, const char *id) {
    char link[TABLE_LINK_MAX];
    table_link(hub, desk, link);
    Telling telling = telling_of(hub, desk, link);
    socket->observer = (uint8_t)show_observer(desk, socket);
    say(hub, socket, teller_joined(&telling, table_player_of(&desk->table, socket->user.id), id));
}

typedef struct {
    Hub *hub;
    const Socket *socket;
} Line;

static void say_line(void *context, const char *text, size_t length) {
    const Line *line = context;
    hub_say(line->hub, line->socket->line, text, length);
}

bool show_resumed(Hub *hub, Desk *desk, Socket *socket, uint64_t since, const char *id) {
    char link[TABLE_LINK_MAX];
    table_link(hub, desk, link);
    Telling telling = telling_of(hub, desk, link);
    Line line = {hub, socket};
    Seat seat = table_player_of(&desk->table, socket->user.id);
    if (!teller_resumed(&telling, seat, since, id, say_line, &line)) return false;
    socket->observer = (uint8_t)teller_observer(&desk->table, seat);
    return true;
}

void show_here(Hub *hub, Desk *desk) {
    if (hub->node) nodes_announce(hub, desk);
    char *text = teller_here(desk_players(desk), desk_spectators(desk));
    for (const Socket *socket = desk->sockets; text && socket; socket = socket->next)
        if (!socket->stream) hub_say(hub, socket->line, text, strlen(text));
    free(text);
}

/* ---- every entry ---- */

/* Observers of whom somebody is connected. */
static uint16_t observers_of(const Desk *desk) {
    uint16_t observers = 0;
    for (const Socket *socket = desk->sockets; socket; socket = socket->next)
        if (!socket->stream) observers |= (uint16_t)(1u << socket->observer);
    return observers;
}

static void show_act(Hub *hub, Desk *desk, const LogEntry *entry, const Socket *asker, const char *id) {
    char text[ACT_TEXT_MAX];
    Deed deed;
    uint16_t observers = observers_of(desk);
    if (!observers) return;
    Telling telling = telling_of(hub, desk, "");
    teller_deed_begin(&desk->table, entry, &deed);
    for (; observers; observers &= (uint16_t)(observers - 1)) {
        unsigned observer = mask_first(observers), length = teller_deed(&telling, &deed, observer, text);
        for (const Socket *socket = desk->sockets; socket; socket = socket->next)
            if (!socket->stream && socket->observer == observer)
                say_shared(hub, socket, text, length, socket == asker ? id : NULL);
    }
}

static void show_start(Hub *hub, Desk *desk, const Telling *telling, const Socket *asker, const char *id) {
    for (Socket *socket = desk->sockets, *next; socket; socket = next) {
        Seat seat = table_player_of(&desk->table, socket->user.id);
        next = socket->next;
        if (socket->stream) continue;
        if (!desk->table.settings.spectators && table_seat_of(&desk->table, socket->user.id) == NO_SEAT) {
            desk_send_away(hub, socket, "no_spectators", "This table admits no spectators.");
            continue;
        }
        socket->observer = (uint8_t)teller_observer(&desk->table, seat);
        say(hub, socket, teller_start(telling, seat, socket == asker ? id : NULL));
    }
}

static void show_others(Hub *hub, Desk *desk, const Telling *telling, const LogEntry *entry, const Socket *asker,
                        const char *id) {
    char *text = teller_changed(telling, entry);
    size_t length = text ? strlen(text) : 0;
    hub_wrote(hub, text);
    for (Socket *socket = desk->sockets; text && socket; socket = socket->next) {
        const char *request = socket == asker ? id : NULL;
        if (socket->stream) continue;
        /* Who sat down sees more from now on, and who stood up or was sent away less. */
        if (socket->observer != show_observer(desk, socket)) show_joined(hub, desk, socket, request);
        else say_shared(hub, socket, text, length, request);
    }
    free(text);
}

void show_entry(Hub *hub, Desk *desk, const LogEntry *entry, const Socket *asker, const char *id) {
    char link[TABLE_LINK_MAX];
    if (!desk->sockets) return;
    if (entry->kind == LOG_act) return show_act(hub, desk, entry, asker, id);
    table_link(hub, desk, link);
    Telling telling = telling_of(hub, desk, link);
    if (entry->kind == LOG_start) show_start(hub, desk, &telling, asker, id);
    else show_others(hub, desk, &telling, entry, asker, id);
    if (desk->sockets && teller_moves_people(entry)) show_here(hub, desk);
}
