/* fold.c -- hearing: one function for each kind of message. Each reads all of it before
 * it changes anything, so that a message that makes no sense leaves the table as it was. */
#include "fold.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../wire/event_json.h"
#include "../wire/view_delta.h"
#include "fold_internal.h"

#define PROTOCOL "uno.1"

void client_table_init(ClientTable *table) {
    memset(table, 0, sizeof *table);
    table->you = table->by = table->room.host = NO_SEAT;
    table->view.seat = SPECTATOR;
    table->paused_at = -1;
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) table->clock[seat].ends_at = -1;
}

void client_table_free(ClientTable *table) {
    fold_clear_chat(table);
    free(table->ruleset);
    free(table->words);
    cJSON_Delete(table->lobby);
    client_table_init(table);
}

/* ---- the room ---- */

/* Who plays is known by name until the next game, whoever sits there then. */
static void name_players(ClientTable *table, bool anew) {
    if (!anew && table->room.stage != CLIENT_PLAYING) return;
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
        const ClientSeat *at = &table->room.seat[seat];
        SeatMask bit = (SeatMask)(1u << seat);
        if (at->name[0]) memcpy(table->player[seat], at->name, RECORD_NAME_MAX), table->named |= bit;
        else if (anew) snprintf(table->player[seat], RECORD_NAME_MAX, "Seat %c", 'A' + (int)seat), table->named &= ~bit;
    }
}

/* The seat where a user plays: whoever stood up only watches, though the seat is theirs to take back. */
static Seat seat_of(const ClientRoom *room, const char *user) {
    for (unsigned seat = 0; seat < room->seats && user[0]; seat++)
        if (strcmp(room->seat[seat].user, user) == 0 && !room->seat[seat].left) return (Seat)seat;
    return NO_SEAT;
}

static bool read_result(const cJSON *json, ClientResult *out, char error[JSON_ERROR_MAX]) {
    const cJSON *scores = fold_member(json, "scores"), *item;
    memset(out, 0, sizeof *out);
    if (!fold_seats(fold_member(json, "winners"), &out->winners))
        return fold_fail(error, "over.winners", "a list of seats was expected");
    if (!cJSON_IsArray(scores) || cJSON_GetArraySize(scores) > SEATS_MAX)
        return fold_fail(error, "over.scores", "a list of at most 10 numbers was expected");
    cJSON_ArrayForEach(item, scores) {
        long score;
        if (!json_is_whole(item, 0, UINT16_MAX, &score))
            return fold_fail(error, "over.scores", "whole numbers were expected");
        out->score[out->scores++] = (unsigned)score;
    }
    fold_text(fold_member(json, "game"), out->game, sizeof out->game);
    fold_text(fold_member(json, "secret"), out->secret, sizeof out->secret);
    return true;
}

/* The `over` of a message, where it has one. */
static bool read_over(const cJSON *json, bool *is_over, ClientResult *out, char error[JSON_ERROR_MAX]) {
    *is_over = json && !cJSON_IsNull(json);
    memset(out, 0, sizeof *out);
    return !*is_over || read_result(json, out, error);
}

/* The rules in full; NULL: `error` says why. */
static Ruleset *read_rules(const cJSON *json, const ClientRoom *room, char error[JSON_ERROR_MAX]) {
    const char *text = cJSON_GetStringValue(fold_member(json, "text"));
    char hash[RULESET_HASH_HEX];
    RulesetError trouble;
    Ruleset *ruleset = text ? malloc(sizeof *ruleset) : NULL;
    if (!ruleset) return fold_fail(error, "rules.text", "a text, and memory for it, was expected"), NULL;
    bool good = ruleset_parse(room->ruleset, text, strlen(text), NULL, ruleset, &trouble);
    if (!good) fold_fail(error, "rules.text", trouble.text);
    if (good) ruleset_hash(&ruleset->rules, hash);
    if (good && strcmp(hash, room->rules_hash) != 0)
        good = fold_fail(error, "rules", "this program is too old for the rules of the table: please update it");
    if (!good) return free(ruleset), NULL;
    memcpy(ruleset->name, room->ruleset, sizeof ruleset->name);
    memcpy(ruleset->title, room->rules_title, sizeof ruleset->title);
    return ruleset;
}

/* ---- joining ---- */

typedef struct {
    char id[CLIENT_ID_MAX];
    View view;
    unsigned events;
    Event event[EVENTS_MAX];
    bool is_over;
    ClientResult result;
    const cJSON *left;
} GameRead;

