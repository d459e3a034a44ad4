/* online_room.c -- the room before and after a game: who sits where, who is ready, what
 * will be played, and what people say meanwhile. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "online_internal.h"

enum { ROOM_COLUMNS = 100 };

/* ---- drawing ---- */

static void draw_title(const Online *online, int columns) {
    const ClientRoom *room = &online->table->room;
    const char *corner = client_link(online->client) == LINK_OPEN ? room->code : "no connection";
    bool named = strcmp(room->title, room->rules_title) != 0;
    int right = columns - (int)screen_width(corner) - 1;
    screen_fill((Box){0, 0, 1, columns}, PAINT_TEXT | PAINT_INVERSE);
    screen_format(0, 1, right - 2, PAINT_TEXT | PAINT_INVERSE | PAINT_BOLD, "%s%s%s%s%s", named ? room->title : "",
                  named ? "  " : "", named ? SYMBOL_DOT : "", named ? "  " : "", room->rules_title);
    screen_text(0, right, columns - right, PAINT_TEXT | PAINT_INVERSE, corner);
}

/* What is to be known of who sits there. */
static void describe_seat(const Online *online, unsigned seat, char *out, size_t size) {
    const ClientTable *table = online->table;
    const ClientSeat *at = &table->room.seat[seat];
    bool here = table->here >> seat & 1, human = at->kind == CLIENT_SEAT_PERSON;
    if (at->kind == CLIENT_SEAT_FREE)
        snprintf(out, size, "%s", table->room.fill[0] ? "free; a bot takes it at the start" : "free");
    else if (at->kind == CLIENT_SEAT_BOT) snprintf(out, size, "bot, %s", at->bot);
    else
        snprintf(out, size, "%s%s%s%s", at->ready ? "ready" : "not ready yet", table->room.host == seat ? ", host" : "",
                 human ? "" : ", a program", human && !here ? ", not connected" : "");
}

static void draw_seats(const Online *online, Box box) {
    const ClientTable *table = online->table;
    for (unsigned seat = 0; seat < table->room.seats && (int)seat < box.rows; seat++) {
        const ClientSeat *at = &table->room.seat[seat];
        char text[120];
        bool you = seat == table->you;
        int row = box.row + (int)seat;
        describe_seat(online, seat, text, sizeof text);
        screen_format(row, box.column, 3, PAINT_QUIET, "%c", 'A' + (int)seat);
        screen_format(row, box.column + 3, 28, at->kind == CLIENT_SEAT_FREE ? PAINT_QUIET : PAINT_TEXT | PAINT_BOLD,
                      "%s%s", at->kind == CLIENT_SEAT_FREE ? SYMBOL_DASH : at->name, you ? " (you)" : "");
        screen_text(row, box.column + 33, box.columns - 33, at->ready ? PAINT_ACCENT : PAINT_TEXT, text);
    }
}

static void draw_facts(const Online *online, int row, int column, int columns) {
    const ClientTable *table = online->table;
    const ClientRoom *room = &table->room;
    char clock[60] = "no clock";
    if (room->think_s) snprintf(clock, sizeof clock, "%u s a move, %u s in reserve", room->think_s, room->reserve_s);
    screen_format(row, column, columns, PAINT_QUIET, "%s  %s  %u watching, %u waiting  %s  %u game%s played", clock,
                  SYMBOL_DOT, table->onlookers, room->waiting, SYMBOL_DOT, room->games, room->games == 1 ? "" : "s");
    screen_format(row + 1, column, columns, PAINT_TEXT, "For others: %s/t/%s", client_address(online->client)->base,
                  room->code);
}

/* The newest lines that fit. */
static void draw_chat(const Online *online, Box box) {
    const ClientTable *table = online->table;
    unsigned kept = table->chat_count < CLIENT_CHAT_KEPT ? table->chat_count : CLIENT_CHAT_KEPT;
    Box nothing = box;
    int left = box.rows;
    nothing.rows = 0;
    for (unsigned i = 0; i < kept && left > 0; i++) {
        char text[CLIENT_LINE_MAX];
        client_line_text(client_line(table, i), text);
        int lines = (int)screen_wrapped(nothing, 0, PAINT_TEXT, text);
        if (lines > left) break;
        left -= lines;
        screen_wrapped((Box){box.row + left, box.column, lines, box.columns}, 0, PAINT_TEXT, text);
    }
}

/* What is to be done now. */
static const char *hint(const Online *online) {
    const ClientTable *table = online->table;
    const ClientRoom *room = &table->room;
    bool all = true, alone = room->starts_alone;
    if (table->you == NO_SEAT)
        return room->i_wait ? "You wait for a seat." : "You watch. i sits down, w waits for a seat.";
    if (room->sealed) return "The cards are about to be dealt ...";
    if (!room->seat[table->you].ready) return "Press y when you are ready.";
    for (unsigned seat = 0; seat < room->seats; seat++)
        all &= room->seat[seat].kind != CLIENT_SEAT_PERSON || room->seat[seat].ready;
    if (!all) return "Waiting until everybody is ready ...";
    if (alone) return "The game begins in a few seconds ...";
    return client_is_host(table) ? "Everybody is ready: s starts the game." : "Waiting for the host to start ...";
}

