/* bot.h -- a player that is a program. It sees a View, like everybody else.
 *
 *     bot_init()    takes a seat
 *     bot_watch()   sees the table after every change, its own included
 *     bot_act()     is asked: acts, or (out of turn) lets it be
 *
 * A Bot is a value without pointers into itself: it can be copied, and a copy
 * plays on as the original would. Same rules, seed, views and budget by worlds:
 * the same actions, on every platform. Nothing here allocates or keeps a global.
 *
 * A kind of bot is one file with one BotKind, listed in bot.c; what a bot needs
 * to remember is in Bot. docs/add-a-bot.md shows how to write one. */
#ifndef UNO_BOT_H
#define UNO_BOT_H

#include "../engine/view.h"
#include "dice.h"
#include "memory.h"

/* How much a bot may think about one decision. Only the bots that search care. */
typedef struct {
    unsigned worlds;            /* sampled worlds at most; 0: the kind's own number */
    unsigned think_us;          /* microseconds at most; 0: no limit by time */
    uint64_t (*clock_us)(void); /* a clock that never goes back; NULL: no limit by time */
} BotBudget;

typedef struct Bot Bot;

typedef struct {
    const char *name;  /* "greedy" */
    const char *about; /* one line */
    Families families; /* what it plays */
    unsigned worlds;   /* how many it samples where the budget does not say; 0: it does not search */
    bool remembers;    /* it wants bot_watch() to be called */
    /* Chooses one of `set`, which is not empty. `awaited`: the table waits for this
     * seat, so it must act. Otherwise it may call, catch or jump in, or return false. */
    bool (*act)(Bot *bot, const View *view, const ActionSet *set, bool awaited, Action *out);
} BotKind;

struct Bot {
    const BotKind *kind;
    const Rules *rules;
    BotBudget budget;
    Dice dice;
    Memory memory;
};

/* `budget` may be NULL: no limit by time, the kind's own number of worlds. */
void bot_init(Bot *bot, const BotKind *kind, const Rules *rules, uint64_t seed, const BotBudget *budget);

/* Shows the bot its seat's view once the cards are dealt and after every action
 * of any seat. Costs nothing for a kind that does not remember. */
void bot_watch(Bot *bot, const View *view);

/* What the bot does now; the view is its own seat's. False: nothing. A seat
 * that the table waits for always acts. */
bool bot_act(Bot *bot, const View *view, Action *out);

extern const BotKind *const bot_kinds[];
extern const unsigned bot_kind_count;

/* The kind of that name, or NULL. */
const BotKind *bot_find(const char *name);

extern const BotKind bot_random, bot_rule, bot_highest, bot_greedy, bot_search, bot_nemesis;
extern const BotKind bot_easy, bot_medium, bot_hard, bot_expert, bot_even;
extern const BotKind bot_hoarder, bot_hitter, bot_gambler;

#endif
