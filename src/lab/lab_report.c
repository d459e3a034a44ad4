/* lab_report.c -- after the answer (lab_answer.c) tables, then pictures. */
#include "lab_telling.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../engine/text.h"

enum { SHOWN_CELLS = 8, RICH_CELLS = 6, FEW_TIMES = 5 };

/* ---- tables ---- */

/* Digits after the point that a number of this size is shown with. */
static int digits_of(double size) { return size >= 100 ? 0 : size >= 10 ? 1 : size >= 0.1 || size == 0 ? 2 : 3; }

static void table_of_cells(Telling *telling) {
    ReportTable table;
    report_table_init(&table, "The games in short", 1,
                      "rules|players|turns|minutes|choices|options each|first wins %|seat edge|greedy wins %|luck %");
    for (unsigned cell = 0; cell < telling->plan->cells; cell++) {
        const LabCell *at = &telling->plan->cell[cell];
        const LabCount *count = &telling->count[cell];
        LabSkillFigure skill;
        bool has = lab_skill(count, at->players, SKILL_GREEDY, telling->z, &skill) && skill.wins.sure;
        report_cell(&table, "%s", at->label);
        report_cell(&table, "%u", at->players);
        report_cell(&table, "%.1f", lab_mean(count, METRIC_turns, telling->z).value);
        report_cell(&table, "%.1f", lab_mean(count, METRIC_seconds, telling->z).value);
        report_cell(&table, "%.1f", lab_mean(count, METRIC_choices, telling->z).value);
        report_cell(&table, "%.2f", lab_ratio(count, METRIC_options, METRIC_choices));
        report_cell(&table, "%.2f", lab_mean(count, METRIC_first_wins, telling->z).value);
        report_cell(&table, "%.2f", lab_seat_advantage(count, at->players, telling->z).value);
        if (has) report_cell(&table, "%.1f", skill.wins.value), report_cell(&table, "%.0f", 100 * (1 - skill.skill));
        else report_cell(&table, "-"), report_cell(&table, "-");
    }
    report_table(&telling->report, &table);
}

static void table_of_metrics(Telling *telling, unsigned cell) {
    const LabCell *at = &telling->plan->cell[cell];
    const LabCount *count = &telling->count[cell];
    double z = lab_z(METRICS);
    char caption[LAB_LABEL_MAX + 80];
    ReportTable table;
    snprintf(caption, sizeof caption, "%s, %u players: a game on average", at->label, at->players);
    report_table_init(&table, caption, 1, "what|value|from|to");
    for (unsigned i = 0; i < METRICS; i++) {
        LabFigure figure = lab_mean(count, (Metric)i, z);
        report_cell(&table, "%s%s%s%s", metric_rows[i].title, metric_rows[i].unit[0] == '%' ? " (" : "",
                    metric_rows[i].unit[0] == '%' ? "%" : "", metric_rows[i].unit[0] == '%' ? ")" : "");
        int digits = digits_of(figure.value);
        report_cell(&table, "%.*f", digits, figure.value);
        report_cell(&table, figure.sure ? "%.*f" : "-", digits, fmax(figure.low, 0));
        report_cell(&table, figure.sure ? "%.*f" : "-", digits, figure.high);
    }
    report_table(&telling->report, &table);
    report_say(&telling->report, "The longest game had %llu turns, the largest hand %llu cards, the largest draw %llu.",
               (unsigned long long)count->turns_max, (unsigned long long)count->hand_max,
               (unsigned long long)count->draw_max);
}

