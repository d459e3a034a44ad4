/* server_people.c -- guests, accounts, sessions, links and bots of a whole server. */
#include "server_world.h"

#include <dirent.h>
#include <unistd.h>

#include "hub/hub_internal.h"
#include "hub/people.h"

static World world;

static int open_world(void **unused) {
    (void)unused;
    world_open(&world, store_open_memory());
    return 0;
}

static int close_world(void **unused) {
    (void)unused;
    world_close(&world);
    return 0;
}

static Answer *get(const char *target, const char *session) { return ask(&world, "GET", target, session, NULL); }
static Answer *post(const char *target, const char *session, const char *body) {
    return ask(&world, "POST", target, session, body);
}

/* ---- guests ---- */

static void a_guest_gets_a_name_and_a_session(void **unused) {
    (void)unused;
    Answer *answer = post("/api/guest", NULL, "");
    assert_done(answer, 201);
    assert_string_equal(said(answer, "user.kind"), "guest");
    assert_non_null(strchr(said(answer, "user.name"), ' '));
    assert_int_equal(strlen(said(answer, "user.id")), 16);
    assert_int_equal(strlen(answer->session), 64);
    Answer *me = get("/api/me", answer->session);
    assert_string_equal(said(me, "user.id"), said(answer, "user.id"));
    assert_false(me->sets_session);
}

static void who_has_a_session_stays_who_they_are(void **unused) {
    (void)unused;
    Person ada = guest(&world, "Ada");
    Answer *again = post("/api/guest", ada.session, "{\"name\":\"Ben\"}");
    assert_done(again, 200);
    assert_string_equal(said(again, "user.id"), ada.id);
    assert_string_equal(said(again, "user.name"), "Ada");
    assert_false(again->sets_session);
}

static void nobody_is_nobody(void **unused) {
    (void)unused;
    static const char *const sessions[] = {"", "x", "0000000000000000000000000000000000000000000000000000000000000000",
                                           "zz00000000000000000000000000000000000000000000000000000000000000"};
    for (unsigned i = 0; i < sizeof sessions / sizeof *sessions; i++) {
        Answer *me = get("/api/me", sessions[i]);
        assert_done(me, 200);
        assert_true(cJSON_IsNull(part(me, "user")));
        assert_int_equal(post("/api/me", sessions[i], "{\"name\":\"Ada\"}")->status, 401);
        assert_int_equal(post("/api/link", sessions[i], "")->status, 401);
        assert_int_equal(post("/api/bots", sessions[i], "{\"name\":\"Robo\"}")->status, 401);
        assert_int_equal(get("/api/clubs", sessions[i])->status, 401);
        assert_int_equal(get("/api/games", sessions[i])->status, 401);
    }
}

/* Bodies whose name cannot be one. */
static const char *const bad_names[] = {
    "{\"name\":\"\"}",
    "{\"name\":7}",
    "{\"name\":null}",
    "{\"name\":[\"Ada\"]}",
    "{\"name\":{}}",
    "{\"name\":\"123456789012345678901\"}",
    "{\"name\":\"\\u202Eada\"}",
    "{\"name\":\"a\\u0000b\\u0007\"}",
    "{\"name\":\"\\u0007\"}",
    "{\"name\":\"\\ud800\"}",
    "{\"name\":\"\xFF\"}",
    "{\"name\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"}",
};
enum { BAD_NAMES = sizeof bad_names / sizeof *bad_names };

/* cJSON ends a text at its first zero and refuses half a pair: both are no accepted names beyond what is seen. */
static void assert_no_name(const Answer *answer) {
    if (answer->status == 201) fail_msg("was accepted: %s", answer->text);
    assert_int_equal(answer->status, 400);
}

static void bad_names_are_refused(void **unused) {
    (void)unused;
    Person ada = account(&world, "Ada");
    for (unsigned i = 0; i < BAD_NAMES; i++) {
        if (strstr(bad_names[i], "a\\u0000b")) continue; /* is read as "a" */
        assert_no_name(post("/api/guest", NULL, bad_names[i]));
        assert_no_name(post("/api/me", ada.session, bad_names[i]));
        assert_no_name(post("/api/bots", ada.session, bad_names[i]));
        assert_no_name(post("/api/clubs", ada.session, bad_names[i]));
    }
    assert_refused(post("/api/me", ada.session, "{}"), 400, "bad_name");
    assert_string_equal(said(get("/api/me", ada.session), "user.name"), "Ada");
}

static void guests_of_an_address_are_counted(void **unused) {
    (void)unused;
    world_close(&world);
    HubConfig config = {.url = "http://uno.example", .requests_per_s = 1000000, .guests_per_hour = 3};
    world_open_with(&world, store_open_memory(), &config);
    world.address = "2001:db8:1:2::1";
    for (unsigned i = 0; i < 3; i++) assert_done(post("/api/guest", NULL, "{}"), 201);
    world.address = "2001:db8:1:2:ffff::9"; /* the same network */
    assert_refused(post("/api/guest", NULL, "{}"), 429, "too_often");
    world.address = "2001:db8:1:3::1";
    assert_done(post("/api/guest", NULL, "{}"), 201);
    world.address = "2001:db8:1:2::1";
    world_elapse(&world, 20 * 60000 + 1);
    assert_done(post("/api/guest", NULL, "{}"), 201);
}

static void no_guests_while_the_server_goes_down(void **unused) {
    (void)unused;
    Person ada = guest(&world, "Ada");
    hub_drain(world.hub);
    assert_refused(post("/api/guest", NULL, "{}"), 503, "going_down");
    assert_done(post("/api/guest", ada.session, "{}"), 200);
}

