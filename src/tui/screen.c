/* screen.c -- the terminal as a grid: paint, signals, and how it is given back. */
#define _XOPEN_SOURCE 700
#include "screen.h"

#include <langinfo.h>
#include <locale.h>
#include <ncurses.h>
#include <signal.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "screen_internal.h"

enum { RICH_COLOURS = 256, PLENTY_COLOURS = 16 };

static struct {
    SCREEN *terminal; /* NULL: not started */
    bool utf8;
    unsigned colours;
    int areas;
    struct {
        Box box;
        int what;
    } area[SCREEN_AREAS_MAX];
} screen;

static volatile sig_atomic_t stop_asked, on_screen;

/* ---- signals ---- */

bool screen_is_stopped(void) { return stop_asked; }
void screen_ask_stop(void) { stop_asked = 1; }

static void on_stop(int number) {
    (void)number;
    stop_asked = 1;
}

/* A failed assert: the terminal must be usable afterwards, and its person must hear of it.
 * What endwin() does is not promised to work here; nothing is lost if it does not. */
static void on_abort(int number) {
    static const char words[] = "uno: stopped by a mistake in the program itself.\n";
    if (on_screen) {
        on_screen = 0;
        endwin();
        if (write(STDERR_FILENO, words, sizeof words - 1) < 0) _exit(1);
    }
    signal(number, SIG_DFL);
    raise(number);
}

static struct {
    int number;
    void (*handler)(int);
    struct sigaction before;
} caught[] = {
    {.number = SIGINT, .handler = on_stop},   {.number = SIGTERM, .handler = on_stop},
    {.number = SIGHUP, .handler = on_stop},   {.number = SIGQUIT, .handler = on_stop},
    {.number = SIGABRT, .handler = on_abort}, {.number = SIGPIPE, .handler = SIG_IGN},
};
enum { CAUGHT = sizeof caught / sizeof *caught };

/* Without SA_RESTART a signal also ends a waiting read. */
static void take_signals(void) {
    stop_asked = 0;
    for (unsigned i = 0; i < CAUGHT; i++) {
        struct sigaction action;
        memset(&action, 0, sizeof action);
        action.sa_handler = caught[i].handler;
        sigaction(caught[i].number, &action, &caught[i].before);
    }
}

static void give_signals_back(void) {
    for (unsigned i = 0; i < CAUGHT; i++) sigaction(caught[i].number, &caught[i].before, NULL);
}

/* ---- paint ---- */

typedef struct {
    short rich, few;        /* of 256 colours, of 8 */
    attr_t few_extra, none; /* added where there are few colours; all there is where there are none */
} Hue;

static const Hue hues[PAINTS] = {
    [PAINT_TEXT] = {253, COLOR_WHITE, A_NORMAL, A_NORMAL}, [PAINT_QUIET] = {245, COLOR_WHITE, A_NORMAL, A_NORMAL},
    [PAINT_RED] = {203, COLOR_RED, A_BOLD, A_BOLD},        [PAINT_YELLOW] = {221, COLOR_YELLOW, A_BOLD, A_BOLD},
    [PAINT_GREEN] = {78, COLOR_GREEN, A_BOLD, A_BOLD},     [PAINT_BLUE] = {75, COLOR_BLUE, A_BOLD, A_BOLD},
    [PAINT_ACCENT] = {216, COLOR_CYAN, A_BOLD, A_BOLD},    [PAINT_WARNING] = {210, COLOR_MAGENTA, A_BOLD, A_BOLD},
};

enum { TABLE_RICH = 235, TABLE_FEW = COLOR_BLACK };

static bool colours_wanted(void) {
    const char *no = getenv("NO_COLOR");
    return !(no && no[0]) && has_colors();
}

static void mix_paint(void) {
    screen.colours = 0;
    if (!colours_wanted() || start_color() == ERR || COLORS < 8 || COLOR_PAIRS <= PAINTS) return;
    bool rich = COLORS >= RICH_COLOURS;
    screen.colours = rich ? RICH_COLOURS : COLORS >= PLENTY_COLOURS ? PLENTY_COLOURS : 8;
    for (short i = 0; i < PAINTS; i++)
        init_pair((short)(i + 1), rich ? hues[i].rich : hues[i].few, rich ? TABLE_RICH : TABLE_FEW);
    bkgdset((chtype)(COLOR_PAIR(1) | ' '));
}

static attr_t attributes_of(unsigned paint) {
    unsigned hue = paint & PAINT_HUES;
    attr_t attributes = paint & PAINT_BOLD ? A_BOLD : A_NORMAL;
    if (paint & PAINT_INVERSE) attributes |= A_REVERSE;
    if (!screen.colours) return attributes | hues[hue].none;
    if (screen.colours < RICH_COLOURS) attributes |= hues[hue].few_extra;
    return attributes | (attr_t)COLOR_PAIR((int)hue + 1);
}

/* ---- start and stop ---- */

bool screen_possible(void) {
    const char *terminal = getenv("TERM");
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && terminal && terminal[0] && strcmp(terminal, "dumb") != 0;
}

static void stop_at_exit(void) { screen_stop(); }

