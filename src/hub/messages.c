/* messages.c -- one function for each message of a WebSocket. */
#include "messages.h"

#include <stdlib.h>
#include <string.h>

#include "../engine/text.h"
#include "../engine/verdict.h"
#include "../words/words.h"
#include "../wire/view_json.h"
#include "hall.h"
#include "names.h"
#include "people.h"

static const cJSON *member(const cJSON *message, const char *name) {
    return cJSON_GetObjectItemCaseSensitive(message, name);
}

static const char *text_of(const cJSON *message, const char *name) {
    return cJSON_GetStringValue(member(message, name));
}

bool json_seed(const cJSON *item, Seed *out) {
    const char *text = cJSON_GetStringValue(item);
    return text && scan_hex(&text, out->bytes, SEED_BYTES) && !*text;
}

/* ---- what became of it ---- */

static void say_against_rules(Hub *hub, Socket *socket, Verdict verdict, Action action, const char *id) {
    const Desk *desk = socket->desk;
    const Table *table = &desk->table;
    char words[WORDS_REFUSAL_MAX];
    View view;
    Seat seat = table_seat_of(table, socket->user.id);
    Teller teller = {.rules = &table->settings.ruleset.rules, .reader = seat, .picks = true};
    for (unsigned i = 0; i < SEATS_MAX; i++) teller.name[i] = table->seat[i].name;
    table_view(table, seat, &view);
    words_refusal(&teller, &view, action, verdict, words, sizeof words);
    socket_no_rules(hub, socket, id, verdict, words);
}

/* What became of a wish, to who had it. */
static void message_answer(Hub *hub, Socket *socket, const TableAnswer *said, Action action, const char *id) {
    if (said->refusal == REFUSAL_ok) return; /* the change itself is the answer */
    if (said->refusal == REFUSAL_held) socket_held(hub, socket, id);
    else if (said->refusal == REFUSAL_against_rules) say_against_rules(hub, socket, said->verdict, action, id);
    else if (said->refusal == REFUSAL_bad_settings) socket_no_setting(hub, socket, id, &said->fault);
    else socket_no(hub, socket, id, refusal_code(said->refusal), "%s", refusal_sentence(said->refusal));
}

/* Whatever is done is written down. A game has an end, but seats can be taken and left for ever. */
static bool may_wish(Hub *hub, const Socket *socket, WishKind kind) {
    char user[ID_TEXT];
    id_format(socket->user.id, user);
    return kind == WISH_ACT || people_may(hub, RATE_ROOM, user);
}

static void say_too_often(Hub *hub, Socket *socket, const char *id) {
    socket_no(hub, socket, id, "too_often", "You are doing that too often: wait a little and try again.");
}

static void wish(Hub *hub, Socket *socket, Wish *wished, const char *id) {
    if (!may_wish(hub, socket, wished->kind)) return say_too_often(hub, socket, id);
    wished->user = socket->user.id;
    wished->name = wished->name ? wished->name : socket->user.name;
    TableAnswer said = desk_wish(hub, socket->desk, wished, socket, id);
    message_answer(hub, socket, &said, wished->action, id);
}

static void bad(Hub *hub, Socket *socket, const char *id, const char *what) {
    socket_no(hub, socket, id, "bad_message", "%s", what);
}

/* ---- coming to a table ---- */

