/* standings.c -- who is where: points and tie-breaks, or how far somebody came in a bracket. */
#include <stdlib.h>
#include <string.h>

#include "event_internal.h"

/* ---- what a tie-break is worth ---- */

typedef struct {
    const Tourney *tourney;
    TourneyRow *rows;
    uint32_t count;
    int64_t *worth;  /* of each entrant */
    uint32_t *block; /* of each entrant: which of the level ones it is among; behind them as much room for counting */
} Ranking;

typedef void (*Weigh)(Ranking *ranking);

/* Goes through everybody who sat against somebody in a game for points. */
static void walk_opponents(Ranking *ranking, void (*visit)(Ranking *, const TourneyGame *, unsigned, unsigned)) {
    const Tourney *tourney = ranking->tourney;
    for (uint32_t i = 1; i <= tourney->games; i++) {
        const TourneyGame *game = &tourney->game[i];
        if (game->state != GAME_OVER || !stage_has_points(game->stage)) continue;
        for (unsigned seat = 0; seat < game->seats; seat++)
            for (unsigned other = 0; other < game->seats; other++)
                if (seat != other && !(game->teams && seat / 2 == other / 2)) visit(ranking, game, seat, other);
    }
}

static void visit_buchholz(Ranking *ranking, const TourneyGame *game, unsigned seat, unsigned other) {
    ranking->worth[game->who[seat]] += ranking->tourney->entrant[game->who[other]].points;
}

/* Half a win for each opponent that is level and came no better, so that tables of any size can be compared. */
static void visit_direct(Ranking *ranking, const TourneyGame *game, unsigned seat, unsigned other) {
    Entrant who = game->who[seat], whom = game->who[other];
    if (ranking->block[who] != ranking->block[whom]) return;
    ranking->worth[who] += (game->place[seat] < game->place[other]) + (game->place[seat] <= game->place[other]);
}

static void weigh_buchholz(Ranking *ranking) { walk_opponents(ranking, visit_buchholz); }
static void weigh_direct(Ranking *ranking) { walk_opponents(ranking, visit_direct); }
static void weigh_wins(Ranking *ranking) {
    for (uint32_t i = 1; i <= ranking->tourney->entrants; i++) ranking->worth[i] = ranking->tourney->entrant[i].wins;
}
static void weigh_difference(Ranking *ranking) {
    for (uint32_t i = 1; i <= ranking->tourney->entrants; i++)
        ranking->worth[i] = ranking->tourney->entrant[i].difference;
}
static void weigh_lot(Ranking *ranking) { lots_draw(ranking->tourney, ranking->worth); }

static const Weigh weighers[TIEBREAKS] = {
#define TIEBREAK(name, title, sentence) weigh_##name,
#include "tiebreak.def"
#undef TIEBREAK
};

/* ---- how far in a bracket ---- */

enum { STILL_IN = 1 << 20, TOP = 1 << 21 };

/* Losing here means that rank; more is better. */
static int64_t depth_of(const Tourney *tourney, const TourneyGame *game) {
    bool twice = tourney->settings.form == FORM_double;
    switch ((TourneyStage)game->stage) {
    case STAGE_upper: return twice ? STILL_IN : 10 * game->round;
    case STAGE_lower: return 10 * game->round;
    case STAGE_e1: return 1000000;
    case STAGE_q2: return 1000010;
    case STAGE_third: return 1000020;
    case STAGE_final: return 1000040;
    case STAGE_again: return 1000050;
    case STAGE_round:
    case STAGE_q1:
    case STAGE_tie:
    case STAGE_duel:
    case STAGES: break;
    }
    return STILL_IN;
}

static bool is_final(const Tourney *tourney, const TourneyGame *game) {
    const TourneyGame *last = &tourney->game[tourney->games];
    return game->stage == STAGE_again || (game->stage == STAGE_final && last->stage != STAGE_again);
}

/* Losers of a game get its depth; the winner of a final, or of the game for third place, one more. */
static void weigh_game(const Tourney *tourney, const TourneyGame *game, int64_t *worth) {
    int64_t depth = depth_of(tourney, game);
    if (game->stage == STAGE_tie || !game_is_settled(game)) return;
    for (unsigned seat = 0; seat < game->seats; seat++) {
        bool won = game->place[seat] == 1;
        if (!game->who[seat] || (game->state == GAME_EMPTY && !won)) continue;
        if (won && is_final(tourney, game)) worth[game->who[seat]] = TOP;
        else if (won && game->stage == STAGE_third) worth[game->who[seat]] = depth + 1;
        else if (!won && !(game->stage == STAGE_final && !is_final(tourney, game))) worth[game->who[seat]] = depth;
    }
}

/* Tables of a knock-out: who is out, the later and the better placed the better. Somebody who has left is behind those
 * who lost after that. */
