/* server_clubs.c -- clubs, rulesets and games of a whole server. */
#include "server_world.h"

#include "engine/text.h"
#include "hub/clubs.h"
#include "hub/hub_internal.h"

static World world;
static Person ada, ben, cleo; /* accounts; cleo is in no club */
static char club[64];         /* "/api/clubs/ID" of ada's club, which ben is a member of */

static Answer *get(const char *target, const char *session) { return ask(&world, "GET", target, session, NULL); }
static Answer *post(const char *target, const char *session, const char *body) {
    return ask(&world, "POST", target, session, body);
}

/* "/api/clubs/ID" and what follows. */
static const char *in_club(const char *rest) {
    static char path[4][200];
    static unsigned turn;
    char *out = path[turn++ % 4];
    snprintf(out, sizeof path[0], "%s%s", club, rest);
    return out;
}

static int open_world(void **unused) {
    (void)unused;
    world_open(&world, store_open_memory());
    ada = quick_account(&world, "ada");
    ben = quick_account(&world, "ben");
    cleo = quick_account(&world, "cleo");
    Answer *made = post("/api/clubs", ada.session, "{\"name\":\"Friday\"}");
    assert_done(made, 201);
    snprintf(club, sizeof club, "/api/clubs/%s", said(made, "club.id"));
    char body[100];
    snprintf(body, sizeof body, "{\"invite\":\"%s\"}", said(made, "club.invite"));
    assert_done(post("/api/clubs/join", ben.session, body), 201);
    return 0;
}

static int close_world(void **unused) {
    (void)unused;
    world_close(&world);
    return 0;
}

static Answer *set_role(const Person *by, const Person *whom, const char *role) {
    char path[100], body[60];
    snprintf(path, sizeof path, "/members/%s", whom->id);
    snprintf(body, sizeof body, "{\"role\":\"%s\"}", role);
    return post(in_club(path), by->session, body);
}

/* ---- clubs ---- */

static void members_see_their_club(void **unused) {
    (void)unused;
    Answer *answer = get(club, ada.session);
    assert_done(answer, 200);
    assert_string_equal(said(answer, "club.name"), "Friday");
    assert_string_equal(said(answer, "club.role"), "owner");
    assert_int_equal(strlen(said(answer, "club.invite")), CLUB_INVITE_LENGTH);
    assert_int_equal(cJSON_GetArraySize(part(answer, "club.members")), 2);
    assert_int_equal(cJSON_GetArraySize(part(answer, "club.rulesets")), 0);
    Answer *as_member = get(club, ben.session);
    assert_string_equal(said(as_member, "club.role"), "member");
    assert_null(part(as_member, "club.invite"));
    assert_string_equal(said(get("/api/clubs", ben.session), "clubs.0.name"), "Friday");
    assert_string_equal(said(get("/api/clubs", ben.session), "clubs.0.role"), "member");
}

static void strangers_see_nothing(void **unused) {
    (void)unused;
    assert_int_equal(cJSON_GetArraySize(part(get("/api/clubs", cleo.session), "clubs")), 0);
    assert_refused(get(club, cleo.session), 404, "no_club");
    assert_refused(get("/api/clubs/0000000000000001", cleo.session), 404, "no_club");
    assert_refused(get("/api/clubs/join", cleo.session), 404, "no_club");
    assert_refused(post(in_club("/invite"), cleo.session, ""), 404, "no_club");
    assert_refused(set_role(&cleo, &cleo, "owner"), 404, "no_club");
    assert_refused(get(in_club("/rulesets/x"), cleo.session), 404, "no_club");
    assert_refused(get(in_club("/rulesets/x/diff?from=official&to=ultimate"), cleo.session), 404, "no_club");
    assert_refused(ask(&world, "DELETE", in_club("/rulesets/x"), cleo.session, NULL), 404, "no_club");
    assert_int_equal(get(club, NULL)->status, 401);
}

static void clubs_have_names_of_their_own(void **unused) {
    (void)unused;
    assert_refused(post("/api/clubs", ben.session, "{\"name\":\" FRIDAY \"}"), 409, "name_taken");
    Answer *first = ask_only(&world, "POST", "/api/clubs", ben.session, "{\"name\":\"Monday\"}");
    Answer *second = ask_only(&world, "POST", "/api/clubs", cleo.session, "{\"name\":\"monday\"}");
    world_settle(&world);
    assert_done(first, 201);
    assert_refused(second, 409, "name_taken");
}

