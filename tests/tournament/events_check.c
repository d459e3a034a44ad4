/* events_check.c -- what must hold of every tournament. */
#include "events_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "tournament/pairing.h"

/* ---- at every moment ---- */

static bool is_playable(const TourneyGame *game) { return game->state == GAME_READY || game->state == GAME_OPEN; }

static const char *games_broken(const Tourney *tourney, int32_t *points) {
    uint32_t open = 0;
    for (uint32_t i = 1; i <= tourney->games; i++) {
        const TourneyGame *game = &tourney->game[i];
        open += is_playable(game);
        for (unsigned a = 0; a < game->seats; a++) {
            if (game->who[a] > tourney->entrants) return "a game has somebody who does not exist";
            points[game->who[a]] += game->points[a];
            if (is_playable(game) && !game->who[a]) return "a game that can be played lacks somebody";
            if (game->state == GAME_OVER && !game->place[a]) return "a game is over, and somebody has no place";
            for (unsigned b = 0; b < a; b++)
                if (game->who[a] && game->who[a] == game->who[b]) return "somebody plays against themself";
        }
    }
    return open == tourney->open ? NULL : "the count of open games is wrong";
}

static const char *split_broken(const Tourney *tourney) {
    int32_t sum = 0, total = tourney->split.total[0] + tourney->split.total[1];
    for (uint32_t i = 1; i <= tourney->entrants; i++) sum += tourney->entrant[i].points;
    if (tourney->settings.form != FORM_split || tourney->state < TOURNEY_RUNNING) return NULL;
    if (sum != total || sum != tourney->split.rounds) return "points do not sum to one for each decided duel (H108)";
    if (tourney->split.rounds == 15 && sum != 15) return "the points after 15 duels are not 15 (W7)";
    if (tourney->split.rounds == 15 && (tourney->split.total[0] - tourney->split.total[1]) % 10 == 0)
        return "the totals do not differ by an odd multiple of 5 (W7)";
    if (tourney_group_size(tourney, 0) > 15 || tourney_group_size(tourney, 1) > 15) return "a group exceeds 15 (T4)";
    return NULL;
}

static const char *standings_broken(const Tourney *tourney) {
    TourneyRow *rows = calloc((size_t)tourney->entrants + 1, sizeof *rows);
    uint32_t count = tourney_standings(tourney, rows), there = 0;
    const char *broken = NULL;
    for (uint32_t i = 1; i <= tourney->entrants; i++) there += tourney->entrant[i].standing != ENTRANT_ABSENT;
    if (count != there) broken = "somebody is missing in the standings";
    for (uint32_t i = 0; i < count; i++) {
        if (rows[i].place && rows[i].place > i + 1) broken = "a place is too low";
        if (i && rows[i].place && rows[i].place < rows[i - 1].place) broken = "places are out of order";
        if (i && rows[i].place && !rows[i - 1].place) broken = "somebody without a place is before one with";
    }
    free(rows);
    return broken;
}

const char *event_broken(const Tourney *tourney) {
    int32_t *points = calloc((size_t)tourney->entrants + 1, sizeof *points);
    const char *broken = games_broken(tourney, points);
    for (uint32_t i = 1; !broken && i <= tourney->entrants; i++)
        if (tourney->entrant[i].standing != ENTRANT_ABSENT && points[i] != tourney->entrant[i].points)
            broken = "points are not the sum of those of the games";
    free(points);
    if (!broken) broken = split_broken(tourney);
    return broken ? broken : standings_broken(tourney);
}

/* ---- a round ---- */

enum { FEW = 11 };

/* The fewest rematches among the vertices that are free, by trying all pairings. */
static unsigned fewest(unsigned count, unsigned met[FEW][FEW], unsigned taken) {
    unsigned one = 0, best = UINT32_MAX;
    while (one < count && taken >> one & 1) one++;
    if (one == count) return 0;
    for (unsigned other = one + 1; other < count; other++) {
        if (taken >> other & 1) continue;
        unsigned rest = met[one][other] + fewest(count, met, taken | 1u << one | 1u << other);
        if (rest < best) best = rest;
    }
    return best;
}

/* How often they had met before the round, where a second bye counts as meeting it again. */
static const char *rematches_broken(const Tourney *before, const Tourney *after) {
    unsigned met[FEW][FEW] = {{0}}, vertex[1024] = {0}, count = 0, bye = 0, actual = 0;
    if (before->settings.number[NUMBER_seats] != 2 || before->entrants >= 1024) return NULL;
    for (uint32_t i = 1; i <= before->entrants; i++)
        if (before->entrant[i].standing == ENTRANT_IN) {
            if (++count > 10) return NULL;
            vertex[i] = count;
        }
    if (count % 2) bye = count++;
    for (uint32_t i = 1; i <= before->games; i++) {
        const TourneyGame *game = &before->game[i];
        unsigned one = vertex[game->who[0]], other = game->seats == 2 ? vertex[game->who[1]] : bye + 1;
        if (game->stage != STAGE_round || !one || !other || (game->seats == 1 && !bye)) continue;
        met[one - 1][other - 1]++;
        met[other - 1][one - 1]++;
    }
    for (uint32_t i = before->games + 1; i <= after->games; i++) {
        const TourneyGame *game = &after->game[i];
        actual += met[vertex[game->who[0]] - 1][game->seats == 2 ? vertex[game->who[1]] - 1 : bye];
    }
    return actual == fewest(count, met, 0) ? NULL : "there are more rematches than need be";
}