/* ---- names ---- */

static void people_rename_themselves(void **unused) {
    (void)unused;
    Person ada = guest(&world, "Ada"), ben = account(&world, "Ben");
    assert_done(post("/api/me", ada.session, "{\"name\":\"  Ada  L \"}"), 200);
    assert_string_equal(said(get("/api/me", ada.session), "user.name"), "Ada L");
    assert_done(post("/api/me", ben.session, "{\"name\":\"Benjamin\"}"), 200);
    /* The name of an account is the one to log in with, and the old one is free. */
    assert_done(post("/api/login", NULL, "{\"name\":\"benjamin\",\"password\":\"password of Ben\"}"), 200);
    assert_refused(post("/api/login", NULL, "{\"name\":\"Ben\",\"password\":\"password of Ben\"}"), 403,
                   "wrong_password");
    assert_done(post("/api/me", ada.session, "{\"name\":\"Ben\"}"), 200);
    /* Its own name in another spelling is its own to take. */
    assert_done(post("/api/me", ben.session, "{\"name\":\"BENJAMIN\"}"), 200);
}

static void names_of_accounts_belong_to_them(void **unused) {
    (void)unused;
    Person ada = account(&world, "Ada"), ben = account(&world, "Ben"), cleo = guest(&world, "Cleo");
    (void)ada;
    assert_refused(post("/api/me", ben.session, "{\"name\":\"ADA\"}"), 409, "name_taken");
    assert_refused(post("/api/me", cleo.session, "{\"name\":\"\xEF\xBC\xA1\xEF\xBD\x84\xEF\xBD\x81\"}"), 409,
                   "name_taken");
    assert_refused(post("/api/guest", NULL, "{\"name\":\"ada\"}"), 409, "name_taken");
    assert_refused(post("/api/claim", cleo.session, "{\"name\":\"aDa\",\"password\":\"12345678\"}"), 409, "name_taken");
    /* Guests may share a name. */
    guest(&world, "Cleo");
}

/* ---- accounts ---- */

static void a_guest_becomes_an_account_and_stays_the_same_user(void **unused) {
    (void)unused;
    Person ada = guest(&world, "Ada");
    Answer *claim = post("/api/claim", ada.session, "{\"name\":\"Ada L\",\"password\":\"correct horse\"}");
    assert_done(claim, 200);
    assert_string_equal(said(claim, "user.kind"), "account");
    assert_string_equal(said(claim, "user.id"), ada.id);
    assert_string_equal(said(get("/api/me", ada.session), "user.name"), "Ada L");
    assert_refused(post("/api/claim", ada.session, "{\"name\":\"Ada 2\",\"password\":\"correct horse\"}"), 409,
                   "has_account");
    Answer *login = post("/api/login", NULL, "{\"name\":\"ada l\",\"password\":\"correct horse\"}");
    assert_done(login, 200);
    assert_string_equal(said(login, "user.id"), ada.id);
    assert_string_not_equal(login->session, ada.session);
    assert_string_equal(said(get("/api/me", login->session), "user.id"), ada.id);
}

static void bad_claims_are_refused(void **unused) {
    (void)unused;
    static const struct {
        const char *body, *code;
    } cases[] = {
        {"{}", "bad_name"},
        {"{\"password\":\"12345678\"}", "bad_name"},
        {"{\"name\":\"Ada\"}", "bad_password"},
        {"{\"name\":\"Ada\",\"password\":\"1234567\"}", "bad_password"},
        {"{\"name\":\"Ada\",\"password\":12345678}", "bad_password"},
        {"{\"name\":\"Ada\",\"password\":null}", "bad_password"},
    };
    Person ada = guest(&world, "Ada");
    char body[400] = "{\"name\":\"Ada\",\"password\":\"";
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_refused(post("/api/claim", ada.session, cases[i].body), 400, cases[i].code);
    memset(body + strlen(body), 'x', 256);
    strcat(body, "\"}");
    assert_refused(post("/api/claim", ada.session, body), 400, "bad_password");
    body[strlen(body) - 3] = 0; /* one less: 255 bytes */
    strcat(body, "\"}");
    assert_done(post("/api/claim", ada.session, body), 200);
}

static void of_two_who_claim_one_name_one_gets_it(void **unused) {
    (void)unused;
    Person ada = guest(&world, "Ada"), eve = guest(&world, "Eve");
    Answer *first =
        ask_only(&world, "POST", "/api/claim", ada.session, "{\"name\":\"Queen\",\"password\":\"12345678\"}");
    Answer *second =
        ask_only(&world, "POST", "/api/claim", eve.session, "{\"name\":\"QUEEN\",\"password\":\"87654321\"}");
    /* Both hashes are done in one turn, before anything is on the disk. */
    assert_int_equal(world.jobs, 2);
    hub_job_run(world.job[0]);
    hub_job_run(world.job[1]);
    hub_begin_turn(world.hub, world.mono_ms, world.wall_ms);
    hub_job_done(world.hub, world.job[0]);
    hub_job_done(world.hub, world.job[1]);
    world.jobs = 0;
    world_settle(&world);
    assert_done(first, 200);
    assert_refused(second, 409, "name_taken");
    assert_string_equal(said(get("/api/me", eve.session), "user.kind"), "guest");
    assert_done(post("/api/login", NULL, "{\"name\":\"Queen\",\"password\":\"12345678\"}"), 200);
}

