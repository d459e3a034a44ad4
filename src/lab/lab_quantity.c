/* lab_quantity.c -- figures by name: for goals, and as comma-separated values. */
#include <stdio.h>
#include <string.h>

#include "lab_report.h"

enum { OTHERS = 4 };
static const char *const others[OTHERS] = {"seat_advantage", "first_edge", "luck", "skill"};

bool lab_quantity(const LabPlan *plan, const LabCount *count, unsigned cell, const char *name, LabFigure *out) {
    unsigned players = plan->cell[cell].players;
    LabSkillFigure skill;
    double z = lab_z(plan->cells);
    for (unsigned i = 0; i < METRICS; i++)
        if (strcmp(name, metric_rows[i].name) == 0) return *out = lab_mean(&count[cell], (Metric)i, z), true;
    if (strcmp(name, "seat_advantage") == 0)
        return *out = lab_seat_advantage(&count[cell], players, lab_z(plan->cells * players)), true;
    if (strcmp(name, "first_edge") == 0) return *out = lab_edge(&count[cell], players, 0, z), true;
    if (!lab_skill(&count[cell], players, SKILL_GREEDY, z, &skill)) return false;
    if (strcmp(name, "skill") == 0) return *out = skill.wins, true;
    double luck = 100 * (1 - skill.skill);
    return *out = (LabFigure){luck, luck, luck, false}, strcmp(name, "luck") == 0;
}

bool lab_quantity_known(const char *name) {
    const char *nearest = lab_quantity_nearest(name);
    return nearest && strcmp(nearest, name) == 0;
}

const char *lab_quantity_nearest(const char *name) {
    const char *best = NULL;
    unsigned least = 4;
    for (unsigned i = 0; i < METRICS + OTHERS; i++) {
        const char *word = i < METRICS ? metric_rows[i].name : others[i - METRICS];
        unsigned distance = word_distance(name, word);
        if (distance < least) least = distance, best = word;
    }
    return best;
}

static void put(const Printer *printer, const char *text) { printer->put(printer->sink, text); }

void lab_csv(const LabFindings *findings, const Printer *printer) {
    const LabPlan *plan = findings->plan;
    put(printer, "rules,setting,players,games,quantity,value,low,high\n");
    for (unsigned cell = 0; cell < plan->cells; cell++)
        for (unsigned i = 0; i < METRICS + OTHERS; i++) {
            const char *name = i < METRICS ? metric_rows[i].name : others[i - METRICS];
            LabFigure figure;
            char line[3 * LAB_LABEL_MAX];
            if (!lab_quantity(plan, findings->count, cell, name, &figure)) continue;
            snprintf(line, sizeof line, "\"%s\",\"%s\",%u,%llu,%s,%.6g,", plan->cell[cell].label,
                     plan->cell[cell].setting, plan->cell[cell].players,
                     (unsigned long long)findings->count[cell].games, name, figure.value);
            put(printer, line);
            if (figure.sure) snprintf(line, sizeof line, "%.6g,%.6g\n", figure.low, figure.high);
            else snprintf(line, sizeof line, ",\n");
            put(printer, line);
        }
}
