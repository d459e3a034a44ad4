/* lab_run.h -- the games of a plan, on several threads, or a part of them. */
#ifndef UNO_LAB_RUN_H
#define UNO_LAB_RUN_H

#include "lab.h"

enum { LAB_THREADS_MAX = 256, LAB_BLOCK = 32, LAB_SHARDS_MAX = 10000 };

typedef struct {
    const LabPlan *plan;
    unsigned threads;
    uint64_t from, to;      /* the numbers of the games: from .. to-1 */
    unsigned shard, shards; /* of the blocks of LAB_BLOCK numbers, those whose number leaves `shard` when divided */
    bool (*look)(void *self, uint64_t reached); /* often, in the calling thread; false stops. May be NULL */
    void *self;
} LabRun;

/* Plays and adds to count[cell]. *reached: all numbers below it that are this part's have been
 * played, and none from there on. False: there is no memory, or no thread; nothing was added. */
bool lab_run(const LabRun *run, LabCount *count, uint64_t *reached);

#endif
