/* hub_internal.h -- the hub's insides, for the files of the hub alone.
 *
 *     hub.c       turns, committing, what is said once it is on the disk
 *     asking.c    requests that wait for the store, and are tried again
 *     sockets.c messages.c ask.c   who is connected, and what they send
 *     tables.c    tables at work: wishes in, entries to the log, changes out to everybody
 *     show.c      which connection is told what of a table (the words are the teller's)
 *     lobby.c     finding, making and closing tables
 *     chat.c      words at a table
 *     schedule.c  which table needs something next
 *     budget.c    how much of the server one person or one table may use up
 *     remote.c    programs that sit at a table over HTTP
 *     api.c       requests: who asks, which function answers
 *     people.c sessions.c accounts.c bots_api.c bans.c clubs.c club_rules.c rules_api.c games.c
 *     follow.c standings.c leaving.c answers.c   those functions, and what they share
 *     ratings.c   everybody's ratings, folded out of all results
 *     halls.c hall_*.c events.c    events: tournaments, and the tables they open
 *     nodes.c     other servers that share the store: what they do, and what becomes of a race with them (nodes.h)
 *     admin.c     the operator */
#ifndef UNO_HUB_INTERNAL_H
#define UNO_HUB_INTERNAL_H

#include "../table/table.h"
#include "api.h"
#include "asking.h"
#include "budget.h"
#include "hub.h"
#include "job.h"
#include "map.h"
#include "rate.h"

typedef struct Socket Socket;
typedef struct Desk Desk; /* a table at work, with who is connected to it (tables.h) */
typedef struct Outbox Outbox;

/* A table that stands still because its log cannot be carried out. */
typedef struct {
    char code[STORE_CODE_MAX], trouble[STORE_TROUBLE_MAX];
} Quarantined;

enum { QUARANTINE_SHOWN = 100 };

struct Hub {
    HubConfig config;
    HubWorld world;
    Store *facts;    /* all that is read goes through it (asking.h) */
    int64_t mono_ms; /* since the first turn */
    int64_t mono_base, wall_ms;
    bool begun;

    /* What is gathered now, and what is on its way to the disk. */
    StoreBatch *batch, *batch_committing;
    Outbox *outbox, *outbox_committing;
    bool committing, disk_full, failed, draining;
    bool at_once;                  /* what is said now tells of nothing that is to be written: it need not wait */
    int64_t full_since;            /* when it last found none */
    int64_t drained_at;            /* when the tables were stopped for good */
    int64_t forget_at, forget_now; /* when what is old is looked for next, and the time of day when it last was */
    int64_t retry_at;              /* when a batch that found no room is tried again */
    uint64_t gathering, durable;   /* the number of the batch that is gathered, and of the last one on the disk */
    Map reserved;                  /* hash of a name -> the last batch that wrote what it stands for (hub_reserve) */
    size_t reserved_swept;         /* how many were left when those that nobody needs were last taken out */

    Asking *asking; /* that is being tried; NULL: none */
    Map askings;    /* HubLine -> Asking, those that wait for the store */
    uint64_t asked; /* how many there were */

    /* Other servers may write to the store as well (nodes.c). */
    uint64_t node;                /* our own number; 0: nobody else writes */
    unsigned alive;               /* nodes, as far as we know; 0: not asked yet */
    bool news_wanted;             /* something has happened: not only at news_at */
    bool leases_unsure;           /* the store may have given us some that we do not know of */
    uint64_t news_position;       /* 0: nothing was read yet */
    int64_t news_at, life_at;     /* when they are due; mono */
    struct SharedLog *written[2]; /* those with entries in each of the two batches; */
    struct SharedLog *settled;    /* those whose batch is through */
    bool life_now;                /* what is asked now is also about our life */
    unsigned batch_parity, lives; /* how often we said that we live */

    Map sockets;            /* HubLine -> Socket */
    Map sockets_of_user;    /* user id -> the first of their sockets */
    Map sockets_of_address; /* hash of the network -> how many, as a number */
    Map desks;              /* table id -> Desk */
    Map codes;              /* hash of the code -> Desk */
    Desk **due;             /* a heap: which desk needs something first */
    size_t due_count, due_room;
    Desk *gone;       /* closed in this turn */
    int64_t lobby_at; /* when those who watch the lobby are told; 0: nothing has changed */
    char *lobby_rows; /* the public tables as JSON, as they were at lobby_built_at */
    int64_t lobby_built_at;
    bool lobby_changed;   /* since then */
    Map tables_elsewhere; /* table id -> TableElsewhere (lobby_nodes.c) */
    Rates rates;
    Budgets budgets;
    Map halls;                                /* event id -> Hall (hall.h) */
    Map hall_codes;                           /* hash of the code -> Hall */
    int64_t halls_at;                         /* when the first of them is due */
    Map follows;                              /* hash of the code -> Followed (follow.c) */
    size_t follow_bytes;                      /* of all their logs */
    Map reviews;                              /* line -> who reads a review (reviews.c) */
    struct Bans *bans;                        /* people.c */
    struct Ratings *ratings;                  /* ratings.c */
    struct Pushes *pushes;                    /* push.c */
    Quarantined quarantine[QUARANTINE_SHOWN]; /* the first of them */
    unsigned quarantine_count;

