/* picture.c -- a box for each game, and lines between those that follow from each other. */
#include "picture.h"

#include <stdlib.h>
#include <string.h>

#include "event_internal.h"

enum {
    BOX_WIDTH = 190,
    COLUMN = 230,
    LINE_HEIGHT = 20,
    GAP = 10,   /* between boxes of a column */
    LABEL = 18, /* more, where the title of a game stands above its box */
    MARGIN = 12,
    HEAD = 44,       /* the title of a picture that stands alone */
    NAME_MOST = 26,  /* characters of a name that are shown, */
    NAME_FITS = 19,  /* and that fit in whatever font; */
    NAME_ROOM = 154, /* a longer one is drawn narrower, so that it ends before the number of the game */
};

typedef struct {
    uint16_t column;
    int32_t top; /* of its box; -1: not placed yet */
} Box;

typedef struct {
    const Tourney *tourney;
    const Printer *printer;
    Box *box;        /* by game */
    uint32_t *first; /* by column: a game whose title stands above all of it; 0: empty, MIXED: each has its own */
    bool bracket, alone;
    int32_t next, width, height;
} Picture;
#define MIXED UINT32_MAX

static void put(const Picture *picture, const char *text) { picture->printer->put(picture->printer->sink, text); }

static void put_number(const Picture *picture, int64_t number) {
    char digits[24];
    Text text = text_in(digits, sizeof digits);
    text_number(&text, number);
    put(picture, digits);
}

/* As an attribute: x="12". */
static void put_at(const Picture *picture, const char *name, int32_t number) {
    put(picture, " ");
    put(picture, name);
    put(picture, "=\"");
    put_number(picture, number);
    put(picture, "\"");
}

static void put_escaped(const Picture *picture, const char *words) {
    char one[2] = "";
    unsigned characters = 0;
    for (; *words; words++) {
        bool starts = ((uint8_t)*words & 0xC0) != 0x80;
        if (starts && characters++ == NAME_MOST) return put(picture, "\xE2\x80\xA6");
        one[0] = *words;
        put(picture, *words == '&'   ? "&amp;"
                     : *words == '<' ? "&lt;"
                     : *words == '>' ? "&gt;"
                     : *words == '"' ? "&quot;"
                                     : one);
    }
}

/* ---- where each box is ---- */

static bool has_feed(const TourneyGame *game) { return game->feed[0].game || game->feed[1].game; }

static bool is_drawn(const Picture *picture, const TourneyGame *game) {
    bool knockout = !stage_has_points(game->stage) || picture->tourney->settings.form == FORM_single;
    return picture->bracket ? knockout && game->state != GAME_EMPTY : game->seats > 0;
}

static int32_t height_of(const TourneyGame *game) { return LINE_HEIGHT * (game->seats > 1 ? game->seats : 1) + 4; }

/* A duel is a round of its own: they would make a very long line. */
static unsigned rounds_in_column(const Tourney *tourney) { return tourney->settings.form == FORM_split ? 5 : 1; }

static unsigned column_of(const Picture *picture, uint32_t number) {
    const TourneyGame *game = &picture->tourney->game[number];
    unsigned column = 0;
    if (!picture->bracket) return game->round ? (game->round - 1u) / rounds_in_column(picture->tourney) : 0;
    for (unsigned i = 0; i < 2; i++) { /* a game comes after those it follows from */
        uint32_t from = game->feed[i].game;
        if (from && from < number && picture->box[from].column + 1u > column) column = picture->box[from].column + 1u;
    }
    return column;
}

static bool is_titled(const Picture *picture, uint32_t number) {
    return picture->first[picture->box[number].column] != MIXED;
}

static void title_column(Picture *picture, uint32_t number) {
    uint32_t *first = &picture->first[picture->box[number].column];
    const TourneyGame *game = &picture->tourney->game[number],
                      *other = &picture->tourney->game[*first == MIXED ? 0 : *first];
    if (!is_drawn(picture, game) || *first == MIXED) return;
    if (!*first) *first = number;
    else if (picture->bracket && (game->stage != other->stage || game->round != other->round)) *first = MIXED;
}

