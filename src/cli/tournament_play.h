/* tournament_play.h -- `uno tournament play` and `simulate`: bots play games of a tournament, or its rest. */
#ifndef UNO_TOURNAMENT_PLAY_H
#define UNO_TOURNAMENT_PLAY_H

#include "../lab/tourney_play.h"
#include "../store/tourney_file.h"
#include "command.h"

typedef struct {
    const OptionReader *reader;
    TourneyFile *file;
    const char *bot, *seed; /* NULL: the usual */
} TournamentPlay;

/* A seed that stands for the text, or a new one; false: said why on stderr. */
bool tournament_chance(const OptionReader *reader, const char *text, Seed *out);

/* Plays a game; 0: those that are open; `all`: the whole rest. Returns the exit status. */
int tournament_play(const TournamentPlay *play, uint32_t game, bool all);

/* Plays the rest so many times, and prints everybody's chances. */
int tournament_simulate(const TournamentPlay *play, uint32_t runs);

#endif
