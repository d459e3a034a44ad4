/* page_game.c -- the one game on this device (src/table/local.h), told in the messages of docs/protocol.md. */
#include <stdio.h>
#include <string.h>

#include "../engine/text.h"
#include "../table/local.h"
#include "page_internal.h"

static struct {
    bool on;
    Local local;
    Player player[SEATS_MAX];
    unsigned person; /* SPECTATOR: nobody */
    View shown;      /* the view that the page has */
} table;

static const Rules *rules(void) { return &table.local.record.rules; }

/* ---- messages ---- */

static void open_message(const char *kind) {
    reply_begin();
    reply_open('{');
    reply_name("t"), reply_text(kind);
}

static const char *close_message(void) {
    reply_close('}');
    return reply_end();
}

static void put_undo(void) { reply_name("undo"), reply_flag(local_may_undo(&table.local)); }

static const char *tell_no(const char *code, const char *message) {
    open_message("no");
    reply_name("code"), reply_text(code);
    reply_name("message"), reply_text(message);
    reply_name("rules"), reply_split(NULL, ' ');
    return close_message();
}

static const char *tell_no_game(void) { return tell_no("no_game", "No game is under way."); }

static const char *tell_start(void) {
    local_view(&table.local, table.person, &table.shown);
    open_message("start");
    reply_name("q"), reply_number((long long)table.local.record.actions);
    reply_name("you"), reply_seat(table.person);
    put_undo();
    reply_name("game"), reply_open('{');
    reply_name("view"), reply_view(rules(), &table.shown);
    reply_name("events"), reply_events(rules(), &table.local.witness);
    reply_close('}');
    return close_message();
}

/* The last action of the record. */
static const char *tell_act(void) {
    const Record *record = &table.local.record;
    const RecordAction *last = &record->action[record->actions - 1];
    View before = table.shown;
    local_view(&table.local, table.person, &table.shown);
    open_message("act");
    reply_name("q"), reply_number((long long)record->actions);
    reply_name("by"), reply_seat(last->seat);
    if (last->seat != table.person) reply_name("how"), reply_text("bot");
    else reply_name("do"), reply_action(rules(), last->action);
    reply_name("e"), reply_events(rules(), &table.local.witness);
    reply_name("v"), reply_change(rules(), &before, &table.shown);
    put_undo();
    return close_message();
}

static const char *tell_asks(void) {
    open_message("asks");
    reply_name("seat"), reply_seat(table.person);
    reply_name("open"), reply_flag(local_open(&table.local));
    put_undo();
    return close_message();
}

static const char *tell_over(void) {
    const Board *board = &table.local.game.board;
    open_message("over");
    reply_name("winners"), reply_seats(board->winners);
    reply_name("scores"), reply_open('[');
    for (unsigned seat = 0; seat < board->players; seat++) reply_number(board->score[seat]);
    reply_close(']');
    return close_message();
}

/* ---- beginning ---- */

static void clear_table(void) {
    if (!table.on) return;
    local_free(&table.local);
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) player_close(&table.player[seat]);
    memset(&table, 0, sizeof table);
}

/* Takes over the record that lies in table.local, and begins. */
static const char *sit_down(char *kinds, const char *person) {
    Local *local = &table.local;
    unsigned players = local->record.players;
    const char *kind_name[SEATS_MAX];
    table.on = true;
    page_lines(kinds, kind_name);
    if (!page_seat(person, SPECTATOR, &table.person) || (table.person < SPECTATOR && table.person >= players)) {
        clear_table();
        return reply_error("bad_seat", "There is no such seat.");
    }
    local->people = table.person < players ? (SeatMask)(1u << table.person) : 0;
    for (unsigned seat = 0; seat < players; seat++) {
        record_set_bot(&local->record, seat, seat == table.person || !kind_name[seat] ? "" : kind_name[seat]);
        if (seat == table.person) continue;
        PlayerPlan plan = {.kind = kind_name[seat] ? bot_find(kind_name[seat]) : NULL};
        if (!plan.kind || !(plan.kind->families >> rules()->family & 1)) {
            clear_table();
            return reply_error("no_such_bot", "There is no bot of that name that plays these rules.");
        }
        if (!player_open(&plan, &table.player[seat])) {
            clear_table();
            return reply_error("no_memory", "There is no memory left for this.");
        }
        local->player[seat] = &table.player[seat];
    }
    local->chance = local_chance(&local->record);
    local->undo_allowed = true;
    if (local_begin(local)) return tell_start();
    char trouble[LOCAL_TROUBLE_MAX];
    snprintf(trouble, sizeof trouble, "%s", local->trouble);
    clear_table();
    return reply_error("bad_record", trouble);
}

