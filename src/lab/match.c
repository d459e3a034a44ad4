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
} MatchRun;

static void forfeit(MatchRun *run, Seat seat, const char *reason) {
    const Match *match = run->match;
    MatchResult *result = run->result;
    run->ended = true;
    result->end = MATCH_FORFEIT;
    result->culprit = seat;
    snprintf(result->reason, sizeof result->reason, "%s", reason);
    for (unsigned other = 0; other < match->players; other++)
        if (rules_team(match->rules, (Seat)other) != rules_team(match->rules, seat))
            result->winners |= (SeatMask)(1u << other);
}

static void show(MatchRun *run) {
    const Match *match = run->match;
    for (unsigned seat = 0; seat < match->players; seat++) {
        Player *player = match->player[seat];
        if (!player->watches) continue;
        View view;
        view_of(match->rules, &run->game, &run->witness, seat, &view);
        player->watch(player->self, &view);
    }
}

static PlayerAnswer ask(MatchRun *run, Seat seat, bool awaited, Action *out) {
    Player *player = run->match->player[seat];
    MatchTime *time = &run->result->time[seat];
    View view;
    view_of(run->match->rules, &run->game, &run->witness, seat, &view);
    uint64_t start = player->clock_ns ? player->clock_ns() : 0;
    PlayerAnswer answer = player->act(player->self, &view, awaited, out);
    uint64_t took = player->clock_ns ? player->clock_ns() - start : 0;
    time->decisions++;
    time->ns += took;
    if (took > time->ns_max) time->ns_max = took;
    return answer;
}

/* Begun in this deal; of Split UNO, the steps. */
static unsigned turns_of(const MatchRun *run) {
    const Board *board = &run->game.board;
    return run->match->rules->family == FAMILY_CLASSIC ? board->turns : board->split.steps;
}

static void apply(MatchRun *run, Seat seat, Action action) {
    const Rules *rules = run->match->rules;
    unsigned turns = turns_of(run);
    Verdict verdict = game_apply(rules, &run->game, seat, action, &run->witness);
    if (verdict != VERDICT_ok) {
        char text[ACTION_TEXT_MAX], reason[MATCH_REASON_MAX];
        action_format(rules, action, text, sizeof text);
        snprintf(reason, sizeof reason, "played '%s' in phase %s: %s (%s)", text, phase_name(run->game.board.phase),
                 verdict_name(verdict), verdict_sentence(verdict));
        forfeit(run, seat, reason);
        return;
    }
    unsigned now = turns_of(run); /* counts from 0 again with each deal */
    run->result->turns += now >= turns ? now - turns : now;
    run->result->actions++;
    show(run);
}

/* True when the seat acted, or forfeited by trying. */
static bool offer(MatchRun *run, Seat seat) {
    Player *player = run->match->player[seat];
    Action action = 0;
    switch (ask(run, seat, false, &action)) {
    case PLAYER_LETS_BE: return false;
    case PLAYER_ACTS: return apply(run, seat, action), true;
    case PLAYER_FAILS: break;
    }
    forfeit(run, seat, player->trouble(player->self));
    return true;
}

/* Lets those who are not awaited act; true when somebody did. */
static bool break_in(MatchRun *run) {
    SeatMask waived = 0;
    for (Seat seat; (seat = game_offered(run->match->rules, &run->game, waived)) != NO_SEAT;
         waived |= (SeatMask)(1u << seat))
        if (offer(run, seat)) return true;
    return false;
}

static void answer(MatchRun *run, Seat seat) {
    Player *player = run->match->player[seat];
    Action action = 0;
    switch (ask(run, seat, true, &action)) {
    case PLAYER_ACTS: apply(run, seat, action); break;
    case PLAYER_LETS_BE: forfeit(run, seat, "did nothing although the table waited for it"); break;
    case PLAYER_FAILS: forfeit(run, seat, player->trouble(player->self));
    }
}

static void begin(MatchRun *run) {
    const Match *match = run->match;
    witness_init(&run->witness);
    game_init(match->rules, &run->game, match->players, &match->seed, NULL, &run->witness);
    for (unsigned seat = 0; match->gift && seat < match->players; seat++)
        game_give_action(match->rules, &run->game, (Seat)seat, match->gift[seat]);
    run->result->turns = turns_of(run);
    for (unsigned seat = 0; seat < match->players; seat++) {
        Player *player = match->player[seat];
        if (player->begin(player->self, match->rules, match->players, (Seat)seat, match->chance[seat])) continue;
        if (!run->ended) forfeit(run, (Seat)seat, player->trouble(player->self));
    }
    if (!run->ended) show(run);
}

static void finish(MatchRun *run) {
    const Match *match = run->match;
    const Board *board = &run->game.board;
    MatchResult *result = run->result;
    if (result->end == MATCH_OVER) result->winners = board->winners;
    result->deals = board->deals ? board->deals : 1;
    memcpy(result->score, board->score, sizeof result->score);
    for (unsigned seat = 0; seat < match->players; seat++) match->player[seat]->end(match->player[seat]->self, board);
}

void match_play(const Match *match, MatchResult *out) {
    MatchRun run = {.match = match, .result = out};
    unsigned long limit = match->limit ? match->limit : MATCH_ACTIONS_MAX;
    memset(out, 0, sizeof *out);
    begin(&run);
    while (!run.ended && run.game.board.phase != PHASE_OVER) {
        if (out->actions >= limit) out->end = MATCH_LIMIT, run.ended = true;
        else if (match->stop && atomic_load_explicit(match->stop, memory_order_relaxed))
            out->end = MATCH_STOPPED, run.ended = true;
        else if (!break_in(&run)) answer(&run, board_asked(match->rules, &run.game.board));
    }
    finish(&run);
}
