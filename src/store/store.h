/* store.h -- what a server keeps: the logs of its tables and events, people, their keys, clubs
 * with their rulesets, results, bans, and where people can be reached.
 *
 *     StoreBatch   what is to be written, gathered; batch_*() append to it
 *     store_commit()   all of a batch or nothing, on the disk when it returns
 *     store_*()        reading: sees what was committed
 *
 * One thread commits, one reads; they may be different ones. A reading that is to be done elsewhere and answered later
 * is a value (facts.h). Nothing is ever changed
 * in a log: (table, seq) is unique, and a second row of the same place fails the whole
 * batch. What points to a user or a club (a key, a member, a ruleset, the owner of a bot or
 * a club) must find it when its batch is done. Ids are random numbers that the caller draws (positive, 63 bits); times are
 * milliseconds since 1970. Texts are UTF-8 and closed with a zero.
 *
 * `store_open_sqlite()` keeps it all in one file; `store_open_postgres()` in a PostgreSQL database; `store_open_memory()` in memory, for
 * tests, with faults on demand. */
#ifndef UNO_STORE_H
#define UNO_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../engine/witness.h"
#include "../rating/seat_count.h"

enum {
    STORE_NAME_MAX = 48,      /* bytes of a name with its zero: people, clubs, rulesets, labels */
    STORE_CODE_MAX = 16,      /* of a table, or of a club's invitation */
    STORE_PASSWORD_MAX = 128, /* an Argon2id hash as libsodium writes it; "" for who has none */
    STORE_HASH_BYTES = 32,
    STORE_RULES_HASH_MAX = 33,
    STORE_TROUBLE_MAX = 300,
    STORE_SEATS_MAX = 10,
    STORE_BOT_MAX = 16, /* of a kind of bot, with its zero */
    STORE_ENDPOINT_MAX = 512,
    STORE_PUSH_KEY_MAX = 96,
    STORE_PUSH_SECRET_MAX = 48,
    STORE_LANGUAGE_MAX = 4,
    STORE_HOLD_MAX = 64,
};

typedef struct Store Store;

/* ---- what is kept ---- */

typedef enum { USER_GUEST, USER_ACCOUNT, USER_BOT } UserKind;

typedef struct {
    uint64_t id;
    UserKind kind;
    uint64_t owner;            /* of a USER_BOT: the account it belongs to; else 0 */
    char name[STORE_NAME_MAX]; /* as it is shown */
    char key[STORE_NAME_MAX];  /* of an account: the name as it is compared, unique; else "" */
    char password[STORE_PASSWORD_MAX];
    int64_t made_at, seen_at;
    bool unlisted; /* of an account: is on no leaderboard, at its own wish */
} StoreUser;

/* What opens a door: a browser's session, a bot's token, a link to another device. Only
 * the hash of the secret is kept. KEY_KNOWN opens none: it says where somebody has signed in. */
typedef enum { KEY_SESSION, KEY_BOT, KEY_LINK, KEY_KNOWN } KeyKind;

typedef struct {
    uint8_t hash[STORE_HASH_BYTES];
    KeyKind kind;
    uint64_t user;
    char label[STORE_NAME_MAX];
    int64_t made_at, expires_at; /* 0: never */
} StoreKey;

typedef enum { TABLE_ROW_OPEN, TABLE_ROW_CLOSED, TABLE_ROW_QUARANTINED } TableRowState;

typedef struct {
    uint64_t id;
    char code[STORE_CODE_MAX]; /* unique */
    TableRowState state;
    uint64_t club;                   /* 0: none */
    int64_t made_at, closed_at;      /* closed_at 0: it is not */
    char trouble[STORE_TROUBLE_MAX]; /* why it is in quarantine */
} StoreTable;

