/* arena.c -- `uno arena`: reads what is wanted, lets the bots play, tells the result. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../record/fair.h"
#include "arena_bar.h"
#include "bot_choice.h"
#include "command.h"
#include "interrupt.h"
#include "result_file.h"
#include "say.h"

enum { GAMES_USUAL = 1000, MOVE_MAX_MS = 600000 };
static const char usual_rules[] = "official", usual_seed[] = "1";

typedef struct {
    const char *bot[ARENA_BOTS_MAX], *change[CHANGES_MAX], *rules, *seed, *json;
    unsigned bots, changes, players, threads, worlds, think_ms, move_ms;
    unsigned long games;
    bool list;
} Wish;

enum { CHANGES_TEXT = 2048 };

typedef struct {
    Ruleset ruleset;
    Rules before;
    ArenaPlan plan;
    ProcessPlan program[ARENA_BOTS_MAX];
    ArenaReport report;
    ArenaHeading heading;
    char changes[CHANGES_TEXT];
} Arena;

enum {
    OPT_RULES,
    OPT_OPTION,
    OPT_GAMES,
    OPT_PLAYERS,
    OPT_THINK,
    OPT_WORLDS,
    OPT_MOVE_TIME,
    OPT_THREADS,
    OPT_SEED,
    OPT_JSON,
    OPT_LIST
};
static const OptionRow options[] = {
    {"rules", 'r', "RULESET", "what is played (default: official)"},
    {"option", 'o', "KEY=VALUE", "change a rule; may be given again"},
    {"games", 'g', "N", "games in all (default 1000), rounded up to whole deals"},
    {"players", 'p', "N", "seats at the table (default: one for each bot, or as few as the ruleset allows)"},
    {"think", 't', "MS", "milliseconds of processor time that a searching bot has for a decision"},
    {"worlds", 'w', "N", "worlds that a searching bot looks at for a decision"},
    {"move-time", 'm', "MS", "milliseconds in which a program must answer (default 5000)"},
    {"threads", 'T', "N", "games at a time (default: one for each processor)"},
    {"seed", 's', "TEXT", "any text: the same text gives the same games (default: 1)"},
    {"json", 'j', "FILE", "write the results to a file; - for the standard output"},
    {"list", 'l', NULL, "list the bots"},
    {NULL, 0, NULL, NULL},
};

/* ---- reading ---- */

static bool read_unsigned(const OptionReader *reader, const char *what, long low, long high, unsigned *out) {
    long number;
    if (!option_number(reader, what, reader->value, low, high, &number)) return false;
    *out = (unsigned)number;
    return true;
}

static bool read_option(OptionReader *reader, int option, Wish *wish) {
    unsigned games;
    switch (option) {
    case OPT_RULES: return wish->rules = reader->value, true;
    case OPT_OPTION:
        if (wish->changes == CHANGES_MAX) return complain(reader, "at most %d options", CHANGES_MAX), false;
        return wish->change[wish->changes++] = reader->value, true;
    case OPT_GAMES:
        if (!read_unsigned(reader, "--games", 1, ARENA_GAMES_MAX, &games)) return false;
        return wish->games = games, true;
    case OPT_PLAYERS: return read_unsigned(reader, "--players", 2, SEATS_MAX, &wish->players);
    case OPT_THINK: return read_think(reader, THINK_MAX_MS, &wish->think_ms);
    case OPT_WORLDS: return read_unsigned(reader, "--worlds", 1, WORLDS_MAX, &wish->worlds);
    case OPT_MOVE_TIME: return read_unsigned(reader, "--move-time", 1, MOVE_MAX_MS, &wish->move_ms);
    case OPT_THREADS: return read_unsigned(reader, "--threads", 1, ARENA_THREADS_MAX, &wish->threads);
    case OPT_SEED: return wish->seed = reader->value, true;
    case OPT_JSON: return wish->json = reader->value, true;
    case OPT_LIST: return wish->list = true;
    case OPTION_WORD:
        if (wish->bots == ARENA_BOTS_MAX) return complain(reader, "at most %d bots", ARENA_BOTS_MAX), false;
        return wish->bot[wish->bots++] = reader->value, true;
    }
    return false; /* the reader has complained */
}

static bool read_wish(OptionReader *reader, Wish *wish) {
    for (int option; (option = option_next(reader)) != OPTION_END;)
        if (!read_option(reader, option, wish)) return false;
    if (wish->list) return true;
    if (wish->bots < 2)
        return complain(reader, "expected at least two bots, as in: uno arena greedy random; --list names them"), false;
    if (wish->think_ms && wish->worlds)
        return complain(reader, "--think and --worlds cannot go together: a budget is either time or worlds"), false;
    return true;
}