static int32_t label_of(const Picture *picture, uint32_t number) { return is_titled(picture, number) ? 0 : LABEL; }

/* Between the two that its winners come from, or below everything that was placed before. */
static void place(Picture *picture, uint32_t number) {
    const TourneyGame *game = &picture->tourney->game[number];
    Box *box = &picture->box[number];
    int32_t sum = 0, count = 0;
    if (box->top >= 0) return;
    box->top = 0; /* a damaged bracket could lead back here */
    for (unsigned i = 0; picture->bracket && i < 2; i++) {
        uint32_t from = game->feed[i].game;
        if (!from || game->feed[i].loser || from >= number || !is_drawn(picture, &picture->tourney->game[from]))
            continue;
        place(picture, from);
        sum += picture->box[from].top;
        count++;
    }
    box->top = count ? sum / count : picture->next + label_of(picture, number);
    if (!count) picture->next = box->top + height_of(game) + GAP;
}

static void lay_out(Picture *picture) {
    const Tourney *tourney = picture->tourney;
    int32_t *bottom = NULL;
    for (uint32_t i = 1; i <= tourney->games; i++) {
        picture->box[i] = (Box){(uint16_t)column_of(picture, i), -1};
        title_column(picture, i);
    }
    picture->next = MARGIN + LABEL;
    if (picture->bracket) {
        for (uint32_t i = tourney->games; i; i--)
            if (is_drawn(picture, &tourney->game[i]) && tourney->game[i].stage != STAGE_third) place(picture, i);
        for (uint32_t i = tourney->games; i; i--) /* below the others: no winner leads there */
            if (is_drawn(picture, &tourney->game[i])) place(picture, i);
    } else {
        bottom = calloc((size_t)UINT16_MAX + 1, sizeof *bottom);
        for (uint32_t i = 1; bottom && i <= tourney->games; i++) {
            Box *box = &picture->box[i];
            box->top = MARGIN + LABEL + bottom[box->column];
            bottom[box->column] += height_of(&tourney->game[i]) + GAP;
        }
        free(bottom);
    }
    for (uint32_t i = 1; i <= tourney->games; i++) {
        if (!is_drawn(picture, &tourney->game[i])) continue;
        int32_t right = MARGIN + COLUMN * picture->box[i].column + BOX_WIDTH + MARGIN;
        int32_t low = picture->box[i].top + height_of(&tourney->game[i]) + MARGIN;
        if (right > picture->width) picture->width = right;
        if (low > picture->height) picture->height = low;
    }
}

/* ---- drawing ---- */

/* As attributes: a page may forbid styles of its own to what it shows. */
#define WON " font-weight=\"700\""
#define SMALL " font-size=\"11\""

static void draw_words(const Picture *picture, const char *look, int32_t x, int32_t y, const char *words) {
    put(picture, "<text");
    put(picture, look);
    put_at(picture, "x", x);
    put_at(picture, "y", y);
    put(picture, ">");
    put_escaped(picture, words);
    put(picture, "</text>");
}

/* What words say is in attributes, too: a page says it in its own language. */
static void put_data(Text *look, const char *name, uint32_t number) {
    text_put(look, " data-");
    text_put(look, name);
    text_put(look, "=\"");
    text_number(look, number);
    text_char(look, '"');
}

/* Ideographs are as wide as two letters. */
static unsigned width_of(const char *name) {
    unsigned width = 0;
    for (; *name; name++)
        if (((uint8_t)*name & 0xC0) != 0x80) width += (uint8_t)*name >= 0xE3 ? 2 : 1;
    return width;
}

static void draw_name(const Picture *picture, const char *name, bool won, int32_t x, int32_t y) {
    char look[80];
    Text looks = text_in(look, sizeof look);
    if (won) text_put(&looks, WON);
    if (width_of(name) > NAME_FITS) {
        text_put(&looks, " lengthAdjust=\"spacingAndGlyphs\" textLength=\"");
        text_number(&looks, NAME_ROOM);
        text_char(&looks, '"');
    }
    draw_words(picture, look, x, y, name);
}

