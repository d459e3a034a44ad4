/* world.c -- events in the order of their time, and what the hub asks of its world. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim.h"

void fault(World *world, const char *format, ...) {
    va_list arguments;
    if (world->faults++ >= 20) return;
    printf("# at %lld ms: ", (long long)world->now_ms);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
}

/* ---- the heap of what will happen ---- */

static bool is_before(const Happening *a, const Happening *b) {
    return a->at_ms != b->at_ms ? a->at_ms < b->at_ms : a->order < b->order;
}

void happening_push(World *world, Happening happening) {
    if (world->heap_count == world->heap_room) {
        world->heap_room = world->heap_room ? 2 * world->heap_room : 1024;
        world->heap = realloc(world->heap, world->heap_room * sizeof *world->heap);
        if (!world->heap) abort();
    }
    happening.order = world->order++;
    if (happening.line) happening.node = world->line[happening.line].node;
    happening.life = world->node[happening.node].life;
    size_t at = world->heap_count++;
    for (; at && is_before(&happening, &world->heap[(at - 1) / 2]); at = (at - 1) / 2)
        world->heap[at] = world->heap[(at - 1) / 2];
    world->heap[at] = happening;
}

static Happening heap_pop(World *world) {
    Happening first = world->heap[0], last = world->heap[--world->heap_count];
    size_t at = 0;
    for (size_t child; (child = 2 * at + 1) < world->heap_count; at = child) {
        if (child + 1 < world->heap_count && is_before(&world->heap[child + 1], &world->heap[child])) child++;
        if (!is_before(&world->heap[child], &last)) break;
        world->heap[at] = world->heap[child];
    }
    if (world->heap_count) world->heap[at] = last;
    return first;
}

static char *copy_text(const char *text, size_t length) {
    char *copy = malloc(length + 1);
    if (!copy) abort();
    memcpy(copy, text, length);
    copy[length] = 0;
    return copy;
}

static void add_to_sum(World *world, uint64_t number, const char *text, size_t length) {
    uint64_t sum = (world->sum ^ number) * UINT64_C(0x100000001B3);
    for (size_t i = 0; i < length; i++) sum = (sum ^ (unsigned char)text[i]) * UINT64_C(0x100000001B3);
    world->sum = sum;
}

/* ---- lines ---- */

static int64_t latency(World *world) { return 1 + below(world, below(world, 20) ? 40 : 600); }

/* A load balancer knows who is there, but not who sits where; only programs stay where their stream is. */
static unsigned choose_node(World *world, unsigned who) {
    unsigned up[SIM_NODES_MAX], count = 0;
    if (world->nodes == 1) return 0;
    for (unsigned i = 0; i < world->nodes; i++)
        if (world->node[i].hub) up[count++] = i;
    if (world->person[who].program) return who / 12 % world->nodes;
    return count ? up[below(world, count)] : 0;
}

HubLine line_open(World *world, unsigned who) {
    unsigned node = choose_node(world, who);
    if (world->lines + 1 >= world->line_room) {
        world->line_room = world->line_room ? 2 * world->line_room : 1024;
        world->line = realloc(world->line, world->line_room * sizeof *world->line);
        if (!world->line) abort();
    }
    world->line[++world->lines] = (Line){
        .who = who, .node = node, .life = world->node[node].life, .there_ms = world->now_ms, .back_ms = world->now_ms};
    return world->lines;
}

/* When something that is sent now arrives. */
static int64_t arrives(World *world, int64_t *last_ms) {
    int64_t at_ms = world->now_ms + latency(world);
    return *last_ms = at_ms > *last_ms ? at_ms : *last_ms;
}

void line_say(World *world, HubLine line, const char *text, size_t length) {
    Line *at = &world->line[line];
    if (at->broken) return;
    happening_push(world, (Happening){.at_ms = arrives(world, &at->there_ms),
                                      .what = HAPPENS_SAY,
                                      .line = line,
                                      .text = copy_text(text, length),
                                      .length = length});
}

void line_break(World *world, HubLine line) {
    Line *at = &world->line[line];
    if (at->broken) return;
    at->broken = true;
    world->count.cuts++;
    happening_push(world, (Happening){.at_ms = world->now_ms + below(world, 5000), .what = HAPPENS_GONE, .line = line});
}

