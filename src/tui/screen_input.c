/* screen_input.c -- what comes from the terminal as one Input each.
 *
 * ncurses knows the keys that its description of the terminal names. Whatever else
 * begins with Escape is read to its end here: none of its bytes may ever count as
 * typed, even where they come late or in pieces. */
#define _XOPEN_SOURCE 700
#include <ncurses.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "screen_internal.h"

enum { POLL_MS = 250, SEQUENCE_MS = 1000, PASTE_MS = 3000, ESCAPE = 27, BELL = 7 };

static struct {
    int result; /* of get_wch(); ERR: nothing was put back */
    wint_t got;
    long escaped_ms; /* when a lone Escape was the last that came; 0: it was not */
    long pasted_ms;  /* when the last of a paste came; 0: none is going on */
    bool more;       /* another byte was waiting behind the last */
} heard = {.result = ERR};

static long now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000L + now.tv_nsec / 1000000L + 1;
}

static int take(int timeout_ms, wint_t *got) {
    int result = heard.result;
    *got = heard.got;
    heard.result = ERR;
    if (result != ERR) return result;
    timeout(timeout_ms);
    return get_wch(got);
}

static void put_back(int result, wint_t got) {
    heard.result = result;
    heard.got = got;
}

static short terminal_events(void) {
    struct pollfd terminal = {.fd = STDIN_FILENO, .events = POLLIN};
    return poll(&terminal, 1, 0) > 0 ? terminal.revents : 0;
}

static bool is_gone(void) { return terminal_events() & (POLLHUP | POLLERR | POLLNVAL); }
static bool is_more_waiting(void) { return heard.result != ERR || terminal_events() & POLLIN; }

/* ---- mouse ---- */

static Input input_at(InputKind kind, int row, int column) {
    return (Input){.kind = kind, .row = row, .column = column, .what = screen_area_at(row, column)};
}

static Input input_of_mouse(void) {
    MEVENT event;
    if (getmouse(&event) != OK) return (Input){.kind = INPUT_NONE};
    InputKind kind = event.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED) ? INPUT_CLICK
                     : event.bstate & BUTTON4_PRESSED                   ? INPUT_WHEEL_UP
                     : event.bstate & BUTTON5_PRESSED                   ? INPUT_WHEEL_DOWN
                                                                        : INPUT_NONE;
    return input_at(kind, event.y, event.x);
}

/* A report that ncurses did not take for one: the button's code, the place counted from 1. */
static Input input_of_report(unsigned code, int column, int row) {
    enum { MODIFIERS = 4 | 8 | 16, WHEEL_UP = 64, WHEEL_DOWN = 65 };
    code &= ~(unsigned)MODIFIERS;
    InputKind kind = code == 0            ? INPUT_CLICK
                     : code == WHEEL_UP   ? INPUT_WHEEL_UP
                     : code == WHEEL_DOWN ? INPUT_WHEEL_DOWN
                                          : INPUT_NONE;
    return input_at(kind, row - 1, column - 1);
}

/* ---- sequences ---- */

/* The next byte of a sequence; false: it is broken off, and what came instead counts for itself. */
static bool take_part(wint_t *got) {
    int result = take(SEQUENCE_MS, got);
    if (result == OK && *got >= ' ') return true;
    put_back(result, *got);
    return false;
}

/* The old report of a mouse: three bytes, each 32 above what it says. */
static Input read_old_report(void) {
    wint_t part[3];
    for (unsigned i = 0; i < 3; i++)
        if (!take_part(&part[i])) return (Input){.kind = INPUT_NONE};
    return input_of_report((unsigned)part[0] - 32, (int)part[1] - 32, (int)part[2] - 32);
}

static Input obey_sequence(const char *text, char end) {
    unsigned code;
    int column, row;
    if (end == '~' && strcmp(text, "200") == 0) heard.pasted_ms = now_ms();
    if (end == '~' && strcmp(text, "201") == 0) heard.pasted_ms = 0;
    if (end == 'M' && !text[0]) return read_old_report();
    if (end == 'M' && sscanf(text, "<%5u;%5d;%5d", &code, &column, &row) == 3)
        return input_of_report(code, column, row);
    return (Input){.kind = INPUT_NONE};
}

/* Behind "ESC [": parameters, then the byte that ends it; a second bracket in front is the Linux console's. */
static Input read_sequence(void) {
    char text[32] = "";
    size_t length = 0;
    wint_t part;
    while (take_part(&part)) {
        bool ends = part >= '@' && part < 127 && !(part == '[' && !length);
        if (ends) return obey_sequence(text, (char)part);
        if (length + 1 < sizeof text) text[length++] = part < 127 ? (char)part : '?';
    }
    return (Input){.kind = INPUT_NONE};
}

/* Behind "ESC O": perhaps digits, then one byte. */
static Input read_short_sequence(void) {
    wint_t part;
    while (take_part(&part) && part < '@') {}
    return (Input){.kind = INPUT_NONE};
}

/* An answer of the terminal in words, up to a bell or "ESC \". */
static Input read_string(void) {
    wint_t part;
    int result;
    while ((result = take(SEQUENCE_MS, &part)) == OK && part != BELL && part != ESCAPE) {}
    if (result == OK && part == ESCAPE) take(ESCAPE_DELAY_MS, &part);
    return (Input){.kind = INPUT_NONE};
}

