/* table_talk.h -- a table inside a test: people by letter, a clock that the test moves, and
 * beside the table a second one, which is made of nothing but the written log. After
 * every entry the two must be the same.
 *
 *     Talk talk;
 *     talk_open(&talk, "official", "target=0", 3);
 *     talk_sit(&talk, "ABC");
 *     talk_start(&talk);
 *     talk_place(&talk, "phase turn\n...");
 *     assert_said(talk_do(&talk, 'A', "R5"), REFUSAL_ok);
 *     talk_wait(&talk, 2500);
 *     talk_close(&talk); */
#ifndef UNO_TESTS_TABLE_TALK_H
#define UNO_TESTS_TABLE_TALK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "engine/position.h"
#include "random.h"
#include "table/table.h"

typedef struct {
    Table table, folded;
    TableSettings settings; /* of the last make or set that was read back */
    int64_t now_ms;
    uint64_t games;
    TableAnswer said; /* to the last wish */
    LogEntry entry;   /* the last one */
    char text[ENTRY_TEXT_MAX];
    unsigned acts, lapses;
    void (*keep)(const char *text, unsigned length, int64_t at_ms); /* NULL, or hears every entry */
} Talk;

static inline uint64_t talk_user(char person) { return UINT64_C(0xABCD0000) + (uint64_t)(unsigned char)person; }

static inline const char *talk_name(char person) {
    static const char *const names[] = {"Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida", "Jo"};
    return person >= 'A' && person < 'A' + 10 ? names[person - 'A'] : "Somebody";
}

static inline const Rules *talk_rules(const Talk *talk) { return &talk->table.settings.ruleset.rules; }
static inline const Board *talk_board(const Talk *talk) { return &talk->table.game.board; }

/* ---- the log is the table ---- */

static inline bool same_part(const FairPart *a, const FairPart *b) {
    return a->committed == b->committed && a->added == b->added && fair_equal(&a->commit, &b->commit) &&
           fair_equal(&a->seed, &b->seed);
}

static inline bool same_seats(const Table *a, const Table *b) {
    for (unsigned i = 0; i < SEATS_MAX; i++) {
        const TableSeat *x = &a->seat[i], *y = &b->seat[i];
        if (x->kind != y->kind || x->remote != y->remote || x->ready != y->ready || x->away != y->away ||
            x->left != y->left || x->lapses != y->lapses || x->user != y->user || strcmp(x->name, y->name) != 0 ||
            strcmp(x->bot, y->bot) != 0 || x->reserve_ms != y->reserve_ms || !same_part(&x->part, &y->part))
            return false;
        if (a->last_seq[i] != b->last_seq[i] || a->asked_seq[i] != b->asked_seq[i] || a->asked_at[i] != b->asked_at[i])
            return false;
        if (!a->brain[i] != !b->brain[i] || (a->brain[i] && a->brain[i]->kind != b->brain[i]->kind)) return false;
    }
    return true;
}

static inline bool same_people(const Table *a, const Table *b) {
    if (a->waiting_count != b->waiting_count || a->kicked_count != b->kicked_count || a->host != b->host) return false;
    for (unsigned i = 0; i < a->waiting_count; i++)
        if (a->waiting[i].user != b->waiting[i].user || strcmp(a->waiting[i].name, b->waiting[i].name) != 0)
            return false;
    return memcmp(a->kicked, b->kicked, sizeof a->kicked) == 0 && a->vote.kind == b->vote.kind &&
           a->vote.target == b->vote.target && a->vote.yes == b->vote.yes && a->vote.no == b->vote.no &&
           a->vote.at_ms == b->vote.at_ms;
}

static inline bool same_clock(const Table *a, const Table *b) {
    if (a->sealed != b->sealed ||
        (a->sealed && (a->sealed_at != b->sealed_at || a->sealed_id != b->sealed_id || a->players != b->players)))
        return false;
    return a->stage == b->stage && a->seq == b->seq && a->at_ms == b->at_ms && a->paused == b->paused &&
           (!a->paused || (a->paused_how == b->paused_how && a->paused_at == b->paused_at)) &&
           a->paused_total == b->paused_total && a->turned_at == b->turned_at && a->window_at == b->window_at &&
           a->lapsed == b->lapsed && a->acted_seq == b->acted_seq && a->started_seq == b->started_seq &&
           a->seated_seq == b->seated_seq;
}

