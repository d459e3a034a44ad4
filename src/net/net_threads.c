/* net_threads.c -- the store thread, which writes one batch at a time; the reader, which
 * looks things up in the store; the workers, which think for the bots; the clerk's, which waits for passwords (clerk.h), so that nobody who
 * signs in waits for a bot; and the courier's, which waits for push services (courier.h). The queues are the loop's alone; each thread has a tray. */
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "net_internal.h"

enum { WORKER_NICE = 10, WORKERS_MAX = 64, LAST_JOBS_S = 10 };

/* What may wait for a thread, of one owner and of all. All bots of a person's tables can be asked at once; a password
 * takes the clerk a tenth of a second, and nobody waits longer than a few of them. */
enum { READ_AT_ONCE = 64, BELL_MS = 200 };
enum { THOUGHTS_PER_OWNER = 64, THOUGHTS_MAX = 8192, PASSWORDS_PER_OWNER = 16, PASSWORDS_MAX = 64 };
enum { PUSHES_PER_OWNER = 20, PUSHES_WAITING_MAX = 1000 }; /* what is too much for the push services is dropped */

static uint64_t now_us(void) { return uv_hrtime() / 1000; }

/* A signal may end the waiting early. */
static void wait_for(sem_t *semaphore) {
    while (sem_wait(semaphore)) {}
}

/* ---- the threads ---- */

static void *store_main(void *self) {
    Net *net = self;
    Threads *threads = &net->threads;
    for (;;) {
        wait_for(&threads->write);
        if (!threads->batch) return NULL;
        uint64_t began = now_us();
        threads->trouble[0] = 0;
        threads->verdict = store_commit(net->store, threads->batch, threads->trouble);
        threads->commit_us = now_us() - began;
        threads->batch = NULL;
        atomic_store(&threads->committed, true);
        uv_async_send(&net->async);
    }
}

static void *reader_main(void *self) {
    Net *net = self;
    Threads *threads = &net->threads;
    for (;;) {
        wait_for(&threads->look);
        if (atomic_load(&threads->stop)) return NULL;
        uint64_t began = now_us();
        for (StoreFact *fact = threads->reading; fact; fact = fact->behind) store_fact_read(net->store, fact);
        threads->read_us = now_us() - began;
        atomic_store(&threads->have_read, true);
        uv_async_send(&net->async);
    }
}

/* Waits for other servers that share the store. */
static void *bell_main(void *self) {
    Net *net = self;
    Threads *threads = &net->threads;
    while (!atomic_load(&threads->stop)) {
        if (!store_wait(net->store, BELL_MS)) continue;
        atomic_store(&threads->rung, true);
        uv_async_send(&net->async);
    }
    return NULL;
}

/* Nobody who plays waits for a bot that thinks. */
static void step_back(void) {
    struct sched_param parameter = {0};
    setpriority(PRIO_PROCESS, (id_t)gettid(), WORKER_NICE);
    sched_setscheduler(0, SCHED_BATCH, &parameter); /* one that runs makes way at once */
}

static void run_job(Tray *tray) {
    if (tray == &tray->net->threads.courier) courier_run(&tray->net->courier, tray->job);
    else if (tray == &tray->net->threads.clerk) clerk_run(&tray->net->clerk, tray->job);
    else hub_job_run(tray->job);
}

/* One job after another, until the end. */
static void *work_off(void *self) {
    Tray *tray = self;
    for (;;) {
        wait_for(&tray->given);
        if (atomic_load(&tray->net->threads.stop)) return NULL;
        uint64_t began = now_us();
        run_job(tray);
        tray->us = now_us() - began;
        atomic_store(&tray->done, true);
        uv_async_send(&tray->net->async);
    }
}

static void *worker_main(void *self) {
    step_back();
    return work_off(self);
}

/* ---- from the loop ---- */

