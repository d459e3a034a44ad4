/* trial.c -- bots play, and what happens is counted. */
#include "trial.h"

#include <string.h>

#include "../engine/offer.h"

typedef struct {
    Trial *trial;
    Game game;
    Witness witness;
    Bot bot[SEATS_MAX];
    uint64_t actions;
} TrialRun;

void trial_init(Trial *trial, const Rules *rules, unsigned players, const BotKind *kind) {
    memset(trial, 0, sizeof *trial);
    trial->rules = rules;
    trial->players = players;
    trial->kind = kind;
}

/* ---- counting ---- */

static unsigned turns_of(const TrialRun *run) { return board_length(run->trial->rules, &run->game.board); }

static void count_events(TrialRun *run) {
    for (unsigned i = 0; i < run->witness.events; i++) run->trial->events[run->witness.event[i].kind]++;
}

static void count_game(TrialRun *run) {
    Trial *trial = run->trial;
    const Board *board = &run->game.board;
    SeatMask winners = board->phase == PHASE_OVER ? board->winners : 0;
    trial->games++;
    trial->actions += run->actions;
    trial->deals += board->deals ? board->deals : 1;
    if (run->actions > trial->longest) trial->longest = run->actions;
    if (!winners) trial->undecided++;
    for (unsigned seat = 0; winners && seat < trial->players; seat++)
        if (winners >> seat & 1) trial->wins[seat] += TRIAL_WIN / bits_count(winners);
}

/* ---- playing ---- */

static void show(TrialRun *run) {
    const Trial *trial = run->trial;
    if (!trial->kind->remembers) return;
    for (unsigned seat = 0; seat < trial->players; seat++) {
        View view;
        view_of(trial->rules, &run->game, &run->witness, seat, &view);
        bot_watch(&run->bot[seat], &view);
    }
}

/* Lets a seat act, if it wants to; true when it did. */
static bool ask(TrialRun *run, Seat seat) {
    const Rules *rules = run->trial->rules;
    unsigned turns = turns_of(run);
    View view;
    Action action;
    view_of(rules, &run->game, &run->witness, seat, &view);
    if (!bot_act(&run->bot[seat], &view, &action)) return false;
    if (game_apply(rules, &run->game, seat, action, &run->witness) != VERDICT_ok) return false;
    unsigned now = turns_of(run); /* counts from 0 again with each deal */
    run->trial->turns += now >= turns ? now - turns : now;
    run->actions++;
    count_events(run);
    show(run);
    return true;
}

/* Lets those who are not awaited act; true when somebody did. */
static bool break_in(TrialRun *run) {
    SeatMask waived = 0;
    for (Seat seat; (seat = game_offered(run->trial->rules, &run->game, waived)) != NO_SEAT;
         waived |= (SeatMask)(1u << seat))
        if (ask(run, seat)) return true;
    return false;
}

static void begin(TrialRun *run, uint64_t number) {
    const Trial *trial = run->trial;
    Seed seed = {{0}};
    Dice dice = {number};
    for (unsigned i = 0; i < sizeof number; i++) seed.bytes[i] = (uint8_t)(number >> 8 * i);
    for (unsigned seat = 0; seat < trial->players; seat++)
        bot_init(&run->bot[seat], trial->kind, trial->rules, dice_next(&dice), NULL);
    witness_init(&run->witness);
    game_init(trial->rules, &run->game, trial->players, &seed, NULL, &run->witness);
    run->trial->turns += turns_of(run);
    count_events(run);
    show(run);
}

void trial_play(Trial *trial, uint64_t seed) {
    TrialRun run = {.trial = trial};
    const Board *board = &run.game.board;
    begin(&run, seed);
    while (board->phase != PHASE_OVER && run.actions < TRIAL_ACTIONS_MAX)
        if (!break_in(&run) && !ask(&run, board_asked(trial->rules, board))) break; /* a bot that cannot play */
    count_game(&run);
}
