/* scene.c -- where everything goes: title, seats, middle and story, hand, question and
 * answers, keys. All rows of an 80 x 24 screen are spoken for; a larger one gets air
 * between the zones, larger cards, and the story in a column of its own. */
#include "scene.h"

#include <stdio.h>
#include <string.h>

enum {
    SIDE_FROM = 112, /* columns from which the story has its own column */
    SIDE_MAX = 72,
    MAIN_MAX = 104,  /* columns of the table itself, at most */
    LARGE_FROM = 36, /* rows from which cards are large */
    SEATS_ROWS = 4,  /* on a small screen: more seats than this stand side by side */
    MIDDLE_ROWS = 5,
    MIDDLE_ROWS_MIN = 3,
    QUESTION_ROWS = 2,
    ANSWER_ROWS = 3,
    OTHER_ROWS = 4 + QUESTION_ROWS + ANSWER_ROWS, /* title, two lines, keys */
    MIDDLE_COLUMNS = 40,
    AIR_MAX = 4,
};

typedef struct {
    Box seats, middle, story, hand, question, answers;
    int middle_line, hand_line;
    bool side, large;
} Layout;

/* Rows of each zone, and blank ones between them. */
typedef struct {
    int seats, middle, hand, air, above;
} Heights;

/* What is too much is taken from the middle, then from the hand; what is left over goes to the middle, where the
 * story is, or becomes air. */
static Heights share_rows(const Scene *scene, int width, bool large) {
    bool whole = cards_faces(&scene->teller.rules->numbers); /* two counts at a seat need a whole line */
    Heights rows = {.seats = (int)seats_rows(scene, large   ? SEATS_MAX
                                                    : whole ? SPLIT_SEATS_MAX
                                                            : SEATS_ROWS),
                    .middle = MIDDLE_ROWS};
    int room = (int)screen_rows() - OTHER_ROWS - rows.seats - rows.middle;
    rows.hand = (int)hand_rows(scene, (unsigned)width - 1, (unsigned)(room > 0 ? room : 0), large);
    int left = (int)screen_rows() - OTHER_ROWS - rows.seats - rows.middle - rows.hand;
    int more = !large ? left : left < MIDDLE_ROWS ? left : MIDDLE_ROWS;
    rows.middle += more;
    left -= more;
    if (rows.middle < MIDDLE_ROWS_MIN) {
        rows.hand -= MIDDLE_ROWS_MIN - rows.middle;
        rows.middle = MIDDLE_ROWS_MIN;
    }
    rows.air = left / 5 < AIR_MAX ? left / 5 : AIR_MAX;
    rows.above = (left - 4 * rows.air) / 2;
    return rows;
}

static Layout lay_out(const Scene *scene) {
    Layout at = {.side = screen_columns() >= SIDE_FROM, .large = screen_rows() >= LARGE_FROM};
    int columns = (int)screen_columns(), side = 0;
    if (at.side) side = columns * 2 / 5 < SIDE_MAX ? columns * 2 / 5 : SIDE_MAX;
    if (side > columns - SCREEN_COLUMNS_MIN - 1) side = at.side ? columns - SCREEN_COLUMNS_MIN - 1 : 0;
    int room = columns - side - at.side, width = room < MAIN_MAX ? room : MAIN_MAX, left = (room - width) / 2;
    Heights rows = share_rows(scene, width, at.large);
    int row = 1 + rows.above;
    at.seats = (Box){row, left, rows.seats, width};
    row += rows.seats + rows.air;
    at.middle_line = row++;
    at.middle = (Box){row, left, rows.middle, at.side ? width : MIDDLE_COLUMNS};
    at.story = at.side ? (Box){2, columns - side + 1, (int)screen_rows() - 4, side - 2}
                       : (Box){row, left + MIDDLE_COLUMNS + 1, rows.middle, width - MIDDLE_COLUMNS - 2};
    row += rows.middle + rows.air;
    at.hand_line = row++;
    row += rows.air / 2;
    at.hand = (Box){row, left + 1, rows.hand, width - 1};
    row += rows.hand + rows.air;
    at.question = (Box){row, left + 1, QUESTION_ROWS, width - 2};
    at.answers = (Box){row + QUESTION_ROWS, left + 1, ANSWER_ROWS, width - 2};
    return at;
}

/* ---- the edges ---- */

static void draw_title(const Scene *scene) {
    const Rules *rules = scene->teller.rules;
    const Board *board = &scene->view.board;
    int columns = (int)screen_columns();
    char text[200];
    size_t used = (size_t)snprintf(text, sizeof text, " %s", scene->title);
    if (rules->option.target > 0)
        snprintf(text + used, sizeof text - used, "  %s  deal %u, first to %d points", SYMBOL_DOT, board->deals,
                 rules->option.target);
    screen_fill((Box){0, 0, 1, columns}, PAINT_TEXT | PAINT_INVERSE);
    int corner = (int)screen_width(scene->corner) + 2;
    if (corner > columns / 3) corner = columns / 3;
    screen_text(0, 0, columns - corner - 1, PAINT_TEXT | PAINT_INVERSE | PAINT_BOLD, text);
    screen_text(0, columns - corner + 1, corner - 2, PAINT_TEXT | PAINT_INVERSE, scene->corner);
}

/* The colour in play tints the edge of the table. */
static unsigned edge_of_classic(const Board *board) { return colour_paint(board->classic.colour); }

static unsigned edge_of_split(const Board *board) {
    (void)board;
    return PAINT_QUIET;
}

typedef unsigned EdgePaint(const Board *board);

static unsigned edge_paint(const Scene *scene) {
    static EdgePaint *const rows[FAMILIES] = {
#define FAMILY(NAME, name) edge_of_##name,
#include "../engine/family.def"
#undef FAMILY
    };
    return rows[scene->teller.rules->family](&scene->view.board);
}

