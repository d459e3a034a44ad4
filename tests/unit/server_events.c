/* server_events.c -- events at a server: who may do what, tables that open by themselves, those who do not come, bots among
 * themselves, and that a crash loses nothing. */
#include "server_world.h"

#include "hub/hall.h"
#include "record/record.h"

static World *world;
static Person ada, ben, cleo;
static struct {
    char *text; /* all that was said to anybody, a line each */
    size_t length;
} heard;

static void hear(void *self, HubLine to, const char *text, size_t length) {
    (void)self, (void)to;
    heard.text = realloc(heard.text, heard.length + length + 2);
    assert_non_null(heard.text);
    memcpy(heard.text + heard.length, text, length);
    memcpy(heard.text + heard.length + length, "\n", 2);
    heard.length += length + 1;
}

static unsigned times_heard(const char *words) {
    unsigned count = 0;
    for (const char *at = heard.text; at && (at = strstr(at, words)); at++) count++;
    return count;
}

static int open_server(void **unused) {
    (void)unused;
    world = calloc(1, sizeof *world);
    assert_non_null(world);
    world_open(world, store_open_memory());
    world->hub->world.send = hear;
    ada = guest(world, "Ada");
    ben = guest(world, "Ben");
    cleo = guest(world, "Cleo");
    return 0;
}

static int close_server(void **unused) {
    (void)unused;
    world_close(world);
    free(world);
    free(heard.text);
    memset(&heard, 0, sizeof heard);
    return 0;
}

/* Without a word of farewell: what the store has is all that is left. */
static void crash(void) {
    HubConfig config = world->hub->config;
    HubWorld calls = world->hub->world;
    char trouble[STORE_TROUBLE_MAX];
    hub_free(world->hub);
    for (unsigned i = 0; i < world->jobs; i++) hub_job_drop(world->job[i]);
    world->jobs = world->facts = 0;
    world->batch = NULL;
    world->hub = hub_new(&config, &calls, world->store, world->wall_ms, trouble);
    if (!world->hub) fail_msg("%s", trouble);
    world_settle(world);
}

static void pass(int64_t ms, int64_t step_ms) {
    for (int64_t gone = 0; gone < ms; gone += step_ms) {
        world_elapse(world, step_ms);
        world_settle(world);
    }
}

/* ---- asking ---- */

static char code[STORE_CODE_MAX];

static Answer *about(const char *method, const Person *who, const char *rest, const char *body) {
    char target[200];
    snprintf(target, sizeof target, "/api/events/%s%s", code, rest);
    return ask(world, method, target, who ? who->session : NULL, body);
}

static Answer *look(const Person *who) {
    Answer *answer = about("GET", who, "", NULL);
    assert_done(answer, 200);
    return answer;
}

static void make(const char *body) {
    Answer *answer = ask(world, "POST", "/api/events", ada.session, body);
    assert_done(answer, 201);
    snprintf(code, sizeof code, "%s", said(answer, "event.code"));
}

static Answer *enter(const Person *who, const char *body) { return about("POST", who, "/entries", body); }

static void do_it(const char *body) { assert_done(enter(&ada, body), 200); }

static void come(const Person *who) { assert_done(about("POST", who, "/enter", "{}"), 201); }

static void add_bots(unsigned count, const char *kind) {
    for (unsigned i = 1; i <= count; i++) {
        char body[120];
        snprintf(body, sizeof body, "{\"do\":\"enter\",\"name\":\"Robo %u\",\"bot\":\"%s\"}", i, kind);
        do_it(body);
    }
}

static int number(const Answer *answer, const char *path) {
    const cJSON *json = part(answer, path);
    if (!cJSON_IsNumber(json)) fail_msg("no number '%s' in %s", path, answer->text);
    return json->valueint;
}

static const Hall *hall(void) {
    size_t at = 0;
    return map_next(&world->hub->halls, &at);
}

static HubLine connect_person(const Person *who) { return (HubLine)(open_socket(world, who->session) - world->answer); }

static void say(HubLine line, const char *text) {
    hub_begin_turn(world->hub, world->mono_ms, world->wall_ms);
    hub_socket_message(world->hub, line, text, strlen(text));
    hub_end_turn(world->hub);
    world_settle(world);
}

/* At the table of the game, ready to play. */
static void sit_ready(HubLine line, const char *table) {
    char text[120];
    snprintf(text, sizeof text, "{\"t\":\"join\",\"code\":\"%s\"}", table);
    say(line, text);
    say(line, "{\"t\":\"ready\",\"yes\":true}");
}

/* ---- results that were kept ---- */

typedef struct {
    unsigned count, given;
    unsigned deals; /* how often one had other deals than the one before it */
    unsigned pairs; /* of partners who have won together */
    Seed seed;
} Kept;

static bool check_record(void *context, const void *row) {
    const StoreResult *result = row;
    Kept *kept = context;
    Record record;
    RecordReport report;
    RecordError error;
    if (!record_parse(result->record, result->record_length, &record, &error)) fail_msg("%s", error.text);
    if (!record_verify(&record, &report, &error)) fail_msg("%s", error.text);
    assert_true(report.finished);
    for (unsigned i = 0; i < record.players; i++) kept->given += record.given[i] != 0;
    kept->deals += memcmp(&kept->seed, &record.chance.seed, sizeof kept->seed) != 0;
    kept->seed = record.chance.seed;
    kept->pairs += record.rules.option.teams == 2 && (record.result.winners == 5 || record.result.winners == 10);
    record_free(&record);
    return true;
}

