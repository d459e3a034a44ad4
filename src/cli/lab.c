/* lab.c -- `uno lab`: plays games by the rules in question, and says what the rules do. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../lab/lab_goal.h"
#include "../lab/lab_run.h"
#include "command.h"
#include "interrupt.h"
#include "lab_plan.h"
#include "result_file.h"
#include "say.h"

enum { FILES_MAX = 1000, ROUND_FIRST = 8192, GAMES_MAX_PRECISE = 1 << 26, BAR_WIDTH = 24 };

typedef enum { LAB_PLAY, LAB_MERGE, LAB_BALANCE, LAB_COMPARE } Request;

typedef struct {
    LabWish wish;
    Request request;
    const char *report, *json, *csv, *resume, *shard_text;
    const char *file[FILES_MAX];
    unsigned files, threads, shard, shards;
    bool games_given, first_word;
} Asked;

enum {
    OPT_AGAINST,
    OPT_VARY,
    OPT_OPTION,
    OPT_PLAYERS,
    OPT_BOTS,
    OPT_GAMES,
    OPT_PRECISION,
    OPT_REPORT,
    OPT_JSON,
    OPT_CSV,
    OPT_SEED,
    OPT_THREADS,
    OPT_SHARD,
    OPT_RESUME,
    OPT_GOAL,
    OPT_MATCH,
    OPT_NO_SKILL
};
static const OptionRow options[] = {
    {"against", 'a', "RULESET", "compare with this ruleset, game by game; may be given again"},
    {"vary", 'v', "KEY=V1,V2", "play each value of an option (numbers also as 2..6); may be given again"},
    {"option", 'o', "KEY=VALUE", "change a rule everywhere; may be given again"},
    {"players", 'p', "N", "players at the table, or a range as in 2-6 (default: as few as the ruleset allows)"},
    {"bots", 'b', "BOTS", "greedy, random, search:50, mixed, or several with commas (default: greedy)"},
    {"games", 'g', "N", "games in each setting (default 20000)"},
    {"precision", 'P', "P", "play until lengths (in %) and shares (in points) are known to within P"},
    {"report", 'r', "FILE", "write a report as one HTML file"},
    {"json", 'j', "FILE", "write plan, counts and figures"},
    {"csv", 'c', "FILE", "write the figures as comma-separated values"},
    {"seed", 's', "TEXT", "any text: the same text gives the same games (default: 1)"},
    {"threads", 'T', "N", "games at a time (default: one for each processor)"},
    {"shard", 'S', "I/N", "play only part I of N; needs --json"},
    {"resume", 'R', "FILE", "keep the state in this file, and continue from it if it exists"},
    {"goal", 'G', "GOAL", "for balance: what is wanted, such as 'seat_advantage<1%'"},
    {"match", 'm', NULL, "play whole matches to the target, not single deals"},
    {"no-skill", 'K', NULL, "leave out the games of better against worse bots"},
    {NULL, 0, NULL, NULL},
};

/* ---- reading ---- */

static bool read_precision(const OptionReader *reader, double *out) {
    char *end;
    *out = strtod(reader->value, &end);
    if (*end == '%') end++;
    if (end != reader->value && !*end && *out >= 0.01 && *out <= 50) return true;
    complain(reader, "--precision must be a number from 0.01 to 50, not '%s'", reader->value);
    return false;
}

static bool read_shard(const OptionReader *reader, Asked *asked) {
    unsigned shard, shards;
    char rest;
    asked->shard_text = reader->value;
    if (sscanf(reader->value, "%5u/%5u%c", &shard, &shards, &rest) == 2 && shard >= 1 && shard <= shards &&
        shards <= LAB_SHARDS_MAX) {
        asked->shard = shard - 1;
        asked->shards = shards;
        return true;
    }
    complain(reader, "--shard must be I/N with I from 1 to N, as in 2/8, not '%s'", reader->value);
    return false;
}

static const char *const requests[] = {"merge", "balance", "compare"};
enum { REQUESTS = sizeof requests / sizeof requests[0] };

/* The request that a word is most like which is the name of no ruleset; NULL: none. */
static const char *request_meant(const char *word) {
    if (strpbrk(word, "./")) return NULL; /* a file */
    for (unsigned i = 0; i < builtin_ruleset_count; i++)
        if (strcmp(word, builtin_rulesets[i].name) == 0) return NULL;
    return suggest_word(word, requests, REQUESTS);
}