/* Without --players: a seat for each bot, else the next table that the rules allow,
 * else the largest. */
static bool choose_players(const OptionReader *reader, const Wish *wish, ArenaPlan *plan) {
    RulesError reason;
    plan->players = wish->players ? wish->players : wish->bots;
    if (!wish->players) {
        while (plan->players < SEATS_MAX && !rules_allow_players(plan->rules, plan->players, NULL)) plan->players++;
        while (plan->players > 2 && !rules_allow_players(plan->rules, plan->players, NULL)) plan->players--;
    }
    if (rules_allow_players(plan->rules, plan->players, &reason)) return true;
    complain(reader, "%s", reason.text);
    return false;
}

/* ---- bots ---- */

static int list_bots(void) {
    for (unsigned i = 0; i < bot_kind_count; i++) {
        const BotKind *kind = bot_kinds[i];
        const char *only = kind->families == FOR_CLASSIC ? "not Split UNO" : "Split UNO alone";
        bool both = kind->families == FOR_ALL;
        printf("%-10s %s", kind->name, kind->about);
        if (!both || kind->worlds) printf(" (%s", both ? "" : only);
        if (kind->worlds) printf("%s%u worlds", both ? "" : "; ", kind->worlds);
        printf(!both || kind->worlds ? ")\n" : "\n");
    }
    return STATUS_GOOD;
}

static bool find_player(const OptionReader *reader, const Wish *wish, unsigned bot, Arena *arena) {
    BotWish player = {wish->bot[bot], {wish->worlds, wish->think_ms * 1000, player_clock_us}, wish->move_ms};
    return choose_player(reader, &player, &arena->ruleset, &arena->plan.bot[bot].plan, &arena->program[bot]);
}

/* A bot that is named twice has a row for each; the second is called "NAME#2". */
static void name_bot(const Wish *wish, unsigned bot, char out[ARENA_NAME_MAX]) {
    unsigned same = 1;
    for (unsigned i = 0; i < bot; i++) same += strcmp(wish->bot[i], wish->bot[bot]) == 0;
    if (same == 1) snprintf(out, ARENA_NAME_MAX, "%s", wish->bot[bot]);
    else snprintf(out, ARENA_NAME_MAX, "%.*s#%u", ARENA_NAME_MAX - 5, wish->bot[bot], same);
}

/* ---- setting up ---- */

static bool plan_games(const OptionReader *reader, const Wish *wish, ArenaPlan *plan) {
    unsigned tables = arena_tables(plan);
    unsigned long games = arena_games_per_deal(plan);
    if (tables > ARENA_TABLES_MAX) {
        complain(reader, "%u bots at tables of %u make %u line-ups, at most %d can be played: name fewer bots",
                 plan->bots, plan->players, tables, ARENA_TABLES_MAX);
        return false;
    }
    plan->deals = (wish->games + games - 1) / games;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    plan->threads = wish->threads ? wish->threads : processors > 0 ? (unsigned)processors : 1;
    if (plan->threads > ARENA_THREADS_MAX) plan->threads = ARENA_THREADS_MAX;
    if (plan->threads > plan->deals) plan->threads = (unsigned)plan->deals;
    fair_seed_of_text(wish->seed, &plan->seed);
    return true;
}

static bool set_up(const OptionReader *reader, const Wish *wish, Arena *arena) {
    ArenaPlan *plan = &arena->plan;
    if (!load_ruleset(reader, wish->rules, &arena->ruleset)) return false;
    arena->before = arena->ruleset.rules;
    if (!change_ruleset(reader, "--option", wish->change, wish->changes, &arena->ruleset)) return false;
    plan->rules = &arena->ruleset.rules;
    plan->bots = wish->bots;
    for (unsigned bot = 0; bot < wish->bots; bot++) {
        if (!find_player(reader, wish, bot, arena)) return false;
        name_bot(wish, bot, plan->bot[bot].name);
    }
    if (!choose_players(reader, wish, plan) || !plan_games(reader, wish, plan)) return false;
    list_changes(&arena->before, plan->rules, arena->changes, sizeof arena->changes);
    arena->heading = (ArenaHeading){plan,       &arena->ruleset, &arena->before, arena->changes,
                                    wish->seed, wish->games,     wish->worlds,   wish->think_ms};
    return true;
}

/* ---- playing ---- */

typedef struct {
    const ArenaHeading *heading;
    struct timespec start;
    bool shown;
} Bar;