static bool check_result(void *context, const void *row) {
    const StoreResult *result = row;
    assert_int_equal(result->event, hall()->row.id);
    ((Kept *)context)->count++;
    return store_result(world->store, result->id, check_record, context);
}

static Kept kept_results(void) {
    Kept kept = {0};
    assert_true(store_results(world->store, 0, 0, 0, 1000, check_result, &kept));
    return kept;
}

/* ---- tests ---- */

static void bots_play_a_swiss_by_themselves(void **unused) {
    (void)unused;
    make("{\"form\":\"swiss\",\"title\":\"Bots\",\"automatic\":true,\"break_s\":0,\"numbers\":{\"rounds\":3}}");
    add_bots(3, "greedy");
    do_it("{\"do\":\"enter\",\"name\":\"Ran\",\"bot\":\"random\"}");
    do_it("{\"do\":\"enter\",\"name\":\"Dom\",\"bot\":\"random\"}");
    do_it("{\"do\":\"start\"}");
    pass(20000, 500);
    Answer *answer = look(NULL);
    assert_string_equal(said(answer, "event.state"), "over");
    assert_int_equal(number(answer, "event.round"), 3);
    assert_int_equal(kept_results().count, 6); /* one has a bye in each round */
    answer = about("GET", NULL, "/standings", NULL);
    assert_int_equal(number(answer, "total"), 5);
    assert_int_equal(number(answer, "standings.0.place"), 1);
    answer = about("GET", NULL, "/statistics", NULL); /* a kind of bots is one player, who does not play itself */
    assert_int_equal(number(answer, "of"), 2);
    assert_true(number(answer, "rows.0.stats.games") > 0);
    assert_int_equal(number(answer, "rows.0.stats.games"), number(answer, "rows.1.stats.games"));
    assert_int_equal(number(answer, "events.games"), number(answer, "rows.0.stats.games"));
    assert_true(number(answer, "events.times.played") > 0);
}

static void all_tables_of_a_round_play_the_same_deals(void **unused) {
    (void)unused;
    make("{\"form\":\"swiss\",\"automatic\":true,\"break_s\":0,\"numbers\":{\"rounds\":3,\"duplicate\":1}}");
    add_bots(6, "greedy");
    do_it("{\"do\":\"start\"}");
    pass(20000, 500);
    assert_string_equal(said(look(NULL), "event.state"), "over");
    Kept kept = kept_results();
    assert_int_equal(kept.count, 9);
    assert_int_equal(kept.deals, 3);
}

static void rotating_partners_win_and_lose_together(void **unused) {
    (void)unused;
    make("{\"form\":\"partners\",\"automatic\":true,\"break_s\":0,\"numbers\":{\"rounds\":3}}");
    add_bots(4, "greedy");
    do_it("{\"do\":\"start\"}");
    pass(20000, 500);
    assert_string_equal(said(look(NULL), "event.state"), "over");
    Kept kept = kept_results();
    assert_int_equal(kept.count, 3);
    assert_int_equal(kept.pairs, 3);
    Answer *answer = about("GET", NULL, "/standings", NULL);
    assert_int_equal(number(answer, "standings.0.wins") + number(answer, "standings.1.wins") +
                         number(answer, "standings.2.wins") + number(answer, "standings.3.wins"),
                     6);
}

static void a_timed_arena_ends_by_the_clock(void **unused) {
    (void)unused;
    make("{\"form\":\"arena\",\"automatic\":true,\"numbers\":{\"minutes\":1}}");
    add_bots(4, "greedy");
    do_it("{\"do\":\"start\"}");
    pass(50000, 500);
    assert_string_equal(said(look(NULL), "event.state"), "running");
    int rounds = number(look(NULL), "event.round");
    assert_true(rounds > 1 && rounds <= 11); /* whoever is free is paired again, but not at once */
    pass(30000, 500);
    assert_string_equal(said(look(NULL), "event.state"), "over");
}

/* What is written once for everybody is never older than the last change, and never has an organiser's keys. */
static void everybody_is_shown_the_same_but_keys(void **unused) {
    (void)unused;
    make("{\"form\":\"single\",\"online\":false}");
    come(&ben);
    come(&cleo);
    do_it("{\"do\":\"start\"}");
    assert_non_null(strstr(about("GET", &ada, "?rows=10", NULL)->text, "\"key\""));
    assert_null(strstr(about("GET", &ben, "?rows=10", NULL)->text, "\"key\""));
    assert_int_equal(number(about("GET", NULL, "?rows=10", NULL), "open.total"), 1);
    do_it("{\"do\":\"result\",\"game\":1,\"places\":[2,1]}");
    Answer *answer = about("GET", &ben, "?rows=10", NULL);
    assert_int_equal(number(answer, "open.total"), 0);
    assert_string_equal(said(answer, "standings.standings.0.name"), "Cleo");
    assert_int_equal(cJSON_GetArraySize(part(about("GET", &ben, "?rows=1", NULL), "standings.standings")), 1);
}

