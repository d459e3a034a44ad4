/* batch.c -- games side by side, stepped together; finished ones begin again. */
#include "batch.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "../engine/offer.h"

enum { AHEAD = 2, FETCHED = offsetof(Game, own) + 2 * sizeof(Private) };

struct BatchGame {
    Game game;
    ActionSet set;   /* of the seat to move */
    uint64_t number; /* how many games were dealt here before */
    SeatMask waived;
    Seat seat;                 /* to move */
    Seat learner;              /* with opponents: whose rewards count */
    uint8_t player[SEATS_MAX]; /* with opponents: who sits where, 0 the learner */
};

/* ---- who is to move ---- */

static bool is_awaited(const Batch *batch, const BatchGame *g) {
    return board_awaited(batch->rules, &g->game.board) >> g->seat & 1;
}

/* ---- bots at the other seats ---- */

static Bot *bot_at(const Batch *batch, const BatchGame *g, Seat seat) {
    return batch->bot + (size_t)(g - batch->game) * batch->plan.players + seat;
}

/* The bot kind at a seat; NULL where the caller is asked. */
static const BotKind *kind_at(const Batch *batch, const BatchGame *g, Seat seat) {
    return g->player[seat] ? batch->plan.opponent[g->player[seat] - 1] : NULL;
}

static Witness *witness_of(const Batch *batch, const BatchGame *g) {
    return batch->witness ? batch->witness + (g - batch->game) : NULL;
}

static void bots_sit_down(const Batch *batch, BatchGame *g) {
    g->learner = (Seat)((g->number + (size_t)(g - batch->game)) % batch->plan.players);
    for (Seat seat = 0; seat < batch->plan.players; seat++) {
        uint64_t start = dice_fold(batch->seed ^ UINT64_C(0x9E3779B97F4A7C15), g->number * SEATS_MAX + seat + 1);
        start += dice_fold((uint64_t)(g - batch->game) + 1, UINT64_C(0xD1B54A32D192ED03));
        Dice drawn = {dice_fold(start, UINT64_C(0x2545F4914F6CDD1D))};
        g->player[seat] = seat == g->learner ? 0 : (uint8_t)(1 + dice_below(&drawn, batch->plan.opponents));
        const BotKind *kind = kind_at(batch, g, seat);
        if (kind) bot_init(bot_at(batch, g, seat), kind, batch->rules, start, &batch->plan.budget);
    }
}

static void bots_watch(const Batch *batch, const BatchGame *g) {
    if (!batch->remembers) return;
    for (Seat seat = 0; seat < batch->plan.players; seat++) {
        const BotKind *kind = kind_at(batch, g, seat);
        View view;
        if (!kind || !kind->remembers) continue;
        view_of(batch->rules, &g->game, witness_of(batch, g), seat, &view);
        bot_watch(bot_at(batch, g, seat), &view);
    }
}

/* What the bot at g->seat does; ENCODE_WAIT: it lets it be. */
static Action bot_choice(const Batch *batch, const BatchGame *g) {
    View view;
    Action action;
    view_of(batch->rules, &g->game, witness_of(batch, g), g->seat, &view);
    return bot_act(bot_at(batch, g, g->seat), &view, &action) ? action : ENCODE_WAIT;
}

/* ---- one game ---- */

void batch_seed(const Batch *batch, unsigned game, Seed *out) {
    const uint64_t parts[4] = {batch->seed, game, batch->game[game].number, 0};
    for (unsigned i = 0; i < SEED_BYTES; i++) out->bytes[i] = (uint8_t)(parts[i / 8] >> 8 * (i % 8));
}

static inline void note_past(const Batch *batch, const BatchGame *g) {
    if (batch->past) past_note(&batch->past[g - batch->game], witness_of(batch, g));
}

static void deal(const Batch *batch, BatchGame *g) {
    Seed seed;
    batch_seed(batch, (unsigned)(g - batch->game), &seed);
    game_init(batch->rules, &g->game, batch->plan.players, &seed, NULL, witness_of(batch, g));
    g->waived = 0;
    if (batch->past) batch->past[g - batch->game].heard = 0;
    note_past(batch, g);
    if (batch->plan.opponents) bots_sit_down(batch, g);
    bots_watch(batch, g);
}

