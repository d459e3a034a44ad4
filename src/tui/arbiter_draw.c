/* arbiter_draw.c -- where everything goes: title, counts, what the table does now, the
 * question with its answers, the last entries, undo, keys. The question comes first:
 * what is told and what was entered get the rows that it leaves. */
#include <stdio.h>
#include <string.h>

#include "../engine/text.h"
#include "arbiter_internal.h"

enum { SIDE_FROM = 150, SIDE_COLUMNS = 56, FOOT_ROWS = 2, TALL = 36, PANEL_WISH = 34 };

typedef struct {
    Box main, side; /* side.columns 0: the log is below the question */
    bool tall;      /* room for air */
} Layout;

static Layout lay_out(const Sheet *sheet) {
    int rows = (int)screen_rows(), columns = (int)screen_columns(), side = 0;
    if (columns >= SIDE_FROM && sheet &&
        (sheet->points || columns - SIDE_COLUMNS >= PANEL_WISH * ((int)sheet->names.count + 1)))
        side = SIDE_COLUMNS;
    return (Layout){.main = {1, 0, rows - 1 - FOOT_ROWS, columns - side - (side ? 1 : 0)},
                    .side = {1, columns - side, rows - 1 - FOOT_ROWS, side},
                    .tall = rows >= TALL};
}

/* ---- the edges ---- */

static const char *file_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void draw_title(const Arbiter *a) {
    const Book *book = &a->file->book;
    int columns = (int)screen_columns();
    char left[160], right[120];
    if (!book->current) snprintf(left, sizeof left, " uno arbiter");
    else
        snprintf(left, sizeof left, " uno arbiter  " SYMBOL_DOT "  %s  " SYMBOL_DOT "  game %u of %u",
                 book->sheet.ruleset, book->current, book->games);
    if (a->file->path) snprintf(right, sizeof right, "saved in %s ", file_name(a->file->path));
    else snprintf(right, sizeof right, "NOT SAVED: no file ");
    int wide = (int)screen_width(right);
    if (wide > columns / 2) wide = columns / 2;
    screen_fill((Box){0, 0, 1, columns}, PAINT_TEXT | PAINT_INVERSE);
    screen_text(0, 0, columns - wide - 1, PAINT_TEXT | PAINT_INVERSE | PAINT_BOLD, left);
    screen_text(0, columns - wide, wide, PAINT_TEXT | PAINT_INVERSE, right);
}

/* A key and what it does, up to the column `end`; a click on it is the key. */
static int draw_key(int row, int column, int end, char key, const char *words, bool possible) {
    unsigned paint = possible ? PAINT_TEXT : PAINT_QUIET;
    screen_format(row, column, end - column, possible ? PAINT_TEXT | PAINT_BOLD : PAINT_QUIET, "%c", key);
    int used = 2 + (int)screen_text(row, column + 2, end - column - 2, paint, words);
    screen_area((Box){row, column, 1, used}, AREA_KEY + (unsigned char)key);
    return column + used + 2;
}

static void draw_undo(const Arbiter *a, int row) {
    const Book *book = &a->file->book;
    char line[ARBITER_LINE], words[ARBITER_LINE + 16];
    int columns = (int)screen_columns(), half = columns / 2;
    if (!book->current) return;
    book_next_undo(book, line, sizeof line);
    snprintf(words, sizeof words, line[0] ? "undo: %s" : "undo", line);
    draw_key(row, 1, half - 2, 'u', words, line[0]);
    book_next_redo(book, line, sizeof line);
    snprintf(words, sizeof words, line[0] ? "redo: %s" : "redo", line);
    draw_key(row, half, columns - 1, 'U', words, line[0]);
}

static void draw_keys(const Arbiter *a, int row) {
    static const struct {
        char key;
        const char *words;
        bool always; /* also in the middle of a question */
    } keys[] = {{':', "line", true}, {'=', "correct", false}, {'N', "new game", false}, {'G', "games", false},
                {'l', "log", true},  {'X', "export", false},  {'?', "help", true},      {'q', "quit", true}};
    int column = 1;
    if (a->ask.depth) column += 2 + (int)screen_text(row, column, 12, PAINT_TEXT | PAINT_BOLD, "Esc back");
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (arbiter_is_free(a) || keys[i].always)
            column = draw_key(row, column, (int)screen_columns() - 1, keys[i].key, keys[i].words, true);
}

