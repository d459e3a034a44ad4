/* rounds.c -- forms in which everybody plays round after round: Swiss, league, rotating partners, arena. */
#include <stdlib.h>
#include <string.h>

#include "event_internal.h"
#include "pairing.h"

/* ---- how many rounds ---- */

static unsigned doublings(uint32_t count) {
    unsigned rounds = 0;
    while (1u << rounds < count) rounds++;
    return rounds;
}

bool rounds_start(Tourney *tourney, TourneyAnswer *answer) {
    const int32_t *number = tourney->settings.number;
    uint32_t count = 0, rounds = (uint32_t)number[NUMBER_rounds];
    (void)answer;
    for (uint32_t i = 1; i <= tourney->entrants; i++) count += entrant_is_there(&tourney->entrant[i]);
    switch ((TourneyForm)tourney->settings.form) {
    case FORM_swiss: rounds = rounds ? rounds : doublings(count); break;
    case FORM_league: rounds = (rounds ? rounds : 3) * (uint32_t)number[NUMBER_evenings]; break;
    case FORM_partners: rounds = rounds ? rounds : count > 8 ? 7 : count - 1; break;
    case FORM_arena: rounds = 0; break;
    case FORM_split:
    case FORM_single:
    case FORM_double:
    case FORM_page:
    case FORM_robin:
    case FORMS: break;
    }
    tourney->rounds = (uint16_t)rounds;
    return true;
}

void rounds_after(Tourney *tourney) {
    if (tourney->round == tourney->rounds && !tourney->open) tourney->state = TOURNEY_OVER;
}

void arena_after(Tourney *tourney) { (void)tourney; } /* the clock ends it: finish */

/* ---- who is to be paired, and whom they have met ---- */

typedef struct {
    uint32_t count;   /* of vertices */
    Entrant *who;     /* of each; NOBODY: the bye */
    uint32_t *vertex; /* of each entrant, from 1; 0: not paired */
    int32_t *points;
    uint32_t *start, *met, *mate;
} Field;

typedef enum { MET_OPPONENTS, MET_PARTNERS, MET_LAST } MetKind;

static void field_free(Field *field) {
    free(field->who);
    free(field->vertex);
    free(field->points);
    free(field->start);
    free(field->met);
    free(field->mate);
}

static bool are_met(const TourneyGame *game, unsigned seat, unsigned other, MetKind kind) {
    if (seat == other) return false;
    if (!game->teams) return kind != MET_PARTNERS;
    return (seat / 2 == other / 2) == (kind == MET_PARTNERS);
}

/* Calls for every two of the field that have met: once to count, once to write down. */
static void walk_met(const Tourney *tourney, Field *field, MetKind kind, uint32_t *fill) {
    for (uint32_t i = 1; i <= tourney->games; i++) {
        const TourneyGame *game = &tourney->game[i];
        if (game->stage != STAGE_round) continue;
        if (game->seats == 1 && field->vertex[game->who[0]] && !field->who[field->count - 1]) { /* a bye */
            uint32_t v = field->vertex[game->who[0]] - 1, bye = field->count - 1;
            if (fill) field->met[fill[v]++] = bye, field->met[fill[bye]++] = v;
            else field->start[v + 1]++, field->start[bye + 1]++;
        }
        for (unsigned seat = 0; seat < game->seats; seat++)
            for (unsigned other = 0; other < game->seats; other++) {
                if (!are_met(game, seat, other, kind)) continue;
                uint32_t v = field->vertex[game->who[seat]], u = field->vertex[game->who[other]];
                if (!v || !u) continue;
                if (fill) field->met[fill[v - 1]++] = u - 1;
                else field->start[v]++;
            }
    }
}

/* An arena remembers only the last opponent: everybody meets everybody often enough. */
static void keep_last_met(Field *field, uint32_t *fill) {
    for (uint32_t v = 0; v < field->count; v++) {
        uint32_t from = field->start[v], last = fill[v];
        if (last > from) field->met[from] = field->met[last - 1];
        for (uint32_t i = from + 1; i < last; i++) field->met[i] = UINT32_MAX; /* nobody */
    }
}