static void a_split_tournament_shares_a_card(void **unused) {
    (void)unused;
    make("{\"form\":\"split\",\"title\":\"Duel\"}");
    add_bots(10, "greedy");
    do_it("{\"do\":\"start\"}");
    pass(2000, 500);
    Answer *answer = look(&ada);
    assert_string_equal(said(answer, "event.phase"), "window");
    answer = about("GET", &ada, "/games", NULL);
    int giver = number(answer, "games.0.seats.0.who");
    char body[160];
    /* Whoever plays the next duel: entry order decides (H106). */
    snprintf(body, sizeof body, "{\"do\":\"share\",\"who\":%d,\"to\":%d,\"card\":\"+4\"}", giver, giver == 3 ? 5 : 3);
    do_it(body);
    for (unsigned round = 2; round <= 15; round++) {
        snprintf(body, sizeof body, "{\"do\":\"round\",\"round\":%u}", round);
        do_it(body);
        pass(3000, 500);
    }
    pass(60000, 500);
    answer = look(NULL);
    assert_string_equal(said(answer, "event.state"), "over");
    assert_true(number(answer, "event.champion") > 0);
    Kept kept = kept_results();
    assert_true(kept.count >= 17); /* 15 duels, and at least two of the finale */
    assert_int_equal(kept.given, 1);
}

static void a_shift_is_shown_before_it_counts(void **unused) {
    (void)unused;
    make("{\"form\":\"split\"}");
    add_bots(10, "greedy");
    do_it("{\"do\":\"start\"}");
    pass(2000, 500);
    static const char shift[] = "{\"do\":\"shift\",\"moves\":[{\"who\":1,\"group\":1}],\"preview\":true}";
    Answer *answer = enter(&ada, shift);
    assert_done(answer, 200);
    assert_non_null(strstr(answer->text, "\"doomed\""));
    assert_non_null(strstr(answer->text, "four in Red"));
    assert_int_equal(number(look(&ada), "event.groups.0.size"), 5); /* nothing has changed */
}

static void everybody_has_rights_of_their_own(void **unused) {
    (void)unused;
    make("{\"form\":\"robin\",\"online\":false}");
    come(&ben);
    come(&cleo);
    assert_refused(about("POST", &ben, "/enter", "{}"), 409, "entered");
    assert_refused(enter(&ben, "{\"do\":\"start\"}"), 403, "not_organiser");
    assert_refused(enter(&ben, "{\"do\":\"withdraw\",\"who\":2}"), 403, "not_organiser");
    assert_refused(about("POST", &ben, "/options", "{\"open\":false}"), 403, "not_organiser");
    assert_refused(about("POST", &ben, "/key", "{}"), 403, "not_organiser");
    assert_null(part(look(&ben), "event.key"));
    char key[40], body[120];
    snprintf(key, sizeof key, "%s", said(look(&ada), "event.key"));
    assert_refused(about("POST", &ben, "/organise", "{\"key\":\"222222222222\"}"), 403, "wrong_key");
    snprintf(body, sizeof body, "{\"key\":\"%s\"}", key);
    assert_done(about("POST", &ben, "/organise", body), 201);
    assert_done(enter(&ben, "{\"do\":\"start\"}"), 200);
    assert_done(enter(&cleo, "{\"do\":\"pause\",\"who\":2}"), 200); /* herself */
    assert_done(about("POST", &ada, "/key", "{}"), 200);
    assert_refused(about("POST", &cleo, "/organise", body), 403, "wrong_key"); /* it is another one now */
}

static void an_event_that_is_not_there(void **unused) {
    (void)unused;
    snprintf(code, sizeof code, "NOTHERE2");
    assert_true(cJSON_IsNull(part(look(&ben), "event")));
    assert_true(cJSON_IsNull(part(about("GET", &ben, "?rows=50", NULL), "event")));
    assert_refused(about("GET", &ben, "/games", NULL), 404, "no_such_event");
    assert_refused(enter(&ben, "{\"do\":\"start\"}"), 404, "no_such_event");
}

static void two_organisers_do_not_overwrite_each_other(void **unused) {
    (void)unused;
    make("{\"form\":\"robin\",\"online\":false}");
    come(&ben);
    come(&cleo);
    do_it("{\"do\":\"start\"}");
    do_it("{\"do\":\"round\"}");
    int seen = number(look(&ada), "event.seq");
    char body[160];
    snprintf(body, sizeof body, "{\"do\":\"result\",\"game\":1,\"places\":[1,2],\"seen\":%d}", seen);
    do_it(body);
    snprintf(body, sizeof body, "{\"do\":\"result\",\"game\":1,\"places\":[2,1],\"seen\":%d}", seen);
    assert_refused(enter(&ada, body), 409, "moved_on");
    Answer *answer = about("GET", NULL, "/games", NULL);
    bool turned = number(answer, "games.0.seats.0.who") == 2;
    assert_int_equal(number(answer, "games.0.seats.0.place"), turned ? 2 : 1);
    assert_refused(enter(&ada, "{\"do\":\"result\",\"game\":9,\"places\":[1,2]}"), 409, "no_such_game");
    assert_refused(enter(&ada, "{\"do\":\"undo\",\"entry\":999}"), 409, "no_such_entry");
    assert_refused(enter(&ada, "{\"do\":\"dance\"}"), 400, "not_understood");
}

