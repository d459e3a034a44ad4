/* screen.h -- the terminal as a grid of cells: start and stop, paint, text, boxes,
 * and every key, click and resize as one Input.
 *
 *     screen_start() -> { screen_clear(), draw, screen_show(), screen_read() } ... -> screen_stop()
 *
 * There is one terminal, so there is one screen and no handle. Everything is drawn
 * from scratch for each frame; only what has changed is sent. Positions count from 0; what
 * lies outside of the screen is cut off, so nobody needs to check.
 *
 * Text is always UTF-8. Where the locale cannot show it, each symbol below becomes
 * its letter or line drawing of the same width and anything else '?'; where there
 * are no colours, or NO_COLOR is set, paint becomes bold and reverse. So nothing may
 * be said by colour alone. */
#ifndef UNO_SCREEN_H
#define UNO_SCREEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- start and stop ---- */

/* The smallest screen that a frame must fit; on a smaller one screen_show() puts a
 * plain message in its place. */
enum { SCREEN_ROWS_MIN = 24, SCREEN_COLUMNS_MIN = 80 };

/* True when standard input and output are a terminal that can be drawn on. */
bool screen_possible(void);

/* Takes the terminal over, and SIGINT, SIGTERM, SIGHUP, SIGABRT and SIGPIPE with it.
 * False: *trouble says what to do, and nothing has changed. */
bool screen_start(char *trouble, size_t size);

/* Gives the terminal and the signals back. Does nothing before screen_start(). It also
 * happens by itself on exit(), on Ctrl-Z until the program goes on, and on abort(). */
void screen_stop(void);

unsigned screen_rows(void);
unsigned screen_columns(void);
bool screen_has_utf8(void);

/* ---- paint ---- */

typedef enum {
    PAINT_TEXT,
    PAINT_QUIET, /* beside the point */
    PAINT_RED,
    PAINT_YELLOW,
    PAINT_GREEN,
    PAINT_BLUE,
    PAINT_ACCENT,  /* headings, and what asks for attention */
    PAINT_WARNING, /* trouble */
    PAINTS,
    PAINT_HUES = 0x0F,
    PAINT_BOLD = 0x10, /* these two are added to one of the above */
    PAINT_INVERSE = 0x20,
} Paint;

/* Symbols that text may contain and that every screen shows: as they are, or as
 *                      R    Y    G    B    *    >    <    ^    v    -    .    x    <> */
#define SYMBOL_RED "\xE2\x97\x8F"    /* circle */
#define SYMBOL_YELLOW "\xE2\x98\x85" /* star */
#define SYMBOL_GREEN "\xE2\x96\xB2"  /* triangle */
#define SYMBOL_BLUE "\xE2\x96\xA0"   /* square */
#define SYMBOL_WILD "\xE2\x97\x86"   /* diamond */
#define SYMBOL_RIGHT "\xE2\x96\xB6"
#define SYMBOL_LEFT "\xE2\x97\x80"
#define SYMBOL_UP "\xE2\x86\x91"
#define SYMBOL_DOWN "\xE2\x86\x93"
#define SYMBOL_DASH "\xE2\x80\x93"
#define SYMBOL_DOT "\xC2\xB7"
#define SYMBOL_TIMES "\xC3\x97"

/* ---- drawing ---- */

typedef struct {
    int row, column, rows, columns;
} Box;

/* Begins a frame: everything empty, no areas, no cursor. */
void screen_clear(void);

/* Sends the frame to the terminal. */
void screen_show(void);

/* The columns a text takes. */
unsigned screen_width(const char *text);

/* Puts a text into at most `columns` columns of a row and returns how many it took;
 * one that does not fit ends in an ellipsis. Control characters become '?'. */
