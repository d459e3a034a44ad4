/* table_bots.c -- when bots are asked, and when their answers count. That time is a
 * function of what the whole table knows and of the action itself, never of what made the
 * bot think longer or shorter. */
#include "table_internal.h"

static int64_t later(int64_t a, int64_t b) { return a > b ? a : b; }

/* ---- when an answer counts ---- */

static bool is_awaited(const Table *table, Seat seat) { return table_awaited(table) >> seat & 1; }

/* Since when the bot has its question. At a classic table whatever happens is a new one; a seat that chooses at the same
 * time as others keeps the old one. */
static int64_t asked_since(const Table *table, Seat seat) {
    bool keeps = table_chooses_together(table) && is_awaited(table, seat);
    return later(keeps ? table->asked_at[seat] : table->turned_at, table->brain_at[seat]);
}

/* How long the bot may think about it. Where the table is faster than a tick there are no secrets to be kept: a server
 * for people has a pace_min_ms. */
static int64_t slot_ms(const Table *table, Seat seat) {
    int64_t pace_ms = table_pace_ms(table);
    if (pace_ms < TABLE_TICK_MS) return pace_ms;
    return table->brain[seat]->kind->worlds ? TABLE_THINK_MS : TABLE_TICK_MS;
}

/* When a bot breaks in, so that people are not always too late. */
static int64_t offer_at(const Table *table, Seat seat, ActionKind kind) {
    int64_t grace_ms = table_grace_ms(table), window_ms = table->settings.window_ms;
    bool kind_one = !table->brain[seat]->kind->worlds && window_ms > 0;
    if (kind != ACT_CALL && kind != ACT_CATCH) return table->turned_at + table->settings.jump_ms / 2;
    if (table->window_at < 0) return table->turned_at;
    if (kind == ACT_CALL) return table->window_at + grace_ms / 2;
    int64_t catch_ms = grace_ms + (window_ms - grace_ms) / 2;
    if (kind_one) catch_ms = window_ms < TABLE_KIND_MS ? window_ms : later(catch_ms, TABLE_KIND_MS);
    return table->window_at + catch_ms;
}

static int64_t answer_due(const Table *table, Seat seat) {
    Action action = table->held[seat];
    ActionKind kind = action_kind(action);
    bool breaks_in = kind == ACT_CALL || kind == ACT_CATCH || !is_awaited(table, seat);
    int64_t thought = asked_since(table, seat) + slot_ms(table, seat);
    int64_t paced =
        later(table->asked_at[seat], table->brain_at[seat]) + (1 + table->extra_paces[seat]) * table_pace_ms(table);
    return later(later(thought, breaks_in ? offer_at(table, seat, kind) : paced),
                 table_hold_until(table, seat, action));
}

int64_t table_release_at(const Table *table, Seat seat) {
    if (!table_holds_for_bot(table, seat) || !table->brain[seat])
        return table_hold_until(table, seat, table->held[seat]);
    int64_t due = answer_due(table, seat), late = table->held_at[seat] - due;
    int64_t tick = table_pace_ms(table) < TABLE_TICK_MS ? table_pace_ms(table) : TABLE_TICK_MS;
    if (late <= 0) return due;
    return tick ? due + (late + tick - 1) / tick * tick : table->held_at[seat];
}

/* ---- who is asked ---- */

/* Whether somebody could break in, as the whole table knows it. */
static bool is_open_to_bystanders(const Table *table) { return table->window_at >= 0 || table_may_jump(table); }

SeatMask table_unasked(const Table *table) {
    if (table->follows || !table_is_playing(table) || table->paused || table_is_dealing(table)) return 0;
    SeatMask seats = table_awaited(table);
    if (is_open_to_bystanders(table)) seats |= table_bystanders(table) & (SeatMask)~table->let_be;
    for (Seat seat = 0; seat < table->players; seat++)
        if (!table->brain[seat] || table->held[seat]) seats &= (SeatMask)~seat_bit(seat);
    return seats & (SeatMask)~table->thinking;
}

/* A bystander without anything to do need not think. Nobody waits for one that does, so this shows nowhere. */
static bool has_nothing_to_do(const Table *table, Seat seat) {
    ActionSet set;
    if (is_awaited(table, seat)) return false;
    board_actions(table_rules(table), &table->game.board, &table->game.own[seat], seat, &set);
    return action_set_empty(&set);
}

SeatMask table_thinkers(Table *table) {
    SeatMask asked = 0;
    for (SeatMask left = table_unasked(table); left; left &= (SeatMask)(left - 1)) {
        Seat seat = mask_first(left);
        if (has_nothing_to_do(table, seat)) {
            table->let_be |= seat_bit(seat);
            continue;
        }
        table->thinking_seq[seat] = table->seq;
        asked |= seat_bit(seat);
    }
    table->thinking |= asked;
    return asked;
}

void table_let_be(Table *table, Seat seat, uint64_t seen) {
    if (seen < table->thinking_seq[seat]) return; /* it was asked again since */
    table->thinking &= (SeatMask)~seat_bit(seat);
    if (seen >= table->acted_seq) table->let_be |= seat_bit(seat);
}
