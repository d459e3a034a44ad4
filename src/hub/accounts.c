/* accounts.c -- names with a password. Hashing takes long and is done in jobs; what a
 * request found before its job may have changed when it is done, so it is read again. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "names.h"
#include "people.h"
#include "ratings.h"
#include "sockets.h"

_Static_assert(sizeof((PasswordChange *)0)->next == PASSWORD_MAX, "a password has room");
_Static_assert(crypto_pwhash_STRBYTES <= STORE_PASSWORD_MAX, "a hash has room");

/* Held against the password of who does not exist, so that it takes as long. Made by the same limits. */
static const char nobodys_password[] =
    "$argon2id$v=19$m=65536,t=2,p=1$ePLPMhFIkq9GJDKx0eYHKQ$gpHWX6lAj9c43nVVAgfPjbIKAvJwsPCsiHbkOe/wCv8";

/* ---- jobs ---- */

/* False: there is no memory, or too many wait, and that was answered. */
static bool start_job(Hub *hub, uint64_t owner, JobKind kind, const PasswordJob *about, const char *password) {
    HubJob *job = job_new(kind, owner);
    if (!job) return answer_no_memory(hub, about->line), false;
    job->password = *about;
    strcpy(job->password.password, password);
    if (hub_start_job(hub, job)) return true;
    api_error(hub, about->line, 503, "busy", "Too many people are just signing in: try again in a moment.");
    return false;
}

/* A client that fills the line fills it for its own network first. */
static bool start_first_job(Hub *hub, const ApiCall *call, JobKind kind, PasswordJob *about, const char *password) {
    char network[NETWORK_MAX];
    address_network(call->request->address, network);
    about->line = call->line;
    snprintf(about->address, sizeof about->address, "%s", call->request->address);
    return start_job(hub, map_hash(network), kind, about, password);
}

/* A password out of the body, of a length that can be one. */
static const char *answer_new_password(Hub *hub, const ApiCall *call, const char *name) {
    const char *password = api_text(call, name, PASSWORD_MAX - 1);
    if (password && strlen(password) >= PASSWORD_MIN) return password;
    api_error(hub, call->line, 400, "bad_password", "\"%s\" must have %d to %d bytes.", name, PASSWORD_MIN,
              PASSWORD_MAX - 1);
    return NULL;
}

/* Guessing and hashing cost: so often of an address. */
static bool answer_address_rate(Hub *hub, const ApiCall *call) {
    return answer_rate_from(hub, call->line, RATE_PASSWORD, call->request->address);
}

/* Guessing is slowed down, from one address and from many. Where the account has signed in before, strangers
 * cannot use that up: only what came from there counts. */
static bool answer_login_rate(Hub *hub, const ApiCall *call, const char *key, bool is_known) {
    char network[NETWORK_MAX], pair[NETWORK_MAX + STORE_NAME_MAX];
    address_network(call->request->address, network);
    snprintf(pair, sizeof pair, "%s %s", network, key);
    if (is_known) return answer_rate(hub, call->line, RATE_KNOWN, pair);
    return answer_address_rate(hub, call) && answer_rate(hub, call->line, RATE_LOGIN, pair) &&
           answer_rate(hub, call->line, RATE_ACCOUNT, key);
}

static bool answer_reserve_row(Hub *hub, HubLine line, uint64_t user) {
    char id[ID_TEXT];
    id_format(user, id);
    return answer_reserve(hub, line, "row %s", id);
}

/* ---- a guest becomes an account ---- */

static bool answer_still_guest(Hub *hub, HubLine line, const StoreUser *user) {
    if (user->kind == USER_GUEST) return true;
    api_error(hub, line, 409, "has_account", "You have a name and a password already.");
    return false;
}

static void claim_hashed(Hub *hub, HubJob *job) {
    const PasswordJob *done = &job->password;
    StoreUser user;
    if (!done->good || !store_user(hub->facts, done->user, &user)) return answer_no_memory(hub, done->line);
    if (!answer_still_guest(hub, done->line, &user) || !sign_in_is_known(hub, user.id, done->address)) return;
    if (!answer_name_is_free(hub, done->line, user.id, done->name)) return;
    if (!answer_reserve_row(hub, done->line, user.id)) return;
    user.kind = USER_ACCOUNT;
    user.seen_at = hub->wall_ms;
    strcpy(user.name, done->name);
    name_key(user.name, user.key);
    strcpy(user.password, done->stored);
    hub_wrote(hub, batch_user(hub_write(hub), &user) && ratings_list(hub, user.id, !user.unlisted));
    device_remember(hub, user.id, done->address);
    sockets_rename(hub, &user);
    tables_rename(hub, user.id, user.name);
    answer_user(hub, done->line, 200, &user, NULL);
}

