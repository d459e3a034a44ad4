/* arbiter_counts.c -- everybody's number and action cards and the two decks, in figures
 * that can be read across a table: side by side where there is room, else a line each. */
#include <stdio.h>
#include <string.h>

#include "arbiter_internal.h"

/* ---- figures ---- */

enum { FIGURE_COLUMNS = 4 };

static void figure_draw(int row, int column, unsigned paint, unsigned digit) {
    static const char *const strokes[10][FIGURE_ROWS] = {
        {" _ ", "| |", "|_|"}, {"   ", "  |", "  |"}, {" _ ", " _|", "|_ "}, {" _ ", " _|", " _|"},
        {"   ", "|_|", "  |"}, {" _ ", "|_ ", " _|"}, {" _ ", "|_ ", "|_|"}, {" _ ", "  |", "  |"},
        {" _ ", "|_|", "|_|"}, {" _ ", "|_|", " _|"},
    };
    for (int i = 0; i < FIGURE_ROWS; i++) screen_text(row + i, column, FIGURE_COLUMNS, paint, strokes[digit][i]);
}

static void figure_draw_solid(int row, int column, unsigned paint, unsigned digit, int pixel) {
    static const char pixels[10][FIGURE_ROWS_SOLID] = {
        {7, 5, 5, 5, 7}, {2, 6, 2, 2, 7}, {7, 1, 7, 4, 7}, {7, 1, 7, 1, 7}, {5, 5, 7, 1, 1},
        {7, 4, 7, 1, 7}, {7, 4, 7, 5, 7}, {7, 1, 1, 1, 1}, {7, 5, 7, 5, 7}, {7, 5, 7, 1, 7},
    };
    for (int i = 0; i < FIGURE_ROWS_SOLID; i++)
        for (int j = 0; j < 3; j++)
            if (pixels[digit][i] >> (2 - j) & 1)
                screen_fill((Box){row + i, column + j * pixel, 1, pixel}, paint | PAINT_INVERSE);
}

int figures_draw(int row, int column, unsigned paint, unsigned number, int pixel, bool draw) {
    char digits[12];
    int count = snprintf(digits, sizeof digits, "%u", number);
    int columns = pixel ? 3 * pixel + 1 : FIGURE_COLUMNS;
    for (int i = 0; i < count && draw; i++) {
        if (pixel) figure_draw_solid(row, column + i * columns, paint, (unsigned)(digits[i] - '0'), pixel);
        else figure_draw(row, column + i * columns, paint | PAINT_BOLD, (unsigned)(digits[i] - '0'));
    }
    return count * columns - 1;
}

/* ---- panels ---- */

enum {
    PANEL_MIN = 18, /* columns */
    PANEL_MAX = 46,
    PANEL_WIDE = 34, /* columns from which figures are wide */
    SOLID_FROM = 38, /* rows of the screen from which they are solid */
    PANEL_TEXT_ROWS = 4,
};

static int panel_columns(const Sheet *sheet, int columns) {
    int each = columns / (int)(sheet->names.count + 1);
    return each < PANEL_MIN ? 0 : each < PANEL_MAX ? each : PANEL_MAX;
}

static int panel_pixel(const Sheet *sheet, int rows, int columns) {
    return rows < SOLID_FROM ? 0 : panel_columns(sheet, columns) < PANEL_WIDE ? 1 : 2;
}

int counts_rows(const Sheet *sheet, int rows, int columns) {
    if (!panel_columns(sheet, columns)) return (int)sheet->names.count + 2;
    return 2 + (panel_pixel(sheet, rows, columns) ? FIGURE_ROWS_SOLID + 2 : FIGURE_ROWS) + PANEL_TEXT_ROWS;
}

/* Who has to answer the question, if it is for somebody. */
static unsigned asked_seats(const Sheet *sheet) {
    const Tally *tally = &sheet->tally;
    return tally_over(tally) || tally_between_steps(tally) ? 0 : tally->game.board.split.awaited;
}