/* ---- the question ---- */

/* "Ada [7]  Ben [_]": what has been typed of a round. Returns its rows. */
static int draw_slots(const Arbiter *a, Box box, bool draw) {
    const Sheet *sheet = arbiter_sheet(a);
    const Ask *ask = &a->ask;
    int row = 0, column = 0;
    if (!ask->round || ask->depth || !ask->bidders) return 0;
    for (Seat seat = 0; seat < sheet->names.count; seat++) {
        char words[PLAYER_NAME_MAX + 24];
        bool bids = ask->bidders >> seat & 1, marked = seat == ask->mark, given = ask->number[seat] != NO_NUMBER;
        const char *name = sheet->names.name[seat];
        if (!bids) snprintf(words, sizeof words, "  %s  " SYMBOL_DASH "  ", name);
        else if (given)
            snprintf(words, sizeof words, "%s %s [%u] ", marked ? SYMBOL_RIGHT : " ", name, ask->number[seat]);
        else snprintf(words, sizeof words, "%s %s [%c] ", marked ? SYMBOL_RIGHT : " ", name, marked ? '?' : ' ');
        int wide = (int)screen_width(words);
        if (column && column + wide > box.columns) row++, column = 0;
        unsigned paint = marked  ? PAINT_TEXT | PAINT_BOLD | PAINT_INVERSE
                         : given ? PAINT_TEXT | PAINT_BOLD
                                 : PAINT_TEXT;
        if (draw) {
            screen_text(box.row + row, box.column + column, wide, bids ? paint : PAINT_QUIET, words);
            screen_area((Box){box.row + row, box.column + column, 1, wide}, AREA_SEAT + (int)seat);
        }
        column += wide + 1;
    }
    return row + 1;
}

/* In a column of its own each, or one after another where there are many. Returns the rows. */
static int draw_answers(const Arbiter *a, Box box, bool column_each, bool draw) {
    const Ask *ask = &a->ask;
    int row = 0, column = 0;
    for (unsigned i = 0; i < ask->answers; i++) {
        char words[sizeof ask->answer[i].text + 8];
        bool chosen = (int)i == ask->chosen;
        snprintf(words, sizeof words, "[%c] %s ", ask->answer[i].key, ask->answer[i].text);
        int wide = (int)screen_width(words) + 1;
        if (column && (column_each || column + wide > box.columns)) row++, column = 0;
        if (draw) {
            if (chosen) screen_text(box.row + row, box.column + column, 1, PAINT_ACCENT | PAINT_BOLD, SYMBOL_RIGHT);
            screen_text(box.row + row, box.column + column + 1, box.columns - column - 1,
                        chosen ? PAINT_TEXT | PAINT_BOLD | PAINT_INVERSE : PAINT_TEXT | PAINT_BOLD, words);
            screen_area((Box){box.row + row, box.column + column, 1, wide}, AREA_ANSWER + (int)i);
        }
        column += wide + 1;
    }
    return ask->answers ? row + 1 : 0;
}

/* What Enter and the digits do. */
static const char *hint(const Arbiter *a) {
    const Sheet *sheet = arbiter_sheet(a);
    const Ask *ask = &a->ask;
    if (!sheet) return "";
    if (sheet_over(sheet)) return "N: another game.   u: that was wrong.   X: export it.";
    if (sheet->points || !ask->round || ask->depth) return "";
    if (!ask->bidders) return "Enter: the number round takes place.";
    if (ask->mark == NO_SEAT) return "Enter: these numbers were shown. Backspace takes one back.";
    return ask->answers ? "A digit for each; Backspace takes one back. Or an action card:"
                        : "A digit for each; Backspace takes one back.";
}

static int draw_question(const Arbiter *a, Box box, bool tall, bool draw) {
    const Ask *ask = &a->ask;
    int row = box.row, air = tall ? 1 : 0;
    Box at = box;
    at.rows = draw ? 99 : 0;
    row += (int)screen_wrapped(at, 0, PAINT_ACCENT | PAINT_BOLD, ask->question) + air;
    at.row = row;
    int slots = draw_slots(a, at, draw);
    row += slots + (slots ? air : 0);
    if (hint(a)[0] && draw) screen_text(row, box.column, box.columns, PAINT_QUIET, hint(a));
    if (hint(a)[0]) row += 1 + air;
    at.row = row;
    row += draw_answers(a, at, tall ? ask->answers <= 12 : ask->answers <= 4, draw);
    if (a->message[0]) {
        row += air;
        at.row = row;
        row += (int)screen_wrapped(at, 0, (a->trouble ? PAINT_WARNING : PAINT_ACCENT) | PAINT_BOLD, a->message);
    }
    return row - box.row;
}