static void draw_seat(const Picture *picture, const TourneyGame *game, unsigned seat, int32_t x, int32_t y) {
    const TourneyFeed *feed = &game->feed[seat < 2 ? seat : 0];
    char words[40], look[80];
    Text text = text_in(words, sizeof words), looks = text_in(look, sizeof look);
    bool won = game->state == GAME_OVER && game->place[seat] == 1;
    if (game->who[seat]) return draw_name(picture, tourney_name(picture->tourney, game->who[seat]), won, x, y);
    if (seat < 2 && feed->game) {
        text_put(&text, feed->loser ? "loser of " : "winner of ");
        text_number(&text, feed->game);
        put_data(&looks, feed->loser ? "loser-of" : "winner-of", feed->game);
    }
    text_put(&looks, SMALL);
    draw_words(picture, look, x, y, words);
}

static void draw_title(const Picture *picture, uint32_t number, int32_t x, int32_t y) {
    const TourneyGame *game = &picture->tourney->game[number];
    char title[80], look[160];
    Text looks = text_in(look, sizeof look);
    tourney_game_title(picture->tourney, number, title, sizeof title);
    text_put(&looks, SMALL " data-stage=\"");
    text_put(&looks, tourney_stage_name(game->stage));
    text_char(&looks, '"');
    put_data(&looks, "game", number);
    put_data(&looks, "round", game->round);
    put_data(&looks, "number", game->stage == STAGE_round ? tourney_table_number(picture->tourney, number) : 0);
    put_data(&looks, "lower", game->lower);
    put_data(&looks, "last", game->last);
    draw_words(picture, look, x, y, title);
}

static void draw_game(const Picture *picture, uint32_t number) {
    const TourneyGame *game = &picture->tourney->game[number];
    const Box *box = &picture->box[number];
    int32_t x = MARGIN + COLUMN * box->column, y = box->top;
    char digits[12];
    Text text = text_in(digits, sizeof digits);
    text_number(&text, number);
    draw_words(picture, SMALL " fill-opacity=\".7\" text-anchor=\"end\"", x + BOX_WIDTH - 6, y + 14, digits);
    if (!is_titled(picture, number)) draw_title(picture, number, x, y - 5);
    put(picture, "<rect rx=\"5\" fill=\"none\" stroke=\"currentColor\" stroke-opacity=\".6\"");
    put_at(picture, "x", x);
    put_at(picture, "y", y);
    put_at(picture, "width", BOX_WIDTH);
    put_at(picture, "height", height_of(game));
    put(picture, "/>");
    for (unsigned seat = 0; seat < game->seats; seat++)
        draw_seat(picture, game, seat, x + 8, y + 16 + LINE_HEIGHT * (int32_t)seat);
}

/* A column of rounds of a league or a Swiss: "Round 3", or "Rounds 3 to 5". */
static void draw_rounds(const Picture *picture, uint32_t first, int32_t x, int32_t y) {
    unsigned round = picture->tourney->game[first].round, last = round + rounds_in_column(picture->tourney) - 1;
    char title[40], look[80];
    Text text = text_in(title, sizeof title), looks = text_in(look, sizeof look);
    text_put(&text, last > round ? "Rounds " : "Round ");
    text_number(&text, round);
    if (last > round) text_put(&text, " to "), text_number(&text, last);
    text_put(&looks, SMALL);
    put_data(&looks, "from", round);
    put_data(&looks, "to", last);
    draw_words(picture, look, x, y, title);
}

/* Where the titles of columns stand: in a row above all boxes, or, where some boxes have a title each, above the highest box of
 * the column, where nobody looks for it at the top. */
static int32_t title_at(const Picture *picture, unsigned column, bool mixed) {
    int32_t top = INT32_MAX;
    for (uint32_t i = 1; mixed && i <= picture->tourney->games; i++)
        if (picture->box[i].column == column && is_drawn(picture, &picture->tourney->game[i]) &&
            picture->box[i].top < top)
            top = picture->box[i].top;
    return mixed ? top - 5 : MARGIN + LABEL - 7;
}

