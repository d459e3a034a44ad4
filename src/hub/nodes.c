/* nodes.c -- several servers share a store, and a table can be played at from all of them at once; so can an event be run.
 *
 * A table is the fold of its log, so every node from which somebody looks at one has it. An event is the fold of its log as well, and
 * every node has all events that run (hall_nodes.c). What is said here of tables holds for both. A wish is checked where it is
 * made, and becomes an entry of the next number. Whoever's commit is first has that number. The other node's entries were
 * never told to anybody: it drops them and all words about them, folds the table anew out of the log, and tries the wish
 * from its beginning. While entries of a table are on their way nothing else happens to it here, so there is never
 * more than one deed to be taken back.
 *
 * Clock, bots, the next host and the end of a table, and what time brings to an event, belong to the node that has its lease. Whatever that node writes is
 * written under the lease's epoch: a node that was thought dead, and was not, finds that it has lost. Who does not live any more has
 * no lease; somebody else takes it.
 *
 *     nodes_begin_entry()   entries of a log are a part of the batch
 *     nodes_committed()     which parts were lost: their words are dropped before the others are said
 *     log_try()             reads what others wrote; folds anew what was lost
 *     node_try()            says that we live, takes leases, hears the news */
#define _DEFAULT_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hall.h"
#include "messages.h"
#include "names.h"
#include "outbox.h"
#include "people.h"
#include "tables.h"

enum {
    NEWS_MS = 250,   /* how often the news are read when nobody wakes us */
    LIFE_MS = 1000,  /* how often we say that we live, */
    LIVE_MS = 4000,  /* and how long that counts */
    LEASES_MAX = 50, /* taken at once */
    HELD_AGAIN = 30, /* so often we also ask for the leases that we should have */
};

/* Askings of a node's own have lines that no world uses: one for each log. */
#define OWN_LINE (UINT64_C(1) << 63)
#define NODE_LINE (UINT64_MAX - 2)

static bool pass_over(void *context, const void *row) { return (void)context, (void)row, true; }

/* ---- entries on their way ---- */

static void forget_held(HeldHere *held) {
    for (Seat seat = 0; seat < SEATS_MAX; seat++) free(held->words[seat]);
    *held = (HeldHere){0};
}

/* What people here have asked for, and what waits for its time. */
static void save_held(Desk *desk) {
    const Table *table = &desk->table;
    forget_held(&desk->held);
    for (Seat seat = 0; seat < SEATS_MAX; seat++) {
        if (!table->held[seat] || table->held_how[seat] != HOW_SELF) continue;
        desk->held.action[seat] = table->held[seat];
        desk->held.at_ms[seat] = table->held_at[seat];
        desk->held.words[seat] = table->held_words[seat] ? strdup(table->held_words[seat]) : NULL;
    }
}

static void restore_held(Desk *desk) {
    Table *table = &desk->table;
    for (Seat seat = 0; seat < SEATS_MAX; seat++) {
        if (!desk->held.action[seat]) continue;
        table->held[seat] = desk->held.action[seat];
        table->held_at[seat] = desk->held.at_ms[seat];
        table->held_how[seat] = HOW_SELF;
        table->held_words[seat] = desk->held.words[seat];
        desk->held.words[seat] = NULL;
    }
}

void nodes_begin_entry(Hub *hub, SharedLog *log) {
    unsigned parity = hub->batch_parity;
    if (!log->written && log->desk) save_held(log->desk);
    if (!(log->written >> parity & 1)) {
        log->written |= (uint8_t)(1u << parity);
        log->next_written[parity] = hub->written[parity];
        hub->written[parity] = log;
    }
    hub_wrote(hub, batch_part(hub_write(hub), log->id, log->leads ? log->epoch : 0));
}

void nodes_end_entry(Hub *hub) {
    if (hub->node) hub_wrote(hub, batch_part(hub->batch, 0, 0));
}

void nodes_batch_sent(Hub *hub) { hub->batch_parity ^= 1; }

void nodes_detached(Hub *hub, Desk *desk, const Socket *socket) {
    HubLine *more = realloc(desk->detached, (desk->detached_count + 1) * sizeof *more);
    hub_wrote(hub, more);
    if (!more) return;
    desk->detached = more;
    desk->detached[desk->detached_count++] = socket->line;
}

