/* ratings.c -- Elo by maximum likelihood, and how sure it is by leaving deals out. */
#include "ratings.h"

#include <math.h>
#include <string.h>

enum { ROUNDS_MAX = 10000 };
static const double Z = 1.959964, ELO_SCALE = 400, ELO_MEAN = 1500, CLOSE_ENOUGH = 1e-10;

/* Student's two-sided 95 % quantile; beyond the first few, by its expansion. */
static double student(unsigned long freedom) {
    static const double first[] = {12.706, 4.303, 3.182};
    double n = (double)freedom, z2 = Z * Z;
    if (freedom <= 3) return first[freedom - 1];
    return Z + Z * (z2 + 1) / (4 * n) + Z * ((5 * z2 + 16) * z2 + 3) / (96 * n * n);
}

double rating_even(const ArenaPlan *plan) {
    return 1.0 / (plan->rules->option.teams ? (double)plan->rules->option.teams : (double)plan->players);
}

/* Where every game went the same way there is no spread to measure; Wilson's
 * interval still tells how little that proves. */
static void widen(unsigned long deals, Estimate *out) {
    double reach = Z * Z / ((double)deals + Z * Z);
    if (out->value >= 1) out->low = 1 - reach, out->high = 1;
    else if (out->value <= 0) out->low = 0, out->high = reach;
}

void rating_wins(const ArenaReport *report, unsigned bot, Estimate *out) {
    const ArenaTally *tally = &report->tally[bot];
    *out = (Estimate){0, 0, 1, false};
    if (!tally->sittings) return;
    double sittings = (double)tally->sittings, deals = (double)report->deals, mean = (double)tally->won / sittings;
    out->value = mean / ARENA_WIN;
    if (report->deals < 2) return;
    double squares = (double)tally->won_won - 2 * mean * (double)tally->won_sittings +
                     mean * mean * (double)tally->sittings_sittings;
    double error = sqrt((squares > 0 ? squares : 0) * deals / (deals - 1)) / sittings / ARENA_WIN;
    double reach = student(report->deals - 1) * error;
    out->low = out->value - reach > 0 ? out->value - reach : 0;
    out->high = out->value + reach < 1 ? out->value + reach : 1;
    out->sure = true;
    widen(report->deals, out);
}

/* ---- Elo ---- */

typedef double Counts[ARENA_BOTS_MAX][ARENA_BOTS_MAX];

/* How often each won over each, without one group of deals; ARENA_GROUPS: with all. */
static void count_without(const ArenaReport *report, unsigned left_out, unsigned bots, Counts over) {
    for (unsigned a = 0; a < bots; a++)
        for (unsigned b = 0; b < bots; b++) {
            uint64_t halves = a == b ? 0 : 1;
            for (unsigned group = 0; group < ARENA_GROUPS; group++)
                if (group != left_out) halves += report->over[group][a][b];
            over[a][b] = (double)halves / 2;
        }
}

/* One step of Hunter's minorisation; returns the greatest change, as a ratio. */
static double improve(Counts over, unsigned bots, double strength[ARENA_BOTS_MAX]) {
    double most = 0, next[ARENA_BOTS_MAX], product = 0;
    for (unsigned a = 0; a < bots; a++) {
        double wins = 0, expected = 0;
        for (unsigned b = 0; b < bots; b++) {
            if (a == b) continue;
            wins += over[a][b];
            expected += (over[a][b] + over[b][a]) / (strength[a] + strength[b]);
        }
        next[a] = wins / expected;
        product += log(next[a]);
    }
    double middle = exp(product / bots);
    for (unsigned a = 0; a < bots; a++) {
        double change = fabs(next[a] / middle / strength[a] - 1);
        if (change > most) most = change;
        strength[a] = next[a] / middle;
    }
    return most;
}

static void fit(const ArenaReport *report, unsigned left_out, unsigned bots, double strength[ARENA_BOTS_MAX]) {
    Counts over;
    count_without(report, left_out, bots, over);
    for (unsigned round = 0; round < ROUNDS_MAX; round++)
        if (improve(over, bots, strength) < CLOSE_ENOUGH) return;
}

/* Whether the wins lead from every bot to every other: else only the game that was
 * added keeps the ratings from drifting apart without end. */
static bool is_bounded(const ArenaReport *report, unsigned bots) {
    bool leads[ARENA_BOTS_MAX][ARENA_BOTS_MAX] = {{false}};
    for (unsigned group = 0; group < ARENA_GROUPS; group++)
        for (unsigned a = 0; a < bots; a++)
            for (unsigned b = 0; b < bots; b++) leads[a][b] |= a == b || report->over[group][a][b];
    for (unsigned by = 0; by < bots; by++)
        for (unsigned a = 0; a < bots; a++)
            for (unsigned b = 0; b < bots; b++) leads[a][b] |= leads[a][by] && leads[by][b];
    for (unsigned a = 0; a < bots; a++)
        for (unsigned b = 0; b < bots; b++)
            if (!leads[a][b]) return false;
    return true;
}

static double elo_of(double strength) { return ELO_MEAN + ELO_SCALE * log10(strength); }

void rating_elo(const ArenaPlan *plan, const ArenaReport *report, Estimate out[ARENA_BOTS_MAX]) {
    double all[ARENA_BOTS_MAX], part[ARENA_BOTS_MAX], sum[ARENA_BOTS_MAX] = {0}, squares[ARENA_BOTS_MAX] = {0};
    unsigned groups = 0, bots = plan->bots;
    for (unsigned bot = 0; bot < bots; bot++) all[bot] = 1;
    fit(report, ARENA_GROUPS, bots, all);
    for (unsigned group = 0; group < ARENA_GROUPS; group++) {
        if (!report->group[group]) continue;
        groups++;
        memcpy(part, all, sizeof part);
        fit(report, group, bots, part);
        for (unsigned bot = 0; bot < bots; bot++) {
            double away = elo_of(part[bot]) - elo_of(all[bot]);
            sum[bot] += away;
            squares[bot] += away * away;
        }
    }
    bool sure = groups >= 2 && is_bounded(report, bots);
    for (unsigned bot = 0; bot < bots; bot++) {
        double elo = elo_of(all[bot]), g = groups;
        out[bot] = (Estimate){elo, elo, elo, sure};
        if (!sure) continue;
        double variance = (squares[bot] - sum[bot] * sum[bot] / g) * (g - 1) / g;
        double reach = student(groups - 1) * sqrt(variance > 0 ? variance : 0);
        out[bot].low = elo - reach;
        out[bot].high = elo + reach;
    }
}
