/* tables.h -- tables at work. A desk is a table together with who is connected to it
 * and when it next needs something. */
#ifndef UNO_TABLES_H
#define UNO_TABLES_H

#include "../rating/outcome.h"
#include "../teller/teller.h"
#include "nodes.h"
#include "sockets.h"

enum { CODE_LETTERS = 8 };

/* What waits for its time at a table, as it was. */
typedef struct {
    Action action[SEATS_MAX];
    int64_t at_ms[SEATS_MAX];
    char *words[SEATS_MAX]; /* NULL: none */
} HeldHere;

struct Desk {
    StoreTable row;
    Table table;
    uint64_t maker;          /* who sat down here first: that never changes */
    Told told;               /* to those connected */
    OutcomeFold outcome;     /* what is counted of the game that is played, */
    uint64_t counted;        /* and which game that is */
    Rate acts;               /* what is done at it */
    size_t log_bytes;        /* of its entries since the server began */
    int64_t offset_ms;       /* the table's time is the hub's plus this */
    Socket *sockets;         /* who is connected */
    int64_t started_ms;      /* the game that is played, on the table's time */
    int64_t empty_since;     /* when the last connection went; mono */
    int64_t host_gone_since; /* since when the host is not connected, where it is not; mono */
    int64_t lonely_since;    /* since when no player is connected; mono */
    int64_t due_at;          /* mono; INT64_MAX: never */
    size_t place;            /* in the heap of those that are due, from 1; 0: not there */
    int64_t nudge_at;        /* when those who are missed are told (push.h); mono; 0: nobody is missed */
    SeatMask nudged;         /* those who were */
    bool put_off;            /* a bot could not be asked just now */
    bool closed;             /* for good; it goes at the end of the turn */
    Desk *next_gone;

    /* Of a store that other nodes write to as well (nodes.c). */
    SharedLog shared;
    bool row_changed, row_said; /* its row of the lobby, since and as other nodes were told */
    HeldHere held;              /* what people here had held before the entries that are on their way */
    StorePresence elsewhere, announced;
    HubLine *detached; /* who was taken off since then */
    unsigned detached_count;
    ChatLine *chat; /* the last ones, a ring */
    unsigned chat_count;
};

bool tables_load(Hub *hub, Store *store);
void tables_unload(Hub *hub);
void tables_elapse(Hub *hub);
int64_t tables_due_in(const Hub *hub);
void tables_bot_thought(Hub *hub, BotJob *job);

/* The clocks of all tables stood still for so long. */
void tables_skip_time(Hub *hub, int64_t ms);

Desk *tables_find(Hub *hub, const char *code);

/* A new table with these settings; NULL: there is no memory. */
Desk *tables_make(Hub *hub, const TableSettings *settings);

/* Nobody knows how it stands, for a moment. */
static inline bool desk_is_busy(const Desk *desk) { return log_is_busy(&desk->shared); }

/* Somebody is connected to it, here or by way of another node. */
static inline bool desk_is_watched(const Desk *desk) {
    return desk->sockets || desk->elsewhere.players || desk->elsewhere.spectators;
}

static inline int64_t desk_now(const Hub *hub, const Desk *desk) { return hub_tables_ms(hub) + desk->offset_ms; }

/* What the table says to a wish. REFUSAL_ok: it is done, and everybody connected is told; `asker` (may be NULL)
 * with the `id` of its message. */
TableAnswer desk_wish(Hub *hub, Desk *desk, const Wish *wish, const Socket *asker, const char *id);

/* A wish of the server's own that costs nobody anything: an event seats its players. False: it was refused. */
bool desk_arrange(Hub *hub, Desk *desk, const Wish *wish);

/* A connection comes to the table, or goes; what it is told of the table is show_joined()'s business. */
void desk_connect(Hub *hub, Desk *desk, Socket *socket);
void desk_disconnect(Hub *hub, Socket *socket);
void desk_send_away(Hub *hub, Socket *socket, const char *code, const char *why); /* it goes, and is told so */

unsigned desk_spectators(const Desk *desk);

/* Its row of the lobby is another one. */
void desk_row_changed(Hub *hub, Desk *desk);

/* "2026-11-16 12:30", for records. */
void wall_date(const Hub *hub, char out[RECORD_DATE_MAX]);

/* Closes it, for good. */
void desk_close(Hub *hub, Desk *desk, const char *why);

/* ---- for nodes.c ---- */

Desk *desk_new(Hub *hub, const StoreTable *row);
/* An entry that is in the log already, and follows. False: *why. Everybody connected is told where `shows`. */
bool desk_follow(Hub *hub, Desk *desk, const StoreEntry *stored, bool shows, char *why, size_t size);
/* As it was before its first entry. */
void desk_unfold(Hub *hub, Desk *desk);
void desk_quarantine(Hub *hub, Desk *desk, const char *trouble);
/* Does whatever is due, until it needs nothing more for now. */
void desk_settle(Hub *hub, Desk *desk);
bool desk_rename(Hub *hub, Desk *desk, uint64_t user, const char *name); /* false: it cannot go on */
SeatMask desk_players(const Desk *desk);                                 /* who of them is connected, anywhere */

/* ---- schedule.c: which desk needs something first ---- */

/* Puts it where its due_at belongs. False: no memory. */
bool schedule_put(Hub *hub, Desk *desk);
void schedule_take(Hub *hub, Desk *desk);
Desk *schedule_first(const Hub *hub); /* NULL: none */

/* ---- show.c: which connection is told what ---- */

/* 32 bytes as hexadecimal digits. */
void json_add_seed(cJSON *json, const char *name, const Seed *seed);

/* How people come to it. */
enum { TABLE_LINK_MAX = sizeof((Hub *)0)->config.url + STORE_CODE_MAX + 4 };
void table_link(const Hub *hub, const Desk *desk, char out[TABLE_LINK_MAX]);

/* The row of the lobby. */
cJSON *show_row(const Desk *desk);

/* Everything, to one who just joined; or all that happened since `since`. */
void show_joined(Hub *hub, Desk *desk, Socket *socket, const char *id);
bool show_resumed(Hub *hub, Desk *desk, Socket *socket, uint64_t since, const char *id);

/* Who of the players is connected, to everybody. */
void show_here(Hub *hub, Desk *desk);

/* Whose view this connection gets: its seat's, or SPECTATOR. */
unsigned show_observer(const Desk *desk, const Socket *socket);

/* An entry was applied: everybody connected is told. */
void show_entry(Hub *hub, Desk *desk, const LogEntry *entry, const Socket *asker, const char *id);

/* ---- remote.c ---- */

/* The same for a program that is connected by a stream. */
void remote_show(Hub *hub, Desk *desk, const LogEntry *entry);

#endif