static void where_too_many_wait_a_password_is_refused_and_nothing_lost(void **unused) {
    (void)unused;
    Person ada = guest(&world, "Ada");
    world.busy = true;
    assert_refused(post("/api/claim", ada.session, "{\"name\":\"Ada\",\"password\":\"12345678\"}"), 503, "busy");
    assert_refused(post("/api/login", NULL, "{\"name\":\"Ada\",\"password\":\"12345678\"}"), 503, "busy");
    world.busy = false;
    assert_done(post("/api/claim", ada.session, "{\"name\":\"Ada\",\"password\":\"12345678\"}"), 200);
    world.busy = true;
    assert_refused(post("/api/password", ada.session, "{\"old\":\"12345678\",\"new\":\"87654321\"}"), 503, "busy");
    /* Or between looking at the old one and hashing the new. */
    world.busy = false;
    Answer *change =
        ask_only(&world, "POST", "/api/password", ada.session, "{\"old\":\"12345678\",\"new\":\"87654321\"}");
    world.busy = true;
    world_settle(&world);
    assert_refused(change, 503, "busy");
    world.busy = false;
    assert_done(post("/api/login", NULL, "{\"name\":\"Ada\",\"password\":\"12345678\"}"), 200);
}

static void a_guest_who_claims_twice_gets_the_first_name(void **unused) {
    (void)unused;
    Person ada = guest(&world, "Ada");
    Answer *first =
        ask_only(&world, "POST", "/api/claim", ada.session, "{\"name\":\"Queen\",\"password\":\"12345678\"}");
    Answer *second =
        ask_only(&world, "POST", "/api/claim", ada.session, "{\"name\":\"King\",\"password\":\"87654321\"}");
    world_settle(&world);
    assert_done(first, 200);
    assert_refused(second, 409, "has_account");
    assert_string_equal(said(get("/api/me", ada.session), "user.name"), "Queen");
}

static void of_two_who_rename_to_one_name_one_gets_it(void **unused) {
    (void)unused;
    Person ada = account(&world, "Ada"), ben = account(&world, "Ben");
    Answer *first = ask_only(&world, "POST", "/api/me", ada.session, "{\"name\":\"Queen\"}");
    Answer *second = ask_only(&world, "POST", "/api/me", ben.session, "{\"name\":\"queen\"}");
    /* And a second change of the same user does not undo the first. */
    Answer *third = ask_only(&world, "POST", "/api/me", ada.session, "{\"name\":\"King\"}");
    world_settle(&world);
    assert_done(first, 200);
    assert_refused(second, 409, "name_taken");
    assert_refused(third, 409, "busy");
    assert_string_equal(said(get("/api/me", ada.session), "user.name"), "Queen");
}

static void wrong_logins_all_sound_the_same(void **unused) {
    (void)unused;
    account(&world, "Ada");
    guest(&world, "Gus");
    Answer *wrong = post("/api/login", NULL, "{\"name\":\"Ada\",\"password\":\"password of Eve\"}");
    assert_refused(wrong, 403, "wrong_password");
    static const char *const bodies[] = {
        "{\"name\":\"Nobody\",\"password\":\"password of Ada\"}", "{\"name\":\"Gus\",\"password\":\"\"}",
        "{\"name\":\"\",\"password\":\"password of Ada\"}", "{\"name\":\"\\u202E\",\"password\":\"password of Ada\"}"};
    for (unsigned i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        Answer *answer = ask_only(&world, "POST", "/api/login", NULL, bodies[i]);
        assert_int_equal(world.jobs, 1); /* as long as for somebody who exists */
        world_settle(&world);
        assert_int_equal(answer->status, wrong->status);
        assert_string_equal(answer->text, wrong->text);
        assert_false(answer->sets_session);
    }
    assert_refused(post("/api/login", NULL, "{\"name\":\"Ada\"}"), 400, "bad_login");
    assert_refused(post("/api/login", NULL, "{\"name\":[],\"password\":7}"), 400, "bad_login");
}

/* A world with its limits. */
static void limit_world(void) {
    HubConfig config = {.url = "http://uno.example", .requests_per_s = 1000000};
    world_close(&world);
    world_open_with(&world, store_open_memory(), &config);
}

/* How many of so many wrong passwords for the name are looked at; `address` with a number for each, or without. None
 * is: nobody has time. */
static unsigned guess(const char *address, const char *name, unsigned tries) {
    unsigned looked_at = 0;
    char from[64], body[100];
    snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"12345678\"}", name);
    world.busy = true;
    for (unsigned i = 0; i < tries; i++) {
        snprintf(from, sizeof from, address, i / 250, i % 250);
        world.address = from;
        unsigned status = post("/api/login", NULL, body)->status;
        assert_true(status == 429 || status == 503);
        looked_at += status == 503;
    }
    world.busy = false;
    world.address = "192.0.2.1";
    return looked_at;
}

static unsigned log_in_from(const char *address, const char *body) {
    world.address = address;
    unsigned status = post("/api/login", NULL, body)->status;
    world.address = "192.0.2.1";
    return status;
}

#define ADAS_LOGIN "{\"name\":\"Ada\",\"password\":\"password of Ada\"}"