/* Something that waits in the first of these queues where anything does, for a thread that has nothing to do. */
static void give(Tray *tray, JobQueue *queue, unsigned queues, unsigned workers) {
    if (tray->busy) return;
    for (; queues && !queue->waiting; queues--) queue++;
    if (!queues) return;
    tray->busy = true;
    tray->from = queue;
    tray->job = job_queue_take(queue, workers);
    sem_post(&tray->given);
}

static void give_all(Threads *threads) {
    give(&threads->clerk, threads->passwords, 2, 1);
    if (threads->courier.started) give(&threads->courier, &threads->pushes, 1, 1);
    for (unsigned i = 0; i < threads->workers; i++) give(&threads->worker[i], &threads->thoughts, 1, threads->workers);
}

bool threads_run(Net *net, HubJob *job) {
    Threads *threads = &net->threads;
    bool thought = job->kind == JOB_BOT || job->kind == JOB_GAME || job->kind == JOB_REVIEW;
    JobQueue *queue = thought                 ? &threads->thoughts
                      : job->kind == JOB_PUSH ? &threads->pushes
                                              : &threads->passwords[job->password.known ? 0 : 1];
    bool taken = job_queue_put(queue, job);
    give_all(threads);
    return taken;
}

void threads_commit(Net *net, const StoreBatch *batch) {
    net->threads.batch = batch;
    sem_post(&net->threads.write);
}

/* Those that have waited longest, for a reader that has nothing to do. */
static void give_reading(Threads *threads) {
    StoreFact *last = threads->wanted;
    if (threads->reader_busy || !last) return;
    for (unsigned i = 1; i < READ_AT_ONCE && last->behind; i++) last = last->behind;
    threads->reading = threads->wanted;
    threads->wanted = last->behind;
    if (!threads->wanted) threads->wanted_end = &threads->wanted;
    last->behind = NULL;
    threads->reader_busy = true;
    sem_post(&threads->look);
}

void threads_read(Net *net, StoreFact *fact) {
    Threads *threads = &net->threads;
    fact->behind = NULL;
    *threads->wanted_end = fact;
    threads->wanted_end = &fact->behind;
    give_reading(threads);
}

size_t threads_waiting(const Net *net) { return net->threads.thoughts.waiting + net->threads.thoughts.running; }

static void collect_commit(Net *net) {
    Threads *threads = &net->threads;
    char trouble[STORE_TROUBLE_MAX];
    if (!atomic_exchange(&threads->committed, false)) return;
    memcpy(trouble, threads->trouble, sizeof trouble);
    histogram_add(&net->count.commit, threads->commit_us);
    net_turn(net);
    hub_committed(net->hub, threads->verdict, trouble);
}

static void collect_reading(Net *net) {
    Threads *threads = &net->threads;
    if (!atomic_exchange(&threads->have_read, false)) return;
    StoreFact *fact = threads->reading;
    histogram_add(&net->count.read, threads->read_us);
    threads->reader_busy = false;
    give_reading(threads);
    net_turn(net);
    for (StoreFact *next; fact; fact = next) {
        next = fact->behind;
        hub_read_done(net->hub, fact);
    }
}

/* The next job is given before this one's result is looked at: the thread need not wait for that. */
static void collect_job(Net *net, Tray *tray) {
    if (!atomic_exchange(&tray->done, false)) return;
    HubJob *job = tray->job;
    histogram_add(&net->count.job, tray->us);
    tray->busy = false;
    job_queue_done(tray->from, job->owner);
    give_all(&net->threads);
    net_turn(net);
    hub_job_done(net->hub, job);
}

void threads_collect(Net *net) {
    Threads *threads = &net->threads;
    collect_commit(net);
    if (atomic_exchange(&threads->rung, false)) {
        net_turn(net);
        hub_look(net->hub);
    }
    collect_reading(net);
    collect_job(net, &threads->clerk);
    collect_job(net, &threads->courier);
    for (unsigned i = 0; i < threads->workers; i++) collect_job(net, &threads->worker[i]);
}

