/* process_player.c -- such a program behind the calls of a player. */
#include "process_player.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef struct {
    ProcessPlan plan;
    Process *process;
} ProcessPlayer;

/* The program thinks on its own processor time: what counts here is how long one waits for it. */
static uint64_t wall_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static bool begin(void *self, const Rules *rules, unsigned players, Seat seat, uint64_t seed) {
    ProcessPlayer *player = self;
    ProtocolGame game = {player->plan.ruleset, rules, players, seat, seed, player->plan.budget};
    return process_begin(player->process, &game);
}

static void watch(void *self, const View *view) { process_watch(((ProcessPlayer *)self)->process, view); }

static PlayerAnswer act(void *self, const View *view, bool awaited, Action *out) {
    (void)awaited;
    switch (process_act(((ProcessPlayer *)self)->process, view, out)) {
    case PROCESS_ACTS: return PLAYER_ACTS;
    case PROCESS_LETS_BE: return PLAYER_LETS_BE;
    case PROCESS_FORFEITS: break;
    }
    return PLAYER_FAILS;
}

static void end(void *self, const Board *board) { process_end(((ProcessPlayer *)self)->process, board); }

static const char *trouble(void *self) { return process_trouble(((ProcessPlayer *)self)->process); }

static void close_player(void *self) {
    ProcessPlayer *player = self;
    process_free(player->process);
    free(player);
}

bool process_player_open(const ProcessPlan *plan, Player *out, char error[PROCESS_TROUBLE_MAX]) {
    ProcessPlayer *player = calloc(1, sizeof *player);
    if (!player) return snprintf(error, PROCESS_TROUBLE_MAX, "there is no memory"), false;
    player->plan = *plan;
    player->process = process_init(plan->command, &plan->limits, error);
    if (!player->process) return free(player), false;
    *out = (Player){.self = player,
                    .watches = true,
                    .clock_ns = wall_ns,
                    .begin = begin,
                    .watch = watch,
                    .act = act,
                    .end = end,
                    .trouble = trouble,
                    .close = close_player};
    return true;
}