static unsigned team_numbers(const Sheet *sheet, Seat seat) {
    unsigned sum = 0;
    for (Seat other = 0; other < sheet->names.count; other++)
        if (rules_team(&sheet->tally.rules, other) == rules_team(&sheet->tally.rules, seat))
            sum += sheet->tally.game.board.count[other];
    return sum;
}

/* "streak 1   team 2: 31 numbers" */
static void write_streak(const Sheet *sheet, Seat seat, char *out, size_t size) {
    int used = snprintf(out, size, "streak %u", sheet->tally.game.board.split.streak[seat]);
    if (sheet->tally.rules.option.teams && used > 0 && (size_t)used < size)
        snprintf(out + used, size - (size_t)used, "  team %u: %u", rules_team(&sheet->tally.rules, seat) + 1u,
                 team_numbers(sheet, seat));
}

static void draw_pair(Box inside, unsigned numbers, unsigned actions, int pixel) {
    int half = inside.columns / 2, row = inside.row;
    int wide = figures_draw(0, 0, 0, numbers, pixel, false) + 1 + figures_draw(0, 0, 0, actions, pixel, false);
    bool brief = inside.columns < 22;
    char words[32];
    int second = half + (inside.columns > wide + 4 ? 1 : 0), rows = pixel ? FIGURE_ROWS_SOLID + 2 : FIGURE_ROWS;
    if (wide <= inside.columns) {
        int left = figures_draw(0, 0, 0, numbers, pixel, false) + 1;
        if (left > second) second = left;
        figures_draw(row + (pixel ? 1 : 0), inside.column, PAINT_TEXT, numbers, pixel, true);
        figures_draw(row + (pixel ? 1 : 0), inside.column + second, PAINT_ACCENT, actions, pixel, true);
    }
    snprintf(words, sizeof words, "%u %s", numbers, brief ? "num" : plural(numbers, "number", "numbers"));
    screen_text(row + rows, inside.column, second, PAINT_TEXT | PAINT_BOLD, words);
    snprintf(words, sizeof words, "%u %s", actions, brief ? "act" : plural(actions, "action", "actions"));
    screen_text(row + rows, inside.column + second, inside.columns - second, PAINT_ACCENT | PAINT_BOLD, words);
}

static void draw_panel(const Sheet *sheet, Seat seat, Box box, int pixel) {
    const Board *board = &sheet->tally.game.board;
    char title[PLAYER_NAME_MAX + 16], words[200];
    bool asked = asked_seats(sheet) >> seat & 1, wins = board->winners >> seat & 1;
    Box inside = {box.row + 1, box.column + 1, box.rows - 2, box.columns - 2};
    if (box.columns >= 20) inside.column++, inside.columns -= 2;
    snprintf(title, sizeof title, "%s%c %s", asked ? SYMBOL_RIGHT " " : "", ask_seat_key(&sheet->names, seat),
             sheet->names.name[seat]);
    screen_frame(box, asked || wins ? PAINT_ACCENT | PAINT_BOLD : PAINT_TEXT, title);
    draw_pair(inside, board->count[seat], board->actions[seat], pixel);
    int row = inside.row + (pixel ? FIGURE_ROWS_SOLID + 2 : FIGURE_ROWS) + 1;
    write_streak(sheet, seat, words, sizeof words);
    screen_text(row, inside.column, inside.columns, PAINT_TEXT, words);
    sheet_remarks(sheet, seat, true, words, sizeof words);
    screen_wrapped((Box){row + 1, inside.column, 2, inside.columns}, 0, PAINT_ACCENT | PAINT_BOLD, words);
    screen_area(box, AREA_SEAT + (int)seat);
}

static const char *deck_remark(const SplitBoard *split) {
    if (!split->numbers_left && !split->actions_left) return "BOTH DECKS EMPTY";
    if (!split->numbers_left) return "NUMBERS EMPTY";
    return split->actions_left ? "" : "ACTIONS EMPTY";
}

