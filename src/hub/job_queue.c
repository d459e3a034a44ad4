/* job_queue.c -- two rings of owners who wait: those without a running job go first. Every
 * step takes the same time, however many wait. */
#include "job_queue.h"

#include <assert.h>
#include <stdlib.h>

struct JobOwner {
    uint64_t id;
    HubJob *first, *last; /* what waits */
    size_t waiting, running;
    JobOwner *next, *before; /* in its ring, while something waits */
};

/* ---- rings ---- */

static JobOwners *ring_of(JobQueue *queue, const JobOwner *owner) {
    return owner->running ? &queue->busy : &queue->idle;
}

static void join(JobQueue *queue, JobOwner *owner) {
    JobOwners *ring = ring_of(queue, owner);
    owner->next = NULL;
    owner->before = ring->last;
    *(ring->last ? &ring->last->next : &ring->first) = owner;
    ring->last = owner;
    ring->count++;
}

static void leave(JobQueue *queue, JobOwner *owner) {
    JobOwners *ring = ring_of(queue, owner);
    *(owner->before ? &owner->before->next : &ring->first) = owner->next;
    *(owner->next ? &owner->next->before : &ring->last) = owner->before;
    ring->count--;
}

/* ---- owners ---- */

static JobOwner *owner_of(JobQueue *queue, uint64_t id) {
    JobOwner *owner = map_get(&queue->owners, id);
    if (owner || !(owner = calloc(1, sizeof *owner))) return owner;
    owner->id = id;
    if (map_put(&queue->owners, id, owner)) return owner;
    free(owner);
    return NULL;
}

static void forget_if_done(JobQueue *queue, JobOwner *owner) {
    if (owner->waiting || owner->running) return;
    map_take(&queue->owners, owner->id);
    free(owner);
}

/* ---- jobs ---- */

bool job_queue_put(JobQueue *queue, HubJob *job) {
    JobOwner *owner = queue->waiting < queue->most ? owner_of(queue, job->owner) : NULL;
    if (!owner || owner->waiting >= queue->per_owner) return false;
    if (!owner->waiting) join(queue, owner);
    job->next = NULL;
    *(owner->last ? &owner->last->next : &owner->first) = job;
    owner->last = job;
    owner->waiting++;
    queue->waiting++;
    return true;
}

static HubJob *take_first(JobOwner *owner) {
    HubJob *job = owner->first;
    owner->first = job->next;
    if (!owner->first) owner->last = NULL;
    owner->waiting--;
    return job;
}

HubJob *job_queue_take(JobQueue *queue, unsigned threads) {
    JobOwner *owner = queue->idle.first ? queue->idle.first : queue->busy.first;
    if (!owner) return NULL;
    size_t owners = queue->idle.count + queue->busy.count;
    leave(queue, owner);
    HubJob *job = take_first(owner);
    owner->running++;
    if (owner->waiting) join(queue, owner); /* behind all others */
    queue->waiting--;
    queue->running++;
    job->share = 1 + (unsigned)((owners - 1) / (threads ? threads : 1));
    return job;
}

void job_queue_done(JobQueue *queue, uint64_t id) {
    JobOwner *owner = map_get(&queue->owners, id);
    assert(owner && owner->running && queue->running);
    bool moves = owner->waiting && owner->running == 1;
    if (moves) leave(queue, owner);
    owner->running--;
    queue->running--;
    if (moves) join(queue, owner);
    forget_if_done(queue, owner);
}

void job_queue_free(JobQueue *queue) {
    size_t at = 0;
    for (JobOwner *owner; (owner = map_next(&queue->owners, &at));) {
        while (owner->first) hub_job_drop(take_first(owner));
        free(owner);
    }
    map_free(&queue->owners);
    *queue = (JobQueue){.per_owner = queue->per_owner, .most = queue->most};
}