static inline bool same_game(const Table *a, const Table *b) {
    static char one[POSITION_TEXT_MAX], other[POSITION_TEXT_MAX];
    if (a->game_id != b->game_id || a->games != b->games || a->has_secret != b->has_secret) return false;
    if (a->has_secret && !fair_equal(&a->commitment, &b->commitment)) return false;
    if (!a->game_id) return true;
    if (a->players != b->players || a->steps != b->steps || strcmp(a->date, b->date) != 0) return false;
    for (unsigned i = 0; i < a->players; i++)
        if (!same_part(&a->part[i], &b->part[i])) return false;
    if (a->way != b->way || !fair_equal(&a->seed, &b->seed) || strcmp(a->prompt, b->prompt) != 0 ||
        strcmp(a->reply, b->reply) != 0 || a->said != b->said)
        return false;
    for (size_t i = 0; i < a->steps; i++)
        if (a->step[i].action != b->step[i].action || a->step[i].seat != b->step[i].seat ||
            a->step[i].seq != b->step[i].seq || a->step[i].how != b->step[i].how)
            return false;
    position_format(&a->settings.ruleset.rules, &a->game, &a->witness, one, sizeof one);
    position_format(&b->settings.ruleset.rules, &b->game, &b->witness, other, sizeof other);
    return strcmp(one, other) == 0;
}

static inline bool same_settings(const Table *a, const Table *b) {
    static char one[SETTINGS_TEXT_MAX], other[SETTINGS_TEXT_MAX];
    unsigned length = settings_format(&a->settings, one, sizeof one);
    return length < sizeof one && length == settings_format(&b->settings, other, sizeof other) &&
           strcmp(one, other) == 0;
}

/* What of two tables is not the same; NULL: all that the log decides is. */
static inline const char *tables_differ(const Table *a, const Table *b) {
    if (!same_settings(a, b)) return "settings";
    if (!same_seats(a, b)) return "seats";
    if (!same_people(a, b)) return "people and votes";
    if (!same_clock(a, b)) return "clocks";
    return same_game(a, b) ? NULL : "game";
}

/* Writes the entry down, reads it back, and carries it out at both tables. */
static inline void talk_enter(Talk *talk, const LogEntry *entry) {
    LogEntry back;
    char why[200] = "", again[ENTRY_TEXT_MAX];
    unsigned length = log_entry_format(talk_rules(talk), entry, talk->text, sizeof talk->text);
    talk->entry = *entry;
    if (talk->keep) talk->keep(talk->text, length, entry->at_ms);
    assert_true(length < sizeof talk->text && length == strlen(talk->text));
    if (!log_entry_parse(&talk->folded.settings.ruleset.rules, talk->text, length, &back, &talk->settings, why,
                         sizeof why))
        fail_msg("'%s' cannot be read back: %s", talk->text, why);
    back.seq = entry->seq;
    back.at_ms = entry->at_ms;
    log_entry_format(talk_rules(talk), &back, again, sizeof again);
    assert_string_equal(talk->text, again);
    if (!table_apply(&talk->table, entry)) fail_msg("'%s' cannot be carried out", talk->text);
    if (!table_apply(&talk->folded, &back)) fail_msg("'%s' cannot be carried out again", talk->text);
    talk->acts += entry->kind == LOG_act;
    talk->lapses += entry->kind == LOG_lapse;
    const char *what = tables_differ(&talk->table, &talk->folded);
    if (what) fail_msg("after '%s' the log makes another table: %s", talk->text, what);
}

/* ---- wishes ---- */