const char *round_broken(const Tourney *before, const Tourney *after) {
    uint8_t *seated = calloc((size_t)after->entrants + 1, 1);
    unsigned byes = 0, form = after->settings.form;
    const char *broken = NULL;
    for (uint32_t i = before->games + 1; i <= after->games; i++) {
        if (after->game[i].stage != STAGE_round) continue; /* brackets let people walk through */
        byes += after->game[i].seats == 1;
        for (unsigned seat = 0; seat < after->game[i].seats; seat++) seated[after->game[i].who[seat]]++;
    }
    bool all = form == FORM_swiss || form == FORM_league || form == FORM_partners || form == FORM_robin;
    for (uint32_t i = 1; i <= after->entrants; i++) {
        if (seated[i] > 1) broken = "somebody plays twice in a round";
        if (all && before->entrant[i].standing == ENTRANT_IN && !seated[i]) broken = "somebody is left out of a round";
    }
    if (all && byes > (form == FORM_partners ? 3 : 1)) broken = "there are too many byes";
    free(seated);
    if (!broken && (form == FORM_swiss || form == FORM_league)) broken = rematches_broken(before, after);
    return broken;
}

/* ---- the log ---- */

const char *log_broken(const Tourney *tourney, const char *log, size_t length) {
    Tourney other;
    TourneyAnswer answer;
    size_t good;
    uint32_t line;
    const char *broken = NULL;
    tourney_init(&other);
    if (!tourney_load(&other, log, length, &good, &line, &answer)) {
        fprintf(stderr, "line %u: %s\n", line, answer.why);
        broken = "the log cannot be read";
    } else if (good != length || !tourney_same(tourney, &other, true)) broken = "the log gives another tournament";
    tourney_free(&other);
    return broken;
}

/* ---- pairings ---- */

typedef struct {
    unsigned count;
    uint32_t start[130], met[130 * 130], mate[130];
    int32_t points[130];
    unsigned times[130][130];
} Trial;

static void make_trial(Trial *trial, uint64_t *random, unsigned count, unsigned density, bool planted) {
    memset(trial, 0, sizeof *trial);
    trial->count = count;
    for (unsigned i = 0; i < count; i++)
        trial->points[i] = i ? trial->points[i - 1] - (random_below(random, 3) == 0) : 20;
    for (unsigned a = 0; a < count; a++)
        for (unsigned b = 0; b < a; b++) {
            bool keep_free = planted && a + b == count - 1; /* a pairing that nobody has played */
            trial->times[a][b] = trial->times[b][a] = !keep_free && random_below(random, 100) < density;
        }
    for (unsigned a = 0; a < count; a++) {
        trial->start[a + 1] = trial->start[a];
        for (unsigned b = 0; b < count; b++)
            for (unsigned n = 0; n < trial->times[a][b]; n++) trial->met[trial->start[a + 1]++] = b;
    }
}

static const char *solve(Trial *trial, unsigned exact, unsigned *rematches) {
    Pairing pairing = {trial->count, trial->points, trial->start, trial->met, false};
    *rematches = 0;
    if (!pairing_solve(&pairing, exact, trial->mate)) return "a pairing has no memory";
    for (unsigned i = 0; i < trial->count; i++) {
        if (trial->mate[i] >= trial->count || trial->mate[i] == i || trial->mate[trial->mate[i]] != i)
            return "a pairing does not pair everybody";
        if (trial->mate[i] > i) *rematches += trial->times[i][trial->mate[i]];
    }
    return NULL;
}

const char *pairing_broken(uint64_t *random) {
    static Trial trial;
    unsigned met[FEW][FEW] = {{0}}, rematches, count = 2 * (1 + random_below(random, 5));
    make_trial(&trial, random, count, random_below(random, 101), false);
    for (unsigned a = 0; a < count; a++)
        for (unsigned b = 0; b < count; b++) met[a][b] = trial.times[a][b];
    unsigned best = fewest(count, met, 0);
    for (unsigned exact = 0; exact <= PAIRING_EXACT_MAX; exact += PAIRING_EXACT_MAX) {
        const char *broken = solve(&trial, exact, &rematches);
        if (broken) return broken;
        if (rematches != best) return exact ? "the exact pairing is not the best" : "the quick pairing is not the best";
    }
    count = 2 * (1 + random_below(random, 64));
    make_trial(&trial, random, count, random_below(random, 101), true);
    const char *broken = solve(&trial, 0, &rematches);
    if (!broken && rematches) broken = "there is a pairing without rematches, and it was not found";
    return broken;
}
