/* screen_window.c -- small windows that read until they are closed: a text to scroll
 * through, a question with a few answers. */
#include <string.h>

#include "screen.h"

/* ---- a text to scroll through ---- */

enum { PAGER_WIDTH_MAX = 100, WHEEL_LINES = 3 };

static unsigned pager_draw(const char *title, const char *text, unsigned *top) {
    int rows = (int)screen_rows(), columns = (int)screen_columns();
    int width = columns < PAGER_WIDTH_MAX ? columns : PAGER_WIDTH_MAX;
    Box frame = {0, (columns - width) / 2, rows - 1, width};
    Box inside = {1, frame.column + 2, rows - 3, width - 4}, nothing = inside;
    nothing.rows = 0;
    screen_clear();
    screen_frame(frame, PAINT_ACCENT, title);
    unsigned lines = screen_wrapped(nothing, 0, PAINT_TEXT, text);
    unsigned last = lines > (unsigned)inside.rows ? lines - (unsigned)inside.rows : 0;
    if (*top > last) *top = last;
    screen_wrapped(inside, *top, PAINT_TEXT, text);
    screen_format(rows - 1, frame.column, width, PAINT_QUIET,
                  " %s%s or wheel scroll, Esc goes back   lines %u-%u of %u", SYMBOL_UP, SYMBOL_DOWN,
                  lines ? *top + 1 : 0, *top + (lines < (unsigned)inside.rows ? lines : (unsigned)inside.rows), lines);
    screen_show();
    return (unsigned)inside.rows;
}

static void pager_scroll(unsigned *top, unsigned page, const Input *input) {
    unsigned up = 0;
    switch (input->kind) {
    case INPUT_UP: up = 1; break;
    case INPUT_WHEEL_UP: up = WHEEL_LINES; break;
    case INPUT_PAGE_UP: up = page; break;
    case INPUT_HOME: up = *top; break;
    case INPUT_DOWN: *top += 1; return;
    case INPUT_WHEEL_DOWN: *top += WHEEL_LINES; return;
    case INPUT_PAGE_DOWN: *top += page; return;
    case INPUT_END: *top = UINT32_MAX / 2; return;
    case INPUT_CHARACTER:
        if (input->character == ' ') *top += page;
        return;
    default: return; /* foreign: keys that mean nothing here */
    }
    *top -= up < *top ? up : *top;
}

static bool closes(const Input *input, char key) {
    if (input->kind == INPUT_ESCAPE || input->kind == INPUT_ENTER) return true;
    return input->kind == INPUT_CHARACTER &&
           (input->character == 'q' || (key && input->character == (unsigned char)key));
}

bool screen_pager(const char *title, const char *text, bool at_end, char key) {
    unsigned top = at_end ? UINT32_MAX / 2 : 0;
    for (;;) {
        unsigned page = pager_draw(title, text, &top);
        Input input = screen_read(-1);
        if (input.kind == INPUT_STOP) return false;
        if (closes(&input, key)) return true;
        pager_scroll(&top, page, &input);
    }
}

/* ---- a question ---- */

enum { DIALOG_WIDTH = 64 };

static int count_choices(const char *const *choices) {
    int count = 0;
    while (choices[count]) count++;
    return count;
}

static void choose_draw(const char *title, const char *text, const char *const *choices, int chosen) {
    int count = count_choices(choices), width = DIALOG_WIDTH;
    Box nothing = {0, 0, 0, width - 4};
    int lines = (int)screen_wrapped(nothing, 0, PAINT_TEXT, text), rows = lines + count + 3;
    Box box = {((int)screen_rows() - rows) / 2, ((int)screen_columns() - width) / 2, rows, width};
    if (box.row < 0) box.row = 0;
    screen_frame(box, PAINT_ACCENT, title);
    screen_wrapped((Box){box.row + 1, box.column + 2, lines, width - 4}, 0, PAINT_TEXT, text);
    for (int i = 0; i < count; i++) {
        int row = box.row + lines + 2 + i;
        unsigned paint = i == chosen ? PAINT_TEXT | PAINT_INVERSE | PAINT_BOLD : PAINT_TEXT;
        char key[] = {choices[i][0], 0};
        screen_format(row, box.column + 2, width - 4, paint, "%s[%s]%s ", i == chosen ? SYMBOL_RIGHT : " ",
                      key[0] == CHOICE_BACK[0] ? "Esc" : key, choices[i] + 1);
        screen_area((Box){row, box.column + 1, 1, width - 2}, i);
    }
    screen_show();
}

int screen_choose(const char *title, const char *text, const char *const *choices) {
    int count = count_choices(choices), chosen = 0;
    if (count == 0) return -1;
    screen_area((Box){0, 0, (int)screen_rows(), (int)screen_columns()}, count); /* what lies below is out of reach */
    for (;;) {
        choose_draw(title, text, choices, chosen);
        Input input = screen_read(-1);
        switch (input.kind) {
        case INPUT_STOP: return -1;
        case INPUT_ENTER: return chosen;
        case INPUT_ESCAPE: return count - 1;
        case INPUT_RESIZE: screen_clear(); break;
        case INPUT_CLICK:
            if (input.what >= 0 && input.what < count) return input.what;
            break;
        case INPUT_UP:
        case INPUT_LEFT:
        case INPUT_BACK_TAB: chosen = (chosen + count - 1) % count; break;
        case INPUT_DOWN:
        case INPUT_RIGHT:
        case INPUT_TAB: chosen = (chosen + 1) % count; break;
        case INPUT_CHARACTER:
            for (int i = 0; i < count; i++)
                if (input.character == (unsigned char)choices[i][0]) return i;
            break;
        default: break; /* foreign: keys that mean nothing here */
        }
    }
}