static void nobody_owns_too_many_clubs(void **unused) {
    (void)unused;
    char body[60];
    for (unsigned i = 1; i < CLUBS_OWNED_MAX - 1; i++) {
        snprintf(body, sizeof body, "{\"name\":\"Club %u\"}", i);
        assert_done(post("/api/clubs", ada.session, body), 201);
    }
    Answer *first = ask_only(&world, "POST", "/api/clubs", ada.session, "{\"name\":\"Club X\"}");
    Answer *second = ask_only(&world, "POST", "/api/clubs", ada.session, "{\"name\":\"Club Y\"}");
    world_settle(&world);
    assert_done(first, 201);
    assert_refused(second, 409, "busy");
    assert_refused(post("/api/clubs", ada.session, "{\"name\":\"Club Z\"}"), 409, "too_many");
    /* Nor is one handed over to who has enough. */
    Answer *other = post("/api/clubs", ben.session, "{\"name\":\"Ben's\"}");
    char path[120];
    snprintf(path, sizeof path, "{\"invite\":\"%s\"}", said(other, "club.invite"));
    assert_done(post("/api/clubs/join", ada.session, path), 201);
    snprintf(path, sizeof path, "/api/clubs/%s/members/%s", said(other, "club.id"), ada.id);
    assert_refused(post(path, ben.session, "{\"role\":\"owner\"}"), 409, "too_many");
}

static void invitations(void **unused) {
    (void)unused;
    static const char *const bad[] = {"{}", "{\"invite\":\"\"}", "{\"invite\":7}", "{\"invite\":\"NOSUCHCODE\"}",
                                      "{\"invite\":\"XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX\"}"};
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_refused(post("/api/clubs/join", cleo.session, bad[i]), 404, "bad_invite");
    char old[60], fresh[60];
    snprintf(old, sizeof old, "{\"invite\":\"%s\"}", said(get(club, ada.session), "club.invite"));
    assert_refused(post(in_club("/invite"), ben.session, ""), 403, "not_allowed");
    Answer *answer = post(in_club("/invite"), ada.session, "");
    assert_done(answer, 200);
    snprintf(fresh, sizeof fresh, "{\"invite\":\"%s\"}", said(answer, "club.invite"));
    assert_refused(post("/api/clubs/join", cleo.session, old), 404, "bad_invite");
    Person gus = guest(&world, "Gus"); /* guests may join */
    assert_done(post("/api/clubs/join", gus.session, fresh), 201);
    assert_done(post("/api/clubs/join", gus.session, fresh), 200); /* and are in already */
    assert_refused(set_role(&ada, &gus, "owner"), 409, "no_account");
}

static void a_club_has_so_many_members(void **unused) {
    (void)unused;
    StoreBatch *batch = batch_new();
    char trouble[STORE_TROUBLE_MAX], body[60];
    StoreMember member = {.role = MEMBER_PLAIN};
    assert_true(id_parse(club + strlen("/api/clubs/"), &member.club));
    for (unsigned i = 2; i < CLUB_MEMBERS_MAX; i++) {
        StoreUser user = {.id = i, .name = "Somebody"};
        member.user = i;
        assert_true(batch_user(batch, &user) && batch_member(batch, &member));
    }
    assert_int_equal(store_commit(world.store, batch, trouble), STORE_DONE);
    batch_close(batch);
    snprintf(body, sizeof body, "{\"invite\":\"%s\"}", said(get(club, ada.session), "club.invite"));
    assert_refused(post("/api/clubs/join", cleo.session, body), 409, "too_many");
}

static void the_owner_gives_roles(void **unused) {
    (void)unused;
    assert_refused(set_role(&ben, &ben, "editor"), 403, "not_allowed");
    assert_refused(set_role(&ben, &ada, "none"), 403, "not_allowed");
    assert_refused(set_role(&ada, &cleo, "editor"), 404, "no_member");
    assert_refused(set_role(&ada, &ben, "king"), 400, "bad_role");
    assert_refused(post(in_club("/members/zz"), ada.session, "{\"role\":\"none\"}"), 404, "no_member");
    assert_done(set_role(&ada, &ben, "editor"), 200);
    assert_string_equal(said(get(club, ben.session), "club.role"), "editor");
    assert_refused(set_role(&ben, &ada, "member"), 403, "not_allowed");
    assert_refused(set_role(&ada, &ada, "member"), 409, "owner");
    assert_refused(set_role(&ada, &ada, "none"), 409, "owner");
    assert_done(set_role(&ada, &ben, "owner"), 200);
    assert_string_equal(said(get(club, ben.session), "club.role"), "owner");
    assert_string_equal(said(get(club, ada.session), "club.role"), "editor");
    assert_done(set_role(&ben, &ada, "none"), 200);
    assert_refused(get(club, ada.session), 404, "no_club");
}

