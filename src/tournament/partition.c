/* partition.c -- over all sets of people who have a group already, from everybody down to nobody: the least that the
 * others still cost. Whoever comes first among the others is in the next group, so no division is weighed twice. */
#include "partition.h"

#include <stdlib.h>

typedef struct {
    GroupPrice price;
    const void *context;
    unsigned count, size, big, small; /* groups: `big` have one more than `size` people, `small` have just that */
    uint64_t *best;                   /* by how many big groups are made, and who has a group */
    uint16_t *choice;                 /* the next group of such a state */
} Division;

static uint32_t state_of(const Division *division, unsigned made, uint32_t taken) {
    return (uint32_t)made << division->count | taken;
}

/* Tries all groups that have `more` people besides those in `group`, behind `from` in the order. */
static void try_groups(Division *division, uint32_t state, uint32_t after, uint32_t group, unsigned from,
                       unsigned more) {
    uint32_t taken = state & ((1u << division->count) - 1);
    if (!more) {
        uint64_t rest = division->best[after | group];
        if (rest == UINT64_MAX) return;
        uint64_t cost = division->price(division->context, group) + rest;
        if (cost >= division->best[state]) return;
        division->best[state] = cost;
        division->choice[state] = (uint16_t)group;
        return;
    }
    for (unsigned next = from; next < division->count; next++)
        if (!(taken >> next & 1)) try_groups(division, state, after, group | 1u << next, next + 1, more - 1);
}

/* How many small groups have been made; -1: it cannot have come to this. */
static int small_made(const Division *division, unsigned made, uint32_t taken) {
    int rest = __builtin_popcount(taken) - (int)(made * (division->size + 1));
    if (rest < 0 || rest % (int)division->size || rest / (int)division->size > (int)division->small) return -1;
    return rest / (int)division->size;
}

static void weigh_state(Division *division, unsigned made, uint32_t taken) {
    uint32_t state = state_of(division, made, taken);
    int small = small_made(division, made, taken);
    unsigned one = (unsigned)__builtin_ctz(~taken);
    division->best[state] = UINT64_MAX;
    if (small < 0) return;
    if (small < (int)division->small) try_groups(division, state, state, 1u << one, one + 1, division->size - 1);
    if (made < division->big)
        try_groups(division, state, state_of(division, made + 1, taken), 1u << one, one + 1, division->size);
}

static void weigh_all(Division *division) {
    uint32_t all = (1u << division->count) - 1;
    for (unsigned made = 0; made <= division->big; made++)
        division->best[state_of(division, made, all)] = made == division->big ? 0 : UINT64_MAX;
    for (uint32_t taken = all; taken-- > 0;)
        for (unsigned made = division->big + 1; made-- > 0;) weigh_state(division, made, taken);
}

bool partition_solve(unsigned count, unsigned groups, GroupPrice price, const void *context, uint32_t *group) {
    Division division = {price, context, count, count / groups, count % groups, groups - count % groups, NULL, NULL};
    size_t states = (size_t)(division.big + 1) << count;
    division.best = malloc(sizeof *division.best * states);
    division.choice = malloc(sizeof *division.choice * states);
    bool good = division.best && division.choice;
    if (good) weigh_all(&division);
    for (uint32_t state = 0, i = 0; good && i < groups; i++) {
        group[i] = division.choice[state];
        state |= group[i];
        if ((unsigned)__builtin_popcount(group[i]) > division.size) state += 1u << count;
    }
    free(division.best);
    free(division.choice);
    return good;
}
