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

/* Round robin at tables ends when everybody who is there has met everybody. */
static const char *robin_broken(const Tourney *tourney) {
    if (tourney->settings.form != FORM_robin || tourney->settings.number[NUMBER_seats] == 2) return NULL;
    if (tourney->state != TOURNEY_OVER || tourney->entry[tourney->entries].kind == TOURNEY_finish) return NULL;
    for (uint32_t one = 1; one <= tourney->entrants; one++)
        for (uint32_t other = 1; other < one; other++) {
            int32_t times = 0;
            if (tourney->entrant[one].standing != ENTRANT_IN || tourney->entrant[other].standing != ENTRANT_IN)
                continue;
            for (uint32_t i = 1; i <= tourney->games; i++) {
                unsigned both = 0;
                for (unsigned seat = 0; seat < tourney->game[i].seats; seat++)
                    both += tourney->game[i].who[seat] == one || tourney->game[i].who[seat] == other;
                times += both == 2;
            }
            if (times < tourney->settings.number[NUMBER_legs]) return "a round robin is over, and two have not met";
        }
    return NULL;
}

/* An elimination at tables has one left at its end, who is first; everybody else has lost, or left. */
static const char *knockout_broken(const Tourney *tourney) {
    unsigned form = tourney->settings.form, first = 0, there = 0;
    if ((form != FORM_single && form != FORM_double) || tourney->settings.number[NUMBER_seats] == 2) return NULL;
    if (tourney->state != TOURNEY_OVER || tourney->entry[tourney->entries].kind == TOURNEY_finish) return NULL;
    TourneyRow *rows = calloc((size_t)tourney->entrants + 1, sizeof *rows);
    uint32_t count = tourney_standings(tourney, rows);
    for (uint32_t i = 0; i < count; i++) {
        there += tourney->entrant[rows[i].who].standing == ENTRANT_IN;
        first += rows[i].place == 1;
    }
    const TourneyGame *last = &tourney->game[tourney->games];
    bool came = last->absent != (1u << last->seats) - 1;
    free(rows);
    return there && came && first != 1 ? "an elimination is over, and not one is first" : NULL;
}

const char *event_broken(const Tourney *tourney) {
    int32_t *points = calloc((size_t)tourney->entrants + 1, sizeof *points);
    const char *broken = games_broken(tourney, points);
    for (uint32_t i = 1; !broken && i <= tourney->entrants; i++)
        if (tourney->entrant[i].standing != ENTRANT_ABSENT && points[i] != tourney->entrant[i].points)
            broken = "points are not the sum of those of the games";
    free(points);
    if (!broken) broken = split_broken(tourney);
    if (!broken) broken = robin_broken(tourney);
    if (!broken) broken = knockout_broken(tourney);
    return broken ? broken : standings_broken(tourney);
}

/* ---- a round ---- */

enum { FEW = 11, MET_ENOUGH = 1 << 16 };

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

/* The same for larger tables: everybody in turn sits down at every table that has room. A table that is empty is as
 * good as any other empty one of its size. */
typedef struct {
    unsigned count, tables, room[FEW], taken[FEW], seat[FEW][FEW];
    unsigned (*met)[FEW];
    unsigned best;
} Brute;

static void sit_down(Brute *brute, unsigned who, unsigned cost) {
    if (cost >= brute->best) return;
    if (who == brute->count) {
        brute->best = cost;
        return;
    }
    for (unsigned table = 0; table < brute->tables; table++) {
        unsigned more = 0, *taken = &brute->taken[table];
        bool again = table && !*taken && !brute->taken[table - 1] && brute->room[table] == brute->room[table - 1];
        if (*taken == brute->room[table] || again) continue;
        for (unsigned i = 0; i < *taken; i++) more += brute->met[who][brute->seat[table][i]];
        brute->seat[table][(*taken)++] = who;
        sit_down(brute, who + 1, cost + more);
        --*taken;
    }
}