/* ---- what happened ---- */

static int past_rows(const Past *past, unsigned line, int columns, bool with_told) {
    Box nothing = {0, 0, 0, columns - 6};
    return 1 + (with_told ? (int)screen_wrapped(nothing, 0, 0, past->row[line % PAST_ROWS].told) : 0);
}

/* The last ones, as many as there is room for. */
static void draw_past(const Arbiter *a, Box box, bool with_told) {
    const Past *past = &a->past;
    unsigned oldest = past->lines > PAST_ROWS ? past->lines - PAST_ROWS : 0, first = past->lines;
    for (int left = box.rows; first > oldest; first--) {
        left -= past_rows(past, first - 1, box.columns, with_told);
        if (left < 0) break;
    }
    for (int row = box.row; first < past->lines; first++) {
        int rows = past_rows(past, first, box.columns, with_told);
        screen_format(row, box.column, box.columns, PAINT_TEXT, "%4u  %s", first + 1,
                      past->row[first % PAST_ROWS].line);
        screen_wrapped((Box){row + 1, box.column + 6, rows - 1, box.columns - 6}, 0, PAINT_QUIET,
                       past->row[first % PAST_ROWS].told);
        row += rows;
    }
}

/* What does not fit is said to be there. */
static void draw_told(const Arbiter *a, Box box) {
    int lines = (int)screen_wrapped(box, 0, PAINT_TEXT | PAINT_BOLD, a->told);
    if (lines > box.rows && box.rows > 0)
        screen_text(box.row + box.rows - 1, box.column + box.columns - 15, 15, PAINT_WARNING | PAINT_BOLD,
                    " ... l shows all");
}

static void draw_game(const Arbiter *a, const Layout *at) {
    const Sheet *sheet = arbiter_sheet(a);
    int row = at->main.row, end = at->main.row + at->main.rows, air = at->tall ? 1 : 0, columns = at->main.columns;
    int counts = sheet->points ? points_rows(sheet, (int)screen_rows(), columns)
                               : counts_rows(sheet, (int)screen_rows(), columns);
    Box box = {row + air, at->main.column, counts, columns}, nothing = {0, 0, 0, columns - 2};
    if (sheet->points) points_draw(a, box);
    else counts_draw(a, box);
    row += counts + 2 * air;
    Box question = {0, at->main.column + 1, 0, columns - 2};
    int asks = draw_question(a, question, at->tall, false), told = (int)screen_wrapped(nothing, 0, 0, a->told);
    int room = end - row - asks - 2 - 4 * air;
    if (told > room) told = room > 1 ? room : 1;
    screen_line(row++, at->main.column, columns, PAINT_TEXT, "Now at the table");
    row += air;
    draw_told(a, (Box){row, at->main.column + 1, told, columns - 2});
    row += told + air;
    screen_line(row++, at->main.column, columns, PAINT_TEXT, sheet_over(sheet) ? "The game is over" : "The question");
    question.row = row + air;
    row += asks + 2 * air;
    draw_question(a, question, at->tall, true);
    if (at->side.columns || end - row < 2 || sheet->points) return;
    screen_line(row, at->main.column, columns, PAINT_QUIET, "Last entries");
    draw_past(a, (Box){row + 1, at->main.column, end - row - 1, columns}, at->tall);
}

void arbiter_draw(const Arbiter *a) {
    const Sheet *sheet = arbiter_sheet(a);
    Layout at = lay_out(sheet);
    int rows = (int)screen_rows();
    screen_clear();
    draw_title(a);
    if (sheet) draw_game(a, &at);
    else draw_question(a, (Box){4, 4, 8, at.main.columns - 8}, true, true);
    if (at.side.columns) {
        screen_frame((Box){at.side.row, at.side.column - 1, at.side.rows, at.side.columns + 1}, PAINT_QUIET, "Entries");
        draw_past(a, (Box){at.side.row + 1, at.side.column, at.side.rows - 2, at.side.columns - 2}, true);
    }
    draw_undo(a, rows - 2);
    draw_keys(a, rows - 1);
}
