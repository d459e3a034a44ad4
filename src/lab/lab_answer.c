/* lab_answer.c -- the answer in a few sentences: of a few settings what each does, of many what stands out. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lab_telling.h"

const FireRow fire_rows[] = {
#define FIRE_DEED(name, words) {FIRE_DEEDS + DEED_##name, words},
#include "fires.def"
#undef FIRE_DEED
#define FIRE_EVENT(name, words) {FIRE_EVENTS + EVENT_##name, words},
#include "fires.def"
#undef FIRE_EVENT
};
const unsigned fire_row_count = sizeof fire_rows / sizeof fire_rows[0];

const char *figure_range(LabFigure figure, int digits, char out[48]) {
    if (!figure.sure) return snprintf(out, 48, "too few games to tell"), out;
    return snprintf(out, 48, "95 %%: %.*f to %.*f", digits, figure.low, digits, figure.high), out;
}

bool sizes_differ(const LabPlan *plan) {
    for (unsigned cell = 1; cell < plan->cells; cell++)
        if (plan->cell[cell].players != plan->cell[0].players) return true;
    return false;
}

static LabFigure turns_of(const Telling *telling, unsigned cell) {
    return lab_mean(&telling->count[cell], METRIC_turns, telling->z);
}
static double minutes_of(const Telling *telling, unsigned cell) {
    return lab_mean(&telling->count[cell], METRIC_seconds, telling->z).value;
}

/* ---- a few settings, one by one ---- */

/* What fires in this cell much more often than in the one it is compared with; FIRES: nothing. */
static unsigned new_fire(const Telling *telling, unsigned cell, const char **words) {
    unsigned best = FIRES;
    double most = 0.005;
    for (unsigned i = 0; i < fire_row_count; i++) {
        double now = lab_times(&telling->count[cell], fire_rows[i].fire, 1).value;
        double before = lab_times(base_of(telling, cell), fire_rows[i].fire, 1).value;
        if (now < 3 * before || now - before <= most) continue;
        most = now - before;
        best = fire_rows[i].fire;
        *words = fire_rows[i].words;
    }
    return best;
}

/* "with stack_draws=any", "under ultimate" */
static const char *under(const LabCell *cell, char out[LAB_LABEL_MAX + 8]) {
    snprintf(out, LAB_LABEL_MAX + 8, "%s %s", strchr(cell->setting, '=') ? "with" : "under", cell->setting);
    return out;
}

static void tell_fire(Telling *telling, unsigned cell) {
    const char *words = "";
    LabSwing hit;
    unsigned fire = new_fire(telling, cell, &words);
    if (fire == FIRES) return;
    const LabCount *count = &telling->count[cell];
    LabFigure times = lab_times(count, fire, telling->z);
    char text[48], named[LAB_LABEL_MAX + 8];
    under(&telling->plan->cell[cell], named);
    report_lead(&telling->report, "%c%s, %s %.2f times a game (%s).", named[0] - 'a' + 'A', named + 1, words,
                times.value, figure_range(times, 2, text));
    if (lab_swing(count, fire, ROLE_HIT, telling->z, &hit) && hit.after.sure && is_clear(hit.change))
        report_lead(&telling->report, "The chance to win of the player it happens to %s from %.0f %% to %.0f %%.",
                    hit.change.value < 0 ? "falls" : "rises", hit.before, hit.after.value);
}

static void tell_difference(Telling *telling, unsigned cell) {
    const LabCell *at = &telling->plan->cell[cell];
    const LabCount *count = &telling->count[cell], *base = base_of(telling, cell);
    LabFigure length = lab_relative(base, count, METRIC_turns, telling->z);
    LabFigure edge = lab_difference(base, count, METRIC_first_wins, telling->z);
    LabFigure percent = {100 * length.value, 100 * length.low, 100 * length.high, length.sure};
    char text[48], low[48], named[LAB_LABEL_MAX + 8], other[LAB_LABEL_MAX + 8];
    under(at, named);
    under(&telling->plan->cell[at->base], other);
    if (is_clear(percent)) {
        LabFigure size = percent.value > 0 ? percent : (LabFigure){-percent.value, -percent.high, -percent.low, true};
        report_lead(&telling->report, "A %u-player game is %.1f %% %s %s than %s (%s).", at->players, size.value,
                    percent.value > 0 ? "longer" : "shorter", named, other, figure_range(size, 1, text));
    } else {
        report_lead(&telling->report,
                    "Whether a %u-player game is longer or shorter %s than %s cannot be told yet (%+.1f %%; %s).",
                    at->players, named, other, percent.value, figure_range(percent, 1, text));
    }
    tell_fire(telling, cell);
    if (is_clear(edge))
        report_lead(&telling->report, "The first in order then wins %s often, by %.2f points (%s).",
                    edge.value > 0 ? "more" : "less", fabs(edge.value), figure_range(edge, 2, low));
}

