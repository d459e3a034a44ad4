#include "book.h"

#include <string.h>

#include "../engine/text.h"
#include "tokens.h"

static const char first_line[] = "arbiter 1\n";

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

/* The line at `at` without its end; returns where the next one begins. */
static size_t copy_line(const Book *book, size_t at, char out[BOOK_LINE_BYTES]) {
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

typedef enum { LINE_REMARK, LINE_FORM, LINE_GAME, LINE_OPEN, LINE_UNDO, LINE_REDO, LINE_ENTRY } LineKind;

typedef struct {
    LineKind kind;
    unsigned number; /* of "open 2", "undo 3" */
    bool good;       /* false: there is too much, or no number */
} LineHead;

static LineHead head_of(const char *line) {
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
    default: return true;
    }
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
        size_t next = copy_line(book, at, line);
        LineHead head = head_of(line);
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
    copy_line(book, book->opening, line);
    if (opening_parse(line, NULL, NULL, sheet, why, sizeof why)) return true;
    return fail(error, book, book->opening, why);
}

/* Enters line `i` of the current game into a sheet. */
static bool enter_line(const Book *book, unsigned i, Sheet *sheet, char *told, unsigned size) {
    char line[BOOK_LINE_BYTES];
    Statement statement;
    copy_line(book, book->line[i], line);
    return statement_parse(sheet, line, &statement, told, size) && sheet_enter(sheet, &statement, told, size);
}

/* The current game as its lines make it. */
static bool replay(Book *book, BookError *error) {
    char told[SHEET_TEXT_MAX];
    if (!book->current) return true;
    if (!begin_sheet(book, &book->sheet, error)) return false;
    for (unsigned i = 0; i < book->done; i++)
        if (!enter_line(book, i, &book->sheet, told, sizeof told)) return fail(error, book, book->line[i], told);
    return true;
}

static bool fold(Book *book, unsigned game, BookError *error) {
    return gather(book, game, error) && (book->current = game, replay(book, error));
}

/* The bytes are the beginning of a log, or a log is the beginning of them. */
static bool begins_as_log(const char *bytes, size_t count) {
    size_t whole = sizeof first_line - 1;
    return memcmp(bytes, first_line, count < whole ? count : whole) == 0;
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
    if (log && gather(book, 0, error) && fold(book, book->current, error)) {
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
    fold(book, book->current, &error);
}

bool book_peek(const Book *book, unsigned game, Book *scratch) {
    BookError error;
    scratch->text = book->text;
    scratch->length = scratch->capacity = book->length;
    return game && game <= book->games && fold(scratch, game, &error);
}

bool book_walk(const Book *book, Sheet *scratch, BookWatch watch, void *context) {
    char line[BOOK_LINE_BYTES], told[SHEET_TEXT_MAX];
    BookError error;
    if (!book->current || !begin_sheet(book, scratch, &error)) return false;
    watch(context, NULL, NULL, scratch);
    for (unsigned i = 0; i < book->done; i++) {
        if (!enter_line(book, i, scratch, told, sizeof told)) return false;
        copy_line(book, book->line[i], line);
        watch(context, line, told, scratch);
    }
    return true;
}

/* ---- entering ---- */

/* Writes a line at the end of the log; false: there is no room for it. */
static bool append(Book *book, const char *line, Text *told) {
    size_t bytes = text_length(line), before = book->length ? 0 : sizeof first_line - 1;
    if (bytes + 1 >= BOOK_LINE_BYTES) {
        text_put(told, "That is too much for one line of the log. Say it in two.");
        return false;
    }
    if (book->length + before + bytes + 2 > book->capacity) {
        text_put(told, "The book is full. Begin another file.");
        return false;
    }
    if (before) memcpy(book->text, first_line, before);
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
    size_t at = book->length ? book->length : sizeof first_line - 1;
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
    if (!fold(book, head->number, &error)) return take_back(book, before, &error, told);
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
        copy_line(book, book->line[undo ? book->done - 1 - i : book->done + i], line);
        text_put(told, i ? "; " : " ");
        text_put(told, line);
    }
    text_char(told, '.');
    book->done = undo ? book->done - head->number : book->done + head->number;
    return replay(book, &error) || take_back(book, before, &error, told);
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
    LineHead head = head_of(line);
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
    default: return true; /* remarks, and the form of a log that is piped in */
    }
}

void book_next_undo(const Book *book, char *out, unsigned size) {
    char line[BOOK_LINE_BYTES] = "";
    if (book->done) copy_line(book, book->line[book->done - 1], line);
    Text text = text_in(out, size);
    text_put(&text, line);
}

void book_next_redo(const Book *book, char *out, unsigned size) {
    char line[BOOK_LINE_BYTES] = "";
    if (book->done < book->known) copy_line(book, book->line[book->done], line);
    Text text = text_in(out, size);
    text_put(&text, line);
}
