/* arbiter_window.c -- a line that is typed, and a list to choose from. */
#include <stdio.h>
#include <string.h>

#include "arbiter_internal.h"

/* ---- a line ---- */

static void draw_behind(void *context) { arbiter_draw(context); }

Typed window_type(Arbiter *a, const char *title, const char *about, const char *trouble, char *text, size_t size) {
    return screen_type(&(TypeWindow){title, about, trouble, text, size, false, draw_behind, a});
}

Typed window_retype(Arbiter *a, const char *title, const char *about, const char *trouble, char *text, size_t size) {
    return screen_type(&(TypeWindow){title, about, trouble, text, size, true, draw_behind, a});
}

/* ---- a list ---- */

enum { LIST_COLUMNS_MAX = 110 };
static const char list_keys[] = "123456789abcdefhijkmoprstvwyz";

static void draw_row(int row, int column, int columns, const char *words, int index, bool chosen) {
    char key = index < (int)sizeof list_keys - 1 ? list_keys[index] : ' ';
    screen_format(row, column, columns, chosen ? PAINT_TEXT | PAINT_BOLD | PAINT_INVERSE : PAINT_TEXT, "%s [%c] %s ",
                  chosen ? SYMBOL_RIGHT : " ", key, words);
    screen_area((Box){row, column, 1, columns}, index);
}

/* Draws what fits around the chosen row. */
static void draw_list(const char *title, const char *about, const char *const *rows, int count, int chosen) {
    int columns = (int)screen_columns(), height = (int)screen_rows();
    int width = columns < LIST_COLUMNS_MAX ? columns : LIST_COLUMNS_MAX, left = (columns - width) / 2;
    Box nothing = {0, 0, 0, width - 4};
    int said = (int)screen_wrapped(nothing, 0, 0, about), room = height - said - 5;
    int first = chosen < room ? 0 : chosen - room + 1;
    screen_clear();
    screen_frame((Box){0, left, height - 1, width}, PAINT_ACCENT, title);
    screen_wrapped((Box){1, left + 2, said, width - 4}, 0, PAINT_TEXT | PAINT_BOLD, about);
    for (int i = first; i < count && i - first < room; i++)
        draw_row(2 + said + i - first, left + 2, width - 4, rows[i], i, i == chosen);
    screen_format(height - 1, left, width, PAINT_QUIET, " %s%s and Enter, a key, or a click.   Esc: back.", SYMBOL_UP,
                  SYMBOL_DOWN);
    screen_show();
}

static int key_row(uint32_t key, int count) {
    const char *at = key && key < 128 ? strchr(list_keys, (int)key) : NULL;
    return at && at - list_keys < count ? (int)(at - list_keys) : -1;
}

int window_list(const char *title, const char *about, const char *const *rows, int count, int chosen) {
    for (;;) {
        draw_list(title, about, rows, count, chosen);
        Input input = screen_read(-1);
        int row = -1;
        switch (input.kind) {
        case INPUT_STOP: return WINDOW_STOP;
        case INPUT_ESCAPE: return WINDOW_BACK;
        case INPUT_ENTER: return count ? chosen : WINDOW_BACK;
        case INPUT_CLICK: row = input.what; break;
        case INPUT_CHARACTER: row = key_row(input.character, count); break;
        case INPUT_UP:
        case INPUT_WHEEL_UP: chosen -= chosen > 0; break;
        case INPUT_DOWN:
        case INPUT_WHEEL_DOWN: chosen += chosen + 1 < count; break;
        case INPUT_HOME: chosen = 0; break;
        case INPUT_END: chosen = count ? count - 1 : 0; break;
        default: break; /* foreign: keys that mean nothing here */
        }
        if (row >= 0 && row < count) return row;
    }
}
