/* arbiter_menu.c -- what is not a step of the game: games, log, export, help, a typed
 * line, leaving. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../arbiter/export.h"
#include "arbiter_internal.h"

/* ---- games ---- */

static void write_game(const Book *book, unsigned game, Book *scratch, char *out, size_t size) {
    const Sheet *sheet = &scratch->sheet;
    char end[ASK_TEXT];
    if (!book_peek(book, game, scratch)) {
        snprintf(out, size, "game %u", game);
        return;
    }
    size_t used =
        (size_t)snprintf(out, size, "%s%u  %s:", game == book->current ? "now open: " : "", game, sheet->ruleset);
    for (unsigned seat = 0; seat < sheet->names.count && used < size; seat++)
        used += (size_t)snprintf(out + used, size - used, "%s %s", seat ? "," : "", sheet->names.name[seat]);
    sheet_question(sheet, end, sizeof end);
    if (used < size) snprintf(out + used, size - used, ". %s", sheet_over(sheet) ? end : "Not finished.");
}

enum { GAME_COLUMNS = 1024 };

static int choose_game(const Book *book, Book *scratch, char *text, const char **rows) {
    for (unsigned game = 1; game <= book->games; game++) {
        char *row = text + (size_t)(game - 1) * GAME_COLUMNS;
        write_game(book, game, scratch, row, GAME_COLUMNS);
        rows[game - 1] = row;
    }
    return window_list("The games of this book", "Which one do you continue?", rows, (int)book->games,
                       (int)book->current - 1);
}

ArbiterFlow arbiter_games(Arbiter *a) {
    const Book *book = &a->file->book;
    char line[32];
    if (!book->games) return ARBITER_STAY;
    Book *scratch = malloc(sizeof *scratch);
    char *text = malloc((size_t)book->games * GAME_COLUMNS);
    const char **rows = malloc(book->games * sizeof *rows);
    int row = scratch && text && rows ? choose_game(book, scratch, text, rows) : WINDOW_BACK;
    free(scratch);
    free(text);
    free(rows);
    snprintf(line, sizeof line, "open %d", row + 1);
    if (row >= 0 && row + 1 != (int)book->current) arbiter_say(a, line);
    return row == WINDOW_STOP ? ARBITER_STOP : ARBITER_STAY;
}

ArbiterFlow arbiter_log(Arbiter *a) {
    char *text = past_text(&a->file->book, &a->scratch);
    bool good = screen_pager("What was entered", text ? text : "There is no memory left to show this.", true, 'l');
    free(text);
    return good ? ARBITER_STAY : ARBITER_STOP;
}

/* ---- export ---- */

static void put_to_stream(void *sink, const char *text) { fputs(text, sink); }

/* Never writes over a file. False: `why`. */
static bool export_to(Arbiter *a, ExportFormat format, const char *path, char *why, size_t size) {
    FILE *stream = path[0] ? fopen(path, "wx") : NULL;
    if (!stream) {
        snprintf(why, size, !path[0] ? "Type the name of a new file." : "%s: %s.", path,
                 errno == EEXIST ? "exists already, and is left as it is" : strerror(errno));
        return false;
    }
    Printer printer = {put_to_stream, stream};
    bool good = book_export(&a->file->book, format, &a->scratch, &printer), failed = ferror(stream);
    failed |= fclose(stream) != 0;
    if (good && !failed) return true;
    remove(path);
    snprintf(why, size, "%s: %s.", path, failed ? "could not be written" : "there is no game to export yet");
    return false;
}

static void say_written(Arbiter *a, const char *path) {
    snprintf(a->message, sizeof a->message, "Written to %s.", path);
    a->trouble = false;
}

static ArbiterFlow export_as(Arbiter *a, ExportFormat format) {
    static const char *const endings[EXPORT_FORMATS] = {"txt", "csv", "json"};
    char path[ARBITER_LINE], why[2 * ARBITER_LINE] = "";
    snprintf(path, sizeof path, "game-%u.%s", a->file->book.current, endings[format]);
    for (;;) {
        Typed typed = window_type(a, "Export", "The name of a new file:", why, path, sizeof path);
        if (typed != TYPED) return typed == TYPED_STOP ? ARBITER_STOP : ARBITER_BACK;
        if (!export_to(a, format, path, why, sizeof why)) continue;
        say_written(a, path);
        return ARBITER_STAY;
    }
}

