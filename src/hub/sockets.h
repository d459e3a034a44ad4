/* sockets.h -- who is connected: browsers, terminals, and the streams of programs. */
#ifndef UNO_SOCKETS_H
#define UNO_SOCKETS_H

#include "hub_internal.h"

enum { MUTES_MAX = 32 };

struct Socket {
    HubLine line;
    StoreUser user;
    uint8_t key[STORE_HASH_BYTES]; /* of the session it came with */
    char address[HUB_ADDRESS_MAX];
    Rate rate;
    unsigned strikes;     /* messages beyond the rate, or that make no sense */
    bool stream;          /* a program's, over HTTP: it hears the bot protocol */
    bool lobby;           /* wants to hear of public tables */
    uint8_t observer;     /* whose view it was shown last: a seat, or SPECTATOR */
    Desk *desk;           /* the table it is at; NULL: none */
    Socket *next, **back; /* in the list of that table */
    Socket *next_of_user, *before_of_user;
    struct Hall *hall; /* the event it follows; NULL: none */
    Socket *next_follower, **back_follower;
    uint64_t muted[MUTES_MAX];
    unsigned mutes;
};

void sockets_free(Hub *hub);

/* Those of one person; `next` by socket->next_of_user. NULL: none. */
Socket *sockets_of_user(const Hub *hub, uint64_t user);
void sockets_elapse(Hub *hub);
int64_t sockets_due_in(const Hub *hub);

/* At once, past the outbox. */
void sockets_tell_all(Hub *hub, const char *text, size_t length);

/* Somebody is called otherwise, or has an account now. */
void sockets_rename(Hub *hub, const StoreUser *user);

/* Opens the stream of a program. */
Socket *sockets_open_stream(Hub *hub, HubLine line, const StoreUser *user, const StoreKey *key, const char *address);

/* {"t":"ok","id":7}; {"t":"no","id":7,"code":"stale","message":"..."}. `id` may be NULL. */
void socket_ok(Hub *hub, Socket *socket, const char *id);
void socket_held(Hub *hub, Socket *socket, const char *id);
__attribute__((format(printf, 5, 6))) void socket_no(Hub *hub, Socket *socket, const char *id, const char *code,
                                                     const char *format, ...);
/* "bad_settings", with the setting's name and the reason apart. */
void socket_no_setting(Hub *hub, Socket *socket, const char *id, const SettingFault *fault);
/* Adds "message", and "field" and "reason" where it is about one setting. */
void setting_fault_json(const SettingFault *fault, cJSON *json);
/* Against the rules: with the ids of those behind it. */
void socket_no_rules(Hub *hub, Socket *socket, const char *id, Verdict verdict, const char *message);
void socket_say_json(Hub *hub, const Socket *socket, cJSON *json); /* takes it over */

bool socket_has_muted(const Socket *socket, uint64_t user);

/* The public tables have changed: those who want to know are told soon. */
void sockets_lobby_changed(Hub *hub);

#endif
