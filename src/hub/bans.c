/* bans.c -- who is shut out. All bans are in memory, as every request asks. */
#include "people.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "names.h"

void address_network(const char *address, char out[NETWORK_MAX]) {
    struct in6_addr v6;
    snprintf(out, NETWORK_MAX, "%.*s", HUB_ADDRESS_MAX - 1, address);
    if (inet_pton(AF_INET6, address, &v6) != 1) return;
    if (IN6_IS_ADDR_V4MAPPED(&v6)) {
        inet_ntop(AF_INET, &v6.s6_addr[12], out, NETWORK_MAX);
        return;
    }
    memset(&v6.s6_addr[8], 0, 8);
    char text[INET6_ADDRSTRLEN];
    inet_ntop(AF_INET6, &v6, text, sizeof text);
    snprintf(out, NETWORK_MAX, "%s/64", text);
}

bool address_wide(const char *address, char out[NETWORK_MAX]) {
    struct in6_addr v6;
    struct in_addr v4;
    char text[INET6_ADDRSTRLEN];
    address_network(address, out); /* IPv4 in its own form */
    if (inet_pton(AF_INET, out, &v4) == 1) {
        v4.s_addr &= htonl(0xffffff00);
        inet_ntop(AF_INET, &v4, text, sizeof text);
        snprintf(out, NETWORK_MAX, "%s/24", text);
        return true;
    }
    if (inet_pton(AF_INET6, address, &v6) != 1) return false;
    memset(&v6.s6_addr[6], 0, 10);
    inet_ntop(AF_INET6, &v6, text, sizeof text);
    snprintf(out, NETWORK_MAX, "%s/48", text);
    return true;
}

static void forget(struct Bans *bans, const char *what) { free(map_take(&bans->map, map_hash(what))); }

/* Other nodes keep them in memory as well. */
static void tell_nodes(Hub *hub) {
    if (hub->node) hub_wrote(hub, batch_news(hub_write(hub), "bans\n", 5));
}

static bool remember(struct Bans *bans, const StoreBan *ban) {
    StoreBan *kept = malloc(sizeof *kept);
    if (!kept) return false;
    forget(bans, ban->what);
    *kept = *ban;
    if (map_put(&bans->map, map_hash(kept->what), kept)) return true;
    free(kept);
    return false;
}

/* ---- loading ---- */

typedef struct {
    Store *store;
    struct Bans *bans;
    bool good;
} Loading;

static bool load_one(void *context, const void *row) {
    Loading *loading = context;
    return loading->good = remember(loading->bans, row);
}

void people_read_bans(Hub *hub) {
    size_t at = 0;
    Loading loading = {.bans = hub->bans, .good = true};
    for (StoreBan *ban; (ban = map_next(&hub->bans->map, &at));) forget(hub->bans, ban->what);
    hub_wrote(hub, store_bans(hub->facts, load_one, &loading) && loading.good);
    sockets_end_banned(hub);
}

bool people_load(Hub *hub, Store *store) {
    hub->bans = calloc(1, sizeof *hub->bans);
    Loading loading = {.store = store, .bans = hub->bans, .good = hub->bans != NULL};
    if (loading.good && store_bans(loading.store, load_one, &loading) && loading.good) return true;
    people_unload(hub);
    return false;
}

void people_unload(Hub *hub) {
    size_t at = 0;
    if (!hub->bans) return;
    for (StoreBan *ban; (ban = map_next(&hub->bans->map, &at));) free(ban);
    at = 0;
    for (PasswordChange *change; (change = map_next(&hub->bans->changes, &at));) password_change_free(change);
    map_free(&hub->bans->map);
    map_free(&hub->bans->changes);
    free(hub->bans);
    hub->bans = NULL;
}

/* ---- asking ---- */

static bool is_in_force(const Hub *hub, const StoreBan *ban) { return ban->until == 0 || ban->until > hub->wall_ms; }

static bool is_shut_out(Hub *hub, const char *kind, const char *who) {
    char what[STORE_NAME_MAX + NETWORK_MAX];
    snprintf(what, sizeof what, "%s %s", kind, who);
    const StoreBan *ban = map_get(&hub->bans->map, map_hash(what));
    return ban && strcmp(ban->what, what) == 0 && is_in_force(hub, ban);
}

bool people_is_banned(Hub *hub, uint64_t user, const char *address) {
    char id[ID_TEXT], network[NETWORK_MAX];
    if (!hub->bans->map.count) return false;
    id_format(user, id);
    if (user && is_shut_out(hub, "user", id)) return true;
    if (!address || !*address) return false;
    address_network(address, network);
    return is_shut_out(hub, "address", address) || is_shut_out(hub, "address", network);
}

void people_bans(const Hub *hub, StoreVisit visit, void *context) {
    size_t at = 0;
    for (const StoreBan *ban; (ban = map_next(&hub->bans->map, &at));)
        if (is_in_force(hub, ban) && !visit(context, ban)) return;
}

/* ---- the operator ---- */

static bool is_address(const char *text) {
    struct in6_addr v6;
    struct in_addr v4;
    char plain[HUB_ADDRESS_MAX], network[NETWORK_MAX];
    size_t length = strcspn(text, "/");
    if (inet_pton(AF_INET, text, &v4) == 1 || inet_pton(AF_INET6, text, &v6) == 1) return true;
    if (strcmp(text + length, "/64") != 0 || length >= sizeof plain) return false;
    memcpy(plain, text, length);
    plain[length] = 0;
    address_network(plain, network);
    return strcmp(network, text) == 0;
}

/* The one spelling of what is banned: numbers of a user have 16 digits. */
static bool spell(const char *what, char out[STORE_NAME_MAX], uint64_t *user, const char **why) {
    char id[ID_TEXT];
    *user = 0;
    if (strncmp(what, "user ", 5) == 0 && id_parse(what + 5, user)) {
        id_format(*user, id);
        snprintf(out, STORE_NAME_MAX, "user %s", id);
        return true;
    }
    if (strncmp(what, "address ", 8) == 0 && is_address(what + 8) && strlen(what) < STORE_NAME_MAX) {
        strcpy(out, what);
        return true;
    }
    *why = "expected user ID, address ADDRESS or address NETWORK/64";
    return false;
}

bool people_ban(Hub *hub, const char *what, const char *reason, int64_t until, const char **why) {
    StoreBan ban = {.at = hub->wall_ms, .until = until};
    uint64_t user;
    if (!spell(what, ban.what, &user, why)) return false;
    if (until && until <= hub->wall_ms) return *why = "that time has passed already", false;
    if (*reason && !text_tidy(reason, STORE_TROUBLE_MAX, ban.why, sizeof ban.why, why)) return false;
    if (!batch_ban(hub_write(hub), &ban) || !remember(hub->bans, &ban)) return *why = "there is no memory", false;
    tell_nodes(hub);
    sockets_end_banned(hub);
    return true;
}

bool people_unban(Hub *hub, const char *what, const char **why) {
    StoreBan ban = {.at = hub->wall_ms, .until = hub->wall_ms - 1};
    uint64_t user;
    if (!spell(what, ban.what, &user, why)) return false;
    if (!map_get(&hub->bans->map, map_hash(ban.what))) return *why = "there is no such ban", false;
    if (!batch_ban(hub_write(hub), &ban)) return *why = "there is no memory", false;
    tell_nodes(hub);
    forget(hub->bans, ban.what);
    return true;
}
