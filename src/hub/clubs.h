/* clubs.h -- clubs: a named place with members, rulesets of its own, and tables.
 *
 *     clubs.c       clubs and their members, the routes
 *     club_rules.c  a club's rulesets, version by version
 *
 * A request that changes a club or its members asks for "members ID", one that changes its rulesets
 * for "rulesets ID": so nothing builds on what is about to be replaced. */
#ifndef UNO_HUB_CLUBS_H
#define UNO_HUB_CLUBS_H

#include "hub_internal.h"

enum {
    CLUBS_OWNED_MAX = 5,
    CLUBS_JOINED_MAX = 50,
    CLUB_MEMBERS_MAX = 200,
    CLUB_RULESETS_MAX = 50,
    CLUB_VERSIONS_MAX = 500,
    CLUB_INVITE_LENGTH = 12, /* 60 bits: no two are ever the same */
    RULES_NAME_LENGTH_MAX = 40,
};

typedef struct {
    StoreClub club;
    StoreMember member; /* who asks */
    char id[ID_TEXT];
} Membership;

/* The club that the path names, for a member of at least that role. False: it has been answered; for others there
 * is no such club. */
bool answer_membership(Hub *hub, const ApiCall *call, MemberRole least, Membership *out);

/* "ID/NAME" or "ID/NAME@VERSION", for rules_find(). */
bool club_rules_find(Hub *hub, const StoreUser *user, const char *name, Ruleset *out, uint64_t *club,
                     RulesetError *error);

/* The newest versions, for a club's own answer. */
cJSON *club_rules_json(Hub *hub, uint64_t club);

/* The requests of club_rules.c. */
void answer_save_rules(Hub *hub, const ApiCall *call);
void answer_club_rules(Hub *hub, const ApiCall *call);
void answer_versions(Hub *hub, const ApiCall *call);
void answer_club_diff(Hub *hub, const ApiCall *call);
void answer_club_book(Hub *hub, const ApiCall *call);
void answer_withdraw(Hub *hub, const ApiCall *call);

#endif
