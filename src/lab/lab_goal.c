/* lab_goal.c -- goals are read, settings judged by them, and set aside. */
#include "lab_goal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool lab_goal_parse(const char *text, LabGoal *out, LabBookError *error) {
    char *end;
    size_t length = strcspn(text, "<>");
    if (!length || length >= sizeof out->name || !text[length]) {
        snprintf(error->text, sizeof error->text,
                 "must be a quantity, < or >, and a number, as in 'seat_advantage<1%%', not '%.60s'", text);
        return false;
    }
    memcpy(out->name, text, length);
    out->name[length] = 0;
    out->below = text[length] == '<';
    out->value = strtod(text + length + 1, &end);
    if (*end == '%') end++;
    if (end == text + length + 1 || *end || !isfinite(out->value)) {
        snprintf(error->text, sizeof error->text, "'%.60s' is not a number", text + length + 1);
        return false;
    }
    if (lab_quantity_known(out->name)) return true;
    const char *near = lab_quantity_nearest(out->name);
    snprintf(error->text, sizeof error->text, "there is no quantity '%s'%s%s%s", out->name,
             near ? ": did you mean " : "", near ? near : "", near ? "?" : "");
    return false;
}

LabGoalState lab_goal_judge(const LabGoal *goal, LabFigure figure) {
    double low = figure.sure ? figure.low : -INFINITY, high = figure.sure ? figure.high : INFINITY;
    if (goal->below ? high < goal->value : low > goal->value) return GOAL_MET;
    if (goal->below ? low >= goal->value : high <= goal->value) return GOAL_MISSED;
    return GOAL_OPEN;
}

bool lab_goal_figure(const LabBook *book, const LabGoal *goal, unsigned cell, LabFigure *out) {
    unsigned cells = book->plan.cells, rounds = goal->rounds ? goal->rounds : 1;
    if (!lab_quantity(&book->plan, book->count, cell, goal->name, out)) return false;
    double wider = lab_z(cells * rounds) / lab_z(cells);
    double low = out->value - wider * (out->value - out->low);
    out->low = out->low >= 0 && low < 0 ? 0 : low; /* what cannot be below 0 is not said to be */
    out->high = out->value + wider * (out->high - out->value);
    return true;
}

unsigned lab_goal_best(const LabBook *book, const LabGoal *goal, LabFigure *out, bool *met) {
    unsigned best = 0;
    bool any = false;
    *met = false;
    *out = (LabFigure){0};
    for (unsigned cell = 0; cell < book->plan.cells; cell++) {
        LabFigure figure;
        if (!lab_goal_figure(book, goal, cell, &figure)) continue;
        bool meets = lab_goal_judge(goal, figure) == GOAL_MET;
        bool better = !any || (goal->below ? figure.value < out->value : figure.value > out->value);
        if ((meets && !*met) || (meets == *met && better)) best = cell, *out = figure, *met = meets;
        any = true;
    }
    return best;
}

void lab_goal_begin(LabBook *book) {
    for (unsigned cell = 0; cell < book->plan.cells; cell++) book->plan.cell[cell].base = cell;
}

/* Rules, counts and cell change places; everything that points to them goes along. */
static void swap(LabBook *book, unsigned a, unsigned b) {
    LabCell cell = book->plan.cell[a];
    Rules rules = book->rules[a];
    LabCount *one = &book->count[a], *other = &book->count[b];
    book->plan.cell[a] = book->plan.cell[b];
    book->plan.cell[b] = cell;
    book->rules[a] = book->rules[b];
    book->rules[b] = rules;
    book->plan.cell[a].rules = &book->rules[a];
    book->plan.cell[b].rules = &book->rules[b];
    book->plan.cell[a].base = a;
    book->plan.cell[b].base = b;
    uint64_t *x = (uint64_t *)one, *y = (uint64_t *)other;
    for (size_t i = 0; i < sizeof *one / sizeof *x; i++) {
        uint64_t kept = x[i];
        x[i] = y[i];
        y[i] = kept;
    }
}

void lab_goal_drop(LabBook *book, const LabGoal *goal, LabGoalDropped *dropped, void *self) {
    LabPlan *plan = &book->plan;
    LabGoalState state[LAB_CELLS_MAX] = {GOAL_OPEN};
    unsigned kept = 0, cells = plan->cells;
    for (unsigned cell = 0; cell < cells;
         cell++) { /* intervals count the settings that are shown: all before any goes */
        LabFigure figure;
        if (!lab_goal_figure(book, goal, cell, &figure)) continue;
        state[cell] = lab_goal_judge(goal, figure);
        if (state[cell] == GOAL_MISSED && dropped) dropped(self, &plan->cell[cell], figure);
    }
    for (unsigned cell = 0; cell < cells; cell++) {
        if (state[cell] == GOAL_MISSED) continue;
        if (kept != cell) swap(book, kept, cell), state[cell] = GOAL_MISSED; /* what comes here is one that goes */
        kept++;
    }
    plan->cells = kept;
}

static bool is_before(const LabCell *a, const LabCell *b) {
    if (a->players != b->players) return a->players < b->players;
    if (a->axis[1] != b->axis[1]) return a->axis[1] < b->axis[1];
    return a->axis[0] < b->axis[0];
}

void lab_goal_end(LabBook *book, unsigned cells) {
    book->plan.cells = cells;
    for (unsigned at = 0; at < cells; at++) {
        unsigned first = at;
        for (unsigned i = at + 1; i < cells; i++)
            if (is_before(&book->plan.cell[i], &book->plan.cell[first])) first = i;
        if (first != at) swap(book, at, first);
    }
}
