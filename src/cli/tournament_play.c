/* tournament_play.c -- bots play games of a tournament, or its rest. */
#define _GNU_SOURCE
#include "tournament_play.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "../record/fair.h"
#include "bot_choice.h"

typedef struct {
    Ruleset ruleset;
    PlayerPlan plan;
    ProcessPlan program;
    Player player[SEATS_MAX];
    unsigned players;
    TourneyPlay lab;
} Bots;

bool tournament_chance(const OptionReader *reader, const char *text, Seed *out) {
    if (text) return fair_seed_of_text(text, out), true;
    if (getrandom(out->bytes, sizeof out->bytes, 0) == (ssize_t)sizeof out->bytes) return true;
    complain(reader, "the system gives no random numbers: %s", strerror(errno));
    return false;
}

static void bots_close(Bots *bots) {
    while (bots->players) player_close(&bots->player[--bots->players]);
    free(bots);
}

static Bots *bots_open(const TournamentPlay *play) {
    const OptionReader *reader = play->reader;
    Bots *bots = calloc(1, sizeof *bots);
    BotWish wish = {.word = play->bot ? play->bot : "greedy"};
    if (!bots) return NULL;
    bool good = load_ruleset(reader, play->file->tourney.settings.rules, &bots->ruleset) &&
                choose_player(reader, &wish, &bots->ruleset, &bots->plan, &bots->program) &&
                tournament_chance(reader, play->seed, &bots->lab.seed);
    if (good) tourney_settings_fit(&play->file->tourney.settings, &bots->ruleset);
    while (good && bots->players < SEATS_MAX) {
        good = player_open(&bots->plan, &bots->player[bots->players]);
        if (!good) complain(reader, "the bot cannot be started");
        else bots->players++;
    }
    if (!good) return bots_close(bots), NULL;
    bots->lab.rules = &bots->ruleset.rules;
    for (unsigned i = 0; i < SEATS_MAX; i++) bots->lab.player[i] = &bots->player[i];
    return bots;
}

/* ---- playing ---- */

static bool keep(const TournamentPlay *play, TourneyEntry *entry) {
    TourneyAnswer answer;
    char words[600];
    entry->at_s = (int64_t)time(NULL);
    if (!tourney_file_apply(play->file, entry, SEEN_NOT_ASKED, &answer)) {
        complain(play->reader, "%s", answer.why);
        return false;
    }
    tourney_tell(&play->file->tourney, entry, words, sizeof words);
    printf("Entry %u. %s\n", play->file->tourney.seq, words);
    return true;
}

static bool play_one(const TournamentPlay *play, Bots *bots, uint32_t game) {
    TourneyEntry entry;
    if (tourney_play_deals(&bots->lab, &play->file->tourney, game, &entry) && !keep(play, &entry)) return false;
    if (tourney_play_game(&bots->lab, &play->file->tourney, game, &entry)) return keep(play, &entry);
    complain(play->reader, "the ruleset does not allow so many at a table");
    return false;
}

static bool play_open(const TournamentPlay *play, Bots *bots) {
    const Tourney *tourney = &play->file->tourney;
    uint32_t games = tourney->games; /* those that open meanwhile wait for the next time */
    bool good = true;
    for (uint32_t i = 1; good && i <= games; i++)
        if (tourney->game[i].state == GAME_READY || tourney->game[i].state == GAME_OPEN) good = play_one(play, bots, i);
    return good;
}

static bool play_rest(const TournamentPlay *play, Bots *bots) {
    TourneyEntry entry;
    TourneyAnswer answer;
    while (tourney_play_next(&bots->lab, &play->file->tourney, &entry, &answer))
        if (!keep(play, &entry)) return false;
    if (answer.why[0]) complain(play->reader, "%s", answer.why);
    return !answer.why[0];
}

int tournament_play(const TournamentPlay *play, uint32_t game, bool all) {
    const Tourney *tourney = &play->file->tourney;
    if (game &&
        (game > tourney->games || (tourney->game[game].state != GAME_READY && tourney->game[game].state != GAME_OPEN)))
        return complain(play->reader, "game %u cannot be played now: show lists those that can", game);
    if (!game && !all && !tourney->open) return complain(play->reader, "no game is open: next pairs a round");
    Bots *bots = bots_open(play);
    if (!bots) return STATUS_BAD_INPUT;
    bool good = game ? play_one(play, bots, game) : all ? play_rest(play, bots) : play_open(play, bots);
    bots_close(bots);
    return good ? STATUS_GOOD : STATUS_BAD_INPUT;
}

/* ---- chances ---- */

enum { BAR = 30 };

static void say_chance(const Tourney *tourney, const TourneyChances *chances, Entrant who) {
    uint32_t won = chances->won[who], filled = (won * BAR + chances->runs / 2) / chances->runs;
    printf("  %-24s %5.1f %% ", tourney->entrant[who].name, 100.0 * won / chances->runs);
    for (uint32_t i = 0; i < BAR; i++) putchar(i < filled ? '#' : '.');
    printf("  first four %5.1f %%, place %.1f\n", 100.0 * chances->four[who] / chances->runs,
           (double)chances->places[who] / chances->runs);
}

static void say_chances(const Tourney *tourney, const TourneyChances *chances) {
    uint8_t *said = calloc((size_t)tourney->entrants + 1, 1);
    printf("The winner, %u times played to the end by bots:\n", chances->runs);
    for (uint32_t round = 0; said && round < tourney->entrants; round++) { /* the likeliest first */
        uint32_t best = 0;
        for (uint32_t i = 1; i <= tourney->entrants; i++)
            if (!said[i] && tourney->entrant[i].standing != ENTRANT_ABSENT &&
                (!best || chances->won[i] > chances->won[best]))
                best = i;
        if (!best) break;
        said[best] = 1;
        say_chance(tourney, chances, (Entrant)best);
    }
    free(said);
}

int tournament_simulate(const TournamentPlay *play, uint32_t runs) {
    TourneyChances chances;
    TourneyAnswer answer = {0};
    Bots *bots = bots_open(play);
    if (!bots) return STATUS_BAD_INPUT;
    bool good = tourney_simulate(&bots->lab, &play->file->tourney, runs, &chances, &answer);
    bots_close(bots);
    if (!good) return complain(play->reader, "%s", answer.why[0] ? answer.why : "there is no memory left");
    say_chances(&play->file->tourney, &chances);
    tourney_chances_free(&chances);
    return STATUS_GOOD;
}
