/* tournament.c -- `uno tournament`: an evening, a league or a championship on a log file. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../store/tourney_file.h"
#include "../tournament/export.h"
#include "command.h"
#include "say.h"
#include "tournament_play.h"

enum { OPT_YES, OPT_SEEN, OPT_AS, OPT_BOT, OPT_SEED };
static const OptionRow options[] = {
    {"yes", 'y', NULL, "do it without asking, even if much follows from it"},
    {"seen", 0, "N", "the last entry you have seen; if somebody has changed the same thing since, it is refused"},
    {"as", 'a', "FORMAT", "export as text, csv, json, svg, html or log (default: json)"},
    {"bot", 'b', "KIND", "the bot that plays (default: greedy)"},
    {"seed", 's', "TEXT", "any text: the same text gives the same games of bots"},
    {NULL, 0, NULL, NULL},
};

enum { WORDS_MAX = 128 };

typedef struct {
    OptionReader *reader;
    const char *verb, *path;
    const char *word[WORDS_MAX];
    unsigned words;
    const char *as, *bot, *seed;
    uint32_t seen;
    bool yes;
    TourneyFile *file;
} Organiser;

/* ---- reading ---- */

static bool keep_word(Organiser *organiser, const char *word) {
    if (!organiser->verb) return organiser->verb = word, true;
    if (!organiser->path) return organiser->path = word, true;
    if (organiser->words == WORDS_MAX)
        return complain(organiser->reader, "those are too many words for one entry"), false;
    return organiser->word[organiser->words++] = word, true;
}

/* A score may be negative: "-5" is a word. */
static bool is_number(const char *word) { return word[0] == '-' && word[1] >= '0' && word[1] <= '9'; }

static bool read_arguments(OptionReader *reader, Organiser *organiser) {
    long number;
    for (;;) {
        if (reader->next < reader->count && !reader->short_rest && is_number(reader->argument[reader->next])) {
            if (!keep_word(organiser, reader->argument[reader->next++])) return false;
            continue;
        }
        switch (option_next(reader)) {
        case OPT_YES: organiser->yes = true; break;
        case OPT_SEEN:
            if (!option_number(reader, "--seen", reader->value, 0, INT32_MAX, &number)) return false;
            organiser->seen = (uint32_t)number;
            break;
        case OPT_AS: organiser->as = reader->value; break;
        case OPT_BOT: organiser->bot = reader->value; break;
        case OPT_SEED: organiser->seed = reader->value; break;
        case OPTION_WORD:
            if (!keep_word(organiser, reader->value)) return false;
            break;
        case OPTION_END: return true;
        default: return false; /* foreign: the reader has complained */
        }
    }
}

/* ---- entering ---- */

/* The words as a line of the log's language; an argument with blanks was one in quotes. */
static bool make_line(const Organiser *organiser, const char *verb, unsigned from, unsigned count, char *line) {
    Text text = text_in(line, TOURNEY_LINE_MAX);
    text_put(&text, verb);
    for (unsigned i = from; i < from + count; i++) {
        const char *word = organiser->word[i];
        bool quote = !*word || (strchr(word, ' ') && !strchr(word, '"'));
        text_put(&text, quote ? " \"" : " ");
        text_put(&text, word);
        if (quote) text_char(&text, '"');
    }
    if (text.length < TOURNEY_LINE_MAX) return true;
    complain(organiser->reader, "that is too much for one entry");
    return false;
}

static int refused(const Organiser *organiser, const TourneyAnswer *answer) {
    char possible[400];
    tourney_possible_words(&organiser->file->tourney, possible, sizeof possible);
    return complain(organiser->reader, "%s\nPossible now: %s", answer->why, possible);
}

/* What takes something away from somebody is asked for once more. */
static bool is_grave(const TourneyEntry *entry, const TourneyPreview *preview) {
    if (entry->kind == TOURNEY_undo || entry->kind == TOURNEY_correct) return true;
    for (uint32_t i = 0; i < preview->count; i++) {
        const TourneyChange *change = &preview->change[i];
        if (change->kind == CHANGE_doomed) return true;
        if (change->kind == CHANGE_standing && change->to == ENTRANT_ELIMINATED) return true;
    }
    return false;
}

static void say_changes(const TourneyPreview *preview, FILE *out) {
    char words[1024];
    for (uint32_t i = 0; i < preview->count; i++) {
        tourney_change_words(preview, &preview->change[i], words, sizeof words);
        fprintf(out, "  %s\n", words);
    }
}

