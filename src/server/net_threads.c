/* net_threads.c -- the store thread, which writes one batch at a time, and the workers,
 * which think for the bots. Their results are collected by the loop. */
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "net_internal.h"

enum { WORKER_NICE = 5, WORKERS_MAX = 64, LAST_JOBS_S = 2 };

/* ---- rings ---- */

static bool ring_put(Ring *ring, Done item) {
    if (ring->count == ring->size) {
        size_t size = ring->size ? ring->size * 2 : 64;
        Done *more = malloc(size * sizeof *more);
        if (!more) return false;
        for (size_t i = 0; i < ring->count; i++) more[i] = ring->item[(ring->first + i) % ring->size];
        free(ring->item);
        *ring = (Ring){.item = more, .count = ring->count, .size = size};
    }
    ring->item[(ring->first + ring->count++) % ring->size] = item;
    return true;
}

static bool ring_take(Ring *ring, Done *out) {
    if (!ring->count) return false;
    *out = ring->item[ring->first];
    ring->first = (ring->first + 1) % ring->size;
    ring->count--;
    return true;
}

/* ---- the threads ---- */

static uint64_t now_us(void) { return uv_hrtime() / 1000; }

static void *store_main(void *self) {
    Net *net = self;
    Threads *threads = &net->threads;
    pthread_mutex_lock(&threads->lock);
    for (;;) {
        while (!threads->batch && !threads->stop) pthread_cond_wait(&threads->write, &threads->lock);
        const StoreBatch *batch = threads->batch;
        if (!batch) break;
        pthread_mutex_unlock(&threads->lock);
        char trouble[STORE_TROUBLE_MAX] = "";
        uint64_t began = now_us();
        StoreVerdict verdict = store_commit(net->store, batch, trouble);
        uint64_t took = now_us() - began;
        pthread_mutex_lock(&threads->lock);
        threads->batch = NULL;
        threads->committed = true;
        threads->verdict = verdict;
        threads->commit_us = took;
        memcpy(threads->trouble, trouble, sizeof trouble);
        uv_async_send(&net->async);
    }
    pthread_mutex_unlock(&threads->lock);
    return NULL;
}

/* Whoever plays must not wait for a bot that thinks. */
static void step_back(void) {
    struct sched_param parameter = {0};
    setpriority(PRIO_PROCESS, (id_t)gettid(), WORKER_NICE);
    sched_setscheduler(0, SCHED_BATCH, &parameter);
}

static void *worker_main(void *self) {
    Net *net = self;
    Threads *threads = &net->threads;
    step_back();
    pthread_mutex_lock(&threads->lock);
    for (;;) {
        Done item;
        while (!threads->waiting.count && !threads->stop) pthread_cond_wait(&threads->work, &threads->lock);
        if (threads->stop || !ring_take(&threads->waiting, &item)) break;
        threads->running++;
        pthread_mutex_unlock(&threads->lock);
        uint64_t began = now_us();
        hub_job_run(item.job);
        item.us = now_us() - began;
        pthread_mutex_lock(&threads->lock);
        threads->running--;
        if (!ring_put(&threads->done, item)) hub_job_drop(item.job);
        if (!threads->stop) uv_async_send(&net->async);
        pthread_cond_signal(&threads->rest);
    }
    pthread_mutex_unlock(&threads->lock);
    return NULL;
}

/* ---- from the loop ---- */

void threads_run(Net *net, HubJob *job) {
    Threads *threads = &net->threads;
    pthread_mutex_lock(&threads->lock);
    bool good = ring_put(&threads->waiting, (Done){.job = job});
    pthread_cond_signal(&threads->work);
    pthread_mutex_unlock(&threads->lock);
    if (good) return;
    hub_job_drop(job);
    net_log(net, LOG_ERROR, "no_memory", "\"for\":\"a job\"");
}

void threads_commit(Net *net, const StoreBatch *batch) {
    pthread_mutex_lock(&net->threads.lock);
    net->threads.batch = batch;
    pthread_cond_signal(&net->threads.write);
    pthread_mutex_unlock(&net->threads.lock);
}

size_t threads_waiting(Net *net) {
    pthread_mutex_lock(&net->threads.lock);
    size_t count = net->threads.waiting.count + net->threads.running;
    pthread_mutex_unlock(&net->threads.lock);
    return count;
}

static void collect_commit(Net *net) {
    Threads *threads = &net->threads;
    char trouble[STORE_TROUBLE_MAX];
    pthread_mutex_lock(&threads->lock);
    bool committed = threads->committed;
    StoreVerdict verdict = threads->verdict;
    uint64_t took = threads->commit_us;
    memcpy(trouble, threads->trouble, sizeof trouble);
    threads->committed = false;
    pthread_mutex_unlock(&threads->lock);
    if (!committed) return;
    histogram_add(&net->count.commit, took);
    net_turn(net);
    hub_committed(net->hub, verdict, trouble);
}

void threads_collect(Net *net) {
    Threads *threads = &net->threads;
    collect_commit(net);
    for (Done item;;) {
        pthread_mutex_lock(&threads->lock);
        bool there = ring_take(&threads->done, &item);
        pthread_mutex_unlock(&threads->lock);
        if (!there) return;
        histogram_add(&net->count.job, item.us);
        net_turn(net);
        hub_job_done(net->hub, item.job);
    }
}

/* ---- beginning and end ---- */

static bool start_thread(pthread_t *thread, void *(*body)(void *), Net *net) {
    sigset_t all, before;
    sigfillset(&all); /* signals are the loop's */
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int failed = pthread_create(thread, NULL, body, net);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return !failed;
}

bool threads_start(Net *net) {
    Threads *threads = &net->threads;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned wanted = net->config->workers ? net->config->workers : cores > 1 ? (unsigned)cores : 1;
    if (wanted > WORKERS_MAX) wanted = WORKERS_MAX;
    pthread_mutex_init(&threads->lock, NULL);
    pthread_cond_init(&threads->work, NULL);
    pthread_cond_init(&threads->write, NULL);
    pthread_cond_init(&threads->rest, NULL);
    threads->worker = calloc(wanted, sizeof *threads->worker);
    if (!threads->worker || !start_thread(&threads->store_thread, store_main, net)) return false;
    threads->started_store = true;
    while (threads->workers < wanted && start_thread(&threads->worker[threads->workers], worker_main, net))
        threads->workers++;
    return threads->workers > 0;
}

/* A thought is given a moment to end; false: one goes on. */
static bool wait_for_rest(Threads *threads) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += LAST_JOBS_S;
    while (threads->running)
        if (pthread_cond_timedwait(&threads->rest, &threads->lock, &until)) return false;
    return true;
}

static void drop_all(Ring *ring) {
    for (Done item; ring_take(ring, &item);) hub_job_drop(item.job);
    free(ring->item);
    *ring = (Ring){.item = NULL};
}

bool threads_stop(Net *net) {
    Threads *threads = &net->threads;
    if (!threads->started_store) return true;
    pthread_mutex_lock(&threads->lock);
    threads->stop = true;
    pthread_cond_broadcast(&threads->work);
    pthread_cond_broadcast(&threads->write);
    bool rest = wait_for_rest(threads);
    pthread_mutex_unlock(&threads->lock);
    pthread_join(threads->store_thread, NULL);
    if (!rest) return false;
    for (unsigned i = 0; i < threads->workers; i++) pthread_join(threads->worker[i], NULL);
    drop_all(&threads->waiting);
    drop_all(&threads->done);
    free(threads->worker);
    return true;
}
