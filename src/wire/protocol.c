/* protocol.c -- the messages of docs/bot-protocol.md, written and read. */
#include "protocol.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes that a line of text can show; a character that is cut in two by the end is dropped. */
void protocol_printable(const char *text, size_t length, char *out, size_t size) {
    size_t used = length < size ? length : size - 1;
    while (used < length && used && ((unsigned char)text[used] & 0xC0) == 0x80) used--;
    for (size_t i = 0; i < used; i++) {
        unsigned char c = (unsigned char)text[i];
        out[i] = c < ' ' || c == 0x7F ? '?' : text[i];
    }
    out[used] = 0;
}

/* ---- writing ---- */

static cJSON *message_of(const char *type) {
    cJSON *message = cJSON_CreateObject();
    cJSON_AddStringToObject(message, "type", type);
    return message;
}

static char *printed(cJSON *message) {
    char *line = cJSON_PrintUnformatted(message);
    cJSON_Delete(message);
    return line;
}

char *protocol_hello(void) {
    cJSON *message = message_of("hello");
    cJSON_AddStringToObject(message, "protocol", PROTOCOL_VERSION);
    return printed(message);
}

static cJSON *list_value(const char *text) {
    cJSON *list = cJSON_CreateArray();
    for (char *end; *text; text = end) {
        long number = strtol(text, &end, 10);
        if (end == text) break;
        cJSON_AddItemToArray(list, cJSON_CreateNumber((double)number));
    }
    return list;
}

static cJSON *option_value(const Rules *rules, const RuleRow *row) {
    char text[128];
    rules_get(rules, row, text, sizeof text);
    switch (row->type) {
    case ROW_FLAG: return cJSON_CreateBool(rules_value(rules, row) != 0);
    case ROW_NUMBER: return cJSON_CreateNumber(rules_value(rules, row));
    case ROW_LIST: return list_value(text);
    case ROW_CHOICE: break;
    }
    return cJSON_CreateString(text);
}

static cJSON *options_of(const Rules *rules) {
    cJSON *options = cJSON_CreateObject();
    for (unsigned i = 0; i < rule_row_count; i++)
        if (rule_rows[i].families >> rules->family & 1)
            cJSON_AddItemToObject(options, rule_rows[i].name, option_value(rules, &rule_rows[i]));
    return options;
}

static cJSON *card_of(const Rules *rules, unsigned players, Face face) {
    const CardRow *row = &rules->card[face];
    char effects[128], letter[2] = {colour_letters[face_colour(face)], 0};
    unsigned count = cards_copies(&rules->deck, face);
    count += rules_number_sets(rules, players) * cards_copies(&rules->numbers, face);
    cJSON *card = cJSON_CreateObject();
    cJSON_AddItemToObject(card, "code", json_card(rules, face));
    cJSON_AddStringToObject(card, "name", row->name);
    cJSON_AddItemToObject(card, "colour",
                          face_is_coloured(rules, face) ? cJSON_CreateString(letter) : cJSON_CreateNull());
    cJSON_AddNumberToObject(card, "count", count);
    cJSON_AddNumberToObject(card, "points", row->points);
    effects_format(row->effects, effects, sizeof effects);
    cJSON_AddStringToObject(card, "effects", effects);
    return card;
}

static cJSON *cards_of(const Rules *rules, unsigned players) {
    cJSON *cards = cJSON_CreateArray();
    for (uint64_t left = rules->faces; left; left &= left - 1)
        cJSON_AddItemToArray(cards, card_of(rules, players, (Face)bits_first(left)));
    return cards;
}

static cJSON *teams_of(const Rules *rules, unsigned players) {
    SeatMask team[SEATS_MAX] = {0};
    cJSON *teams = cJSON_CreateArray();
    for (Seat seat = 0; seat < players; seat++) team[rules_team(rules, seat)] |= (SeatMask)(1u << seat);
    for (unsigned i = 0; i < SEATS_MAX; i++)
        if (team[i]) cJSON_AddItemToArray(teams, json_seats(team[i]));
    return teams;
}

