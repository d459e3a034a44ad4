/* match.c -- one game among players: who may break in is asked first, then who is awaited. */
#include "match.h"

#include <stdio.h>
#include <string.h>

#include "../engine/offer.h"

typedef struct {
    const Match *match;
    MatchResult *result;
    Game game;
    Witness witness;
    bool ended;
} Table;

static void forfeit(Table *table, Seat seat, const char *reason) {
    const Match *match = table->match;
    MatchResult *result = table->result;
    table->ended = true;
    result->end = MATCH_FORFEIT;
    result->culprit = seat;
    snprintf(result->reason, sizeof result->reason, "%s", reason);
    for (unsigned other = 0; other < match->players; other++)
        if (rules_team(match->rules, (Seat)other) != rules_team(match->rules, seat))
            result->winners |= (SeatMask)(1u << other);
}

static void show(Table *table) {
    const Match *match = table->match;
    for (unsigned seat = 0; seat < match->players; seat++) {
        Player *player = match->player[seat];
        if (!player->watches) continue;
        View view;
        view_of(match->rules, &table->game, &table->witness, seat, &view);
        player->watch(player->self, &view);
    }
}

static PlayerAnswer ask(Table *table, Seat seat, bool awaited, Action *out) {
    Player *player = table->match->player[seat];
    MatchTime *time = &table->result->time[seat];
    View view;
    view_of(table->match->rules, &table->game, &table->witness, seat, &view);
    uint64_t start = player->clock_ns ? player->clock_ns() : 0;
    PlayerAnswer answer = player->act(player->self, &view, awaited, out);
    uint64_t took = player->clock_ns ? player->clock_ns() - start : 0;
    time->decisions++;
    time->ns += took;
    if (took > time->ns_max) time->ns_max = took;
    return answer;
}

/* Begun in this deal; of Split UNO, the steps. */
static unsigned turns_of(const Table *table) {
    const Board *board = &table->game.board;
    return table->match->rules->family == FAMILY_CLASSIC ? board->turns : board->split.steps;
}

static void apply(Table *table, Seat seat, Action action) {
    const Rules *rules = table->match->rules;
    unsigned turns = turns_of(table);
    Verdict verdict = game_apply(rules, &table->game, seat, action, &table->witness);
    if (verdict != VERDICT_ok) {
        char text[ACTION_TEXT_MAX], reason[MATCH_REASON_MAX];
        action_format(rules, action, text, sizeof text);
        snprintf(reason, sizeof reason, "played '%s' in phase %s: %s (%s)", text, phase_name(table->game.board.phase),
                 verdict_name(verdict), verdict_sentence(verdict));
        forfeit(table, seat, reason);
        return;
    }
    unsigned now = turns_of(table); /* counts from 0 again with each deal */
    table->result->turns += now >= turns ? now - turns : now;
    table->result->actions++;
    show(table);
}

/* True when the seat acted, or forfeited by trying. */
static bool offer(Table *table, Seat seat) {
    Player *player = table->match->player[seat];
    Action action = 0;
    switch (ask(table, seat, false, &action)) {
    case PLAYER_LETS_BE: return false;
    case PLAYER_ACTS: return apply(table, seat, action), true;
    case PLAYER_FAILS: break;
    }
    forfeit(table, seat, player->trouble(player->self));
    return true;
}

/* Lets those who are not awaited act; true when somebody did. */
static bool break_in(Table *table) {
    SeatMask waived = 0;
    for (Seat seat; (seat = game_offered(table->match->rules, &table->game, waived)) != NO_SEAT;
         waived |= (SeatMask)(1u << seat))
        if (offer(table, seat)) return true;
    return false;
}

static void answer(Table *table, Seat seat) {
    Player *player = table->match->player[seat];
    Action action = 0;
    switch (ask(table, seat, true, &action)) {
    case PLAYER_ACTS: apply(table, seat, action); break;
    case PLAYER_LETS_BE: forfeit(table, seat, "did nothing although the table waited for it"); break;
    case PLAYER_FAILS: forfeit(table, seat, player->trouble(player->self));
    }
}

static void begin(Table *table) {
    const Match *match = table->match;
    witness_init(&table->witness);
    game_init(match->rules, &table->game, match->players, &match->seed, NULL, &table->witness);
    table->result->turns = turns_of(table);
    for (unsigned seat = 0; seat < match->players; seat++) {
        Player *player = match->player[seat];
        if (player->begin(player->self, match->rules, match->players, (Seat)seat, match->chance[seat])) continue;
        if (!table->ended) forfeit(table, (Seat)seat, player->trouble(player->self));
    }
    if (!table->ended) show(table);
}

static void finish(Table *table) {
    const Match *match = table->match;
    const Board *board = &table->game.board;
    MatchResult *result = table->result;
    if (result->end == MATCH_OVER) result->winners = board->winners;
    result->deals = board->deals ? board->deals : 1;
    memcpy(result->score, board->score, sizeof result->score);
    for (unsigned seat = 0; seat < match->players; seat++) match->player[seat]->end(match->player[seat]->self, board);
}

void match_play(const Match *match, MatchResult *out) {
    Table table = {.match = match, .result = out};
    unsigned long limit = match->limit ? match->limit : MATCH_ACTIONS_MAX;
    memset(out, 0, sizeof *out);
    begin(&table);
    while (!table.ended && table.game.board.phase != PHASE_OVER) {
        if (out->actions >= limit) out->end = MATCH_LIMIT, table.ended = true;
        else if (match->stop && atomic_load_explicit(match->stop, memory_order_relaxed))
            out->end = MATCH_STOPPED, table.ended = true;
        else if (!break_in(&table)) answer(&table, board_asked(match->rules, &table.game.board));
    }
    finish(&table);
}