static bool read_word(const OptionReader *reader, Asked *asked) {
    LabWish *wish = &asked->wish;
    const char *value = reader->value, *near;
    bool first = !asked->first_word;
    asked->first_word = true;
    for (unsigned i = 0; first && i < REQUESTS; i++)
        if (strcmp(value, requests[i]) == 0) return asked->request = (Request)(LAB_MERGE + i), true;
    if (asked->request == LAB_MERGE) {
        if (asked->files == FILES_MAX) return complain(reader, "at most %d files", FILES_MAX), false;
        return asked->file[asked->files++] = value, true;
    }
    if (first && (near = request_meant(value)))
        return complain(reader, "there is no ruleset '%s': did you mean `uno lab %s`?", value, near), false;
    if (wish->rulesets && asked->request != LAB_COMPARE)
        return complain(reader, "one ruleset at a time: write --against %s to compare it", value), false;
    if (wish->rulesets == LAB_RULESETS_MAX) return complain(reader, "at most %d rulesets", LAB_RULESETS_MAX), false;
    return wish->ruleset[wish->rulesets++] = value, true;
}

static bool keep(const OptionReader *reader, const char **list, unsigned *count, unsigned most) {
    if (*count == most) return complain(reader, "at most %u of these", most), false;
    return list[(*count)++] = reader->value, true;
}

static bool read_option(OptionReader *reader, int option, Asked *asked, const char **against, unsigned *againsts) {
    LabWish *wish = &asked->wish;
    long number;
    switch (option) {
    case OPT_AGAINST: return keep(reader, against, againsts, LAB_RULESETS_MAX - 1);
    case OPT_VARY: return keep(reader, wish->vary, &wish->varies, LAB_VARIES_MAX);
    case OPT_OPTION: return keep(reader, wish->change, &wish->changes, LAB_CHANGES_MAX);
    case OPT_PLAYERS: return wish->players = reader->value, true;
    case OPT_BOTS: return wish->bots = reader->value, true;
    case OPT_GAMES:
        if (!option_number(reader, "--games", reader->value, 1, 1000000000, &number)) return false;
        wish->games = (unsigned long)number;
        return asked->games_given = true;
    case OPT_PRECISION: return read_precision(reader, &wish->precision);
    case OPT_REPORT: return asked->report = reader->value, true;
    case OPT_JSON: return asked->json = reader->value, true;
    case OPT_CSV: return asked->csv = reader->value, true;
    case OPT_SEED: return wish->seed = reader->value, true;
    case OPT_THREADS:
        if (!option_number(reader, "--threads", reader->value, 1, LAB_THREADS_MAX, &number)) return false;
        return asked->threads = (unsigned)number, true;
    case OPT_SHARD: return read_shard(reader, asked);
    case OPT_RESUME: return asked->resume = reader->value, true;
    case OPT_GOAL: return wish->goal = reader->value, true;
    case OPT_MATCH: return wish->match = true;
    case OPT_NO_SKILL: return wish->no_skill = true;
    case OPTION_WORD: return read_word(reader, asked);
    default: return false; /* foreign: the reader has complained */
    }
}

/* What cannot go together is refused before anything is played. */
static bool check_mix(const OptionReader *reader, const Asked *asked) {
    const LabWish *wish = &asked->wish;
    if (wish->precision > 0 && asked->games_given)
        return complain(reader, "--games and --precision cannot go together: name how many, or how exact"), false;
    if (asked->shard_text && wish->precision > 0)
        return complain(
                   reader,
                   "--shard and --precision cannot go together: no part knows how exact the whole is; name --games"),
               false;
    if (asked->shard_text && !asked->json && !asked->resume)
        return complain(reader, "--shard needs --json FILE, which `uno lab merge` then combines"), false;
    if (asked->shard_text && (asked->report || asked->csv))
        return complain(reader, "--shard writes no report: merge the parts with `uno lab merge FILES --report FILE`"),
               false;
    if (wish->goal && asked->request != LAB_BALANCE)
        return complain(reader, "--goal belongs to `uno lab balance`"), false;
    if (asked->request == LAB_BALANCE && (!wish->goal || !wish->varies))
        return complain(
                   reader,
                   "balance needs a goal and something to vary, as in: uno lab balance official --goal 'seat_advantage<1%%' --vary cards_dealt=5..9"),
               false;
    if (asked->request == LAB_BALANCE && (asked->shard_text || asked->resume || wish->precision > 0))
        return complain(reader,
                        "balance decides from round to round: it takes neither --shard nor --resume nor --precision"),
               false;
    if (asked->request == LAB_COMPARE && wish->varies)
        return complain(reader, "compare plays rulesets as they are; --vary belongs to `uno lab RULESET`"), false;
    if (asked->request != LAB_BALANCE && wish->varies > 2)
        return complain(reader, "at most two options can be varied at a time"), false;
    return true;
}