static void guessing_is_slowed_down(void **unused) {
    (void)unused;
    limit_world();
    assert_int_equal(guess("198.51.100.7", "Ada", 40), 10); /* from one place at one name */
    assert_int_equal(guess("203.%u.%u.7", "Ben", 500), 30); /* from many places at one name */
    unsigned looked_at = 0;
    for (unsigned i = 0; i < 40; i++) { /* from one place at many names */
        char name[16];
        snprintf(name, sizeof name, "Name %u", i);
        looked_at += guess("198.51.101.7", name, 1);
    }
    assert_int_equal(looked_at, 30);
    looked_at = 0;
    for (unsigned i = 0; i < 600; i++) { /* from all of a network, at many names */
        char name[16], address[64];
        snprintf(name, sizeof name, "Other %u", i);
        snprintf(address, sizeof address, i % 2 ? "198.51.102.%u" : "2001:db8:7:%x::1", i % 250);
        looked_at += guess(address, name, 1);
    }
    assert_int_equal(looked_at, 600); /* 300 in each, of 480 */
    for (unsigned i = 0; i < 600; i++) {
        char name[16], address[64];
        snprintf(name, sizeof name, "Third %u", i);
        snprintf(address, sizeof address, i % 2 ? "198.51.102.%u" : "2001:db8:7:%x::1", i % 250);
        looked_at += guess(address, name, 1);
    }
    assert_int_equal(looked_at, 960);
}

static void strangers_cannot_keep_the_owner_out(void **unused) {
    (void)unused;
    limit_world();
    account(&world, "Ada"); /* from 192.0.2.1 */
    guess("198.51.100.7", "Ada", 1000);
    guess("203.%u.%u.7", "Ada", 1000);
    /* And from all over the neighbourhood. */
    for (unsigned i = 2; i < 250; i++) {
        char address[32];
        snprintf(address, sizeof address, "192.0.2.%u", i);
        guess(address, "Ada", 4);
    }
    assert_int_equal(log_in_from("198.51.100.9", ADAS_LOGIN), 429); /* a stranger, even with the password */
    assert_int_equal(log_in_from("192.0.2.1", ADAS_LOGIN), 200);    /* where Ada was before */
    /* Somewhere new, when the guessing is over; and from then on whatever they do. */
    world_elapse(&world, 3600000);
    assert_int_equal(log_in_from("198.51.100.9", ADAS_LOGIN), 200);
    guess("203.%u.%u.7", "Ada", 1000);
    assert_int_equal(log_in_from("198.51.100.9", ADAS_LOGIN), 200);
    /* For 30 days. */
    world_elapse(&world, INT64_C(31) * 24 * 3600000);
    guess("203.%u.%u.7", "Ada", 1000);
    assert_int_equal(log_in_from("198.51.100.9", ADAS_LOGIN), 429);
}

static void where_somebody_signed_in_guesses_are_counted_as_well(void **unused) {
    (void)unused;
    limit_world();
    account(&world, "Ada");
    assert_int_equal(guess("192.0.2.1", "Ada", 1000), 10);
    assert_int_equal(guess("192.0.2.1", "Ben", 1000), 10); /* known for Ada's account alone */
}

static void a_new_password_makes_other_places_strange(void **unused) {
    (void)unused;
    limit_world();
    Person ada = account(&world, "Ada");
    assert_int_equal(log_in_from("198.51.100.9", ADAS_LOGIN), 200);
    assert_done(post("/api/password", ada.session, "{\"old\":\"password of Ada\",\"new\":\"another password\"}"), 200);
    guess("203.%u.%u.7", "Ada", 1000);
    assert_int_equal(log_in_from("198.51.100.9", "{\"name\":\"Ada\",\"password\":\"another password\"}"), 429);
    assert_int_equal(log_in_from("192.0.2.1", "{\"name\":\"Ada\",\"password\":\"another password\"}"), 200);
}

static void a_login_does_not_outlive_a_new_password(void **unused) {
    (void)unused;
    Person ada = account(&world, "Ada");
    /* The login is being checked while the password changes. */
    Answer *login = ask_only(&world, "POST", "/api/login", NULL, "{\"name\":\"Ada\",\"password\":\"password of Ada\"}");
    HubJob *job = world.job[0];
    world.jobs = 0;
    assert_done(post("/api/password", ada.session, "{\"old\":\"password of Ada\",\"new\":\"another password\"}"), 200);
    hub_job_run(job);
    hub_begin_turn(world.hub, world.mono_ms, world.wall_ms);
    hub_job_done(world.hub, job);
    world_settle(&world);
    assert_refused(login, 403, "wrong_password");
}

static void a_new_password_ends_all_other_sessions(void **unused) {
    (void)unused;
    Person ada = account(&world, "Ada");
    Answer *other = post("/api/login", NULL, "{\"name\":\"Ada\",\"password\":\"password of Ada\"}");
    Answer *link = post("/api/link", other->session, "");
    Answer *mine = open_socket(&world, ada.session), *theirs = open_socket(&world, other->session);
    assert_refused(post("/api/password", ada.session, "{\"old\":\"wrong\",\"new\":\"another password\"}"), 403,
                   "wrong_password");
    assert_refused(post("/api/password", ada.session, "{\"old\":\"password of Ada\",\"new\":\"short\"}"), 400,
                   "bad_password");
    assert_refused(post("/api/password", ada.session, "{\"new\":\"another password\"}"), 400, "bad_password");
    assert_done(get("/api/bots", other->session), 200);
    assert_done(post("/api/password", ada.session, "{\"old\":\"password of Ada\",\"new\":\"another password\"}"), 200);
    assert_string_equal(said(get("/api/me", ada.session), "user.name"), "Ada");
    assert_true(cJSON_IsNull(part(get("/api/me", other->session), "user")));
    assert_false(mine->there);
    assert_true(theirs->there);
    char body[200];
    snprintf(body, sizeof body, "{\"token\":\"%s\"}", strrchr(said(link, "link"), '/') + 1);
    assert_refused(post("/api/link/redeem", NULL, body), 403, "bad_link");
    assert_refused(post("/api/login", NULL, "{\"name\":\"Ada\",\"password\":\"password of Ada\"}"), 403,
                   "wrong_password");
    assert_done(post("/api/login", NULL, "{\"name\":\"Ada\",\"password\":\"another password\"}"), 200);
}

