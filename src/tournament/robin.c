/* robin.c -- round robin: everybody meets everybody. Two at a table: the circle. Tables of three and more: columns of
 * people are turned past each other, and exchanged until as many as possible meet who have not met; it is over when
 * everybody has met everybody `legs` times. */
#include <stdlib.h>
#include <string.h>

#include "event_internal.h"
#include "pairing.h"

/* ---- two at a table ---- */

/* Circle: one stays, the others move on by one each round; with an odd number whoever meets the gap has a bye. */
static bool pair_circle(Tourney *tourney, Tables *out) {
    Entrant *field = malloc(sizeof *field * ((size_t)tourney->entrants + 1));
    uint32_t count = 0, turn = tourney->round;
    if (!field) return tourney->short_of_memory = true, false;
    for (uint32_t i = 1; i <= tourney->entrants; i++)
        if (tourney->entrant[i].standing != ENTRANT_ABSENT) field[count++] = (Entrant)i;
    if (count % 2) field[count++] = NOBODY;
    uint32_t circle = count - 1;
    for (uint32_t i = 0; i < count / 2; i++) {
        Entrant one = i ? field[(turn + i) % circle] : field[circle];
        Entrant other = field[(turn + circle - i) % circle];
        Entrant who[2] = {turn % 2 ? other : one, turn % 2 ? one : other};
        if (!one || !other) who[0] = one ? one : other;
        seating_put(out, who, one && other ? 2 : 1);
    }
    free(field);
    return true;
}

/* ---- larger tables ---- */

typedef struct {
    uint32_t count, tables;
    unsigned enough; /* how often everybody is to meet everybody */
    Entrant *who;
    uint16_t *times; /* how often each two have met */
    int32_t *points; /* all level */
    uint32_t *seat, *first;
} Meetings;

static void meetings_free(Meetings *meetings) {
    free(meetings->who);
    free(meetings->times);
    free(meetings->points);
    free(meetings->seat);
    free(meetings->first);
}

static void meet(Meetings *meetings, uint32_t one, uint32_t other) {
    meetings->times[one * meetings->count + other]++;
    meetings->times[other * meetings->count + one]++;
}

static bool have_met(const Meetings *meetings, uint32_t one, uint32_t other) {
    return one == other || meetings->times[one * meetings->count + other] >= meetings->enough;
}

static bool is_complete(const Meetings *meetings) {
    for (uint32_t one = 0; one < meetings->count; one++)
        for (uint32_t other = 0; other < one; other++)
            if (!have_met(meetings, one, other)) return false;
    return true;
}

/* Everybody who sat at a table together has met, also where somebody did not come: they had their chance. */
static bool read_meetings(const Tourney *tourney, Meetings *meetings) {
    uint32_t *index = calloc((size_t)tourney->entrants + 1, sizeof *index); /* from 1; 0: is not here */
    if (!index) return false;
    for (uint32_t i = 0; i < meetings->count; i++) index[meetings->who[i]] = i + 1;
    for (uint32_t i = 1; i <= tourney->games; i++) {
        const TourneyGame *game = &tourney->game[i];
        for (unsigned a = 0; a < game->seats; a++)
            for (unsigned b = 0; b < a; b++)
                if (index[game->who[a]] && index[game->who[b]])
                    meet(meetings, index[game->who[a]] - 1, index[game->who[b]] - 1);
    }
    free(index);
    return true;
}

/* Those who are there; with `paused` also those who pause. */
static bool meetings_make(const Tourney *tourney, bool paused, Meetings *out) {
    size_t room = (size_t)tourney->entrants + 1;
    unsigned seats = (unsigned)tourney->settings.number[NUMBER_seats];
    memset(out, 0, sizeof *out);
    out->enough = (unsigned)tourney->settings.number[NUMBER_legs];
    out->who = malloc(sizeof *out->who * room);
    for (uint32_t i = 1; out->who && i <= tourney->entrants; i++) {
        const TourneyEntrant *entrant = &tourney->entrant[i];
        if (paused ? entrant_is_there(entrant) : entrant->standing == ENTRANT_IN) out->who[out->count++] = (Entrant)i;
    }
    out->tables = (out->count + seats - 1) / seats;
    out->times = calloc((size_t)out->count * out->count + 1, sizeof *out->times);
    out->points = calloc((size_t)out->count + 1, sizeof *out->points);
    out->seat = malloc(sizeof *out->seat * room);
    out->first = malloc(sizeof *out->first * ((size_t)out->tables + 2));
    return out->who && out->times && out->points && out->seat && out->first && read_meetings(tourney, out);
}

/* Where `tables` is a prime nobody meets twice before everybody has met all outside their own column. */
static void turn_columns(Meetings *meetings, uint32_t turn) {
    uint32_t tables = meetings->tables, taken = 0;
    for (uint32_t table = 0; table < tables; table++) {
        meetings->first[table] = taken;
        for (uint32_t column = 0; column * tables < meetings->count; column++) {
            uint32_t row = (table + tables - column * turn % tables) % tables, who = column * tables + row;
            if (who < meetings->count) meetings->seat[taken++] = who;
        }
    }
    meetings->first[tables] = taken;
}

