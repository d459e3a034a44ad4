/* export.c -- the same game as text, CSV and JSON: one writer each, fed with the lines of the log. */
#include "export.h"

#include "../engine/text.h"
#include "book_internal.h"
#include "vocabulary.h"

const char *const export_names[EXPORT_FORMATS] = {"text", "csv", "json"};

typedef struct {
    const Printer *printer;
    unsigned rows;
} Export;

static void put(const Export *e, const char *text) { e->printer->put(e->printer->sink, text); }

static void put_number(const Export *e, unsigned long number) {
    char digits[24];
    Text text = text_in(digits, sizeof digits);
    text_number(&text, (long long)number);
    put(e, digits);
}

/* ---- text ---- */

static void put_game_text(const Export *e, const Sheet *sheet) {
    put(e, sheet->ruleset);
    put(e, ":");
    for (unsigned seat = 0; seat < sheet->names.count; seat++) {
        put(e, seat ? ", " : " ");
        put(e, sheet->names.name[seat]);
    }
    put(e, "\n\n");
}

static void write_text(void *context, const char *line, const char *told, const Sheet *sheet) {
    Export *e = context;
    if (!line) {
        put_game_text(e, sheet);
        return;
    }
    put_number(e, ++e->rows);
    put(e, ". ");
    put(e, line);
    put(e, "\n   ");
    put(e, told);
    put(e, "\n");
}

/* ---- CSV: a row for each entry, columns for every count after it ---- */

static void put_quoted(const Export *e, const char *text) {
    char one[3] = {0, 0, 0};
    put(e, "\"");
    for (; *text; text++) {
        one[0] = *text;
        one[1] = (char)(*text == '"' ? '"' : 0);
        put(e, one);
    }
    put(e, "\"");
}

static void put_column_names(const Export *e, const Sheet *sheet) {
    static const char *const counts[] = {" numbers", " actions", " streak", " blocked", " must show"};
    put(e, "row,entry");
    for (unsigned seat = 0; seat < sheet->names.count; seat++)
        for (unsigned i = 0; i < (sheet->points ? 1u : 5u); i++) {
            char name[PLAYER_NAME_MAX + 16];
            Text text = text_in(name, sizeof name);
            text_put(&text, sheet->names.name[seat]);
            text_put(&text, sheet->points ? " points" : counts[i]);
            put(e, ",");
            put_quoted(e, name);
        }
    put(e, sheet->points ? ",winners\n" : ",number deck,action deck,shed,lead,claims,winners\n");
}

static const char *duty_of(const Sheet *sheet, unsigned seat) {
    unsigned duty = sheet->tally.game.board.split.duty[seat];
    return duty < NAMES ? word_for(choice_words, duty) : "";
}

static const char *name_or_none(const Sheet *sheet, Seat seat) {
    return seat == NO_SEAT ? "" : sheet->names.name[seat];
}

static void put_winners(const Export *e, const Sheet *sheet) {
    char names[SEATS_MAX * PLAYER_NAME_MAX];
    Text text = text_in(names, sizeof names);
    for (unsigned left = sheet_winners(sheet); left; left &= left - 1) {
        if (text.length) text_char(&text, ' ');
        text_put(&text, sheet->names.name[mask_first(left)]);
    }
    put_quoted(e, names);
}

static void put_counts_csv(const Export *e, const Sheet *sheet) {
    const Board *board = &sheet->tally.game.board;
    for (unsigned seat = 0; seat < sheet->names.count; seat++) {
        const unsigned long counts[] = {board->count[seat], board->actions[seat], board->split.streak[seat],
                                        board->split.blocked >> seat & 1};
        for (unsigned i = 0; i < 4; i++) put(e, ","), put_number(e, counts[i]);
        put(e, ",");
        put(e, duty_of(sheet, seat));
    }
    put(e, ",");
    put_number(e, board->split.numbers_left);
    put(e, ",");
    put_number(e, board->split.actions_left);
    put(e, ",");
    put_number(e, cards_total_of(&board->open, NUMBERS_MASK));
    put(e, ",");
    put_quoted(e, name_or_none(sheet, board->split.lead));
    put(e, ",");
    put_quoted(e, name_or_none(sheet, board->split.claimant));
}

static void write_csv(void *context, const char *line, const char *told, const Sheet *sheet) {
    Export *e = context;
    (void)told;
    if (!line) {
        put_column_names(e, sheet);
        return;
    }
    put_number(e, ++e->rows);
    put(e, ",");
    put_quoted(e, line);
    if (sheet->points)
        for (unsigned seat = 0; seat < sheet->names.count; seat++) put(e, ","), put_number(e, sheet->score.score[seat]);
    else put_counts_csv(e, sheet);
    put(e, ",");
    put_winners(e, sheet);
    put(e, "\n");
}

