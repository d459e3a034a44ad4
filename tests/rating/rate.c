/* rate.c -- what src/rating makes of games that are told on the standard input, one a line, for compare.mjs:
 *
 *     skill SEATS  TEAM PLACE MU SIGMA ...                               -> MU SIGMA of each seat
 *     glicko DUELS  RATING DEVIATION VOLATILITY  (RATING DEVIATION VOLATILITY SCORE) ...   -> the new three
 */
#include <stdio.h>
#include <string.h>

#include "rating/glicko.h"
#include "rating/skill.h"

static bool read_skills(void) {
    SkillGame game = {0};
    Skill out[SKILL_SEATS_MAX];
    if (scanf("%u", &game.seats) != 1 || game.seats > SKILL_SEATS_MAX) return false;
    for (unsigned i = 0; i < game.seats; i++)
        if (scanf("%hhu %hhu %lf %lf", &game.team[i], &game.place[i], &game.skill[i].mu, &game.skill[i].sigma) != 4)
            return false;
    skill_rate(&game, out);
    for (unsigned i = 0; i < game.seats; i++) printf("%.17g %.17g ", out[i].mu, out[i].sigma);
    return true;
}

static bool read_glicko(Glicko *out) {
    return scanf("%lf %lf %lf", &out->rating, &out->deviation, &out->volatility) == 3;
}

static bool read_duels(void) {
    enum { DUELS_MAX = 32 };
    unsigned duels;
    Glicko before;
    GlickoDuel duel[DUELS_MAX];
    if (scanf("%u", &duels) != 1 || duels > DUELS_MAX || !read_glicko(&before)) return false;
    for (unsigned i = 0; i < duels; i++)
        if (!read_glicko(&duel[i].opponent) || scanf("%lf", &duel[i].score) != 1) return false;
    Glicko after = glicko_rate(&before, duel, duels);
    printf("%.17g %.17g %.17g", after.rating, after.deviation, after.volatility);
    return true;
}

int main(void) {
    char word[16];
    while (scanf("%15s", word) == 1) {
        if (!(strcmp(word, "skill") == 0 ? read_skills() : read_duels())) return 1;
        putchar('\n');
    }
    return 0;
}
