/* skill.h -- how well somebody plays, out of games of any number of seats, with teams and ties: the model of Plackett
 * and Luce in the Bayesian approximation of Weng and Lin (2011), with the constants of the package `openskill`
 * (docs/ratings.md has the formulas).
 *
 * A skill is a guess and how far it may be off: about two thirds of the players with this result have theirs within
 * `sigma` of `mu`. Pure: the same game gives the same digits everywhere. */
#ifndef UNO_RATING_SKILL_H
#define UNO_RATING_SKILL_H

#include <stdbool.h>
#include <stdint.h>

enum {
    SKILL_SEATS_MAX = 10,
    SKILL_SURE_GAMES = 10, /* a rating with fewer is provisional */
};

typedef struct {
    double mu, sigma;
} Skill;

/* Seats that have the same team play together; places are those of teams, 1 is the best, and equal ones are a tie. */
typedef struct {
    unsigned seats;
    uint8_t team[SKILL_SEATS_MAX], place[SKILL_SEATS_MAX];
    Skill skill[SKILL_SEATS_MAX];
} SkillGame;

/* Somebody who has not played yet: 25, give or take 25/3. */
Skill skill_new(void);

/* What the game makes of each seat's skill. With fewer than two teams nothing changes. */
void skill_rate(const SkillGame *game, Skill out[SKILL_SEATS_MAX]);

/* What is shown and sorted by: the skill that somebody has almost certainly, mu - 3 sigma. 0 for a beginner. */
double skill_ordinal(const Skill *skill);

/* Too little is known to compare it with others: fewer than SKILL_SURE_GAMES games, or a sigma above three quarters of
 * a beginner's. */
bool skill_is_provisional(const Skill *skill, unsigned games);

#endif