/* Of an entry from which nothing follows that could be told: what it was, and what comes next. */
static void say_entry(const Tourney *tourney, const TourneyEntry *entry) {
    char words[600];
    tourney_tell(tourney, entry, words, sizeof words);
    printf("  %s\n", words);
    tourney_possible_words(tourney, words, sizeof words);
    printf("  Possible now: %s.\n", words);
}

static bool is_confirmed(const Organiser *organiser) {
    char answer[16] = "";
    if (organiser->yes) return true;
    if (!isatty(STDIN_FILENO)) {
        printf("Nothing was changed. Add --yes to do it.\n");
        return false;
    }
    printf("Do it? (y/n) ");
    fflush(stdout);
    if (fgets(answer, sizeof answer, stdin) && (answer[0] == 'y' || answer[0] == 'Y')) return true;
    printf("Nothing was changed.\n");
    return false;
}

static int enter_line(Organiser *organiser, const char *line) {
    Tourney *tourney = &organiser->file->tourney;
    TourneyEntry entry;
    TourneySettings settings;
    TourneyAnswer answer;
    TourneyPreview preview;
    if (!tourney_parse(tourney, line, &entry, &settings, &answer)) return refused(organiser, &answer);
    entry.at_s = entry.at_s ? entry.at_s : (int64_t)time(NULL);
    if (!tourney_preview(tourney, &entry, organiser->seen, &preview, &answer)) return refused(organiser, &answer);
    bool grave = is_grave(&entry, &preview);
    if (grave) {
        printf("What would follow:\n");
        say_changes(&preview, stdout);
    }
    bool go = !grave || is_confirmed(organiser);
    if (go && !tourney_file_apply(organiser->file, &entry, organiser->seen, &answer)) {
        tourney_preview_free(&preview);
        return refused(organiser, &answer);
    }
    if (go) {
        printf("Entry %u.\n", tourney->seq);
        if (!grave) say_changes(&preview, stdout);
        if (!preview.count) say_entry(tourney, &entry);
    }
    tourney_preview_free(&preview);
    return go ? STATUS_GOOD : STATUS_FAILED;
}

/* ---- the verbs ---- */

static int run_entry(Organiser *organiser) {
    char line[TOURNEY_LINE_MAX];
    if (!make_line(organiser, organiser->verb, 0, organiser->words, line)) return STATUS_BAD_INPUT;
    return enter_line(organiser, line);
}

/* The rules must be there, and allow tables of that size. */
static bool check_rules(const Organiser *organiser, const char *line) {
    TourneyEntry entry;
    TourneySettings settings;
    TourneyAnswer answer;
    Ruleset ruleset;
    RulesError error;
    Tourney none;
    tourney_init(&none);
    if (!tourney_parse(&none, line, &entry, &settings, &answer)) return true; /* said when it is entered */
    if (!load_ruleset(organiser->reader, settings.rules, &ruleset)) return false;
    if (rules_allow_players(&ruleset.rules, (unsigned)settings.number[NUMBER_seats], &error)) return true;
    complain(organiser->reader, "%s", error.text);
    return false;
}

static int run_new(Organiser *organiser) {
    char line[TOURNEY_LINE_MAX], hex[2 * SEED_BYTES + 1];
    Seed seed;
    bool seeded = false;
    if (!organiser->words)
        return complain(organiser->reader,
                        "which form? As in: uno tournament new FILE swiss; uno tournament forms tells them all");
    if (!make_line(organiser, "new", 0, organiser->words, line)) return STATUS_BAD_INPUT;
    for (unsigned i = 0; i < organiser->words; i++) seeded = seeded || strcmp(organiser->word[i], "seed") == 0;
    if (!seeded) {
        if (!tournament_chance(organiser->reader, organiser->seed, &seed)) return STATUS_FAILED;
        Text text = text_in(hex, sizeof hex);
        text_hex(&text, seed.bytes, SEED_BYTES);
        if (strlen(line) + sizeof hex + 6 >= sizeof line)
            return complain(organiser->reader, "that is too much for one entry");
        strcat(strcat(line, " seed "), hex);
    }
    return check_rules(organiser, line) ? enter_line(organiser, line) : STATUS_BAD_INPUT;
}

/* ---- what there is to choose from ---- */

static void say_row(const char *word, const char *title, const char *sentence) {
    enum { COLUMN = 14 };
    char words[400];
    printf("  %-*s", COLUMN - 2, word);
    snprintf(words, sizeof words, "%s%s%s", title ? title : "", title ? ": " : "", sentence);
    say_wrapped_at(COLUMN, COLUMN, words);
}