static bool read_met(const Tourney *tourney, Field *field, MetKind kind) {
    uint32_t *fill = malloc(sizeof *fill * ((size_t)field->count + 1));
    field->start = calloc((size_t)field->count + 2, sizeof *field->start);
    if (!fill || !field->start) return free(fill), false;
    walk_met(tourney, field, kind, NULL);
    for (uint32_t v = 0; v < field->count; v++) field->start[v + 1] += field->start[v];
    memcpy(fill, field->start, sizeof *fill * field->count);
    field->met = malloc(sizeof *field->met * ((size_t)field->start[field->count] + 1));
    if (field->met) walk_met(tourney, field, kind, fill);
    if (field->met && kind == MET_LAST) keep_last_met(field, fill);
    free(fill);
    return field->met != NULL;
}

/* Those in `who`, best first, and the bye where `count` is odd. */
static bool field_make(const Tourney *tourney, const Entrant *who, uint32_t count, MetKind kind, bool level,
                       Field *out) {
    memset(out, 0, sizeof *out);
    uint32_t room = count + count % 2;
    out->count = room;
    out->who = calloc((size_t)room + 1, sizeof *out->who);
    out->vertex = calloc((size_t)tourney->entrants + 1, sizeof *out->vertex);
    out->points = calloc((size_t)room + 1, sizeof *out->points);
    out->mate = calloc((size_t)room + 1, sizeof *out->mate);
    if (!out->who || !out->vertex || !out->points || !out->mate) return false;
    for (uint32_t i = 0; i < count; i++) {
        out->who[i] = who[i];
        out->vertex[who[i]] = i + 1;
        if (!level) out->points[i] = tourney->entrant[who[i]].points;
    }
    if (count % 2 && count) out->points[count] = out->points[count - 1] - 1;
    return read_met(tourney, out, kind);
}

static Pairing pairing_of(const Field *field, uint32_t count) {
    return (Pairing){.count = count, .points = field->points, .start = field->start, .met = field->met};
}

static bool field_solve(Field *field) {
    bool bye = field->count && !field->who[field->count - 1];
    Pairing pairing = pairing_of(field, field->count);
    pairing.bye = bye;
    return pairing_solve(&pairing, PAIRING_EXACT_MAX, field->mate);
}

/* Those who can be paired now, by points, then in order of entry. */
static uint32_t read_ready(const Tourney *tourney, bool arena, Entrant *out) {
    uint8_t *busy = arena ? calloc((size_t)tourney->entrants + 1, 1) : NULL;
    uint32_t count = 0;
    for (uint32_t i = 1; busy && i <= tourney->games; i++)
        for (unsigned seat = 0; game_is_playable(&tourney->game[i]) && seat < tourney->game[i].seats; seat++)
            busy[tourney->game[i].who[seat]] = 1;
    for (uint32_t i = 1; i <= tourney->entrants; i++)
        if (tourney->entrant[i].standing == ENTRANT_IN && !(busy && busy[i])) out[count++] = (Entrant)i;
    free(busy);
    return count;
}

/* Stable, by counting merges: best first. */
static bool sort_by_points(const Tourney *tourney, Entrant *who, uint32_t count) {
    Entrant *other = malloc(sizeof *other * ((size_t)count + 1));
    if (!other) return false;
    for (uint32_t width = 1; width < count; width *= 2) {
        for (uint32_t at = 0; at < count; at += 2 * width) {
            uint32_t a = at, mid = at + width < count ? at + width : count, b = mid;
            uint32_t end = at + 2 * width < count ? at + 2 * width : count;
            for (uint32_t to = at; to < end; to++) {
                bool first =
                    a < mid && (b >= end || tourney->entrant[who[a]].points >= tourney->entrant[who[b]].points);
                other[to] = who[first ? a++ : b++];
            }
        }
        memcpy(who, other, sizeof *who * count);
    }
    free(other);
    return true;
}

/* ---- Swiss ---- */

