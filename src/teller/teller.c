/* teller.c -- the messages: the whole, a start, a change, an action, what was missed. */
#include "teller.h"

#include <stdlib.h>
#include <string.h>

enum { MESSAGE_USUAL = 8192 }; /* most messages fit into this; one that does not is written twice */

static const Rules *rules_of(const Telling *telling) { return &telling->table->settings.ruleset.rules; }

unsigned teller_observer(const Table *table, Seat seat) {
    return table->game_id && seat < table->players ? seat : SPECTATOR;
}

void told_note(Told *told, const Table *table, const LogEntry *entry) {
    bool deals = entry->kind == LOG_start, acts = entry->kind == LOG_act;
    if (entry->kind == LOG_make || entry->kind == LOG_set)
        ruleset_hash(&table->settings.ruleset.rules, told->rules_hash);
    if (!deals && !(acts && table->steps % REPLAY_MAX == 0)) return;
    told->mark[0] = told->mark[1];
    told->mark[1] = (ToldMark){.step = table->steps, .game = table->game, .witness = table->witness};
    if (deals) told->mark[0] = told->mark[1];
}

/* ---- a text of any length ---- */

/* What a message is about, for the functions that write one. */
typedef struct {
    const Telling *telling;
    const LogEntry *entry;
    const char *id;
    Seat you;
    const View *view; /* NULL: there is no game */
    SeatMask here;
    unsigned spectators;
} Message;

static char *write_message(const Message *message, void (*put)(JsonText *json, const Message *message)) {
    const Rules *rules = message->telling ? rules_of(message->telling) : NULL;
    for (unsigned size = MESSAGE_USUAL;;) {
        char *text = malloc(size);
        if (!text) return NULL;
        JsonText json = json_text_in(rules, text, size);
        json_put_open(&json, '{');
        put(&json, message);
        json_put_close(&json, '}');
        if (json.text.length < size) return text;
        size = json.text.length + 1;
        free(text);
    }
}

static void put_kind(JsonText *json, const char *kind) { json_put_name(json, "t"), json_put_word(json, kind); }

static void put_request(JsonText *json, const Message *message) {
    if (message->id) json_put_name(json, "id"), json_put_raw(json, message->id);
}

static void put_seq(JsonText *json, const Message *message) {
    json_put_name(json, "q"), json_put_number(json, (long long)message->telling->table->seq);
}

char *teller_numbered(const char *text, const char *id) {
    size_t size = strlen(text) + strlen(id) + sizeof "{\"id\":,";
    char *numbered = malloc(size);
    if (!numbered) return NULL;
    Text out = text_in(numbered, (unsigned)size);
    text_put(&out, "{\"id\":");
    text_put(&out, id);
    text_char(&out, ',');
    text_put(&out, text + 1);
    return numbered;
}

/* ---- pieces ---- */

/* Written in place; `before` NULL: the whole view. */
static void put_view(JsonText *json, const View *before, const View *now) {
    json_put_raw(json, "");
    Text *text = &json->text;
    unsigned used = text->length < text->size ? text->length : text->size;
    char *out = text->out + used;
    text->length += before ? view_delta_format(json->rules, before, now, out, text->size - used)
                           : view_format(json->rules, now, out, text->size - used);
}

static void put_events(JsonText *json, const Witness *witness) {
    char events[EVENTS_TEXT_MAX];
    events_format(json->rules, witness, events, sizeof events);
    json_put_raw(json, events);
}

static void put_clocks(JsonText *json, const Telling *telling) {
    json_put_name(json, "left_ms"), json_put_open(json, '{');
    for (unsigned seat = 0; seat < telling->table->players; seat++) {
        char letter[] = {(char)('A' + seat), 0};
        int64_t left = table_time_left(telling->table, (Seat)seat, telling->now_ms);
        if (left >= 0) json_put_name(json, letter), json_put_number(json, left);
    }
    json_put_close(json, '}');
}

/* The view of this observer now, which from here on changes are told against. */
static const View *refresh(const Telling *telling, unsigned observer) {
    View *shown = &telling->told->shown[observer];
    table_view(telling->table, observer, shown);
    return shown;
}

static void put_over(JsonText *json, const Table *table) {
    if (table->stage != TABLE_PLAYING) json_put_name(json, "over"), teller_put_result(json, table);
}

static void put_game(JsonText *json, const Message *message) {
    const Table *table = message->telling->table;
    json_put_open(json, '{');
    teller_put_id(json, "id", table->game_id);
    json_put_name(json, "view"), put_view(json, NULL, message->view);
    json_put_name(json, "events"), put_events(json, &table->witness);
    put_clocks(json, message->telling);
    put_over(json, table);
    json_put_close(json, '}');
}