static void tell_alone(Telling *telling, unsigned cell) {
    const LabCell *at = &telling->plan->cell[cell];
    const LabCount *count = &telling->count[cell];
    LabFigure turns = turns_of(telling, cell), first = lab_edge(count, at->players, 0, telling->z);
    LabSkillFigure skill;
    char text[48], edge[48];
    report_lead(&telling->report, "A %u-player game of %s takes %.1f turns (%s), about %.0f minutes at a table.",
                at->players, at->label, turns.value, figure_range(turns, 1, text), minutes_of(telling, cell));
    if (is_clear(first))
        report_lead(&telling->report, "The first in order wins %.1f points %s than an even share (%s).",
                    fabs(first.value), first.value > 0 ? "more" : "less", figure_range(first, 2, edge));
    else
        report_lead(&telling->report, "Going first makes no difference that these games could show (%+.2f points; %s).",
                    first.value, figure_range(first, 2, edge));
    if (lab_skill(count, at->players, SKILL_GREEDY, telling->z, &skill) && skill.wins.sure)
        report_lead(
            &telling->report,
            "One careful player among players at random wins %.0f %% where %.0f %% would be even; who plays decides %.0f %% of the result, luck the rest.",
            skill.wins.value, skill.even, 100 * skill.skill);
}

static void tell_each(Telling *telling) {
    for (unsigned cell = 0; cell < telling->plan->cells; cell++) {
        if (compared(telling, cell)) tell_difference(telling, cell);
        else tell_alone(telling, cell);
    }
}

/* ---- many settings, together ---- */

/* "ultimate", "cards_dealt=3", with the players where there are several sizes. */
static const char *name_of(const Telling *telling, unsigned cell, char out[LAB_LABEL_MAX + 24]) {
    const LabCell *at = &telling->plan->cell[cell];
    if (sizes_differ(telling->plan)) snprintf(out, LAB_LABEL_MAX + 24, "%s, %u players", at->setting, at->players);
    else snprintf(out, LAB_LABEL_MAX + 24, "%s", at->setting);
    return out;
}

static void tell_lengths(Telling *telling) {
    unsigned least = 0, most = 0;
    char low[LAB_LABEL_MAX + 24], high[LAB_LABEL_MAX + 24], one[48], other[48];
    for (unsigned cell = 1; cell < telling->plan->cells; cell++) {
        if (turns_of(telling, cell).value < turns_of(telling, least).value) least = cell;
        if (turns_of(telling, cell).value > turns_of(telling, most).value) most = cell;
    }
    LabFigure shortest = turns_of(telling, least), longest = turns_of(telling, most);
    report_lead(&telling->report,
                "Games are shortest with %s: %.1f turns (%s), about %.0f minutes at a table. They are longest with %s: "
                "%.1f turns (%s), about %.0f minutes.",
                name_of(telling, least, low), shortest.value, figure_range(shortest, 1, one),
                minutes_of(telling, least), name_of(telling, most, high), longest.value,
                figure_range(longest, 1, other), minutes_of(telling, most));
}

/* How far the length goes up and down along one varied option, on average over the values of the other. */
static double moved_by(const Telling *telling, unsigned axis) {
    double sum = 0;
    unsigned lines = 0;
    for (unsigned line = 0; line < LAB_CELLS_MAX; line++) {
        double least = INFINITY, most = -INFINITY;
        for (unsigned cell = 0; cell < telling->plan->cells; cell++) {
            const LabCell *at = &telling->plan->cell[cell];
            if (at->axis[!axis] != line || at->players != telling->plan->cell[0].players) continue;
            least = fmin(least, turns_of(telling, cell).value);
            most = fmax(most, turns_of(telling, cell).value);
        }
        if (most < least) continue;
        sum += most - least;
        lines++;
    }
    return lines ? sum / lines : 0;
}

