/* arbiter.c -- `uno arbiter`: keeps the counts of a game that is played with real cards. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../arbiter/export.h"
#include "../store/book_file.h"
#include "../tui/arbiter.h"
#include "../tui/screen.h"
#include "command.h"
#include "say.h"

enum { LINE_BYTES = 4096, TOLD_BYTES = 8192 };

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
    {"file", 'f', "FILE", "the log: a new file, or one to go on with"},
    {"new", 0, NULL, "begin another game although one of FILE is not finished"},
    {"export", 'x', "FORMAT", "write the game of FILE to the standard output as text, csv or json, and end"},
    {"plain", 0, NULL, "lines instead of a full screen, as for pipes and screen readers"},
    {NULL, 0, NULL, NULL},
};

/* In the line of a game a word such as lead would end the list of names. */
static bool check_names(const OptionReader *reader, const char *players) {
    char copy[LINE_BYTES];
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
        default: return STATUS_BAD_INPUT;
        }
    }
    bool game = wish->players || wish->decks || wish->lead || wish->changes;
    if (game && !wish->ruleset) return complain(reader, "say which ruleset is played, such as uno arbiter split-v3");
    if (wish->players && !check_names(reader, wish->players)) return STATUS_BAD_INPUT;
    if (wish->export && !wish->file) return complain(reader, "--export needs the log: --file FILE");
    if (wish->export && wish->ruleset) return complain(reader, "--export writes a game that is there: no ruleset");
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
static void opening_line(const Wish *wish, char out[LINE_BYTES]) {
    int used = snprintf(out, LINE_BYTES, "game %.2000s", wish->ruleset);
    if (wish->players) used += snprintf(out + used, LINE_BYTES - (size_t)used, " players %.1000s", wish->players);
    else used += snprintf(out + used, LINE_BYTES - (size_t)used, " players A B");
    if (wish->decks) used += snprintf(out + used, LINE_BYTES - (size_t)used, " decks %.100s", wish->decks);
    if (wish->lead) used += snprintf(out + used, LINE_BYTES - (size_t)used, " lead %.100s", wish->lead);
    for (unsigned i = 0; i < wish->changes && used < LINE_BYTES; i++)
        used += snprintf(out + used, LINE_BYTES - (size_t)used, "%s %.100s", i ? "" : " option", wish->change[i]);
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

/* ---- line mode ---- */

static void print_status(const Book *book) {
    char text[SHEET_TEXT_MAX];
    if (!book->current) return;
    sheet_status(&book->sheet, text, sizeof text);
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) printf("  %s\n", line);
}

static void print_question(const Book *book, bool with_answers) {
    char text[SHEET_TEXT_MAX];
    if (!book->current) {
        say_wrapped("No game has begun. Say game split-v3 players Ada Ben, or help.");
        return;
    }
    sheet_question(&book->sheet, text, sizeof text);
    size_t used = strlen(text);
    if (with_answers && !sheet_over(&book->sheet)) {
        text[used++] = ' ';
        sheet_answers(&book->sheet, text + used, (unsigned)(sizeof text - used));
    }
    say_wrapped(text);
}

static void print_games(const Book *book) {
    Book *scratch = malloc(sizeof *scratch);
    for (unsigned game = 1; scratch && game <= book->games; game++) {
        char line[SHEET_TEXT_MAX];
        if (!book_peek(book, game, scratch)) continue;
        sheet_question(&scratch->sheet, line, sizeof line);
        printf("  %c %2u  %s:", game == book->current ? '*' : ' ', game, scratch->sheet.ruleset);
        for (unsigned seat = 0; seat < scratch->sheet.names.count; seat++)
            printf("%s %s", seat ? "," : "", scratch->sheet.names.name[seat]);
        printf(". %s\n", sheet_over(&scratch->sheet) ? line : "Not finished.");
    }
    free(scratch);
}