static bool read_asked(OptionReader *reader, Asked *asked) {
    const char *against[LAB_RULESETS_MAX];
    unsigned againsts = 0;
    for (int option; (option = option_next(reader)) != OPTION_END;)
        if (!read_option(reader, option, asked, against, &againsts)) return false;
    LabWish *wish = &asked->wish;
    wish->compare = asked->request == LAB_COMPARE;
    for (unsigned i = 0; wish->compare && !wish->rulesets && i < builtin_ruleset_count && i < LAB_RULESETS_MAX; i++)
        wish->ruleset[i] = builtin_rulesets[i].name;
    if (wish->compare && !wish->rulesets) wish->rulesets = builtin_ruleset_count;
    if (asked->request == LAB_MERGE) {
        if (!asked->files) return complain(reader, "merge needs the files that --shard wrote"), false;
        return true;
    }
    if (!wish->rulesets)
        return complain(reader, "expected a ruleset, as in: uno lab official --vary stack_draws=off,any"), false;
    for (unsigned i = 0; i < againsts; i++)
        if (wish->rulesets < LAB_RULESETS_MAX) wish->ruleset[wish->rulesets++] = against[i];
    return check_mix(reader, asked);
}

/* ---- playing ---- */

typedef struct {
    struct timespec start;
    double last;
    uint64_t begun, goal; /* games: reached when it began, and wanted */
    double pause;         /* stops after so many seconds, for the state to be kept; 0: it does not */
    bool shown;
} Bar;

static double seconds_since(const struct timespec *start) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - start->tv_sec) + (double)(now.tv_nsec - start->tv_nsec) * 1e-9;
}

static bool look(void *self, uint64_t reached) {
    Bar *bar = self;
    double seconds = seconds_since(&bar->start);
    if (bar->pause > 0 && seconds > bar->pause) return false;
    if (seconds - bar->last < 0.2 || !isatty(STDERR_FILENO)) return !interrupt_seen();
    bar->last = seconds;
    double done = bar->goal > bar->begun ? (double)(reached - bar->begun) / (double)(bar->goal - bar->begun) : 1;
    char line[BAR_WIDTH + 1];
    for (unsigned i = 0; i < BAR_WIDTH; i++) line[i] = (double)i < done * BAR_WIDTH ? '#' : '.';
    line[BAR_WIDTH] = 0;
    fprintf(stderr, "\r[%s] %3.0f %%  %llu games, %.0f s left   ", line, 100 * done, (unsigned long long)reached,
            done > 0 ? seconds / done - seconds : 0);
    bar->shown = true;
    return !interrupt_seen();
}

static void clear_bar(const Bar *bar) {
    if (bar->shown) fprintf(stderr, "\r%*s\r", 72, "");
}

/* Plays on from where the book is to `to`, or for so many seconds. False: no memory. */
static bool play_for(LabBook *book, unsigned threads, uint64_t to, double seconds) {
    Bar bar = {.begun = book->reached, .goal = to, .pause = seconds};
    LabRun run = {&book->plan, threads, book->reached, to, book->shard, book->shards, look, &bar};
    clock_gettime(CLOCK_MONOTONIC, &bar.start);
    bool played = lab_run(&run, book->count, &book->reached);
    clear_bar(&bar);
    return played;
}

static bool play_to(LabBook *book, unsigned threads, uint64_t to) { return play_for(book, threads, to, 0); }

/* Round by round, each as long as all before it, until all is as exact as wanted. */
static bool play_precisely(LabBook *book, const Asked *asked) {
    for (uint64_t to = ROUND_FIRST;; to *= 2) {
        if (book->reached < to && !play_to(book, asked->threads, to)) return false;
        book->games = book->reached;
        if (interrupt_seen() || to >= GAMES_MAX_PRECISE) return true;
        if (lab_precision(&book->plan, book->count) <= asked->wish.precision) return true;
    }
}

