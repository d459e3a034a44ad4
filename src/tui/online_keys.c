/* online_keys.c -- windows that are opened over the room and over the table. */
#include <stdio.h>

#include "../client/jar.h"
#include "online_internal.h"

OnlineStep online_talk(Online *online) {
    char text[CHAT_BYTES_MAX] = "", out[CLIENT_MESSAGE_MAX];
    TypeWindow window = {.title = "Say to all",
                         .about = "",
                         .trouble = "",
                         .text = text,
                         .size = sizeof text,
                         .backdrop = online_draw,
                         .context = online};
    if (!online->table->room.chat) return online_say(online, "The host has switched the chat off."), STEP_STAY;
    Typed typed = screen_type(&window);
    if (typed == TYPED_STOP) return STEP_STOP;
    if (typed == TYPED && text[0] && client_say_chat(online->table, text, out)) online_send(online, out);
    return STEP_STAY;
}

/* ---- votes ---- */

static OnlineStep answer_vote(Online *online) {
    static const char *const choices[] = {"y yes", "n no", CHOICE_BACK, NULL};
    char out[CLIENT_MESSAGE_MAX];
    int choice = screen_choose("A vote", online_banner(online), choices);
    if (choice < 0) return STEP_STOP;
    if (choice < 2 && client_say_yes(online->table, "vote", choice == 0, out)) online_send(online, out);
    return STEP_STAY;
}

bool online_choose_person(const Online *online, const char *title, Seat *out) {
    const ClientTable *table = online->table;
    const char *choices[SEATS_MAX + 2];
    char text[SEATS_MAX][RECORD_NAME_MAX + 8];
    Seat seats[SEATS_MAX];
    unsigned count = 0;
    for (unsigned seat = 0; seat < table->room.seats; seat++) {
        if (seat == table->you || table->room.seat[seat].kind == CLIENT_SEAT_FREE) continue;
        snprintf(text[count], sizeof text[count], "%c %s", 'a' + (int)seat, table->room.seat[seat].name);
        choices[count] = text[count];
        seats[count++] = (Seat)seat;
    }
    choices[count] = CHOICE_BACK;
    choices[count + 1] = NULL;
    int choice = screen_choose(title, "", choices);
    *out = choice >= 0 && choice < (int)count ? seats[choice] : NO_SEAT;
    return choice >= 0;
}

OnlineStep online_vote(Online *online) {
    static const char *const choices[] = {"k somebody has to leave", "p a pause, or going on", "e the end of the game",
                                          CHOICE_BACK, NULL};
    static const char *const kinds[] = {"kick", "pause", "end"};
    char out[CLIENT_MESSAGE_MAX];
    Seat seat = NO_SEAT;
    if (online->table->room.vote.kind) return answer_vote(online);
    int choice = screen_choose("Vote about", "More than half of the people who are there decide.", choices);
    if (choice < 0) return STEP_STOP;
    if (choice == 3) return STEP_STAY;
    if (choice == 0 && !online_choose_person(online, "Who has to leave?", &seat)) return STEP_STOP;
    if (choice == 0 && seat == NO_SEAT) return STEP_STAY;
    if (client_say_vote(online->table, kinds[choice], seat, out)) online_send(online, out);
    return STEP_STAY;
}

/* ---- leaving ---- */

OnlineStep online_ask_leave(const Online *online) {
    static const char *const seated[] = {"y leave; the seat stays yours", "g leave, and give the seat up", "n stay",
                                         NULL};
    static const char *const standing[] = {"y leave", "n stay", NULL};
    const ClientTable *table = online->table;
    char command[CLIENT_BASE_MAX + 160], text[CLIENT_BASE_MAX + 200];
    bool sits = table->you != NO_SEAT;
    snprintf(
        text, sizeof text, "To come back: %s",
        jar_command(client_address(online->client)->base, online->name, table->room.code, command, sizeof command));
    int choice = screen_choose("Leave the table?", text, sits ? seated : standing);
    if (choice < 0) return STEP_STOP;
    if (choice == 0) return STEP_LEAVE;
    return sits && choice == 1 ? STEP_STAND_UP : STEP_STAY;
}
