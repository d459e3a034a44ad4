/* postgres_bell.c -- servers that share a database tell each other that something was written: with NOTIFY, on a connection of its own,
 * once for however much was written since the last time. What it was they read (READ_NEWS); whoever hears nothing reads it a little
 * later. */
#define _GNU_SOURCE
#include <poll.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "postgres_internal.h"

enum { AGAIN_MS = 500 };

void postgres_ring(PostgresStore *store) {
    uint64_t one = 1;
    if (store->rung >= 0 && write(store->rung, &one, sizeof one) < 0) return; /* it has been rung */
}

static bool is_good(const PostgresStore *store) { return store->bell && PQstatus(store->bell) == CONNECTION_OK; }

static void sleep_ms(int ms) {
    struct timespec time = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L};
    nanosleep(&time, NULL);
}

/* False: it is out of reach for now. */
static bool pick_up(PostgresStore *store) {
    if (is_good(store)) return true;
    PQfinish(store->bell);
    store->bell = postgres_dial(store->url);
    if (is_good(store) && postgres_run(store->bell, "LISTEN uno")) return true;
    sleep_ms(AGAIN_MS);
    return false;
}

/* Takes what was heard; true: some of it is not our own. */
static bool hear(PostgresStore *store) {
    bool others = false;
    PGnotify *heard;
    PQconsumeInput(store->bell);
    while ((heard = PQnotifies(store->bell))) {
        others |= heard->be_pid != PQbackendPID(store->bell);
        PQfreemem(heard);
    }
    return others;
}

bool postgres_wait(Store *base, int ms) {
    PostgresStore *store = (PostgresStore *)base;
    if (!pick_up(store)) return true; /* whatever was missed is read */
    struct pollfd ears[] = {{.fd = PQsocket(store->bell), .events = POLLIN}, {.fd = store->rung, .events = POLLIN}};
    poll(ears, 2, ms);
    uint64_t times;
    if (ears[1].revents && read(store->rung, &times, sizeof times) > 0) postgres_run(store->bell, "NOTIFY uno");
    return hear(store);
}
