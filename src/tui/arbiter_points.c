/* arbiter_points.c -- the score sheet: a row for each player or team, their total in
 * large figures where there is room, and a column for each deal. */
#include <stdio.h>
#include <string.h>

#include "arbiter_internal.h"

enum {
    NAME_COLUMNS = 22,
    TOTAL_COLUMNS = 21,
    DEAL_COLUMNS = 12,
    PANEL_MIN = 20,
    PANEL_COLUMNS = 24,
    PANEL_WIDE = 32,
    SOLID_FROM = 38
};

unsigned points_seats(const Sheet *sheet, Seat out[SEATS_MAX]) {
    unsigned count = 0;
    for (Seat seat = 0; seat < sheet->names.count; seat++)
        if (mask_first(score_team(&sheet->score, seat)) == seat) out[count++] = seat;
    return count;
}

void points_name(const Sheet *sheet, Seat seat, bool keys, char *out, size_t size) {
    SeatMask team = score_team(&sheet->score, seat);
    size_t used = 0;
    out[0] = 0;
    for (Seat other = 0; other < sheet->names.count && used < size; other++) {
        if (!(team >> other & 1)) continue;
        char key[] = {ask_seat_key(&sheet->names, other), ' ', 0};
        used += (size_t)snprintf(out + used, size - used, "%s%s%s", used ? " + " : "", keys ? key : "",
                                 sheet->names.name[other]);
    }
}

/* What is missing to the target. */
static void write_missing(const Sheet *sheet, Seat seat, char *out, size_t size) {
    unsigned score = sheet->score.score[seat], target = (unsigned)sheet->score.rules.option.target;
    if (sheet->score.winners >> seat & 1) snprintf(out, size, "WINS");
    else if (!target || score >= target) out[0] = 0;
    else snprintf(out, size, "%u to go", target - score);
}

/* The columns of a panel, 0: there is no room for them. */
static int panel_columns(unsigned count, int rows, int columns) {
    if (!count) return 0;
    if (rows >= SOLID_FROM && (int)count * PANEL_WIDE <= columns) return PANEL_WIDE;
    int each = columns / (int)count < PANEL_COLUMNS ? columns / (int)count : PANEL_COLUMNS;
    return each >= PANEL_MIN && rows >= (int)count + FIGURE_ROWS + 17 ? each : 0;
}

static int panel_pixel(int rows, int columns) { return rows < SOLID_FROM ? 0 : columns < PANEL_WIDE ? 1 : 2; }

static int panel_rows(int rows, int columns) {
    if (!columns) return 0;
    return panel_pixel(rows, columns) ? FIGURE_ROWS_SOLID + 5 : FIGURE_ROWS + 3;
}

int points_rows(const Sheet *sheet, int rows, int columns) {
    Seat seats[SEATS_MAX];
    unsigned count = points_seats(sheet, seats);
    return (int)count + 2 + panel_rows(rows, panel_columns(count, rows, columns));
}

static void draw_panel(const Sheet *sheet, Seat seat, Box box) {
    char words[SEATS_MAX * PLAYER_NAME_MAX];
    bool wins = sheet->score.winners >> seat & 1;
    int row = box.row + box.rows - 2, pixel = panel_pixel((int)screen_rows(), box.columns);
    points_name(sheet, seat, true, words, sizeof words);
    screen_frame(box, wins ? PAINT_ACCENT | PAINT_BOLD : PAINT_TEXT, words);
    figures_draw(box.row + (pixel ? 2 : 1), box.column + 3, PAINT_TEXT, sheet->score.score[seat], pixel, true);
    screen_format(row, box.column + 3, 12, PAINT_TEXT | PAINT_BOLD, "%u %s", sheet->score.score[seat],
                  box.columns < PANEL_COLUMNS ? "" : plural(sheet->score.score[seat], "point", "points"));
    write_missing(sheet, seat, words, sizeof words);
    int wide = (int)screen_width(words);
    screen_text(row, box.column + box.columns - wide - 1, wide, PAINT_ACCENT | PAINT_BOLD, words);
    screen_area(box, AREA_SEAT + (int)seat);
}