static void weigh_tables(Ranking *ranking) {
    const Tourney *tourney = ranking->tourney;
    unsigned allowed = knockout_allowed(tourney);
    uint32_t *losses = ranking->block + tourney->entrants + 1; /* room of its own behind the blocks */
    memset(losses, 0, sizeof *losses * ((size_t)tourney->entrants + 1));
    for (uint32_t i = 1; i <= tourney->games; i++) {
        const TourneyGame *game = &tourney->game[i];
        bool settles = game->last && !tourney->settings.number[NUMBER_reset];
        for (unsigned seat = 0; game->state == GAME_OVER && seat < game->seats; seat++) {
            Entrant who = game->who[seat];
            bool lost = knockout_lost(game, seat), there = entrant_is_there(&tourney->entrant[who]);
            losses[who] += lost;
            if (lost && (settles || losses[who] == allowed)) ranking->worth[who] = 20 * game->round - game->place[seat];
            else if (!there && losses[who] < allowed) ranking->worth[who] = 20 * game->round + 1;
        }
    }
}

static void weigh_bracket(Ranking *ranking) {
    const Tourney *tourney = ranking->tourney;
    bool tables = is_knockout_at_tables(&tourney->settings);
    for (uint32_t i = 1; i <= tourney->entrants; i++)
        ranking->worth[i] = !tables || entrant_is_there(&tourney->entrant[i]) ? STILL_IN : 0;
    if (tables) weigh_tables(ranking);
    for (uint32_t i = 1; !tables && i <= tourney->games; i++) weigh_game(tourney, &tourney->game[i], ranking->worth);
}

/* ---- the Split UNO tournament ---- */

/* H115: places 1 to 4 as the finale has them; before it is played, as the ties have settled them; then points. */
static void weigh_split(Ranking *ranking) {
    const Tourney *tourney = ranking->tourney;
    const SplitEvent *split = &tourney->split;
    for (unsigned i = 0; i < split->seeds; i++) ranking->worth[split->seed[i]] = STILL_IN - (int64_t)i;
    for (uint32_t i = 1; i <= tourney->games; i++)
        if (!stage_has_points(tourney->game[i].stage)) weigh_game(tourney, &tourney->game[i], ranking->worth);
    if (tourney->state == TOURNEY_OVER) return;
    for (unsigned i = 0; i < split->seeds; i++) /* still playing: as they were seeded */
        if (ranking->worth[split->seed[i]] > STILL_IN - 4 && ranking->worth[split->seed[i]] != TOP)
            ranking->worth[split->seed[i]] = STILL_IN - (int64_t)i;
}

/* ---- a league's best evenings ---- */

/* The best of somebody's evenings added up; what is taken is struck out. */
static int32_t sum_best(int32_t *evening, uint32_t evenings, uint32_t best) {
    int32_t sum = 0;
    for (uint32_t taken = 0; taken < best && taken < evenings; taken++) {
        uint32_t most = 0;
        for (uint32_t e = 1; e < evenings; e++)
            if (evening[e] > evening[most]) most = e;
        sum += evening[most];
        evening[most] = INT32_MIN / 2;
    }
    return sum;
}

static bool count_evenings(const Tourney *tourney, TourneyRow *rows, uint32_t count) {
    const int32_t *number = tourney->settings.number;
    if (tourney->settings.form != FORM_league || !number[NUMBER_best]) return true;
    uint32_t evenings = (uint32_t)number[NUMBER_evenings], rounds = tourney->rounds / evenings;
    if (!rounds) return true;
    int32_t *evening = calloc((size_t)(tourney->entrants + 1) * evenings, sizeof *evening);
    if (!evening) return false;
    for (uint32_t i = 1; i <= tourney->games; i++) {
        const TourneyGame *game = &tourney->game[i];
        uint32_t at = (game->round - 1u) / rounds % evenings;
        for (unsigned seat = 0; game->state == GAME_OVER && seat < game->seats; seat++)
            evening[(size_t)game->who[seat] * evenings + at] += game->points[seat];
    }
    for (uint32_t i = 0; i < count; i++)
        rows[i].points = sum_best(evening + (size_t)rows[i].who * evenings, evenings, (uint32_t)number[NUMBER_best]);
    free(evening);
    return true;
}

/* ---- sorting ---- */

static int64_t key_of(const Ranking *ranking, const TourneyRow *row) { return ranking->worth[row->who]; }

/* Stable merge of rows[from .. to) by what they are worth now, most first. */
static void sort_rows(Ranking *ranking, uint32_t from, uint32_t to, TourneyRow *spare) {
    TourneyRow *rows = ranking->rows;
    if (to - from < 2) return;
    uint32_t mid = from + (to - from) / 2, a = from, b = mid;
    sort_rows(ranking, from, mid, spare);
    sort_rows(ranking, mid, to, spare);
    for (uint32_t at = from; at < to; at++) {
        bool first = a < mid && (b >= to || key_of(ranking, &rows[a]) >= key_of(ranking, &rows[b]));
        spare[at] = rows[first ? a++ : b++];
    }
    memcpy(rows + from, spare + from, sizeof *rows * (to - from));
}

