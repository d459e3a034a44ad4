/* book_internal.h -- what folding a log (book.c) and entering a line (book_enter.c) share. */
#ifndef UNO_BOOK_INTERNAL_H
#define UNO_BOOK_INTERNAL_H

#include "book.h"

enum { BOOK_FIRST_BYTES = 10 };
extern const char book_first_line[BOOK_FIRST_BYTES + 1]; /* the form of the log */

/* What a line of the log is about, by its first words. */
typedef enum { LINE_REMARK, LINE_FORM, LINE_GAME, LINE_OPEN, LINE_UNDO, LINE_REDO, LINE_ENTRY } LineKind;

typedef struct {
    LineKind kind;
    unsigned number; /* of "open 2", "undo 3" */
    bool good;       /* false: there is too much, or no number */
} LineHead;

LineHead book_head_of(const char *line);

/* The line at `at` without its end; returns where the next one begins. */
size_t book_copy_line(const Book *book, size_t at, char out[BOOK_LINE_BYTES]);

/* Collects the lines of a game and makes it current. False: *error. */
bool book_fold(Book *book, unsigned game, BookError *error);

/* The current game as its lines make it. False: *error. */
bool book_replay(Book *book, BookError *error);

#endif