static unsigned fewest_at_tables(unsigned count, unsigned seats, unsigned met[FEW][FEW]) {
    Brute brute = {.count = count, .tables = (count + seats - 1) / seats, .met = met, .best = UINT32_MAX};
    for (unsigned table = 0; table < brute.tables; table++)
        brute.room[table] = count / brute.tables + (table < count % brute.tables);
    sit_down(&brute, 0, 0);
    return brute.best;
}

/* Who is to be paired, from 1; 0: too many to try all pairings. */
static unsigned read_few(const Tourney *before, unsigned vertex[1024]) {
    unsigned count = 0;
    if (before->entrants >= 1024) return 0;
    for (uint32_t i = 1; i <= before->entrants; i++)
        if (before->entrant[i].standing == ENTRANT_IN) {
            if (++count > 10) return 0;
            vertex[i] = count;
        }
    return count;
}

static unsigned weigh_meetings(const Tourney *before, unsigned times) {
    bool robin = before->settings.form == FORM_robin;
    return times + (robin && times >= (unsigned)before->settings.number[NUMBER_legs] ? MET_ENOUGH : 0u);
}

static const char *tables_broken(const Tourney *before, const Tourney *after) {
    unsigned met[FEW][FEW] = {{0}}, vertex[1024] = {0}, count = read_few(before, vertex), actual = 0;
    unsigned least = UINT32_MAX, most = 0;
    for (uint32_t i = before->games + 1; i <= after->games; i++) {
        if (after->game[i].seats < least) least = after->game[i].seats;
        if (after->game[i].seats > most) most = after->game[i].seats;
    }
    if (most - least > 1 || (int)most > before->settings.number[NUMBER_seats]) return "tables are not balanced";
    if (!count) return NULL;
    for (uint32_t i = 1; i <= before->games; i++)
        for (unsigned a = 0; a < before->game[i].seats; a++)
            for (unsigned b = 0; b < before->game[i].seats; b++) {
                unsigned one = vertex[before->game[i].who[a]], other = vertex[before->game[i].who[b]];
                if (a != b && one && other) met[one - 1][other - 1]++;
            }
    for (unsigned a = 0; a < count; a++)
        for (unsigned b = 0; b < count; b++) met[a][b] = weigh_meetings(before, met[a][b]);
    for (uint32_t i = before->games + 1; i <= after->games; i++)
        for (unsigned a = 0; a < after->game[i].seats; a++)
            for (unsigned b = 0; b < a; b++)
                actual += met[vertex[after->game[i].who[a]] - 1][vertex[after->game[i].who[b]] - 1];
    bool best = actual == fewest_at_tables(count, (unsigned)before->settings.number[NUMBER_seats], met);
    return best ? NULL : "more meet again at these tables than need be";
}