static void put_chat(JsonText *json, const Telling *telling) {
    unsigned count = telling->chat_count, first = count > CHAT_KEPT ? count - CHAT_KEPT : 0;
    json_put_name(json, "chat"), json_put_open(json, '[');
    for (unsigned i = first; i < count; i++) {
        const ChatLine *line = &telling->chat[i % CHAT_KEPT];
        json_put_open(json, '{');
        teller_put_id(json, "user", line->user);
        json_put_name(json, "name"), json_put_text(json, line->name);
        json_put_name(json, "text"), json_put_text(json, line->text);
        json_put_close(json, '}');
    }
    json_put_close(json, ']');
}

/* ---- coming, dealing, changing ---- */

static void put_arrival(JsonText *json, const Message *message, const char *kind) {
    put_kind(json, kind);
    put_request(json, message);
    put_seq(json, message);
    json_put_name(json, "you"), json_put_seat(json, message->you);
    json_put_name(json, "table"), teller_put_table(json, message->telling);
    json_put_name(json, "here"), json_put_seats(json, message->telling->here);
}

static void put_joined(JsonText *json, const Message *message) {
    const Telling *telling = message->telling;
    put_arrival(json, message, "joined");
    json_put_name(json, "rules"), teller_put_rules(json, telling->table);
    json_put_name(json, "game");
    if (message->view) put_game(json, message);
    else json_put_word(json, NULL);
    put_chat(json, telling);
}

char *teller_joined(const Telling *telling, Seat you, const char *id) {
    Message message = {.telling = telling, .id = id, .you = you};
    if (telling->table->game_id) message.view = refresh(telling, teller_observer(telling->table, you));
    return write_message(&message, put_joined);
}

static void put_start(JsonText *json, const Message *message) {
    put_kind(json, "start");
    put_seq(json, message);
    json_put_name(json, "table"), teller_put_table(json, message->telling);
    put_request(json, message);
    json_put_name(json, "you"), json_put_seat(json, message->you);
    json_put_name(json, "game"), put_game(json, message);
}

char *teller_start(const Telling *telling, Seat you, const char *id) {
    Message message = {.telling = telling, .id = id, .you = you};
    message.view = refresh(telling, teller_observer(telling->table, you));
    return write_message(&message, put_start);
}

static void put_changed(JsonText *json, const Message *message) {
    const Table *table = message->telling->table;
    unsigned kind = message->entry->kind;
    put_kind(json, "table");
    put_seq(json, message);
    json_put_name(json, "table"), teller_put_table(json, message->telling);
    /* What was played by other rules is over and done with; where a game is still shown, the rules are the same. */
    if (kind == LOG_set && !table->game_id) json_put_name(json, "rules"), teller_put_rules(json, table);
    /* Others play the next game, or on other seats: the last one is no longer shown. */
    if (kind == LOG_seal && !table->game_id) json_put_name(json, "game"), json_put_word(json, NULL);
    if (kind == LOG_end || kind == LOG_vote) put_over(json, table);
}

char *teller_changed(const Telling *telling, const LogEntry *entry) {
    Message message = {.telling = telling, .entry = entry};
    return write_message(&message, put_changed);
}

static void put_here(JsonText *json, const Message *message) {
    put_kind(json, "here");
    json_put_name(json, "seats"), json_put_seats(json, message->here);
    json_put_name(json, "spectators"), json_put_number(json, message->spectators);
}

char *teller_here(SeatMask here, unsigned spectators) {
    Message message = {.here = here, .spectators = spectators};
    return write_message(&message, put_here);
}

bool teller_moves_people(const LogEntry *entry) {
    return entry->kind == LOG_sit || entry->kind == LOG_stand || entry->kind == LOG_kick || entry->kind == LOG_seal ||
           entry->kind == LOG_start || entry->kind == LOG_set;
}

/* ---- an action ---- */

void teller_deed_begin(const Table *table, const LogEntry *entry, Deed *out) {
    int32_t reserve = table->seat[entry->seat].reserve_ms;
    bool used = table->settings.think_s && reserve != 1000 * (int32_t)table->settings.reserve_s;
    out->step = table->step[table->steps - 1];
    out->over = table->stage != TABLE_PLAYING;
    out->reserve_ms = used ? reserve : -1;
    out->words[0] = 0;
    if (table->said) memcpy(out->words, entry->words, sizeof out->words);
    events_format(&table->settings.ruleset.rules, &table->witness, out->events, sizeof out->events);
}

