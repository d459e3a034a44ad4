/* seats.c -- everybody at the table, a line each: whose turn it is, what they hold, what
 * binds them, what they did last. */
#include <stdio.h>
#include <string.h>

#include "scene.h"

enum { NAME_COLUMNS = 11, NAME_COLUMNS_NARROW = 9, WIDE = 60, BIT_MAX = 64 };

unsigned seats_rows(const Scene *scene, unsigned rows_at_most) {
    unsigned players = scene->view.board.players;
    return players <= rows_at_most ? players : (players + 1) / 2;
}

/* A line that grows to the right. */
typedef struct {
    int row, column, end;
} Line;

static void put(Line *line, unsigned paint, const char *text) {
    line->column += (int)screen_text(line->row, line->column, line->end - line->column, paint, text);
}

/* A mark of its own, after two blanks. */
static void put_mark(Line *line, unsigned paint, const char *text) {
    if (line->column + 2 + (int)screen_width(text) > line->end) return;
    line->column += 2;
    put(line, paint, text);
}

static void put_padded(Line *line, unsigned paint, int columns, const char *text) {
    int room = line->end - line->column;
    screen_text(line->row, line->column, columns < room ? columns : room, paint, text);
    line->column += columns;
}

static void put_name(const Scene *scene, Line *line, unsigned seat, bool wide) {
    const Rules *rules = scene->teller.rules;
    bool you = seat == scene->teller.reader, asked = board_awaited(rules, &scene->view.board) >> seat & 1;
    unsigned paint = asked ? PAINT_ACCENT | PAINT_BOLD : PAINT_TEXT;
    char text[BIT_MAX];
    put(line, PAINT_ACCENT | PAINT_BOLD, asked ? SYMBOL_RIGHT " " : "  ");
    snprintf(text, sizeof text, "%c ", 'A' + (int)seat);
    put(line, paint, text);
    snprintf(text, sizeof text, "%s", you ? "You" : scene->teller.name[seat]);
    put_padded(line, paint | (you ? PAINT_BOLD : 0), wide ? NAME_COLUMNS : NAME_COLUMNS_NARROW, text);
}

static void put_count(Line *line, unsigned count, bool wide, const char *one, const char *many, const char *brief) {
    char text[BIT_MAX];
    snprintf(text, sizeof text, "%3u %s", count, !wide ? brief : count == 1 ? one : many);
    put(line, count == 1 ? PAINT_TEXT | PAINT_BOLD : PAINT_TEXT, text);
}

static void put_score(const Scene *scene, Line *line, unsigned seat, bool wide) {
    const Rules *rules = scene->teller.rules;
    const Board *board = &scene->view.board;
    char text[BIT_MAX];
    bool counted = rules->option.scoring && rules->option.target > 0; /* else one deal decides */
    if (counted || board->score[seat]) {
        snprintf(text, sizeof text, wide ? "%4u points" : "%u pts", board->score[seat]);
        put_mark(line, PAINT_TEXT, text);
    }
    if (!rules->option.teams) return;
    snprintf(text, sizeof text, "team %u", rules_team(rules, (Seat)seat) + 1u);
    put_mark(line, PAINT_TEXT, text);
}

/* A card that lies at a seat: "{Leech 2}", "{??}" face down, with the turns that are left. */
static void put_laid(const Rules *rules, Line *line, const Laid *laid) {
    char text[BIT_MAX];
    bool down = laid->card == CARD_DOWN;
    const char *name = down ? "??" : face_row(rules, laid->card)->code;
    if (laid->turns > 1 && !down) snprintf(text, sizeof text, "{%s %u}", name, laid->turns - 1u);
    else snprintf(text, sizeof text, "{%s}", name);
    put_mark(line, PAINT_ACCENT, text);
}

/* What a club's rules keep before a seat: its second hand, its counters, the cards that lie there. */
static void put_kept(const Scene *scene, Line *line, unsigned seat, bool wide) {
    const Rules *rules = scene->teller.rules;
    const Board *board = &scene->view.board;
    const Extra *x = &board->extra;
    char text[BIT_MAX];
    if (!rules->programs) return;
    if (rules->seconds) {
        if (wide) snprintf(text, sizeof text, "%u %s", board->actions[seat], rules->second_deck.name);
        else snprintf(text, sizeof text, "+%u", board->actions[seat]);
        put_mark(line, PAINT_TEXT, text);
    }
    for (unsigned i = 0; i < rules->counters; i++) {
        if (x->counter[i][seat] == COUNTER_UNSEEN || (!rules->counter[i].start && !x->counter[i][seat])) continue;
        snprintf(text, sizeof text, "%u %s", x->counter[i][seat], rules->counter[i].name);
        put_mark(line, PAINT_TEXT, text);
    }
    for (unsigned i = 0; i < x->lying; i++)
        if (x->laid[i].at == seat) put_laid(rules, line, &x->laid[i]);
}

/* The last card but one was laid: with the call or without it. */
static void put_uno(const Scene *scene, Line *line, unsigned seat, const char *silent) {
    const ClassicBoard *c = &scene->view.board.classic;
    if (scene->view.board.count[seat] == 1 && scene->story->called >> seat & 1)
        put_mark(line, PAINT_ACCENT | PAINT_BOLD, "UNO!");
    else if (c->uno_seat == seat && !c->uno_called) put_mark(line, PAINT_ACCENT | PAINT_BOLD, silent);
}

