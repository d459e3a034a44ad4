/* search.h -- what the two halves of the search share. */
#ifndef UNO_SEARCH_H
#define UNO_SEARCH_H

#include "bot.h"
#include "worlds.h"

/* Plays a world on for a while, all seats playing quickly but sensibly, and says what
 * it is then worth to the seat (worth.h). */
unsigned search_foresee(const Rules *rules, Game *world, Seat seat, Dice *dice);

/* One of several seats that choose at once, unseen by each other. */
Action search_together(Bot *bot, const View *view, const ActionSet *set);

/* True while the budget lasts; `done` worlds have been looked at since `start`. */
typedef struct {
    const Bot *bot;
    uint64_t start_us;
    unsigned worlds;
} Stopwatch;

Stopwatch stopwatch_start(const Bot *bot);
bool stopwatch_runs(const Stopwatch *watch, unsigned done);

#endif
