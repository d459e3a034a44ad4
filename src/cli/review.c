/* review.c -- `uno review`: what each choice of a recorded game was worth, and where it was won. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../lab/review_record.h"
#include "command.h"
#include "result_file.h"
#include "say.h"

enum { OPT_SEAT, OPT_JSON, OPT_HTML, OPT_WORLDS, OPT_THREADS };
enum { THREADS_MAX = SEATS_MAX };
static const OptionRow options[] = {
    {"seat", 'S', "LETTER", "review this seat alone"},
    {"json", 'j', "FILE", "write every choice to a file; - for the standard output"},
    {"html", 'r', "FILE", "write a report as one HTML file"},
    {"worlds", 'w', "N", "worlds that the judge looks at for each choice (default 240)"},
    {"threads", 'T', "N", "players reviewed at a time (default: one for each processor)"},
    {NULL, 0, NULL, NULL},
};

/* The choices of one player: each is judged from what this player saw, so that players can be reviewed side by side. */
typedef struct {
    struct Job *job;
    Seat seat;
    Review review;
    ReviewLine *line;
    size_t lines, room;
    bool good, no_memory;
    RecordError error;
} Part;

typedef struct Job {
    const char *path, *seat, *json, *html;
    unsigned worlds, threads;
    Record record;
    Review review;
    ReviewLine *line;
    size_t lines;
    bool cut;
    Part *part[SEATS_MAX];
    unsigned parts;
    atomic_uint next, judged; /* the first part that nobody has taken; choices so far */
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
        case OPT_THREADS:
            if (!option_number(reader, "--threads", reader->value, 1, THREADS_MAX, &number)) return false;
            job->threads = (unsigned)number;
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

/* ---- the players, side by side ---- */

static bool keep(void *self, const Review *review, const ReviewLine *line) {
    Part *part = self;
    (void)review;
    if (part->lines == part->room) {
        size_t room = part->room ? 2 * part->room : 256;
        ReviewLine *more = realloc(part->line, room * sizeof *more);
        if (!more) return part->no_memory = true, false;
        part->line = more;
        part->room = room;
    }
    part->line[part->lines++] = *line;
    unsigned judged = atomic_fetch_add(&part->job->judged, 1) + 1;
    if (isatty(STDERR_FILENO)) fprintf(stderr, "\rreviewing: %u choices ", judged);
    return true;
}

static void *work(void *self) {
    Job *job = self;
    for (unsigned i; (i = atomic_fetch_add(&job->next, 1)) < job->parts;) {
        Part *part = job->part[i];
        SeatMask seat = (SeatMask)(1u << part->seat);
        part->good = review_game(&job->record, seat, job->worlds, &part->review, keep, part, &part->error);
    }
    return NULL;
}

static void work_together(Job *job) {
    pthread_t thread[THREADS_MAX];
    unsigned started = 1;
    for (; started < job->threads && started < job->parts; started++)
        if (pthread_create(&thread[started], NULL, work, job) != 0) break; /* fewer will do */
    work(job);
    for (unsigned i = 1; i < started; i++) pthread_join(thread[i], NULL);
}

static int by_number(const void *a, const void *b) {
    const ReviewLine *one = a, *other = b;
    return (one->move.number > other->move.number) - (one->move.number < other->move.number);
}

/* The parts as one review, in the order of the game. False: no memory. */
static bool put_together(Job *job) {
    size_t lines = 0;
    job->review = job->part[0]->review;
    for (unsigned i = 0; i < job->parts; i++) {
        Part *part = job->part[i];
        if (part->no_memory) return false;
        job->review.seats |= (SeatMask)(1u << part->seat);
        job->review.seat[part->seat] = part->review.seat[part->seat];
        lines += part->lines;
    }
    job->line = malloc((lines ? lines : 1) * sizeof *job->line);
    if (!job->line) return false;
    for (unsigned i = 0; i < job->parts; i++) {
        if (job->part[i]->lines)
            memcpy(job->line + job->lines, job->part[i]->line, job->part[i]->lines * sizeof *job->line);
        job->lines += job->part[i]->lines;
    }
    qsort(job->line, job->lines, sizeof *job->line, by_number);
    return true;
}

/* False: no memory. */
static bool part_of(Job *job, SeatMask seats) {
    for (Seat seat = 0; seat < job->record.players; seat++) {
        if (!(seats >> seat & 1)) continue;
        Part *part = calloc(1, sizeof *part);
        if (!part) return false;
        part->job = job;
        part->seat = seat;
        job->part[job->parts++] = part;
    }
    return true;
}

static void free_parts(Job *job) {
    for (unsigned i = 0; i < job->parts; i++) {
        free(job->part[i]->line);
        free(job->part[i]);
    }
}

/* ---- telling ---- */

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
    SeatMask seats;
    if (!read_seats(reader, job, &seats)) return STATUS_BAD_INPUT;
    if (job->json && strcmp(job->json, "-") != 0 && !result_can_write(reader, job->json)) return STATUS_BAD_INPUT;
    if (job->html && !result_can_write(reader, job->html)) return STATUS_BAD_INPUT;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (!job->threads)
        job->threads = processors < 1 ? 1 : processors > THREADS_MAX ? THREADS_MAX : (unsigned)processors;
    if (!part_of(job, seats)) return complain(reader, "there is not enough memory"), STATUS_FAILED;
    work_together(job);
    if (isatty(STDERR_FILENO)) fprintf(stderr, "\r%*s\r", 48, "");
    for (unsigned i = 0; i < job->parts; i++) {
        const RecordError *error = &job->part[i]->error;
        if (job->part[i]->good) continue;
        return complain(reader, "%s:%u:%u: %s", job->path, error->line, error->column, error->text);
    }
    if (!put_together(job)) return complain(reader, "there is not enough memory"), STATUS_FAILED;
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
    free_parts(job);
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
