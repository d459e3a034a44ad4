/* review_record.h -- a record reviewed, with the words for each choice; and the report about it. */
#ifndef UNO_REVIEW_RECORD_H
#define UNO_REVIEW_RECORD_H

#include "../record/record.h"
#include "../words/words.h"
#include "report.h"
#include "review.h"

typedef struct {
    ReviewMove move;
    char played[WORDS_ACTION_MAX], best[WORDS_ACTION_MAX];
} ReviewLine;

/* Reads a record; one that was cut off is read up to its last complete action, and *cut says so. */
bool review_read(const char *text, size_t length, Record *out, bool *cut, RecordError *error);

/* A review choice by choice: it begins with the deal. False: the cards are not known, and *error says so. */
bool review_begin(const Record *record, SeatMask seats, unsigned worlds, Review *review, RecordError *error);

/* Goes on to the next choice of these seats: *move is what it was worth, *view what its player saw before it. At the
 * end what each seat has got is settled. Refused: *error names the action. */
typedef enum { REVIEW_CHOICE, REVIEW_END, REVIEW_REFUSED } ReviewStep;
ReviewStep review_next(const Record *record, Review *review, ReviewMove *move, View *view, RecordError *error);

/* All of it with its words. `seen` hears of each choice as soon as it is judged; returning false ends the review there.
 * False: *error names the action that the rules refuse, or why the cards are not known. */
typedef bool ReviewSeen(void *context, const Review *review, const ReviewLine *line);
bool review_game(const Record *record, SeatMask seats, unsigned worlds, Review *review, ReviewSeen *seen, void *context,
                 RecordError *error);

/* The name of a seat, or its letter. */
const char *review_name(const Record *record, Seat seat, char out[RECORD_NAME_MAX]);

typedef struct {
    const Record *record;
    const Review *review;
    const ReviewLine *line;
    size_t lines;
    bool cut;
} ReviewFindings;

void review_report(const ReviewFindings *findings, ReportForm form, unsigned width, const Printer *printer);
void review_json(const ReviewFindings *findings, const Printer *printer);

/* One line of JSON each, for who reads a review while it is worked out: one choice, as review_json() has it, and what
 * each reviewed seat has got. */
void review_json_choice(const Record *record, const ReviewMove *move, const Printer *printer);
void review_json_seats(const Record *record, const Review *review, const Printer *printer);

#endif