static void forget_detached(Desk *desk) {
    free(desk->detached);
    desk->detached = NULL;
    desk->detached_count = 0;
}

static void take_out(SharedLog **list, const SharedLog *log, size_t link) {
    for (; *list; list = (SharedLog **)(void *)((char *)*list + link))
        if (*list == log) {
            memcpy(list, (const char *)log + link, sizeof *list);
            return;
        }
}

void nodes_log_free(Hub *hub, SharedLog *log) {
    take_out(&hub->written[0], log, offsetof(SharedLog, next_written[0]));
    take_out(&hub->written[1], log, offsetof(SharedLog, next_written[1]));
    take_out(&hub->settled, log, offsetof(SharedLog, next_settled));
    log->written = 0;
    log->reading = log->lost = false;
    askings_wake(hub, log, false);
}

void nodes_let_go(Desk *desk) {
    forget_held(&desk->held);
    forget_detached(desk);
}

void nodes_committed(Hub *hub, const StoreBatch *batch) {
    unsigned parity = hub->batch_parity ^ 1;
    hub->settled = NULL;
    for (SharedLog *log = hub->written[parity], *next; log; log = next) {
        next = log->next_written[parity];
        log->written &= (uint8_t) ~(1u << parity);
        log->next_settled = hub->settled;
        hub->settled = log;
        if (!batch_is_lost(batch, log->id)) {
            log->known = batch_last(batch, log->id);
            continue;
        }
        log->lost = true;
        hub->count.races++;
        outbox_drop(hub->outbox, log->id);
        outbox_drop(hub->outbox_committing, log->id);
    }
    hub->written[parity] = NULL;
}

/* What is known of it may be looked at again, and goes on. */
static void settle_desk(Hub *hub, Desk *desk) {
    if (desk->closed || desk_is_busy(desk)) return;
    desk_settle(hub, desk);
    if (!desk->closed) halls_table_settled(hub, desk);
}

static void settle_log(Hub *hub, SharedLog *log) {
    Desk *desk = log->desk;
    uint64_t id = log->id;
    if (desk) nodes_let_go(desk);
    askings_wake(hub, log, false);
    if (desk) settle_desk(hub, desk);
    else halls_settled(hub, id);
}

static void look(Hub *hub, uint64_t id);

void nodes_settle(Hub *hub) {
    for (SharedLog *log; (log = hub->settled);) {
        hub->settled = log->next_settled;
        if (log->written) continue; /* and some more */
        if (log->lost || log->looks || log->heard > log->known) look(hub, log->id);
        else settle_log(hub, log);
    }
}

/* ---- one log, as others have left it ---- */

static bool has_asking(const Hub *hub, HubLine line) { return map_get(&hub->askings, line); }

static SharedLog *log_of(Hub *hub, uint64_t id) {
    Desk *desk = map_get(&hub->desks, id);
    Hall *hall = desk ? NULL : halls_find(hub, id);
    return desk ? &desk->shared : hall ? &hall->shared : NULL;
}

/* Reads it on, who leads it, and who is there elsewhere; one that is not here at all is taken up. */
static void look(Hub *hub, uint64_t id) {
    SharedLog *log = log_of(hub, id);
    if (has_asking(hub, OWN_LINE | id) || (log && log->written)) {
        if (log) log->looks = true;
        return;
    }
    if (log) log->reading = true, log->looks = false;
    asking_begin(hub, &(Asking){.kind = ASKING_LOG, .line = OWN_LINE | id});
}

typedef struct {
    Hub *hub;
    Desk *desk;
    uint64_t told; /* up to this entry everybody here knows it all */
    char trouble[STORE_TROUBLE_MAX];
} Following;

/* Those who are connected are where they were before the entries that were lost. */
static void resume(Hub *hub, Desk *desk) {
    for (unsigned observer = 0; observer < OBSERVERS && desk->table.game_id; observer++)
        if (observer < desk->table.players || observer == SPECTATOR)
            table_view(&desk->table, observer, &desk->told.shown[observer]);
    restore_held(desk);
    for (unsigned i = 0; i < desk->detached_count; i++) {
        Socket *socket = map_get(&hub->sockets, desk->detached[i]);
        if (!socket || socket->desk) continue;
        socket->desk = desk;
        socket->next = desk->sockets;
        socket->back = &desk->sockets;
        if (socket->next) socket->next->back = &socket->next;
        desk->sockets = socket;
    }
    forget_detached(desk);
    for (Socket *socket = desk->sockets; socket; socket = socket->next)
        socket->observer = (uint8_t)show_observer(desk, socket);
}

