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
} Table;

void trial_init(Trial *trial, const Rules *rules, unsigned players, const BotKind *kind) {
    memset(trial, 0, sizeof *trial);
    trial->rules = rules;
    trial->players = players;
    trial->kind = kind;
}

/* ---- counting ---- */

/* Begun in this deal; of Split UNO, the steps. */
static unsigned turns_of(const Table *table) {
    const Board *board = &table->game.board;
    return table->trial->rules->family == FAMILY_CLASSIC ? board->turns : board->split.steps;
}

static void count_events(Table *table) {
    for (unsigned i = 0; i < table->witness.events; i++) table->trial->events[table->witness.event[i].kind]++;
}

static void count_game(Table *table) {
    Trial *trial = table->trial;
    const Board *board = &table->game.board;
    SeatMask winners = board->phase == PHASE_OVER ? board->winners : 0;
    trial->games++;
    trial->actions += table->actions;
    trial->deals += board->deals ? board->deals : 1;
    if (table->actions > trial->longest) trial->longest = table->actions;
    if (!winners) trial->undecided++;
    for (unsigned seat = 0; winners && seat < trial->players; seat++)
        if (winners >> seat & 1) trial->wins[seat] += TRIAL_WIN / bits_count(winners);
}

/* ---- playing ---- */

static void show(Table *table) {
    const Trial *trial = table->trial;
    if (!trial->kind->remembers) return;
    for (unsigned seat = 0; seat < trial->players; seat++) {
        View view;
        view_of(trial->rules, &table->game, &table->witness, seat, &view);
        bot_watch(&table->bot[seat], &view);
    }
}

/* Lets a seat act, if it wants to; true when it did. */
static bool ask(Table *table, Seat seat) {
    const Rules *rules = table->trial->rules;
    unsigned turns = turns_of(table);
    View view;
    Action action;
    view_of(rules, &table->game, &table->witness, seat, &view);
    if (!bot_act(&table->bot[seat], &view, &action)) return false;
    if (game_apply(rules, &table->game, seat, action, &table->witness) != VERDICT_ok) return false;
    unsigned now = turns_of(table); /* counts from 0 again with each deal */
    table->trial->turns += now >= turns ? now - turns : now;
    table->actions++;
    count_events(table);
    show(table);
    return true;
}

/* Lets those who are not awaited act; true when somebody did. */
static bool break_in(Table *table) {
    SeatMask waived = 0;
    for (Seat seat; (seat = game_offered(table->trial->rules, &table->game, waived)) != NO_SEAT;
         waived |= (SeatMask)(1u << seat))
        if (ask(table, seat)) return true;
    return false;
}

static void begin(Table *table, uint64_t number) {
    const Trial *trial = table->trial;
    Seed seed = {{0}};
    Dice dice = {number};
    for (unsigned i = 0; i < sizeof number; i++) seed.bytes[i] = (uint8_t)(number >> 8 * i);
    for (unsigned seat = 0; seat < trial->players; seat++)
        bot_init(&table->bot[seat], trial->kind, trial->rules, dice_next(&dice), NULL);
    witness_init(&table->witness);
    game_init(trial->rules, &table->game, trial->players, &seed, NULL, &table->witness);
    table->trial->turns += turns_of(table);
    count_events(table);
    show(table);
}

void trial_play(Trial *trial, uint64_t seed) {
    Table table = {.trial = trial};
    const Board *board = &table.game.board;
    begin(&table, seed);
    while (board->phase != PHASE_OVER && table.actions < TRIAL_ACTIONS_MAX)
        if (!break_in(&table) && !ask(&table, board_asked(trial->rules, board))) break; /* a bot that cannot play */
    count_game(&table);
}