/* In parts, so that a page can tell it in any language. */
static void the_log_says_what_was_entered(void **unused) {
    (void)unused;
    make("{\"form\":\"split\",\"online\":false}");
    come(&ben);
    add_bots(9, "greedy");
    do_it("{\"do\":\"start\"}");
    do_it("{\"do\":\"result\",\"game\":1,\"places\":[2,1]}");
    do_it("{\"do\":\"share\",\"who\":1,\"to\":3,\"card\":\"+4\"}");
    do_it("{\"do\":\"shift\",\"moves\":[{\"who\":1,\"group\":1},{\"who\":2,\"group\":0}]}");
    do_it("{\"do\":\"pause\"}");
    do_it("{\"do\":\"undo\",\"entry\":13}");
    Answer *answer = about("GET", NULL, "/entries", NULL);
    assert_int_equal(number(answer, "entries.0.number"), 13);
    assert_int_equal(cJSON_GetArraySize(part(answer, "entries.1.names")), 0); /* everybody pauses */
    assert_string_equal(said(answer, "entries.2.moves.0.name"), "Ben");
    assert_string_equal(said(answer, "entries.2.moves.0.to"), "Blue");
    assert_string_equal(said(answer, "entries.3.names.1"), "Robo 2");
    assert_string_equal(said(answer, "entries.3.card"), "+4");
    assert_string_equal(said(answer, "entries.4.places.0.name"), "Robo 1");
    assert_string_equal(said(answer, "entries.4.game.stage"), "duel");
    assert_int_equal(number(answer, "entries.4.game.round"), 1);
    assert_string_equal(said(answer, "entries.4.fate"), "undone");
    assert_string_equal(said(answer, "entries.14.names.0"), "Robo 1");
}

/* People whose table opens, who are called to it, and whose result enters by itself. */
static void a_table_opens_and_its_result_enters(void **unused) {
    (void)unused;
    HubLine of_ben = connect_person(&ben), of_cleo = connect_person(&cleo);
    make("{\"form\":\"page\",\"ruleset\":\"split-duel\",\"think_s\":3,\"reserve_s\":0}");
    come(&ben);
    come(&cleo);
    do_it("{\"do\":\"start\"}");
    pass(1000, 250);
    assert_int_equal(times_heard("\"t\":\"called\""), 2);
    char table[20];
    snprintf(table, sizeof table, "%s", said(look(&ben), "event.me.game.table"));
    Answer *answer = ask(world, "GET", "/api/tables", ben.session, NULL);
    assert_string_equal(said(answer, "mine.0.code"), table); /* the first page shows it, too */
    HubLine of_ada = connect_person(&ada);
    char join[80];
    snprintf(join, sizeof join, "{\"t\":\"join\",\"code\":\"%s\"}", table);
    say(of_ada, join);
    say(of_ada, "{\"t\":\"sit\"}");
    assert_int_equal(times_heard("event_table"), 1); /* the seats are reserved */
    sit_ready(of_ben, table);
    say(of_ben, "{\"t\":\"stand\"}");
    assert_int_equal(times_heard("event_table"), 2);
    sit_ready(of_cleo, table);
    pass(5000, 250);
    assert_int_equal(number(look(NULL), "event.open"), 1);
    pass(4000000, 500); /* both have gone to sleep: the clock plays on for them */
    answer = look(NULL);
    assert_string_equal(said(answer, "event.state"), "over");
    assert_true(number(answer, "event.champion") > 0);
    answer = about("GET", NULL, "/games", NULL);
    assert_string_equal(said(answer, "games.0.by"), "table");
    assert_int_equal(kept_results().count, 1);
    answer = about("GET", NULL, "/statistics", NULL); /* of this event alone */
    assert_int_equal(number(answer, "of"), 2);
    assert_int_equal(number(answer, "rows.0.stats.games"), 1);
    assert_int_equal(number(answer, "rows.0.stats.wins") + number(answer, "rows.1.stats.wins"), 1);
    assert_int_equal(number(answer, "events.games"), 1);
    assert_int_equal(number(answer, "events.times.dealt"), number(answer, "rows.0.stats.deals"));
    make("{\"form\":\"page\"}");
    assert_int_equal(number(about("GET", NULL, "/statistics", NULL), "of"), 0);
}

static void those_who_do_not_come_lose(void **unused) {
    (void)unused;
    HubLine of_ben = connect_person(&ben);
    make("{\"form\":\"page\",\"noshow_s\":60}");
    come(&ben);
    come(&cleo);
    do_it("{\"do\":\"start\"}");
    pass(1000, 250);
    sit_ready(of_ben, said(look(&ben), "event.me.game.table"));
    pass(70000, 1000);
    Answer *answer = look(NULL);
    assert_string_equal(said(answer, "event.state"), "over");
    assert_string_equal(said(answer, "event.champion_name"), "Ben");
    assert_int_equal(world->hub->desks.count, 0); /* the table is gone */
}

static void where_nobody_comes_an_organiser_decides(void **unused) {
    (void)unused;
    make("{\"form\":\"page\",\"noshow_s\":60}");
    come(&ben);
    come(&cleo);
    do_it("{\"do\":\"start\"}");
    pass(200000, 1000);
    Answer *answer = about("GET", NULL, "/games", NULL);
    assert_true(cJSON_IsTrue(part(answer, "games.0.stuck")));
    assert_int_equal(world->hub->desks.count, 0);
    do_it("{\"do\":\"result\",\"game\":1,\"places\":[2,1]}");
    assert_string_equal(said(look(NULL), "event.champion_name"), "Cleo");
}

static void an_arbiters_phone_enters_a_result(void **unused) {
    (void)unused;
    make("{\"form\":\"page\",\"online\":false}");
    do_it("{\"do\":\"enter\",\"name\":\"Dora\"}");
    do_it("{\"do\":\"enter\",\"name\":\"Emil\"}");
    do_it("{\"do\":\"start\"}");
    Answer *answer = about("GET", &ben, "/games", NULL);
    assert_null(part(answer, "games.0.key"));
    answer = about("GET", &ada, "/games", NULL);
    char body[120];
    assert_refused(about("POST", NULL, "/result", "{\"game\":1,\"places\":[1,2],\"key\":\"22222222\"}"), 403,
                   "wrong_key");
    snprintf(body, sizeof body, "{\"game\":1,\"places\":[2,1],\"key\":\"%s\"}", said(answer, "games.0.key"));
    assert_done(about("POST", NULL, "/result", body), 200);
    assert_string_equal(said(look(NULL), "event.champion_name"), "Emil");
}

