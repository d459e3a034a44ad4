/* page_game.c -- the one game on this device: the server's own table (src/table/home.h drives it) with one person and
 * bots, or bots alone, told by the server's own teller. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../bots/judge.h"
#include "../bots/move_why.h"
#include "../engine/text.h"
#include "../table/home.h"
#include "../teller/teller.h"
#include "page_internal.h"

static struct {
    bool on;
    Home home;
    Told told;
    unsigned person;    /* SPECTATOR: nobody */
    bool deals;         /* the game begins: joining and dealing are told one by one */
    bool keeps;         /* the record is to be kept */
    size_t kept;        /* actions of the record that was; 0: none was yet */
    int64_t skipped_ms; /* waiting that the person did without */
} table;

/* What is thought about for the person, if they ask. */
static struct {
    uint64_t seq; /* about which question; 0: none */
    View view;
    Judgement judgement;
    uint64_t looks;
} hint;

static const Rules *rules(void) { return &table.home.record.rules; }

/* ---- messages ---- */

static Seat own_seat(void) { return table.person < SEATS_MAX ? (Seat)table.person : NO_SEAT; }

static Telling telling(void) {
    return (Telling){.table = &table.home.table,
                     .told = &table.told,
                     .now_ms = table.home.now_ms,
                     .code = "",
                     .link = "",
                     .here = table.home.people};
}

/* Takes the text over. Without memory a message is left out: whoever hears the next one notices the gap. */
static void say(char *text) {
    if (text) reply_text(text);
    free(text);
}

static void say_joined(void) {
    Telling whole = telling();
    say(teller_joined(&whole, own_seat(), NULL));
}

static void say_act(const LogEntry *entry) {
    static char text[ACT_TEXT_MAX];
    static Deed deed;
    Telling change = telling();
    teller_deed_begin(&table.home.table, entry, &deed);
    teller_deed(&change, &deed, table.person, text);
    reply_text(text);
}

static void note_entry(void *keeper, const Home *home, const LogEntry *entry) {
    Telling dealt = telling();
    (void)keeper;
    told_note(&table.told, &home->table, entry);
    if (entry->kind == LOG_seed && table.deals) say_joined();
    if (entry->kind == LOG_start && table.deals) say(teller_start(&dealt, own_seat(), NULL));
    if (entry->kind == LOG_act && !home->folds) say_act(entry);
}

static void note_kept(void *keeper, const Home *home) {
    (void)keeper;
    table.keeps = home->record.actions; /* one that nobody has played yet is none */
}

/* ---- answers ---- */

static void open_answer(unsigned now_ms) {
    int64_t now = now_ms + table.skipped_ms;
    if (now > table.home.now_ms) table.home.now_ms = now;
    table.keeps = false;
    reply_begin();
    reply_open('{');
    reply_name("say"), reply_open('[');
}

/* Who is asked finds the game there after a reload, once there is anything to come back to. */
static bool must_keep(void) {
    bool newer = table.kept && table.kept != table.home.record.actions;
    return table.keeps || (newer && home_asked(&table.home));
}

static void put_record(void) {
    Printer printer = reply_text_begin();
    record_format(&table.home.record, &printer);
    reply_text_end();
}

static const char *close_answer(void) {
    const Home *home = &table.home;
    int64_t due = home_due(home);
    reply_close(']');
    reply_name("wait");
    if (due == INT64_MAX) reply_text(NULL);
    else reply_number(due > home->now_ms ? due - home->now_ms : 0);
    reply_name("undo"), reply_flag(home_may_undo(home));
    reply_name("failed"), reply_text(home->trouble[0] ? home->trouble : NULL);
    if (must_keep()) {
        table.kept = home->record.actions;
        reply_name("record"), put_record();
    }
    reply_close('}');
    return reply_end();
}

static const char *no_game(void) { return reply_error("no_game", "No game is under way."); }

static void clear_table(void) {
    if (table.on) home_free(&table.home);
    else record_free(&table.home.record);
    memset(&table, 0, sizeof table);
    hint.seq = 0;
}

/* ---- beginning ---- */

static const char *fail(const char *code, const char *message) {
    const char *answer = reply_error(code, message);
    clear_table();
    return answer;
}