static void tell_axes(Telling *telling) {
    const char *const *axis = telling->of->axis;
    if (!axis[0] || !axis[1]) return;
    double first = moved_by(telling, 0), second = moved_by(telling, 1);
    bool more = first > second;
    report_lead(&telling->report, "%s moves the length by %.1f turns, %s by %.1f.", axis[!more], fmax(first, second),
                axis[more], fmin(first, second));
}

/* Who goes first: named where the games leave no doubt. */
static void tell_edges(Telling *telling) {
    char list[600] = "", name[LAB_LABEL_MAX + 24];
    unsigned found = 0;
    size_t used = 0;
    for (unsigned cell = 0; cell < telling->plan->cells; cell++) {
        LabFigure edge = lab_edge(&telling->count[cell], telling->plan->cell[cell].players, 0, telling->z);
        if (!is_clear(edge) || used >= sizeof list) continue;
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s (%+.1f points)", found++ ? ", " : "",
                                 name_of(telling, cell, name), edge.value);
    }
    if (found) report_lead(&telling->report, "Going first makes a difference with %s.", list);
    else
        report_lead(&telling->report,
                    "In none of them does going first make a difference that these games could show.");
}

static void tell_skill(Telling *telling) {
    unsigned least = LAB_CELLS_MAX, most = LAB_CELLS_MAX;
    double low = 2, high = -1;
    char one[LAB_LABEL_MAX + 24], other[LAB_LABEL_MAX + 24];
    for (unsigned cell = 0; cell < telling->plan->cells; cell++) {
        LabSkillFigure skill;
        bool known =
            lab_skill(&telling->count[cell], telling->plan->cell[cell].players, SKILL_GREEDY, telling->z, &skill);
        if (!known || !skill.wins.sure) continue;
        if (skill.skill < low) low = skill.skill, least = cell;
        if (skill.skill > high) high = skill.skill, most = cell;
    }
    if (least == most) return;
    report_lead(&telling->report,
                "Who plays decides most with %s, %.0f %% of the result where a careful player meets players at random, "
                "and least with %s, %.0f %%; the rest is luck.",
                name_of(telling, most, one), 100 * high, name_of(telling, least, other), 100 * low);
}

static void tell_together(Telling *telling) {
    tell_lengths(telling);
    tell_axes(telling);
    tell_edges(telling);
    tell_skill(telling);
}

/* ---- the whole ---- */

/* What cannot be told yet, and how many games it would take. */
static void tell_missing(Telling *telling) {
    double lengths = lab_precision_of_lengths(telling->plan, telling->count);
    double wins = lab_precision_of_wins(telling->plan, telling->count);
    uint64_t games = telling->count[0].games;
    unsigned open = 0;
    for (unsigned cell = 0; cell < telling->plan->cells; cell++)
        if (compared(telling, cell) &&
            !is_clear(lab_relative(base_of(telling, cell), &telling->count[cell], METRIC_turns, telling->z)))
            open++;
    if (isinf(lengths) || isinf(wins)) {
        report_say(&telling->report, "More games are needed before anything can be said.");
        return;
    }
    report_say(
        &telling->report,
        "Lengths are known to within %.1f %%, the share of the first in order to within %.1f points. Half of that "
        "would take four times as many games: about %llu.",
        lengths, wins, (unsigned long long)games * 4);
    if (open == 1)
        report_say(
            &telling->report,
            "1 difference in length might be nothing at all: play more games, or take it that it is smaller than its interval.");
    else if (open)
        report_say(
            &telling->report,
            "%u differences in length might be nothing at all: play more games, or take it that they are smaller than their intervals.",
            open);
}

void tell_answer(Telling *telling) {
    if (telling->plan->cells > TOLD_CELLS) tell_together(telling);
    else tell_each(telling);
    tell_missing(telling);
}
