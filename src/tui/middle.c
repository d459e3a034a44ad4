/* middle.c -- what lies between the players: the top card or the two decks, what is in
 * play and what is under way; and the story beside it. */
#include <stdio.h>

#include "scene.h"

enum { CARD_COLUMNS = 9, CARD_ROWS = 5, GAP = 2, STORY_BYTES = 12000 };

/* ---- the story ---- */

void story_draw(const Scene *scene, Box box) {
    const char *text = story_text(scene->story, STORY_BYTES);
    Box nothing = box;
    nothing.rows = 0;
    unsigned lines = screen_wrapped(nothing, 0, PAINT_QUIET, text);
    unsigned rows = box.rows > 0 ? (unsigned)box.rows : 0, end = lines > rows ? lines - rows : 0;
    screen_wrapped(box, end - (scene->story_up < end ? scene->story_up : end), PAINT_QUIET, text);
    screen_area(box, AREA_STORY);
}

/* ---- facts, a line each ---- */

typedef struct {
    int row, column, columns, end; /* `end`: the row after the last */
} Facts;

static void put_fact(Facts *facts, const char *name, unsigned paint, const char *value) {
    if (facts->row >= facts->end) return;
    int used = name ? (int)screen_format(facts->row, facts->column, facts->columns, PAINT_QUIET, "%s  ", name) : 0;
    screen_text(facts->row++, facts->column + used, facts->columns - used, paint, value);
}

/* ---- classic ---- */

/* "A B C D" as they sit, with an arrow for the way the turn goes. */
static void format_order(const Board *board, char *out, size_t size) {
    bool on = board->classic.direction > 0, tight = board->players > 6;
    size_t used = (size_t)snprintf(out, size, "%s", on ? SYMBOL_RIGHT " " : SYMBOL_LEFT " ");
    for (unsigned place = 0; place < board->players && used < size; place++) {
        Seat seat = board_at_place(board, place);
        if (!(board->out >> seat & 1))
            used += (size_t)snprintf(out + used, size - used, "%c%s", 'A' + seat, tight ? "" : " ");
    }
    if (used < size) snprintf(out + used, size - used, "%s", on ? SYMBOL_RIGHT : SYMBOL_LEFT);
}

/* What lies in the middle for all: "Blood Moon, 2 turns". */
static void put_fields(const Scene *scene, Facts *facts) {
    const Extra *x = &scene->view.board.extra;
    for (unsigned i = 0; scene->teller.rules->programs && i < x->lying; i++) {
        const Laid *laid = &x->laid[i];
        char text[80];
        if (laid->at != NO_SEAT || laid->card == CARD_DOWN) continue;
        const char *name = face_row(scene->teller.rules, laid->card)->name;
        if (laid->turns > 1) snprintf(text, sizeof text, "%s, %u turns", name, laid->turns - 1u);
        else snprintf(text, sizeof text, "%s", name);
        put_fact(facts, "Field    ", PAINT_ACCENT | PAINT_BOLD, text);
    }
}

static void put_classic_facts(const Scene *scene, Facts *facts) {
    const Board *board = &scene->view.board;
    const ClassicBoard *c = &board->classic;
    char text[80];
    snprintf(text, sizeof text, "%s %s", colour_symbol(c->colour),
             c->colour < COLOURS ? colour_names[c->colour] : "not named yet");
    put_fact(facts, "Colour   ", colour_paint(c->colour) | PAINT_BOLD, text);
    if (scene->teller.rules->programs && board->extra.number) {
        snprintf(text, sizeof text, "%u", board->extra.number);
        put_fact(facts, "Counts as", PAINT_ACCENT | PAINT_BOLD, text);
    }
    format_order(board, text, sizeof text);
    if (board->players > 2) put_fact(facts, "Direction", PAINT_TEXT, text);
    snprintf(text, sizeof text, "%u%s", board->pile, board->pile ? "" : " (empty)");
    put_fact(facts, "Draw pile", PAINT_TEXT, text);
    snprintf(text, sizeof text, "%u", board->open_count + 1u);
    put_fact(facts, "Discards ", PAINT_TEXT, text);
    if (c->pending) {
        snprintf(text, sizeof text, " %u cards to draw ", c->pending);
        put_fact(facts, NULL, PAINT_WARNING | PAINT_BOLD | PAINT_INVERSE, text);
    }
    put_fields(scene, facts);
}

static void draw_classic(const Scene *scene, Box box, Facts *facts) {
    const Board *board = &scene->view.board;
    if (board->phase == PHASE_DEAL) {
        char text[80];
        snprintf(text, sizeof text, "Deal %u is over.", board->deals);
        put_fact(facts, NULL, PAINT_ACCENT | PAINT_BOLD, text);
        return;
    }
    card_draw(scene->teller.rules, board->classic.top, box, true);
    put_classic_facts(scene, facts);
}

/* ---- split ---- */

/* "Ben: +2 on you", "Ben claims the win": what is under way. */
static void put_under_way(const Scene *scene, Facts *facts) {
    const SplitBoard *s = &scene->view.board.split;
    const Teller *teller = &scene->teller;
    char text[160], card[WORDS_FACE_MAX];
    if (s->card < FACES) {
        words_face(teller, s->card, card, sizeof card);
        snprintf(text, sizeof text, "%s by %s", card, words_name(teller, s->actor));
        put_fact(facts, "Card  ", PAINT_ACCENT | PAINT_BOLD, text);
        if (s->target < SEATS_MAX) put_fact(facts, "on    ", PAINT_ACCENT | PAINT_BOLD, words_name(teller, s->target));
    }
    if (s->claimant < SEATS_MAX) put_fact(facts, "Claims", PAINT_ACCENT | PAINT_BOLD, words_name(teller, s->claimant));
}

static void draw_split(const Scene *scene, Box box, Facts *facts) {
    const SplitBoard *s = &scene->view.board.split;
    char count[24];
    snprintf(count, sizeof count, s->numbers_left ? "%u" : "empty", s->numbers_left);
    card_draw_back(box, "numbers", count);
    snprintf(count, sizeof count, s->actions_left ? "%u" : "empty", s->actions_left);
    box.column += box.columns + 1;
    card_draw_back(box, "actions", count);
    facts->column += box.columns + 1;
    facts->columns -= box.columns + 1;
    put_fact(facts, "Lead  ", PAINT_TEXT, words_name(&scene->teller, s->lead));
    if (s->in_round) put_fact(facts, NULL, PAINT_TEXT, "Number round");
    put_under_way(scene, facts);
    if (!s->numbers_left) put_fact(facts, NULL, PAINT_WARNING | PAINT_BOLD, "No more draws");
}

typedef void DrawMiddle(const Scene *scene, Box box, Facts *facts);

void middle_draw(const Scene *scene, Box box) {
    static DrawMiddle *const draw[FAMILIES] = {
#define FAMILY(NAME, name) draw_##name,
#include "../engine/family.def"
#undef FAMILY
    };
    int rows = box.rows < CARD_ROWS ? box.rows : box.rows > CARD_ROWS + 3 ? CARD_ROWS + 2 : CARD_ROWS;
    int columns = rows > CARD_ROWS ? CARD_COLUMNS + 2 : CARD_COLUMNS;
    Box card = {box.row + (box.rows - rows) / 2, box.column + 1, rows, columns};
    int text = card.column + card.columns + GAP;
    Facts facts = {card.row, text, box.column + box.columns - text, box.row + box.rows};
    draw[scene->teller.rules->family](scene, card, &facts);
}