static bool follow_entry(void *context, const void *row) {
    Following *following = context;
    const StoreEntry *stored = row;
    char why[160];
    if (!desk_follow(following->hub, following->desk, stored, stored->seq > following->told, why, sizeof why)) {
        snprintf(following->trouble, sizeof following->trouble, "entry %llu of the log: %s",
                 (unsigned long long)stored->seq, why);
        return false;
    }
    if (stored->seq == following->told && following->desk->shared.lost) resume(following->hub, following->desk);
    return true;
}

static bool gather_present(void *context, const void *row) {
    const Following *following = context;
    const StorePresence *presence = row;
    StorePresence *all = &following->desk->elsewhere;
    if (presence->node == following->hub->node) return true;
    all->table = presence->table;
    all->spectators += presence->spectators;
    for (unsigned i = 0; i < presence->players && i < STORE_SEATS_MAX && all->players < STORE_SEATS_MAX; i++)
        all->player[all->players++] = presence->player[i];
    return true;
}

static void look_around(Hub *hub, const Asking *asking, Desk *desk) {
    StorePresence before = desk->elsewhere;
    Following following = {.hub = hub, .desk = desk};
    memset(&desk->elsewhere, 0, sizeof desk->elsewhere);
    store_present(hub->facts, desk->row.id, asking->began, gather_present, &following);
    if (memcmp(&before, &desk->elsewhere, sizeof before) != 0) {
        if (!desk_is_watched(desk)) desk->empty_since = hub->mono_ms;
        if (!desk_players(desk)) desk->lonely_since = hub->mono_ms;
        show_here(hub, desk);
        desk_row_changed(hub, desk);
    }
}

bool nodes_take_lease(Hub *hub, SharedLog *log) {
    StoreLease lease = {0};
    bool led = log->leads;
    store_lease(hub->facts, log->id, &lease);
    log->leads = lease.node == hub->node;
    log->epoch = lease.epoch;
    return log->leads && !led;
}

static void take_lease(Hub *hub, Desk *desk) {
    bool begins = nodes_take_lease(hub, &desk->shared);
    if (begins) {
        desk->empty_since = desk->lonely_since = desk->host_gone_since = hub->mono_ms;
        desk_row_changed(hub, desk);
    }
    desk->table.follows = !desk->shared.leads;
}

/* Carries out what was read; false: it is not there any more. */
static bool fold(Hub *hub, const Asking *asking, Desk *desk, uint64_t from, uint64_t told) {
    Following *following = calloc(1, sizeof *following);
    if (!following) return hub_wrote(hub, false), false;
    *following = (Following){.hub = hub, .desk = desk, .told = told};
    if (from == 1) desk_unfold(hub, desk);
    store_log(hub->facts, desk->row.id, from, follow_entry, following);
    bool good = !following->trouble[0] && desk->table.seq;
    if (!good) desk_quarantine(hub, desk, desk->table.seq ? following->trouble : "its log is empty");
    free(following);
    if (!good) return false;
    desk->shared.lost = false;
    take_lease(hub, desk);
    if (desk->table.stage != TABLE_CLOSED) look_around(hub, asking, desk);
    return true;
}

/* A table that is not here yet; NULL: there is none, or something is lacking. */
static Desk *take_up(Hub *hub, const StoreTable *row) {
    store_log(hub->facts, row->id, 1, pass_over, NULL);
    StoreLease lease;
    store_lease(hub->facts, row->id, &lease);
    store_present(hub->facts, row->id, hub->asking->began, pass_over, NULL);
    if (hub_lacks(hub) || row->state != TABLE_ROW_OPEN) return NULL;
    Desk *desk = desk_new(hub, row);
    if (!desk) return hub_wrote(hub, false), NULL;
    desk->offset_ms = -hub->mono_ms;
    if (!fold(hub, hub->asking, desk, 1, UINT64_MAX)) return NULL;
    hub->asking->looked = true;
    desk_settle(hub, desk);
    return desk->closed ? NULL : desk;
}