    struct {
        uint64_t messages, sent, sent_bytes, actions, refused, commits, commit_rows, reads, jobs, jobs_refused, games,
            requests, races;
    } count;
};

/* ---- hub.c ---- */

/* What must be on the disk before anybody hears what is said after this. Never NULL. */
StoreBatch *hub_write(Hub *hub);

/* What batch_*() returned: without memory the server cannot go on. */
void hub_wrote(Hub *hub, bool done);

/* Nothing happens at any table: it could not be written down, or the server goes down. */
static inline bool hub_stands_still(const Hub *hub) { return hub->disk_full || hub->draining; }

/* The clock of the tables, which stands still with them. */
static inline int64_t hub_tables_ms(const Hub *hub) {
    return hub->draining ? hub->drained_at : hub->disk_full ? hub->full_since : hub->mono_ms;
}

void hub_say(Hub *hub, HubLine line, const char *text, size_t length);
void hub_answer(Hub *hub, HubLine line, const HubResponse *response);
void hub_close(Hub *hub, HubLine line, unsigned code, const char *reason);

/* False: too many wait, and the job was dropped. */
bool hub_start_job(Hub *hub, HubJob *job);

/* Code that looked in the store and found a name free ("user ada", "club friday"), or a row as it is, must ask this before
 * writing it. False: somebody else is just writing it, and it is not on the disk yet; or it was written after the asking
 * began to read, which then reads again; or the asking lacks something. */
bool hub_reserve(Hub *hub, const char *name);
/* Something was written that the name stands for, no matter what anybody else wrote: an asking that has read it reads again. */
void hub_touch(Hub *hub, const char *name);
/* True when this reached the disk after the asking began to read; it then reads again. */
bool hub_is_stale(Hub *hub, const char *name);

/* The asking that is being tried lacks something: nothing that it does counts. */
bool hub_lacks(const Hub *hub);

uint64_t hub_new_id(Hub *hub);
/* A secret of 256 bits as text, and the hash that is kept of it. */
void hub_new_token(Hub *hub, char token[HUB_TOKEN_HEX], uint8_t hash[STORE_HASH_BYTES]);
bool token_hash(const char *token, uint8_t hash[STORE_HASH_BYTES]); /* false: it has not the form of one */
/* Letters and digits that are not mistaken for each other; length < STORE_CODE_MAX. */
void hub_new_code(Hub *hub, char *out, unsigned length);
/* A code as people may write it: without blanks and hyphens, in capitals; "" for one that is too long. */
void code_plain(const char *code, char out[STORE_CODE_MAX]);
void code_format(const uint8_t *bytes, char *out, unsigned length); /* the same of given chance, a byte for each */

__attribute__((format(printf, 4, 5))) void hub_log(Hub *hub, const char *level, const char *event, const char *detail,
                                                   ...);

/* The same for something that went wrong, with whatever words the system has for it. */
void hub_log_trouble(Hub *hub, const char *event, const char *table, const char *trouble);

/* ---- people, as others see them ---- */

/* Who holds this session or token, not banned and not expired; false: nobody. (people.c) */
bool people_find(Hub *hub, const char *token, KeyKind kind, StoreUser *user, StoreKey *key);
bool people_is_banned(Hub *hub, uint64_t user, const char *address); /* (people.c; bans are kept in memory) */

/* The new name is shown wherever the user sits (tables.c); all sockets of a key, or of the user (hash NULL), are
 * closed (sockets.c). */
void tables_rename(Hub *hub, uint64_t user, const char *name);
void sockets_end(Hub *hub, uint64_t user, const uint8_t hash[STORE_HASH_BYTES], const char *why);

/* Those of everybody who is shut out are closed. */
void sockets_end_banned(Hub *hub);

/* A ruleset by the name that people use: a built-in one, "club:ID/NAME" or "club:ID/NAME@VERSION" of a club they
 * are a member of, or the text of one. False: `error` says why. (rules_api.c) */
bool rules_find(Hub *hub, const StoreUser *user, const char *name, Ruleset *out, uint64_t *club, RulesetError *error);

#endif
