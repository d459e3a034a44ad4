/* person.c -- what people do at a server: mostly they play; sometimes they leave, come
 * back, chat, vote, send something twice, too late, or something that makes no sense. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim.h"

static unsigned number_of(const World *world, const Person *person) { return (unsigned)(person - world->person); }

void person_plan(World *world, Person *person, int64_t at_ms) {
    if (at_ms >= person->thinks_ms && person->thinks_ms > world->now_ms) return;
    person->thinks_ms = at_ms;
    happening_push(world, (Happening){.at_ms = at_ms,
                                      .what = HAPPENS_THINK,
                                      .who = number_of(world, person),
                                      .number = ++person->thought});
}

static void say(World *world, Person *person, const char *text) {
    line_say(world, person->line, text, strlen(text));
    world->count.said++;
}

/* A numbered message of fold.h, which is always answered. */
static void ask(World *world, Person *person, unsigned length, const char *text) {
    if (!length) return;
    person->asked++;
    say(world, person, text);
}

/* ---- connections ---- */

void person_cut(World *world, Person *person) {
    person->line = 0;
    person->at = person->joining = person->greeted = false;
    person->leaving = 0;
    person_plan(world, person, world->now_ms + below(world, below(world, 8) ? 2000 : 30000));
}

static void hang_up(World *world, Person *person) {
    line_break(world, person->line);
    person_cut(world, person);
}

static void connect(World *world, Person *person) {
    person->line = line_open(world, number_of(world, person));
    person->asked = person->answered = 0;
    world->line[person->line].there_ms += 1 + below(world, 100);
    happening_push(
        world, (Happening){.at_ms = world->line[person->line].there_ms, .what = HAPPENS_OPEN, .line = person->line});
}

static void visit(World *world, Person *person) {
    bool waits = person->request && world->now_ms - person->request_ms < 10000;
    if (!waits) world_ask(world, number_of(world, person), "/api/guest", "{}");
}

/* ---- coming to a table ---- */

static void make_table(World *world, Person *person) {
    const char *name = below(world, 3) ? builtin_rulesets[below(world, builtin_ruleset_count)].name : "official";
    char body[400];
    bool classic = strncmp(name, "split", 5) != 0;
    snprintf(body, sizeof body,
             "{\"ruleset\":\"%s\",\"pace_ms\":%u,\"window_ms\":%u,\"think_s\":%u,\"reserve_s\":%u,\"fill\":\"%s\","
             "\"is_public\":%s,\"starts_alone\":%s%s}",
             name, below(world, 300), below(world, 3) ? 400u : 0u, 3 + below(world, 5), below(world, 6),
             below(world, 4) ? "easy" : "", below(world, 2) ? "true" : "false", below(world, 4) ? "false" : "true",
             !classic          ? ""
             : below(world, 4) ? ",\"options\":{\"target\":\"0\"}"
             : below(world, 2) ? ",\"options\":{\"target\":\"0\",\"jump_in\":true},\"jump_ms\":300"
                               : "");
    world_ask(world, number_of(world, person), "/api/tables", body);
}

void person_answered(World *world, Person *person, unsigned status, const char *session, const char *text) {
    if (person->program) return remote_answered(world, person, status, text);
    cJSON *json = cJSON_Parse(text);
    const char *code = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "code"));
    const char *user =
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(json, "user"), "id"));
    person->request = 0;
    if (status == 201 && session[0] && user) {
        snprintf(person->session, sizeof person->session, "%s", session);
        id_parse(user, &person->user);
    } else if (status == 201 && code) {
        snprintf(person->code, sizeof person->code, "%s", code);
        if (world->codes < SIM_CODES_MAX) memcpy(world->code[world->codes++], person->code, STORE_CODE_MAX);
    } else if (status != 503 && status != 200) fault(world, "a request was answered with %u %s", status, text);
    cJSON_Delete(json);
    person_plan(world, person, world->now_ms + below(world, 100));
}