static void members_leave_and_the_last_one_closes_the_club(void **unused) {
    (void)unused;
    assert_done(set_role(&ben, &ben, "none"), 200);
    assert_refused(get(club, ben.session), 404, "no_club");
    char body[60];
    snprintf(body, sizeof body, "{\"invite\":\"%s\"}", said(get(club, ada.session), "club.invite"));
    assert_done(set_role(&ada, &ada, "none"), 200);
    assert_refused(get(club, ada.session), 404, "no_club");
    assert_refused(post("/api/clubs/join", ben.session, body), 404, "bad_invite");
    assert_done(post("/api/clubs", ben.session, "{\"name\":\"Friday\"}"), 201); /* the name is free again */
}

/* Both look at a club with one owner; the second must not make a second. */
static void two_changes_of_members_at_once(void **unused) {
    (void)unused;
    char path[100];
    snprintf(path, sizeof path, "/members/%s", ben.id);
    Answer *first = ask_only(&world, "POST", in_club(path), ada.session, "{\"role\":\"owner\"}");
    Answer *second = ask_only(&world, "POST", in_club(path), ben.session, "{\"role\":\"none\"}");
    world_settle(&world);
    assert_done(first, 200);
    assert_refused(second, 409, "busy");
    assert_string_equal(said(get(club, ben.session), "club.role"), "owner");
}

/* ---- a club's rulesets ---- */

static const char good_text[] = "[ruleset]\\ntitle = Friday night\\nextends = ultimate\\n\\n[rules]\\njump_in = on\\n";

static Answer *save(const Person *by, const char *name, const char *text, const char *base) {
    char path[100], *body = malloc(70000);
    snprintf(path, sizeof path, "/rulesets/%s", name);
    snprintf(body, 70000, "{\"text\":\"%s\",\"base\":%s}", text, base);
    Answer *answer = ask(&world, "PUT", in_club(path), by->session, body);
    free(body);
    return answer;
}

static void editors_save_rulesets(void **unused) {
    (void)unused;
    assert_refused(save(&ben, "friday", good_text, "0"), 403, "not_allowed");
    Answer *first = save(&ada, "friday", good_text, "0");
    assert_done(first, 201);
    assert_int_equal(part(first, "ruleset.version")->valueint, 1);
    assert_string_equal(said(first, "ruleset.rules.title"), "Friday night");
    assert_string_equal(said(first, "ruleset.options.jump_in"), "on");
    assert_done(save(&ada, "friday", good_text, "1"), 200); /* nothing changed: no new version */
    Answer *second = save(&ada, "friday", "[ruleset]\\nextends = ultimate\\n", "1");
    assert_done(second, 201);
    assert_int_equal(part(second, "ruleset.version")->valueint, 2);
    Answer *list = get(club, ben.session);
    assert_int_equal(cJSON_GetArraySize(part(list, "club.rulesets")), 1);
    assert_int_equal(part(list, "club.rulesets.0.version")->valueint, 2);
    assert_string_equal(said(get(in_club("/rulesets/friday?version=1"), ben.session), "ruleset.rules.title"),
                        "Friday night");
    Answer *versions = get(in_club("/rulesets/friday/versions"), ben.session);
    assert_int_equal(cJSON_GetArraySize(part(versions, "versions")), 2);
    assert_int_equal(part(versions, "versions.0.version")->valueint, 2);
    assert_string_equal(said(versions, "versions.1.author"), ada.id);
}