static bool read_events(const Rules *rules, const cJSON *json, unsigned *events, Event event[EVENTS_MAX],
                        char error[JSON_ERROR_MAX]) {
    Witness witness;
    witness.events = 0;
    if (!events_parse(rules, json, &witness, error)) return false;
    *events = witness.events;
    memcpy(event, witness.event, witness.events * sizeof *event);
    return true;
}

static bool read_game(const Rules *rules, const cJSON *json, Seat you, GameRead *out, char error[JSON_ERROR_MAX]) {
    memset(out, 0, sizeof *out);
    if (!view_from_json(rules, fold_member(json, "view"), &out->view, error)) return false;
    if (out->view.seat < SEATS_MAX && out->view.seat != you)
        return fold_fail(error, "view.seat", "the own seat was expected");
    if (!read_events(rules, fold_member(json, "events"), &out->events, out->event, error)) return false;
    if (!read_over(fold_member(json, "over"), &out->is_over, &out->result, error)) return false;
    fold_text(fold_member(json, "id"), out->id, sizeof out->id);
    out->left = fold_member(json, "left_ms");
    return true;
}

static void keep_words(ClientTable *table, const cJSON *json) {
    const char *text = cJSON_GetStringValue(json);
    size_t size = text ? strlen(text) + 1 : 0;
    free(table->words);
    table->words = text && text[0] ? malloc(size) : NULL;
    if (!table->words) return;
    memcpy(table->words, text, size);
    foreign_clean(table->words);
}

static void take_game(ClientTable *table, const GameRead *game) {
    table->has_game = true;
    table->is_over = game->is_over;
    table->result = game->result;
    memcpy(table->game, game->id, sizeof table->game);
    table->view = game->view;
    table->events = game->events;
    memcpy(table->event, game->event, game->events * sizeof *table->event);
    table->by = NO_SEAT;
    table->how = CLIENT_BY_SELF;
    table->done = 0;
    table->held = false;
    keep_words(table, NULL);
    name_players(table, true);
    fold_read_clocks(table, game->left);
}

static void forget_game(ClientTable *table) {
    table->has_game = table->is_over = table->held = false;
    table->events = 0;
    table->by = NO_SEAT;
    keep_words(table, NULL);
}

static bool read_number(const cJSON *json, uint64_t *q, char error[JSON_ERROR_MAX]) {
    return json_is_count(fold_member(json, "q"), q) || fold_fail(error, "q", "a whole number was expected");
}

static ClientHeard hear_joined(ClientTable *table, const cJSON *json, char error[JSON_ERROR_MAX]) {
    ClientRoom room;
    GameRead game;
    Seat you;
    SeatMask here = 0;
    uint64_t q = 0;
    const cJSON *played = fold_member(json, "game");
    bool has_game = played && !cJSON_IsNull(played);
    memset(&room, 0, sizeof room);
    if (!read_number(json, &q, error) || !fold_read_room(fold_member(json, "table"), table->user, &room, error))
        return CLIENT_BAD;
    if (!fold_seat(fold_member(json, "you"), &you) || !fold_seats(fold_member(json, "here"), &here))
        return fold_fail(error, "joined", "\"you\" and \"here\" were expected"), CLIENT_BAD;
    bool same = table->ruleset && strcmp(table->room.rules_hash, room.rules_hash) == 0;
    Ruleset *ruleset = same ? table->ruleset : read_rules(fold_member(json, "rules"), &room, error);
    if (!ruleset) return CLIENT_BAD;
    if (has_game && !read_game(&ruleset->rules, played, you, &game, error)) {
        if (!same) free(ruleset);
        return CLIENT_BAD;
    }
    if (!same) free(table->ruleset);
    if (strcmp(room.code, table->room.code) != 0) fold_clear_chat(table);
    table->ruleset = ruleset;
    table->room = room;
    table->you = you;
    table->here = here;
    table->q = q;
    table->joined = true;
    table->lost = table->resuming = false;
    if (has_game) take_game(table, &game);
    else forget_game(table);
    fold_hear_tail(table, fold_member(json, "chat"));
    table->fair.told = false;
    if (client_is_playing(table)) fold_note_deal(table, false);
    fold_note_seal(table);
    return CLIENT_JOINED;
}

/* ---- the log ---- */

static ClientHeard lose(ClientTable *table) {
    table->lost = true;
    return CLIENT_GAP;
}

/* Whether this is the next of the log: else CLIENT_PASSED, CLIENT_GAP or CLIENT_BAD is what was heard. */
static bool is_next(ClientTable *table, const cJSON *json, uint64_t *q, ClientHeard *heard,
                    char error[JSON_ERROR_MAX]) {
    *heard = CLIENT_PASSED;
    if (!table->joined || table->lost) return false;
    *heard = CLIENT_BAD;
    if (!read_number(json, q, error)) return false;
    if (*q == table->q + 1 || (table->resuming && *q > table->q)) return true;
    *heard = lose(table);
    return false;
}