void answer_claim(Hub *hub, const ApiCall *call) {
    char name[STORE_NAME_MAX], key[STORE_NAME_MAX];
    StoreUser other;
    if (!answer_still_guest(hub, call->line, call->user) || !answer_name(hub, call, name)) return;
    const char *password = answer_new_password(hub, call, "password");
    if (!password || !answer_address_rate(hub, call)) return;
    name_key(name, key);
    if (store_user_by_key(hub->facts, key, &other)) {
        api_error(hub, call->line, 409, "name_taken", "Somebody has that name already: choose another one.");
        return;
    }
    if (hub_lacks(hub)) return;
    PasswordJob about = {.user = call->user->id, .then = claim_hashed};
    strcpy(about.name, name);
    start_first_job(hub, call, JOB_HASH, &about, password);
}

/* ---- logging in ---- */

static void answer_wrong(Hub *hub, HubLine line) {
    api_error(hub, line, 403, "wrong_password", "The name or the password is wrong.");
}

static void login_verified(Hub *hub, HubJob *job) {
    const PasswordJob *done = &job->password;
    char token[HUB_TOKEN_HEX];
    StoreUser user;
    /* The last of these: it was changed meanwhile. */
    if (!done->good || !done->user || !store_user(hub->facts, done->user, &user) ||
        strcmp(user.password, done->stored) != 0) {
        answer_wrong(hub, done->line);
        return;
    }
    if (people_is_banned(hub, user.id, NULL)) {
        api_error(hub, done->line, 403, "banned", "This account has been shut out.");
        return;
    }
    if (!sign_in_is_known(hub, user.id, done->address)) return;
    if (!answer_reserve_row(hub, done->line, user.id)) return;
    user.seen_at = hub->wall_ms;
    hub_wrote(hub, batch_user(hub_write(hub), &user));
    session_start(hub, user.id, token);
    device_remember(hub, user.id, done->address);
    answer_user(hub, done->line, 200, &user, token);
}

void answer_login(Hub *hub, const ApiCall *call) {
    const char *text = api_text(call, "name", 4 * STORE_NAME_MAX), *why;
    const char *password = api_text(call, "password", PASSWORD_MAX - 1);
    char name[STORE_NAME_MAX] = "", key[STORE_NAME_MAX] = "";
    StoreUser user = {0};
    if (!text || !password) {
        api_error(hub, call->line, 400, "bad_login", "\"name\" and \"password\" must be texts.");
        return;
    }
    bool known = name_tidy(text, name, &why);
    if (known) name_key(name, key);
    known = known && store_user_by_key(hub->facts, key, &user) && user.kind == USER_ACCOUNT;
    bool device = known && device_is_known(hub, user.id, call->request->address);
    if (hub_lacks(hub) || !answer_login_rate(hub, call, key, device)) return;
    PasswordJob about = {.user = known ? user.id : 0, .known = device, .then = login_verified};
    strcpy(about.stored, known ? user.password : nobodys_password);
    start_first_job(hub, call, JOB_VERIFY, &about, password);
}

/* ---- changing it ---- */

void password_change_free(PasswordChange *change) {
    if (change) sodium_memzero(change, sizeof *change);
    free(change);
}

typedef struct {
    unsigned count;
    uint8_t hash[2 * SESSIONS_MAX][STORE_HASH_BYTES];
} Hashes;

static bool keep_hash(void *context, const void *row) {
    Hashes *hashes = context;
    memcpy(hashes->hash[hashes->count++], ((const StoreKey *)row)->hash, STORE_HASH_BYTES);
    return hashes->count < 2 * SESSIONS_MAX;
}