static void who_saves_over_somebody_else_is_told(void **unused) {
    (void)unused;
    assert_done(set_role(&ada, &ben, "editor"), 200);
    assert_refused(save(&ada, "friday", good_text, "1"), 409, "conflict"); /* made from what is not there */
    assert_done(save(&ada, "friday", good_text, "0"), 201);
    assert_done(save(&ben, "friday", "[ruleset]\\nextends = official\\n", "1"), 201);
    Answer *late = save(&ada, "friday", "[ruleset]\\nextends = mattel\\n", "1");
    assert_refused(late, 409, "conflict");
    assert_int_equal(part(late, "ruleset.version")->valueint, 2);
    assert_non_null(strstr(said(late, "ruleset.text"), "official"));
    assert_refused(save(&ada, "friday", good_text, "0"), 409, "conflict");
    /* In one turn. */
    const char *body = "{\"text\":\"[ruleset]\\nextends = split-v3\\n\",\"base\":2}";
    Answer *first = ask_only(&world, "PUT", in_club("/rulesets/friday"), ada.session, body);
    Answer *second = ask_only(&world, "PUT", in_club("/rulesets/friday"), ben.session, body);
    world_settle(&world);
    assert_done(first, 201);
    assert_refused(second, 409, "busy");
}

static void bad_rulesets_are_refused(void **unused) {
    (void)unused;
    static const char *const names[] = {"Friday", "a_b", "-a",        "official",
                                        "a.ini",  "a@1", "%E2%80%AE", "aaaaaaaaaabbbbbbbbbbccccccccccddddddddddx"};
    static const char *const bases[] = {"-1", "1.5", "\"0\"", "null", "1e9", "[]"};
    static char large[RULESET_TEXT_MAX + 8];
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        assert_refused(save(&ada, names[i], good_text, "0"), 400, "bad_name");
    for (unsigned i = 0; i < sizeof bases / sizeof *bases; i++)
        assert_refused(save(&ada, "friday", good_text, bases[i]), 400, "bad_text");
    assert_refused(ask(&world, "PUT", in_club("/rulesets/friday"), ada.session, "{\"base\":0}"), 400, "bad_text");
    memset(large, '#', RULESET_TEXT_MAX);
    assert_refused(save(&ada, "friday", large, "0"), 400, "bad_text");
    Answer *wrong = save(&ada, "friday", "[ruleset]\\nextends = ultimate\\n[rules]\\njump_on = on\\n", "0");
    assert_refused(wrong, 400, "bad_ruleset");
    assert_int_equal(part(wrong, "line")->valueint, 4);
    assert_non_null(strstr(said(wrong, "message"), "jump_in"));
    assert_refused(save(&ada, "friday", "[ruleset]\\nextends = /etc/passwd\\n", "0"), 400, "bad_ruleset");
    assert_refused(save(&ada, "friday", "[ruleset]\\nextends = ./a.ini\\n", "0"), 400, "bad_ruleset");
    assert_refused(save(&ada, "friday", "[ruleset]\\nextends = official\\ntitle = \\u001b[31m\\n", "0"), 400,
                   "bad_ruleset");
    assert_refused(save(&ada, "friday", "[ruleset]\\nextends = official\\n# \xFF\\n", "0"), 400, "bad_ruleset");
    assert_refused(get(in_club("/rulesets/friday"), ada.session), 404, "no_ruleset");
}

static void withdrawn_rulesets_come_off_the_list(void **unused) {
    (void)unused;
    assert_done(save(&ada, "friday", good_text, "0"), 201);
    assert_refused(ask(&world, "DELETE", in_club("/rulesets/friday"), ben.session, NULL), 403, "not_allowed");
    assert_refused(ask(&world, "DELETE", in_club("/rulesets/monday"), ada.session, NULL), 404, "no_ruleset");
    assert_done(ask(&world, "DELETE", in_club("/rulesets/friday"), ada.session, NULL), 200);
    assert_done(ask(&world, "DELETE", in_club("/rulesets/friday"), ada.session, NULL), 200);
    assert_int_equal(cJSON_GetArraySize(part(get(club, ada.session), "club.rulesets")), 0);
    assert_int_equal(cJSON_GetArraySize(part(get(in_club("/rulesets/friday/versions"), ada.session), "versions")), 2);
    Answer *again = save(&ada, "friday", good_text, "0");
    assert_done(again, 201);
    assert_int_equal(part(again, "ruleset.version")->valueint, 3);
    assert_int_equal(cJSON_GetArraySize(part(get(club, ada.session), "club.rulesets")), 1);
}

