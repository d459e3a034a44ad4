/* expect.c -- what a scenario expects of the arbiter: counts, and words. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arbiter/export.h"
#include "arbiter/vocabulary.h"
#include "scenarios.h"

typedef struct {
    Place *place;
    const Book *book;
    const Sheet *sheet;
    const Board *board;
    const char *told;
} Check;

/* ---- counts ---- */

static void put_names(const Sheet *sheet, unsigned seats, char *out, size_t size) {
    size_t used = 0;
    snprintf(out, size, "none");
    for (; seats; seats &= seats - 1)
        used +=
            (size_t)snprintf(out + used, size - used, "%s%s", used ? " " : "", sheet->names.name[mask_first(seats)]);
}

static unsigned seat_mask(Seat seat) { return seat == NO_SEAT ? 0 : 1u << seat; }

/* What a seat has, in the words of a scenario; false: there is no such thing. */
static bool value_of_seat(const Check *check, Seat seat, const char *what, char *out, size_t size) {
    const SplitBoard *split = &check->board->split;
    if (check->sheet->points)
        return strcmp(what, "points") == 0 && snprintf(out, size, "%u", check->sheet->score.score[seat]) > 0;
    if (strcmp(what, "numbers") == 0) snprintf(out, size, "%u", check->board->count[seat]);
    else if (strcmp(what, "actions") == 0) snprintf(out, size, "%u", check->board->actions[seat]);
    else if (strcmp(what, "streak") == 0) snprintf(out, size, "%u", split->streak[seat]);
    else if (strcmp(what, "blocked") == 0) snprintf(out, size, "%s", split->blocked >> seat & 1 ? "yes" : "no");
    else if (strcmp(what, "duty") == 0)
        snprintf(out, size, "%s", split->duty[seat] < NAMES ? word_for(choice_words, split->duty[seat]) : "none");
    else return false;
    return true;
}

static bool value_of_deck(const Check *check, const char *what, char *out, size_t size) {
    const SplitBoard *split = &check->board->split;
    bool numbers = strcmp(what, "numbers") == 0;
    if (check->sheet->points || (!numbers && strcmp(what, "actions") != 0)) return false;
    snprintf(out, size, "%u", (unsigned)(numbers ? split->numbers_left : split->actions_left));
    return true;
}

static bool value_of_table(const Check *check, const char *what, char *out, size_t size) {
    const Sheet *sheet = check->sheet;
    const SplitBoard *split = &check->board->split;
    if (strcmp(what, "over") == 0) snprintf(out, size, "%s", sheet_over(sheet) ? "yes" : "no");
    else if (strcmp(what, "winner") == 0) put_names(sheet, sheet_winners(sheet), out, size);
    else if (strcmp(what, "games") == 0) snprintf(out, size, "%u", check->book->games);
    else if (strcmp(what, "game") == 0) snprintf(out, size, "%u", check->book->current);
    else if (strcmp(what, "lines") == 0) snprintf(out, size, "%u", check->book->done);
    else if (sheet->points && strcmp(what, "deals") == 0) snprintf(out, size, "%u", sheet->score.deals);
    else if (sheet->points) return false;
    else if (strcmp(what, "shed") == 0) snprintf(out, size, "%u", cards_total_of(&check->board->open, NUMBERS_MASK));
    else if (strcmp(what, "lead") == 0) put_names(sheet, seat_mask(split->lead), out, size);
    else if (strcmp(what, "claimant") == 0) put_names(sheet, seat_mask(split->claimant), out, size);
    else return false;
    return true;
}

