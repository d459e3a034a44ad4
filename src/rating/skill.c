/* skill.c -- Plackett and Luce by Weng and Lin. */
#include "skill.h"

#include <stddef.h>

#include "exact.h"

static const double MU = 25, SIGMA = 25.0 / 3, BETA = 25.0 / 6, LEAST_SHRINK = 1e-4;

typedef struct {
    double mu, variance, strength; /* strength: exp(mu / c) */
    uint8_t team, place;
    unsigned same;    /* teams that share this place */
    double from_here; /* strength of all teams from this place on */
} Side;

typedef struct {
    unsigned count;
    double c;
    Side side[SKILL_SEATS_MAX];
} Field;

Skill skill_new(void) { return (Skill){MU, SIGMA}; }

double skill_ordinal(const Skill *skill) { return skill->mu - 3 * skill->sigma; }

bool skill_is_provisional(const Skill *skill, unsigned games) {
    return games < SKILL_SURE_GAMES || skill->sigma > 0.75 * SIGMA;
}

static Side *side_of(Field *field, uint8_t team) {
    for (unsigned i = 0; i < field->count; i++)
        if (field->side[i].team == team) return &field->side[i];
    return NULL;
}

/* Teams by place; those of the same place in the order of their first seats. */
static void field_sort(Field *field) {
    for (unsigned i = 1; i < field->count; i++) {
        Side side = field->side[i];
        unsigned at = i;
        for (; at > 0 && field->side[at - 1].place > side.place; at--) field->side[at] = field->side[at - 1];
        field->side[at] = side;
    }
}

static void field_set_up(const SkillGame *game, Field *field) {
    *field = (Field){0};
    for (unsigned seat = 0; seat < game->seats; seat++) {
        Side *side = side_of(field, game->team[seat]);
        if (!side) {
            side = &field->side[field->count++];
            *side = (Side){.team = game->team[seat], .place = game->place[seat]};
        }
        side->mu += game->skill[seat].mu;
        side->variance += game->skill[seat].sigma * game->skill[seat].sigma;
    }
    field_sort(field);
    double sum = 0;
    for (unsigned i = 0; i < field->count; i++) sum += field->side[i].variance + BETA * BETA;
    field->c = exact_sqrt(sum);
    for (unsigned i = 0; i < field->count; i++) field->side[i].strength = exact_exp(field->side[i].mu / field->c);
    for (unsigned i = 0; i < field->count; i++)
        for (unsigned q = 0; q < field->count; q++) {
            Side *side = &field->side[i];
            if (field->side[q].place >= side->place) side->from_here += field->side[q].strength;
            if (field->side[q].place == side->place) side->same++;
        }
}

/* How far the team's mean moves (omega), and how much surer it gets (delta). */
static void weigh(const Field *field, unsigned i, double *omega, double *delta) {
    const Side *side = &field->side[i];
    double up = 0, surer = 0;
    for (unsigned q = 0; q < field->count && field->side[q].place <= side->place; q++) {
        const Side *other = &field->side[q];
        double share = side->strength / other->from_here;
        up += (i == q ? 1 - share : -share) / other->same;
        surer += share * (1 - share) / other->same;
    }
    double gamma = exact_sqrt(side->variance) / field->c;
    *omega = up * (side->variance / field->c);
    *delta = gamma * surer * (side->variance / (field->c * field->c));
}

static Skill change(const Skill *skill, double variance, double omega, double delta) {
    double part = skill->sigma * skill->sigma / variance, left = 1 - part * delta;
    return (Skill){skill->mu + part * omega, skill->sigma * exact_sqrt(left > LEAST_SHRINK ? left : LEAST_SHRINK)};
}

void skill_rate(const SkillGame *game, Skill out[SKILL_SEATS_MAX]) {
    Field field;
    field_set_up(game, &field);
    for (unsigned seat = 0; seat < game->seats; seat++) out[seat] = game->skill[seat];
    if (field.count < 2) return;
    for (unsigned i = 0; i < field.count; i++) {
        double omega, delta;
        weigh(&field, i, &omega, &delta);
        for (unsigned seat = 0; seat < game->seats; seat++)
            if (game->team[seat] == field.side[i].team)
                out[seat] = change(&game->skill[seat], field.side[i].variance, omega, delta);
    }
}
