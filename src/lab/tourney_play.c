/* tourney_play.c -- bots play the games of a tournament. */
#include "tourney_play.h"

#include <stdlib.h>
#include <string.h>

#include "../engine/blake2b.h"

static void next_seed(TourneyPlay *play, Seed *out) {
    Blake2b state;
    uint8_t number[8];
    for (unsigned i = 0; i < 8; i++) number[i] = (uint8_t)(play->games >> 8 * i);
    blake2b_init(&state, SEED_BYTES);
    blake2b_update(&state, play->seed.bytes, SEED_BYTES);
    blake2b_update(&state, number, sizeof number);
    blake2b_final(&state, out->bytes);
    play->games++;
}

/* Each game has a seed of its own, and each player in it chance. */
static void settle_chance(TourneyPlay *play, Match *match) {
    Rng rng;
    next_seed(play, &match->seed);
    rng_init(&rng, &match->seed);
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        for (unsigned i = 0; i < 4; i++) match->chance[seat] = match->chance[seat] << 16 | rng_next(&rng);
}

bool tourney_play_deals(TourneyPlay *play, const Tourney *tourney, uint32_t number, TourneyEntry *out) {
    const Seed *theirs = tourney_round_seed(tourney, number);
    if (!tourney->settings.number[NUMBER_duplicate] || tourney->game[number].seeded) return false;
    tourney_entry_init(out, TOURNEY_open);
    out->number = number;
    out->seeded = true;
    if (theirs) out->seed = *theirs;
    else next_seed(play, &out->seed);
    return true;
}

/* Partners sit across from each other. */
static unsigned seat_at(const TourneyGame *game, unsigned seat) {
    static const uint8_t crossed[] = {0, 2, 1, 3};
    return game->teams ? crossed[seat] : seat;
}

/* Winners first, then by score; those with the same are level. */
static void put_places(const MatchResult *result, const Entrant *who, unsigned players, TourneyEntry *out) {
    int64_t worth[SEATS_MAX];
    bool taken[SEATS_MAX] = {false};
    for (unsigned seat = 0; seat < players; seat++)
        worth[seat] = result->score[seat] + (result->winners >> seat & 1 ? INT64_C(1) << 32 : 0);
    for (unsigned i = 0; i < players; i++) {
        unsigned best = SEATS_MAX;
        for (unsigned seat = 0; seat < players; seat++)
            if (!taken[seat] && (best == SEATS_MAX || worth[seat] > worth[best])) best = seat;
        taken[best] = true;
        out->who[i] = who[best];
        out->score[i] = result->score[best];
        out->scored = out->scored || result->score[best];
        for (unsigned seat = 0; i && seat < players; seat++)
            if (who[seat] == out->who[i - 1] && worth[seat] == worth[best]) out->level |= 1u << i;
    }
    if (!out->scored) memset(out->score, 0, sizeof out->score);
    out->count = (uint8_t)players;
}

bool tourney_play_game(TourneyPlay *play, const Tourney *tourney, uint32_t number, TourneyEntry *out) {
    const TourneyGame *game = &tourney->game[number];
    Match match = {.rules = play->rules};
    MatchResult result;
    Entrant who[SEATS_MAX];
    Face gift[SEATS_MAX];
    for (unsigned i = 0; i < game->seats; i++) {
        unsigned seat = seat_at(game, i);
        if (game->absent >> seat & 1) continue;
        who[match.players] = game->who[seat];
        gift[match.players] = tourney_gift(tourney, number, seat);
        match.player[match.players] = play->player[match.players];
        match.players++;
    }
    if (!rules_allow_players(play->rules, match.players, NULL)) return false;
    settle_chance(play, &match);
    if (game->seeded) match.seed = game->seed;
    match.gift = gift;
    match_play(&match, &result);
    if (!result.winners || bits_count(result.winners) == match.players) /* it did not end: the lot decides */
        result.winners = (SeatMask)(1u << match.chance[0] % match.players);
    tourney_entry_init(out, TOURNEY_result);
    out->number = number;
    out->by = BY_BOTS;
    put_places(&result, who, match.players, out);
    return true;
}