static bool look(void *self, const ArenaProgress *progress) {
    Bar *bar = self;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    double seconds = (double)(now.tv_sec - bar->start.tv_sec) + (double)(now.tv_nsec - bar->start.tv_nsec) * 1e-9;
    if (isatty(STDERR_FILENO) && seconds > 0.2) {
        arena_draw_bar(bar->heading, progress, seconds, stderr);
        bar->shown = true;
    }
    return !interrupt_seen();
}

static bool play(Arena *arena) {
    Bar bar = {.heading = &arena->heading};
    ArenaWatcher watcher = {look, &bar};
    clock_gettime(CLOCK_MONOTONIC, &bar.start);
    interrupt_catch();
    bool played = arena_run(&arena->plan, &watcher, &arena->report);
    if (bar.shown) arena_clear_bar(stderr);
    return played;
}

/* ---- telling ---- */

static void write_json(const void *self, FILE *file) {
    const Arena *arena = self;
    Printer printer = printer_on(file);
    arena_print_json(&arena->heading, &arena->report, &printer);
}

static int tell(const OptionReader *reader, const Wish *wish, const Arena *arena) {
    bool to_stdout = wish->json && strcmp(wish->json, "-") == 0;
    int status = STATUS_GOOD;
    Printer printer = printer_on(stdout);
    if (to_stdout) arena_print_json(&arena->heading, &arena->report, &printer);
    else arena_print(&arena->heading, &arena->report, &printer);
    if (wish->json && !to_stdout) status = result_write(reader, wish->json, write_json, arena);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        complain(reader, "cannot write the results: %s", strerror(errno));
        status = STATUS_FAILED;
    }
    return status;
}

static int tell_failure(const OptionReader *reader, const Arena *arena) {
    const ArenaForfeit *failure = &arena->report.failure;
    complain(reader, "stopped: %s forfeited %d games in a row before its first move: it %s",
             arena->plan.bot[failure->bot].name, ARENA_FAILURES_MAX, failure->reason);
    return STATUS_FAILED;
}

static int run(OptionReader *reader) {
    Wish wish = {.games = GAMES_USUAL, .rules = usual_rules, .seed = usual_seed};
    if (!read_wish(reader, &wish)) return STATUS_BAD_INPUT;
    if (wish.list) return list_bots();
    Arena *arena = calloc(1, sizeof *arena);
    if (!arena) return STATUS_FAILED;
    int status = set_up(reader, &wish, arena) ? STATUS_GOOD : STATUS_BAD_INPUT;
    bool to_file = wish.json && strcmp(wish.json, "-") != 0;
    if (status == STATUS_GOOD && to_file && !result_can_write(reader, wish.json)) status = STATUS_BAD_INPUT;
    if (status == STATUS_GOOD) {
        if (play(arena)) status = tell(reader, &wish, arena);
        else status = STATUS_FAILED, complain(reader, "there is not enough memory to play");
        if (arena->report.failed) status = tell_failure(reader, arena);
        arena_report_free(&arena->report);
    }
    free(arena);
    return status == STATUS_GOOD && interrupt_seen() ? STATUS_INTERRUPTED : status;
}

const Command command_arena = {
    "arena",
    "let bots play against each other, and say how strong each is",
    "BOT BOT... [OPTION]...\n--list",
    "Every deal is played once from each seat with the same cards, so that luck evens out. With\n"
    "fewer bots than seats the last one takes the seats that are left; with more, every\n"
    "combination that fills the table plays. A bot may have a budget of its own: search:200 looks\n"
    "at 200 worlds, search:10ms thinks for 10 ms. A word with a slash in it is a program of your own,\n"
    "or one with its arguments, that speaks the protocol of docs/bot-protocol.md; it forfeits a game in\n"
    "which it fails.\n\n"
    "The interval after a win rate holds the true one in 95 of 100 cases. Elo is 1500 on average.\n"
    "With a seed and budgets in worlds the results are the same for any number of threads; with time they are not.\n"
    "Ctrl-C ends early, with the results so far; so does a program that forfeits 5 games in a row\n"
    "before its first move.\n\n"
    "A game of official is a whole match to 500 points; with --option target=0 it is a single deal.\n\n"
    "  uno arena search:100 greedy --option target=0\n"
    "  uno arena search:20 greedy --players 4 --rules ultimate -g 200 -j result.json\n"
    "  uno arena search:10 search:50 rule random -p 2 -o target=0 -g 600\n"
    "  uno arena ./my-bot.py 'python3 ./other.py' greedy -o target=0 -g 100\n",
    options,
    run,
};
