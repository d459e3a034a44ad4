/* lab_book.c -- cells are added, parts are merged. */
#include "lab_book.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- memory ---- */

bool lab_book_init(LabBook *book) {
    memset(book, 0, sizeof *book);
    book->shards = 1;
    book->rules = calloc(LAB_CELLS_MAX, sizeof *book->rules);
    return book->rules;
}

void lab_book_free(LabBook *book) {
    free(book->rules);
    free(book->count);
    book->rules = NULL;
    book->count = NULL;
}

LabCell *lab_book_add(LabBook *book, const Rules *rules, unsigned players, const char *label, const char *setting) {
    if (book->plan.cells == LAB_CELLS_MAX) return NULL;
    unsigned at = book->plan.cells++;
    LabCell *cell = &book->plan.cell[at];
    *cell = (LabCell){.players = players, .base = at};
    book->rules[at] = *rules;
    cell->rules = &book->rules[at];
    snprintf(cell->label, sizeof cell->label, "%s", label);
    snprintf(cell->setting, sizeof cell->setting, "%s", setting);
    for (unsigned i = at; i-- > 0;)
        if (book->plan.cell[i].players == players && book->rules[i].family == rules->family) cell->base = i;
    return cell;
}

bool lab_book_open(LabBook *book) {
    free(book->count);
    book->count = calloc(book->plan.cells ? book->plan.cells : 1, sizeof *book->count);
    return book->count;
}

LabFindings lab_book_findings(const LabBook *book) {
    return (LabFindings){.plan = &book->plan,
                         .count = book->count,
                         .title = book->title,
                         .again = book->again,
                         .axis = {book->axis[0][0] ? book->axis[0] : NULL, book->axis[1][0] ? book->axis[1] : NULL},
                         .goal = book->goal[0] ? book->goal : NULL,
                         .matches = book->matches};
}

/* ---- how much of what ---- */

enum { SKILL_EVERY = 16, SKILL_EVERY_SLOW = 4, SEARCH_EVERY = 16, SEARCH_EVERY_SLOW = 64 };

void lab_book_settle(LabBook *book, bool skill) {
    LabPlan *plan = &book->plan;
    bool slow = false;
    for (unsigned i = 0; i < plan->bots; i++) slow |= plan->bot[i].kind->worlds > 0;
    for (unsigned i = 0; i < plan->cells; i++) slow |= rules_choose_together(&book->rules[i]);
    plan->skill = !skill ? 0 : slow ? SKILL_EVERY_SLOW : SKILL_EVERY;
    plan->searches = !skill ? 0 : slow ? SEARCH_EVERY_SLOW : SEARCH_EVERY;
}

bool lab_single_deal(Ruleset *ruleset, RulesetError *error) {
    return !ruleset->rules.option.target || ruleset_change(ruleset, "target=0", error);
}

/* ---- merging ---- */

static bool no_memory(LabBookError *error) {
    snprintf(error->text, sizeof error->text, "there is not enough memory");
    return false;
}

static bool same_bots(const LabPlan *a, const LabPlan *b) {
    if (a->bots != b->bots) return false;
    for (unsigned i = 0; i < a->bots; i++)
        if (a->bot[i].kind != b->bot[i].kind || a->bot[i].worlds != b->bot[i].worlds) return false;
    return true;
}

bool lab_book_same(const LabBook *a, const LabBook *b) {
    const LabPlan *x = &a->plan, *y = &b->plan;
    if (x->cells != y->cells || !same_bots(x, y) || x->skill != y->skill || x->searches != y->searches ||
        memcmp(&x->seed, &y->seed, sizeof x->seed) != 0 || a->games != b->games)
        return false;
    for (unsigned i = 0; i < x->cells; i++) {
        char one[RULESET_HASH_HEX], other[RULESET_HASH_HEX];
        ruleset_hash(x->cell[i].rules, one);
        ruleset_hash(y->cell[i].rules, other);
        if (strcmp(one, other) != 0 || x->cell[i].players != y->cell[i].players) return false;
    }
    return true;
}

static bool check_parts(const LabBook *parts, unsigned count, LabBookError *error) {
    for (unsigned i = 0; i < count; i++) {
        if (!lab_book_same(&parts[0], &parts[i]) || parts[i].shards != parts[0].shards)
            return snprintf(
                       error->text, sizeof error->text,
                       "file %u is of another plan than the first: rules, players, bots, seed, games and number of shards must be the same",
                       i + 1),
                   false;
        if (parts[i].reached < parts[i].games)
            return snprintf(error->text, sizeof error->text, "file %u is not finished: go on with --resume first",
                            i + 1),
                   false;
        for (unsigned j = 0; j < i; j++)
            if (parts[i].shard == parts[j].shard)
                return snprintf(error->text, sizeof error->text, "files %u and %u are both shard %u of %u", j + 1,
                                i + 1, parts[i].shard + 1, parts[i].shards),
                       false;
    }
    if (count == parts[0].shards) return true;
    for (unsigned shard = 0; shard < parts[0].shards; shard++) {
        unsigned i = 0;
        while (i < count && parts[i].shard != shard) i++;
        if (i == count)
            return snprintf(error->text, sizeof error->text, "shard %u of %u is missing", shard + 1, parts[0].shards),
                   false;
    }
    return true;
}

bool lab_book_merge(const LabBook *parts, unsigned count, LabBook *out, LabBookError *error) {
    if (!check_parts(parts, count, error)) return false;
    Rules *rules;
    if (!lab_book_init(out)) return no_memory(error);
    rules = out->rules;
    *out = parts[0];
    out->rules = rules;
    out->count = NULL;
    memcpy(rules, parts[0].rules, LAB_CELLS_MAX * sizeof *rules);
    for (unsigned i = 0; i < out->plan.cells; i++) out->plan.cell[i].rules = &rules[i];
    out->shard = 0;
    out->shards = 1;
    out->reached = out->games;
    if (!lab_book_open(out)) return lab_book_free(out), no_memory(error);
    for (unsigned i = 0; i < count; i++)
        for (unsigned cell = 0; cell < out->plan.cells; cell++) lab_merge(&out->count[cell], &parts[i].count[cell]);
    return true;
}