static void table_of_differences(Telling *telling, unsigned cell) {
    const LabCell *at = &telling->plan->cell[cell];
    const LabCount *count = &telling->count[cell], *base = base_of(telling, cell);
    double z = lab_z(METRICS * (telling->plan->cells - 1));
    char caption[3 * LAB_LABEL_MAX];
    ReportTable table;
    snprintf(caption, sizeof caption, "%s compared with %s, %u players, the same games", at->label,
             telling->plan->cell[at->base].label, at->players);
    report_table_init(&table, caption, 1, "what|before|now|difference|from|to|clear");
    for (unsigned i = 0; i < METRICS; i++) {
        LabFigure was = lab_mean(base, (Metric)i, z), is = lab_mean(count, (Metric)i, z);
        LabFigure more = lab_difference(base, count, (Metric)i, z);
        if (was.value == 0 && is.value == 0) continue;
        report_cell(&table, "%s%s", metric_rows[i].title, metric_rows[i].unit[0] == '%' ? " (%)" : "");
        int digits = digits_of(fmax(was.value, is.value)), fine = digits < 2 ? digits + 1 : digits;
        report_cell(&table, "%.*f", digits, was.value);
        report_cell(&table, "%.*f", digits, is.value);
        report_cell(&table, "%+.*f", fine, more.value);
        report_cell(&table, more.sure ? "%+.*f" : "-", fine, more.low);
        report_cell(&table, more.sure ? "%+.*f" : "-", fine, more.high);
        report_cell(&table, "%s", is_clear(more) ? "yes" : "no");
    }
    report_table(&telling->report, &table);
}

static void swing_cells(ReportTable *table, const LabCount *count, unsigned fire, LabRole role, double z) {
    LabSwing swing;
    bool has = lab_swing(count, fire, role, z, &swing) && swing.after.sure;
    if (!has) {
        for (unsigned i = 0; i < 3; i++) report_cell(table, "-");
        return;
    }
    report_cell(table, "%.1f", swing.before);
    report_cell(table, "%.1f", swing.after.value);
    report_cell(table, "%+.1f ± %.1f", swing.change.value, swing.change.high - swing.change.value);
}

static void table_of_fires(Telling *telling, unsigned cell) {
    const LabCell *at = &telling->plan->cell[cell];
    const LabCount *count = &telling->count[cell];
    double z = lab_z(60);
    char caption[LAB_LABEL_MAX + 80];
    ReportTable table;
    snprintf(caption, sizeof caption, "%s, %u players: what happens, and what it does to the chance to win", at->label,
             at->players);
    report_table_init(&table, caption, 1, "it happens that|a game|doer before|after|change|other before|after|change");
    for (unsigned i = 0; i < fire_row_count; i++) {
        if (count->fire[fire_rows[i].fire].times.sum < FEW_TIMES) continue;
        report_cell(&table, "%s", fire_rows[i].words);
        report_cell(&table, "%.2f", lab_times(count, fire_rows[i].fire, z).value);
        swing_cells(&table, count, fire_rows[i].fire, ROLE_ACTOR, z);
        swing_cells(&table, count, fire_rows[i].fire, ROLE_HIT, z);
    }
    for (unsigned fire = FIRE_CARDS; fire < FIRES; fire++) {
        char name[CLUB_NAME_MAX];
        if (count->fire[fire].times.sum < FEW_TIMES || !lab_fire_name(at->rules, fire, name, sizeof name)) continue;
        report_cell(&table, fire >= FIRE_RULES ? "rule: %s" : "card: %s", name);
        report_cell(&table, "%.2f", lab_times(count, fire, z).value);
        swing_cells(&table, count, fire, ROLE_ACTOR, z);
        swing_cells(&table, count, fire, ROLE_HIT, z);
    }
    report_table(&telling->report, &table);
}