/* "A numbers 19", "deck actions 3", "winner A C". */
static void check_value(const Check *check, char *item) {
    char is[256], whole[256];
    snprintf(whole, sizeof whole, "%s", item);
    char *first = strtok(item, " "), *second = strtok(NULL, " "), *rest = strtok(NULL, "");
    bool known = false;
    if (second && !rest) known = value_of_table(check, first, is, sizeof is);
    else if (second && strcmp(first, "deck") == 0) known = value_of_deck(check, second, is, sizeof is);
    else if (second && strcmp(first, "winner") == 0) known = value_of_table(check, first, is, sizeof is);
    else if (second) {
        Seat seat = names_find(&check->sheet->names, first);
        known = seat != NO_SEAT && value_of_seat(check, seat, second, is, sizeof is);
    }
    if (!known) {
        complain_at(check->place, "'%s' can not be expected", whole);
        return;
    }
    const char *wanted = whole + strlen(whole) - strlen(is);
    if (strlen(is) >= strlen(whole) || strcmp(wanted, is) != 0 || wanted[-1] != ' ')
        complain_at(check->place, "expected %s, and it is %s", whole, is);
}

/* ---- words ---- */

static void print_into(void *sink, const char *words) {
    char *out = sink;
    size_t used = strlen(out);
    snprintf(out + used, TELL_BYTES - used, "%s", words);
}

static void write_export(const Book *book, ExportFormat format, char *out) {
    static Sheet scratch;
    Printer printer = {print_into, out};
    out[0] = 0;
    book_export(book, format, &scratch, &printer);
}

static void last_line(const Book *book, char *out) {
    size_t end = book->length ? book->length - 1 : 0, at = end;
    while (at && book->text[at - 1] != '\n') at--;
    snprintf(out, TELL_BYTES, "%.*s", (int)(end - at), book->text + at);
}

static bool words_of(const Check *check, const char *what, char *out) {
    if (strcmp(what, "asks") == 0) sheet_question(check->sheet, out, TELL_BYTES);
    else if (strcmp(what, "answers") == 0) sheet_answers(check->sheet, out, TELL_BYTES);
    else if (strcmp(what, "status") == 0) sheet_status(check->sheet, out, TELL_BYTES);
    else if (strcmp(what, "told") == 0) snprintf(out, TELL_BYTES, "%s", check->told);
    else if (strcmp(what, "log") == 0) last_line(check->book, out);
    else if (strcmp(what, "undo") == 0) book_next_undo(check->book, out, TELL_BYTES);
    else if (strcmp(what, "redo") == 0) book_next_redo(check->book, out, TELL_BYTES);
    else if (strcmp(what, "text") == 0) write_export(check->book, EXPORT_TEXT, out);
    else if (strcmp(what, "csv") == 0) write_export(check->book, EXPORT_CSV, out);
    else if (strcmp(what, "json") == 0) write_export(check->book, EXPORT_JSON, out);
    else return false;
    return true;
}

/* A ` stands for ", and a | for the end of a line. */
static void unmask(char *words) {
    for (; *words; words++) {
        if (*words == '`') *words = '"';
        if (*words == '|') *words = '\n';
    }
}

/* asks "...", told not "...". */
static void check_words(const Check *check, char *item) {
    char is[TELL_BYTES] = "", *wanted = strchr(item, '"'), *end = strrchr(item, '"');
    *wanted++ = *end = 0; /* the words are cut out before the rest is looked at */
    char *what = strtok(item, " "), *no = strtok(NULL, " ");
    bool wrong = no && strcmp(no, "not") == 0;
    if (end < wanted || !what || (no && !wrong) || !words_of(check, what, is)) {
        complain_at(check->place, "'%s' has no words that could be expected", what ? what : "");
        return;
    }
    unmask(wanted);
    if ((strstr(is, wanted) != NULL) == wrong)
        complain_at(check->place, "expected %s %s\"%s\", and it is\n    %s", what, wrong ? "not " : "", wanted, is);
}

void expect_check(Place *place, const Book *book, const char *told, char *items) {
    Check check = {place, book, &book->sheet, &book->sheet.tally.game.board, told};
    if (!book->current) {
        complain_at(place, "there is no game to expect anything of");
        return;
    }
    for (char *item; (item = next_item(&items));) {
        if (strchr(item, '"')) check_words(&check, item);
        else check_value(&check, item);
    }
}
