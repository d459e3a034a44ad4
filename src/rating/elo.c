/* elo.c -- Elo by maximum likelihood, and how sure it is by leaving groups of games out. */
#include "elo.h"

#include <string.h>

#include "exact.h"

enum { ROUNDS_MAX = 10000 };
static const double ELO_SCALE = 400, ELO_MEAN = 1500, CLOSE_ENOUGH = 1e-10, LN10 = 2.30258509299404568402;

void elo_merge(EloCounts *sum, const EloCounts *part) {
    for (unsigned group = 0; group < ELO_GROUPS; group++) {
        sum->group[group] += part->group[group];
        for (unsigned a = 0; a < ELO_PLAYERS_MAX; a++)
            for (unsigned b = 0; b < ELO_PLAYERS_MAX; b++) sum->over[group][a][b] += part->over[group][a][b];
    }
}

typedef double Counts[ELO_PLAYERS_MAX][ELO_PLAYERS_MAX];

/* How often each won over each, without one group of deals; ELO_GROUPS: with all. */
static void count_without(const EloCounts *counts, unsigned left_out, unsigned players, Counts over) {
    for (unsigned a = 0; a < players; a++)
        for (unsigned b = 0; b < players; b++) {
            uint64_t halves = a == b ? 0 : 1;
            for (unsigned group = 0; group < ELO_GROUPS; group++)
                if (group != left_out) halves += counts->over[group][a][b];
            over[a][b] = (double)halves / 2;
        }
}

/* One step of Hunter's minorisation; returns the greatest change, as a ratio. */
static double improve(Counts over, unsigned players, double strength[ELO_PLAYERS_MAX]) {
    double most = 0, next[ELO_PLAYERS_MAX], product = 0;
    for (unsigned a = 0; a < players; a++) {
        double wins = 0, expected = 0;
        for (unsigned b = 0; b < players; b++) {
            if (a == b) continue;
            wins += over[a][b];
            expected += (over[a][b] + over[b][a]) / (strength[a] + strength[b]);
        }
        next[a] = wins / expected;
        product += exact_log(next[a]);
    }
    double middle = exact_exp(product / players);
    for (unsigned a = 0; a < players; a++) {
        double change = next[a] / middle / strength[a] - 1;
        if (change < 0) change = -change;
        if (change > most) most = change;
        strength[a] = next[a] / middle;
    }
    return most;
}

static void fit(const EloCounts *counts, unsigned left_out, unsigned players, double strength[ELO_PLAYERS_MAX]) {
    Counts over;
    count_without(counts, left_out, players, over);
    for (unsigned round = 0; round < ROUNDS_MAX; round++)
        if (improve(over, players, strength) < CLOSE_ENOUGH) return;
}

/* Whether the wins lead from every player to every other: else only the game that was
 * added keeps the ratings from drifting apart without end. */
static bool is_bounded(const EloCounts *counts, unsigned players) {
    bool leads[ELO_PLAYERS_MAX][ELO_PLAYERS_MAX] = {{false}};
    for (unsigned group = 0; group < ELO_GROUPS; group++)
        for (unsigned a = 0; a < players; a++)
            for (unsigned b = 0; b < players; b++) leads[a][b] |= a == b || counts->over[group][a][b];
    for (unsigned by = 0; by < players; by++)
        for (unsigned a = 0; a < players; a++)
            for (unsigned b = 0; b < players; b++) leads[a][b] |= leads[a][by] && leads[by][b];
    for (unsigned a = 0; a < players; a++)
        for (unsigned b = 0; b < players; b++)
            if (!leads[a][b]) return false;
    return true;
}

static double elo_of(double strength) { return ELO_MEAN + ELO_SCALE * exact_log(strength) / LN10; }

void elo_estimate(const EloCounts *counts, unsigned players, Estimate out[ELO_PLAYERS_MAX]) {
    double all[ELO_PLAYERS_MAX], part[ELO_PLAYERS_MAX], sum[ELO_PLAYERS_MAX] = {0}, squares[ELO_PLAYERS_MAX] = {0};
    unsigned groups = 0;
    for (unsigned player = 0; player < players; player++) all[player] = 1;
    fit(counts, ELO_GROUPS, players, all);
    for (unsigned group = 0; group < ELO_GROUPS; group++) {
        if (!counts->group[group]) continue;
        groups++;
        memcpy(part, all, sizeof part);
        fit(counts, group, players, part);
        for (unsigned player = 0; player < players; player++) {
            double away = elo_of(part[player]) - elo_of(all[player]);
            sum[player] += away;
            squares[player] += away * away;
        }
    }
    bool sure = groups >= 2 && is_bounded(counts, players);
    for (unsigned player = 0; player < players; player++) {
        double elo = elo_of(all[player]), g = groups;
        out[player] = (Estimate){elo, elo, elo, sure};
        if (!sure) continue;
        double variance = (squares[player] - sum[player] * sum[player] / g) * (g - 1) / g;
        double reach = estimate_student(ESTIMATE_Z, groups - 1) * exact_sqrt(variance > 0 ? variance : 0);
        out[player].low = elo - reach;
        out[player].high = elo + reach;
    }
}