static void table_of_skill(Telling *telling) {
    static const char *const words[SKILLS] = {"greedy among random", "search among greedy"};
    ReportTable table;
    report_table_init(&table, "Skill and luck: the same cards, once with the better player in each seat", 2,
                      "rules|who|players|wins %|95 %|even|who plays %|the deal %|the rest %");
    for (unsigned cell = 0; cell < telling->plan->cells; cell++) {
        const LabCell *at = &telling->plan->cell[cell];
        for (unsigned kind = 0; kind < SKILLS; kind++) {
            LabSkillFigure skill;
            char text[48];
            if (!lab_skill(&telling->count[cell], at->players, (LabSkillKind)kind, telling->z, &skill)) continue;
            figure_range(skill.wins, 1, text);
            report_cell(&table, "%s", at->label);
            report_cell(&table, "%s", words[kind]);
            report_cell(&table, "%u", at->players);
            bool sure = skill.wins.sure; /* of a few deals nothing can be said */
            report_cell(&table, sure ? "%.1f" : "-", skill.wins.value);
            report_cell(&table, "%s", sure && strlen(text) > 6 ? text + 6 : "-");
            report_cell(&table, "%.1f", skill.even);
            report_cell(&table, sure ? "%.0f" : "-", 100 * skill.skill);
            report_cell(&table, sure ? "%.0f" : "-", 100 * skill.deal);
            report_cell(&table, sure ? "%.0f" : "-", 100 * skill.rest);
        }
    }
    report_table(&telling->report, &table);
}

static void tell_richness(Telling *telling) {
    for (unsigned cell = 0; cell < telling->plan->cells && cell < RICH_CELLS; cell++) {
        const LabCount *count = &telling->count[cell];
        LabFigure gap;
        char text[48];
        if (!lab_gap(count, telling->z, &gap)) continue;
        report_say(
            &telling->report,
            "%s, %u players: in a real choice the best is %.1f points of win chance ahead of the next (%s), and in %.0f %% of them by 5 or more, as a search of %d worlds sees it (%llu choices).",
            telling->plan->cell[cell].label, telling->plan->cell[cell].players, gap.value, figure_range(gap, 1, text),
            100 * (double)count->clear / (double)count->judged, LAB_JUDGE_WORLDS, (unsigned long long)count->judged);
    }
}

/* ---- pictures ---- */

static void set_range(ReportPoint *point, LabFigure figure) {
    point->value = figure.value;
    point->low = figure.low;
    point->high = figure.high;
    point->ranged = figure.sure;
}

/* More lines in one picture cannot be told apart. */
static bool are_many(const Telling *telling) { return telling->plan->cells > TOLD_CELLS; }

/* The values of a setting alone, "5, off", where it has any: its keys are the same everywhere. */
static void short_setting(const LabCell *cell, char out[REPORT_CELL_MAX]) {
    unsigned used = 0;
    for (const char *at = cell->setting; *at && used + 1 < REPORT_CELL_MAX; at++) {
        if (*at == '=') {
            while (used && out[used - 1] != ' ') used--;
            continue;
        }
        out[used++] = *at;
    }
    out[used] = 0;
}

static void cell_name(const Telling *telling, unsigned cell, char *out, size_t size) {
    const LabCell *at = &telling->plan->cell[cell];
    bool sizes = telling->plan->cell[0].players != telling->plan->cell[telling->plan->cells - 1].players;
    if (sizes) snprintf(out, size, "%.40s, %u", at->setting, at->players);
    else snprintf(out, size, "%.60s", at->setting);
}

/* A bar for each setting. */
static void picture_of_means(Telling *telling, ReportChart *chart, const char *quantity, const char *title,
                             const char *x_title) {
    report_chart_init(chart, CHART_BARS, title, x_title, "");
    for (unsigned cell = 0; cell < telling->plan->cells; cell++) {
        LabFigure figure;
        char label[REPORT_CELL_MAX];
        if (!lab_quantity(telling->plan, telling->count, cell, quantity, &figure)) continue;
        cell_name(telling, cell, label, sizeof label);
        set_range(report_point(chart, label), figure);
    }
    snprintf(chart->says, sizeof chart->says, "%.100s, for each setting, with its interval.", title);
    report_chart(&telling->report, chart);
}

