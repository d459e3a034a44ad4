/* pairing.c -- few: every pairing is weighed. Many: score groups, folded in the middle; whoever is left over is
 * exchanged with a pair nearby; and where that fails, an alternating path through everybody (Edmonds' blossoms) finds
 * a pairing without rematches if there is one. */
#include "pairing.h"

#include <stdlib.h>
#include <string.h>

#define ALONE UINT32_MAX

unsigned pairing_met(const Pairing *pairing, uint32_t one, uint32_t other) {
    unsigned times = 0;
    if (pairing->times) return pairing->times[one * pairing->count + other];
    for (uint32_t i = pairing->start[one]; i < pairing->start[one + 1]; i++) times += pairing->met[i] == other;
    return times;
}

static bool may_meet(const Pairing *pairing, uint32_t one, uint32_t other) {
    for (uint32_t i = pairing->start[one]; i < pairing->start[one + 1]; i++)
        if (pairing->met[i] == other) return false;
    return true;
}

static void join(uint32_t *mate, uint32_t one, uint32_t other) {
    mate[one] = other;
    mate[other] = one;
}

/* ---- few: all pairings ---- */

/* First rematches, then the squares of the differences in points, then how far from folding in the middle. */
static uint64_t price(const Pairing *pairing, uint32_t one, uint32_t other) {
    uint64_t gap = (uint64_t)((int64_t)pairing->points[one] - pairing->points[other]);
    if (gap > 4000) gap = 4000;
    uint32_t apart = other - one, half = pairing->count / 2, off = apart > half ? apart - half : half - apart;
    if (pairing->bye && other + 1 == pairing->count) off = 8 * (other - 1 - one); /* outweighs all folding */
    return (uint64_t)pairing_met(pairing, one, other) << 40 | (gap * gap << 8) | off;
}

static uint64_t price_of_pair(const void *context, uint32_t pair) {
    uint32_t one = (uint32_t)__builtin_ctz(pair), other = (uint32_t)__builtin_ctz(pair & (pair - 1));
    return price(context, one, other);
}

static bool solve_exactly(const Pairing *pairing, uint32_t *mate) {
    uint32_t pair[PAIRING_EXACT_MAX / 2];
    if (!partition_solve(pairing->count, pairing->count / 2, price_of_pair, pairing, pair)) return false;
    for (uint32_t i = 0; i < pairing->count / 2; i++)
        join(mate, (uint32_t)__builtin_ctz(pair[i]), (uint32_t)__builtin_ctz(pair[i] & (pair[i] - 1)));
    return true;
}

/* ---- many: score groups ---- */

typedef struct {
    const Pairing *pairing;
    uint32_t *mate, *pool, *floats; /* of the group at hand, and who is left over from it */
} Solving;

/* Somebody free in pool[from .. to) whom `one` may meet; ALONE: nobody. `skip` jumps over those who are taken. */
static uint32_t find_free(const Solving *solving, uint32_t one, uint32_t from, uint32_t to, uint32_t *skip) {
    uint32_t at = from;
    while (at < to && solving->mate[solving->pool[at]] != ALONE) at = skip[at] > at ? skip[at] : at + 1;
    if (at > from) skip[from] = at;
    for (; at < to; at++) {
        uint32_t other = solving->pool[at];
        if (other != one && solving->mate[other] == ALONE && may_meet(solving->pairing, one, other)) return other;
    }
    return ALONE;
}

/* Pairs the upper half of pool[0 .. count) with the lower; returns how many are left over, in floats[]. */
static uint32_t fold_group(Solving *solving, uint32_t count, uint32_t *skip) {
    uint32_t half = count / 2, left = 0;
    for (uint32_t i = 0; i <= count; i++) skip[i] = i;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t one = solving->pool[i];
        if (solving->mate[one] != ALONE) continue;
        uint32_t start = i < half ? i + half : i + 1, other = find_free(solving, one, start, count, skip);
        if (other == ALONE) other = find_free(solving, one, i < half ? half : i + 1, count, skip);
        if (other == ALONE) other = find_free(solving, one, i + 1, count, skip);
        if (other != ALONE) join(solving->mate, one, other);
        else solving->floats[left++] = one;
    }
    return left;
}

static uint32_t fold_groups(Solving *solving, uint32_t *skip) {
    const Pairing *pairing = solving->pairing;
    uint32_t left = 0;
    for (uint32_t at = 0; at < pairing->count;) {
        uint32_t size = left;
        memcpy(solving->pool, solving->floats, sizeof *solving->pool * left);
        for (int32_t points = pairing->points[at]; at < pairing->count && pairing->points[at] == points; at++)
            solving->pool[size++] = at;
        left = fold_group(solving, size, skip);
    }
    return left;
}

/* Two are left over and have met: they are exchanged with a pair, the lowest first. */
static bool exchange(const Pairing *pairing, uint32_t *mate, uint32_t one, uint32_t other) {
    for (uint32_t a = pairing->count; a-- > 0;) {
        uint32_t b = mate[a];
        if (b == ALONE || !may_meet(pairing, one, a) || !may_meet(pairing, other, b)) continue;
        join(mate, one, a);
        join(mate, other, b);
        return true;
    }
    return false;
}

/* ---- blossoms ---- */