static Input read_escape(void) {
    wint_t next = 0;
    int result = take(ESCAPE_DELAY_MS, &next);
    if (result == OK && next == '[') return read_sequence();
    if (result == OK && next == 'O') return read_short_sequence();
    if (result == OK && (next == ']' || next == 'P' || next == '_' || next == '^')) return read_string();
    put_back(result, next);
    heard.escaped_ms = now_ms();
    return (Input){.kind = INPUT_ESCAPE};
}

/* The rest of a sequence whose Escape had to be taken for a key. The person who clicked then saw another frame. */
static Input read_late_sequence(void) {
    read_sequence();
    return (Input){.kind = INPUT_NONE};
}

/* ---- keys ---- */

static const struct {
    int key;
    InputKind kind;
} keys[] = {
    {KEY_ENTER, INPUT_ENTER},   {KEY_BTAB, INPUT_BACK_TAB}, {KEY_BACKSPACE, INPUT_BACKSPACE},
    {KEY_DC, INPUT_DELETE},     {KEY_LEFT, INPUT_LEFT},     {KEY_RIGHT, INPUT_RIGHT},
    {KEY_UP, INPUT_UP},         {KEY_DOWN, INPUT_DOWN},     {KEY_HOME, INPUT_HOME},
    {KEY_END, INPUT_END},       {KEY_PPAGE, INPUT_PAGE_UP}, {KEY_NPAGE, INPUT_PAGE_DOWN},
    {KEY_RESIZE, INPUT_RESIZE},
};

static Input input_of_key(int key) {
    Input input = {.kind = INPUT_NONE};
    if (key == KEY_MOUSE) return input_of_mouse();
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i].key == key) input.kind = keys[i].kind;
    return input;
}

static Input input_of_character(wint_t character) {
    Input input = {.kind = INPUT_CHARACTER, .character = (uint32_t)character};
    switch (character) {
    case '\r':
    case '\n': input.kind = INPUT_ENTER; break;
    case '\t': input.kind = INPUT_TAB; break;
    case ESCAPE: return read_escape();
    case 8:
    case 127: input.kind = INPUT_BACKSPACE; break;
    case 12: /* Ctrl-L: the terminal was written over */
        clearok(stdscr, TRUE);
        input.kind = INPUT_RESIZE;
        break;
    default: /* foreign: any other character */
        if (character < 32) input.kind = INPUT_NONE;
    }
    return input;
}

/* Of a paste nothing but text counts: its line ends are blanks. */
static Input paste(Input input) {
    bool blank = input.kind == INPUT_ENTER || input.kind == INPUT_TAB;
    heard.pasted_ms = now_ms();
    if (blank) input.character = ' ';
    input.kind = blank || input.kind == INPUT_CHARACTER ? INPUT_CHARACTER : INPUT_NONE;
    input.pasted = true;
    return input;
}

/* One attempt; *gone is set where the terminal can give nothing any more. */
static Input read_once(int timeout_ms, bool *gone) {
    wint_t got = 0;
    int result = take(timeout_ms, &got);
    bool late = heard.escaped_ms && now_ms() - heard.escaped_ms < SEQUENCE_MS;
    bool pasting = heard.pasted_ms && now_ms() - heard.pasted_ms < PASTE_MS;
    *gone = result == ERR && is_gone();
    if (result == ERR) return heard.more = false, (Input){.kind = INPUT_NONE};
    heard.escaped_ms = 0;
    if (!pasting) heard.pasted_ms = 0;
    Input input = result == KEY_CODE_YES ? input_of_key((int)got)
                  : late && got == '['   ? read_late_sequence()
                                         : input_of_character(got);
    if (pasting && heard.pasted_ms && result == OK && input.kind != INPUT_RESIZE) input = paste(input);
    bool before = heard.more;
    heard.more = is_more_waiting();
    input.burst = before || heard.more;
    return input;
}

static ScreenWait *listening;
static void *listener;

void screen_listen(ScreenWait *wait, void *context) {
    listening = wait;
    listener = context;
}

/* One attempt while somebody else is listened to: what is there is read before anything is waited for. */
static Input read_beside(int timeout_ms, bool *gone, bool *heard_other) {
    Input input = read_once(0, gone);
    if (input.kind != INPUT_NONE || *gone || !timeout_ms) return input;
    *heard_other = listening(listener, timeout_ms);
    return read_once(0, gone);
}

/* Waits in short pieces: a signal that comes just before the wait must not have to wait for a key. */
static Input read_input(int timeout_ms, bool text) {
    for (int left = timeout_ms;;) {
        bool gone = false, other = false;
        int piece = left >= 0 && left < POLL_MS ? left : POLL_MS;
        if (screen_is_stopped()) return (Input){.kind = INPUT_STOP};
        Input input = listening ? read_beside(piece, &gone, &other) : read_once(piece, &gone);
        if (gone) screen_ask_stop();
        if (screen_is_stopped()) return (Input){.kind = INPUT_STOP};
        if (input.kind == INPUT_RESIZE) return input;
        if (input.kind != INPUT_NONE && !screen_is_too_small() && (text || !input.pasted)) return input;
        if (left >= 0 && (other || (left -= piece) <= 0)) return (Input){.kind = INPUT_NONE};
    }
}

Input screen_read(int timeout_ms) { return read_input(timeout_ms, false); }
Input screen_read_text(int timeout_ms) { return read_input(timeout_ms, true); }