/* Everything that the event says, so that it can be compared. */
static char *all_of_it(void) {
    static const char *const parts[] = {"", "/standings", "/games", "/entries", "/export/log", "/export/csv"};
    char *text = calloc(1, 1 << 23);
    for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++) strcat(text, about("GET", &ada, parts[i], NULL)->text);
    return text;
}

static void a_crash_loses_nothing(void **unused) {
    (void)unused;
    HubLine of_ben = connect_person(&ben);
    make("{\"form\":\"swiss\",\"numbers\":{\"rounds\":2}}");
    come(&ben);
    come(&cleo);
    add_bots(3, "greedy");
    do_it("{\"do\":\"enter\",\"name\":\"O'Neil \\\"Q\\\" Smith\"}");
    do_it("{\"do\":\"start\"}");
    do_it("{\"do\":\"round\"}");
    pass(3000, 250);
    assert_done(about("POST", &ada, "/options", "{\"noshow_s\":100,\"open\":false}"), 200);
    do_it("{\"do\":\"undo\",\"entry\":3}");
    char *before = all_of_it();
    unsigned tables = (unsigned)world->hub->desks.count;
    assert_true(tables > 0);
    crash();
    char *after = all_of_it();
    assert_string_equal(before, after);
    assert_int_equal(world->hub->desks.count, tables); /* the same, not new ones */
    (void)of_ben;
    free(before);
    free(after);
}

static void an_event_that_is_over_can_be_read_again(void **unused) {
    (void)unused;
    make("{\"form\":\"page\",\"online\":false}");
    do_it("{\"do\":\"enter\",\"name\":\"Dora\"}");
    do_it("{\"do\":\"enter\",\"name\":\"Emil\"}");
    do_it("{\"do\":\"start\"}");
    do_it("{\"do\":\"result\",\"game\":1,\"places\":[2,1]}");
    pass(2000, 500);
    char *before = all_of_it();
    crash();
    assert_int_equal(world->hub->halls.count, 0);
    char *after = all_of_it();
    assert_string_equal(before, after);
    free(before);
    free(after);
}

/* A Swiss of so many people, whose first round is paired now. */
static void start_large(unsigned people) {
    make("{\"form\":\"swiss\"}");
    for (unsigned i = 0; i < people; i++) {
        char name[20];
        snprintf(name, sizeof name, "P%u", i);
        Person person = guest(world, name);
        come(&person);
    }
    do_it("{\"do\":\"start\"}");
    do_it("{\"do\":\"round\"}");
}

/* Until so many tables are there; in no turn was more than one opened. Returns how long it took. */
static unsigned open_tables(unsigned wanted) {
    unsigned ms = 0;
    for (; world->hub->desks.count < wanted && ms < 10000; ms++) {
        size_t had = world->hub->desks.count;
        world_elapse(world, 1);
        world_settle(world);
        assert_true(world->hub->desks.count - had <= 1);
    }
    assert_int_equal(world->hub->desks.count, wanted);
    return ms;
}

static void a_hundred_tables_open_one_by_one_within_a_second(void **unused) {
    (void)unused;
    start_large(200);
    assert_true(open_tables(100) <= 1000);
    Answer *answer = about("GET", NULL, "/games?open=1&most=500", NULL);
    assert_int_equal(number(answer, "total"), 100);
}

static void a_crash_between_two_tables_opens_the_rest_afterwards(void **unused) {
    (void)unused;
    start_large(40);
    open_tables(7);
    crash();
    assert_true(world->hub->desks.count >= 7);
    open_tables(20);
    pass(3000, 50);
    assert_int_equal(world->hub->desks.count, 20); /* none was opened twice */
}

static void follow(HubLine line) {
    char text[80];
    snprintf(text, sizeof text, "{\"t\":\"follow\",\"code\":\"%s\"}", code);
    say(line, text);
}

/* More than are told in one turn, one of whom leaves in the midst of it. */
static void many_followers_are_told_some_at_a_time(void **unused) {
    (void)unused;
    enum { MANY = 3 * HALL_TOLD_AT_ONCE };
    HubLine line[MANY];
    make("{\"form\":\"swiss\"}");
    for (unsigned i = 0; i < MANY; i++) {
        char name[20];
        snprintf(name, sizeof name, "F%u", i);
        Person person = guest(world, name);
        line[i] = connect_person(&person);
        follow(line[i]);
    }
    pass(1000, 100);
    unsigned before = times_heard("\"t\":\"event\"");
    come(&ben);
    unsigned first = times_heard("\"t\":\"event\"") - before;
    assert_true(first > 0 && first <= HALL_TOLD_AT_ONCE);
    assert_non_null(hall()->telling);
    say(hall()->telling->line, "{\"t\":\"follow\",\"yes\":false}");
    pass(200, 1);
    assert_int_equal(times_heard("\"t\":\"event\"") - before, MANY - 1);
}

