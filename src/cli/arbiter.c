/* arbiter.c -- `uno arbiter`: keeps the counts of a game that is played with real cards. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../tui/arbiter.h"
#include "../tui/screen.h"
#include "arbiter_lines.h"
#include "command.h"

typedef struct {
    const char *ruleset, *players, *decks, *lead, *file, *export;
    const char *change[CHANGES_MAX];
    unsigned changes;
    bool plain, another;
} Wish;

enum { OPT_PLAYERS, OPT_OPTION, OPT_DECKS, OPT_LEAD, OPT_FILE, OPT_NEW, OPT_EXPORT, OPT_PLAIN };
static const OptionRow options[] = {
    {"players", 'p', "A,B,...", "names of the players, in seat order"},
    {"option", 'o', "KEY=VALUE", "change a rule, such as teams=2 or target=300; may be given again"},
    {"decks", 'd', "KIND",
     "cards left in the two decks: printed (68 and 32, as the rules print them), physical (what real "
     "cards leave), or two numbers such as 36,37"},
    {"lead", 'l', "NAME", "who leads first (default: the first player)"},
    {"file", 'f', "FILE", "the log: a new file, or one to continue"},
    {"new", 0, NULL, "start another game even if one in FILE is not finished"},
    {"export", 'x', "FORMAT", "write the game of FILE to the standard output as text, csv or json, and end"},
    {"plain", 0, NULL, "lines instead of a full screen, as for pipes and screen readers"},
    {NULL, 0, NULL, NULL},
};

/* In the line of a game a word such as lead would end the list of names. */
static bool check_names(const OptionReader *reader, const char *players) {
    char copy[ARBITER_LINE_BYTES];
    snprintf(copy, sizeof copy, "%s", players);
    for (char *name = strtok(copy, ", \t"); name; name = strtok(NULL, ", \t")) {
        const char *trouble = name_trouble(name);
        if (!trouble) continue;
        complain(reader, "'%s': %s", name, trouble);
        return false;
    }
    return true;
}

static int read_wish(OptionReader *reader, Wish *wish) {
    for (int option; (option = option_next(reader)) != OPTION_END;) {
        switch (option) {
        case OPT_PLAYERS: wish->players = reader->value; break;
        case OPT_OPTION:
            if (wish->changes == CHANGES_MAX) return complain(reader, "at most %d options", CHANGES_MAX);
            wish->change[wish->changes++] = reader->value;
            break;
        case OPT_DECKS: wish->decks = reader->value; break;
        case OPT_LEAD: wish->lead = reader->value; break;
        case OPT_FILE: wish->file = reader->value; break;
        case OPT_NEW: wish->another = true; break;
        case OPT_EXPORT: wish->export = reader->value; break;
        case OPT_PLAIN: wish->plain = true; break;
        case OPTION_WORD:
            if (wish->ruleset) return complain(reader, "one ruleset at a time: '%s' is too much", reader->value);
            wish->ruleset = reader->value;
            break;
        default: return STATUS_BAD_INPUT; /* foreign: the reader has complained */
        }
    }
    bool game = wish->players || wish->decks || wish->lead || wish->changes;
    if (game && !wish->ruleset) return complain(reader, "say which ruleset you play, as in uno arbiter split-v3");
    if (wish->players && !check_names(reader, wish->players)) return STATUS_BAD_INPUT;
    if (wish->export && !wish->file) return complain(reader, "--export needs the log: --file FILE");
    if (wish->export && wish->ruleset)
        return complain(reader, "--export writes a game that already exists: give no ruleset");
    return STATUS_GOOD;
}

static bool find_rules(void *context, const char *word, Rules *rules, char name[SHEET_RULESET_MAX], char *why,
                       unsigned size) {
    Ruleset ruleset;
    RulesetError error;
    (void)context;
    if (ruleset_load(word, &ruleset, &error)) {
        *rules = ruleset.rules;
        snprintf(name, SHEET_RULESET_MAX, "%.*s", SHEET_RULESET_MAX - 1, ruleset.name);
        return true;
    }
    snprintf(why, size, "%s%s%s", error.file, error.file[0] ? ": " : "", error.text);
    return false;
}

static const RulesFinder finder = {find_rules, NULL};