static void picture_of_lengths(Telling *telling, ReportChart *chart) {
    report_chart_init(chart, CHART_COLUMNS, "How long games are", "turns", "% of games");
    chart->series = telling->plan->cells;
    unsigned last = 1;
    for (unsigned cell = 0; cell < chart->series; cell++)
        for (unsigned bin = 0; bin < LAB_BINS - 1; bin++) /* the last holds all that is longer: it would be a tower */
            if (telling->count[cell].length[bin] * 500 > telling->count[cell].games && bin > last) last = bin;
    for (unsigned cell = 0; cell < chart->series; cell++) {
        cell_name(telling, cell, chart->name[cell], REPORT_CELL_MAX);
        for (unsigned bin = 0; bin <= last; bin++) {
            char label[REPORT_CELL_MAX];
            snprintf(label, sizeof label, "%u to %u", bin * LAB_BIN, bin * LAB_BIN + LAB_BIN - 1);
            ReportPoint *point = report_point(chart, label);
            point->x = bin * LAB_BIN;
            point->series = cell;
            double games = (double)telling->count[cell].games;
            point->value = games > 0 ? 100 * (double)telling->count[cell].length[bin] / games : 0;
        }
    }
    snprintf(chart->says, sizeof chart->says, "Distribution of the number of turns; the average is %.1f for %.80s.",
             lab_mean(&telling->count[0], METRIC_turns, telling->z).value, telling->plan->cell[0].label);
    report_chart(&telling->report, chart);
}

static void picture_of_edges(Telling *telling, ReportChart *chart) {
    unsigned places = 0;
    report_chart_init(chart, CHART_BARS, "What each place in the order of play wins beyond an even share",
                      "points of win chance", "");
    for (unsigned cell = 0; cell < telling->plan->cells; cell++) places += telling->plan->cell[cell].players;
    double z = lab_z(places);
    for (unsigned cell = 0; cell < telling->plan->cells; cell++)
        for (unsigned place = 0; place < telling->plan->cell[cell].players; place++) {
            char label[LAB_LABEL_MAX], setting[REPORT_CELL_MAX];
            short_setting(&telling->plan->cell[cell], setting);
            snprintf(label, sizeof label, "%s: %u. of %u", setting, place + 1, telling->plan->cell[cell].players);
            ReportPoint *point = report_point(chart, label);
            set_range(point, lab_edge(&telling->count[cell], telling->plan->cell[cell].players, place, z));
            point->series = cell;
        }
    LabFigure first = lab_edge(&telling->count[0], telling->plan->cell[0].players, 0, z);
    snprintf(chart->says, sizeof chart->says, "Seat edges with their intervals; the first in order has %+.2f points.",
             first.value);
    report_chart(&telling->report, chart);
}

static void add_swing(ReportChart *chart, const LabCount *count, unsigned fire, const char *words, double z) {
    LabSwing swing;
    LabRole role = fire >= FIRE_CARDS ? ROLE_ACTOR : ROLE_HIT;
    if (count->fire[fire].times.sum < 200 || !lab_swing(count, fire, role, z, &swing) || !swing.change.sure) return;
    set_range(report_point(chart, words), swing.change);
}

static void picture_of_swings(Telling *telling, ReportChart *chart, unsigned cell) {
    const LabCell *at = &telling->plan->cell[cell];
    char title[LAB_LABEL_MAX + 80];
    snprintf(title, sizeof title, "%s, %u players: what a card does for its player", at->label, at->players);
    report_chart_init(chart, CHART_BARS, title, "points of win chance", "");
    for (unsigned fire = FIRE_CARDS; fire < FIRES; fire++) {
        char name[CLUB_NAME_MAX];
        if (lab_fire_name(at->rules, fire, name, sizeof name))
            add_swing(chart, &telling->count[cell], fire, name, lab_z(20));
    }
    snprintf(chart->says, sizeof chart->says, "The chance to win after each card is played, less the chance before.");
    report_chart(&telling->report, chart);
    snprintf(title, sizeof title, "%s, %u players: what events do to the player they happen to", at->label,
             at->players);
    report_chart_init(chart, CHART_BARS, title, "points of win chance", "");
    for (unsigned i = 0; i < fire_row_count; i++)
        add_swing(chart, &telling->count[cell], fire_rows[i].fire, fire_rows[i].words, lab_z(20));
    snprintf(chart->says, sizeof chart->says, "The chance to win after each event, less the chance before.");
    report_chart(&telling->report, chart);
}

