/* shuffle.c -- [DEALS] [SEED]: whether chance is even, by chi-square: first hands, the opening card, pairs of cards that
 * come one after the other, the stream itself, and numbers below n. --stream [SEED] prints the stream without an end, for
 * programs that test such (dieharder).
 *
 * A seed gives the same verdict each time. What is accepted lies within six standard deviations of the mean of the
 * chi-square distribution (by Wilson and Hilferty's cube root): chance alone leaves it once in a thousand million times. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/game.h"
#include "engine/rng.h"
#include "ruleset/ruleset.h"

enum { CARDS = 108, HAND = 7, LIMIT_SIGMAS = 6 };

static int failures;

/* How far chi-square is from what chance gives, in standard deviations. */
static double sigmas(double chi_square, double freedom) {
    double spread = 2.0 / (9.0 * freedom);
    return (cbrt(chi_square / freedom) - (1.0 - spread)) / sqrt(spread);
}

static void judge(const char *what, double chi_square, double freedom) {
    double away = sigmas(chi_square, freedom);
    bool good = fabs(away) < LIMIT_SIGMAS;
    failures += !good;
    printf("%s shuffle: %s: chi-square %.1f with %.0f degrees of freedom, %+.2f sigma\n", good ? "ok" : "not ok", what,
           chi_square, freedom, away);
}

/* Counts beside what is expected of each; those that cannot be have no expectation. */
static void judge_counts(const char *what, const uint64_t *count, const double *expected, size_t kinds) {
    double chi_square = 0, freedom = -1;
    for (size_t i = 0; i < kinds; i++) {
        if (expected[i] == 0) {
            if (count[i]) judge(what, INFINITY, 1);
            continue;
        }
        double off = (double)count[i] - expected[i];
        chi_square += off * off / expected[i];
        freedom++;
    }
    judge(what, chi_square, freedom);
}

/* ---- numbers ---- */

static Seed seed_of(uint64_t number) {
    Seed seed = {0};
    memcpy(seed.bytes, &number, sizeof number);
    return seed;
}

static void test_stream(uint64_t numbers, uint64_t seed_number) {
    static uint64_t count[65536];
    static double expected[65536];
    Seed seed = seed_of(seed_number);
    Rng rng;
    rng_init(&rng, &seed);
    memset(count, 0, sizeof count);
    for (uint64_t i = 0; i < numbers; i++) count[rng_next(&rng)]++;
    for (size_t i = 0; i < 65536; i++) expected[i] = (double)numbers / 65536;
    judge_counts("numbers of the stream", count, expected, 65536);
}

static void test_below(uint32_t n, uint64_t numbers, uint64_t seed_number) {
    uint64_t count[CARDS] = {0};
    double expected[CARDS];
    char what[64];
    Seed seed = seed_of(seed_number ^ (uint64_t)n << 32);
    Rng rng;
    rng_init(&rng, &seed);
    for (uint64_t i = 0; i < numbers; i++) count[rng_below(&rng, n)]++;
    for (size_t i = 0; i < n; i++) expected[i] = (double)numbers / n;
    snprintf(what, sizeof what, "numbers below %u", (unsigned)n);
    judge_counts(what, count, expected, n);
}

/* ---- deals ---- */

enum { PLAYERS = 4 };

typedef struct {
    uint64_t card[FACES], opening[FACES], pair[FACES * FACES], dealer[PLAYERS];
} Seen;

/* Of the dealer's hand, which no opening card adds to, a card that dice pick, and another one. Hands have no order. */
static void watch_deal(const Game *game, Rng *dice, Seen *seen) {
    Cards hand = game->own[game->board.dealer].hand;
    Face first = cards_at(&hand, rng_below(dice, HAND));
    cards_remove(&hand, first);
    Face second = cards_at(&hand, rng_below(dice, HAND - 1));
    seen->card[first]++;
    seen->pair[first * FACES + second]++;
    seen->opening[game->board.classic.top]++;
    seen->dealer[game->board.dealer]++;
}

static void judge_deals(const Seen *seen, const Cards *pack, double deals) {
    static double expected[FACES * FACES];
    double coloured = 0;
    for (unsigned a = 0; a < FACES; a++) expected[a] = deals * cards_copies(pack, (Face)a) / CARDS;
    judge_counts("a card of a hand", seen->card, expected, FACES);
    for (unsigned a = 0; a < FACES; a++)
        for (unsigned b = 0; b < FACES; b++) {
            double left = (double)cards_copies(pack, (Face)b) - (a == b);
            expected[a * FACES + b] = left > 0 ? deals * cards_copies(pack, (Face)a) / CARDS * left / (CARDS - 1) : 0;
        }
    judge_counts("two cards of a hand", seen->pair, expected, FACES * FACES);
    for (unsigned a = 0; a < FACES; a++) coloured += face_value((Face)a) < VALUES - 1 ? cards_copies(pack, (Face)a) : 0;
    for (unsigned a = 0; a < FACES; a++) /* a card without a colour goes back */
        expected[a] = face_value((Face)a) < VALUES - 1 ? deals * cards_copies(pack, (Face)a) / coloured : 0;
    judge_counts("the opening card", seen->opening, expected, FACES);
    for (unsigned a = 0; a < PLAYERS; a++) expected[a] = deals / PLAYERS;
    judge_counts("who deals", seen->dealer, expected, PLAYERS);
}

/* Every deal has a seed of its own, one after the other: what a poor generator would show first. */
static void test_deals(uint64_t deals, uint64_t seed_number) {
    static Seen seen;
    Ruleset ruleset;
    RulesetError error;
    Game game;
    Rng dice;
    Seed seed = seed_of(~seed_number);
    if (!ruleset_load("official", &ruleset, &error)) abort();
    rng_init(&dice, &seed);
    for (uint64_t i = 0; i < deals; i++) {
        seed = seed_of(seed_number << 40 | i);
        game_init(&ruleset.rules, &game, PLAYERS, &seed, NULL, NULL);
        watch_deal(&game, &dice, &seen);
    }
    Cards pack = {0};
    for (unsigned colour = 0; colour < 4; colour++)
        for (unsigned value = 0; value < 13; value++) cards_set(&pack, (Face)(colour * VALUES + value), value ? 2 : 1);
    cards_set(&pack, VALUES - 1, 4);
    cards_set(&pack, 2 * VALUES - 1, 4);
    judge_deals(&seen, &pack, (double)deals);
}

static int print_stream(uint64_t seed_number) {
    Seed seed = seed_of(seed_number);
    Rng rng;
    rng_init(&rng, &seed);
    for (;;) {
        uint16_t numbers[4096];
        for (unsigned i = 0; i < 4096; i++) numbers[i] = (uint16_t)rng_next(&rng);
        if (fwrite(numbers, sizeof numbers, 1, stdout) != 1) return 0; /* whoever reads it has enough */
    }
}

int main(int argc, char **argv) {
    bool stream = argc > 1 && strcmp(argv[1], "--stream") == 0;
    uint64_t deals = argc > 1 && !stream ? strtoull(argv[1], NULL, 10) : 200000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    if (stream) return print_stream(seed);
    static const uint32_t bounds[] = {2, 3, 7, 10, 52, 107, CARDS};
    test_stream(deals * 10, seed);
    for (unsigned i = 0; i < sizeof bounds / sizeof bounds[0]; i++) test_below(bounds[i], deals * 10, seed);
    test_deals(deals, seed);
    return failures != 0;
}