/* A tournament, a league, an evening: closed once it is over. Its log is kept as that of a table, under its own id. */
typedef struct {
    uint64_t id;
    char code[STORE_CODE_MAX]; /* unique */
    TableRowState state;
    uint64_t owner; /* who made it */
    char title[STORE_NAME_MAX];
    int64_t made_at, closed_at;
    char trouble[STORE_TROUBLE_MAX];
} StoreEvent;

typedef struct {
    uint64_t table, seq; /* of an event: its id; seq counts from 1 without a gap */
    int64_t at;          /* the table's own time, ms */
    const char *text;
    size_t length;
    bool corrupt; /* reading: the row does not have the checksum it was written with */
} StoreEntry;

typedef struct {
    uint64_t id;
    char name[STORE_NAME_MAX], key[STORE_NAME_MAX]; /* key as of a user, unique */
    char invite[STORE_CODE_MAX];                    /* unique */
    uint64_t owner;
    int64_t made_at;
} StoreClub;

typedef enum { MEMBER_NONE, MEMBER_PLAIN, MEMBER_EDITOR, MEMBER_OWNER } MemberRole;

typedef struct {
    uint64_t club, user;
    MemberRole role;           /* MEMBER_NONE: writing it takes the member out */
    char name[STORE_NAME_MAX]; /* reading: the user's name (store_members) or the club's (store_clubs_of) */
    int64_t since;
} StoreMember;

/* A version of a club's ruleset; versions count from 1 and are never changed. */
typedef struct {
    uint64_t club;
    char name[STORE_NAME_MAX];
    unsigned version;
    char hash[STORE_RULES_HASH_MAX];
    uint64_t author;
    int64_t at;
    bool withdrawn;   /* the newest version being withdrawn takes the ruleset off the list */
    const char *text; /* the .ini file */
    size_t length;
} StoreRuleset;

/* What is kept of each seat, so that ratings and statistics need no record to be replayed. */
typedef struct {
    uint64_t user;             /* 0: a bot of this program */
    char name[STORE_NAME_MAX]; /* "" of somebody who is gone (batch_anonymous) */
    char bot[STORE_BOT_MAX];   /* of a bot of this program: its kind, where that is known */
    unsigned score;
    bool won;
    uint8_t team, place;         /* place 0: it was broken off, or is of before places were kept */
    uint32_t count[SEAT_COUNTS]; /* rating/seat_count.def */
    double mu, sigma, duel;      /* the ratings after it (rating/ladder.h), for a chart; sigma, duel 0: none */
} StoreResultSeat;

typedef struct {
    uint64_t id;          /* of the game */
    uint64_t table, club; /* club 0: none; table 0: bots of an event played it without one */
    char code[STORE_CODE_MAX];
    char ruleset[STORE_NAME_MAX], hash[STORE_RULES_HASH_MAX];
    int64_t started_at, finished_at;
    bool finished;  /* false: it was broken off, and there is no winner */
    uint8_t family; /* of the rules, engine/rules.h */
    uint64_t event; /* of a tournament; 0: none */
    unsigned deals, actions;
    uint32_t happened[EVENT_KINDS]; /* how often; nothing at all: it is of before that was kept */
    unsigned players;
    StoreResultSeat seat[STORE_SEATS_MAX];
    const char *record; /* the whole record as text (docs/notation.md) */
    size_t record_length;
} StoreResult;

typedef struct {
    char what[STORE_NAME_MAX]; /* "user 00ab..." or "address 192.0.2.7" */
    char why[STORE_TROUBLE_MAX];
    int64_t at, until; /* until 0: for good; until < at when written: the ban is lifted */
} StoreBan;

/* Where a browser of somebody can be reached when no page is open (docs/protocol.md). The row of nobody has the server's own
 * keys: `key` its public one, `secret` the private one. */
typedef struct {
    uint8_t hash[STORE_HASH_BYTES]; /* of the endpoint */
    uint64_t user;                  /* 0: the server's own */
    char endpoint[STORE_ENDPOINT_MAX];
    char key[STORE_PUSH_KEY_MAX]; /* base64url, and so is the secret */
    char secret[STORE_PUSH_SECRET_MAX];
    char language[STORE_LANGUAGE_MAX]; /* that it is told in: "de" */
    int64_t made_at;
} StorePush;

