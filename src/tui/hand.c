/* hand.c -- the cards of whom the screen speaks to. As many as there is room for are drawn
 * as cards, the ones that can be played raised; more as words, the playable ones in brackets; number cards
 * of Split UNO as a board of colours and ranks; a second hand below, in words with its prices. */
#include <stdio.h>
#include <string.h>

#include "scene.h"

enum {
    LABEL_COLUMNS = 4,
    CELL_COLUMNS = LABEL_COLUMNS + 4, /* digit, bracket, shape and label, bracket, blank */
    SMALL_COLUMNS = 6,
    SMALL_ROWS = 4,
    LARGE_COLUMNS = 9,
    LARGE_ROWS = 6,
    RANKS = 10,
    RANK_COLUMNS = 6,
    RANK_FIRST = 12,
    BOARD_ROWS = 1 + COLOURS,
    SORT_COLUMNS = 5,
};

/* ---- one card of the hand ---- */

typedef struct {
    Choice *choice; /* that plays it; NULL: it cannot be played now */
    bool chosen, misplay;
    char key;
} Use;

static Use use_of(const Scene *scene, Face face) {
    Use use = {0};
    int found = scene->pick ? pick_find_card(scene->pick, face) : -1;
    if (found < 0) return use;
    use.choice = &scene->pick->choice[found];
    use.chosen = (unsigned)found == scene->pick->chosen;
    use.misplay = action_kind(use.choice->action) == ACT_MISPLAY;
    use.key = use.choice->key;
    return use;
}

static void name_area(const Scene *scene, Face face, const Use *use, Box box) {
    if (use->choice) {
        if (!use->choice->box.rows) use->choice->box = box;
        screen_area(box, AREA_CHOICE + (int)(use->choice - scene->pick->choice));
    } else screen_area(box, AREA_CARD + face);
}

/* "1[●5]", " (●5)", "  ●5 ": the digit that plays it, and brackets where it can be played. */
static void put_cell(const Scene *scene, int row, int column, Face face, bool first) {
    const Rules *rules = scene->teller.rules;
    Use use = use_of(scene, face);
    bool fits = use.choice && !use.misplay;
    char text[32], cell[48];
    unsigned colour = card_colour(rules, face);
    unsigned paint = colour_paint(colour) | (fits ? PAINT_BOLD : 0);
    card_text(rules, face, LABEL_COLUMNS + 1, text, sizeof text);
    snprintf(cell, sizeof cell, "%c%s%c",
             fits          ? '['
             : use.misplay ? '('
                           : ' ',
             text,
             fits          ? ']'
             : use.misplay ? ')'
                           : ' ');
    if (use.key && first) screen_format(row, column, 1, PAINT_QUIET, "%c", use.key);
    if (use.chosen && first) {
        paint |= PAINT_INVERSE | PAINT_BOLD;
        screen_text(row, column, 1, PAINT_ACCENT | PAINT_BOLD, SYMBOL_RIGHT);
    }
    screen_text(row, column + 1, CELL_COLUMNS - 1, paint, cell);
    name_area(scene, face, &use, (Box){row, column, 1, CELL_COLUMNS});
}

/* ---- the classic hand ---- */

static unsigned cards_of(const Scene *scene) { return cards_total(&scene->view.own.hand); }

/* The drawn cards of a hand: how large, and in how many rows. */
typedef struct {
    unsigned columns, rows; /* of one card, with the gap after it and the row that it is raised by */
    unsigned in_row, lines; /* no lines: they do not fit */
} Spread;

static Spread spread_of(const Scene *scene, unsigned columns, unsigned rows_at_most, bool large) {
    Spread spread = {large ? LARGE_COLUMNS + 1 : SMALL_COLUMNS + 1, large ? LARGE_ROWS + 1 : SMALL_ROWS + 1, 0, 0};
    spread.in_row = columns / spread.columns;
    if (spread.in_row) spread.lines = (cards_of(scene) + spread.in_row - 1) / spread.in_row;
    if (spread.lines * spread.rows <= rows_at_most) return spread;
    if (large) return spread_of(scene, columns, rows_at_most, false);
    spread.lines = 0;
    return spread;
}

static unsigned cells_in_row(unsigned columns) { return columns / CELL_COLUMNS ? columns / CELL_COLUMNS : 1; }

static void draw_cells(const Scene *scene, Box box) {
    Face sorted[FACES];
    unsigned count = card_order(scene->teller.rules, sorted), place = 0, in_row = cells_in_row((unsigned)box.columns);
    for (unsigned i = 0; i < count; i++) {
        unsigned copies = cards_copies(&scene->view.own.hand, sorted[i]);
        for (unsigned copy = 0; copy < copies; copy++, place++) {
            int row = (int)(place / in_row), column = (int)(place % in_row) * CELL_COLUMNS;
            if (row < box.rows) put_cell(scene, box.row + row, box.column + column, sorted[i], copy == 0);
        }
    }
}

