/* clubs.c -- clubs and their members. */
#include "clubs.h"

#include <stdio.h>
#include <string.h>

#include "names.h"
#include "people.h"
#include "tables.h"

static const char *const role_names[] = {
    [MEMBER_NONE] = "none", [MEMBER_PLAIN] = "member", [MEMBER_EDITOR] = "editor", [MEMBER_OWNER] = "owner"};

/* ---- who may ---- */

bool answer_membership(Hub *hub, const ApiCall *call, MemberRole least, Membership *out) {
    uint64_t id;
    bool named = call->user && id_parse(call->part[0], &id);
    bool club = named && store_club(hub->facts, id, &out->club); /* both are read at once */
    bool member = named && store_member(hub->facts, id, call->user->id, &out->member);
    if (!club || !member || out->member.role == MEMBER_NONE) {
        api_error(hub, call->line, 404, "no_club", "You are in no such club.");
        return false;
    }
    id_format(id, out->id);
    if (out->member.role >= least) return true;
    api_error(hub, call->line, 403, "not_allowed", "Only %s of the club may do that.",
              least == MEMBER_OWNER ? "the owner" : "editors and the owner");
    return false;
}

typedef struct {
    unsigned owned, joined;
} ClubCount;

static bool count_club(void *context, const void *row) {
    ClubCount *count = context;
    count->joined++;
    count->owned += ((const StoreMember *)row)->role == MEMBER_OWNER;
    return true;
}

/* One more club for the user, as its owner or as a member. */
static bool answer_room_for_club(Hub *hub, HubLine line, uint64_t user, bool owns, bool joins) {
    ClubCount count = {0};
    store_clubs_of(hub->facts, user, count_club, &count);
    if (owns && count.owned >= CLUBS_OWNED_MAX) {
        api_error(hub, line, 409, "too_many", "Nobody owns more than %d clubs: hand one over first.", CLUBS_OWNED_MAX);
        return false;
    }
    if (joins && count.joined >= CLUBS_JOINED_MAX) {
        api_error(hub, line, 409, "too_many", "Nobody is in more than %d clubs: leave one first.", CLUBS_JOINED_MAX);
        return false;
    }
    return true;
}

static bool answer_reserve_clubs_of(Hub *hub, HubLine line, uint64_t user) {
    char id[ID_TEXT];
    id_format(user, id);
    return answer_reserve(hub, line, "clubs of %s", id);
}

/* ---- making and joining ---- */

static bool answer_club_name_is_free(Hub *hub, HubLine line, const StoreClub *club) {
    StoreClub other;
    char taking[STORE_NAME_MAX + 8];
    snprintf(taking, sizeof taking, "club %s", club->key);
    if (!store_club_by_key(hub->facts, club->key, &other) &&
        nodes_hold(hub, taking, asking_chance(hub), NAME_HOLD_MS) && hub_reserve(hub, taking))
        return true;
    api_error(hub, line, 409, "name_taken", "There is a club of that name already: choose another one.");
    return false;
}

static void answer_joined(Hub *hub, HubLine line, unsigned status, const StoreClub *club, MemberRole role) {
    cJSON *json = cJSON_CreateObject(), *one = cJSON_AddObjectToObject(json, "club");
    json_add_id(one, "id", club->id);
    cJSON_AddStringToObject(one, "name", club->name);
    cJSON_AddStringToObject(one, "role", role_names[role]);
    if (role >= MEMBER_EDITOR) cJSON_AddStringToObject(one, "invite", club->invite);
    api_reply(hub, line, status, json);
}

static void answer_new_club(Hub *hub, const ApiCall *call) {
    StoreClub club = {.owner = call->user->id, .made_at = hub->wall_ms};
    StoreMember member = {.user = call->user->id, .role = MEMBER_OWNER, .since = hub->wall_ms};
    if (!answer_name(hub, call, club.name) || !answer_rate_of(hub, call->line, RATE_CLUB, call->user->id)) return;
    name_key(club.name, club.key);
    if (!answer_room_for_club(hub, call->line, call->user->id, true, true)) return;
    if (!answer_club_name_is_free(hub, call->line, &club)) return;
    if (!answer_reserve_clubs_of(hub, call->line, call->user->id)) return;
    club.id = member.club = hub_new_id(hub);
    hub_new_code(hub, club.invite, CLUB_INVITE_LENGTH);
    hub_wrote(hub, batch_club(hub_write(hub), &club) && batch_member(hub_write(hub), &member));
    answer_joined(hub, call->line, 201, &club, MEMBER_OWNER);
}

static bool count_row(void *context, const void *row) {
    (void)row;
    ++*(unsigned *)context;
    return true;
}