static void join(World *world, Person *person) {
    char text[CLIENT_MESSAGE_MAX];
    bool waits = person->request && world->now_ms - person->request_ms < 10000;
    if (!person->code[0] && person->maker && !waits) make_table(world, person);
    else if (!person->code[0] && world->codes)
        memcpy(person->code, world->code[below(world, world->codes)], STORE_CODE_MAX);
    if (!person->code[0]) return;
    ask(world, person, client_say_join(&person->table, person->code, text), text);
    person->joining = true;
}

/* ---- at the table ---- */

static Action choose(World *world, const Person *person) {
    Action list[ACTIONS_MAX];
    ActionSet set;
    const Rules *rules = &person->table.ruleset->rules;
    view_actions(rules, &person->table.view, &set);
    if (set.cards && below(world, 8)) set.plain = 0;
    unsigned count = action_set_list(rules, &set, list);
    return count ? list[below(world, count)] : 0;
}

static void note_intent(Person *person, Action action, uint64_t q) {
    Intent *last = &person->intent[(person->intents + SIM_INTENTS - 1) % SIM_INTENTS];
    if (last->action == action && last->q == q && strcmp(last->code, person->table.room.code) == 0) return;
    Intent *next = &person->intent[person->intents++ % SIM_INTENTS];
    *next = (Intent){.action = action, .q = q};
    memcpy(next->code, person->table.room.code, sizeof next->code);
}

static void act(World *world, Person *person) {
    char text[CLIENT_MESSAGE_MAX];
    ClientTable *table = &person->table;
    Action action =
        below(world, 40) ? choose(world, person) : action_plain((ActionKind)(1 + below(world, ACT_KINDS - 1)));
    uint64_t q = table->q;
    if (!action) return;
    if (below(world, 40) == 0 && q > 3) table->q -= below(world, 3);
    note_intent(person, action, table->q);
    unsigned length = client_say_do(table, action, below(world, 30) ? NULL : "said, \"with\" it", text);
    table->q = q;
    snprintf(person->last, sizeof person->last, "%s", text);
    ask(world, person, length, text);
    if (below(world, 8) == 0) ask(world, person, length, text); /* once more, to be sure */
}

/* A message from before the break is sent again. */
static void repeat(World *world, Person *person) {
    if (person->last[0]) ask(world, person, (unsigned)strlen(person->last), person->last);
}

static const char *new_seed(World *world, char out[CLIENT_HEX_MAX]) {
    for (unsigned i = 0; i + 1 < CLIENT_HEX_MAX; i++) out[i] = "0123456789abcdef"[below(world, 16)];
    out[CLIENT_HEX_MAX - 1] = 0;
    return out;
}

/* Most show the seed they have committed to at once; some say another one first, some never say it. */
static void reveal(World *world, Person *person) {
    char text[CLIENT_MESSAGE_MAX];
    ClientFair *fair = &person->table.fair;
    unsigned mood = fair->commit.bytes[0] % 8;
    if (mood == 0 && below(world, 2)) {
        fair->seed.bytes[0] ^= 1;
        ask(world, person, client_say_reveal(&person->table, text), text);
        fair->seed.bytes[0] ^= 1;
        fair->told = false;
    } else if (mood != 1) ask(world, person, client_say_reveal(&person->table, text), text);
}

