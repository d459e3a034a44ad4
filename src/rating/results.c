/* results.c -- lists that grow: games, names, rulesets. */
#include "results.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- lists ---- */

/* Room for one more of `size` bytes; NULL: no memory. */
static void *grown(void *list, size_t count, size_t *room, size_t size) {
    if (count < *room) return list;
    size_t more = *room ? 2 * *room : 16;
    void *longer = realloc(list, more * size);
    if (longer) *room = more;
    return longer;
}

/* Where the player's number is kept, or would be. */
static uint32_t *slot_of(const Results *results, const char *name, bool bot) {
    uint64_t hash = UINT64_C(0xCBF29CE484222325) + bot; /* FNV-1a */
    for (const char *c = name; *c; c++) hash = (hash ^ (uint8_t)*c) * UINT64_C(0x100000001B3);
    size_t slots = 2 * (size_t)results->player_room, at = hash % slots;
    while (results->slot[at]) {
        const ResultsPlayer *player = &results->player[results->slot[at] - 1];
        if (player->bot == bot && strcmp(player->name, name) == 0) break;
        at = (at + 1) % slots;
    }
    return &results->slot[at];
}

static bool make_player_room(Results *results) {
    size_t room = results->player_room;
    if (results->players < room) return true;
    ResultsPlayer *longer = grown(results->player, results->players, &room, sizeof *longer);
    if (!longer) return false;
    results->player = longer;
    uint32_t *slot = calloc(2 * room, sizeof *slot);
    if (!slot) return false;
    free(results->slot);
    results->slot = slot;
    results->player_room = (uint32_t)room;
    for (uint32_t i = 0; i < results->players; i++)
        *slot_of(results, results->player[i].name, results->player[i].bot) = i + 1;
    return true;
}

static bool add_player(Results *results, const char *name, bool bot, uint32_t *out) {
    if (!make_player_room(results)) return false;
    uint32_t *slot = slot_of(results, name, bot);
    if (!*slot) {
        ResultsPlayer *added = &results->player[results->players++];
        *added = (ResultsPlayer){.bot = bot};
        snprintf(added->name, sizeof added->name, "%s", name);
        *slot = results->players;
    }
    *out = *slot - 1;
    return true;
}

static bool add_ruleset(Results *results, const char *name, uint32_t *out) {
    for (uint32_t i = 0; i < results->rulesets; i++)
        if (strcmp(results->ruleset[i], name) == 0) return *out = i, true;
    size_t room = results->ruleset_room;
    char(*longer)[RULESET_NAME_MAX] = grown(results->ruleset, results->rulesets, &room, sizeof *longer);
    if (!longer) return false;
    results->ruleset = longer;
    results->ruleset_room = (uint32_t)room;
    snprintf(results->ruleset[results->rulesets], RULESET_NAME_MAX, "%s", name);
    return *out = results->rulesets++, true;
}

static bool add_result(Results *results, const Result *result) {
    Result *longer = grown(results->result, results->count, &results->room, sizeof *longer);
    if (!longer) return false;
    results->result = longer;
    results->result[results->count++] = *result;
    return true;
}

/* ---- adding ---- */

/* A seat without a name is called by its letter. */
static const char *name_of(const Record *record, unsigned seat, char letter[2]) {
    if (record->bot[seat][0]) return record->bot[seat];
    if (record->name[seat][0]) return record->name[seat];
    letter[0] = (char)('A' + seat);
    letter[1] = 0;
    return letter;
}

bool results_add_record(Results *results, const Record *record, RecordError *error) {
    Result result;
    if (!outcome_of_record(record, &result.outcome, error)) return false;
    bool good = add_ruleset(results, record->ruleset, &result.ruleset);
    for (unsigned seat = 0; seat < record->players && good; seat++) {
        char letter[2];
        good = add_player(results, name_of(record, seat, letter), record->bot[seat][0] != 0, &result.player[seat]);
    }
    if (good && add_result(results, &result)) return true;
    *error = (RecordError){.text = "there is no memory left for its result"};
    return false;
}

static int compare_results(const void *a, const void *b) {
    const Outcome *x = &((const Result *)a)->outcome, *y = &((const Result *)b)->outcome;
    if (x->at != y->at) return x->at < y->at ? -1 : 1;
    return x->id < y->id ? -1 : x->id > y->id;
}

void results_sort(Results *results) {
    size_t kept = 0;
    if (results->count) qsort(results->result, results->count, sizeof *results->result, compare_results);
    for (size_t i = 0; i < results->count; i++)
        if (!kept || compare_results(&results->result[kept - 1], &results->result[i]))
            results->result[kept++] = results->result[i];
    results->count = kept;
}

/* ---- asking ---- */

uint32_t results_find(const Results *results, const char *name) {
    uint32_t found = 0;
    for (int bot = 0; bot <= 1 && !found && results->players; bot++) found = *slot_of(results, name, bot);
    return found ? found - 1 : NO_PLAYER;
}

bool results_rate(const Results *results, Ladder *ladder, ResultsSee see, void *context) {
    for (size_t i = 0; i < results->count; i++) {
        const Result *result = &results->result[i];
        LadderGame game = outcome_for_ladder(&result->outcome, result->outcome.family);
        for (unsigned seat = 0; seat < game.seats; seat++) game.player[seat] = result->player[seat] + UINT64_C(1);
        if (!ladder_add(ladder, &game)) return false;
        for (unsigned seat = 0; seat < game.seats && see; seat++) {
            const Standing *standing = ladder_find(ladder, game.scope, game.player[seat]);
            if (standing) see(context, result, seat, standing);
        }
    }
    return true;
}

const Standing *results_standing(const Ladder *ladder, Family family, uint32_t player) {
    return ladder_find(ladder, (uint32_t)family, player + UINT64_C(1));
}

void results_free(Results *results) {
    free(results->result);
    free(results->player);
    free(results->slot);
    free(results->ruleset);
    *results = (Results){0};
}
