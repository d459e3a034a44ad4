/* scenarios.c -- games told to the arbiter, and what must come of them:
 *
 *     scenario V15 V16: the winner sheds, the losers keep their card and draw
 *     game split-v3 players A B C decks physical
 *     A 9 B 4 C 2
 *     expect A numbers 19, B numbers 21, deck numbers 14, told "draws 1 number card"
 *     refused "is blocked": A 3 B 2 C 1
 *
 * What is neither scenario, expect nor refused is entered, and must be taken. What
 * is refused must change nothing. At its end every scenario is undone to its
 * start and redone, and its log is read anew: both must give the same game.
 *
 *     arbiter-scenarios [--ids LIST] FILE...
 *
 * A FILE that is the LIST itself is left out, so that both may be given as a folder's *.txt. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ruleset/ruleset.h"
#include "scenarios.h"

enum { BOOK_BYTES = 1 << 18, ROW_BYTES = 4096 };

static char memory[BOOK_BYTES], other_memory[BOOK_BYTES];
static Book book, other;
static char told[TELL_BYTES];

static bool find_rules(void *context, const char *word, Rules *rules, char name[SHEET_RULESET_MAX], char *why,
                       unsigned size) {
    Ruleset ruleset;
    RulesetError error;
    (void)context;
    bool good = ruleset_load(word, &ruleset, &error);
    if (good) *rules = ruleset.rules;
    snprintf(name, SHEET_RULESET_MAX, "%.*s", SHEET_RULESET_MAX - 1, good ? ruleset.name : "");
    if (!good) snprintf(why, size, "%s", error.text);
    return good;
}

static const RulesFinder finder = {find_rules, NULL};

/* ---- what holds for every scenario ---- */

static bool same_sheet(const Sheet *a, const Sheet *b) {
    char words_a[SHEET_TEXT_MAX], words_b[SHEET_TEXT_MAX];
    sheet_status(a, words_a, sizeof words_a);
    sheet_status(b, words_b, sizeof words_b);
    if (strcmp(words_a, words_b) != 0) return false;
    sheet_question(a, words_a, sizeof words_a);
    sheet_question(b, words_b, sizeof words_b);
    if (strcmp(words_a, words_b) != 0) return false;
    if (a->points) return memcmp(&a->score, &b->score, sizeof a->score) == 0;
    return memcmp(&a->tally.game.board, &b->tally.game.board, sizeof(Board)) == 0 &&
           memcmp(a->tally.game.own, b->tally.game.own, sizeof a->tally.game.own) == 0;
}

/* The log alone makes the same book. */
static void check_reading(Place *place) {
    BookError error;
    book_init(&other, other_memory, BOOK_BYTES);
    memcpy(other_memory, book.text, book.length);
    if (!book_load(&other, book.length, &error)) complain_at(place, "the log is not read: %s", error.text);
    else if (!same_sheet(&other.sheet, &book.sheet) || other.done != book.done || other.games != book.games)
        complain_at(place, "the log, read anew, gives another game");
}

/* All the way back and all the way forth. */
static void check_undoing(Place *place) {
    Sheet sheet = book.sheet;
    unsigned lines = book.done, i;
    for (i = 0; i < lines; i++)
        if (!book_enter(&book, "undo", &finder, told, sizeof told)) complain_at(place, "undo: %s", told);
    if (book.done) complain_at(place, "undone, %u lines are left", book.done);
    for (i = 0; i < lines; i++)
        if (!book_enter(&book, "redo", &finder, told, sizeof told)) complain_at(place, "redo: %s", told);
    if (!same_sheet(&sheet, &book.sheet)) complain_at(place, "undone and redone, it is another game");
}