static int run_forms(Organiser *organiser) {
    static const char *const words[][2] = {
        {"title WORDS", "what it is called; with blanks in quotes"},
        {"rules NAME", "a ruleset, or the path of your own; uno rules list tells them"},
        {"points N...", "for each place at a table, the first first"},
        {"tie WORD,...", "what decides between equal points, in this order; none: places are shared"},
        {"seed HEX", "what lots are drawn from; drawn where it is not said"},
        {"first NAME", "the groups of the Split UNO tournament: first and second"},
    };
    if (organiser->path) return complain(organiser->reader, "forms takes no more words");
    printf("Forms\n");
    for (unsigned i = 0; i < FORMS; i++)
        say_row(tourney_forms[i].name, tourney_forms[i].title, tourney_forms[i].sentence);
    printf("\nSettings, behind the form: a word and its value\n");
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++) say_row(words[i][0], NULL, words[i][1]);
    for (unsigned i = 0; i < NUMBERS; i++) say_row(tourney_numbers[i].name, NULL, tourney_numbers[i].sentence);
    printf("\nTie-breaks\n");
    for (unsigned i = 0; i < TIEBREAKS; i++)
        say_row(tourney_tiebreaks[i].name, tourney_tiebreaks[i].title, tourney_tiebreaks[i].sentence);
    return STATUS_GOOD;
}

/* Several names at once, or one with its group or members. */
static int run_enter(Organiser *organiser) {
    char line[TOURNEY_LINE_MAX];
    if (!organiser->words) return complain(organiser->reader, "who enters? As in: uno tournament enter FILE Ada Ben");
    for (unsigned i = 1; i < organiser->words; i++)
        if (strcmp(organiser->word[i], "group") == 0 || strcmp(organiser->word[i], "members") == 0)
            return run_entry(organiser);
    for (unsigned i = 0; i < organiser->words; i++) {
        if (!make_line(organiser, "enter", i, 1, line)) return STATUS_BAD_INPUT;
        int status = enter_line(organiser, line);
        if (status != STATUS_GOOD) return status;
    }
    return STATUS_GOOD;
}

static int run_next(Organiser *organiser) {
    char line[64];
    const Tourney *tourney = &organiser->file->tourney;
    if (organiser->words) return complain(organiser->reader, "next takes no more words");
    if (tourney_due(tourney, (int64_t)time(NULL))) return enter_line(organiser, "finish");
    snprintf(line, sizeof line, "round %u", tourney->round + 1u);
    return enter_line(organiser, line);
}

static int run_export(Organiser *organiser) {
    Printer printer = printer_on(stdout);
    TourneyFormat format = TOURNEY_TEXT;
    const char *as = organiser->as ? organiser->as : "json";
    bool show = strcmp(organiser->verb, "show") == 0;
    if (show && organiser->words == 1 && strcmp(organiser->word[0], "log") == 0) format = TOURNEY_LOG;
    else if (organiser->words)
        return complain(organiser->reader, "'%s' is too much: say %s", organiser->word[0],
                        show ? "show FILE, or show FILE log" : "export FILE --as FORMAT");
    if (!show && !tourney_format_find(as, &format))
        return complain(organiser->reader, "--as is text, csv, json, svg, html or log, not '%s'", as);
    return tourney_export(&organiser->file->tourney, format, &printer) ? STATUS_GOOD : STATUS_FAILED;
}

static int run_play(Organiser *organiser) {
    TournamentPlay play = {organiser->reader, organiser->file, organiser->bot, organiser->seed};
    unsigned long game = 0;
    bool all = organiser->words == 1 && strcmp(organiser->word[0], "all") == 0;
    if (organiser->words > 1) return complain(organiser->reader, "play takes the number of a game, or all");
    if (organiser->words && !all && (game = strtoul(organiser->word[0], NULL, 10)) == 0)
        return complain(organiser->reader, "play takes the number of a game, or all, not '%s'", organiser->word[0]);
    return tournament_play(&play, (uint32_t)game, all);
}

static int run_simulate(Organiser *organiser) {
    TournamentPlay play = {organiser->reader, organiser->file, organiser->bot, organiser->seed};
    long runs = 1000;
    if (organiser->words > 1) return complain(organiser->reader, "simulate takes a number of runs");
    if (organiser->words &&
        !option_number(organiser->reader, "the number of runs", organiser->word[0], 1, 1000000, &runs))
        return STATUS_BAD_INPUT;
    return tournament_simulate(&play, (uint32_t)runs);
}

