/* tournament.c -- how long a large tournament takes: a Swiss of 10,000 players over ten rounds. The slowest of its rounds to be
 * paired, its standings with all tie-breaks, and the longest preview (an undo of its first round). */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "tournament/event.h"

static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void enter(Tourney *tourney, const char *line) {
    TourneyAnswer answer;
    if (tourney_enter(tourney, line, SEEN_NOT_ASKED, NULL, &answer)) return;
    fprintf(stderr, "tournament: %s: %s\n", line, answer.why);
    exit(1);
}

/* Those who entered earlier win more often. */
static void play_round(Tourney *tourney, uint64_t *state) {
    for (uint32_t i = 1; i <= tourney->games; i++) {
        const TourneyGame *game = &tourney->game[i];
        char line[120];
        if (game->state != GAME_READY) continue;
        *state = *state * 6364136223846793005u + 1442695040888963407u;
        unsigned first = (*state >> 33) % 3 == 0 ? game->who[0] < game->who[1] : game->who[0] > game->who[1];
        snprintf(line, sizeof line, "result %u P%u P%u", i, game->who[first], game->who[!first]);
        enter(tourney, line);
    }
}

static double preview(const Tourney *tourney, const char *line) {
    TourneyEntry entry;
    TourneySettings settings;
    TourneyAnswer answer;
    TourneyPreview shown;
    double start = cpu_seconds();
    if (!tourney_parse(tourney, line, &entry, &settings, &answer) ||
        !tourney_preview(tourney, &entry, SEEN_NOT_ASKED, &shown, &answer)) {
        fprintf(stderr, "tournament: %s: %s\n", line, answer.why);
        exit(1);
    }
    tourney_preview_free(&shown);
    return cpu_seconds() - start;
}

int main(void) {
    enum { PLAYERS = 10000, ROUNDS = 10 };
    static TourneyRow rows[PLAYERS];
    static Tourney tourney;
    double slowest = 0, start;
    uint64_t state = 1;
    char line[200];
    tourney_init(&tourney);
    snprintf(line, sizeof line, "new swiss rounds %d tie buchholz,direct,wins,difference,lot seed %064d", ROUNDS, 1);
    enter(&tourney, line);
    for (unsigned i = 1; i <= PLAYERS; i++) {
        snprintf(line, sizeof line, "enter P%u", i);
        enter(&tourney, line);
    }
    enter(&tourney, "start");
    for (unsigned round = 1; round <= ROUNDS; round++) {
        snprintf(line, sizeof line, "round %u", round);
        start = cpu_seconds();
        enter(&tourney, line);
        double seconds = cpu_seconds() - start;
        if (seconds > slowest) slowest = seconds;
        if (round < ROUNDS) play_round(&tourney, &state);
    }
    start = cpu_seconds();
    if (tourney_standings(&tourney, rows) != PLAYERS) return 1;
    double standings = cpu_seconds() - start, result, undo;
    snprintf(line, sizeof line, "result %u P%u", tourney.games, tourney.game[tourney.games].who[0]);
    result = preview(&tourney, line);
    snprintf(line, sizeof line, "undo %u", 2 + PLAYERS + 2); /* the first result */
    undo = preview(&tourney, line);
    printf("tournament: %d players, %d rounds: pairing at most %.3f s, standings %.3f s, a preview %.3f s, of an undo "
           "%.3f s\n",
           PLAYERS, ROUNDS, slowest, standings, result, undo);
    tourney_free(&tourney);
    return 0;
}
