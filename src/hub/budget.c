/* budget.c -- buckets of people in a map; full ones are forgotten. */
#include "budget.h"

#include <stdlib.h>

enum { SWEEP_MS = 10000 };

typedef struct {
    uint64_t user;
    Rate rate[BUDGET_KINDS];
} Budget;

/* Five tables of bots at their usual pace do five things a second, and somebody who plays writes some 20 bytes
 * a move: nobody who plays meets these. */
static const Allowance allowances[BUDGET_KINDS] = {
    [BUDGET_ACTS] = {20, 200},
    [BUDGET_BYTES] = {512, 128 << 10},
    [BUDGET_VIEWS] = {1, 10},
};
const Allowance table_allowance = {10, 60};

/* ---- one bucket, in microseconds as rate.c counts ---- */

static int64_t one_us(const Allowance *allowance) { return 1000000 / allowance->per_s; }

static int64_t depth_us(const Allowance *allowance) { return one_us(allowance) * allowance->burst; }

bool rate_is_left(const Rate *rate, int64_t now_ms, const Allowance *allowance) {
    return rate->full_at - 1000 * now_ms < depth_us(allowance);
}

void rate_spend(Rate *rate, int64_t now_ms, const Allowance *allowance, size_t amount) {
    int64_t from = rate->full_at > 1000 * now_ms ? rate->full_at : 1000 * now_ms;
    rate->full_at = from + (int64_t)amount * one_us(allowance);
}

int64_t rate_again_ms(const Rate *rate, const Allowance *allowance) {
    return (rate->full_at - depth_us(allowance)) / 1000 + 1;
}

/* ---- those of people ---- */

void budgets_free(Budgets *budgets) {
    size_t at = 0;
    for (Budget *budget; (budget = map_next(&budgets->map, &at));) free(budget);
    map_free(&budgets->map);
}

static bool is_full(const Budget *budget, int64_t now_ms) {
    for (unsigned kind = 0; kind < BUDGET_KINDS; kind++)
        if (budget->rate[kind].full_at > 1000 * now_ms) return false;
    return true;
}

static void sweep(Budgets *budgets, int64_t now_ms) {
    size_t at = 0;
    if (now_ms - budgets->swept_at < SWEEP_MS) return;
    for (Budget *budget; (budget = map_next(&budgets->map, &at));)
        if (is_full(budget, now_ms)) free(map_take(&budgets->map, budget->user));
    budgets->swept_at = now_ms;
}

static Budget *budget_of(Budgets *budgets, uint64_t user, int64_t now_ms) {
    Budget *budget = map_get(&budgets->map, user);
    if (budget) return budget;
    sweep(budgets, now_ms);
    if (!(budget = calloc(1, sizeof *budget))) return NULL;
    budget->user = user;
    if (map_put(&budgets->map, user, budget)) return budget;
    free(budget);
    return NULL;
}

bool budget_is_left(const Budgets *budgets, uint64_t user, BudgetKind kind, int64_t now_ms) {
    const Budget *budget = map_get(&budgets->map, user);
    return !budget || rate_is_left(&budget->rate[kind], now_ms, &allowances[kind]);
}

void budget_spend(Budgets *budgets, uint64_t user, BudgetKind kind, int64_t now_ms, size_t amount) {
    Budget *budget = user ? budget_of(budgets, user, now_ms) : NULL;
    if (budget) rate_spend(&budget->rate[kind], now_ms, &allowances[kind], amount);
}

int64_t budget_again_ms(const Budgets *budgets, uint64_t user, BudgetKind kind) {
    const Budget *budget = map_get(&budgets->map, user);
    return budget ? rate_again_ms(&budget->rate[kind], &allowances[kind]) : 0;
}