/* ---- files ---- */

static void write_book(const void *self, FILE *file) {
    Printer printer = printer_on(file);
    lab_book_write(self, &printer);
}

static void write_html(const void *self, FILE *file) {
    LabFindings findings = lab_book_findings(self);
    Printer printer = printer_on(file);
    lab_report(&findings, REPORT_HTML, 0, &printer);
}

static void write_csv(const void *self, FILE *file) {
    LabFindings findings = lab_book_findings(self);
    Printer printer = printer_on(file);
    lab_csv(&findings, &printer);
}

static bool to_stdout(const char *path) { return path && strcmp(path, "-") == 0; }

static bool check_files(const OptionReader *reader, const Asked *asked) {
    const char *const paths[] = {asked->report, asked->json, asked->csv, asked->resume};
    for (unsigned i = 1; i < sizeof paths / sizeof paths[0]; i++)
        for (unsigned j = 0; j < i; j++)
            if (paths[i] && paths[j] && strcmp(paths[i], paths[j]) == 0)
                return complain(reader, "%s is named for two things: give each a file of its own", paths[i]), false;
    for (unsigned i = 0; i < sizeof paths / sizeof paths[0]; i++)
        if (paths[i] && !to_stdout(paths[i]) && !result_can_write(reader, paths[i])) return false;
    return true;
}

static int write_one(const OptionReader *reader, const char *path, void (*write)(const void *, FILE *),
                     const LabBook *book) {
    if (!path) return STATUS_GOOD;
    if (to_stdout(path)) return write(book, stdout), STATUS_GOOD;
    return result_write(reader, path, write, book);
}

static int tell(const OptionReader *reader, const Asked *asked, const LabBook *book) {
    int status = write_one(reader, asked->json, write_book, book);
    if (status == STATUS_GOOD) status = write_one(reader, asked->csv, write_csv, book);
    if (status == STATUS_GOOD) status = write_one(reader, asked->report, write_html, book);
    if (status != STATUS_GOOD || asked->shard_text || to_stdout(asked->json) || to_stdout(asked->csv) ||
        to_stdout(asked->report))
        return status;
    LabFindings findings = lab_book_findings(book);
    Printer printer = printer_on(stdout);
    lab_report(&findings, REPORT_TERMINAL, say_width(), &printer);
    return STATUS_GOOD;
}

/* Goes on where an earlier run stopped. False: said why on stderr. */
static bool take_up(const OptionReader *reader, const Asked *asked, LabBook *book) {
    LabBook kept;
    LabBookError error;
    size_t length;
    if (!asked->resume || access(asked->resume, F_OK) != 0) return true;
    char *text = read_file(reader, asked->resume, LAB_BOOK_BYTES_MAX, &length);
    if (!text) return false;
    bool good = lab_book_read(text, length, &kept, &error);
    free(text);
    if (!good) return complain(reader, "%s: %s", asked->resume, error.text), false;
    if (asked->wish.precision > 0) book->games = kept.games;
    good = lab_book_same(book, &kept) && kept.shard == book->shard && kept.shards == book->shards;
    if (good) {
        memcpy(book->count, kept.count, book->plan.cells * sizeof *book->count);
        book->reached = kept.reached;
    } else {
        complain(reader,
                 "%s is of another plan: name the same rules, players, bots, seed, games and shard, or another file",
                 asked->resume);
    }
    lab_book_free(&kept);
    return good;
}

/* The state is kept every few seconds, so that what kills the program costs no more than those. */
static bool play_and_keep(const OptionReader *reader, const Asked *asked, LabBook *book) {
    enum { KEEP_SECONDS = 10 };
    if (!asked->resume) return play_to(book, asked->threads, book->games);
    while (book->reached < book->games && !interrupt_seen()) {
        if (!play_for(book, asked->threads, book->games, KEEP_SECONDS)) return false;
        if (write_one(reader, asked->resume, write_book, book) != STATUS_GOOD) break;
    }
    return true;
}

/* ---- the requests ---- */

