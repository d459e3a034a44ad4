/* book.c -- folding a log into games. */
#include <string.h>

#include "../engine/text.h"
#include "book_internal.h"
#include "tokens.h"

const char book_first_line[BOOK_FIRST_BYTES + 1] = "arbiter 1\n";

static void empty(Book *book) {
    book->length = 0;
    book->games = book->current = book->done = book->known = 0;
    book->opening = 0;
    memset(&book->sheet, 0, sizeof book->sheet);
}

void book_init(Book *book, char *memory, size_t capacity) {
    book->text = memory;
    book->capacity = capacity;
    empty(book);
    book->text[0] = 0;
}

/* ---- lines of the log ---- */

size_t book_copy_line(const Book *book, size_t at, char out[BOOK_LINE_BYTES]) {
    size_t end = at;
    while (end < book->length && book->text[end] != '\n') end++;
    size_t bytes = end - at < BOOK_LINE_BYTES - 1 ? end - at : BOOK_LINE_BYTES - 1;
    memcpy(out, book->text + at, bytes);
    out[bytes] = 0;
    return end + 1;
}

static unsigned line_number(const Book *book, size_t at) {
    unsigned number = 1;
    for (size_t i = 0; i < at; i++) number += book->text[i] == '\n';
    return number;
}

LineHead book_head_of(const char *line) {
    static const struct {
        const char *word;
        LineKind kind;
    } heads[] = {{"arbiter", LINE_FORM}, {"game", LINE_GAME}, {"new", LINE_GAME},
                 {"open", LINE_OPEN},    {"undo", LINE_UNDO}, {"redo", LINE_REDO}};
    Tokens tokens;
    LineHead head = {LINE_ENTRY, 1, true};
    tokens_split(&tokens, line);
    if (!tokens.count) return (LineHead){LINE_REMARK, 0, true};
    const char *word = tokens_take(&tokens);
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        if (word_is(word, heads[i].word)) head.kind = heads[i].kind;
    if (head.kind == LINE_ENTRY || head.kind == LINE_GAME) return head;
    if (tokens.count > 1) head.good = tokens.count == 2 && word_number(tokens_take(&tokens), &head.number);
    else head.good = head.kind != LINE_OPEN && head.kind != LINE_FORM;
    return head;
}

/* ---- folding ---- */

static bool fail(BookError *error, const Book *book, size_t at, const char *words) {
    Text text = text_in(error->text, sizeof error->text);
    error->line = line_number(book, at);
    text_put(&text, words);
    return false;
}

/* Takes a line of the log into account that belongs to the game `wanted`. */
static bool gather_line(Book *book, size_t at, const LineHead *head, unsigned wanted, BookError *error) {
    bool mine = book->current == wanted;
    switch (head->kind) {
    case LINE_FORM:
        if (at || !head->good || head->number != 1)
            return fail(error, book, at, "Here another log begins: each is a file of its own.");
        return true;
    case LINE_GAME:
        book->current = ++book->games;
        if (book->current == wanted) book->opening = at;
        return true;
    case LINE_OPEN:
        if (!head->good || !head->number || head->number > book->games)
            return fail(error, book, at, "There is no such game to open.");
        book->current = head->number;
        return true;
    case LINE_UNDO:
        if (mine && (!head->good || head->number > book->done))
            return fail(error, book, at, "There is nothing to undo.");
        if (mine) book->done -= head->number;
        return true;
    case LINE_REDO:
        if (mine && (!head->good || head->number > book->known - book->done))
            return fail(error, book, at, "There is nothing to redo.");
        if (mine) book->done += head->number;
        return true;
    case LINE_ENTRY:
        if (!book->current) return fail(error, book, at, "No game has begun yet.");
        if (mine && book->done == BOOK_LINES_MAX) return fail(error, book, at, "The game has too many lines.");
        if (mine) book->line[book->done++] = at, book->known = book->done;
        return true;
    case LINE_REMARK: return true;
    }
    return true;
}

static bool has_zero(const char *bytes, size_t count) {
    while (count && *bytes) bytes++, count--;
    return count;
}

