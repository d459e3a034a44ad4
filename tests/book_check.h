/* book_check.h -- what must hold of an arbiter's book whatever is said to it, for
 * its tests and its fuzzers. A check gives NULL, or says which promise is broken. */
#ifndef UNO_BOOK_CHECK_H
#define UNO_BOOK_CHECK_H

#include <stdlib.h>
#include <string.h>

#include "arbiter/book.h"
#include "ruleset/ruleset.h"

enum { CHECK_TOLD = 8192 };

/* ---- rules, by the name of a ruleset that is built in ---- */

static inline bool check_find(void *context, const char *word, Rules *rules, char name[SHEET_RULESET_MAX], char *why,
                              unsigned size) {
    (void)context;
    for (unsigned i = 0; i < builtin_ruleset_count; i++) {
        static Ruleset ruleset;
        RulesetError error;
        if (strcmp(word, builtin_rulesets[i].name) != 0 || !ruleset_load(word, &ruleset, &error)) continue;
        *rules = ruleset.rules;
        memcpy(name, ruleset.name, SHEET_RULESET_MAX < sizeof ruleset.name ? SHEET_RULESET_MAX : sizeof ruleset.name);
        return true;
    }
    if (size > 20) memcpy(why, "No such ruleset.", 17);
    return false;
}

static const RulesFinder check_finder = {check_find, NULL};

/* ---- one sheet ---- */

static inline const char *tally_broken(const Tally *tally) {
    const Board *board = &tally->game.board;
    unsigned numbers = board->split.numbers_left + cards_total_of(&board->open, NUMBERS_MASK);
    unsigned actions = board->split.actions_left;
    for (unsigned seat = 0; seat < board->players; seat++) {
        const Cards *hand = &tally->game.own[seat].hand;
        numbers += board->count[seat] + (unsigned)(board->split.shown[seat] != NO_FACE);
        actions += board->actions[seat];
        if (cards_total_of(hand, NUMBERS_MASK) != board->count[seat]) return "a count of numbers is not that of a hand";
        if (cards_total_of(hand, SPLIT_ACTIONS) != board->actions[seat]) return "a count of actions is not a hand's";
        if (board->split.streak[seat] > tally->rules.option.bonus_wins) return "a streak is too long";
    }
    if (numbers > tally->numbers_total) return "there are more number cards than exist";
    if (actions > tally->actions_total) return "there are more action cards than exist";
    if (board->winners >> board->players) return "nobody wins";
    if (!board->winners == (board->phase == PHASE_OVER)) return "a game is over without a winner";
    return NULL;
}

static inline const char *score_broken(const Score *score) {
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        if (score->score[seat] > (seat < score->players ? (unsigned)SCORE_MAX : 0)) return "a score is too high";
    return score->winners >> score->players ? "nobody wins" : NULL;
}

/* Whatever is asked of a sheet has an answer that fits and is closed. */
static inline const char *words_broken(const Sheet *sheet) {
    char text[SHEET_TEXT_MAX];
    if (!sheet_question(sheet, text, sizeof text) || strlen(text) + 1 >= sizeof text) return "no question fits";
    if (sheet_answers(sheet, text, sizeof text) >= sizeof text) return "the answers do not fit";
    if (!text[0] != sheet_over(sheet)) return "a question without answers";
    if (!sheet_status(sheet, text, sizeof text) || strlen(text) + 1 >= sizeof text) return "no status fits";
    return NULL;
}

static inline const char *sheet_broken(const Sheet *sheet) {
    const char *broken = sheet->points ? score_broken(&sheet->score) : tally_broken(&sheet->tally);
    return broken ? broken : words_broken(sheet);
}

/* ---- books ---- */

static inline const char *book_differs(const Book *a, const Book *b) {
    if (a->length != b->length || memcmp(a->text, b->text, a->length + 1) != 0) return "the text differs";
    if (a->games != b->games || a->current != b->current) return "the games differ";
    if (a->done != b->done || a->known != b->known) return "what can be undone differs";
    if (a->current && a->opening != b->opening) return "the opening differs";
    if (memcmp(a->line, b->line, a->known * sizeof *a->line) != 0) return "the lines differ";
    return memcmp(&a->sheet, &b->sheet, sizeof a->sheet) != 0 ? "the sheet differs" : NULL;
}

