/* player.c -- a bot of this program behind the calls of a player. */
#include "process_player.h"

#include <stdlib.h>
#include <time.h>

static uint64_t read_ns(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static uint64_t player_clock_ns(void) { return read_ns(CLOCK_THREAD_CPUTIME_ID); }
uint64_t player_clock_us(void) { return player_clock_ns() / 1000; }

/* Asking for processor time takes longer than a simple bot takes to decide. */
static uint64_t quick_clock_ns(void) { return read_ns(CLOCK_MONOTONIC); }

/* ---- a bot of this program ---- */

typedef struct {
    PlayerPlan plan;
    Bot bot;
} BotPlayer;

static bool bot_begin(void *self, const Rules *rules, unsigned players, Seat seat, uint64_t seed) {
    BotPlayer *player = self;
    (void)players, (void)seat;
    bot_init(&player->bot, player->plan.kind, rules, seed, &player->plan.budget);
    return true;
}

static void bot_sees(void *self, const View *view) { bot_watch(&((BotPlayer *)self)->bot, view); }

static PlayerAnswer bot_answers(void *self, const View *view, bool awaited, Action *out) {
    (void)awaited;
    return bot_act(&((BotPlayer *)self)->bot, view, out) ? PLAYER_ACTS : PLAYER_LETS_BE;
}

static void bot_reseeds(void *self, uint64_t seed) { ((BotPlayer *)self)->bot.dice.state = seed; }

static void bot_ends(void *self, const Board *board) { (void)self, (void)board; }

static const char *bot_trouble(void *self) {
    (void)self;
    return "failed";
}

bool player_open(const PlayerPlan *plan, Player *out) {
    char error[PROCESS_TROUBLE_MAX];
    if (plan->program) return process_player_open(plan->program, out, error);
    BotPlayer *bot = calloc(1, sizeof *bot);
    if (!bot) return false;
    bot->plan = *plan;
    out->self = bot;
    out->watches = plan->kind->remembers;
    out->clock_ns = plan->kind->worlds ? player_clock_ns : quick_clock_ns;
    out->begin = bot_begin;
    out->watch = bot_sees;
    out->act = bot_answers;
    out->reseed = bot_reseeds;
    out->end = bot_ends;
    out->trouble = bot_trouble;
    out->close = free;
    return true;
}

void player_close(Player *player) {
    if (player->close) player->close(player->self);
    *player = (Player){0};
}
