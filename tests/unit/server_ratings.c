/* server_ratings.c -- ratings and statistics of a whole server: lists, one player, clubs; who is named to whom; taking
 * everything along, and going. */
#include "server_world.h"

#include "hub/hub_internal.h"
#include "hub/people.h"
#include "hub/ratings.h"

static World world;
static Person ada, ben, cleo, dan; /* accounts, but for Dan, who is a guest */

static Answer *get(const char *target, const char *session) { return ask(&world, "GET", target, session, NULL); }
static Answer *post(const char *target, const char *session, const char *body) {
    return ask(&world, "POST", target, session, body);
}

static int open_world(void **unused) {
    (void)unused;
    world_open(&world, store_open_memory());
    ada = account(&world, "Ada");
    ben = account(&world, "Ben");
    cleo = account(&world, "Cleo");
    dan = guest(&world, "Dan");
    return 0;
}

static int close_world(void **unused) {
    (void)unused;
    world_close(&world);
    return 0;
}

static const int64_t day = 86400000;
static uint64_t next_id;
static bool events_known = true; /* false: games are kept as before that was counted */

static void seat_person(StoreResultSeat *seat, const Person *person, const char *name) {
    assert_true(id_parse(person->id, &seat->user));
    snprintf(seat->name, sizeof seat->name, "%s", name);
}

/* A game of these two and a bot, which the first wins: as the hub keeps one that ends at its tables. */
static void play(const Person *winner, const char *name, const Person *loser, const char *other, int64_t at,
                 uint64_t club) {
    StoreResult result = {
        .id = ++next_id, .table = 5, .club = club, .code = "K7QD2M4P", .finished = true, .players = 3};
    StoreBatch *batch = batch_new();
    char trouble[STORE_TROUBLE_MAX], record[128];
    result.started_at = at - 1000;
    result.finished_at = at;
    strcpy(result.ruleset, "official");
    Ruleset official;
    RulesetError error;
    assert_true(ruleset_load("official", &official, &error));
    ruleset_hash(&official.rules, result.hash);
    result.deals = 2;
    if (events_known) result.happened[EVENT_dealt] = 2, result.happened[EVENT_played] = 40;
    seat_person(&result.seat[0], winner, name);
    seat_person(&result.seat[1], loser, other);
    strcpy(result.seat[2].name, "Bot C");
    strcpy(result.seat[2].bot, "medium");
    for (unsigned seat = 0; seat < 3; seat++) {
        result.seat[seat].team = (uint8_t)seat;
        result.seat[seat].place = seat ? 2 : 1;
        result.seat[seat].won = !seat;
        result.seat[seat].count[SEAT_COUNT_calls_missed] = 1 + seat;
    }
    snprintf(record, sizeof record, "uno-record 1\nseat A %s\nseat B %s\nseat C Bot C\n", name, other);
    result.record = record;
    result.record_length = strlen(record);
    assert_true(ratings_add(world.hub->ratings, &result));
    assert_true(batch_result(batch, &result));
    assert_int_equal(store_commit(world.store, batch, trouble), STORE_DONE);
    batch_close(batch);
}

static double number(const Answer *answer, const char *path) {
    const cJSON *json = part(answer, path);
    if (!cJSON_IsNumber(json)) fail_msg("no number '%s' in %u %s", path, answer->status, answer->text);
    return json->valuedouble;
}

/* ---- lists ---- */

static void the_better_comes_first(void **unused) {
    (void)unused;
    for (int i = 0; i < 12; i++) play(&ada, "Ada", &ben, "Ben", world.wall_ms - 1000 + i, 0);
    Answer *list = get("/api/leaderboard", NULL);
    assert_done(list, 200);
    assert_int_equal(number(list, "of"), 3);
    assert_string_equal(said(list, "rows.0.name"), "Ada");
    assert_string_equal(said(list, "rows.0.user"), ada.id);
    assert_int_equal(number(list, "rows.0.games"), 12);
    assert_int_equal(number(list, "rows.0.wins"), 12);
    assert_int_equal(number(list, "rows.0.rating.games"), 12);
    assert_true(number(list, "rows.0.rating.ordinal") > number(list, "rows.1.rating.ordinal"));
    assert_int_equal(number(list, "rows.0.stats.calls_missed"), 12);
    bool medium = false;
    for (int i = 1; i < 3; i++) {
        char path[32];
        snprintf(path, sizeof path, "rows.%d.name", i);
        medium |= strcmp(said(list, path), "medium") == 0;
    }
    assert_true(medium); /* a bot is one player, by its kind */
    assert_int_equal(number(get("/api/leaderboard?family=split", NULL), "of"), 0);
    assert_int_equal(number(get("/api/leaderboard?ruleset=ultimate", NULL), "of"), 0);
    assert_int_equal(number(get("/api/leaderboard?ruleset=official", NULL), "of"), 3);
}