static bool choose_bots(char *kinds) {
    const char *name[SEATS_MAX];
    page_lines(kinds, name);
    for (unsigned seat = 0; seat < table.home.record.players; seat++) {
        record_set_bot(&table.home.record, seat, seat == table.person || !name[seat] ? "" : name[seat]);
        const BotKind *kind = name[seat] ? bot_find(name[seat]) : NULL;
        if (seat == table.person) continue;
        if (!kind || !(kind->families >> rules()->family & 1)) return false;
        table.home.plan[seat].kind = kind;
    }
    return true;
}

/* Takes over the record that lies in table.home, and begins. */
static const char *sit_down(char *kinds, const char *person, unsigned pace_ms) {
    Home *home = &table.home;
    unsigned players = home->record.players;
    if (!page_seat(person, SPECTATOR, &table.person) || (table.person < SPECTATOR && table.person >= players))
        return fail("bad_seat", "There is no such seat.");
    if (!choose_bots(kinds)) return fail("no_such_bot", "There is no bot of that name that plays these rules.");
    home->people = table.person < players ? (SeatMask)(1u << table.person) : 0;
    home->undo_allowed = home->live = true;
    home->pace_ms = pace_ms;
    home->keep = note_kept;
    home->note = note_entry;
    table.on = true;
    table.deals = !home->record.actions;
    table.kept = home->record.actions;
    open_answer(0);
    if (!home_begin(home)) return fail("bad_record", home->trouble);
    if (!table.deals) say_joined();
    table.deals = table.keeps = false;
    return close_answer();
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
                            const char *date, unsigned pace_ms) {
    const Ruleset *ruleset = page_rules(place);
    Record *record = &table.home.record;
    unsigned players;
    RulesError error;
    if (!ruleset) return page_no_rules();
    clear_table();
    record_init(record, ruleset, 0);
    memcpy(table.home.title, ruleset->title, sizeof table.home.title);
    if (!read_names(record, names, &players))
        return fail("bad_name", "A name has 1 to 47 bytes, without control characters.");
    if (!rules_allow_players(&ruleset->rules, players, &error)) return fail("bad_players", error.text);
    record->players = players;
    record->chance.has_seed = true;
    if (!scan_hex(&seed, record->chance.seed.bytes, SEED_BYTES) || *seed)
        return fail("bad_seed", "A seed has 64 hexadecimal digits.");
    if (!read_date(record, date)) return fail("bad_date", "A date reads like 2026-01-31.");
    return sit_down(kinds, person, pace_ms);
}

const char *page_game_resume(const char *text, const char *title, char *kinds, const char *person, unsigned pace_ms) {
    RecordError error;
    clear_table();
    if (!record_parse(text, strlen(text), &table.home.record, &error)) {
        memset(&table, 0, sizeof table);
        return reply_error_at("bad_record", error.text, error.line, error.column);
    }
    snprintf(table.home.title, sizeof table.home.title, "%s", title);
    return sit_down(kinds, person, pace_ms);
}

/* ---- playing ---- */

/* Lets at most one thing happen; the record of a game that is over gets its result. */
static const char *go_on(void) {
    if (home_step(&table.home) == HOME_ACTED && table.home.table.stage != TABLE_PLAYING) home_step(&table.home);
    return close_answer();
}

const char *page_game_go(unsigned now_ms) {
    if (!table.on) return no_game();
    open_answer(now_ms);
    return go_on();
}

const char *page_game_pace(unsigned pace_ms, unsigned now_ms) {
    if (!table.on) return no_game();
    home_set_pace(&table.home, pace_ms);
    return page_game_go(now_ms);
}

const char *page_game_let_be(unsigned now_ms) {
    if (!table.on) return no_game();
    int64_t due = home_due(&table.home), now = now_ms + table.skipped_ms;
    if (due != INT64_MAX && due > now) table.skipped_ms += due - now;
    return page_game_go(now_ms);
}

static void say_no(const char *code, const char *message, const char *ids) {
    char text[800];
    JsonText json = json_text_in(rules(), text, sizeof text);
    json_put_open(&json, '{');
    json_put_name(&json, "t"), json_put_word(&json, "no");
    json_put_name(&json, "code"), json_put_word(&json, code);
    json_put_name(&json, "message"), json_put_text(&json, message);
    json_put_name(&json, "rules"), json_put_open(&json, '[');
    for (size_t length; *ids; ids += length + (ids[length] == ' ')) {
        char id[16];
        length = strcspn(ids, " ");
        snprintf(id, sizeof id, "%.*s", (int)length, ids);
        json_put_word(&json, id);
    }
    json_put_close(&json, ']');
    json_put_close(&json, '}');
    reply_text(text);
}