/* All sessions and links end, and the one that asked gets a new one; no other place is known any more. */
static void end_other_sessions(Hub *hub, const PasswordChange *change, const StoreKey *session) {
    StoreBatch *batch = hub_write(hub);
    Hashes hashes = {0};
    store_keys_of(hub->facts, change->user, KEY_SESSION, keep_hash, &hashes);
    for (unsigned i = 0; i < hashes.count; i++)
        if (memcmp(hashes.hash[i], change->session, STORE_HASH_BYTES) != 0)
            sockets_end(hub, change->user, hashes.hash[i], "the password has been changed");
    hub_wrote(hub, batch_keys_end(batch, change->user, KEY_SESSION) && batch_keys_end(batch, change->user, KEY_LINK) &&
                       batch_keys_end(batch, change->user, KEY_KNOWN) && batch_key(batch, session));
}

static void save_password(Hub *hub, const PasswordJob *done, const PasswordChange *change) {
    StoreUser user;
    StoreKey session;
    char id[ID_TEXT];
    id_format(change->user, id);
    if (!done->good || !store_user(hub->facts, change->user, &user)) return answer_no_memory(hub, done->line);
    if (strcmp(user.password, change->was) != 0 || !store_key(hub->facts, change->session, &session)) {
        answer_wrong(hub, done->line);
        return;
    }
    if (!sign_in_is_known(hub, user.id, done->address)) return;
    if (!answer_reserve_row(hub, done->line, user.id) || !answer_reserve(hub, done->line, "keys %s", id)) return;
    strcpy(user.password, done->stored);
    hub_wrote(hub, batch_user(hub_write(hub), &user));
    end_other_sessions(hub, change, &session);
    device_remember(hub, user.id, done->address);
    answer_user(hub, done->line, 200, &user, NULL);
}

static void password_hashed(Hub *hub, HubJob *job) {
    const PasswordChange *change = map_get(&hub->bans->changes, job->password.line);
    if (change) save_password(hub, &job->password, change);
    if (!hub_lacks(hub)) password_change_free(map_take(&hub->bans->changes, job->password.line));
}

static void password_verified(Hub *hub, HubJob *job) {
    const PasswordJob *done = &job->password;
    const PasswordChange *change = map_get(&hub->bans->changes, done->line);
    if (!change) return;
    PasswordJob about = {.line = done->line, .user = change->user, .known = true, .then = password_hashed};
    strcpy(about.address, done->address);
    if (!done->good) answer_wrong(hub, done->line);
    else if (start_job(hub, job->owner, JOB_HASH, &about, change->next)) return;
    password_change_free(map_take(&hub->bans->changes, done->line));
}

static bool remember_change(Hub *hub, const ApiCall *call, const char *next) {
    PasswordChange *change = calloc(1, sizeof *change);
    if (!change) return false;
    change->user = call->user->id;
    memcpy(change->session, call->key->hash, STORE_HASH_BYTES);
    strcpy(change->was, call->user->password);
    strcpy(change->next, next);
    if (map_put(&hub->bans->changes, call->line, change)) return true;
    password_change_free(change);
    return false;
}

void answer_check_password(Hub *hub, const ApiCall *call, void (*then)(Hub *hub, HubJob *job)) {
    const char *password = api_text(call, "password", PASSWORD_MAX - 1);
    if (!password) {
        api_error(hub, call->line, 400, "bad_password", "\"password\" must be the password that you have now.");
        return;
    }
    if (!answer_address_rate(hub, call) || !answer_rate_of(hub, call->line, RATE_CHANGE, call->user->id)) return;
    PasswordJob about = {.user = call->user->id, .known = true, .then = then};
    strcpy(about.stored, call->user->password);
    start_first_job(hub, call, JOB_VERIFY, &about, password);
}

void answer_password(Hub *hub, const ApiCall *call) {
    const char *old = api_text(call, "old", PASSWORD_MAX - 1);
    const char *next = answer_new_password(hub, call, "new");
    if (!next) return;
    if (!old) {
        api_error(hub, call->line, 400, "bad_password", "\"old\" must be the password that you have now.");
        return;
    }
    if (!answer_address_rate(hub, call) || !answer_rate_of(hub, call->line, RATE_CHANGE, call->user->id)) return;
    if (!remember_change(hub, call, next)) return answer_no_memory(hub, call->line);
    PasswordJob about = {.user = call->user->id, .known = true, .then = password_verified};
    strcpy(about.stored, call->user->password);
    if (!start_first_job(hub, call, JOB_VERIFY, &about, old))
        password_change_free(map_take(&hub->bans->changes, call->line));
}