static uint32_t first_open(const Tourney *tourney) {
    for (uint32_t i = 1; i <= tourney->games; i++)
        if (tourney->game[i].state == GAME_READY || tourney->game[i].state == GAME_OPEN) return i;
    return 0;
}

/* An arena of bots has a round for every five minutes. */
static bool is_time_up(const Tourney *tourney) {
    return tourney->settings.form == FORM_arena && tourney->round >= tourney->settings.number[NUMBER_minutes] / 5 + 1;
}

bool tourney_play_next(TourneyPlay *play, const Tourney *tourney, TourneyEntry *out, TourneyAnswer *answer) {
    answer->refusal = TOURNEY_REFUSAL_none;
    answer->why[0] = 0;
    if (tourney->state == TOURNEY_OVER) return false;
    uint32_t game = tourney->open ? first_open(tourney) : 0;
    if (game && tourney_play_deals(play, tourney, game, out)) return true;
    if (game && tourney_play_game(play, tourney, game, out)) return true;
    if (game) {
        Text why = text_in(answer->why, sizeof answer->why);
        answer->refusal = TOURNEY_REFUSAL_bad_settings;
        text_put(&why, "The ruleset does not allow so many at a table.");
        return false;
    }
    TourneyEntryKind kind = tourney->state == TOURNEY_GATHERING ? TOURNEY_start
                            : tourney->paused                   ? TOURNEY_back
                            : is_time_up(tourney)               ? TOURNEY_finish
                                                                : TOURNEY_round;
    tourney_entry_init(out, kind);
    if (kind == TOURNEY_round) out->number = tourney->round + 1u;
    return true;
}

static bool run_once(TourneyPlay *play, Tourney *tourney, TourneyAnswer *answer) {
    TourneyEntry entry;
    while (tourney_play_next(play, tourney, &entry, answer))
        if (!tourney_apply(tourney, &entry, SEEN_NOT_ASKED, answer)) {
            if (entry.kind != TOURNEY_round || answer->refusal != TOURNEY_REFUSAL_too_few) return false;
            tourney_entry_init(&entry, TOURNEY_finish); /* nobody is left to play */
            if (!tourney_apply(tourney, &entry, SEEN_NOT_ASKED, answer)) return false;
        }
    return tourney->state == TOURNEY_OVER;
}

static void count(const Tourney *tourney, TourneyRow *rows, TourneyChances *out) {
    uint32_t there = tourney_standings(tourney, rows);
    for (uint32_t i = 0; i < there; i++) {
        const TourneyRow *row = &rows[i];
        out->won[row->who] += row->place == 1 && row->shared == 1;
        out->four[row->who] += row->place && row->place + row->shared - 1u <= 4;
        out->places[row->who] += row->place ? row->place : there;
    }
}

bool tourney_simulate(TourneyPlay *play, const Tourney *tourney, uint32_t runs, TourneyChances *out,
                      TourneyAnswer *answer) {
    size_t room = (size_t)tourney->entrants + 1;
    TourneyRow *rows = malloc(sizeof *rows * room);
    *out = (TourneyChances){runs, calloc(room, sizeof *out->won), calloc(room, sizeof *out->four),
                            calloc(room, sizeof *out->places)};
    bool good = rows && out->won && out->four && out->places;
    if (!good) answer->refusal = TOURNEY_REFUSAL_no_memory;
    for (uint32_t i = 0; good && i < runs; i++) {
        Tourney copy;
        good = tourney_copy(&copy, tourney);
        if (!good) break;
        good = run_once(play, &copy, answer);
        if (good) count(&copy, rows, out);
        tourney_free(&copy);
    }
    free(rows);
    if (!good) tourney_chances_free(out);
    return good;
}

void tourney_chances_free(TourneyChances *chances) {
    free(chances->won);
    free(chances->four);
    free(chances->places);
    memset(chances, 0, sizeof *chances);
}