/* Length by the number of players, a line for each setting. */
static void picture_of_players(Telling *telling, ReportChart *chart) {
    const LabPlan *plan = telling->plan;
    report_chart_init(chart, CHART_LINES, "Length by the number of players", "players", "turns");
    for (unsigned cell = 0; cell < plan->cells; cell++) {
        unsigned series = 0;
        while (series < chart->series &&
               strncmp(chart->name[series], plan->cell[cell].setting, REPORT_CELL_MAX - 1) != 0)
            series++;
        if (series == REPORT_SERIES_MAX) continue;
        if (series == chart->series)
            snprintf(chart->name[chart->series++], REPORT_CELL_MAX, "%.63s", plan->cell[cell].setting);
        char label[16];
        snprintf(label, sizeof label, "%u", plan->cell[cell].players);
        ReportPoint *point = report_point(chart, label);
        point->x = plan->cell[cell].players;
        point->series = series;
        set_range(point, lab_mean(&telling->count[cell], METRIC_turns, telling->z));
    }
    snprintf(chart->says, sizeof chart->says, "Average turns of a game, for each number of players.");
    report_chart(&telling->report, chart);
}

static void picture_of_skill(Telling *telling, ReportChart *chart) {
    report_chart_init(chart, CHART_MAP, "Skill and luck: how much of the result is who plays (up), by the deal (right)",
                      "% decided by the deal", "%");
    for (unsigned cell = 0; cell < telling->plan->cells; cell++) {
        LabSkillFigure skill;
        char label[REPORT_CELL_MAX];
        if (!lab_skill(&telling->count[cell], telling->plan->cell[cell].players, SKILL_GREEDY, telling->z, &skill) ||
            !skill.wins.sure)
            continue;
        cell_name(telling, cell, label, sizeof label);
        ReportPoint *point = report_point(chart, label);
        point->x = 100 * skill.deal;
        point->value = 100 * skill.skill;
        point->series = cell;
    }
    snprintf(chart->says, sizeof chart->says,
             "Each ruleset by what decides its games: who plays, and the cards dealt.");
    report_chart(&telling->report, chart);
}

static void picture_of_sweep(Telling *telling, ReportChart *chart, const char *quantity, const char *title) {
    const LabFindings *of = telling->of;
    bool two = of->axis[1], counted = true;
    report_chart_init(chart, two ? CHART_HEAT : CHART_LINES, title, of->axis[0], "");
    for (unsigned cell = 0; cell < telling->plan->cells; cell++) {
        const LabCell *at = &telling->plan->cell[cell];
        LabFigure figure;
        char label[2 * LAB_LABEL_MAX], first[LAB_LABEL_MAX];
        if (at->players != telling->plan->cell[0].players) continue;
        if (!lab_quantity(telling->plan, telling->count, cell, quantity, &figure)) continue;
        const char *value = strchr(at->setting, '='), *comma = strchr(at->setting, ',');
        snprintf(first, sizeof first, "%.*s", value ? (int)(comma && comma > value ? comma - value - 1 : 40) : 40,
                 value ? value + 1 : at->setting);
        const char *second = comma ? strchr(comma, '=') : NULL;
        snprintf(label, sizeof label, "%s%s%s", first, two && second ? "|" : "", two && second ? second + 1 : "");
        ReportPoint *point = report_point(chart, label);
        const char *end = first;
        long long number;
        bool is_number = scan_number(&end, -100000, 100000, &number) && !*end;
        counted &= is_number;
        point->x = two || !is_number ? at->axis[0] : (double)number;
        point->y = at->axis[1];
        set_range(point, figure);
    }
    if (!two && !counted) chart->kind = CHART_BARS; /* words have no order that a line could follow */
    snprintf(chart->says, sizeof chart->says, "%.100s for each setting of %.60s.", title, of->axis[0]);
    report_chart(&telling->report, chart);
}