void world_ask(World *world, unsigned who, const char *path, const char *body) {
    HubLine line = line_open(world, who);
    char text[1200];
    int length = snprintf(text, sizeof text, "%s\n%s", path, body);
    world->person[who].request = line;
    world->person[who].request_ms = world->now_ms;
    happening_push(world, (Happening){.at_ms = arrives(world, &world->line[line].there_ms),
                                      .what = HAPPENS_ASK,
                                      .who = who,
                                      .line = line,
                                      .text = copy_text(text, (size_t)length)});
}

/* ---- what the hub asks of the world ---- */

static void on_send(void *self, HubLine line, const char *text, size_t length) {
    Server *server = self;
    World *world = server->world;
    Line *at = &world->line[line];
    add_to_sum(world, line, text, length);
    if (at->broken || at->life != server->life) return;
    happening_push(world, (Happening){.at_ms = arrives(world, &at->back_ms),
                                      .what = HAPPENS_HEAR,
                                      .who = at->who,
                                      .line = line,
                                      .text = copy_text(text, length),
                                      .length = length});
}

static void on_respond(void *self, HubLine line, const HubResponse *response) {
    Server *server = self;
    World *world = server->world;
    char session[SIM_SESSION_MAX] = "";
    if (response->session) snprintf(session, sizeof session, "%s", response->session);
    if (response->stream) {
        world->line[line].at_hub = true;
        return;
    }
    add_to_sum(world, line, response->body, response->length);
    size_t length = strlen(session) + 1 + response->length;
    char *text = malloc(length + 1);
    if (!text) abort();
    int used = snprintf(text, length + 1, "%s\n", session);
    memcpy(text + used, response->body, response->length);
    text[length] = 0;
    happening_push(world, (Happening){.at_ms = arrives(world, &world->line[line].back_ms),
                                      .what = HAPPENS_ANSWER,
                                      .who = world->line[line].who,
                                      .line = line,
                                      .number = response->status,
                                      .text = text,
                                      .length = length});
}

static void on_close(void *self, HubLine line, unsigned code, const char *reason) {
    Server *server = self;
    World *world = server->world;
    Line *at = &world->line[line];
    add_to_sum(world, line + code, reason, strlen(reason));
    at->at_hub = false;
    happening_push(
        world, (Happening){.at_ms = arrives(world, &at->back_ms), .what = HAPPENS_CUT, .who = at->who, .line = line});
}

static bool on_run(void *self, HubJob *job) {
    Server *server = self;
    World *world = server->world;
    if (!below(world, 20)) return false; /* too many wait */
    int64_t takes = below(world, 4) ? below(world, 5) : below(world, 1500);
    happening_push(
        world, (Happening){.at_ms = world->now_ms + takes, .what = HAPPENS_JOB, .node = server->number, .job = job});
    return true;
}

static void on_commit(void *self, const StoreBatch *batch) {
    Server *server = self;
    World *world = server->world;
    if (server->batch) fault(world, "two batches at a time");
    server->batch = batch;
    happening_push(world, (Happening){.at_ms = world->now_ms + 1 + below(world, below(world, 50) ? 12 : 300),
                                      .what = HAPPENS_DISK,
                                      .node = server->number});
}

/* The store is asked at some time, and its answer comes at another; now and then none comes. */
static void on_read(void *self, StoreFact *fact) {
    Server *server = self;
    World *world = server->world;
    int64_t takes = below(world, 5) ? below(world, 4) : below(world, 400);
    world->count.reads++;
    happening_push(
        world, (Happening){.at_ms = world->now_ms + takes, .what = HAPPENS_READ, .node = server->number, .fact = fact});
}

static void on_opened(void *self, HubLine line, unsigned status) {
    Server *server = self;
    World *world = server->world;
    Line *at = &world->line[line];
    if (!at->asked) fault(world, "a connection was let in twice");
    if (status && status != 503) fault(world, "a connection was refused with %u", status);
    at->asked = false;
    at->at_hub = status == 0;
    /* Nobody is let in while the disk is full: the person tries again later. */
    if (status == 503) person_cut(world, &world->person[at->who]);
}

static void on_random(void *self, void *out, size_t bytes) {
    Server *server = self;
    World *world = server->world;
    for (size_t i = 0; i < bytes; i++) ((uint8_t *)out)[i] = (uint8_t)(random_next(&world->hub_chance) >> 32);
}

static void on_log(void *self, const char *level, const char *event, const char *detail) {
    Server *server = self;
    World *world = server->world;
    if (strcmp(level, "error") == 0 && strcmp(event, "storage_full") != 0) fault(world, "log: %s %s", event, detail);
}