static void draw_lines(const Scene *scene, const Layout *at) {
    const View *view = &scene->view;
    char text[120] = "";
    int column = at->seats.column, columns = at->seats.columns;
    screen_line(at->middle_line, column, columns, edge_paint(scene), "Table");
    if (!at->side) screen_text(at->middle_line, column + MIDDLE_COLUMNS + 1, 12, PAINT_QUIET | PAINT_BOLD, " Story ");
    if (view->seat < SEATS_MAX) {
        const char *whose = view->seat == scene->teller.reader ? "Your hand" : scene->teller.name[view->seat];
        unsigned count = view->board.count[view->seat], actions = view->board.actions[view->seat];
        if (cards_faces(&scene->teller.rules->numbers))
            snprintf(text, sizeof text, "%s: %u number card%s, %u action card%s", whose, count, count == 1 ? "" : "s",
                     actions, actions == 1 ? "" : "s");
        else snprintf(text, sizeof text, "%s: %u card%s", whose, count, count == 1 ? "" : "s");
    }
    screen_line(at->hand_line, column, columns, edge_paint(scene), text[0] ? text : NULL);
    if (!at->side) return;
    Box frame = {at->story.row - 1, at->story.column - 1, at->story.rows + 2, at->story.columns + 2};
    screen_frame(frame, PAINT_QUIET, "Story");
}

/* ---- question and answers ---- */

static bool is_shown_as_card(const Scene *scene, const Choice *choice) {
    bool held = choice_is_card(choice) || action_kind(choice->action) == ACT_CAST;
    return scene->pick->step == STEP_WHAT && held && choice->box.rows;
}

/* "[d] draw a card": what is not a card of the hand. */
static void draw_answers(const Scene *scene, Box box) {
    int row = 0, column = 0;
    for (unsigned i = 0; i < scene->pick->choices; i++) {
        Choice *choice = &scene->pick->choice[i];
        char text[WORDS_ACTION_MAX + 8];
        bool chosen = i == scene->pick->chosen;
        if (is_shown_as_card(scene, choice)) continue;
        snprintf(text, sizeof text, "[%c] %s ", choice->key ? choice->key : ' ', choice->text);
        int wide = (int)screen_width(text) + 1;
        if (column && column + wide > box.columns) row++, column = 0;
        if (row >= box.rows) break;
        if (chosen) screen_text(box.row + row, box.column + column, 1, PAINT_ACCENT | PAINT_BOLD, SYMBOL_RIGHT);
        screen_text(box.row + row, box.column + column + 1, box.columns - column - 1,
                    chosen ? PAINT_TEXT | PAINT_BOLD | PAINT_INVERSE : PAINT_TEXT | PAINT_BOLD, text);
        choice->box = (Box){box.row + row, box.column + column, 1, wide};
        screen_area(choice->box, AREA_CHOICE + (int)i);
        column += wide + 2;
    }
}

/* What Enter does, and what is added to it. */
static void draw_meaning(const Scene *scene, int row, int column, int columns) {
    const Pick *pick = scene->pick;
    char text[WORDS_ACTION_MAX + 120];
    if (!pick->choices) return;
    size_t used = (size_t)snprintf(text, sizeof text, "Enter: %s", pick->choice[pick->chosen].text);
    if (pick->may_call && choice_is_card(&pick->choice[pick->chosen]))
        used +=
            (size_t)snprintf(text + used, sizeof text - used, "   ! calls UNO with it: %s", pick->call ? "YES" : "no");
    if (pick->step != pick->first) snprintf(text + used, sizeof text - used, "   Esc: back");
    screen_text(row, column, columns, PAINT_ACCENT, text);
}

/* Below the question where that leaves a line, else at the end of the answers. Returns its rows there. */
static int draw_message(const Scene *scene, const Layout *at, unsigned question_lines) {
    Box nothing = {0, 0, 0, at->answers.columns}, box = at->answers;
    int lines = (int)screen_wrapped(nothing, 0, 0, scene->message);
    if (lines > ANSWER_ROWS - 1) lines = ANSWER_ROWS - 1;
    bool beside = lines == 1 && question_lines < QUESTION_ROWS;
    box.row += beside ? -1 : ANSWER_ROWS - lines;
    box.rows = lines;
    screen_wrapped(box, 0, PAINT_WARNING | PAINT_BOLD, scene->message);
    return beside ? 0 : lines;
}

/* The question, what answers it, and what Enter would do. */
static void draw_decision(const Scene *scene, const Layout *at) {
    const char *question = scene->pick && scene->pick->asking[0] ? scene->pick->asking : scene->question;
    unsigned lines = screen_wrapped(at->question, 0, PAINT_TEXT | PAINT_BOLD, question);
    Box box = at->answers;
    box.rows--;
    if (scene->pick) draw_answers(scene, box);
    if (!draw_message(scene, at, lines) && scene->pick)
        draw_meaning(scene, box.row + box.rows, box.column, box.columns);
}

void scene_draw(const Scene *scene) {
    Layout at = lay_out(scene);
    for (unsigned i = 0; scene->pick && i < scene->pick->choices; i++) scene->pick->choice[i].box.rows = 0;
    screen_clear();
    draw_title(scene);
    draw_lines(scene, &at);
    seats_draw(scene, at.seats);
    middle_draw(scene, at.middle);
    story_draw(scene, at.story);
    hand_draw(scene, at.hand, at.large);
    draw_decision(scene, &at);
    screen_text((int)screen_rows() - 1, 1, (int)screen_columns() - 2, PAINT_QUIET, scene->keys);
    screen_area((Box){(int)screen_rows() - 1, 0, 1, (int)screen_columns()}, AREA_KEYS);
    screen_show();
}
