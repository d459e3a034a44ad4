/* all.c -- every kind of message (message_name) and every GET (api_route) in the midst of a game. What a message
 * needs is a row here; a kind without a row, or one that was never sent, fails the test. */
#include <stdio.h>
#include <string.h>

#include "leak.h"
#include "hub/api.h"

static Table *table_of(Test *test) { return &pair_desk(&test->pair, 0)->table; }

/* ---- messages ---- */

static void say(Test *test, unsigned guest, const char *name, const char *members) {
    char text[300];
    snprintf(text, sizeof text, "{\"t\":\"%s\",\"id\":%u%s%s}", name, ++test->number, members[0] ? "," : "", members);
    pair_say(&test->pair, guest, text);
    test_compare(test);
}

/* Any person with a socket, the observer as often as all others. */
static unsigned anybody(Test *test) {
    unsigned guest = test_observer(test);
    while (test->pair.guest[guest].program || test_below(test, 2)) {
        do guest = test_below(test, test->players + 1);
        while (!test->pair.guest[guest].user || test->pair.guest[guest].program);
        if (test_below(test, 2)) break;
    }
    return guest;
}

/* The guest who is the host: a person, as only people here are ever made it. */
static unsigned host_of(Test *test) { return table_of(test)->host; }

/* A vote is over when the others are against it; whatever stopped goes on. */
static void put_right(Test *test) {
    for (unsigned guest = 0; guest < test->players && table_of(test)->vote.kind; guest++)
        if (test->pair.guest[guest].user && !test->pair.guest[guest].program) say(test, guest, "vote", "\"yes\":false");
    if (table_of(test)->vote.kind) { /* programs do not vote: it runs out */
        test_meet(test);
        pair_wait(&test->pair, TABLE_VOTE_MS);
        test_compare(test);
    }
    if (table_of(test)->stage == TABLE_PLAYING && table_of(test)->paused) say(test, host_of(test), "resume", "");
}

static void say_leave(Test *test, unsigned guest) {
    say(test, guest, "leave", "");
    test_join(test, guest);
    test_compare(test);
}

static void say_wait(Test *test, unsigned guest) {
    if (table_of(test)->game.board.phase == PHASE_DEAL) return; /* a bot's seat would change hands */
    say(test, guest, "wait", "\"yes\":true");
    say(test, guest, "wait", "\"yes\":false");
}

/* A bot plays on for who stands up, and must find the same to do in both worlds. */
static void say_stand(Test *test, unsigned guest) {
    bool known = !COMPARE_TIMES_WITH_BOTS && strstr(test->options, "jump_in");
    if (known || guest == test_observer(test) || host_of(test) == guest) return say(test, guest, "back", "");
    say(test, guest, "stand", "");
    say(test, guest, "back", "");
}

static void say_vote(Test *test, unsigned guest) {
    static const char *const votes[] = {"\"what\":\"kick\",\"seat\":\"A\"", "\"what\":\"pause\"",
                                        "\"what\":\"kick\",\"seat\":\"C\"", "\"yes\":true"};
    say(test, guest, "vote", votes[test_below(test, 4)]);
}

static void say_lobby(Test *test, unsigned guest) {
    say(test, guest, "lobby", "\"yes\":true");
    say(test, guest, "lobby", "\"yes\":false");
}

static void say_mute(Test *test, unsigned guest) {
    char members[64];
    unsigned long long user = test->pair.guest[test_below(test, 2) ? 0 : test->players].user;
    for (unsigned yes = 2; yes--;) {
        snprintf(members, sizeof members, "\"user\":\"%016llx\",\"yes\":%s", user, yes ? "true" : "false");
        say(test, guest, "mute", members);
        say(test, 0, "chat", "\"text\":\"can you hear me?\"");
    }
}

/* A game that goes on has no close of its host's. */
static void say_close(Test *test, unsigned guest) {
    if (guest != host_of(test)) say(test, guest, "close", "");
}

static void say_join(Test *test, unsigned guest) {
    test_join(test, guest);
    test_compare(test);
}

typedef struct {
    const char *name, *members;
    void (*say)(Test *test, unsigned guest); /* NULL: the members are all that it needs */
} Row;

static const Row rows[] = {
    {"do", "\"do\":\"no such thing\",\"q\":1", NULL}, /* leak.c has the good ones */
    {"tell", "\"text\":\"the truth\"", NULL},
    {"ask", "", NULL},
    {"chat", "\"text\":\"well played\"", NULL},
    {"mute", "", say_mute},
    {"join", "", say_join},
    {"leave", "", say_leave},
    {"sit", "\"seat\":\"B\"", NULL},
    {"wait", "", say_wait},
    {"stand", "", say_stand},
    {"back", "", NULL},
    {"ready", "", NULL},
    {"reveal", "\"seed\":\"00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff\"", NULL},
    {"bot", "\"seat\":\"B\",\"kind\":\"easy\"", NULL},
    {"clear", "\"seat\":\"B\"", NULL},
    {"host", "\"seat\":\"A\"", NULL},
    {"set", "\"title\":\"another title\"", NULL},
    {"start", "", NULL},
    {"pause", "", NULL},
    {"resume", "", NULL},
    {"vote", "", say_vote},
    {"close", "", say_close},
    {"lobby", "", say_lobby},
    {"follow", "\"code\":\"K7QD2M4P\"", NULL},
    {"team", "\"text\":\"whose turn is it?\"", NULL},
    {"ping", "", NULL},
};

