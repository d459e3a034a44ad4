/* status.c -- how a game stands, as a small table. */
#include "tell.h"
#include "vocabulary.h"

/* Columns that a name takes: a column for each character. */
static unsigned width_of(const char *text) {
    unsigned width = 0;
    for (; *text; text++) width += (*text & 0xC0) != 0x80;
    return width;
}

static unsigned widest_name(const Names *names) {
    unsigned widest = 0;
    for (unsigned seat = 0; seat < names->count; seat++)
        if (width_of(names->name[seat]) > widest) widest = width_of(names->name[seat]);
    return widest;
}

static void put_padded(Text *out, const char *word, unsigned width) {
    text_put(out, word);
    for (unsigned used = width_of(word); used < width; used++) text_char(out, ' ');
}

static void put_count(Text *out, unsigned count, unsigned width) {
    for (unsigned limit = 10; width > 1; width--, limit *= 10)
        if (count < limit) text_char(out, ' ');
    text_number(out, count);
}

static void remark(Text *out, const char *words) {
    if (out->length) text_put(out, "; ");
    text_put(out, words);
}

static void remark_split(const Sheet *sheet, Seat seat, bool loud, Text *out) {
    const Board *board = &sheet->tally.game.board;
    const SplitBoard *split = &board->split;
    if (board->winners >> seat & 1) remark(out, "wins");
    if (split->shown[seat] < FACES) {
        char shown[] = "0 on the table";
        shown[0] = (char)('0' + face_value(split->shown[seat]));
        remark(out, shown);
    }
    if (split->claimant == seat) remark(out, "claims the win");
    if (split->blocked >> seat & 1) remark(out, loud ? "BLOCKED" : "blocked");
    if (split->duty[seat] < NAMES) {
        remark(out, "must show ");
        text_put(out, word_for(choice_words, split->duty[seat]));
    }
    if (split->lead == seat && !tally_over(&sheet->tally)) remark(out, "leads");
}

unsigned sheet_remarks(const Sheet *sheet, Seat seat, bool loud, char *out, unsigned size) {
    Text text = text_in(out, size);
    if (!sheet->points) remark_split(sheet, seat, loud, &text);
    else if (sheet->score.winners >> seat & 1) remark(&text, "wins");
    return text.length;
}

static void put_seat(const Sheet *sheet, Seat seat, unsigned width, Text *out) {
    char remarks[160];
    put_padded(out, sheet->names.name[seat], width);
    if (sheet->points) {
        put_count(out, sheet->score.score[seat], 7);
        text_put(out, sheet->score.score[seat] == 1 ? " point " : " points");
    } else {
        const Board *board = &sheet->tally.game.board;
        put_count(out, board->count[seat], 5);
        text_put(out, board->count[seat] == 1 ? " number " : " numbers");
        put_count(out, board->actions[seat], 4);
        text_put(out, board->actions[seat] == 1 ? " action    streak " : " actions   streak ");
        text_number(out, board->split.streak[seat]);
    }
    if (sheet_rules(sheet)->option.teams) {
        text_put(out, "   team ");
        text_number(out, rules_team(sheet_rules(sheet), seat) + 1);
    }
    if (sheet_remarks(sheet, seat, false, remarks, sizeof remarks)) text_put(out, "   ");
    text_put(out, remarks);
    text_char(out, '\n');
}

static void put_decks(const Sheet *sheet, Text *out) {
    const Board *board = &sheet->tally.game.board;
    text_put(out, "Number deck ");
    text_number(out, board->split.numbers_left);
    text_put(out, board->split.numbers_left ? ", action deck " : " (empty), action deck ");
    text_number(out, board->split.actions_left);
    text_put(out, board->split.actions_left ? ", shed " : " (empty), shed ");
    text_number(out, cards_total_of(&board->open, NUMBERS_MASK));
    text_put(out, ", step ");
    text_number(out, board->split.steps + 1);
    text_char(out, '\n');
}

unsigned sheet_status(const Sheet *sheet, char *out, unsigned size) {
    Text text = text_in(out, size);
    unsigned width = widest_name(&sheet->names);
    for (Seat seat = 0; seat < sheet->names.count; seat++) put_seat(sheet, seat, width, &text);
    if (!sheet->points) put_decks(sheet, &text);
    else {
        text_put(&text, "Deals ");
        text_number(&text, sheet->score.deals);
        if (sheet->score.rules.option.target) {
            text_put(&text, ", playing to ");
            text_number(&text, sheet->score.rules.option.target);
        }
        text_char(&text, '\n');
    }
    return text.length;
}