static bool read_names(Record *record, char *names, unsigned *count) {
    const char *name[SEATS_MAX];
    *count = page_lines(names, name);
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
        if (!name[seat]) continue;
        if (!record_name_fits(name[seat])) return false;
        strcpy(record->name[seat], name[seat]);
    }
    return true;
}

static bool read_date(Record *record, const char *date) {
    size_t length = strlen(date);
    if (length >= sizeof record->date || strspn(date, "0123456789-:TZ.+") != length) return false;
    memcpy(record->date, date, length + 1);
    return true;
}

const char *page_game_begin(unsigned place, char *names, char *kinds, const char *person, const char *seed,
                            const char *date) {
    const Ruleset *ruleset = page_rules(place);
    Record *record = &table.local.record;
    unsigned players;
    RulesError error;
    if (!ruleset) return page_no_rules();
    clear_table();
    record_init(record, ruleset, 0);
    if (!read_names(record, names, &players))
        return reply_error("bad_name", "A name has 1 to 47 bytes, without control characters.");
    if (!rules_allow_players(&ruleset->rules, players, &error)) return reply_error("bad_players", error.text);
    record->players = players;
    record->chance.has_seed = true;
    if (!scan_hex(&seed, record->chance.seed.bytes, SEED_BYTES) || *seed)
        return reply_error("bad_seed", "A seed has 64 hexadecimal digits.");
    if (!read_date(record, date)) return reply_error("bad_date", "A date reads like 2026-01-31.");
    return sit_down(kinds, person);
}

const char *page_game_resume(const char *text, char *kinds, const char *person) {
    RecordError error;
    clear_table();
    if (!record_parse(text, strlen(text), &table.local.record, &error))
        return reply_error_at("bad_record", error.text, error.line, error.column);
    return sit_down(kinds, person);
}

/* ---- playing ---- */

const char *page_game_step(void) {
    if (!table.on) return tell_no_game();
    switch (local_step(&table.local)) {
    case LOCAL_ACTED: return tell_act();
    case LOCAL_ASKS: return tell_asks();
    case LOCAL_OVER: return tell_over();
    default: return tell_no("failed", table.local.trouble);
    }
}

static const char *tell_refused(Verdict verdict) {
    open_message("no");
    page_put_refusal(verdict);
    return close_message();
}

const char *page_game_act(const char *notation) {
    Action action;
    if (!table.on) return tell_no_game();
    if (table.person == SPECTATOR) return tell_no("not_seated", "Only who plays can act.");
    if (!action_parse(rules(), &notation, &action) || *notation)
        return tell_no("bad_action", "This is no action of these rules.");
    Verdict verdict = local_act(&table.local, (Seat)table.person, action);
    if (verdict != VERDICT_ok) return tell_refused(verdict);
    if (table.local.failed) return tell_no("failed", table.local.trouble);
    return tell_act();
}

const char *page_game_let_be(void) {
    if (!table.on) return tell_no_game();
    local_let_be(&table.local, table.local.people);
    return page_game_step();
}

const char *page_game_undo(void) {
    if (!table.on) return tell_no_game();
    if (!local_may_undo(&table.local)) return tell_no("no_undo", "There is nothing to take back.");
    return local_undo(&table.local) ? tell_start() : tell_no("failed", table.local.trouble);
}

const char *page_game_view(void) { return table.on ? tell_start() : tell_no_game(); }

const char *page_game_record(void) {
    if (!table.on) return reply_error("no_game", "No game is under way.");
    reply_begin();
    reply_open('{');
    reply_name("text");
    Printer printer = reply_text_begin();
    record_format(&table.local.record, &printer);
    reply_text_end();
    reply_name("finished"), reply_flag(table.local.record.finished);
    reply_close('}');
    return reply_end();
}