/* ---- several servers that share a store (docs/architecture.md) ---- */

/* A server is a node: a number that it draws when it opens the store. It is alive as long as it says so in time. */
typedef struct {
    uint64_t node;
    int64_t until;
    unsigned alive; /* how many are, with this one */
} StoreLife;

/* Who does what time brings to a table or an event. Whoever takes it from another counts the epoch up. */
typedef struct {
    uint64_t table, node, epoch;
} StoreLease;

/* A name that is about to be written: nobody else writes it until then. */
typedef struct {
    char name[STORE_HOLD_MAX];
    uint64_t holder;
    int64_t until;
} StoreHold;

/* Who is connected to a table by way of a node. */
typedef struct {
    uint64_t table, node;
    unsigned players, spectators;
    uint64_t player[STORE_SEATS_MAX];
} StorePresence;

/* What a commit of another node was about, a line each: "log ID SEQ" of every log that grew, then what it was told to say. */
typedef struct {
    uint64_t position; /* to be said when the next are read */
    uint64_t node;
    const char *text;
    size_t length;
} StoreNews;

/* What nobody needs any more: tables that were closed before some time, with their logs; keys and bans that were over
 * before `now`. Results stay, with their records. */
typedef struct {
    int64_t closed_before, now;
    unsigned most; /* rows of each kind in one commit */
} StoreForget;

/* ---- writing ---- */

typedef struct StoreBatch StoreBatch;

/* NULL: no memory. */
StoreBatch *batch_new(void);
void batch_close(StoreBatch *batch); /* gives it back (lab/batch.h has a batch_free) */
void batch_clear(StoreBatch *batch); /* empty, keeps its memory for the next */
size_t batch_count(const StoreBatch *batch);

/* Each copies what it is given. False: no memory, and nothing was appended. A user, table, event, club,
 * key, member, ban or push that exists already is replaced; log, ruleset version and result rows are only ever added. */
bool batch_log(StoreBatch *batch, uint64_t table, uint64_t seq, int64_t at, const char *text, size_t length);
bool batch_table(StoreBatch *batch, const StoreTable *table);
bool batch_event(StoreBatch *batch, const StoreEvent *event);
bool batch_user(StoreBatch *batch, const StoreUser *user);
bool batch_key(StoreBatch *batch, const StoreKey *key);
bool batch_key_end(StoreBatch *batch, const uint8_t hash[STORE_HASH_BYTES]);
bool batch_keys_end(StoreBatch *batch, uint64_t user, KeyKind kind); /* all of them */
bool batch_club(StoreBatch *batch, const StoreClub *club);
bool batch_member(StoreBatch *batch, const StoreMember *member);
bool batch_ruleset(StoreBatch *batch, const StoreRuleset *ruleset);
bool batch_result(StoreBatch *batch, const StoreResult *result);
bool batch_ban(StoreBatch *batch, const StoreBan *ban);
bool batch_push(StoreBatch *batch, const StorePush *push);
bool batch_push_end(StoreBatch *batch, const uint8_t hash[STORE_HASH_BYTES]);
bool batch_pushes_end(StoreBatch *batch, uint64_t user); /* all of them */
/* What is appended from here on is of this log, 0: of none. It is written together with the entries of the log in this batch, or not at
 * all where another node has written them first, or where `epoch` is not 0 and not that of the lease any more. The
 * rest of the batch is written all the same. Only of a store that is shared. */
