/* asking.c -- trying, waiting for the store, and trying again. */
#include "asking.h"

#include <stdlib.h>
#include <string.h>

#include "nodes.h"

enum { TRIES_MAX = 16 };

static const struct {
    void (*try)(Hub *hub, const Asking *asking);
    void (*fail)(Hub *hub, const Asking *asking);
} rows[] = {
    [ASKING_REQUEST] = {request_try, request_fail},
    [ASKING_SOCKET] = {socket_try, socket_fail},
    [ASKING_MESSAGE] = {message_try, message_fail},
    [ASKING_JOB] = {job_try, job_fail},
    [ASKING_FORGET] = {forget_try, forget_fail},
    [ASKING_NODE] = {node_try, node_fail},
    [ASKING_LOG] = {log_try, log_fail},
    [ASKING_USER] = {user_try, user_fail},
};

/* ---- during a try ---- */

static bool is_over(const Asking *asking) { return !asking->known.lacks && !asking->stale && !asking->busy; }

bool hub_lacks(const Hub *hub) { return hub->asking && !is_over(hub->asking); }

bool asking_waits(Hub *hub, SharedLog *log) {
    if (!hub->asking || !log_is_busy(log)) return false;
    hub->asking->busy = log;
    return true;
}

uint64_t asking_chance(Hub *hub) {
    if (!hub->asking->chance) hub->asking->chance = hub_new_id(hub);
    return hub->asking->chance;
}

bool asking_counts(Hub *hub, RateKind kind, const char *who) {
    Asking *asking = hub->asking;
    if (!asking) return true;
    uint64_t name = map_hash(who) * RATE_KINDS + (uint64_t)kind;
    for (unsigned i = 0; i < asking->counts; i++)
        if (asking->counted[i] == name) return false;
    if (asking->counts < ASKING_COUNTED) asking->counted[asking->counts++] = name;
    return true;
}

/* ---- waiting ---- */

/* Where the texts of a request are, in the order in which they are kept. */
static unsigned texts_of(HubRequest *request, const char ***out) {
    out[0] = &request->method, out[1] = &request->path, out[2] = &request->query;
    out[3] = &request->session, out[4] = &request->bearer, out[5] = &request->address;
    return 6;
}

/* From now on the request is the asking's own. */
static bool own_request(Asking *asking) {
    const char **text[6];
    HubRequest *request = &asking->request;
    size_t size = request->length + 1;
    unsigned count = texts_of(request, text);
    for (unsigned i = 0; i < count; i++) size += *text[i] ? strlen(*text[i]) + 1 : 0;
    char *at = asking->bytes = malloc(size);
    if (!at) return false;
    for (unsigned i = 0; i < count; i++) {
        if (!*text[i]) continue;
        size_t length = strlen(*text[i]) + 1;
        *text[i] = memcpy(at, *text[i], length);
        at += length;
    }
    if (request->length) memcpy(at, request->body, request->length);
    at[request->length] = 0;
    request->body = at;
    return true;
}

static void drop(Asking *asking) {
    facts_forget(&asking->known);
    for (LaterMessage *later; (later = asking->later);) {
        asking->later = later->next;
        free(later);
    }
    if (asking->job) hub_job_drop(asking->job);
    free(asking->bytes);
    free(asking);
}

static Asking *keep(const Asking *begun) {
    Asking *asking = malloc(sizeof *asking);
    if (!asking) return NULL;
    *asking = *begun;
    asking->later_end = &asking->later;
    if (own_request(asking)) return asking;
    free(asking);
    return NULL;
}

static void read_lacking(Hub *hub, Asking *asking) {
    for (StoreFact *fact = asking->known.first; fact; fact = fact->next) {
        if (fact->sent) continue;
        fact->sent = true;
        fact->owner = asking;
        asking->waiting++;
        hub->count.reads++;
        hub->world.read(hub->world.self, fact);
    }
}

/* What comes of one may begin or wake others, which are tried inside of it. */
static void attempt(Hub *hub, Asking *asking) {
    Asking *outer = hub->asking;
    do {
        if (asking->stale || !asking->known.first) {
            facts_forget(&asking->known);
            asking->since = hub->durable;
        }
        asking->stale = false;
        asking->busy = asking->wrote = NULL;
        asking->tries++;
        hub->asking = asking;
        facts_use(hub->facts, &asking->known);
        rows[asking->kind].try(hub, asking);
        hub->asking = outer;
        facts_use(hub->facts, outer ? &outer->known : NULL);
    } while (asking->stale && asking->tries < TRIES_MAX);
}

/* There is something to be read for it, and it may go on. */
static bool may_wait(const Asking *asking) {
    if (asking->stale || asking->tries >= TRIES_MAX) return false;
    if (asking->busy) return true;
    for (const StoreFact *fact = asking->known.first; fact; fact = fact->next)
        if (!fact->sent) return true;
    return false; /* there was no memory to note it */
}