static ClientHeard hear_resumed(ClientTable *table, const cJSON *json, char error[JSON_ERROR_MAX]) {
    ClientRoom room;
    Seat you;
    SeatMask here;
    uint64_t q = 0;
    bool is_over;
    ClientResult result;
    if (!table->joined || table->lost) return CLIENT_PASSED;
    memset(&room, 0, sizeof room);
    if (!read_number(json, &q, error) || !fold_read_room(fold_member(json, "table"), table->user, &room, error) ||
        !read_over(fold_member(json, "over"), &is_over, &result, error))
        return CLIENT_BAD;
    if (!fold_seat(fold_member(json, "you"), &you) || !fold_seats(fold_member(json, "here"), &here))
        return fold_fail(error, "resumed", "\"you\" and \"here\" were expected"), CLIENT_BAD;
    /* What was told was told to somebody who sees more or less; or of another game. */
    bool other = you != table->you || strcmp(room.rules_hash, table->room.rules_hash) != 0;
    if (q < table->q || other || !table->has_game) return lose(table);
    table->room = room;
    table->here = here;
    table->q = q;
    table->resuming = false;
    table->is_over = is_over;
    table->result = result;
    name_players(table, false);
    fold_read_clocks(table, fold_member(json, "left_ms"));
    fold_hear_tail(table, fold_member(json, "chat"));
    table->fair.told = false;
    fold_note_seal(table);
    return CLIENT_RESUMED;
}

static ClientHeard hear_start(ClientTable *table, const cJSON *json, char error[JSON_ERROR_MAX]) {
    ClientRoom room;
    GameRead game;
    Seat you;
    uint64_t q = 0;
    ClientHeard heard;
    if (!is_next(table, json, &q, &heard, error)) return heard;
    memset(&room, 0, sizeof room);
    if (!fold_read_room(fold_member(json, "table"), table->user, &room, error)) return CLIENT_BAD;
    if (!fold_seat(fold_member(json, "you"), &you))
        return fold_fail(error, "you", "a seat, or null, was expected"), CLIENT_BAD;
    if (strcmp(room.rules_hash, table->room.rules_hash) != 0) return lose(table);
    if (!read_game(fold_rules(table), fold_member(json, "game"), you, &game, error)) return CLIENT_BAD;
    table->room = room;
    table->you = you;
    table->q = q;
    take_game(table, &game);
    fold_note_deal(table, true);
    return CLIENT_STARTED;
}

static ClientHeard hear_table(ClientTable *table, const cJSON *json, char error[JSON_ERROR_MAX]) {
    ClientRoom room;
    uint64_t q = 0;
    ClientHeard heard;
    bool is_over;
    ClientResult result;
    Ruleset *ruleset = NULL;
    const cJSON *rules = fold_member(json, "rules");
    if (!is_next(table, json, &q, &heard, error)) return heard;
    memset(&room, 0, sizeof room);
    if (!fold_read_room(fold_member(json, "table"), table->user, &room, error) ||
        !read_over(fold_member(json, "over"), &is_over, &result, error))
        return CLIENT_BAD;
    if (rules && !(ruleset = read_rules(rules, &room, error))) return CLIENT_BAD;
    if (!rules && strcmp(room.rules_hash, table->room.rules_hash) != 0) return lose(table);
    if (ruleset) {
        free(table->ruleset);
        table->ruleset = ruleset;
        forget_game(table);
    }
    if (cJSON_IsNull(fold_member(json, "game"))) forget_game(table);
    SeatMask before = table->has_game ? board_awaited(fold_rules(table), &table->view.board) : 0;
    table->room = room;
    table->q = q;
    table->you = table->user[0] ? seat_of(&room, table->user) : table->you;
    if (is_over && table->has_game) table->is_over = true, table->result = result;
    name_players(table, false);
    fold_note_pause(table);
    if (client_is_playing(table)) fold_run_clocks(table, before, NO_SEAT);
    fold_note_seal(table);
    return CLIENT_CHANGED;
}

/* ---- an action ---- */

static uint8_t read_how(const cJSON *json) {
    const char *how = cJSON_GetStringValue(json);
    if (!how || strcmp(how, "self") == 0) return CLIENT_BY_SELF;
    return strcmp(how, "clock") == 0 ? CLIENT_BY_CLOCK : CLIENT_BY_BOT;
}