static void gather(World *world, Person *person) {
    char text[CLIENT_MESSAGE_MAX], seed[CLIENT_HEX_MAX];
    ClientTable *table = &person->table;
    const ClientRoom *room = &table->room;
    unsigned length = 0, ready = 0, taken = 0;
    for (unsigned seat = 0; seat < room->seats; seat++) {
        bool there = room->seat[seat].kind != CLIENT_SEAT_FREE && !room->seat[seat].left;
        taken += there;
        ready += there && (room->seat[seat].ready || seat == table->you);
    }
    if (table->you == NO_SEAT && taken < room->seats) length = client_say_seat(table, "sit", NO_SEAT, text);
    else if (table->you == NO_SEAT) length = room->i_wait ? 0 : client_say_yes(table, "wait", true, text);
    else if (room->seat[table->you].left) length = client_say(table, "back", text);
    else if (room->sealed) return reveal(world, person);
    else if (!room->seat[table->you].ready)
        length = client_say_ready(table, true, below(world, 4) ? new_seed(world, seed) : NULL, text);
    else if (client_is_host(table) && below(world, 12) == 0) length = client_say_bot(table, NO_SEAT, "medium", text);
    else if (client_is_host(table) && ready == taken) length = client_say(table, "start", text);
    ask(world, person, length, text);
}

static const char *const nonsense[] = {
    "",
    "{}",
    "[]",
    "null",
    "{\"t\":\"do\"}",
    "{\"t\":\"do\",\"do\":\"R5\"}",
    "{\"t\":\"do\",\"do\":\"R5\",\"q\":-1}",
    "{\"t\":\"sit\",\"seat\":\"Z\"}",
    "{\"t\":\"fly\"}",
    "{\"t\":7}",
    "{\"t\":\"join\",\"code\":\"AAAAAAAA\"}",
    "{\"t\":\"vote\",\"what\":\"dance\"}",
    "{\"t\":\"set\",\"seats\":99}",
    "{\"t\":\"ready\",\"seed\":\"xyz\"}",
    "{\"t\":\"ready\",\"commit\":\"xyz\"}",
    "{\"t\":\"reveal\"}",
    "{\"t\":\"reveal\",\"seed\":7}",
    "{\"t\":\"chat\",\"text\":\"\\u0007\"}",
    "{\"t\":\"mute\",\"user\":\"me\"}",
    "{\"t\":\"bot\",\"kind\":\"nobody\"}",
    "{\"t\":\"join\",\"code\":5,\"since\":\"x\"}",
    "{\"t\":\"do\",\"do\":\"W:B>Z\",\"q\":1e300}",
};

static void rename_somehow(World *world, Person *person) {
    char body[64];
    snprintf(body, sizeof body, "{\"name\":\"Name %u\"}", below(world, 1000));
    if (!person->request) world_ask(world, number_of(world, person), "/api/me", body);
}

/* Now and then something else than the next card. */
static bool digress(World *world, Person *person) {
    char text[CLIENT_MESSAGE_MAX] = "";
    ClientTable *table = &person->table;
    unsigned length = 0;
    switch (below(world, 900)) {
    case 0:
    case 1:
    case 2:
    case 3:
    case 4:
    case 5: hang_up(world, person); return true;
    case 6:
        length = client_say(table, "leave", text);
        if (!person->leaving) person->leaving = table->asked;
        if (below(world, 2)) person->code[0] = 0;
        break;
    case 7: length = client_say_vote(table, "kick", (Seat)below(world, 4), text); break;
    case 8: length = client_say_vote(table, below(world, 3) ? "pause" : "end", NO_SEAT, text); break;
    case 9: length = client_say(table, "pause", text); break;
    case 10: length = client_say(table, "stand", text); break;
    case 11: length = client_say_seat(table, "host", (Seat)below(world, 4), text); break;
    case 12: length = below(world, 4) ? 0 : client_say(table, "close", text); break;
    case 13:
    case 14: say(world, person, nonsense[below(world, sizeof nonsense / sizeof *nonsense)]); break;
    case 15:
    case 16: length = client_say_chat(table, "hello, \xC3\xBC!", text); break;
    case 17: length = client_say_yes(table, "lobby", below(world, 4) == 0, text); break;
    case 18: length = client_say_seat(table, "clear", (Seat)below(world, 4), text); break;
    case 19: person_plan(world, person, world->now_ms + 5000 + below(world, 30000)); return true;
    case 20: repeat(world, person); break;
    case 21: /* on the same line */
        length = (unsigned)snprintf(text, sizeof text, "{\"t\":\"join\",\"id\":%lu,\"code\":\"%s\"}", ++table->asked,
                                    table->room.code);
        break;
    case 22:
        length = (unsigned)snprintf(text, sizeof text, "{\"t\":\"set\",\"id\":%lu,\"ruleset\":\"%s\"}", ++table->asked,
                                    builtin_rulesets[below(world, builtin_ruleset_count)].name);
        break;
    case 24:
        length =
            (unsigned)snprintf(text, sizeof text, "{\"t\":\"tell\",\"id\":%lu,\"text\":\"what, me?\"}", ++table->asked);
        break;
    case 25: rename_somehow(world, person); break;
    case 23: length = client_say(table, "back", text); break;
    default: return false;
    }
    ask(world, person, length, text);
    return false;
}

