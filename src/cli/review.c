/* review.c -- `uno review`: what each choice of a recorded game was worth, and where it was won. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../lab/review_record.h"
#include "command.h"
#include "result_file.h"
#include "say.h"

enum { OPT_SEAT, OPT_JSON, OPT_HTML, OPT_WORLDS };
static const OptionRow options[] = {
    {"seat", 'S', "LETTER", "review this seat alone"},
    {"json", 'j', "FILE", "write every choice to a file; - for the standard output"},
    {"html", 'r', "FILE", "write a report as one HTML file"},
    {"worlds", 'w', "N", "worlds that the judge looks at for each choice (default 240)"},
    {NULL, 0, NULL, NULL},
};

typedef struct {
    const char *path, *seat, *json, *html;
    unsigned worlds;
    Record record;
    Review review;
    ReviewLine *line;
    size_t lines, room;
    bool cut, no_memory;
} Job;

static bool read_request(OptionReader *reader, Job *job) {
    long number;
    for (int option; (option = option_next(reader)) != OPTION_END;) switch (option) {
        case OPT_SEAT: job->seat = reader->value; break;
        case OPT_JSON: job->json = reader->value; break;
        case OPT_HTML: job->html = reader->value; break;
        case OPT_WORLDS:
            if (!option_number(reader, "--worlds", reader->value, 8, REVIEW_WORLDS_MAX, &number)) return false;
            job->worlds = (unsigned)number;
            break;
        case OPTION_WORD:
            if (job->path) return complain(reader, "one record at a time: '%s' is too much", reader->value), false;
            job->path = reader->value;
            break;
        default: return false; /* foreign: the reader has complained */
        }
    return job->path || (complain(reader, "expected the file of a record, as in: uno review evening.uno"), false);
}

static bool read_seats(const OptionReader *reader, const Job *job, SeatMask *out) {
    *out = seats_all(job->record.players);
    if (!job->seat) return true;
    unsigned seat = (unsigned)((job->seat[0] & ~0x20) - 'A');
    if (job->seat[0] && !job->seat[1] && seat < job->record.players) return *out = (SeatMask)(1u << seat), true;
    complain(reader, "--seat must be a letter from A to %c, not '%s'", 'A' + (int)job->record.players - 1, job->seat);
    return false;
}

static bool keep(void *self, const Review *review, const ReviewLine *line) {
    Job *job = self;
    if (job->lines == job->room) {
        size_t room = job->room ? 2 * job->room : 256;
        ReviewLine *more = realloc(job->line, room * sizeof *more);
        if (!more) return job->no_memory = true, false;
        job->line = more;
        job->room = room;
    }
    job->line[job->lines++] = *line;
    if (isatty(STDERR_FILENO)) fprintf(stderr, "\rreviewing: action %zu of %zu ", review->number, job->record.actions);
    return true;
}

static ReviewFindings findings_of(const Job *job) {
    return (ReviewFindings){&job->record, &job->review, job->line, job->lines, job->cut};
}

static void write_json(const void *self, FILE *file) {
    ReviewFindings findings = findings_of(self);
    Printer printer = printer_on(file);
    review_json(&findings, &printer);
}

static void write_html(const void *self, FILE *file) {
    ReviewFindings findings = findings_of(self);
    Printer printer = printer_on(file);
    review_report(&findings, REPORT_HTML, 0, &printer);
}

static int tell(const OptionReader *reader, const Job *job) {
    bool standard = job->json && strcmp(job->json, "-") == 0;
    int status = STATUS_GOOD;
    if (standard) write_json(job, stdout);
    else if (job->json) status = result_write(reader, job->json, write_json, job);
    if (status == STATUS_GOOD && job->html) status = result_write(reader, job->html, write_html, job);
    if (standard || status != STATUS_GOOD) return status;
    ReviewFindings findings = findings_of(job);
    Printer printer = printer_on(stdout);
    review_report(&findings, REPORT_TERMINAL, say_width(), &printer);
    return STATUS_GOOD;
}

static int review(const OptionReader *reader, Job *job) {
    RecordError error;
    SeatMask seats;
    if (!read_seats(reader, job, &seats)) return STATUS_BAD_INPUT;
    if (job->json && strcmp(job->json, "-") != 0 && !result_can_write(reader, job->json)) return STATUS_BAD_INPUT;
    if (job->html && !result_can_write(reader, job->html)) return STATUS_BAD_INPUT;
    bool good = review_game(&job->record, seats, job->worlds, &job->review, keep, job, &error);
    if (isatty(STDERR_FILENO)) fprintf(stderr, "\r%*s\r", 48, "");
    if (!good) return complain(reader, "%s:%u:%u: %s", job->path, error.line, error.column, error.text);
    if (job->no_memory) return complain(reader, "there is not enough memory"), STATUS_FAILED;
    return tell(reader, job);
}

static int run(OptionReader *reader) {
    RecordError error;
    size_t length;
    Job *job = calloc(1, sizeof *job);
    if (!job) return STATUS_FAILED;
    int status = STATUS_BAD_INPUT;
    char *text = read_request(reader, job) ? read_file(reader, job->path, RECORD_BYTES_MAX, &length) : NULL;
    if (text && !review_read(text, length, &job->record, &job->cut, &error))
        complain(reader, "%s:%u:%u: %s", job->path, error.line, error.column, error.text);
    else if (text) {
        status = review(reader, job);
        record_free(&job->record);
    }
    free(text);
    free(job->line);
    free(job);
    return status;
}

const Command command_review = {
    "review",
    "say what each choice of a recorded game was worth",
    "RECORD [--seat LETTER] [--html FILE] [--json FILE]",
    "For every choice: the chance to win with the best of them and with the one made, from what the\n"
    "player could know then, never with hindsight. Luck (cards, and what the others did) and skill\n"
    "add up to the result. A record that is cut off is reviewed up to its last complete action. RECORD may be -.\n\n"
    "  uno review evening.uno --seat B --html evening.html\n",
    options,
    run,
};