static void draw_card_of_hand(const Scene *scene, Box box, Face face, bool first) {
    Use use = use_of(scene, face);
    bool raised = use.choice && !use.misplay, chosen = use.chosen && first;
    box.row += !raised;
    card_draw(scene->teller.rules, face, box, chosen);
    name_area(scene, face, &use, box);
    if (!raised || !first) return;
    char text[16];
    snprintf(text, sizeof text, "%s%c%s", chosen ? SYMBOL_RIGHT : " ", use.key ? use.key : ' ',
             chosen ? SYMBOL_LEFT : " ");
    screen_text(box.row + box.rows, box.column + (box.columns - 3) / 2, 3,
                chosen ? PAINT_ACCENT | PAINT_BOLD : PAINT_QUIET, text);
}

static void draw_cards(const Scene *scene, Box box, const Spread *spread) {
    Face sorted[FACES];
    unsigned count = card_order(scene->teller.rules, sorted), place = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned copies = cards_copies(&scene->view.own.hand, sorted[i]);
        for (unsigned copy = 0; copy < copies; copy++, place++) {
            int row = (int)(place / spread->in_row * spread->rows);
            int column = (int)(place % spread->in_row * spread->columns);
            Box card = {box.row + row, box.column + column, (int)spread->rows - 1, (int)spread->columns - 1};
            draw_card_of_hand(scene, card, sorted[i], copy == 0);
        }
    }
}

/* ---- the hand of Split UNO ---- */

static void put_rank(const Scene *scene, int row, int column, Face face) {
    unsigned copies = cards_copies(&scene->view.own.hand, face),
             paint = colour_paint(card_colour(scene->teller.rules, face));
    Use use = use_of(scene, face);
    if (!copies) {
        screen_text(row, column, RANK_COLUMNS, PAINT_QUIET, "   " SYMBOL_DOT);
        return;
    }
    screen_format(row, column + 1, RANK_COLUMNS - 1,
                  paint | (use.choice ? PAINT_BOLD : 0) | (use.chosen ? PAINT_INVERSE : 0),
                  use.choice ? "[%u%s%u]" : " %u%s%u ", face_value(face), SYMBOL_TIMES, copies);
    if (use.chosen) screen_text(row, column, 1, PAINT_ACCENT | PAINT_BOLD, SYMBOL_RIGHT);
    name_area(scene, face, &use, (Box){row, column, 1, RANK_COLUMNS});
}

static void draw_board(const Scene *scene, Box box) {
    for (unsigned rank = 0; rank < RANKS; rank++)
        screen_format(box.row, box.column + RANK_FIRST + (int)rank * RANK_COLUMNS, RANK_COLUMNS, PAINT_QUIET, "   %u",
                      rank);
    for (unsigned colour = 0; colour < COLOURS; colour++) {
        int row = box.row + 1 + (int)colour;
        screen_format(row, box.column + 2, RANK_FIRST, colour_paint(colour) | PAINT_BOLD, "%s %s",
                      colour_symbol(colour), colour_names[colour]);
        for (unsigned rank = 0; rank < RANKS; rank++)
            put_rank(scene, row, box.column + RANK_FIRST + (int)rank * RANK_COLUMNS, FACE(colour, rank));
    }
}

/* "[Block\xC3\x972]": a sort of action card; returns its columns. */
static int put_sort(const Scene *scene, int row, int column, int columns, Face face) {
    unsigned copies = cards_copies(&scene->view.own.hand, face);
    Use use = use_of(scene, face);
    char label[CARD_NAME_MAX], times[16] = "", text[48];
    card_label(scene->teller.rules, face, SORT_COLUMNS, label, sizeof label);
    if (copies > 1) snprintf(times, sizeof times, "%s%u", SYMBOL_TIMES, copies);
    snprintf(text, sizeof text, use.choice ? "[%s%s]" : " %s%s ", label, times);
    if (use.key) screen_format(row, column, 1, PAINT_QUIET, "%c", use.key);
    if (use.chosen) screen_text(row, column, 1, PAINT_ACCENT | PAINT_BOLD, SYMBOL_RIGHT);
    unsigned paint = PAINT_TEXT | (use.choice ? PAINT_BOLD : 0) | (use.chosen ? PAINT_INVERSE : 0);
    int used = 1 + (int)screen_text(row, column + 1, columns - 1, paint, text);
    name_area(scene, face, &use, (Box){row, column, 1, used});
    return used + 1;
}

static void draw_sorts(const Scene *scene, int row, int column, int columns) {
    uint64_t held = cards_faces(&scene->view.own.hand);
    int used = 0;
    for (unsigned i = 0; i < SPLIT_SORTS; i++)
        if (held >> split_sorts[i] & 1) used += put_sort(scene, row, column + used, columns - used, split_sorts[i]);
    if (!used) screen_text(row, column + 2, columns - 2, PAINT_QUIET, "none");
}

/* ---- the second hand of a club's rules ---- */

