/* table_internal.h -- what the files of the table share. */
#ifndef UNO_TABLE_INTERNAL_H
#define UNO_TABLE_INTERNAL_H

#include "../engine/offer.h"
#include "table.h"

/* The clock of the game: the table's time without its pauses. */
static inline int64_t table_clock(const Table *table, int64_t now_ms) {
    return (table->paused ? table->paused_at : now_ms) - table->paused_total;
}

/* And back: when that clock will show so much. The game is not paused. */
static inline int64_t table_when(const Table *table, int64_t clock_ms) { return clock_ms + table->paused_total; }

static inline const Rules *table_rules(const Table *table) { return &table->settings.ruleset.rules; }

static inline bool table_is_playing(const Table *table) { return table->stage == TABLE_PLAYING; }

/* Who plays cannot change: a game is under way, or about to be dealt. */
static inline bool table_is_settled(const Table *table) { return table_is_playing(table) || table->sealed; }

/* An event's table is there for one game. */
static inline bool table_has_had_its_game(const Table *table) { return table->settings.event && table->games; }

static inline SeatMask seat_bit(unsigned seat) { return (SeatMask)(1u << seat); }

static inline SeatMask table_awaited(const Table *table) {
    return table_is_playing(table) ? board_awaited(table_rules(table), &table->game.board) : 0;
}

/* Who may act although nobody waits for them. */
static inline SeatMask table_bystanders(const Table *table) {
    if (!table_is_playing(table) || table->game.board.phase == PHASE_OVER) return 0;
    return board_waiting(table_rules(table), &table->game.board) & (SeatMask)~table_awaited(table);
}

/* Until when, on the clock of the game, an action of this seat has to wait for a window; 0: it need not. */
int64_t table_hold_until(const Table *table, Seat seat, Action action);

/* When what this seat holds counts, on the clock of the game. */
int64_t table_release_at(const Table *table, Seat seat);

/* How much of the window is for the call alone. */
static inline int64_t table_grace_ms(const Table *table) {
    return (int64_t)table->settings.window_ms * TABLE_GRACE / 8;
}

/* Whether anybody might jump in, as the whole table knows it. */
static inline bool table_may_jump(const Table *table) {
    return board_open(table_rules(table), &table->game.board) & OPEN_JUMP;
}

/* Before a bot moves: as the table is set, but no less than the server wants. */
static inline int64_t table_pace_ms(const Table *table) {
    return table->settings.pace_ms > table->pace_min_ms ? table->settings.pace_ms : table->pace_min_ms;
}

/* Bots that are to be asked and were not yet. */
SeatMask table_unasked(const Table *table);

static inline bool table_is_dealing(const Table *table) {
    return table_is_playing(table) && table->game.board.phase == PHASE_DEAL;
}

/* Several seats may choose at the same time, each for itself. */
static inline bool table_chooses_together(const Table *table) { return rules_choose_together(table_rules(table)); }

static inline bool table_holds_for_bot(const Table *table, Seat seat) {
    return table->held[seat] && table->held_how[seat] != HOW_SELF;
}

/* Why an action would be refused now. */
static inline Verdict table_refusal(const Table *table, Seat seat, Action action) {
    return board_refusal(table_rules(table), &table->game.board, &table->game.own[seat], seat, action);
}

/* A number that goes with a seed, for the dice of players. */
uint64_t table_chance(const Seed *seed);

/* Who may vote, and how many of them it takes. */
SeatMask table_voters(const Table *table, VoteKind kind, Seat target);

void table_drop_held(Table *table, Seat seat);

#endif