/* Sorts inside each block of level ones, then cuts the blocks further. `column`: where the worth is shown; -1: nowhere. */
static void refine(Ranking *ranking, TourneyRow *spare, int column) {
    uint32_t block = 0;
    for (uint32_t from = 0, to; from < ranking->count; from = to) {
        uint32_t old = ranking->block[ranking->rows[from].who];
        for (to = from; to < ranking->count && ranking->block[ranking->rows[to].who] == old; to++) continue;
        sort_rows(ranking, from, to, spare);
    }
    uint32_t last = 0;
    int64_t before = 0;
    for (uint32_t i = 0; i < ranking->count; i++) {
        TourneyRow *row = &ranking->rows[i];
        uint32_t old = ranking->block[row->who];
        if (i == 0 || old != last || key_of(ranking, row) != before) block = i;
        last = old;
        before = key_of(ranking, row);
        ranking->block[row->who] = block + 1;
        if (column >= 0) row->broken[column] = before;
    }
}

static void weigh_points(Ranking *ranking) {
    for (uint32_t i = 0; i < ranking->count; i++) ranking->worth[ranking->rows[i].who] = ranking->rows[i].points;
}

static bool is_bracket(const Tourney *tourney) {
    unsigned form = tourney->settings.form;
    return form == FORM_single || form == FORM_double || form == FORM_page;
}

/* Those who left or were eliminated have no place, unless they had reached the finale (H115). */
static bool has_place(const Tourney *tourney, Entrant who) {
    for (unsigned i = 0; i < tourney->split.seeds; i++)
        if (tourney->split.seed[i] == who) return true;
    return entrant_is_there(&tourney->entrant[who]) || is_bracket(tourney);
}

static void weigh_presence(Ranking *ranking) {
    for (uint32_t i = 1; i <= ranking->tourney->entrants; i++)
        ranking->worth[i] = has_place(ranking->tourney, (Entrant)i);
}

static void set_places(Ranking *ranking) {
    for (uint32_t from = 0, to; from < ranking->count; from = to) {
        uint32_t block = ranking->block[ranking->rows[from].who];
        for (to = from; to < ranking->count && ranking->block[ranking->rows[to].who] == block; to++) continue;
        bool placed = has_place(ranking->tourney, ranking->rows[from].who);
        for (uint32_t i = from; i < to; i++) {
            ranking->rows[i].place = placed ? (uint16_t)(from + 1) : 0;
            ranking->rows[i].shared = (uint16_t)(to - from);
        }
    }
}

static void step(Ranking *ranking, Weigh weigh, TourneyRow *spare, int column) {
    memset(ranking->worth, 0, sizeof *ranking->worth * ((size_t)ranking->tourney->entrants + 1));
    weigh(ranking);
    refine(ranking, spare, column);
}

static void rank(Ranking *ranking, TourneyRow *spare) {
    const Tourney *tourney = ranking->tourney;
    bool split = tourney->settings.form == FORM_split, begun = tourney->state >= TOURNEY_RUNNING;
    if (!begun) {
        set_places(ranking);
        return;
    }
    if (is_bracket(tourney)) {
        step(ranking, weigh_bracket, spare, -1);
    } else {
        step(ranking, weigh_presence, spare, -1);
        if (split) step(ranking, weigh_split, spare, -1);
        step(ranking, weigh_points, spare, -1);
        for (unsigned i = 0; !split && i < tourney->settings.tiebreaks; i++)
            step(ranking, weighers[tourney->settings.tiebreak[i]], spare, (int)i);
    }
    set_places(ranking);
}

uint32_t tourney_standings(const Tourney *tourney, TourneyRow *rows) {
    uint32_t count = 0;
    for (uint32_t i = 1; i <= tourney->entrants; i++) {
        if (tourney->entrant[i].standing == ENTRANT_ABSENT) continue;
        rows[count] = (TourneyRow){.who = (Entrant)i, .points = tourney->entrant[i].points};
        count++;
    }
    bool counted = count_evenings(tourney, rows, count);
    size_t room = (size_t)tourney->entrants + 1;
    Ranking ranking = {tourney, rows, count, calloc(room, sizeof(int64_t)), calloc(2 * room, sizeof(uint32_t))};
    TourneyRow *spare = malloc(sizeof *spare * room);
    if (counted && ranking.worth && ranking.block && spare) rank(&ranking, spare);
    else count = 0;
    free(ranking.worth);
    free(ranking.block);
    free(spare);
    return count;
}

/* Who is first and alone. */
Entrant tourney_champion(const Tourney *tourney) {
    if (tourney->state != TOURNEY_OVER || !tourney->entrants) return NOBODY;
    TourneyRow *rows = malloc(sizeof *rows * tourney->entrants);
    uint32_t count = rows ? tourney_standings(tourney, rows) : 0;
    Entrant champion = count && rows[0].place == 1 && rows[0].shared == 1 ? rows[0].who : NOBODY;
    free(rows);
    return champion;
}
