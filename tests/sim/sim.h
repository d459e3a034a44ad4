/* sim.h -- a whole server, or several that share a store, inside one process: clock, disk, threads and network are
 * made up, and so are thousands of people who play at it, whose connections break, and
 * under whom the server dies now and then. All of it follows from one seed.
 *
 *     world.c    events in the order of their time; what the hub asks of the world
 *     person.c   what people do, sensible or not
 *     program.c  programs that sit at tables as well
 *     promise.c  what the server has promised, checked at every message and at the end
 *     sim.c      from the command line to the verdict */
#ifndef UNO_SIM_H
#define UNO_SIM_H

#include "client/fold.h"
#include "random.h"
#include "hub/tables.h"

enum { SIM_NODES_MAX = 3, SIM_CODES_MAX = 4096, SIM_SESSION_MAX = 80, SIM_INTENTS = 64 };

typedef enum {
    HAPPENS_HEAR,      /* a message reaches a person */
    HAPPENS_SAY,       /* and one the server */
    HAPPENS_OPEN,      /* a connection reaches the server */
    HAPPENS_ASK,       /* a request does */
    HAPPENS_ANSWER,    /* and its answer a person */
    HAPPENS_CUT,       /* a person finds the connection gone */
    HAPPENS_GONE,      /* the server does */
    HAPPENS_THINK,     /* a person does something */
    HAPPENS_JOB,       /* a bot has decided */
    HAPPENS_READ,      /* something was looked up in the store, or could not be */
    HAPPENS_DISK,      /* a batch is written, or is not */
    HAPPENS_COMMITTED, /* the server hears of it */
    HAPPENS_CRASH,
    HAPPENS_UP,    /* a server that has crashed runs again */
    HAPPENS_LOOK,  /* it hears that another one has written something */
    HAPPENS_PAUSE, /* a server stands still for a while, and does not know it */
} What;

typedef struct {
    int64_t at_ms;
    uint64_t order; /* what happens at the same time happens in the order in which it was planned */
    What what;
    unsigned node, life; /* of the server it was meant for */
    unsigned who;        /* the person */
    HubLine line;
    unsigned number; /* HAPPENS_ANSWER: the status; HAPPENS_COMMITTED: the verdict; HAPPENS_THINK: which thought */
    char *text;      /* its own */
    size_t length;
    HubJob *job;
    StoreFact *fact;
} Happening;

typedef struct {
    unsigned who, node, life;
    bool broken;               /* nothing gets through any more */
    bool asked;                /* the server has not said yet whether it is open */
    bool at_hub;               /* the server knows of it */
    int64_t there_ms, back_ms; /* when the last thing that was sent arrives: nothing overtakes */
} Line;

/* Something that a person wants to do once, however often it is sent. */
typedef struct {
    char code[STORE_CODE_MAX];
    Action action;
    uint64_t q; /* the last thing they had heard */
    bool done;
} Intent;

typedef struct {
    ClientTable table;
    char session[SIM_SESSION_MAX]; /* "" before the first visit */
    uint64_t user;
    char code[STORE_CODE_MAX]; /* the table they want to be at; "": none */
    HubLine line, request;     /* 0: none */
    int64_t request_ms;
    bool greeted, at, joining; /* at: the server has told them that they are at a table */
    unsigned long leaving;     /* the number of the request to leave; 0: none */
    unsigned thought;          /* the next one that counts */
    int64_t thinks_ms;
    unsigned long asked, answered; /* numbered messages on this connection */
    Intent intent[SIM_INTENTS];    /* the last actions that they have sent */
    uint64_t intents;              /* different ones, ever */
    char last[CLIENT_MESSAGE_MAX]; /* the last action as it was sent */
    bool maker, program;
} Person;

typedef struct World World;

/* One of the servers. */
typedef struct {
    World *world;
    unsigned number;
    Store *store; /* its door to it */
    Hub *hub;     /* NULL: it is down */
    unsigned life;
    const StoreBatch *batch; /* on its way to the disk */
    int64_t turn_ms;         /* when the hub wants a turn */
    int64_t paused_until_ms; /* it stands still till then */
    uint64_t idle_turns;
} Server;

struct World {
    uint64_t seed, chance, hub_chance;
    unsigned tables, people;
    int64_t now_ms, until_ms;
    bool quiet;        /* nothing new is begun */
    int64_t frozen_ms; /* where the hub's clock stands still, so that all that is left gets said; 0: it runs */

    Store *store; /* what all servers keep */
    Server node[SIM_NODES_MAX];
    unsigned nodes;
    int64_t full_until_ms; /* the disk is full so long */

    Person *person;
    Line *line; /* by number */
    HubLine lines, line_room;
    Happening *heap;
    size_t heap_count, heap_room;
    uint64_t order;
    char code[SIM_CODES_MAX][STORE_CODE_MAX]; /* links that people have told each other */
    unsigned codes;

    uint64_t sum; /* of everything that was said */
    unsigned faults;
    struct {
        uint64_t heard, said, acts, compared, crashes, cuts, reads, unread, resumed, games, records, full, checked,
            refused, held, programs, /* actions of programs */
            fair, unrevealed,        /* deals that somebody has checked; where their seed came too late */
            races, pauses;           /* entries that another server was faster with; servers that stood still */
    } count;
};

/* Something is not as promised. */
__attribute__((format(printf, 2, 3))) void fault(World *world, const char *format, ...);

static inline unsigned below(World *world, unsigned n) { return random_below(&world->chance, n); }

/* ---- world.c ---- */

void world_open(World *world, uint64_t seed, unsigned tables, unsigned people, unsigned nodes);
/* The table as the server of this person has it; NULL: it has not. */
const Desk *world_desk(const World *world, const Person *person, const char *code);
void world_close(World *world);
void world_run(World *world, int64_t until_ms);
void happening_push(World *world, Happening happening);
/* A person sends; takes a copy. */
void line_say(World *world, HubLine line, const char *text, size_t length);
HubLine line_open(World *world, unsigned who);
void line_break(World *world, HubLine line); /* from now on everything on it is lost */
void world_ask(World *world, unsigned who, const char *path, const char *body);

/* ---- person.c ---- */

void person_think(World *world, Person *person);
void person_hear(World *world, Person *person, const char *text, size_t length);
void person_answered(World *world, Person *person, unsigned status, const char *session, const char *text);
void person_cut(World *world, Person *person);
/* The next thought comes at this time, or earlier. */
void person_plan(World *world, Person *person, int64_t at_ms);

/* ---- program.c ---- */

void remote_init(World *world, Person *person);
void remote_think(World *world, Person *person);
void remote_hear(World *world, Person *person, const char *text, size_t length);
void remote_answered(World *world, Person *person, unsigned status, const char *text);

/* ---- promise.c ---- */

/* After every message. */
void promise_heard(World *world, Person *person, ClientHeard heard, const char *text);
/* After a crash: what anybody was told is there. */
void promise_kept(World *world);
/* When everything has been said: everybody is up to date. */
void promise_up_to_date(World *world);
/* All logs and all records. */
void promise_store(World *world);

#endif