static void who_does_not_want_to_is_on_no_list(void **unused) {
    (void)unused;
    for (int i = 0; i < 3; i++) play(&ada, "Ada", &ben, "Ben", world.wall_ms - 1000 + i, 0);
    int before = (int)number(get("/api/leaderboard", NULL), "of");
    assert_refused(ask(&world, "POST", "/api/me/listed", dan.session, "{\"listed\":false}"), 403, "no_account");
    assert_refused(ask(&world, "POST", "/api/me/listed", ada.session, "{\"listed\":7}"), 400, "bad_request");
    Answer *answer = ask(&world, "POST", "/api/me/listed", ada.session, "{\"listed\":false}");
    assert_done(answer, 200);
    assert_true(cJSON_IsTrue(part(answer, "user.unlisted")));
    Answer *list = get("/api/leaderboard", NULL);
    assert_int_equal(number(list, "of"), before - 1);
    assert_null(strstr(list->text, "Ada"));
    assert_done(get("/api/players/me/statistics", ada.session), 200); /* what she has goes on */
    assert_done(ask(&world, "POST", "/api/me/listed", ada.session, "{\"listed\":true}"), 200);
    assert_int_equal(number(get("/api/leaderboard", NULL), "of"), before);
}

static void lists_come_in_pages(void **unused) {
    (void)unused;
    play(&ada, "Ada", &ben, "Ben", world.wall_ms, 0);
    play(&cleo, "Cleo", &ben, "Ben", world.wall_ms, 0);
    Answer *first = get("/api/leaderboard?most=2", NULL), *second = get("/api/leaderboard?from=2&most=2", NULL);
    assert_int_equal(cJSON_GetArraySize(part(first, "rows")), 2);
    assert_int_equal(cJSON_GetArraySize(part(second, "rows")), 2);
    assert_int_equal(number(first, "of"), 4);
    assert_int_equal(number(second, "rows.0.rank"), 3);
    assert_int_equal(cJSON_GetArraySize(part(get("/api/leaderboard?from=99", NULL), "rows")), 0);
    static const char *const bad[] = {"most=101", "most=-1", "from=x", "period=day", "family=both", "from=99999999999"};
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        char target[64];
        snprintf(target, sizeof target, "/api/leaderboard?%s", bad[i]);
        assert_refused(get(target, NULL), 400, "bad_query");
    }
    assert_refused(get("/api/leaderboard?ruleset=nonsense", NULL), 404, "no_ruleset");
}

static void weeks_and_seasons_begin_anew(void **unused) {
    (void)unused;
    play(&ada, "Ada", &ben, "Ben", world.wall_ms - 200 * day, 0);
    play(&cleo, "Cleo", &ben, "Ben", world.wall_ms, 0);
    assert_int_equal(number(get("/api/leaderboard?period=all", NULL), "of"), 4);
    Answer *week = get("/api/leaderboard?period=week", NULL), *season = get("/api/leaderboard?period=season", NULL);
    assert_int_equal(number(week, "of"), 3);
    assert_int_equal(number(season, "of"), 3);
    assert_string_equal(said(week, "rows.0.name"), "Cleo");
    world_elapse(&world, 8 * day);
    assert_int_equal(number(get("/api/leaderboard?period=week", NULL), "of"), 0);
}