bool batch_part(StoreBatch *batch, uint64_t log, uint64_t epoch);
/* After a commit that is STORE_DONE: it was not. */
bool batch_is_lost(const StoreBatch *batch, uint64_t log);
uint64_t batch_last(const StoreBatch *batch, uint64_t log); /* the last seq of its entries; 0: it has none */
bool batch_news(StoreBatch *batch, const char *text, size_t length);
bool batch_presence(StoreBatch *batch, const StorePresence *presence); /* of this node; nobody: the row goes */
/* After everything else of the batch: takes the name of this user out of all results and their records; the seats
 * stay the user's. */
bool batch_anonymous(StoreBatch *batch, uint64_t user);
/* A bite of it, after everything else of the batch; the last one that was appended counts. */
void batch_forget(StoreBatch *batch, const StoreForget *what);

typedef enum {
    STORE_DONE,
    STORE_FULL,   /* no room on the disk, or it may not be written for now: try the same batch again later */
    STORE_FAILED, /* anything else: a row that is there already, or a disk that fails, so that nobody knows what of the
                     batch is on it. Trying again will not help */
} StoreVerdict;

/* All or nothing. `trouble` is written unless STORE_DONE. */
StoreVerdict store_commit(Store *store, const StoreBatch *batch, char trouble[STORE_TROUBLE_MAX]);

/* ---- reading; false: there is none such (or the store failed: store_trouble() is then not "") ---- */

bool store_user(Store *store, uint64_t id, StoreUser *out);
bool store_user_by_key(Store *store, const char *key, StoreUser *out);
bool store_key(Store *store, const uint8_t hash[STORE_HASH_BYTES], StoreKey *out);
bool store_holder(Store *store, const uint8_t hash[STORE_HASH_BYTES], StoreUser *out); /* whose key it is */
bool store_club(Store *store, uint64_t id, StoreClub *out);
bool store_club_by_key(Store *store, const char *key, StoreClub *out);
bool store_club_by_invite(Store *store, const char *invite, StoreClub *out);
bool store_event(Store *store, uint64_t id, StoreEvent *out);
bool store_event_by_code(Store *store, const char *code, StoreEvent *out);
bool store_member(Store *store, uint64_t club, uint64_t user, StoreMember *out);
bool store_table(Store *store, uint64_t id, StoreTable *out);
bool store_table_by_code(Store *store, const char *code, StoreTable *out);
bool store_has_old(Store *store, int64_t closed_before, int64_t now); /* there is something to forget */
const char *store_trouble(Store *store);

/* The number of this node in a store that others may write to as well; 0: nobody else does. */
uint64_t store_node(const Store *store);
/* Waits until another node has written something, or so long; true: one has. In a thread of its own. */
bool store_wait(Store *store, int ms);
bool store_live(Store *store, uint64_t node, int64_t now, unsigned ms, StoreLife *out);
bool store_lease(Store *store, uint64_t table, StoreLease *out);
/* From now on, for so long, the holder has the name; false: somebody else has. */
bool store_hold(Store *store, const char *name, uint64_t holder, int64_t now, unsigned ms, StoreHold *out);

/* Rows one by one; what a row points to is valid during the call only. A visitor that returns
 * false ends the reading; it may read other things meanwhile, but not commit. Each returns false
 * only when the store failed. The eldest comes first where nothing else is said; the store has
 * no clock, so keys and bans whose time is over are among them. */
typedef bool (*StoreVisit)(void *context, const void *row);
bool store_tables(Store *store, TableRowState state, StoreVisit visit, void *context); /* StoreTable */
bool store_events(Store *store, TableRowState state, unsigned most, StoreVisit visit,
                  void *context); /* StoreEvent, the newest first */
bool store_log(Store *store, uint64_t table, uint64_t from_seq, StoreVisit visit, void *context); /* StoreEntry */
bool store_keys_of(Store *store, uint64_t user, KeyKind kind, StoreVisit visit, void *context);   /* StoreKey */
bool store_bots_of(Store *store, uint64_t owner, StoreVisit visit, void *context);                /* StoreUser */
bool store_members(Store *store, uint64_t club, StoreVisit visit, void *context);                 /* StoreMember */
bool store_clubs_of(Store *store, uint64_t user, StoreVisit visit, void *context);                /* StoreMember */
bool store_rulesets(Store *store, uint64_t club, StoreVisit visit,
                    void *context); /* StoreRuleset by name: newest version
                                                                                      of each that is not withdrawn */
