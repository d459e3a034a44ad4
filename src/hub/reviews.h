/* reviews.h -- reviews of games that are over (lab/review.h), for clients without an engine: a line of JSON for each
 * choice as soon as it is judged, the last line with what each seat has got.
 *
 * The work is done in jobs of a few choices each, in the name of the network that asks, so that bots and other
 * reviews have their turns in between. A network reads one review at a time. */
#ifndef UNO_HUB_REVIEWS_H
#define UNO_HUB_REVIEWS_H

#include "api.h"
#include "hub_internal.h"
#include "job.h"

enum { REVIEWS_MAX = 16 }; /* at a time, of all networks together */

/* Answers with a stream, or says why there is none. */
void reviews_begin(Hub *hub, const ApiCall *call, const char *record, size_t length);

/* A job came back: what it found is said, and the next begins where there is more. Takes the job over. */
void reviews_went_on(Hub *hub, HubJob *job);

/* Nobody reads it any more. */
void reviews_gone(Hub *hub, HubLine line);
void reviews_free(Hub *hub);

/* ---- in the job's thread ---- */

void review_run(ReviewJob *job);
void review_drop(ReviewJob *job);

#endif