static void open_hub(World *world, Server *server) {
    HubConfig config = {.url = "http://uno.example", .pace_ms = 100, .unlimited = true};
    HubWorld calls = {server, on_send, on_respond, on_close, on_run, on_commit, on_read, on_opened, on_random, on_log};
    char trouble[STORE_TROUBLE_MAX];
    server->world = world;
    server->life++;
    server->batch = NULL;
    if (world->nodes > 1) { /* every life of a server is a node of its own */
        store_close(server->store);
        server->store = store_open_memory_node(world->store, 1 + server->number + 10 * (uint64_t)server->life);
        if (!server->store) abort();
    } else server->store = world->store;
    server->hub = hub_new(&config, &calls, server->store, INT64_C(1800000000000) + world->now_ms, trouble);
    if (!server->hub) {
        printf("Bail out! the server does not start: %s\n", trouble);
        exit(1);
    }
    server->turn_ms = world->now_ms;
}

static void close_hub(World *world, Server *server) {
    if (server->hub) world->count.races += server->hub->count.races;
    hub_free(server->hub);
    server->hub = NULL;
    server->turn_ms = INT64_MAX;
}

/* Everything that was not on the disk is lost; who was connected finds out. */
static void crash(World *world, Server *server) {
    if (!server->hub) return;
    world->count.crashes++;
    close_hub(world, server);
    for (HubLine line = 1; line <= world->lines; line++) {
        Line *at = &world->line[line];
        if (at->node != server->number || (!at->at_hub && !at->asked)) continue;
        at->at_hub = at->asked = false;
        bool lost = below(world, 2); /* what was on its way to them as well */
        if (lost) at->broken = true;
        happening_push(world, (Happening){.at_ms = lost ? world->now_ms + latency(world) : arrives(world, &at->back_ms),
                                          .what = HAPPENS_CUT,
                                          .who = at->who,
                                          .line = line});
    }
    if (world->nodes == 1) open_hub(world, server);
    else {
        server->life++; /* whatever was meant for it finds nobody */
        happening_push(
            world,
            (Happening){.at_ms = world->now_ms + 1 + below(world, 10000), .what = HAPPENS_UP, .node = server->number});
    }
    promise_kept(world);
}

/* ---- events ---- */

static void begin_turn(const World *world, const Server *server) {
    int64_t now_ms = world->frozen_ms ? world->frozen_ms : world->now_ms;
    hub_begin_turn(server->hub, now_ms, INT64_C(1800000000000) + now_ms);
}

static void end_turn(World *world, Server *server) {
    int64_t wait = hub_end_turn(server->hub);
    if (wait < 0 || wait > 60000) fault(world, "a turn wanted in %lld ms", (long long)wait);
    server->turn_ms = world->now_ms + wait;
    if (hub_has_failed(server->hub)) fault(world, "the hub has failed");
}

/* The others hear of it, soon or late or not at all. */
static void wake_others(World *world, const Server *server) {
    for (unsigned i = 0; i < world->nodes; i++) {
        if (i == server->number || (!world->quiet && below(world, 10) == 0)) continue;
        happening_push(world, (Happening){.at_ms = world->now_ms + below(world, below(world, 10) ? 5 : 200),
                                          .what = HAPPENS_LOOK,
                                          .node = i});
    }
}

static void write_batch(World *world, Server *server) {
    char trouble[STORE_TROUBLE_MAX] = "";
    if (!world->quiet && below(world, 1200) == 0) world->full_until_ms = world->now_ms + below(world, 2500);
    bool full = world->now_ms < world->full_until_ms;
    world->count.full += full;
    store_memory_fault(world->store, full ? STORE_FULL : STORE_DONE);
    StoreVerdict verdict = store_commit(server->store, server->batch, trouble);
    store_memory_fault(world->store, STORE_DONE);
    if (verdict == STORE_FAILED) fault(world, "a batch failed: %s", trouble);
    if (verdict == STORE_DONE && world->nodes > 1) wake_others(world, server);
    happening_push(world, (Happening){.at_ms = world->now_ms + below(world, 3),
                                      .what = HAPPENS_COMMITTED,
                                      .node = server->number,
                                      .number = verdict});
}

static HubRequest request_of(const World *world, const Happening *event, char *path, size_t size) {
    const char *body = strchr(event->text, '\n');
    snprintf(path, size, "%.*s", (int)(body - event->text), event->text);
    const Person *person = &world->person[event->who];
    return (HubRequest){.method = strcmp(path, "/api/bot/stream") == 0 ? "GET" : "POST",
                        .path = path,
                        .query = "",
                        .session = person->program ? "" : person->session,
                        .bearer = person->program ? person->session : "",
                        .address = "192.0.2.1",
                        .body = body + 1,
                        .length = strlen(body + 1)};
}