bool screen_start(char *trouble, size_t size) {
    static bool registered;
    if (!screen_possible()) {
        snprintf(trouble, size, "this is no terminal that can be drawn on: set TERM, or use the line mode");
        return false;
    }
    setlocale(LC_ALL, "");
    screen.utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    set_escdelay(ESCAPE_DELAY_MS);
    screen.terminal = newterm(NULL, stdout, stdin);
    if (!screen.terminal) {
        snprintf(trouble, size, "the terminal '%s' is not known here: set TERM, or use the line mode", getenv("TERM"));
        return false;
    }
    on_screen = 1;
    cbreak();
    noecho();
    nonl();
    intrflush(stdscr, FALSE);
    keypad(stdscr, TRUE);
    curs_set(0);
    mouseinterval(0); /* a press counts at once: nobody waits for a second click */
    mousemask(BUTTON1_PRESSED | BUTTON1_CLICKED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    mix_paint();
    take_signals();
    if (!registered) registered = atexit(stop_at_exit) == 0;
    screen_clear();
    return true;
}

void screen_stop(void) {
    if (!screen.terminal) return;
    on_screen = 0;
    endwin();
    give_signals_back();
    delscreen(screen.terminal);
    screen.terminal = NULL;
}

unsigned screen_rows(void) { return (unsigned)getmaxy(stdscr); }
unsigned screen_columns(void) { return (unsigned)getmaxx(stdscr); }
bool screen_has_utf8(void) { return screen.utf8; }

bool screen_is_too_small(void) { return screen_rows() < SCREEN_ROWS_MIN || screen_columns() < SCREEN_COLUMNS_MIN; }

/* ---- drawing ---- */

void screen_clear(void) {
    erase();
    screen.areas = 0;
    curs_set(0);
}

static void show_too_small(void) {
    char text[160];
    erase();
    screen.areas = 0;
    snprintf(text, sizeof text, "This window is %u x %u. Please make it %u x %u or larger; Ctrl-C leaves.",
             screen_columns(), screen_rows(), (unsigned)SCREEN_COLUMNS_MIN, (unsigned)SCREEN_ROWS_MIN);
    screen_wrapped((Box){0, 0, (int)screen_rows(), (int)screen_columns()}, 0, PAINT_TEXT, text);
}

void screen_show(void) {
    if (screen_is_too_small()) show_too_small();
    refresh();
}

unsigned screen_width(const char *text) {
    unsigned columns = 0;
    wchar_t glyph;
    while (*text) columns += glyph_next(&text, screen.utf8, &glyph);
    return columns;
}

/* Puts one character there; one in the last column of the last row must not scroll. */
static void put_glyph(int row, int column, attr_t attributes, wchar_t glyph) {
    cchar_t cell;
    wchar_t text[2] = {glyph, 0};
    if (row < 0 || column < 0 || row >= (int)screen_rows() || column >= (int)screen_columns()) return;
    setcchar(&cell, text, attributes & ~A_COLOR, (short)PAIR_NUMBER(attributes), NULL);
    mvadd_wch(row, column, &cell);
}

unsigned screen_text(int row, int column, int columns, unsigned paint, const char *text) {
    attr_t attributes = attributes_of(paint);
    unsigned room = columns > 0 ? (unsigned)columns : 0, used = 0;
    bool cut = screen_width(text) > room;
    while (*text) {
        wchar_t glyph;
        unsigned wide = glyph_next(&text, screen.utf8, &glyph);
        if (used + wide + cut > room) break;
        put_glyph(row, column + (int)used, attributes, glyph);
        used += wide;
    }
    if (cut && room) put_glyph(row, column + (int)used++, attributes, screen.utf8 ? L'\x2026' : L'~');
    return used;
}

unsigned screen_format(int row, int column, int columns, unsigned paint, const char *format, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return screen_text(row, column, columns, paint, text);
}

void screen_fill(Box box, unsigned paint) {
    attr_t attributes = attributes_of(paint);
    for (int row = 0; row < box.rows; row++)
        for (int column = 0; column < box.columns; column++)
            put_glyph(box.row + row, box.column + column, attributes, L' ');
}

static void put_line(int row, int column, int columns, unsigned paint) {
    attr_t attributes = attributes_of(paint);
    for (int i = 0; i < columns; i++) put_glyph(row, column + i, attributes, screen.utf8 ? L'\x2500' : L'-');
}

void screen_line(int row, int column, int columns, unsigned paint, const char *title) {
    put_line(row, column, columns, paint);
    if (title) screen_format(row, column + 2, columns - 4, paint | PAINT_BOLD, " %s ", title);
}

void screen_frame(Box box, unsigned paint, const char *title) {
    static const wchar_t round[] = L"\x256D\x256E\x2570\x256F\x2502", plain[] = L"++++|";
    const wchar_t *corner = screen.utf8 ? round : plain;
    attr_t attributes = attributes_of(paint);
    int last_row = box.row + box.rows - 1, last_column = box.column + box.columns - 1;
    screen_fill(box, PAINT_TEXT);
    put_line(box.row, box.column, box.columns, paint);
    put_line(last_row, box.column, box.columns, paint);
    for (int row = box.row + 1; row < last_row; row++) {
        put_glyph(row, box.column, attributes, corner[4]);
        put_glyph(row, last_column, attributes, corner[4]);
    }
    put_glyph(box.row, box.column, attributes, corner[0]);
    put_glyph(box.row, last_column, attributes, corner[1]);
    put_glyph(last_row, box.column, attributes, corner[2]);
    put_glyph(last_row, last_column, attributes, corner[3]);
    if (title) screen_format(box.row, box.column + 2, box.columns - 4, paint | PAINT_BOLD, " %s ", title);
}

void screen_cursor(int row, int column) {
    move(row, column);
    curs_set(1);
}

/* ---- areas ---- */

void screen_area(Box box, int what) {
    if (screen.areas == SCREEN_AREAS_MAX) return;
    screen.area[screen.areas].box = box;
    screen.area[screen.areas++].what = what;
}

int screen_area_at(int row, int column) {
    for (int i = screen.areas; i-- > 0;) {
        const Box *box = &screen.area[i].box;
        if (row >= box->row && row < box->row + box->rows && column >= box->column &&
            column < box->column + box->columns)
            return screen.area[i].what;
    }
    return -1;
}