/* ---- beginning and end ---- */

static bool start_thread(pthread_t *thread, void *(*body)(void *), void *self) {
    sigset_t all, before;
    sigfillset(&all); /* signals are the loop's */
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int failed = pthread_create(thread, NULL, body, self);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return !failed;
}

static bool start_tray(Net *net, Tray *tray, void *(*body)(void *)) {
    tray->net = net;
    sem_init(&tray->given, 0, 0);
    return tray->started = start_thread(&tray->thread, body, tray);
}

bool threads_start(Net *net) {
    Threads *threads = &net->threads;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned wanted = net->config->workers ? net->config->workers : cores > 2 ? (unsigned)cores - 1 : 1;
    if (wanted > WORKERS_MAX) wanted = WORKERS_MAX;
    threads->thoughts = (JobQueue){.per_owner = THOUGHTS_PER_OWNER, .most = THOUGHTS_MAX};
    for (unsigned i = 0; i < 2; i++)
        threads->passwords[i] = (JobQueue){.per_owner = PASSWORDS_PER_OWNER, .most = PASSWORDS_MAX};
    sem_init(&threads->write, 0, 0);
    sem_init(&threads->look, 0, 0);
    threads->wanted_end = &threads->wanted;
    threads->worker = calloc(wanted, sizeof *threads->worker);
    if (!threads->worker || !start_thread(&threads->store_thread, store_main, net)) return false;
    threads->started_store = true;
    if (!start_thread(&threads->reader_thread, reader_main, net)) return false;
    threads->started_reader = true;
    if (store_node(net->store) && !start_thread(&threads->bell_thread, bell_main, net)) return false;
    threads->started_bell = store_node(net->store);
    if (!start_tray(net, &threads->clerk, work_off)) return false;
    threads->pushes = (JobQueue){.per_owner = PUSHES_PER_OWNER, .most = net->courier.process ? PUSHES_WAITING_MAX : 0};
    if (net->courier.process && !start_tray(net, &threads->courier, work_off)) return false;
    while (threads->workers < wanted && start_tray(net, &threads->worker[threads->workers], worker_main))
        threads->workers++;
    return threads->workers > 0;
}

/* Its job is given until then to end. */
static bool stop_tray(Tray *tray, const struct timespec *until) {
    if (!tray->started) return true;
    sem_post(&tray->given);
    if (pthread_clockjoin_np(tray->thread, NULL, CLOCK_MONOTONIC, until)) return false;
    if (tray->busy) hub_job_drop(tray->job);
    sem_destroy(&tray->given);
    return true;
}

static bool stop_trays(Threads *threads) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += LAST_JOBS_S;
    bool rest = stop_tray(&threads->clerk, &until);
    rest &= stop_tray(&threads->courier, &until);
    for (unsigned i = 0; i < threads->workers; i++) rest &= stop_tray(&threads->worker[i], &until);
    return rest;
}

/* What it reads now it reads to the end. */
static void stop_reader(Threads *threads) {
    sem_post(&threads->look);
    pthread_join(threads->reader_thread, NULL);
    sem_destroy(&threads->look);
}

bool threads_stop(Net *net) {
    Threads *threads = &net->threads;
    if (!threads->started_store) return true;
    atomic_store(&threads->stop, true);
    sem_post(&threads->write);
    pthread_join(threads->store_thread, NULL);
    if (threads->started_reader) stop_reader(threads);
    if (threads->started_bell) pthread_join(threads->bell_thread, NULL);
    if (!stop_trays(threads)) return false;
    job_queue_free(&threads->thoughts);
    job_queue_free(&threads->pushes);
    for (unsigned i = 0; i < 2; i++) job_queue_free(&threads->passwords[i]);
    sem_destroy(&threads->write);
    free(threads->worker);
    return true;
}