typedef struct {
    const Pairing *pairing;
    uint32_t *mate, *parent, *base, *queue;
    bool *used, *blossom;
} Search;

static uint32_t common_base(const Search *search, uint32_t a, uint32_t b) {
    uint32_t count = search->pairing->count;
    bool *seen = search->blossom;
    memset(seen, 0, count);
    for (;;) {
        a = search->base[a];
        seen[a] = true;
        if (search->mate[a] == ALONE) break;
        a = search->parent[search->mate[a]];
    }
    for (;;) {
        b = search->base[b];
        if (seen[b]) return b;
        b = search->parent[search->mate[b]];
    }
}

static void mark_path(Search *search, uint32_t v, uint32_t base, uint32_t child) {
    while (search->base[v] != base) {
        search->blossom[search->base[v]] = search->blossom[search->base[search->mate[v]]] = true;
        search->parent[v] = child;
        child = search->mate[v];
        v = search->parent[search->mate[v]];
    }
}

/* A cycle of odd length: all of it counts as one from here on. */
static void contract(Search *search, uint32_t v, uint32_t to, uint32_t *tail) {
    uint32_t base = common_base(search, v, to);
    memset(search->blossom, 0, search->pairing->count);
    mark_path(search, v, base, to);
    mark_path(search, to, base, v);
    for (uint32_t i = 0; i < search->pairing->count; i++) {
        if (!search->blossom[search->base[i]]) continue;
        search->base[i] = base;
        if (search->used[i]) continue;
        search->used[i] = true;
        search->queue[(*tail)++] = i;
    }
}

/* The end of a path along which one more pair can be made, from `root`; ALONE: there is none. */
static uint32_t find_path(Search *search, uint32_t root) {
    uint32_t count = search->pairing->count, head = 0, tail = 0;
    memset(search->used, 0, count);
    for (uint32_t i = 0; i < count; i++) search->parent[i] = ALONE, search->base[i] = i;
    search->used[root] = true;
    search->queue[tail++] = root;
    while (head < tail) {
        uint32_t v = search->queue[head++];
        for (uint32_t to = 0; to < count; to++) {
            if (to == v || search->base[v] == search->base[to] || search->mate[v] == to) continue;
            if (!may_meet(search->pairing, v, to)) continue;
            bool outer = to == root || (search->mate[to] != ALONE && search->parent[search->mate[to]] != ALONE);
            if (outer) {
                contract(search, v, to, &tail);
            } else if (search->parent[to] == ALONE) {
                search->parent[to] = v;
                if (search->mate[to] == ALONE) return to;
                search->used[search->mate[to]] = true;
                search->queue[tail++] = search->mate[to];
            }
        }
    }
    return ALONE;
}

static void augment(Search *search, uint32_t end) {
    while (end != ALONE) {
        uint32_t before = search->parent[end], next = search->mate[before];
        join(search->mate, before, end);
        end = next;
    }
}

/* As many pairs without a rematch as there can be. False: no memory. */
static bool match_all(const Pairing *pairing, uint32_t *mate) {
    size_t count = pairing->count;
    uint32_t *numbers = malloc(3 * count * sizeof *numbers);
    bool *flags = malloc(2 * count * sizeof *flags);
    if (numbers && flags) {
        Search search = {pairing, mate, numbers, numbers + count, numbers + 2 * count, flags, flags + count};
        for (uint32_t i = 0; i < count; i++)
            if (mate[i] == ALONE) augment(&search, find_path(&search, i));
    }
    free(numbers);
    free(flags);
    return numbers && flags;
}

/* ---- all together ---- */

/* Those who are left over whatever one does: the pairs that met least. */
static void pair_rest(const Pairing *pairing, uint32_t *mate) {
    for (uint32_t one = 0; one < pairing->count; one++) {
        uint32_t best = ALONE;
        unsigned fewest = 0;
        for (uint32_t other = one + 1; mate[one] == ALONE && other < pairing->count; other++) {
            if (mate[other] != ALONE) continue;
            unsigned times = pairing_met(pairing, one, other);
            if (best != ALONE && times >= fewest) continue;
            best = other;
            fewest = times;
        }
        if (best != ALONE) join(mate, one, best);
    }
}

static bool solve_many(const Pairing *pairing, uint32_t *mate) {
    size_t count = pairing->count;
    uint32_t *memory = malloc((3 * count + 1) * sizeof *memory);
    if (!memory) return false;
    Solving solving = {pairing, mate, memory, memory + count};
    uint32_t left = fold_groups(&solving, memory + 2 * count);
    bool good = true;
    while (left >= 2) {
        uint32_t one = solving.floats[left - 1], other = solving.floats[left - 2];
        if (may_meet(pairing, one, other)) join(mate, one, other);
        else if (!exchange(pairing, mate, one, other)) break;
        left -= 2;
    }
    if (left) good = match_all(pairing, mate);
    free(memory);
    pair_rest(pairing, mate);
    return good;
}

bool pairing_solve(const Pairing *pairing, unsigned exact, uint32_t *mate) {
    for (uint32_t i = 0; i < pairing->count; i++) mate[i] = ALONE;
    if (pairing->count > exact || pairing->count > PAIRING_EXACT_MAX) return solve_many(pairing, mate);
    return !pairing->count || solve_exactly(pairing, mate);
}
