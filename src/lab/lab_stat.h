/* lab_stat.h -- what the counts of the lab say, and how sure that is.
 *
 * Every figure comes with the interval in which the true one lies in 95 of 100 labs;
 * where several are shown together, all of them do at once in 95 of 100 (Bonferroni):
 * `z` is the half width in standard errors, from lab_z(). Differences are those of the
 * same games, paired by their number. */
#ifndef UNO_LAB_STAT_H
#define UNO_LAB_STAT_H

#include "lab.h"

typedef struct {
    double value, low, high;
    bool sure; /* false: there is too little to tell low and high */
} LabFigure;

/* For so many figures that are shown together; 1: 1.96. */
double lab_z(unsigned figures);

/* The average of a game, in the metric's unit. */
LabFigure lab_mean(const LabCount *count, Metric metric, double z);

/* How much more it is than in the cell it is compared with, game by game: in the metric's unit; and
 * as a share of what it is there, 0.09 for 9 % more. */
LabFigure lab_difference(const LabCount *base, const LabCount *count, Metric metric, double z);
LabFigure lab_relative(const LabCount *base, const LabCount *count, Metric metric, double z);

/* How often something fires in a game; and how much more often than in the cell it is compared with. */
LabFigure lab_times(const LabCount *count, unsigned fire, double z);
LabFigure lab_times_difference(const LabCount *base, const LabCount *count, unsigned fire, double z);

/* How much more often than an even share the place in the order of play wins, in percent. */
LabFigure lab_edge(const LabCount *count, unsigned players, unsigned place, double z);

/* The largest of them in size, its sign lost; its interval counts all the places. */
LabFigure lab_seat_advantage(const LabCount *count, unsigned players, double z);

/* A part of one metric in another: options a choice, dry turns a turn. No interval. */
double lab_ratio(const LabCount *count, Metric part, Metric whole);

/* The chance to win, in percent, of the seats that something happened to.
 * `before` is the chance of all seats that had as many cards and were as far ahead or behind when
 * anybody acted; `after` is what those won whom it happened to. The games, not the single times, count
 * for the interval, as the times of one game are not independent. */
typedef struct {
    double before;
    LabFigure after, change;
    uint64_t seats;
} LabSwing;
bool lab_swing(const LabCount *count, unsigned fire, LabRole role, double z, LabSwing *out);

/* Better against worse bots: how often the better one wins, in percent; and of all that decides who wins,
 * the parts (0 to 1) of who plays, of the cards that were dealt with the seat, and of the rest: chance and
 * the others on the way. False: nothing was played. */
typedef struct {
    LabFigure wins;
    double even;
    double skill, deal, rest;
} LabSkillFigure;
bool lab_skill(const LabCount *count, unsigned players, LabSkillKind kind, double z, LabSkillFigure *out);

/* How far the best choice is ahead of the next, in points of win chance; false: none was judged. */
bool lab_gap(const LabCount *count, double z, LabFigure *out);

/* The largest half widths: of a length, and of its difference where the cell is compared, in percent of the longer of the
 * two; and of what the first in order wins, in points. A precision is asked of the larger of them. */
double lab_precision_of_lengths(const LabPlan *plan, const LabCount *count);
double lab_precision_of_wins(const LabPlan *plan, const LabCount *count);
double lab_precision(const LabPlan *plan, const LabCount *count);

#endif
