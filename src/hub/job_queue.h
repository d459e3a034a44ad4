/* job_queue.h -- jobs that wait for a thread. They take turns by owner: an owner who has asked
 * for much waits behind one who has asked for little, and an owner has a second job
 * running only while nobody waits who has none.
 *
 *     job_queue_put()    at the end of its owner's own line
 *     job_queue_take()   the first job of the owner whose turn it is
 *     job_queue_done()   its thread is free again
 *
 * Nothing here locks or waits: the caller does. Jobs belong to the queue while they wait. */
#ifndef UNO_HUB_JOB_QUEUE_H
#define UNO_HUB_JOB_QUEUE_H

#include "job.h"
#include "map.h"

typedef struct JobOwner JobOwner;

/* Owners who have jobs waiting, in turn. */
typedef struct {
    JobOwner *first, *last;
    size_t count;
} JobOwners;

typedef struct {
    size_t per_owner, most;  /* jobs that may wait: of one owner, and of all */
    size_t waiting, running; /* jobs */
    JobOwners idle, busy;    /* who waits, without and with a job that runs */
    Map owners;              /* a JobOwner for each owner with a job here */
} JobQueue;

/* By job->owner, which is neither 0 nor UINT64_MAX. False: too many wait already, or there is no memory; the job stays
 * the caller's. */
bool job_queue_put(JobQueue *queue, HubJob *job);

/* The job that is to run now; NULL: none waits. Its `share` says among how many owners each of the `threads` is
 * divided. job_queue_done() follows, with the job's owner. */
HubJob *job_queue_take(JobQueue *queue, unsigned threads);
void job_queue_done(JobQueue *queue, uint64_t owner);

/* Those that wait are dropped. */
void job_queue_free(JobQueue *queue);

#endif