static void play(World *world, Person *person) {
    char text[CLIENT_MESSAGE_MAX];
    ClientTable *table = &person->table;
    const ClientRoom *room = &table->room;
    bool seated = table->you != NO_SEAT;
    if (room->vote.kind && seated && !((room->vote.yes | room->vote.no) >> table->you & 1) && below(world, 3) == 0)
        ask(world, person, client_say_yes(table, "vote", below(world, 2), text), text);
    if (room->paused && client_is_host(table) && below(world, 3) == 0)
        ask(world, person, client_say(table, "resume", text), text);
    if (seated && room->seat[table->you].left && below(world, 4) == 0)
        ask(world, person, client_say(table, "back", text), text);
    if (!seated && !room->i_wait && below(world, 20) == 0)
        ask(world, person, client_say_yes(table, "wait", true, text), text);
    if (client_is_asked(table) || (client_may_act(table) && below(world, 2))) act(world, person);
}

void person_think(World *world, Person *person) {
    ClientTable *table = &person->table;
    person->thinks_ms = INT64_MAX;
    if (world->quiet) return;
    if (person->program) return remote_think(world, person);
    if (!person->session[0]) visit(world, person);
    else if (!person->line) connect(world, person);
    else if (person->greeted && !person->at && !person->joining) join(world, person);
    else if (person->at && !digress(world, person) && person->line) {
        if (table->room.stage == CLIENT_GATHERING) gather(world, person);
        else play(world, person);
    }
    unsigned most = client_is_asked(table) ? 300 : 3000;
    if (person->thinks_ms == INT64_MAX) person_plan(world, person, world->now_ms + 20 + below(world, most));
}

void person_hear(World *world, Person *person, const char *text, size_t length) {
    char error[JSON_ERROR_MAX];
    ClientTable *table = &person->table;
    if (person->program) return remote_hear(world, person, text, length);
    table->now_ms = world->now_ms;
    ClientHeard heard = client_hear(table, text, length, error);
    world->count.heard++;
    if (heard == CLIENT_BAD) fault(world, "a message cannot be understood: %s: %.300s", error, text);
    promise_heard(world, person, heard, text);
    if (heard == CLIENT_HELLO) person->greeted = true;
    if (heard == CLIENT_JOINED || heard == CLIENT_RESUMED) {
        if (!person->at && below(world, 2)) repeat(world, person);
        person->at = true;
        person->joining = false;
    }
    if (heard == CLIENT_CLOSED || (heard == CLIENT_OK && table->answers && table->answers == person->leaving)) {
        person->at = person->joining = false;
        person->leaving = 0;
        table->joined = false;
        if (heard == CLIENT_CLOSED) person->code[0] = 0;
    }
    if (heard == CLIENT_NO && person->joining && !person->at) {
        person->joining = false;
        person->code[0] = 0;
    }
    if (client_is_asked(table)) person_plan(world, person, world->now_ms + 20 + below(world, 300));
    if (table->room.sealed) person_plan(world, person, world->now_ms + 20 + below(world, below(world, 6) ? 300 : 9000));
}