static void note_actor(ClientTable *table, const cJSON *json) {
    long reserve_ms;
    ClientSeat *seat = &table->room.seat[table->by];
    if (table->how == CLIENT_BY_SELF) seat->away = false;
    if (json_is_whole(fold_member(json, "reserve_ms"), 0, INT32_MAX, &reserve_ms))
        seat->reserve_ms = (int32_t)reserve_ms;
}

/* My action still waits while only others call or catch; a call closes its window, or makes a catch pointless. */
static bool stays_held(const ClientTable *table) {
    if (table->by == table->you) return false;
    for (unsigned i = 0; i < table->events; i++) {
        unsigned kind = table->event[i].kind;
        if (kind != EVENT_call_failed && kind != EVENT_caught && kind != EVENT_false_catch && kind != EVENT_drew)
            return false;
    }
    return table->held;
}

/* The game is over: the table gathers again, and nobody is ready. */
static void end_game(ClientTable *table, const ClientResult *result) {
    table->is_over = true;
    table->held = false;
    table->result = *result;
    table->room.stage = CLIENT_GATHERING;
    for (unsigned seat = 0; seat < table->room.seats; seat++) {
        ClientSeat *at = &table->room.seat[seat];
        at->ready = at->kind == CLIENT_SEAT_BOT;
        at->commit[0] = 0;
        table->clock[seat].ends_at = -1;
    }
}

static Action read_done(const ClientTable *table, const cJSON *json) {
    const char *text = cJSON_GetStringValue(json);
    Action action;
    return text && action_parse(fold_rules(table), &text, &action) && !*text ? action : 0;
}

static ClientHeard hear_act(ClientTable *table, const cJSON *json, char error[JSON_ERROR_MAX]) {
    uint64_t q = 0;
    ClientHeard heard;
    Seat by;
    bool is_over;
    ClientResult result;
    unsigned events;
    Event event[EVENTS_MAX];
    if (!is_next(table, json, &q, &heard, error)) return heard;
    if (!table->has_game) return lose(table);
    if (!fold_seat(fold_member(json, "by"), &by) || by == NO_SEAT)
        return fold_fail(error, "by", "a seat was expected"), CLIENT_BAD;
    if (!read_over(fold_member(json, "over"), &is_over, &result, error) ||
        !read_events(fold_rules(table), fold_member(json, "e"), &events, event, error))
        return CLIENT_BAD;
    SeatMask before = board_awaited(fold_rules(table), &table->view.board);
    /* A change that does not fit on what was told before: that must have been something else. */
    if (!view_delta_apply(fold_rules(table), &table->view, fold_member(json, "v"), error)) return lose(table);
    table->q = q;
    table->events = events;
    memcpy(table->event, event, events * sizeof *event);
    table->by = by;
    table->how = read_how(fold_member(json, "how"));
    table->done = read_done(table, fold_member(json, "do"));
    keep_words(table, fold_member(json, "say"));
    note_actor(table, json);
    table->held = stays_held(table);
    if (is_over) end_game(table, &result);
    else fold_run_clocks(table, before, by);
    return CLIENT_ACTED;
}

/* ---- the rest ---- */

static ClientHeard hear_hello(ClientTable *table, const cJSON *json, char error[JSON_ERROR_MAX]) {
    const cJSON *user = fold_member(json, "user");
    const char *protocol = cJSON_GetStringValue(fold_member(json, "protocol"));
    const char *kind = cJSON_GetStringValue(fold_member(user, "kind"));
    char id[CLIENT_ID_MAX], name[RECORD_NAME_MAX];
    if (!protocol || strcmp(protocol, PROTOCOL) != 0)
        return fold_fail(error, "protocol", "\"" PROTOCOL "\" was expected: server and program do not fit together"),
               CLIENT_BAD;
    if (!fold_text(fold_member(user, "id"), id, sizeof id) || !fold_text(fold_member(user, "name"), name, sizeof name))
        return fold_fail(error, "user", "id and name were expected"), CLIENT_BAD;
    memcpy(table->user, id, sizeof id);
    memcpy(table->name, name, sizeof name);
    table->account = kind && strcmp(kind, "account") == 0;
    return CLIENT_HELLO;
}

static ClientHeard hear_here(ClientTable *table, const cJSON *json, char error[JSON_ERROR_MAX]) {
    SeatMask here;
    long onlookers = 0;
    if (!fold_seats(fold_member(json, "seats"), &here))
        return fold_fail(error, "seats", "a list of seats was expected"), CLIENT_BAD;
    json_is_whole(fold_member(json, "spectators"), 0, INT32_MAX, &onlookers);
    table->here = here;
    table->onlookers = (unsigned)onlookers;
    return CLIENT_HERE;
}

