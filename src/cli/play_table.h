/* play_table.h -- setting the table for `uno play`: rules, seats, names, who plays
 * what, chance; for a new game, or out of a saved one. */
#ifndef UNO_PLAY_TABLE_H
#define UNO_PLAY_TABLE_H

#include "../table/home.h"
#include "bot_choice.h"
#include "save.h"

enum { TABLE_RANDOM_BYTES = 8, TABLE_CHANGES_MAX = 2048 };

/* What the command line says; NULL and 0: nothing. */
typedef struct {
    const char *ruleset, *seed, *seat, *people, *names, *bots, *save, *resume;
    const char *connect, *name, *code; /* at a server */
    const char *change[CHANGES_MAX];
    unsigned changes, players, pause_ms;
    bool automatic, no_undo, plain, quick, insecure;
} PlayWish;

typedef struct {
    Ruleset ruleset;
    Home home;
    SaveFile save;
    bool resumed, created;           /* the game was there before; its file was not */
    char changes[TABLE_CHANGES_MAX]; /* of the ruleset, as they differ from the one of its name */
    char seed[2 * TABLE_RANDOM_BYTES + 1];
    Player player[SEATS_MAX];
    PlayerPlan plan[SEATS_MAX];
    ProcessPlan program[SEATS_MAX];
} PlayTable;

/* Sets it, deals, and begins to keep the game where that is wanted; *table is all zero
 * before. STATUS_GOOD, or what to leave with: it is said on stderr why, and nothing was
 * written. Needs table_clear() in any case. */
int table_set(const OptionReader *reader, const PlayWish *wish, PlayTable *table);

void table_clear(PlayTable *table);

/* What plays a seat ("medium", "./bot.py"); "": a person. */
static inline const char *table_who(const PlayTable *table, unsigned seat) { return table->save.who[seat]; }

#endif