static void guests_are_not_named(void **unused) {
    (void)unused;
    play(&dan, "Dan", &ada, "Ada", world.wall_ms, 0);
    Answer *list = get("/api/leaderboard", NULL);
    assert_null(strstr(list->text, "Dan"));
    assert_null(strstr(list->text, dan.id));
    assert_int_equal(number(list, "of"), 2);
    assert_done(post("/api/claim", dan.session, "{\"name\":\"Daniel\",\"password\":\"correct horse\"}"), 200);
    Answer *again = get("/api/leaderboard", NULL);
    assert_int_equal(number(again, "of"), 3);
    assert_non_null(strstr(again->text, "Daniel"));
}

static void a_restart_gives_the_same_digits(void **unused) {
    (void)unused;
    uint64_t random = 3;
    const Person *const people[] = {&ada, &ben, &cleo};
    const char *const names[] = {"Ada", "Ben", "Cleo"};
    for (int i = 0; i < 50; i++) {
        unsigned a = random_below(&random, 3), b = (a + 1 + random_below(&random, 2)) % 3;
        play(people[a], names[a], people[b], names[b], world.wall_ms + i, 0);
    }
    char *before = strdup(get("/api/leaderboard", NULL)->text);
    Store *store = world.store;
    int64_t wall_ms = world.wall_ms;
    world_leave(&world);
    world_open(&world, store);
    world.wall_ms = wall_ms;
    assert_string_equal(get("/api/leaderboard", NULL)->text, before);
    free(before);
}

/* ---- one player ---- */

static void a_player_sees_with_whom_they_play(void **unused) {
    (void)unused;
    play(&ada, "Ada", &ben, "Ben", world.wall_ms, 0);
    play(&ben, "Ben", &ada, "Ada", world.wall_ms + 1, 0);
    Answer *me = get("/api/players/me/statistics", ada.session);
    assert_done(me, 200);
    assert_int_equal(number(me, "families.classic.stats.games"), 2);
    assert_int_equal(number(me, "families.classic.stats.wins"), 1);
    assert_true(number(me, "families.classic.stats.expected") > 0.66);
    assert_int_equal(number(me, "families.classic.stats.streak"), -1);
    assert_int_equal(cJSON_GetArraySize(part(me, "history")), 2);
    assert_true(number(me, "history.0.at") < number(me, "history.1.at"));
    assert_int_equal(cJSON_GetArraySize(part(me, "opponents")), 2);
    assert_int_equal(number(me, "opponents.0.games"), 2);
    assert_int_equal(number(me, "opponents.0.ahead"), 1);
    char target[64];
    snprintf(target, sizeof target, "/api/players/%s/statistics", ada.id);
    Answer *other = get(target, ben.session);
    assert_done(other, 200);
    assert_null(part(other, "opponents"));
    assert_null(strstr(other->text, "Ben"));
    assert_string_equal(said(other, "user.name"), "Ada");
}

static void nobody_looks_up_a_guest(void **unused) {
    (void)unused;
    char target[64];
    play(&dan, "Dan", &ada, "Ada", world.wall_ms, 0);
    snprintf(target, sizeof target, "/api/players/%s/statistics", dan.id);
    assert_refused(get(target, ada.session), 404, "no_player");
    assert_refused(get(target, NULL), 404, "no_player");
    assert_done(get(target, dan.session), 200);
    assert_refused(get("/api/players/me/statistics", NULL), 404, "no_player");
    assert_refused(get("/api/players/nonsense/statistics", ada.session), 404, "no_player");
}

/* ---- clubs ---- */

static void a_club_has_standings_of_its_own(void **unused) {
    (void)unused;
    Answer *made = post("/api/clubs", ada.session, "{\"name\":\"Friday\"}");
    assert_done(made, 201);
    char join[80], target[80], id[24];
    uint64_t club;
    snprintf(id, sizeof id, "%s", said(made, "club.id"));
    assert_true(id_parse(id, &club));
    snprintf(join, sizeof join, "{\"invite\":\"%s\"}", said(made, "club.invite"));
    assert_done(post("/api/clubs/join", dan.session, join), 201);
    play(&dan, "Dan", &ada, "Ada", world.wall_ms, club);
    play(&ada, "Ada", &ben, "Ben", world.wall_ms + 1, 0);
    snprintf(target, sizeof target, "/api/clubs/%s/standings", id);
    Answer *standings = get(target, ada.session);
    assert_done(standings, 200);
    assert_int_equal(number(standings, "of"), 2); /* members see each other, guests too */
    assert_string_equal(said(standings, "rows.0.name"), "Dan");
    assert_int_equal(number(standings, "rows.1.games"), 1); /* not the game elsewhere */
    assert_refused(get(target, ben.session), 404, "no_club");
}

