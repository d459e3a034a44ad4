/* ratings.c -- how long it takes to work out everybody's ratings again: a million results of 2 to 6 seats among 10,000
 * players, a quarter of them duels. */
#include <stdio.h>
#include <time.h>

#include "rating/ladder.h"

static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static uint32_t below(uint64_t *state, uint32_t n) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((*state >> 32) * n >> 32);
}

int main(void) {
    enum { RESULTS = 1000000, PLAYERS = 10000 };
    Ladder ladder = {0};
    uint64_t state = 1;
    double start = cpu_seconds();
    for (unsigned i = 0; i < RESULTS; i++) {
        LadderGame game = {.at = 1000 * (int64_t)i, .seats = i % 4 ? 3 + below(&state, 4) : 2};
        uint32_t first = below(&state, PLAYERS), winner = below(&state, game.seats);
        for (unsigned seat = 0; seat < game.seats; seat++) {
            game.player[seat] = 1 + (first + 7 * seat) % PLAYERS;
            game.team[seat] = (uint8_t)seat;
            game.place[seat] = seat == winner ? 1 : 2;
        }
        if (!ladder_add(&ladder, &game)) return 1;
    }
    double seconds = cpu_seconds() - start;
    printf("ratings: %d results in %.2f s, %.0f ns each\n", RESULTS, seconds, 1e9 * seconds / RESULTS);
    ladder_free(&ladder);
    return 0;
}
