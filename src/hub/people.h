/* people.h -- people of the server: who they are, how they prove it, who is shut out.
 *
 *     people.c    guests, names, the routes
 *     sessions.c  sessions, links to another device
 *     accounts.c  names with a password
 *     bots_api.c  programs of an account, with their tokens
 *     leaving.c   all that is kept of somebody, and its end
 *     bans.c      who is shut out
 *
 * A row of a user is written whole. So a request that changes one asks answer_reserve() for it
 * first, and never builds on a row that somebody else is about to replace. */
#ifndef UNO_HUB_PEOPLE_H
#define UNO_HUB_PEOPLE_H

#include "hub_internal.h"

enum {
    BOTS_MAX = 10,     /* of an account */
    SESSIONS_MAX = 32, /* of a user; the oldest ends when one more begins; as many networks are known */
};

#define MINUTE_MS INT64_C(60000)
#define HOUR_MS (60 * MINUTE_MS)
#define DAY_MS (24 * HOUR_MS)
#define SESSION_MS (365 * DAY_MS)
#define LINK_MS (10 * MINUTE_MS)
#define KNOWN_MS (30 * DAY_MS)

/* ---- for the hub ---- */

/* At the start: what is kept in memory. False: the store cannot be read, or no memory. */
bool people_load(Hub *hub, Store *store);
void people_unload(Hub *hub);

/* When somebody opens the page: once a day the session is good for another year, and the user's row says that they were
 * here. True: it was just done. */
bool people_renew(Hub *hub, const StoreUser *user, const StoreKey *key);

/* ---- for the operator: `what` is "user 00ab..." or "address 192.0.2.7" (of IPv6 also its network, "address
 * 2001:db8:1:2::/64"). A user who is shut out loses all sockets at once. False: *why says what is wrong. ---- */

bool people_ban(Hub *hub, const char *what, const char *reason, int64_t until, const char **why);
bool people_unban(Hub *hub, const char *what, const char **why);
void people_read_bans(Hub *hub); /* others may have changed them: the facts know how they are now */
void people_bans(const Hub *hub, StoreVisit visit, void *context); /* StoreBan, those in force */

/* Where limits and bans count: the address, or of IPv6 the network of one line, 64 bits. */
/* How long another server keeps off a name, or a club's rulesets, that is about to be written here. */
enum { NAME_HOLD_MS = 60000, RULES_HOLD_MS = 2000 };

enum { NETWORK_MAX = HUB_ADDRESS_MAX + 8 };
void address_network(const char *address, char out[NETWORK_MAX]);

/* The network of somebody who has many such: 24 bits of IPv4, 48 of IPv6. False: it is no address. */
bool address_wide(const char *address, char out[NETWORK_MAX]);

/* Somebody may do this just now, and it counts. From an address: its wide network has a bucket as well, 16 times as
 * large. `might`: it does not count yet. */
bool people_may(Hub *hub, RateKind kind, const char *who);
bool people_may_from(Hub *hub, RateKind kind, const char *address);
bool people_might_from(Hub *hub, RateKind kind, const char *address);
/* Another server has counted one. */
void people_hear_rate(Hub *hub, const char *line);

/* ---- pieces that several requests use: one that returns false has answered ---- */

/* The member "name" of the body, tidied. */
bool answer_name(Hub *hub, const ApiCall *call, char out[STORE_NAME_MAX]);

/* Somebody, a user or an address may do this just now. */
bool answer_rate(Hub *hub, HubLine line, RateKind kind, const char *who);
bool answer_rate_of(Hub *hub, HubLine line, RateKind kind, uint64_t user);
bool answer_rate_from(Hub *hub, HubLine line, RateKind kind, const char *address);
bool answer_too_often(Hub *hub, HubLine line); /* false */
bool answer_busy(Hub *hub, HubLine line);      /* somebody else is just at it: false */

/* Nothing else that concerns this is on its way to the disk. Asked last, when all that remains is to write. */
__attribute__((format(printf, 3, 4))) bool answer_reserve(Hub *hub, HubLine line, const char *format, ...);

/* There was no memory for something that the server can do without. */
void answer_no_memory(Hub *hub, HubLine line);

/* No account but `user` has that name, and none is just taking it. */
bool answer_name_is_free(Hub *hub, HubLine line, uint64_t user, const char *name);

/* Asks for the account's password, "password" of the body; `then` goes on where it was looked at. */
void answer_check_password(Hub *hub, const ApiCall *call, void (*then)(Hub *hub, HubJob *job));

cJSON *result_json(const StoreResult *result);                /* a game that is over, as lists have it */
void json_add_id(cJSON *json, const char *name, uint64_t id); /* null for 0 */
/* A whole number that nobody reads from the cJSON itself: cJSON's own print each number as a fraction and read it back, which
 * is most of what a long list costs. */
cJSON *json_whole(int64_t number);
void json_add_whole(cJSON *json, const char *name, int64_t number);
cJSON *user_json(const StoreUser *user); /* {"id","name","kind"} */
void answer_user(Hub *hub, HubLine line, unsigned status, const StoreUser *user, const char *session);

/* Somebody signed in to the account from this network within the last 30 days. Only a hash of the two is kept. */
bool device_is_known(Hub *hub, uint64_t user, const char *address);

/* What the two below look up; to be asked before anything is written. False: it is not known yet. `address` NULL: only
 * a session begins. */
bool sign_in_is_known(Hub *hub, uint64_t user, const char *address);
void device_remember(Hub *hub, uint64_t user, const char *address);

/* A new session of the user, where there are too many in the place of the oldest; its secret goes to `token`. */
void session_start(Hub *hub, uint64_t user, char token[HUB_TOKEN_HEX]);
void session_write(Hub *hub, uint64_t user, char token[HUB_TOKEN_HEX]); /* of one who has none yet */

/* ---- the requests (people_routes) ---- */

void answer_logout(Hub *hub, const ApiCall *call);
void answer_link(Hub *hub, const ApiCall *call);
void answer_redeem(Hub *hub, const ApiCall *call);
void answer_qr(Hub *hub, const ApiCall *call);
void answer_claim(Hub *hub, const ApiCall *call);
void answer_login(Hub *hub, const ApiCall *call);
void answer_password(Hub *hub, const ApiCall *call);
void answer_export(Hub *hub, const ApiCall *call);
void answer_leave(Hub *hub, const ApiCall *call);
void answer_new_bot(Hub *hub, const ApiCall *call);
void answer_bots(Hub *hub, const ApiCall *call);
void answer_bot_token(Hub *hub, const ApiCall *call);
void answer_end_bot(Hub *hub, const ApiCall *call);

/* ---- accounts.c: passwords that are about to change, by the request that asked ---- */

typedef struct {
    uint64_t user;
    uint8_t session[STORE_HASH_BYTES]; /* which stays */
    char was[STORE_PASSWORD_MAX];      /* the hash that the old password was compared with */
    char next[256];
} PasswordChange;

void password_change_free(PasswordChange *change);

/* What people.c and its neighbours keep in memory. */
struct Bans {
    Map map;     /* hash of StoreBan.what -> StoreBan */
    Map changes; /* HubLine -> PasswordChange */
};

#endif