/* The log of a book, taken up anew in `memory`, is that book. */
static inline const char *book_reload_broken(const Book *book, Book *again, char *memory, size_t capacity) {
    BookError error;
    book_init(again, memory, capacity);
    if (book->length) memcpy(memory, book->text, book->length);
    if (!book_load(again, book->length, &error)) return "a log cannot be read back";
    return book_differs(book, again);
}

/* The log of a book, said line by line to an empty one, is that log. */
static inline const char *book_script_broken(const Book *book, Book *again, char *memory, size_t capacity) {
    static char line[BOOK_LINE_BYTES], told[CHECK_TOLD];
    book_init(again, memory, capacity);
    for (const char *at = book->text; *at;) {
        size_t length = strcspn(at, "\n");
        memcpy(line, at, length);
        line[length] = 0;
        if (!book_enter(again, line, &check_finder, told, sizeof told)) return "a line of a log is refused in a script";
        at += length + 1;
    }
    return book_differs(book, again);
}

/* What a line says, spelt out, says the same. */
static inline const char *spelling_broken(const Sheet *sheet, const char *line) {
    static char once[BOOK_LINE_BYTES], twice[BOOK_LINE_BYTES], why[CHECK_TOLD];
    Statement first, second;
    if (!statement_parse(sheet, line, &first, why, sizeof why))
        return why[0] ? NULL : "not understood, and not told why";
    if (statement_format(sheet, &first, once, sizeof once) >= sizeof once) return NULL; /* refused as too long */
    if (!statement_parse(sheet, once, &second, why, sizeof why)) return "what is spelt out is not understood";
    if (memcmp(&first, &second, sizeof first) != 0) return "what is spelt out says something else";
    statement_format(sheet, &second, twice, sizeof twice);
    return strcmp(once, twice) != 0 ? "spelling is not settled" : NULL;
}

/* Undo to the start and redo to the end. */
static inline const char *undo_broken(Book *book, Book *before) {
    char line[32], told[CHECK_TOLD];
    Text text = text_in(line, sizeof line);
    unsigned done = book->done;
    if (!done) return NULL;
    memcpy(before, book, sizeof *book);
    text_put(&text, "undo ");
    text_number(&text, done);
    if (!book_enter(book, line, NULL, told, sizeof told) || book->done) return "undo to the start is refused";
    memcpy(line, "redo", 4);
    if (!book_enter(book, line, NULL, told, sizeof told)) return "redo to the end is refused";
    if (book->done != done || book->known != before->known) return "redo does not go to the end";
    return memcmp(&book->sheet, &before->sheet, sizeof book->sheet) != 0 ? "undo and redo change the sheet" : NULL;
}

/* Enters a line and looks at every promise about it. `before` is room for the book as it was, `text` for its log. */
static inline const char *entering_broken(Book *book, const char *line, Book *before, char *text, bool *taken) {
    static char told[CHECK_TOLD];
    const char *broken = book->current ? spelling_broken(&book->sheet, line) : NULL;
    if (broken) return broken;
    memcpy(before, book, sizeof *book);
    memcpy(text, book->text, book->length + 1);
    before->text = text;
    memset(told, '#', sizeof told);
    *taken = book_enter(book, line, &check_finder, told, sizeof told);
    if (!memchr(told, 0, sizeof told)) return "what is told has no end";
    if (!*taken) return told[0] ? book_differs(before, book) : "refused without a word";
    if (memcmp(text, book->text, before->length) != 0) return "the log has changed where it stood";
    if (book->length == before->length) return book_differs(before, book); /* a remark */
    if (book->text[book->length - 1] != '\n' || book->text[book->length]) return "the log is not closed";
    return sheet_broken(&book->sheet);
}

#endif
