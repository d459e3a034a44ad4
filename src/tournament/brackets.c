/* brackets.c -- single and double elimination, and the Page playoff: games whose seats come from other games. Larger
 * tables: knockout.c. */
#include <stdlib.h>
#include <string.h>

#include "event_internal.h"

static BracketSeat somebody(Entrant who) { return (BracketSeat){who, {0, false}}; }
static BracketSeat winner_of(uint32_t game) { return (BracketSeat){NOBODY, {game, false}}; }
static BracketSeat loser_of(uint32_t game) { return (BracketSeat){NOBODY, {game, true}}; }

/* ---- knock-out ---- */

/* Which rank sits in this slot of a bracket of `size`: first and second can meet only in the final. */
static unsigned rank_in(unsigned slot, unsigned size) {
    unsigned rank = 0;
    for (unsigned half = 2; half <= size; half *= 2)
        if (slot * half / size & 1) rank = half - 1 - rank;
    return rank;
}

/* Whole rounds of a knock-out over `seat`, in place; returns the number of its final, 0: no memory. Round r has the
 * number first + r. `kept`, if not NULL, takes every game number, round after round. */
static uint32_t knock_out(Tourney *tourney, BracketSeat *seat, unsigned size, TourneyStage stage, unsigned first,
                          bool count_rounds, uint32_t *kept) {
    uint32_t game = 0;
    for (unsigned round = first; size > 1; size /= 2, round += count_rounds)
        for (unsigned i = 0; i < size / 2; i++) {
            game = game_lay_bracket(tourney, stage, round, seat[2 * i], seat[2 * i + 1]);
            if (!game) return 0;
            if (kept) *kept++ = game;
            seat[i] = winner_of(game);
        }
    return game;
}

static unsigned size_for(unsigned count) {
    unsigned size = 2;
    while (size < count) size *= 2;
    return size;
}

static BracketSeat *seat_field(const Entrant *who, unsigned count, unsigned size) {
    BracketSeat *seat = malloc(sizeof *seat * size);
    for (unsigned i = 0; seat && i < size; i++) {
        unsigned rank = rank_in(i, size);
        seat[i] = somebody(rank < count ? who[rank] : NOBODY); /* byes go to the top */
    }
    return seat;
}

uint32_t bracket_lay(Tourney *tourney, const Entrant *who, unsigned count, TourneyStage stage, unsigned round) {
    unsigned size = size_for(count);
    uint32_t first = tourney->games + 1;
    BracketSeat *seat = seat_field(who, count, size);
    uint32_t final = seat ? knock_out(tourney, seat, size, stage, round, stage != STAGE_tie, NULL) : 0;
    free(seat);
    if (!final) return tourney->short_of_memory = true, 0;
    games_refresh(tourney, first);
    return final;
}

/* ---- single elimination ---- */

static Entrant *read_field(Tourney *tourney, uint32_t *count) {
    Entrant *field = malloc(sizeof *field * ((size_t)tourney->entrants + 1));
    *count = field ? tourney_field(tourney, true, false, field) : 0;
    if (!*count) tourney->short_of_memory = true;
    return field;
}

bool single_start(Tourney *tourney, TourneyAnswer *answer) {
    uint32_t count;
    (void)answer;
    if (is_knockout_at_tables(&tourney->settings)) return true; /* tables are laid round by round */
    Entrant *field = read_field(tourney, &count);
    if (count && bracket_lay(tourney, field, count, STAGE_upper, 1)) {
        TourneyGame *final = &tourney->game[tourney->games];
        final->stage = STAGE_final;
        tourney->rounds = final->round;
        uint32_t from[2] = {final->feed[0].game, final->feed[1].game};
        if (tourney->settings.number[NUMBER_third] && from[0])
            game_lay_bracket(tourney, STAGE_third, final->round, loser_of(from[0]), loser_of(from[1]));
    }
    free(field);
    return !tourney->short_of_memory;
}

/* ---- double elimination ---- */

/* The lower bracket: pairs of those who lost in the first round, then, in turn, the winners of the lower games against
 * the losers of the next upper round (from the other end, so that nobody meets the same opponent at once again), and
 * those who are left among themselves. Returns its final. */