static int play(const OptionReader *reader, Asked *asked, LabBook *book) {
    if (!take_up(reader, asked, book)) return STATUS_BAD_INPUT;
    bool precisely = asked->wish.precision > 0;
    bool played = precisely ? play_precisely(book, asked) : play_and_keep(reader, asked, book);
    if (!played) return complain(reader, "there is not enough memory"), STATUS_FAILED;
    int status = write_one(reader, asked->resume, write_book, book);
    bool incomplete = book->reached < book->games;
    if (incomplete && status == STATUS_GOOD) {
        if (asked->resume)
            fprintf(stderr, "%s: stopped after %llu of %llu games; the same command goes on\n", reader->command,
                    (unsigned long long)book->reached, (unsigned long long)book->games);
        else
            fprintf(stderr, "%s: stopped early: this is of %llu games\n", reader->command,
                    (unsigned long long)book->reached);
        if (asked->resume || asked->shard_text) return STATUS_INTERRUPTED;
        book->games = book->reached;
    }
    if (status == STATUS_GOOD) status = tell(reader, asked, book);
    return status == STATUS_GOOD && incomplete ? STATUS_INTERRUPTED : status;
}

static int merge(const OptionReader *reader, const Asked *asked) {
    LabBook *parts = calloc(asked->files, sizeof *parts), whole;
    LabBookError error;
    unsigned read = 0;
    int status = parts ? STATUS_GOOD : STATUS_FAILED;
    for (; status == STATUS_GOOD && read < asked->files; read++) {
        size_t length;
        char *text = read_file(reader, asked->file[read], LAB_BOOK_BYTES_MAX, &length);
        if (!text) status = STATUS_BAD_INPUT;
        else if (!lab_book_read(text, length, &parts[read], &error))
            status = complain(reader, "%s: %s", asked->file[read], error.text);
        free(text);
        if (status != STATUS_GOOD) break;
    }
    if (status == STATUS_GOOD && !lab_book_merge(parts, read, &whole, &error))
        status = complain(reader, "%s", error.text);
    else if (status == STATUS_GOOD) {
        status = tell(reader, asked, &whole);
        lab_book_free(&whole);
    }
    for (unsigned i = 0; i < read; i++) lab_book_free(&parts[i]);
    free(parts);
    return status;
}

/* ---- balance ---- */

enum { ROUND_LEAST = 4096, GAMES_MAX_BALANCE = 1 << 20 };

static void tell_dropped(void *self, const LabCell *cell, LabFigure figure) {
    (void)self;
    printf("  no further: %s has %.3g (95 %%: %.3g to %.3g)\n", cell->label, figure.value, figure.low, figure.high);
}

/* Each round is as long as all before it. */
static unsigned rounds_to(uint64_t most) {
    unsigned rounds = 1;
    for (uint64_t to = ROUND_LEAST; to < most; to *= 2) rounds++;
    return rounds;
}

/* Plays until a setting meets the goal, all miss it, or there have been games enough. False: no memory. */
static bool search(const Asked *asked, const LabGoal *goal, uint64_t most, LabBook *book, bool *met) {
    unsigned round = 1, best;
    LabFigure figure;
    for (uint64_t to = ROUND_LEAST;; to *= 2, round++) {
        if (!play_to(book, asked->threads, to < most ? to : most)) return false;
        best = lab_goal_best(book, goal, &figure, met);
        printf("Round %u, %llu games each, %u setting%s: best so far %s with %.3g (95 %%: %.3g to %.3g)\n", round,
               (unsigned long long)book->reached, book->plan.cells, book->plan.cells == 1 ? "" : "s",
               book->plan.cell[best].label, figure.value, figure.low, figure.high);
        fflush(stdout);
        if (*met || interrupt_seen()) break;
        lab_goal_drop(book, goal, tell_dropped, NULL);
        if (!book->plan.cells) return printf("\nNo setting meets the goal: all of them miss it for sure.\n"), true;
        if (to >= most) break;
    }
    if (*met)
        printf("\n%s meets the goal: %s is %.3g (95 %%: %.3g to %.3g).\n", book->plan.cell[best].label, goal->name,
               figure.value, figure.low, figure.high);
    else
        printf(
            "\nNo setting has been shown to meet the goal. The nearest is %s with %.3g (95 %%: %.3g to %.3g); more games may decide it.\n",
            book->plan.cell[best].label, figure.value, figure.low, figure.high);
    return true;
}