static void a_club_has_so_many_rulesets(void **unused) {
    (void)unused;
    char name[40];
    for (unsigned i = 0; i < CLUB_RULESETS_MAX; i++) {
        snprintf(name, sizeof name, "rules-%u", i);
        assert_done(save(&ada, name, good_text, "0"), 201);
    }
    assert_refused(save(&ada, "one-more", good_text, "0"), 409, "too_many");
    assert_done(save(&ada, "rules-7", "[ruleset]\\nextends = official\\n", "1"), 201);
    assert_done(ask(&world, "DELETE", in_club("/rulesets/rules-7"), ada.session, NULL), 200);
    assert_done(save(&ada, "one-more", good_text, "0"), 201);
    assert_refused(save(&ada, "rules-7", good_text, "0"), 409, "too_many"); /* coming back needs room as well */
}

static void a_ruleset_has_so_many_versions(void **unused) {
    (void)unused;
    char base[16], text[100];
    for (unsigned i = 0; i < CLUB_VERSIONS_MAX; i++) {
        snprintf(base, sizeof base, "%u", i);
        snprintf(text, sizeof text, "[ruleset]\\nextends = official\\n[rules]\\ntarget = %u\\n", 100 + i);
        assert_done(save(&ada, "friday", text, base), 201);
    }
    assert_refused(save(&ada, "friday", good_text, "500"), 409, "too_many");
}

static void differences_and_books(void **unused) {
    (void)unused;
    assert_done(save(&ada, "friday", good_text, "0"), 201);
    assert_done(save(&ada, "friday", "[ruleset]\\nextends = ultimate\\n", "1"), 201);
    Answer *last = get(in_club("/rulesets/friday/diff"), ben.session);
    assert_int_equal(part(last, "differences")->valueint, 1);
    assert_non_null(strstr(said(last, "text"), "friday@1 -> friday@2"));
    assert_non_null(strstr(said(last, "text"), "jump_in: on -> off"));
    Answer *same = get(in_club("/rulesets/friday/diff?from=ultimate&to=2"), ben.session);
    assert_int_equal(part(same, "differences")->valueint, 0);
    Answer *back = get(in_club("/rulesets/friday/diff?from=1&to=ultimate"), ben.session);
    assert_int_equal(part(back, "differences")->valueint, 1);
    static const char *const wrong[] = {"from=3", "from=0", "from=x", "to=/etc/passwd", "to=1x", "from=-1"};
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char path[100];
        snprintf(path, sizeof path, "/rulesets/friday/diff?%s", wrong[i]);
        assert_refused(get(in_club(path), ben.session), 404, "no_ruleset");
    }
    Answer *book = get(in_club("/rulesets/friday/book?version=1"), ben.session);
    assert_done(book, 200);
    assert_memory_equal(book->type, "text/markdown", 13);
    assert_memory_equal(book->text, "# Friday night", 14);
    assert_refused(get(in_club("/rulesets/friday/book?version=9"), ben.session), 404, "no_ruleset");
}

/* ---- rulesets by name, as tables find them ---- */

static bool find(const Person *by, const char *name, Ruleset *out, uint64_t *of_club) {
    StoreUser user;
    RulesetError error;
    uint64_t id = 0;
    assert_true(!by || (id_parse(by->id, &id) && store_user(world.store, id, &user)));
    bool found;
    WITH_FACTS(&world, found, rules_find(world.hub, by ? &user : NULL, name, out, of_club, &error));
    assert_true(found || error.text[0]);
    return found;
}

static void rulesets_are_found_by_name(void **unused) {
    (void)unused;
    Ruleset ruleset;
    uint64_t of_club, id;
    char name[100];
    const char *club_id = club + strlen("/api/clubs/");
    assert_true(id_parse(club_id, &id));
    assert_done(save(&ada, "friday", good_text, "0"), 201);
    assert_done(save(&ada, "friday", "[ruleset]\\nextends = official\\n", "1"), 201);
    assert_true(find(NULL, "split-duel", &ruleset, &of_club) && of_club == 0);
    assert_true(find(NULL, "[ruleset]\nextends = official\n", &ruleset, &of_club) && of_club == 0);
    snprintf(name, sizeof name, "club:%s/friday", club_id);
    assert_true(find(&ben, name, &ruleset, &of_club) && of_club == id);
    assert_string_equal(ruleset.name, "friday");
    assert_int_equal(ruleset.rules.option.jump_in, 0);
    assert_false(find(&cleo, name, &ruleset, &of_club));
    assert_false(find(NULL, name, &ruleset, &of_club));
    snprintf(name, sizeof name, "club:%s/friday@1", club_id);
    assert_true(find(&ben, name, &ruleset, &of_club));
    assert_int_equal(ruleset.rules.option.jump_in, 1);
    static const char *const wrong[] = {"/friday@0", "/friday@3", "/friday@", "/friday@x", "/friday@1x", "/monday",
                                        "friday",    "/",         "",         "//friday",  "/friday/x"};
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        snprintf(name, sizeof name, "club:%s%s", club_id, wrong[i]);
        assert_false(find(&ben, name, &ruleset, &of_club));
    }
    static const char *const never[] = {"",
                                        "nosuch",
                                        "/etc/passwd",
                                        "./a.ini",
                                        "rulesets/official.ini",
                                        "a.ini",
                                        "club:",
                                        "club:x/friday",
                                        "[ruleset]\nextends = ./a.ini\n",
                                        "\n["};
    for (unsigned i = 0; i < sizeof never / sizeof *never; i++) assert_false(find(&ben, never[i], &ruleset, &of_club));
    assert_done(ask(&world, "DELETE", in_club("/rulesets/friday"), ada.session, NULL), 200);
    snprintf(name, sizeof name, "club:%s/friday", club_id);
    assert_false(find(&ben, name, &ruleset, &of_club));
}