static void open_line(const World *world, const Happening *event, Line *line) {
    HubRequest request = {.method = "GET",
                          .path = "/ws",
                          .query = "",
                          .bearer = "",
                          .address = "192.0.2.1",
                          .session = world->person[line->who].session,
                          .body = ""};
    line->asked = true;
    hub_socket_asked(world->node[event->node].hub, event->line, &request);
}

/* Half of those that can be read are read late: the store may have changed between the asking and the answer. */
static void read_fact(World *world, const Server *server, StoreFact *fact) {
    bool fails = !world->quiet && below(world, 200) == 0;
    store_fact_read(server->store, fact);
    world->count.unread += fails;
    fact->good = fact->good && !fails;
    hub_read_done(server->hub, fact);
}

/* What comes over a line. */
static void reach_line(World *world, Happening *event, Line *line) {
    Hub *hub = world->node[event->node].hub;
    char path[200];
    if (event->what == HAPPENS_OPEN) open_line(world, event, line);
    else if (event->what == HAPPENS_ASK) {
        HubRequest request = request_of(world, event, path, sizeof path);
        hub_request(hub, event->line, &request);
    } else if (line->at_hub && event->what == HAPPENS_SAY) {
        hub_socket_message(hub, event->line, event->text, event->length);
    } else if (event->what == HAPPENS_GONE) {
        if (line->asked || world->person[line->who].program) hub_request_gone(hub, event->line);
        else if (line->at_hub) hub_socket_closed(hub, event->line);
        line->asked = line->at_hub = false;
    }
}

static void reach_hub(World *world, Happening *event) {
    Server *server = &world->node[event->node];
    Line *line = event->line ? &world->line[event->line] : NULL;
    if (line && (line->life != server->life || (line->broken && event->what != HAPPENS_GONE))) return;
    begin_turn(world, server);
    if (line) reach_line(world, event, line);
    else if (event->what == HAPPENS_JOB) {
        hub_job_done(server->hub, event->job);
        event->job = NULL;
    } else if (event->what == HAPPENS_READ) read_fact(world, server, event->fact);
    else if (event->what == HAPPENS_LOOK) hub_look(server->hub);
    else {
        server->batch = NULL;
        hub_committed(server->hub, (StoreVerdict)event->number, "the disk is full");
    }
    end_turn(world, server);
}

static void reach_person(World *world, const Happening *event) {
    Person *person = &world->person[event->who];
    const Line *line = &world->line[event->line];
    if (event->what == HAPPENS_THINK) {
        if (event->number == person->thought) person_think(world, person);
    } else if (event->what == HAPPENS_CUT) {
        if (person->line == event->line) person_cut(world, person);
    } else if (event->what == HAPPENS_ANSWER) {
        char session[SIM_SESSION_MAX];
        const char *body = strchr(event->text, '\n');
        snprintf(session, sizeof session, "%.*s", (int)(body - event->text), event->text);
        if (person->request == event->line) person_answered(world, person, event->number, session, body + 1);
    } else if (!line->broken && person->line == event->line) {
        person_hear(world, person, event->text, event->length);
    }
}

/* Nothing reaches a server that stands still before it goes on, in the order in which it came. */
static bool waits(World *world, const Happening *event) {
    const Server *server = &world->node[event->node];
    bool of_person = event->what == HAPPENS_THINK || event->what == HAPPENS_HEAR || event->what == HAPPENS_CUT ||
                     event->what == HAPPENS_ANSWER || event->what == HAPPENS_CRASH;
    if (of_person || server->paused_until_ms <= world->now_ms) return false;
    Happening later = *event;
    later.at_ms = server->paused_until_ms;
    unsigned life = event->life;
    happening_push(world, later);
    for (size_t i = 0; i < world->heap_count; i++)
        if (world->heap[i].order == world->order - 1) world->heap[i].life = life;
    return true;
}

static void pause_server(World *world, Server *server) {
    world->count.pauses++;
    server->paused_until_ms = world->now_ms + below(world, 9000);
    if (server->turn_ms < server->paused_until_ms) server->turn_ms = server->paused_until_ms;
}