static bool answer_room_for_member(Hub *hub, HubLine line, const StoreClub *club) {
    unsigned members = 0;
    store_members(hub->facts, club->id, count_row, &members);
    if (members < CLUB_MEMBERS_MAX) return true;
    api_error(hub, line, 409, "too_many", "A club has at most %d members.", CLUB_MEMBERS_MAX);
    return false;
}

static bool answer_reserve_club(Hub *hub, HubLine line, uint64_t club) {
    char id[ID_TEXT];
    id_format(club, id);
    return answer_reserve(hub, line, "members %s", id);
}

static void answer_join(Hub *hub, const ApiCall *call) {
    const char *invite = api_text(call, "invite", STORE_CODE_MAX - 1);
    StoreClub club;
    StoreMember member;
    if (!answer_rate_from(hub, call->line, RATE_JOIN, call->request->address)) return;
    if (!invite || !*invite || !store_club_by_invite(hub->facts, invite, &club)) {
        api_error(hub, call->line, 404, "bad_invite", "This invitation no longer works: ask for a new one.");
        return;
    }
    if (store_member(hub->facts, club.id, call->user->id, &member) && member.role != MEMBER_NONE) {
        answer_joined(hub, call->line, 200, &club, member.role);
        return;
    }
    if (!answer_room_for_club(hub, call->line, call->user->id, false, true)) return;
    if (!answer_room_for_member(hub, call->line, &club)) return;
    if (!answer_reserve_club(hub, call->line, club.id) || !answer_reserve_clubs_of(hub, call->line, call->user->id))
        return;
    member = (StoreMember){.club = club.id, .user = call->user->id, .role = MEMBER_PLAIN, .since = hub->wall_ms};
    hub_wrote(hub, batch_member(hub_write(hub), &member));
    answer_joined(hub, call->line, 201, &club, MEMBER_PLAIN);
}

static void answer_invite(Hub *hub, const ApiCall *call) {
    Membership in;
    if (!answer_membership(hub, call, MEMBER_EDITOR, &in)) return;
    if (!answer_rate(hub, call->line, RATE_CLUB_CHANGE, in.id) || !answer_reserve_club(hub, call->line, in.club.id))
        return;
    hub_new_code(hub, in.club.invite, CLUB_INVITE_LENGTH);
    hub_wrote(hub, batch_club(hub_write(hub), &in.club));
    answer_joined(hub, call->line, 200, &in.club, in.member.role);
}

/* ---- looking ---- */

static bool list_club(void *context, const void *row) {
    const StoreMember *member = row;
    cJSON *one = cJSON_CreateObject();
    json_add_id(one, "id", member->club);
    cJSON_AddStringToObject(one, "name", member->name);
    cJSON_AddStringToObject(one, "role", role_names[member->role]);
    cJSON_AddItemToArray(context, one);
    return true;
}

static void answer_clubs(Hub *hub, const ApiCall *call) {
    cJSON *json = cJSON_CreateObject();
    store_clubs_of(hub->facts, call->user->id, list_club, cJSON_AddArrayToObject(json, "clubs"));
    api_reply(hub, call->line, 200, json);
}

static bool list_member(void *context, const void *row) {
    const StoreMember *member = row;
    cJSON *one = cJSON_CreateObject();
    json_add_id(one, "user", member->user);
    cJSON_AddStringToObject(one, "name", member->name);
    cJSON_AddStringToObject(one, "role", role_names[member->role]);
    cJSON_AddNumberToObject(one, "since", (double)member->since);
    cJSON_AddItemToArray(context, one);
    return true;
}

static void answer_club(Hub *hub, const ApiCall *call) {
    Membership in;
    if (!answer_membership(hub, call, MEMBER_PLAIN, &in)) return;
    cJSON *json = cJSON_CreateObject(), *one = cJSON_AddObjectToObject(json, "club");
    cJSON_AddStringToObject(one, "id", in.id);
    cJSON_AddStringToObject(one, "name", in.club.name);
    cJSON_AddStringToObject(one, "role", role_names[in.member.role]);
    if (in.member.role >= MEMBER_EDITOR) cJSON_AddStringToObject(one, "invite", in.club.invite);
    store_members(hub->facts, in.club.id, list_member, cJSON_AddArrayToObject(one, "members"));
    cJSON_AddItemToObject(one, "rulesets", club_rules_json(hub, in.club.id));
    api_reply(hub, call->line, 200, json);
}

/* ---- members ---- */