/* The line that the options stand for. */
static void opening_line(const Wish *wish, char out[ARBITER_LINE_BYTES]) {
    int used = snprintf(out, ARBITER_LINE_BYTES, "game %.2000s", wish->ruleset);
    if (wish->players)
        used += snprintf(out + used, ARBITER_LINE_BYTES - (size_t)used, " players %.1000s", wish->players);
    else used += snprintf(out + used, ARBITER_LINE_BYTES - (size_t)used, " players A B");
    if (wish->decks) used += snprintf(out + used, ARBITER_LINE_BYTES - (size_t)used, " decks %.100s", wish->decks);
    if (wish->lead) used += snprintf(out + used, ARBITER_LINE_BYTES - (size_t)used, " lead %.100s", wish->lead);
    for (unsigned i = 0; i < wish->changes && used < ARBITER_LINE_BYTES; i++)
        used +=
            snprintf(out + used, ARBITER_LINE_BYTES - (size_t)used, "%s %.100s", i ? "" : " option", wish->change[i]);
}

/* Nothing is opened before the options are known to make a game. */
static bool check_opening(const OptionReader *reader, const char *line) {
    Sheet *sheet = malloc(sizeof *sheet);
    char why[600] = "there is no memory left";
    bool good = sheet && opening_parse(line, NULL, &finder, sheet, why, sizeof why);
    free(sheet);
    if (!good) complain(reader, "%s", why);
    return good;
}

/* ---- the command ---- */

static int serve(const OptionReader *reader, const Wish *wish, BookFile *file) {
    if (wish->export) {
        if (!file->book.current) return complain(reader, "%s: there is no game in it yet", wish->file);
        return arbiter_write(&file->book, wish->export, stdout) ? STATUS_GOOD : STATUS_BAD_INPUT;
    }
    bool full = !wish->plain && screen_possible();
    return full ? arbiter_screen(file, &finder) : arbiter_lines(file, &finder);
}

/* Something was entered, and nobody has won. */
static bool is_unfinished(const Book *book) { return book->current && book->done && !sheet_over(&book->sheet); }

static int run(OptionReader *reader) {
    Wish wish = {.ruleset = NULL};
    char line[ARBITER_LINE_BYTES] = "", told[ARBITER_TOLD_BYTES], trouble[2048];
    ExportFormat format;
    int status = read_wish(reader, &wish);
    if (status != STATUS_GOOD) return status;
    if (wish.ruleset) opening_line(&wish, line);
    if (strlen(line) == ARBITER_LINE_BYTES - 1)
        return complain(reader, "those are too many changes for one game: put them in a ruleset");
    if (wish.export && !arbiter_format(wish.export, &format))
        return complain(reader, "--export is text, csv or json, not '%s'", wish.export);
    if (wish.ruleset && !check_opening(reader, line)) return STATUS_BAD_INPUT;
    BookFile *file = malloc(sizeof *file);
    if (!file) return STATUS_FAILED;
    if (!(wish.export ? book_file_read : book_file_open)(file, wish.file, trouble, sizeof trouble)) {
        free(file);
        return complain(reader, "%s", trouble);
    }
    if (file->dropped) fprintf(stderr, "uno arbiter: the last line of %s was cut off and is not counted.\n", wish.file);
    if (wish.ruleset && !wish.another && is_unfinished(&file->book))
        status = complain(reader,
                          "%s holds a game that is not finished: uno arbiter --file %s resumes it; add --new to "
                          "begin another",
                          wish.file, wish.file);
    else if (wish.ruleset && !book_file_enter(file, line, &finder, told, sizeof told))
        status = complain(reader, "%s", told);
    else status = serve(reader, &wish, file);
    book_file_close(file);
    free(file);
    return status;
}

const Command command_arbiter = {
    "arbiter",
    "keep the counts of a game played with real cards",
    "[RULESET] [OPTION]...",
    "Split UNO: numbers, actions, streaks, blocks, duties, decks and claims are kept, and players who have to do\n"
    "something are told so. Official UNO and its kin: a score sheet. You enter what the table has\n"
    "seen; docs/arbiter.md explains the language, and help lists it.\n\n"
    "  uno arbiter split-v3 --players Ada,Ben,Cleo --file evening.log\n"
    "  uno arbiter --file evening.log                 continues where it stopped\n"
    "  uno arbiter official --players Ada,Ben,Cleo    points to 500\n"
    "  uno arbiter split-duel --plain < game.txt      a scripted game\n",
    options,
    run,
};