static void draw_columns(const Picture *picture) {
    bool mixed = false;
    for (unsigned column = 0; column <= UINT16_MAX; column++) mixed |= picture->first[column] == MIXED;
    for (unsigned column = 0; column <= UINT16_MAX; column++) {
        uint32_t first = picture->first[column];
        if (!first || first == MIXED) continue;
        int32_t x = MARGIN + COLUMN * (int32_t)column, y = title_at(picture, column, mixed);
        if (picture->bracket) draw_title(picture, first, x, y);
        else draw_rounds(picture, first, x, y);
    }
}

static void draw_line(const Picture *picture, uint32_t from, uint32_t to) {
    const Box *a = &picture->box[from], *b = &picture->box[to];
    int32_t x = MARGIN + COLUMN * a->column + BOX_WIDTH, end = MARGIN + COLUMN * b->column;
    int32_t y = a->top + height_of(&picture->tourney->game[from]) / 2;
    put(picture, "<path fill=\"none\" stroke=\"currentColor\" stroke-opacity=\".6\" d=\"M");
    put_number(picture, x);
    put(picture, " ");
    put_number(picture, y);
    put(picture, "H");
    put_number(picture, end - (COLUMN - BOX_WIDTH) / 2);
    put(picture, "V");
    put_number(picture, b->top + height_of(&picture->tourney->game[to]) / 2);
    put(picture, "H");
    put_number(picture, end);
    put(picture, "\"/>");
}

static void open_svg(const Picture *picture) {
    const Tourney *tourney = picture->tourney;
    const char *title =
        tourney->settings.title[0] ? tourney->settings.title : tourney_forms[tourney->settings.form].title;
    int32_t head = picture->alone ? HEAD : 0;
    put(picture, "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-label=\"");
    put_escaped(picture, title);
    put(picture, "\"");
    put_at(picture, "width", picture->width);
    put_at(picture, "height", picture->height + head);
    put(picture, " viewBox=\"0 ");
    put_number(picture, -head);
    put(picture, " ");
    put_number(picture, picture->width);
    put(picture, " ");
    put_number(picture, picture->height + head);
    put(picture, "\">");
    if (head) {
        put(picture, "<rect fill=\"#fff\" width=\"100%\" height=\"100%\"");
        put_at(picture, "y", -head);
        put(picture, "/>");
        draw_words(picture, WON " font-family=\"system-ui, sans-serif\" font-size=\"22\"", MARGIN, -12, title);
    }
    put(picture, "<g fill=\"currentColor\" font-family=\"system-ui, sans-serif\" font-size=\"13\">");
}

static void draw(const Picture *picture) {
    const Tourney *tourney = picture->tourney;
    open_svg(picture);
    draw_columns(picture);
    for (uint32_t i = 1; i <= tourney->games; i++) {
        const TourneyGame *game = &tourney->game[i];
        if (!is_drawn(picture, game)) continue;
        draw_game(picture, i);
        for (unsigned seat = 0; picture->bracket && seat < 2; seat++) {
            uint32_t from = game->feed[seat].game;
            if (from && from < i && !game->feed[seat].loser && is_drawn(picture, &tourney->game[from]))
                draw_line(picture, from, i);
        }
    }
    put(picture, "</g></svg>\n");
}

void tourney_print_svg(const Tourney *tourney, const Printer *printer, bool alone) {
    Picture picture = {
        .tourney = tourney, .printer = printer, .alone = alone, .width = 2 * MARGIN, .height = 2 * MARGIN};
    picture.box = calloc((size_t)tourney->games + 1, sizeof *picture.box);
    picture.first = calloc((size_t)UINT16_MAX + 1, sizeof *picture.first);
    for (uint32_t i = 1; i <= tourney->games; i++) picture.bracket |= has_feed(&tourney->game[i]);
    if (picture.box && picture.first) {
        lay_out(&picture);
        draw(&picture);
    }
    free(picture.box);
    free(picture.first);
}
