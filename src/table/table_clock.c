/* table_clock.c -- what time brings about at a table: actions whose window is over,
 * seats that ran out of time, the next deal, votes that nobody answers; and when bots
 * are to be asked. */
#include <string.h>

#include "table_internal.h"

static int64_t sooner(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t later(int64_t a, int64_t b) { return a > b ? a : b; }

/* ---- windows ---- */

static int64_t grace_ms(const Table *table) { return (int64_t)table->settings.window_ms * TABLE_GRACE / 8; }

static bool others_may_jump(const Table *table) {
    const Rules *rules = table_rules(table);
    const Board *board = &table->game.board;
    return rules->family == FAMILY_CLASSIC && rules->option.jump_in && board->phase == PHASE_TURN &&
           !(rules->wilds >> board->classic.top & 1);
}

int64_t table_hold_until(const Table *table, Seat seat, Action action) {
    bool awaited = table_awaited(table) >> seat & 1;
    ActionKind kind = action_kind(action);
    int64_t until = 0;
    if (kind == ACT_CALL) return 0;
    if (table->window_at >= 0 && table->settings.window_ms)
        until = table->window_at + (kind == ACT_CATCH ? grace_ms(table) : table->settings.window_ms);
    if (kind != ACT_CATCH && awaited && others_may_jump(table) && table->settings.jump_ms)
        until = later(until, table->turned_at + table->settings.jump_ms);
    return until;
}

/* The held action that is next, on the clock of the game; NO_SEAT: none is held. */
static Seat next_held(const Table *table, int64_t *when) {
    Seat first = NO_SEAT;
    for (Seat seat = 0; seat < table->players; seat++) {
        if (!table->held[seat]) continue;
        int64_t until = table_hold_until(table, seat, table->held[seat]);
        if (first != NO_SEAT && until >= *when) continue;
        first = seat;
        *when = until;
    }
    return first;
}

static void entry_act(LogEntry *out, Seat seat, EntryHow how, Action action) {
    log_entry_init(out, ENTRY_act);
    out->seat = seat;
    out->how = (uint8_t)how;
    out->action = action;
}

static bool elapse_held(Table *table, int64_t clock_ms, LogEntry *out) {
    int64_t when = 0;
    for (Seat seat; (seat = next_held(table, &when)) != NO_SEAT && when <= clock_ms; table_drop_held(table, seat)) {
        Action action = table->held[seat];
        /* The call came in time: who wanted to catch pays nothing. */
        if (action_kind(action) == ACT_CATCH && table->window_at < 0) continue;
        if (table_refusal(table, seat, action) != VERDICT_ok) continue;
        entry_act(out, seat, (EntryHow)table->held_how[seat], action);
        if (table->held_words[seat]) strncpy(out->words, table->held_words[seat], ENTRY_WORDS_MAX - 1);
        return true;
    }
    return false;
}

/* ---- clocks ---- */

static bool is_on_the_clock(const Table *table, Seat seat) {
    const TableSeat *at = &table->seat[seat];
    return table->settings.think_s && table_awaited(table) >> seat & 1 && at->kind == SEAT_PERSON && !at->away &&
           !at->left && !(table->lapsed >> seat & 1) && table->game.board.phase != PHASE_DEAL;
}

/* On the clock of the game. */
static int64_t deadline(const Table *table, Seat seat) {
    return table->asked_at[seat] + 1000 * (int64_t)table->settings.think_s + table->seat[seat].reserve_ms;
}

int64_t table_time_left(const Table *table, Seat seat, int64_t now_ms) {
    if (!is_on_the_clock(table, seat)) return -1;
    return later(0, deadline(table, seat) - table_clock(table, now_ms));
}

/* Whose action waits for a window has acted in time. */
static bool may_lapse(const Table *table, Seat seat) { return is_on_the_clock(table, seat) && !table->held[seat]; }

static bool elapse_clocks(const Table *table, int64_t clock_ms, LogEntry *out) {
    for (Seat seat = 0; seat < table->players; seat++) {
        if (!may_lapse(table, seat) || deadline(table, seat) > clock_ms) continue;
        log_entry_init(out, ENTRY_lapse);
        out->seat = seat;
        return true;
    }
    return false;
}

static bool is_dealing(const Table *table) { return table_is_playing(table) && table->game.board.phase == PHASE_DEAL; }

static int64_t deal_at(const Table *table) {
    return table->turned_at + TABLE_DEAL_PACES * (int64_t)table->settings.pace_ms;
}

/* ---- people who wait ---- */

static Seat seat_for_waiting(const Table *table) {
    if (!table->waiting_count) return NO_SEAT;
    if (table->stage != TABLE_GATHERING && !is_dealing(table)) return NO_SEAT;
    Seat bot = NO_SEAT;
    for (Seat seat = 0; seat < table_seats(table); seat++) {
        const TableSeat *at = &table->seat[seat];
        if (at->kind == SEAT_FREE || (at->left && table->stage == TABLE_GATHERING)) return seat;
        if (at->kind == SEAT_BOT && bot == NO_SEAT) bot = seat;
    }
    return bot;
}

static bool elapse_waiting(const Table *table, LogEntry *out) {
    Seat seat = seat_for_waiting(table);
    if (seat == NO_SEAT) return false;
    log_entry_init(out, ENTRY_sit);
    out->seat = seat;
    out->id = table->waiting[0].user;
    out->remote = table->waiting[0].remote;
    memcpy(out->words, table->waiting[0].name, RECORD_NAME_MAX);
    return true;
}

/* When a table that starts by itself does so, if nothing happens before; INT64_MAX: not at all. */
static int64_t start_at(const Table *table) {
    SeatMask people = table_people(table);
    bool free_seats = false;
    if (table->stage != TABLE_GATHERING || !table->settings.starts_alone || !table->has_secret || !people)
        return INT64_MAX;
    for (Seat seat = 0; seat < table->settings.seats; seat++) {
        const TableSeat *at = &table->seat[seat];
        if (people >> seat & 1 && !at->ready) return INT64_MAX;
        free_seats |= at->kind == SEAT_FREE || at->left;
    }
    if (!free_seats) return table->at_ms;
    return table->settings.fill[0] ? table->at_ms + TABLE_FILL_MS : INT64_MAX;
}

bool table_wants_start(const Table *table, int64_t now_ms) { return now_ms >= start_at(table); }

/* ---- all of it ---- */

static bool elapse(Table *table, int64_t now_ms, LogEntry *out) {
    if (table->stage == TABLE_CLOSED) return false;
    if (elapse_waiting(table, out)) return true;
    if (table->vote.kind && table->vote.at_ms + TABLE_VOTE_MS <= now_ms)
        return log_entry_init(out, ENTRY_vote_over), true;
    if (!table_is_playing(table) || table->paused) return false;
    int64_t clock_ms = table_clock(table, now_ms);
    if (is_dealing(table) && deal_at(table) <= clock_ms)
        return entry_act(out, table->game.board.turn, HOW_CLOCK, action_plain(ACT_DEAL)), true;
    return elapse_held(table, clock_ms, out) || elapse_clocks(table, clock_ms, out);
}

bool table_elapse(Table *table, int64_t now_ms, LogEntry *out) {
    if (now_ms < table->at_ms) now_ms = table->at_ms;
    if (!elapse(table, now_ms, out)) return false;
    out->seq = table->seq + 1;
    out->at_ms = now_ms;
    return true;
}

/* ---- bots ---- */

/* Whether somebody could break in, as the whole table knows it. */
static bool is_open_to_bystanders(const Table *table) { return table->window_at >= 0 || others_may_jump(table); }

/* When a bot that is not awaited is asked whether it calls, catches or jumps in, so that people are not always too
 * late. */
static int64_t offer_at(const Table *table, Seat seat) {
    const Board *board = &table->game.board;
    int64_t jump = others_may_jump(table) ? table->turned_at + table->settings.jump_ms / 2 : INT64_MAX;
    if (table->window_at < 0) return jump;
    if (seat == board->classic.uno_seat) return sooner(jump, table->window_at + grace_ms(table) / 2);
    return sooner(jump, table->window_at + grace_ms(table) + (table->settings.window_ms - grace_ms(table)) / 2);
}

static SeatMask with_brain(const Table *table, SeatMask seats) {
    for (Seat seat = 0; seat < table->players; seat++)
        if (!table->brain[seat]) seats &= (SeatMask)~seat_bit(seat);
    return seats;
}

static SeatMask offered_bots(const Table *table) {
    if (!is_open_to_bystanders(table)) return 0;
    SeatMask seats = with_brain(table, table_bystanders(table)) & (SeatMask) ~(table->let_be | table->thinking);
    for (SeatMask left = seats; left; left &= (SeatMask)(left - 1)) {
        ActionSet set;
        Seat seat = mask_first(left);
        board_actions(table_rules(table), &table->game.board, &table->game.own[seat], seat, &set);
        if (action_set_empty(&set)) seats &= (SeatMask)~seat_bit(seat);
    }
    return seats;
}

static int64_t bot_at(const Table *table, Seat seat) {
    int64_t when = table->asked_at[seat] + (table->lapsed >> seat & 1 ? 0 : table->settings.pace_ms);
    return later(when, table_hold_until(table, seat, action_plain(ACT_PASS)));
}

static SeatMask asked_bots(const Table *table) {
    if (is_dealing(table)) return 0;
    return with_brain(table, table_awaited(table)) & (SeatMask)~table->thinking;
}

SeatMask table_thinkers(Table *table, int64_t now_ms) {
    if (!table_is_playing(table) || table->paused) return 0;
    int64_t clock_ms = table_clock(table, now_ms);
    SeatMask offered = offered_bots(table), due = 0;
    for (SeatMask left = offered; left; left &= (SeatMask)(left - 1))
        if (offer_at(table, mask_first(left)) <= clock_ms) due |= seat_bit(mask_first(left));
    /* Who may break in decides first. */
    SeatMask breaking_in = due | (table->thinking & table_bystanders(table));
    for (SeatMask left = breaking_in ? 0 : asked_bots(table); left; left &= (SeatMask)(left - 1))
        if (bot_at(table, mask_first(left)) <= clock_ms) due |= seat_bit(mask_first(left));
    table->thinking |= due;
    return due;
}

void table_let_be(Table *table, Seat seat, uint64_t seen) {
    bool is_about_now = seen >= table->acted_seq;
    if (!is_about_now && !(table_awaited(table) >> seat & 1)) return;
    table->thinking &= (SeatMask)~seat_bit(seat);
    if (is_about_now) table->let_be |= seat_bit(seat);
}

static int64_t bots_due(const Table *table) {
    int64_t due = INT64_MAX;
    for (SeatMask left = offered_bots(table); left; left &= (SeatMask)(left - 1))
        due = sooner(due, offer_at(table, mask_first(left)));
    if (table->thinking & table_bystanders(table)) return due;
    for (SeatMask left = asked_bots(table); left; left &= (SeatMask)(left - 1))
        due = sooner(due, bot_at(table, mask_first(left)));
    return due;
}

int64_t table_due(const Table *table) {
    int64_t due = INT64_MAX, held = 0;
    if (table->stage == TABLE_CLOSED) return INT64_MAX;
    if (seat_for_waiting(table) != NO_SEAT) return table->at_ms;
    if (table->stage == TABLE_GATHERING) return start_at(table);
    if (table->vote.kind) due = table->vote.at_ms + TABLE_VOTE_MS;
    if (table->paused) return due;
    int64_t clock_due = bots_due(table);
    if (is_dealing(table)) clock_due = sooner(clock_due, deal_at(table));
    if (next_held(table, &held) != NO_SEAT) clock_due = sooner(clock_due, held);
    for (Seat seat = 0; seat < table->players; seat++)
        if (may_lapse(table, seat)) clock_due = sooner(clock_due, deadline(table, seat));
    return clock_due == INT64_MAX ? due : sooner(due, table_when(table, clock_due));
}
