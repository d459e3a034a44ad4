/* ratings.c -- ratings of many random games folded into one number, to the last digit. */
#include <stdbool.h>
#include <string.h>

#include "checksum.h"
#include "random.h"
#include "rating/glicko.h"
#include "rating/skill.h"

enum { PLAYERS = 64 };

static void fold_double(uint64_t *sum, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    *sum = (*sum ^ bits) * UINT64_C(0x100000001B3);
}

/* Different players, in teams or not, at random places. */
static void rate_table(Skill skill[PLAYERS], uint64_t *random, uint64_t *sum) {
    SkillGame game = {.seats = 2 + random_below(random, 9)};
    Skill out[SKILL_SEATS_MAX];
    unsigned first = random_below(random, PLAYERS), teams = random_below(random, 2) ? 2 : game.seats;
    uint8_t place[SKILL_SEATS_MAX];
    for (unsigned team = 0; team < teams; team++) place[team] = (uint8_t)random_below(random, teams);
    for (unsigned seat = 0; seat < game.seats; seat++) {
        game.team[seat] = (uint8_t)(seat % teams);
        game.place[seat] = place[seat % teams];
        game.skill[seat] = skill[(first + seat) % PLAYERS];
    }
    skill_rate(&game, out);
    for (unsigned seat = 0; seat < game.seats; seat++) {
        skill[(first + seat) % PLAYERS] = out[seat];
        fold_double(sum, out[seat].mu);
        fold_double(sum, out[seat].sigma);
    }
}

static void rate_duel(Glicko glicko[PLAYERS], uint64_t *random, uint64_t *sum) {
    unsigned me = random_below(random, PLAYERS), other = (me + 1 + random_below(random, PLAYERS - 1)) % PLAYERS;
    GlickoDuel duel = {glicko[other], random_below(random, 3) / 2.0};
    glicko[me] = glicko_rate(&glicko[me], &duel, 1);
    fold_double(sum, glicko[me].rating);
    fold_double(sum, glicko[me].deviation);
    fold_double(sum, glicko[me].volatility);
}

uint64_t checksum_ratings(uint32_t games) {
    static Skill skill[PLAYERS];
    static Glicko glicko[PLAYERS];
    uint64_t sum = UINT64_C(0xCBF29CE484222325), random = games;
    for (unsigned i = 0; i < PLAYERS; i++) skill[i] = skill_new(), glicko[i] = glicko_new();
    for (uint32_t game = 0; game < games; game++) {
        rate_table(skill, &random, &sum);
        rate_duel(glicko, &random, &sum);
    }
    return sum ? sum : 1;
}
