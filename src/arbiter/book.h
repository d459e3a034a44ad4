/* book.h -- the arbiter's book: every line that was entered, in order. The log is
 * the truth: which games there are, how they stand, what is taken back and what
 * can be redone is folded out of it, and nothing else is kept.
 *
 *     arbiter 1                                     the form of the log
 *     game split-v3 players Ada Ben decks ...       a game begins (opening.h)
 *     Ada 7 Ben 4                                   what happened (docs/arbiter.md)
 *     undo                                          takes the last line back
 *     open 1                                        goes on with an earlier game
 *
 * A line counts once it is closed by its line end, so a log cut off anywhere
 * stands as it was at its last whole line. The memory is the caller's; the book
 * neither allocates nor reads or writes a file. */
#ifndef UNO_BOOK_H
#define UNO_BOOK_H

#include <stddef.h>

#include "opening.h"

enum { BOOK_LINES_MAX = 16384, BOOK_LINE_BYTES = 2048, BOOK_BYTES_MAX = 8 << 20 };

typedef struct {
    char *text; /* the log, closed with a zero */
    size_t length, capacity;
    unsigned games, current;     /* counted from 1; 0: none yet */
    Sheet sheet;                 /* the current game as it stands */
    size_t opening;              /* where its first line is in the text */
    size_t line[BOOK_LINES_MAX]; /* and its further ones */
    unsigned done, known;        /* so many count; so many could be redone to */
} Book;

typedef struct {
    unsigned line; /* from 1; 0: the log as a whole */
    char text[1200];
} BookError;

/* An empty book, written in `memory`. */
void book_init(Book *book, char *memory, size_t capacity);

/* Takes up a log of so many bytes that lies in the book's memory. What follows the last line end is dropped: the
 * caller cuts its file to book->length. False: *error, and the book is empty; the memory keeps the log. */
bool book_load(Book *book, size_t length, BookError *error);

/* Enters a line: a game, something that happened, undo, redo or open. The log grows by what is between the old and
 * the new length. False: nothing has changed. In both cases `told` says it in words. `finder` may be NULL. */
bool book_enter(Book *book, const char *line, const RulesFinder *finder, char *told, unsigned size);

/* A line that would bring entries again, however it is spelt. */
bool book_is_redo(const char *line);

/* Forgets what was entered since the log had that length; for a caller that could not keep it. */
void book_retract(Book *book, size_t length);

/* A game of the book as it stands, whichever is current. `scratch` shares the book's memory. */
bool book_peek(const Book *book, unsigned game, Book *scratch);

/* Goes through the current game: once for its beginning (line NULL), then for each line that counts. */
typedef void (*BookWatch)(void *context, const char *line, const char *told, const Sheet *sheet);
bool book_walk(const Book *book, Sheet *scratch, BookWatch watch, void *context);

/* The entry that undo would take back, or redo would bring again, as a line; "" where there is none. */
void book_next_undo(const Book *book, char *out, unsigned size);
void book_next_redo(const Book *book, char *out, unsigned size);

#endif