static uint32_t lay_lower(Tourney *tourney, const uint32_t *upper, unsigned size, BracketSeat *seat) {
    unsigned count = size / 2, round = 1;
    uint32_t last = upper[0];
    for (unsigned i = 0; i < count; i++) seat[i] = loser_of(upper[i]);
    upper += count;
    for (; count > 1; round++) {
        for (unsigned i = 0; i < count / 2; i++) {
            last = game_lay_bracket(tourney, STAGE_lower, round, seat[2 * i], seat[2 * i + 1]);
            seat[i] = winner_of(last);
        }
        count /= 2;
        round++;
        for (unsigned i = 0; i < count; i++) {
            unsigned from = round / 2 % 2 ? count - 1 - i : i;
            last = game_lay_bracket(tourney, STAGE_lower, round, seat[i], loser_of(upper[from]));
            seat[i] = winner_of(last);
        }
        upper += count;
    }
    return last;
}

bool double_start(Tourney *tourney, TourneyAnswer *answer) {
    uint32_t count;
    (void)answer;
    if (is_knockout_at_tables(&tourney->settings)) return true;
    Entrant *field = read_field(tourney, &count);
    unsigned size = size_for(count ? count : 2);
    BracketSeat *seat = field ? seat_field(field, count, size) : NULL;
    uint32_t *upper = malloc(sizeof *upper * size);
    bool good = count && seat && upper && knock_out(tourney, seat, size, STAGE_upper, 1, true, upper);
    if (good) {
        uint32_t top = upper[size - 2], lower = lay_lower(tourney, upper, size, seat);
        uint32_t final =
            game_lay_bracket(tourney, STAGE_final, 1, winner_of(top), size == 2 ? loser_of(top) : winner_of(lower));
        if (tourney->settings.number[NUMBER_reset])
            game_lay_bracket(tourney, STAGE_again, 1, winner_of(final), loser_of(final));
    }
    free(upper);
    free(seat);
    free(field);
    if (!good) tourney->short_of_memory = true;
    return !tourney->short_of_memory;
}

/* ---- Page playoff ---- */

/* T12 to T15; H113: shorter with fewer. */
void page_lay(Tourney *tourney, const Entrant *seed, unsigned count) {
    uint32_t q1, e1, q2;
    switch (count) {
    case 0: return;
    case 1: game_lay_bracket(tourney, STAGE_final, 1, somebody(seed[0]), somebody(NOBODY)); return;
    case 2: game_lay_bracket(tourney, STAGE_final, 1, somebody(seed[0]), somebody(seed[1])); return;
    case 3:
        q2 = game_lay_bracket(tourney, STAGE_q2, 1, somebody(seed[1]), somebody(seed[2]));
        game_lay_bracket(tourney, STAGE_final, 1, somebody(seed[0]), winner_of(q2));
        return;
    }
    q1 = game_lay_bracket(tourney, STAGE_q1, 1, somebody(seed[0]), somebody(seed[1]));
    e1 = game_lay_bracket(tourney, STAGE_e1, 1, somebody(seed[2]), somebody(seed[3]));
    q2 = game_lay_bracket(tourney, STAGE_q2, 1, loser_of(q1), winner_of(e1));
    game_lay_bracket(tourney, STAGE_final, 1, winner_of(q1), winner_of(q2));
}

bool page_start(Tourney *tourney, TourneyAnswer *answer) {
    uint32_t count;
    (void)answer;
    Entrant *field = read_field(tourney, &count);
    if (count) page_lay(tourney, field, count);
    free(field);
    return !tourney->short_of_memory;
}

/* ---- the end ---- */

/* The second final is played only if the one from the lower bracket has won the first. */
static void skip_second_final(Tourney *tourney) {
    TourneyGame *again = &tourney->game[tourney->games];
    if (again->stage != STAGE_again || !game_is_playable(again)) return;
    const TourneyGame *final = &tourney->game[again->feed[0].game];
    if (game_winner(final) != final->who[0]) return;
    tourney->open--;
    again->state = GAME_EMPTY;
    again->place[0] = 1;
    again->place[1] = 0;
}

void bracket_after(Tourney *tourney) {
    if (is_knockout_at_tables(&tourney->settings)) {
        knockout_after(tourney);
        return;
    }
    if (tourney->games) skip_second_final(tourney);
    for (uint32_t i = tourney->games; i; i--)
        if (!game_is_settled(&tourney->game[i])) return;
    tourney->state = TOURNEY_OVER;
}
