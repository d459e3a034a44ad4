/* bench.c -- `uno bench`: how fast the engine plays, through its public calls:
 * the legal actions of the seat that is asked, a pick among them (playout.h),
 * game_apply(); and how fast the same games are played out in one go. Time is
 * the processor time of this one thread. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../record/fair.h"
#include "command.h"
#include "../bots/playout.h"
#include "../bots/policy.h"

enum { RULESETS_MAX = 64, COPIES = 1 << 12, COPY_BATCHES = 64 };

typedef struct {
    char name[RULESET_NAME_MAX];
    unsigned players;
    double seconds, copy_ns;
    size_t bytes; /* of a game */
    unsigned long actions, games, deals;
    double at_once;  /* actions a second of the same games where each is played in one go */
    double playouts; /* deals a second, played by the policy that a search plays out with */
} Measure;

static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Every game has its own seed; the numbering makes the work the same each time. */
static void next_seed(Seed *seed, unsigned long number) { memcpy(seed->bytes, &number, sizeof number); }

/* Plays until the time is over, or, with `limit`, until so many actions are done. */
static void measure_play(const Rules *rules, double seconds, unsigned long limit, Measure *out) {
    Game game;
    Seed seed;
    Dice dice = {1};
    fair_seed_of_text("uno bench", &seed);
    double start = cpu_seconds(), now = start;
    do {
        next_seed(&seed, out->games);
        game_init(rules, &game, out->players, &seed, NULL, NULL);
        unsigned long left = limit ? limit - out->actions : ~0ul;
        out->actions += playout_steps(rules, &game, &dice, left);
        out->games++;
        out->deals += game.board.deals ? game.board.deals : 1;
        if (out->games % 32 == 0) now = cpu_seconds(); /* asking the clock costs as much as a few actions */
    } while (limit ? out->actions < limit : now - start < seconds);
    out->seconds = cpu_seconds() - start;
}

enum { TOGETHER = 32 };

/* Plays a game out; returns what is to be counted. */
typedef unsigned long PlayOut(const Rules *rules, Game *game, Dice *dice);

static unsigned long play_at_once(const Rules *rules, Game *game, Dice *dice) {
    return playout_run(rules, game, dice, ~0ul);
}

static unsigned long play_sensibly(const Rules *rules, Game *game, Dice *dice) {
    policy_run(rules, game, dice, ~0u);
    return 1;
}

/* What is played out a second; two games are set up at a time. */
static double measure_whole(const Rules *rules, unsigned players, double seconds, PlayOut *play) {
    Game game;
    Seed seed[2];
    Rng chance[2];
    Dice dice = {1};
    unsigned long number = 0, sum = 0;
    fair_seed_of_text("uno bench", &seed[0]);
    seed[1] = seed[0];
    double start = cpu_seconds(), now = start;
    for (; now - start < seconds; now = cpu_seconds())
        for (unsigned i = 0; i < TOGETHER; i++, number++) {
            if (number % 2 == 0) {
                next_seed(&seed[0], number);
                next_seed(&seed[1], number + 1);
                rng_init_two(chance, seed);
            }
            game_init_with(rules, &game, players, &chance[number % 2]);
            sum += play(rules, &game, &dice);
        }
    return (double)sum / (now - start);
}

/* The best of several batches: a copy is so short that any interruption would show. */
static void measure_copy(const Rules *rules, Measure *out) {
    Game games[2];
    Seed seed;
    fair_seed_of_text("uno bench", &seed);
    game_init(rules, &games[0], out->players, &seed, NULL, NULL);
    out->copy_ns = 1e9;
    out->bytes = game_size(rules);
    for (unsigned batch = 0; batch < COPY_BATCHES; batch++) {
        double start = cpu_seconds();
        for (unsigned i = 0; i < COPIES; i++) {
            game_copy(rules, &games[~i & 1], &games[i & 1]);
            __asm__ volatile("" : : "r"(games) : "memory");
        }
        double each = (cpu_seconds() - start) * 1e9 / COPIES;
        if (each < out->copy_ns) out->copy_ns = each;
    }
}

static void measure_more(const Rules *rules, double seconds, Measure *out) {
    out->at_once = measure_whole(rules, out->players, seconds, play_at_once);
    out->playouts = measure_whole(rules, out->players, seconds, play_sensibly);
    measure_copy(rules, out);
}

/* ---- telling ---- */

static void print_header(void) {
    printf("%-17s %7s %11s %9s %9s %11s %10s %9s %6s %7s\n", "ruleset", "players", "actions/s", "games/s", "deals/s",
           "at once/s", "playouts/s", "ns/action", "bytes", "copy ns");
}

static void print_row(const Measure *m) {
    printf("%-17s %7u %11.0f %9.0f %9.0f %11.0f %10.0f %9.2f %6zu %7.1f\n", m->name, m->players,
           (double)m->actions / m->seconds, (double)m->games / m->seconds, (double)m->deals / m->seconds, m->at_once,
           m->playouts, m->seconds * 1e9 / (double)m->actions, m->bytes, m->copy_ns);
    fflush(stdout);
}