bool nodes_may_be_behind(Hub *hub, SharedLog *log) {
    if (hub->asking->looked || log->fresh > hub->asking->number) return false;
    look(hub, log->id);
    return asking_waits(hub, log);
}

Desk *nodes_find(Hub *hub, const char *code) {
    StoreTable row;
    if (!store_table_by_code(hub->facts, code, &row)) return NULL;
    return take_up(hub, &row);
}

static void read_desk(Hub *hub, const Asking *asking, Desk *desk) {
    uint64_t id = desk->row.id, from = desk->shared.lost ? 1 : desk->shared.known + 1;
    StoreLease lease;
    store_log(hub->facts, id, from, pass_over, NULL);
    store_lease(hub->facts, id, &lease);
    store_present(hub->facts, id, asking->began, pass_over, NULL);
    if (hub_lacks(hub) || desk->shared.written) return;
    bool lost = desk->shared.lost;
    if (!fold(hub, asking, desk, from, desk->shared.known)) return;
    desk->shared.reading = false;
    desk->shared.fresh = asking->number;
    askings_wake(hub, &desk->shared, lost);
    forget_held(&desk->held);
    settle_desk(hub, desk);
}

void log_try(Hub *hub, const Asking *asking) {
    uint64_t id = asking->line & ~OWN_LINE;
    SharedLog *log = log_of(hub, id);
    StoreTable table;
    StoreEvent event;
    if (log && log->desk) return read_desk(hub, asking, log->desk);
    if (log) return hall_read(hub, asking, log->hall);
    if (store_table(hub->facts, id, &table)) take_up(hub, &table);
    else if (!hub_lacks(hub) && store_event(hub->facts, id, &event)) halls_take_up(hub, asking, &event);
}

/* Whoever waits is shown what is known. */
void log_fail(Hub *hub, const Asking *asking) {
    SharedLog *log = log_of(hub, asking->line & ~OWN_LINE);
    hub->leases_unsure = true;
    if (!log) return;
    log->reading = false;
    log->looks = true; /* with the next news */
    log->fresh = hub->asked;
    if (!log_is_busy(log)) askings_wake(hub, log, false);
}

/* ---- what is said to other nodes ---- */

void nodes_say(Hub *hub, const char *format, ...) {
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length > 0 && (size_t)length < sizeof text) hub_wrote(hub, batch_news(hub_write(hub), text, (size_t)length));
}

void nodes_announce(Hub *hub, Desk *desk) {
    StorePresence here = {.table = desk->row.id, .node = hub->node};
    for (const Socket *socket = desk->sockets; socket; socket = socket->next) {
        bool plays = table_player_of(&desk->table, socket->user.id) != NO_SEAT, twice = false;
        for (unsigned i = 0; i < here.players; i++) twice |= here.player[i] == socket->user.id;
        if (!plays) here.spectators++;
        else if (!twice && here.players < STORE_SEATS_MAX) here.player[here.players++] = socket->user.id;
    }
    if (memcmp(&here, &desk->announced, sizeof here) == 0) return;
    desk->announced = here;
    hub_wrote(hub, batch_presence(hub_write(hub), &here));
    nodes_say(hub, "here %llu\n", (unsigned long long)here.table);
}

bool news_pieces(const char *line, char *text, size_t size, const char **piece, unsigned count) {
    size_t length = strcspn(line, "\n");
    char *rest = text;
    if (length >= size) return false;
    memcpy(text, line, length);
    text[length] = 0;
    for (unsigned i = 0; i < count; i++)
        if (!(piece[i] = strsep(&rest, NEWS_PIECE))) return false;
    return true;
}

/* Somebody is called otherwise, or their sessions have ended. */
void nodes_wrote(Hub *hub, const char *name) {
    const char *id = strncmp(name, "row ", 4) == 0 ? name + 4 : strncmp(name, "keys ", 5) == 0 ? name + 5 : NULL;
    if (id) nodes_say(hub, "user %s\n", id);
}

/* ---- somebody ---- */