static int balance(const OptionReader *reader, const Asked *asked, LabBook *book) {
    LabGoal goal = {0};
    LabBookError error;
    bool met = false;
    uint64_t most = asked->games_given ? asked->wish.games : GAMES_MAX_BALANCE;
    unsigned cells = book->plan.cells;
    if (!lab_goal_parse(asked->wish.goal, &goal, &error)) return complain(reader, "--goal: %s", error.text);
    if (asked->wish.no_skill && (strcmp(goal.name, "skill") == 0 || strcmp(goal.name, "luck") == 0))
        return complain(reader, "--no-skill leaves out the games that a goal of %s is judged by", goal.name);
    goal.rounds = rounds_to(most);
    memcpy(book->goal, goal.name, sizeof goal.name);
    lab_goal_begin(book);
    printf("Wanted: %s. %u settings to begin with.\n\n", asked->wish.goal, cells);
    if (!search(asked, &goal, most, book, &met)) return complain(reader, "there is not enough memory"), STATUS_FAILED;
    lab_goal_end(book, cells);
    book->games = book->reached;
    int status = write_one(reader, asked->json, write_book, book);
    if (status == STATUS_GOOD) status = write_one(reader, asked->csv, write_csv, book);
    if (status == STATUS_GOOD) status = write_one(reader, asked->report, write_html, book);
    if (status == STATUS_GOOD && interrupt_seen()) return STATUS_INTERRUPTED;
    return status == STATUS_GOOD && !met ? STATUS_FAILED : status;
}

static int run_plan(OptionReader *reader, Asked *asked) {
    LabBook book;
    if (!lab_book_init(&book)) return complain(reader, "there is not enough memory"), STATUS_FAILED;
    int status =
        lab_plan_make(reader, &asked->wish, &book) && check_files(reader, asked) ? STATUS_GOOD : STATUS_BAD_INPUT;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (!asked->threads) asked->threads = processors > 0 ? (unsigned)processors : 1;
    book.shard = asked->shard;
    book.shards = asked->shards;
    if (status == STATUS_GOOD && !lab_book_open(&book)) status = STATUS_FAILED;
    interrupt_catch();
    if (status == STATUS_GOOD)
        status = asked->request == LAB_BALANCE ? balance(reader, asked, &book) : play(reader, asked, &book);
    lab_book_free(&book);
    return status;
}

static int run(OptionReader *reader) {
    Asked *asked = calloc(1, sizeof *asked);
    if (!asked) return STATUS_FAILED;
    asked->shards = 1;
    asked->wish.games = LAB_GAMES_USUAL;
    asked->wish.bots = "greedy";
    asked->wish.seed = "1";
    int status = STATUS_BAD_INPUT;
    if (read_asked(reader, asked)) {
        if (asked->request != LAB_MERGE) status = run_plan(reader, asked);
        else if (check_files(reader, asked)) status = merge(reader, asked);
    }
    free(asked);
    return status;
}

const Command command_lab = {
    "lab",
    "find out what a rule really does, from many games",
    "RULESET [--against RULESET] [--vary KEY=V1,V2] [OPTION]...\nmerge FILE... [--report FILE]\nbalance RULESET --goal GOAL --vary KEY=V1,V2 [OPTION]...\ncompare [RULESET...] [OPTION]...",
    "Bots play many games in each setting, with the same cards in all of them, and everything is counted:\n"
    "length, seats, choices, what happens and what it does to the chance to win, skill and luck.\n"
    "The answer comes first, in sentences; tables and pictures follow. Every figure has the interval\n"
    "that holds the truth in 95 of 100 cases. docs/lab.md says how each is found.\n\n"
    "A game is a single deal, or with --match a whole match to the target.\n"
    "The same seed gives the same report for any number of threads, and in parts (--shard, then merge).\n"
    "Ctrl-C ends early with the games so far; with --resume FILE the same command continues later.\n\n"
    "A goal names a quantity (turns, seconds, first_wins, comebacks, ..., seat_advantage, first_edge, skill,\n"
    "luck), < or >, and a number. Status 1: no setting was shown to meet it.\n\n"
    "  uno lab official --vary stack_draws=off,any --players 4 --report stacking.html\n"
    "  uno lab ultimate --option trap_card=off --against ultimate --precision 1\n"
    "  uno lab split-v3 --vary numbers_dealt=10..20 --vary challenge_from=deck,shed\n"
    "  uno lab compare --players 2 --report all.html\n"
    "  uno lab balance official --goal 'seat_advantage<0.5%' --vary cards_dealt=5..9\n",
    options,
    run,
};
