/* fold_follow.c -- what follows from what was heard: whose clock runs, and what one may do. */
#include <string.h>

#include "fold_internal.h"

/* ---- clocks ---- */

static bool has_clock(const ClientTable *table, unsigned seat) {
    const ClientSeat *at = &table->room.seat[seat];
    bool human = at->kind == CLIENT_SEAT_PERSON || at->kind == CLIENT_SEAT_PROGRAM;
    return table->room.think_s && human && !at->away && !at->left && table->view.board.phase != PHASE_DEAL &&
           board_awaited(fold_rules(table), &table->view.board) >> seat & 1;
}

void fold_run_clocks(ClientTable *table, SeatMask before, Seat actor) {
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
        ClientClock *clock = &table->clock[seat];
        if (!has_clock(table, seat)) clock->ends_at = -1;
        else if (!(before >> seat & 1) || seat == actor) {
            clock->had_ms = 1000 * (int32_t)table->room.think_s + table->room.seat[seat].reserve_ms;
            clock->ends_at = table->now_ms + clock->had_ms;
        }
    }
}

void fold_read_clocks(ClientTable *table, const cJSON *left) {
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
        char letter[] = {(char)('A' + seat), 0};
        long ms, think_ms = 1000 * (long)table->room.think_s;
        bool runs = json_is_whole(fold_member(left, letter), 0, INT32_MAX, &ms);
        table->clock[seat].ends_at = runs ? table->now_ms + ms : -1;
        if (runs) table->clock[seat].had_ms = (int32_t)(ms > think_ms ? ms : think_ms);
    }
    table->paused_at = table->room.paused ? table->now_ms : -1;
}

void fold_note_pause(ClientTable *table) {
    if (table->room.paused && table->paused_at < 0) table->paused_at = table->now_ms;
    if (table->room.paused || table->paused_at < 0) return;
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        if (table->clock[seat].ends_at >= 0) table->clock[seat].ends_at += table->now_ms - table->paused_at;
    table->paused_at = -1;
}

int64_t client_time_left(const ClientTable *table, Seat seat, int64_t now_ms) {
    if (!client_is_playing(table) || seat >= SEATS_MAX || table->clock[seat].ends_at < 0) return -1;
    int64_t left = table->clock[seat].ends_at - (table->paused_at >= 0 ? table->paused_at : now_ms);
    return left > 0 ? left : 0;
}

/* ---- what may be done ---- */

bool client_resumes(ClientTable *table, const char *code) {
    bool same = table->joined && strcmp(code, table->room.code) == 0;
    if (table->joined && !same) table->lost = true;
    return table->resuming = same && table->has_game && !table->lost;
}

bool client_is_asked(const ClientTable *table) {
    return client_is_playing(table) && table->view.seat < SEATS_MAX &&
           board_awaited(fold_rules(table), &table->view.board) >> table->view.seat & 1;
}

bool client_may_act(const ClientTable *table) {
    ActionSet set;
    if (!client_is_playing(table) || table->view.seat >= SEATS_MAX) return false;
    view_actions(fold_rules(table), &table->view, &set);
    return !action_set_empty(&set);
}

bool client_may_sit(const ClientTable *table) {
    bool free_seat = false;
    for (unsigned seat = 0; seat < table->room.seats; seat++)
        free_seat |= table->room.seat[seat].kind == CLIENT_SEAT_FREE;
    return free_seat && table->you == NO_SEAT && table->room.stage == CLIENT_GATHERING;
}

void client_witness(const ClientTable *table, Witness *out) {
    witness_init(out);
    out->events = table->events;
    memcpy(out->event, table->event, table->events * sizeof *out->event);
}
