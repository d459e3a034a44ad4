/* form.c -- the row of functions of each form, and what they share. */
#include <stdlib.h>
#include <string.h>

#include "event_internal.h"

/* start, pair the next round, a game has ended, late entry */
static const FormRow rows[FORMS] = {
    [FORM_split] = {split_start, NULL, split_after, false},
    [FORM_single] = {single_start, knockout_pair, bracket_after, false},
    [FORM_double] = {double_start, knockout_pair, bracket_after, false},
    [FORM_page] = {page_start, NULL, bracket_after, false},
    [FORM_robin] = {robin_start, robin_pair, robin_after, false},
    [FORM_swiss] = {rounds_start, swiss_pair, rounds_after, true},
    [FORM_league] = {rounds_start, swiss_pair, rounds_after, true},
    [FORM_partners] = {rounds_start, partners_pair, rounds_after, true},
    [FORM_arena] = {rounds_start, arena_pair, arena_after, true},
};

const FormRow *form_row(const Tourney *tourney) { return &rows[tourney->settings.form]; }

bool tourney_has_rounds(const Tourney *tourney) {
    bool elimination = tourney->settings.form == FORM_single || tourney->settings.form == FORM_double;
    return form_row(tourney)->pair && (!elimination || is_knockout_at_tables(&tourney->settings));
}

void seating_put(Tables *tables, const Entrant *who, unsigned count) {
    if (tables->failed || !tourney_grow((void **)&tables->seat, &tables->room, (uint64_t)tables->used + count + 1,
                                        sizeof *tables->seat)) {
        tables->failed = true;
        return;
    }
    tables->seat[tables->used++] = (Entrant)count;
    memcpy(tables->seat + tables->used, who, sizeof *who * count);
    tables->used += count;
}

void seating_free(Tables *tables) { free(tables->seat); }

void lots_draw(const Tourney *tourney, int64_t *lot) {
    Rng rng;
    rng_init(&rng, &tourney->settings.seed);
    for (uint32_t i = 1; i <= tourney->entrants; i++) {
        lot[i] = 0;
        for (unsigned part = 0; part < 3; part++) lot[i] = lot[i] << 16 | rng_next(&rng);
    }
}

/* Sorts by lot, highest first; a heap sort, since there is no library to do it. */
static void sort_by_lot(Entrant *who, uint32_t count, const int64_t *lot) {
    for (uint32_t end = count, start = count / 2; end > 1;) {
        if (start) start--;
        else {
            Entrant last = who[--end];
            who[end] = who[0];
            who[0] = last;
        }
        for (uint32_t at = start, child; (child = 2 * at + 1) < end; at = child) {
            if (child + 1 < end && lot[who[child + 1]] < lot[who[child]]) child++;
            if (lot[who[at]] <= lot[who[child]]) break;
            Entrant swap = who[at];
            who[at] = who[child];
            who[child] = swap;
        }
    }
}

uint32_t tourney_field(const Tourney *tourney, bool drawn, bool paused, Entrant *out) {
    uint32_t count = 0;
    for (uint32_t i = 1; i <= tourney->entrants; i++)
        if (tourney->entrant[i].standing == ENTRANT_IN || (paused && tourney->entrant[i].standing == ENTRANT_PAUSED))
            out[count++] = (Entrant)i;
    if (!drawn || !tourney->settings.number[NUMBER_lots]) return count;
    int64_t *lot = malloc(sizeof *lot * ((size_t)tourney->entrants + 1));
    if (!lot) return 0;
    lots_draw(tourney, lot);
    sort_by_lot(out, count, lot);
    free(lot);
    return count;
}

uint32_t tourney_group_size(const Tourney *tourney, unsigned group) {
    uint32_t size = 0;
    for (uint32_t i = 1; i <= tourney->entrants; i++)
        size += entrant_is_there(&tourney->entrant[i]) && tourney->entrant[i].group == group;
    return size;
}

Face tourney_gift(const Tourney *tourney, uint32_t number, unsigned seat) {
    const TourneyGame *game = number && number <= tourney->games ? &tourney->game[number] : NULL;
    if (!game || seat >= game->seats || !game_is_playable(game) || game->stage != STAGE_duel) return NO_FACE;
    return tourney->entrant[game->who[seat]].held;
}

bool tourney_due(const Tourney *tourney, int64_t now_s) {
    return tourney->settings.form == FORM_arena && tourney->state == TOURNEY_RUNNING && tourney->started_s &&
           now_s - tourney->started_s >= 60 * (int64_t)tourney->settings.number[NUMBER_minutes];
}