static void guests_have_no_password_to_change(void **unused) {
    (void)unused;
    Person gus = guest(&world, "Gus");
    assert_int_equal(post("/api/password", gus.session, "{\"old\":\"12345678\",\"new\":\"87654321\"}")->status, 403);
    assert_int_equal(post("/api/bots", gus.session, "{\"name\":\"Robo\"}")->status, 403);
    assert_int_equal(post("/api/clubs", gus.session, "{\"name\":\"Friday\"}")->status, 403);
}

/* ---- sessions ---- */

static void logging_out_ends_the_session_and_its_sockets(void **unused) {
    (void)unused;
    Person ada = account(&world, "Ada");
    Answer *other = post("/api/login", NULL, "{\"name\":\"Ada\",\"password\":\"password of Ada\"}");
    Answer *mine = open_socket(&world, ada.session), *theirs = open_socket(&world, other->session);
    Answer *out = post("/api/logout", ada.session, "{}");
    assert_done(out, 200);
    assert_true(out->sets_session);
    assert_string_equal(out->session, "");
    assert_true(mine->there);
    assert_false(theirs->there);
    assert_true(cJSON_IsNull(part(get("/api/me", ada.session), "user")));
    assert_string_equal(said(get("/api/me", other->session), "user.id"), ada.id);
    assert_done(post("/api/logout", ada.session, ""), 200); /* once more does no harm */
}

static void logging_out_everywhere(void **unused) {
    (void)unused;
    Person ada = account(&world, "Ada"), ben = guest(&world, "Ben");
    Answer *other = post("/api/login", NULL, "{\"name\":\"Ada\",\"password\":\"password of Ada\"}");
    Answer *theirs = open_socket(&world, other->session), *bens = open_socket(&world, ben.session);
    /* Whoever asks for a link at that moment does not get one that lasts. */
    Answer *out = ask_only(&world, "POST", "/api/logout", ada.session, "{\"everywhere\":true}");
    Answer *link = ask_only(&world, "POST", "/api/link", other->session, "");
    world_settle(&world);
    assert_done(out, 200);
    assert_refused(link, 409, "busy");
    assert_true(theirs->there);
    assert_false(bens->there);
    assert_true(cJSON_IsNull(part(get("/api/me", other->session), "user")));
    assert_string_equal(said(get("/api/me", ben.session), "user.name"), "Ben");
}

static void sessions_last_a_year_from_their_last_use(void **unused) {
    (void)unused;
    Person ada = guest(&world, "Ada"), ben = guest(&world, "Ben");
    world_elapse(&world, DAY_MS / 2);
    assert_false(get("/api/me", ada.session)->sets_session);
    world_elapse(&world, SESSION_MS - DAY_MS);
    Answer *me = get("/api/me", ada.session);
    assert_true(me->sets_session); /* so that the browser keeps it as well */
    assert_string_equal(me->session, ada.session);
    assert_false(get("/api/me", ada.session)->sets_session);
    world_elapse(&world, DAY_MS);
    assert_string_equal(said(get("/api/me", ada.session), "user.name"), "Ada");
    assert_true(cJSON_IsNull(part(get("/api/me", ben.session), "user")));
}

static void a_session_that_ends_is_not_renewed_in_the_same_turn(void **unused) {
    (void)unused;
    Person ada = guest(&world, "Ada");
    world_elapse(&world, 2 * DAY_MS);
    Answer *out = ask_only(&world, "POST", "/api/logout", ada.session, "");
    Answer *me = ask_only(&world, "GET", "/api/me", ada.session, NULL);
    world_settle(&world);
    assert_done(out, 200);
    assert_false(me->sets_session);
    assert_true(cJSON_IsNull(part(get("/api/me", ada.session), "user")));
}

static bool count_rows(void *context, const void *row) {
    (void)row;
    ++*(unsigned *)context;
    return true;
}

static void of_many_sessions_the_oldest_ends(void **unused) {
    (void)unused;
    Person ada = guest(&world, "Ada");
    char last[80];
    strcpy(last, ada.session);
    for (unsigned i = 0; i < SESSIONS_MAX + 3; i++) {
        char body[200];
        world_elapse(&world, 60000);
        snprintf(body, sizeof body, "{\"token\":\"%s\"}", strrchr(said(post("/api/link", last, ""), "link"), '/') + 1);
        Answer *redeemed = post("/api/link/redeem", NULL, body);
        assert_done(redeemed, 200);
        strcpy(last, redeemed->session);
    }
    unsigned sessions = 0;
    uint64_t id;
    assert_true(id_parse(ada.id, &id));
    store_keys_of(world.store, id, KEY_SESSION, count_rows, &sessions);
    assert_int_equal(sessions, SESSIONS_MAX);
    assert_true(cJSON_IsNull(part(get("/api/me", ada.session), "user")));
    assert_string_equal(said(get("/api/me", last), "user.id"), ada.id);
}

/* ---- links and QR codes ---- */