ArbiterFlow arbiter_export(Arbiter *a) {
    static const char *const choices[] = {"t text, for people", "c csv, for spreadsheets", "j json, for programs",
                                          CHOICE_BACK, NULL};
    if (!a->file->book.current) return ARBITER_STAY;
    for (;;) {
        arbiter_draw(a);
        int choice = screen_choose("Export", "In which form is this game written to a file?", choices);
        if (choice < 0) return ARBITER_STOP;
        if (choice == EXPORT_FORMATS) return ARBITER_STAY;
        ArbiterFlow flow = export_as(a, (ExportFormat)choice);
        if (flow != ARBITER_BACK) return flow;
    }
}

/* ---- help ---- */

static const char help_words[] =
    "The arbiter keeps the counts of a game that is played with real cards. Tell it what the table has seen; it "
    "tells the table what to do, and asks for what it needs.\n"
    "\n"
    "Keys in a game of Split UNO\n"
    "  0 to 9      the numbers that were shown, seat after seat; the last one enters the round, unless they "
    "all came at once: then Enter does\n"
    "  Backspace   takes the last number away; in a question: a step back\n"
    "  Escape      a step back, in every question and window\n"
    "  b r w t d   an action card: Block, Reverse, Wild, Truth, Dare\n"
    "  +           a +2 or +4\n"
    "  m           two cards at once (duel)\n"
    "  Then the letter of the player who plays it and of the one it is played on, where there is a choice.\n"
    "\n"
    "Keys on a score sheet\n"
    "  The letter of the player who wins the deal, then the points; or the cards that the others hold, such as Ben r5 skip, Cleo +4.\n"
    "\n"
    "Keys at any time\n"
    "  u           undo, without limit          U   redo\n"
    "  =           correct a count or a deck    :   a line of the language\n"
    "  N           a new game                   G   all games of this book\n"
    "  l           what was entered             X   export as text, csv or json\n"
    "  q           leave: everything is kept already\n"
    "  Arrows and Enter choose an answer too, and so does a click.\n"
    "\n"
    "The language, behind :\n"
    "  Ada 7 Ben 4               a number round; a7 b4 will do; round where nobody shows a number\n"
    "  block Ada on Ben          block, reverse, +2, +4, truth, dare; wild Ada\n"
    "  +2 Ada on Ben, countered +4    the answer may follow in the same line\n"
    "  +2 Ada meets +4 Ben       two cards at once\n"
    "  name blue Ben             what a Wild names\n"
    "  steal Ben, hit Ben        what a 0 and a 7 do\n"
    "  answered, refused         then penalty 2+2 or penalty 5\n"
    "  bonus card, bonus draw    after two rounds won in a row\n"
    "  challenge Ben +4, pass    against a claim of the win\n"
    "  adjust Ada numbers 12     numbers, actions, streak, blocked; adjust lead Ben\n"
    "  deck numbers 0            or deck actions 5\n"
    "  Ada 85                    on a score sheet\n"
    "  undo 3, redo, new, open 2, games, log, export csv FILE\n"
    "\n"
    "Ids in brackets such as [V21] name the rules behind a objection; docs/rulings.md explains them.\n";

ArbiterFlow arbiter_help(Arbiter *a) {
    char text[sizeof help_words + 2 * SHEET_TEXT_MAX];
    char answers[SHEET_TEXT_MAX] = "";
    if (arbiter_sheet(a)) sheet_answers(arbiter_sheet(a), answers, sizeof answers);
    snprintf(text, sizeof text, "%s\n%s\n\n%s", a->ask.question, answers, help_words);
    return screen_pager("Help", text, false, '?') ? ARBITER_STAY : ARBITER_STOP;
}

/* ---- a line of the language ---- */

/* "export csv FILE"; false: why not. */
static bool hear_export(Arbiter *a, const char *rest, char *why, size_t size) {
    char format[16] = "", path[ARBITER_LINE] = "";
    sscanf(rest, "%15s %1000s", format, path);
    for (unsigned i = 0; i < EXPORT_FORMATS; i++)
        if (strcmp(format, export_names[i]) == 0) {
            if (!export_to(a, (ExportFormat)i, path, why, size)) return false;
            say_written(a, path);
            return true;
        }
    snprintf(why, size, "Say export text, csv or json, and the name of a new file.");
    return false;
}