/* ---- what happened ---- */

/* Of everybody at the table, once for each game, in each scope of it. */
static void what_happened_is_told_of_games_where_it_is_known(void **unused) {
    (void)unused;
    Answer *made = post("/api/clubs", ada.session, "{\"name\":\"Friday\"}");
    assert_done(made, 201);
    char target[80];
    uint64_t club;
    assert_true(id_parse(said(made, "club.id"), &club));
    snprintf(target, sizeof target, "/api/clubs/%s/standings", said(made, "club.id"));
    play(&ada, "Ada", &ben, "Ben", world.wall_ms, club);
    play(&ada, "Ada", &cleo, "Cleo", world.wall_ms + 1, 0);
    const Answer *everybody = get("/api/leaderboard", NULL), *me = get("/api/players/me/statistics", ada.session);
    assert_int_equal(number(everybody, "events.games"), 2);
    assert_int_equal(number(everybody, "events.times.played"), 80);
    assert_string_equal(part(everybody, "events.times")->child->string, "played"); /* the most frequent first */
    assert_int_equal(cJSON_GetArraySize(part(everybody, "events.times")), 2);
    assert_int_equal(number(me, "families.classic.events.times.played"), 80);
    assert_int_equal(number(get("/api/leaderboard?ruleset=official", NULL), "events.games"), 2);
    assert_int_equal(number(get(target, ada.session), "events.games"), 1);
    assert_int_equal(number(get("/api/players/me/statistics", ben.session), "families.classic.events.games"), 1);
    play(&dan, "Dan", &dan, "Dan", world.wall_ms + 2, 0); /* in two seats it is one game */
    assert_int_equal(number(get("/api/players/me/statistics", dan.session), "families.classic.events.times.played"),
                     40);
    assert_null(part(get("/api/leaderboard?period=week", NULL), "events")); /* counted nowhere */
    assert_null(part(get("/api/leaderboard?ruleset=ultimate", NULL), "events"));
}

static void older_games_are_not_games_without_events(void **unused) {
    (void)unused;
    events_known = false;
    play(&ada, "Ada", &ben, "Ben", world.wall_ms, 0);
    events_known = true;
    assert_int_equal(number(get("/api/players/me/statistics", ada.session), "families.classic.stats.games"), 1);
    assert_null(part(get("/api/players/me/statistics", ada.session), "families.classic.events"));
    assert_null(part(get("/api/leaderboard", NULL), "events"));
    play(&ada, "Ada", &ben, "Ben", world.wall_ms + 1, 0);
    assert_int_equal(number(get("/api/leaderboard", NULL), "events.games"), 1);
    assert_int_equal(number(get("/api/leaderboard", NULL), "rows.0.games"), 2);
}

/* ---- going ---- */

static void everything_can_be_taken_along(void **unused) {
    (void)unused;
    play(&ada, "Ada", &ben, "Ben", world.wall_ms, 0);
    Answer *all = get("/api/me/export", ada.session);
    assert_done(all, 200);
    assert_string_equal(all->file, "uno-export.json");
    assert_string_equal(said(all, "user.name"), "Ada");
    assert_int_equal(cJSON_GetArraySize(part(all, "games")), 1);
    assert_int_equal(cJSON_GetArraySize(part(all, "sessions")), 1);
    assert_int_equal(number(all, "statistics.families.classic.stats.games"), 1);
    assert_null(strstr(all->text, "argon2"));
    assert_refused(get("/api/me/export", NULL), 401, "no_session");
    assert_refused(get("/api/me/export?before=x", ada.session), 400, "bad_query");
}

static bool keep_text(void *context, const void *row) {
    const StoreResult *result = row;
    snprintf(context, 256, "%s|%s|%s", result->seat[0].name, result->seat[1].name, result->record);
    return false;
}