static void draw_keys(const Online *online, int row, int columns) {
    const ClientTable *table = online->table;
    bool sits = table->you != NO_SEAT, ready = sits && table->room.seat[table->you].ready;
    char keys[KEYS_MAX];
    snprintf(keys, sizeof keys, "%s%s  %s%sr rules  q leave",
             !sits   ? "i sit down  w wait"
             : ready ? "y not ready after all"
                     : "y ready",
             client_is_host(table) ? "  s start  b bot  c clear a seat" : "", table->room.chat ? "t talk  " : "",
             online->framed ? "g the last game  " : "");
    screen_text(row, 1, columns - 2, PAINT_QUIET, keys);
}

void room_draw(Online *online) {
    int rows = (int)screen_rows(), columns = (int)screen_columns();
    int width = columns - 4 < ROOM_COLUMNS ? columns - 4 : ROOM_COLUMNS, left = (columns - width) / 2;
    int seats = (int)online->table->room.seats, above = rows > 36 ? 3 : 1;
    screen_clear();
    draw_title(online, columns);
    draw_seats(online, (Box){1 + above, left, seats, width});
    draw_facts(online, 2 + above + seats, left, width);
    screen_line(4 + above + seats, left, width, PAINT_QUIET, "Chat");
    draw_chat(online, (Box){5 + above + seats, left, rows - 9 - above - seats, width});
    screen_line(rows - 4, left, width, PAINT_QUIET, NULL);
    screen_text(rows - 3, left, width, PAINT_TEXT | PAINT_BOLD, hint(online));
    const char *note = online->note[0] ? online->note : online_banner(online);
    screen_text(rows - 2, left, width, PAINT_WARNING | PAINT_BOLD, note);
    draw_keys(online, rows - 1, columns);
    screen_show();
}

/* ---- keys ---- */

static OnlineStep send(Online *online, unsigned length, const char *text) {
    if (length) online_send(online, text);
    return STEP_STAY;
}

static OnlineStep add_bot(Online *online) {
    static const char *const choices[] = {"e easy", "m medium", "h hard", "x expert", CHOICE_BACK, NULL};
    static const char *const kinds[] = {"easy", "medium", "hard", "expert"};
    char out[CLIENT_MESSAGE_MAX];
    int choice = screen_choose("A bot takes a free seat", "How strong?", choices);
    if (choice < 0) return STEP_STOP;
    if (choice == 4) return STEP_STAY;
    return send(online, client_say_bot(online->table, NO_SEAT, kinds[choice], out), out);
}

static OnlineStep clear_seat(Online *online) {
    char out[CLIENT_MESSAGE_MAX];
    Seat seat;
    if (!online_choose_person(online, "Whose seat becomes free?", &seat)) return STEP_STOP;
    if (seat == NO_SEAT) return STEP_STAY;
    return send(online, client_say_seat(online->table, "clear", seat, out), out);
}

static OnlineStep show_rules(const Online *online) {
    char *text = rules_text(online->table->ruleset);
    bool good = screen_pager("The rules", text ? text : "There is no memory left to show this.", false, 'r');
    free(text);
    return good ? STEP_STAY : STEP_STOP;
}

static OnlineStep host_key(Online *online, uint32_t key) {
    switch (key) {
    case 's': client_start(online->client); return STEP_STAY;
    case 'b': return add_bot(online);
    }
    return clear_seat(online);
}

OnlineStep room_key(Online *online, const Input *input) {
    ClientTable *table = online->table;
    char out[CLIENT_MESSAGE_MAX], seed[CLIENT_SEED_MAX];
    bool sits = table->you != NO_SEAT, ready = sits && table->room.seat[table->you].ready;
    online->note[0] = 0;
    if (input->kind == INPUT_ENTER) return online_talk(online);
    if (input->kind == INPUT_ESCAPE) return online_ask_leave(online);
    if (input->kind != INPUT_CHARACTER) return STEP_STAY;
    switch (input->character) {
    case 'y':
    case ' ':
        if (sits) return send(online, client_say_ready(table, !ready, client_new_seed(seed), out), out);
        break;
    case 'i':
        if (!sits) return send(online, client_say_seat(table, "sit", NO_SEAT, out), out);
        break;
    case 'w':
        if (!sits) return send(online, client_say_yes(table, "wait", !table->room.i_wait, out), out);
        break;
    case 's':
    case 'b':
    case 'c':
        if (client_is_host(table)) return host_key(online, input->character);
        break;
    case 'g':
        if (online->framed) online->seen = false, online->changed = true;
        return STEP_STAY;
    case 't': return online_talk(online);
    case 'r': return show_rules(online);
    case 'q': return online_ask_leave(online);
    default: break; /* foreign: keys that mean nothing here */
    }
    snprintf(online->note, sizeof online->note, "That key means nothing here; the line below says which do.");
    return STEP_STAY;
}