char *protocol_game(const ProtocolGame *game) {
    const Rules *rules = game->rules;
    char *text = malloc(RULESET_TEXT_MAX), hash[RULESET_HASH_HEX], seed[24];
    if (!text) return NULL;
    ruleset_format(rules, text, RULESET_TEXT_MAX);
    ruleset_hash(rules, hash);
    snprintf(seed, sizeof seed, "%" PRIu64, game->seed);
    cJSON *message = message_of("game");
    cJSON_AddItemToObject(message, "ruleset", game->ruleset ? cJSON_CreateString(game->ruleset) : cJSON_CreateNull());
    cJSON_AddStringToObject(message, "family", family_name(rules->family));
    cJSON_AddNumberToObject(message, "players", game->players);
    cJSON_AddItemToObject(message, "seat", json_seat(game->seat));
    cJSON_AddItemToObject(message, "teams", teams_of(rules, game->players));
    cJSON_AddStringToObject(message, "seed", seed);
    cJSON_AddNumberToObject(message, "worlds", game->budget.worlds);
    cJSON_AddNumberToObject(message, "think_ms", game->budget.think_us / 1000.0);
    cJSON_AddItemToObject(message, "options", options_of(rules));
    cJSON_AddItemToObject(message, "cards", cards_of(rules, game->players));
    cJSON_AddStringToObject(message, "rules_text", text);
    cJSON_AddStringToObject(message, "rules_hash", hash);
    free(text);
    return printed(message);
}

char *protocol_see(const Rules *rules, const View *view) {
    cJSON *message = message_of("see");
    cJSON_AddItemToObject(message, "view", view_to_json(rules, view));
    return printed(message);
}

char *protocol_act(const Rules *rules, const View *view, unsigned time_ms) {
    Action *actions = malloc(ACTIONS_MAX * sizeof *actions);
    ActionSet set;
    if (!actions) return NULL;
    view_actions(rules, view, &set);
    unsigned count = action_set_list(rules, &set, actions);
    cJSON *message = message_of("act"), *list = cJSON_CreateArray();
    for (unsigned i = 0; i < count; i++) cJSON_AddItemToArray(list, json_action(rules, actions[i]));
    cJSON_AddBoolToObject(message, "awaited", board_awaited(rules, &view->board) >> view->seat & 1);
    cJSON_AddItemToObject(message, "actions", list);
    cJSON_AddNumberToObject(message, "time_ms", time_ms);
    cJSON_AddItemToObject(message, "view", view_to_json(rules, view));
    free(actions);
    return printed(message);
}

char *protocol_end(const Rules *rules, const Board *board) {
    cJSON *message = message_of("end"), *scores = cJSON_CreateArray();
    (void)rules;
    for (unsigned seat = 0; seat < board->players; seat++)
        cJSON_AddItemToArray(scores, cJSON_CreateNumber(board->score[seat]));
    cJSON_AddBoolToObject(message, "finished", board->phase == PHASE_OVER);
    cJSON_AddItemToObject(message, "winners", json_seats(board->winners));
    cJSON_AddItemToObject(message, "scores", scores);
    return printed(message);
}

char *protocol_bye(void) { return printed(message_of("bye")); }

char *protocol_ready(const char *name, bool watch) {
    cJSON *message = message_of("ready");
    cJSON_AddStringToObject(message, "name", name);
    cJSON_AddBoolToObject(message, "watch", watch);
    return printed(message);
}

char *protocol_do(const Rules *rules, Action action) {
    cJSON *message = message_of("do");
    cJSON_AddItemToObject(message, "action", json_action(rules, action));
    return printed(message);
}

char *protocol_wait(void) { return printed(message_of("wait")); }

char *protocol_error(const char *text) {
    cJSON *message = message_of("error");
    cJSON_AddStringToObject(message, "message", text);
    return printed(message);
}

/* ---- reading ---- */

cJSON *protocol_parse(const char *line, size_t length) {
    char *text = malloc(length + 1);
    if (!text || memchr(line, 0, length)) return free(text), NULL;
    memcpy(text, line, length);
    text[length] = 0;
    cJSON *message = cJSON_ParseWithLengthOpts(text, length + 1, NULL, 1);
    free(text);
    if (cJSON_IsObject(message) && cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(message, "type")))
        return message;
    cJSON_Delete(message);
    return NULL;
}

const char *protocol_type(const cJSON *message) {
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(message, "type"));
}

/* The kinds of replies, and where each carries its text. */
static const struct {
    const char *type, *text;
} reply_rows[] = {
    [REPLY_READY] = {"ready", "name"},
    [REPLY_DO] = {"do", "action"},
    [REPLY_WAIT] = {"wait", NULL},
    [REPLY_ERROR] = {"error", "message"},
};