/* The owner hands the club over and stays as an editor. */
static bool hand_over(Hub *hub, const ApiCall *call, Membership *in, StoreMember *to) {
    StoreUser user;
    if (!store_user(hub->facts, to->user, &user) || user.kind != USER_ACCOUNT) {
        api_error(hub, call->line, 409, "no_account", "Only somebody with a name and a password can own a club.");
        return false;
    }
    if (!answer_room_for_club(hub, call->line, to->user, true, false)) return false;
    if (!answer_reserve_club(hub, call->line, in->club.id) || !answer_reserve_clubs_of(hub, call->line, to->user))
        return false;
    in->club.owner = to->user;
    in->member.role = MEMBER_EDITOR;
    to->role = MEMBER_OWNER;
    StoreBatch *batch = hub_write(hub);
    hub_wrote(hub, batch_club(batch, &in->club) && batch_member(batch, &in->member) && batch_member(batch, to));
    return true;
}

/* The last one shuts the door: name and invitation are free again, and nobody finds the club any more. */
static bool leave_as_owner(Hub *hub, const ApiCall *call, Membership *in) {
    unsigned members = 0;
    store_members(hub->facts, in->club.id, count_row, &members);
    if (members > 1) {
        api_error(hub, call->line, 409, "owner", "Hand the club over to another member before you leave.");
        return false;
    }
    if (!answer_reserve_club(hub, call->line, in->club.id)) return false;
    in->member.role = MEMBER_NONE;
    in->club.owner = 0;
    snprintf(in->club.key, sizeof in->club.key, "\x01%s", in->id); /* no name has such a key */
    hub_new_code(hub, in->club.invite, CLUB_INVITE_LENGTH);
    hub_wrote(hub, batch_club(hub_write(hub), &in->club) && batch_member(hub_write(hub), &in->member));
    return true;
}

static bool change_role(Hub *hub, const ApiCall *call, Membership *in, StoreMember *other, MemberRole role) {
    bool myself = other->user == call->user->id;
    if (in->member.role == MEMBER_OWNER && myself) {
        if (role == MEMBER_NONE) return leave_as_owner(hub, call, in);
        if (role == MEMBER_OWNER) return true;
        api_error(hub, call->line, 409, "owner", "Make another member the owner instead.");
        return false;
    }
    if (in->member.role != MEMBER_OWNER && !(myself && role == MEMBER_NONE)) {
        api_error(hub, call->line, 403, "not_allowed", "Only the owner of the club may do that.");
        return false;
    }
    if (role == MEMBER_OWNER) return hand_over(hub, call, in, other);
    if (!answer_reserve_club(hub, call->line, in->club.id)) return false;
    other->role = role;
    hub_wrote(hub, batch_member(hub_write(hub), other));
    return true;
}

static bool answer_role(Hub *hub, const ApiCall *call, MemberRole *out) {
    const char *name = api_text(call, "role", 16);
    for (MemberRole role = MEMBER_NONE; name && role <= MEMBER_OWNER; role++)
        if (!strcmp(name, role_names[role])) return *out = role, true;
    api_error(hub, call->line, 400, "bad_role", "\"role\" must be one of owner, editor, member and none.");
    return false;
}

static void answer_member(Hub *hub, const ApiCall *call) {
    Membership in;
    StoreMember other;
    MemberRole role;
    uint64_t user;
    if (!answer_membership(hub, call, MEMBER_PLAIN, &in) || !answer_role(hub, call, &role)) return;
    if (!id_parse(call->part[1], &user) || !store_member(hub->facts, in.club.id, user, &other) ||
        other.role == MEMBER_NONE) {
        api_error(hub, call->line, 404, "no_member", "There is no such member.");
        return;
    }
    if (!answer_rate(hub, call->line, RATE_CLUB_CHANGE, in.id)) return;
    if (change_role(hub, call, &in, &other, role)) api_reply(hub, call->line, 200, cJSON_CreateObject());
}

const ApiRoute club_routes[] = {
    {"POST", "/api/clubs", API_ACCOUNT, answer_new_club, false},
    {"GET", "/api/clubs", API_PERSON, answer_clubs, false},
    {"POST", "/api/clubs/join", API_PERSON, answer_join, false},
    {"GET", "/api/clubs/*", API_PERSON, answer_club, false},
    {"POST", "/api/clubs/*/invite", API_PERSON, answer_invite, false},
    {"POST", "/api/clubs/*/members/*", API_PERSON, answer_member, false},
    {"PUT", "/api/clubs/*/rulesets/*", API_PERSON, answer_save_rules, true},
    {"GET", "/api/clubs/*/rulesets/*", API_PERSON, answer_club_rules, false},
    {"GET", "/api/clubs/*/rulesets/*/versions", API_PERSON, answer_versions, false},
    {"GET", "/api/clubs/*/rulesets/*/diff", API_PERSON, answer_club_diff, true},
    {"GET", "/api/clubs/*/rulesets/*/book", API_PERSON, answer_club_book, true},
    {"DELETE", "/api/clubs/*/rulesets/*", API_PERSON, answer_withdraw, false},
    {0},
};
