/* games.c -- games are laid, filled, walked over and decided; points go to whom they belong. */
#include <string.h>

#include "event_internal.h"

/* ---- laying ---- */

static void set_state(Tourney *tourney, TourneyGame *game, GameState state) {
    tourney->open -= game_is_playable(game);
    game->state = (uint8_t)state;
    tourney->open += game_is_playable(game);
}

static TourneyGame *add_game(Tourney *tourney, TourneyStage stage, unsigned round, unsigned seats) {
    if (tourney->games >= TOURNEY_GAMES_MAX || !tourney_grow((void **)&tourney->game, &tourney->game_room,
                                                             (uint64_t)tourney->games + 2, sizeof *tourney->game))
        return tourney->short_of_memory = true, NULL;
    TourneyGame *game = &tourney->game[++tourney->games];
    memset(game, 0, sizeof *game);
    game->stage = (uint8_t)stage;
    game->round = (uint16_t)round;
    game->seats = (uint8_t)seats;
    game->state = GAME_AWAITS;
    return game;
}

uint32_t game_lay(Tourney *tourney, TourneyStage stage, unsigned round, const Entrant *who, unsigned seats) {
    TourneyGame *game = add_game(tourney, stage, round, seats);
    if (!game) return 0;
    memcpy(game->who, who, sizeof *who * seats);
    return tourney->games;
}

uint32_t game_lay_bracket(Tourney *tourney, TourneyStage stage, unsigned round, BracketSeat first, BracketSeat second) {
    TourneyGame *game = add_game(tourney, stage, round, 2);
    if (!game) return 0;
    game->who[0] = first.who, game->feed[0] = first.feed;
    game->who[1] = second.who, game->feed[1] = second.feed;
    return tourney->games;
}

/* ---- outcome ---- */

static Entrant who_is(const TourneyGame *game, unsigned place) {
    for (unsigned seat = 0; seat < game->seats; seat++)
        if (game->place[seat] == place) return game->who[seat];
    return NOBODY;
}

Entrant game_winner(const TourneyGame *game) { return who_is(game, 1); }
static Entrant game_loser(const TourneyGame *game) { return game->state == GAME_OVER ? who_is(game, 2) : NOBODY; }

/* What those who share places `place` .. place + shared - 1 get each, rounded down. */
static int32_t points_for(const TourneySettings *settings, unsigned place, unsigned shared) {
    int32_t sum = 0, count = (int32_t)shared;
    for (unsigned i = place - 1; i < place - 1 + shared && i < settings->places; i++) sum += settings->points[i];
    return sum >= 0 ? sum / count : -((-sum + count - 1) / count);
}

static int32_t points_at(const Tourney *tourney, const TourneyGame *game, unsigned seat) {
    unsigned shared = 0, before = 0;
    for (unsigned other = 0; other < game->seats; other++) {
        shared += game->place[other] == game->place[seat];
        before += game->place[other] < game->place[seat];
    }
    if (game->teams) shared /= 2, before /= 2;
    if (game->by == BY_NOSHOW && game->place[seat] > 1) /* the last place, also where nobody came */
        return points_for(&tourney->settings, game->teams ? 2 : game->seats, 1);
    return points_for(&tourney->settings, before + 1, shared);
}

static int32_t difference_at(const TourneyGame *game, unsigned seat) {
    int32_t difference = 0;
    for (unsigned other = 0; game->scored && other < game->seats; other++)
        if (!game->teams || seat / 2 != other / 2) difference += game->score[seat] - game->score[other];
    return difference;
}

static bool is_shared_by_all(const TourneyGame *game) {
    for (unsigned seat = 1; seat < game->seats; seat++)
        if (game->place[seat] != game->place[0]) return false;
    return true;
}

static void credit(Tourney *tourney, TourneyGame *game, unsigned seat) {
    TourneyEntrant *entrant = &tourney->entrant[game->who[seat]];
    if (stage_has_points(game->stage)) {
        game->points[seat] = points_at(tourney, game, seat);
        entrant->points += game->points[seat];
        entrant->difference += difference_at(game, seat);
    }
    entrant->games++;
    if (game->place[seat] == 1 && !is_shared_by_all(game)) entrant->wins++;
    /* H107: a card that was given is there for the next duel that is dealt; a walk-over deals none. */
    if (game->by != BY_NOSHOW) entrant->held = NO_FACE;
}

void game_decide(Tourney *tourney, uint32_t number, const uint8_t place[SEATS_MAX], TourneyBy by) {
    TourneyGame *game = &tourney->game[number];
    set_state(tourney, game, GAME_OVER);
    game->by = (uint8_t)by;
    memcpy(game->place, place, sizeof game->place);
    for (unsigned seat = 0; seat < game->seats; seat++)
        if (game->who[seat]) credit(tourney, game, seat);
}