static void print_json(const Measure *m, bool first) {
    printf("%s  {\"ruleset\": \"", first ? "" : ",\n");
    for (const char *c = m->name; *c; c++)
        if ((unsigned char)*c >= ' ') printf(*c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
    printf(
        "\", \"players\": %u, \"actions_per_s\": %.0f, \"games_per_s\": %.1f, \"deals_per_s\": %.1f, "
        "\"at_once_per_s\": %.0f, \"playouts_per_s\": %.1f, \"ns_per_action\": %.3f, \"game_bytes\": %zu, \"copy_ns\": %.2f}",
        m->players, (double)m->actions / m->seconds, (double)m->games / m->seconds, (double)m->deals / m->seconds,
        m->at_once, m->playouts, m->seconds * 1e9 / (double)m->actions, m->bytes, m->copy_ns);
}

/* ---- the command ---- */

typedef struct {
    bool json;
    double seconds;
    unsigned long actions;
    unsigned players; /* 0: the fewest the ruleset allows */
    const char *ruleset[RULESETS_MAX];
    unsigned rulesets;
} Plan;

enum { OPT_JSON, OPT_SECONDS, OPT_PLAYERS, OPT_ACTIONS };
static const OptionRow options[] = {
    {"json", 'j', NULL, "print a JSON list"},
    {"seconds", 's', "S", "how long to measure each ruleset (default 1)"},
    {"players", 'p', "N", "players at the table (default: as few as the ruleset allows)"},
    {"actions", 'a', "N", "do exactly N actions instead, for counting instructions"},
    {NULL, 0, NULL, NULL},
};

static bool read_seconds(const OptionReader *reader, const char *text, double *out) {
    char *end;
    *out = strtod(text, &end);
    if (end != text && *end == 0 && *out >= 0.01 && *out <= 3600) return true;
    complain(reader, "--seconds must be a number from 0.01 to 3600, not '%s'", text);
    return false;
}

/* STATUS_GOOD, or what to leave with. */
static int read_plan(OptionReader *reader, Plan *plan) {
    for (int option; (option = option_next(reader)) != OPTION_END;) {
        long number;
        switch (option) {
        case OPT_JSON: plan->json = true; break;
        case OPT_SECONDS:
            if (!read_seconds(reader, reader->value, &plan->seconds)) return STATUS_BAD_INPUT;
            break;
        case OPT_PLAYERS:
            if (!option_number(reader, "--players", reader->value, 2, SEATS_MAX, &number)) return STATUS_BAD_INPUT;
            plan->players = (unsigned)number;
            break;
        case OPT_ACTIONS:
            if (!option_number(reader, "--actions", reader->value, 1, 1000000000, &number)) return STATUS_BAD_INPUT;
            plan->actions = (unsigned long)number;
            break;
        case OPTION_WORD:
            if (plan->rulesets == RULESETS_MAX) return complain(reader, "at most %d rulesets at a time", RULESETS_MAX);
            plan->ruleset[plan->rulesets++] = reader->value;
            break;
        default: return STATUS_BAD_INPUT; /* foreign: the reader has complained */
        }
    }
    for (unsigned i = 0; plan->rulesets == 0 && i < builtin_ruleset_count && i < RULESETS_MAX; i++)
        plan->ruleset[i] = builtin_rulesets[i].name;
    if (plan->rulesets == 0)
        plan->rulesets = builtin_ruleset_count < RULESETS_MAX ? builtin_ruleset_count : RULESETS_MAX;
    return STATUS_GOOD;
}

/* Everything that can be wrong is found before anything is printed. */
static bool load_all(const OptionReader *reader, const Plan *plan, Ruleset *rulesets, Measure *measures) {
    for (unsigned i = 0; i < plan->rulesets; i++) {
        if (!load_ruleset(reader, plan->ruleset[i], &rulesets[i])) return false;
        const Rules *rules = &rulesets[i].rules;
        RulesError error;
        memset(&measures[i], 0, sizeof measures[i]);
        memcpy(measures[i].name, rulesets[i].name, sizeof measures[i].name);
        measures[i].players = plan->players ? plan->players : (unsigned)rules->option.min_players;
        if (!rules_allow_players(rules, measures[i].players, &error)) {
            complain(reader, "%s: %s", rulesets[i].name, error.text);
            return false;
        }
    }
    return true;
}

static int run(OptionReader *reader) {
    Plan plan = {.seconds = 1};
    int status = read_plan(reader, &plan);
    if (status != STATUS_GOOD) return status;
    Ruleset *rulesets = malloc(plan.rulesets * sizeof *rulesets);
    Measure *measures = malloc(plan.rulesets * sizeof *measures);
    if (!rulesets || !measures) status = STATUS_FAILED;
    else if (!load_all(reader, &plan, rulesets, measures)) status = STATUS_BAD_INPUT;
    if (status == STATUS_GOOD && plan.json) printf("[\n");
    else if (status == STATUS_GOOD) print_header();
    for (unsigned i = 0; status == STATUS_GOOD && i < plan.rulesets; i++) {
        measure_play(&rulesets[i].rules, plan.seconds, plan.actions, &measures[i]);
        if (!plan.actions) measure_more(&rulesets[i].rules, plan.seconds / 2, &measures[i]);
        if (plan.json) print_json(&measures[i], i == 0);
        else print_row(&measures[i]);
    }
    if (status == STATUS_GOOD && plan.json) printf("\n]\n");
    free(rulesets);
    free(measures);
    return status;
}

const Command command_bench = {
    "bench",
    "measure how fast the engine plays",
    "[RULESET...] [--json] [--seconds S] [--players N] [--actions N]",
    "Games are played at random, one after another on one core: a uniformly chosen card\n"
    "among those that can be played, a draw only when there is none; actions one by one, then\n"
    "(at once) each game in one go. Playouts are single deals as the bots' search plays them\n"
    "out, quickly but sensibly. Without a ruleset all of them\n"
    "are measured.\n",
    options,
    run,
};