static void who_goes_leaves_seats_without_a_name(void **unused) {
    (void)unused;
    char text[256] = "";
    play(&ada, "Ada", &ben, "Ben", world.wall_ms, 0);
    double before = number(get("/api/players/me/statistics", ben.session), "families.classic.rating.mu");
    assert_refused(post("/api/me/delete", ada.session, "{}"), 400, "bad_name");
    assert_refused(post("/api/me/delete", ada.session, "{\"name\":\"Ben\"}"), 400, "bad_name");
    assert_refused(post("/api/me/delete", ada.session, "{\"name\":\"Ada\"}"), 400, "bad_password");
    assert_refused(post("/api/me/delete", ada.session, "{\"name\":\"Ada\",\"password\":\"wrong horse\"}"), 403,
                   "wrong_password");
    assert_int_equal(number(get("/api/leaderboard", NULL), "of"), 3);
    Answer *gone = post("/api/me/delete", ada.session, "{\"name\":\"Ada\",\"password\":\"password of Ada\"}");
    assert_done(gone, 200);
    assert_true(gone->sets_session && !gone->session[0]);
    assert_true(cJSON_IsNull(part(get("/api/me", ada.session), "user")));
    assert_refused(post("/api/login", NULL, "{\"name\":\"Ada\",\"password\":\"password of Ada\"}"), 403,
                   "wrong_password");
    Answer *list = get("/api/leaderboard", NULL);
    assert_int_equal(number(list, "of"), 2);
    assert_null(strstr(list->text, "Ada"));
    assert_true(store_result(world.store, next_id, keep_text, text));
    assert_string_equal(text, "|Ben|uno-record 1\nseat B Ben\nseat C Bot C\n");
    assert_true(number(get("/api/players/me/statistics", ben.session), "families.classic.rating.mu") == before);
    assert_done(post("/api/claim", guest(&world, "Eve").session, "{\"name\":\"Ada\",\"password\":\"other horse\"}"),
                200);
}

static void a_guest_goes_by_name_alone(void **unused) {
    (void)unused;
    assert_done(post("/api/me/delete", dan.session, "{\"name\":\"Dan\"}"), 200);
    assert_true(cJSON_IsNull(part(get("/api/me", dan.session), "user")));
}

static void the_owner_of_a_club_hands_it_over_first(void **unused) {
    (void)unused;
    assert_done(post("/api/clubs", ada.session, "{\"name\":\"Friday\"}"), 201);
    assert_refused(post("/api/me/delete", ada.session, "{\"name\":\"Ada\",\"password\":\"password of Ada\"}"), 409,
                   "owner");
    assert_string_equal(said(get("/api/me", ada.session), "user.name"), "Ada");
}

static void programs_go_with_their_account(void **unused) {
    (void)unused;
    Answer *made = post("/api/bots", ada.session, "{\"name\":\"Robo\"}");
    assert_done(made, 201);
    uint64_t id;
    StoreUser bot;
    assert_true(id_parse(said(made, "bot.id"), &id));
    assert_done(post("/api/me/delete", ada.session, "{\"name\":\"Ada\",\"password\":\"password of Ada\"}"), 200);
    assert_true(store_user(world.store, id, &bot));
    assert_true(!bot.name[0] && !bot.owner && bot.kind == USER_GUEST);
}

#define IN_WORLD(test) cmocka_unit_test_setup_teardown(test, open_world, close_world)

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_WORLD(the_better_comes_first),
        IN_WORLD(who_does_not_want_to_is_on_no_list),
        IN_WORLD(lists_come_in_pages),
        IN_WORLD(weeks_and_seasons_begin_anew),
        IN_WORLD(guests_are_not_named),
        IN_WORLD(a_restart_gives_the_same_digits),
        IN_WORLD(a_player_sees_with_whom_they_play),
        IN_WORLD(nobody_looks_up_a_guest),
        IN_WORLD(a_club_has_standings_of_its_own),
        IN_WORLD(what_happened_is_told_of_games_where_it_is_known),
        IN_WORLD(older_games_are_not_games_without_events),
        IN_WORLD(everything_can_be_taken_along),
        IN_WORLD(who_goes_leaves_seats_without_a_name),
        IN_WORLD(a_guest_goes_by_name_alone),
        IN_WORLD(the_owner_of_a_club_hands_it_over_first),
        IN_WORLD(programs_go_with_their_account),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
