/* siege.c -- many hostile clients in one thread, for a bounded time.
 *
 *     siege PORT CLIENTS SECONDS
 *
 * Prints one JSON object when it is over. It gives way to everything else on the machine, so that
 * what the honest clients beside it feel is the server's doing. */
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <time.h>

#include "foe.h"

enum { CLIENTS_MAX = 10000, SECONDS_MAX = 600, EVENTS_AT_ONCE = 64, ACTS_AT_ONCE = 32, STEP_MS = 1 };

/* How many of each kind there are in twenty. */
static const unsigned shares[FOE_KINDS] = {
    [FOE_HALF_OPEN] = 3, [FOE_SILENT] = 2, [FOE_PASSWORDS] = 3, [FOE_REQUESTS] = 3,
    [FOE_FLOOD] = 4,     [FOE_TABLES] = 3, [FOE_SLOW] = 2,
};

static int64_t clock_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static FoeKind kind_of(unsigned number) {
    unsigned place = number % 20;
    for (FoeKind kind = 0; kind < FOE_KINDS; kind++) {
        if (place < shares[kind]) return kind;
        place -= shares[kind];
    }
    return FOE_SILENT;
}

/* A connection that was opened anew is watched anew. */
static void act_and_watch(Foe *foe, int epoll, unsigned port, int64_t now_ns, FoeCount *count) {
    int before = foe->fd;
    foe_act(foe, port, now_ns, count);
    if (foe->fd < 0 || foe->fd == before) return;
    struct epoll_event event = {.events = foe->kind == FOE_SLOW ? EPOLLIN | EPOLLET : EPOLLIN, .data.ptr = foe};
    epoll_ctl(epoll, EPOLL_CTL_ADD, foe->fd, &event);
}

static void run(Foe *foes, unsigned clients, unsigned port, unsigned seconds, FoeCount *count) {
    int epoll = epoll_create1(EPOLL_CLOEXEC);
    int64_t until = clock_ns() + seconds * INT64_C(1000000000);
    unsigned next = 0; /* a few at a time: strangers do not act in step */
    for (int64_t now = clock_ns(); now < until; now = clock_ns()) {
        struct epoll_event events[EVENTS_AT_ONCE];
        for (unsigned i = 0; i < ACTS_AT_ONCE; i++) act_and_watch(&foes[next++ % clients], epoll, port, now, count);
        int ready = epoll_wait(epoll, events, EVENTS_AT_ONCE, STEP_MS);
        for (int i = 0; i < ready; i++) foe_hear(events[i].data.ptr, now, count);
    }
}

int main(int count, char **words) {
    unsigned number[3] = {0};
    for (int i = 1; i < count && i < 4; i++) number[i - 1] = (unsigned)strtoul(words[i], NULL, 10);
    if (count != 4 || !number[0] || !number[1] || number[1] > CLIENTS_MAX || !number[2] || number[2] > SECONDS_MAX) {
        fprintf(stderr, "usage: siege PORT CLIENTS SECONDS   (at most %d clients for %d seconds)\n", CLIENTS_MAX,
                SECONDS_MAX);
        return 2;
    }
    struct sched_param parameter = {0};
    setpriority(PRIO_PROCESS, 0, 19);
    sched_setscheduler(0, SCHED_IDLE, &parameter);
    Foe *foes = calloc(number[1], sizeof *foes);
    if (!foes) return fputs("siege: there is no memory\n", stderr), 1;
    for (unsigned i = 0; i < number[1]; i++) foe_init(&foes[i], kind_of(i), i);
    FoeCount met = {0};
    run(foes, number[1], number[0], number[2], &met);
    printf("{\"clients\":%u,\"deeds\":%llu,\"connected\":%llu,\"closed\":%llu,\"refused\":%llu,\"bytes_read\":%llu}\n",
           number[1], (unsigned long long)met.deeds, (unsigned long long)met.connected, (unsigned long long)met.closed,
           (unsigned long long)met.refused, (unsigned long long)met.bytes_read);
    free(foes);
    return 0;
}