/* "205 +120", "205" where nothing was won, "=120" for a correction. */
static void write_deal(const Past *past, unsigned line, Seat seat, char *out, size_t size) {
    uint32_t now = past->row[line % PAST_ROWS].score[seat], before = 0;
    if (line) before = past->row[(line - 1) % PAST_ROWS].score[seat];
    if (!past->row[line % PAST_ROWS].deal) snprintf(out, size, now != before ? "=%u" : "%u", now);
    else if (now != before) snprintf(out, size, "%u +%u", now, now - before);
    else snprintf(out, size, "%u", now);
}

static void draw_columns(const Past *past, Box box, const Seat *seats, unsigned count, int columns) {
    unsigned room = columns > 0 ? (unsigned)(columns / DEAL_COLUMNS) : 0, shown = past->lines;
    if (shown > PAST_ROWS - 1) shown = PAST_ROWS - 1;
    if (shown > room) shown = room;
    for (unsigned i = 0; i < shown; i++) {
        unsigned line = past->lines - shown + i, deal = past->row[line % PAST_ROWS].deal;
        int column = box.column + box.columns - columns + (int)i * DEAL_COLUMNS;
        if (deal) screen_format(box.row, column, DEAL_COLUMNS - 1, PAINT_QUIET, "deal %u", deal);
        else screen_text(box.row, column, DEAL_COLUMNS - 1, PAINT_QUIET, "corrected");
        for (unsigned j = 0; j < count; j++) {
            char words[40];
            write_deal(past, line, seats[j], words, sizeof words);
            bool won = strpbrk(words, "+=");
            screen_text(box.row + 1 + (int)j, column, DEAL_COLUMNS - 1, won ? PAINT_TEXT | PAINT_BOLD : PAINT_QUIET,
                        words);
        }
    }
}

static void draw_total(const Sheet *sheet, Seat seat, int row, int column, unsigned paint) {
    char words[32];
    int used = (int)screen_format(row, column, 8, paint, "%5u", sheet->score.score[seat]);
    write_missing(sheet, seat, words, sizeof words);
    screen_text(row, column + used + 1, TOTAL_COLUMNS - used - 2, PAINT_ACCENT, words);
}

/* "player, first to 500" */
static void draw_head(const Sheet *sheet, Box box) {
    int target = sheet->score.rules.option.target;
    const char *row = sheet->score.rules.option.teams ? "team" : "player";
    if (target) screen_format(box.row, box.column + 2, NAME_COLUMNS - 2, PAINT_QUIET, "%s, first to %d", row, target);
    else screen_format(box.row, box.column + 2, NAME_COLUMNS - 2, PAINT_QUIET, "%s, one deal", row);
}

/* The totals are in it only where no panels show them. */
static void draw_table(const Arbiter *a, Box box, const Seat *seats, unsigned count, bool totals) {
    const Sheet *sheet = arbiter_sheet(a);
    char words[SEATS_MAX * PLAYER_NAME_MAX];
    draw_head(sheet, box);
    if (totals) screen_text(box.row, box.column + NAME_COLUMNS + 1, TOTAL_COLUMNS, PAINT_QUIET, "total");
    for (unsigned i = 0; i < count; i++) {
        int row = box.row + 1 + (int)i;
        bool wins = sheet->score.winners >> seats[i] & 1;
        unsigned paint = wins ? PAINT_ACCENT | PAINT_BOLD : PAINT_TEXT | PAINT_BOLD;
        points_name(sheet, seats[i], true, words, sizeof words);
        screen_text(row, box.column + 2, NAME_COLUMNS - 3, paint, words);
        if (totals) draw_total(sheet, seats[i], row, box.column + NAME_COLUMNS, paint);
        screen_area((Box){row, box.column, 1, NAME_COLUMNS}, AREA_SEAT + (int)seats[i]);
    }
    draw_columns(&a->past, box, seats, count, box.columns - NAME_COLUMNS - (totals ? TOTAL_COLUMNS : 0) - 1);
}

void points_draw(const Arbiter *a, Box box) {
    const Sheet *sheet = arbiter_sheet(a);
    Seat seats[SEATS_MAX];
    unsigned count = points_seats(sheet, seats);
    int each = panel_columns(count, (int)screen_rows(), box.columns), rows = panel_rows((int)screen_rows(), each);
    for (unsigned i = 0; i < count && each; i++)
        draw_panel(sheet, seats[i], (Box){box.row, box.column + (int)i * each, rows, each});
    draw_table(a, (Box){box.row + rows, box.column, box.rows - rows, box.columns}, seats, count, !each);
}