/* The same setting with more than one number of players. */
static bool has_line(const LabPlan *plan) {
    for (unsigned cell = 1; cell < plan->cells; cell++)
        if (plan->cell[cell].players != plan->cell[0].players &&
            strcmp(plan->cell[cell].setting, plan->cell[0].setting) == 0)
            return true;
    return false;
}

static void pictures_of_sweep(Telling *telling, ReportChart *chart) {
    const char *goal = telling->of->goal;
    picture_of_sweep(telling, chart, "turns", "Turns");
    picture_of_sweep(telling, chart, "first_wins", "Won by the first in order, %");
    if (goal && strcmp(goal, "turns") != 0 && strcmp(goal, "first_wins") != 0)
        picture_of_sweep(telling, chart, goal, goal);
}

static void tell_pictures(Telling *telling) {
    ReportChart chart;
    report_heading(&telling->report, "Pictures");
    if (telling->of->axis[0]) pictures_of_sweep(telling, &chart);
    if (!are_many(telling)) {
        picture_of_lengths(telling, &chart);
        picture_of_edges(telling, &chart);
    } else if (!telling->of->axis[0]) {
        picture_of_means(telling, &chart, "turns", "Turns of a game, on average", "turns");
        picture_of_means(telling, &chart, "first_edge", "What the first in order wins beyond an even share",
                         "points of win chance");
    }
    if (has_line(telling->plan)) picture_of_players(telling, &chart);
    picture_of_skill(telling, &chart);
    picture_of_swings(telling, &chart, 0);
    if (telling->plan->cells > 1 && telling->plan->cells <= 4)
        for (unsigned cell = 1; cell < telling->plan->cells; cell++) picture_of_swings(telling, &chart, cell);
}

/* ---- the whole ---- */

static void tell_method(Telling *telling) {
    const LabFindings *of = telling->of;
    report_heading(&telling->report, "How this was found");
    report_note(&telling->report, "%llu games in each of %u %s, %llu of them watched event by event. %s",
                (unsigned long long)of->count[0].games, of->plan->cells, of->plan->cells == 1 ? "setting" : "settings",
                (unsigned long long)of->count[0].watched,
                of->matches ? "A game is a whole match to its target."
                            : "A game is one deal; --match plays whole matches.");
    report_note(
        &telling->report,
        "Every interval holds the truth in 95 of 100 labs; where several are shown together, all of them do (Bonferroni). Differences are those of the same games: the same cards and the same chance of the players.");
    report_note(
        &telling->report,
        "The chance before something happens is what all players won who held as many cards and were as far ahead or behind when anybody acted; the chance after is what those won to whom it happened. The times of one game count as one for its interval.");
    report_note(
        &telling->report,
        "Minutes are an estimate: 60 seconds to deal and count, 3 for each action, 3 more for each real choice. Luck is what is left when one knows who plays: greedy, or players at random.");
    report_note(&telling->report, "The same again: %s", of->again);
}

void lab_report(const LabFindings *findings, ReportForm form, unsigned width, const Printer *printer) {
    Telling telling = {.of = findings, .plan = findings->plan, .count = findings->count};
    const LabPlan *plan = findings->plan;
    telling.z = lab_z(plan->cells);
    report_begin(&telling.report, printer, form, width, findings->title);
    tell_answer(&telling);
    report_heading(&telling.report, "Tables");
    table_of_cells(&telling);
    for (unsigned cell = 0; cell < plan->cells && cell < SHOWN_CELLS; cell++)
        if (compared(&telling, cell)) table_of_differences(&telling, cell);
    if (plan->cells == 1 || form != REPORT_TERMINAL) table_of_metrics(&telling, 0);
    for (unsigned cell = 0; cell < plan->cells && cell < (form != REPORT_TERMINAL ? SHOWN_CELLS : 2); cell++)
        table_of_fires(&telling, cell);
    table_of_skill(&telling);
    tell_richness(&telling);
    if (form != REPORT_TERMINAL || plan->cells > 1) tell_pictures(&telling);
    tell_method(&telling);
    report_end(&telling.report);
}
