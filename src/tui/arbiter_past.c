/* arbiter_past.c -- what was entered in the current game, and what came of it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arbiter_internal.h"

static void note(void *context, const char *line, const char *told, const Sheet *sheet) {
    Past *past = context;
    if (!line) return;
    unsigned i = past->lines++ % PAST_ROWS;
    snprintf(past->row[i].line, sizeof past->row[i].line, "%s", line);
    snprintf(past->row[i].told, sizeof past->row[i].told, "%s", told);
    if (!sheet->points) return;
    bool correction = strncmp(line, "adjust ", sizeof "adjust " - 1) == 0;
    past->row[i].deal = correction ? 0 : sheet->score.deals;
    memcpy(past->row[i].score, sheet->score.score, sizeof past->row[i].score);
}

void past_gather(Past *past, const Book *book, Sheet *scratch) {
    past->lines = 0;
    book_walk(book, scratch, note, past);
}

typedef struct {
    FILE *out;
    unsigned lines;
} Telling;

static void tell(void *context, const char *line, const char *told, const Sheet *sheet) {
    Telling *telling = context;
    if (!line) {
        fprintf(telling->out, "%s:", sheet->ruleset);
        for (unsigned seat = 0; seat < sheet->names.count; seat++)
            fprintf(telling->out, "%s %s", seat ? "," : "", sheet->names.name[seat]);
        fprintf(telling->out, "\n\n");
        return;
    }
    fprintf(telling->out, "%u  %s\n", ++telling->lines, line);
    if (told[0]) fprintf(telling->out, "     %s\n", told);
}

char *past_text(const Book *book, Sheet *scratch) {
    char *text = NULL;
    size_t length = 0;
    Telling telling = {open_memstream(&text, &length), 0};
    if (!telling.out) return NULL;
    book_walk(book, scratch, tell, &telling);
    if (!telling.lines) fprintf(telling.out, "Nothing has been entered yet.\n");
    if (book->known > book->done)
        fprintf(telling.out, "\n%u taken back, and can be redone.\n", book->known - book->done);
    return fclose(telling.out) == 0 ? text : (free(text), NULL);
}