/* What a page shows meanwhile may be what it was before; once the page is told to look again, it is not. */
static void a_page_sees_all_tables_when_it_is_told_to_look(void **unused) {
    (void)unused;
    start_large(200);
    HubLine line = connect_person(&ben);
    follow(line);
    for (unsigned ms = 0; ms < 2000; ms++) {
        unsigned told = times_heard("\"t\":\"event\"");
        world_elapse(world, 1);
        world_settle(world);
        if (ms % 3 == 0) about("GET", &ben, "?rows=50", NULL);
        if (times_heard("\"t\":\"event\"") == told) continue;
        const cJSON *game;
        unsigned tables = 0;
        Answer *answer = about("GET", &ben, "?rows=50", NULL);
        cJSON_ArrayForEach(game, part(answer, "open.games")) tables += cJSON_HasObjectItem(game, "table") != 0;
        assert_int_equal(tables, world->hub->desks.count);
    }
    assert_int_equal(world->hub->desks.count, 100);
    assert_non_null(part(about("GET", &ben, "?rows=50", NULL), "open.games.99.table"));
}

static void who_follows_hears_of_changes(void **unused) {
    (void)unused;
    HubLine line = connect_person(&cleo);
    make("{\"form\":\"split\"}");
    follow(line);
    assert_int_equal(times_heard("\"t\":\"event\""), 1);
    come(&ben);
    pass(1000, 100);
    assert_int_equal(times_heard("\"t\":\"event\""), 2);
    say(line, "{\"t\":\"team\",\"text\":\"hello\"}");
    assert_int_equal(times_heard("no_group"), 1);
    come(&cleo);
    add_bots(8, "greedy");
    say(line, "{\"t\":\"team\",\"text\":\"hello\"}");
    assert_int_equal(times_heard("no_window"), 1);
    say(line, "{\"t\":\"follow\",\"yes\":false}");
    unsigned before = times_heard("\"t\":\"event\"");
    do_it("{\"do\":\"start\"}");
    pass(1000, 100);
    assert_int_equal(times_heard("\"t\":\"event\""), before);
}

static void only_the_own_group_hears_what_is_said(void **unused) {
    (void)unused;
    HubLine of_ben = connect_person(&ben), of_cleo = connect_person(&cleo);
    make("{\"form\":\"split\",\"online\":false}");
    come(&ben);
    come(&cleo);
    add_bots(8, "greedy");
    do_it("{\"do\":\"start\"}");
    do_it("{\"do\":\"result\",\"game\":1,\"places\":[1,2]}");
    follow(of_ben);
    follow(of_cleo);
    say(of_ben, "{\"t\":\"team\",\"text\":\"let us swap\"}");
    assert_int_equal(times_heard("let us swap"), 1); /* Ben himself; Cleo plays for the other group */
}

/* The table whose title has these words; it is there. */
static Desk *table_called(const char *words) {
    size_t at = 0;
    Desk *desk;
    while ((desk = map_next(&world->hub->desks, &at)) && !strstr(desk->table.settings.title, words)) continue;
    assert_non_null(desk);
    return desk;
}

static bool keep_id(void *context, const void *row) {
    id_format(((const StoreResult *)row)->id, context);
    return false;
}

static Answer *of_game(const char *id, const char *what) {
    char target[60];
    snprintf(target, sizeof target, "/api/games/%s/%s", id, what);
    return ask(world, "GET", target, NULL, NULL);
}

/* The record of a table that is through has the seed by which others of the event may still play. */
static void a_record_does_not_tell_the_deals_of_others(void **unused) {
    (void)unused;
    char id[ID_TEXT] = "";
    make("{\"form\":\"swiss\",\"numbers\":{\"rounds\":2,\"duplicate\":1}}");
    add_bots(2, "greedy");
    do_it("{\"do\":\"start\"}");
    do_it("{\"do\":\"round\"}");
    pass(20000, 500);
    assert_true(store_results(world->store, 0, 0, 0, 1, keep_id, id) && *id);
    assert_refused(of_game(id, "record"), 409, "deals_in_play");
    assert_refused(of_game(id, "review"), 409, "deals_in_play");
    do_it("{\"do\":\"round\"}");
    pass(20000, 500);
    assert_done(of_game(id, "record"), 200);
}

static void tables_of_people_play_the_same_deals(void **unused) {
    (void)unused;
    Person dan = guest(world, "Dan");
    make("{\"form\":\"swiss\",\"numbers\":{\"rounds\":1,\"duplicate\":1}}");
    come(&ada);
    come(&ben);
    come(&cleo);
    come(&dan);
    do_it("{\"do\":\"start\"}");
    do_it("{\"do\":\"round\"}");
    pass(1000, 50);
    assert_int_equal(world->hub->desks.count, 2);
    const TableSettings *one = &table_called("table 1")->table.settings,
                        *two = &table_called("table 2")->table.settings;
    assert_true(one->seeded && two->seeded);
    assert_memory_equal(&one->seed, &two->seed, sizeof one->seed);
}

static void partners_at_a_table_are_a_team(void **unused) {
    (void)unused;
    make("{\"form\":\"partners\",\"ruleset\":\"split-v3\"}");
    come(&ada);
    come(&ben);
    come(&cleo);
    add_bots(1, "greedy");
    do_it("{\"do\":\"start\"}");
    do_it("{\"do\":\"round\"}");
    pass(1000, 50);
    const Table *table = &table_called("table 1")->table;
    const TourneyGame *game = &hall()->tourney.game[1];
    assert_int_equal(table->settings.ruleset.rules.option.teams, 2);
    for (unsigned seat = 0; seat < 4; seat++) { /* partners sit across from each other */
        const char *name = tourney_name(&hall()->tourney, game->who[seat / 2 + 2 * (seat % 2)]);
        assert_string_equal(table->seat[seat].name, name);
    }
}