/* A round's table for one: as good as a win, but no game (settings.points of the first place). */
static void give_bye(Tourney *tourney, TourneyGame *game) {
    TourneyEntrant *entrant = &tourney->entrant[game->who[0]];
    set_state(tourney, game, GAME_OVER);
    game->by = BY_BYE;
    game->place[0] = 1;
    game->points[0] = tourney->settings.points[0];
    entrant->points += game->points[0];
    entrant->byes++;
}

/* ---- what settles itself ---- */

static bool comes(const Tourney *tourney, const TourneyGame *game, unsigned seat) {
    Entrant who = game->who[seat];
    return who && !(game->absent >> seat & 1) && tourney->entrant[who].standing != ENTRANT_WITHDRAWN &&
           tourney->entrant[who].standing != ENTRANT_ABSENT && tourney->entrant[who].standing != ENTRANT_ELIMINATED;
}

/* How many play: seats, or sides where partners play together; a side that lacks a partner cannot play. */
static unsigned game_present(const Tourney *tourney, const TourneyGame *game, Entrant *last) {
    unsigned present = 0;
    bool there[SEATS_MAX] = {false};
    for (unsigned seat = 0; seat < game->seats; seat++) {
        there[seat] = comes(tourney, game, seat);
        if (!there[seat]) continue;
        present++;
        *last = game->who[seat];
    }
    return game->teams ? (unsigned)(there[0] && there[1]) + (unsigned)(there[2] && there[3]) : present;
}

/* Seats that other games send somebody to; false: one of those is still to be played. */
static bool fill(const Tourney *tourney, TourneyGame *game) {
    for (unsigned seat = 0; seat < 2; seat++) {
        uint32_t from = game->feed[seat].game;
        if (!from) continue;
        const TourneyGame *source = &tourney->game[from];
        if (!game_is_settled(source)) return false;
        game->who[seat] = game->feed[seat].loser ? game_loser(source) : game_winner(source);
    }
    return true;
}

/* Some did not come: they are last, and whoever came first. */
static void walk_over(Tourney *tourney, uint32_t number) {
    TourneyGame *game = &tourney->game[number];
    uint8_t place[SEATS_MAX] = {0};
    for (unsigned seat = 0; seat < game->seats; seat++) {
        bool there = comes(tourney, game, seat);
        if (game->teams) there = comes(tourney, game, seat & ~1u) && comes(tourney, game, seat | 1u);
        if (!there) game->absent |= (uint16_t)(1u << seat);
        place[seat] = there ? 1 : 2;
    }
    game_decide(tourney, number, place, BY_NOSHOW);
}

static void settle_bracket(Tourney *tourney, uint32_t number) {
    TourneyGame *game = &tourney->game[number];
    unsigned known = (unsigned)(game->who[0] != NOBODY) + (unsigned)(game->who[1] != NOBODY);
    Entrant alone = NOBODY;
    unsigned present = game_present(tourney, game, &alone);
    if (known == 2 && present == 2) {
        if (game->state == GAME_AWAITS) set_state(tourney, game, GAME_READY);
    } else if (known == 2 && present == 1) {
        walk_over(tourney, number);
    } else { /* at most one comes, and walks through */
        set_state(tourney, game, GAME_EMPTY);
        for (unsigned seat = 0; seat < 2; seat++) game->place[seat] = present && game->who[seat] == alone;
    }
}

static void settle_round(Tourney *tourney, uint32_t number) {
    TourneyGame *game = &tourney->game[number];
    Entrant alone;
    if (game->seats == 1) {
        if (comes(tourney, game, 0)) give_bye(tourney, game);
        else set_state(tourney, game, GAME_EMPTY);
        return;
    }
    for (unsigned seat = 0; seat < game->seats; seat++) /* a result must not name those who have left */
        if (!comes(tourney, game, seat)) game->absent |= (uint16_t)(1u << seat);
    if (game_present(tourney, game, &alone) < 2) walk_over(tourney, number);
    else if (game->state == GAME_AWAITS) set_state(tourney, game, GAME_READY);
}

void games_refresh(Tourney *tourney, uint32_t from) {
    for (uint32_t i = from; i <= tourney->games; i++) {
        TourneyGame *game = &tourney->game[i];
        if (game_is_settled(game)) continue;
        if (stage_has_points(game->stage)) settle_round(tourney, i);
        else if (fill(tourney, game)) settle_bracket(tourney, i);
    }
}

const Seed *tourney_round_seed(const Tourney *tourney, uint32_t number) {
    const TourneyGame *game = &tourney->game[number];
    for (uint32_t i = 1; tourney->settings.number[NUMBER_duplicate] && i <= tourney->games; i++) {
        const TourneyGame *other = &tourney->game[i];
        if (other != game && other->seeded && other->stage == game->stage && other->round == game->round)
            return &other->seed;
    }
    return NULL;
}