/* ---- built-in rules ---- */

static void built_in_rulesets_are_listed(void **unused) {
    (void)unused;
    Answer *list = get("/api/rulesets", NULL);
    assert_done(list, 200);
    assert_int_equal(cJSON_GetArraySize(part(list, "rulesets")), builtin_ruleset_count);
    for (unsigned i = 0; i < builtin_ruleset_count; i++) {
        char path[100], where[40];
        snprintf(where, sizeof where, "rulesets.%u.name", i);
        snprintf(path, sizeof path, "/api/rulesets/%s", said(list, where));
        Answer *one = get(path, NULL);
        snprintf(where, sizeof where, "rulesets.%u.hash", i);
        assert_string_equal(said(one, "ruleset.hash"), said(list, where));
        assert_memory_equal(said(one, "ruleset.text"), builtin_rulesets[i].text, builtin_rulesets[i].length);
        assert_true(part(one, "ruleset.players.least")->valueint >= 2);
        strcat(path, "/book?format=markdown");
        Answer *book = get(path, NULL);
        assert_done(book, 200);
        assert_memory_equal(book->text, "# ", 2);
    }
    assert_refused(get("/api/rulesets/nosuch", NULL), 404, "no_ruleset");
    assert_refused(get("/api/rulesets/..", NULL), 404, "no_ruleset");
    assert_refused(get("/api/rulesets/nosuch/book", NULL), 404, "no_ruleset");
    assert_refused(get("/api/rulesets/official/book?format=pdf", NULL), 400, "bad_format");
}

static void every_option_is_described(void **unused) {
    (void)unused;
    Answer *answer = get("/api/rules/options", NULL);
    assert_int_equal(cJSON_GetArraySize(part(answer, "options")), rule_row_count);
    const cJSON *option;
    cJSON_ArrayForEach(option, part(answer, "options")) {
        const cJSON *choices = cJSON_GetObjectItem(option, "choices"), *low = cJSON_GetObjectItem(option, "low"),
                    *high = cJSON_GetObjectItem(option, "high"), *sentences = cJSON_GetObjectItem(option, "sentences");
        const char *type = cJSON_GetObjectItem(option, "type")->valuestring;
        assert_true(low->valueint <= high->valueint);
        assert_true((strcmp(type, "choice") == 0) == (choices != NULL));
        assert_int_equal(cJSON_GetArraySize(sentences), choices ? cJSON_GetArraySize(choices) : 2);
        if (choices) assert_int_equal(cJSON_GetArraySize(choices), high->valueint + 1);
        assert_true(cJSON_GetArraySize(cJSON_GetObjectItem(option, "default")) >= 1);
        const cJSON *value; /* the defaults are values that the option takes */
        cJSON_ArrayForEach(value, cJSON_GetObjectItem(option, "default")) {
            Rules rules;
            RulesError error;
            rules_init(&rules, strcmp(value->string, "split") == 0 ? FAMILY_SPLIT : FAMILY_CLASSIC);
            assert_true(
                rules_set(&rules, cJSON_GetObjectItem(option, "name")->valuestring, value->valuestring, &error));
        }
    }
}