static void print_help(void) {
    static const char *const rows[][2] = {
        {"Ada 7 Ben 4", "a number round: what everybody shows; a7 b4 will do"},
        {"round", "a number round in which nobody shows a number"},
        {"block Ada on Ben", "an action card: block, reverse, +2, +4, truth, dare; wild Ada"},
        {"..., countered +4", "the answer may follow in the same line, or be given when it is asked for"},
        {"pass", "nobody counters or challenges"},
        {"+2 Ada meets +4 Ben", "two cards at once, where the rules have interrupt windows"},
        {"name blue Ben", "what a Wild names"},
        {"steal Ben, hit Ben", "what a 0 and a 7 do"},
        {"answered, refused", "a truth or a dare; then penalty 2+2 or penalty 5"},
        {"bonus card", "or bonus draw"},
        {"challenge Ben +4", "against a claim of the win"},
        {"Ada 85", "on a score sheet: who wins the deal and what it is worth"},
        {"undo, redo", "without limit; undo 3"},
        {"adjust Ada numbers 12", "a count was wrong: numbers, actions, streak, blocked; adjust lead Ben"},
        {"deck numbers 0", "the deck is empty, or has so many; deck actions 5"},
        {"new", "another game of the same players; new split-duel players Ada Ben"},
        {"games, open 2", "all games of this file; go on with another"},
        {"status, log", "how it stands; what was entered"},
        {"export csv", "the game as text, csv or json; export csv FILE writes it to a new file"},
        {"quit", "everything is in the file already"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        printf("    %-22s ", rows[i][0]);
        say_wrapped_at(27, 27, rows[i][1]);
    }
}

static void print_log_line(void *context, const char *line, const char *told, const Sheet *sheet) {
    unsigned *row = context;
    (void)told;
    (void)sheet;
    if (line) printf("  %3u  %s\n", ++*row, line);
}

static void print_log(const Book *book) {
    unsigned row = 0;
    Sheet *scratch = malloc(sizeof *scratch);
    if (scratch) book_walk(book, scratch, print_log_line, &row);
    if (!row) printf("  Nothing was entered yet.\n");
    free(scratch);
}

static bool find_format(const char *word, ExportFormat *out) {
    for (unsigned format = 0; format < EXPORT_FORMATS; format++)
        if (strcmp(word, export_names[format]) == 0) return *out = (ExportFormat)format, true;
    return false;
}

/* False: said why. */
static bool export_to(const Book *book, const char *format_word, FILE *stream) {
    ExportFormat format;
    Printer printer = printer_on(stream);
    Sheet *scratch = malloc(sizeof *scratch);
    bool known = find_format(format_word, &format);
    bool good = known && scratch && book_export(book, format, scratch, &printer);
    free(scratch);
    if (!known) printf("  Say export text, export csv or export json.\n");
    else if (!good) printf("  There is no game to export yet.\n");
    return good;
}

static void export_file(const Book *book, const char *format, const char *path) {
    FILE *stream = fopen(path, "wx");
    if (!stream) {
        printf("  Not exported: %s: %s.\n", path,
               errno == EEXIST ? "exists already, and is left as it is" : strerror(errno));
        return;
    }
    bool good = export_to(book, format, stream);
    bool failed = fclose(stream) != 0;
    if (!good || failed) remove(path);
    else printf("  Written to %s.\n", path);
}

static void hear_export(const Book *book, char *rest) {
    char *format = strtok(rest, " \t"), *path = strtok(NULL, " \t");
    if (path) export_file(book, format, path);
    else export_to(book, format ? format : "", stdout);
}

/* One of the words that change nothing; false: it is none of them. */
static bool hear_word(const Book *book, const char *line) {
    char copy[LINE_BYTES];
    snprintf(copy, sizeof copy, "%s", line);
    char *word = copy + strspn(copy, " \t"), *rest = word + strcspn(word, " \t");
    if (*rest) *rest++ = 0;
    if (strcmp(word, "status") == 0) print_status(book), print_question(book, false);
    else if (strcmp(word, "help") == 0 || strcmp(word, "?") == 0) print_help(), print_question(book, true);
    else if (strcmp(word, "log") == 0) print_log(book);
    else if (strcmp(word, "games") == 0) print_games(book);
    else if (strcmp(word, "export") == 0) hear_export(book, rest);
    else return false;
    return true;
}

static bool is_quit(const char *line) {
    const char *word = line + strspn(line, " \t");
    return strcmp(word, "quit") == 0 || strcmp(word, "exit") == 0 || strcmp(word, "q") == 0;
}

/* Enters a line and says what came of it; false: it was refused. */
static bool hear_line(BookFile *file, const char *line) {
    char told[TOLD_BYTES];
    size_t before = file->book.length;
    bool taken = book_file_enter(file, line, &finder, told, sizeof told);
    if (told[0]) say_wrapped(told);
    if (taken && file->book.length == before) return true; /* a remark */
    if (taken) print_status(&file->book), print_question(&file->book, false);
    return taken;
}

/* The next line, without its end; false: there is none. One that is overlong, or no text, is read to its end. */
static bool read_line(char line[LINE_BYTES], bool *whole) {
    size_t length = 0;
    int c;
    *whole = true;
    fflush(stdout);
    while ((c = getchar()) != EOF && c != '\n') {
        if (!c || length == LINE_BYTES - 1) *whole = false;
        else line[length++] = (char)c;
    }
    bool any = length || c != EOF;
    if (length && line[length - 1] == '\r') length--;
    line[length] = 0;
    return any;
}

/* Speaks lines until the input ends. In a script the first line that is refused decides the exit status. */
static int run_lines(BookFile *file) {
    char line[LINE_BYTES];
    bool terminal = isatty(STDIN_FILENO), whole, refused = false;
    print_status(&file->book);
    print_question(&file->book, true);
    for (;;) {
        printf("> ");
        if (!read_line(line, &whole)) break;
        if (!terminal) printf("%s\n", line);
        if (is_quit(line)) return refused && !terminal ? STATUS_BAD_INPUT : STATUS_GOOD;
        if (!whole) refused = true, printf("  That line is too long, or not text.\n");
        else if (!hear_word(&file->book, line)) refused |= !hear_line(file, line);
    }
    printf("\n");
    return refused && !terminal ? STATUS_BAD_INPUT : STATUS_GOOD;
}

/* ---- the command ---- */

static int serve(const OptionReader *reader, const Wish *wish, BookFile *file) {
    if (wish->export) {
        if (!file->book.current) return complain(reader, "%s: there is no game in it yet", wish->file);
        return export_to(&file->book, wish->export, stdout) ? STATUS_GOOD : STATUS_BAD_INPUT;
    }
    bool full = !wish->plain && screen_possible();
    return full ? arbiter_screen(file, &finder) : run_lines(file);
}

/* Something was entered, and nobody has won. */
static bool is_unfinished(const Book *book) { return book->current && book->done && !sheet_over(&book->sheet); }

static int run(OptionReader *reader) {
    Wish wish = {.ruleset = NULL};
    char line[LINE_BYTES] = "", told[TOLD_BYTES], trouble[2048];
    ExportFormat format;
    int status = read_wish(reader, &wish);
    if (status != STATUS_GOOD) return status;
    if (wish.ruleset) opening_line(&wish, line);
    if (strlen(line) == LINE_BYTES - 1) return complain(reader, "that is too much for one game: put it in a ruleset");
    if (wish.export && !find_format(wish.export, &format))
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
                          "%s holds a game that is not finished: uno arbiter --file %s goes on with it; add --new to "
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
    "Split UNO: numbers, actions, streaks, blocks, duties, decks and claims are kept, and whoever is to do\n"
    "something is told so. Official UNO and its kin: a score sheet. What is entered is what the table has\n"
    "seen; docs/arbiter.md explains the language, and help lists it.\n\n"
    "  uno arbiter split-v3 --players Ada,Ben,Cleo --file evening.log\n"
    "  uno arbiter --file evening.log                 goes on where it stopped\n"
    "  uno arbiter official --players Ada,Ben,Cleo    points to 500\n"
    "  uno arbiter split-duel --plain < game.txt      a scripted game\n",
    options,
    run,
};
