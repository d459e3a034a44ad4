/* batch.h -- many games at once, for programs that learn: one call applies an
 * action in every game and writes what the next seat to move sees into arrays
 * of the caller's.
 *
 *     batch_init()     arrays, rules, opponents
 *     batch_reset()    deals every game
 *     batch_step()     one action in each game; a game that ends is dealt again at once
 *
 * In each game one seat is to move: a seat that may act out of turn (catch, call,
 * jump in) is asked first and may let it be, then the seat that the table waits
 * for. With opponents one seat is the learner's, another one from deal to deal, and
 * each of the others gets one of the opponents, drawn anew with every deal: a bot, or a
 * player of the caller's, who is asked as the learner is. Numbers and observations are
 * those of encode.h.
 *
 * Same rules, plan, seed and actions: the same bytes, on every platform. */
#ifndef UNO_BATCH_H
#define UNO_BATCH_H

#include "../bots/bot.h"
#include "encode.h"

enum { BATCH_OPPONENTS_MAX = 16 };

typedef struct {
    unsigned games, players;
    bool choose_calls;                            /* as in encode_init() */
    unsigned opponents;                           /* 0: every seat is the learner's */
    const BotKind *opponent[BATCH_OPPONENTS_MAX]; /* NULL: a player of the caller's */
    BotBudget budget;                             /* of the bots */
    bool known;                                   /* as in encode_add() */
    unsigned past;
} BatchPlan;

/* Where the results go: `games` rows each. Any may be NULL: then it is not written. */
typedef struct {
    uint8_t *observations; /* encoder.observation bytes a game */
    uint8_t *mask;         /* encoder.numbers bytes, 0 or 1 */
    uint64_t *bits;        /* the same mask, encoder.words words */
    uint8_t *seat;         /* to move */
    uint8_t *player;       /* 0: it is the learner's; else which of the opponents plays it, from 1 on */
    float *rewards;        /* `players` for each game, by seat; with opponents one, of the seat that is asked. 1 for
                              who won the game that this step ended, -1 for the others; else 0 */
    uint8_t *dones;        /* 1: this step ended the game, and everything else is of the next */
} BatchArrays;

typedef struct BatchGame BatchGame;

typedef struct {
    const Rules *rules;
    BatchPlan plan;
    BatchArrays to;
    Encoder encoder;
    uint64_t seed;
    uint64_t ended; /* games, since the reset */
    bool remembers; /* one of the opponents does */
    /* owned */
    BatchGame *game;
    uint64_t *bits; /* what was offered, for the check of what comes back */
    Bot *bot;
    Witness *witness;
    Past *past;
} Batch;

/* `rules` must stay, and allow so many players; the opponent must play their
 * family. False: there is not enough memory, and nothing is to be freed. */
bool batch_init(Batch *batch, const Rules *rules, const BatchPlan *plan, const BatchArrays *to);
void batch_free(Batch *batch);

void batch_reset(Batch *batch, uint64_t seed);

/* Applies actions[i] in game i. Returns `games`; or, if an action is not one of
 * those offered, the first game where that is so, and has changed nothing. */
unsigned batch_step(Batch *batch, const int64_t *actions);

/* The same in those games alone where a player of the caller's who is not the learner is to
 * move. Rewards and dones are added to those of the learner's step. */
unsigned batch_step_others(Batch *batch, const int64_t *actions);

/* A random action for each game, every legal number equally likely. */
void batch_sample(const Batch *batch, Dice *dice, int64_t *actions);

/* The game's present state and its seed; game_init() with it deals the same cards. */
const Game *batch_game(const Batch *batch, unsigned game);
void batch_seed(const Batch *batch, unsigned game, Seed *out);

#endif