static uint32_t table_of(const Meetings *meetings, uint32_t place) {
    uint32_t table = 0;
    while (meetings->first[table + 1] <= place) table++;
    return table;
}

/* Whatever else is best: two who have still to meet are put together, so that every round brings the end nearer. */
static void bring_together(Meetings *meetings, uint32_t one, uint32_t other) {
    uint32_t at = 0, from = 0;
    while (meetings->seat[at] != one) at++;
    while (meetings->seat[from] != other) from++;
    uint32_t table = table_of(meetings, at), to = meetings->first[table] == at ? at + 1 : meetings->first[table];
    meetings->seat[from] = meetings->seat[to];
    meetings->seat[to] = other;
}

static bool some_meet_anew(const Meetings *meetings) {
    for (uint32_t table = 0; table < meetings->tables; table++)
        for (uint32_t a = meetings->first[table]; a < meetings->first[table + 1]; a++)
            for (uint32_t b = meetings->first[table]; b < a; b++)
                if (!have_met(meetings, meetings->seat[a], meetings->seat[b])) return true;
    return false;
}

static bool seat_round(Meetings *meetings, uint32_t turn) {
    Pairing pairing = {
        .count = meetings->count, .points = meetings->points, .times = meetings->times, .enough = meetings->enough};
    turn_columns(meetings, turn);
    if (!pairing_seat(&pairing, meetings->tables, PAIRING_EXACT_MAX, meetings->seat, meetings->first)) return false;
    if (some_meet_anew(meetings)) return true;
    for (uint32_t one = 0; one < meetings->count; one++)
        for (uint32_t other = 0; other < one; other++)
            if (!have_met(meetings, one, other)) return bring_together(meetings, one, other), true;
    return true;
}

static bool pair_tables(Tourney *tourney, Tables *out, TourneyAnswer *answer) {
    Meetings meetings;
    bool good = meetings_make(tourney, false, &meetings);
    if (good && meetings.count < 2) {
        meetings_free(&meetings);
        return tourney_refuse(answer, TOURNEY_REFUSAL_too_few, "At least two must be there to play.");
    }
    good = good && seat_round(&meetings, tourney->round);
    for (uint32_t table = 0; good && table < meetings.tables; table++) {
        Entrant who[SEATS_MAX];
        unsigned taken = 0;
        for (uint32_t i = meetings.first[table]; i < meetings.first[table + 1]; i++)
            who[taken++] = meetings.who[meetings.seat[i]];
        seating_put(out, who, taken);
    }
    meetings_free(&meetings);
    if (!good) tourney->short_of_memory = true;
    return good;
}

/* ---- both ---- */

bool robin_pair(Tourney *tourney, Tables *out, TourneyAnswer *answer) {
    return tourney->settings.number[NUMBER_seats] == 2 ? pair_circle(tourney, out) : pair_tables(tourney, out, answer);
}

/* How many rounds it takes if nobody leaves: they are seated once for that, and forgotten. */
static bool count_rounds(Tourney *tourney) {
    Meetings meetings;
    bool good = meetings_make(tourney, false, &meetings);
    uint16_t rounds = 0;
    while (good && meetings.count > 1 && !is_complete(&meetings)) {
        good = seat_round(&meetings, rounds++);
        for (uint32_t table = 0; good && table < meetings.tables; table++)
            for (uint32_t a = meetings.first[table]; a < meetings.first[table + 1]; a++)
                for (uint32_t b = meetings.first[table]; b < a; b++)
                    meet(&meetings, meetings.seat[a], meetings.seat[b]);
    }
    meetings_free(&meetings);
    tourney->rounds = rounds;
    return good || (tourney->short_of_memory = true, false);
}

bool robin_start(Tourney *tourney, TourneyAnswer *answer) {
    (void)answer;
    if (tourney->settings.number[NUMBER_seats] > 2) return count_rounds(tourney);
    uint32_t count = 0;
    for (uint32_t i = 1; i <= tourney->entrants; i++) count += entrant_is_there(&tourney->entrant[i]);
    tourney->rounds = (uint16_t)((count - 1 + count % 2) * (uint32_t)tourney->settings.number[NUMBER_legs]);
    return true;
}

void robin_after(Tourney *tourney) {
    if (tourney->settings.number[NUMBER_seats] == 2 || tourney->open) {
        rounds_after(tourney);
        return;
    }
    Meetings meetings;
    bool good = meetings_make(tourney, true, &meetings);
    bool over = good && tourney->round && (meetings.count < 2 || is_complete(&meetings));
    meetings_free(&meetings);
    if (!good) tourney->short_of_memory = true;
    if (over) tourney->state = TOURNEY_OVER;
    if (over || tourney->rounds <= tourney->round) tourney->rounds = (uint16_t)(tourney->round + !over);
}
