/* api.h -- requests under /api: a row for each, and what a row's function is given.
 *
 * A function answers with api_reply() or api_error(), at once or later (the call is then
 * copied into a job, job.h). It is tried again where it lacked something of the store
 * (asking.h). Errors are {"error":"code","message":"what to do"}; all codes
 * are in docs/api.md. A request that changes something and names a foreign Origin is
 * refused before it gets here, and so is one beyond the limits by rate. */
#ifndef UNO_HUB_API_H
#define UNO_HUB_API_H

#include <cjson/cJSON.h>

#include "../table/settings.h"
#include "hub.h"

enum { API_PARTS = 3, API_PART_MAX = 64 };

/* Who may ask. */
typedef enum {
    API_ANYBODY, /* call->user may be NULL */
    API_PERSON,  /* anybody with a session: guests as well */
    API_ACCOUNT, /* who has a name and a password */
    API_BOT,     /* a program with its token */
} ApiAccess;

typedef struct {
    HubLine line;
    const HubRequest *request;
    bool gone;                          /* nobody waits for the answer any more */
    const StoreUser *user;              /* who asks; NULL: nobody we know */
    const StoreKey *key;                /* by which session or token; NULL likewise */
    char part[API_PARTS][API_PART_MAX]; /* what stood for each * of the path */
    const cJSON *body;                  /* of a POST or PUT: always an object, {} where nothing was sent; else NULL */
} ApiCall;

typedef struct {
    const char *method, *path; /* "POST", "/api/clubs/" "*" "/rulesets/" "*" : a * is one part of the path */
    ApiAccess access;
    void (*answer)(Hub *hub, const ApiCall *call);
    bool costly; /* takes the server long, as requests go: fewer of them are answered */
} ApiRoute;

/* Each list ends with a row without a method. */
extern const ApiRoute people_routes[], club_routes[], rules_routes[], game_routes[]; /* people.c clubs.c ... */
extern const ApiRoute lobby_routes[], remote_routes[], follow_routes[], ratings_routes[], event_routes[], push_routes[];

/* All of them, one after the other; NULL: there are no more. For tests that must leave none out. */
const ApiRoute *api_route(unsigned number);

/* Takes the JSON over. */
void api_reply(Hub *hub, HubLine line, unsigned status, cJSON *json);
void api_reply_session(Hub *hub, HubLine line, unsigned status, cJSON *json, const char *session); /* sets the cookie */
void api_reply_text(Hub *hub, HubLine line, const char *type, const char *file, const char *text, size_t length);
__attribute__((format(printf, 5, 6))) void api_error(Hub *hub, HubLine line, unsigned status, const char *code,
                                                     const char *format, ...);
/* 400 "bad_settings", with the setting's name and the reason apart. */
void api_error_setting(Hub *hub, HubLine line, const SettingFault *fault);

/* A text member of the body, or NULL where it is missing, no text, or longer than `most` bytes. */
const char *api_text(const ApiCall *call, const char *name, size_t most);

/* A member of the query, its escapes resolved, into `out`; false: it is not there or too long. */
bool api_query(const ApiCall *call, const char *name, char *out, size_t size);

/* True where the query has no such member at all. */
bool api_lacks(const ApiCall *call, const char *name);

/* The same as a number from 0; true where it is not there: then *out stays. One that is too long is none. */
bool api_number(const ApiCall *call, const char *name, long long high, long long *out);

/* Ids in JSON are texts: 16 hexadecimal digits. */
enum { ID_TEXT = 17 };
void id_format(uint64_t id, char out[ID_TEXT]);
bool id_parse(const char *text, uint64_t *out);

#endif
