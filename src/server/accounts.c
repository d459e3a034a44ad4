/* accounts.c -- names with a password. Hashing takes long and is done in jobs; what a
 * request found before its job may have changed when it is done, so it is read anew. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "names.h"
#include "people.h"
#include "sockets.h"

_Static_assert(sizeof((PasswordChange *)0)->next == PASSWORD_MAX, "a password has room");
_Static_assert(crypto_pwhash_STRBYTES <= STORE_PASSWORD_MAX, "a hash has room");

/* Held against the password of who does not exist, so that it takes as long. Made by the same limits. */
static const char nobodys_password[] =
    "$argon2id$v=19$m=65536,t=2,p=1$ePLPMhFIkq9GJDKx0eYHKQ$gpHWX6lAj9c43nVVAgfPjbIKAvJwsPCsiHbkOe/wCv8";

/* ---- jobs ---- */

/* False: there is no memory, and that was answered. */
static bool start_job(Hub *hub, HubLine line, JobKind kind, uint64_t user, const char *name, const char *password,
                      const char *stored, void (*then)(Hub *hub, HubJob *job)) {
    HubJob *job = job_new(kind);
    if (!job) return answer_no_memory(hub, line), false;
    job->password.line = line;
    job->password.user = user;
    strcpy(job->password.name, name);
    strcpy(job->password.password, password);
    strcpy(job->password.stored, stored);
    job->password.then = then;
    hub_start_job(hub, job);
    return true;
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
    char network[NETWORK_MAX];
    address_network(call->request->address, network);
    return answer_rate(hub, call->line, "password", network, 30, MINUTE_MS, 30);
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
    if (!done->good || !store_user(hub->store, done->user, &user)) return answer_no_memory(hub, done->line);
    if (!answer_still_guest(hub, done->line, &user)) return;
    if (!answer_name_is_free(hub, done->line, user.id, done->name)) return;
    if (!answer_reserve_row(hub, done->line, user.id)) return;
    user.kind = USER_ACCOUNT;
    user.seen_at = hub->wall_ms;
    strcpy(user.name, done->name);
    name_key(user.name, user.key);
    strcpy(user.password, done->stored);
    hub_wrote(hub, batch_user(hub_write(hub), &user));
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
    if (store_user_by_key(hub->store, key, &other)) {
        api_error(hub, call->line, 409, "name_taken", "Somebody has that name already: choose another one.");
        return;
    }
    start_job(hub, call->line, JOB_HASH, call->user->id, name, password, "", claim_hashed);
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
    if (!done->good || !done->user || !store_user(hub->store, done->user, &user) ||
        strcmp(user.password, done->stored) != 0) {
        answer_wrong(hub, done->line);
        return;
    }
    if (people_is_banned(hub, user.id, NULL)) {
        api_error(hub, done->line, 403, "banned", "This account has been shut out.");
        return;
    }
    if (!answer_reserve_row(hub, done->line, user.id)) return;
    user.seen_at = hub->wall_ms;
    hub_wrote(hub, batch_user(hub_write(hub), &user));
    session_start(hub, user.id, token);
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
    if (!answer_address_rate(hub, call) || !answer_rate(hub, call->line, "login", key, 10, MINUTE_MS, 10)) return;
    known = known && store_user_by_key(hub->store, key, &user) && user.kind == USER_ACCOUNT;
    start_job(hub, call->line, JOB_VERIFY, known ? user.id : 0, name, password,
              known ? user.password : nobodys_password, login_verified);
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

/* All sessions and links end, and the one that asked begins anew. */
static void end_other_sessions(Hub *hub, const PasswordChange *change, const StoreKey *session) {
    StoreBatch *batch = hub_write(hub);
    Hashes hashes = {0};
    store_keys_of(hub->store, change->user, KEY_SESSION, keep_hash, &hashes);
    for (unsigned i = 0; i < hashes.count; i++)
        if (memcmp(hashes.hash[i], change->session, STORE_HASH_BYTES) != 0)
            sockets_end(hub, change->user, hashes.hash[i], "the password has been changed");
    hub_wrote(hub, batch_keys_end(batch, change->user, KEY_SESSION) && batch_keys_end(batch, change->user, KEY_LINK) &&
                       batch_key(batch, session));
}

static void save_password(Hub *hub, const PasswordJob *done, const PasswordChange *change) {
    StoreUser user;
    StoreKey session;
    char id[ID_TEXT];
    id_format(change->user, id);
    if (!done->good || !store_user(hub->store, change->user, &user)) return answer_no_memory(hub, done->line);
    if (strcmp(user.password, change->was) != 0 || !store_key(hub->store, change->session, &session)) {
        answer_wrong(hub, done->line);
        return;
    }
    if (!answer_reserve_row(hub, done->line, user.id) || !answer_reserve(hub, done->line, "keys %s", id)) return;
    strcpy(user.password, done->stored);
    hub_wrote(hub, batch_user(hub_write(hub), &user));
    end_other_sessions(hub, change, &session);
    answer_user(hub, done->line, 200, &user, NULL);
}

static void password_hashed(Hub *hub, HubJob *job) {
    PasswordChange *change = map_take(&hub->bans->changes, job->password.line);
    if (change) save_password(hub, &job->password, change);
    password_change_free(change);
}

static void password_verified(Hub *hub, HubJob *job) {
    const PasswordJob *done = &job->password;
    const PasswordChange *change = map_get(&hub->bans->changes, done->line);
    if (!change) return;
    if (!done->good) answer_wrong(hub, done->line);
    else if (start_job(hub, done->line, JOB_HASH, change->user, "", change->next, "", password_hashed)) return;
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

void answer_password(Hub *hub, const ApiCall *call) {
    const char *old = api_text(call, "old", PASSWORD_MAX - 1);
    const char *next = answer_new_password(hub, call, "new");
    if (!next) return;
    if (!old) {
        api_error(hub, call->line, 400, "bad_password", "\"old\" must be the password that you have now.");
        return;
    }
    if (!answer_address_rate(hub, call) || !answer_rate(hub, call->line, "login", call->user->key, 10, MINUTE_MS, 10))
        return;
    if (!remember_change(hub, call, next)) return answer_no_memory(hub, call->line);
    if (!start_job(hub, call->line, JOB_VERIFY, call->user->id, "", old, call->user->password, password_verified))
        password_change_free(map_take(&hub->bans->changes, call->line));
}
