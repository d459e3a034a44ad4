/* lab_stat.c -- averages, differences and their intervals, from sums and sums of squares. */
#include "lab_stat.h"

#include <math.h>

#include "../bots/worth.h"
#include "../rating/exact.h"

static const double LEVEL = 0.05, DENSITY = 0.39894228040143267794; /* of a normal number at 0 */

/* How likely a normal number is further than z from 0, by the series of its distribution. */
static double beyond(double z) {
    double term = z, sum = z;
    for (unsigned odd = 3; term > sum * 1e-17; odd += 2) term *= z * z / odd, sum += term;
    return 1 - 2 * DENSITY * exact_exp(-z * z / 2) * sum;
}

double lab_z(unsigned figures) {
    double wanted = LEVEL / (figures ? figures : 1), low = 0, high = 7;
    for (unsigned i = 0; i < 50; i++) {
        double middle = (low + high) / 2;
        if (beyond(middle) > wanted) low = middle;
        else high = middle;
    }
    return (low + high) / 2;
}

static LabFigure figure(double value, double error, double z, bool sure) {
    return (LabFigure){value, value - z * error, value + z * error, sure};
}

static double games_of(const LabCount *count, Metric metric) {
    return (double)(metric_rows[metric].watched ? count->watched : count->games);
}

/* The standard error of an average, from the sum of squares of what varies around 0 or around `mean`. */
static double error_of(double squares, double mean, double n) {
    if (n < 2) return 0;
    double variance = (squares - n * mean * mean) / (n - 1);
    return variance > 0 ? exact_sqrt(variance / n) : 0;
}

enum { GAMES_LEAST = 20 }; /* below, an interval by squares says nothing */

static LabFigure mean_of(const LabSum *sum, double n, double scale, double z) {
    if (n < 1) return (LabFigure){0};
    double mean = (double)sum->sum / n;
    return figure(mean / scale, error_of((double)sum->square, mean, n) / scale, z, n >= GAMES_LEAST);
}

LabFigure lab_mean(const LabCount *count, Metric metric, double z) {
    return mean_of(&count->metric[metric], games_of(count, metric), metric_rows[metric].scale, z);
}

LabFigure lab_times(const LabCount *count, unsigned fire, double z) {
    return mean_of(&count->fire[fire].times, (double)count->watched, 1, z);
}

/* (value of the cell) - factor * (value of its base), squared and summed. */
static double squares_of(const LabSum *base, const LabSum *sum, double factor) {
    return (double)sum->square - 2 * factor * (double)sum->cross + factor * factor * (double)base->square;
}

static LabFigure difference_of(const LabSum *a, const LabSum *b, double n, double scale, double z) {
    if (n < 1) return (LabFigure){0};
    double mean = ((double)b->sum - (double)a->sum) / n;
    return figure(mean / scale, error_of(squares_of(a, b, 1), mean, n) / scale, z, n >= GAMES_LEAST);
}

LabFigure lab_difference(const LabCount *base, const LabCount *count, Metric metric, double z) {
    return difference_of(&base->metric[metric], &count->metric[metric], games_of(count, metric),
                         metric_rows[metric].scale, z);
}

LabFigure lab_times_difference(const LabCount *base, const LabCount *count, unsigned fire, double z) {
    return difference_of(&base->fire[fire].times, &count->fire[fire].times, (double)count->watched, 1, z);
}

LabFigure lab_relative(const LabCount *base, const LabCount *count, Metric metric, double z) {
    const LabSum *a = &base->metric[metric], *b = &count->metric[metric];
    double n = games_of(count, metric);
    if (n < 1 || !a->sum) return (LabFigure){0};
    double ratio = (double)b->sum / (double)a->sum; /* b - ratio * a is 0 on average */
    double error = error_of(squares_of(a, b, ratio), 0, n) / ((double)a->sum / n);
    return figure(ratio - 1, error, z, n >= GAMES_LEAST);
}

LabFigure lab_edge(const LabCount *count, unsigned players, unsigned place, double z) {
    double n = (double)count->games, unit = LAB_WIN / 100.0;
    if (n < 1) return (LabFigure){0};
    double mean = (double)count->place[place].won / n;
    double error = error_of((double)count->place[place].square, mean, n);
    return figure(mean / unit - 100.0 / players, error / unit, z, n >= GAMES_LEAST);
}

LabFigure lab_seat_advantage(const LabCount *count, unsigned players, double z) {
    LabFigure largest = {0};
    for (unsigned place = 0; place < players; place++) {
        LabFigure edge = lab_edge(count, players, place, z);
        if (edge.value < 0) edge = (LabFigure){-edge.value, -edge.high, -edge.low, edge.sure};
        if (place == 0 || edge.value > largest.value) largest = edge;
    }
    if (largest.low < 0) largest.low = 0;
    return largest;
}