/* Collects the lines of a game; afterwards `current` is the game that the last line belongs to. */
static bool gather(Book *book, unsigned wanted, BookError *error) {
    char line[BOOK_LINE_BYTES];
    book->games = book->current = book->done = book->known = 0;
    for (size_t at = 0; at < book->length;) {
        size_t next = book_copy_line(book, at, line);
        LineHead head = book_head_of(line);
        if (next - at > BOOK_LINE_BYTES) return fail(error, book, at, "The line is too long.");
        if (has_zero(book->text + at, next - at - 1) || !text_is_shown(line))
            return fail(error, book, at, "The line is not text.");
        if (!gather_line(book, at, &head, wanted, error)) return false;
        at = next;
    }
    return true;
}

static bool begin_sheet(const Book *book, Sheet *sheet, BookError *error) {
    char line[BOOK_LINE_BYTES], why[400];
    book_copy_line(book, book->opening, line);
    if (opening_parse(line, NULL, NULL, sheet, why, sizeof why)) return true;
    return fail(error, book, book->opening, why);
}

/* Enters line `i` of the current game into a sheet. */
static bool enter_line(const Book *book, unsigned i, Sheet *sheet, char *told, unsigned size) {
    char line[BOOK_LINE_BYTES];
    Statement statement;
    book_copy_line(book, book->line[i], line);
    return statement_parse(sheet, line, &statement, told, size) && sheet_enter(sheet, &statement, told, size);
}

bool book_replay(Book *book, BookError *error) {
    char told[SHEET_TEXT_MAX];
    if (!book->current) return true;
    if (!begin_sheet(book, &book->sheet, error)) return false;
    for (unsigned i = 0; i < book->done; i++)
        if (!enter_line(book, i, &book->sheet, told, sizeof told)) return fail(error, book, book->line[i], told);
    return true;
}

bool book_fold(Book *book, unsigned game, BookError *error) {
    return gather(book, game, error) && (book->current = game, book_replay(book, error));
}

/* The bytes are the beginning of a log, or a log is the beginning of them. */
static bool begins_as_log(const char *bytes, size_t count) {
    size_t whole = BOOK_FIRST_BYTES;
    return memcmp(bytes, book_first_line, count < whole ? count : whole) == 0;
}

static const char *why_no_log(const char *bytes, size_t count) {
    static const char form[] = "arbiter ", windows[] = "arbiter 1\r\n";
    if (count >= sizeof windows - 1 && memcmp(bytes, windows, sizeof windows - 1) == 0)
        return "This log has the line ends of Windows: a log has plain ones (tr -d '\\r' makes a copy that has).";
    if (count >= sizeof form - 1 && memcmp(bytes, form, sizeof form - 1) == 0)
        return "This log was written by another version of the program, and can be read only by that.";
    return "This is not the log of an arbiter: its first line would be 'arbiter 1'.";
}

bool book_load(Book *book, size_t length, BookError *error) {
    size_t whole = length;
    while (whole && book->text[whole - 1] != '\n') whole--; /* a line without its end was never entered */
    bool log = begins_as_log(book->text, length);
    book->length = whole;
    if (log && gather(book, 0, error) && book_fold(book, book->current, error)) {
        book->text[whole] = 0;
        return true;
    }
    if (!log) {
        fail(error, book, 0, why_no_log(book->text, length));
        error->line = 0;
    }
    empty(book);
    return false;
}

void book_retract(Book *book, size_t length) {
    BookError error;
    book->length = length;
    book->text[length] = 0;
    gather(book, 0, &error);
    book_fold(book, book->current, &error);
}

bool book_peek(const Book *book, unsigned game, Book *scratch) {
    BookError error;
    scratch->text = book->text;
    scratch->length = scratch->capacity = book->length;
    return game && game <= book->games && book_fold(scratch, game, &error);
}

bool book_walk(const Book *book, Sheet *scratch, BookWatch watch, void *context) {
    char line[BOOK_LINE_BYTES], told[SHEET_TEXT_MAX];
    BookError error;
    if (!book->current || !begin_sheet(book, scratch, &error)) return false;
    watch(context, NULL, NULL, scratch);
    for (unsigned i = 0; i < book->done; i++) {
        if (!enter_line(book, i, scratch, told, sizeof told)) return false;
        book_copy_line(book, book->line[i], line);
        watch(context, line, told, scratch);
    }
    return true;
}