/* H107, where people play: the card is in the hand as soon as it is dealt. */
static void a_shared_card_is_in_the_hand_at_the_next_table(void **unused) {
    (void)unused;
    HubLine of_cleo = connect_person(&cleo), of_ada = connect_person(&ada);
    make("{\"form\":\"split\"}");
    come(&ben);
    come(&cleo);
    come(&ada);
    add_bots(7, "greedy");
    do_it("{\"do\":\"start\"}");
    do_it("{\"do\":\"result\",\"game\":1,\"places\":[1,2]}");
    do_it("{\"do\":\"share\",\"who\":1,\"to\":2,\"card\":\"+4\"}");
    do_it("{\"do\":\"round\",\"round\":2}");
    do_it("{\"do\":\"represent\",\"who\":2}");
    pass(1000, 50);
    const Table *table = &table_called("Round 2")->table;
    Seat seat = strcmp(table->seat[0].name, "Cleo") == 0 ? 0 : 1;
    assert_int_equal(table->settings.given[seat], FACE_WILD4);
    assert_int_equal(table->settings.given[!seat], 0);
    sit_ready(of_cleo, said(look(&cleo), "event.me.game.table"));
    sit_ready(of_ada, said(look(&ada), "event.me.game.table"));
    pass(2000, 50);
    table = &table_called("Round 2")->table;
    assert_int_equal(table->stage, TABLE_PLAYING);
    assert_true(cards_has(&table->game.own[seat].hand, FACE_WILD4));
}

static void whoever_deletes_their_account_leaves_the_event(void **unused) {
    (void)unused;
    make("{\"form\":\"single\",\"title\":\"Last cup\",\"online\":false}");
    come(&ben);
    come(&cleo);
    do_it("{\"do\":\"start\"}");
    Answer *answer = ask(world, "GET", "/api/me/export", ben.session, NULL);
    assert_string_equal(said(answer, "events.0.title"), "Last cup");
    assert_done(ask(world, "POST", "/api/me/delete", ben.session, "{\"name\":\"Ben\"}"), 200);
    for (unsigned i = 0; i < 2; i++) {
        if (i) crash();
        answer = look(NULL);
        assert_string_equal(said(answer, "event.champion_name"), "Cleo"); /* a walk-over */
        answer = about("GET", NULL, "/standings", NULL);
        assert_string_equal(said(answer, "standings.1.name"), "Somebody");
        assert_string_equal(said(answer, "standings.1.kind"), "written");
    }
    assert_done(ask(world, "POST", "/api/me/delete", ada.session, "{\"name\":\"Ada\"}"), 200);
    assert_null(strstr(look(NULL)->text, "\"Ada\""));
}

/* Whatever comes after the damage does not count; what comes before it can be looked at and saved. */
static void a_damaged_log_is_shown_up_to_the_damage(void **unused) {
    (void)unused;
    make("{\"form\":\"page\",\"online\":false}");
    do_it("{\"do\":\"enter\",\"name\":\"Dora\"}");
    do_it("{\"do\":\"enter\",\"name\":\"Emil\"}");
    do_it("{\"do\":\"start\"}");
    hub_begin_turn(world->hub, world->mono_ms, world->wall_ms);
    batch_log(hub_write(world->hub), hall()->row.id, hall()->seq + 1, world->wall_ms, "nonsense", 8);
    hub_end_turn(world->hub);
    world_settle(world);
    crash();
    Answer *answer = look(&ada);
    assert_true(cJSON_IsTrue(part(answer, "event.stopped")));
    assert_int_equal(number(answer, "event.entrants"), 2);
    assert_refused(enter(&ada, "{\"do\":\"result\",\"game\":1,\"places\":[2,1]}"), 409, "stopped");
    assert_non_null(strstr(about("GET", NULL, "/export/log", NULL)->text, "enter Dora"));
    crash();
    assert_true(cJSON_IsTrue(part(look(NULL), "event.stopped")));
}

/* As many as there can be. They are written down in one turn: a request for each would take the test a minute. */
static void an_event_of_ten_thousand_is_told_in_pages(void **unused) {
    (void)unused;
    make("{\"form\":\"swiss\",\"online\":false}");
    TourneyAnswer answer;
    Hall *large = halls_find(world->hub, hall()->row.id);
    hub_begin_turn(world->hub, world->mono_ms, world->wall_ms);
    for (unsigned i = 1; i <= HALL_ENTRANTS_MAX; i++) {
        TourneyEntry entry;
        tourney_entry_init(&entry, TOURNEY_enter);
        snprintf(entry.name, sizeof entry.name, "P%u", i);
        assert_true(hall_enter(world->hub, large, &entry, SEEN_NOT_ASKED, 0, &answer));
    }
    hub_end_turn(world->hub);
    world_settle(world);
    assert_refused(about("POST", &ben, "/enter", "{}"), 409, "full");
    do_it("{\"do\":\"start\"}");
    do_it("{\"do\":\"round\"}");
    Answer *told = about("GET", NULL, "/standings?from=9990&most=50", NULL);
    assert_int_equal(number(told, "total"), HALL_ENTRANTS_MAX);
    assert_int_equal(cJSON_GetArraySize(part(told, "standings")), 10);
    told = about("GET", NULL, "?rows=50", NULL);
    assert_int_equal(cJSON_GetArraySize(part(told, "standings.standings")), 50);
    assert_int_equal(number(told, "open.total"), HALL_ENTRANTS_MAX / 2);
    char *before = all_of_it();
    crash();
    char *after = all_of_it();
    assert_string_equal(before, after);
    free(before);
    free(after);
}