bool store_version(Store *store, uint64_t club, const char *name, unsigned version, StoreVisit visit,
                   void *context); /* one StoreRuleset; version 0: the newest */
bool store_versions(Store *store, uint64_t club, const char *name, StoreVisit visit,
                    void *context); /* newest first, without their texts */
bool store_leases(Store *store, uint64_t node, bool held, int64_t now, unsigned most, StoreVisit visit,
                  void *context); /* StoreLease: those that were taken; and all that it held */
bool store_present(Store *store, uint64_t table, int64_t now, StoreVisit visit, void *context); /* StorePresence */
bool store_news(Store *store, uint64_t position, StoreVisit visit, void *context);              /* StoreNews */
bool store_bans(Store *store, StoreVisit visit, void *context);                 /* StoreBan, not lifted */
bool store_pushes(Store *store, StoreVisit visit, void *context);               /* StorePush: all */
bool store_users(Store *store, UserKind kind, StoreVisit visit, void *context); /* StoreUser: all of a kind */
bool store_outcomes(Store *store, StoreVisit visit, void *context); /* StoreResult: all that were finished, without the
                                                                       record */
/* The newest first, before the given finishing time (0: from now); `club` and `user` 0: of any; with both
 * only the person's last 5,000 games are looked at. Without the record. */
bool store_results(Store *store, uint64_t user, uint64_t club, int64_t before, unsigned most, StoreVisit visit,
                   void *context);                                             /* StoreResult */
bool store_result(Store *store, uint64_t id, StoreVisit visit, void *context); /* with its record */

/* ---- opening ---- */

/* Opens the file, or makes it for this user alone; brings an older one up to date. NULL: `trouble` says why and what to do
 * (not readable, not a database of uno, made by a newer version, used by another server). */
Store *store_open_sqlite(const char *path, char trouble[STORE_TROUBLE_MAX]);

/* The same in a PostgreSQL database ("postgresql://..." as libpq takes it), in a schema `uno` that is made where it is not there. Several
 * servers may share it. While the database is out of reach commits are STORE_FULL: the same batch is tried again, and is there once. */
Store *store_open_postgres(const char *url, char trouble[STORE_TROUBLE_MAX]);
bool store_is_url(const char *data);

/* By what it is: a URL, or a file. */
Store *store_open(const char *data, char trouble[STORE_TROUBLE_MAX]);

Store *store_open_memory(void);

/* Another node's door to the same memory; each is closed, and the memory itself last. */
Store *store_open_memory_node(Store *memory, uint64_t node);

/* The memory store's next commits fail like this until it is set back to STORE_DONE. */
void store_memory_fault(Store *store, StoreVerdict verdict);

void store_close(Store *store);

/* Copies the database of a running or stopped server to a new file, consistent in itself. */
bool store_backup_sqlite(const char *path, const char *to, char trouble[STORE_TROUBLE_MAX]);

/* Puts a backup in the place of the database, which no server may be using; what was there is kept
 * beside it under a new name, whose path is written to `kept` ("": there was none). */
bool store_restore_sqlite(const char *path, const char *from, char *kept, size_t size, char trouble[STORE_TROUBLE_MAX]);

/* Moves a whole site from a file to a PostgreSQL database or back, all of it or nothing; `told` hears of each kind of row when it is
 * there. Refused when the target has anything in it, when a server uses either, and for a source of another version. */
typedef void (*StoreMoved)(void *context, const char *what, int64_t rows);
bool store_migrate(const char *from, const char *to, StoreMoved told, void *context, char trouble[STORE_TROUBLE_MAX]);

#endif
