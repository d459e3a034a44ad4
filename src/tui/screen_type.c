/* screen_type.c -- a line that is typed. */
#include <stdio.h>
#include <string.h>

#include "screen.h"

enum { TYPE_COLUMNS_MAX = 110, TYPE_BYTES_MAX = 4096 };

typedef struct {
    char *text;
    size_t size, at; /* the cursor, in bytes */
    bool fresh;      /* as it began: what is typed takes its place */
} Line;

static bool is_middle(char byte) { return ((unsigned char)byte & 0xC0) == 0x80; }

static void go_left(Line *line) {
    if (line->at) line->at--;
    while (line->at && is_middle(line->text[line->at])) line->at--;
}

static void go_right(Line *line) {
    if (line->text[line->at]) line->at++;
    while (is_middle(line->text[line->at])) line->at++;
}

static void erase(Line *line) {
    size_t from = line->at;
    go_right(line);
    memmove(line->text + from, line->text + line->at, strlen(line->text + line->at) + 1);
    line->at = from;
}

static size_t encode(uint32_t c, char out[4]) {
    if (c < 0x80) return out[0] = (char)c, 1;
    if (c < 0x800) return out[0] = (char)(0xC0 | c >> 6), out[1] = (char)(0x80 | (c & 0x3F)), 2;
    size_t bytes = c < 0x10000 ? 3 : 4;
    for (size_t i = bytes - 1; i > 0; i--, c >>= 6) out[i] = (char)(0x80 | (c & 0x3F));
    out[0] = (char)((bytes == 3 ? 0xE0 : 0xF0) | c);
    return bytes;
}

static void insert(Line *line, uint32_t character) {
    char bytes[4];
    size_t count = encode(character, bytes), length = strlen(line->text);
    if (length + count >= line->size) return;
    memmove(line->text + line->at + count, line->text + line->at, length - line->at + 1);
    memcpy(line->text + line->at, bytes, count);
    line->at += count;
}

static void edit(Line *line, const Input *input) {
    bool replaces = input->kind == INPUT_CHARACTER || input->kind == INPUT_BACKSPACE || input->kind == INPUT_DELETE;
    if (line->fresh && replaces) line->text[line->at = 0] = 0;
    if (input->kind != INPUT_RESIZE) line->fresh = false;
    switch (input->kind) {
    case INPUT_CHARACTER: insert(line, input->character); break;
    case INPUT_LEFT: go_left(line); break;
    case INPUT_RIGHT: go_right(line); break;
    case INPUT_HOME: line->at = 0; break;
    case INPUT_END: line->at = strlen(line->text); break;
    case INPUT_DELETE: erase(line); break;
    case INPUT_BACKSPACE:
        if (!line->at) break;
        go_left(line);
        erase(line);
        break;
    default: break; /* foreign: keys that mean nothing here */
    }
}

/* The part of the line around the cursor that fits. */
static void draw_line(const Line *line, int row, int column, int columns) {
    char before[TYPE_BYTES_MAX];
    const char *from = line->text;
    snprintf(before, sizeof before, "%.*s", (int)line->at, line->text);
    const char *shown = before;
    while ((int)screen_width(shown) > columns - 2) {
        shown++, from++;
        while (is_middle(*shown)) shown++, from++;
    }
    screen_fill((Box){row, column, 1, columns}, PAINT_TEXT);
    screen_text(row, column, columns, PAINT_TEXT | PAINT_BOLD | (line->fresh ? PAINT_INVERSE : 0), from);
    screen_cursor(row, column + (int)screen_width(shown));
}

static void draw_window(const TypeWindow *window, const Line *line) {
    int columns = (int)screen_columns() - 4, rows = (int)screen_rows();
    if (columns > TYPE_COLUMNS_MAX) columns = TYPE_COLUMNS_MAX;
    Box nothing = {0, 0, 0, columns - 4};
    int said = (int)screen_wrapped(nothing, 0, 0, window->about),
        refused = (int)screen_wrapped(nothing, 0, 0, window->trouble);
    if (said + refused > rows - 6) refused = rows - 6 - said;
    Box box = {0, 2, said + refused + 4, columns};
    box.row = rows - 2 - box.rows;
    screen_frame(box, PAINT_ACCENT | PAINT_BOLD, window->title);
    screen_wrapped((Box){box.row + 1, box.column + 2, said, columns - 4}, 0, PAINT_TEXT | PAINT_BOLD, window->about);
    screen_wrapped((Box){box.row + 1 + said, box.column + 2, refused, columns - 4}, 0, PAINT_WARNING | PAINT_BOLD,
                   window->trouble);
    screen_text(box.row + 1 + said + refused, box.column + 2, 2, PAINT_ACCENT | PAINT_BOLD, "> ");
    draw_line(line, box.row + 1 + said + refused, box.column + 4, columns - 6);
    screen_text(box.row + 2 + said + refused, box.column + 2, columns - 4, PAINT_QUIET, "Enter: take it.  Esc: back.");
}

Typed screen_type(const TypeWindow *window) {
    size_t size = window->size < TYPE_BYTES_MAX ? window->size : TYPE_BYTES_MAX;
    Line line = {window->text, size, strlen(window->text), window->fresh};
    for (;;) {
        if (window->backdrop) window->backdrop(window->context);
        draw_window(window, &line);
        screen_show();
        Input input = screen_read_text(-1);
        if (input.kind == INPUT_STOP) return TYPED_STOP;
        if (input.kind == INPUT_ESCAPE) return TYPED_BACK;
        if (input.kind == INPUT_ENTER) return TYPED;
        edit(&line, &input);
    }
}