static void apply(const Batch *batch, BatchGame *g, Action action) {
    if (action == ENCODE_WAIT) {
        g->waived |= (SeatMask)(1u << g->seat);
        return;
    }
    Verdict verdict = game_apply(batch->rules, &g->game, g->seat, action, witness_of(batch, g));
    assert(verdict == VERDICT_ok);
    (void)verdict;
    g->waived = 0;
    note_past(batch, g);
    bots_watch(batch, g);
}

static void pay_out(Batch *batch, const BatchGame *g, SeatMask winners) {
    size_t at = (size_t)(g - batch->game), players = batch->plan.players;
    if (batch->plan.opponents) {
        batch->to.rewards[at] += winners >> g->learner & 1 ? 1.0f : -1.0f;
        return;
    }
    for (unsigned seat = 0; seat < players; seat++)
        batch->to.rewards[at * players + seat] += winners >> seat & 1 ? 1.0f : -1.0f;
}

/* The game is over: pays out and deals the next. */
static __attribute__((noinline)) void next_game(Batch *batch, BatchGame *g) {
    size_t at = (size_t)(g - batch->game);
    SeatMask winners = g->game.board.winners;
    if (batch->to.dones) batch->to.dones[at] = 1;
    if (winners && batch->to.rewards) pay_out(batch, g, winners);
    batch->ended++;
    g->number++;
    deal(batch, g);
}

/* Goes on until a seat that the caller plays is to move. */
static inline void advance(Batch *batch, BatchGame *g) {
    for (;;) {
        if (__builtin_expect(g->game.board.phase == PHASE_OVER, 0)) next_game(batch, g);
        g->seat = game_asked(batch->rules, &g->game, g->waived);
        if (!batch->plan.opponents || !kind_at(batch, g, g->seat)) return;
        apply(batch, g, bot_choice(batch, g));
    }
}

/* What the seat to move may do and sees. */
static inline void show(Batch *batch, BatchGame *g) {
    const Encoder *encoder = &batch->encoder;
    const Board *board = &g->game.board;
    const Private *own = &g->game.own[g->seat];
    size_t at = (size_t)(g - batch->game);
    uint64_t *bits = batch->bits + at * encoder->words;
    board_actions(batch->rules, board, own, g->seat, &g->set);
    encode_mask(encoder, &g->set, g->seat, !is_awaited(batch, g), bits);
    if (batch->to.bits) memcpy(batch->to.bits + at * encoder->words, bits, encoder->words * sizeof *bits);
    if (batch->to.mask) encode_spread(bits, encoder->words, batch->to.mask + at * encoder->numbers);
    if (batch->to.seat) batch->to.seat[at] = g->seat;
    if (batch->to.player) batch->to.player[at] = batch->plan.opponents ? g->player[g->seat] : 0;
    if (!batch->to.observations) return;
    uint8_t *row = batch->to.observations + at * encoder->observation;
    encode_observe(encoder, board, own, g->seat, row);
    if (encoder->more == encoder->observation) return;
    encode_observe_more(encoder, witness_of(batch, g)->known[g->seat], batch->past ? &batch->past[at] : NULL, g->seat,
                        row);
}

/* ---- all of them ---- */

bool batch_init(Batch *batch, const Rules *rules, const BatchPlan *plan, const BatchArrays *to) {
    memset(batch, 0, sizeof *batch);
    batch->rules = rules;
    batch->plan = *plan;
    batch->to = *to;
    encode_init(&batch->encoder, rules, plan->players, plan->choose_calls);
    encode_add(&batch->encoder, plan->known, plan->past);
    bool watched = batch->encoder.more < batch->encoder.observation;
    for (unsigned i = 0; i < plan->opponents; i++) {
        const BotKind *kind = plan->opponent[i];
        batch->remembers = batch->remembers || (kind && kind->remembers);
        watched = watched || (kind && kind != &bot_random); /* which has no use for what was seen */
    }
    batch->game = calloc(plan->games, sizeof *batch->game);
    batch->bits = calloc(plan->games, batch->encoder.words * sizeof *batch->bits);
    if (plan->opponents) batch->bot = calloc((size_t)plan->games * plan->players, sizeof *batch->bot);
    if (watched) batch->witness = calloc(plan->games, sizeof *batch->witness);
    if (batch->encoder.past) batch->past = calloc(plan->games, sizeof *batch->past);
    if (batch->game && batch->bits && !plan->opponents == !batch->bot && watched == !!batch->witness &&
        !batch->encoder.past == !batch->past)
        return true;
    batch_free(batch);
    return false;
}