static void happen(World *world, Happening *event) {
    Server *server = &world->node[event->node];
    bool outlived = event->life != server->life || !server->hub;
    if (waits(world, event)) return;
    switch (event->what) {
    case HAPPENS_THINK:
    case HAPPENS_HEAR:
    case HAPPENS_CUT:
    case HAPPENS_ANSWER: reach_person(world, event); break;
    case HAPPENS_DISK:
        if (!outlived) write_batch(world, server);
        break;
    case HAPPENS_CRASH: crash(world, server); break;
    case HAPPENS_UP:
        if (!server->hub) open_hub(world, server);
        break;
    case HAPPENS_PAUSE: pause_server(world, server); break;
    case HAPPENS_OPEN:
        /* Nobody is there: the person finds out, and asks somebody else. */
        if (outlived) person_cut(world, &world->person[world->line[event->line].who]);
        else reach_hub(world, event);
        break;
    case HAPPENS_JOB:
        if (!outlived) hub_job_run(event->job);
        /* fall through */
    default:
        if (!outlived) reach_hub(world, event);
    }
    if (event->job) hub_job_drop(event->job);
    free(event->text);
}

/* A turn that the hub wanted for itself. Again and again for nothing would be a server that never sleeps. */
static uint64_t doings(const Hub *hub) {
    return hub->count.sent + hub->count.jobs + hub->count.commit_rows + hub->count.reads + batch_count(hub->batch);
}

static void own_turn(World *world, Server *server) {
    uint64_t before = doings(server->hub);
    begin_turn(world, server);
    end_turn(world, server);
    bool idle = doings(server->hub) == before && server->turn_ms <= world->now_ms + 1;
    server->idle_turns = idle ? server->idle_turns + 1 : 0;
    if (server->idle_turns == 100) fault(world, "the hub wants turn after turn and does nothing");
}

static Server *next_turn(World *world) {
    Server *first = &world->node[0];
    for (unsigned i = 1; i < world->nodes; i++)
        if (world->node[i].turn_ms < first->turn_ms) first = &world->node[i];
    return first;
}

void world_run(World *world, int64_t until_ms) {
    for (;;) {
        Server *server = next_turn(world);
        int64_t next = world->heap_count ? world->heap[0].at_ms : INT64_MAX;
        if (server->turn_ms < next && !world->frozen_ms) next = server->turn_ms;
        if (next > until_ms) break;
        if (next > world->now_ms) world->now_ms = next;
        if (world->heap_count && (world->frozen_ms || world->heap[0].at_ms <= server->turn_ms)) {
            Happening event = heap_pop(world);
            happen(world, &event);
        } else own_turn(world, server);
    }
    world->now_ms = until_ms;
}

const Desk *world_desk(const World *world, const Person *person, const char *code) {
    Hub *hub = world->node[person->line ? world->line[person->line].node : 0].hub;
    return hub ? tables_find(hub, code) : NULL;
}

void world_open(World *world, uint64_t seed, unsigned tables, unsigned people, unsigned nodes) {
    memset(world, 0, sizeof *world);
    world->seed = seed;
    world->chance = seed * 2 + 1;
    world->hub_chance = seed * 2;
    world->sum = UINT64_C(0xCBF29CE484222325);
    world->tables = tables;
    world->people = people;
    world->now_ms = 1000;
    world->store = store_open_memory();
    world->person = calloc(people, sizeof *world->person);
    if (!world->store || !world->person) abort();
    world->nodes = nodes;
    for (unsigned i = 0; i < nodes; i++) {
        world->node[i].number = i;
        open_hub(world, &world->node[i]);
    }
    for (unsigned i = 0; i < people; i++) {
        client_table_init(&world->person[i].table);
        if (i % 12 == 11) remote_init(world, &world->person[i]);
        world->person[i].maker = i % (people / tables ? people / tables : 1) == 0;
        world->person[i].thinks_ms = INT64_MAX;
        person_plan(world, &world->person[i], world->now_ms + below(world, 4000));
    }
}

void world_close(World *world) {
    for (unsigned i = 0; i < world->nodes; i++) close_hub(world, &world->node[i]);
    while (world->heap_count) {
        Happening event = heap_pop(world);
        if (event.job) hub_job_drop(event.job);
        free(event.text);
    }
    for (unsigned i = 0; i < world->nodes && world->nodes > 1; i++) store_close(world->node[i].store);
    store_close(world->store);
    for (unsigned i = 0; i < world->people; i++) client_table_free(&world->person[i].table);
    free(world->person);
    free(world->line);
    free(world->heap);
}