/* How often they had met before the round, where a second bye counts as meeting it again. */
static const char *rematches_broken(const Tourney *before, const Tourney *after) {
    unsigned met[FEW][FEW] = {{0}}, vertex[1024] = {0}, count = read_few(before, vertex), bye = 0, actual = 0;
    if (before->settings.number[NUMBER_seats] != 2) return tables_broken(before, after);
    if (!count) return NULL;
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

/* ---- partners ---- */

/* How often each was whose partner, in the upper half, and whose opponent. */
static unsigned price_of_sides(unsigned price[FEW][FEW], unsigned partner[FEW][FEW], const unsigned who[4]) {
    return partner[who[0]][who[1]] + partner[who[2]][who[3]] + price[who[0]][who[2]] + price[who[0]][who[3]] +
           price[who[1]][who[2]] + price[who[1]][who[3]];
}

static unsigned fewest_partners(unsigned count, unsigned price[FEW][FEW], unsigned partner[FEW][FEW], unsigned taken) {
    unsigned one = 0, best = UINT32_MAX;
    while (one < count && taken >> one & 1) one++;
    if (one == count) return 0;
    for (unsigned b = one + 1; b < count; b++)
        for (unsigned c = one + 1; c < count; c++)
            for (unsigned d = c + 1; d < count; d++) {
                if (b == c || b == d || (taken >> b | taken >> c | taken >> d) & 1) continue;
                unsigned who[4] = {one, b, c, d}, now = taken | 1u << one | 1u << b | 1u << c | 1u << d;
                unsigned rest = price_of_sides(price, partner, who) + fewest_partners(count, price, partner, now);
                if (rest < best) best = rest;
            }
    return best;
}

static const char *partners_broken(const Tourney *before, const Tourney *after) {
    unsigned met[FEW][FEW] = {{0}}, partner[FEW][FEW] = {{0}}, vertex[1024] = {0}, count = 0, actual = 0;
    if (before->entrants >= 1024) return NULL;
    for (uint32_t i = before->games + 1; i <= after->games; i++)
        for (unsigned seat = 0; after->game[i].teams && seat < 4; seat++) {
            if (++count > 10) return NULL;
            vertex[after->game[i].who[seat]] = count;
        }
    for (uint32_t i = 1; i <= before->games; i++)
        for (unsigned a = 0; before->game[i].teams && a < 4; a++)
            for (unsigned b = 0; b < 4; b++) {
                unsigned one = vertex[before->game[i].who[a]], other = vertex[before->game[i].who[b]];
                if (a == b || !one || !other) continue;
                if (a / 2 == b / 2) partner[one - 1][other - 1] += MET_ENOUGH;
                else met[one - 1][other - 1]++;
            }
    for (uint32_t i = before->games + 1; i <= after->games; i++) {
        unsigned who[4];
        for (unsigned seat = 0; after->game[i].teams && seat < 4; seat++)
            who[seat] = vertex[after->game[i].who[seat]] - 1;
        if (after->game[i].teams) actual += price_of_sides(met, partner, who);
    }
    return actual == fewest_partners(count, met, partner, 0) ? NULL : "partners are together again though need not be";
}

/* ---- elimination at tables ---- */

/* Whoever is seated has not lost too often; nobody who may play is left out but one alone on their side. */
static const char *knockout_round_broken(const Tourney *before, const Tourney *after, const uint8_t *seated) {
    unsigned allowed = before->settings.form == FORM_double ? 2 : 1, out[2] = {0};
    uint8_t *losses = calloc((size_t)before->entrants + 1, 1);
    const char *broken = NULL;
    for (uint32_t i = 1; i <= before->games; i++) {
        const TourneyGame *game = &before->game[i];
        unsigned most = game->through < game->seats ? game->through : game->seats - 1u, on = 0;
        for (unsigned seat = 0; seat < game->seats; seat++) {
            bool stays = game->place[seat] <= most && !(game->absent >> seat & 1);
            on += stays;
            losses[game->who[seat]] += !stays;
        }
        if (on > most) broken = "more go on from a table than may";
    }
    for (uint32_t i = 1; i <= before->entrants; i++) {
        bool there = before->entrant[i].standing == ENTRANT_IN || before->entrant[i].standing == ENTRANT_PAUSED;
        bool in = there && losses[i] < allowed;
        if (seated[i] && !in) broken = "somebody plays on who is out";
        if (in && !seated[i] && ++out[losses[i]] > 1) broken = "somebody who is in is left out";
    }
    free(losses);
    if (before->games == after->games) broken = "a round has no game";
    return broken;
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
    bool tables = after->settings.number[NUMBER_seats] > 2;
    if (!broken && (form == FORM_single || form == FORM_double)) broken = knockout_round_broken(before, after, seated);
    free(seated);
    if (!broken && (form == FORM_swiss || form == FORM_league)) broken = rematches_broken(before, after);
    if (!broken && form == FORM_robin && tables) broken = rematches_broken(before, after);
    if (!broken && form == FORM_partners) broken = partners_broken(before, after);
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
    Pairing pairing = {.count = trial->count, .points = trial->points, .start = trial->start, .met = trial->met};
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
