/* hall_follow.c -- who follows an event and hears of it: that something has changed, that a game is ready, and what
 * one's own group talks about. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hall.h"
#include "messages.h"
#include "names.h"
#include "people.h"

/* ---- changes ---- */

void hall_changed(Hub *hub, Hall *hall) {
    hall->changed = true;
    hall->shown_old = true;
    hall_due(hub, hall, hub->mono_ms);
}

static cJSON *message_of(const Hall *hall, const char *kind, const char *id) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "t", kind);
    if (id) cJSON_AddRawToObject(json, "id", id);
    cJSON_AddStringToObject(json, "code", hall->row.code);
    return json;
}

static cJSON *change_of(const Hall *hall, const char *id) {
    cJSON *json = message_of(hall, "event", id);
    cJSON_AddNumberToObject(json, "seq", hall->tourney.seq);
    cJSON_AddNumberToObject(json, "log", (double)hall->seq);
    return json;
}

static void tell_some(Hub *hub, Hall *hall) {
    cJSON *json = change_of(hall, NULL);
    char *text = cJSON_PrintUnformatted(json);
    hub_wrote(hub, text);
    for (unsigned i = 0; text && hall->telling && i < HALL_TOLD_AT_ONCE; i++) {
        hub_say(hub, hall->telling->line, text, strlen(text));
        hall->telling = hall->telling->next_follower;
    }
    free(text);
    cJSON_Delete(json);
}

void hall_tell(Hub *hub, Hall *hall) {
    if (!hall->telling) {
        hall->changed = false;
        hall->telling = hall->followers;
    }
    if (hall->telling) tell_some(hub, hall);
    hall->tell_at = hub->mono_ms + (hall->telling ? HALL_TELLING_MS : HALL_TELL_MS);
}

/* To all sockets of the players, wherever they are. */
void hall_call_players(Hub *hub, const Hall *hall, uint32_t game) {
    const TourneyGame *played = &hall->tourney.game[game];
    char title[TABLE_TITLE_MAX];
    tourney_game_title(&hall->tourney, game, title, sizeof title);
    for (unsigned seat = 0; seat < played->seats; seat++) {
        uint64_t user = played->absent >> seat & 1 ? 0 : hall->entrant[played->who[seat]].user;
        for (const Socket *socket = user ? sockets_of_user(hub, user) : NULL; socket; socket = socket->next_of_user) {
            if (socket->stream) continue;
            cJSON *json = message_of(hall, "called", NULL);
            cJSON_AddStringToObject(json, "event", hall->tourney.settings.title);
            cJSON_AddNumberToObject(json, "game", game);
            cJSON_AddStringToObject(json, "title", title);
            cJSON_AddStringToObject(json, "table", hall->game[game].table);
            socket_say_json(hub, socket, json);
        }
    }
}

/* ---- following ---- */

void hall_unfollow(Socket *socket) {
    if (!socket->hall) return;
    if (socket->hall->telling == socket) socket->hall->telling = socket->next_follower;
    *socket->back_follower = socket->next_follower;
    if (socket->next_follower) socket->next_follower->back_follower = socket->back_follower;
    socket->hall = NULL;
}

static void follow(Hall *hall, Socket *socket) {
    hall_unfollow(socket);
    socket->hall = hall;
    socket->next_follower = hall->followers;
    socket->back_follower = &hall->followers;
    if (socket->next_follower) socket->next_follower->back_follower = &socket->next_follower;
    hall->followers = socket;
}

/* The group of somebody who plays in an event that has groups. */
static unsigned group_of(const Hall *hall, uint64_t user) {
    Entrant who = hall_entrant(hall, user);
    return who && hall->tourney.settings.form == FORM_split ? hall->tourney.entrant[who].group : NO_GROUP;
}

static void show_chat(Hub *hub, const Hall *hall, const Socket *socket) {
    unsigned group = group_of(hall, socket->user.id);
    unsigned first = hall->chat_count > HALL_CHAT_KEPT ? hall->chat_count - HALL_CHAT_KEPT : 0;
    for (unsigned i = first; group < NO_GROUP && i < hall->chat_count; i++) {
        const HallChat *line = &hall->chat[i % HALL_CHAT_KEPT];
        if (line->group != group || socket_has_muted(socket, line->user)) continue;
        cJSON *json = message_of(hall, "team", NULL);
        json_add_id(json, "user", line->user);
        cJSON_AddStringToObject(json, "name", line->name);
        cJSON_AddStringToObject(json, "text", line->text);
        socket_say_json(hub, socket, json);
    }
}

void hall_follow_message(Hub *hub, Socket *socket, const cJSON *message, const char *id) {
    const char *code = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(message, "code"));
    bool yes = !cJSON_IsFalse(cJSON_GetObjectItemCaseSensitive(message, "yes"));
    if (!yes) return hall_unfollow(socket), socket_ok(hub, socket, id);
    if (code && !people_might_from(hub, RATE_CODE, socket->address))
        return socket_no(hub, socket, id, "too_often", "You are doing that too often: wait a little and try again.");
    Hall *hall = code ? halls_find_code(hub, code) : NULL;
    if (hub_lacks(hub) || (hall && hall_waits(hub, hall))) return;
    if (!hall) {
        people_may_from(hub, RATE_CODE, socket->address);
        return socket_no(hub, socket, id, "no_such_event", "There is no event with that code: ask for a new link.");
    }
    follow(hall, socket);
    socket_say_json(hub, socket, change_of(hall, id));
    show_chat(hub, hall, socket);
}

/* ---- what a group talks about ---- */

void hall_tell_team(Hub *hub, Hall *hall, const HallChat *line, const Socket *asker, const char *id) {
    if (!hall->chat) hall->chat = calloc(HALL_CHAT_KEPT, sizeof *hall->chat);
    if (hall->chat) hall->chat[hall->chat_count++ % HALL_CHAT_KEPT] = *line;
    for (const Socket *other = hall->followers; other; other = other->next_follower) {
        if (group_of(hall, other->user.id) != line->group || socket_has_muted(other, line->user)) continue;
        cJSON *json = message_of(hall, "team", other == asker ? id : NULL);
        json_add_id(json, "user", line->user);
        cJSON_AddStringToObject(json, "name", line->name);
        cJSON_AddStringToObject(json, "text", line->text);
        socket_say_json(hub, other, json);
    }
}

void hall_team_message(Hub *hub, Socket *socket, const cJSON *message, const char *id) {
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(message, "text"));
    const char *why = "\"text\" is what you say.";
    Hall *hall = socket->hall;
    HallChat line = {.user = socket->user.id};
    char user[ID_TEXT];
    unsigned group = hall ? group_of(hall, socket->user.id) : NO_GROUP;
    if (group >= NO_GROUP)
        return socket_no(hub, socket, id, "no_group", "Follow an event in which you play for a group first.");
    if (hall->tourney.split.phase != SPLIT_WINDOW)
        return socket_no(hub, socket, id, "no_window", "Your group talks while a shift window is open.");
    id_format(socket->user.id, user);
    if (!people_may(hub, RATE_CHAT, user))
        return socket_no(hub, socket, id, "too_often", "You are doing that too often: wait a little and try again.");
    if (!text || !text_tidy(text, CHAT_CHARACTERS, line.text, sizeof line.text, &why))
        return socket_no(hub, socket, id, "bad_message", "%s", why);
    line.group = (uint8_t)group;
    memcpy(line.name, socket->user.name, sizeof line.name);
    hall_say_team(hub, hall, &line);
    hall_tell_team(hub, hall, &line, socket, id);
}