/* Everything that is due now. */
static inline void talk_settle(Talk *talk) {
    LogEntry entry;
    for (;;) {
        if (table_wants_secret(&talk->table)) {
            log_entry_init(&entry, LOG_secret);
            entry.seq = talk->table.seq + 1;
            entry.at_ms = talk->now_ms;
            memset(&entry.seed, (int)(talk->table.seq & 0x7F), sizeof entry.seed);
            talk_enter(talk, &entry);
        } else if (table_elapse(&talk->table, talk->now_ms, &entry)) talk_enter(talk, &entry);
        else return;
    }
}

static inline Refusal talk_wish(Talk *talk, char person, Wish wish) {
    LogEntry entry;
    wish.user = person ? talk_user(person) : 0;
    if (!wish.name && person) wish.name = talk_name(person);
    talk->said = table_wish(&talk->table, talk->now_ms, &wish, &entry);
    if (talk->said.refusal == REFUSAL_ok) talk_enter(talk, &entry);
    if (talk->said.refusal == REFUSAL_ok || talk->said.refusal == REFUSAL_held) talk_settle(talk);
    return talk->said.refusal;
}

static inline Refusal talk_simple(Talk *talk, char person, WishKind kind) {
    return talk_wish(talk, person, (Wish){.kind = kind, .seat = NO_SEAT, .yes = true});
}

static inline Refusal talk_seat(Talk *talk, char person, WishKind kind, char seat) {
    return talk_wish(talk, person, (Wish){.kind = kind, .seat = (Seat)(seat - 'A'), .yes = true});
}

static inline Action talk_action(const Talk *talk, const char *text) {
    Action action;
    const char *at = text;
    if (!action_parse(talk_rules(talk), &at, &action) || *at) fail_msg("'%s' is no action", text);
    return action;
}

/* A person who has heard everything up to entry `seen` acts. */
static inline Refusal talk_do_seen(Talk *talk, char person, const char *action, const char *words, uint64_t seen) {
    return talk_wish(
        talk, person,
        (Wish){.kind = WISH_ACT, .seat = NO_SEAT, .action = talk_action(talk, action), .words = words, .seen = seen});
}

static inline Refusal talk_do(Talk *talk, char person, const char *action) {
    return talk_do_seen(talk, person, action, NULL, talk->table.seq);
}

#define assert_said(said, refusal) assert_string_equal(refusal_code(said), refusal_code(refusal))
#define refused(said, refusal) assert_said(said, REFUSAL_##refusal)
#define done(said) assert_said(said, REFUSAL_ok)

/* ---- opening ---- */

static inline void talk_settings(const char *ruleset, const char *change, unsigned seats, TableSettings *out) {
    Ruleset rules;
    RulesetError error;
    if (!ruleset_load(ruleset, &rules, &error) || (change && !ruleset_change(&rules, change, &error)))
        fail_msg("%s", error.text);
    settings_init(out, &rules);
    bool fits = rules_allow_players(&rules.rules, seats, NULL);
    out->seats = (uint8_t)(fits ? seats : (unsigned)rules.rules.option.min_players);
    out->fill[0] = 0;
}

static inline void talk_open_with(Talk *talk, const TableSettings *settings) {
    LogEntry entry;
    void (*keep)(const char *text, unsigned length, int64_t at_ms) = talk->keep;
    memset(talk, 0, sizeof *talk);
    talk->keep = keep;
    table_init(&talk->table);
    table_init(&talk->folded);
    talk->now_ms = 1000;
    log_entry_init(&entry, LOG_make);
    entry.seq = 1;
    entry.at_ms = talk->now_ms;
    entry.settings = settings;
    talk_enter(talk, &entry);
    talk_settle(talk);
}

static inline void talk_open(Talk *talk, const char *ruleset, const char *change, unsigned seats) {
    static TableSettings settings;
    talk_settings(ruleset, change, seats, &settings);
    talk_open_with(talk, &settings);
}

static inline void talk_close(Talk *talk) {
    table_free(&talk->table);
    table_free(&talk->folded);
}

