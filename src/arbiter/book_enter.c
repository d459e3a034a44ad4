/* book_enter.c -- what is said is checked, spelt out, and becomes a line of the log. */
#include <string.h>

#include "../engine/text.h"
#include "book_internal.h"

/* Writes a line at the end of the log; false: there is no room for it. */
static bool append(Book *book, const char *line, Text *told) {
    size_t bytes = text_length(line), before = book->length ? 0 : BOOK_FIRST_BYTES;
    if (bytes + 1 >= BOOK_LINE_BYTES) {
        text_put(told, "That is too much for one line of the log. Say it in two.");
        return false;
    }
    if (book->length + before + bytes + 2 > book->capacity) {
        text_put(told, "The book is full. Begin another file.");
        return false;
    }
    if (before) memcpy(book->text, book_first_line, before);
    book->length += before;
    memcpy(book->text + book->length, line, bytes);
    book->length += bytes;
    book->text[book->length++] = '\n';
    book->text[book->length] = 0;
    return true;
}

static bool enter_game(Book *book, const char *line, const RulesFinder *finder, Text *told) {
    Sheet sheet;
    char full[BOOK_LINE_BYTES], why[400];
    unsigned used = told->length;
    const Sheet *last = book->current ? &book->sheet : NULL;
    if (!opening_parse(line, last, finder, &sheet, told->out + used, told->size - used)) return false;
    if (opening_format(&sheet, full, sizeof full) >= sizeof full) {
        text_put(told, "The rules are too long for one line.");
        return false;
    }
    if (!opening_parse(full, NULL, NULL, &sheet, why, sizeof why)) { /* what counts is what the log says */
        text_put(told, "A log cannot keep such a game. ");
        text_put(told, why);
        return false;
    }
    size_t at = book->length ? book->length : BOOK_FIRST_BYTES;
    if (!append(book, full, told)) return false;
    book->current = ++book->games;
    book->opening = at;
    book->done = book->known = 0;
    book->sheet = sheet;
    text_put(told, "Game ");
    text_number(told, book->games);
    text_put(told, " begins: ");
    text_put(told, sheet.ruleset);
    text_put(told, ".");
    return true;
}

/* A line of the log that nobody has looked at so far is bad. */
static bool take_back(Book *book, size_t length, const BookError *error, Text *told) {
    *told = text_in(told->out, told->size);
    text_put(told, "Line ");
    text_number(told, error->line);
    text_put(told, " of the log is not good: ");
    text_put(told, error->text);
    book_retract(book, length);
    return false;
}

static bool enter_open(Book *book, const LineHead *head, Text *told) {
    char line[32];
    BookError error;
    if (!head->good || !head->number || head->number > book->games) {
        text_put(told, book->games ? "There is no such game: games lists them." : "No game has begun yet.");
        return false;
    }
    Text words = text_in(line, sizeof line);
    text_put(&words, "open ");
    text_number(&words, head->number);
    size_t before = book->length;
    if (!append(book, line, told)) return false;
    if (!book_fold(book, head->number, &error)) return take_back(book, before, &error, told);
    text_put(told, "Game ");
    text_number(told, head->number);
    text_put(told, " goes on.");
    return true;
}

static bool enter_undo(Book *book, const LineHead *head, Text *told) {
    bool undo = head->kind == LINE_UNDO;
    unsigned possible = undo ? book->done : book->known - book->done;
    char line[BOOK_LINE_BYTES];
    BookError error;
    if (!head->good || !head->number || head->number > possible) {
        const char *word = undo ? "undo" : "redo";
        if (head->good && head->number && !possible) text_put(told, "There is nothing to ");
        else text_put(told, "Say how many lines, and no more than there are: ");
        text_put(told, word);
        if (possible || !head->good) text_put(told, " 1");
        text_char(told, '.');
        return false;
    }
    Text words = text_in(line, sizeof line);
    text_put(&words, undo ? "undo" : "redo");
    if (head->number > 1) {
        text_char(&words, ' ');
        text_number(&words, head->number);
    }
    size_t before = book->length;
    if (!append(book, line, told)) return false;
    text_put(told, undo ? "Taken back:" : "Again:");
    for (unsigned i = 0; i < head->number; i++) {
        book_copy_line(book, book->line[undo ? book->done - 1 - i : book->done + i], line);
        text_put(told, i ? "; " : " ");
        text_put(told, line);
    }
    text_char(told, '.');
    book->done = undo ? book->done - head->number : book->done + head->number;
    return book_replay(book, &error) || take_back(book, before, &error, told);
}

