/* teller_table.c -- a table as JSON: settings, seats, who waits, votes; its rules, and how its game ended. */
#include "teller.h"

static const char *const stage_words[] = {"gathering", "playing", "closed"};

static void put_hex(JsonText *json, const char *name, const uint8_t *bytes, unsigned count) {
    char hex[2 * SEED_BYTES + 1];
    Text text = text_in(hex, sizeof hex);
    text_hex(&text, bytes, count);
    json_put_name(json, name), json_put_word(json, hex);
}

void teller_put_id(JsonText *json, const char *name, uint64_t id) {
    uint8_t bytes[sizeof id];
    for (unsigned i = 0; i < sizeof id; i++) bytes[i] = (uint8_t)(id >> (56 - 8 * i));
    put_hex(json, name, bytes, sizeof bytes);
}

static void put_seed(JsonText *json, const char *name, const Seed *seed) {
    put_hex(json, name, seed->bytes, SEED_BYTES);
}

static void put_settings(JsonText *json, const TableSettings *settings, const char *hash) {
    char value[TABLE_TITLE_MAX];
    json_put_open(json, '{');
    for (unsigned i = 0; i < setting_row_count; i++) {
        const SettingRow *row = &setting_rows[i];
        setting_get(settings, row, value, sizeof value);
        json_put_name(json, row->name);
        switch (row->type) {
        case SETTING_TEXT:
        case SETTING_BOT: json_put_text(json, value); break;
        case SETTING_FLAG: json_put_flag(json, value[0] == '1'); break;
        case SETTING_NUMBER: json_put_raw(json, value); break;
        }
    }
    json_put_name(json, "ruleset"), json_put_text(json, settings->ruleset.name);
    json_put_name(json, "rules_title"), json_put_text(json, settings->ruleset.title);
    json_put_name(json, "rules_hash"), json_put_word(json, hash);
    if (settings->club) teller_put_id(json, "club", settings->club);
    json_put_close(json, '}');
}

static const char *seat_word(const TableSeat *seat) {
    if (seat->kind == SEAT_BOT) return "bot";
    if (seat->kind == SEAT_FREE) return "free";
    return seat->remote ? "program" : "person";
}

/* What the seat has fixed for the next deal, or had for this one; its seed is told to nobody before the record is. */
static void put_part(JsonText *json, const Table *table, unsigned number) {
    bool playing = table->stage == TABLE_PLAYING;
    const FairPart *part = playing ? &table->part[number] : &table->seat[number].part;
    if (!part->committed) return;
    put_seed(json, "commit", &part->commit);
    if (playing || table->sealed) json_put_name(json, "revealed"), json_put_flag(json, part->added);
}

static void put_taken_seat(JsonText *json, const Table *table, unsigned number) {
    const TableSeat *seat = &table->seat[number];
    json_put_name(json, "name"), json_put_text(json, seat->name);
    if (seat->kind == SEAT_BOT) json_put_name(json, "bot"), json_put_text(json, seat->bot);
    else teller_put_id(json, "user", seat->user);
    json_put_name(json, "ready"), json_put_flag(json, seat->ready);
    json_put_name(json, "away"), json_put_flag(json, seat->away);
    json_put_name(json, "left"), json_put_flag(json, seat->left);
    if (table->settings.think_s && table->stage == TABLE_PLAYING)
        json_put_name(json, "reserve_ms"), json_put_number(json, seat->reserve_ms);
    put_part(json, table, number);
}

static void put_seats(JsonText *json, const Table *table) {
    json_put_open(json, '[');
    for (unsigned seat = 0; seat < table_seats(table); seat++) {
        json_put_open(json, '{');
        json_put_name(json, "seat"), json_put_seat(json, seat);
        json_put_name(json, "kind"), json_put_word(json, seat_word(&table->seat[seat]));
        if (table->seat[seat].kind != SEAT_FREE) put_taken_seat(json, table, seat);
        json_put_close(json, '}');
    }
    json_put_close(json, ']');
}

static void put_waiting(JsonText *json, const Table *table) {
    json_put_open(json, '[');
    for (unsigned i = 0; i < table->waiting_count; i++) {
        json_put_open(json, '{');
        teller_put_id(json, "user", table->waiting[i].user);
        json_put_name(json, "name"), json_put_text(json, table->waiting[i].name);
        json_put_close(json, '}');
    }
    json_put_close(json, ']');
}

static void put_vote(JsonText *json, const TableVote *vote) {
    if (!vote->kind) {
        json_put_word(json, NULL);
        return;
    }
    json_put_open(json, '{');
    json_put_name(json, "what"), json_put_word(json, vote_name(vote->kind));
    json_put_name(json, "seat"), json_put_seat(json, vote->target);
    json_put_name(json, "yes"), json_put_seats(json, vote->yes);
    json_put_name(json, "no"), json_put_seats(json, vote->no);
    json_put_close(json, '}');
}

void teller_put_table(JsonText *json, const Telling *telling) {
    const Table *table = telling->table;
    json_put_open(json, '{');
    json_put_name(json, "code"), json_put_text(json, telling->code);
    json_put_name(json, "link"), json_put_text(json, telling->link);
    json_put_name(json, "stage"), json_put_word(json, stage_words[table->stage]);
    json_put_name(json, "paused"), json_put_word(json, table->paused ? how_name(table->paused_how) : NULL);
    json_put_name(json, "host"), json_put_seat(json, table->host);
    json_put_name(json, "settings"), put_settings(json, &table->settings, telling->told->rules_hash);
    json_put_name(json, "seats"), put_seats(json, table);
    json_put_name(json, "waiting"), put_waiting(json, table);
    json_put_name(json, "vote"), put_vote(json, &table->vote);
    if (table->prompt[0]) json_put_name(json, "prompt"), json_put_text(json, table->prompt);
    if (table->reply[0]) json_put_name(json, "reply"), json_put_text(json, table->reply);
    json_put_name(json, "games"), json_put_number(json, table->games);
    if (table->has_secret) put_seed(json, "commitment", &table->commitment);
    else json_put_name(json, "commitment"), json_put_word(json, NULL);
    if (table->sealed) json_put_name(json, "sealed"), json_put_flag(json, true);
    json_put_close(json, '}');
}

/* With the codes of all cards, in the order in which lists of cards are kept. */
void teller_put_rules(JsonText *json, const Table *table) {
    const Rules *rules = &table->settings.ruleset.rules;
    char text[RULESET_TEXT_MAX];
    ruleset_format(rules, text, sizeof text);
    json_put_open(json, '{');
    json_put_name(json, "family"), json_put_word(json, family_name(rules->family));
    json_put_name(json, "text"), json_put_text(json, text);
    json_put_name(json, "cards"), json_put_open(json, '[');
    for (uint64_t faces = rules->faces; faces; faces &= faces - 1) json_put_card(json, (Face)bits_first(faces));
    json_put_close(json, ']');
    json_put_close(json, '}');
}

void teller_put_result(JsonText *json, const Table *table) {
    json_put_open(json, '{');
    json_put_name(json, "winners"), json_put_seats(json, table->game.board.winners);
    json_put_name(json, "scores"), json_put_open(json, '[');
    for (unsigned seat = 0; seat < table->players; seat++) json_put_number(json, table->game.board.score[seat]);
    json_put_close(json, ']');
    if (table->game.board.phase != PHASE_OVER)
        json_put_name(json, "broken_off"), json_put_word(json, table->steps < TABLE_STEPS_MAX ? "vote" : "too_long");
    teller_put_id(json, "game", table->game_id);
    put_seed(json, "secret", &table->spent_secret);
    json_put_close(json, '}');
}
