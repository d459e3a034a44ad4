/* review_record.c -- replays a record under the eyes of the judge. */
#include "review_record.h"

#include <stdio.h>
#include <string.h>

enum { CUTS_MAX = 64 }; /* words: a result of ten players has some forty */

static bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

/* Without its last word. */
static size_t cut_word(const char *text, size_t length) {
    while (length && is_blank(text[length - 1])) length--;
    while (length && !is_blank(text[length - 1])) length--;
    return length;
}

/* The number of the last line that has anything in it. */
static unsigned last_line(const char *text, size_t length) {
    unsigned line = 1;
    while (length && is_blank(text[length - 1])) length--;
    for (size_t i = 0; i < length; i++) line += text[i] == '\n';
    return line;
}

bool review_read(const char *text, size_t length, Record *out, bool *cut, RecordError *error) {
    RecordError again;
    *cut = false;
    bool whole = record_parse(text, length, out, error);
    bool closed = length && is_blank(text[length - 1]);
    if (whole && (closed || out->finished)) return true;
    if (!whole && error->line && error->line < last_line(text, length)) return false; /* damaged, not cut off */
    if (whole) record_free(out);
    for (unsigned i = 0; i < CUTS_MAX && length; i++) {
        length = cut_word(text, length); /* what is not closed may be half of a word */
        if (record_parse(text, length, out, whole ? error : &again)) return *cut = true;
    }
    return false;
}

const char *review_name(const Record *record, Seat seat, char out[RECORD_NAME_MAX]) {
    if (record->name[seat][0]) snprintf(out, RECORD_NAME_MAX, "%s", record->name[seat]);
    else snprintf(out, RECORD_NAME_MAX, "%c", 'A' + seat);
    return out;
}

static void say_action(const Teller *teller, const View *view, Action action, char out[WORDS_ACTION_MAX]) {
    if (action == ACT_NONE) snprintf(out, WORDS_ACTION_MAX, "let it be");
    else words_action(teller, view, action, out, WORDS_ACTION_MAX);
}

bool review_begin(const Record *record, SeatMask seats, unsigned worlds, Review *review, RecordError *error) {
    Seed seed;
    if (!record_seed(record, &seed)) {
        *error = (RecordError){0, 0, "the record gives neither a seed nor a secret, so the cards are not known"};
        return false;
    }
    review_init(review, &record->rules, record->players, &seed, seats, worlds);
    return true;
}

ReviewStep review_next(const Record *record, Review *review, ReviewMove *move, View *view, RecordError *error) {
    while (review->number < record->actions) {
        const RecordAction *entry = &record->action[review->number];
        bool judged;
        review_view(review, entry->seat < record->players ? entry->seat : 0, view);
        Verdict verdict = review_action(review, entry->seat, entry->action, move, &judged);
        if (verdict != VERDICT_ok) {
            *error = (RecordError){entry->line, entry->column, ""};
            snprintf(error->text, sizeof error->text, "action %zu is refused: %s", review->number + 1,
                     verdict_sentence(verdict));
            return REVIEW_REFUSED;
        }
        if (judged) return REVIEW_CHOICE;
    }
    review_finish(review);
    return REVIEW_END;
}

bool review_game(const Record *record, SeatMask seats, unsigned worlds, Review *review, ReviewSeen *seen, void *context,
                 RecordError *error) {
    char names[SEATS_MAX][RECORD_NAME_MAX];
    Teller teller = {.rules = &record->rules, .reader = SPECTATOR, .picks = true};
    ReviewLine line;
    ReviewStep step;
    View view;
    if (!review_begin(record, seats, worlds, review, error)) return false;
    for (Seat seat = 0; seat < record->players; seat++) teller.name[seat] = review_name(record, seat, names[seat]);
    while ((step = review_next(record, review, &line.move, &view, error)) == REVIEW_CHOICE) {
        say_action(&teller, &view, line.move.played, line.played);
        say_action(&teller, &view, line.move.best, line.best);
        if (!seen(context, review, &line)) return review_finish(review), true;
    }
    return step == REVIEW_END;
}
