/* table_clock.c -- what time brings about at a table: actions whose window is over,
 * seats that ran out of time, the next deal, votes that nobody answers, games without
 * an end. */
#include <string.h>

#include "table_internal.h"

static int64_t sooner(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t later(int64_t a, int64_t b) { return a > b ? a : b; }

/* ---- windows ---- */

int64_t table_hold_until(const Table *table, Seat seat, Action action) {
    bool awaited = table_awaited(table) >> seat & 1;
    ActionKind kind = action_kind(action);
    int64_t until = 0;
    if (kind == ACT_CALL) return 0;
    if (table->window_at >= 0 && table->settings.window_ms)
        until = table->window_at + (kind == ACT_CATCH ? table_grace_ms(table) : table->settings.window_ms);
    if (kind != ACT_CATCH && awaited && table_may_jump(table) && table->settings.jump_ms)
        until = later(until, table->turned_at + table->settings.jump_ms);
    return until;
}

/* The held action that is next, on the clock of the game; NO_SEAT: none is held. Of two at the same time the one that
 * breaks in comes first. */
static Seat next_held(const Table *table, int64_t *when) {
    Seat first = NO_SEAT;
    SeatMask awaited = table_awaited(table);
    for (Seat seat = 0; seat < table->players; seat++) {
        if (!table->held[seat]) continue;
        int64_t until = table_release_at(table, seat);
        bool breaks_in = first != NO_SEAT && awaited >> first & 1 && !(awaited >> seat & 1);
        if (first != NO_SEAT && (until > *when || (until == *when && !breaks_in))) continue;
        first = seat;
        *when = until;
    }
    return first;
}

static void entry_act(LogEntry *out, Seat seat, EntryHow how, Action action) {
    log_entry_init(out, LOG_act);
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
        log_entry_init(out, LOG_lapse);
        out->seat = seat;
        return true;
    }
    return false;
}

static int64_t deal_at(const Table *table) { return table->turned_at + TABLE_DEAL_PACES * table_pace_ms(table); }

/* Rules can be such that nobody ever wins. */
static bool is_too_long(const Table *table) { return table_is_playing(table) && table->steps >= TABLE_STEPS_MAX; }

/* ---- people who wait ---- */

static Seat seat_for_waiting(const Table *table) {
    if (!table->waiting_count || table->sealed) return NO_SEAT;
    if (table->stage != TABLE_GATHERING && !table_is_dealing(table)) return NO_SEAT;
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
    log_entry_init(out, LOG_sit);
    out->seat = seat;
    out->id = table->waiting[0].user;
    out->remote = table->waiting[0].remote;
    memcpy(out->words, table->waiting[0].name, RECORD_NAME_MAX);
    return true;
}

/* When a table that starts by itself does so, if nothing happens before; INT64_MAX: not at all. */
static int64_t start_at(const Table *table) {
    SeatMask people = table_people(table);
    bool free_seats = false, all_committed = true;
    if (table->stage != TABLE_GATHERING || table->sealed || !table->settings.starts_alone || !table->has_secret ||
        !people || table_has_had_its_game(table))
        return INT64_MAX;
    for (Seat seat = 0; seat < table->settings.seats; seat++) {
        const TableSeat *at = &table->seat[seat];
        if (people >> seat & 1 && !at->ready) return INT64_MAX;
        free_seats |= at->kind == SEAT_FREE || at->left;
        all_committed &= !(people >> seat & 1) || at->remote || at->part.committed;
    }
    /* A person made ready by joining (quick play) has a moment to add a part of the chance. */
    if (!free_seats) return table->at_ms + (all_committed ? 0 : TABLE_COMMIT_MS);
    return table->settings.fill[0] ? table->at_ms + TABLE_FILL_MS : INT64_MAX;
}

/* When a sealed table deals: once all seeds are revealed, or when it has waited long enough. */
static int64_t sealed_until(const Table *table) {
    return table_unrevealed(table) ? table->sealed_at + TABLE_REVEAL_MS : table->at_ms;
}

static void entry_start(const Table *table, LogEntry *out) {
    log_entry_init(out, LOG_start);
    out->id = table->sealed_id;
    memcpy(out->words, table->sealed_date, sizeof table->sealed_date);
}

bool table_wants_start(const Table *table, int64_t now_ms) { return now_ms >= start_at(table); }

/* ---- all of it ---- */

static bool elapse(Table *table, int64_t now_ms, LogEntry *out) {
    if (table->stage == TABLE_CLOSED) return false;
    if (table->follows)
        return table_is_playing(table) && !table->paused && elapse_held(table, table_clock(table, now_ms), out);
    if (elapse_waiting(table, out)) return true;
    if (table->sealed && sealed_until(table) <= now_ms) return entry_start(table, out), true;
    if (table->vote.kind && table->vote.at_ms + TABLE_VOTE_MS <= now_ms)
        return log_entry_init(out, LOG_vote_over), true;
    if (is_too_long(table)) return log_entry_init(out, LOG_end), true;
    if (!table_is_playing(table) || table->paused) return false;
    int64_t clock_ms = table_clock(table, now_ms);
    if (table_is_dealing(table) && deal_at(table) <= clock_ms)
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

int64_t table_due(const Table *table) {
    int64_t due = INT64_MAX, held = 0;
    if (table->stage == TABLE_CLOSED) return INT64_MAX;
    if (table->follows) {
        bool held_here = table_is_playing(table) && !table->paused && next_held(table, &held) != NO_SEAT;
        return held_here ? table_when(table, held) : INT64_MAX;
    }
    if (seat_for_waiting(table) != NO_SEAT || is_too_long(table) || table_unasked(table)) return table->at_ms;
    if (table->stage == TABLE_GATHERING) return table->sealed ? sealed_until(table) : start_at(table);
    if (table->vote.kind) due = table->vote.at_ms + TABLE_VOTE_MS;
    if (table->paused) return due;
    int64_t clock_due = table_is_dealing(table) ? deal_at(table) : INT64_MAX;
    if (next_held(table, &held) != NO_SEAT) clock_due = sooner(clock_due, held);
    for (Seat seat = 0; seat < table->players; seat++)
        if (may_lapse(table, seat)) clock_due = sooner(clock_due, deadline(table, seat));
    return clock_due == INT64_MAX ? due : sooner(due, table_when(table, clock_due));
}