/* ---- JSON ---- */

/* Names and lines hold no control characters; only these two are written otherwise. */
static void put_string(const Export *e, const char *text) {
    char one[3] = {0, 0, 0};
    put(e, "\"");
    for (; *text; text++) {
        bool marked = *text == '"' || *text == '\\';
        one[0] = (char)(marked ? '\\' : *text);
        one[1] = (char)(marked ? *text : 0);
        put(e, one);
    }
    put(e, "\"");
}

static void put_field(const Export *e, const char *before, unsigned long number) {
    put(e, before);
    put_number(e, number);
}

static void put_name_or_null(const Export *e, const char *before, const char *name) {
    put(e, before);
    if (name[0]) put_string(e, name);
    else put(e, "null");
}

static void put_state_json(const Export *e, const Sheet *sheet) {
    const Board *board = &sheet->tally.game.board;
    put(e, ",\"players\":[");
    for (unsigned seat = 0; seat < sheet->names.count; seat++) {
        put(e, seat ? ",{\"name\":" : "{\"name\":");
        put_string(e, sheet->names.name[seat]);
        if (sheet->points) put_field(e, ",\"points\":", sheet->score.score[seat]);
        else {
            put_field(e, ",\"numbers\":", board->count[seat]);
            put_field(e, ",\"actions\":", board->actions[seat]);
            put_field(e, ",\"streak\":", board->split.streak[seat]);
            put(e, board->split.blocked >> seat & 1 ? ",\"blocked\":true" : ",\"blocked\":false");
            put_name_or_null(e, ",\"must_show\":", duty_of(sheet, seat));
        }
        put(e, "}");
    }
    put(e, "]");
    if (!sheet->points) {
        put_field(e, ",\"number_deck\":", board->split.numbers_left);
        put_field(e, ",\"action_deck\":", board->split.actions_left);
        put_field(e, ",\"shed\":", cards_total_of(&board->open, NUMBERS_MASK));
        put_name_or_null(e, ",\"lead\":", name_or_none(sheet, board->split.lead));
        put_name_or_null(e, ",\"claims\":", name_or_none(sheet, board->split.claimant));
    }
    put(e, ",\"winners\":[");
    bool first = true;
    for (unsigned left = sheet_winners(sheet); left; left &= left - 1, first = false) {
        if (!first) put(e, ",");
        put_string(e, sheet->names.name[mask_first(left)]);
    }
    put(e, "]");
}

static void write_json(void *context, const char *line, const char *told, const Sheet *sheet) {
    Export *e = context;
    if (!line) {
        put(e, "{\"ruleset\":");
        put_string(e, sheet->ruleset);
        put(e, ",\"beginning\":{\"row\":0");
    } else {
        put(e, e->rows++ ? ",\n{\"row\":" : "},\n\"entries\":[\n{\"row\":");
        put_number(e, e->rows);
        put(e, ",\"entry\":");
        put_string(e, line);
        put(e, ",\"told\":");
        put_string(e, told);
    }
    put_state_json(e, sheet);
    if (line) put(e, "}");
}

bool book_export(const Book *book, ExportFormat format, Sheet *scratch, const Printer *printer) {
    static const BookWatch writers[EXPORT_FORMATS] = {write_text, write_csv, write_json};
    Export export = {printer, 0};
    if (!book_walk(book, scratch, writers[format], &export)) return false;
    if (format == EXPORT_TEXT) {
        char status[SHEET_TEXT_MAX];
        put(&export, "\n");
        sheet_status(scratch, status, sizeof status);
        put(&export, status);
    }
    if (format == EXPORT_JSON) put(&export, export.rows ? "\n]}\n" : "},\n\"entries\":[]}\n");
    return true;
}

bool book_export_log(const Book *book, const Printer *printer) {
    char line[BOOK_LINE_BYTES];
    if (!book->current) return false;
    printer->put(printer->sink, book_first_line);
    book_copy_line(book, book->opening, line);
    printer->put(printer->sink, line);
    for (unsigned i = 0; i < book->done; i++) {
        printer->put(printer->sink, "\n");
        book_copy_line(book, book->line[i], line);
        printer->put(printer->sink, line);
    }
    printer->put(printer->sink, "\n");
    return true;
}