/* {"t":"act","q":41,"by":"B","e":[...],"v":{...}}; what the actor chose only to the actor: it may be hidden. */
static unsigned put_deed(const Telling *telling, const Deed *deed, const View *before, const View *now,
                         char out[ACT_TEXT_MAX]) {
    JsonText json = json_text_in(rules_of(telling), out, ACT_TEXT_MAX);
    json_put_open(&json, '{');
    put_kind(&json, "act");
    json_put_name(&json, "q"), json_put_number(&json, deed->step.seq);
    json_put_name(&json, "by"), json_put_seat(&json, deed->step.seat);
    if (now->seat == deed->step.seat) json_put_name(&json, "do"), json_put_action(&json, deed->step.action);
    if (deed->step.how != HOW_SELF) json_put_name(&json, "how"), json_put_word(&json, how_name(deed->step.how));
    json_put_name(&json, "e"), json_put_raw(&json, deed->events);
    json_put_name(&json, "v"), put_view(&json, before, now);
    if (deed->words[0]) json_put_name(&json, "say"), json_put_text(&json, deed->words);
    if (deed->reserve_ms >= 0) json_put_name(&json, "reserve_ms"), json_put_number(&json, deed->reserve_ms);
    if (deed->over) json_put_name(&json, "over"), teller_put_result(&json, telling->table);
    json_put_close(&json, '}');
    return json.text.length;
}

unsigned teller_deed(const Telling *telling, const Deed *deed, unsigned observer, char out[ACT_TEXT_MAX]) {
    View before = telling->told->shown[observer];
    return put_deed(telling, deed, &before, refresh(telling, observer), out);
}

/* ---- what was missed ---- */

typedef struct {
    void (*say)(void *context, const char *text, size_t length);
    void *context;
    Game game;
    Witness witness;
    View before, now;
    Deed deed;
    char text[ACT_TEXT_MAX];
} Replay;

/* The first step after that entry. */
static size_t step_after(const Table *table, uint64_t since) {
    size_t first = table->steps;
    while (first && table->step[first - 1].seq > since && table->steps - first <= REPLAY_MAX) first--;
    return first;
}

/* The game as it was before a step that is not further back than REPLAY_MAX. */
static void play_again(const Telling *telling, size_t step, Replay *replay) {
    const Table *table = telling->table;
    const ToldMark *mark = &telling->told->mark[telling->told->mark[1].step <= step];
    replay->game = mark->game;
    replay->witness = mark->witness;
    for (size_t i = mark->step; i < step; i++)
        game_apply(rules_of(telling), &replay->game, table->step[i].seat, table->step[i].action, &replay->witness);
}

static void replay_from(const Telling *telling, unsigned observer, size_t first, Replay *replay) {
    const Table *table = telling->table;
    const Rules *rules = rules_of(telling);
    Deed *deed = &replay->deed;
    *deed = (Deed){.reserve_ms = -1};
    play_again(telling, first, replay);
    view_of(rules, &replay->game, &replay->witness, observer, &replay->before);
    for (size_t i = first; i < table->steps; i++) {
        deed->step = table->step[i];
        game_apply(rules, &replay->game, deed->step.seat, deed->step.action, &replay->witness);
        view_of(rules, &replay->game, &replay->witness, observer, &replay->now);
        events_format(rules, &replay->witness, deed->events, sizeof deed->events);
        replay->say(replay->context, replay->text,
                    put_deed(telling, deed, &replay->before, &replay->now, replay->text));
        replay->before = replay->now;
    }
}

static void put_resumed(JsonText *json, const Message *message) {
    const Telling *telling = message->telling;
    put_arrival(json, message, "resumed");
    put_clocks(json, telling);
    put_over(json, telling->table);
    put_chat(json, telling);
}

bool teller_resumed(const Telling *telling, Seat you, uint64_t since, const char *id,
                    void (*say)(void *context, const char *text, size_t length), void *context) {
    const Table *table = telling->table;
    unsigned observer = teller_observer(table, you);
    size_t first = step_after(table, since);
    Message message = {.telling = telling, .id = id, .you = you};
    if (!table->game_id || since < table->seated_seq || since > table->seq) return false;
    if (table->steps - first > REPLAY_MAX) return false;
    Replay *replay = malloc(sizeof *replay);
    char *last = replay ? write_message(&message, put_resumed) : NULL;
    bool good = last;
    if (good) {
        replay->say = say;
        replay->context = context;
        replay_from(telling, observer, first, replay);
        refresh(telling, observer);
        say(context, last, strlen(last));
    }
    free(replay);
    free(last);
    return good;
}