static void a_link_opens_one_other_device(void **unused) {
    (void)unused;
    Person ada = guest(&world, "Ada");
    Answer *link = post("/api/link", ada.session, "");
    assert_done(link, 201);
    assert_memory_equal(said(link, "link"), "http://uno.example:8080/l/", 26);
    char body[200];
    snprintf(body, sizeof body, "{\"token\":\"%s\"}", said(link, "link") + 26);
    Answer *first = ask_only(&world, "POST", "/api/link/redeem", NULL, body);
    Answer *second = ask_only(&world, "POST", "/api/link/redeem", NULL, body);
    world_settle(&world);
    assert_done(first, 200);
    assert_refused(second, 409, "busy");
    assert_refused(post("/api/link/redeem", NULL, body), 403, "bad_link");
    assert_string_equal(said(get("/api/me", first->session), "user.id"), ada.id);
    assert_string_equal(said(get("/api/me", ada.session), "user.id"), ada.id);
}

static void a_link_takes_nobodys_session_away_unasked(void **unused) {
    (void)unused;
    Person ada = guest(&world, "Ada"), ben = guest(&world, "Ben");
    const char *token = said(post("/api/link", ada.session, ""), "link") + 26;
    char body[200], replacing[200];
    snprintf(body, sizeof body, "{\"token\":\"%s\"}", token);
    snprintf(replacing, sizeof replacing, "{\"token\":\"%s\",\"replace\":true}", token);
    Answer *kept = post("/api/link/redeem", ben.session, body);
    assert_refused(kept, 409, "signed_in");
    assert_false(kept->sets_session);
    assert_string_equal(said(get("/api/me", ben.session), "user.id"), ben.id);
    Answer *wanted = post("/api/link/redeem", ben.session, replacing); /* the link was still good */
    assert_done(wanted, 200);
    assert_string_equal(said(wanted, "user.id"), ada.id);
    /* On a device of the same person there is nothing to lose. */
    snprintf(body, sizeof body, "{\"token\":\"%s\"}", said(post("/api/link", ada.session, ""), "link") + 26);
    assert_done(post("/api/link/redeem", ada.session, body), 200);
}

static void links_end_after_ten_minutes_or_with_the_next(void **unused) {
    (void)unused;
    Person ada = guest(&world, "Ada");
    char body[2][200];
    for (unsigned i = 0; i < 2; i++)
        snprintf(body[i], sizeof body[i], "{\"token\":\"%s\"}", said(post("/api/link", ada.session, ""), "link") + 26);
    assert_refused(post("/api/link/redeem", NULL, body[0]), 403, "bad_link");
    world_elapse(&world, LINK_MS);
    assert_refused(post("/api/link/redeem", NULL, body[1]), 403, "bad_link");
    assert_refused(post("/api/link/redeem", NULL, "{}"), 403, "bad_link");
    assert_refused(post("/api/link/redeem", NULL, "{\"token\":5}"), 403, "bad_link");
    snprintf(body[0], sizeof body[0], "{\"token\":\"%s\"}", ada.session); /* a session is no link */
    assert_refused(post("/api/link/redeem", NULL, body[0]), 403, "bad_link");
    snprintf(body[0], sizeof body[0], "%s", said(post("/api/link", ada.session, ""), "link") + 26);
    assert_true(cJSON_IsNull(part(get("/api/me", body[0]), "user"))); /* nor a link a session */
}

static void qr_codes_lead_here_only(void **unused) {
    (void)unused;
    Answer *answer = get("/api/qr?text=http%3A%2F%2Funo.example%3A8080%2Ft%2FK7QD2M4P", NULL);
    assert_done(answer, 200);
    assert_string_equal(answer->type, "image/svg+xml");
    assert_memory_equal(answer->text, "<svg ", 5);
    assert_string_equal(answer->text + strlen(answer->text) - 7, "</svg>\n");
    Answer *path = get("/api/qr?text=%2Ft%2FK7QD2M4P", NULL);
    assert_done(path, 200);
    assert_string_equal(path->text, answer->text);
    static const char *const targets[] = {"/api/qr",
                                          "/api/qr?text=",
                                          "/api/qr?text=http%3A%2F%2Fevil.example%2F",
                                          "/api/qr?text=http://uno.example:80801/",
                                          "/api/qr?text=http://uno.example:8080.evil.example/",
                                          "/api/qr?text=http://uno.example"};
    for (unsigned i = 0; i < sizeof targets / sizeof *targets; i++)
        assert_refused(get(targets[i], NULL), 400, "bad_text");
    char target[1000] = "/api/qr?text=http://uno.example:8080/";
    memset(target + strlen(target), 'x', 700);
    assert_refused(get(target, NULL), 400, "bad_text");
}

/* ---- bots ---- */

static void bots_belong_to_an_account(void **unused) {
    (void)unused;
    Person ada = account(&world, "Ada"), ben = account(&world, "Ben");
    Answer *made = post("/api/bots", ada.session, "{\"name\":\"Robo\"}");
    assert_done(made, 201);
    assert_int_equal(strlen(said(made, "token")), 64);
    assert_false(made->sets_session);
    Answer *list = get("/api/bots", ada.session);
    assert_int_equal(cJSON_GetArraySize(part(list, "bots")), 1);
    assert_string_equal(said(list, "bots.0.name"), "Robo");
    assert_null(strstr(list->text, said(made, "token")));
    assert_int_equal(cJSON_GetArraySize(part(get("/api/bots", ben.session), "bots")), 0);
    char token_path[100], path[80];
    snprintf(path, sizeof path, "/api/bots/%s", said(made, "bot.id"));
    snprintf(token_path, sizeof token_path, "%s/token", path);
    assert_refused(post(token_path, ben.session, ""), 404, "no_bot");
    assert_refused(ask(&world, "DELETE", path, ben.session, NULL), 404, "no_bot");
    assert_refused(post("/api/bots/zz/token", ada.session, ""), 404, "no_bot");
    /* A token is no session. */
    assert_true(cJSON_IsNull(part(get("/api/me", said(made, "token")), "user")));
}