static void put_pairs(const Field *field, Tables *out, bool arena) {
    for (uint32_t v = 0; v < field->count; v++) {
        if (field->mate[v] < v) continue;
        Entrant who[2] = {field->who[v], field->who[field->mate[v]]};
        if (!who[1] && arena) continue; /* waits until somebody is free */
        seating_put(out, who, who[1] ? 2 : 1);
    }
}

/* Tables of nearly the same size, of people with about as many points. */
static bool seat_tables(const Field *field, uint32_t count, unsigned seats, Tables *out) {
    uint32_t tables = (count + seats - 1) / seats;
    uint32_t *seat = malloc(sizeof *seat * (count + 1)), *first = malloc(sizeof *first * (tables + 1));
    bool good = seat && first;
    for (uint32_t i = 0; good && i < count; i++) seat[i] = i;
    for (uint32_t t = 0; good && t <= tables; t++) first[t] = (uint32_t)((uint64_t)t * count / tables);
    Pairing pairing = pairing_of(field, count);
    good = good && pairing_seat(&pairing, tables, PAIRING_EXACT_MAX, seat, first);
    for (uint32_t t = 0; good && t < tables; t++) {
        Entrant who[SEATS_MAX];
        unsigned taken = 0;
        for (uint32_t i = first[t]; i < first[t + 1]; i++) who[taken++] = field->who[seat[i]];
        seating_put(out, who, taken);
    }
    free(seat);
    free(first);
    return good;
}

static bool pair_field(Tourney *tourney, Tables *out, MetKind kind, TourneyAnswer *answer) {
    unsigned seats = (unsigned)tourney->settings.number[NUMBER_seats];
    bool arena = kind == MET_LAST;
    Entrant *who = malloc(sizeof *who * ((size_t)tourney->entrants + 1));
    uint32_t count = who ? read_ready(tourney, arena, who) : 0;
    if (who && count < 2) {
        free(who);
        return tourney_refuse(answer, TOURNEY_REFUSAL_too_few, "At least two must be free to play.");
    }
    Field field = {0};
    bool good = who && sort_by_points(tourney, who, count) && field_make(tourney, who, count, kind, false, &field);
    if (good && seats == 2) {
        good = field_solve(&field);
        if (good) put_pairs(&field, out, arena);
    } else if (good) {
        good = seat_tables(&field, count, seats, out);
    }
    field_free(&field);
    free(who);
    if (!good) tourney->short_of_memory = true;
    return good;
}

bool swiss_pair(Tourney *tourney, Tables *out, TourneyAnswer *answer) {
    if (tourney->round >= tourney->rounds) return tourney_refuse(answer, TOURNEY_REFUSAL_no_more_rounds, NULL);
    return pair_field(tourney, out, MET_OPPONENTS, answer);
}

bool arena_pair(Tourney *tourney, Tables *out, TourneyAnswer *answer) {
    return pair_field(tourney, out, MET_LAST, answer);
}

/* ---- rotating partners ---- */

/* The last ones by points among those who sat out least: they sit out. */
static void sit_out(const Tourney *tourney, Entrant *who, uint32_t *count, unsigned rest, Tables *out) {
    for (; rest; rest--) {
        uint32_t chosen = 0;
        for (uint32_t i = 1; i < *count; i++)
            if (tourney->entrant[who[i]].byes <= tourney->entrant[who[chosen]].byes) chosen = i;
        seating_put(out, &who[chosen], 1);
        memmove(who + chosen, who + chosen + 1, sizeof *who * (*count - chosen - 1));
        --*count;
    }
}

/* Who has been whose partner, and who has met whom. */
typedef struct {
    Pairing partners, opponents;
} Fours;

/* The ways in which four can be partners: the first two against the others. */
static const uint8_t splits[3][4] = {{0, 2, 1, 3}, {0, 1, 2, 3}, {0, 3, 1, 2}};

/* First who was whose partner, then who has met. */
static uint64_t price_of_split(const Fours *fours, const uint32_t who[4], const uint8_t split[4]) {
    uint32_t a = who[split[0]], b = who[split[1]], c = who[split[2]], d = who[split[3]];
    uint64_t together = (uint64_t)pairing_met(&fours->partners, a, b) + pairing_met(&fours->partners, c, d);
    uint64_t against = (uint64_t)pairing_met(&fours->opponents, a, c) + pairing_met(&fours->opponents, a, d) +
                       pairing_met(&fours->opponents, b, c) + pairing_met(&fours->opponents, b, d);
    return together << 32 | against;
}

