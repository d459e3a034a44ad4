/* player.h -- what plays a seat of a match: one of the bots in this program, or
 * a program of its own. All that a player is told is its seat's View.
 *
 * A player is opened once and plays any number of games, one after another:
 *
 *     begin()   takes a seat at a new table
 *     watch()   sees the table after every change (only if it `watches`)
 *     act()     is asked what it does
 *     end()     hears that the game is over
 *     close()   gives back what it holds */
#ifndef UNO_PLAYER_H
#define UNO_PLAYER_H

#include "../bots/bot.h"

typedef enum {
    PLAYER_LETS_BE, /* does nothing: only for who is not awaited */
    PLAYER_ACTS,
    PLAYER_FAILS /* cannot play on; trouble() says why */
} PlayerAnswer;

typedef struct {
    void *self;
    bool watches;
    uint64_t (*clock_ns)(void); /* by which its decisions are timed; NULL: they are not */
    bool (*begin)(void *self, const Rules *rules, unsigned players, Seat seat, uint64_t seed); /* false: it fails */
    void (*watch)(void *self, const View *view);
    PlayerAnswer (*act)(void *self, const View *view, bool awaited, Action *out);
    void (*reseed)(void *self, uint64_t seed);   /* its chance from here on; NULL: it keeps its own */
    void (*end)(void *self, const Board *board); /* the table as it was left */
    const char *(*trouble)(void *self);          /* why it failed, in words that follow its name; never NULL */
    void (*close)(void *self);
} Player;

/* What plays: a kind of bot with its budget, or a program of its own. */
typedef struct {
    const BotKind *kind;
    BotBudget budget;
    const struct ProcessPlan *program; /* process_player.h; NULL: a bot of this program */
} PlayerPlan;

/* Sets up a player. False: there is no memory, or no such program; *out is then untouched. */
bool player_open(const PlayerPlan *plan, Player *out);
void player_close(Player *player);

/* The processor time of the calling thread: another program on the same core costs
 * a bot nothing of its time to think. */
uint64_t player_clock_us(void);

#endif