/* The rules that the tables of a new event would have; "": no table was opened. */
static const char *rules_of_first_table(void) {
    static char title[RULESET_TITLE_MAX];
    size_t at = 0;
    const Desk *desk = map_next(&world->hub->desks, &at);
    snprintf(title, sizeof title, "%s", desk ? desk->table.settings.ruleset.title : "");
    return title;
}

static void an_event_is_played_by_own_rules(void **unused) {
    (void)unused;
    make("{\"ruleset\":\"[ruleset]\\ntitle = Friday rules\\nextends = official\\n[rules]\\nhand_limit = 7\\n\"}");
    Answer *answer = look(&ada);
    assert_string_equal(said(answer, "event.ruleset"), "Friday rules");
    come(&ada);
    come(&ben);
    crash(); /* they are in the log */
    do_it("{\"do\":\"start\"}");
    do_it("{\"do\":\"round\"}");
    pass(1000, 100);
    assert_string_equal(rules_of_first_table(), "Friday rules");
    size_t at = 0;
    const Desk *desk = map_next(&world->hub->desks, &at);
    assert_int_equal(desk->table.settings.ruleset.rules.option.hand_limit, 7);
}

static void an_event_is_played_by_the_rules_of_a_club(void **unused) {
    (void)unused;
    char target[120], body[120];
    ada = quick_account(world, "Ada");
    Answer *answer = ask(world, "POST", "/api/clubs", ada.session, "{\"name\":\"Foxes\"}");
    assert_done(answer, 201);
    char club[ID_TEXT];
    snprintf(club, sizeof club, "%s", said(answer, "club.id"));
    snprintf(target, sizeof target, "/api/clubs/%s/rulesets/friday", club);
    assert_done(ask(world, "PUT", target, ada.session,
                    "{\"text\":\"[ruleset]\\ntitle = Of the foxes\\nextends = official\\n\",\"base\":0}"),
                201);
    snprintf(body, sizeof body, "{\"ruleset\":\"club:%s/friday\"}", club);
    assert_refused(ask(world, "POST", "/api/events", ben.session, body), 400, "bad_ruleset"); /* no member */
    make(body);
    come(&ada);
    come(&ben);
    do_it("{\"do\":\"start\"}");
    do_it("{\"do\":\"round\"}");
    pass(1000, 100);
    assert_string_equal(rules_of_first_table(), "Of the foxes");
}

static void rules_that_do_not_fit_an_event_are_refused(void **unused) {
    (void)unused;
    static const char *const bodies[][2] = {
        {"{\"ruleset\":\"[ruleset]\\ntitle = A\\nextends = official\\n[rules]\\nhand_limit = many\\n\"}",
         "bad_ruleset"},
        {"{\"ruleset\":\"nonsense\"}", "bad_ruleset"},
        {"{\"ruleset\":\"../etc/passwd\"}", "bad_ruleset"},
        {"{\"ruleset\":7}", "bad_ruleset"},
        {"{\"ruleset\":\"split-duel\",\"numbers\":{\"seats\":4}}", "bad_settings"},
    };
    for (unsigned i = 0; i < sizeof bodies / sizeof *bodies; i++)
        assert_refused(ask(world, "POST", "/api/events", ada.session, bodies[i][0]), 400, bodies[i][1]);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_server, close_server)
    const struct CMUnitTest tests[] = {
        TEST(bots_play_a_swiss_by_themselves),
        TEST(all_tables_of_a_round_play_the_same_deals),
        TEST(rotating_partners_win_and_lose_together),
        TEST(a_timed_arena_ends_by_the_clock),
        TEST(everybody_is_shown_the_same_but_keys),
        TEST(a_split_tournament_shares_a_card),
        TEST(a_shift_is_shown_before_it_counts),
        TEST(everybody_has_rights_of_their_own),
        TEST(an_event_that_is_not_there),
        TEST(two_organisers_do_not_overwrite_each_other),
        TEST(the_log_says_what_was_entered),
        TEST(a_table_opens_and_its_result_enters),
        TEST(those_who_do_not_come_lose),
        TEST(where_nobody_comes_an_organiser_decides),
        TEST(an_arbiters_phone_enters_a_result),
        TEST(a_crash_loses_nothing),
        TEST(an_event_that_is_over_can_be_read_again),
        TEST(a_hundred_tables_open_one_by_one_within_a_second),
        TEST(a_crash_between_two_tables_opens_the_rest_afterwards),
        TEST(many_followers_are_told_some_at_a_time),
        TEST(a_page_sees_all_tables_when_it_is_told_to_look),
        TEST(who_follows_hears_of_changes),
        TEST(only_the_own_group_hears_what_is_said),
        TEST(tables_of_people_play_the_same_deals),
        TEST(a_record_does_not_tell_the_deals_of_others),
        TEST(partners_at_a_table_are_a_team),
        TEST(a_shared_card_is_in_the_hand_at_the_next_table),
        TEST(whoever_deletes_their_account_leaves_the_event),
        TEST(an_event_of_ten_thousand_is_told_in_pages),
        TEST(a_damaged_log_is_shown_up_to_the_damage),
        TEST(an_event_is_played_by_own_rules),
        TEST(an_event_is_played_by_the_rules_of_a_club),
        TEST(rules_that_do_not_fit_an_event_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
