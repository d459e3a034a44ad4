/* seating.c -- tables of three and more. Few people: every way to divide them is weighed. Many: people are exchanged
 * between tables as long as fewer of them meet again. */
#include "pairing.h"

enum { PASSES = 8, ALL_TABLES = 40, NEAR = 2 };

/* How bad it is that the two meet again. */
static uint64_t weight(const Pairing *pairing, uint32_t one, uint32_t other) {
    enum { ENOUGH = 1 << 16 };
    unsigned times = pairing_met(pairing, one, other);
    return times + (pairing->enough && times >= pairing->enough ? ENOUGH : 0u);
}

/* ---- few ---- */

/* First who has met, then the squares of the differences in points. */
static uint64_t price_of_table(const void *context, uint32_t table) {
    const Pairing *pairing = context;
    uint64_t cost = 0;
    for (uint32_t rest = table; rest; rest &= rest - 1)
        for (uint32_t others = rest & (rest - 1); others; others &= others - 1) {
            uint32_t one = (uint32_t)__builtin_ctz(rest), other = (uint32_t)__builtin_ctz(others);
            uint64_t gap = (uint64_t)((int64_t)pairing->points[one] - pairing->points[other]);
            if (gap > 4000) gap = 4000;
            cost += weight(pairing, one, other) << 32 | gap * gap;
        }
    return cost;
}

static bool seat_exactly(const Pairing *pairing, uint32_t tables, uint32_t *seat, uint32_t *first) {
    uint32_t table[PAIRING_EXACT_MAX], taken = 0;
    if (!partition_solve(pairing->count, tables, price_of_table, pairing, table)) return false;
    for (uint32_t t = 0; t < tables; t++) {
        first[t] = taken;
        for (; table[t]; table[t] &= table[t] - 1) seat[taken++] = (uint32_t)__builtin_ctz(table[t]);
    }
    first[tables] = taken;
    return true;
}

/* ---- many ---- */

/* What it costs to have `who` at a table in the place of seat `at`. */
static uint64_t cost_there(const Pairing *pairing, const uint32_t *seat, uint32_t from, uint32_t to, uint32_t at,
                           uint32_t who) {
    uint64_t cost = 0;
    for (uint32_t i = from; i < to; i++)
        if (i != at) cost += weight(pairing, who, seat[i]);
    return cost;
}

/* Exchanges people between two tables. True: somebody has moved. */
static bool exchange_between(const Pairing *pairing, uint32_t *seat, const uint32_t *first, uint32_t t, uint32_t u) {
    bool moved = false;
    for (uint32_t i = first[t]; i < first[t + 1]; i++)
        for (uint32_t j = first[u]; j < first[u + 1]; j++) {
            uint64_t before = cost_there(pairing, seat, first[t], first[t + 1], i, seat[i]) +
                              cost_there(pairing, seat, first[u], first[u + 1], j, seat[j]);
            if (!before) continue;
            uint64_t after = cost_there(pairing, seat, first[t], first[t + 1], i, seat[j]) +
                             cost_there(pairing, seat, first[u], first[u + 1], j, seat[i]);
            if (after >= before) continue;
            uint32_t swap = seat[i];
            seat[i] = seat[j];
            seat[j] = swap;
            moved = true;
        }
    return moved;
}

/* With few tables each with every other, else with those near in points. */
static void improve(const Pairing *pairing, uint32_t tables, uint32_t *seat, const uint32_t *first) {
    uint32_t reach = tables <= ALL_TABLES ? tables : NEAR;
    bool moved = true;
    for (unsigned pass = 0; moved && pass < PASSES; pass++) {
        moved = false;
        for (uint32_t t = 0; t < tables; t++)
            for (uint32_t u = t + 1; u < tables && u <= t + reach; u++)
                moved |= exchange_between(pairing, seat, first, t, u);
    }
}

bool pairing_seat(const Pairing *pairing, uint32_t tables, unsigned exact, uint32_t *seat, uint32_t *first) {
    if (pairing->count <= exact && pairing->count <= PAIRING_EXACT_MAX)
        return seat_exactly(pairing, tables, seat, first);
    improve(pairing, tables, seat, first);
    return true;
}