/* A line is kept as it is spelt out: it must say the same again. */
static bool keeps(const Book *book, const char *full, const Statement *statement) {
    Statement again;
    char why[400];
    return statement_parse(&book->sheet, full, &again, why, sizeof why) && memcmp(&again, statement, sizeof again) == 0;
}

static bool enter_entry(Book *book, const char *line, Text *told) {
    Statement statement;
    char full[BOOK_LINE_BYTES];
    unsigned used = told->length;
    if (!book->current) {
        text_put(told, "No game has begun yet. Say game split-v3 players Ada Ben.");
        return false;
    }
    if (book->done == BOOK_LINES_MAX) {
        text_put(told, "The game has too many lines. Begin a new one.");
        return false;
    }
    char *rest = told->out + used;
    unsigned room = told->size - used;
    if (!statement_parse(&book->sheet, line, &statement, rest, room)) {
        *told = (Text){rest, room, (unsigned)text_length(rest)};
        if (!sheet_over(&book->sheet)) {
            char answers[1024];
            sheet_answers(&book->sheet, answers, sizeof answers);
            text_char(told, ' ');
            text_put(told, answers);
        }
        return false;
    }
    if (statement_format(&book->sheet, &statement, full, sizeof full) >= sizeof full ||
        !keeps(book, full, &statement)) {
        *told = text_in(rest, room);
        text_put(told, "That is too much for one line of the log. Say it in two.");
        return false;
    }
    size_t at = book->length;
    Sheet before = book->sheet;
    if (!sheet_enter(&book->sheet, &statement, rest, room)) return false;
    if (!append(book, full, told)) return book->sheet = before, false;
    book->line[book->done++] = at;
    book->known = book->done;
    return true;
}

/* Tabs count as blanks; other control characters and broken UTF-8 are nobody's words. */
static bool is_typed(const char *line) {
    char word[BOOK_LINE_BYTES];
    unsigned used = 0;
    for (; *line; line++) {
        if (*line != '\t' && used + 1 < sizeof word) word[used++] = *line;
        else if (*line != '\t') return true; /* too long, which is said elsewhere */
    }
    word[used] = 0;
    return text_is_shown(word);
}

bool book_enter(Book *book, const char *line, const RulesFinder *finder, char *told, unsigned size) {
    Text text = text_in(told, size);
    LineHead head = book_head_of(line);
    if (!is_typed(line)) { /* and not shown to anybody's terminal either */
        text_put(&text, "The line has characters that cannot be shown. Type it again.");
        return false;
    }
    switch (head.kind) {
    case LINE_GAME: return enter_game(book, line, finder, &text);
    case LINE_OPEN: return enter_open(book, &head, &text);
    case LINE_UNDO:
    case LINE_REDO:
        if (book->current) return enter_undo(book, &head, &text);
        text_put(&text, "No game has begun yet.");
        return false;
    case LINE_ENTRY: return enter_entry(book, line, &text);
    case LINE_REMARK:
    case LINE_FORM: break; /* of a log that is piped in */
    }
    return true;
}

bool book_is_redo(const char *line) { return book_head_of(line).kind == LINE_REDO; }

void book_next_undo(const Book *book, char *out, unsigned size) {
    char line[BOOK_LINE_BYTES] = "";
    if (book->done) book_copy_line(book, book->line[book->done - 1], line);
    Text text = text_in(out, size);
    text_put(&text, line);
}

void book_next_redo(const Book *book, char *out, unsigned size) {
    char line[BOOK_LINE_BYTES] = "";
    if (book->done < book->known) book_copy_line(book, book->line[book->done], line);
    Text text = text_in(out, size);
    text_put(&text, line);
}