static unsigned best_split(const Fours *fours, const uint32_t who[4]) {
    unsigned best = 0;
    for (unsigned i = 1; i < 3; i++)
        if (price_of_split(fours, who, splits[i]) < price_of_split(fours, who, splits[best])) best = i;
    return best;
}

static void read_bits(uint32_t bits, uint32_t who[4]) {
    for (unsigned i = 0; bits; bits &= bits - 1) who[i++] = (uint32_t)__builtin_ctz(bits);
}

static uint64_t price_of_four(const void *context, uint32_t four) {
    uint32_t who[4] = {0};
    read_bits(four, who);
    return price_of_split(context, who, splits[best_split(context, who)]);
}

static void put_four(const Field *field, const uint32_t who[4], const uint8_t split[4], Tables *out) {
    Entrant seated[4];
    for (unsigned i = 0; i < 4; i++) seated[i] = field->who[who[split[i]]];
    seating_put(out, seated, 4);
}

/* Few: every way to divide them is weighed. */
static bool put_fours_exactly(const Fours *fours, const Field *field, Tables *out) {
    uint32_t four[PARTITION_MOST / 4], who[4] = {0};
    if (!partition_solve(field->count, field->count / 4, price_of_four, fours, four)) return false;
    for (uint32_t i = 0; i < field->count / 4; i++) {
        read_bits(four[i], who);
        put_four(field, who, splits[best_split(fours, who)], out);
    }
    return true;
}

/* Many: partners are found first, then pairs of them meet others with whom they met least. */
static bool put_fours(const Fours *fours, Field *field, Tables *out) {
    uint32_t count = field->count;
    if (!field_solve(field)) return false;
    for (uint32_t v = 0; v < count; v++) {
        uint32_t who[4] = {v, field->mate[v], 0, 0}, best = UINT32_MAX;
        uint64_t least = UINT64_MAX;
        if (who[1] >= count || who[1] < v) continue;
        field->mate[v] = field->mate[who[1]] = UINT32_MAX; /* taken */
        for (uint32_t u = v + 1; u < count; u++) {
            who[2] = u, who[3] = field->mate[u];
            if (who[3] >= count || who[3] < u) continue;
            uint64_t price = price_of_split(fours, who, splits[1]);
            if (price >= least) continue;
            best = u;
            least = price;
        }
        if (best == UINT32_MAX) break;
        who[2] = best, who[3] = field->mate[best];
        field->mate[who[2]] = field->mate[who[3]] = UINT32_MAX;
        put_four(field, who, splits[1], out);
    }
    return true;
}

bool partners_pair(Tourney *tourney, Tables *out, TourneyAnswer *answer) {
    if (tourney->round >= tourney->rounds) return tourney_refuse(answer, TOURNEY_REFUSAL_no_more_rounds, NULL);
    Entrant *who = malloc(sizeof *who * ((size_t)tourney->entrants + 1));
    uint32_t count = who ? read_ready(tourney, false, who) : 0;
    if (who && count < 4) {
        free(who);
        return tourney_refuse(answer, TOURNEY_REFUSAL_too_few, "At least four must be there to play.");
    }
    Field partners = {0}, opponents = {0};
    bool good = who && sort_by_points(tourney, who, count);
    if (good) sit_out(tourney, who, &count, count % 4, out);
    good = good && field_make(tourney, who, count, MET_PARTNERS, true, &partners) &&
           field_make(tourney, who, count, MET_OPPONENTS, true, &opponents);
    if (good) {
        Fours fours = {pairing_of(&partners, count), pairing_of(&opponents, count)};
        good = count <= PARTITION_MOST ? put_fours_exactly(&fours, &partners, out) : put_fours(&fours, &partners, out);
    }
    field_free(&partners);
    field_free(&opponents);
    free(who);
    if (!good) tourney->short_of_memory = true;
    return good;
}
