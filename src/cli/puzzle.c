/* puzzle.c -- `uno puzzle`: a position with one clearly best move. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../lab/puzzle.h"
#include "command.h"
#include "say.h"

enum { OPT_RULES, OPT_PLAYERS, OPT_SEED, OPT_DATE, OPT_SOLUTION };
static const OptionRow options[] = {
    {"rules", 'r', "RULESET", "what is played (default: official, a single deal)"},
    {"players", 'p', "N", "players at the table (default: as few as the ruleset allows)"},
    {"seed", 's', "TEXT", "any text: the same text gives the same puzzle"},
    {"date", 'd', "YYYY-MM-DD", "the puzzle of that day (default: today's)"},
    {"solution", 'S', NULL, "show the best move, and what each move is worth"},
    {NULL, 0, NULL, NULL},
};

typedef struct {
    const char *rules, *seed, *date;
    unsigned players;
    bool solution;
} Wish;

static bool read_wish(OptionReader *reader, Wish *wish) {
    long number;
    for (int option; (option = option_next(reader)) != OPTION_END;) switch (option) {
        case OPT_RULES: wish->rules = reader->value; break;
        case OPT_PLAYERS:
            if (!option_number(reader, "--players", reader->value, 2, SEATS_MAX, &number)) return false;
            wish->players = (unsigned)number;
            break;
        case OPT_SEED: wish->seed = reader->value; break;
        case OPT_DATE: wish->date = reader->value; break;
        case OPT_SOLUTION: wish->solution = true; break;
        case OPTION_WORD:
            return complain(reader, "'%s' is too much: the ruleset is named with --rules", reader->value), false;
        default: return false; /* foreign: the reader has complained */
        }
    if (wish->seed && wish->date) return complain(reader, "--seed and --date cannot go together"), false;
    return true;
}

/* A day of the calendar, or false. */
static bool is_date(const char *text) {
    struct tm day = {.tm_hour = 12, .tm_isdst = -1};
    int used = 0;
    if (sscanf(text, "%4d-%2d-%2d%n", &day.tm_year, &day.tm_mon, &day.tm_mday, &used) != 3 || text[used] || used != 10)
        return false;
    int month = --day.tm_mon, date = day.tm_mday;
    day.tm_year -= 1900;
    return timegm(&day) != (time_t)-1 && day.tm_mon == month && day.tm_mday == date;
}

static void show_solution(const Speaker *speaker, const Puzzle *puzzle) {
    for (unsigned i = 0; i < puzzle->judged.count; i++) {
        const Judged *judged = &puzzle->judged.candidate[i];
        char words[WORDS_ACTION_MAX];
        words_action(&speaker->teller, &puzzle->view, judged->action, words, sizeof words);
        printf("  %5.1f %%  %s%s\n", 100.0 * judge_worth(judged) / WORTH_ALL, words, i == 0 ? "   <- best" : "");
    }
    printf("  Chances to win, judged from what this player knows, in %u games that can follow.\n",
           puzzle->judged.candidate[0].worlds);
}

static void show(const Wish *wish, const Ruleset *ruleset, const Puzzle *puzzle, const char *named) {
    static const char *const names[SEATS_MAX] = {"Ada",  "Ben", "Cleo", "Dan", "Eve",
                                                 "Finn", "Gus", "Hana", "Ivo", "Jo"};
    Speaker speaker = {.teller = {.rules = &ruleset->rules, .reader = puzzle->view.seat},
                       .colour = say_colours_wanted()};
    memcpy(speaker.teller.name, names, sizeof names);
    printf("Puzzle %s: %s, %u players, after %zu actions. One move is clearly best: which?\n\n", named, ruleset->title,
           puzzle->view.board.players, puzzle->number);
    say_table(&speaker, &puzzle->view);
    say_hand(&speaker, &puzzle->view);
    say_question(&speaker, &puzzle->view);
    if (wish->solution) {
        printf("\n");
        show_solution(&speaker, puzzle);
        return;
    }
    say_actions(&speaker, &puzzle->view);
    printf("\nThe answer: the same command with --solution.\n");
}

static int run(OptionReader *reader) {
    Wish wish = {.rules = "official"};
    char today[16];
    time_t now = time(NULL);
    Ruleset ruleset;
    RulesError reason;
    Seed seed;
    if (!read_wish(reader, &wish)) return STATUS_BAD_INPUT;
    if (wish.date && !is_date(wish.date))
        return complain(reader, "--date must be a day, as in 2026-11-18, not '%s'", wish.date);
    if (!load_ruleset(reader, wish.rules, &ruleset)) return STATUS_BAD_INPUT;
    RulesetError error;
    if (!puzzle_rules(&ruleset, &error)) return complain(reader, "%s", error.text);
    unsigned players = wish.players ? wish.players : (unsigned)ruleset.rules.option.min_players;
    if (!rules_allow_players(&ruleset.rules, players, &reason)) return complain(reader, "%s", reason.text);
    struct tm day;
    strftime(today, sizeof today, "%Y-%m-%d", gmtime_r(&now, &day));
    const char *named = wish.seed ? wish.seed : wish.date ? wish.date : today;
    puzzle_seed(wish.seed ? PUZZLE_OF_TEXT : PUZZLE_OF_DAY, named, &seed);
    Puzzle *puzzle = calloc(1, sizeof *puzzle);
    if (!puzzle) return STATUS_FAILED;
    bool found = puzzle_find(&ruleset.rules, players, &seed, puzzle);
    if (found) show(&wish, &ruleset, puzzle, named);
    else fprintf(stderr, "uno puzzle: no position with one clearly best move was found; try another --seed\n");
    free(puzzle);
    return found ? STATUS_GOOD : STATUS_FAILED;
}

const Command command_puzzle = {
    "puzzle",
    "a position with one clearly best move; a new one every day",
    "[--rules RULESET] [--date DAY | --seed TEXT] [--solution]",
    "The position comes from a game between bots. Its best move was found by a search and confirmed by\n"
    "a deeper one: it wins at least 10 points of chance more than any other, from what the player knows.\n\n"
    "  uno puzzle --rules ultimate --players 4\n"
    "  uno puzzle --date 2026-11-18 --solution\n",
    options,
    run,
};