unsigned screen_text(int row, int column, int columns, unsigned paint, const char *text);
unsigned screen_format(int row, int column, int columns, unsigned paint, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* Breaks a text at blanks and line ends and draws its lines from the `first` (from 0)
 * on, as many as the box has room for. Returns how many lines there are in all: with a
 * box without rows, nothing is drawn. A line's own indent is kept for the lines it breaks into;
 * where an indented line has two columns of text, it is that of the second. */
unsigned screen_wrapped(Box box, unsigned first, unsigned paint, const char *text);

/* Blanks in that paint. */
void screen_fill(Box box, unsigned paint);

/* A frame along the edge of the box, with a title in it (NULL: none); the inside is cleared. */
void screen_frame(Box box, unsigned paint, const char *title);

/* A horizontal line, with a title near its left end (NULL: none). */
void screen_line(int row, int column, int columns, unsigned paint, const char *title);

/* Shows the terminal's cursor there, until the next screen_clear(). */
void screen_cursor(int row, int column);

/* ---- areas: what a click means ---- */

/* Names a part of this frame; of overlapping ones the last wins. `what` is at least 0. */
enum { SCREEN_AREAS_MAX = 256 };
void screen_area(Box box, int what);

/* The name of the area at a place, or -1. */
int screen_area_at(int row, int column);

/* ---- input ---- */

typedef enum {
    INPUT_NONE, /* nothing came in time */
    INPUT_CHARACTER,
    INPUT_ENTER,
    INPUT_ESCAPE,
    INPUT_TAB,
    INPUT_BACK_TAB,
    INPUT_BACKSPACE,
    INPUT_DELETE,
    INPUT_LEFT,
    INPUT_RIGHT,
    INPUT_UP,
    INPUT_DOWN,
    INPUT_HOME,
    INPUT_END,
    INPUT_PAGE_UP,
    INPUT_PAGE_DOWN,
    INPUT_CLICK, /* at row, column; `what` is the area there */
    INPUT_WHEEL_UP,
    INPUT_WHEEL_DOWN,
    INPUT_RESIZE, /* draw again */
    INPUT_STOP,   /* a signal asks for the end, or the terminal is gone; it comes again at every further read */
} InputKind;

typedef struct {
    InputKind kind;
    uint32_t character; /* INPUT_CHARACTER: Unicode, never a control character */
    int row, column;    /* INPUT_CLICK and the wheel */
    int what;
    bool burst;  /* it came at once with what was before or behind it: nobody types like that */
    bool pasted; /* it is of a paste that the terminal has marked as one */
} Input;

/* Waits for the next input, at most so many milliseconds; negative: as long as it
 * takes; 0: not at all. While the screen is too small, only INPUT_RESIZE,
 * INPUT_STOP and INPUT_NONE come. */
Input screen_read(int timeout_ms);

/* The same, for a line of text: what was pasted comes as well, and nothing but characters of it. */
Input screen_read_text(int timeout_ms);

/* Somebody else is to be listened to while the screen waits for input. `wait` waits until the terminal has some, or
 * `timeout_ms` are over; it returns true where something else happened: then a read that has a time limit returns
 * INPUT_NONE at once, while windows go on. NULL: nobody. */
typedef bool ScreenWait(void *context, int timeout_ms);
void screen_listen(ScreenWait *wait, void *context);

/* ---- small windows of their own: they read until they are closed ---- */

/* A text that can be scrolled, on the whole screen; from its end where `at_end`. Escape, Enter, q or
 * `key` (0: none) closes it. False: INPUT_STOP. */
bool screen_pager(const char *title, const char *text, bool at_end, char key);

/* A question in a box over the frame. Each choice is "key meaning", such as "y quit the game";
 * a NULL ends them. Returns the number of the choice: by its key, by a click, or by Enter on the one
 * that the arrows reach (the first to begin with); the last one also by Escape. -1: INPUT_STOP. */
#define CHOICE_BACK "\x1B back" /* for the last one: Escape is its only key */
int screen_choose(const char *title, const char *text, const char *const *choices);

/* A line that is typed, in a window. Typing goes in where the cursor is; where `fresh`, what is typed first takes
 * the place of all that is there. */
typedef struct {
    const char *title, *about, *trouble; /* the last two may be "" */
    char *text;
    size_t size;
    bool fresh;
    void (*backdrop)(void *context); /* draws the frame behind it again; NULL: what is there stays */
    void *context;
} TypeWindow;

typedef enum { TYPED, TYPED_BACK, TYPED_STOP } Typed; /* Enter, Escape, INPUT_STOP */
Typed screen_type(const TypeWindow *window);

#endif
