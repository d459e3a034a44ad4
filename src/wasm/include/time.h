/* time.h -- a clock that stands still: bots in a page think by worlds, not by time. */
#ifndef UNO_WASM_TIME_H
#define UNO_WASM_TIME_H

typedef enum { CLOCK_MONOTONIC, CLOCK_THREAD_CPUTIME_ID } clockid_t;

struct timespec {
    long long tv_sec;
    long tv_nsec;
};

int clock_gettime(clockid_t clock, struct timespec *out);

#endif