/* Who a bot's token belongs to, as the hub sees it. */
static bool token_is_good(const char *token) {
    StoreUser user;
    StoreKey key;
    bool found;
    WITH_FACTS(&world, found, people_find(world.hub, token, KEY_BOT, &user, &key));
    return found;
}

static void a_bots_token_can_be_replaced_and_ended(void **unused) {
    (void)unused;
    Person ada = account(&world, "Ada");
    Answer *made = post("/api/bots", ada.session, "{\"name\":\"Robo\"}");
    char path[80], token_path[100];
    snprintf(path, sizeof path, "/api/bots/%s", said(made, "bot.id"));
    snprintf(token_path, sizeof token_path, "%s/token", path);
    assert_true(token_is_good(said(made, "token")));
    Answer *second = post(token_path, ada.session, "");
    assert_done(second, 200);
    assert_false(token_is_good(said(made, "token")));
    assert_true(token_is_good(said(second, "token")));
    assert_done(ask(&world, "DELETE", path, ada.session, NULL), 200);
    assert_false(token_is_good(said(second, "token")));
    assert_int_equal(cJSON_GetArraySize(part(get("/api/bots", ada.session), "bots")), 0);
    assert_refused(ask(&world, "DELETE", path, ada.session, NULL), 404, "no_bot");
}

static void an_account_has_so_many_bots(void **unused) {
    (void)unused;
    Person ada = account(&world, "Ada");
    for (unsigned i = 0; i < BOTS_MAX - 1; i++) assert_done(post("/api/bots", ada.session, "{\"name\":\"Robo\"}"), 201);
    /* Two at once do not slip past the limit together. */
    Answer *first = ask_only(&world, "POST", "/api/bots", ada.session, "{\"name\":\"Robo\"}");
    Answer *second = ask_only(&world, "POST", "/api/bots", ada.session, "{\"name\":\"Robo\"}");
    world_settle(&world);
    assert_done(first, 201);
    assert_refused(second, 409, "busy");
    assert_refused(post("/api/bots", ada.session, "{\"name\":\"Robo\"}"), 409, "too_many");
}

/* ---- bans ---- */

static bool ban(const char *what) {
    const char *why = NULL;
    hub_begin_turn(world.hub, world.mono_ms, world.wall_ms);
    bool done = people_ban(world.hub, what, "was rude", 0, &why);
    assert_true(done || why);
    world_settle(&world);
    return done;
}

static void a_banned_user_is_shut_out(void **unused) {
    (void)unused;
    Person eve = account(&world, "Eve"), ada = guest(&world, "Ada");
    Answer *bot = post("/api/bots", eve.session, "{\"name\":\"Robo\"}");
    Answer *socket = open_socket(&world, eve.session);
    char what[40];
    snprintf(what, sizeof what, "user %s", eve.id);
    assert_true(ban(what));
    assert_true(socket->there);
    assert_false(token_is_good(said(bot, "token")));
    assert_true(cJSON_IsNull(part(get("/api/me", eve.session), "user")));
    assert_refused(post("/api/login", NULL, "{\"name\":\"Eve\",\"password\":\"password of Eve\"}"), 403, "banned");
    assert_string_equal(said(get("/api/me", ada.session), "user.name"), "Ada");
    const char *why;
    hub_begin_turn(world.hub, world.mono_ms, world.wall_ms);
    assert_true(people_unban(world.hub, what, &why));
    assert_false(people_unban(world.hub, what, &why));
    world_settle(&world);
    assert_string_equal(said(get("/api/me", eve.session), "user.name"), "Eve");
}

static void bans_by_address(void **unused) {
    (void)unused;
    assert_true(ban("address 192.0.2.9"));
    assert_true(ban("address 2001:db8:1:2::/64"));
    assert_true(people_is_banned(world.hub, 0, "192.0.2.9"));
    assert_true(people_is_banned(world.hub, 0, "::ffff:192.0.2.9"));
    assert_true(people_is_banned(world.hub, 0, "2001:db8:1:2:3::4"));
    assert_false(people_is_banned(world.hub, 0, "2001:db8:1:3::4"));
    assert_false(people_is_banned(world.hub, 0, "192.0.2.90"));
    static const char *const wrong[] = {"",
                                        "user",
                                        "user x",
                                        "user ",
                                        "address ",
                                        "address here",
                                        "address 192.0.2",
                                        "address 2001:db8::1/64",
                                        "address 192.0.2.0/64",
                                        "club 7"};
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) assert_false(ban(wrong[i]));
}

static void bans_are_kept_and_run_out(void **unused) {
    (void)unused;
    const char *why;
    hub_begin_turn(world.hub, world.mono_ms, world.wall_ms);
    assert_true(people_ban(world.hub, "address 192.0.2.9", "", world.wall_ms + HOUR_MS, &why));
    assert_true(people_ban(world.hub, "address 192.0.2.10", "", 0, &why));
    assert_false(people_ban(world.hub, "address 192.0.2.11", "", world.wall_ms, &why));
    world_settle(&world);
    people_unload(world.hub); /* as if the server had started anew */
    assert_true(people_load(world.hub, world.store));
    assert_true(people_is_banned(world.hub, 0, "192.0.2.9"));
    unsigned count = 0;
    people_bans(world.hub, count_rows, &count);
    assert_int_equal(count, 2);
    world_elapse(&world, HOUR_MS);
    world_settle(&world);
    assert_false(people_is_banned(world.hub, 0, "192.0.2.9"));
    assert_true(people_is_banned(world.hub, 0, "192.0.2.10"));
}

