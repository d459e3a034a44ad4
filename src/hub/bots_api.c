/* bots_api.c -- programs that play for an account. A bot is a user without a password;
 * its token is shown once, when it is made. */
#include <string.h>

#include "people.h"

static cJSON *bot_json(const StoreUser *bot) {
    cJSON *json = cJSON_CreateObject();
    json_add_id(json, "id", bot->id);
    cJSON_AddStringToObject(json, "name", bot->name);
    return json;
}

static bool count_bot(void *context, const void *row) {
    (void)row;
    ++*(unsigned *)context;
    return true;
}

/* Answers with the bot and a token of its own, which is written with it. */
static void answer_with_token(Hub *hub, HubLine line, unsigned status, const StoreUser *bot) {
    char token[HUB_TOKEN_HEX];
    StoreKey key = {.kind = KEY_BOT, .user = bot->id, .made_at = hub->wall_ms};
    hub_new_token(hub, token, key.hash);
    hub_wrote(hub, batch_key(hub_write(hub), &key));
    cJSON *json = cJSON_CreateObject();
    cJSON_AddItemToObject(json, "bot", bot_json(bot));
    cJSON_AddStringToObject(json, "token", token);
    api_reply(hub, line, status, json);
}

void answer_new_bot(Hub *hub, const ApiCall *call) {
    StoreUser bot = {.kind = USER_BOT, .owner = call->user->id, .made_at = hub->wall_ms, .seen_at = hub->wall_ms};
    unsigned count = 0;
    char id[ID_TEXT];
    id_format(call->user->id, id);
    if (!answer_name(hub, call, bot.name) || !answer_rate(hub, call->line, RATE_BOT, id)) return;
    store_bots_of(hub->facts, call->user->id, count_bot, &count);
    if (count >= BOTS_MAX) {
        api_error(hub, call->line, 409, "too_many", "An account has at most %d bots: take one away first.", BOTS_MAX);
        return;
    }
    if (!answer_reserve(hub, call->line, "bots %s", id)) return;
    bot.id = hub_new_id(hub);
    hub_wrote(hub, batch_user(hub_write(hub), &bot));
    answer_with_token(hub, call->line, 201, &bot);
}

static bool list_bot(void *context, const void *row) {
    cJSON_AddItemToArray(context, bot_json(row));
    return true;
}

void answer_bots(Hub *hub, const ApiCall *call) {
    cJSON *json = cJSON_CreateObject();
    store_bots_of(hub->facts, call->user->id, list_bot, cJSON_AddArrayToObject(json, "bots"));
    api_reply(hub, call->line, 200, json);
}

/* The bot that the path names, if it is the asker's own and nothing else changes it now. */
static bool answer_own_bot(Hub *hub, const ApiCall *call, StoreUser *bot) {
    uint64_t id;
    bool own = id_parse(call->part[0], &id) && store_user(hub->facts, id, bot) && bot->kind == USER_BOT &&
               bot->owner == call->user->id;
    if (own) return answer_reserve(hub, call->line, "row %s", call->part[0]);
    api_error(hub, call->line, 404, "no_bot", "You have no such bot.");
    return false;
}

void answer_bot_token(Hub *hub, const ApiCall *call) {
    StoreUser bot;
    if (!answer_rate_of(hub, call->line, RATE_BOT, call->user->id) || !answer_own_bot(hub, call, &bot)) return;
    hub_wrote(hub, batch_keys_end(hub_write(hub), bot.id, KEY_BOT));
    sockets_end(hub, bot.id, NULL, "its token has been replaced");
    answer_with_token(hub, call->line, 200, &bot);
}

/* The row stays, for the results it played; it belongs to nobody any more. */
void answer_end_bot(Hub *hub, const ApiCall *call) {
    StoreUser bot;
    if (!answer_own_bot(hub, call, &bot)) return;
    bot.owner = 0;
    hub_wrote(hub, batch_keys_end(hub_write(hub), bot.id, KEY_BOT) && batch_user(hub_write(hub), &bot));
    sockets_end(hub, bot.id, NULL, "this bot is gone");
    api_reply(hub, call->line, 200, cJSON_CreateObject());
}