void batch_free(Batch *batch) {
    free(batch->game);
    free(batch->bits);
    free(batch->bot);
    free(batch->witness);
    free(batch->past);
    memset(batch, 0, sizeof *batch);
}

static void clear_results(Batch *batch) {
    if (batch->to.dones) memset(batch->to.dones, 0, batch->plan.games);
    size_t rewarded = batch->plan.opponents ? 1 : batch->plan.players;
    if (batch->to.rewards) memset(batch->to.rewards, 0, batch->plan.games * rewarded * sizeof(float));
}

void batch_reset(Batch *batch, uint64_t seed) {
    batch->seed = seed;
    for (unsigned i = 0; i < batch->plan.games; i++) {
        BatchGame *g = &batch->game[i];
        g->number = 0;
        deal(batch, g);
        advance(batch, g);
        show(batch, g);
    }
    clear_results(batch);
    batch->ended = 0;
}

static inline bool offered(const Batch *batch, unsigned game, int64_t number) {
    const Encoder *encoder = &batch->encoder;
    if (number < 0 || number >= encoder->numbers) return false;
    return batch->bits[(size_t)game * encoder->words + (size_t)number / 64] >> (number % 64) & 1;
}

/* Asks the memory for what a step will touch, a few games before it is needed. */
static inline void fetch(const BatchGame *g) {
    for (size_t at = 0; at < FETCHED; at += 64) __builtin_prefetch((const char *)g + at, 1);
}

static inline void step(Batch *batch, BatchGame *g, int64_t number) {
    apply(batch, g, encode_number(&batch->encoder, g->seat, &g->set, (unsigned)number));
    advance(batch, g);
    show(batch, g);
}

unsigned batch_step(Batch *batch, const int64_t *actions) {
    unsigned games = batch->plan.games;
    for (unsigned i = 0; i < games; i++)
        if (!offered(batch, i, actions[i])) return i;
    clear_results(batch);
    for (unsigned i = 0; i < games; i++) {
        BatchGame *g = &batch->game[i];
        if (i + AHEAD < games) fetch(g + AHEAD);
        step(batch, g, actions[i]);
    }
    return games;
}

static bool is_others(const Batch *batch, unsigned game) {
    const BatchGame *g = &batch->game[game];
    return batch->plan.opponents && g->player[g->seat];
}

unsigned batch_step_others(Batch *batch, const int64_t *actions) {
    unsigned games = batch->plan.games;
    for (unsigned i = 0; i < games; i++)
        if (is_others(batch, i) && !offered(batch, i, actions[i])) return i;
    for (unsigned i = 0; i < games; i++)
        if (is_others(batch, i)) step(batch, &batch->game[i], actions[i]);
    return games;
}

void batch_sample(const Batch *batch, Dice *dice, int64_t *actions) {
    unsigned words = batch->encoder.words;
    for (unsigned i = 0; i < batch->plan.games; i++) {
        const uint64_t *bits = batch->bits + (size_t)i * words;
        unsigned total = 0, word = 0;
        for (unsigned w = 0; w < words; w++) total += bits_count(bits[w]);
        unsigned k = dice_below(dice, total);
        while (k >= bits_count(bits[word])) k -= bits_count(bits[word++]);
        actions[i] = (int64_t)word * 64 + bits_select(bits[word], k);
    }
}

const Game *batch_game(const Batch *batch, unsigned game) { return &batch->game[game].game; }
