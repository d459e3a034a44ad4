/* ladder.c -- standings in the order they came, found by a hash table with open addresses. */
#include "ladder.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROWS = 64 };

/* ---- finding ---- */

static size_t place_of(const Ladder *ladder, uint32_t scope, uint64_t player) {
    uint64_t hash = (player ^ (uint64_t)scope << 32) * 0x9e3779b97f4a7c15;
    size_t at = (size_t)(hash ^ hash >> 29) & (ladder->slots - 1);
    while (ladder->slot[at]) {
        const Standing *row = &ladder->row[ladder->slot[at] - 1];
        if (row->player == player && row->scope == scope) break;
        at = (at + 1) & (ladder->slots - 1);
    }
    return at;
}

static Standing *find(const Ladder *ladder, uint32_t scope, uint64_t player) {
    if (!ladder->slots || !player) return NULL;
    uint32_t number = ladder->slot[place_of(ladder, scope, player)];
    return number ? &ladder->row[number - 1] : NULL;
}

const Standing *ladder_find(const Ladder *ladder, uint32_t scope, uint64_t player) {
    return find(ladder, scope, player);
}

static void number_rows(Ladder *ladder) {
    memset(ladder->slot, 0, ladder->slots * sizeof *ladder->slot);
    for (size_t i = 0; i < ladder->count; i++)
        ladder->slot[place_of(ladder, ladder->row[i].scope, ladder->row[i].player)] = (uint32_t)(i + 1);
}

/* Room for all seats of a game. The slots stay at most half full. */
static bool make_room(Ladder *ladder) {
    if (ladder->count + SKILL_SEATS_MAX <= ladder->room) return true;
    size_t room = ladder->room ? 2 * ladder->room : FIRST_ROWS;
    Standing *row = realloc(ladder->row, room * sizeof *row);
    if (!row) return false;
    ladder->row = row;
    uint32_t *slot = calloc(2 * room, sizeof *slot);
    if (!slot) return false;
    free(ladder->slot);
    ladder->slot = slot;
    ladder->slots = 2 * room;
    ladder->room = room;
    number_rows(ladder);
    return true;
}

static Standing *find_or_add(Ladder *ladder, uint32_t scope, uint64_t player) {
    size_t at = place_of(ladder, scope, player);
    if (!ladder->slot[at]) {
        ladder->row[ladder->count++] =
            (Standing){.player = player, .scope = scope, .skill = skill_new(), .duel = glicko_new()};
        ladder->slot[at] = (uint32_t)ladder->count;
    }
    return &ladder->row[ladder->slot[at] - 1];
}

/* ---- rating ---- */

bool ladder_counts(const LadderGame *game) {
    for (unsigned seat = 1; seat < game->seats; seat++)
        if (game->player[seat] != game->player[0] || !game->player[seat]) return true;
    return false;
}

static bool is_duel(const LadderGame *game) {
    return game->seats == 2 && game->team[0] != game->team[1] && game->player[0] != game->player[1];
}

/* The mean of what the seats of the same player come to; in the order of the seats. */
static Skill mean_of(const LadderGame *game, unsigned first, const Skill rated[SKILL_SEATS_MAX]) {
    Skill sum = {0, 0};
    unsigned seats = 0;
    for (unsigned seat = first; seat < game->seats; seat++) {
        if (game->player[seat] != game->player[first]) continue;
        sum.mu += rated[seat].mu;
        sum.sigma += rated[seat].sigma;
        seats++;
    }
    return (Skill){sum.mu / seats, sum.sigma / seats};
}

static void rate_skills(const LadderGame *game, Standing *const standing[SKILL_SEATS_MAX]) {
    SkillGame table = {.seats = game->seats};
    Skill rated[SKILL_SEATS_MAX];
    for (unsigned seat = 0; seat < game->seats; seat++) {
        table.team[seat] = game->team[seat];
        table.place[seat] = game->place[seat];
        table.skill[seat] = standing[seat] ? standing[seat]->skill : skill_new();
    }
    skill_rate(&table, rated);
    for (unsigned seat = 0; seat < game->seats; seat++) {
        bool first = standing[seat] != NULL;
        for (unsigned other = 0; other < seat; other++) first &= standing[other] != standing[seat];
        if (first) standing[seat]->skill = mean_of(game, seat, rated);
    }
}

static void rate_duel(const LadderGame *game, Standing *const standing[2]) {
    Glicko before[2], after[2];
    for (unsigned seat = 0; seat < 2; seat++) before[seat] = standing[seat] ? standing[seat]->duel : glicko_new();
    for (unsigned seat = 0; seat < 2; seat++) {
        int ahead = (int)game->place[1 - seat] - (int)game->place[seat];
        GlickoDuel duel = {before[1 - seat], ahead > 0 ? 1 : ahead ? 0 : 0.5};
        after[seat] = glicko_rate(&before[seat], &duel, 1);
    }
    for (unsigned seat = 0; seat < 2; seat++) {
        if (!standing[seat]) continue;
        standing[seat]->duel = after[seat];
        standing[seat]->duels++;
    }
}

/* ---- counting ---- */

static void count_span(LadderSpan *span, int32_t number, bool won) {
    if (span->number != number || !span->games) *span = (LadderSpan){.number = number};
    span->games++;
    span->wins += won;
}

/* A draw of all is nobody's win. */
static bool has_won(const LadderGame *game, unsigned seat) {
    bool behind = false;
    for (unsigned other = 0; other < game->seats; other++) behind |= game->place[other] > game->place[seat];
    return behind && game->place[seat] == 1;
}

static void count_game(const LadderGame *game, unsigned seat, Standing *standing) {
    bool won = has_won(game, seat);
    standing->games++;
    standing->wins += won;
    standing->last_at = game->at;
    count_span(&standing->week, ladder_week(game->at), won);
    count_span(&standing->season, ladder_season(game->at), won);
}

bool ladder_add(Ladder *ladder, const LadderGame *game) {
    Standing *standing[SKILL_SEATS_MAX] = {NULL};
    if (game->seats < 2 || game->seats > SKILL_SEATS_MAX || !ladder_counts(game)) return true;
    if (!make_room(ladder)) return false;
    for (unsigned seat = 0; seat < game->seats; seat++)
        if (game->player[seat]) standing[seat] = find_or_add(ladder, game->scope, game->player[seat]);
    rate_skills(game, standing);
    if (is_duel(game)) rate_duel(game, standing);
    for (unsigned seat = 0; seat < game->seats; seat++)
        if (standing[seat]) count_game(game, seat, standing[seat]);
    return true;
}

void ladder_free(Ladder *ladder) {
    free(ladder->row);
    free(ladder->slot);
    *ladder = (Ladder){0};
}

/* ---- time ---- */

static int64_t floor_div(int64_t a, int64_t b) { return a / b - (a % b < 0); }

static int64_t day_of(int64_t at_ms) { return floor_div(at_ms, 86400000); }

/* 1970 began on a Thursday. */
int32_t ladder_week(int64_t at_ms) { return (int32_t)floor_div(day_of(at_ms) + 3, 7); }

/* The month by the calendar of Gregory, whose years begin in March here, so that the leap day comes last. */
int32_t ladder_season(int64_t at_ms) {
    int64_t day = day_of(at_ms) + 719468, era = floor_div(day, 146097), of_era = day - era * 146097;
    int64_t year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    int64_t of_year = of_era - (365 * year + year / 4 - year / 100), march = (5 * of_year + 2) / 153;
    int64_t months = 12 * (era * 400 + year) + march + 2; /* since January of the year 0 */
    return (int32_t)floor_div(months - 12 * 1970, 3);
}