static ClientHeard hear_chat(ClientTable *table, const cJSON *json, char error[JSON_ERROR_MAX]) {
    if (fold_hear_line(table, json)) return CLIENT_CHAT;
    return fold_fail(error, "chat", "a name and what is said were expected"), CLIENT_BAD;
}

static ClientHeard hear_lobby(ClientTable *table, const cJSON *json, char error[JSON_ERROR_MAX]) {
    if (!fold_hear_lobby(table, fold_member(json, "tables")))
        return fold_fail(error, "tables", "a list was expected"), CLIENT_BAD;
    return CLIENT_LOBBY;
}

static bool hear_words(ClientTable *table, const cJSON *json) {
    if (!fold_text(fold_member(json, "code"), table->code, sizeof table->code)) table->code[0] = 0;
    return fold_text(fold_member(json, "message"), table->said, sizeof table->said);
}

static ClientHeard hear_no(ClientTable *table, const cJSON *json, char error[JSON_ERROR_MAX]) {
    /* A seed that was sent twice, or came too late: what became of it is in the record. */
    if (hear_words(table, json)) return strcmp(table->code, "nothing_to_reveal") == 0 ? CLIENT_PASSED : CLIENT_NO;
    return fold_fail(error, "no", "a code and a message were expected"), CLIENT_BAD;
}

static ClientHeard hear_notice(ClientTable *table, const cJSON *json, char error[JSON_ERROR_MAX]) {
    if (hear_words(table, json)) return CLIENT_NOTICE;
    return fold_fail(error, "notice", "a code and a message were expected"), CLIENT_BAD;
}

static ClientHeard hear_closed(ClientTable *table, const cJSON *json, char error[JSON_ERROR_MAX]) {
    if (!hear_words(table, json)) return fold_fail(error, "closed", "a message was expected"), CLIENT_BAD;
    table->room.stage = CLIENT_CLOSED_STAGE;
    table->joined = false;
    return CLIENT_CLOSED;
}

static ClientHeard hear_held(ClientTable *table, const cJSON *json, char error[JSON_ERROR_MAX]) {
    (void)json, (void)error;
    table->held = client_is_playing(table);
    return CLIENT_HELD;
}

/* ---- every message ---- */

typedef ClientHeard Hear(ClientTable *table, const cJSON *json, char error[JSON_ERROR_MAX]);

/* Nothing more is to be known of these. */
#define NOTHING_MORE(name, heard) \
    static ClientHeard name(ClientTable *table, const cJSON *json, char error[JSON_ERROR_MAX]) { \
        (void)table, (void)json, (void)error; \
        return heard; \
    }
NOTHING_MORE(hear_ok, CLIENT_OK)
NOTHING_MORE(hear_actions, CLIENT_PASSED) /* for who has no engine */
NOTHING_MORE(hear_event, CLIENT_PASSED)   /* of a page that follows one */
NOTHING_MORE(hear_called, CLIENT_PASSED)
NOTHING_MORE(hear_team, CLIENT_PASSED)

static const struct {
    const char *name;
    Hear *hear;
} kinds[] = {
#define SAY(...)
#define ALSO(...)
#define HEAR(name, ...) {#name, hear_##name},
#include "../wire/messages.def"
#undef SAY
#undef ALSO
#undef HEAR
};

static ClientHeard hear(ClientTable *table, const cJSON *json, char error[JSON_ERROR_MAX]) {
    const char *kind = cJSON_GetStringValue(fold_member(json, "t"));
    long answers = 0;
    if (!kind) return fold_fail(error, "t", "the kind of message was expected"), CLIENT_BAD;
    json_is_whole(fold_member(json, "id"), 1, INT32_MAX, &answers);
    table->answers = (unsigned long)answers;
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].name, kind) == 0) return kinds[i].hear(table, json, error);
    return CLIENT_PASSED;
}

ClientHeard client_hear(ClientTable *table, const char *text, size_t length, char error[JSON_ERROR_MAX]) {
    cJSON *json = cJSON_ParseWithLength(text, length);
    ClientHeard heard = CLIENT_BAD;
    error[0] = 0;
    table->answers = 0;
    foreign_clean_json(json, true); /* a ruleset has lines; what is shown in one loses them as it is copied */
    if (cJSON_IsObject(json)) heard = hear(table, json, error);
    else fold_fail(error, "message", "a JSON object was expected");
    foreign_clean(error);
    cJSON_Delete(json);
    return heard;
}