static void texts_are_checked_and_compared(void **unused) {
    (void)unused;
    Answer *good = post("/api/rules/check", NULL, "{\"text\":\"[ruleset]\\ntitle = Ours\\nextends = official\\n\"}");
    assert_true(cJSON_IsTrue(part(good, "ok")));
    assert_string_equal(said(good, "title"), "Ours");
    assert_int_equal(strlen(said(good, "hash")), 32);
    Answer *bad = post("/api/rules/check", NULL, "{\"text\":\"[ruleset]\\nfamily = clasic\\n\"}");
    assert_done(bad, 200);
    assert_true(cJSON_IsFalse(part(bad, "ok")));
    assert_int_equal(part(bad, "line")->valueint, 2);
    assert_non_null(strstr(said(bad, "message"), "classic"));
    assert_refused(post("/api/rules/check", NULL, "{}"), 400, "bad_text");
    assert_refused(post("/api/rules/check", NULL, "{\"text\":[]}"), 400, "bad_text");
    Answer *diff = post("/api/rules/diff", NULL, "{\"a\":\"official\",\"b\":\"[ruleset]\\nextends = ultimate\\n\"}");
    assert_done(diff, 200);
    assert_true(part(diff, "differences")->valueint > 3);
    assert_refused(post("/api/rules/diff", NULL, "{\"a\":\"official\"}"), 400, "bad_text");
    assert_refused(post("/api/rules/diff", NULL, "{\"a\":\"official\",\"b\":\"oficial\"}"), 400, "bad_ruleset");
}

/* An error can quote a text in the middle of a character: what is answered is UTF-8 all the same. */
static void errors_are_always_utf8(void **unused) {
    (void)unused;
    for (unsigned length = 1; length < 80; length++) {
        char body[700] = "{\"text\":\"[ruleset]\\nextends = official\\n[rules]\\n";
        memset(body + strlen(body), 'x', length % 4);
        for (unsigned i = 0; i < length; i++) strcat(body, "\u20AC");
        strcat(body, " = on\\n\"}");
        Answer *answer = post("/api/rules/check", NULL, body);
        assert_true(cJSON_IsFalse(part(answer, "ok")));
        assert_true(text_is_shown(said(answer, "message")));
    }
}

/* ---- games ---- */

static void put_result(uint64_t id, const char *ruleset, const Person *player, uint64_t of_club, int64_t at) {
    StoreResult result = {.id = id,
                          .table = 5,
                          .club = of_club,
                          .code = "K7QD2M4P",
                          .started_at = at - 1000,
                          .finished_at = at,
                          .finished = true,
                          .players = 2,
                          .record = "uno record\n",
                          .record_length = 11};
    StoreBatch *batch = batch_new();
    char trouble[STORE_TROUBLE_MAX];
    snprintf(result.ruleset, sizeof result.ruleset, "%s", ruleset);
    snprintf(result.seat[0].name, sizeof result.seat[0].name, "Ada \"A\"");
    strcpy(result.seat[1].name, "greedy");
    result.seat[0].won = true;
    result.seat[0].score = 512;
    if (player) assert_true(id_parse(player->id, &result.seat[0].user));
    assert_true(batch_result(batch, &result));
    assert_int_equal(store_commit(world.store, batch, trouble), STORE_DONE);
    batch_close(batch);
}

static void people_see_their_own_games(void **unused) {
    (void)unused;
    for (unsigned i = 1; i <= 30; i++) put_result(i, "official", &ada, 0, 1000 * (int64_t)i);
    Answer *list = get("/api/games?user=me", ada.session);
    assert_int_equal(cJSON_GetArraySize(part(list, "games")), 20);
    assert_string_equal(said(list, "games.0.id"), "000000000000001e");
    assert_string_equal(said(list, "games.0.seats.0.user"), ada.id);
    assert_string_equal(said(list, "games.0.seats.0.name"), "Ada \"A\"");
    assert_true(cJSON_IsNull(part(list, "games.0.seats.1.user")));
    assert_true(cJSON_IsTrue(part(list, "games.0.seats.0.won")));
    assert_true(cJSON_IsNull(part(list, "games.0.club")));
    Answer *older = get("/api/games?before=3000&most=5", ada.session);
    assert_int_equal(cJSON_GetArraySize(part(older, "games")), 2);
    assert_int_equal(cJSON_GetArraySize(part(get("/api/games?most=0", ada.session), "games")), 0);
    assert_int_equal(cJSON_GetArraySize(part(get("/api/games", ben.session), "games")), 0);
    char path[100];
    snprintf(path, sizeof path, "/api/games?user=%s", ada.id);
    assert_done(get(path, ada.session), 200);
    assert_refused(get(path, ben.session), 403, "not_allowed");
    static const char *const wrong[] = {
        "user=you", "user=",     "most=101", "most=-1",
        "most=x",   "before=1x", "club=1",   "user=111111111111111111111111111111111111111111111111"};
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        snprintf(path, sizeof path, "/api/games?%s", wrong[i]);
        assert_refused(get(path, ada.session), 400, "bad_query");
    }
}