/* "[Spark 1]": a card and its price, in brackets where it can be played; returns its columns. */
static int put_second(const Scene *scene, int row, int column, int columns, Face face, bool set) {
    const CardRow *card = face_row(scene->teller.rules, face);
    Use use = set ? (Use){0} : use_of(scene, face);
    char price[16] = "", text[CARD_NAME_MAX + 32];
    if (card->more.price && !set) snprintf(price, sizeof price, " %u", card->more.price);
    snprintf(text, sizeof text, use.choice ? "[%s%s]" : set ? "{%s%s}" : " %s%s ", card->name, price);
    int wide = (int)screen_width(text) + 1;
    if (wide > columns) return 0;
    if (use.key) screen_format(row, column, 1, PAINT_QUIET, "%c", use.key);
    if (use.chosen) screen_text(row, column, 1, PAINT_ACCENT | PAINT_BOLD, SYMBOL_RIGHT);
    unsigned paint = (use.choice ? PAINT_TEXT | PAINT_BOLD : PAINT_QUIET) | (use.chosen ? PAINT_INVERSE : 0);
    screen_text(row, column + 1, columns - 1, paint, text);
    name_area(scene, face, &use, (Box){row, column, 1, wide});
    return wide + 1;
}

enum { SECOND_ROWS = 2, SECOND_FIRST = 10 };

/* In words, with what lies face down in braces. */
static void draw_second(const Scene *scene, Box box) {
    const Rules *rules = scene->teller.rules;
    int row = box.row, column = box.column + SECOND_FIRST;
    screen_format(row, box.column, SECOND_FIRST - 1, PAINT_TEXT | PAINT_BOLD, "%s", rules->second_deck.name);
    for (unsigned i = 0; i < SECOND_HAND_MAX; i++) {
        unsigned held = own_second(&scene->view.own, i);
        if (!held) break;
        Face face = (Face)(SECOND_CODE + (held & ~(unsigned)SECOND_SET) - 1);
        int used = put_second(scene, row, column, box.column + box.columns - column, face, held & SECOND_SET);
        if (!used && ++row < box.row + box.rows) {
            column = box.column + SECOND_FIRST;
            used = put_second(scene, row, column, box.columns - SECOND_FIRST, face, held & SECOND_SET);
        }
        column += used;
    }
    if (!own_second(&scene->view.own, 0)) screen_text(row, column + 1, box.columns - SECOND_FIRST, PAINT_QUIET, "none");
}

static unsigned second_rows(const Scene *scene) { return scene->teller.rules->seconds ? SECOND_ROWS : 0; }

/* ---- all of it ---- */

static unsigned rows_of_cells(unsigned cards, unsigned columns) {
    unsigned in_row = cells_in_row(columns);
    return (cards + in_row - 1) / in_row;
}

static unsigned rows_of_classic(const Scene *scene, unsigned columns, unsigned rows_at_most, bool large) {
    Spread spread = spread_of(scene, columns, rows_at_most, large);
    if (spread.lines) return spread.lines * spread.rows;
    return rows_of_cells(cards_of(scene), columns);
}

static void draw_classic(const Scene *scene, Box box, bool large) {
    Spread spread = spread_of(scene, (unsigned)box.columns, (unsigned)(box.rows > 0 ? box.rows : 0), large);
    if (spread.lines) draw_cards(scene, box, &spread);
    else draw_cells(scene, box);
}

static unsigned rows_of_split(const Scene *scene, unsigned columns, unsigned rows_at_most, bool large) {
    (void)scene, (void)columns, (void)rows_at_most, (void)large;
    return BOARD_ROWS + 1;
}

static void draw_split(const Scene *scene, Box box, bool large) {
    (void)large;
    draw_board(scene, box);
    screen_text(box.row + BOARD_ROWS, box.column + 2, RANK_FIRST, PAINT_TEXT | PAINT_BOLD, SYMBOL_WILD " action");
    draw_sorts(scene, box.row + BOARD_ROWS, box.column + RANK_FIRST, box.columns - RANK_FIRST);
}

static const struct {
    unsigned (*rows)(const Scene *scene, unsigned columns, unsigned rows_at_most, bool large);
    void (*draw)(const Scene *scene, Box box, bool large);
} families[FAMILIES] = {
#define FAMILY(NAME, name) {rows_of_##name, draw_##name},
#include "../engine/family.def"
#undef FAMILY
};

unsigned hand_rows(const Scene *scene, unsigned columns, unsigned rows_at_most, bool large) {
    unsigned second = second_rows(scene);
    if (scene->view.seat >= SEATS_MAX) return 0;
    if (rows_at_most > second) rows_at_most -= second;
    return families[scene->teller.rules->family].rows(scene, columns, rows_at_most, large) + second;
}

void hand_draw(const Scene *scene, Box box, bool large) {
    int second = (int)second_rows(scene);
    if (scene->view.seat >= SEATS_MAX) return;
    box.rows -= second;
    families[scene->teller.rules->family].draw(scene, box, large);
    if (second) draw_second(scene, (Box){box.row + box.rows, box.column, second, box.columns});
}
