/* lab_run.c -- threads take blocks of games in order; what each has counted is added up at the end. */
#include "lab_run.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef struct {
    const LabRun *run;
    atomic_uint_fast64_t next; /* the first block that nobody has taken */
    atomic_bool stop;
} Pool;

typedef struct {
    Pool *pool;
    LabCount *count;
    bool looks;
} Worker;

static void play_block(const LabRun *run, uint64_t block, LabCount *count) {
    uint64_t number = block * LAB_BLOCK, end = number + LAB_BLOCK;
    if (number < run->from) number = run->from;
    if (end > run->to) end = run->to;
    lab_play_deals(run->plan, number, end, count);
}

/* A block that was taken is played to its end, so that those before `next` are always complete. */
static void *work(void *self) {
    Worker *worker = self;
    Pool *pool = worker->pool;
    const LabRun *run = pool->run;
    uint64_t blocks = (run->to + LAB_BLOCK - 1) / LAB_BLOCK;
    while (!atomic_load(&pool->stop)) {
        uint64_t block = atomic_fetch_add(&pool->next, 1);
        if (block >= blocks) break;
        if (block % run->shards == run->shard) play_block(run, block, worker->count);
        if (worker->looks && !run->look(run->self, block * LAB_BLOCK)) atomic_store(&pool->stop, true);
    }
    return NULL;
}

static void run_threads(Worker *worker, unsigned threads) {
    pthread_t thread[LAB_THREADS_MAX];
    unsigned started = 1;
    for (; started < threads; started++)
        if (pthread_create(&thread[started], NULL, work, &worker[started]) != 0) break; /* fewer will do */
    work(&worker[0]);
    for (unsigned i = 1; i < started; i++) pthread_join(thread[i], NULL);
}

bool lab_run(const LabRun *run, LabCount *count, uint64_t *reached) {
    unsigned threads = run->threads < 1 ? 1 : run->threads, cells = run->plan->cells;
    Worker worker[LAB_THREADS_MAX];
    Pool pool = {.run = run};
    if (threads > LAB_THREADS_MAX) threads = LAB_THREADS_MAX;
    LabCount *counts = calloc((size_t)threads * cells, sizeof *counts);
    if (!counts) return false;
    atomic_init(&pool.next, run->from / LAB_BLOCK);
    for (unsigned i = 0; i < threads; i++) worker[i] = (Worker){&pool, counts + (size_t)i * cells, run->look && i == 0};
    run_threads(worker, threads);
    for (unsigned i = 0; i < threads; i++)
        for (unsigned cell = 0; cell < cells; cell++) lab_merge(&count[cell], &worker[i].count[cell]);
    uint64_t end = atomic_load(&pool.next) * LAB_BLOCK;
    *reached = end < run->to ? end : run->to;
    free(counts);
    return true;
}