static void members_see_the_games_of_their_club(void **unused) {
    (void)unused;
    uint64_t id;
    char path[150];
    assert_true(id_parse(club + strlen("/api/clubs/"), &id));
    put_result(1, "friday", &ada, id, 1000);
    put_result(2, "friday", &ben, id, 2000);
    put_result(3, "official", &ada, 0, 3000);
    snprintf(path, sizeof path, "/api/games?club=%s", club + strlen("/api/clubs/"));
    assert_int_equal(cJSON_GetArraySize(part(get(path, ben.session), "games")), 2);
    assert_refused(get(path, cleo.session), 403, "not_allowed");
    snprintf(path, sizeof path, "/api/games?club=%s&user=%s", club + strlen("/api/clubs/"), ada.id);
    Answer *adas = get(path, ben.session);
    assert_int_equal(cJSON_GetArraySize(part(adas, "games")), 1);
    assert_string_equal(said(adas, "games.0.id"), "0000000000000001");
    assert_refused(get(path, cleo.session), 403, "not_allowed");
    /* Who has left still sees what they played there themselves. */
    assert_done(set_role(&ben, &ben, "none"), 200);
    assert_refused(get(path, ben.session), 403, "not_allowed");
    snprintf(path, sizeof path, "/api/games?club=%s&user=me", club + strlen("/api/clubs/"));
    assert_int_equal(cJSON_GetArraySize(part(get(path, ben.session), "games")), 1);
}

static void who_has_the_id_reads_the_record(void **unused) {
    (void)unused;
    put_result(7, "friday \"night\"/../x", NULL, 0, INT64_C(1800000000000));
    Answer *game = get("/api/games/0000000000000007", NULL);
    assert_done(game, 200);
    assert_string_equal(said(game, "game.table"), "K7QD2M4P");
    assert_null(part(game, "game.record"));
    Answer *record = get("/api/games/0000000000000007/record", NULL);
    assert_done(record, 200);
    assert_memory_equal(record->type, "text/plain", 10);
    assert_string_equal(record->text, "uno record\n");
    assert_string_equal(record->file, "friday--night--..-x-2027-01-15.uno");
    assert_refused(get("/api/games/0000000000000008", NULL), 404, "no_game");
    assert_refused(get("/api/games/0000000000000008/record", NULL), 404, "no_game");
    assert_refused(get("/api/games/7", NULL), 404, "no_game");
}

#define IN_WORLD(test) cmocka_unit_test_setup_teardown(test, open_world, close_world)

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_WORLD(members_see_their_club),
        IN_WORLD(strangers_see_nothing),
        IN_WORLD(clubs_have_names_of_their_own),
        IN_WORLD(nobody_owns_too_many_clubs),
        IN_WORLD(invitations),
        IN_WORLD(a_club_has_so_many_members),
        IN_WORLD(the_owner_gives_roles),
        IN_WORLD(members_leave_and_the_last_one_closes_the_club),
        IN_WORLD(two_changes_of_members_at_once),
        IN_WORLD(editors_save_rulesets),
        IN_WORLD(who_saves_over_somebody_else_is_told),
        IN_WORLD(bad_rulesets_are_refused),
        IN_WORLD(withdrawn_rulesets_come_off_the_list),
        IN_WORLD(a_club_has_so_many_rulesets),
        IN_WORLD(a_ruleset_has_so_many_versions),
        IN_WORLD(differences_and_books),
        IN_WORLD(rulesets_are_found_by_name),
        IN_WORLD(built_in_rulesets_are_listed),
        IN_WORLD(every_option_is_described),
        IN_WORLD(texts_are_checked_and_compared),
        IN_WORLD(errors_are_always_utf8),
        IN_WORLD(people_see_their_own_games),
        IN_WORLD(members_see_the_games_of_their_club),
        IN_WORLD(who_has_the_id_reads_the_record),
    };
    return cmocka_run_group_tests_name("server_clubs", tests, NULL, NULL);
}
