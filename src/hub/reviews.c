/* reviews.c -- a review goes on job by job, and what each has found is sent. */
#include "reviews.h"

#include <stdlib.h>
#include <string.h>

#include "../lab/review_record.h"
#include "gathered.h"
#include "people.h"

enum { CHOICES_A_JOB = 2 };

/* Who reads a review. */
typedef struct {
    HubLine line;
    uint64_t network;
} Reader;

/* The job's own: nothing of it is looked at while the job runs. */
struct Reviewed {
    Record record;
    Review review;
    bool over;   /* what was found is all there will be */
    char *found; /* lines to be said; NULL: none */
    size_t found_length;
};

/* ---- the job ---- */

static void put_refusal(const RecordError *error, const Printer *printer) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "error", "bad_record");
    cJSON_AddStringToObject(json, "message", error->text);
    char *text = cJSON_PrintUnformatted(json);
    if (text) printer->put(printer->sink, text);
    printer->put(printer->sink, "\n");
    cJSON_free(text);
    cJSON_Delete(json);
}

void review_run(ReviewJob *job) {
    struct Reviewed *of = job->review;
    Gathered found;
    RecordError error;
    ReviewMove move;
    View view;
    Printer printer = gather_start(&found);
    of->over = !found.file; /* no memory */
    for (unsigned i = 0; i < CHOICES_A_JOB && !of->over; i++) {
        ReviewStep step = review_next(&of->record, &of->review, &move, &view, &error);
        of->over = step != REVIEW_CHOICE;
        if (step == REVIEW_CHOICE) review_json_choice(&of->record, &move, &printer);
        if (step == REVIEW_END) review_json_seats(&of->record, &of->review, &printer);
        if (step == REVIEW_REFUSED) put_refusal(&error, &printer);
    }
    if (!found.file) return;
    if (!gather_end(&found)) of->over = true;
    of->found = found.text;
    of->found_length = found.length;
}

void review_drop(ReviewJob *job) {
    if (!job->review) return;
    record_free(&job->review->record);
    free(job->review->found);
    free(job->review);
}

/* ---- who reads ---- */

static bool reads_one(const Hub *hub, uint64_t network) {
    size_t at = 0;
    for (const Reader *reader; (reader = map_next(&hub->reviews, &at));)
        if (reader->network == network) return true;
    return false;
}

void reviews_gone(Hub *hub, HubLine line) { free(map_take(&hub->reviews, line)); }

void reviews_free(Hub *hub) {
    size_t at = 0;
    for (Reader *reader; (reader = map_next(&hub->reviews, &at));) free(reader);
    map_free(&hub->reviews);
}

/* False: there is no memory. */
static bool note_reader(Hub *hub, HubLine line, uint64_t network) {
    Reader *reader = malloc(sizeof *reader);
    if (!reader) return false;
    *reader = (Reader){line, network};
    if (map_put(&hub->reviews, line, reader)) return true;
    free(reader);
    return false;
}

/* ---- a review ---- */

/* The record's review from the deal on; NULL: it was answered why there is none. */
static struct Reviewed *open_review(Hub *hub, HubLine line, const char *text, size_t length) {
    struct Reviewed *of = calloc(1, sizeof *of);
    RecordError error;
    bool cut;
    if (!of) return answer_no_memory(hub, line), NULL;
    if (!review_read(text, length, &of->record, &cut, &error)) {
        free(of);
        return api_error(hub, line, 409, "bad_record", "This record cannot be read: %s.", error.text), NULL;
    }
    if (review_begin(&of->record, seats_all(of->record.players), 0, &of->review, &error)) return of;
    record_free(&of->record);
    free(of);
    return api_error(hub, line, 409, "cards_unknown", "There is no review: %s.", error.text), NULL;
}

static void say_heading(Hub *hub, HubLine line, const struct Reviewed *of) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddNumberToObject(json, "uno_review", 1);
    cJSON_AddStringToObject(json, "ruleset", of->record.ruleset);
    cJSON_AddNumberToObject(json, "players", of->record.players);
    cJSON_AddNumberToObject(json, "actions", (double)of->record.actions);
    cJSON_AddNumberToObject(json, "worlds", of->review.worlds);
    char *text = cJSON_PrintUnformatted(json);
    if (text) hub_say(hub, line, text, strlen(text)), hub_say(hub, line, "\n", 1);
    cJSON_free(text);
    cJSON_Delete(json);
}

void reviews_begin(Hub *hub, const ApiCall *call, const char *record, size_t length) {
    char network[NETWORK_MAX];
    if (call->gone || hub_lacks(hub)) return;
    address_network(call->request->address, network);
    uint64_t owner = map_hash(network);
    if (reads_one(hub, owner))
        return api_error(hub, call->line, 429, "too_often",
                         "One review at a time: the one you asked for is under way.");
    if (hub->reviews.count >= REVIEWS_MAX)
        return api_error(hub, call->line, 503, "busy", "Many games are being reviewed: try again in a moment.");
    struct Reviewed *of = open_review(hub, call->line, record, length);
    HubJob *job = of ? job_new(JOB_REVIEW, owner) : NULL;
    if (!of) return;
    if (!job || !note_reader(hub, call->line, owner)) {
        ReviewJob lost = {.review = of};
        review_drop(&lost);
        free(job);
        return answer_no_memory(hub, call->line);
    }
    job->review = (ReviewJob){call->line, of};
    const HubResponse response = {.status = 200, .type = "application/x-ndjson", .stream = true};
    hub_answer(hub, call->line, &response);
    say_heading(hub, call->line, of);
    reviews_went_on(hub, job);
}

static void end(Hub *hub, HubLine line) {
    reviews_gone(hub, line);
    hub_close(hub, line, 1000, "");
}

void reviews_went_on(Hub *hub, HubJob *job) {
    HubLine line = job->review.line;
    struct Reviewed *of = job->review.review;
    if (!map_get(&hub->reviews, line)) return hub_job_drop(job);
    if (of->found) hub_say(hub, line, of->found, of->found_length);
    free(of->found);
    of->found = NULL;
    if (of->over || hub->draining) {
        end(hub, line);
        return hub_job_drop(job);
    }
    if (!hub_start_job(hub, job)) end(hub, line); /* too many wait: what is there is there */
}