/* Words that are keys here. False: it is none of them. */
static bool hear_word(Arbiter *a, const char *word, ArbiterFlow *flow) {
    *flow = ARBITER_STAY;
    if (strcmp(word, "log") == 0) *flow = arbiter_log(a);
    else if (strcmp(word, "games") == 0) *flow = arbiter_games(a);
    else if (strcmp(word, "help") == 0 || strcmp(word, "?") == 0) *flow = arbiter_help(a);
    else if (strcmp(word, "export") == 0) *flow = arbiter_export(a);
    else if (strcmp(word, "quit") == 0 || strcmp(word, "exit") == 0 || strcmp(word, "q") == 0) *flow = arbiter_leave(a);
    else return strcmp(word, "status") == 0 || !word[0];
    return true;
}

ArbiterFlow arbiter_type_line(Arbiter *a) {
    char line[ARBITER_LINE] = "", why[ARBITER_TOLD] = "", about[SHEET_TEXT_MAX] = "";
    ArbiterFlow flow;
    if (arbiter_sheet(a)) sheet_answers(arbiter_sheet(a), about, sizeof about);
    else snprintf(about, sizeof about, "Enter: game split-v3 players Ada Ben.");
    for (;;) {
        Typed typed = window_type(a, "A line", about, why, line, sizeof line);
        if (typed != TYPED) return typed == TYPED_STOP ? ARBITER_STOP : ARBITER_STAY;
        const char *word = line + strspn(line, " ");
        if (hear_word(a, word, &flow)) return flow;
        bool taken = strncmp(word, "export ", 7) == 0 ? hear_export(a, word + 7, why, sizeof why)
                                                      : arbiter_enter(a, line, why, sizeof why);
        if (taken) return ARBITER_STAY;
    }
}

ArbiterFlow arbiter_type_points(Arbiter *a, Seat winner) {
    const char *name = arbiter_sheet(a)->names.name[winner];
    char typed_text[ARBITER_LINE] = "", why[ARBITER_TOLD] = "", about[400], line[ARBITER_LINE + 64];
    snprintf(about, sizeof about,
             "%s wins the deal. How many points? Or type the cards that the others hold, such as %s r5 skip +4.", name,
             arbiter_sheet(a)->names.name[winner ? 0 : 1]);
    for (;;) {
        Typed typed = window_type(a, "Points", about, why, typed_text, sizeof typed_text);
        if (typed != TYPED) return typed == TYPED_STOP ? ARBITER_STOP : ARBITER_STAY;
        bool points = typed_text[strspn(typed_text, "0123456789 ")] == 0;
        snprintf(line, sizeof line, points ? "%s %s" : "%s wins %s", name, typed_text);
        if (arbiter_enter(a, line, why, sizeof why)) return ARBITER_STAY;
    }
}

/* ---- leaving ---- */

/* The log of a book that was kept in memory only. */
static bool write_log(const Book *book, const char *path, char *why, size_t size) {
    FILE *stream = path[0] ? fopen(path, "wx") : NULL;
    if (!stream) {
        snprintf(why, size, !path[0] ? "Type the name of a new file." : "%s: %s.", path,
                 errno == EEXIST ? "exists already, and is left as it is" : strerror(errno));
        return false;
    }
    bool good = fwrite(book->text, 1, book->length, stream) == book->length;
    good &= fclose(stream) == 0;
    if (!good) remove(path), snprintf(why, size, "%s: could not be written.", path);
    return good;
}

static ArbiterFlow save_and_leave(Arbiter *a) {
    char path[ARBITER_LINE] = "evening.log", why[2 * ARBITER_LINE] = "";
    for (;;) {
        Typed typed = window_type(a, "Save", "The name of a new file; uno arbiter --file NAME resumes it:", why, path,
                                  sizeof path);
        if (typed != TYPED) return typed == TYPED_STOP ? ARBITER_STOP : ARBITER_BACK;
        if (write_log(&a->file->book, path, why, sizeof why)) return ARBITER_QUIT;
    }
}

ArbiterFlow arbiter_leave(Arbiter *a) {
    static const char *const choices[] = {"s save it in a file, then leave", "y leave, and lose everything",
                                          "n stay here", NULL};
    if (a->file->path || !a->file->book.games) return ARBITER_QUIT;
    for (;;) {
        arbiter_draw(a);
        int choice = screen_choose("Leave?", "This book is in memory only, because no file was named.", choices);
        if (choice < 0) return ARBITER_STOP;
        ArbiterFlow flow = choice == 0 ? save_and_leave(a) : choice == 1 ? ARBITER_QUIT : ARBITER_STAY;
        if (flow != ARBITER_BACK) return flow;
    }
}