static void put_classic(const Scene *scene, Line *line, unsigned seat, bool wide) {
    const Board *board = &scene->view.board;
    const ClassicBoard *c = &board->classic;
    char text[BIT_MAX];
    put_count(line, board->count[seat], wide, "card ", "cards", "cards");
    if (!wide) put_uno(scene, line, seat, "UNO?"); /* first things first where there is little room */
    put_kept(scene, line, seat, wide);
    put_score(scene, line, seat, wide);
    if (c->place[seat]) {
        snprintf(text, sizeof text, "out: place %u", c->place[seat]);
        put_mark(line, PAINT_ACCENT, text);
    }
    if (wide) put_uno(scene, line, seat, "not called");
    if (seat == board->dealer && wide) put_mark(line, PAINT_QUIET, "dealer");
}

/* The bid before a seat: face down, or as it was shown. */
static void put_bid(const Scene *scene, Line *line, unsigned seat) {
    const SplitBoard *s = &scene->view.board.split;
    const Rules *rules = scene->teller.rules;
    char card[BIT_MAX], text[BIT_MAX + 2];
    if (s->shown[seat] < FACES) {
        card_text(rules, s->shown[seat], 4, card, sizeof card);
        snprintf(text, sizeof text, "[%s]", card);
        put_mark(line, colour_paint(card_colour(rules, s->shown[seat])) | PAINT_BOLD, text);
    } else if (s->committed >> seat & 1) put_mark(line, PAINT_TEXT | PAINT_BOLD, "[??]");
}

static void put_split(const Scene *scene, Line *line, unsigned seat, bool wide) {
    const Board *board = &scene->view.board;
    const SplitBoard *s = &board->split;
    char text[BIT_MAX];
    put_count(line, board->count[seat], wide, "number ", "numbers", "num");
    put_count(line, board->actions[seat], wide, "action ", "actions", "act");
    put_bid(scene, line, seat);
    if (s->blocked >> seat & 1) put_mark(line, PAINT_WARNING | PAINT_BOLD, "BLOCKED");
    if (s->duty[seat] < NAMES) {
        snprintf(text, sizeof text, wide ? "must bid %s" : "bids %s", words_duty(&scene->teller, s->duty[seat]));
        put_mark(line, s->duty[seat] < COLOURS ? colour_paint(s->duty[seat]) : PAINT_ACCENT, text);
    }
    if (s->streak[seat]) {
        snprintf(text, sizeof text, wide ? "%u win%s running" : "streak %u", s->streak[seat],
                 s->streak[seat] == 1 ? "" : "s");
        put_mark(line, PAINT_ACCENT, text);
    }
    put_score(scene, line, seat, wide);
    if (seat == s->lead) put_mark(line, PAINT_QUIET, "leads");
}

/* What the seat did last, as far as there is room for whole deeds; the first one may be cut. */
static void put_deeds(const Scene *scene, Line *line, unsigned seat, bool wide) {
    const Story *story = scene->story;
    if (!story->deeds[seat] || line->end - line->column <= (wide ? 12 : 8)) return;
    put(line, PAINT_QUIET, wide ? "  " SYMBOL_DOT " " : " ");
    for (unsigned i = 0; i < story->deeds[seat]; i++) {
        char deed[WORDS_EVENT_MAX], text[WORDS_EVENT_MAX + 2];
        words_deed(&scene->teller, &story->deed[seat][i], deed, sizeof deed);
        snprintf(text, sizeof text, "%s%s", i ? ", " : "", deed);
        if (i && line->column + (int)screen_width(text) > line->end) return;
        put(line, PAINT_QUIET, text);
    }
}

/* What the reader has seen of that hand, after all else. */
static void put_known(const Scene *scene, Line *line, unsigned seat) {
    char cards[WORDS_CARDS_MAX], text[WORDS_CARDS_MAX + 8];
    if (seat == scene->view.seat || !words_cards(&scene->teller, &scene->view.known[seat], cards, sizeof cards)) return;
    snprintf(text, sizeof text, "holds %s", cards);
    put_mark(line, PAINT_TEXT, text);
}

typedef void PutSeat(const Scene *scene, Line *line, unsigned seat, bool wide);

static void put_seat(const Scene *scene, Box box, unsigned seat) {
    static PutSeat *const rows[FAMILIES] = {
#define FAMILY(NAME, name) put_##name,
#include "../engine/family.def"
#undef FAMILY
    };
    static const char wins[] = "  WINS  ";
    bool wide = box.columns >= WIDE, won = scene->view.board.winners >> seat & 1;
    Line line = {box.row, box.column, box.column + box.columns - (won ? (int)sizeof wins : 0)};
    put_name(scene, &line, seat, wide);
    rows[scene->teller.rules->family](scene, &line, seat, wide);
    put_deeds(scene, &line, seat, wide);
    put_known(scene, &line, seat);
    if (won) screen_text(box.row, line.end + 1, sizeof wins - 1, PAINT_ACCENT | PAINT_BOLD | PAINT_INVERSE, wins);
}

void seats_draw(const Scene *scene, Box box) {
    unsigned players = scene->view.board.players;
    bool beside = players > (unsigned)box.rows;
    unsigned rows = beside ? (players + 1) / 2 : players;
    for (unsigned seat = 0; seat < players; seat++) {
        int half = box.columns / 2;
        Box at = {box.row + (int)(seat % rows), box.column, 1, beside ? half - 1 : box.columns};
        if (seat >= rows) at.column += half;
        put_seat(scene, at, seat);
    }
}
