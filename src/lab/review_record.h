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

/* Reviews these seats. `seen` hears of each choice as soon as it is judged; returning false ends the review there.
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

#endif