static void join(Hub *hub, Socket *socket, const cJSON *message, const char *id) {
    const char *code = text_of(message, "code");
    const cJSON *since = member(message, "since");
    bool too_often;
    Desk *desk = lobby_find(hub, code, socket->user.id, socket->address, &too_often);
    uint64_t seen;
    if (too_often) return say_too_often(hub, socket, id);
    if (!desk)
        return socket_no(hub, socket, id, "no_such_table", "There is no table with that code: ask for a new link.");
    bool sits = table_seat_of(&desk->table, socket->user.id) != NO_SEAT;
    bool gathers = desk->table.stage == TABLE_GATHERING;
    if (!sits && !desk->table.settings.spectators && !gathers)
        return socket_no(hub, socket, id, "no_spectators", "This table admits no spectators.");
    if (!sits && desk_spectators(desk) >= hub->config.spectators_max)
        return socket_no(hub, socket, id, "too_many_spectators", "Too many are watching this table: try again later.");
    if (!hub->config.unlimited) {
        if (!budget_is_left(&hub->budgets, socket->user.id, BUDGET_VIEWS, hub->mono_ms))
            return socket_no(hub, socket, id, "too_often", "%s", refusal_sentence(REFUSAL_too_often));
        budget_spend(&hub->budgets, socket->user.id, BUDGET_VIEWS, hub->mono_ms, 1);
    }
    /* Another node was further: nobody is told less than they know. */
    if (hub->node && nodes_may_be_behind(hub, &desk->shared)) return;
    if (socket->desk) desk_disconnect(hub, socket);
    /* First what it missed, so that whatever its coming brings about follows on that. */
    if (!json_is_count(since, &seen) || !show_resumed(hub, desk, socket, seen, id)) show_joined(hub, desk, socket, id);
    desk_connect(hub, desk, socket);
}

static void leave(Hub *hub, Socket *socket, const cJSON *message, const char *id) {
    (void)message;
    desk_disconnect(hub, socket);
    socket_ok(hub, socket, id);
}

/* ---- seats ---- */

static bool seat_of(const cJSON *message, Seat *out) {
    const cJSON *item = member(message, "seat");
    const char *text = cJSON_GetStringValue(item);
    *out = NO_SEAT;
    if (!item || cJSON_IsNull(item)) return true;
    if (!text || text[0] < 'A' || text[0] >= 'A' + SEATS_MAX || text[1]) return false;
    *out = (Seat)(text[0] - 'A');
    return true;
}

static bool says_yes(const cJSON *message) { return !cJSON_IsFalse(member(message, "yes")); }

static void about_seat(Hub *hub, Socket *socket, const cJSON *message, const char *id, WishKind kind) {
    Wish wished = {.kind = kind, .yes = says_yes(message)};
    if (!seat_of(message, &wished.seat)) return bad(hub, socket, id, "\"seat\" is a letter such as \"B\".");
    wish(hub, socket, &wished, id);
}

static void seat_bot(Hub *hub, Socket *socket, const cJSON *message, const char *id) {
    const char *kind = text_of(message, "kind");
    Wish wished = {.kind = WISH_SEAT_BOT, .name = kind ? kind : socket->desk->table.settings.fill};
    if (!seat_of(message, &wished.seat)) return bad(hub, socket, id, "\"seat\" is a letter such as \"B\".");
    wish(hub, socket, &wished, id);
}

static void ready(Hub *hub, Socket *socket, const cJSON *message, const char *id) {
    Wish wished = {.kind = WISH_READY, .yes = says_yes(message)};
    if (member(message, "seed"))
        return bad(hub, socket, id, "Do not say your seed yet: send its hash as \"commit\", and reveal it later.");
    wished.has_seed = member(message, "commit");
    if (wished.has_seed && !json_seed(member(message, "commit"), &wished.seed))
        return bad(hub, socket, id, "\"commit\" is the hash of your seed, 64 hexadecimal digits.");
    wish(hub, socket, &wished, id);
}

static void reveal(Hub *hub, Socket *socket, const cJSON *message, const char *id) {
    Wish wished = {.kind = WISH_REVEAL};
    if (!json_seed(member(message, "seed"), &wished.seed))
        return bad(hub, socket, id, "\"seed\" is the seed you committed to, 64 hexadecimal digits.");
    wish(hub, socket, &wished, id);
}

static void start(Hub *hub, Socket *socket, const cJSON *message, const char *id) {
    char date[RECORD_DATE_MAX];
    (void)message;
    if (hub->draining) return socket_no(hub, socket, id, "going_down", "The server restarts: start again in a minute.");
    wall_date(hub, date);
    Wish wished = {.kind = WISH_START, .game_id = hub_new_id(hub), .date = date};
    wish(hub, socket, &wished, id);
}