static const struct {
    const char *name;
    int (*run)(Organiser *organiser);
    bool writes, makes;
} verbs[] = {
    {"new", run_new, true, true},         {"enter", run_enter, true, false},
    {"start", run_entry, true, false},    {"next", run_next, true, false},
    {"round", run_entry, true, false},    {"represent", run_entry, true, false},
    {"open", run_entry, true, false},     {"result", run_entry, true, false},
    {"noshow", run_entry, true, false},   {"correct", run_entry, true, false},
    {"shift", run_entry, true, false},    {"share", run_entry, true, false},
    {"withdraw", run_entry, true, false}, {"pause", run_entry, true, false},
    {"back", run_entry, true, false},     {"rename", run_entry, true, false},
    {"finish", run_entry, true, false},   {"undo", run_entry, true, false},
    {"play", run_play, true, false},      {"show", run_export, false, false},
    {"export", run_export, false, false}, {"simulate", run_simulate, false, false},
    {"forms", run_forms, false, false},
};
enum { VERBS = sizeof verbs / sizeof *verbs };

static int find_verb(const Organiser *organiser) {
    const char *names[VERBS];
    for (unsigned i = 0; i < VERBS; i++) {
        if (strcmp(verbs[i].name, organiser->verb) == 0) return (int)i;
        names[i] = verbs[i].name;
    }
    const char *nearest = suggest_word(organiser->verb, names, VERBS);
    complain(organiser->reader, "there is no '%s'%s%s%s", organiser->verb, nearest ? ": did you mean '" : "",
             nearest ? nearest : "", nearest ? "'?" : "");
    return -1;
}

static int run(OptionReader *reader) {
    Organiser organiser = {.reader = reader, .seen = SEEN_NOT_ASKED};
    char trouble[2048];
    if (!read_arguments(reader, &organiser)) return STATUS_BAD_INPUT;
    if (!organiser.verb) return complain(reader, "what is to be done? As in: uno tournament new friday.log swiss");
    int verb = find_verb(&organiser);
    if (verb < 0) return STATUS_BAD_INPUT;
    if (verbs[verb].run == run_forms) return run_forms(&organiser);
    if (!organiser.path) return complain(reader, "which log? As in: uno tournament %s friday.log", organiser.verb);
    bool there = access(organiser.path, F_OK) == 0;
    if (!there && !verbs[verb].makes)
        return complain(reader, "there is no %s: uno tournament new %s FORM begins one", organiser.path,
                        organiser.path);
    TourneyFile *file = malloc(sizeof *file);
    if (!file) return STATUS_FAILED;
    if (!tourney_file_open(file, organiser.path, verbs[verb].writes, trouble, sizeof trouble)) {
        free(file);
        return complain(reader, "%s", trouble);
    }
    if (file->log.dropped)
        fprintf(stderr, "uno tournament: the last line of %s was cut off and is not counted.\n", organiser.path);
    organiser.file = file;
    bool begun = file->tourney.state != TOURNEY_EMPTY || verbs[verb].makes;
    int status = begun ? verbs[verb].run(&organiser)
                       : complain(reader, "%s is empty: uno tournament new %s FORM begins a tournament", organiser.path,
                                  organiser.path);
    tourney_file_close(file);
    free(file);
    return status;
}

const Command command_tournament = {
    "tournament",
    "run a tournament, a league or an evening",
    "new FILE FORM [SETTING VALUE]...\nenter FILE NAME...\nstart|next|finish|show FILE\n"
    "result|noshow|correct FILE GAME NAME...\nrename FILE NAME NEW\nwithdraw FILE NAME\n"
    "pause|back FILE [NAME]...\nrepresent FILE NAME\nshift FILE [to GROUP NAME...]...\nshare FILE NAME NAME CARD\n"
    "show FILE log\nundo FILE ENTRY\nforms\nplay FILE [GAME|all]\nsimulate FILE [TIMES]\nexport FILE [--as FORMAT]",
    "Every entry is a line of FILE, kept on the disk before you are told. Undo takes back any of them, and shows first\n"
    "what follows from it. `uno tournament forms` tells what forms, settings and tie-breaks there are.\n"
    "docs/tournaments.md has the whole language of the log.\n\n"
    "  uno tournament new friday.log swiss rounds 5 rules official\n"
    "  uno tournament enter friday.log Ada Ben Cleo Dan\n"
    "  uno tournament start friday.log\n"
    "  uno tournament next friday.log              pairs the next round\n"
    "  uno tournament result friday.log 1 Ada Ben  game 1: Ada first, Ben second\n"
    "  uno tournament show friday.log              and show FILE log\n"
    "  uno tournament export friday.log --as svg > chart.svg\n"
    "  uno tournament simulate friday.log 1000     everybody's chances\n",
    options,
    run,
};