static bool read_reply(const cJSON *message, Reply *out, char *error) {
    const char *type = protocol_type(message), *key;
    unsigned kind = 0, kinds = sizeof reply_rows / sizeof *reply_rows;
    while (kind < kinds && strcmp(type, reply_rows[kind].type) != 0) kind++;
    if (kind == kinds) {
        char shown[40];
        protocol_printable(type, strlen(type), shown, sizeof shown);
        snprintf(error, JSON_ERROR_MAX, "said \"%s\", which is no type of message for a bot", shown);
        return false;
    }
    memset(out, 0, sizeof *out);
    out->kind = (ReplyKind)kind;
    out->watch = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(message, "watch"));
    if (!(key = reply_rows[kind].text)) return true;
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(message, key));
    if (text) return protocol_printable(text, strlen(text), out->text, sizeof out->text), true;
    snprintf(error, JSON_ERROR_MAX, "said \"%s\" without a text in \"%s\"", type, key);
    return false;
}

bool protocol_read_reply(const char *line, size_t length, Reply *out, char error[JSON_ERROR_MAX]) {
    cJSON *message = protocol_parse(line, length);
    if (!message) {
        char shown[80];
        protocol_printable(line, length, shown, sizeof shown);
        snprintf(error, JSON_ERROR_MAX, "said what is no JSON object with a \"type\": '%s'%s", shown,
                 length > strlen(shown) ? "..." : "");
        return false;
    }
    bool good = read_reply(message, out, error);
    cJSON_Delete(message);
    return good;
}

static bool bad_game(char *error, const char *what) {
    snprintf(error, JSON_ERROR_MAX, "game: %s", what);
    return false;
}

/* Numbers of 64 bits come as text: many languages would round them. */
static bool read_seed(const cJSON *json, uint64_t *out) {
    const char *text = cJSON_GetStringValue(json);
    char *end;
    if (!text || text[0] < '0' || text[0] > '9') return false;
    *out = strtoull(text, &end, 10);
    return !*end;
}

static bool read_budget(const cJSON *message, BotBudget *out) {
    const cJSON *worlds = cJSON_GetObjectItemCaseSensitive(message, "worlds");
    const cJSON *think = cJSON_GetObjectItemCaseSensitive(message, "think_ms");
    long number = 0;
    *out = (BotBudget){0};
    if (worlds && !json_is_whole(worlds, 0, INT32_MAX, &number)) return false;
    out->worlds = (unsigned)number;
    if (!think) return true;
    if (!cJSON_IsNumber(think) || !(think->valuedouble >= 0 && think->valuedouble <= INT32_MAX / 1000.0)) return false;
    out->think_us = (unsigned)(think->valuedouble * 1000 + 0.5);
    return true;
}

static bool read_rules(const cJSON *message, Ruleset *ruleset, char *error) {
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(message, "rules_text"));
    const char *hash = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(message, "rules_hash"));
    char own[RULESET_HASH_HEX];
    RulesetError wrong;
    if (!text) return bad_game(error, "\"rules_text\" is missing");
    if (!ruleset_parse("the game's rules", text, strlen(text), NULL, ruleset, &wrong)) {
        snprintf(error, JSON_ERROR_MAX, "game: rules_text, line %u: %.150s", wrong.line, wrong.text);
        return false;
    }
    ruleset_hash(&ruleset->rules, own);
    if (hash && strcmp(hash, own) != 0) return bad_game(error, "\"rules_hash\" is not that of \"rules_text\"");
    return true;
}

bool protocol_read_game(const cJSON *message, Ruleset *ruleset, ProtocolGame *out, char error[JSON_ERROR_MAX]) {
    const char *seat = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(message, "seat"));
    long players;
    if (!read_rules(message, ruleset, error)) return false;
    if (!json_is_whole(cJSON_GetObjectItemCaseSensitive(message, "players"), 2, SEATS_MAX, &players) ||
        !rules_allow_players(&ruleset->rules, (unsigned)players, NULL))
        return bad_game(error, "\"players\" must be a number that these rules allow");
    if (!seat || seat[0] < 'A' || seat[0] >= 'A' + players || seat[1])
        return bad_game(error, "\"seat\" must be the letter of one of the players");
    if (!read_seed(cJSON_GetObjectItemCaseSensitive(message, "seed"), &out->seed))
        return bad_game(error, "\"seed\" must be a whole number as text");
    if (!read_budget(message, &out->budget))
        return bad_game(error, "\"worlds\" and \"think_ms\" must be numbers from 0 up");
    out->ruleset = NULL;
    out->rules = &ruleset->rules;
    out->players = (unsigned)players;
    out->seat = (Seat)(seat[0] - 'A');
    return true;
}