static void end_sessions(Hub *hub, uint64_t user) {
    for (Socket *socket = sockets_of_user(hub, user), *next; socket; socket = next) {
        StoreKey key;
        next = socket->next_of_user;
        bool there = store_key(hub->facts, socket->key, &key);
        if (there || hub_lacks(hub)) continue;
        uint8_t hash[STORE_HASH_BYTES];
        memcpy(hash, socket->key, sizeof hash);
        sockets_end(hub, user, hash, "this session has ended");
        next = sockets_of_user(hub, user); /* it may have had others */
    }
}

void user_try(Hub *hub, const Asking *asking) {
    uint64_t id = asking->line & ~OWN_LINE;
    StoreUser user;
    StoreKey key;
    size_t at = 0;
    bool there = store_user(hub->facts, id, &user);
    for (const Socket *socket = sockets_of_user(hub, id); socket; socket = socket->next_of_user)
        store_key(hub->facts, socket->key, &key);
    for (Desk *desk; (desk = map_next(&hub->desks, &at));)
        if (table_seat_of(&desk->table, id) != NO_SEAT && asking_waits(hub, &desk->shared)) return;
    if (hub_lacks(hub)) return;
    end_sessions(hub, id);
    if (!there) return;
    sockets_rename(hub, &user);
    at = 0;
    for (Desk *desk; (desk = map_next(&hub->desks, &at));)
        if (desk->shared.leads && !desk_is_busy(desk) && !desk_rename(hub, desk, id, user.name)) return;
    if (!user.name[0])
        halls_forget_user(hub, id, false); /* where the entry of the node that they left by was not the first */
}

void user_fail(Hub *hub, const Asking *asking) {
    if (!has_asking(hub, asking->line)) hub->news_wanted = true;
}

/* ---- the news ---- */

static void hear_log(Hub *hub, const char *line) {
    unsigned long long id, seq;
    if (sscanf(line, "%llu %llu", &id, &seq) != 2) return;
    SharedLog *log = log_of(hub, id);
    if (!log || seq <= log->known) return;
    if (seq > log->heard) log->heard = seq;
    if (!log_is_busy(log)) look(hub, id);
}

static void hear_event(Hub *hub, const char *line) {
    unsigned long long id;
    if (sscanf(line, "%llu", &id) == 1 && !log_of(hub, id)) look(hub, id);
}

static void hear_here(Hub *hub, const char *line) {
    unsigned long long id;
    if (sscanf(line, "%llu", &id) == 1 && map_get(&hub->desks, id)) look(hub, id);
}

static void hear_user(Hub *hub, const char *line) {
    uint64_t id;
    char text[ID_TEXT];
    if (sscanf(line, "%16s", text) != 1 || !id_parse(text, &id) || has_asking(hub, OWN_LINE | id)) return;
    asking_begin(hub, &(Asking){.kind = ASKING_USER, .line = OWN_LINE | id});
}

static const struct {
    const char *word;
    void (*hear)(Hub *hub, const char *rest);
    bool own; /* what this node has said is heard as well */
} kinds[] = {
    {"log ", hear_log, false},     {"here ", hear_here, false},      {"user ", hear_user, true},
    {"chat ", chat_hear, false},   {"lobby ", lobby_hear, false},    {"rate ", people_hear_rate, false},
    {"event ", hear_event, false}, {"team ", hall_hear_team, false}, {"stuck ", halls_hear_stuck, false},
};

typedef struct {
    Hub *hub;
    uint64_t position;
    bool bans;
} Hearing;

static bool find_bans(void *context, const void *row) {
    Hearing *hearing = context;
    const StoreNews *news = row;
    hearing->bans |= news->node != hearing->hub->node && strncmp(news->text, "bans", 4) == 0;
    return true;
}

static bool hear(void *context, const void *row) {
    Hearing *hearing = context;
    Hub *hub = hearing->hub;
    const StoreNews *news = row;
    hearing->position = news->position;
    for (const char *line = news->text; *line; line += *line == '\n') {
        for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
            size_t length = strlen(kinds[i].word);
            if (strncmp(line, kinds[i].word, length) == 0 && (kinds[i].own || news->node != hub->node))
                kinds[i].hear(hub, line + length);
        }
        line += strcspn(line, "\n");
    }
    return true;
}

static bool hear_lease(void *context, const void *row) {
    Hub *hub = context;
    const StoreLease *lease = row;
    const SharedLog *log = log_of(hub, lease->table);
    if (!log || !log->leads || log->epoch != lease->epoch) look(hub, lease->table);
    return true;
}

