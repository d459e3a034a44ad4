/* sim [TABLES] [SEED] [NODES] -- a server, or several that share a store, with so many tables and six times as many people, for a
 * minute of its time, with everything going wrong that can: see sim.h. The same seed gives
 * the same words, down to the last byte. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim.h"

enum { PLAY_MS = 60000, CRASHES = 5, PAUSES = 6, SETTLE_MS = 15000, FROZEN_MS = 10 * 60000, IDLE_MS = 60 * 60000 };

static unsigned tests;

static void tell(bool good, const char *what) { printf("%s %u - %s\n", good ? "ok" : "not ok", ++tests, what); }

static void plan(World *world, What what, unsigned times) {
    for (unsigned i = 0; i < times; i++) {
        int64_t at_ms = 5000 + below(world, PLAY_MS - 5000);
        unsigned node = world->nodes > 1 ? below(world, world->nodes) : 0;
        happening_push(world, (Happening){.at_ms = at_ms, .what = what, .node = node});
    }
}

static void everybody_goes(World *world) {
    for (unsigned i = 0; i < world->people; i++)
        if (world->person[i].line) line_break(world, world->person[i].line);
}

static void tell_counts(const World *world) {
    const struct {
        const char *what;
        uint64_t count;
    } rows[] = {
        {"messages heard", world->count.heard},
        {"own actions", world->count.acts},
        {"requests of programs done", world->count.programs},
        {"actions found in the log", world->count.checked},
        {"views compared", world->count.compared},
        {"games", world->count.games},
        {"deals checked by their players", world->count.fair},
        {"of them without the own seed", world->count.unrevealed},
        {"of them finished", world->count.records},
        {"refusals", world->count.refused},
        {"held", world->count.held},
        {"breaks", world->count.cuts},
        {"crashes", world->count.crashes},
        {"batches that found no room", world->count.full},
        {"things looked up", world->count.reads},
        {"of them in vain", world->count.unread},
        {"resumed", world->count.resumed},
        {"races lost", world->count.races},
        {"servers that stood still", world->count.pauses},
    };
    printf("# seed %llu, %u people", (unsigned long long)world->seed, world->people);
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        printf("%s %llu %s", i ? "," : ":", (unsigned long long)rows[i].count, rows[i].what);
    printf("\n");
}

/* A server among others always has something to read. */
static void check_empty(World *world) {
    for (unsigned i = 0; i < world->nodes; i++) {
        const Hub *hub = world->node[i].hub;
        world->count.races += hub->count.races;
        if (hub->desks.count || hub->sockets.count) fault(world, "tables or connections are left over");
        bool settled = hub->node ? !hub->committing && !batch_count(hub->batch) : hub_is_settled(hub);
        if (!settled) fault(world, "something is left to be said");
    }
}

/* A session by this seed; its sum. */
static uint64_t run(uint64_t seed, unsigned tables, unsigned people, unsigned nodes, bool says) {
    World *world = calloc(1, sizeof *world);
    if (!world) abort();
    world_open(world, seed, tables, people, nodes);
    plan(world, HAPPENS_CRASH, CRASHES);
    if (nodes > 1) plan(world, HAPPENS_PAUSE, PAUSES);
    world_run(world, PLAY_MS);
    unsigned faults = world->faults;
    if (says)
        tell(!faults, "everybody is told what their seat may know, in order, and nothing before it is on the disk");
    world->quiet = true;
    world->full_until_ms = 0;
    world_run(world, PLAY_MS + SETTLE_MS); /* a disk that was full has room again */
    world->frozen_ms = world->now_ms;
    world_run(world, world->now_ms + FROZEN_MS);
    if (world->heap_count) fault(world, "it goes on and on while the clock stands still");
    promise_up_to_date(world);
    world->frozen_ms = 0;
    if (says) tell(world->faults == faults, "in the end everybody is up to date, and every message was answered once");
    faults = world->faults;
    everybody_goes(world);
    world_run(world, world->now_ms + IDLE_MS);
    check_empty(world);
    if (says) tell(world->faults == faults, "what nobody needs any more is gone");
    faults = world->faults;
    promise_store(world);
    if (says) tell(world->faults == faults, "every log makes a table, every action was done once, every record holds");
    if (says) tell_counts(world);
    bool enough = world->count.acts > 10 * (uint64_t)tables && world->count.compared > 100 && world->count.games &&
                  world->count.programs && world->count.fair && world->count.crashes && world->count.resumed &&
                  world->count.reads && world->count.unread && (nodes == 1 || world->count.races);
    if (says) tell(enough, "and enough has happened to say so");
    uint64_t sum = world->sum;
    faults = world->faults;
    world_close(world);
    free(world);
    return faults ? 0 : sum;
}

int main(int argc, char **argv) {
    unsigned tables = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 12;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    unsigned nodes = argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : 1;
    if (!tables) tables = 1;
    if (nodes < 1 || nodes > SIM_NODES_MAX) nodes = 1;
    uint64_t sum = run(seed, tables, 6 * tables, nodes, true);
    bool same = true;
    if (tables <= 50)
        tell(same = sum && run(seed, tables, 6 * tables, nodes, false) == sum, "the same seed gives the same words");
    printf("# checksum %016llx\n1..%u\n", (unsigned long long)sum, tests);
    return sum && same ? 0 : 1;
}