static void draw_decks(const Sheet *sheet, Box box, int pixel) {
    const Board *board = &sheet->tally.game.board;
    Box inside = {box.row + 1, box.column + 1, box.rows - 2, box.columns - 2};
    if (box.columns >= 20) inside.column++, inside.columns -= 2;
    screen_frame(box, PAINT_QUIET, "the two decks");
    draw_pair(inside, board->split.numbers_left, board->split.actions_left, pixel);
    int row = inside.row + (pixel ? FIGURE_ROWS_SOLID + 2 : FIGURE_ROWS) + 1;
    screen_format(row, inside.column, inside.columns, PAINT_TEXT, "%u shed, step %u",
                  cards_total_of(&board->open, NUMBERS_MASK), board->split.steps + 1u);
    screen_wrapped((Box){row + 1, inside.column, 2, inside.columns}, 0, PAINT_WARNING | PAINT_BOLD,
                   deck_remark(&board->split));
}

/* ---- a line each ---- */

static void draw_row(const Sheet *sheet, Seat seat, Box box) {
    const Board *board = &sheet->tally.game.board;
    bool asked = asked_seats(sheet) >> seat & 1;
    char words[200];
    int at = box.column;
    unsigned paint = asked ? PAINT_ACCENT | PAINT_BOLD : PAINT_TEXT | PAINT_BOLD;
    screen_format(box.row, at, 4, paint, "%s %c", asked ? SYMBOL_RIGHT : " ", ask_seat_key(&sheet->names, seat));
    screen_text(box.row, at + 4, 12, paint, sheet->names.name[seat]);
    screen_format(box.row, at + 17, 12, PAINT_TEXT | PAINT_BOLD, "%3u %s", board->count[seat],
                  plural(board->count[seat], "number", "numbers"));
    screen_format(box.row, at + 30, 12, PAINT_ACCENT | PAINT_BOLD, "%2u %s", board->actions[seat],
                  plural(board->actions[seat], "action", "actions"));
    write_streak(sheet, seat, words, sizeof words);
    int used = (int)screen_text(box.row, at + 42, box.columns - 42, PAINT_TEXT, words);
    sheet_remarks(sheet, seat, true, words, sizeof words);
    screen_text(box.row, at + 44 + used, box.columns - 44 - used, PAINT_ACCENT | PAINT_BOLD, words);
    screen_area(box, AREA_SEAT + (int)seat);
}

static void draw_decks_row(const Sheet *sheet, Box box) {
    const Board *board = &sheet->tally.game.board;
    int used = (int)screen_format(box.row, box.column + 4, box.columns - 4, PAINT_TEXT | PAINT_BOLD,
                                  "decks        %3u %-7s  %2u %s", board->split.numbers_left,
                                  plural(board->split.numbers_left, "number", "numbers"), board->split.actions_left,
                                  plural(board->split.actions_left, "action", "actions"));
    used +=
        6 + (int)screen_format(box.row, box.column + 6 + used, box.columns - 6 - used, PAINT_TEXT, "%u shed, step %u",
                               cards_total_of(&board->open, NUMBERS_MASK), board->split.steps + 1u);
    screen_text(box.row, box.column + used + 2, box.columns - used - 2, PAINT_WARNING | PAINT_BOLD,
                deck_remark(&board->split));
}

void counts_draw(const Arbiter *a, Box box) {
    const Sheet *sheet = arbiter_sheet(a);
    int each = panel_columns(sheet, box.columns), count = (int)sheet->names.count;
    int pixel = panel_pixel(sheet, (int)screen_rows(), box.columns);
    for (int seat = 0; seat < count; seat++) {
        if (each) draw_panel(sheet, (Seat)seat, (Box){box.row, box.column + seat * each, box.rows, each}, pixel);
        else draw_row(sheet, (Seat)seat, (Box){box.row + seat, box.column, 1, box.columns});
    }
    if (each) draw_decks(sheet, (Box){box.row, box.column + count * each, box.rows, each}, pixel);
    else draw_decks_row(sheet, (Box){box.row + count + 1, box.column, 1, box.columns});
}