static void finish(Hub *hub, Asking *asking);

/* In the order of their coming. */
static void wait_at(SharedLog *log, Asking *asking) {
    Asking **place = &log->waiting;
    while (*place) place = &(*place)->behind;
    *place = asking;
    asking->behind = NULL;
    asking->waiting++;
}

static void wait_on(Hub *hub, Asking *asking) {
    if (map_put(&hub->askings, asking->line, asking)) {
        if (asking->busy) wait_at(asking->busy, asking);
        return read_lacking(hub, asking);
    }
    rows[asking->kind].fail(hub, asking);
    finish(hub, asking);
}

/* False: there is no memory, and it is over at once. */
static bool wait_for_commit(Hub *hub, Asking *asking) {
    if (!map_put(&hub->askings, asking->line, asking)) return false;
    asking->settling = true;
    wait_at(asking->wrote, asking);
    return true;
}

/* After a try. */
static void conclude(Hub *hub, Asking *asking) {
    if (is_over(asking) && asking->wrote && wait_for_commit(hub, asking)) return;
    if (!is_over(asking) && may_wait(asking)) return wait_on(hub, asking);
    if (!is_over(asking)) rows[asking->kind].fail(hub, asking);
    finish(hub, asking);
}

static void go_on(Hub *hub, Asking *asking) {
    bool good = true;
    for (const StoreFact *at = asking->known.first; at; at = at->next) good &= at->good;
    map_take(&hub->askings, asking->line);
    if (good) {
        attempt(hub, asking);
        return conclude(hub, asking);
    }
    rows[asking->kind].fail(hub, asking);
    finish(hub, asking);
}

void askings_wake(Hub *hub, SharedLog *log, bool lost) {
    Asking *asking = log->waiting;
    log->waiting = NULL;
    for (Asking *next; asking; asking = next) {
        next = asking->behind;
        asking->waiting--;
        asking->tries = 0; /* whoever is first gets on */
        bool done = asking->settling && !lost;
        if (asking->settling && lost) asking->stale = true;
        asking->settling = false;
        asking->busy = NULL;
        if (done) {
            map_take(&hub->askings, asking->line);
            finish(hub, asking);
        } else if (!asking->waiting) go_on(hub, asking);
    }
}

/* The messages behind it are heard, until one of them has to wait in its turn. */
static void finish(Hub *hub, Asking *asking) {
    for (LaterMessage *later; (later = asking->later);) {
        Asking *waits = map_get(&hub->askings, asking->line);
        if (waits) {
            waits->later = later;
            waits->later_end = asking->later_end;
            waits->laters = asking->laters;
            asking->later = NULL;
            break;
        }
        asking->later = later->next;
        asking->laters--;
        Asking next = {
            .kind = ASKING_MESSAGE, .line = asking->line, .request = {.body = later->text, .length = later->length}};
        asking_begin(hub, &next);
        free(later);
    }
    drop(asking);
}

void asking_begin(Hub *hub, const Asking *begun) {
    Asking now = *begun;
    now.began = hub->wall_ms;
    now.number = ++hub->asked;
    attempt(hub, &now);
    bool stays = is_over(&now) ? now.wrote != NULL : may_wait(&now);
    Asking *kept = stays ? keep(&now) : NULL;
    if (kept) return conclude(hub, kept);
    if (!is_over(&now)) rows[now.kind].fail(hub, &now);
    facts_forget(&now.known);
    if (now.job) hub_job_drop(now.job);
}

void hub_read_done(Hub *hub, StoreFact *fact) {
    Asking *asking = fact->owner;
    if (!--asking->waiting) go_on(hub, asking);
}

/* ---- while it waits ---- */

void asking_gone(Hub *hub, HubLine line) {
    Asking *asking = map_get(&hub->askings, line);
    if (asking) asking->gone = true;
}

bool asking_queue(Asking *asking, const char *text, size_t length) {
    LaterMessage *later = asking->laters < ASKING_LATER ? malloc(sizeof *later + length + 1) : NULL;
    if (!later) return false;
    later->next = NULL;
    later->length = length;
    memcpy(later->text, text, length);
    later->text[length] = 0;
    *asking->later_end = later;
    asking->later_end = &later->next;
    asking->laters++;
    return true;
}

uint64_t askings_since(const Hub *hub) {
    uint64_t oldest = hub->durable;
    size_t at = 0;
    for (const Asking *asking; (asking = map_next(&hub->askings, &at));)
        if (asking->since < oldest) oldest = asking->since;
    return oldest;
}

void askings_free(Hub *hub) {
    size_t at = 0;
    for (Asking *asking; (asking = map_next(&hub->askings, &at));) drop(asking);
    map_free(&hub->askings);
    store_close(hub->facts);
}