static void set(Hub *hub, Socket *socket, const cJSON *message, const char *id) {
    TableSettings settings;
    Wish wished = {.kind = WISH_SET, .settings = &settings};
    SettingFault fault;
    const Table *table = &socket->desk->table;
    if (table->host == NO_SEAT || table_seat_of(table, socket->user.id) != table->host)
        return socket_no(hub, socket, id, "not_host", "%s", refusal_sentence(REFUSAL_not_host));
    if (!lobby_settings(hub, &socket->user, message, &table->settings, &settings, &fault))
        return socket_no_setting(hub, socket, id, &fault);
    wish(hub, socket, &wished, id);
}

/* ---- playing ---- */

static void act(Hub *hub, Socket *socket, const cJSON *message, const char *id) {
    const char *text = text_of(message, "do"), *words = text_of(message, "text"), *why;
    char said[ENTRY_WORDS_MAX] = "";
    Wish wished = {.kind = WISH_ACT, .seat = NO_SEAT, .words = said};
    if (!text || !action_parse(&socket->desk->table.settings.ruleset.rules, &text, &wished.action) || *text)
        return bad(hub, socket, id, "\"do\" is an action of these rules, such as \"R5\" or \"draw\".");
    if (!json_is_count(member(message, "q"), &wished.seen))
        return bad(hub, socket, id, "\"q\" is the number of the last change that you were told.");
    if (words && !text_tidy(words, 200, said, sizeof said, &why)) return bad(hub, socket, id, why);
    wish(hub, socket, &wished, id);
}

static void tell(Hub *hub, Socket *socket, const cJSON *message, const char *id) {
    const char *text = text_of(message, "text"), *why = "\"text\" is what you say.";
    char said[ENTRY_WORDS_MAX];
    Wish wished = {.kind = WISH_TELL, .words = said};
    if (!text || !text_tidy(text, 200, said, sizeof said, &why)) return bad(hub, socket, id, why);
    wish(hub, socket, &wished, id);
}

static void vote(Hub *hub, Socket *socket, const cJSON *message, const char *id) {
    const char *what = text_of(message, "what");
    Wish wished = {.kind = WISH_VOTE, .yes = says_yes(message)};
    if (!seat_of(message, &wished.seat)) return bad(hub, socket, id, "\"seat\" is a letter such as \"B\".");
    for (VoteKind kind = VOTE_KICK; what && kind < VOTES; kind++)
        if (strcmp(vote_name(kind), what) == 0) wished.vote = kind;
    if (what && !wished.vote) return bad(hub, socket, id, "\"what\" is \"kick\", \"pause\" or \"end\".");
    wish(hub, socket, &wished, id);
}

/* ---- the rest ---- */

static void lobby(Hub *hub, Socket *socket, const cJSON *message, const char *id) {
    socket->lobby = says_yes(message);
    char *text = socket->lobby ? lobby_text(hub) : NULL;
    if (text) hub_say(hub, socket->line, text, strlen(text));
    free(text);
    socket_ok(hub, socket, id);
}

static void ping(Hub *hub, Socket *socket, const cJSON *message, const char *id) {
    (void)message;
    socket_ok(hub, socket, id);
}

typedef enum { ANYWHERE, AT_TABLE } MessagePlace;

typedef struct {
    const char *name;
    MessagePlace place;
    void (*handle)(Hub *hub, Socket *socket, const cJSON *message, const char *id);
    WishKind wish; /* without a function of its own: this, about "seat" and "yes" */
} MessageRow;

static const MessageRow rows[] = {
#define CALL(function) function, 0
#define WISH(kind) NULL, WISH_##kind
#define SAY(name, place, does, ...) {#name, place, does},
#define ALSO(...)
#define HEAR(...)
#include "../wire/messages.def"
#undef CALL
#undef WISH
#undef SAY
#undef ALSO
#undef HEAR
};

void message_handle(Hub *hub, Socket *socket, const cJSON *message, const char *id) {
    const char *type = text_of(message, "t");
    for (const MessageRow *row = rows; type && row < rows + sizeof rows / sizeof *rows; row++) {
        if (strcmp(row->name, type) != 0) continue;
        if (row->place == AT_TABLE && !socket->desk) socket_no(hub, socket, id, "not_joined", "Join a table first.");
        else if (row->handle) row->handle(hub, socket, message, id);
        else about_seat(hub, socket, message, id, row->wish);
        return;
    }
    bad(hub, socket, id, "\"t\" names the kind of message; docs/protocol.md lists them.");
}