static void say_refusal(const TableAnswer *said) {
    if (said->refusal == REFUSAL_held) reply_text("{\"t\":\"held\"}");
    else if (said->refusal == REFUSAL_against_rules)
        say_no(verdict_name(said->verdict), verdict_sentence(said->verdict), verdict_rules(said->verdict));
    else if (said->refusal != REFUSAL_ok) say_no(refusal_code(said->refusal), refusal_sentence(said->refusal), "");
}

const char *page_game_do(const char *notation, unsigned seen, unsigned now_ms) {
    Action action;
    if (!table.on) return no_game();
    open_answer(now_ms);
    if (!action_parse(rules(), &notation, &action) || *notation) {
        say_no("bad_message", "This is no action of these rules.", "");
        return close_answer();
    }
    TableAnswer said = home_wish(&table.home, own_seat(), action, seen);
    say_refusal(&said);
    if (table.home.table.stage != TABLE_PLAYING) return go_on();
    return close_answer();
}

const char *page_game_undo(unsigned now_ms) {
    if (!table.on) return no_game();
    open_answer(now_ms);
    if (home_undo(&table.home)) say_joined();
    else say_no("no_undo", "There is nothing to take back.", "");
    return close_answer();
}

/* ---- a hint ---- */

enum { HINT_WORLDS_MAX = 2000, HINT_CLEAR = 15 }; /* tenths of a standard error */

static bool begin_hint(void) {
    Bot bot;
    Action first = ACT_NONE;
    Seat seat = own_seat();
    ActionSet set;
    if (seat == NO_SEAT || table.home.table.stage != TABLE_PLAYING) return false;
    if (hint.seq == table.home.table.seq) return true;
    home_view(&table.home, seat, &hint.view);
    view_actions(rules(), &hint.view, &set);
    if (action_set_empty(&set)) return false;
    bot_init(&bot, &bot_greedy, rules(), 1, NULL);
    if (!bot_act(&bot, &hint.view, &first)) first = ACT_NONE;
    judge_list(rules(), &hint.view, first, home_asked(&table.home) >> seat & 1, &hint.judgement);
    hint.seq = table.home.table.seq;
    hint.looks = 0;
    return true;
}

/* What rules of thumb say comes first, and stays unless something is better. */
static unsigned best_of_hint(void) {
    unsigned best = judge_best(&hint.judgement);
    return judge_clear(&hint.judgement.candidate[best], HINT_CLEAR) ? best : 0;
}

static unsigned next_best(unsigned best) {
    unsigned other = !best;
    for (unsigned i = 0; i < hint.judgement.count; i++)
        if (i != best && judge_worth(&hint.judgement.candidate[i]) > judge_worth(&hint.judgement.candidate[other]))
            other = i;
    return other;
}

const char *page_game_hint(unsigned worlds) {
    Judgement *judgement = &hint.judgement;
    if (!table.on) return no_game();
    if (!begin_hint()) return reply_error("no_question", "There is nothing to be done now.");
    bool choice = judgement->count > 1;
    if (choice && !judge_look(rules(), &hint.view, NULL, worlds < HINT_WORLDS_MAX ? worlds : HINT_WORLDS_MAX,
                              ++hint.looks, judgement))
        return reply_error("no_world", "The engine cannot say.");
    unsigned best = choice ? best_of_hint() : 0;
    Action action = judgement->candidate[best].action;
    reply_begin();
    reply_open('{');
    reply_name("do");
    if (action == ACT_NONE) reply_text(NULL);
    else reply_action(rules(), action);
    reply_name("why");
    if (!choice) reply_text(NULL);
    else reply_text(move_why_name(move_why(rules(), &hint.view, judgement->candidate[next_best(best)].action, action)));
    reply_name("worlds"), reply_number(judgement->candidate[best].worlds);
    reply_close('}');
    return reply_end();
}

const char *page_game_record(void) {
    if (!table.on) return no_game();
    reply_begin();
    reply_open('{');
    reply_name("text"), put_record();
    reply_name("finished"), reply_flag(table.home.record.finished);
    reply_close('}');
    return reply_end();
}