static void check_refusal(Place *place, const char *words, const char *line) {
    static Sheet sheet;
    char text[ROW_BYTES];
    sheet = book.sheet;
    size_t length = book.length;
    unsigned current = book.current, done = book.done, known = book.known;
    snprintf(text, sizeof text, "%s", words);
    if (book_enter(&book, line, &finder, told, sizeof told)) {
        complain_at(place, "expected a objection, and it was taken: %s", told);
        return;
    }
    if (!strstr(told, text)) complain_at(place, "expected the refusal \"%s\", and it is\n    %s", text, told);
    if (book.length != length || book.current != current || book.done != done || book.known != known)
        complain_at(place, "what was refused has changed the log");
    if (memcmp(&sheet, &book.sheet, sizeof sheet) != 0) complain_at(place, "what was refused has changed the game");
}

/* ---- files ---- */

typedef struct {
    Place place;
    char heading[ROW_BYTES];
    bool open; /* a scenario has begun */
    unsigned scenarios, failed;
} Run;

static void end_scenario(Run *run) {
    if (!run->open) return;
    if (book.current) {
        check_reading(&run->place);
        check_undoing(&run->place);
    } else if (!run->place.fails && !book.games && !told[0]) complain_at(&run->place, "the scenario is empty");
    printf("%s arbiter %s: %s\n", run->place.fails ? "not ok" : "ok", run->place.file, run->heading);
    run->failed += run->place.fails != 0;
    run->open = false;
}

static void begin_scenario(Run *run, char *words) {
    end_scenario(run);
    run->open = true;
    run->scenarios++;
    run->place.fails = 0;
    snprintf(run->heading, sizeof run->heading, "%s", words);
    book_init(&book, memory, BOOK_BYTES);
    told[0] = 0;
    char *colon = strchr(words, ':');
    if (!colon) {
        complain_at(&run->place, "a scenario is 'scenario IDS: what it shows'");
        return;
    }
    *colon = 0;
    ids_cover(&run->place, words);
}

/* refused "words": line */
static void read_refused(Run *run, char *row) {
    char *words = strchr(row, '"'), *end = words ? strchr(words + 1, '"') : NULL;
    if (!end || end[1] != ':' || end == words + 1) {
        complain_at(&run->place, "say refused \"the words\": the line");
        return;
    }
    *end = 0;
    check_refusal(&run->place, words + 1, end + 2);
}

static void read_row(Run *run, char *row) {
    row[strcspn(row, "\n")] = 0;
    row += strspn(row, " ");
    if (!row[0] || row[0] == '#') return;
    if (strncmp(row, "scenario ", 9) == 0) begin_scenario(run, row + 9);
    else if (!run->open) complain_at(&run->place, "the file begins with a scenario");
    else if (strncmp(row, "expect ", 7) == 0) expect_check(&run->place, &book, told, row + 7);
    else if (strncmp(row, "refused ", 8) == 0) read_refused(run, row + 8);
    else if (!book_enter(&book, row, &finder, told, sizeof told))
        complain_at(&run->place, "'%s' is refused:\n    %s", row, told);
}

static bool run_file(Run *run, const char *path) {
    FILE *file = fopen(path, "r");
    char row[ROW_BYTES];
    unsigned before = run->scenarios;
    if (!file) return perror(path), false;
    run->place = (Place){path, 0, 0};
    while (fgets(row, sizeof row, file)) {
        run->place.line++;
        read_row(run, row);
    }
    end_scenario(run);
    fclose(file);
    if (run->scenarios == before) printf("not ok arbiter %s has no scenario\n", path);
    return run->scenarios > before;
}

int main(int count, char **words) {
    static Run run;
    const char *ids = count > 2 && strcmp(words[1], "--ids") == 0 ? words[2] : NULL;
    bool good = !ids || ids_load(ids);
    if (count < 2) return fprintf(stderr, "usage: arbiter-scenarios [--ids LIST] FILE...\n"), 2;
    for (int i = ids ? 3 : 1; i < count; i++)
        if (!ids || strcmp(words[i], ids) != 0) good &= run_file(&run, words[i]);
    if (ids) {
        bool complete = ids_complete(ids);
        printf("%s arbiter %s: every rule is covered or excused\n", complete ? "ok" : "not ok", ids);
        good &= complete;
    }
    printf("# %u scenarios, %u failed\n", run.scenarios, run.failed);
    return good && !run.failed && run.scenarios ? 0 : 1;
}
