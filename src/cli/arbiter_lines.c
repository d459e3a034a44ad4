/* arbiter_lines.c -- the arbiter line by line: what is printed, and the words that are no entries. */
#define _GNU_SOURCE
#include "arbiter_lines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "say.h"

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
        {"games, open 2", "all games of this file; switch to another"},
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
    if (!row) printf("  Nothing has been entered yet.\n");
    free(scratch);
}

bool arbiter_format(const char *word, ExportFormat *out) {
    for (unsigned format = 0; format < EXPORT_FORMATS; format++)
        if (strcmp(word, export_names[format]) == 0) return *out = (ExportFormat)format, true;
    return false;
}

/* False: said why. */
bool arbiter_write(const Book *book, const char *format_word, FILE *stream) {
    ExportFormat format;
    Printer printer = printer_on(stream);
    Sheet *scratch = malloc(sizeof *scratch);
    bool known = arbiter_format(format_word, &format);
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
    bool good = arbiter_write(book, format, stream);
    bool failed = fclose(stream) != 0;
    if (!good || failed) remove(path);
    else printf("  Written to %s.\n", path);
}

static void hear_export(const Book *book, char *rest) {
    char *format = strtok(rest, " \t"), *path = strtok(NULL, " \t");
    if (path) export_file(book, format, path);
    else arbiter_write(book, format ? format : "", stdout);
}

/* One of the words that change nothing; false: it is none of them. */
static bool hear_word(const Book *book, const char *line) {
    char copy[ARBITER_LINE_BYTES];
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
static bool hear_line(BookFile *file, const RulesFinder *finder, const char *line) {
    char told[ARBITER_TOLD_BYTES];
    size_t before = file->book.length;
    bool taken = book_file_enter(file, line, finder, told, sizeof told);
    if (told[0]) say_wrapped(told);
    if (taken && file->book.length == before) return true; /* a remark */
    if (taken) print_status(&file->book), print_question(&file->book, false);
    return taken;
}

/* The next line, without its end; false: there is none. One that is overlong, or no text, is read to its end. */
static bool read_line(char line[ARBITER_LINE_BYTES], bool *whole) {
    size_t length = 0;
    int c;
    *whole = true;
    fflush(stdout);
    while ((c = getchar()) != EOF && c != '\n') {
        if (!c || length == ARBITER_LINE_BYTES - 1) *whole = false;
        else line[length++] = (char)c;
    }
    bool any = length || c != EOF;
    if (length && line[length - 1] == '\r') length--;
    line[length] = 0;
    return any;
}

/* Speaks lines until the input ends. In a script the first line that is refused decides the exit status. */
int arbiter_lines(BookFile *file, const RulesFinder *finder) {
    char line[ARBITER_LINE_BYTES];
    bool terminal = isatty(STDIN_FILENO), whole, refused = false;
    print_status(&file->book);
    print_question(&file->book, true);
    for (;;) {
        printf("> ");
        if (!read_line(line, &whole)) break;
        if (!terminal) printf("%s\n", line);
        if (is_quit(line)) return refused && !terminal ? STATUS_BAD_INPUT : STATUS_GOOD;
        if (!whole) refused = true, printf("  That line is too long, or not text.\n");
        else if (!hear_word(&file->book, line)) refused |= !hear_line(file, finder, line);
    }
    printf("\n");
    return refused && !terminal ? STATUS_BAD_INPUT : STATUS_GOOD;
}