static inline void talk_sit(Talk *talk, const char *people) {
    for (; *people; people++) {
        assert_said(talk_simple(talk, *people, WISH_SIT), REFUSAL_ok);
        assert_said(talk_simple(talk, *people, WISH_READY), REFUSAL_ok);
    }
}

/* Everybody's own seed, and the hash of it. */
static inline Seed talk_seed(char person) {
    Seed seed;
    memset(&seed, person, sizeof seed);
    return seed;
}

static inline Refusal talk_commit(Talk *talk, char person) {
    Seed seed = talk_seed(person);
    Wish wish = {.kind = WISH_READY, .yes = true, .has_seed = true};
    fair_commit(&seed, &wish.seed);
    return talk_wish(talk, person, wish);
}

static inline Refusal talk_reveal(Talk *talk, char person) {
    return talk_wish(talk, person, (Wish){.kind = WISH_REVEAL, .seed = talk_seed(person)});
}

static inline Refusal talk_start(Talk *talk) {
    return talk_wish(talk, (char)('A' + (char)(talk->table.seat[talk->table.host].user - talk_user('A'))),
                     (Wish){.kind = WISH_START, .game_id = ++talk->games, .date = "2026-11-16 12:30"});
}

/* The game goes on from here, by both tables. */
static inline void talk_place(Talk *talk, const char *position) {
    ParseError error;
    Table *tables[] = {&talk->table, &talk->folded};
    for (unsigned i = 0; i < 2; i++) {
        Table *table = tables[i];
        witness_init(&table->witness);
        if (!position_parse(talk_rules(talk), position, &table->game, &table->witness, &error))
            fail_msg("line %u: %s", error.line, error.text);
        for (Seat seat = 0; seat < table->players; seat++) {
            bool asked = board_awaited(talk_rules(talk), &table->game.board) >> seat & 1;
            table->asked_seq[seat] = asked ? table->seq : 0;
            table->asked_at[seat] = talk->now_ms - table->paused_total;
        }
        table->turned_at = talk->now_ms - table->paused_total;
        table->window_at = -1;
    }
}

/* ---- time ---- */

static inline void talk_think(Talk *talk) {
    for (SeatMask seats = table_thinkers(&talk->table); seats; seats &= (SeatMask)(seats - 1)) {
        Seat seat = mask_first(seats);
        uint64_t seen = talk->table.seq;
        Bot bot;
        View view;
        Wish wish = {.kind = WISH_ACT, .seat = seat, .seen = seen};
        table_brain(&talk->table, seat, &bot);
        table_view(&talk->table, seat, &view);
        if (!bot_act(&bot, &view, &wish.action) || talk_wish(talk, 0, wish) != REFUSAL_held)
            table_let_be(&talk->table, seat, seen);
    }
}

/* What the next `ms` bring about, bots included. Nothing may be due again and again. */
static inline void talk_wait(Talk *talk, int64_t ms) {
    int64_t until = talk->now_ms + ms;
    unsigned idle = 0;
    for (int64_t due; (due = table_due(&talk->table)) <= until;) {
        uint64_t before = talk->table.seq;
        if (due > talk->now_ms) talk->now_ms = due;
        talk_settle(talk);
        talk_think(talk);
        idle = talk->table.seq == before ? idle + 1 : 0;
        if (idle > 4 * SEATS_MAX) fail_msg("something is due at %lld, but nothing happens", (long long)due);
    }
    talk->now_ms = until;
}

/* Three at official UNO, one deal, with A to play. */
#define A_TO_PLAY \
    "phase turn\nplayers 3\ndeals 1\nturn A\ndealer C\nturns 9\ndirection 1\ncolour R\ntop R5\n" \
    "hand A R1 R2 R3\nhand B G1 G2 G3 R7\nhand C Y1 Y2 Y3\n"

static inline void talk_three_at_official(Talk *talk) {
    talk_open(talk, "official", "target=0", 3);
    talk_sit(talk, "ABC");
    done(talk_start(talk));
    talk_place(talk, A_TO_PLAY);
}

#endif