static unsigned message_count(void) {
    unsigned count = 0;
    while (message_name(count)) count++;
    return count;
}

static const Row *row_of(const char *name) {
    for (const Row *row = rows; row < rows + sizeof rows / sizeof *rows; row++)
        if (strcmp(row->name, name) == 0) return row;
    return NULL;
}

/* Now any, now the one that was sent least. */
static const char *pick_message(Test *test) {
    unsigned count = message_count(), pick = test_below(test, count);
    for (unsigned i = 0; i < count && i < PAIR_MESSAGES && test_below(test, 2); i++)
        if (test->pair.sent[i] < test->pair.sent[pick]) pick = i;
    return test_below(test, 3) ? message_name(pick) : "ask";
}

void all_say(Test *test) {
    const char *name = pick_message(test);
    const Row *row = row_of(name);
    unsigned guest = anybody(test);
    if (!row) return; /* all_were_sent() complains */
    if (row->say) row->say(test, guest);
    else say(test, guest, name, row->members);
    put_right(test);
}

/* ---- requests ---- */

/* "/api/games/ID/record" of the game that is played: what stands for a * is what the observer may well know. */
static void fill_path(Test *test, const char *pattern, char *out, size_t size) {
    char id[ID_TEXT];
    size_t used = 0;
    id_format(table_of(test)->game_id, id);
    const char *part = strncmp(pattern, "/api/games", 10) == 0      ? id
                       : strncmp(pattern, "/api/tables", 11) == 0   ? test->pair.code
                       : strncmp(pattern, "/api/rulesets", 13) == 0 ? "official"
                                                                    : id;
    for (; *pattern && used + 1 < size; pattern++) {
        if (*pattern == '*') used += (size_t)snprintf(out + used, size - used, "%s", part);
        else out[used++] = *pattern;
    }
    if (strcmp(out, "/api/games") == 0 && used < size) snprintf(out + used, size - used, "?user=me");
    else out[used] = 0;
}

/* The GET that was asked least. */
static unsigned pick_route(const Test *test) {
    unsigned pick = PAIR_ROUTES;
    for (unsigned i = 0; api_route(i) && i < PAIR_ROUTES; i++)
        if (strcmp(api_route(i)->method, "GET") == 0 && (pick == PAIR_ROUTES || test->asked[i] < test->asked[pick]))
            pick = i;
    return pick;
}

void all_ask(Test *test) {
    unsigned guest = test_observer(test), number = pick_route(test);
    char path[200];
    const ApiRoute *route = api_route(number);
    if (!route || test->pair.lines + 60 > PAIR_LINES) return;
    bool opens_stream = test->pair.guest[guest].program && strcmp(route->path, "/api/bot/stream") == 0;
    if (opens_stream) return; /* coming back does it */
    test->asked[number]++;
    memset(path, 0, sizeof path);
    fill_path(test, route->path, path, sizeof path);
    HubLine line = pair_ask(&test->pair, guest, "GET", path, "");
    Words *said[2] = {&test->pair.side[0].said[line], &test->pair.side[1].said[line]};
    test_compare_words(test, "a request is answered otherwise", said[0], said[1]);
    bool of_game = strncmp(path, "/api/games/", 11) == 0;
    if (of_game && strncmp(said[0]->text, "404", 3) != 0)
        test_fault(test, "a game that is played is shown as a whole", path, said[0]->text);
    test_compare(test);
}

/* ---- all of them ---- */

bool all_were_sent(const Test *test) {
    bool good = true;
    for (unsigned i = 0; message_name(i); i++) {
        if (i < PAIR_MESSAGES && test->sent[i] && row_of(message_name(i))) continue;
        printf("not ok leak: nobody has sent \"%s\" (tests/leak/all.c)\n", message_name(i));
        good = false;
    }
    for (unsigned i = 0; api_route(i); i++) {
        if (strcmp(api_route(i)->method, "GET") != 0 || (i < PAIR_ROUTES && test->asked[i])) continue;
        printf("not ok leak: nobody has asked GET %s (tests/leak/all.c)\n", api_route(i)->path);
        good = false;
    }
    if (good) printf("ok leak every kind of message and every GET\n");
    return good;
}