bool nodes_hold(Hub *hub, const char *name, uint64_t holder, unsigned ms) {
    StoreHold hold;
    return !hub->node || store_hold(hub->facts, name, holder, hub->asking->began, ms, &hold);
}

static bool is_looked_at(const SharedLog *log, bool again) {
    return !again || (log->looks && !log->written && !log->reading);
}

/* Who was there by way of a node that is gone is not there any more. `again`: only those that could not be read before. */
static void look_at_all(Hub *hub, bool again) {
    size_t at = 0, count = 0;
    uint64_t *ids = calloc(hub->desks.count + hub->halls.count + 1, sizeof *ids);
    if (!ids) return;
    for (const Desk *desk; (desk = map_next(&hub->desks, &at));)
        if (is_looked_at(&desk->shared, again)) ids[count++] = desk->row.id;
    at = 0;
    for (const Hall *hall; (hall = map_next(&hub->halls, &at));)
        if (is_looked_at(&hall->shared, again)) ids[count++] = hall->row.id;
    for (size_t i = 0; i < count; i++) look(hub, ids[i]);
    free(ids);
}

static bool look_at_event(void *context, const void *row) {
    const StoreEvent *event = row;
    if (!halls_find(context, event->id)) look(context, event->id);
    return true;
}

void node_try(Hub *hub, const Asking *asking) {
    StoreLife life = {0};
    Hearing hearing = {.hub = hub, .position = hub->news_position};
    bool takes = hub->life_now && !hub->draining;
    if (hub->life_now) store_live(hub->facts, hub->node, asking->began, hub->draining ? 0 : LIVE_MS, &life);
    if (takes) store_leases(hub->facts, hub->node, hub->leases_unsure, asking->began, LEASES_MAX, pass_over, NULL);
    store_news(hub->facts, hub->news_position, find_bans, &hearing);
    if (!hub->news_position) store_events(hub->facts, TABLE_ROW_OPEN, HALLS_MAX, pass_over, NULL);
    if (hearing.bans) store_bans(hub->facts, pass_over, NULL);
    if (hub_lacks(hub)) return;
    bool first = !hub->news_position, others = hub->life_now && life.alive != hub->alive;
    hub->news_wanted = false;
    hub->news_at = hub->mono_ms + NEWS_MS;
    if (hub->life_now) {
        hub->life_at = hub->mono_ms + LIFE_MS;
        hub->alive = life.alive;
    }
    if (hearing.bans) people_read_bans(hub);
    store_news(hub->facts, hub->news_position, hear, &hearing);
    hub->news_position = hearing.position;
    if (takes) {
        bool held = hub->leases_unsure;
        hub->leases_unsure = false;
        store_leases(hub->facts, hub->node, held, asking->began, LEASES_MAX, hear_lease, hub);
    }
    /* Events that began between our start and the first news. */
    if (first) store_events(hub->facts, TABLE_ROW_OPEN, HALLS_MAX, look_at_event, hub);
    if (first || others) look_at_all(hub, false);
    else look_at_all(hub, true);
}

void node_fail(Hub *hub, const Asking *asking) {
    (void)asking;
    hub->leases_unsure |= hub->life_now;
    hub->news_at = hub->mono_ms + NEWS_MS;
    hub->life_at = hub->mono_ms + NEWS_MS;
}

void nodes_elapse(Hub *hub) {
    if (has_asking(hub, NODE_LINE) || hub->disk_full || nodes_due_in(hub) > 0) return;
    hub->life_now = hub->life_at <= hub->mono_ms;
    if (hub->life_now && ++hub->lives % HELD_AGAIN == 0) hub->leases_unsure = true;
    if (hub->life_now && lobby_says_all(hub)) lobby_say(hub, true);
    if (hub->draining && hub->life_now) hub->life_at = INT64_MAX; /* no more */
    asking_begin(hub, &(Asking){.kind = ASKING_NODE, .line = NODE_LINE});
}

int64_t nodes_due_in(const Hub *hub) {
    int64_t at = hub->life_at < hub->news_at ? hub->life_at : hub->news_at;
    if (has_asking(hub, NODE_LINE) || hub->disk_full) return INT64_MAX;
    return hub->news_wanted ? 0 : at - hub->mono_ms;
}