/* ---- what is on the disk ---- */

/* How often the bytes occur in any file of the folder. */
static unsigned count_on_disk(const char *folder, const void *bytes, size_t length) {
    unsigned count = 0;
    DIR *files = opendir(folder);
    for (struct dirent *entry; (entry = readdir(files));) {
        char path[600];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        FILE *file = fopen(path, "rb");
        static char text[8 << 20];
        size_t size = file ? fread(text, 1, sizeof text, file) : 0;
        if (file) fclose(file);
        for (size_t i = 0; i + length <= size; i++) count += memcmp(text + i, bytes, length) == 0;
    }
    closedir(files);
    return count;
}

static void remove_folder(const char *folder) {
    DIR *files = opendir(folder);
    for (struct dirent *entry; (entry = readdir(files));) {
        char path[600];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] != '.') unlink(path);
    }
    closedir(files);
    rmdir(folder);
}

static void assert_not_on_disk(const char *folder, const char *token) {
    uint8_t bytes[32];
    for (unsigned i = 0; i < 32; i++) {
        char pair[3] = {token[2 * i], token[2 * i + 1], 0};
        bytes[i] = (uint8_t)strtoul(pair, NULL, 16);
    }
    assert_int_equal(count_on_disk(folder, token, 64), 0);
    assert_int_equal(count_on_disk(folder, bytes, 16), 0);
}

static void secrets_are_never_on_the_disk(void **unused) {
    (void)unused;
    char folder[300], path[320], trouble[STORE_TROUBLE_MAX];
    const char *temporary = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/uno-secrets-XXXXXX", temporary ? temporary : "/tmp");
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/uno.db", folder);
    world_close(&world);
    world_open(&world, store_open_sqlite(path, trouble));
    Person ada = account(&world, "Ada");
    Answer *login = post("/api/login", NULL, "{\"name\":\"Ada\",\"password\":\"password of Ada\"}");
    Answer *bot = post("/api/bots", ada.session, "{\"name\":\"Robo\"}");
    Answer *link = post("/api/link", ada.session, "");
    assert_true(count_on_disk(folder, "Robo", 4) > 0); /* the search finds what is there */
    assert_not_on_disk(folder, ada.session);
    assert_not_on_disk(folder, login->session);
    assert_not_on_disk(folder, said(bot, "token"));
    assert_not_on_disk(folder, said(link, "link") + 26);
    assert_int_equal(count_on_disk(folder, "password of Ada", 15), 0);
    remove_folder(folder);
}

#define IN_WORLD(test) cmocka_unit_test_setup_teardown(test, open_world, close_world)

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_WORLD(a_guest_gets_a_name_and_a_session),
        IN_WORLD(who_has_a_session_stays_who_they_are),
        IN_WORLD(nobody_is_nobody),
        IN_WORLD(bad_names_are_refused),
        IN_WORLD(guests_of_an_address_are_counted),
        IN_WORLD(no_guests_while_the_server_goes_down),
        IN_WORLD(people_rename_themselves),
        IN_WORLD(names_of_accounts_belong_to_them),
        IN_WORLD(a_guest_becomes_an_account_and_stays_the_same_user),
        IN_WORLD(bad_claims_are_refused),
        IN_WORLD(of_two_who_claim_one_name_one_gets_it),
        IN_WORLD(where_too_many_wait_a_password_is_refused_and_nothing_lost),
        IN_WORLD(a_guest_who_claims_twice_gets_the_first_name),
        IN_WORLD(of_two_who_rename_to_one_name_one_gets_it),
        IN_WORLD(wrong_logins_all_sound_the_same),
        IN_WORLD(guessing_is_slowed_down),
        IN_WORLD(strangers_cannot_keep_the_owner_out),
        IN_WORLD(where_somebody_signed_in_guesses_are_counted_as_well),
        IN_WORLD(a_new_password_makes_other_places_strange),
        IN_WORLD(a_login_does_not_outlive_a_new_password),
        IN_WORLD(a_new_password_ends_all_other_sessions),
        IN_WORLD(guests_have_no_password_to_change),
        IN_WORLD(logging_out_ends_the_session_and_its_sockets),
        IN_WORLD(logging_out_everywhere),
        IN_WORLD(sessions_last_a_year_from_their_last_use),
        IN_WORLD(a_session_that_ends_is_not_renewed_in_the_same_turn),
        IN_WORLD(of_many_sessions_the_oldest_ends),
        IN_WORLD(a_link_opens_one_other_device),
        IN_WORLD(a_link_takes_nobodys_session_away_unasked),
        IN_WORLD(links_end_after_ten_minutes_or_with_the_next),
        IN_WORLD(qr_codes_lead_here_only),
        IN_WORLD(bots_belong_to_an_account),
        IN_WORLD(a_bots_token_can_be_replaced_and_ended),
        IN_WORLD(an_account_has_so_many_bots),
        IN_WORLD(a_banned_user_is_shut_out),
        IN_WORLD(bans_by_address),
        IN_WORLD(bans_are_kept_and_run_out),
        IN_WORLD(secrets_are_never_on_the_disk),
    };
    return cmocka_run_group_tests_name("server_people", tests, NULL, NULL);
}
