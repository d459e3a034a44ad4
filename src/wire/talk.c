/* talk.c -- the other side of the protocol: a bot of ours answers what it is asked. */
#include "talk.h"

#include <stdio.h>
#include <string.h>

void talk_init(Talk *talk, const BotKind *kind, const BotBudget *budget) {
    memset(talk, 0, sizeof *talk);
    talk->kind = kind;
    talk->budget = *budget;
}

static TalkState complain(char **reply, const char *what) {
    *reply = protocol_error(what);
    return TALK_FAILS;
}

static TalkState hear_hello(Talk *talk, const cJSON *message, char **reply) {
    const char *version = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(message, "protocol"));
    if (!version || strcmp(version, PROTOCOL_VERSION) != 0)
        return complain(reply, "this bot speaks \"" PROTOCOL_VERSION "\" only");
    *reply = protocol_ready(talk->kind->name, talk->kind->remembers);
    return TALK_GOES_ON;
}

static TalkState hear_game(Talk *talk, const cJSON *message, char **reply) {
    char error[JSON_ERROR_MAX];
    ProtocolGame game;
    talk->playing = false;
    if (!protocol_read_game(message, &talk->ruleset, &game, error)) return complain(reply, error);
    if (!(talk->kind->families >> game.rules->family & 1)) {
        snprintf(error, sizeof error, "%s does not play games of this family", talk->kind->name);
        return complain(reply, error);
    }
    BotBudget budget = talk->budget;
    if (!budget.worlds && !budget.think_us) {
        budget.worlds = game.budget.worlds;
        budget.think_us = game.budget.think_us;
    }
    bot_init(&talk->bot, talk->kind, game.rules, game.seed, &budget);
    talk->seat = game.seat;
    talk->players = game.players;
    talk->playing = true;
    return TALK_GOES_ON;
}

static bool read_view(const Talk *talk, const cJSON *message, View *view, char error[JSON_ERROR_MAX]) {
    const cJSON *json = cJSON_GetObjectItemCaseSensitive(message, "view");
    if (!talk->playing) return snprintf(error, JSON_ERROR_MAX, "no game is under way: send \"game\" first"), false;
    if (!view_from_json(&talk->ruleset.rules, json, view, error)) return false;
    if (view->seat == talk->seat && view->board.players == talk->players) return true;
    return snprintf(error, JSON_ERROR_MAX, "this is not the view of the seat and table of \"game\""), false;
}

static TalkState hear_see(Talk *talk, const cJSON *message, char **reply) {
    char error[JSON_ERROR_MAX];
    View view;
    if (!read_view(talk, message, &view, error)) return complain(reply, error);
    bot_watch(&talk->bot, &view);
    return TALK_GOES_ON;
}

static TalkState hear_act(Talk *talk, const cJSON *message, char **reply) {
    char error[JSON_ERROR_MAX];
    View view;
    Action action;
    if (!read_view(talk, message, &view, error)) return complain(reply, error);
    if (bot_act(&talk->bot, &view, &action)) *reply = protocol_do(&talk->ruleset.rules, action);
    else *reply = protocol_wait();
    return TALK_GOES_ON;
}

static TalkState hear_message(Talk *talk, const cJSON *message, char **reply) {
    const char *type = protocol_type(message);
    if (strcmp(type, "hello") == 0) return hear_hello(talk, message, reply);
    if (strcmp(type, "game") == 0) return hear_game(talk, message, reply);
    if (strcmp(type, "see") == 0) return hear_see(talk, message, reply);
    if (strcmp(type, "act") == 0) return hear_act(talk, message, reply);
    if (strcmp(type, "end") == 0) return talk->playing = false, TALK_GOES_ON;
    if (strcmp(type, "bye") == 0) return TALK_ENDS;
    return complain(reply, "a host says hello, game, see, act, end or bye");
}

TalkState talk_hear(Talk *talk, const char *line, size_t length, char **reply) {
    *reply = NULL;
    cJSON *message = protocol_parse(line, length);
    if (!message) return complain(reply, "this line is no JSON object with a \"type\"");
    TalkState state = hear_message(talk, message, reply);
    cJSON_Delete(message);
    return state;
}