double lab_ratio(const LabCount *count, Metric part, Metric whole) {
    double a = games_of(count, part), b = games_of(count, whole);
    if (a < 1 || b < 1 || !count->metric[whole].sum) return 0;
    return (double)count->metric[part].sum / a / ((double)count->metric[whole].sum / b);
}

/* What seats in these situations win on average, in parts of LAB_WIN. */
static double expected(const LabCount *count, const LabFire *fire, LabRole role, double seats) {
    double sum = 0;
    for (unsigned i = 0; i < LAB_SITUATIONS; i++) {
        const LabFate *all = &count->fate[role][i];
        if (fire->fate[role][i].seats && all->seats)
            sum += (double)fire->fate[role][i].seats * ((double)all->won / (double)all->seats);
    }
    return sum / seats;
}

bool lab_swing(const LabCount *count, unsigned fire_number, LabRole role, double z, LabSwing *out) {
    const LabFire *fire = &count->fire[fire_number];
    double unit = LAB_WIN / 100.0;
    uint64_t seats = 0, won = 0;
    for (unsigned i = 0; i < LAB_SITUATIONS; i++) {
        seats += fire->fate[role][i].seats;
        won += fire->fate[role][i].won;
    }
    out->seats = seats;
    if (!seats) return false;
    double independent = (double)(seats < fire->games ? seats : fire->games);
    double share = (double)won / (double)seats / LAB_WIN;
    double error = 100 * exact_sqrt(share * (1 - share) / independent);
    out->before = expected(count, fire, role, (double)seats) / unit;
    out->after = figure(100 * share, error, z, independent >= GAMES_LEAST);
    out->change = figure(100 * share - out->before, error, z, independent >= GAMES_LEAST);
    return true;
}

bool lab_skill(const LabCount *count, unsigned players, LabSkillKind kind, double z, LabSkillFigure *out) {
    const LabSkill *skill = &count->skill[kind];
    double n = (double)skill->deals, each = (double)players, unit = each * LAB_WIN;
    if (n < 1) return false;
    double mean = (double)skill->won / n, strong = mean / unit, weak = (1 - strong) / (each - 1);
    out->even = 100 / each;
    out->wins = figure(100 * strong, 100 * error_of((double)skill->square, mean, n) / unit, z, n >= GAMES_LEAST);
    double all = 1 / each * (1 - 1 / each); /* the variance of a win, everything taken together */
    double by_player =
        ((strong - 1 / each) * (strong - 1 / each) + (each - 1) * (weak - 1 / each) * (weak - 1 / each)) / each;
    /* Two games of a deal have the same cards in a seat, and mostly another player there. */
    double pairs = n * each * each * (each - 1);
    double together = (double)skill->pairs / pairs / LAB_WIN / LAB_WIN;
    double alone = (2 * strong * weak + (each - 2) * weak * weak) / each;
    out->skill = by_player / all;
    out->deal = (together - alone) / all;
    if (out->deal < 0) out->deal = 0;
    out->rest = 1 - out->skill - out->deal;
    if (out->rest < 0) out->rest = 0;
    return true;
}

bool lab_gap(const LabCount *count, double z, LabFigure *out) {
    double n = (double)count->judged, all = WORTH_ALL;
    if (n < 1) return false;
    double mean = (double)count->gap / n; /* every gap was counted with WORTH_ALL on top */
    double error = error_of((double)count->gap_square * all, mean, n);
    *out = figure(100 * (mean / all - 1), 100 * error / all, z, n >= GAMES_LEAST);
    return true;
}

static double reach(LabFigure figure_of) { return figure_of.sure ? (figure_of.high - figure_of.low) / 2 : INFINITY; }

double lab_precision_of_lengths(const LabPlan *plan, const LabCount *count) {
    double widest = 0, z = lab_z(plan->cells);
    for (unsigned cell = 0; cell < plan->cells; cell++) {
        const LabCell *at = &plan->cell[cell];
        LabFigure length = lab_mean(&count[cell], METRIC_turns, z);
        widest = fmax(widest, 100 * reach(length) / fmax(length.value, 1));
        if (at->base == cell) continue;
        LabFigure more = lab_relative(&count[at->base], &count[cell], METRIC_turns, z);
        widest = fmax(widest, 100 * reach(more) / fmax(1, 1 + more.value));
    }
    return widest;
}

double lab_precision_of_wins(const LabPlan *plan, const LabCount *count) {
    double widest = 0, z = lab_z(plan->cells);
    for (unsigned cell = 0; cell < plan->cells; cell++)
        widest = fmax(widest, reach(lab_mean(&count[cell], METRIC_first_wins, z)));
    return widest;
}

double lab_precision(const LabPlan *plan, const LabCount *count) {
    return fmax(lab_precision_of_lengths(plan, count), lab_precision_of_wins(plan, count));
}
